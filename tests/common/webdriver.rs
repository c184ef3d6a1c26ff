//! Chromium, driven as a person drives it: over the `WebDriver` protocol of `chromedriver`.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A time limit for anything on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a condition is looked at.
const INTERVAL: Duration = Duration::from_millis(20);
/// The key of an element's id, as the protocol fixes it.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys as the protocol writes them.
pub mod key {
    pub const ENTER: &str = "\u{E007}";
    pub const ESCAPE: &str = "\u{E00C}";
    pub const LEFT: &str = "\u{E012}";
    pub const UP: &str = "\u{E013}";
    pub const RIGHT: &str = "\u{E014}";
}

/// A browser with its driver. Both end with it.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// A browser without a window on the screen; `None` if `chromedriver` is not installed.
    pub fn start() -> Option<Browser> {
        let mut driver = Command::new("chromedriver");
        driver.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = driver.spawn().ok()?;
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines
            .find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok());
        let mut browser =
            Browser { driver, port: port.expect("the port of chromedriver"), session: String::new() };
        let options = json!({
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "unhandledPromptBehavior": "ignore",
            // Tests may run as root and in containers, where the sandbox does not work.
            "goog:chromeOptions": { "args": ["--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--window-size=1280,1000"] },
        });
        let begun = browser.ask("POST", "", &json!({ "capabilities": { "alwaysMatch": options } }));
        browser.session = begun.expect("a browser")["sessionId"].as_str().unwrap().to_string();
        Some(browser)
    }

    /// Sends a command of the protocol. Returns its value, or the message of its error.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let session = if self.session.is_empty() { String::new() } else { format!("/{}", self.session) };
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let mut request =
            format!("{method} /session{session}{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", self.port);
        write!(request, "Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        // The driver keeps the connection open, so the length tells the end.
        let mut reply = BufReader::new(stream);
        let (mut status, mut length) = (String::new(), 0);
        reply.read_line(&mut status).map_err(|error| error.to_string())?;
        loop {
            let mut line = String::new();
            reply.read_line(&mut line).map_err(|error| error.to_string())?;
            match line.to_ascii_lowercase().split_once(':') {
                Some(("content-length", number)) => length = number.trim().parse().unwrap_or(0),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        reply.read_exact(&mut body).map_err(|error| error.to_string())?;
        let value =
            serde_json::from_slice::<Value>(&body).map_err(|error| error.to_string())?["value"].take();
        let has_failed = !status.starts_with("HTTP/1.1 200");
        if has_failed { Err(value["message"].as_str().unwrap_or_default().to_string()) } else { Ok(value) }
    }

    /// Sends a command until it succeeds: the page may be about to show what it needs.
    fn insist(&self, path: &str, body: &Value) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.ask("POST", path, body) {
                Ok(value) => return value,
                Err(error) => assert!(Instant::now() < until, "{path} {body}: {error}"),
            }
            sleep(INTERVAL);
        }
    }

    /// Goes to an address.
    pub fn go(&self, address: &str) {
        self.insist("/url", &json!({ "url": address }));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.insist("/refresh", &json!({}));
    }

    /// The value of an expression in the page. It may be a promise.
    pub fn value(&self, expression: &str) -> Value {
        self.insist("/execute/sync", &json!({ "script": format!("return {expression}"), "args": [] }))
    }

    /// Waits until an expression in the page is true.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.value(&format!("!!({expression})")) != true {
            let is_late = Instant::now() > until;
            assert!(!is_late, "never true: {expression}\n{}", self.value("document.body.innerText"));
            sleep(INTERVAL);
        }
    }

    /// Waits until the text of the element has `text` in it.
    #[track_caller]
    pub fn wait_for_text(&self, element: &str, text: &str) {
        self.wait(&format!(
            "document.querySelector({})?.textContent.includes({})",
            json!(element),
            json!(text)
        ));
    }

    /// The id of the element that a CSS selector finds first.
    fn find(&self, selector: &str) -> String {
        let found = self.insist("/element", &json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].as_str().unwrap().to_string()
    }

    /// Clicks the element, as soon as it is there and nothing covers it.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let until = Instant::now() + PATIENCE;
        while let Err(error) =
            self.ask("POST", &format!("/element/{}/click", self.find(selector)), &json!({}))
        {
            assert!(Instant::now() < until, "{selector}: {error}");
            sleep(INTERVAL);
        }
    }

    /// Types into a field.
    pub fn enter(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.insist(&format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// Presses keys one after the other, whatever has the keyboard.
    pub fn press(&self, keys: &[&str]) {
        let press = |key: &&str| {
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        };
        let all: Vec<Value> = keys.iter().flat_map(press).collect();
        self.insist("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": all }] }));
    }

    /// Moves a pointer from one element to another with its button down, or a finger on the glass.
    fn point(&self, kind: &str, from: &str, to: &str) {
        let over = |selector: &str, duration: u32| {
            let origin = json!({ ELEMENT: self.find(selector) });
            json!({ "type": "pointerMove", "duration": duration, "origin": origin, "x": 0, "y": 0 })
        };
        let button = |what: &str| json!({ "type": what, "button": 0 });
        let all = [over(from, 0), button("pointerDown"), over(to, 100), button("pointerUp")];
        let pointer =
            json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": all });
        self.insist("/actions", &json!({ "actions": [pointer] }));
    }

    /// Drags with the mouse.
    pub fn drag(&self, from: &str, to: &str) {
        self.point("mouse", from, to);
    }

    /// Taps with a finger.
    pub fn tap(&self, selector: &str) {
        self.point("touch", selector, selector);
    }

    /// Answers the question that the page asks: with a text if it asks for one.
    pub fn accept(&self, text: Option<&str>) {
        if let Some(text) = text {
            self.insist("/alert/text", &json!({ "text": text }));
        }
        self.insist("/alert/accept", &json!({}));
    }

    /// This tab.
    pub fn window(&self) -> String {
        self.ask("GET", "/window", &Value::Null).unwrap().as_str().unwrap().to_string()
    }

    /// Opens a tab and goes to it. Returns the tab before.
    pub fn open_tab(&self) -> String {
        let before = self.window();
        let opened = self.insist("/window/new", &json!({ "type": "tab" }));
        self.switch(opened["handle"].as_str().unwrap());
        before
    }

    /// Goes to another tab.
    pub fn switch(&self, tab: &str) {
        self.insist("/window", &json!({ "handle": tab }));
    }

    /// Closes this tab and goes to another one.
    pub fn close_tab(&self, next: &str) {
        self.ask("DELETE", "/window", &Value::Null).unwrap();
        self.switch(next);
    }

    /// Gives the page the screen of a phone, or of a desktop again.
    pub fn set_screen(&self, phone: Option<(u32, u32)>) {
        let (width, height) = phone.unwrap_or((0, 0));
        let screen =
            json!({ "width": width, "height": height, "deviceScaleFactor": 0, "mobile": phone.is_some() });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": screen });
        self.insist("/goog/cdp/execute", &command);
    }

    /// The faults of scripts that the browser has logged since the last call.
    pub fn faults(&self) -> Vec<String> {
        let log = self.insist("/se/log", &json!({ "type": "browser" }));
        let lines = log.as_array().unwrap().iter().filter(|line| line["source"] != "network");
        lines.map(|line| line["message"].as_str().unwrap().to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.ask("DELETE", "", &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
