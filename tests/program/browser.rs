//! The page in a real browser, used as a person uses it. Left out where `chromedriver` is not installed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::common::webdriver::{Browser, key};
use crate::serve::Server;

/// What a person does in a tab of its own, with a server that has these arguments.
type Scenario = (&'static str, &'static [&'static str], fn(&Browser, &Server));
const SCENARIOS: &[Scenario] = &[
    ("clicks", &[], clicks),
    ("promotion", &["--side", "both"], promotion),
    ("drops", &["--side", "both"], drops),
    ("keyboard", &["--side", "both"], keyboard),
    ("lessons", &["--side", "both"], lessons),
    ("saved", &["--side", "both"], saved),
    ("tabs", &["--side", "both"], tabs),
    ("phone", &["--side", "both"], phone),
    ("workshop", &["--side", "both"], workshop),
];

#[test]
fn a_person_uses_the_page() {
    let Some(browser) = Browser::start() else {
        println!("left out: there is no `chromedriver` on the path (Debian: chromium-driver)");
        return;
    };
    let first = browser.open_tab();
    let mut failed: Vec<&str> = Vec::new();
    for (name, args, scenario) in SCENARIOS {
        let server = Server::start(&format!("browser-{name}"), args);
        browser.open_tab();
        browser.go(&server.address());
        let ran = catch_unwind(AssertUnwindSafe(|| {
            wait_for(&browser, "e2", "White Pawn");
            scenario(&browser, &server);
            assert_eq!(browser.faults(), [""; 0], "faults of the scripts");
        }));
        failed.extend(ran.is_err().then_some(*name));
        browser.close_tab(&first);
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn scripts_pass_the_linter() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/browser/page");
    for what in ["lint", "format"] {
        let Ok(output) = Command::new("biome").arg(what).current_dir(&page).output() else {
            println!("left out: there is no `biome` on the path (npm install --global @biomejs/biome)");
            return;
        };
        let said =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(output.status.success() && !said.contains('!'), "{said}");
    }
}

/// The cell of a square.
fn cell(square: &str) -> String {
    format!("#board [data-square={square}]")
}

fn click(browser: &Browser, square: &str) {
    browser.click(&cell(square));
}

/// Waits until a square is as a screen reader reads it.
#[track_caller]
fn wait_for(browser: &Browser, square: &str, words: &str) {
    let label = format!("document.querySelector({})?.getAttribute('aria-label')", json!(cell(square)));
    browser.wait(&format!("{label}?.startsWith({})", json!(format!("{square}, {words}"))));
}

/// Waits until the list of moves has so many.
#[track_caller]
fn wait_for_moves(browser: &Browser, count: usize) {
    browser.wait(&format!("document.querySelectorAll('#history button').length === {count}"));
}

/// Begins the game that the window of a new game shows.
fn begin(browser: &Browser) {
    browser.click("#begin-now");
    browser.wait("!document.getElementById('begin').open");
}

/// Sets up a position by a link.
fn follow(browser: &Browser, link: &str) {
    browser.value(&format!("void (location.hash = {})", json!(link)));
}

/// A game by clicks and drags: the engine answers; refusals, undo, a hint, an analysis.
fn clicks(browser: &Browser, _: &Server) {
    browser.wait_for_text("#begin-title", "Welcome");
    begin(browser);
    click(browser, "e2");
    browser.wait("document.querySelector('#board [data-square=e4].goes')");
    click(browser, "e4");
    wait_for(browser, "e4", "White Pawn");
    wait_for_moves(browser, 2);
    click(browser, "g1");
    click(browser, "g3");
    browser.wait_for_text("#refusal", "does not move to g3");
    browser.drag(&cell("g1"), &cell("f3"));
    wait_for(browser, "f3", "White Knight");
    wait_for_moves(browser, 4);
    browser.wait("document.getElementById('refusal').textContent === ''");
    browser.click("[data-command=undo]");
    wait_for(browser, "g1", "White Knight");
    browser.click("[data-command=hint]");
    browser.wait("document.querySelector('#arrows line.hint')");
    browser.click("#analyze");
    browser.wait("document.querySelectorAll('#analysis tr').length === 3");
    browser.wait_for_text("#analyze", "Stop");
    browser.click("#analyze");
    browser.wait("document.getElementById('analysis').hidden");
    browser.click("#open-rules");
    browser.wait_for_text("#page-text", "The pieces");
    browser.click("#page-text details summary");
    browser.wait("document.querySelector('#page-text details .moves svg')");
}

/// A promotion is chosen on its square.
fn promotion(browser: &Browser, _: &Server) {
    follow(browser, "fen=7k/P7/8/8/8/8/8/7K w - - 0 1&variant=chess");
    wait_for(browser, "a7", "White Pawn");
    click(browser, "a7");
    click(browser, "a8");
    browser.wait("document.querySelectorAll('#choices.on-square button').length === 5");
    browser.press(&[key::ESCAPE]);
    browser.wait("document.getElementById('choices').hidden");
    browser.drag(&cell("a7"), &cell("a8"));
    browser.click("#choices [aria-label='Play a8=N']");
    wait_for(browser, "a8", "White Knight");
}

/// Pieces in hand are dropped, and a drop is refused.
fn drops(browser: &Browser, _: &Server) {
    follow(browser, "fen=rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3&variant=crazyhouse");
    browser.click("#near .hand button");
    click(browser, "a7");
    browser.wait_for_text("#refusal", "a7");
    browser.click("#near .hand button");
    browser.wait("document.querySelector('#board [data-square=e4].goes')");
    click(browser, "e4");
    wait_for(browser, "e4", "White Pawn");
    browser.wait("document.querySelectorAll('.hand button').length === 1");
    browser.click("#far .hand button");
    click(browser, "d5");
    wait_for(browser, "d5", "Black Pawn");
}

/// Everything by keys.
fn keyboard(browser: &Browser, _: &Server) {
    browser.click("#open-begin");
    begin(browser);
    browser.wait("document.activeElement.dataset.square === 'a1'");
    let right = [key::RIGHT; 4];
    browser.press(&[&right[..], &[key::UP, key::ENTER]].concat());
    browser.wait("document.querySelector('#board [data-square=e2].chosen')");
    browser.press(&[key::ESCAPE]);
    browser.wait("!document.querySelector('#board .chosen')");
    browser.press(&[key::ENTER, key::UP, key::UP, key::ENTER]);
    wait_for(browser, "e4", "White Pawn");
    browser.enter("#typed", &format!("c5{}", key::ENTER));
    wait_for(browser, "c5", "Black Pawn");
    browser.wait("document.getElementById('typed').value === ''");
    browser.value("document.activeElement.blur()");
    browser.press(&[key::LEFT]);
    wait_for(browser, "c7", "Black Pawn");
    browser.press(&[key::RIGHT]);
    wait_for(browser, "c5", "Black Pawn");
}

/// Lessons: an answer that is shown, the next task, and the game again.
fn lessons(browser: &Browser, _: &Server) {
    follow(browser, "learn=nutters");
    browser.wait_for_text("#lesson h2", "piece 1 of");
    browser.click("#lesson .tools button");
    browser.wait_for_text("#lesson [role=status]", "The answer:");
    browser.click("#lesson button.main");
    browser.wait_for_text("#lesson h2", "task 2 of");
    let piece = browser.value("document.querySelector('#piece h3').textContent");
    assert!(piece.as_str().unwrap().starts_with("How the "), "{piece}");
    browser.click("#lesson .tools button:last-child");
    browser.wait("document.getElementById('lesson').hidden");
    wait_for(browser, "e2", "White Pawn");
}

/// A game is saved, named, opened, written to a file, and deleted.
fn saved(browser: &Browser, _: &Server) {
    for square in ["d2", "d4"] {
        click(browser, square);
    }
    wait_for_moves(browser, 1);
    let text = browser.value("fetch(document.getElementById('save').href).then(reply => reply.text())");
    assert!(text.as_str().unwrap().contains("1. d4 *"), "{text}");
    browser.click("#open-saved");
    browser.click("#saved-games [aria-label^=Rename]");
    browser.accept(Some("Tuesday"));
    browser.wait_for_text("#saved-games b", "Tuesday");
    browser.click("#saved [aria-label=Close]");
    browser.click("#open-begin");
    begin(browser);
    wait_for_moves(browser, 0);
    browser.click("#open-saved");
    browser.click("#saved-games [aria-label='Open Tuesday'], #saved-games [aria-label='Resume Tuesday']");
    wait_for(browser, "d4", "White Pawn");
    browser.click("#open-begin");
    begin(browser);
    wait_for_moves(browser, 0);
    browser.click("#open-saved");
    browser.click("#saved-games [aria-label='Delete Tuesday']");
    browser.accept(None);
    browser.wait_for_text("#saved-games", "No game has been saved yet");
}

/// Two tabs have two games, a tab that is loaded again keeps its own, and a new tab takes over that of a closed one.
fn tabs(browser: &Browser, server: &Server) {
    click(browser, "c2");
    click(browser, "c4");
    wait_for_moves(browser, 1);
    browser.reload();
    wait_for(browser, "c4", "White Pawn");
    let first = browser.open_tab();
    browser.go(&server.address());
    wait_for(browser, "c2", "White Pawn");
    assert_eq!(browser.value("document.getElementById('offer').hidden"), true, "the game is open elsewhere");
    let second = browser.window();
    browser.switch(&first);
    browser.close_tab(&second);
    browser.open_tab();
    browser.go(&server.address());
    browser.wait_for_text("#offer", "There is an unfinished game: chess, ");
    browser.click("#offer button");
    wait_for(browser, "c4", "White Pawn");
    let third = browser.window();
    browser.switch(&second);
    browser.close_tab(&third);
}

/// The page on a phone: nothing is wider than the screen, and a finger plays.
fn phone(browser: &Browser, _: &Server) {
    browser.set_screen(Some((390, 844)));
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    browser.wait(fits);
    browser.tap(&cell("e2"));
    browser.tap(&cell("e4"));
    wait_for(browser, "e4", "White Pawn");
    for variant in ["narrow", "xiangqi", "omega", "greener"] {
        browser.value(&format!("void (location.hash = 'variant={variant}')"));
        browser.wait_for_text("#title small", variant);
        browser.wait(fits);
    }
    browser.set_screen(None);
}

/// A line of notation and definitions as they are typed: their faults, and a game of them that is played.
fn workshop(browser: &Browser, _: &Server) {
    let wait_for_text = |id: &str, text: &str| browser.wait_for_text(&format!("#{id}"), text);
    let paste = |text: &str| {
        let text = json!(text);
        browser.value(&format!(
            "void ((document.getElementById('definition').value = {text}), \
             document.getElementById('definition').dispatchEvent(new Event('input')))"
        ));
    };
    browser.click("#open-workshop");
    browser.enter("#notation", "fhNbs");
    wait_for_text("notation-answer", "found the end");
    browser.enter("#notation", "K");
    wait_for_text("notation-answer", "as W and F");
    browser.wait("document.querySelector('#notation-answer svg')");
    paste(
        "title = \"Two Amazons\"\nextends = \"chess\"\n[pieces]\nQ = { name = \"Amazon\", betza = \"QNX\" }\n",
    );
    wait_for_text("definition-answer", "Line 4");
    wait_for_text("definition-answer", "^");
    browser.wait("document.querySelector('#definition-answer button').disabled");
    paste("files=6\nranks=6\npawn::fmWfcF::a2-f2\nking::::d1\nrook::::a1,f1\n");
    wait_for_text("definition-answer", "an Interactive Diagram");
    paste("[small:chess]\nmaxRank = 4\nwallingRule = arrow\n");
    wait_for_text("definition-answer", "wallingRule = arrow");
    paste(
        "title = \"Two Amazons\"\nextends = \"chess\"\n[pieces]\nQ = { name = \"Amazon\", betza = \"QN\" }\n",
    );
    browser.wait("document.querySelector('#definition-answer button')?.disabled === false");
    browser.click("#definition-answer button");
    wait_for(browser, "d1", "White Amazon");
    browser.wait("!document.getElementById('workshop').open");
    // It is among the games from now on.
    browser.click("#open-begin");
    browser.enter("#search", "two amazons");
    browser.wait_for_text("#variants", "Two Amazons");
}
