//! The positions of games as a net sees them: rows of pieces, the evaluation to correct, and the search
//! score.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};

use super::super::games::{DECIDED, GameLine, Games, NOTHING, ReplayedPly, replay};
use crate::base::network::{INPUTS, KING_INPUTS};
use crate::commands::{Error, wild};
use crate::engine::eval::Evaluator;
use crate::engine::eval::net::{ActiveInput, King, OffBoard, SCALE, bucket, describe};
use crate::rules::game::{Game, KindId, compile};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::position::Position;
use crate::rules::variant::Catalog;

/// One in this many variants is held out for validation or, with fewer variants, one in this many games.
const JUDGED: usize = 16;

/// A position.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its pieces in [`Data::pieces`], on the board and off.
    pieces: Range<usize>,
    /// The output for its number of pieces on the board.
    pub bucket: usize,
    /// The evaluation for the side to move, as an output.
    pub base: f32,
    /// 1 if White is to move, otherwise -1.
    white: f32,
    /// The index of the position in its game.
    ply: usize,
    /// The target: the expected share of the point according to the searches of the position and of later
    /// ones.
    pub target: f32,
}

/// A description, and what is made of it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The description.
    pub features: Box<[ActiveInput]>,
    /// What it adds to.
    pub of: RowOf,
}

/// What a row adds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOf {
    /// The sums of the piece's side, and the totals.
    Own,
    /// The sums of the other side.
    Other,
    /// Both: they do not depend on where a king is.
    Both,
}

/// A piece, or what counts like one: the numbers of its rows, and whether it belongs to the side to move.
#[derive(Clone, Copy, Debug)]
pub struct PieceRows {
    /// The indices in [`Data::rows`] of the rows for its own side's sums and for the other's.
    pub rows: [u32; 2],
    /// Whether it belongs to the side to move.
    pub own: bool,
}

/// Consecutive positions of one variant, which share their rows.
pub type Group = Range<usize>;

/// The training data.
#[derive(Debug, Default)]
pub struct Data {
    /// Whether the net sees pieces from the kings, too.
    kings: bool,
    /// The number of inputs with which a net can see all of the descriptions.
    pub inputs: usize,
    /// The descriptions of the pieces of all variants.
    pub rows: Vec<Row>,
    /// The rows of each piece, as [`Data::sides`] lists them: their numbers and, in the lowest bit, whether
    /// the piece belongs to the side to move.
    pieces: Vec<u32>,
    /// The positions.
    pub samples: Vec<Example>,
    /// The positions for training.
    pub learned: Vec<Group>,
    /// The positions for validation.
    pub judged: Vec<Group>,
}

/// The most kinds of pieces whose rows are remembered: those of random armies are not seen again.
const MOST_KINDS: usize = 1000;
/// The positions of a group.
const GROUP: usize = 128;

impl Data {
    /// Reads the positions of games.
    pub fn read(catalog: &Catalog, games: &Games, kings: bool, lambda: f32) -> Result<Data, Error> {
        let bar = ProgressBar::new(games.values().map(|games| games.len() as u64).sum());
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} games read, {eta} to go") {
            bar.set_style(style);
        }
        let few = games.len() < JUDGED;
        let variants: Vec<_> = games.iter().collect();
        let (first, second) = variants.split_at(variants.len() / 2);
        let read = |variants| Data::read_variants(catalog, variants, few, kings, lambda, &bar);
        // The games of random armies are compiled one by one, which takes most of the time.
        let (data, other) = in_two_threads(|| read(first), || read(second));
        let mut data = data?;
        data.append(other?);
        bar.finish_and_clear();
        if data.learned.is_empty() { Err(Error::usage(NOTHING)) } else { Ok(data) }
    }

    /// Reads the positions of some variants.
    fn read_variants(
        catalog: &Catalog,
        variants: &[(&String, &Vec<GameLine>)],
        few: bool,
        kings: bool,
        lambda: f32,
        bar: &ProgressBar,
    ) -> Result<Data, Error> {
        let mut data = Data { kings, inputs: INPUTS, ..Data::default() };
        let mut kinds = Kinds::default();
        for (variant, games) in variants {
            let game = compile(&wild::with_armies(catalog, variant)?.resolve(variant)?)?;
            if kinds.0.len() > MOST_KINDS {
                kinds.0.clear();
            }
            let mut reader = GameReader::new(&game, &mut kinds, &mut data);
            let is_judged = |number: usize| {
                if few { number % JUDGED == JUDGED - 1 } else { number_of(variant).is_multiple_of(JUDGED) }
            };
            for judged in [false, true] {
                let first = data.samples.len();
                let chosen = games.iter().enumerate().filter(|(number, _)| is_judged(*number) == judged);
                for (_, line) in chosen {
                    data.read_game(&game, line, &mut reader, lambda)?;
                }
                let end = data.samples.len();
                let groups = (first..end).step_by(GROUP).map(|start| start..(start + GROUP).min(end));
                if judged { data.judged.extend(groups) } else { data.learned.extend(groups) }
            }
            bar.inc(games.len() as u64);
        }
        Ok(data)
    }

    /// Adds other data of its kind.
    fn append(&mut self, mut other: Data) {
        let [rows, pieces, samples] = [self.rows.len(), self.pieces.len(), self.samples.len()];
        self.inputs = self.inputs.max(other.inputs);
        let rows: u32 = rows.narrow();
        other.pieces.iter_mut().for_each(|row| *row += rows << 1);
        let moved = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        for sample in &mut other.samples {
            sample.pieces = moved(sample.pieces.clone(), pieces);
        }
        self.rows.append(&mut other.rows);
        self.pieces.append(&mut other.pieces);
        self.samples.append(&mut other.samples);
        for (to, groups) in [(&mut self.learned, other.learned), (&mut self.judged, other.judged)] {
            to.extend(groups.into_iter().map(|group| moved(group, samples)));
        }
    }

    /// Reads the positions of a game.
    fn read_game(
        &mut self,
        game: &Arc<Game>,
        line: &GameLine,
        reader: &mut GameReader,
        lambda: f32,
    ) -> Result<(), Error> {
        let mut plies = Vec::new();
        let start = self.samples.len();
        replay(game, line, |pos, ply| {
            if ply.calm && ply.score.is_some_and(|score| score.abs() < DECIDED) {
                let white = if pos.side() == Color::White { 1.0 } else { -1.0 };
                reader.add(pos, white, plies.len(), self);
            }
            plies.push(ply);
            Ok(())
        })?;
        let blended = blended(&plies, lambda);
        for sample in &mut self.samples[start..] {
            let white = blended[sample.ply];
            sample.target = if sample.white > 0.0 { white } else { 1.0 - white };
        }
        Ok(())
    }

    /// Adds a description, and returns the number of its row.
    fn new_row(&mut self, features: Box<[ActiveInput]>, of: RowOf) -> u32 {
        self.rows.push(Row { features, of });
        (self.rows.len() - 1).narrow()
    }

    /// The pieces of a position, and what counts like them.
    pub fn pieces(&self, sample: &Example) -> impl Iterator<Item = PieceRows> {
        let pieces = self.pieces[sample.pieces.clone()].chunks_exact(self.sides().len());
        pieces
            .map(|rows| PieceRows { rows: [rows[0] >> 1, rows[rows.len() - 1] >> 1], own: rows[0] & 1 == 1 })
    }

    /// What the rows of a piece add to.
    fn sides(&self) -> &'static [RowOf] {
        if self.kings { &[RowOf::Own, RowOf::Other] } else { &[RowOf::Both] }
    }

    /// Notes the rows of a piece of a position.
    fn push(&mut self, rows: &[u32], own: bool) {
        self.pieces.extend(rows.iter().map(|row| row << 1 | u32::from(own)));
    }
}

/// A hash of a name.
fn number_of(name: &str) -> usize {
    let number = name.bytes().fold(0xcbf2_9ce4_8422_2325, |number: u64, byte| {
        (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (number >> 20 & 0xff_ffff).narrow()
}

/// The rows of the piece types of all variants: types with the same moves and value share them.
#[derive(Debug, Default)]
struct Kinds(HashMap<String, Described>);

/// The descriptions of a piece type by square, as its side sees the board, and its rows as far as known.
#[derive(Debug)]
struct Described {
    features: Vec<Vec<ActiveInput>>,
    /// By square, side and zone of that side's king; if kings are not seen, by square.
    rows: Vec<Option<u32>>,
}

/// The side of an item off the board, and its rows as [`Data::sides`] lists them.
type ItemRows = (Color, Vec<u32>);

/// Reads the positions of one variant.
struct GameReader<'a> {
    game: &'a Arc<Game>,
    evaluator: Evaluator,
    kinds: &'a mut Kinds,
    /// By piece type.
    names: Vec<String>,
    off_board: Option<(OffBoard, Vec<ItemRows>)>,
    /// By side: its king, if it begins with exactly one.
    kings: [Option<King>; 2],
}

impl<'a> GameReader<'a> {
    fn new(game: &'a Arc<Game>, kinds: &'a mut Kinds, data: &mut Data) -> GameReader<'a> {
        let evaluator = Evaluator::new(game);
        let kings = Color::ALL.map(|color| King::of(game, color).filter(|_| data.kings));
        let zones = kings.iter().flatten().next().map_or(1, King::zones);
        if kings.iter().any(Option::is_some) {
            data.inputs = KING_INPUTS;
        }
        let mut names = Vec::new();
        for id in game.kind_ids() {
            let (kind, value) = (game.kind(id), evaluator.values()[id.index()]);
            let shape = (game.shape.files(), game.shape.ranks());
            let seen = [kind.color, !kind.color].map(|color| kings[color.index()].is_some());
            let name = format!("{shape:?} {seen:?} {} {} {} {value}", kind.betza, kind.royal, kind.pawn);
            if !kinds.0.contains_key(&name) {
                let mut features = describe(game, id, value);
                if kind.color == Color::Black {
                    let files = usize::from(game.shape.files());
                    features = features.chunks(files).rev().flatten().cloned().collect();
                }
                let rows = vec![None; data.sides().len() * zones * features.len()];
                kinds.0.insert(name.clone(), Described { features, rows });
            }
            names.push(name);
        }
        let off_board = OffBoard::described(game).map(|off_board| {
            let mut rows = Vec::new();
            for (color, features) in off_board.descriptions(game, evaluator.values()) {
                let sides = data.sides();
                let new = |&of| data.new_row(features.as_slice().into(), of);
                rows.push((color, sides.iter().map(new).collect()));
            }
            (off_board, rows)
        });
        GameReader { game, evaluator, kinds, names, off_board, kings }
    }

    /// Adds a position.
    fn add(&mut self, pos: &Position, white: f32, ply: usize, data: &mut Data) {
        let side = pos.side();
        let first = data.pieces.len();
        let zones = Color::ALL.map(|color| {
            let zone = self.kings[color.index()].as_ref().and_then(|king| {
                let found = pos.pieces(color).find(|(kind, _)| *kind == king.kind());
                found.map(|(_, square)| king.zone(square))
            });
            zone.unwrap_or(0)
        });
        for color in Color::ALL {
            for (kind, square) in pos.pieces(color) {
                for &of in data.sides() {
                    let row = self.row(kind, square, of, zones, data);
                    data.push(&[row], color == side);
                }
            }
        }
        let bucket = bucket(pos.board().all().len() as usize);
        if let Some((off_board, rows)) = &self.off_board {
            for (count, (color, rows)) in off_board.counts(pos).zip(rows) {
                (0..count).for_each(|_| data.push(rows, *color == side));
            }
        }
        let base = self.evaluator.evaluate(pos) as f32 / SCALE as f32;
        data.samples.push(Example {
            pieces: first..data.pieces.len(),
            bucket,
            base,
            white,
            ply,
            target: 0.5,
        });
    }

    /// A row of a piece, while the kings are in these zones.
    fn row(&mut self, kind: KindId, square: Square, of: RowOf, zones: [usize; 2], data: &mut Data) -> u32 {
        let (shape, color) = (&self.game.shape, self.game.kind(kind).color);
        let rank = usize::from(shape.rank_for(square, color));
        let at = rank * usize::from(shape.files()) + usize::from(shape.file(square));
        let Some(described) = self.kinds.0.get_mut(&self.names[kind.index()]) else { return 0 };
        let Described { features, rows } = described;
        let sides = data.sides().len();
        let zone_count = rows.len() / features.len() / sides;
        let (part, seer) = if of == RowOf::Other { (1, !color) } else { (0, color) };
        let (king, zone) = (self.kings[seer.index()].as_ref(), zones[seer.index()]);
        *rows[(sides * at + part) * zone_count + zone].get_or_insert_with(|| {
            let mut features = features[at].clone();
            features.extend(king.iter().flat_map(|king| king.describe(zone, color, square)));
            data.new_row(features.into_boxed_slice(), of)
        })
    }
}

/// The target of each position for White: the score of its search mixed with the scores of the following
/// plies, whose weight shrinks with each ply. A search finds immediate consequences itself; the net has to
/// learn the later ones.
fn blended(plies: &[ReplayedPly], lambda: f32) -> Vec<f32> {
    let mut blended = vec![0.5; plies.len()];
    let mut later = None;
    for (blended, ply) in blended.iter_mut().zip(plies).rev() {
        // A random move says nothing about the position before it.
        later = ply.score.map(|score| {
            let now = expected(score as f32 / SCALE as f32);
            now + lambda * (later.unwrap_or(now) - now)
        });
        *blended = later.unwrap_or(0.5);
    }
    blended
}

/// The results of two computations at once.
pub fn in_two_threads<T: Send>(first: impl FnOnce() -> T, second: impl FnOnce() -> T + Send) -> (T, T) {
    std::thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The expected share of the point at an output.
pub fn expected(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}
