//! Faults of other engines in what they tell XBoard about a game, one test each, over every variant
//! that must be described to XBoard.

use std::sync::Arc;
use std::time::Instant;

use crate::common::fake_worker::FakeWorker;
use fibnif::protocol::cecp::{CecpSession, Event};
use fibnif::rules::game::{Game, compile};
use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::position::Position;
use fibnif::rules::variant::Catalog;

/// What XBoard is told about a game.
struct Told {
    name: String,
    /// Letters by slot, for each side; `.` for none.
    slots: [Vec<Letter>; 2],
    /// Whether the game is based on Shogi.
    shogi: bool,
    files: u32,
    fen: String,
    /// Letters and moves.
    pieces: Vec<(String, String)>,
}

fn say(session: &mut CecpSession, line: &str) -> Vec<String> {
    let mut replies = Vec::new();
    let _ = session.handle(
        Event::Line(line.to_string()),
        Instant::now(),
        &mut FakeWorker::default(),
        &mut replies,
    );
    replies.iter().map(ToString::to_string).collect()
}

/// The slots of a table without nicknames. A promoted form is written as its pawn's letter. Where nothing is
/// dropped and the game is not based on Shogi (`named`), it is a sign and a letter.
fn slots(table: &str, named: bool) -> Vec<Letter> {
    let mut slots = Vec::new();
    let mut letters = Letter::all(table);
    while let Some(letter) = letters.next() {
        match letter.base() {
            '=' => drop(letters.next()),
            '+' if named => slots.extend(letters.next()),
            '^' => slots.extend(letters.next()),
            _ => slots.push(letter),
        }
    }
    slots
}

/// What XBoard is told about a variant, if it must be described.
fn told(session: &mut CecpSession, name: &str) -> Option<Told> {
    let lines = say(session, &format!("variant {name}"));
    let (table, rest) = lines.first()?.strip_prefix("setup (")?.split_once(") ")?;
    let shogi = rest.contains("_shogi ");
    let all = slots(table, rest.contains("+0_") && !shogi);
    let (white, black) = all.split_at(all.len() / 2);
    let (size, fen) = rest.split_once(' ')?;
    let pieces = lines[1..].iter().filter_map(|line| line.strip_prefix("piece ")?.split_once(' '));
    Some(Told {
        name: name.to_string(),
        slots: [white.to_vec(), black.to_vec()],
        shogi,
        files: size.split_once('x')?.0.parse().unwrap(),
        fen: fen.to_string(),
        pieces: pieces.map(|(name, moves)| (name.to_string(), moves.to_string())).collect(),
    })
}

fn names(session: &mut CecpSession) -> Vec<String> {
    let features = say(session, "protover 2");
    let variants = features.iter().find_map(|line| line.strip_prefix("feature variants=")).unwrap();
    variants.trim_matches('"').split(',').map(str::to_string).collect()
}

fn every() -> Vec<Told> {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    let told: Vec<Told> = names(&mut session).iter().filter_map(|name| told(&mut session, name)).collect();
    assert!(told.len() > 30);
    told
}

/// The game of a name, unless it is one of the GUI's own names for it.
fn game(name: &str) -> Option<Arc<Game>> {
    let armies = name.strip_prefix("cwda-").and_then(|pair| pair.split_once('-'));
    let text = armies.map_or(name.to_string(), |(white, black)| format!("cwda:{white}/{black}"));
    compile(&Catalog::builtin().resolve(&text).ok()?).ok()
}

/// Fairy-Max gives the second castling no `i`, so it remains possible after the king has moved.
#[test]
fn every_castling_is_for_a_king_that_has_not_moved() {
    let mut castlings = 0;
    for told in every() {
        for (name, moves) in &told.pieces {
            for (at, _) in moves.match_indices('O') {
                let before = moves[..at].trim_end_matches(['l', 'r', 's', 'j']);
                assert!(before.ends_with('i'), "{}: piece {name} {moves}", told.name);
                castlings += 1;
            }
        }
    }
    assert!(castlings > 50);
}

/// If other pieces than the castling partners are in slot 3, XBoard's positions have no castling
/// rights. Rooks are there; for other pieces with their own pictures, the rights are found by their
/// squares.
#[test]
fn rooks_that_castle_stand_in_slot_3() {
    for told in every() {
        let Some(game) = game(&told.name) else { continue };
        for (color, slots) in Color::ALL.into_iter().zip(&told.slots) {
            for castle in game.castles.iter().filter(|castle| castle.color == color) {
                let partner = game.kind(castle.partner_kind);
                let moves = told.pieces.iter().find(|(name, _)| *name == partner.letter.to_string());
                if moves.is_some_and(|(_, moves)| moves == "R") {
                    assert_eq!(slots.get(3), Some(&partner.letter), "{}", told.name);
                }
            }
        }
        let rights = told.fen.split(' ').nth(2).unwrap();
        // Pieces that are dropped get their rights when all are on the board.
        let dropped = !game.def.rules.castling_homes.is_empty();
        assert_eq!(rights == "-", game.castles.is_empty() || dropped, "{}: {}", told.name, told.fen);
    }
}

/// With Fairy-Max, XBoard proposes the Elephant for a pawn: the first promotion piece from slot 4 on.
#[test]
fn the_usual_promotion_is_to_the_strongest_man() {
    for told in every() {
        let Some(game) = game(&told.name) else { continue };
        for (color, slots) in Color::ALL.into_iter().zip(&told.slots) {
            // If pawns are not in slot 0, XBoard proposes nothing.
            let Some(pawn) =
                game.kind_ids().find(|&id| game.kind(id).pawn && game.kind(id).letter == slots[0])
            else {
                continue;
            };
            let letters = |role: Option<Letter>| {
                let becomes = game.kind(pawn).promotes_to.iter().map(|&kind| game.kind(kind));
                becomes
                    .filter(|kind| role.is_none_or(|role| kind.role == role))
                    .map(|kind| kind.letter.of(color))
                    .collect::<Vec<_>>()
            };
            let all = letters(None);
            if game.kind(pawn).promotes_to.iter().any(|&kind| game.kind(kind).mark == Some('+')) {
                // It promotes by a sign.
                continue;
            }
            let proposed = slots.iter().skip(4).copied().find(|letter| all.contains(letter)).unwrap();
            let strongest = letters(Some('Q'.into()));
            assert!(
                strongest.is_empty() || strongest.contains(&proposed),
                "{}: {proposed} of {all:?}",
                told.name
            );
        }
    }
}

/// Fairy-Max's Elephants are in slot 6, and XBoard calls king and Elephants against king a draw. Other
/// slots have such special rules, too, or are jokers. The lance's slot is that of a pawn.
#[test]
fn no_man_stands_where_xboard_thinks_too_little_of_it() {
    // XBoard counts no material where pieces are dropped, nor where it thinks of Shogi.
    let counts = |told: &Told| !told.fen.contains('[') && !told.shogi;
    for told in every().into_iter().filter(counts) {
        for slots in &told.slots {
            let army = &slots[..slots.len() - 1];
            assert!(
                army.get(18).is_none_or(|letter| ".Pp".contains(letter.base())),
                "{}: {slots:?}",
                told.name
            );
            for slot in [5, 6, 9, 17, 19, 21] {
                assert!(
                    army.get(slot).is_none_or(|&letter| letter == '.'),
                    "{}: slot {slot} of {slots:?}",
                    told.name
                );
            }
            // A piece in the knight's slot must be one, or be as unable to mate. It may be able to
            // pass.
            let knight =
                told.pieces.iter().filter(|(name, _)| slots[1] != '.' && *name == slots[1].to_string());
            assert!(
                knight.clone().all(|(_, moves)| ["N", "mN"].contains(&moves.trim_end_matches("mpabK"))),
                "{}: {:?}",
                told.name,
                knight.collect::<Vec<_>>()
            );
        }
    }
}

/// Fairy-Max has 12 of the 16 pairings: no army plays against itself.
#[test]
fn armies_meet_their_like() {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    let names = names(&mut session);
    for army in ["fide", "clobberers", "nutters", "rookies"] {
        let name = format!("cwda-{army}-{army}");
        assert!(names.contains(&name), "{name}");
        let [white, black] = told(&mut session, &name).unwrap().slots;
        assert_eq!(white.into_iter().map(Letter::lower).collect::<Vec<_>>(), black);
    }
}

/// XBoard's promotion menu has queen, rook, bishop and knight, which do not exist in most of
/// Fairy-Max's armies.
#[test]
fn the_menu_of_promotions_works_for_every_army() {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    for army in ["fide", "clobberers", "nutters", "rookies"] {
        let game = game(&format!("cwda-{army}-fide")).unwrap();
        say(&mut session, &format!("variant cwda-{army}-fide"));
        for letter in ["q", "r", "b", "n"] {
            say(&mut session, "force");
            say(&mut session, "setboard 7k/P7/8/8/8/8/8/K7 w - - 0 1");
            assert_eq!(say(&mut session, &format!("usermove a7a8{letter}")), [""; 0], "{army}");
            // Black answers the promoted piece.
            let becomes = game.kind_ids().find(|&id| {
                let kind = game.kind(id);
                kind.color == Color::White && kind.role.eq_ignore_case(Letter::read(letter).unwrap())
            });
            let fen = format!("{}6k/8/8/8/8/8/8/K7 b - - 0 1", game.kind(becomes.unwrap()).letter);
            let expected = Position::from_fen(Arc::clone(&game), &fen).unwrap();
            let mut worker = FakeWorker::default();
            let _ =
                session.handle(Event::Line("analyze".into()), Instant::now(), &mut worker, &mut Vec::new());
            assert_eq!(worker.asked.last().unwrap().position.fen(), expected.fen(), "{army} {letter}");
        }
    }
}

/// Fairy-Max tells XBoard rows of eight squares for a board of twelve files.
#[test]
fn rows_are_as_long_as_the_board_is_wide() {
    for told in every() {
        let placement = told.fen.split(['[', ' ']).next().unwrap();
        for row in placement.split('/') {
            let (mut squares, mut number) = (0, 0);
            // A plus sign belongs to the promoted piece behind it.
            for letter in row.chars().filter(|&letter| letter != '+').chain(['.']) {
                if let Some(digit) = letter.to_digit(10) {
                    number = 10 * number + digit;
                } else {
                    squares += number + u32::from(letter != '.');
                    number = 0;
                }
            }
            assert_eq!(squares, told.files, "{}: {row}", told.name);
        }
    }
}

/// Fairy-Stockfish sends a table of one letter by default. XBoard ignores it, keeps its own, and shows
/// the orthodox army.
#[test]
fn every_man_has_a_place_in_the_table() {
    for told in every() {
        assert!(
            (6..=66).contains(&told.slots[0].len()) && told.slots[0].len() == told.slots[1].len(),
            "{}",
            told.name
        );
        for letter in told
            .fen
            .split(' ')
            .next()
            .unwrap()
            .split(|c: char| !c.is_ascii_alphabetic() && c != '\'')
            .flat_map(Letter::all)
        {
            let side = letter.color().index();
            assert!(told.slots[side].contains(&letter), "{}: {letter}", told.name);
        }
    }
}

/// Fields that are the game's own, such as the checks to be given, may be missing.
#[test]
fn starts_and_positions_are_taken_as_other_programs_write_them() {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    for (variant, fen) in [
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("5check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - 1"),
        ("shogi", "lR4snl/4k1g2/pgnspp1p1/2p3p1p/1p2b4/P6P1/BSPP1PP1P/4G1GS1/LNK2r1NL[PPp] w - 32"),
        ("shogi", "lR4snl/4k1g2/pgnspp1p1/2p3p1p/1p2b4/P6P1/BSPP1PP1P/4G1GS1/LNK2r1NL[PPp] w 32"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w - 2"),
        ("karouk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde 0 0 1"),
        ("colorboundmost", "cnbqkbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBQKBNC w - - 0 1"),
    ] {
        say(&mut session, &format!("variant {variant}"));
        assert_eq!(say(&mut session, &format!("setboard {fen}")), [""; 0], "{variant} {fen}");
    }
}

/// XBoard tells a program that its opponent has passed by the position after that. It is a move of the game,
/// so that it can be taken back, and another pass ends the game.
#[test]
fn a_position_after_a_pass_is_a_pass() {
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR";
    for (setup, told) in [
        (format!("setboard {start} b - - 0 1"), [""; 0].as_slice()),
        (format!("setboard {start} w - - 0 1"), &["Error (nothing to take back): undo"]),
        (format!("force\nsetboard {start} b - - 0 1"), &["Error (nothing to take back): undo"]),
    ] {
        let mut session = CecpSession::new(Catalog::builtin()).unwrap();
        say(&mut session, "variant janggi");
        setup.lines().for_each(|line| drop(say(&mut session, line)));
        say(&mut session, "force");
        assert_eq!(say(&mut session, "undo"), told, "{setup}");
    }
}
