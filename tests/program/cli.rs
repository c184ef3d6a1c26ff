//! The command line: what each command prints, and how it ends.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::program::{complains, fibnif, file, prints, talk};
use fibnif::play::{Setting, Settings};
use fibnif::variant::Catalog;

#[test]
fn list_names_variants_and_armies() {
    let text = prints(["list"]);
    for name in ["chess", "cwda", "fide", "clobberers", "nutters", "rookies"] {
        assert!(text.split_whitespace().any(|word| word == name), "no {name} in:\n{text}");
    }
}

/// Every command that tells something tells it to programs, too.
#[test]
fn answers_are_data_as_well() {
    let json = |words: &[&str]| -> Vec<serde_json::Value> {
        let text = prints(words.iter().chain(&["--json"]));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let listed = json(&["list"]);
    let cwda = listed.iter().find(|variant| variant["variant"] == "cwda").unwrap();
    assert_eq!(cwda["choices"][0]["choice"], "army");
    assert_eq!(json(&["moves", "chess"])[0]["legal"].as_array().unwrap().len(), 20);
    let divided = &json(&["perft", "chess", "2", "--divide"])[0];
    assert_eq!((&divided["nodes"], &divided["divide"]["e2e4"]), (&400.into(), &20.into()));
    let shown = &json(&["show", "cwda:clobberers/nutters"])[0];
    assert_eq!(shown["sides"][0]["army"], "Colorbound Clobberers");
    assert_eq!(shown["sides"][1]["pieces"][2]["betza"], "bKfsR");
    assert_eq!(json(&["show", "nutters:Unicorn"])[0]["pieces"][0]["letter"], "U");
    let explained = &json(&["explain", "fhNbsK"])[0];
    assert_eq!((&explained["parts"][0]["text"], &explained["betza"]), (&"fhN".into(), &"fhNbsK".into()));
    let army = file("json", "broken.toml", "title = \"Broken\"\n[pieces]\nN = { betza = \"Q?\" }\n");
    let output = fibnif([OsStr::new("check"), army.as_os_str(), OsStr::new("--json")]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["line"], &found["severity"]), (&3.into(), &"error".into()));
}

/// Old spellings and likely guesses are refused with what to write instead.
#[test]
fn old_spellings_and_guesses_say_what_to_write() {
    for (words, advice) in [
        ("match self self --variant cwda", "name the variant first"),
        ("match chess self self --tc 10+0.1", "a number alone is minutes"),
        ("match chess self self --st 1", "`--time SECONDS`"),
        ("match chess self self --nodes 1 --pgn x.pgn", "`--save FILE`"),
        ("match self self --nodes 1", "expected the variant first"),
        ("match self self --nodes 1 --variants cwda", "`cwda` is a variant, not a file"),
        ("play chess --hash 64", "`--memory`"),
        ("play --variant chess", "name the variant without an option"),
        ("worth FC --in cwda", "`fibnif worth FC cwda:fide`"),
        ("match chess", "for example: fibnif match chess self"),
        ("selfplay x.txt", "`fibnif lab selfplay"),
        ("train x.net", "`fibnif lab train`"),
        ("match chess self", "name the opponent, too"),
        ("match chess self self", "add `--clock"),
        ("play nutters", "`nutters` is an army, not a variant: write `cwda:nutters`"),
        ("analyze games.pgn", "write `--pgn games.pgn`"),
        ("play desert.toml", "write `--variants desert.toml`"),
        ("perft 3 chess", "for example: fibnif perft chess 4"),
        ("solve KQvK", "for example: fibnif solve chess KQvK"),
        ("referee chess --json", "always answers in JSON"),
        ("help chess", "`fibnif show NAME`"),
        ("help xborad", "Did you mean `fibnif help xboard`?"),
        ("version", "`fibnif --version`"),
        ("-v", "`fibnif --version`"),
    ] {
        let fault = complains(2, words.split(' '));
        assert!(fault.contains(advice), "{words}: {fault}");
    }
}

#[test]
fn moves_are_sorted_one_a_line() {
    let text = prints(["moves", "chess"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted());
    assert_eq!(lines[0], "a2a3");
    let text = prints(["moves", "chess", "--fen", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(text.lines().any(|line| line == "a7a8q"), "{text}");
}

/// What a command says on standard error and on standard output that must succeed.
fn says<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> (String, String) {
    let output = fibnif(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{}: {errors}", output.status);
    (errors, String::from_utf8(output.stdout).unwrap())
}

/// Mate and stalemate leave no moves, and neither do a game's own ends; standard error says which it
/// is. A draw that an arbiter declares is said, and leaves the moves.
#[test]
fn a_game_that_is_over_says_how() {
    for (variant, fen, end) in [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate, White has won"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate, a draw"),
        ("kingofthehill", "4k3/8/8/8/3K4/8/8/8 b - - 0 1", "goal reached, White has won"),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 b - - 0+2 0 1", "checks given, White has won"),
        ("threekings", "k3k2k/8/8/8/8/8/8/KR2K3 w - - 0 1", "pieces lost, Black has won"),
        ("extinction", "4k3/8/8/3q4/4P3/8/8/3QK3 w - - 0 1", "pieces lost, "),
        ("codrus", "8/8/8/8/8/8/7k/R7 w - - 0 1", "pieces lost, White has won"),
        ("losers", "7k/8/8/8/8/8/7P/K7 b - - 0 1", "pieces lost, Black has won"),
        ("jesonmor", "9/9/Nn7/9/4n4/9/9/9/9 w - - 0 25", "goal reached, Black has won"),
        ("karouk", "8/8/8/2K1k3/3m4/3R1R2/8/8 w - 128 13 128", "checks given, "),
        ("shatranj", "4k3/8/8/8/8/8/R7/4K3 b - - 0 1", "bare King, White has won"),
    ] {
        let (said, moves) = says(["moves", variant, "--fen", fen]);
        assert!(said.starts_with(&format!("fibnif: the game is over: {end}")), "{variant}: {said}");
        assert_eq!(moves, "", "{variant}");
        for detail in ["--no-bulk", "--divide"] {
            let (said, counted) = says(["perft", variant, "3", "--fen", fen, detail]);
            assert!(said.contains(end), "{variant}: {said}");
            assert_eq!(counted.lines().last(), Some("nodes 0"), "{variant}");
        }
    }
    let (said, moves) = says(["moves", "chess", "--fen", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"]);
    assert_eq!(said, "fibnif: the game is over: insufficient material, a draw\n");
    assert_eq!(moves.lines().count(), 8);
    assert_eq!(says(["moves", "chess"]).0, "");
}

#[test]
fn perft_ends_with_the_nodes() {
    for args in [
        &["perft", "chess", "3"][..],
        &["perft", "chess", "3", "--no-bulk"],
        &["perft", "chess", "3", "--divide"],
    ] {
        assert_eq!(prints(args).lines().last(), Some("nodes 8902"), "{args:?}");
    }
    assert_eq!(prints(["perft", "cwda:fide/clobberers", "2"]).lines().last(), Some("nodes 560"));
    assert_eq!(prints(["perft", "chess", "0"]).lines().last(), Some("nodes 1"));
    let divided = prints(["perft", "chess", "2", "--divide"]);
    assert!(divided.lines().any(|line| line == "e2e4: 20"), "{divided}");
}

#[test]
fn show_draws_a_variant() {
    let text = prints(["show", "cwda:clobberers/nutters"]);
    for words in
        ["L E C A K C E L", "t h u c k u h t", "Archbishop", "fRsRKfhN", "King e1-b1  Leaping Bishop a1-c1"]
    {
        assert!(text.contains(words), "no `{words}` in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colors in a pipe");
}

/// What is in hand at the start, how it gets on the board, and what captures do besides.
#[test]
fn show_tells_of_hands_and_explosions() {
    for (variant, sentences) in [
        (
            "crazyhouse",
            ["A captured piece changes sides and goes to the hand", "A Pawn enters only on ranks 2-7."],
        ),
        ("seirawan", ["in hand: HE he", "When a piece moves for the first time, its side may place a piece"]),
        (
            "placement",
            ["While a side has a piece in hand, its turn is to drop one", "not on the square color"],
        ),
        ("shogi", ["not on a file with a Pawn of its side", "Promoted Lance (+L)"]),
        ("atomic", ["A capture is an explosion", "A side must not blow up its own King"]),
        ("rifle", ["A piece that captures stays where it is.", ""]),
        ("superandernach", ["A piece that moves changes sides.", "A King never does."]),
    ] {
        let text = prints(["show", variant]).split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in sentences {
            assert!(text.contains(sentence), "{variant}: {sentence}\n{text}");
        }
    }
}

#[test]
fn show_finds_a_piece_by_notation_name_and_letter() {
    let colonel = prints(["show", "Colonel"]);
    assert!(colonel.contains("fRsRKfhN"), "{colonel}");
    assert_eq!(prints(["show", "nutters:Colonel"]), colonel);
    assert_eq!(prints(["show", "nutters:C"]), colonel);
    assert!(prints(["show", "fRsRKfhN"]).lines().count() > 8);
}

/// Every modifier that matters is seen in the drawing or said beside it: no two of these pieces have
/// the same page.
#[test]
fn pieces_that_move_differently_look_different() {
    let lines = [
        "R", "pR", "gR", "jR", "oR", "R3", "R4", "R5", "hhR", "pR4", "RpR", "mRcpR", "mRcR", "N", "nN", "jN",
        "NN", "nNN", "pNN", "gNN", "D", "nD", "jD", "DD", "nDD", "FF", "zFF", "zF3", "F", "iF", "FimW",
        "mFicF", "hhzFF", "W", "WW", "mW", "cW", "eW", "mceW", "K", "KisO2", "B", "oB", "R8", "R9",
    ];
    let mut pages: Vec<(String, &str)> = Vec::new();
    for line in lines {
        let page = prints(["show", line]);
        let drawing = page.split_once("\n\n").unwrap().1.to_owned();
        if let Some((_, other)) = pages.iter().find(|(known, _)| *known == drawing) {
            // The same moves in other letters.
            assert!(
                [("R", "WW"), ("R", "mRcR"), ("FF", "B")].contains(&(*other, line)),
                "{line} looks like {other}:\n{page}"
            );
        }
        pages.push((drawing, line));
    }
    let lame = prints(["show", "nN"]);
    assert!(lame.contains("|:::|-x-|:::|-x-|:::|\n+---+---+---+---+---+\n|-x-|:::| . |:::|-x-|"), "{lame}");
    assert!(prints(["show", "pR"]).contains("^  over exactly one piece on the way"));
}

#[test]
fn explain_takes_a_line_apart_and_names_other_readings() {
    let text = prints(["explain", "fhNbsK"]);
    for expected in [
        "from e4 to c5, d6, f6, g5",
        "XBoard 4.9.1 reads bsK differently",
        "Fairy-Stockfish reads bsK differently",
        "Fibnif tells XBoard fhNbsWbF",
    ] {
        assert!(text.contains(expected), "no {expected} in:\n{text}");
    }
    assert!(prints(["explain", "WD"]).contains("read this line as Fibnif does"));
    assert!(complains(2, ["explain", "WX"]).contains('^'));
    let [named, unicorn] = [prints(["explain", "Unicorn"]), prints(["explain", "nutters:Unicorn"])];
    assert!(unicorn.starts_with("Unicorn  fhNbsK\n") && unicorn.ends_with(&text), "{unicorn}");
    assert!(named.starts_with(&unicorn) && named.contains("\nUnicorn  BNN\n"), "{named}");
    let table = prints(["help", "betza"]);
    for letter in "WFDNAHGRBQKfblrvshmceinjpgoz".chars() {
        assert!(
            table.lines().any(|line| line.split_whitespace().next() == Some(&letter.to_string())),
            "{letter}"
        );
    }
}

/// Who mistypes a variant, an army or a man is told the nearest name, in one line.
#[test]
fn mistyped_names_are_answered_with_the_nearest() {
    for (words, meant) in [
        (["show", "ches"], "`chess`"),
        (["show", "colonl"], "`Colonel`"),
        (["show", "nuters:Horse"], "`nutters:Horse`"),
        (["show", "cwda:nuters"], "`nutters`"),
        (["worth", "knigt"], "`Knight`"),
        (["explain", "knigt"], "`Knight`"),
        (["moves", "cwdaa"], "`cwda`"),
        (["perft", "hordee"], ""),
        (["shwo", "chess"], "'show'"),
    ] {
        let said = complains(2, words);
        assert!(
            said.contains(meant) && said.lines().all(|line| line.chars().count() <= 110),
            "{words:?}: {said}"
        );
    }
}

#[test]
fn help_is_there_for_every_command() {
    let all = prints(["help"]);
    assert!(all.contains("Usage: fibnif"), "{all}");
    assert_eq!(prints(["help", "show"]), prints(["show", "--help"]));
    assert!(complains(2, ["help", "shwo"]).contains("show"));
    assert!(prints(["completions", "bash"]).contains("complete -F"));
    assert!(prints(["man"]).contains(".TH fibnif 6"));
}

/// What the Debian package brings is what the program prints; `UPDATE=1` writes it anew.
#[test]
fn the_package_brings_what_the_program_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".packaging");
    for (name, command) in [("fibnif.eng", "plugin"), ("fibnif.6", "man")] {
        let (path, printed) = (folder.join(name), prints([command]));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &printed).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        assert!(kept == printed, "{name} is not what `fibnif {command}` prints: run this test with UPDATE=1");
    }
}

/// No line is wider than a terminal, whatever is chosen.
#[test]
fn pages_are_no_wider_than_a_terminal() {
    let mut pages: Vec<String> = vec!["list".to_owned()];
    for variant in Catalog::builtin().list() {
        pages.push(format!("show {}", variant.id));
    }
    pages.push("show greener:fide+R=Crab,N=F,B=W,Q=Narrow/nutters+R=A;fence=vertical".to_owned());
    pages.push("show augmented-half:R=hhR+F,N=Crab+W,B=hhB+D,Q=hhQ+Wide".to_owned());
    for line in "R nN jD mRcpR FimW hhzFF oR9 gQ (1,4)".split(' ') {
        pages.extend([format!("show {line}"), format!("explain {line}")]);
    }
    pages.push("help betza".to_owned());
    for page in pages {
        for line in prints(page.split(' ')).lines() {
            assert!(line.chars().count() <= 80, "{page}: {line}");
        }
    }
}

/// What files and engines say reaches the terminal without control characters.
#[test]
fn control_characters_stay_out_of_the_terminal() {
    let army =
        "title = \"Evil\\u001b]0;mine\\u0007\"\n[pieces]\nR = { name = \"A\\u009b2J\", betza = \"R\" }\n";
    let path = file("control", "evil.toml", army);
    let path = path.to_str().unwrap();
    for args in
        [vec!["--variants", path, "show", "cwda:evil"], vec!["--variants", path, "list"], vec!["check", path]]
    {
        let output = fibnif(&args);
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).unwrap();
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {text:?}");
        }
    }
}

/// A double step that may be answered en passant begins where the rule says.
#[test]
fn show_says_what_is_so() {
    let horde = prints(["show", "horde"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(horde.contains("double step from rank 2 (Black from rank 7) can be captured"), "{horde}");
    let grand = prints(["show", "grand"]);
    assert!(grand.contains("\nBoth sides: Grand Chess\n") && !grand.contains("\nBlack: "), "{grand}");
    let knight = prints(["show", "colorboundmost"]);
    assert!(knight.contains(" Knight (N)") && !knight.contains("(FA) (N)"), "{knight}");
    let palace = "extends = \"chess\"\n[zone]\npalace.squares = \"d1:f3\"\n[pieces]\nK.within = \"palace\"\n";
    let palace = file("palace", "palace.toml", palace);
    let confined = prints(["--variants", palace.to_str().unwrap(), "show", "palace"]);
    assert!(confined.contains("royal; stays on d1:f3 (Black on c6:e8)"), "{confined}");
    let greener = prints(["show", "greener"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(greener.contains("a pawn's `msW` on ranks 5-8"), "{greener}");
}

#[test]
fn check_passes_good_files_and_points_into_bad_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(prints(["check".into(), root.join("variants")]), "no mistakes in 126 files\n");
    let army = fs::read_to_string(root.join("variants/armies/fide.toml")).unwrap();
    let line = army.lines().position(|line| line.starts_with("N = ")).unwrap() + 1;
    let bad = file("check", "bad.toml", &army.replace("betza = \"N\"", "betza = \"NX\""));
    let output = fibnif([OsStr::new("check"), bad.as_os_str()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("bad.toml:{line}:")) && text.contains('^'), "{text}");
    assert!(text.ends_with("\n1 error\n"), "{text}");
    let crowd = format!(
        "extends = \"chess\"\nrules.castling = \"none\"\nstart = \"rnbqk5/{}/RNBQK5 w - - 0 1\"\n",
        ["PPPPPppppp"; 8].join("/")
    );
    let crowd = file("check", "crowd.toml", &crowd);
    let output = fibnif([OsStr::new("check"), bad.as_os_str(), crowd.as_os_str()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("crowd.toml: error: ") && text.ends_with("2 errors in 2 of 2 files\n"), "{text}");
}

#[test]
fn comply_passes_this_engine_and_fails_what_is_none() {
    let own = env!("CARGO_BIN_EXE_fibnif");
    let steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 19, 20, 21, 23, 25, 26, 41, 42, 47];
    let numbers = steps.iter().flat_map(|number| ["--step".to_owned(), number.to_string()]);
    let text = prints(["comply".to_owned()].into_iter().chain(numbers).chain([own.to_owned()]));
    assert!(text.ends_with(&format!("\n{} steps passed, 0 failed, 0 skipped\n", steps.len())), "{text}");
    // `moves` prints no features and ends.
    let output = fibnif(["comply", "--step", "3", own, "moves", "chess"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("FAILED") && text.contains("> protover 2") && text.contains("1 failed"), "{text}");
    assert!(complains(2, ["comply", "no/such/engine"]).contains("no/such/engine"));
}

/// Takes most of a minute, and is sensitive to a busy machine.
#[test]
#[ignore = "slow"]
fn comply_passes_this_engine_in_every_step() {
    let text = prints(["comply", env!("CARGO_BIN_EXE_fibnif")]);
    assert!(text.contains(", 0 failed, "), "{text}");
}

#[test]
fn mistakes_on_the_command_line_end_with_2() {
    assert!(complains(2, ["comply", "--step", "99", "true"]).contains("1 to "));
    assert!(complains(2, ["show", ""]).contains("found nothing"));
    assert!(complains(2, ["perft", "nonesuch", "1"]).contains("nonesuch"));
    assert!(complains(2, ["perft", "chess", "deep"]).contains("deep"));
    assert!(complains(2, ["moves", "chess", "--fen", "9/8 w"]).starts_with("fibnif: "));
    assert!(complains(2, ["show", "NoSuchPiece!"]).contains("NoSuchPiece!"));
    assert!(complains(2, ["dance"]).contains("dance"));
    assert!(complains(2, ["--variants", "no/such/folder", "list"]).contains("no/such/folder"));
    complains(2, ["check"]);
}

/// Every example in the help of a command does what it is printed for.
#[cfg(unix)]
#[test]
fn every_example_of_the_help_can_be_given() {
    let engine = Path::new(env!("CARGO_BIN_EXE_fibnif"));
    let folder = file("help", "games.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    fs::write(
        folder.with_file_name("suite.epd"),
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n",
    )
    .unwrap();
    let mut count = 0;
    let commands = prints(["help"]);
    let listed = commands.lines().skip_while(|line| *line != "Commands:");
    let listed = listed.take_while(|line| !line.starts_with("Options"));
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    // Matches take other people's engines and minutes; a server goes on until it is told to end.
    for name in names.filter(|name| !["match", "serve"].contains(name)) {
        let help = prints(["help", name]);
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        for line in examples.map(str::trim).take_while(|line| !line.is_empty()) {
            let output = Command::new("sh")
                .args(["-c", line])
                .env("PATH", format!("{}:/usr/bin:/bin", engine.parent().unwrap().display()))
                .env("XDG_DATA_HOME", folder.parent().unwrap())
                .current_dir(folder.parent().unwrap())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            // What goes into a file is not printed.
            let file = line.split_once(" --svg ").or(line.split_once(" --html ")).map(|(_, file)| file);
            let written = file.is_some_and(|file| folder.with_file_name(file).exists());
            assert!(output.status.success() && output.stdout.is_empty() == written, "{line}: {errors}");
            count += 1;
        }
    }
    assert!(count >= 8, "{count} examples");
}

/// What every variant's page has: a player needs no other.
#[test]
fn show_tells_the_rules_of_every_variant() {
    let list = prints(["list"]);
    let names =
        list.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().unwrap());
    for name in names {
        let text = prints(["show", name]);
        for words in ["Rules", "moves first", "Stalemate", "astling", "forward is up"] {
            assert!(text.contains(words), "no `{words}` in:\n{text}");
        }
        assert_eq!(text.contains("  promotes"), text.contains("Promotion: "), "{text}");
        let long = text.lines().find(|line| line.chars().count() > 120);
        assert_eq!(long, None, "a line of `show {name}`");
    }
}

#[test]
fn the_session_starts_without_a_command() {
    assert!(prints([""; 0]).is_empty());
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let line = format!(
        "{} perft chess 4 --divide | head -n 1; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_fibnif")
    );
    let Ok(output) = Command::new("bash").args(["-c", &line]).output() else { return };
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn check_finds_an_array_for_xboard_that_is_no_position_of_the_game() {
    let path =
        file("variants", "courier-two.toml", "extends = \"courier\"\nxboard = { start = \"8/8 w\" }\n");
    let output = Command::new(env!("CARGO_BIN_EXE_fibnif")).arg("check").arg(&path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("`xboard.start` of `courier-two`: FEN, men (`8/8`): expected 8 ranks, got 2"),
        "{text}"
    );
}

#[test]
fn analyze_tells_the_best_lines_for_people_and_for_scripts() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let said = prints(["analyze", "chess", "--fen", mate, "--depth", "4", "--lines", "2"]);
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("depth")).collect();
    assert!(lines[0].contains("#1") && lines[0].ends_with("1. Rd8#") && lines.len() == 2, "{said}");
    let said = prints(["analyze", "narrow", "--nodes", "2000", "--json", "--lines", "2"]);
    let value: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(value["lines"].as_array().unwrap().len(), 2, "{said}");
    assert!(value["lines"][0]["cp"].is_number() && value["side"] == "White", "{said}");
    let over = prints(["analyze", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(over.contains("stalemate, a draw"), "{over}");
    assert!(complains(2, ["analyze", "chess", "--fen", "x"]).contains("FEN"));
}

/// All fields of a JSON value, at every depth. The keys of a table of moves are no fields.
fn fields(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (name, member) in members {
                found.insert(name.clone());
                if name != "divide" {
                    fields(member, found);
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        _ => {}
    }
}

/// Every field of every answer is explained in `fibnif help json`, and no other.
#[test]
fn every_field_of_an_answer_is_explained() {
    let rook = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1";
    let pgn = file("explained", "two.pgn", "1. e4 e5 *\n\n1. e4 e4 *\n");
    let suite = file("explained", "one.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n");
    let army = file("explained", "broken.toml", "title = \"Broken\"\n[pieces]\nN = { betza = \"Q?\" }\n");
    let [pgn, suite, army] = [&pgn, &suite, &army].map(|path| path.to_str().unwrap());
    let mut told = BTreeSet::new();
    for words in [
        &["list"] as &[&str],
        &["show", "nutters", "--json"],
        &["show", "armies"],
        &["show", "Knight"],
        &["explain", "fhNbsK"],
        &["check", army],
        &["moves", "chess"],
        &["perft", "chess", "2", "--divide"],
        &["solve", "chess", "KBvK"],
        &["solve", "chess", "--fen", rook],
        &["solve", "chess", "--fen", rook, "--map", "a1"],
        &["mates", "narrow"],
        &["analyze", "chess", "--depth", "1"],
        &["analyze", "--pgn", pgn, "--depth", "1"],
        &["analyze", "chess", "--epd", suite, "--depth", "3"],
        &["match", "losalamos", "self", "self", "--nodes", "1", "--games", "2", "--plies", "2"],
        &["worth", "N", "--nodes", "1", "--games", "60", "--error", "9"],
        &["referee", "--pgn", pgn],
    ] {
        let is_json = words.contains(&"--json") || words[0] == "referee";
        let output = fibnif(words.iter().chain(if is_json { None } else { Some(&"--json") }));
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            fields(&serde_json::from_str(line).unwrap(), &mut told);
        }
    }
    let referee = talk(["referee", "chess"], "e4\nKe3\n");
    referee.lines().for_each(|line| fields(&serde_json::from_str(line).unwrap(), &mut told));
    let chapter = prints(["help", "json"]);
    let explained: BTreeSet<String> = chapter
        .split("- ")
        .skip(1)
        .flat_map(|item| item.split(':').next().unwrap_or_default().split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect();
    let missing: Vec<_> = told.difference(&explained).collect();
    let unused: Vec<_> = explained.difference(&told).collect();
    assert!(missing.is_empty() && unused.is_empty(), "not explained: {missing:?}; never told: {unused:?}");
}

/// Scripts read these fields.
#[test]
fn the_fields_of_solve_mates_and_analyze_stay_as_they_are() {
    let rook = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1";
    let pgn = file("fields", "two.pgn", "1. e4 *\n");
    let pgn = pgn.to_str().unwrap();
    let suite = file("fields", "one.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n");
    let suite = suite.to_str().unwrap();
    let position = "depth fen lines nodes side variant";
    for (words, fields) in [
        (
            &["solve", "chess", "KRvK"] as &[&str],
            &[
                "beyond_move_limit black_to_move by_color longest_black longest_white pieces variant white_to_move \
               zugzwang zugzwangs",
            ] as &[&str],
        ),
        (&["solve", "chess", "--fen", rook], &["fen moves plies result side variant"]),
        (&["solve", "chess", "--fen", rook, "--map", "a1"], &["fen square squares variant"]),
        (&["mates", "narrow"], &["longest names of pieces variant won"; 5]),
        (&["analyze", "chess", "--depth", "1"], &[position]),
        (
            &["analyze", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"],
            &["check fen legal legal_san reason result side variant white_points"],
        ),
        (&["analyze", "--pgn", pgn, "--depth", "1"], &[position, "loss mark ply san"]),
        (
            &["analyze", "chess", "--epd", suite, "--depth", "3"],
            &["depth fen id lines nodes side solved variant", "of solved"],
        ),
    ] {
        let said = prints(words.iter().chain(&["--json"]));
        let keys = |line: &str| {
            let value: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            let mut keys: Vec<String> = value.into_iter().map(|(key, _)| key).collect();
            keys.sort();
            keys.join(" ")
        };
        assert_eq!(said.lines().map(keys).collect::<Vec<_>>(), fields, "{words:?}");
    }
}

#[test]
fn analyze_marks_the_bad_moves_of_a_game_and_draws_its_course() {
    let pgn =
        file("analyze", "fool.pgn", "[White \"Fool\"]\n\n1. f3! {bold} e5 2. g4 (2. e4 Nc6) Qh4# 0-1\n");
    let annotated = pgn.with_file_name("marked.pgn");
    let chart = pgn.with_file_name("fool.svg");
    let said = prints([
        OsStr::new("analyze"),
        "--pgn".as_ref(),
        pgn.as_os_str(),
        "--depth".as_ref(),
        "5".as_ref(),
        "--chart".as_ref(),
        chart.as_os_str(),
        "--annotated".as_ref(),
        annotated.as_os_str(),
    ]);
    // What was written stays, and the program's own marks are read back as such.
    let text = fs::read_to_string(annotated).unwrap();
    let [game] = &fibnif::pgn::read(&text)[..] else { panic!("{text}") };
    assert!(
        text.starts_with("[White \"Fool\"]\n\n1. f3! {bold} 1... e5 2. g4?? (2. e4 Nc6) {#-1} (2. "),
        "{text}"
    );
    assert_eq!((game.moves.len(), game.result.as_str()), (4, "0-1"), "{text}");
    assert!(said.contains("2. g4??") && said.contains("better: 2. ") && said.contains("White: "), "{said}");
    assert!(!said.contains("Qh4#?") && said.contains(" -5 |"), "{said}");
    assert!(fs::read_to_string(chart).unwrap().starts_with("<svg"));
    let wrong = file("analyze", "wrong.pgn", "1. e4 e5\n2. Ke3 *\n");
    let fault = complains(2, [OsStr::new("analyze"), "--pgn".as_ref(), wrong.as_os_str()]);
    assert!(fault.contains("wrong.pgn:2: illegal move `Ke3`: the king on e1 does not move to e3"), "{fault}");
}

#[test]
fn analyze_counts_the_solved_positions_of_a_suite() {
    let suite = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id \"not that\";\n";
    let path = file("suite", "two.epd", suite);
    let args = |path: &Path| {
        ["analyze", "chess", "--depth", "4", "--epd"]
            .map(OsStr::new)
            .into_iter()
            .chain([path.as_os_str()])
            .map(OsStr::to_owned)
            .collect::<Vec<_>>()
    };
    let said = prints(args(&path));
    assert!(said.contains("solved  back rank") && said.contains("missed  not that"), "{said}");
    assert!(said.ends_with("solved 1 of 2\n"), "{said}");
    for (line, reason) in
        [("8/8/8/8/8/8/8/8 w - -", "operations"), ("6k1/8/8/8/8/8/8/R5K1 w - - bm Zz1;", "Zz1")]
    {
        let fault = complains(2, args(&file("suite", "bad.epd", line)));
        assert!(fault.contains("bad.epd:1: ") && fault.contains(reason), "{fault}");
    }
}

/// Every key by which files are checked is explained, and so is every setting.
#[test]
fn the_chapters_of_the_help_are_complete() {
    let chapter = prints(["help", "variant"]);
    for key in [
        "title",
        "pieces.NAME",
        "betza",
        "promotes",
        "captured",
        "castling",
        "keep_color",
        "in_fen",
        "refused.NAME",
    ] {
        assert!(chapter.lines().any(|line| line.trim() == key), "no {key} in:\n{chapter}");
    }
    let chapter = prints(["help", "xboard"]);
    for Setting { name, value, .. } in Settings::default().list() {
        assert!(chapter.contains(&format!("{name} ({value}, ")), "no {name} in:\n{chapter}");
    }
    assert!(complains(2, ["help", "betzza"]).contains("betzza"));
}

#[test]
fn show_says_whose_a_game_or_an_army_is() {
    let cambodian = prints(["show", "cambodian"]);
    assert!(
        cambodian.contains("Source") && cambodian.contains("Two rules for the leaps are known"),
        "{cambodian}"
    );
    // Where nothing was found, that is said too.
    assert!(prints(["show", "avian"]).contains("Author not found"));
    for army in [
        "beasts",
        "fairies",
        "allstars",
        "amazons",
        "clobberers2",
        "forward",
        "mashers",
        "pizza",
        "bozos",
        "fizzies",
        "arbiters",
        "camelids",
        "cannoneers",
        "cinders",
        "crooks",
        "switchers",
        "zebroids",
    ] {
        assert!(prints(["show", army]).contains("\nSource\n"), "{army}");
    }
}
