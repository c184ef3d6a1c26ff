//! The course of a game as a curve of its score, in letters.

/// Centipawns at the upper and the lower edge.
const EDGE: i32 = 500;
/// Rows above and below the middle.
const HALF: i32 = 5;
/// Columns at most.
const WIDTH: usize = 70;

/// The curve in letters: `#` where White is ahead, `o` where Black is.
pub(super) fn text(scores: &[i32]) -> Vec<String> {
    let columns = columns(scores);
    let height = |score: i32| (score.clamp(-EDGE, EDGE) * HALF + score.signum() * EDGE / 2) / EDGE;
    let mut lines = Vec::new();
    for row in (-HALF..=HALF).rev() {
        let label = if row == 0 || row.abs() == HALF {
            format!("{:+}", row * EDGE / HALF / 100)
        } else {
            String::new()
        };
        let cells = columns.iter().map(|&score| {
            let reach = height(score);
            match row {
                0 => '-',
                row if row > 0 && reach >= row => '#',
                row if row < 0 && reach <= row => 'o',
                _ => ' ',
            }
        });
        lines.push(format!("{label:>3} |{}", cells.collect::<String>()).trim_end().to_string());
    }
    lines
}

/// The scores of as many columns as there is room for: of several moves the last.
fn columns(scores: &[i32]) -> Vec<i32> {
    let each = scores.len().div_ceil(WIDTH).max(1);
    scores.chunks(each).filter_map(|chunk| chunk.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_rises_for_white_and_falls_for_black() {
        let lines = text(&[0, 100, 500, 9000, -250, -30_000]);
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], " +5 |  ##");
        assert_eq!(lines[5], " +0 |------");
        assert_eq!(lines[10], " -5 |     o");
        assert!(text(&vec![0; 1000]).iter().all(|line| line.len() <= WIDTH + 5));
    }
}
