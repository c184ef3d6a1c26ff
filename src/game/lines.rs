//! Lines of attack: for a target square, a kind and the square it stands on, whether it could
//! capture there and what that asks of the squares between.
//!
//! This is the one definition of attack: check, pins, evasions, exchanges and castling all ask
//! this table.

use std::collections::HashMap;

use super::walk::Way;
use super::{KindId, Square};

/// An entry of the table: nothing, a leap, or an index of a [`Line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineId(pub(crate) u16);

impl LineId {
    /// The man cannot capture there.
    pub(crate) const NONE: LineId = LineId(0);
    /// It can, whatever stands between.
    pub(crate) const LEAP: LineId = LineId(1);
}

/// One way to a target, as slices of [`LineTable::cells`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    start: u32,
    clear: u8,
    occupied: u8,
    hurdle: u8,
    /// The right (bit index plus one) the man must still have; 0 for none.
    pub(crate) right: u8,
}

/// All the ways of one kind from one square to one target.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    first: u32,
    count: u16,
    /// The length and start of what a plain line asks to be empty.
    clear: u8,
    start: u32,
    /// One way that only asks for empty squares: an ordinary rider or lame leap, for which pins
    /// and evasions are lists of squares.
    pub(crate) plain: bool,
}

/// The lines of a game.
#[derive(Debug)]
pub(crate) struct LineTable {
    kinds: usize,
    squares: usize,
    ids: Vec<LineId>,
    lines: Vec<Line>,
    paths: Vec<Path>,
    cells: Vec<u8>,
    /// Whether every line is a leap or plain.
    pub(crate) all_plain: bool,
}

impl LineTable {
    /// The entries of all kinds and squares for one target: index with [`super::Game::row`].
    #[inline]
    pub(crate) fn towards(&self, target: Square) -> &[LineId] {
        let size = self.kinds * self.squares;
        let start = target.index() * size;
        &self.ids[start..start + size]
    }

    /// The line an id that is neither `NONE` nor `LEAP` stands for.
    #[inline]
    pub(crate) fn line(&self, id: LineId) -> &Line {
        &self.lines[id.0 as usize - 2]
    }

    /// The ways of a line.
    #[inline]
    pub(crate) fn paths(&self, line: &Line) -> &[Path] {
        &self.paths[line.first as usize..line.first as usize + line.count as usize]
    }

    /// The squares a plain line asks to be empty.
    #[inline]
    pub(crate) fn between(&self, line: &Line) -> &[u8] {
        &self.cells[line.start as usize..line.start as usize + line.clear as usize]
    }

    /// The squares a path asks to be empty.
    #[inline]
    pub(crate) fn clear(&self, path: &Path) -> &[u8] {
        &self.cells[path.start as usize..path.start as usize + path.clear as usize]
    }

    /// The squares a path asks to be occupied.
    #[inline]
    pub(crate) fn occupied(&self, path: &Path) -> &[u8] {
        let start = path.start as usize + path.clear as usize;
        &self.cells[start..start + path.occupied as usize]
    }

    /// The squares of which a path asks exactly one to be occupied; no condition if empty.
    #[inline]
    pub(crate) fn hurdle(&self, path: &Path) -> &[u8] {
        let start = path.start as usize + path.clear as usize + path.occupied as usize;
        &self.cells[start..start + path.hurdle as usize]
    }

    /// Whether a path is open, with `occupied(square)` telling what stands where.
    #[inline]
    pub(crate) fn path_open(&self, path: &Path, rights: u32, occupied: impl Fn(u8) -> bool) -> bool {
        self.clear(path).iter().all(|&s| !occupied(s))
            && self.occupied(path).iter().all(|&s| occupied(s))
            && (path.hurdle == 0 || self.hurdle(path).iter().filter(|&&s| occupied(s)).count() == 1)
            && (path.right == 0 || rights >> (path.right - 1) & 1 != 0)
    }

    /// Whether the man an entry is about attacks its target.
    #[inline]
    pub(crate) fn open(&self, id: LineId, rights: u32, occupied: impl Fn(u8) -> bool + Copy) -> bool {
        match id {
            LineId::NONE => false,
            LineId::LEAP => true,
            id => {
                let line = self.line(id);
                if line.plain {
                    self.between(line).iter().all(|&s| !occupied(s))
                } else {
                    self.paths(line).iter().any(|p| self.path_open(p, rights, occupied))
                }
            }
        }
    }

    /// Squares whose change could open a path that is now closed: its unmet conditions, if a
    /// single move (which empties one square and fills another) could meet them all.
    pub(crate) fn nearly_open(
        &self,
        path: &Path,
        occupied: impl Fn(u8) -> bool + Copy,
        mut mark: impl FnMut(u8),
    ) {
        let hurdles = self.hurdle(path).iter().filter(|&&s| occupied(s)).count();
        let unmet = |s: &&u8| occupied(**s);
        let blockers = self.clear(path).iter().filter(unmet).count();
        let missing = self.occupied(path).iter().filter(|&&s| !occupied(s)).count();
        let by_hurdle = usize::from(path.hurdle > 0 && hurdles != 1);
        if blockers > 1
            || missing > 1
            || (path.hurdle > 0 && hurdles > 2)
            || blockers + missing + by_hurdle > 2
        {
            return;
        }
        self.clear(path).iter().filter(unmet).for_each(|&s| mark(s));
        self.occupied(path).iter().filter(|&&s| !occupied(s)).for_each(|&s| mark(s));
        if by_hurdle == 1 {
            self.hurdle(path).iter().filter(|&&s| occupied(s) == (hurdles == 2)).for_each(|&s| mark(s));
        }
    }
}

/// Collects lines while a game is compiled.
pub(crate) struct LineBuilder {
    table: LineTable,
    ways: HashMap<(usize, usize, usize), Vec<(Way, u8)>>,
    known: HashMap<Vec<(Way, u8)>, LineId>,
}

impl LineBuilder {
    pub(crate) fn new(kinds: usize, squares: usize) -> LineBuilder {
        let table = LineTable {
            kinds,
            squares,
            ids: vec![LineId::NONE; kinds * squares * squares],
            lines: Vec::new(),
            paths: Vec::new(),
            cells: Vec::new(),
            all_plain: true,
        };
        LineBuilder { table, ways: HashMap::new(), known: HashMap::new() }
    }

    /// Notes that a man of `kind` on `from` may capture on `to` by `way` (with `right`, if not 0).
    pub(crate) fn add(&mut self, kind: KindId, from: Square, to: Square, way: &Way, right: u8) {
        let ways = self.ways.entry((to.index(), kind.index(), from.index())).or_default();
        if !ways.iter().any(|w| w.0 == *way && w.1 == right) {
            ways.push((way.clone(), right));
        }
    }

    /// Stores a way that is not an attack: the path of a guarded move.
    pub(crate) fn store(&mut self, way: &Way, right: u8) -> Path {
        let cells = &mut self.table.cells;
        let start = cells.len() as u32;
        cells.extend(way.clear.iter().chain(&way.occupied).chain(&way.hurdle));
        Path {
            start,
            clear: way.clear.len() as u8,
            occupied: way.occupied.len() as u8,
            hurdle: way.hurdle.len() as u8,
            right,
        }
    }

    /// The finished table; `None` if there are more different lines than an id can name.
    pub(crate) fn finish(mut self) -> Option<LineTable> {
        let mut entries: Vec<_> = std::mem::take(&mut self.ways).into_iter().collect();
        entries.sort_unstable_by_key(|(place, _)| *place);
        for ((to, kind, from), ways) in entries {
            let id = self.line_for(ways)?;
            let index = (to * self.table.kinds + kind) * self.table.squares + from;
            self.table.ids[index] = id;
        }
        Some(self.table)
    }

    fn line_for(&mut self, ways: Vec<(Way, u8)>) -> Option<LineId> {
        if ways.iter().any(|(way, right)| way.is_leap() && *right == 0) {
            return Some(LineId::LEAP);
        }
        if let Some(&id) = self.known.get(&ways) {
            return Some(id);
        }
        let id = LineId(u16::try_from(self.table.lines.len() + 2).ok()?);
        let first = self.table.paths.len() as u32;
        for (way, right) in &ways {
            let path = self.store(way, *right);
            self.table.paths.push(path);
        }
        let plain =
            ways.len() == 1 && ways[0].0.occupied.is_empty() && ways[0].0.hurdle.is_empty() && ways[0].1 == 0;
        self.table.all_plain &= plain;
        let Path { start, clear, .. } = self.table.paths[first as usize];
        self.table.lines.push(Line { first, count: ways.len() as u16, clear, start, plain });
        self.known.insert(ways, id);
        Some(id)
    }
}
