//! The games that are offered to XBoard, with a user's own files, through the real program.

use crate::common::files::Files;
use crate::common::program::talk;

/// WinBoard 4.9.1 closes an engine that sends a line of 4,096 bytes.
const LONGEST_LINE: usize = 4000;
const SOURCES: [&str; 4] = ["fide", "clobberers", "nutters", "rookies"];
const ARMY: &str = "title = 'Desert Riders'
[pieces]
R = { name = 'Caravan', letters = 'V', betza = 'R4A' }
N = { name = 'Camel', letters = 'CM', betza = 'FC' }
B = { name = 'Zebra', letters = 'Z', betza = 'WZ' }
Q = { name = 'Sultan', letters = 'S', betza = 'BNW' }
";
/// Double moves on six by six squares.
const RIVERS: &str = "title = 'Rivers'
start = 'rbekbr/pppppp/6/6/PPPPPP/RBEKBR w - - 0 1 d -'
[rules]
turn = 'one-move-per-square-color'
no_moves = 'closes-color'
repetition = { count = 3, result = 'closes-color' }
material_draw = false
[pieces]
P = { betza = 'mcefFimfnA', promotes = ['E', 'R'] }
R = { betza = 'FDD' }
B = { betza = 'B' }
E = { betza = 'FA' }
K = { betza = 'FD', royal = 'check' }
";
/// A user's own game on ten by eight squares.
const GREAT: &str = "title = 'Mine'
start = 'rnbqkaaqnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKAAQNR w - - 0 1'
[pieces]
P = { betza = 'mfWcfF', promotes = ['Q'] }
R = { betza = 'R' }
N = { betza = 'N' }
B = { betza = 'B' }
Q = { betza = 'Q' }
A = { betza = 'BW' }
K = { betza = 'K', royal = 'check' }
";

/// The program's answers to XBoard's `lines` with these files.
fn answers(files: &Files, lines: &str) -> Vec<String> {
    let input = format!("xboard\nprotover 2\naccepted highlight\n{lines}\nquit\n");
    talk(["--variants".as_ref(), files.0.as_os_str()], input).lines().map(str::to_string).collect()
}

/// The names that are offered.
fn offered(files: &Files) -> Vec<String> {
    let lines = answers(files, "");
    // XBoard takes the last.
    let line = lines.iter().rfind(|line| line.starts_with("feature variants=")).unwrap();
    assert!(line.len() <= LONGEST_LINE, "{} bytes", line.len());
    line.split('"').nth(1).unwrap().split(',').map(str::to_string).collect()
}

fn place(names: &[String], name: &str) -> usize {
    names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

#[test]
fn the_first_buttons_are_the_pairings_and_the_games_of_the_sources() {
    let names = offered(&Files::new("menu-shipped", &[("unused.toml", ARMY)]));
    let first = place(&names, "cwda-fide-fide");
    for white in SOURCES {
        for black in SOURCES {
            let at = place(&names, &format!("cwda-{white}-{black}"));
            assert!((first..first + 16).contains(&at), "{names:?}");
        }
    }
    let games =
        ["cwda", "greener", "augmented-half", "narrow-folded", "colorboundmost", "nearly-colorboundmost"];
    for game in games {
        assert!((first + 16..first + 22).contains(&place(&names, game)), "{game} in {names:?}");
    }
    // A game without room in the list can still be played.
    let files = Files::new("menu-shipped-too", &[("unused.toml", ARMY)]);
    let lines = answers(&files, "variant cwda-crooks-zebroids");
    assert!(lines.iter().any(|line| line.starts_with("setup (")), "{lines:?}");
}

#[test]
fn what_the_user_brings_comes_first() {
    let files = [("desert.toml", ARMY), ("far-away.toml", ARMY), ("rivers.toml", RIVERS)];
    let names = offered(&Files::new("menu-brought", &files));
    let before = &names[..place(&names, "rivers")];
    assert!(
        before[0] == "normal" && before.iter().all(|name| !name.contains('-')),
        "XBoard's own: {names:?}"
    );
    let shipped = place(&names, "cwda-fide-fide");
    for name in ["cwda-desert-fide", "cwda-pizza-desert", "cwda-desert-far-away", "cwda-far-away-rookies"] {
        assert!(place(&names, name) < shipped, "{names:?}");
    }
}

/// XBoard gives its own game a live button only if the first name that contains the game's is that name.
#[test]
fn xboards_own_games_have_live_buttons() {
    let files = [("my-super.toml", GREAT), ("shogibert.toml", GREAT), ("lionheart.toml", ARMY)];
    let names = offered(&Files::new("menu-own", &files));
    let list = names.join(",");
    for game in [
        "normal",
        "fischerandom",
        "wildcastle",
        "nocastle",
        "knightmate",
        "berolina",
        "cylinder",
        "shatranj",
        "atomic",
        "twokings",
        "3check",
        "suicide",
        "giveaway",
        "losers",
        "fairy",
        "seirawan",
        "falcon",
        "spartan",
        "makruk",
        "shogi",
        "xiangqi",
        "courier",
        "gothic",
        "janus",
        "caparandom",
        "capablanca",
        "grand",
        "great",
        "super",
        "crazyhouse",
        "bughouse",
        "asean",
        "lion",
        "elven",
    ] {
        let first = list.find(game).unwrap_or_else(|| panic!("no {game} in {list}"));
        let name = list[first..].split(',').next().unwrap();
        assert!(name == game && (first == 0 || list[..first].ends_with(',')), "{game}: {name} in {list}");
    }
}

/// The buttons of WinBoard have room for about fourteen letters.
#[test]
fn pairings_differ_where_winboard_cuts_their_names() {
    let files = Files::new("menu-short", &[("desert.toml", ARMY)]);
    let input = "xboard\noption WinBoard pictures=1\nprotover 2\naccepted highlight\n";
    let run =
        |lines: &str| talk(["--variants".as_ref(), files.0.as_os_str()], format!("{input}{lines}quit\n"));
    let said = run("");
    let line = said.lines().find(|line| line.starts_with("feature variants=")).unwrap();
    let names: Vec<&str> = line.split('"').nth(1).unwrap().split(',').collect();
    let short: Vec<&str> =
        names.iter().copied().filter(|name| name.len() <= 14 && name.contains('-')).collect();
    let expected =
        ["fide-fide", "fide-clob", "clob-nutt", "nutt-rook", "rook-rook", "dese-fide", "nutt-dese"];
    assert!(expected.iter().all(|name| short.contains(name)), "{short:?}");
    assert!(names.contains(&"cwda-clobberers-nutters"), "for the command line");
    let setup = |name: &str| {
        let said = run(&format!("variant {name}\n"));
        said.lines().find(|line| line.starts_with("setup ")).map(str::to_string)
    };
    for (cut, name) in [
        ("clob-nutt", "cwda-clobberers-nutters"),
        ("clob-nut", "cwda-clobberers-nutters"),
        ("clobberers2-fide", "cwda-clobberers2-fide"),
        ("dese-rook", "cwda-desert-rookies"),
    ] {
        assert!(setup(cut).is_some() && setup(cut) == setup(name), "{cut}");
    }
    assert_eq!((setup("cl-nut"), setup("clob-"), setup("-nut"), setup("clob")), (None, None, None, None));
}

/// A camel and a zebra look like their animals, slots 24 and 23 of XBoard's table.
#[test]
fn leapers_have_the_pictures_of_their_animals() {
    let files = Files::new("menu-leapers", &[("desert.toml", ARMY)]);
    let lines = answers(&files, "variant cwda-desert-fide");
    let table = lines.iter().find_map(|line| line.strip_prefix("setup (")).unwrap().replace("=R", "");
    let slots: Vec<char> = table.replace("=Q", "").chars().collect();
    assert_eq!((slots[24], slots[23]), ('C', 'Z'), "{table}");
}

#[test]
fn however_many_armies_there_are_the_line_fits_and_holds_every_variant() {
    let names: Vec<String> = (0..40).map(|number| format!("an-army-of-number-{number}.toml")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), ARMY)).collect();
    let names = offered(&Files::new("menu-many", &files));
    for name in ["cwda-rookies-rookies", "gridolina", "king-of-the-hill", "cwda-fide-an-army-of-number-0"] {
        place(&names, name);
    }
}

/// The games that the name `fairy` may stand for.
fn reached_by_fairy(lines: &[String]) -> Vec<String> {
    let option = lines.iter().find(|line| line.contains("\"Variant fairy selects -combo ")).unwrap();
    let (_, values) = option.trim_end_matches('"').split_once(" -combo ").unwrap();
    values.split(" /// ").map(|value| value.trim_start_matches('*').to_string()).collect()
}

#[test]
fn no_line_is_longer_than_winboard_reads() {
    // The longest title a file may have.
    let title = "\u{e9}".repeat(80);
    let army = ARMY.replace("Desert Riders", &title);
    let game = GREAT.replace("'Mine'", &format!("'{title}'"));
    let names: Vec<String> = (0..500).map(|number| format!("a-file-of-number-{number}.toml")).collect();
    let text = |number: usize| if number.is_multiple_of(2) { army.as_str() } else { game.as_str() };
    let files: Vec<(&str, &str)> =
        names.iter().enumerate().map(|(number, name)| (name.as_str(), text(number))).collect();
    let files = Files::new("menu-lines", &files);
    let long = "x".repeat(60_000);
    let hostile = format!(
        "variant a-file-of-number-499\nvariant {long}\nusermove {long}\n{long}\nsetboard {long}\nping \
         {long}\n\
         option White army={long}\noption {long}=1\nsd 9\npost\ngo\nping 1"
    );
    let lines = answers(&files, &hostile);
    for line in &lines {
        assert!(line.len() <= LONGEST_LINE, "{} bytes: {}", line.len(), &line[..200]);
    }
    let armies = lines.iter().find(|line| line.contains("\"White army (cwda")).unwrap();
    assert!(armies.len() > LONGEST_LINE - 500, "as many armies as fit: {armies}");
    assert!(armies.contains("*Fabulous FIDEs"), "{armies}");
}

#[test]
fn games_without_a_button_are_reached_by_the_name_fairy() {
    let files = Files::new("menu-fairy", &[("great.toml", GREAT), ("rivers.toml", RIVERS)]);
    let games = reached_by_fairy(&answers(&files, ""));
    let wanted =
        ["fide-rookies", "omega", "gryphon", "kingofthehill", "racingkings", "narrow", "great", "rivers"];
    for name in wanted {
        assert!(games.iter().any(|game| game == name), "no {name} in {games:?}");
    }
    for name in ["chess", "normal", "capablanca", "shatranj", "fairy"] {
        assert!(games.iter().all(|game| game != name), "{name} has a button");
    }
    let select = |game: &String| format!("option Variant fairy selects={game}\nvariant fairy\nnext\n");
    let lines = answers(&files, &games.iter().map(select).collect::<String>());
    let mut told = lines.split(|line| line.ends_with(": next")).filter(|lines| !lines.is_empty());
    for game in &games {
        let lines = told.next().unwrap();
        assert!(lines.iter().any(|line| line.starts_with("setup (")), "{game}: {lines:?}");
    }
}

#[test]
fn every_name_that_is_offered_is_a_game() {
    let files = Files::new("menu-games", &[("far-away.toml", ARMY), ("rivers.toml", RIVERS)]);
    let lines: Vec<String> = offered(&files).iter().map(|name| format!("variant {name}")).collect();
    let answers = answers(&files, &lines.join("\n")).into_iter();
    let refused: Vec<String> = answers.filter(|line| line.starts_with("Error")).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

/// XBoard is not offered what it cannot show, under no name. Other programs are.
#[test]
fn games_that_xboard_cannot_show_are_not_offered_there() {
    let files = Files::new("menu-unshowable", &[("rivers.toml", RIVERS)]);
    let lines = answers(&files, "option Variant fairy selects=kyotoshogi\nvariant fairy");
    assert!(lines.iter().any(|line| line.contains("in its promoted form")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("setup ")), "{lines:?}");
    let first = lines.iter().find(|line| line.starts_with("feature variants=")).unwrap();
    let games = reached_by_fairy(&lines);
    for name in ["andernach", "antiandernach", "blast", "chennis", "kyotoshogi", "micro"] {
        assert!(first.contains(&format!(",{name},")), "{name} in {first}");
        assert!(!offered(&files).iter().any(|offered| offered == name), "{name}");
        assert!(!games.iter().any(|game| game == name), "{name} in {games:?}");
    }
}

#[test]
fn double_moves_need_no_board_of_eight_by_eight() {
    let files = Files::new("menu-double", &[("rivers.toml", RIVERS)]);
    let lines = answers(&files, "variant rivers");
    assert!(
        lines.iter().any(|line| line.starts_with("setup (") && line.contains(" 6x6+0_lion ")),
        "{lines:?}"
    );
}

#[test]
fn a_files_name_does_not_decide_what_xboard_is_told() {
    let files =
        Files::new("menu-names", &[("great.toml", GREAT), ("gothic.toml", GREAT), ("mine.toml", GREAT)]);
    let told = |name: &str| {
        let mut lines = answers(&files, &format!("variant {name}"));
        lines.retain(|line| line.starts_with("setup ") || line.starts_with("piece "));
        lines
    };
    assert_eq!(told("mine").len(), 1 + 2 * 7, "a setup, and seven kinds of each side");
    for name in ["great", "gothic"] {
        assert_eq!(told(name), told("mine"), "{name}");
        let lines = answers(&files, &format!("variant {name}\nvariant {name}"));
        let said = lines.iter().filter(|line| line.starts_with("telluser ") && line.contains(name));
        assert_eq!(said.count(), 1, "{lines:?}");
    }
    assert!(told("capablanca").is_empty(), "XBoard has that game");
}

/// A copy of XBoard's game under its name is that game.
#[test]
fn the_same_game_from_a_file_is_known_by_its_name() {
    let files = Files::new("menu-same", &[("gothic.toml", include_str!("../../variants/gothic.toml"))]);
    assert!(answers(&files, "variant gothic").iter().all(|line| !line.starts_with("setup ")));
}
