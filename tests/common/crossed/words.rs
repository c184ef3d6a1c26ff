//! The words that crossed files combine, and how a file uses each.

use toml::{Table, Value};

use fibnif::rules::letter::Letter;

use super::{Draft, file};
use crate::common::invented::{LOANS, PATHS};

/// A word, and how a file uses it.
type Word = (&'static str, fn(&mut Draft));

/// All words. The name is the key, or what the notation of a piece can do.
pub(super) const WORDS: [Word; 73] = [
    // Keys of pieces.
    ("royal", |d| d.set_piece("royal", "check")),
    ("promotes", Draft::promotes),
    ("promotes.instead", |d| {
        let (piece, to) = (d.piece(), d.piece());
        let squares = d.squares();
        d.set(&format!("pieces.{piece}.promotes.to"), vec![to.to_string()]);
        d.set(&format!("pieces.{piece}.promotes.squares"), squares);
        d.set(&format!("pieces.{piece}.promotes.instead"), true);
    }),
    ("promotes.leaving", |d| {
        let (piece, squares) = (d.promoting(), d.squares());
        // Not drawn by chance, so that the files of other words stay as they are.
        let key = if piece == 'P' { "leaving" } else { "entering" };
        d.set(&format!("pieces.{piece}.promotes.{key}"), squares);
    }),
    ("promotes.captured", |d| {
        let piece = d.promoting();
        let key = d.one(&["captured", "by_file"]);
        d.set(&format!("pieces.{piece}.promotes.{key}"), true);
    }),
    ("promotes.falls_back", |d| {
        let piece = d.promoting();
        d.hands();
        d.set(&format!("pieces.{piece}.promotes.falls_back"), true);
    }),
    ("becomes", |d| {
        let (piece, to) = (d.piece(), d.piece());
        d.set(&format!("pieces.{piece}.becomes.to"), to.to_string());
        if d.chance(2) {
            let when = d.one(&["moves", "captures"]);
            d.set(&format!("pieces.{piece}.becomes.when"), when);
        }
        if d.chance(3) {
            let squares = d.squares();
            d.set(&format!("pieces.{piece}.becomes.squares"), squares);
        }
    }),
    ("in", |d| {
        let (piece, zone) = (d.piece_or_king(), d.zone());
        let betza = d.one(&["W", "F", "N", "msW", "mpB", "cnA", "mfN", "R2", "cafcfF"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
    }),
    ("in.keeps_clock", |d| {
        let (piece, zone) = (d.pawn(), d.zone());
        let betza = d.one(&["msW", "mfN", "msW2"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
        d.set(&format!("pieces.{piece}.in.{zone}.keeps_clock"), true);
    }),
    ("in.en_passant", |d| {
        let (piece, zone) = (d.pawn(), d.zone());
        let betza = d.one(&["mfnD", "mfnA"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
        d.set(&format!("pieces.{piece}.in.{zone}.en_passant"), true);
    }),
    ("in.inside", |d| {
        let (piece, zone) = (d.piece_or_king(), d.zone());
        let betza = d.one(&["F", "B", "R", "mN", "cW", "pB"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
        d.set(&format!("pieces.{piece}.in.{zone}.inside"), true);
    }),
    ("never_captures", |d| {
        let (piece, others) = (d.piece_or_king(), [d.piece_or_king(), d.piece()]);
        let others = others.iter().map(Letter::to_string).collect::<Vec<_>>();
        d.set(&format!("pieces.{piece}.never_captures"), others);
    }),
    ("never_hops", |d| {
        let (piece, other) = (d.piece(), d.piece_or_king());
        let betza = d.one(&["pR", "mRcpR", "gQ", "pN"]);
        d.add_moves(piece, betza);
        d.set(&format!("pieces.{piece}.never_hops"), other.to_string());
    }),
    ("left", |d| {
        let piece = d.piece();
        let twin = d.new_piece();
        d.set(&format!("pieces.{piece}.left"), twin.to_string());
    }),
    ("within", |d| {
        let (piece, zone) = (d.piece_or_king(), d.zone());
        d.set(&format!("pieces.{piece}.within"), zone);
    }),
    ("loans", |d| {
        let (piece, lender) = (d.piece(), d.piece());
        let zone = if d.chance(2) { "none".to_owned() } else { d.zone() };
        d.set(&format!("pieces.{piece}.loans"), zone);
        d.add_moves(lender, "xK");
    }),
    ("unchecked", |d| {
        let betza = d.one(&["mN", "mD", "mA", "mR", "mF", "mafsW", "mQ"]);
        let piece = d.piece_or_king();
        d.set(&format!("pieces.{piece}.unchecked"), betza);
    }),
    ("spacious", |d| {
        let betza = d.one(&["R", "B", "mQcB3", "W", "cF"]);
        let piece = d.piece_or_king();
        d.set(&format!("pieces.{piece}.spacious"), betza);
    }),
    ("after_capture", |d| {
        let betza = d.one(&["N", "W", "D", "fR", "cB", "mQ", "bN", "pR"]);
        let piece = d.piece_or_king();
        d.set(&format!("pieces.{piece}.after_capture"), betza);
    }),
    ("promoted", |d| {
        let piece = d.piece();
        let form = d.new_piece();
        let squares = d.squares();
        d.set(&format!("pieces.{form}.promoted"), piece.to_string());
        d.set(&format!("pieces.{piece}.promotes.to"), vec![form.to_string()]);
        d.set(&format!("pieces.{piece}.promotes.squares"), squares);
        if d.chance(2) {
            d.set(&format!("pieces.{piece}.promotes.forced"), false);
        }
    }),
    ("hand", |d| {
        d.hands();
        let (piece, other) = (d.piece(), d.piece());
        let role = if d.chance(2) { "none".to_owned() } else { other.to_string() };
        d.set(&format!("pieces.{piece}.hand"), role);
    }),
    ("drops.squares", |d| {
        d.hands();
        let (piece, squares) = (d.piece(), d.squares());
        d.set(&format!("pieces.{piece}.drops.squares"), squares);
    }),
    ("drops.per_file", |d| {
        d.hands();
        let (piece, most) = (d.piece(), d.number(0, 1));
        d.set(&format!("pieces.{piece}.drops.per_file"), most);
    }),
    ("drops.mate", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.mate"), "forbidden");
    }),
    ("drops.check", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.check"), "forbidden");
    }),
    ("drops.form", |d| {
        d.hands();
        let (piece, form) = (d.piece(), d.new_piece());
        d.set(&format!("pieces.{form}.promoted"), piece.to_string());
        d.set(&format!("pieces.{piece}.drops.form"), "either");
        d.set("hands.stock", piece.to_string());
    }),
    ("drops.forced", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.forced"), true);
    }),
    ("drops.colors", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.colors"), "different");
        d.set("hands.stock", piece.to_string());
    }),
    ("most", |d| {
        let (piece, more) = (d.piece(), d.number(0, 1));
        let now = d.start().to_uppercase().matches(&piece.to_string()).count() as i64 / 2;
        d.set(&format!("pieces.{piece}.most"), (now + more).max(1));
    }),
    ("marked", |d| {
        let (last, ranks) = (file(d.files - 1), d.ranks);
        let area = |start: String, squares: String| {
            Value::Table(Table::from_iter([
                ("start".to_owned(), start.into()),
                ("squares".to_owned(), squares.into()),
            ]))
        };
        let middle = d.files / 2;
        let (left, right) = (file(middle - 1), file(middle));
        let areas = vec![
            area(format!("a1:{left}{ranks}"), format!("{right}1:{last}{ranks}")),
            area(format!("{right}1:{last}{ranks}"), format!("a1:{left}{ranks}")),
        ];
        d.set("zone.wing.squares", Value::Array(areas));
        d.set("zone.wing.marked", format!("{right}1:{last}{ranks}"));
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.in.wing"), "mN");
    }),
    // Rules.
    ("turn", |d| d.set("rules.turn", "one-move-per-square-color")),
    ("turn series", |d| {
        let key = d.one(&["moves", "first", "white", "black", "more"]);
        let (moves, more) = (d.number(1, 3), d.number(1, 2));
        d.set("rules.turn.moves", moves);
        d.set(&format!("rules.turn.{key}"), more);
        d.word("rules.turn.check", &["ends-turn", "last-move"]);
    }),
    ("walls", |d| {
        d.word("rules.walls.when", &["duck", "after-move"]);
        d.word("rules.walls.at", &["anywhere", "left", "edge"]);
        d.set("pieces.K.royal", "none");
        d.set("rules.ends.lost.pieces", "K");
    }),
    ("walls instead", |d| {
        d.set("rules.walls.when", "instead-of-move");
        d.word("rules.walls.at", &["anywhere", "edge"]);
    }),
    ("pass", |d| d.word("rules.pass", &["always", "no-moves"])),
    ("capture", |d| d.set("rules.capture", "forced")),
    ("captor stays", |d| d.set("rules.captor", "stays")),
    ("captor petrifies", |d| {
        d.set("rules.captor", "petrifies");
        if d.chance(2) {
            let immune = d.piece_or_king();
            d.set("rules.immune", immune.to_string());
        }
    }),
    ("captor explodes", |d| {
        d.set("rules.captor", "explodes");
        if d.chance(2) {
            let spared = d.piece();
            d.set("rules.spared", spared.to_string());
        }
        if d.chance(2) {
            let immune = d.piece_or_king();
            d.set("rules.immune", immune.to_string());
        }
        d.set("rules.ends.lost.pieces", "K");
    }),
    ("changes_side", |d| d.word("rules.changes_side", &["captures", "quiet", "always"])),
    ("checks", |d| d.word("rules.checks", &["mate-only", "forbidden"])),
    ("royals not-all", |d| {
        d.set("rules.royals", "not-all");
        d.second_king();
    }),
    ("royals last", |d| {
        d.set("rules.royals", "last");
        d.second_king();
    }),
    ("evasions", |d| d.set("rules.evasions", "no-flight")),
    ("royals by place", |d| {
        d.word("rules.royals", &["leftmost", "leftmost-own-rank"]);
        d.second_king();
    }),
    ("untraded", |d| {
        let piece = d.piece();
        d.set("rules.untraded", vec![piece.to_string()]);
        let guard = d.chance(2);
        d.set("rules.kings_guard", guard);
        // Not drawn by chance, as above.
        if piece == 'B' || piece == 'N' {
            d.set("rules.cheap", vec!['P'.to_string(), 'R'.to_string()]);
        }
    }),
    ("untaken", |d| {
        let piece = d.piece();
        d.set("rules.untaken", piece.to_string());
    }),
    ("mate", |d| d.set("rules.mate", "wins")),
    ("mate by pieces", |d| {
        let pieces = [d.piece(), d.piece(), d.piece_or_king()].map(|role| role.to_string());
        if d.chance(2) {
            d.set("rules.mate.not_by", pieces[0].clone());
        }
        d.set("rules.mate.checked_by", pieces[1..].to_vec());
        d.word("rules.mate.result", &["loses", "wins"]);
    }),
    ("no_moves", |d| {
        let double = d.turns_by_color();
        d.word(
            "rules.no_moves",
            &["mover-loses", "mover-wins", "fewer-pieces-wins", "closes-color"][..if double { 4 } else { 3 }],
        );
    }),
    ("repetition", |d| {
        let count = d.number(2, 3);
        d.set("rules.repetition.count", count);
        let double = d.turns_by_color();
        let words = ["closes-color", "draw", "repeater-loses", "perpetual-check-loses"];
        d.word("rules.repetition.result", if double { &words[..1] } else { &words[1..] });
    }),
    ("move_limit", |d| {
        let limit = d.number(2, 6);
        d.set("rules.move_limit", limit);
    }),
    ("material_draw", |d| {
        let pieces = d.piece().to_string();
        d.set("rules.material_draw", vec![pieces]);
    }),
    ("draws", |d| match d.number(0, 2) {
        0 => {
            let (role, points) = (d.piece(), d.number(1, 9));
            d.set(&format!("rules.draws.points.{role}"), points);
            let more = d.number(0, 3);
            d.set("rules.draws.black_half_points", more);
            let limit = d.number(2, 6);
            d.set("rules.move_limit", limit);
        }
        _ => d.word("rules.draws", &["white-wins", "black-wins"]),
    }),
    ("grid", |d| d.word("rules.grid", &["a1:b2", "a1:c2", "b1:c2", "a1:b3"])),
    ("counting", |d| {
        let limits = [d.number(2, 9), d.number(2, 9), d.number(0, 5)];
        let role = d.piece();
        d.set("rules.counting.pawnless", limits[0]);
        d.set("rules.counting.bare.else", limits[1] + 3);
        d.set(&format!("rules.counting.bare.{role}"), limits[1]);
        d.set("rules.counting.with_pawns", limits[2]);
        d.word("rules.counting.from", &["zero", "pieces"]);
        let told = d.chance(2);
        d.set("rules.counting.in_fen", told);
        if told {
            let start = d.start().replace(" - 0 1", " 0 0 1");
            d.set("start", start);
        }
    }),
    ("castling", |d| {
        d.castle();
        let (a, h) = (file(d.files / 2 - 1), file(d.files - 2));
        d.set("rules.castling.king_to", vec![a, h]);
        let keeps = d.chance(2);
        d.set("rules.castling.keep_color", keeps);
    }),
    ("castling shuffled", |d| {
        d.castle();
        let (a, h, role) = (file(d.files / 2 - 1), file(d.files - 2), d.roles[0]);
        d.set("rules.castling.king_to", vec![a, h]);
        d.set("rules.castling.partner", role.to_string());
        d.set("rules.castling.shuffled", true);
        d.set("rules.shuffle.fixed", "K");
        d.set("rules.shuffle.protected", false);
    }),
    ("castling O", |d| {
        d.castle();
        d.add_moves('K'.into(), "O2");
    }),
    // Ends.
    ("reach", |d| {
        let (piece, squares) = (d.piece_or_king(), d.squares());
        d.set("rules.ends.reach.pieces", piece.to_string());
        d.set("rules.ends.reach.squares", squares);
        d.word("rules.ends.reach.seen", &["alike", "turned"]);
        d.word("rules.ends.reach.when", &["at-once", "answered", "held"]);
    }),
    ("lost", |d| {
        let pieces = [d.piece_or_king(), d.piece()];
        let roles = pieces[..if d.chance(2) { 1 } else { 2 }].iter().map(Letter::to_string);
        d.set("rules.ends.lost.pieces", roles.collect::<Vec<_>>());
        d.word("rules.ends.lost.how", &["one", "role", "all"]);
        d.word("rules.ends.lost.result", &["loses", "wins"]);
        if d.chance(3) {
            let number = d.number(1, 3);
            d.set("rules.ends.lost.enemy_has", number);
        }
    }),
    ("no king", |d| {
        d.set("pieces.K.royal", "none");
        d.set("rules.ends.lost.pieces", "K");
    }),
    ("ends.checks", |d| {
        let checks = d.number(1, 3);
        d.set("rules.ends.checks", checks);
    }),
    ("ends.bare", |d| d.word("rules.ends.bare", &["loses", "draws"])),
    ("ends.facing", |d| {
        d.set("rules.ends.facing", true);
        if d.chance(2) {
            d.set("rules.pass", "always");
        }
    }),
    ("ends.passes", |d| {
        d.word("rules.pass", &["always", "no-moves"]);
        d.set("rules.ends.passes", true);
    }),
    // Hands.
    ("hands", Draft::hands),
    ("hands forced", |d| {
        let stock = d.piece();
        d.set("hands.stock.white", stock.to_string());
        d.set("hands.stock.black", stock.to_string());
        d.set("hands.drops", "forced");
        d.word("hands.captured", &["captor", "owner", "nobody", "elsewhere"]);
    }),
    ("gates", |d| {
        let stock = [d.piece(), d.piece()];
        d.set("hands.stock", stock.into_iter().collect::<String>());
        d.set("hands.drops", "gates");
        d.set("hands.captured", "nobody");
    }),
    ("gates and drops", |d| {
        let stock = [d.piece(), d.piece()];
        d.set("hands.stock", stock.into_iter().collect::<String>());
        d.set("hands.drops", "also-by-gates");
        let gates = d.one(&["a1:e1", "a1:c1", "b1:d1"]);
        d.set("hands.gates", gates);
        d.word("hands.captured", &["captor", "owner", "nobody", "elsewhere"]);
    }),
    // Abilities of the notation.
    ("path", |d| {
        let paths: Vec<&str> = PATHS.iter().flat_map(|line| line.split(' ')).collect();
        let (piece, path) = (d.piece(), d.one(&paths));
        d.add_moves(piece, path);
    }),
    ("loan", |d| {
        let (piece, loan) = (d.piece(), d.one(&LOANS));
        d.add_moves(piece, loan);
    }),
    ("letters", |d| {
        let betza = d.one(&["dN", "mcdB", "kB", "tQ", "tR", "udR", "ucR", "utcB", "oR", "iN", "imR", "jR"]);
        let piece = d.piece_or_king();
        d.add_moves(piece, betza);
    }),
];
