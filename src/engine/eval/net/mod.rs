//! Nets that correct the evaluation: small ones, whose input weights are computed from the moves of each
//! piece. And nets that replace it, for some pieces.
//!
//! [`describe`] turns a piece into numbers. Once for a game, a hidden layer makes of them a row of weights
//! for each square. The rest is an ordinary net: the rows of the pieces are summed for each side and updated
//! from position to position, and the output is added to the hand-made evaluation. So a net works for pieces
//! that it was not trained on.
//!
//! A net may have inputs for where a piece stands seen from a king ([`King`]). Then a side has rows of its
//! own for each zone of its king, and its sums are computed anew when the king enters another zone.
//!
//! A direct net has learned the rows of its pieces on one board one by one. It knows no others, but stands
//! alone: without the hand-made evaluation a search visits up to 1.7 times as many nodes in a second
//! (`benches/LEARNING.md`, A net alone). Its rows may be by zone of the king, too; otherwise the king is a
//! piece like any other.
//!
//! A trained net is a file of integers ([`TrainedNet`]). All arithmetic is integral, so every machine
//! evaluates alike.

mod describe;
mod output;
mod shipped;

pub use describe::{ActiveInput, Item, King, ONE, OffBoard, describe, mirrored};
pub use output::NetOutput;
pub use shipped::Net;

use std::collections::HashMap;

use crate::base::network::BUCKETS;
use crate::base::trained::{CHECK, DirectNetwork, Sight, TrainedNet};
use crate::rules::game::{Feature, FeatureUse, Game, Kind, KindId, compile};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::variant::{Catalog, NetChoice};

/// The centipawns for an output of 1.
pub const SCALE: i32 = 400;

/// The output for so many pieces.
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / 8).min(BUCKETS - 1)
}

/// The net of a game.
pub fn net_of(game: &Game) -> Option<Net> {
    match &game.def.net {
        NetChoice::Shipped(name) => Net::named(name),
        NetChoice::File(name, network) => Some(Net::of_file(name, network)),
        NetChoice::Proven if !is_proven(game) => None,
        NetChoice::Proven if is_chess_of(game, &[]) => Net::named("chess"),
        NetChoice::Proven if game.hands.is_some() && is_chess_of(game, &HELD_COMPOUNDS) => {
            Net::named("chess")
        }
        NetChoice::Proven if game.hands.is_some() => None,
        NetChoice::Proven if is_chess_of(game, &COMPOUNDS) => Net::named("compounds"),
        NetChoice::Proven if is_chess_of(game, &FOUR_ARMIES) => Net::named("cwda"),
        NetChoice::Proven if has_learned_pieces(game) => Net::named("armies"),
        NetChoice::Proven => Net::named("general"),
        NetChoice::None => None,
    }
}

/// The features of games in which a net may help although it knows nothing of them.
const SUPPORTED: &[Feature] = &[
    Feature::Holes,
    Feature::SpareRoyals,
    Feature::UntradedPieces,
    Feature::UntakenPieces,
    Feature::RepetitionLimit,
    Feature::LosingRepetition,
    Feature::PerpetualCheck,
    Feature::PerpetualChase,
    Feature::ClosingRepetition,
    Feature::MoveLimit,
    Feature::DecidedDraws,
    Feature::MaterialRule,
    Feature::Castling,
    Feature::ShuffledStart,
    Feature::ZoneMoves,
    Feature::Loans,
    Feature::CastlingMoves,
    Feature::CapturesOnTheWay,
    Feature::PassesBySide,
    Feature::OptionalPromotion,
    Feature::CapturedPromotion,
    Feature::Becomes,
    Feature::LimitedNumber,
];

/// That a net cannot be used in a game, and why, to be said of the net; `None` if it can. A net that
/// describes pieces can be used in any.
pub fn misfit(game: &Game, net: &TrainedNet) -> Option<String> {
    what_it_lacks(game, net).map(|reason| format!("cannot be used in this game: {reason}"))
}

/// Why a net cannot be used in a game.
fn what_it_lacks(game: &Game, net: &TrainedNet) -> Option<String> {
    let TrainedNet::Direct(DirectNetwork { pieces, sight, .. }) = net else { return None };
    if board_of(game) != sight.board {
        let [board, known] = [board_of(game), sight.board].map(|(files, ranks)| format!("{files}x{ranks}"));
        return Some(format!("its board is {board}, and that of the net {known}"));
    }
    if sight.zoned && !has_kings(game) {
        return Some("a side does not begin with one king".to_owned());
    }
    let beside = begins_beside(game);
    if beside != sight.beside {
        let [own, known] = [beside, sight.beside].map(|beside| if beside { "beside" } else { "opposite" });
        return Some(format!("its sides begin {own} each other, and those of the net {known}"));
    }
    if game.hands.is_some() && !sight.held {
        return Some("it has pieces in hand, and the net knows only those on the board".to_owned());
    }
    if game.checks_to_win() > 0 && !pieces.iter().any(|piece| piece == CHECK) {
        return Some("it counts checks, and the net does not".to_owned());
    }
    let unknown = game.kind_ids().find(|&kind| place_of(game, kind, pieces, *sight).is_none())?;
    let (kind, known) = (game.kind(unknown), pieces.join(", "));
    Some(format!("it has a {} (`{}`), and the net knows {known}", kind.name, kind.betza))
}

/// The features of a game of which a shipped net has learned nothing although it replaces the evaluation. One
/// that corrects it leaves them to the evaluation.
pub fn unlearned<'a>(game: &'a Game, net: &Net) -> Vec<FeatureUse<'a>> {
    let mut features = beyond_learned(game);
    if !features.is_empty() {
        let stands_alone = matches!(net.network().as_deref(), Some(TrainedNet::Direct(_)));
        let learned = learned_by(net.name());
        features.retain(|used| stands_alone && !learned.contains(&used.feature));
    }
    features
}

/// The features of the shipped games whose files name a net.
fn learned_by(name: &str) -> Vec<Feature> {
    let catalog = Catalog::builtin();
    let defs = catalog.list().into_iter().filter_map(|variant| catalog.resolve(&variant.id).ok());
    let games = defs.filter(|def| def.net.name() == name).filter_map(|def| compile(&def).ok());
    games.flat_map(|game| game.features().iter().map(|used| used.feature).collect::<Vec<_>>()).collect()
}

/// The features of a game that only nets named in a variant's file may have learned.
fn beyond_learned(game: &Game) -> Vec<FeatureUse<'_>> {
    let mut features = game.features_beyond(SUPPORTED);
    // The net of chess knows pieces in hand that enter and never come back.
    let comes_back = game.def.hands.as_ref().is_some_and(|hands| hands.captured.is_kept());
    features.retain(|used| used.feature != Feature::Hands || comes_back);
    features
}

/// The files and ranks of a game's board.
pub fn board_of(game: &Game) -> (u8, u8) {
    (game.shape.files(), game.shape.ranks())
}

/// Whether each side begins with one king.
pub fn has_kings(game: &Game) -> bool {
    Color::ALL.into_iter().all(|color| King::of(game, color).is_some())
}

/// Whether the two sides begin beside each other: with left and right exchanged, each has the array of the
/// other one.
pub fn begins_beside(game: &Game) -> bool {
    let array: HashMap<Square, KindId> = game.array.iter().copied().collect();
    let sight = Sight { board: board_of(game), zoned: false, held: false, beside: true };
    let is_alike = |a: &Kind, b: &Kind| a.color != b.color && a.royal == b.royal && a.betza == b.betza;
    !array.is_empty()
        && array.iter().all(|(square, &kind)| {
            let image = Square(sight.mirrored(square.index()).narrow());
            array.get(&image).is_some_and(|&other| is_alike(game.kind(kind), game.kind(other)))
        })
}

/// The place of a piece among those of a net that stands alone, of which the last is the king if it has zones
/// for it; `None` if the net does not know the piece.
pub fn place_of(game: &Game, kind: KindId, pieces: &[String], sight: Sight) -> Option<usize> {
    let kind = game.kind(kind);
    let movement = &kind.piece_of(&game.def).movement;
    let last = pieces.len().saturating_sub(1);
    let mut places = match (sight.zoned, kind.royal) {
        (false, _) => 0..pieces.len(),
        (true, false) => 0..last,
        (true, true) => last..pieces.len(),
    };
    // Several lines of notation written as one are a name, but cannot be read as notation.
    places.find(|&place| kind.betza == pieces[place] || movement.is_same_as(&pieces[place]))
}

/// The same for what is off the board, with how many of it are before.
pub fn place_of_item(game: &Game, item: Item, pieces: &[String], sight: Sight) -> Option<(usize, usize)> {
    match item {
        Item::Held(kind, before) => Some((place_of(game, kind, pieces, sight)?, before)),
        Item::Check(before) => Some((pieces.iter().position(|piece| piece == CHECK)?, before)),
        Item::Checks(_) => None,
    }
}

/// Whether a game is like those that were learned from or won with (`benches/LEARNING.md`): on eight ranks of
/// eight to ten files a king each that is to be mated, pawns like those of chess on either side, pieces of
/// any moves, perhaps some in hand at the start, and no other rule that ends the game or restricts what may be
/// played.
fn is_proven(game: &Game) -> bool {
    (8..=10).contains(&game.shape.files())
        && game.shape.ranks() == 8
        && beyond_learned(game).is_empty()
        && Color::ALL.into_iter().all(|color| is_army(game, color))
        && game.kind_ids().filter(|&kind| game.kind(kind).pawn).all(|kind| is_chess_pawn(game, kind))
}

/// The pieces of chess but its king.
const CHESS_PIECES: [&str; 5] = ["mfWcefFimfnD", "N", "B", "R", "Q"];

/// Compounds of them that the net of compounds learned: in five games of these +56 Elo (± 44, 200 games)
/// against the nets of the armies and of chess (`benches/LEARNING.md`).
const COMPOUNDS: [&str; 6] = ["RN", "QN", "mNcB", "mBcN", "mNcR", "mRcN"];

/// Those of S-Chess: in games with pieces in hand the net of chess has learned them.
const HELD_COMPOUNDS: [&str; 2] = ["RN", "BN"];

/// Those of the other three armies of Chess with Different Armies.
const FOUR_ARMIES: [&str; 12] =
    ["BD", "WA", "FAD", "BN", "bKfsR", "FbbNffN", "fhNbsK", "fRsRKfhN", "R4", "WD", "HFD", "RN"];

/// A further piece that the net of the armies has learned well. For others the general net is better.
const ARMY_PIECES: [&str; 1] = ["NK"];

/// Whether all pieces move as those of chess or as one of these, on the board of chess.
fn is_chess_of(game: &Game, others: &[&str]) -> bool {
    game.shape.files() == 8 && has_only(game, &[&CHESS_PIECES[..], others].concat())
}

/// Whether the net of the armies knows all pieces well.
fn has_learned_pieces(game: &Game) -> bool {
    has_only(game, &[&CHESS_PIECES[..], &COMPOUNDS, &FOUR_ARMIES, &ARMY_PIECES].concat())
}

/// Whether all pieces move as kings or as one of these.
fn has_only(game: &Game, pieces: &[&str]) -> bool {
    game.kind_ids().all(|id| {
        let kind = game.kind(id);
        let notations = if kind.royal { &["K"] } else { pieces };
        notations.iter().any(|notation| kind.piece_of(&game.def).movement.is_same_as(notation))
    })
}

/// Whether a side begins with one king, and with pawns and other pieces as in chess, or fewer.
fn is_army(game: &Game, color: Color) -> bool {
    let kinds = || game.pieces_at_start().map(|kind| game.kind(kind)).filter(|kind| kind.color == color);
    let (kings, pawns) =
        (kinds().filter(|kind| kind.royal).count(), kinds().filter(|kind| kind.pawn).count());
    kings == 1 && (4..=10).contains(&pawns) && (5..=10).contains(&(kinds().count() - pawns))
}

/// Whether a piece moves one square ahead and captures diagonally forward.
fn is_chess_pawn(game: &Game, kind: KindId) -> bool {
    let (files, ranks) = (game.shape.files(), game.shape.ranks());
    // On its own half, where no zone of its augmenter begins yet.
    let (rank, ahead) = if game.kind(kind).color == Color::White { (3, 4) } else { (ranks - 4, ranks - 5) };
    let (middle, ahead) = (Square(rank * files + 3), ahead * files + 3);
    let targets = game.targets(kind, middle).iter();
    let found: Vec<_> = targets.map(|target| (target.square.0, target.quiet, target.capture)).collect();
    found == [(ahead - 1, false, true), (ahead, true, false), (ahead + 1, false, true)]
}
