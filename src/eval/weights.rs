//! The weights of the terms that look at the position: numbers that matches and the tuner may change.
//!
//! One list says each weight's name, meaning and value. The tuner sees them all as one row of numbers.
//!
//! What matches gave when they were last tried: the terms with weights set by hand against none of them, at
//! 4,000 nodes a move, chess +250 [+175, +353], FIDE-Nutters +199 [+114, +312], Clobberers-Rookies +95 [+10,
//! +193] (60 games each); at 2,000 nodes, 20 games each, greener +191, augmented half +168, Colorboundmost
//! +108, Capablanca +241, Makruk +127, Shatranj 0, narrow -35. The fitted weights against those set by hand:
//! +22 [-11, +54] (380 games of chess, five pairings and narrow). No single weight has been tried alone. A
//! later fit to 2,468 games of self-play (176,000 positions, 117 variants) lowers the error of the scores
//! from 0.0369 to 0.0354, but gave only +7 [-19, +33] in 550 games at 2,000 and 3,000 nodes and is not taken.

use super::tapered::Tapered;

/// What a weight is made of: one or more numbers.
pub(super) trait Numbers {
    /// Shows each number with the name of its weight.
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32));
}

impl Numbers for i32 {
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32)) {
        visit(name, self);
    }
}

impl Numbers for Tapered {
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32)) {
        visit(name, &mut self.mg);
        visit(name, &mut self.eg);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32)) {
        for element in self {
            element.each(name, visit);
        }
    }
}

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr;)*) => {
        /// The weights, in centipawns where nothing else is said.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub(super) $name: $kind,)*
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $value,)* }
            }
        }

        impl Weights {
            /// Shows every number with the name of its weight, always in the same order.
            pub fn each(&mut self, visit: &mut dyn FnMut(&'static str, &mut i32)) {
                $(self.$name.each(stringify!($name), visit);)*
            }
        }
    };
}

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

weights! {
    /// Squares a man may safely go to, beyond what is usual for men that move like it: per square, for a man
    /// worth a Knight; stronger men count less, by the root of their value.
    mobility: Tapered = t(17, 35);
    /// Per cent of its mobility on a crowded board that is usual for a man.
    mobility_usual: i32 = 37;
    /// Man that has no safe square to go to, one, or two.
    mobility_low: [Tapered; 3] = [t(-22, -41), t(-7, -15), t(-4, -6)];

    /// Man attacked by a pawn.
    threat_by_pawn: Tapered = t(45, 34);
    /// Man attacked by one that is worth less: always, and per hundred of what is between them.
    threat_by_lesser: [Tapered; 2] = [t(24, 20), t(5, 4)];
    /// Man that is attacked and not defended.
    hanging: Tapered = t(29, 22);
    /// Pawn that is attacked and not defended.
    hanging_pawn: Tapered = t(8, 15);
    /// Man that is attacked and defended, but attacked once more than defended.
    weak: Tapered = t(6, 8);
    /// More than one man of these at once.
    threats_several: Tapered = t(14, 10);
    /// Square both sides attack that this side's pawns do not guard.
    restricted: Tapered = t(5, 2);

    /// Danger to the King: per enemy man that attacks its zone, times their number.
    danger_attacker: i32 = 17;
    /// Danger: per attack on a square of the zone.
    danger_hit: i32 = 28;
    /// Danger: per square of the zone that is attacked and guarded by the King at most.
    danger_weak: i32 = 50;
    /// Danger: a man that can give check where it is safe, and where it is not.
    danger_check: [i32; 2] = [300, 62];
    /// Danger: a second safe square to give check from.
    danger_checks: i32 = 55;
    /// Danger: by the squares the King can flee to: none, one, two.
    danger_flight: [i32; 3] = [99, 48, 15];
    /// Danger: hundredths of what the shelter of pawns is worth.
    danger_shelter: i32 = -152;
    /// Danger: where the enemy has no man worth this much or more (in pawns): per pawn that is missing.
    danger_strongest: i32 = -43;
    /// Danger that is always there.
    danger_base: i32 = -42;

    /// Man worth less than a Rook, well advanced, where no pawn can drive it away: guarded by a pawn, or not.
    outpost: [Tapered; 2] = [t(20, 13), t(8, 3)];
    /// Man that never leaves its color: per own pawn on that color.
    bound_pawn: Tapered = t(-5, -9);
    /// Man behind a pawn of its own.
    behind_pawn: Tapered = t(7, 2);

    /// Pawn guarded by a pawn, and pawn beside a pawn: by ranks advanced beyond the first, up to five.
    guarded: [Tapered; 6] = [t(5, 2), t(7, 2), t(8, 6), t(14, 15), t(30, 31), t(45, 48)];
    phalanx: [Tapered; 6] = [t(1, 1), t(6, 3), t(8, 5), t(13, 12), t(25, 29), t(34, 48)];
    /// Pawn that no pawn can guard any more and that cannot advance safely; on an open file worse.
    backward: [Tapered; 2] = [t(-5, -10), t(-13, -12)];
    /// Passed pawn that may move ahead: by what the enemy attacks before it (nothing, not the next square,
    /// the next square), per cent of its value.
    passed_path: [i32; 3] = [45, 21, 0];
    /// Passed pawn whose next square is guarded: per cent of its value.
    passed_guarded: i32 = 17;
    /// Passed pawn with a man in its way, an enemy or a friend: per cent of its value.
    passed_blocked: [i32; 2] = [-39, -12];

    /// Pawn without a friend on the files beside it.
    isolated: Tapered = t(-7, -15);
    /// Pawn with a friend ahead of it on its file.
    doubled: Tapered = t(-6, -16);
    /// Pawn nobody can stop with a pawn, by the steps it has to go (the last for all more).
    passed: [Tapered; 7] = [t(90, 170), t(91, 160), t(48, 128), t(27, 71), t(12, 36), t(5, 20), t(3, 13)];
    /// Passed pawn, endgame: per square the enemy King is further from it, and ours nearer.
    passed_kings: [i32; 2] = [7, -3];
    /// King, middlegame: by the ranks from it to its pawn on its own file or beside it (the last for
    /// more, and for none).
    shelter: [i32; 4] = [-3, -1, -9, -23];
    /// Man that rides along files, on one without pawns, and without pawns of its own.
    open_file: [Tapered; 2] = [t(30, 10), t(15, 8)];
    /// Per cent of the smaller value that men bound to unlike colors are worth together.
    pair_share: i32 = 13;
    /// Pawn, beyond its share of its value.
    pawn: Tapered = t(-1, 1);
    /// Per cent of the values of men that are no pawns and no Kings, beyond these.
    men: Tapered = t(-4, 2);

    /// Safe square behind or among the own pawns in the middle of the board.
    space: Tapered = t(-2, 1);
    /// The right to move.
    tempo: Tapered = t(15, 11);
}

/// A text that is no list of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected `{expected}` and {count} numbers, found `{found}`")]
pub struct WeightsError {
    line: usize,
    expected: &'static str,
    count: usize,
    found: String,
}

impl Weights {
    /// All numbers, in the order of [`Weights::each`].
    pub fn numbers(&self) -> Vec<(&'static str, i32)> {
        let mut numbers = Vec::new();
        self.clone().each(&mut |name, number| numbers.push((name, *number)));
        numbers
    }

    /// Weights of other numbers, in the same order; those that are missing stay as they are.
    #[must_use]
    pub fn with(&self, numbers: &[i32]) -> Weights {
        let (mut weights, mut numbers) = (self.clone(), numbers.iter());
        weights.each(&mut |_, number| *number = numbers.next().copied().unwrap_or(*number));
        weights
    }

    /// A line for each weight: its name and its numbers.
    pub fn to_text(&self) -> String {
        let lines = self.numbers();
        let line = |of_one: &[(&str, i32)]| {
            let numbers: Vec<String> = of_one.iter().map(|(_, number)| number.to_string()).collect();
            format!("{} {}\n", of_one[0].0, numbers.join(" "))
        };
        lines.chunk_by(|a, b| a.0 == b.0).map(line).collect()
    }

    /// Reads what [`Weights::to_text`] has written.
    ///
    /// # Errors
    /// If a line is not the one that is due.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let usual = Weights::default();
        let mut lines = text.lines().enumerate();
        let mut numbers = Vec::new();
        for due in usual.numbers().chunk_by(|a, b| a.0 == b.0) {
            let (line, found) = lines.next().unwrap_or((numbers.len(), ""));
            let mut words = found.split_whitespace();
            let name = words.next();
            let read: Vec<i32> = words.map_while(|word| word.parse().ok()).collect();
            if name != Some(due[0].0) || read.len() != due.len() {
                let (expected, count, found) = (due[0].0, due.len(), found.to_string());
                return Err(WeightsError { line: line + 1, expected, count, found });
            }
            numbers.extend(read);
        }
        Ok(usual.with(&numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let changed: Vec<i32> = (0..).take(Weights::default().numbers().len()).collect();
        let weights = Weights::default().with(&changed);
        assert_ne!(weights, Weights::default());
        assert_eq!(Weights::read(&weights.to_text()), Ok(weights.clone()));
        let cut = weights.to_text().replacen(" 0 1\n", " 0\n", 1);
        let error = Weights::read(&cut).unwrap_err().to_string();
        assert_eq!(error, "line 1: expected `mobility` and 2 numbers, found `mobility 0`");
    }
}
