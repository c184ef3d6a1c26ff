//! The board in the browser, as a browser speaks to it: over HTTP.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A time limit for anything on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a folder for games of its own.
pub(super) struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    port: u16,
    token: String,
    home: PathBuf,
}

impl Server {
    pub(super) fn start(name: &str, args: &[&str]) -> Server {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_fibnif"))
            .args(["serve", "--no-open", "--memory", "4"])
            .args(args)
            .env("XDG_DATA_HOME", &home)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.split("http://127.0.0.1:").nth(1).expect(&line).trim();
        let (port, token) = address.split_once('/').unwrap();
        let token = token.trim_end_matches('/').to_string();
        Server { child, out, port: port.parse().unwrap(), token, home }
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes. Returns the status and body of the answer; status 0 if there is none.
    fn raw(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // A server that has read enough does not wait for the rest.
        let _ = stream.write_all(bytes);
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        let reply = String::from_utf8_lossy(&reply).into_owned();
        let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = reply.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_string());
        (status, body)
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        self.raw(head.as_bytes())
    }

    /// Asks as the page does.
    pub(super) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let host = format!("Host: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\n", self.port);
        let (status, text) = self.request(method, &format!("/{}/{path}", self.token), &host, body);
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(super) fn open(&self) -> u64 {
        self.ask("POST", "games", "").1["game"].as_u64().unwrap()
    }

    pub(super) fn play(&self, game: u64, text: &str) -> (u16, Value) {
        self.ask("POST", &format!("games/{game}/moves"), &json!({ "move": text }).to_string())
    }

    fn begin(&self, game: u64, wish: &Value) -> (u16, Value) {
        self.ask("POST", &format!("games/{game}/begin"), &wish.to_string())
    }

    /// Waits until the state of a game is as it should be.
    pub(super) fn wait(&self, game: u64, is_so: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let state = self.ask("GET", &format!("games/{game}"), "").1;
            if is_so(&state) {
                return state;
            }
            assert!(Instant::now() < until, "{state}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it as Ctrl-C does. Returns its output.
    #[cfg(unix)]
    fn interrupt(mut self) -> String {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        let mut said = String::new();
        self.out.read_to_string(&mut said).unwrap();
        assert!(self.child.wait().unwrap().success());
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn moves(state: &Value) -> Vec<&str> {
    state["moves"].as_array().unwrap().iter().map(|m| m["move"].as_str().unwrap()).collect()
}

#[test]
fn a_game_is_played_to_its_end_and_a_refused_move_says_why() {
    let server = Server::start("game", &["--side", "both"]);
    let game = server.open();
    let (status, refused) = server.play(game, "e2e5");
    assert_eq!((status, refused["refused"]["code"].as_str()), (409, Some("unreachable")), "{refused}");
    assert!(refused["refused"]["reason"].as_str().unwrap().contains("does not move to e5"));
    for text in ["f2f3", "e5", "g2g4"] {
        let (status, state) = server.play(game, text);
        assert!(status == 200 && state["over"].is_null(), "{state}");
    }
    let (_, state) = server.play(game, "d8h4");
    assert_eq!(state["over"], "Black wins: checkmate. 0-1");
    let history = &state["history"];
    assert_eq!(history["moves"], json!([[1, 0, "f3"], [1, 1, "e5"], [2, 0, "g4"], [2, 1, "Qh4#"]]));
    // A page that knows moves gets only the others, also after a move was taken back.
    let ask = |known: &str| server.ask("GET", &format!("games/{game}?{known}"), "").1["history"].clone();
    let fresh = ask("line=0&moves=3");
    assert_eq!((&fresh["from"], &fresh["moves"]), (&json!(3), &json!([[2, 1, "Qh4#"]])));
    let undo = json!({ "command": "undo" }).to_string();
    server.ask("POST", &format!("games/{game}/commands"), &undo);
    server.play(game, "a7a6");
    let fresh = ask("line=0&moves=4");
    assert_eq!(
        (&fresh["from"], &fresh["moves"], &fresh["line"]),
        (&json!(3), &json!([[2, 1, "a6"]]), &json!(1))
    );
    server.ask("POST", &format!("games/{game}/commands"), &undo);
    let (_, state) = server.play(game, "d8h4");
    assert!(moves(&state).is_empty());
    assert_eq!(server.play(game, "a2a3").1["refused"]["code"], "game-over");
    server.ask("POST", &format!("games/{game}/judge"), r#"{"judge":true}"#);
    let state = server.wait(game, |state| state["scores"].as_array().is_some_and(|all| all.len() == 5));
    assert_eq!((&state["scores"][3]["mate"], &state["scores"][3]["shown"]), (&json!(-1), &json!("#-1")));
    assert_eq!(state["scores"][4], json!({ "ply": 4, "winner": "Black", "shown": "0-1" }));
    let (_, state) = server.ask("POST", &format!("games/{game}/commands"), r#"{"command":"undo"}"#);
    assert!(state["over"].is_null() && moves(&state).contains(&"d8h4"), "{state}");
    let pgn = server.ask("GET", &format!("games/{game}/pgn"), "").1;
    assert!(pgn.as_str().unwrap().contains("1. f3 e5 2. g4 *"), "{pgn}");
}

#[test]
fn the_engine_answers_and_a_tab_has_its_own_game() {
    let server = Server::start("engine", &["--level", "1"]);
    let (first, second) = (server.open(), server.open());
    server.play(first, "e2e4");
    let state = server.wait(first, |state| state["history"]["of"] == 2);
    assert!(state["side"] == "White" && state["scores"].is_null(), "{state}");
    assert_eq!(server.ask("POST", &format!("games/{first}/judge"), r#"{"judge":true}"#).0, 200);
    let state = server.wait(first, |state| state["scores"].as_array().is_some_and(|all| all.len() == 3));
    assert_eq!(state["scores"][2]["ply"], 2);
    assert_eq!(server.ask("GET", &format!("games/{second}"), "").1["history"]["of"], 0);
    let (_, state) = server.ask("POST", &format!("games/{first}/commands"), r#"{"command":"hint"}"#);
    assert_eq!(state["task"], "hint");
    let state = server.wait(first, |state| state["hint"].is_object());
    assert!(moves(&state).contains(&state["hint"]["move"].as_str().unwrap()));
    // No news: nothing is sent.
    let since = format!("games/{first}?since={}", state["version"]);
    assert_eq!(server.ask("GET", &since, "").0, 204);
}

#[test]
fn pieces_are_learned_while_the_game_waits() {
    let server = Server::start("lessons", &["--side", "both"]);
    let game = server.open();
    server.play(game, "e2e4");
    let post =
        |what: &str, body: Value| server.ask("POST", &format!("games/{game}/{what}"), &body.to_string());
    assert_eq!(post("study", json!({ "step": "next" })).0, 404, "no lesson is open");
    assert_eq!(post("learn", json!({ "what": "nuters" })).1["refused"]["code"], "variant");
    let (_, state) = post("learn", json!({ "what": "nutters" }));
    assert_eq!((&state["lesson"]["name"], &state["lesson"]["pieces"]), (&json!("Turret"), &json!(6)));
    assert_eq!(server.play(game, "a1a1").1["refused"]["code"], "not-asked");
    let (_, state) = post("study", json!({ "step": "answer" }));
    let shown = state["lesson"]["answer"].as_str().unwrap().to_string();
    let answer = shown.rsplit_once('(').unwrap().1.trim_end_matches(')');
    let (status, state) = server.play(game, answer);
    assert!(status == 200 && state["lesson"]["found"] == true, "{state}");
    assert_eq!(server.play(game, answer).1["refused"]["code"], "solved");
    let mut mates = 0;
    for _ in 0..5 {
        let (_, state) = post("study", json!({ "step": "next" }));
        mates += u32::from(state["lesson"]["goal"].as_str().unwrap().starts_with("Give checkmate"));
    }
    assert!(mates > 0);
    let (_, state) = post("study", json!({ "step": "leave" }));
    assert!(state["lesson"].is_null() && state["variant"] == "chess", "{state}");
    assert_eq!(state["history"]["of"], 1, "the game has waited");
    post("learn", json!({ "what": "narrow" }));
    let (_, state) = post("study", json!({ "step": "game" }));
    assert_eq!((&state["variant"], &state["level"]), (&json!("narrow"), &json!(1)));
    let (_, saved) = server.ask("GET", &format!("games/{game}/saved?"), "");
    assert_eq!(saved["games"].as_array().unwrap().len(), 1, "lessons are not saved: {saved}");
}

#[test]
fn saved_games_are_searched_named_and_loaded_in_the_browser() {
    let server = Server::start("library", &["--side", "both"]);
    let game = server.open();
    let obey = |text: &str| {
        server.ask("POST", &format!("games/{game}/commands"), &json!({ "command": text }).to_string()).1
    };
    let saved = |text: &str| {
        let found = server.ask("GET", &format!("games/{game}/saved?{text}"), "").1["games"].clone();
        found.as_array().unwrap().clone()
    };
    for text in ["e4", "e5", "Qh5", "a6", "Qxh7", "Rxh7"] {
        assert_eq!(server.play(game, text).0, 200, "{text}");
    }
    obey("rename My queen");
    server.begin(game, &json!({ "variant": "narrow" }));
    server.play(game, "a6a7");
    assert_eq!(saved("").len(), 2);
    let found = saved("qxh7");
    assert_eq!(
        (found.len(), &found[0]["name"], &found[0]["state"]),
        (1, &json!("My queen"), &json!("unfinished"))
    );
    let state = obey("resume My queen");
    assert_eq!((&state["file"], &state["history"]["at"]), (&json!("My queen"), &json!(6)));
    let marked = "1. e4 e5 2. Qh5 a6 3. Qxh7 $4 (3. Qxe5+ Qe7) Rxh7 *\n";
    let (_, state) = server.ask("POST", &format!("games/{game}/pgn"), marked);
    let blunder = state["marks"].as_array().unwrap().iter().find(|mark| mark["ply"] == 5).unwrap().clone();
    assert_eq!(blunder["glyphs"], json!(["$4"]), "{state}");
    assert!(!blunder["variations"][0].as_str().unwrap().is_empty());
    assert_eq!(obey("goto 2")["history"]["at"], 2);
    assert_eq!(obey("goto 5")["last"]["words"], "White: queen on h5 captures the pawn on h7");
    let shown = server.ask("GET", "differences?cwda:fide/nutters", "").1;
    assert_eq!(shown["differences"], json!(["Black: Turret, Horse, Unicorn and Colonel are new pieces."]));
    let rules = server.ask("GET", "rules?narrow", "").1;
    assert!(rules.as_str().unwrap().contains("<svg") && !rules.as_str().unwrap().contains("<script"));
}

#[test]
fn a_saved_game_goes_to_the_tab_that_asks_and_a_fresh_tab_is_offered_a_closed_one() {
    let server = Server::start("tabs", &["--side", "both"]);
    let manage =
        |game: u64, wish: &Value| server.ask("POST", &format!("games/{game}/saved"), &wish.to_string());
    let saved = |game: u64| server.ask("GET", &format!("games/{game}/saved?"), "").1["games"].clone();
    let state = |game: u64| server.ask("GET", &format!("games/{game}"), "").1;
    let first = server.open();
    assert!(state(first)["offer"].is_null());
    server.play(first, "e4");
    let name = state(first)["file"].as_str().unwrap().to_string();
    // Its tab lives: a fresh tab is not offered the game, but it can take it.
    let second = server.open();
    assert!(state(second)["offer"].is_null());
    assert_eq!(saved(second)[0]["state"], "open in another tab");
    let (status, renamed) = manage(second, &json!({ "rename": name, "to": "King's pawn" }));
    assert_eq!((status, &renamed["file"]), (200, &Value::Null), "{renamed}");
    assert_eq!(state(first)["file"], "King's pawn");
    let (status, taken) = manage(second, &json!({ "open": "King's pawn" }));
    assert_eq!((status, &taken["file"], &taken["history"]["of"]), (200, &json!("King's pawn"), &json!(1)));
    let (status, gone) = server.ask("GET", &format!("games/{first}"), "");
    assert_eq!((status, &gone["refused"]["code"]), (404, &json!("missing")));
    assert!(gone["refused"]["reason"].as_str().unwrap().contains("another tab"), "{gone}");
    assert_eq!(server.play(second, "e5").0, 200);
    // Its tab is closed: a fresh one is offered the game, and continues it.
    server.ask("POST", &format!("games/{second}/leave"), "");
    let third = server.open();
    let offer = state(third)["offer"].clone();
    assert_eq!((&offer["name"], &offer["moves"]), (&json!("King's pawn"), &json!("1 move")), "{offer}");
    assert_eq!(saved(third)[0]["state"], "unfinished");
    let (_, taken) = manage(third, &json!({ "open": "King's pawn" }));
    assert_eq!((&taken["history"]["of"], &taken["offer"]), (&json!(2), &Value::Null));
    // A tab that is only loaded again keeps its game.
    server.ask("POST", &format!("games/{third}/leave"), "");
    assert_eq!(state(third)["file"], "King's pawn");
    assert!(state(server.open())["offer"].is_null());
    // Names decide, whatever the order of the list is now.
    server.begin(third, &json!({ "variant": "narrow" }));
    server.play(third, "a6a7");
    let (status, why) = manage(third, &json!({ "rename": "King's pawn", "to": "12" }));
    assert!(
        status == 409 && why["refused"]["reason"].as_str().unwrap().starts_with("expected a name"),
        "{why}"
    );
    assert_eq!(manage(third, &json!({ "delete": "King's pawn" })).0, 200);
    assert_eq!(saved(third).as_array().unwrap().len(), 1);
    for (wish, status) in [
        (json!({ "open": "King's pawn" }), 409),
        (json!({ "delete": "../../x" }), 409),
        (json!({ "rename": "King's pawn" }), 400),
        (json!({}), 400),
    ] {
        assert_eq!(manage(third, &wish).0, status, "{wish}");
    }
    // The game on the board is deleted, too, and another begins.
    let own = state(third)["file"].as_str().unwrap().to_string();
    let (status, after) = manage(third, &json!({ "delete": own }));
    assert_eq!((status, &after["history"]["of"], &after["file"]), (200, &json!(0), &Value::Null), "{after}");
    assert_eq!(saved(third), json!([]));
    // Nor is it offered any more.
    assert_eq!(after["offer"], Value::Null);
}

#[test]
fn a_game_that_is_offered_may_be_renamed_opened_or_deleted_elsewhere() {
    let server = Server::start("offers", &["--side", "both"]);
    let manage =
        |game: u64, wish: &Value| server.ask("POST", &format!("games/{game}/saved"), &wish.to_string());
    let offer = |game: u64| server.ask("GET", &format!("games/{game}"), "").1["offer"]["name"].clone();
    let leave = |game: u64| server.ask("POST", &format!("games/{game}/leave"), "");
    let first = server.open();
    server.play(first, "e4");
    leave(first);
    let (second, third) = (server.open(), server.open());
    assert!(offer(second).is_string() && offer(second) == offer(third));
    assert_eq!(manage(second, &json!({ "rename": offer(second), "to": "Later" })).0, 200);
    assert_eq!((offer(second), offer(third)), (json!("Later"), json!("Later")));
    // Another tab goes on with it.
    assert_eq!(manage(second, &json!({ "open": "Later" })).0, 200);
    assert_eq!((offer(second), offer(third)), (Value::Null, Value::Null));
    leave(second);
    let fourth = server.open();
    assert_eq!(offer(fourth), "Later");
    assert_eq!(manage(third, &json!({ "delete": "Later" })).0, 200);
    assert_eq!(offer(fourth), Value::Null);
}

#[test]
fn boards_promotions_and_halves_of_turns_are_told_to_the_page() {
    let server = Server::start("boards", &["--side", "both"]);
    let game = server.open();
    let (_, state) = server.begin(game, &json!({ "variant": "narrow" }));
    assert_eq!((&state["board"]["columns"], &state["board"]["rows"]), (&json!(20), &json!(2)));
    let (_, state) =
        server.begin(game, &json!({ "variant": "chess", "fen": "8/P6k/8/8/8/8/8/K7 w - - 0 1" }));
    let promoting = state["moves"].as_array().unwrap().iter().filter(|m| m["from"] == "a7");
    assert_eq!(promoting.filter(|m| m["promotion"].is_u64()).count(), 4);
    assert_eq!(server.play(game, "a7a8").1["refused"]["code"], "promotion");
    assert_eq!(server.play(game, "a7a8n").0, 200);
    let (_, state) = server.begin(game, &json!({ "variant": "colorboundmost" }));
    let squares = |state: &Value, mark: &str| {
        let all = state["board"]["squares"].as_array().unwrap().clone();
        all.iter().filter(|square| square["marks"].as_array().unwrap().contains(&json!(mark))).count()
    };
    assert!(squares(&state, "due") > 0);
    server.play(game, "d2e3");
    let (_, state) = server.play(game, "a7b6");
    assert_eq!(state["side"], "Black", "the second half of the turn is Black's, too");
    let (_, refused) = server.play(game, "b6a5");
    assert_eq!(refused["refused"]["code"], "other-half", "{refused}");
    let wish = json!({ "variant": "greener", "choices": { "white army": "clobberers" }, "sides": "none" });
    let (_, state) = server.begin(game, &wish);
    assert!(state["variant"].as_str().unwrap().contains("clobberers"), "{state}");
    assert!(!state["board"]["fences_below"].as_array().unwrap().is_empty());
    // An impossible request leaves the game unchanged.
    for wish in [json!({ "variant": "nothing" }), json!({ "variant": "chess", "fen": "x" }), json!({})] {
        let (status, refused) = server.begin(game, &wish);
        assert!(status == 409 || status == 400, "{refused}");
    }
    let kinds = server.ask("GET", &format!("games/{game}/kinds"), "").1;
    assert!(kinds["variant"].as_str().unwrap().starts_with("greener"));
    let figure = |kind: &Value| kind["figure"].as_str().unwrap().contains("<path");
    assert!(kinds["kinds"].as_array().unwrap().iter().all(figure));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_the_games_are_saved() {
    let server = Server::start("end", &["--side", "both"]);
    let game = server.open();
    server.play(game, "d2d4");
    let games = server.home.join("fibnif").join("games");
    let endless = server.open();
    server.begin(endless, &json!({ "variant": "chess", "sides": "none", "clock": "30+10" }));
    assert!(server.interrupt().contains("The games are saved."));
    let saved: Vec<String> = fs::read_dir(games)
        .unwrap()
        .flatten()
        .filter_map(|file| fs::read_to_string(file.path()).ok())
        .filter(|text| text.contains("[White \"you\"]"))
        .collect();
    assert!(
        saved.len() == 1
            && saved[0].contains("1. d4 *")
            && saved[0].contains("[Event \"Fibnif in a browser\"]"),
        "{saved:?}"
    );
}

#[test]
fn nobody_but_the_own_page_is_answered() {
    let server = Server::start("gate", &[]);
    let (port, token) = (server.port, server.token.clone());
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let page = format!("/{token}/");
    let (status, text) = server.request("GET", &page, &own, "");
    assert!(status == 200 && text.contains("<title>Fibnif</title>"), "{text}");
    assert!(!text.contains("http://") && !text.contains("https://"), "nothing comes from the network");
    let wrong = page.replace(|c: char| c.is_ascii_digit(), "x");
    let evil = format!("Host: evil.example:{port}\r\n");
    let (foreign, null) = (format!("{own}Origin: http://evil.example\r\n"), format!("{own}Origin: null\r\n"));
    let twice = format!("{own}Host: evil.example\r\n");
    for (path, headers) in [
        ("/", &own),
        (&wrong, &own),
        (&page, &evil),
        (&page, &foreign),
        (&page, &null),
        (&page, &twice),
        (&page, &String::new()),
    ] {
        let (status, text) = server.request("GET", path, headers, "");
        assert!(status == 403 || status == 400, "{path} {headers}: {status}");
        assert!(!text.contains(&token), "{text}");
    }
}

#[test]
fn half_a_request_keeps_no_other_out() {
    let server = Server::start("half", &[]);
    let head = format!("GET /{}/ HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.token, server.port);
    let waiting = format!("{head}Content-Length: 9\r\n\r\n");
    let half = |number: u32| {
        let mut stream = server.connect();
        stream
            .write_all(if number.is_multiple_of(2) { head.as_bytes() } else { waiting.as_bytes() })
            .unwrap();
        stream
    };
    let mut guests: Vec<TcpStream> = (0..300).map(half).collect();
    assert_eq!(server.ask("GET", "about", "").0, 200);
    // The oldest were dropped, and others are still heard: the page has not waited until their time was up.
    let mut reply = [0; 12];
    assert!(!matches!(guests[0].read(&mut reply), Ok(1..)));
    let late = &mut guests[100];
    late.write_all(b"Connection: close\r\n\r\n").unwrap();
    late.read_exact(&mut reply).unwrap();
    assert_eq!(&reply, b"HTTP/1.1 200");
}

#[test]
fn undo_after_looking_leads_to_the_persons_move_and_the_engine_answers() {
    let server = Server::start("undo", &["cwda", "--level", "1", "--clock", "move 0.1"]);
    let game = server.open();
    let obey = |text: &str| {
        server.ask("POST", &format!("games/{game}/commands"), &json!({ "command": text }).to_string()).1
    };
    assert_eq!(server.ask("GET", &format!("games/{game}"), "").1["variant"], "cwda:clobberers/nutters");
    for command in ["analyze", "back", "last"] {
        server.play(game, "e4");
        server.wait(game, |state| state["history"]["at"] == 2 && state["task"].is_null());
        obey(command);
        let state = obey("undo");
        assert_eq!((&state["history"]["at"], &state["looking"]), (&json!(0), &json!(false)), "{command}");
    }
    // Lessons interrupt the engine; then it thinks on.
    obey("clock move 99");
    obey("level 14");
    server.play(game, "e4");
    let post =
        |what: &str, body: Value| server.ask("POST", &format!("games/{game}/{what}"), &body.to_string());
    post("learn", json!({ "what": "nutters" }));
    assert_eq!(post("study", json!({ "step": "leave" })).1["task"], "move");
    let about = server.ask("GET", "about", "").1;
    let cwda =
        about["variants"].as_array().unwrap().iter().find(|info| info["variant"] == "cwda").unwrap().clone();
    assert_eq!(cwda["suggested"], "clobberers/nutters");
}

#[test]
fn hostile_requests_leave_everything_as_it_is() {
    let server = Server::start("hostile", &["--side", "both"]);
    let game = server.open();
    server.play(game, "e2e4");
    let before = server.ask("GET", &format!("games/{game}"), "").1;
    let text = |path: &str, body: &str| server.ask("POST", path, body).0;
    let here = |what: &str| format!("games/{game}/{what}");
    let deep = "[".repeat(100_000);
    for body in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\"e7e5\"",
        r#"{"move":5}"#,
        r#"{"command":null}"#,
        deep.as_str(),
        "\u{0}",
    ] {
        assert_eq!(text(&here("moves"), body), 400, "{body:.20}");
        assert_eq!(text(&here("commands"), body), 400, "{body:.20}");
        assert_eq!(text(&here("begin"), body), 400, "{body:.20}");
    }
    for level in [json!(0), json!(99), json!("3"), json!(2.5), json!(null)] {
        let (status, why) = server.begin(game, &json!({ "variant": "chess", "level": level }));
        assert!(
            status == 400 && why["refused"]["reason"].as_str().unwrap().contains("from 1 to 14"),
            "{why}"
        );
    }
    for command in ["save /etc/x", "load /etc/passwd", "quit", "set Variety 3", "nonsense", "", "e7e5"] {
        assert_eq!(text(&here("commands"), &json!({ "command": command }).to_string()), 400, "{command}");
    }
    for m in ["e9e10", "♔", "e7e5e7e5e7e5", &"x".repeat(500_000), "e2e4;quit", "\n"] {
        assert_eq!(text(&here("moves"), &json!({ "move": m }).to_string()), 409, "{m:.20?}");
    }
    let huge = "x".repeat(3 << 20);
    assert!([413, 0].contains(&text(&here("pgn"), &huge)));
    assert_eq!((text(&here("pgn"), "no game"), text(&here("pgn"), "")), (409, 409));
    for path in [
        "games/999",
        "games/-1",
        "games/x",
        "games/1/piece/99999",
        "army?%",
        "army?%zz",
        "../etc/passwd",
        "a/b/c/d",
    ] {
        let status = server.ask("GET", path, "").0;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    let noise = vec![0xff; 40_000];
    for bytes in [&b"\x16\x03\x01\x02\x00"[..], b"\r\n\r\n", b"GET", b"GET / HTTP/9.9\r\n\r\n", &noise] {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes);
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(1 << 20));
    assert!(server.raw(long.as_bytes()).0 != 200);
    // Other tabs, more than the limit.
    let opened: Vec<u16> = (0..40).map(|_| server.ask("POST", "games", "").0).collect();
    assert!(opened.contains(&429), "{opened:?}");
    for number in 0..2000 {
        let path =
            if number % 2 == 0 { "/".to_string() } else { format!("/{}/games/{number}", server.token) };
        let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
        assert!((400..500).contains(&server.request("GET", &path, &host, "").0) || number <= 40);
    }
    let after = server.ask("GET", &format!("games/{game}"), "").1;
    assert_eq!((&after["fen"], &after["history"]), (&before["fen"], &before["history"]));
    assert_eq!(server.play(game, "e7e5").0, 200);
}

#[test]
fn head_is_answered_like_get_without_a_body() {
    let server = Server::start("head", &["--side", "both"]);
    let game = server.open();
    for path in
        ["", "page.css", "about", "army?cwda:fide", &format!("games/{game}"), &format!("games/{game}/pgn")]
    {
        assert_eq!(server.ask("HEAD", path, ""), (200, Value::String(String::new())), "{path}");
    }
    assert_eq!(server.ask("HEAD", "nothing", "").0, 404);
    assert_eq!(server.ask("HEAD", "games", "").0, 404, "only POST opens a game");
}
