//! Levels of strength: search depth and rate of mistakes, in one table for all protocols.

use std::fmt;

use crate::engine::search::{Blur, Limits};

/// A level of strength, from 1 to [`Skill::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u8);

/// The parameters of a level.
struct LevelErrors {
    /// Search depth in plies; 0 for no limit.
    depth: u32,
    /// Node limit; 0 for none.
    nodes: u64,
    /// See [`Blur::noise`].
    noise: u16,
    /// See [`Blur::blind`].
    blind: u16,
    /// The approximate strength at chess in Elo.
    elo: i32,
    /// The kind of player.
    title: &'static str,
}

const fn step(depth: u32, nodes: u64, noise: u16, blind: u16, elo: i32, title: &'static str) -> LevelErrors {
    LevelErrors { depth, nodes, noise, blind, elo, title }
}

/// The number of levels.
const LEVELS: u8 = 14;
/// The levels, the weakest first.
const STEPS: [LevelErrors; LEVELS as usize] = [
    step(1, 0, 1500, 950, 200, "has just learned the moves"),
    step(1, 0, 900, 700, 400, "a child's first games"),
    step(1, 0, 400, 300, 600, "knows how the pieces move"),
    step(1, 0, 250, 150, 800, "beginner"),
    step(2, 0, 200, 100, 1000, "has played a little"),
    step(2, 0, 120, 60, 1200, "plays at home"),
    step(3, 0, 90, 40, 1400, "plays now and then in a club"),
    step(4, 0, 70, 25, 1600, "plays in a club"),
    step(5, 3_000, 50, 12, 1800, "plays well in a club"),
    step(6, 5_000, 36, 6, 2000, "strong in a club"),
    step(8, 10_000, 24, 0, 2150, "expert"),
    step(10, 20_000, 14, 0, 2300, "master"),
    step(14, 50_000, 7, 0, 2500, "grandmaster"),
    step(0, 0, 0, 0, 2700, "as strong as the time allows"),
];

impl Skill {
    /// Full strength.
    pub const FULL: Skill = Skill(LEVELS);
    /// The strengths of the weakest and the strongest level in Elo.
    pub const ELO: (i32, i32) = {
        let [first, .., last] = &STEPS;
        (first.elo, last.elo)
    };
    /// The level for a newcomer.
    pub const FIRST_GAME: Skill = Skill(3);

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Skill> {
        (1..=Skill::FULL.0).map(Skill)
    }

    /// The level with a number, if there is one.
    pub fn new(number: i32) -> Option<Skill> {
        Skill::all().find(|skill| skill.number() == number)
    }

    /// The level with a strength nearest to this many Elo.
    pub fn of_elo(elo: i32) -> Skill {
        Skill::all().min_by_key(|skill| (skill.elo() - elo).abs()).unwrap_or(Skill::FULL)
    }

    /// Its number.
    pub fn number(self) -> i32 {
        i32::from(self.0)
    }

    /// The approximate strength at chess in Elo.
    pub fn elo(self) -> i32 {
        self.step().elo
    }

    /// The kind of player, in a few words.
    pub fn title(self) -> &'static str {
        self.step().title
    }

    fn step(self) -> &'static LevelErrors {
        let [first, ..] = &STEPS;
        STEPS.get(usize::from(self.0) - 1).unwrap_or(first)
    }

    /// The limits of a search at this level, derived from the limits without levels. `seed` determines the
    /// mistakes.
    pub fn limits(self, limits: Limits, seed: u64) -> Limits {
        let LevelErrors { depth, nodes, noise, blind, .. } = *self.step();
        let least = |own: u64, other: Option<u64>| {
            if own == 0 { other } else { Some(other.map_or(own, |other| other.min(own))) }
        };
        Limits {
            depth: least(u64::from(depth), limits.depth.map(u64::from))
                .and_then(|depth| u32::try_from(depth).ok()),
            nodes: least(nodes, limits.nodes),
            blur: (noise > 0 || blind > 0).then_some(Blur { noise, blind, seed }),
            ..limits
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}, {}", self.0, self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_stronger_on_paper_than_the_one_before() {
        let reach = |number: u64| if number == 0 { u64::MAX } else { number };
        for pair in STEPS.windows(2) {
            assert!(reach(pair[0].nodes) >= pair[0].nodes && pair[0].elo < pair[1].elo);
            assert!(pair[0].depth <= pair[1].depth || pair[1].depth == 0);
            assert!(pair[0].noise > pair[1].noise && pair[0].blind >= pair[1].blind);
        }
    }

    #[test]
    fn the_limits_of_a_level_are_not_above_those_of_the_game() {
        let own = Limits { nodes: Some(700), depth: Some(3), ..Limits::default() };
        for skill in Skill::all() {
            let limits = skill.limits(own.clone(), 1);
            assert!(limits.nodes <= Some(700) && limits.depth <= Some(3), "{skill}");
            assert_eq!(limits.blur.is_none(), skill == Skill::FULL);
        }
        assert_eq!(Skill::new(0).or(Skill::new(15)), None);
        assert_eq!(Skill::of_elo(-5), Skill(1));
        assert_eq!(Skill::of_elo(9999), Skill::FULL);
    }
}
