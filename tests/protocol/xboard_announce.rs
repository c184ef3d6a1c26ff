//! What XBoard is told about the games with different armies, for every pairing.

use std::time::Instant;

use crate::common::fake_worker::FakeWorker;
use crate::common::program::{file, talk};
use fibnif::protocol::cecp::{CecpSession, Event};
use fibnif::rules::variant::Catalog;

const ARMIES: [&str; 4] = ["fide", "clobberers", "nutters", "rookies"];

/// Words that make XBoard take a line of an engine for something else: a failed start, a result, an
/// offer.
const FORBIDDEN: &[&str] = &[
    "not found",
    "No such file",
    "Permission denied",
    "can't alloc",
    "unknown host",
    "No remote directory",
    "Draw",
    "draw",
    "offer",
    "resign",
    "checkmate",
];

fn ask(line: &str) -> Vec<String> {
    ask_all(&[line])
}

fn ask_all(lines: &[&str]) -> Vec<String> {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    let mut replies = Vec::new();
    for line in lines {
        let event = Event::Line((*line).to_string());
        let _ = session.handle(event, Instant::now(), &mut FakeWorker::default(), &mut replies);
    }
    replies.iter().map(ToString::to_string).collect()
}

fn pairings() -> impl Iterator<Item = (&'static str, &'static str)> {
    ARMIES.into_iter().flat_map(|white| ARMIES.map(|black| (white, black)))
}

/// The slots of one half of a table and their letters, without nicknames.
fn entries(table: &str) -> Vec<char> {
    let mut entries = Vec::new();
    let mut letters = table.chars();
    while let Some(letter) = letters.next() {
        if letter == '=' {
            letters.next();
        } else {
            entries.push(letter);
        }
    }
    entries
}

#[test]
fn every_pairing_has_a_table_of_xboards_shape() {
    for (white, black) in pairings() {
        let lines = ask(&format!("variant cwda-{white}-{black}"));
        println!("{}", lines.join("\n"));
        let setup = lines.first().unwrap().strip_prefix("setup (").unwrap();
        let (table, rest) = setup.split_once(") ").unwrap();
        assert!(table.len() < 500 && !table.contains(' '), "{table}");
        let entries = entries(table);
        assert!(entries.len().is_multiple_of(2) && (12..=132).contains(&entries.len()), "{table}");
        let (whites, blacks) = entries.split_at(entries.len() / 2);
        for (half, king, pawn) in [(whites, 'K', 'P'), (blacks, 'k', 'p')] {
            assert_eq!((half.last(), half.first()), (Some(&king), Some(&pawn)), "{table}");
            let letters: Vec<_> = half.iter().filter(|&&letter| letter != '.').collect();
            assert_eq!(letters.len(), 6, "{table}");
            assert!(
                letters.iter().all(|&&letter| half.iter().filter(|&&other| other == letter).count() == 1),
                "{table}"
            );
            // XBoard's own rules that fit none of these pieces: pawns, weak pieces.
            for slot in [5, 6, 9, 17, 18, 19, 21] {
                assert!(
                    half.get(slot).is_none_or(|&letter| letter == '.' || slot + 1 == half.len()),
                    "slot {slot} in {table}"
                );
            }
        }
        let fen = rest.strip_prefix("8x8+0_fairy ").unwrap();
        assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
    }
}

/// Slots of XBoard's table whose pictures cannot be told apart on its board. They are listed again
/// here, because a test with the program's own list would not find its faults.
const ALIKE: &[&[usize]] = &[
    &[1, 12],
    &[2, 46],
    &[3, 47],
    &[4, 15, 51],
    &[6, 53],
    &[13, 57],
    &[14, 58],
    &[18, 29],
    &[21, 32, 52],
    &[33, 49],
    &[22, 62],
    &[44, 54],
    &[55, 59],
    &[61, 63],
];

fn picture(slot: usize) -> usize {
    ALIKE.iter().find(|alike| alike.contains(&slot)).map_or(slot, |alike| alike[0])
}

#[test]
fn men_that_move_otherwise_look_otherwise_in_pairings_of_every_army() {
    let armies = Catalog::builtin().info("cwda").unwrap().choices.remove(0).options;
    let pairings = armies
        .iter()
        .enumerate()
        .flat_map(|white| armies.iter().enumerate().map(move |black| (white, black)));
    // A quarter of them: seven for each army on each side.
    for ((_, white), (_, black)) in pairings.filter(|((i, _), (j, _))| (i + j) % 4 == 0) {
        let lines = ask(&format!("variant cwda-{}-{}", white.id, black.id));
        let table = lines[0].strip_prefix("setup (").unwrap().split_once(") ").unwrap().0;
        let entries = entries(table);
        let slots = entries.len() / 2;
        let mut looks: Vec<(usize, String)> = Vec::new();
        for line in &lines[1..] {
            let (letter, moves) = line.strip_prefix("piece ").unwrap().split_once(' ').unwrap();
            let at = entries.iter().position(|entry| letter.starts_with(*entry)).unwrap();
            // The last is the King's.
            if at % slots + 1 < slots {
                looks.push((picture(at % slots), moves.to_string()));
            }
        }
        for (look, moves) in &looks {
            let other = looks.iter().find(|(other, other_moves)| other == look && other_moves != moves);
            assert!(other.is_none(), "{}-{}: {moves} looks like {other:?} in {table}", white.id, black.id);
        }
        // XBoard proposes the piece of the lowest slot from 4 on: the one in the queen's place.
        let fen = lines[0].rsplit(' ').nth(5).unwrap();
        for (half, row) in entries.chunks(slots).zip([fen.rsplit('/').next(), fen.split('/').next()]) {
            let proposed = half[4..].iter().find(|&&letter| letter != '.');
            assert_eq!(proposed.copied(), row.unwrap().chars().nth(3), "{table} {fen}");
        }
    }
}

/// The slots for which WinBoard 4.9.1 has bitmaps, as its winboard.c loads them. They are listed again
/// here.
mod winboard {
    /// At 33, 49, and 72 pixels per square. It has no other boards if the parent is `fairy`, `lion`, or
    /// `spartan`.
    pub const SHOWN: &[usize] =
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 29, 32, 65];
    /// Additionally at 49 and 72 pixels.
    pub const AT_49: &[usize] = &[19, 20, 23, 24, 26];
}

/// The slots of both sides' pieces, including promotion pieces, and the lines.
fn in_winboard(name: &str) -> ([Vec<usize>; 2], Vec<String>) {
    let lines = ask_all(&["accepted highlight", "option WinBoard pictures=1", &format!("variant {name}")]);
    let table = lines[0].strip_prefix("setup (").unwrap().split_once(") ").unwrap().0;
    // `^P` is one entry.
    let mut slots: Vec<bool> = Vec::new();
    let mut marked = false;
    for letter in entries(table) {
        if letter == '^' {
            marked = true;
        } else {
            slots.push(marked || letter != '.');
            marked = false;
        }
    }
    let half = slots.len() / 2;
    let sides = [&slots[..half], &slots[half..]].map(|side| {
        let taken = side.iter().enumerate().filter(|(_, taken)| **taken).map(|(slot, _)| slot);
        taken.map(|slot| if slot + 1 == half { 65 } else { slot }).collect()
    });
    (sides, lines)
}

#[test]
fn winboard_has_a_picture_for_every_man_of_every_pairing() {
    for (white, black) in pairings() {
        let name = format!("cwda-{white}-{black}");
        let (sides, lines) = in_winboard(&name);
        for side in &sides {
            assert_eq!(side.len(), 6, "{lines:?}");
            assert!(side.iter().all(|slot| winboard::SHOWN.contains(slot)), "{name}: {side:?}");
            // A knight and one with a patch are hard to tell apart. Its promotion dialog needs 3 and 4.
            for pair in [[1, 12], [2, 13], [3, 14], [4, 15]] {
                assert!(!pair.iter().all(|slot| side.contains(slot)), "{name}: {side:?}");
            }
            assert!([3, 4].iter().all(|slot| side.contains(slot)), "{name}: {side:?}");
        }
        let shared = sides[0].iter().filter(|slot| sides[1].contains(slot)).count();
        // The pawn, the king, and what the dialog needs; all if the armies are the same.
        assert_eq!(shared, if white == black { 6 } else { 4 }, "{name}: {sides:?}");
        assert!(lines.iter().all(|line| !line.starts_with("telluser")), "{lines:?}");
    }
}

#[test]
fn winboard_has_a_picture_for_every_man_of_the_games_of_the_sources() {
    for name in
        ["greener", "augmented-half", "colorboundmost", "nearly-colorboundmost", "narrow", "mightylion"]
    {
        let (sides, lines) = in_winboard(name);
        let shown = |slot: &usize| winboard::SHOWN.contains(slot);
        assert!(sides.iter().flatten().all(shown), "{name}: {sides:?}");
        assert!(lines.iter().all(|line| !line.contains("WinBoard draws all")), "{name}: {lines:?}");
        // Where a king steps two squares and castles, its picture is another, and the user is told so.
        let told = lines.iter().any(|line| line.contains("WinBoard draws the King as another piece"));
        assert_eq!(told, name == "nearly-colorboundmost", "{name}: {lines:?}");
    }
}

/// A king that is in another slot than 65 has a picture that is not the queen's: that of slots 4 and 15.
#[test]
fn no_king_of_winboards_looks_like_a_second_queen() {
    for name in ["nearly-colorboundmost", "racingkings", "changeover", "grid"] {
        let (_, lines) = in_winboard(name);
        let table = lines[0].strip_prefix("setup (").unwrap().split_once(") ").unwrap().0;
        let entries = entries(table);
        let at = entries.iter().position(|&letter| letter == 'K').unwrap();
        assert!(![4, 15].contains(&at), "{name}: slot {at} in {table}");
    }
}

/// In every game that is offered, WinBoard shows all pieces at 49 pixels if there are not too many.
#[test]
fn winboard_shows_most_games_at_49_pixels() {
    for name in ["omega", "almost", "chigorin", "gryphon", "horde", "cwda-beasts-pizza", "halfling"] {
        let (sides, lines) = in_winboard(name);
        let small = |slot: &usize| winboard::SHOWN.contains(slot);
        let shown = |slot: &usize| small(slot) || winboard::AT_49.contains(slot);
        assert!(sides.iter().flatten().all(shown), "{name}: {sides:?}");
        let told = lines.iter().any(|line| line.contains("only at the sizes Middling and Bulky"));
        assert_eq!(told, !sides.iter().flatten().all(small), "{name}: {lines:?}");
    }
}

/// XBoard writes no rights for pieces that it does not know to castle, but its FENs are understood.
#[test]
fn men_at_home_may_castle_where_xboard_cannot_say_so() {
    let replies = ask_all(&[
        "accepted highlight",
        "variant cwda-clobberers-fide",
        "force",
        "setboard r3k2r/8/8/8/8/8/4P3/L3K2L w KQkq - 0 1",
        "usermove e1b1",
        "setboard r3k2r/8/8/8/8/8/4P3/L3K2L w kq - 0 1",
        "usermove e1g1",
        "setboard r3k2r/8/8/8/8/8/4P3/L3K2L b - - 0 1",
        "usermove e8g8",
    ]);
    let refused: Vec<&String> = replies.iter().filter(|line| line.starts_with("Illegal")).collect();
    assert_eq!(refused, ["Illegal move: e8g8"]);
}

#[test]
fn every_man_but_the_pawn_is_described() {
    for (white, black) in pairings() {
        let lines = ask(&format!("variant cwda-{white}-{black}"));
        assert_eq!(lines.len(), 11, "{lines:?}");
        for line in &lines[1..] {
            let (letter, moves) = line.strip_prefix("piece ").unwrap().split_once(' ').unwrap();
            assert!(letter.len() == 1 && !moves.is_empty() && !moves.contains(' '), "{line}");
        }
    }
}

#[test]
fn colorbound_corners_castle_three_squares_on_the_a_side() {
    let lines = ask("variant cwda-clobberers-fide");
    assert!(lines.contains(&"piece K KirO2ilO3".to_string()), "{lines:?}");
    assert!(lines.contains(&"piece k KisO2".to_string()), "{lines:?}");
    let lines = ask("variant cwda-rookies-clobberers");
    assert!(lines.contains(&"piece K KisO2".to_string()), "{lines:?}");
    assert!(lines.contains(&"piece k KilO2irO3".to_string()), "{lines:?}");
}

#[test]
fn partners_that_stand_in_no_corner_are_found() {
    let lines = ask("variant gustav3");
    assert!(lines.contains(&"piece K KisjO2".to_string()), "{lines:?}");
}

/// Other rules of XBoard's would call it a draw when a side cannot move.
#[test]
fn where_whoever_cannot_move_wins_xboard_plays_by_rules_that_say_so() {
    let lines = ask("variant antichess");
    assert!(lines[0].contains(" 8x8+0_giveaway "), "{lines:?}");
}

#[test]
fn no_announcement_has_words_xboard_takes_for_something_else() {
    for (white, black) in pairings() {
        for line in ask(&format!("variant cwda-{white}-{black}")) {
            assert!(FORBIDDEN.iter().all(|word| !line.contains(word)), "{line}");
        }
    }
}

#[test]
fn no_variant_name_is_taken_for_one_of_xboards() {
    const WITHIN: &[&str] = &[
        "wildcastle",
        "nocastle",
        "fischerandom",
        "bughouse",
        "crazyhouse",
        "losers",
        "suicide",
        "giveaway",
        "twokings",
        "kriegspiel",
        "atomic",
        "3check",
        "shatranj",
        "frc",
        "960",
    ];
    let features = ask("protover 2").into_iter().find(|line| line.starts_with("feature variants")).unwrap();
    let names = features.split('"').nth(1).unwrap();
    for name in names.split(',') {
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
        if name.contains('-') {
            assert!(WITHIN.iter().all(|word| !name.contains(word)), "{name}");
        }
    }
    assert_eq!(names.split(',').next(), Some("normal"));
    for (white, black) in pairings() {
        assert!(names.split(',').any(|name| name == format!("cwda-{white}-{black}")), "{names}");
    }
}

#[test]
fn ordinary_chess_needs_no_announcement() {
    assert!(ask("variant normal").is_empty());
    assert!(ask("variant standard").is_empty());
    assert!(ask("variant fairy").first().unwrap().starts_with("setup "));
}

/// Like a lance of Spartan Chess, a pawn may become any piece the user chooses, and XBoard takes none
/// of its steps for en passant.
#[test]
fn pawns_with_moves_of_their_own_become_what_the_user_likes() {
    let lines = ask_all(&["accepted highlight", "variant greener"]);
    assert!(lines[0].contains(" 8x8+0_spartan "), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("piece +")), "{lines:?}");
}

/// XBoard reads the sign of a promotion only in Shogi, counts no repetition across the moves of its pawns, and
/// takes mate by a dropped pawn of Shogi for a loss.
#[test]
fn pieces_are_in_slots_whose_rules_are_theirs() {
    let setup =
        |variant: &str| ask_all(&["accepted highlight", &format!("variant {variant}")]).swap_remove(0);
    assert!(setup("shoshogi").contains("(PNSBLRE..G.+++++++") && setup("shoshogi").contains(" 9x9+0_shogi "));
    for variant in ["pawnback", "pawnsideways"] {
        assert!(setup(variant).contains("(.NBRQ.....P....") && setup(variant).contains(" 8x8+0_fairy "));
    }
    assert!(setup("yarishogi").contains("(..PB"), "dropped pawns may mate");
    assert!(setup("gorogoro").contains("(P"), "they may not");
}

#[test]
fn what_xboard_does_not_show_its_user_is_told_once() {
    for (variant, word) in [
        ("horde", "Test Legality"),
        ("jesonmor", "Test Legality"),
        ("colorboundmost", "two moves"),
        ("gryphon", "No side begins with a King: a Queen becomes one by moving."),
        ("nearly-colorboundmost", "castle"),
        ("placement", "castle that were dropped"),
        ("narrow", "The a-file of the game runs from a1 to j1, then from j5 to a5.\\nThe b-file"),
        ("shogi", "-ruleMoves 0."),
        ("minishogi", "-ruleMoves 0."),
        ("monster", "takes a side without pieces for stalemated"),
        ("armageddon", "a draw counts as a win for Black"),
        ("shatranj", "-ruleMoves 70."),
    ] {
        let again = format!("variant {variant}");
        let lines = ask_all(&["accepted highlight", &again, "new", &again]);
        let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("telluser ")).collect();
        assert!(told.len() == 1 && told[0].contains(word), "{told:?}");
        assert!(ask(&again).iter().all(|line| !line.starts_with("telluser ")), "another GUI");
    }
}

/// XBoard counts piece types in hand by the slots that White has before them, also for Black, and forgets what
/// has no room. What stands in its slot of pawns promotes on the last rank.
#[test]
fn pieces_in_hand_have_room_and_soldiers_are_no_pawns() {
    for (variant, held, pawns) in [
        ("janggihouse", ["PNBRAC", "pnbrac"], false),
        ("synochess", ["", "s"], true),
        ("capahouse", ["PNBRQAC", "pnbrqac"], true),
        ("torishogi", ["SPCLRF", "spclrf"], false),
    ] {
        let setup = ask_all(&["accepted highlight", "new", &format!("variant {variant}")])
            .into_iter()
            .find(|line| line.starts_with("setup ("))
            .unwrap_or_else(|| panic!("{variant} is announced"));
        let (table, rest) = setup.strip_prefix("setup (").unwrap().split_once(") ").unwrap();
        let room = rest.split_once('+').unwrap().1.split_once('_').unwrap().0;
        let entries = entries(table);
        let (white, black) = entries.split_at(entries.len() / 2);
        for (side, letters) in [white, black].into_iter().zip(held) {
            for letter in letters.chars() {
                let slot = side.iter().position(|&entry| entry == letter).unwrap();
                let before = white[..slot].iter().filter(|&&entry| entry != '.').count();
                assert!(before < room.parse().unwrap(), "{variant} {letter}: {setup}");
            }
        }
        assert_eq!(white[0] != '.', pawns, "{setup}");
    }
}

/// XBoard gives no win to a bare king while the other side has one of XBoard's own kind, and considers
/// a side in check as long as its king has not entered.
#[test]
fn kings_that_win_alone_or_come_later_are_no_kings_of_xboards() {
    for variant in ["racingkings", "gryphon", "changeover"] {
        let setup = ask(&format!("variant {variant}")).swap_remove(0);
        let table = setup.split_once(") ").unwrap().0;
        assert!(table.ends_with('.'), "{setup}");
    }
}

/// A piece that another of its side captures disappears from XBoard's board, unless its rules have no
/// castling.
#[test]
fn pieces_that_change_places_need_rules_without_castling() {
    assert!(ask("variant odinsrune")[0].contains(" 10x10+0_asean "));
}

#[test]
fn a_side_without_a_king_can_always_pass_as_far_as_xboard_knows() {
    for variant in ["kinglet", "jesonmor", "codrus"] {
        let lines = ask(&format!("variant {variant}"));
        let pieces = lines.iter().filter(|line| line.starts_with("piece "));
        assert!(
            pieces.clone().count() > 0 && pieces.clone().all(|line| line.ends_with("mpabK")),
            "{lines:?}"
        );
    }
    // XBoard itself knows the winner there.
    assert!(ask("variant antichess").iter().all(|line| !line.contains("mpabK")));
}

#[test]
fn promotion_to_either_army_shows_the_foreign_men() {
    let lines = ask("variant cwda:clobberers/nutters;promotion=both");
    println!("{}", lines.join("\n"));
    assert_eq!(lines.len(), 1 + 2 * 9, "{lines:?}");
}

/// XBoard has these games, but no rules for their pieces: it lets an engine say them, without an array.
#[test]
fn of_games_that_xboard_has_by_their_array_only_it_is_told_the_moves() {
    let great = ask("variant great");
    assert!(great.iter().all(|line| line.starts_with("piece ")), "{great:?}");
    for line in ["piece P fmWfcF", "piece g KAD", "piece W WD", "piece s K", "piece K K"] {
        assert!(great.iter().any(|told| told == line), "{line}: {great:?}");
    }
    let cylinder = ask("variant cylinder");
    for line in ["piece R oR", "piece b oB", "piece N oN"] {
        assert!(cylinder.iter().any(|told| told == line), "{line}: {cylinder:?}");
    }
}

/// A user's own S-Chess is played by XBoard's rules for it; by others it refuses every entry.
#[test]
fn pieces_that_enter_on_the_back_rank_are_announced_as_in_seirawan() {
    let path = file("xboard-gates", "own.toml", "extends = \"seirawan\"\npieces.H.betza = \"BNW\"\n");
    let told = talk(["--variants".as_ref(), path.as_os_str()], "xboard\nprotover 2\nvariant own\nquit\n");
    assert!(told.contains("piece H BNW") && told.contains(" 8x8+7_seirawan "), "{told}");
}

/// In elven, XBoard gives Black's king, which starts on the e-file, the castling rights of one on the f-file.
/// In seirawan, it plays castling with a piece entering on the rook's square (h1e1e) as a rook's move
/// (h1d1e).
#[test]
fn moves_that_xboard_gets_wrong_in_its_own_games_are_not_played_while_it_tests_legality() {
    let elven =
        ("elven", "r3k4r/1p8/10/10/10/10/10/10/10/5K4 b kq - 0 1", 2, ["e10b10", "e10h10"].as_slice());
    let white = ("seirawan", "4k3/8/8/8/8/8/8/R3K2R[HEhe] w KQ - 0 1", 4, ["a1e1h", "h1e1e"].as_slice());
    let black = ("seirawan", "r3k2r/8/8/8/8/8/8/4K3[Hhe] b kq - 0 1", 4, ["a8e8h", "h8e8e"].as_slice());
    let (tests, trusts) = ("option GUI tests legality=1", "option GUI tests legality=0");
    for (variant, fen, wrong, texts) in [elven, white, black] {
        for (gui, option, number) in [
            ("accepted highlight", tests, wrong),
            ("accepted highlight", trusts, 0),
            ("rejected highlight", tests, 0),
        ] {
            let mut session = CecpSession::new(Catalog::builtin()).unwrap();
            let mut worker = FakeWorker::default();
            let (variant, fen) = (format!("variant {variant}"), format!("setboard {fen}"));
            for line in ["xboard", "protover 2", gui, option, &variant, "force", &fen, "go"] {
                let event = Event::Line(line.to_string());
                let _ = session.handle(event, Instant::now(), &mut worker, &mut Vec::new());
            }
            let asked = worker.asked.last().unwrap();
            let excluded = &asked.limits.excluded;
            assert_eq!(excluded.len(), number, "{variant} {gui} {option}");
            let excludes = |text: &&str| excluded.contains(&asked.position.parse_move(text).unwrap());
            assert!(number == 0 || texts.iter().all(excludes), "{variant}: {excluded:?}");
        }
    }
}
