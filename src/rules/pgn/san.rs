//! Moves as people write them: `Nf3`, `exd5`, `a8=Q+`, `O-O`, in any variant.
//!
//! A piece is named by its letter, which a FEN shows in upper case with its mark after it. A piece that
//! promotes has no letter, unless another kind that promotes could make the same move. Whatever is not
//! needed to distinguish a move from other legal ones is left out by the writer and optional for the reader.
//! A drop names the piece and the square, `N@f3`; a text without `@` is a move on the board. Castling is
//! written `O-O`; `Kg1` is always an ordinary king move.
//!
//! Where pieces promote by a sign, as in Shogi, it follows the square, `Rc7+`, and the promoted piece
//! is `+R`. Check is not written there.
//!
//! A piece that enters where another leaves follows a slash, `Nf3/H`. In castling the square follows as
//! well, because there are two: `O-O/Eh1`. Passing the turn is written `--`.

use super::{foreign, short};
use crate::rules::position::{Move, Position};

pub use super::short::{Attempt, SanError, write};

/// Reads a move in this notation, as squares, or as other programs write it where nothing else is meant.
///
/// # Errors
/// If no legal move fits, or more than one does.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use fibnif::rules::{game, pgn::san, position::Position, variant::Catalog};
///
/// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
/// let position = Position::from_fen(chess, "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1")?;
/// let castling = san::read(&position, "O-O-O");
/// assert!(castling.is_err(), "the knight on b1 is in the way");
/// let capture = san::read(&position, "Nf3")?;
/// assert_eq!(san::write(&position, capture), "Nf3");
/// assert_eq!(position.move_text(capture), "g1f3");
/// # Ok(())
/// # }
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, SanError> {
    let shown = foreign::without_figurines(position, text);
    let plain = shown.as_deref().unwrap_or(text);
    let error = match short::read_own(position, plain) {
        Ok(m) => return Ok(m),
        Err(error @ SanError::Ambiguous { .. }) => return Err(error),
        Err(error) => error,
    };
    foreign::read(position, plain.trim_end_matches(['+', '#', '!', '?'])).ok_or(error)
}

/// Reads a move as people type it, even in the wrong case (`D2D4`, `nf3`) or with spaces or hyphens
/// (`d2 d4`, `b1-c3`). A text that is correct as it is takes precedence: `bxc3` is a pawn's move if a
/// pawn can make it.
///
/// # Errors
/// If no legal move fits, or more than one does.
pub fn read_typed(position: &Position, text: &str) -> Result<Move, SanError> {
    let asked = read(position, text);
    let joined: String = text.split_whitespace().collect();
    let lower = joined.to_ascii_lowercase();
    let squares = lower.replace('-', "");
    let capital: String =
        lower.chars().enumerate().map(|(i, c)| if i == 0 { c.to_ascii_uppercase() } else { c }).collect();
    let wing = joined.to_ascii_uppercase().replace('0', "O");
    let is_open = |read: &Result<Move, SanError>| {
        !matches!(read, Ok(_) | Err(SanError::Ambiguous { .. } | SanError::Form { .. }))
    };
    if !is_open(&asked) {
        return asked;
    }
    // A letter that is not a file means a piece.
    let files = u32::from(position.game().shape.files());
    let is_file =
        |letter: char| u32::from(letter).checked_sub(u32::from('a')).is_some_and(|file| file < files);
    let is_piece = !lower.starts_with(is_file);
    let forms = [joined, lower, squares, wing, capital].map(|form| read(position, &form));
    if let Some(found) = forms.iter().find(|read| !is_open(read)) {
        return found.clone();
    }
    let is_reasoned = |read: &&Result<Move, SanError>| matches!(read, Err(SanError::Illegal { .. }));
    match forms.iter().rfind(is_reasoned) {
        Some(reasoned) if is_piece || !is_reasoned(&&asked) => reasoned.clone(),
        _ => asked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::geometry::Narrow;
    use crate::rules::position::MoveError;
    use crate::rules::variant::Catalog;

    fn position(variant: &str, fen: &str) -> Position {
        let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
        if fen.is_empty() { Position::start(game) } else { Position::from_fen(game, fen).unwrap() }
    }

    /// Every legal move is written differently, and read back as itself.
    fn round_trip(position: &Position) {
        let mut texts: Vec<String> = Vec::new();
        for m in position.moves() {
            let text = write(position, m);
            assert_eq!(read(position, &text), Ok(m), "{text} in {}", position.fen());
            assert!(!texts.contains(&text), "{text} twice in {}", position.fen());
            texts.push(text);
        }
    }

    #[test]
    fn the_standard_examples_are_written_as_fide_writes_them() {
        let written = |fen: &str, m: &str| {
            let position = position("chess", fen);
            write(&position, position.parse_move(m).unwrap())
        };
        assert_eq!(written("", "g1f3"), "Nf3");
        assert_eq!(written("", "e2e4"), "e4");
        assert_eq!(written("7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5"), "exd5");
        assert_eq!(written("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), "a8=Q+");
        assert_eq!(written("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8"), "Rd8#");
        assert_eq!(written("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
        assert_eq!(written("k7/8/8/8/8/1N3N2/8/K7 w - - 0 1", "b3d2"), "Nbd2");
        assert_eq!(written("k7/8/8/1N6/8/1N6/8/K7 w - - 0 1", "b3d4"), "N3d4");
        assert_eq!(written("6k1/8/8/Q3Q3/8/8/8/Q3K3 w - - 0 1", "a1c3"), "Q1c3");
        assert_eq!(written("6k1/8/8/4Q3/8/8/8/Q1K1Q3 w - - 0 1", "e1c3"), "Qe1c3");
        assert_eq!(written("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), "exd6");
    }

    #[test]
    fn what_is_too_much_or_in_other_forms_is_understood() {
        let position = position("chess", "7k/P7/8/8/8/1N3N2/8/K7 w - - 0 1");
        let squares = |text: &str| read(&position, text).map(|m| position.move_text(m));
        for text in ["Nb3d2", "Nbd2", "N3d2?!", "b3d2", "N3-d2"] {
            if text.starts_with("N3") {
                assert!(matches!(squares(text), Err(SanError::Ambiguous { .. })), "{text}");
            } else {
                assert_eq!(squares(text).unwrap(), "b3d2", "{text}");
            }
        }
        for text in ["a8=Q", "a8Q+", "a7a8q", "axa8=Q"] {
            assert_eq!(squares(text).is_ok(), text != "axa8=Q", "{text}");
        }
        for text in ["Nd3", "O-O", "e4", "Bb5", "a8", "a8=K"] {
            assert!(matches!(squares(text), Err(SanError::Illegal { .. })), "{text}: {:?}", squares(text));
        }
        assert!(matches!(squares("hello"), Err(SanError::Coordinates(MoveError::Form(_)))));
    }

    #[test]
    fn moves_are_understood_as_people_type_them() {
        let squares = |fen: &str, text: &str| {
            let position = position("chess", fen);
            read_typed(&position, text).map(|m| position.move_text(m))
        };
        for (text, means) in [
            ("D2D4", "d2d4"),
            ("d2 d4", "d2d4"),
            ("d2-d4", "d2d4"),
            ("E4", "e2e4"),
            ("nf3", "g1f3"),
            ("NF3", "g1f3"),
            ("b1-c3", "b1c3"),
            ("n c3", "b1c3"),
        ] {
            assert_eq!(squares("", text).as_deref(), Ok(means), "{text}");
        }
        let both = "4k3/8/8/3p4/2P1B3/8/8/4K2R w K - 0 1";
        assert_eq!(squares(both, "bxd5").as_deref(), Ok("e4d5"), "no b-pawn can");
        let pawn = "4k3/8/3p4/2P5/1P3B2/8/8/4K2R w K - 0 1";
        assert_eq!(squares(pawn, "cd6").as_deref(), Ok("c5d6"));
        for castles in ["O-O", "o-o", "0-0"] {
            assert!(squares(pawn, castles).is_ok(), "{castles}");
        }
        let knights = "k7/8/8/8/8/1N3N2/8/K7 w - - 0 1";
        assert!(matches!(squares(knights, "nd2"), Err(SanError::Ambiguous { .. })));
    }

    #[test]
    fn every_move_of_random_games_of_every_variant_is_read_back() {
        use rand::rand_core::{Rng, SeedableRng};
        let catalog = Catalog::builtin();
        let mut dice = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(7);
        for info in catalog.list() {
            let mut position = position(&info.id, "");
            for ply in 0..80 {
                if ply % 4 == 0 {
                    round_trip(&position);
                }
                let moves = position.moves();
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                position.make(moves[Narrow::<usize>::narrow(dice.next_u64()) % moves.len()]);
            }
        }
    }
}
