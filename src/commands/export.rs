//! `fibnif export`: a variant in the format of another program.

use super::{Command, Context, Error, ExitStatus, game};
use crate::protocol::diagram;
use crate::rules::export::{built_in, fairy_stockfish};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    /// The other program
    #[arg(value_enum)]
    program: OtherProgram,
    /// The variant, such as `cwda:nutters/rookies`
    variant: String,
}

/// A program with its own format for variants.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OtherProgram {
    /// An entry for Fairy-Stockfish's `variants.ini`
    FairyStockfish,
    /// An Interactive Diagram for a web page that loads H.G. Muller's script
    Diagram,
}

impl Command for ExportArgs {
    const EXAMPLES: &'static [&'static str] =
        &["fibnif export fairy-stockfish cwda:nutters", "fibnif export diagram capablanca"];

    /// Prints the definition of the game, or a note that the program has it already.
    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        let game = game(catalog, &self.variant)?;
        let text = match (self.program, built_in::note(&game.def)) {
            (OtherProgram::Diagram, _) => diagram::definition(&game).map_err(Error::usage)?.text,
            (OtherProgram::FairyStockfish, Some(note)) => note,
            (OtherProgram::FairyStockfish, None) => fairy_stockfish::entry(&game)?.text,
        };
        out.write_all(text.as_bytes())?;
        Ok(ExitStatus::Success)
    }
}
