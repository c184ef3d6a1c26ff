//! Pieces whose letters have an apostrophe: wherever a letter may stand, one of these may.

use crate::common::files::{Files, findings};
use crate::common::program::piped;
use crate::common::{after, moves, moves_from, set};
use fibnif::rules::game::compile;
use fibnif::rules::pgn::san;
use fibnif::rules::position::{Position, perft};

/// A position of the variant of a file.
fn at(file: &str, fen: &str) -> Position {
    let files = Files::new("letters", &[("mine.toml", &format!("title = 'Mine'\n{file}"))]);
    let game = compile(&files.catalog().resolve("mine").unwrap()).unwrap_or_else(|e| panic!("{file}: {e}"));
    if fen.is_empty() { Position::start(game) } else { Position::from_fen(game, fen).unwrap() }
}

/// A game whose knights have an apostrophe.
fn renamed(game: &str, start: &str, more: &str) -> String {
    let knight = "\"N'\" = { name = \"Knight\", betza = \"N\" }";
    format!(
        "extends = '{game}'\nstart = \"{start}\"\n{more}\n[pieces]\n{knight}\nP.promotes = [\"Q\", \"R\", \"B\", \"N'\"]\n"
    )
}

const ARRAY: &str = "rn'bqkbn'r/pppppppp/8/8/8/8/PPPPPPPP/RN'BQKBN'R w KQkq - 0 1";

/// The counts are those of the games with plain letters.
#[test]
fn knights_with_an_apostrophe_play_as_knights_do() {
    for (game, start, counts) in [
        ("chess", "", [20, 400, 8_902]),
        ("chess", "rn'bqkbn'r/8/8/8/8/8/PPpPPPPP/R3KBN'R w KQkq - 0 1", [0, 0, 0]),
        ("crazyhouse", "r3k2r/8/8/8/3n'N'3/8/PPPPPPPP/R3K2R[N'n'Q] w KQkq - 0 1", [0, 0, 0]),
        ("atomic", "", [20, 400, 8_902]),
        ("seirawan", "", [28, 784, 21_952]),
    ] {
        let position = at(&renamed(game, ARRAY, ""), start);
        let plain = at(&format!("extends = '{game}'\n"), &start.replace('\'', ""));
        for depth in 1..=3 {
            let count = perft(&plain, depth);
            assert_eq!(perft(&position, depth), count, "{game} {start}");
            let published = counts[depth as usize - 1];
            assert!(published == 0 || published == count || game == "seirawan", "{game}: {count}");
        }
        let shown = |position: &Position| {
            let mut letters: Vec<char> = position.fen().replace('\'', "").chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(shown(&position), shown(&plain));
    }
}

/// Both N and N' exist here.
fn two_kinds(game: &str, fen: &str) -> Position {
    let pieces = "\"N'\" = { name = \"Charging Knight\", betza = \"fhNrlbK\" }\nP.promotes.to = [\"Q\", \"N\", \"N'\"]";
    at(
        &format!("extends = '{game}'\nstart = \"{}\"\n[pieces]\n{pieces}\n", ARRAY.replacen("N'R", "NR", 1)),
        fen,
    )
}

#[test]
fn promotions_and_drops_name_the_letter_with_its_apostrophe() {
    let position = two_kinds("crazyhouse", "1n'2k3/P7/8/8/8/8/8/N'3K3[N'Nn'] w - - 0 1");
    assert_eq!(moves_from(&position, "a7"), set(["a8n", "a8n'", "a8q", "b8n", "b8n'", "b8q"]));
    let written = |text: &str| {
        let m = position.parse_move(text).unwrap();
        let short = san::write(&position, m);
        assert_eq!(san::read(&position, &short), Ok(m), "{short}");
        assert_eq!(
            san::read_typed(&position, &short.to_lowercase()).map(|m| position.move_text(m)).as_deref(),
            Ok(text)
        );
        short
    };
    for (text, short) in
        [("a7b8n'", "axb8=N'+"), ("a7a8n", "a8=N"), ("N'@c3", "N'@c3"), ("N@d6", "N@d6+"), ("a1b3", "N'b3")]
    {
        let text_of = |text: &str| written(text);
        assert_eq!(text_of(text).trim_end_matches('+'), short.trim_end_matches('+'));
    }
    let taken = after(position.clone(), "a7b8n'");
    assert_eq!(taken.fen(), "1N'~2k3/8/8/8/8/8/8/N'3K3[NN'N'n'] b - - 0 1");
    let game = taken.game().clone();
    assert_eq!(Position::from_fen(game, &taken.fen()).unwrap().fen(), taken.fen());
}

#[test]
fn promoted_forms_of_letters_with_an_apostrophe_have_the_sign_before_it() {
    let silver = "\"S'\" = { betza = \"FfW\", promotes = { to = [\"s'\"], squares = \"a5:e5\", forced = false } }\n\
                  \"s'\" = { promoted = \"S'\", betza = \"WfF\" }";
    let file =
        format!("extends = 'minishogi'\nstart = \"rs's1k/4p/5/P4/K1SS'R w - - 0 1\"\n[pieces]\n{silver}\n");
    let position = at(&file, "4k/S'4/S4/5/K4[s'S'] w - - 0 1");
    assert!(moves(&position).is_superset(&set(["a4a5", "a4a5+", "S'@b3"])));
    let promoted = after(position, "a4a5+");
    assert_eq!(promoted.fen(), "+S'3k/5/S4/5/K4[S's'] b - - 1 1");
    assert_eq!(Position::from_fen(promoted.game().clone(), &promoted.fen()).unwrap().fen(), promoted.fen());
    let start = at(&file, "4k/+S'4/5/5/K4 w - - 0 1");
    assert_eq!(san::write(&start, start.parse_move("a4a5").unwrap()), "+S'a5");
}

#[test]
fn rules_name_roles_with_an_apostrophe() {
    let rooks = "[pieces]\n\"R'\" = { name = \"Rook\", betza = \"R\" }\nP.promotes = [\"Q\", \"R'\"]\n";
    let start = "r'nbqkbnr'/pppppppp/8/8/8/8/PPPPPPPP/R'NBQKBNR' w KQkq - 0 1";
    let file = |rules: &str| format!("extends = 'chess'\nstart = \"{start}\"\n{rules}\n{rooks}");
    let castling = at(
        &file("rules.castling = { king_to = ['c', 'g'], partner = \"R'\" }"),
        "4k3/8/8/8/8/8/8/R'3K2R' w KQ - 0 1",
    );
    assert!(moves(&castling).is_superset(&set(["e1g1", "e1c1"])));
    let blast =
        at(&file("rules.captor = 'explodes'\nrules.immune = [\"R'\"]"), "4k3/8/8/3p4/3R'4/8/8/4K3 w - - 0 1");
    assert_eq!(after(blast, "d4d5").fen(), "4k3/8/8/3R'4/8/8/8/4K3 b - - 0 1");
    let lost = "rules.ends.lost = { pieces = [\"R'\"], how = 'all', result = 'loses' }";
    let lost = after(at(&file(lost), "4k3/8/8/8/3r'4/4B3/8/R'3K3 w Q - 0 1"), "e3d4");
    assert!(lost.outcome().is_some());
    let weak = at(&file("rules.material_draw = [\"R'R'\"]"), "4k3/8/8/8/8/8/8/R'3K3 w - - 0 1");
    assert!(weak.outcome().is_some());
}

#[test]
fn what_looks_alike_is_refused_with_both_names() {
    let told = |text: &str| findings("letters", &format!("title = 'Mine'\nextends = 'chess'\n{text}"));
    for (text, expected) in [
        ("pieces.\"N!\" = { betza = 'N' }", "expected a name"),
        ("pieces.\"n'\" = { betza = 'N' }", "a small letter is the role of a promoted form only"),
        ("pieces.\"'N\" = { betza = 'N' }", "expected a role, one capital letter"),
        ("pieces.\"N''\" = { betza = 'N' }", "expected a role, one capital letter"),
        ("start = \"rn'bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"", "`n'`"),
        (
            "pieces.X = { betza = 'N', letters = \"N'\" }\n\
             zone.far = { squares = [{ start = 'a1:d8', squares = 'a1:d8' }, { start = 'e1:h8', squares = 'e1:h8' }], \
             marked = 'e1:h8' }",
            "a zone has `marked`",
        ),
    ] {
        let found = told(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn a_promoted_piece_of_the_start_has_its_sign_before_the_letter() {
    let file = "title = 'Mine'\nextends = 'minishogi'\nstart = \"r+bsgk/4p/5/P4/KGSBR w - - 0 1\"\n";
    let files = Files::new("letters", &[("mine.toml", file)]);
    let output =
        piped().args(["show", "mine", "--variants"]).arg(files.0.join("mine.toml")).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = shown.lines().find(|line| line.trim_start().starts_with('5')).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["5", "r", "+b", "s", "g", "k"], "{shown}");
}
