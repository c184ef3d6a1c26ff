//! Lessons in the terminal, line by line: each piece of an army with its tasks, then a game.

use std::io::{self, Write};

use clap::Args;

use super::plain::drawing;
use super::{Wishes, sign};
use crate::commands::learn::{Course, LEVEL, LessonTask, MOST_WRONG};
use crate::commands::{Command, Context, Error, ExitStatus, show};
use crate::rules::game::{Kind, KindId};
use crate::rules::position::Position;
use crate::session::play::{Picture, Start};
use crate::session::{Given, InputLine, read_line};

const HELP: &str = "Type a move (`e4f6` or `Nf6`), `answer` to see the solution, `next` for the next piece, \
                    `play` for the game, `quit` to end.";

/// What is to be learned.
#[derive(Clone, Debug, Args)]
pub struct Lessons {
    /// An army (`nutters`) or a variant (`greener`, `cwda:nutters`)
    #[arg(value_name = "ARMY|VARIANT")]
    what: String,
    #[command(flatten)]
    settings: Given<false>,
}

/// What follows a task or a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The next task or piece.
    Next,
    NextPiece,
    /// The end of the lessons.
    Leave,
}

impl Command for Lessons {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif learn nutters",
        "fibnif learn narrow",
        "printf 'answer\\nquit\\n' | fibnif learn cwda:rookies",
    ];

    /// Teaches, then plays.
    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        let course = Course::new(context.catalog, &self.what)?;
        let mut out = anstream::stdout();
        if teach(&course, &mut out)? == Step::Leave {
            return Ok(ExitStatus::Success);
        }
        let variant = course.game().def.id.clone();
        writeln!(out, "\nNow a game against the weakest level: `fibnif play {variant} --level {LEVEL}`.\n")?;
        let settings = self.settings.with("level", LEVEL);
        let start = Start { variant: Some(variant), settings, ..Start::default() };
        Wishes { start, plain: false }.run(context)
    }
}

fn teach(course: &Course, out: &mut dyn Write) -> io::Result<Step> {
    let pieces = course.pieces();
    let def = &course.game().def;
    writeln!(out, "{} ({}): {} pieces to learn.", def.title, def.id, pieces.len())?;
    writeln!(out, "{HELP}")?;
    for (index, &piece) in pieces.iter().enumerate() {
        let kind = course.game().kind(piece);
        writeln!(out, "\n{} of {}: {} ({})\n", index + 1, pieces.len(), kind.name, kind.sign())?;
        show_piece(course, kind, out)?;
        match practice(course, piece, out)? {
            Some(Step::Leave) => return Ok(Step::Leave),
            Some(_) => {}
            None => break,
        }
    }
    Ok(Step::Next)
}

fn show_piece(course: &Course, kind: &Kind, out: &mut dyn Write) -> io::Result<()> {
    let game = course.game();
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = show::man(kind.piece_of(&game.def), &game.shape, kind.color, &mut text);
    out.write_all(&text)
}

/// The tasks of a piece; `None` if the person wants to play at once.
fn practice(course: &Course, piece: KindId, out: &mut dyn Write) -> io::Result<Option<Step>> {
    let tasks = course.tasks(piece);
    for (index, task) in tasks.iter().enumerate() {
        let goal = task.goal.words(course.game().kind(piece));
        writeln!(out, "\nTask {} of {}: {goal}", index + 1, tasks.len())?;
        board(&task.position, out)?;
        match ask(task, piece, out)? {
            Some(Step::Next) => {}
            other => return Ok(other),
        }
    }
    Ok(Some(Step::Next))
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
fn ask(task: &LessonTask, piece: KindId, out: &mut dyn Write) -> io::Result<Option<Step>> {
    let mut wrong = 0;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let line = match read_line(&mut io::stdin().lock()) {
            Some(InputLine::Whole(line)) => line,
            Some(InputLine::Overlong(_)) => String::new(),
            None => {
                writeln!(out)?;
                return Ok(Some(Step::Leave));
            }
        };
        match line.trim() {
            "" => continue,
            "help" | "h" => {
                writeln!(out, "{HELP}")?;
                continue;
            }
            "quit" | "exit" | "q" => return Ok(Some(Step::Leave)),
            "play" => return Ok(None),
            "next" => return Ok(Some(Step::NextPiece)),
            "answer" | "?" => {
                tell(task, "", out)?;
                return Ok(Some(Step::Next));
            }
            text => match task.judge(piece, text) {
                Ok(_) => {
                    writeln!(out, "Right!")?;
                    return Ok(Some(Step::Next));
                }
                Err(reason) => writeln!(out, "Not yet: {reason}.")?,
            },
        }
        wrong += 1;
        if wrong == MOST_WRONG {
            tell(task, "Look at it: ", out)?;
            return Ok(Some(Step::Next));
        }
    }
}

fn tell(task: &LessonTask, lead: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{lead}{}.", task.told())
}
