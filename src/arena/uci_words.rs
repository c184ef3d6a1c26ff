//! The words of UCI, read.

use super::player::{PlayerScore, Thought};
use crate::rules::geometry::Narrow;

/// Reads depth, score and nodes from a line of thinking. Only the first of several lines counts.
pub(super) fn note_info(line: &str, thought: &mut Thought) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let words: Vec<&str> = words.take_while(|&word| word != "pv" && word != "string").collect();
    let after = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1).and_then(|word| word.parse::<i64>().ok())
    };
    if after("multipv").is_some_and(|number| number != 1) {
        return;
    }
    let score = match (after("cp"), after("mate")) {
        (Some(value), _) => Some(PlayerScore::Centipawns(value.clamp(-100_000, 100_000).narrow())),
        (None, Some(moves)) => Some(PlayerScore::Mate(moves.clamp(-1000, 1000).narrow())),
        (None, None) => None,
    };
    thought.evaluation = score.or(thought.evaluation);
    if let Some(nodes) = after("nodes") {
        thought.nodes = nodes.unsigned_abs();
    }
    if let Some(depth) = after("depth").filter(|_| score.is_some()) {
        thought.depth = u32::try_from(depth).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_read() {
        let mut thought = Thought::resignation();
        note_info(
            "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 5000 nps 1 time 3 pv e2e4 depth 3",
            &mut thought,
        );
        assert_eq!((thought.depth, thought.nodes), (12, 5000));
        assert_eq!(thought.evaluation, Some(PlayerScore::Centipawns(-31)));
        note_info("info depth 13 multipv 2 score cp 100 nodes 6000", &mut thought);
        note_info("info string depth 99", &mut thought);
        assert_eq!((thought.depth, thought.nodes), (12, 5000));
        note_info("info depth 14 score mate -3 nodes 7000", &mut thought);
        assert_eq!(thought.evaluation, Some(PlayerScore::Mate(-3)));
    }
}
