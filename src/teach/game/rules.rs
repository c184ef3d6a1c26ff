//! The rules of a variant in sentences, made from its definition and from what it compiles to.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::draws::draws;
use super::hands;
use super::pieces::Whose;
use super::promotions::{promotions, turnings};
use super::turns::turns;
use super::words::{joined, names, ordinal, role_name, spoken, with_article};
use crate::base::page::FAINT;
use crate::rules::game::{Castle, Game};
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{
    Arrival, Capture, Checks, End, FALLEN_MARK, Grid, Loss, Mate, NoMoves, PROMOTED_MARK, Pass, PieceDef,
    Royals, Shuffle, TurnRule, VariantDef,
};

/// All rules except the moves of the pieces: a paragraph of one or a few sentences each.
pub fn sentences(game: &Game) -> Vec<String> {
    let def = &game.def;
    let mut lines = turns(def);
    lines.extend(def.rules.shuffle.as_ref().map(|shuffle| shuffled(def, shuffle)));
    lines.extend(def.rules.grid.map(|grid| lines_to_cross(def, grid)));
    lines.extend(hands::acts(def));
    lines.extend(hands::sentences(def));
    lines.extend(royals(def));
    lines.extend(mates(def));
    lines.extend(passes(def).map(str::to_owned));
    lines.extend(duties(def).map(str::to_owned));
    lines.extend(untraded(def));
    lines.extend(untaken(def));
    lines.extend(spared(def));
    lines.extend(after_capture(def).map(str::to_owned));
    lines.push(no_moves(def));
    for &whose in Whose::of(def) {
        lines.extend(promotions(def, whose));
    }
    lines.extend(Whose::of(def).iter().flat_map(|&whose| turnings(def, whose)));
    lines.extend(passing(game));
    let mut marks = def.sides.iter().flat_map(|side| &side.pieces).filter_map(|piece| piece.mark);
    if let Some(mark) = marks.find(|&mark| mark != FALLEN_MARK && mark != PROMOTED_MARK) {
        lines.push(format!(
            "The mark {mark} after a letter tells apart piece types of the same name. Moves are written \
             without it."
        ));
    }
    lines.extend(ends(def));
    lines.extend(draws(def));
    lines.extend(game.castles.is_empty().then(|| NO_CASTLING.to_owned()));
    lines
}

/// How the pieces of the first rank are shuffled.
fn shuffled(def: &VariantDef, shuffle: &Shuffle) -> String {
    let pair = |&[one, other]: &[Letter; 2]| {
        let (one, other) = (role_name(def, one), role_name(def, other));
        if one == other { format!("the {one}s") } else { format!("{one} and {other}") }
    };
    let mut conditions = Vec::new();
    if def.rules.castling.is_shuffled() {
        conditions.push("the king between the pieces it castles with".to_string());
    }
    let fixed: Vec<String> = shuffle.fixed.iter().map(|&role| role_name(def, role)).collect();
    conditions
        .extend((!fixed.is_empty()).then(|| format!("{} where they always start", joined(&fixed, "and"))));
    conditions.extend(shuffle.colors.iter().map(|roles| format!("{} on different colors", pair(roles))));
    conditions.extend(shuffle.apart.iter().map(|roles| format!("{} not side by side", pair(roles))));
    conditions.extend(shuffle.protected.then(|| "every pawn protected".to_string()));
    conditions.extend(shuffle.never.iter().map(|order| format!("not in the order {order}")));
    format!(
        "The pieces of the first rank start in random order, and Black's on the same files as White's: {}.",
        joined(&conditions, "and")
    )
}

/// Other ways to win or lose: goals, lost pieces, counted checks.
fn ends(def: &VariantDef) -> Vec<String> {
    let named = |roles: &[Letter], word: &str| {
        joined(&roles.iter().map(|&role| role_name(def, role)).collect::<Vec<_>>(), word)
    };
    let sentence = |end: &End| match end {
        End::Reach { roles, squares, when } => {
            let of = |color: Color| {
                let squares: Vec<String> =
                    squares[color.index()].iter().map(|&square| def.shape.name(square)).collect();
                joined(&squares, "or")
            };
            let [white, black] = Color::ALL.map(of);
            let goal = if white == black { white } else { format!("{white} (Black: {black})") };
            let piece = with_article(&named(roles, "or"));
            match when {
                Arrival::AtOnce => format!("A side with {piece} on {goal} wins."),
                Arrival::Answered => format!(
                    "A side with {piece} on {goal} wins. If it is the side that moved first in the game, \
                     the other side draws by getting there with its next move."
                ),
                Arrival::Held => format!(
                    "A side wins with {piece} on {goal} that cannot be captured, or that is still there \
                     when it is its turn again."
                ),
            }
        }
        End::Lost { roles, how, result, enemy_has } => {
            let result = if result.loses() { "loses" } else { "wins" };
            let lost = match how {
                Loss::One => {
                    format!("A side that loses {} {result} the game.", with_article(&named(roles, "or")))
                }
                Loss::Role => {
                    format!("A side that loses its last {} {result} the game.", named(roles, "or its last"))
                }
                Loss::All if has_all(def, roles) => {
                    format!("A side that loses all its pieces {result} the game.")
                }
                Loss::All => format!("A side with no {} left {result} the game.", named(roles, "or")),
            };
            match enemy_has {
                0 => lost,
                number => {
                    let only =
                        format!("only while the other side has {number} or more, those in hand included.");
                    format!("{} {only}", lost.trim_end_matches('.'))
                }
            }
        }
        End::Checks(checks) => format!("The side that gives its {} check wins.", ordinal(*checks)),
        End::Facing => facing(def),
        End::Passes => "Two passes in a row end the game as a draw.".to_owned(),
        End::Bare(bare) if !bare.decides() => {
            "The game is drawn when a side has only its king left.".to_owned()
        }
        End::Bare(_) => {
            "A bare king loses, unless it can capture the other side's last piece at once. Then the game \
             is drawn."
                .to_owned()
        }
    };
    def.rules.ends.iter().map(sentence).collect()
}

/// Kings that must not face each other for long.
fn facing(def: &VariantDef) -> String {
    let kings = joined(&names(def, Color::ALL, |piece| piece.royal), "or");
    let pass = match def.rules.pass {
        Pass::Never => "",
        Pass::Always | Pass::NoMoves => {
            " or pass, even in check. If it passes and they still face each other, the game is drawn"
        }
    };
    format!(
        "If the {kings}s face each other on an open file or rank, the side to move must end that by its \
         move{pass}."
    )
}

/// Whether these are the roles of all pieces there are.
fn has_all(def: &VariantDef, roles: &[Letter]) -> bool {
    def.sides.iter().flat_map(|side| &side.pieces).all(|piece| roles.contains(&piece.role))
}

/// The rule of the grid.
fn lines_to_cross(def: &VariantDef, grid: Grid) -> String {
    let corner =
        def.shape.squares().find(|&square| (def.shape.file(square), def.shape.rank(square)) == grid.corner);
    let others = |a: Square| def.shape.squares().filter(move |&b| grid.in_one_cell(&def.shape, a, b));
    let cell: Vec<String> =
        corner.into_iter().flat_map(others).map(|square| def.shape.name(square)).collect();
    let (files, ranks) = grid.size;
    format!(
        "Lines divide the board into cells of {files} x {ranks} squares, such as {}. Every move must \
         cross a line, so no piece attacks or gives check within its own cell.",
        joined(&cell, "and")
    )
}

/// Check and checkmate.
fn royals(def: &VariantDef) -> Vec<String> {
    let result = match def.rules.mate {
        Mate::Loses => "loses",
        Mate::Wins => "wins",
    };
    let mate = |names: &[String]| {
        format!(
            "may not leave its {} in check. A side that is in check and has no legal move is checkmated \
             and {result}.",
            joined(names, "or")
        )
    };
    let [white, black] = Color::ALL.map(|color| names(def, [color], |piece| piece.royal));
    if def.rules.royals.only_last_counts() {
        let them = joined(&names(def, Color::ALL, |piece| piece.royal), "or");
        return vec![format!(
            "While a side has more than one {them}, each of them may be left attacked and can be captured. The \
             last one may not be left in check. A side that is in check and has no legal move is checkmated \
             and {result}.",
        )];
    }
    if def.rules.royals.may_lose_one() {
        let them = joined(&names(def, Color::ALL, |piece| piece.royal), "or");
        return vec![format!(
            "A side may not leave every {them} of its own attacked. If it cannot avoid that, it is \
             checkmated and {result}. While it has several, it may leave one attacked, and that one can \
             be captured.",
        )];
    }
    if def.rules.royals.by_place() {
        let them = joined(&names(def, Color::ALL, |piece| piece.royal), "or");
        let nearest = match def.rules.royals {
            Royals::LeftmostOwnRank => "to its side's first rank",
            Royals::Each | Royals::NotAll | Royals::Last | Royals::Leftmost => "to rank 1",
        };
        return vec![
            format!(
                "Of a side's {them}s one counts: the one nearest to the a-file, and of two on a file the \
                 one nearest {nearest}. The others can be captured. No {them} castles once any {them} of \
                 its side has moved."
            ),
            format!("A side {}", mate(&white)),
        ];
    }
    match (white.is_empty(), black.is_empty()) {
        (false, false) if white == black => vec![format!("A side {}", mate(&white))],
        (true, true) => vec!["There is no check: any piece may be left under attack.".to_owned()],
        _ => [(Color::White, white), (Color::Black, black)]
            .into_iter()
            .map(|(color, names)| match names[..] {
                [] => format!("{color} has no royal piece and cannot be checkmated."),
                _ => format!("{color} {}", mate(&names)),
            })
            .collect(),
    }
}

/// Evasions that are forbidden, and mates that count otherwise by the pieces that give them.
fn mates(def: &VariantDef) -> Vec<String> {
    let rules = &def.rules;
    let kings = joined(&names(def, Color::ALL, |piece| piece.royal), "or");
    let listed = |roles: &[Letter]| {
        let names: Vec<String> = roles.iter().map(|&role| with_article(&role_name(def, role))).collect();
        joined(&names, "or")
    };
    let opposite = if rules.mate.loses() { "wins" } else { "loses" };
    let mut lines = Vec::new();
    if rules.evasions.forbid_flight() {
        lines.push(format!("A {kings} in check may not move, except to capture the only checking piece."));
    }
    if !rules.no_mate_by.is_empty() {
        let pieces = listed(&rules.no_mate_by);
        lines.push(format!("A side that is checkmated by {pieces} alone {opposite}."));
    }
    if !rules.mate_needs.is_empty() {
        let pieces = listed(&rules.mate_needs);
        lines.push(format!(
            "Checkmate counts only if {pieces} has given check in the unbroken series of checks that ends with \
             it. Otherwise the game is drawn."
        ));
    }
    lines
}

/// Whether a turn may be passed.
fn passes(def: &VariantDef) -> Option<&'static str> {
    match def.rules.pass {
        Pass::Never => None,
        Pass::Always => Some("A side that is not in check may pass its turn."),
        Pass::NoMoves => {
            Some("A side that is not in check and has no other move may pass its turn, and so must.")
        }
    }
}

/// Checks that may not be given, and captures that must be made.
fn duties(def: &VariantDef) -> impl Iterator<Item = &'static str> {
    let checks = match def.rules.checks {
        Checks::Allowed => None,
        Checks::MateOnly => Some(
            "A move may not give check unless it is checkmate. An answer to a check may not give check, \
             either.",
        ),
        Checks::Forbidden => Some("A move may not give check."),
    };
    let capture = match def.rules.capture {
        Capture::Optional => None,
        Capture::Forced => {
            Some("A side that can capture must capture. If it has several captures, it chooses one.")
        }
    };
    checks.into_iter().chain(capture)
}

/// Pieces that may not be traded.
fn untraded(def: &VariantDef) -> Option<String> {
    let roles = &def.rules.untraded;
    let guards = if def.rules.kings_guard { "nothing" } else { "no piece but a king" };
    let names = |roles: &[Letter]| {
        let mut names: Vec<String> = roles.iter().map(|&role| role_name(def, role)).collect();
        names.dedup();
        joined(&names, "or")
    };
    let name = names(roles);
    let cheap = if def.rules.cheap.is_empty() { "pawn".to_owned() } else { names(&def.rules.cheap) };
    (!roles.is_empty()).then(|| {
        format!(
            "A {name} may not be traded. It can end its move by capturing another {name} two squares away \
             only if {guards} could recapture, or if it also captures more than a {cheap} on its \
             way. After another piece has captured a {name}, the next move may not capture one."
        )
    })
}

/// Pieces that cannot be captured.
fn untaken(def: &VariantDef) -> Option<String> {
    let roles = &def.rules.untaken;
    let name = joined(&roles.iter().map(|&role| role_name(def, role)).collect::<Vec<_>>(), "or");
    (!roles.is_empty()).then(|| format!("A {name} cannot be captured."))
}

/// Pieces that others never hop over or never capture.
fn spared(def: &VariantDef) -> Vec<String> {
    let mut lines = Vec::new();
    for piece in def.sides.iter().flat_map(|side| &side.pieces) {
        let spared = |roles: &[Letter], verb: &str| {
            let names: Vec<String> = roles.iter().map(|&role| with_article(&role_name(def, role))).collect();
            let who = spoken(&piece.name);
            (!roles.is_empty()).then(|| format!("The {who} never {verb} {}.", joined(&names, "or")))
        };
        let hops = spared(&piece.never_hops, "hops over");
        let captures = spared(&piece.never_captures, "captures");
        for line in hops.into_iter().chain(captures) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

/// What counts as having captured.
fn after_capture(def: &VariantDef) -> Option<&'static str> {
    let mut pieces = def.sides.iter().flat_map(|side| &side.pieces);
    pieces.any(|piece| !piece.after_capture.legs.is_empty()).then_some(
        "Some moves are available only once a side has captured, that is, while the other side has fewer \
         pieces than at the start. Such moves attack and give check even before.",
    )
}

/// The result of stalemate.
fn no_moves(def: &VariantDef) -> String {
    match def.rules.no_moves {
        NoMoves::Draw if def.rules.turn.is_by_color() => {
            "Stalemate on one color draws the whole game: the side to move has pieces there but no legal \
             move, and is not in check there."
        }
        NoMoves::Draw => "Stalemate is a draw: the side to move has no legal move and is not in check.",
        NoMoves::MoverLoses => "Stalemate loses: a side without a legal move loses, in check or not.",
        NoMoves::MoverWins => "Stalemate wins: a side that has no legal move and is not in check wins.",
        NoMoves::FewerPiecesWins => {
            "Stalemate ends the game: when a side has no legal move, the side with fewer pieces wins. \
                                  With equal numbers the game is drawn."
        }
        NoMoves::ClosesColor => {
            "Stalemate on one color closes it: if a side starts its turn with pieces there but has no \
             legal move and is not in check there, that half of the game is drawn. Neither side moves \
             there again, and a turn becomes a single move on the other color."
        }
    }
    .to_owned()
}

/// En passant captures.
fn passing(game: &Game) -> Vec<String> {
    let def = &game.def;
    let (steps, squares) = match game.most_passed() {
        0 | 1 => ("double step", "the square"),
        2 => ("double or triple step", "a square"),
        _ => ("long step", "a square"),
    };
    let sentence = |passer: String, by: String| {
        format!(
            "En passant: {passer} can be captured by {by} as if it had stopped on {squares} it passed{}.",
            match def.rules.turn {
                TurnRule::Alternate | TurnRule::MoveAndWall => "",
                TurnRule::OneMovePerSquareColor => ", in the next turn",
                TurnRule::Series(_) => ", by the first move of the next turn",
            }
        )
    };
    let [white, black] = Color::ALL
        .map(|color| (names(def, [color], PieceDef::passes), names(def, [!color], captures_in_passing)));
    let alike = white == black;
    [(Color::White, white), (Color::Black, black)]
        .into_iter()
        .filter(|(color, _)| !alike || *color == Color::White)
        .filter(|(_, (passers, captors))| !passers.is_empty() && !captors.is_empty())
        .map(|(color, (passers, captors))| {
            let (passers, captors) = (joined(&passers, "or"), joined(&captors, "or"));
            let whose = if alike { Whose::Both } else { Whose::Side(color) };
            let step = format!("that has just made its {steps}{}", passed_from(def, whose));
            if alike {
                sentence(format!("{} {step}", with_article(&passers)), format!("an enemy {captors}"))
            } else {
                sentence(format!("a {color} {passers} {step}"), format!("a {} {captors}", !color))
            }
        })
        .collect()
}

/// Where the double steps start, if they belong to certain squares: ` from rank 2 (Black from rank 7)`.
fn passed_from(def: &VariantDef, whose: Whose) -> String {
    let pieces = &def.sides[whose.color().index()].pieces;
    let zones = pieces.iter().filter(|piece| piece.passes()).flat_map(|piece| &piece.zones);
    // Several pieces may have the same squares.
    let squares: BTreeSet<Square> =
        zones.filter(|zone| zone.en_passant).flat_map(|zone| zone.squares.iter().copied()).collect();
    if squares.is_empty() {
        return String::new();
    }
    let region = whose.region(&def.shape, &squares.into_iter().collect::<Vec<_>>());
    format!(" from {}", region.replace("every square", "any square").replace("(Black on", "(Black from"))
}

fn captures_in_passing(piece: &PieceDef) -> bool {
    piece.movement.legs.iter().any(|leg| leg.purpose.en_passant)
}

/// The sentence for variants without castling.
const NO_CASTLING: &str = "There is no castling.";

/// What the columns of the ways to castle are.
pub const CASTLING: [&str; 6] = ["", "king", "partner", "empty", "not attacked", "written"];

/// The note for variants whose castling depends on the starting position.
pub const SHUFFLED: &str = "King and partner may start anywhere on their rank, as the FEN says. \
                                   The table shows the starting position above.";

/// The castling moves, in the columns of [`CASTLING`].
pub fn castles(game: &Game) -> Vec<[String; 6]> {
    let name = |square: Square| game.shape.name(square);
    // Neighbors on a rank are given as a range: twelve files would not fit a line.
    let beside = |a: &Square, b: &Square| game.shape.rank(*a) == game.shape.rank(*b) && a.0 + 1 == b.0;
    let run = |run: &[Square]| match run {
        [first, .., last] if run.len() > 2 => format!("{}-{}", name(*first), name(*last)),
        _ => run.iter().map(|&square| name(square)).collect::<Vec<_>>().join(" "),
    };
    let names = |squares: &[Square]| squares.chunk_by(beside).map(run).collect::<Vec<_>>().join(" ");
    let piece = |square: Square| {
        let kind = game.array.iter().find(|(at, _)| *at == square).map(|&(_, kind)| kind);
        kind.map_or("piece", |kind| game.kind(kind).name.as_str())
    };
    let row = |castle: &Castle| {
        let (king, partner) = (castle.king, castle.partner);
        [
            castle.color.name().to_owned(),
            format!("{} {}-{}", piece(king.0), name(king.0), name(king.1)),
            format!("{} {}-{}", piece(partner.0), name(partner.0), name(partner.1)),
            names(&castle.empty),
            names(&castle.safe),
            text(game, castle),
        ]
    };
    game.castles.iter().map(row).collect()
}

/// Prints ways to castle, one per line.
pub fn castling(rows: &[[String; 6]], out: &mut dyn Write) -> io::Result<()> {
    let head = CASTLING.map(str::to_owned);
    let widths: [usize; 6] = std::array::from_fn(|column| {
        rows.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or(0)
    });
    let line = |row: &[String; 6]| {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned()
    };
    writeln!(out, "{FAINT}{}{FAINT:#}", line(&head))?;
    for row in rows {
        writeln!(out, "{}", line(row))?;
    }
    Ok(())
}

/// How a castling move is written: as the king's move, or as `O-O` if the king could also make that move
/// without castling or may start anywhere.
fn text(game: &Game, castle: &Castle) -> String {
    let (from, to) = castle.king;
    let king = game.array.iter().find(|(square, _)| *square == from).map(|&(_, kind)| kind);
    let steps_there =
        king.is_some_and(|king| game.targets(king, from).iter().any(|target| target.square == to));
    match (steps_there || game.def.rules.castling.is_shuffled(), castle.is_a_side()) {
        (false, _) => format!("{}{}", game.shape.name(from), game.shape.name(to)),
        (true, true) => "O-O-O".to_owned(),
        (true, false) => "O-O".to_owned(),
    }
}
