//! The README: its examples show what the program prints, its commands work, and its lists are
//! complete.

use crate::common::program::{file, prints, talk};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The blocks of a text in this language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    text.split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'))
        .collect()
}

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap().replace("\r\n", "\n")
}

/// The words of a text without computed values (`~5.67`), which change with the evaluation.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| !word.starts_with('~')).collect()
}

/// The paragraphs of a text that a block shows: all, or as many as it has before its last line `...`.
fn excerpt(printed: &str, shown: &str) -> String {
    let Some(shown) = shown.strip_suffix("...\n") else { return printed.to_owned() };
    let paragraphs = shown.trim_end().split("\n\n").count();
    format!("{}\n\n...\n", printed.split("\n\n").take(paragraphs).collect::<Vec<_>>().join("\n\n"))
}

/// `UPDATE=1 cargo test --test program readme::` writes the program's current output into the README.
#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = readme();
    let shown = blocks(&readme, "text");
    assert!(!shown.is_empty());
    let mut fresh = readme.clone();
    for block in &shown {
        let (command, text) = block.split_once('\n').unwrap();
        let printed = excerpt(&prints(command.strip_prefix("$ fibnif ").unwrap().split(' ')), text);
        if words(text) != words(&printed) {
            fresh = fresh.replace(block, &format!("{command}\n{printed}"));
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"), &fresh).unwrap();
    }
    assert!(readme == fresh, "the README shows something else than the program: run this test with UPDATE=1");
}

/// The lines of the README that begin with a word, as they are printed: indented by four blanks.
fn examples(readme: &str, word: &str) -> Vec<Vec<String>> {
    let lines = readme.lines().filter_map(|line| line.strip_prefix("    "));
    lines.filter(|line| line.split(' ').next() == Some(word)).map(arguments).collect()
}

/// The words of a line as a shell splits them, up to a redirection; quotes keep spaces.
fn arguments(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        let mut pieces = part.split(' ');
        words.last_mut().unwrap().push_str(pieces.next().unwrap());
        words.extend(pieces.map(str::to_owned));
    }
    words.into_iter().filter(|word| !word.is_empty()).take_while(|word| word != ">" && word != "#").collect()
}

/// The games of another program that the README names.
const INI: &str = "\
[orda:chess]
centaur = h
knibis = a
kniroo = l
silver = y
promotionPieceTypes = qh
startFen = lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
flagPiece = k
flagRegionWhite = *8
flagRegionBlack = *1

[shinobi:orda]
promotionPieceTypes = q
";

/// Every command of the README works, except the matches, with its files in the folder.
#[test]
fn every_command_of_the_readme_can_be_given() {
    let readme = readme();
    let army = file("readme", "desert.toml", blocks(&readme, "toml")[0]);
    let folder = army.parent().unwrap();
    file("readme", "twin-rivers.toml", blocks(&readme, "toml")[1]);
    file("readme", "variants.ini", INI);
    let _ = fs::remove_dir_all(folder.join("games"));
    let engine = env!("CARGO_BIN_EXE_fibnif");
    let mut commands = examples(&readme, "fibnif");
    // Matches need other engines and take minutes, and a server continues until it is stopped.
    commands.retain(|words| !["match", "serve"].contains(&words[1].as_str()));
    assert!(commands.len() >= 8, "{commands:?}");
    for words in commands {
        let output = Command::new(engine)
            .args(&words[1..])
            .current_dir(folder)
            .env("XDG_DATA_HOME", folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // Text that goes into a file is not printed.
        let option = words.iter().position(|word| ["--svg", "--html"].contains(&word.as_str()));
        let written = option.is_some_and(|at| folder.join(&words[at + 1]).exists());
        assert!(output.status.success() && output.stdout.is_empty() == written, "{words:?}: {errors}");
    }
}

/// The variants that the README starts in XBoard are announced, and can be played.
#[test]
fn every_game_of_the_readme_is_offered_to_xboard() {
    let readme = readme();
    file("offered", "desert.toml", blocks(&readme, "toml")[0]);
    let folder = file("offered", "twin-rivers.toml", blocks(&readme, "toml")[1]);
    let folder = folder.parent().unwrap();
    let commands = examples(&readme, "xboard");
    assert!(commands.len() >= 4, "{commands:?}");
    for words in commands {
        let engine = words.iter().find_map(|word| word.strip_prefix("/path/to/fibnif --variants /path/to/"));
        let name = &words[words.iter().position(|word| word == "-variant").unwrap() + 1];
        let lines = format!("xboard\nprotover 2\nnew\nvariant {name}\nforce\nping 1\nquit\n");
        let said = match engine {
            Some(file) => session_of(&folder.join(file), &lines),
            None => talk([""; 0], &lines),
        };
        let offered = said.lines().find_map(|line| line.strip_prefix("feature variants=\"")).unwrap();
        let mut names = offered.split(['"', ',']);
        assert!(names.any(|offer| offer == name), "{name} is not among {offered}");
        assert!(said.contains("\npong 1") && !said.contains("Error"), "{said}");
    }
}

#[test]
fn the_army_of_the_readme_passes_the_check_and_plays() {
    let readme = readme();
    let path = file("armies", "desert.toml", blocks(&readme, "toml")[0]);
    assert_eq!(prints([OsStr::new("check"), path.as_os_str()]), "no mistakes in 1 file\n");
    let text = prints([
        OsStr::new("--variants"),
        path.as_os_str(),
        OsStr::new("moves"),
        OsStr::new("cwda:desert/nutters"),
    ]);
    assert!(text.lines().any(|line| line == "b1c4"), "{text}");
    let text = prints([
        OsStr::new("--variants"),
        path.parent().unwrap().as_os_str(),
        OsStr::new("show"),
        OsStr::new("desert:Camel"),
    ]);
    assert!(text.contains("FC"), "{text}");
}

#[test]
fn the_variant_of_the_readme_passes_the_check_is_explained_and_plays() {
    let readme = readme();
    let path = file("variants", "twin-rivers.toml", blocks(&readme, "toml")[1]);
    assert_eq!(prints([OsStr::new("check"), path.as_os_str()]), "no mistakes in 1 file\n");
    let show = |variant: &str| {
        prints([OsStr::new("--variants"), path.as_os_str(), OsStr::new("show"), OsStr::new(variant)])
    };
    for (variant, zone) in [
        ("twin-rivers", "ranks 4-6 (Black on ranks 1-3)"),
        ("twin-rivers;river=far", "ranks 5-6 (Black on ranks 1-2)"),
    ] {
        let text = show(variant);
        for words in [
            "one with a piece on a dark square",
            "Stalemate on one color closes it",
            "Before the last two ranks",
            zone,
        ] {
            assert!(text.contains(words), "no `{words}` in:\n{text}");
        }
    }
    // White begins with a single move on the dark squares; then Black moves on both colors.
    let run = |args: &[&str]| {
        prints([OsStr::new("--variants"), path.as_os_str()].into_iter().chain(args.iter().map(OsStr::new)))
    };
    let first = run(&["moves", "twin-rivers"]);
    let is_dark = |text: &str| (text.as_bytes()[0] - b'a' + text.as_bytes()[1] - b'1').is_multiple_of(2);
    assert!(!first.is_empty() && first.lines().all(|line| is_dark(line) && is_dark(&line[2..])), "{first}");
    let session = "variant twin-rivers\nforce\nusermove d2e3\nusermove b5a4\nusermove @@@@\nusermove \
                   c5b4\nusermove a2b3\nping 1\nquit\n";
    let replies = session_of(&path, session);
    assert!(replies.contains("pong 1") && !replies.contains("Illegal"), "{replies}");
}

/// The engine's answers to these lines, with a file of variants.
fn session_of(variants: &Path, lines: &str) -> String {
    talk([OsStr::new("--variants"), variants.as_os_str()], lines)
}

#[test]
fn the_help_tells_every_net() {
    let chapter = prints(["help", "variant"]);
    for net in fibnif::engine::eval::net::Net::shipped() {
        assert!(chapter.contains(&format!("`\"{}\"`", net.name())), "{}", net.name());
    }
}

/// The games of cutechess's `-variant`. The README says how many of them are played.
const CUTECHESS: &[&str] = &[
    "3check",
    "5check",
    "ai-wok",
    "almost",
    "amazon",
    "andernach",
    "antiandernach",
    "antichess",
    "asean",
    "atomic",
    "berolina",
    "cambodian",
    "capablanca",
    "caparandom",
    "cfour",
    "chancellor",
    "changeover",
    "checkless",
    "chessgi",
    "chigorin",
    "circulargryphon",
    "codrus",
    "coregal",
    "courier",
    "crazyhouse",
    "displacedgrid",
    "dobutsu",
    "embassy",
    "euroshogi",
    "extinction",
    "kinglet",
    "fischerandom",
    "giveaway",
    "gomokufreestyle",
    "gomoku",
    "gothic",
    "grand",
    "grid",
    "gridolina",
    "gryphon",
    "gustav3",
    "hoppelpoppel",
    "horde",
    "janus",
    "jesonmor",
    "judkins",
    "karouk",
    "kingofthehill",
    "knightmate",
    "knightrelay",
    "loop",
    "losalamos",
    "losers",
    "makruk",
    "minishogi",
    "modern",
    "newzealand",
    "placement",
    "pocketknight",
    "racingkings",
    "rifle",
    "seirawan",
    "shatranj",
    "shogi",
    "shoot",
    "simplifiedgryphon",
    "sittuyin",
    "slippedgrid",
    "standard",
    "suicide",
    "superandernach",
    "threekings",
    "tictactoe",
    "twokings",
    "twokingssymmetric",
];

#[test]
fn the_readme_counts_the_games_of_cutechess() {
    let catalog = fibnif::rules::variant::Catalog::builtin();
    let played = CUTECHESS.iter().filter(|name| catalog.resolve(name).is_ok()).count();
    let sentence = format!("list of {} variants. Fibnif plays {played} of them", CUTECHESS.len());
    assert!(readme().contains(&sentence), "{sentence}");
}
