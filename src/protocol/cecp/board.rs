//! The board in letters, for a person who uses the engine without a GUI.

use crate::rules::position::Position;

/// The lines of the board, White's side at the bottom; `*` is a hole.
pub fn lines(position: &Position) -> Vec<String> {
    let game = position.game();
    let shape = &game.shape;
    let width = game.kinds.iter().map(|kind| kind.sign().len()).max().unwrap_or(1);
    let cell = |file: u8, rank: u8| match shape.square(file, rank) {
        None => "*".to_string(),
        Some(square) => {
            position.kind_at(square).map_or_else(|| ".".to_string(), |kind| game.kind(kind).sign())
        }
    };
    let row = |cells: Vec<String>| {
        let padded: Vec<String> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
        padded.join(" ").trim_end().to_string()
    };
    let ranks = (0..shape.ranks()).rev().map(|rank| {
        let cells = (0..shape.files()).map(|file| cell(file, rank)).collect();
        format!("{:>2}  {}", u16::from(rank) + 1, row(cells))
    });
    let files = (0..shape.files()).map(|file| char::from(b'a' + file).to_string()).collect();
    ranks.chain([format!("    {}", row(files))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn the_start_of_chess_is_drawn() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let drawn = lines(&Position::start(game));
        assert_eq!((drawn[0].as_str(), drawn[8].as_str()), (" 8  r n b q k b n r", "    a b c d e f g h"));
    }
}
