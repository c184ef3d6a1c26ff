//! The positions of games as a net that stands alone sees them: pieces in places, and the score.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::TrainArgs;
use super::data::expected;
use crate::base::trained::{CHECK, DirectNetwork, DirectSize, MOST_PIECES, MOST_SQUARES, Sight, ZONED_BOARD};
use crate::commands::Error;
use crate::engine::eval::Evaluator;
use crate::engine::eval::net::{
    OffBoard, SCALE, begins_beside, board_of, has_kings, place_of, place_of_item,
};
use crate::lab::games::{DECIDED, GameLine, NOTHING, games, replay};
use crate::rules::game::{Game, Kind, KindId, Reachable, compile};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::variant::Catalog;

/// One in so many games is for validation.
const JUDGED: usize = 64;
/// The centipawns of a score for which the expected share of the point is 73 %: those of Stockfish, in which
/// a pawn wins one game in two.
pub(super) const SCORE_SCALE: f32 = 170.0;
/// The pieces of a position, on the board and in hand.
pub(super) const MOST_PLACED: usize = 40;

/// A position: its pieces as White sees them, in [`Positions::placed`].
pub(super) struct Sample {
    pub(super) placed: Range<usize>,
    pub(super) white_moves: bool,
    /// The expected share of the point for the side to move.
    pub(super) target: f32,
}

/// A position as it is shown to a net.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    /// As in [`Positions::placed`].
    pub(super) placed: &'a [(u8, u8)],
    pub(super) white_moves: bool,
    /// Whether the board is seen in a mirror, left and right exchanged.
    pub(super) mirrored: bool,
}

/// The rows of a position for one side: the indices of its pieces' rows.
pub(super) type Indices = ([u32; MOST_PLACED], usize);

impl Shown<'_> {
    /// The indices of the rows of a position for a side.
    #[inline(always)]
    pub(super) fn indices(&self, size: DirectSize, white: bool) -> Indices {
        let &Shown { placed, mirrored, .. } = self;
        let DirectSize { sight, pieces, .. } = size;
        let king = if white { pieces - 1 } else { 2 * pieces - 1 };
        let is_king =
            |piece: &&(u8, u8)| usize::from(piece.0) == king && usize::from(piece.1) < sight.squares();
        let zone_of = |piece: &(u8, u8)| sight.zone_of(sight.seen(white, piece.1.into()));
        let mut kings = placed.iter().filter(|_| sight.zoned);
        let zone = kings.find(is_king).map_or(Sight::ZONE_IN_HAND, zone_of);
        let mut found = [0; MOST_PLACED];
        for (index, &(piece, place)) in found.iter_mut().zip(placed) {
            let piece = usize::from(piece);
            let piece = if white { piece } else { (piece + pieces) % (2 * pieces) };
            let place = usize::from(place);
            let place = if mirrored { sight.mirrored(place) } else { place };
            let (zone, place) = sight.folded(zone, sight.seen(white, place));
            *index = size.row_index(zone, piece, place) as u32;
        }
        (found, placed.len())
    }
}

/// How the pieces of a game are seen.
pub(super) struct Seen {
    /// By kind: the number of its piece.
    kinds: Vec<u8>,
    off_board: Option<OffBoard>,
    /// What stands for each item off the board.
    items: Vec<(u8, u8)>,
}

/// The training data.
pub(super) struct Positions {
    /// The notations of the pieces; where rows are by zone of the king, it is the last.
    pub(super) pieces: Vec<String>,
    /// What the net sees; whether pieces have rows in hand is known when the games are read.
    pub(super) sight: Sight,
    /// Whether a position and its mirror image are as good: all pieces move to the left as to the right.
    pub(super) symmetric: bool,
    /// Those of them that the games have.
    pub(super) used: BTreeSet<String>,
    /// What they are worth, as outputs.
    pub(super) values: Vec<f32>,
    /// A piece in a place: the number of the piece, those of Black after those of White, and the place.
    pub(super) placed: Vec<(u8, u8)>,
    pub(super) learned: Vec<Sample>,
    pub(super) judged: Vec<Sample>,
}

impl Positions {
    /// Reads games. The pieces of the net that training begins with are numbered first.
    pub(super) fn read(
        catalog: &Catalog,
        training: &TrainArgs,
        from: Option<&DirectNetwork>,
    ) -> Result<Positions, Error> {
        let games = games(&training.games)?;
        let compiled =
            games.keys().map(|variant| Ok((variant.as_str(), compile(&catalog.resolve(variant)?)?)));
        let compiled = compiled.collect::<Result<Vec<(&str, Arc<Game>)>, Error>>()?;
        let mut positions = Positions::of_games(&compiled, training.one_zone, from)?;
        for ((_, game), lines) in compiled.iter().zip(games.values()) {
            let seen = positions.seen(game);
            for (number, line) in lines.iter().enumerate() {
                positions.read_game(game, line, &seen, number % JUDGED == JUDGED - 1)?;
            }
        }
        if positions.learned.is_empty() {
            return Err(Error::usage(NOTHING));
        }
        positions.sight.held = positions.has_any_held() || from.is_some_and(|net| net.sight.held);
        Ok(positions)
    }

    /// The pieces of games, and no positions yet.
    pub(super) fn of_games(
        games: &[(&str, Arc<Game>)],
        one_zone: bool,
        from: Option<&DirectNetwork>,
    ) -> Result<Positions, Error> {
        let board = games.first().map_or(ZONED_BOARD, |(_, game)| board_of(game));
        let beside = games.first().is_some_and(|(_, game)| begins_beside(game));
        let can_be_zoned = board == ZONED_BOARD && !beside && games.iter().all(|(_, game)| has_kings(game));
        let sight = Sight { board, zoned: can_be_zoned && !one_zone, held: false, beside };
        let known = from.map_or(&[][..], |net| &net.pieces);
        let (mut pieces, mut used) = (known.to_vec(), BTreeSet::new());
        for (variant, game) in games {
            let fault =
                |reason: &str| Error::Usage(format!("a net cannot stand alone in {variant}: {reason}"));
            if board_of(game) != board {
                return Err(fault("its board is not that of the other games"));
            }
            if begins_beside(game) != beside {
                return Err(fault("its sides do not begin as those of the other games do"));
            }
            if from.is_some_and(|net| net.sight.board != board) {
                return Err(fault("its board is not that of the net to start from"));
            }
            if from.is_some_and(|net| sight.zoned && !net.sight.zoned) {
                return Err(fault("the net to start from has one zone; expected `--one-zone`"));
            }
            if sight.squares() > MOST_SQUARES {
                return Err(fault(&format!("its board has more than {MOST_SQUARES} squares")));
            }
            let mut kinds: Vec<KindId> = game.kind_ids().collect();
            kinds.sort_by_key(|&kind| !game.kind(kind).royal);
            for kind in kinds {
                let Kind { betza, royal, .. } = game.kind(kind);
                let place = place_of(game, kind, &pieces, sight);
                used.insert(place.map_or(betza, |place| &pieces[place]).clone());
                match place {
                    Some(_) => {}
                    None if pieces.is_empty() => pieces.push(betza.clone()),
                    None if *royal && sight.zoned => {
                        return Err(fault("its kings and those of the other games do not all move alike"));
                    }
                    None => pieces.insert(pieces.len() - 1, betza.clone()),
                }
            }
            if game.checks_to_win() > 0 {
                used.insert(CHECK.to_owned());
                if !pieces.iter().any(|piece| piece == CHECK) {
                    pieces.insert(pieces.len() - 1, CHECK.to_owned());
                }
            }
            if pieces.len() > MOST_PIECES {
                return Err(fault(&format!("there would be more than {MOST_PIECES} types of pieces")));
            }
        }
        let mut values = vec![0.0; pieces.len()];
        for (_, game) in games {
            let evaluator = Evaluator::new(game);
            for kind in game.kind_ids().filter(|&kind| !game.kind(kind).royal) {
                if let Some(place) = place_of(game, kind, &pieces, sight) {
                    values[place] = evaluator.values()[kind.index()] as f32 / SCALE as f32;
                }
            }
        }
        // Where the sides begin beside each other, a mirror would exchange them.
        let symmetric = !beside && games.iter().all(|(_, game)| moves_to_both_sides(game, sight));
        let (placed, learned, judged) = Default::default();
        Ok(Positions { pieces, sight, symmetric, used, values, placed, learned, judged })
    }

    /// A position as it is.
    #[inline(always)]
    pub(super) fn shown(&self, sample: &Sample) -> Shown<'_> {
        Shown {
            placed: &self.placed[sample.placed.clone()],
            white_moves: sample.white_moves,
            mirrored: false,
        }
    }

    /// Whether a piece is in hand in any position.
    pub(super) fn has_any_held(&self) -> bool {
        self.placed.iter().any(|&(_, place)| usize::from(place) >= self.sight.squares())
    }

    /// How the pieces of a game are seen.
    pub(super) fn seen(&self, game: &Arc<Game>) -> Seen {
        let number = |color: Color, place: Option<usize>| -> u8 {
            let place = place.unwrap_or_default();
            (if color == Color::White { place } else { self.pieces.len() + place }).narrow()
        };
        let of_kind =
            |kind: KindId| number(game.kind(kind).color, place_of(game, kind, &self.pieces, self.sight));
        let off_board = OffBoard::counted(game);
        let items = off_board.iter().flat_map(OffBoard::items).filter_map(|(color, item)| {
            let (place, before) = place_of_item(game, item, &self.pieces, self.sight)?;
            Some((number(color, Some(place)), (self.sight.squares() + before).narrow()))
        });
        Seen { items: items.collect(), kinds: game.kind_ids().map(of_kind).collect(), off_board }
    }

    pub(super) fn read_game(
        &mut self,
        game: &Arc<Game>,
        line: &GameLine,
        seen: &Seen,
        judged: bool,
    ) -> Result<(), Error> {
        let Positions { placed, learned, judged: other, .. } = self;
        let samples = if judged { other } else { learned };
        replay(game, line, |pos, ply| {
            let Some(score) = ply.score.filter(|score| ply.calm && score.abs() < DECIDED) else {
                return Ok(());
            };
            let first = placed.len();
            for (kind, square) in Color::ALL.into_iter().flat_map(|color| pos.pieces(color)) {
                placed.push((seen.kinds[kind.index()], square.0));
            }
            let counts = seen.off_board.iter().flat_map(|off_board| off_board.counts(pos));
            for (&item, count) in seen.items.iter().zip(counts) {
                placed.extend(std::iter::repeat_n(item, count.into()));
            }
            if placed.len() - first > MOST_PLACED {
                placed.truncate(first);
                return Ok(());
            }
            let white_moves = pos.side() == Color::White;
            let own = if white_moves { score } else { -score };
            let target = expected(own as f32 / SCORE_SCALE);
            samples.push(Sample { placed: first..placed.len(), white_moves, target });
            Ok(())
        })
    }
}

/// Whether each piece of a game moves from each square as from its mirror image, mirrored.
fn moves_to_both_sides(game: &Game, sight: Sight) -> bool {
    let mirrored = |square: Square| Square(sight.mirrored(square.index()).narrow());
    let moves = |kind: KindId, square: Square, image: &dyn Fn(Square) -> Square| {
        let targets = game.targets(kind, square).iter();
        let seen =
            |target: &Reachable| (image(target.square).0, target.needs_clear, target.quiet, target.capture);
        targets.map(seen).collect::<BTreeSet<_>>()
    };
    game.kind_ids().all(|kind| {
        let is_alike =
            |square| moves(kind, square, &mirrored) == moves(kind, mirrored(square), &|square| square);
        game.shape.cells().all(is_alike)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions_of(names: &[&'static str], one_zone: bool) -> Result<Positions, Error> {
        let catalog = Catalog::builtin();
        let game = |&name: &&'static str| (name, compile(&catalog.resolve(name).unwrap()).unwrap());
        Positions::of_games(&names.iter().map(game).collect::<Vec<_>>(), one_zone, None)
    }

    #[test]
    fn a_mirror_is_for_games_in_which_all_pieces_move_to_both_sides_alike() {
        for (game, symmetric) in [
            ("chess", true),
            ("racingkings", false),
            ("cwda:nutters/rookies", true),
            ("minishogi", true),
            ("legan", false),
        ] {
            assert_eq!(positions_of(&[game], false).unwrap().symmetric, symmetric, "{game}");
        }
    }

    #[test]
    fn games_that_one_net_cannot_play_are_refused() {
        let positions =
            positions_of(&["chess", "fischerandom", "atomic", "almost", "makruk"], false).unwrap();
        assert_eq!(positions.pieces, ["mfWcefFimfnD", "N", "B", "R", "RB", "RN", "mfWcfF", "FfW", "F", "K"]);
        // Where not each side has one king, or rows are not wanted for it, it is a piece like any other.
        for (names, one_zone) in
            [(&["chess", "horde"][..], false), (&["chess"], true), (&["chess", "knightmate"], true)]
        {
            let positions = positions_of(names, one_zone).unwrap();
            assert!(!positions.sight.zoned && positions.pieces.iter().any(|piece| piece == "K"), "{names:?}");
        }
        let armies = [
            "cwda:fide/clobberers",
            "cwda:nutters/rookies",
            "cwda:beasts/avian",
            "cwda:dragons/pizza",
            "cwda:forward/mashers",
            "cwda:camelids/bozos",
        ];
        let Err(error) = positions_of(&armies, false) else { panic!("too many pieces") };
        assert!(error.to_string().ends_with(": there would be more than 32 types of pieces"), "{error}");
        for (names, reason) in [
            (["chess", "capablanca"], "its board is not that of the other games"),
            (["chess", "knightmate"], "its kings and those of the other games do not all move alike"),
            (["racingkings", "chess"], "its sides do not begin as those of the other games do"),
        ] {
            let Err(error) = positions_of(&names, false) else { panic!("{names:?}") };
            assert_eq!(error.to_string(), format!("a net cannot stand alone in {}: {reason}", names[1]));
        }
    }
}
