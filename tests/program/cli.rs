//! The command line: what each command prints, and how it ends.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::program::{complains, fibnif, file, prints};
use fibnif::session::{Audience, Setting, Settings};

#[test]
fn list_names_variants_and_armies() {
    let text = prints(["list"]);
    for name in ["chess", "cwda", "fide", "clobberers", "nutters", "rookies"] {
        assert!(text.split_whitespace().any(|word| word == name), "no {name} in:\n{text}");
    }
}

/// Likely guesses are refused with what to write instead.
#[test]
fn guesses_say_what_to_write() {
    for (words, advice) in [
        ("match self self --variant cwda", "name the variant first"),
        ("match chess self self --nodes 1 --pgn x.pgn", "`--save FILE`"),
        ("match self self --nodes 1", "expected the variant first"),
        ("match self self --nodes 1 --variants cwda", "`cwda` is a variant, not a file"),
        ("play --variant chess", "name the variant without an option"),
        ("match chess", "for example: fibnif match chess self"),
        ("match chess self", "name the opponent, too"),
        ("match chess self self", "add `--clock"),
        ("play nutters", "`nutters` is an army, not a variant: write `cwda:nutters`"),
        ("analyze games.pgn", "write `--pgn games.pgn`"),
        ("play desert.toml", "write `--variants desert.toml`, and the name `desert`"),
        ("show desert.toml", "write `--variants desert.toml`, and the name `desert`"),
        ("play 5+3", "`5+3` is a clock: write `--clock 5+3`"),
        ("play chess 5+3", "for example: fibnif play cwda:clobberers/nutters --clock 5+3"),
        ("play nutters/rookies", "write `cwda:nutters/rookies`"),
        ("chess", "`fibnif play chess`"),
        ("play Cargo", "`Cargo.toml` is in this folder: add `--variants Cargo.toml`"),
        ("nutters", "write `cwda:nutters`"),
        ("uci", "without a command"),
        ("perft 3 chess", "for example: fibnif perft chess 4"),
        ("solve KQvK", "as in `fibnif solve chess KQvK`"),
        ("referee chess --json", "always answers in JSON"),
        ("help chess", "`fibnif show NAME`"),
        ("help xborad", "Did you mean `fibnif help xboard`?"),
        ("show nutters:Foo", "unknown piece of `nutters` `Foo`: expected `Pawn`,"),
        ("show cwda:nutters/rookies/fide", "`cwda` has two sides, found `:nutters/rookies/fide`"),
        ("version", "`fibnif --version`"),
        ("-v", "`fibnif --version`"),
    ] {
        let fault = complains(2, words.split(' '));
        assert!(fault.contains(advice), "{words}: {fault}");
    }
}

/// Shipped games with more pieces than fit need another build, which the answer names.
#[cfg(not(feature = "large"))]
#[test]
fn a_game_that_is_too_large_says_what_it_needs() {
    for words in [["show", "chu"], ["play", "chu"]] {
        let fault = complains(2, words);
        assert!(fault.contains("`cargo build --release --features large`"), "{fault}");
    }
}

/// The help about variant files begins with a file that can be played.
#[test]
fn the_first_example_of_the_help_is_a_game() {
    let text = prints(["help", "variant"]);
    let (example, _) = text.split_once("    fibnif check").unwrap();
    let lines =
        example.lines().filter_map(|line| line.strip_prefix("    ").or(line.is_empty().then_some("")));
    let path = file("first-example", "camels.toml", &lines.collect::<Vec<_>>().join("\n"));
    let path = path.to_str().unwrap();
    assert_eq!(prints(["check", path]), "no mistakes in 1 file\n");
    // Fairy-Stockfish has as many moves.
    assert_eq!(prints(["--variants", path, "moves", "camels"]).lines().count(), 22);
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

/// Mate and stalemate leave no moves, and neither do a game's special ends. Standard error says which
/// it is. A draw that an arbiter declares is reported, and leaves the moves.
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

/// A mistyped variant, army or piece is answered with the nearest name, in one line.
#[test]
fn mistyped_names_are_answered_with_the_nearest() {
    for (words, meant) in [
        (["show", "ches"], "`chess`"),
        (["show", "colonl"], "`Colonel`"),
        (["show", "nuters:Horse"], "`nutters:Horse`"),
        (["show", "cwda:nuters"], "`nutters`"),
        (["worth", "knigt"], "`Knight`"),
        (["worth", "nuters:Unicorn"], "`nutters:Unicorn`"),
        (["worth", "nutters:Fibnfi"], "`nutters:Fibnif`"),
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
}

/// A word in an old encoding is refused like any other that is not known.
#[cfg(unix)]
#[test]
fn words_in_other_encodings_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let odd = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    for (words, answer) in [
        (vec![odd(b"\xff")], "unrecognized subcommand"),
        (vec![odd(b"play"), odd(b"caf\xe9")], "expected words in UTF-8, found `caf\u{fffd}`"),
        (vec![odd(b"help"), odd(b"\xff")], "expected words in UTF-8"),
        (vec![odd(b"list"), odd(b"--variants"), odd(b"d\xe9")], "cannot read `d\u{fffd}`"),
        (vec![odd(b"list"), odd(b"--variants=d\xe9")], "cannot read `d\u{fffd}`"),
        (vec![odd(b"analyze"), odd(b"--pgn"), odd(b"d\xe9.pgn")], "d\u{fffd}.pgn"),
        (vec![odd(b"list"), odd(b"--log"), odd(b"/nowhere/\xe9")], "cannot write the log"),
    ] {
        let fault = complains(2, words);
        assert!(fault.contains(answer), "{fault}");
        assert!(!fault.contains("panicked"), "{fault}");
    }
}

/// Texts from files and engines reach the terminal without control characters.
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

#[test]
fn check_passes_good_files_and_points_into_bad_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_small = |path: &PathBuf| path.is_file() && !path.ends_with("chu.toml");
    let variants = fs::read_dir(root.join("variants")).unwrap().map(|entry| entry.unwrap().path());
    let armies = root.join("variants/armies");
    let all = ["check".into(), armies].into_iter().chain(variants.filter(is_small));
    assert_eq!(prints(all), "no mistakes in 189 files\n");
    let large = fibnif(["check".into(), root.join("variants/chu.toml")]);
    let told = String::from_utf8_lossy(&large.stdout).into_owned() + &String::from_utf8_lossy(&large.stderr);
    let expected = "at most 64 are possible (build with `--features large` for 128), this variant has";
    assert_eq!(told.contains(expected), !cfg!(feature = "large"), "{told}");
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
    assert!(
        text.contains("crowd.toml:3:9: error: ") && text.ends_with("2 errors in 2 of 2 files\n"),
        "{text}"
    );
}

#[test]
fn mistakes_on_the_command_line_end_with_2() {
    assert!(complains(2, ["show", ""]).contains("found nothing"));
    assert!(complains(2, ["perft", "nonesuch", "1"]).contains("nonesuch"));
    assert!(complains(2, ["perft", "chess", "deep"]).contains("deep"));
    assert!(complains(2, ["moves", "chess", "--fen", "9/8 w"]).starts_with("fibnif: "));
    assert!(complains(2, ["show", "NoSuchPiece!"]).contains("NoSuchPiece!"));
    assert!(complains(2, ["dance"]).contains("dance"));
    assert!(complains(2, ["--variants", "no/such/folder", "list"]).contains("no/such/folder"));
    complains(2, ["check"]);
}

/// Every example in the help of a command works.
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
    let army = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/armies/fide.toml");
    fs::copy(army, folder.with_file_name("army.toml")).unwrap();
    fs::write(folder.with_file_name("variants.ini"), "[orda:chess]\ncentaur = h\n").unwrap();
    for written in ["games", "mine"] {
        let _ = fs::remove_dir_all(folder.with_file_name(written));
    }
    // Matches take minutes and may need other engines, and a server continues until it is stopped.
    for name in names.filter(|name| !["match", "serve", "worth"].contains(name)) {
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
            // Text that goes into a file is not printed.
            let file = line.split_once(" --svg ").or(line.split_once(" --html ")).map(|(_, file)| file);
            let written = file.is_some_and(|file| folder.with_file_name(file).exists());
            assert!(output.status.success() && output.stdout.is_empty() == written, "{line}: {errors}");
            count += 1;
        }
    }
    assert!(count >= 8, "{count} examples");
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
    assert!(text.contains("courier-two.toml:2:21: error: pieces: expected 8 ranks, found 2"), "{text}");
}

/// Every key of a variant file and every setting is explained.
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
    for setting in Setting::all(Audience::Cecp) {
        let (name, value) = (setting.name, setting.value(&Settings::default()));
        assert!(chapter.contains(&format!("{name} ({value}, ")), "no {name} in:\n{chapter}");
    }
    assert!(complains(2, ["help", "betzza"]).contains("betzza"));
}

#[test]
fn a_mistyped_variant_in_place_of_a_command_is_answered_with_the_nearest() {
    for (word, near) in [
        ("cwda:nutter", "did you mean `nutters`?"),
        ("cwda:nutters/rookie", "did you mean `rookies`?"),
        ("narrow;fity=off", "did you mean `fifty`?"),
        ("colorboundmos", "did you mean `fibnif play colorboundmost`?"),
    ] {
        let said = complains(2, [word]);
        assert!(said.contains(near), "{word}: {said}");
    }
}

#[test]
fn bench_measures_the_shipped_variants_whatever_files_the_user_has() {
    let own = file(
        "bench",
        "desert.toml",
        "title = \"Desert\"\n[pieces]\nN = { name = \"Camel\", letters = \"C\", betza = \"C\" }\nR.betza = \"R\"\n\
         B.betza = \"B\"\nQ.betza = \"Q\"\n",
    );
    let args = ["bench", "--depth", "1"].map(OsStr::new);
    let counts = prints([OsStr::new("--variants"), own.as_os_str()].into_iter().chain(args));
    assert!(counts.contains("cwda:nutters/fide ") && !counts.contains("desert"), "{counts}");
}
