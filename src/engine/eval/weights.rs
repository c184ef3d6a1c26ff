//! The weights of the positional terms, which matches and the tuner may change.
//!
//! One list holds the name, meaning and value of each. The tuner sees all of them as one list of numbers.
//!
//! `benches/LEARNING.md` says how they were fitted and what matches gave. No weight has been tried alone.

use super::tapered::Tapered;
use crate::rules::game::Game;
use crate::rules::variant::WeightsChoice;

/// Fitted to the games that `betza.net` was trained on.
const BETZA: &str = include_str!("betza.weights");

/// The value of a weight: one or more numbers.
pub(super) trait Numbers {
    /// Calls `visit` for each number, with the name of its weight.
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
        /// The weights, in centipawns unless another unit is given.
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
            /// Calls a function for every number with the name of its weight, always in the same order.
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
    /// Mobility: per safe square beyond the average for such pieces, for a piece worth a knight. For stronger
    /// pieces it is less, by the square root of their value.
    mobility: Tapered = t(46, 72);
    /// The average mobility of a piece, in per cent of that on a crowded board.
    mobility_usual: i32 = -18;
    /// A piece with no safe square to move to, one, or two.
    mobility_low: [Tapered; 3] = [t(-4, -32), t(-3, -12), t(-3, -5)];

    /// Freedom: by safe squares as multiples of a half of the average on a crowded board, from none to three
    /// times the average, for a piece worth a knight. For others by the fourth root of their value.
    freedom: [Tapered; 7] = [t(26, -5), t(28, 14), t(18, 16), t(4, 1), t(-22, -29), t(-5, -12), t(-2, -4)];

    /// Piece attacked by one of about its value.
    threat_by_equal: Tapered = t(29, 26);
    /// Piece that the king attacks and nobody defends.
    threat_by_king: Tapered = t(11, 9);
    /// Piece that a pawn attacks after a safe step.
    threat_by_push: Tapered = t(18, 13);
    /// Piece attacked by a pawn.
    threat_by_pawn: Tapered = t(75, 27);
    /// Piece attacked by one that is worth less: always, and per hundred of what is between them.
    threat_by_lesser: [Tapered; 2] = [t(62, 30), t(6, -3)];
    /// Piece that is attacked and not defended.
    hanging: Tapered = t(37, 27);
    /// Pawn that is attacked and not defended.
    hanging_pawn: Tapered = t(14, 51);
    /// Piece that is attacked and defended, but attacked once more than defended.
    weak: Tapered = t(48, 19);
    /// More than one piece of these at once.
    threats_several: Tapered = t(28, 31);
    /// Square both sides attack that this side's pawns do not guard.
    restricted: Tapered = t(6, 3);

    /// Danger to the king: per enemy piece that attacks its zone, times their number.
    danger_attacker: i32 = 11;
    /// Danger: per attack on a square of the zone.
    danger_hit: i32 = 19;
    /// Danger: per square of the zone that is attacked and guarded by the king at most.
    danger_weak: i32 = 36;
    /// Danger: a piece that can give check where it is safe, and where it is not.
    danger_check: [i32; 2] = [343, 129];
    /// Danger: a second safe square to give check from.
    danger_checks: i32 = 109;
    /// Danger: by the squares the king can flee to: none, one, two.
    danger_flight: [i32; 3] = [150, 91, 31];
    /// Danger: hundredths of the worth of the pawn shelter.
    danger_shelter: i32 = -512;
    /// Danger: where the enemy has no piece worth this much or more (in pawns): per pawn that is missing.
    danger_strongest: i32 = -22;
    /// Danger: a piece that alone blocks a line attack on the king.
    danger_screen: i32 = 115;
    /// Danger: sixteenths, by the square of the attacks on the king's flank.
    danger_flank: i32 = 6;
    /// Danger: square of the flank that is guarded.
    danger_guard: i32 = -6;
    /// Danger: sixteenths of the enemy's lead in the worth of mobility.
    danger_mobility: i32 = -5;
    /// Danger that is always there.
    danger_base: i32 = -26;

    /// Piece worth less than a rook, well advanced, where no pawn can drive it away: guarded by a pawn, or
    /// not.
    outpost: [Tapered; 2] = [t(36, 0), t(31, -15)];
    /// Piece that never leaves its color: per own pawn on that color.
    bound_pawn: Tapered = t(-2, -8);
    /// Piece behind a pawn of its own.
    behind_pawn: Tapered = t(2, 1);

    /// Pawn guarded by a pawn, and pawn beside a pawn: by ranks advanced beyond the first, up to five.
    guarded: [Tapered; 6] = [t(5, 2), t(14, 8), t(11, 1), t(14, 12), t(43, 33), t(71, 14)];
    phalanx: [Tapered; 6] = [t(5, 4), t(3, 1), t(7, 11), t(24, 15), t(31, 23), t(36, 145)];
    /// Pawn that no pawn can guard any more and that cannot advance safely; on an open file worse.
    backward: [Tapered; 2] = [t(-3, -11), t(-14, -9)];
    /// Passed pawn that may move ahead: by what the enemy attacks before it (nothing, not the next square,
    /// the next square), per cent of its value.
    passed_path: [i32; 3] = [96, 15, -22];
    /// Passed pawn whose next square is guarded: per cent of its value.
    passed_guarded: i32 = 44;
    /// Passed pawn with a piece in its way, an enemy or a friend: per cent of its value.
    passed_blocked: [i32; 2] = [-49, 17];

    /// Pawn without a friend on the files beside it.
    isolated: Tapered = t(-8, -7);
    /// Pawn with a friend ahead of it on its file.
    doubled: Tapered = t(-5, -26);
    /// Passed pawn: by its steps to promotion (the last for all more).
    passed: [Tapered; 7] = [t(90, 170), t(144, 192), t(31, 127), t(-3, 69), t(-14, 29), t(-13, 8), t(-5, 5)];
    /// Passed pawn, endgame: per square the enemy king is further from it, and ours nearer.
    passed_kings: [i32; 2] = [43, -24];
    /// King, middlegame: by the ranks from it to its pawn on its own file or beside it (the last for
    /// more, and for none).
    shelter: [i32; 4] = [-2, 5, -6, -15];
    /// King, middlegame: by the ranks to the next enemy pawn on its file or beside it, if it is free to go
    /// ahead, and if a pawn is in its way.
    storm: [i32; 5] = [22, 11, -2, -3, 0];
    /// See `storm`.
    storm_blocked: [i32; 5] = [10, 0, -17, 1, 7];
    /// Piece worth less than a rook, per step from its king.
    king_far: Tapered = t(1, -5);
    /// Piece that rides along files, on one without pawns, and without pawns of its own.
    open_file: [Tapered; 2] = [t(20, 41), t(11, 28)];
    /// Per cent of the smaller value that pieces bound to unlike colors are worth together.
    pair_share: i32 = 10;
    /// Pawn, beyond its share of its value.
    pawn: Tapered = t(-14, -4);
    /// Per cent of the non-pawn material, in addition to it.
    men: Tapered = t(-18, 6);

    /// Endgame: the weight of an advantage in per cent. Added to it: per pawn of the stronger side, per
    /// passed pawn of either, with pawns on one flank only, and with bishops of opposite colors and nothing
    /// else.
    win: i32 = 63;
    /// See `win`.
    win_pawn: i32 = 6;
    /// See `win`.
    win_passed: i32 = 6;
    /// See `win`.
    win_one_flank: i32 = -4;
    /// See `win`.
    win_opposite: i32 = -28;
    /// Endgame: a bonus of the side with the advantage for winning chances. Added to it: per pawn, per passed
    /// pawn, with pawns on both flanks, per file between the kings and rank that White's is ahead, with a
    /// king in the other's half, with pawns only, and with pawns on one flank where Black's king is in front
    /// of White's.
    play: i32 = 64;
    /// See `play`.
    play_pawn: i32 = -2;
    /// See `play`.
    play_passed: i32 = -17;
    /// See `play`.
    play_flanks: i32 = 12;
    /// See `play`.
    play_outflanking: i32 = 1;
    /// See `play`.
    play_inside: i32 = 6;
    /// See `play`.
    play_pawns_only: i32 = 64;
    /// See `play`.
    play_stuck: i32 = -4;
    /// The part of `play` that does not apply in the middlegame.
    play_middlegame: i32 = 51;
    /// Safe square behind or among the own pawns in the middle of the board.
    space: Tapered = t(5, -9);
    /// The bonus for the side to move.
    tempo: Tapered = t(20, 14);
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
    /// The weights that the file of a game asks for.
    pub fn of(game: &Game) -> Weights {
        Weights::chosen(game.def.weights)
    }

    /// The weights that a variant file may ask for.
    pub fn chosen(choice: WeightsChoice) -> Weights {
        match choice {
            WeightsChoice::Usual => Weights::default(),
            WeightsChoice::Betza => Weights::read(BETZA).unwrap_or_default(),
        }
    }

    /// All numbers, in the order of [`Weights::each`].
    pub fn numbers(&self) -> Vec<(&'static str, i32)> {
        let mut numbers = Vec::new();
        self.clone().each(&mut |name, number| numbers.push((name, *number)));
        numbers
    }

    /// The weights with other numbers, in the same order; missing ones keep their values.
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

    /// Reads the text that [`Weights::to_text`] writes.
    ///
    /// # Errors
    /// If a line is not the expected one.
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
