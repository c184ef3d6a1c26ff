//! Definitions for other programs as variant files: the same games as those programs play, every loss told
//! with its line, and no text that does harm.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::Path;

use fibnif::import::{Format, Imported, games};
use fibnif::rules::game::{Game, compile};
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{Position, perft};
use fibnif::rules::variant::Catalog;
use proptest::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

const INI: &str = include_str!("../data/import/games.ini");
const DIAGRAMS: &str = include_str!("../data/import/diagrams.html");

/// The games of a text, all of which must be imported.
fn imported(text: &str, format: Format) -> Vec<(Imported, Arc<Game>)> {
    let mut catalog = Catalog::builtin();
    let games = games(text, format, "game").unwrap();
    let file = |game: &Imported| {
        let text = game.file.clone().unwrap_or_else(|refused| panic!("{}: {refused:?}", game.name));
        (game.name.clone(), text)
    };
    assert_eq!(catalog.add_texts("test", games.iter().map(file).collect()), []);
    games
        .into_iter()
        .map(|game| {
            let def = catalog.resolve(&game.name).unwrap();
            let compiled = compile(&def).unwrap();
            (game, compiled)
        })
        .collect()
}

#[test]
fn games_of_fairy_stockfish_have_its_perft() {
    assert_eq!(Format::of(INI), Some(Format::FairyStockfish));
    let counts = INI.lines().filter_map(|line| line.strip_prefix("# perft "));
    let games = imported(INI, Format::FairyStockfish);
    for ((game, compiled), counts) in games.iter().zip(counts) {
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let nodes = perft(&Position::start(compiled.clone()), depth);
            assert_eq!(nodes.to_string(), count, "{}, {depth} plies", game.name);
        }
    }
}

#[test]
fn diagrams_start_as_drawn_and_their_pieces_move_as_written() {
    assert_eq!(Format::of(DIAGRAMS), Some(Format::Diagram));
    let games = imported(DIAGRAMS, Format::Diagram);
    assert_eq!(games.len(), 15);
    for (title, start) in [
        ("diagram-chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("diagram-capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
        ("diagram-shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"),
        ("diagram-makruk", "rnskmsnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w - - 0 1"),
        ("diagram-omega", "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*"),
        ("diagram-asymmetric", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ] {
        let (_, game) = games.iter().find(|(game, _)| game.name == title).unwrap();
        let fen = Position::start(game.clone()).fen();
        assert!(fen.starts_with(start), "{title}: {fen}");
    }
    // The same games as those that are shipped.
    for (title, shipped, depth) in [
        ("diagram-chess", "chess", 3),
        ("diagram-capablanca", "capablanca", 3),
        ("diagram-shatranj", "shatranj", 3),
        ("diagram-courier", "courier", 3),
        ("diagram-shogi", "shogi", 3),
        ("diagram-los-alamos", "losalamos", 4),
    ] {
        let (_, game) = games.iter().find(|(game, _)| game.name == title).unwrap();
        let ours = compile(&Catalog::builtin().resolve(shipped).unwrap()).unwrap();
        let [theirs, ours] = [game.clone(), ours].map(|game| perft(&Position::start(game), depth));
        assert_eq!(theirs, ours, "{title}");
    }
}

#[test]
fn what_cannot_be_expressed_is_told_with_its_line() {
    let text = "[a:chess]\nwallingRule = arrow\n\n[b:nowhere]\nking = k\n\n[c:chess]\nnFoldValue = loss\n\
                connectN = 4\n\n[d:placement]\ndropRegionWhite = *1 *2\n\n[e:crazyhouse]\npetrifyOnCaptureTypes = n\nblastOnCapture = true\n\n[f:crazyhouse]\n\
                promotionLimit = q:1\n\n[g:shouse]\nmustDrop = true\n";
    let games = games(text, Format::FairyStockfish, "x").unwrap();
    let told = |index: usize| {
        let game: &Imported = &games[index];
        game.file.as_ref().err().unwrap().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(told(0), ["line 2: `wallingRule = arrow` cannot be expressed"]);
    assert_eq!(told(1), ["line 4: inherits from `nowhere`, which is neither a game before it nor built in"]);
    assert_eq!(told(2), ["line 9: `connectN = 4` cannot be expressed"]);
    let beyond = "`castlingDroppedPiece = true` cannot be expressed: with drops beyond the first rank";
    assert!(told(3)[0].starts_with(beyond), "{:?}", told(3));
    assert_eq!(
        told(4),
        ["`petrifyOnCaptureTypes` cannot be expressed: a piece that captures explodes or turns into a wall"]
    );
    assert!(told(5)[0].contains("`promotionLimit` cannot be expressed"), "{:?}", told(5));
    assert!(told(6)[0].starts_with("line 22: `mustDrop = true` cannot be expressed"), "{:?}", told(6));

    let text = "files=8\nroyal=dragon\nking::K::e1\nwuzzle::::d1\npawn::fX::a2-h9\n";
    let games = fibnif::import::games(text, Format::Diagram, "x").unwrap();
    let told: Vec<String> = games[0].file.as_ref().err().unwrap().iter().map(ToString::to_string).collect();
    let told = told.join("\n");
    for part in [
        "line 4: `wuzzle` has no moves",
        "line 5: expected squares of this board",
        "there is no piece `dragon`",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

/// The numbers of legal moves are Fairy-Stockfish's.
#[test]
fn pawns_that_never_promote_attack_the_last_rank() {
    let text = "[maharajah:chess]\namazon = m\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1\n\
                extinctionValue = loss\nextinctionPieceTypes = m\nextinctionPseudoRoyal = true\n\
                promotionPieceTypes = -\n";
    let [(_, game)] = &imported(text, Format::FairyStockfish)[..] else { panic!("one game") };
    for (fen, count) in [
        ("r1b2bnr/1p2p1p1/p5kp/M1ppn3/8/7q/5p2/8 w - - 42 22", 8),
        ("rnbq1bnr/4pk1p/2p3p1/p2p1p2/8/8/1p6/4M3 w - - 20 11", 17),
    ] {
        let position = Position::from_fen(game.clone(), fen).unwrap();
        assert_eq!(perft(&position, 1), count, "{fen}");
    }
}

#[test]
fn more_piece_types_than_letters_have_an_apostrophe() {
    let letters = "abcdefghijlmnopqrstuvwxyz";
    let pieces =
        (1..).zip(letters.chars()).map(|(number, letter)| format!("customPiece{number} = {letter}:W"));
    let pieces: Vec<String> = pieces.collect();
    let rows = "kabcdefg/hijlmnop/qrstuvwx/yz6/YZ6/QRSTUVWX/HIJLMNOP/KABCDEFG";
    let text = format!(
        "[many]\nking = k\n{}\npromotedPieceType = a:b c:d\nstartFen = {rows} w - - 0 1\n",
        pieces.join("\n")
    );
    let [(_, game)] = &imported(&text, Format::FairyStockfish)[..] else { panic!("one game") };
    let dressed = game.def.sides[0].pieces.iter().filter(|piece| piece.role.is_dressed());
    assert_eq!(dressed.map(|piece| piece.mark).collect::<Vec<_>>(), [Some('+'); 2]);
    assert_eq!(perft(&Position::start(game.clone()), 1), 9);
}

/// A file has only the piece types that may occur, so that `check` does not warn about the others.
#[test]
fn piece_types_that_never_occur_are_left_out() {
    let text = "[pawns:chess]\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n\
                promotionPieceTypes = q\nextinctionValue = loss\nextinctionPieceTypes = qr\n";
    let [(read, game)] = &imported(text, Format::FairyStockfish)[..] else { panic!("one game") };
    let mut roles: Vec<Letter> = game.def.sides[0].pieces.iter().map(|piece| piece.role).collect();
    roles.sort_unstable();
    assert_eq!(roles, ['K', 'P', 'Q'], "{:?}", read.file);
}

#[test]
fn formats_are_known_by_their_first_lines() {
    for (text, format) in [
        ("# x\n[orda:chess]\ncentaur = h\n", Some(Format::FairyStockfish)),
        ("[mine]\nmaxRank = 5\n", Some(Format::FairyStockfish)),
        ("pawn::::a2-h2\nking::KisO2::e1\n", Some(Format::Diagram)),
        ("Game: normal\n8x8\n6 4 5 7 3 5 4 6\n", Some(Format::FairyMax)),
        ("title = \"a\"\nstart = \"8/8\"\n[pieces]\nK = { betza = \"K\" }\n", None),
        ("[pieces]\nN = \"NN\"\n", None),
        ("", None),
    ] {
        assert_eq!(Format::of(text), format, "{text}");
    }
    for folder in ["variants", "variants/armies"] {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                assert_eq!(Format::of(&fs::read_to_string(&path).unwrap()), None, "{}", path.display());
            }
        }
    }
}

const FMAX: &str = "// comment\nGame: fairy/Small # small\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
    p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
    k:-1 1,34 -1,34 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\n\
    n:259 14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7\nb:296 15,3 17,3 -15,3 -17,3\n\
    R:444 1,3 16,3 -1,3 -16,3\nQ:851 1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3\n\nGame: Second\n8x8=3\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Damaged definitions are read in the end, and what they become is refused or can be played.
    #[test]
    fn damaged_definitions_do_no_harm(
        format in 0usize..3,
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, "[ -~\\n]{0,6}"), 1..12),
    ) {
        let (text, format) = [
            (INI, Format::FairyStockfish),
            (DIAGRAMS, Format::Diagram),
            (FMAX, Format::FairyMax),
        ][format];
        let begun = Instant::now();
        let mut bytes: Vec<u8> = text.bytes().collect();
        for (at, length, insert) in cuts {
            let start = at.index(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, insert.bytes());
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = Format::of(&text);
        let lines = text.lines().count();
        if let Err(error) = games(&text, format, "x") {
            prop_assert!((1..=lines + 1).contains(&error.line), "{error} of {lines} lines");
        }
        if let Ok(found) = games(&text, format, "x") {
            for game in &found {
                let refused = game.file.as_ref().err().into_iter().flatten();
                for note in refused.chain(&game.notes) {
                    prop_assert!(note.line <= lines, "{note} of {lines} lines");
                }
            }
            prop_assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
            let files = found.into_iter().filter_map(|game| Some((game.name, game.file.ok()?)));
            let mut catalog = Catalog::builtin();
            let files: Vec<(String, String)> = files.collect();
            let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
            catalog.add_texts("x", files);
            for name in names {
                if let Ok(def) = catalog.resolve(&name) && let Ok(game) = compile(&def) {
                    perft(&Position::start(game), 1);
                }
            }
        }
    }
}
