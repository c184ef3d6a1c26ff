//! Claims about endings in the five sources, each decided from the shipped files by the solver, and the
//! findings in the files where a source is wrong.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{definition, game};
use fibnif::commands::solve::{Answers, Share, percent};
use fibnif::engine::solve::{Budget, Material, Solver, Value};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Setup, SetupFaults};
use fibnif::rules::variant::{Catalog, Scope};

const BUDGET: Budget = Budget { memory: 1 << 29, threads: 2 };

/// The question for the solver.
enum Question {
    /// White, to move, with these pieces.
    Men(&'static str),
    /// The same with all color-bound pieces on different colors.
    Unlike(&'static str),
    /// A position.
    Position(&'static str),
}

use Question::{Men as Ending, Position as At, Unlike};

/// The claim of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    /// White forces a win: from nearly everywhere.
    Wins,
    /// White can win from many positions, but not from all.
    CanWin,
    /// White cannot force a win.
    Draws,
}

/// A claim: the game, the question, the source's answer, and whether it is right.
type Claim = (&'static str, Question, Says, bool);

const PAWN: &str = "k7/8/KP6/8/8/8/8/8 w - - 0 1";
const ROOK: &str = "8/8/8/8/8/4K3/R7/4k3 b - - 0 1";

/// Claims about three pieces or fewer, and single positions.
const CLAIMS: &[Claim] = &[
    // Chess with Different Armies.
    ("cwda:fide", Ending("KBvK"), Says::Draws, true),
    ("cwda:fide", Ending("KNvK"), Says::Draws, true),
    ("cwda:clobberers/fide", Ending("KEvK"), Says::Draws, true),
    ("cwda:clobberers/fide", Ending("KCvK"), Says::Draws, true),
    ("cwda:clobberers/fide", Ending("KLvK"), Says::Draws, true),
    ("cwda:clobberers/fide", Unlike("CCvK"), Says::Wins, true),
    ("cwda:clobberers/fide", Unlike("LLvK"), Says::Wins, true),
    ("cwda:clobberers/fide", Unlike("CLvK"), Says::Wins, true),
    ("cwda:nutters/fide", Ending("KHvK"), Says::Draws, true),
    ("cwda:rookies/fide", Ending("KSvK"), Says::Wins, true),
    ("cwda:rookies/fide", Ending("KWvK"), Says::Wins, true),
    ("cwda:rookies/fide", Ending("KHvK"), Says::Wins, true),
    ("cwda:rookies/fide", Ending("KMvK"), Says::Wins, true),
    // Greener Chess: the first sample, in chess and with each King; the second.
    ("chess", At(PAWN), Says::Draws, true),
    ("greener:fide;king=Crab", At(PAWN), Says::Draws, false),
    ("greener:fide;king=Barc", At(PAWN), Says::Wins, true),
    ("greener:fide;king=A", At(PAWN), Says::Wins, true),
    ("greener:fide;king=D", At(PAWN), Says::Wins, true),
    ("greener:fide;king=Crab", At(ROOK), Says::Wins, true),
    ("greener:fide;king=Barc", At(ROOK), Says::Draws, false),
    ("greener:fide;king=A", At(ROOK), Says::Draws, false),
    ("greener:fide;king=D", At(ROOK), Says::Draws, false),
    // Colorboundmost Chess, on one half, and the game of single moves.
    ("colorboundmost", Ending("CvK"), Says::Wins, true),
    ("colorboundmost", At("4k3/8/8/8/8/8/4P1B1/8 w - - 0 1 l -"), Says::Wins, true),
    ("colorboundmost", At("k7/8/P7/8/8/8/8/5B2 b - - 0 1 l -"), Says::Wins, true),
    ("colorboundmost", At("8/8/8/8/8/3P4/8/3k4 w - - 0 1 l -"), Says::Draws, true),
    ("colorboundmost", At("8/8/4k3/8/4P3/3P4/8/8 b - - 0 1 l -"), Says::Draws, false),
    ("nearly-colorboundmost", At("k7/8/P7/8/8/8/8/5B2 w - - 0 1"), Says::Draws, true),
    ("nearly-colorboundmost", At("k7/8/P7/8/8/8/8/5B2 b - - 0 1"), Says::Draws, true),
    // Narrow Chess: "can mate or stalemate".
    ("narrow", Ending("KDvK"), Says::CanWin, true),
];

/// Claims about four pieces.
const LONG_CLAIMS: &[Claim] = &[
    ("cwda:fide", Ending("KNNvK"), Says::Draws, true),
    ("cwda:clobberers/fide", Ending("KEEvK"), Says::Wins, true),
    ("cwda:nutters/fide", Ending("KHHvK"), Says::Draws, false),
];

/// A position, in which a side may have no King.
fn setup(variant: &str, fen: &str) -> Position {
    let setup = Setup::read(game(variant), fen).unwrap();
    setup.position_despite(SetupFaults::NO_ROYAL).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
}

/// The true answer.
fn decide(variant: &str, question: &Question) -> Says {
    let mut solver = Solver::new(game(variant), BUDGET, Arc::default()).unwrap();
    let judge = |share: Share| match share.white * 100 / share.all() {
        0 => Says::Draws,
        96.. => Says::Wins,
        _ => Says::CanWin,
    };
    let answers = |solver: &mut Solver, men| {
        let men = Material::parse(solver.game(), men).unwrap();
        let table = solver.solve(&men).unwrap();
        Answers::new(solver, &table)
    };
    match question {
        Ending(men) => judge(answers(&mut solver, men).white_to_move),
        Unlike(men) => {
            let by_color = answers(&mut solver, men).by_color;
            let unlike =
                by_color.iter().find(|bound| bound.dark.contains(&true) && bound.dark.contains(&false));
            judge(unlike.unwrap().white_to_move)
        }
        At(fen) => {
            let position = setup(variant, fen);
            match (solver.value(&position).unwrap(), position.side()) {
                (Value::Drawn, _) => Says::Draws,
                (Value::Won(_), Color::White) | (Value::Lost(_), Color::Black) => Says::Wins,
                (value, side) => panic!("{variant} {fen}: {side} to move: {value:?}"),
            }
        }
    }
}

fn check(claims: &[Claim]) {
    for (variant, question, says, right) in claims {
        let found = decide(variant, question);
        let name = match question {
            Ending(text) | Unlike(text) | At(text) => text,
        };
        assert_eq!(found == *says, *right, "{variant} {name}: {found:?}, the source says {says:?}");
    }
}

#[test]
fn claims_of_the_sources_are_decided() {
    check(CLAIMS);
}

#[test]
#[ignore = "half a minute"]
fn claims_about_pairs_are_decided() {
    check(LONG_CLAIMS);
}

/// Every sentence of the shipped files about a solved ending.
fn findings() -> BTreeSet<String> {
    let catalog = Catalog::builtin();
    let mut all = BTreeSet::new();
    for variant in catalog.list() {
        let armies = variant.choices.iter().find(|choice| choice.from_files && choice.scope == Scope::Side);
        let options = armies.iter().flat_map(|choice| &choice.options);
        let forms = options.map(|option| format!("{}:{}", variant.id, option.id));
        for form in forms.chain([variant.id.clone()]) {
            let sides = catalog.resolve(&form).unwrap().sides;
            all.extend(sides.into_iter().flat_map(|side| side.pieces).flat_map(|piece| piece.findings));
        }
    }
    all
}

/// The arguments of the command that a finding names.
fn command(finding: &str) -> Vec<String> {
    let (_, rest) = finding.split_once("`fibnif solve ").unwrap_or_else(|| panic!("no command: {finding}"));
    let (command, _) = rest.split_once('`').unwrap();
    let quoted = command.split('"').enumerate();
    quoted
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Each finding contradicts a source, names the command that shows it, and has its figures right.
fn confirm(wanted: impl Fn(&[String]) -> bool) -> usize {
    let mut seen = 0;
    for finding in findings() {
        let arguments = command(&finding);
        if !wanted(&arguments) {
            continue;
        }
        seen += 1;
        let variant = arguments[0].as_str();
        let mut solver = Solver::new(game(variant), BUDGET, Arc::default()).unwrap();
        let figures = if arguments[1] == "--fen" {
            let position = setup(variant, &arguments[2]);
            match solver.value(&position).unwrap() {
                Value::Won(plies) | Value::Lost(plies) => vec![format!("in {} moves", plies.div_ceil(2))],
                Value::Drawn => vec!["draw".to_owned()],
            }
        } else {
            let men = Material::parse(solver.game(), &arguments[1]).unwrap();
            let table = solver.solve(&men).unwrap();
            let answers = Answers::new(&solver, &table);
            let moves = answers.longest_white.as_ref().unwrap().length();
            vec![
                percent(answers.white_to_move.white, answers.white_to_move.all()),
                format!("in {moves} moves"),
            ]
        };
        for figure in figures {
            assert!(finding.contains(&figure), "expected `{figure}` in: {finding}");
        }
    }
    seen
}

#[test]
fn findings_in_the_files_are_true() {
    assert_eq!(findings().len(), 6);
    assert_eq!(confirm(|arguments| arguments[1] == "--fen"), 5);
}

#[test]
#[ignore = "some seconds"]
fn findings_about_pairs_are_true() {
    assert_eq!(confirm(|arguments| arguments[1] != "--fen"), 1);
}

/// The number of wrong claims equals the number of findings in the files.
#[test]
fn every_wrong_claim_has_a_finding() {
    let wrong = CLAIMS.iter().chain(LONG_CLAIMS).filter(|claim| !claim.3).count();
    assert_eq!(wrong, findings().len());
    assert!(definition("chess").sides[0].pieces.iter().all(|piece| piece.findings.is_empty()));
}
