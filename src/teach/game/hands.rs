//! Pieces in hand, and what captures do besides, in sentences.

use super::pieces::Whose;
use super::words::{joined, with_article};
use crate::rules::geometry::Color;
use crate::rules::variant::{
    Captor, Captured, Dropping, DropsDef, FALLEN_MARK, HandsDef, PROMOTED_MARK, Permission, PieceDef,
    SideChange, VariantDef,
};

/// What becomes of captured pieces, what is in hand at the start, and how it is dropped.
pub fn sentences(def: &VariantDef) -> Vec<String> {
    let Some(hands) = &def.hands else { return Vec::new() };
    let mut lines = vec![captured(def, hands)];
    lines.extend(stock(def, hands));
    lines.push(dropping(hands).to_owned());
    for &whose in Whose::of(def) {
        lines.extend(limits(def, hands, whose));
    }
    lines
}

fn captured(def: &VariantDef, hands: &HandsDef) -> String {
    let marked =
        |mark: char| def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.mark == Some(mark));
    let falls = marked(FALLEN_MARK) || marked(PROMOTED_MARK);
    let again = if falls { " In hand a promoted piece is again what it was." } else { "" };
    match hands.captured {
        Captured::Captor => {
            format!(
                "A captured piece changes sides and goes to the hand of the side that captured it.{again}"
            )
        }
        Captured::Owner => format!("A captured piece goes back to the hand of its own side.{again}"),
        Captured::Nobody => "Captured pieces are out of the game.".to_owned(),
        Captured::Elsewhere => {
            "Captured pieces go to a partner at another board, and what the partner captures is in hand \
             here: a FEN tells what that is."
                .to_owned()
        }
    }
}

/// What each side begins with in hand.
fn stock(def: &VariantDef, hands: &HandsDef) -> Vec<String> {
    let held = |color: Color| {
        let (side, stock) = (&def.sides[color.index()], &hands.stock[color.index()]);
        let mut pieces: Vec<(usize, usize)> = Vec::new();
        for &piece in stock {
            match pieces.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, count)) => *count += 1,
                None => pieces.push((piece, 1)),
            }
        }
        let name = |(piece, count): (usize, usize)| {
            let name = &side.pieces[piece].name;
            if count == 1 { with_article(name) } else { format!("{count} {name}s") }
        };
        joined(&pieces.into_iter().map(name).collect::<Vec<_>>(), "and")
    };
    let [white, black] = Color::ALL.map(held);
    if white == black {
        return if white.is_empty() {
            Vec::new()
        } else {
            vec![format!("Each side begins with {white} in hand.")]
        };
    }
    let sides = Color::ALL.into_iter().zip([white, black]).filter(|(_, held)| !held.is_empty());
    sides.map(|(color, held)| format!("{color} begins with {held} in hand.")).collect()
}

fn dropping(hands: &HandsDef) -> &'static str {
    match hands.drops {
        Dropping::Optional => "Instead of a move, a side may drop a piece from its hand on an empty square.",
        Dropping::Forced => {
            "While a side has a piece in hand, its turn is to drop one on an empty square. Only then does \
             it move."
        }
        Dropping::AlsoByGates => {
            "Instead of a move, a side may drop a piece from its hand on an empty square. And when a piece moves \
             for the first time, its side may place a piece from its hand on the square that it leaves; in \
             castling, on the square of either piece. The move must be legal without that."
        }
        Dropping::Gates => {
            "When a piece moves for the first time, its side may place a piece from its hand on the \
             square that it leaves; in castling, on the square of either piece. The move must be legal \
             without that."
        }
    }
}

/// Where pieces may be dropped, if not everywhere.
fn limits(def: &VariantDef, hands: &HandsDef, whose: Whose) -> Vec<String> {
    let side = &def.sides[whose.color().index()];
    let of = match whose {
        Whose::Side(color) => format!(" of {color}"),
        Whose::Both => String::new(),
    };
    let in_hand = |piece: &PieceDef| {
        let held = &hands.stock[whose.color().index()];
        let stocked = held.iter().any(|&index| side.pieces.get(index) == Some(piece));
        let caught = hands.captured.is_kept() && piece.in_hand == Some(piece.role) && !piece.royal;
        piece.mark.is_none() && (stocked || caught)
    };
    let limited = side.pieces.iter().filter(|piece| in_hand(piece));
    let mut rules: Vec<(String, Vec<String>)> = Vec::new();
    for piece in limited {
        let Some(drops) = &piece.drops else { continue };
        let (name, rule) = (with_article(&piece.name), rules_of(def, drops, &piece.name, whose));
        match rules.iter_mut().find(|(known, _)| *known == joined(&rule, "and")) {
            _ if rule.is_empty() => {}
            Some((_, pieces)) => pieces.push(name),
            None => rules.push((joined(&rule, "and"), vec![name])),
        }
    }
    let line = |(rule, pieces): (String, Vec<String>)| {
        let pieces = capital(&joined(&pieces, "or"));
        match rule.strip_prefix("never ") {
            Some(rule) => format!("{pieces}{of} never enters {rule}."),
            None => format!("{pieces}{of} enters {rule}."),
        }
    };
    rules.into_iter().map(line).collect()
}

fn rules_of(def: &VariantDef, drops: &DropsDef, name: &str, whose: Whose) -> Vec<String> {
    let mut rules = Vec::new();
    if drops.squares.len() < def.shape.squares().count() {
        rules.push(format!("only on {}", whose.region(&def.shape, &drops.squares)));
    }
    match drops.per_file {
        None => {}
        Some(0) => rules.push(format!("not on a file with {} of its side", with_article(name))),
        Some(most) => {
            rules.push(format!("not on a file with more than {most} {name}{} of its side", plural(most)));
        }
    }
    match (drops.check, drops.mate) {
        (Permission::Allowed, Permission::Allowed) => {}
        (Permission::Allowed, Permission::Forbidden) => rules.push("never with checkmate".to_owned()),
        (Permission::Forbidden, _) => rules.push("never with check".to_owned()),
    }
    if drops.form.is_either() {
        rules.push("as it is or promoted".to_owned());
    }
    if drops.forced {
        rules.push("before any other move, while it can".to_owned());
    }
    if drops.colors.must_differ() {
        rules.push("not on the square color of another of its side".to_owned());
    }
    rules
}

fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// What captures and other moves do besides.
pub fn acts(def: &VariantDef) -> Vec<String> {
    let names = |is_meant: &dyn Fn(&PieceDef) -> bool| {
        let mut names: Vec<String> = Vec::new();
        for piece in def.sides.iter().flat_map(|side| &side.pieces).filter(|piece| is_meant(piece)) {
            if !names.contains(&piece.name) {
                names.push(piece.name.clone());
            }
        }
        joined(&names, "or")
    };
    let kings = names(&|piece| piece.royal);
    let mortal = names(&|piece| piece.royal && !def.rules.immune.contains(&piece.role));
    let immune = names(&|piece| def.rules.immune.contains(&piece.role));
    let mut lines = Vec::new();
    match def.rules.captor {
        Captor::Moves => {}
        Captor::Stays => lines.push("A piece that captures stays where it is.".to_owned()),
        Captor::Petrifies => {
            let except = if immune.is_empty() { String::new() } else { format!(" that is no {immune}") };
            lines.push(format!(
                "A piece{except} turns into a wall when it captures: nothing stands there any more or goes \
                 through."
            ));
            if !mortal.is_empty() {
                lines.push(format!(
                    "So {} captures nothing, and is not in check beside the enemy's.",
                    with_article(&mortal)
                ));
            }
        }
        Captor::Explodes => {
            let spared = names(&|piece| def.rules.spared.contains(&piece.role));
            let except = if spared.is_empty() { String::new() } else { format!(" that is no {spared}") };
            lines.push(format!(
                "A capture is an explosion: it removes the captured piece, the piece that captures, and \
                 every piece around the square{except}."
            ));
            if !immune.is_empty() {
                lines.push(format!(
                    "No explosion removes {}, not even one of its own.",
                    with_article(&immune)
                ));
            }
            if !mortal.is_empty() {
                lines.push(format!(
                    "A side must not blow up its own {mortal}. So {} is not in check on a square beside \
                     the enemy's, and a side that blows up the enemy's wins, in check or not.",
                    with_article(&mortal)
                ));
            }
        }
    }
    let moves = match def.rules.changes_side {
        SideChange::Never => return lines,
        SideChange::Captures => "that captures",
        SideChange::Quiet => "that moves without capturing",
        SideChange::Always => "that moves",
    };
    let but = if kings.is_empty() { String::new() } else { format!(" A {kings} never does.") };
    lines.push(format!("A piece {moves} changes sides.{but}"));
    lines
}
