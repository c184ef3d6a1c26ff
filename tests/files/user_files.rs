//! Users' files of all sorts: good ones beside bad ones, wrong kinds of files, huge ones, and text that
//! would break a line of a protocol. Everything goes through the program itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::common::program::talk;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CHESS: &str = "extends = 'chess'\n";

/// A folder of files that is deleted after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, files: &[(&str, &[u8])]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("user-files-{test}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in files {
            fs::write(folder.join(name), bytes).unwrap();
        }
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Exit code, standard output and standard error.
fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_fibnif")).args(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// What `check` finds in one file of this text.
fn check(test: &str, text: &str) -> String {
    let folder = Folder::new(test, &[("mine.toml", text.as_bytes())]);
    let (code, found, errors) = run(["check".as_ref(), folder.path("mine.toml").as_os_str()]);
    assert!(matches!(code, Some(0 | 1)), "{code:?} {found}{errors}");
    found.replace(&format!("{}/", folder.0.display()), "")
}

#[test]
fn a_bad_file_of_a_folder_is_named_and_left_out() {
    let folder = Folder::new(
        "left-out",
        &[
            ("good.toml", b"extends = 'chess'\n"),
            ("bad.toml", b"extends = 'chess'\npieces.N.betza = 'NwW'\n"),
            ("worse.toml", b"extends = \n"),
            ("child.toml", b"extends = 'bad'\n"),
            ("few.toml", b"pieces.R.betza = 'R'\n"),
            ("empty.toml", b""),
            (
                "army.toml",
                b"pieces.R.betza = 'RwW'\npieces.N.betza = 'N'\npieces.B.betza = 'B'\npieces.Q.betza = 'Q'\n",
            ),
        ],
    );
    let ask =
        |what: &str| run([OsStr::new("--variants"), folder.0.as_os_str(), "moves".as_ref(), what.as_ref()]);
    let (code, moves, errors) = ask("good");
    assert_eq!((code, moves.lines().count()), (Some(0), 20), "{errors}");
    for name in ["bad", "worse", "child", "few", "empty", "army"] {
        assert!(errors.contains(&format!("{name}.toml is left out")), "{name} is not said in\n{errors}");
    }
    assert_eq!(errors.matches("left out").count(), 6, "{errors}");
    for (name, place) in [
        ("bad", "bad.toml:2:20"),
        ("worse", "worse.toml:1:11"),
        ("child", "bad.toml:2:20"),
        ("cwda:army", "army.toml:1:20"),
        ("cwda-army-fide", "army.toml:1:20"),
    ] {
        let (code, moves, told) = ask(name);
        assert_eq!((code, moves.as_str()), (Some(2), ""), "{name}: {told}");
        assert!(told.contains(place), "{name}: {told}");
        assert_eq!(
            told,
            format!("{errors}fibnif: nothing to do: the file with that name was left out\n"),
            "{name}: told twice"
        );
    }
    // A file that was named explicitly must be usable.
    let path = folder.path("bad.toml");
    let (code, ..) = run([OsStr::new("--variants"), path.as_os_str(), "list".as_ref()]);
    assert_eq!(code, Some(2));
}

#[test]
fn a_file_that_is_checked_tells_its_faults_once() {
    let folder = Folder::new("once", &[("bad.toml", b"extends = 'chess'\npieces.N.betza = 'NwW'\n")]);
    let file = folder.path("bad.toml");
    let words = [OsStr::new("--variants"), folder.0.as_os_str(), "check".as_ref(), file.as_os_str()];
    let (code, found, errors) = run(words);
    assert_eq!((code, found.matches("bad.toml:2:20").count(), errors.as_str()), (Some(1), 1, ""));
}

#[test]
fn an_army_that_no_variant_takes_is_not_unknown() {
    let army = b"title = 'Few'\npieces.R.betza = 'R'\npieces.N.betza = 'N'\n";
    let folder = Folder::new("few", &[("few.toml", army)]);
    for name in ["few", "cwda:few/fide", "cwda-few-fide"] {
        let (code, _, errors) =
            run([OsStr::new("--variants"), folder.0.as_os_str(), "show".as_ref(), name.as_ref()]);
        assert_eq!(code, Some(2));
        assert!(errors.contains("no variant takes the army `few`, which fills R N"), "{name}: {errors}");
    }
}

#[test]
fn what_is_no_text_file_of_a_sensible_size_is_refused() {
    let mut big = "# no end of comments\n".repeat(60_000);
    big += CHESS;
    let folder = Folder::new(
        "kinds",
        &[("latin.toml", b"extends = 'chess'\ntitle = 'Gr\xf6\xdfe'\n"), ("big.toml", big.as_bytes())],
    );
    let found = |path: &Path| {
        let (code, found, errors) = run([OsStr::new("check"), path.as_os_str()]);
        assert_eq!(code, Some(1), "{found}{errors}");
        found
    };
    let latin = found(&folder.path("latin.toml"));
    assert!(latin.contains("latin.toml:2:12: error: expected text in UTF-8, found the byte 0xf6"), "{latin}");
    let big = found(&folder.path("big.toml"));
    assert!(big.contains("expected at most 1048576 bytes"), "{big}");
    let empty = Folder::new("empty", &[]);
    let nothing = found(&empty.0);
    assert!(nothing.contains("expected `.toml` files in this folder, found none"), "{nothing}");
}

/// A start with a fault is refused by every command, not only by `check`.
#[test]
fn a_start_with_a_bad_field_is_refused_everywhere() {
    for (fields, fault) in [("w KQkq - x 1", "clock: expected"), ("w KQkq - 0 1 7", "expected nothing more")]
    {
        let text = format!(
            "extends = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}\"\n"
        );
        let folder = Folder::new("bad-start", &[("mine.toml", text.as_bytes())]);
        let path = folder.path("mine.toml");
        for command in ["show", "moves"] {
            let arguments = [OsStr::new(command), "mine".as_ref(), "--variants".as_ref(), path.as_os_str()];
            let (code, _, errors) = run(arguments);
            assert!(code != Some(0) && errors.contains(fault), "{command} {fields}: {errors}");
        }
        assert!(check("start", &text).contains(fault));
    }
}

#[test]
fn files_that_extend_each_other_are_told_so() {
    let files: [(&str, &[u8]); 2] = [("a.toml", b"extends = 'b'\n"), ("b.toml", b"extends = 'a'\n")];
    let folder = Folder::new("in-turn", &files);
    let (_, found, errors) = run([OsStr::new("check"), folder.0.as_os_str()]);
    assert!(found.contains("extends this variant in turn"), "{found}{errors}");
}

/// Only its lines are counted, not its ends collected.
#[test]
fn a_piece_with_too_many_ways_is_refused_for_them() {
    let row = "R".repeat(15);
    let rows = vec!["16"; 14].join("/");
    let start = format!("k{}/{rows}/{row}K w - - 0 1", row.to_lowercase());
    let text =
        format!("extends = 'chess'\nstart = '{start}'\nrules.castling = 'none'\npieces.R.betza = 'asasR'\n");
    let found = check("ways", &text);
    assert!(found.contains("ways on a board of 16x16"), "{found}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for_and_a_device_not_read() {
    let folder = Folder::new("pipe", &[]);
    let pipe = folder.path("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_path(), Path::new("/dev/zero")] {
        let (code, found, _) = run([OsStr::new("check"), path.as_os_str()]);
        assert_eq!(code, Some(1));
        assert!(found.contains("expected a file or a folder, found something else"), "{found}");
    }
    // In a folder it is left out like any other.
    let (code, ..) = run([
        OsStr::new("--variants"),
        folder.0.as_os_str(),
        "perft".as_ref(),
        "chess".as_ref(),
        "1".as_ref(),
    ]);
    assert_eq!(code, Some(0));
}

#[test]
fn a_fault_far_to_the_right_is_shown_with_what_is_around_it() {
    let found = check("wide", &format!("extends = 'chess'\n{}x = 1\n", " ".repeat(70_000)));
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines[0],
        "mine.toml:2:70001: error: unknown key `x`, expected one of `title`, `source`, `aliases`, `extends`, \
        `start`, `lattice`, `pieces`, `zone`, `rules`, `hands`, `suggested`, `choice`, `augment`, `presets`, `views`, `net`, \
        `weights`, `xboard`"
    );
    assert!(lines[1].ends_with("x = 1") && lines[1].chars().count() < 110, "{found}");
    let caret = lines[2].chars().position(|c| c == '^').unwrap();
    assert_eq!(lines[1].chars().nth(caret), Some('x'), "{found}");
    let found = check("wider", &format!("extends = 'chess'\n{} = 1\n", "x".repeat(70_000)));
    assert!(found.lines().all(|line| line.chars().count() < 300), "{found}");
}

#[test]
fn names_that_would_break_a_protocol_are_faults_of_the_file() {
    for (i, (line, place)) in [
        (r#"title = 'The "Best" Army'"#, "2:9"),
        ("title = 'One /// Two'", "2:9"),
        (r#"title = "One\nfeature done=1""#, "2:9"),
        (r#"title = "Red \u001b[31m""#, "2:9"),
        (r#"title = "Turned \u202e""#, "2:9"),
        ("title = '*Starred'", "2:9"),
        ("title = 'Set -check 1'", "2:9"),
        ("title = ''", "2:9"),
        ("aliases = ['a,b']", "2:12"),
        (r#"pieces.N.name = "Kn\"ight""#, "2:17"),
        (r#"choice."a\nb" = { scope = 'game', options.x = {} }"#, "2:8"),
        ("choice.a = { scope = 'game', title = 'A=B', options.x = {} }", "2:38"),
        ("choice.a = { scope = 'game', options.x = { title = 'A\"B' } }", "2:52"),
        ("views.\"a b\" = { board = '8x8' }", "2:7"),
    ]
    .into_iter()
    .enumerate()
    {
        let found = check(&format!("names-{i}"), &format!("{CHESS}{line}\n"));
        assert!(found.starts_with(&format!("mine.toml:{place}: error: expected ")), "{line}\n{found}");
    }
    let folder = Folder::new("file-names", &[("my game.toml", CHESS.as_bytes())]);
    let (code, found, _) = run(["check".as_ref(), folder.path("my game.toml").as_os_str()]);
    assert!(code == Some(1) && found.contains("expected a name of at most 40 letters"), "{found}");
}

#[test]
fn messages_say_what_was_meant() {
    for (i, (text, message)) in [
        ("extends = 'ches'\n", "mine.toml:1:11: error: unknown variant `ches`: did you mean `chess`?\n"),
        ("extends = 'mine2'\n", "error: unknown variant `mine2`: none of the "),
        (
            "extends = 'chess'\nrule.turn = 'alternate'\n",
            "2:1: error: unknown key `rule`: did you mean `rules`?",
        ),
        (
            "extends = 'chess'\npieces.Q.value = 9.5\n",
            "2:18: error: expected centipawns (a Rook has 500), a whole number from 0 to 10000, found the \
             number 9.5",
        ),
        (
            "extends = 'chess'\npieces.Q.value = 9\n",
            "warning: the Queen is worth 9 centipawns: are 9 pawns, `900`, meant?",
        ),
        ("extends = 'chess'\npieces.Q.value = 99999999999999999999\n", "2:18: error: "),
        (
            "extends = 'chess'\npieces.N.letters = 'R'\n",
            "mine.toml:2:20: error: the letter `R` is taken from the Rook of White, which may have R \
                                                         only",
        ),
        (
            "extends = 'chess'\npieces.N.betza = 'wN'\n",
            "2:19: error: expected a modifier or an atom, found `w`, which has",
        ),
        (
            "extends = 'chess'\npieces.N.betza = 'umN'\n",
            "2:19: error: expected `u` in a move that takes a piece, found one that takes none",
        ),
        (
            "extends = 'chess'\npieces.N.betza = 'aN'\n",
            "2:20: error: expected a direction for an oblique leap that goes on",
        ),
        ("", "error: expected the pieces of an army"),
        ("extends = 'mine'\n", "1:11: error: `mine` extends this variant in turn"),
    ]
    .into_iter()
    .enumerate()
    {
        let found = check(&format!("messages-{i}"), text);
        assert!(found.contains(message), "{text}{found}");
    }
    let good = check("messages-good", CHESS);
    assert_eq!(good, "no mistakes in 1 file\n");
}

#[test]
fn a_mistyped_variant_is_no_notation() {
    for (name, meant) in [("ches", "chess"), ("nutters-rookies", "cwda-nutters-rookies")] {
        let (code, _, errors) = run(["show", name]);
        let expected = format!("fibnif: unknown variant `{name}`: did you mean `{meant}`?\n");
        assert_eq!((code, errors), (Some(2), expected));
    }
}

#[test]
fn an_array_that_setboard_refuses_is_found() {
    for (i, (start, message)) in [
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check, but it is White's turn"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1", "castling"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a Pawn on a8 would have promoted"),
    ]
    .into_iter()
    .enumerate()
    {
        let found = check(&format!("array-{i}"), &format!("{CHESS}start = '{start}'\n"));
        assert!(found.contains("error: ") && found.contains(message), "{start}\n{found}");
    }
}

#[test]
fn a_name_that_means_another_game_to_xboard_is_warned_of() {
    for (name, game) in [("great.toml", Some("great")), ("gothic.toml", Some("gothic")), ("mine.toml", None)]
    {
        let folder = Folder::new("xboard", &[(name, CHESS.as_bytes())]);
        let (_, found, _) = run(["check".as_ref(), folder.path(name).as_os_str()]);
        let warning =
            game.map(|game| format!("warning: XBoard uses the name `{game}` for its own game `{game}`"));
        assert!(
            warning.map_or(!found.contains("XBoard"), |warning| found.contains(&warning)),
            "{name} {found}"
        );
    }
}

#[test]
fn ten_thousand_options_and_a_thousand_choices_are_answered() {
    let mut options = format!("{CHESS}[choice.a]\nscope = 'game'\n[choice.a.options]\n");
    for i in 0..10_000 {
        writeln!(options, "o{i} = {{}}").unwrap();
    }
    assert!(check("options", &options).contains("has more than 1000 options"));
    let mut choices = CHESS.to_string();
    for i in 0..1000 {
        writeln!(choices, "choice.c{i} = {{ scope = 'game', options.x = {{}} }}").unwrap();
    }
    assert!(check("choices", &choices).contains("expected at most 100 choices"));
    let mut options = CHESS.to_string();
    for choice in 0..100 {
        writeln!(options, "[choice.c{choice}]\nscope = 'game'\n[choice.c{choice}.options]").unwrap();
        for i in 0..100 {
            writeln!(options, "o{i} = {{ rules.move_limit = {i} }}").unwrap();
        }
    }
    assert!(check("both", &options).contains("warning: 500 of its 10001 options are looked at"));
}

/// A user's file replaces the shipped chess, but `new` still means the standard game.
#[test]
fn a_chess_of_ones_own_stops_nothing() {
    let own = "title = 'Mine'\nstart = '4k3/8/8/8/8/8/8/R3K3 w - - 0 1'\n[pieces]\nR = { betza = 'R' }\n\
               K = { betza = 'K', royal = 'check' }\n";
    let changed = "extends = 'chess'\nstart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1'\n";
    for (name, text, start) in [("own", own, "4k3/8"), ("changed", changed, "rnbqkbnr/pppppppp")] {
        let folder = Folder::new(&format!("chess-{name}"), &[("chess.toml", text.as_bytes())]);
        let (code, found, errors) = run(["check".as_ref(), folder.path("chess.toml").as_os_str()]);
        assert_eq!(code, Some(0), "{found}{errors}");
        let lines = "xboard\nprotover 2\naccepted highlight\nnew\nforce\nusermove e2e4\nvariant \
                     chess\nping 1\nquit\n";
        let said = talk(["--variants".as_ref(), folder.0.as_os_str()], lines);
        assert!(said.contains("variants=\"normal,chess,"), "{said}");
        assert!(!said.contains("Illegal") && said.contains("pong 1"), "{said}");
        let setup = said.lines().find(|line| line.starts_with("setup (")).unwrap();
        assert!(setup.contains(start), "{setup}");
    }
}

#[test]
fn deep_and_huge_values_are_refused() {
    for (i, text) in [
        format!("x = {}{}", "[".repeat(50_000), "]".repeat(50_000)),
        format!("x = {}1{}", "{a=".repeat(50_000), "}".repeat(50_000)),
        format!("{}b = 1", "a.".repeat(50_000)),
        format!("[{}b]", "a.".repeat(50_000)),
        "rules.move_limit = 99999999999999999999".to_string(),
        "rules.repetition = -1".to_string(),
        "start = '27/27 w - - 0 1'".to_string(),
        format!("start = '{} w - - 0 1'", "8/".repeat(40_000)),
        "rules.grid = 'a1:z9'".to_string(),
    ]
    .into_iter()
    .enumerate()
    {
        let found = check(&format!("deep-{i}"), &format!("{CHESS}{text}\n"));
        assert!(found.contains("mine.toml:") && found.contains("error: "), "{found}");
    }
}

#[test]
fn the_line_of_the_user_is_blamed_and_not_the_shipped_file() {
    let found = check("blame", "extends = \"chess\"\n[pieces]\nN = { name = \"Statue\", betza = \"\" }\n");
    assert!(found.contains("mine.toml:3:1: warning: the Statue has no moves\n  N = { name"), "{found}");
    assert!(!found.contains("variants/chess.toml"), "{found}");
}

#[test]
fn all_faults_of_a_file_are_shown_in_its_order() {
    let text = "extends = 'chess'\nauthor = 'me'\ncastling = 'none'\n[pieces]\n\
                N = { name = 'Statue', moves = 'N' }\nB = { betza = 'Bq', wrong = 1 }\n\
                Q = { value = -1, royal = 'perhaps' }\n[rules]\nfoo = 1\nno_moves = 'party'\nturn = \
                'whenever'\n";
    let found = check("all", text);
    let mut lines: Vec<usize> = found
        .lines()
        .filter_map(|line| line.strip_prefix("mine.toml:")?.split(':').next()?.parse().ok())
        .collect();
    assert!(lines.is_sorted(), "{found}");
    lines.dedup();
    assert_eq!(lines, [2, 3, 5, 6, 7, 9, 10, 11], "{found}");
    for message in [
        "unknown key `castling` here: `castling` belongs in `rules`",
        "unknown key `moves`: did you mean `betza`?",
        "6:18: error: ",
        "6:21: error: unknown key `wrong`",
    ] {
        assert!(found.contains(message), "{message}:\n{found}");
    }
}

#[test]
fn a_missing_quotation_mark_is_said_as_such() {
    let text = "extends = \"chess\"\n[pieces]\nN = { name = \"Statue, betza = \"N\" }\n\
                B = { name = \"Bishop\", betza = \"B }\n";
    let found = check("quote", text);
    for place in ["3:14", "4:32"] {
        let message = format!("mine.toml:{place}: error: missing quotation mark: the text that begins here");
        assert!(found.contains(&message), "{message}:\n{found}");
    }
    let found = check("title", "title = \"Mine\nextends = \"chess\"\n");
    assert!(found.contains("mine.toml:1:9: error: missing quotation mark"), "{found}");
    // A new piece with a wrong notation is not reported as lacking one.
    let bad =
        "title = \"Mine\"\nextends = \"chess\"\n[pieces]\nX = { betza = \"Zz\" }\nY = { name = \"Y\" }\n";
    let found = check("notation", bad);
    assert!(found.contains("mine.toml:4:18: error: expected an atom"), "{found}");
    assert!(found.contains("the piece `Y` has no `betza`") && !found.contains("`X` has no"), "{found}");
}

#[test]
fn random_bytes_are_refused_and_not_printed() {
    let bytes: Vec<u8> = (0..4000u32).map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()[2]).collect();
    let folder = Folder::new("random", &[("random.toml", &bytes)]);
    let file = folder.path("random.toml").display().to_string();
    let with = |option: &str| format!("self; {option}={file}");
    let game = ["--games", "1", "--nodes", "10"];
    let contest = |first: &str, more: &[&str]| -> Vec<String> {
        [&["match", "chess", first, "self"], &game[..], more].concat().into_iter().map(String::from).collect()
    };
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    for command in [
        words(&["check", &file]),
        contest(&with("net"), &[]),
        contest(&with("weights"), &[]),
        contest(&with("params"), &[]),
        contest("self", &["--openings", &file]),
        contest("self", &["--resume", "--save", &file]),
        words(&["referee", "--pgn", &file]),
        words(&["analyze", "--pgn", &file]),
        words(&["play", "--plain", "--pgn", &file]),
        words(&["lab", "tune", &file, &file]),
    ] {
        let (code, out, errors) = run(&command);
        assert!(matches!(code, Some(1 | 2)), "{command:?}: {code:?}");
        let shown = out + &errors;
        let odd = shown.chars().find(|&c| c == '\u{fffd}' || c.is_control() && c != '\n');
        assert_eq!(odd, None, "{command:?}: {shown}");
        assert!(shown.len() < 1000, "{command:?}: {shown}");
    }
}
