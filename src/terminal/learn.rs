//! Lessons in the terminal, line by line: each piece of an army with its tasks, then a game.

use std::io::{self, Write};

use clap::Args;

use super::plain::drawing;
use super::{PlayArgs, sign};
use crate::commands::load::game_or_army;
use crate::commands::{Command, Context, Error, ExitStatus};
use crate::rules::game::Kind;
use crate::rules::position::Position;
use crate::session::play::{Picture, Start};
use crate::session::{Given, InputLine, OfSearch, read_line};
use crate::teach;
use crate::teach::lesson::Lesson;
use crate::teach::lessons::{Course, LEVEL};

const HELP: &str = "Type a move (`e4f6` or `Nf6`), `answer` to see the solution, `next` for the next piece, \
                    `play` for the game, `quit` to end.";

/// What is to be learned.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// An army (`nutters`) or a variant (`greener`, `cwda:nutters`)
    #[arg(value_name = "ARMY|VARIANT")]
    what: String,
    #[command(flatten)]
    settings: Given<OfSearch>,
}

/// What follows a task.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The next task or piece.
    Next,
    NextPiece,
    /// The game after the lessons.
    Play,
    /// The end of the program.
    Leave,
}

impl Command for LearnArgs {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif learn nutters",
        "fibnif learn narrow",
        "printf 'answer\\nquit\\n' | fibnif learn cwda:rookies",
    ];

    /// Teaches, then plays.
    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        let course = Course::new(game_or_army(context.catalog, &self.what)?);
        let mut out = anstream::stdout();
        let mut lesson = Lesson::new(course);
        if teach(&mut lesson, &mut out)? == Step::Leave {
            return Ok(ExitStatus::Success);
        }
        let variant = lesson.course().game().def.id.clone();
        writeln!(out, "\nNow a game against the weakest level: `fibnif play {variant} --level {LEVEL}`.\n")?;
        let settings = self.settings.with("level", LEVEL);
        let start = Start { variant: Some(variant), settings, ..Start::default() };
        PlayArgs { start, plain: false }.run(context)
    }
}

/// Goes through the lessons, up to the game or the end.
fn teach(lesson: &mut Lesson, out: &mut dyn Write) -> io::Result<Step> {
    let def = &lesson.course().game().def;
    writeln!(out, "{} ({}): {} pieces to learn.", def.title, def.id, lesson.place_of_piece().of)?;
    writeln!(out, "{HELP}")?;
    while let Some((piece, task)) = lesson.piece().zip(lesson.task()) {
        let (game, place) = (lesson.course().game(), lesson.place_of_task());
        let kind = game.kind(piece);
        if place.number == 1 {
            let of_piece = lesson.place_of_piece();
            let (number, of) = (of_piece.number, of_piece.of);
            writeln!(out, "\n{number} of {of}: {} ({})\n", kind.name, kind.sign())?;
            teach::game::print_piece(kind.piece_of(&game.def), &game.shape, kind.color, out)?;
        }
        writeln!(out, "\nTask {} of {}: {}", place.number, place.of, task.goal.words(kind))?;
        board(&task.position, out)?;
        let goes_on = match ask(lesson, out)? {
            Step::Next => lesson.next(),
            Step::NextPiece => lesson.next_piece(),
            step @ (Step::Play | Step::Leave) => return Ok(step),
        };
        if !goes_on {
            break;
        }
    }
    Ok(Step::Play)
}

fn board(position: &Position, out: &mut dyn Write) -> io::Result<()> {
    let picture = Picture::new(position, false, None);
    writeln!(out)?;
    for line in drawing(position, &picture, |kind: &Kind| sign(false, kind, false)) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)
}

/// Asks for the move of a task until it is found or shown.
fn ask(lesson: &mut Lesson, out: &mut dyn Write) -> io::Result<Step> {
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let line = match read_line(&mut io::stdin().lock()) {
            Some(InputLine::Whole(line)) => line,
            Some(InputLine::Overlong(_)) => String::new(),
            None => {
                writeln!(out)?;
                return Ok(Step::Leave);
            }
        };
        let lead = match line.trim() {
            "" => continue,
            "help" | "h" => {
                writeln!(out, "{HELP}")?;
                continue;
            }
            "quit" | "exit" | "q" => return Ok(Step::Leave),
            "play" => return Ok(Step::Play),
            "next" => return Ok(Step::NextPiece),
            "answer" | "?" => {
                lesson.show_answer();
                ""
            }
            text => match lesson.attempt(text) {
                Ok(_) => {
                    writeln!(out, "Right!")?;
                    return Ok(Step::Next);
                }
                Err(reason) => {
                    writeln!(out, "Not yet: {reason}.")?;
                    "Look at it: "
                }
            },
        };
        if let Some(answer) = lesson.answer() {
            writeln!(out, "{lead}{answer}.")?;
            return Ok(Step::Next);
        }
    }
}
