//! The report of a match as a self-contained HTML page: standings, a curve of the score, how games ended;
//! and the balance table of armies.

use std::fmt::Write as _;

use super::words::{self, Balance, CrossTable};
use crate::arena::contest::Contest;
use crate::arena::resume::Terms;
use crate::arena::score_sheet::ScoreSheet;
use crate::arena::spec::Program;
use crate::arena::stats::{Estimate, Sprt};
use crate::commands::html::{escaped, page};
use crate::rules::geometry::Real;

/// Numbers are right-aligned for comparison.
const STYLE: &str =
    "td,th{border:1px solid #8886;text-align:right}td:first-child,th:first-child,.text{text-align:left}";

/// The Elo of the first pairing after this many games.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Games.
    pub games: u32,
    /// Elo.
    pub elo: Estimate,
}

/// The circumstances of a match, for every report.
pub struct Frame<'a> {
    /// The command line.
    pub command: &'a str,
    /// The terms of the match.
    pub terms: &'a Terms,
    /// The name of each player's program, if it has sent one.
    pub titles: Vec<Option<String>>,
}

impl Frame<'_> {
    /// The version of the program and the terms in one line.
    pub fn line(&self) -> String {
        let terms: Vec<String> = self.terms.0.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        format!("  fibnif {}; {}", env!("CARGO_PKG_VERSION"), terms.join("; "))
    }

    /// The command line, the version and the terms as a table.
    fn html(&self) -> String {
        let row = |key: &str, value: &str| {
            format!("<tr><td>{}</td><td class=\"text\">{}</td></tr>\n", escaped(key), escaped(value))
        };
        let mut text = "<h2>Terms</h2>\n<table>\n".to_string();
        text += &row("command", self.command);
        text += &row("referee", concat!("Fibnif ", env!("CARGO_PKG_VERSION")));
        self.terms.0.iter().for_each(|(key, value)| text += &row(key, value));
        text + "</table>\n"
    }
}

/// The ratings and results of more than two players.
fn cross_table(table: &CrossTable) -> String {
    let mut text = "<h2>Cross table</h2>\n<table><tr><th>player</th><th>Elo</th><th>+/-</th><th>points</th>\
         <th>games</th>"
        .to_string();
    // Writing to a string cannot fail.
    for number in 1..=table.rows.len() {
        let _ = write!(text, "<th>{number}</th>");
    }
    text.push_str("</tr>\n");
    for (place, row) in table.rows.iter().enumerate() {
        let rating = &row.rating;
        let _ = write!(
            text,
            "<tr><td>{} {}</td><td>{:+.1}</td><td>{:.1}</td><td>{}</td><td>{}</td>",
            place + 1,
            escaped(&row.name),
            rating.elo,
            rating.error,
            rating.points,
            rating.games
        );
        for cell in &row.cells {
            let _ = write!(text, "<td>{cell}</td>");
        }
        text.push_str("</tr>\n");
    }
    text + "</table>\n"
}

/// The page.
pub fn html(
    frame: &Frame,
    contest: &Contest,
    sheet: &ScoreSheet,
    sprt: Option<&Sprt>,
    course: &[Moment],
    balance: Option<&Balance>,
) -> String {
    let variants: Vec<&str> = contest.games.iter().map(|game| game.def.id.as_str()).collect();
    let mut body =
        format!("<h1>fibnif match</h1>\n<p>{} games; {}</p>\n", sheet.games(), escaped(&variants.join(", ")));
    body += &pairings(contest, sheet);
    if let (Some(sprt), Some(tally)) = (sprt, sheet.tallies.first()) {
        let _ = writeln!(body, "<p>{}</p>", escaped(&words::sprt_line(sprt, tally)));
    }
    if let Some(table) = CrossTable::new(contest, sheet) {
        body.push_str(&cross_table(&table));
    }
    if let Some(balance) = balance {
        body.push_str("<h2>Armies</h2>\n");
        body.push_str(&balance_svg(balance, None));
    } else if course.len() > 1 {
        body.push_str("<h2>Elo of the first pairing over time</h2>\n");
        body.push_str(&curve(course));
    }
    body += &players(frame, contest, sheet);
    body.push_str("<h2>Ends</h2>\n<table><tr><th>end</th><th>games</th></tr>\n");
    for (reason, count) in &sheet.reasons {
        // Writing to a string cannot fail.
        let _ = writeln!(body, "<tr><td>{}</td><td>{count}</td></tr>", escaped(reason));
    }
    body.push_str("</table>\n");
    body.push_str(&frame.html());
    page("fibnif match", STYLE, &body)
}

/// The result of each pairing.
fn pairings(contest: &Contest, sheet: &ScoreSheet) -> String {
    let mut body = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        body,
        "<table><tr><th>pairing</th><th>variant</th><th>games</th><th>+</th><th>=</th><th>-</th><th>score</th>\
         <th>Elo</th><th>nElo</th><th>LOS</th></tr>"
    );
    for (pairing, tally) in contest.pairings.iter().zip(&sheet.tallies) {
        let name = |player: usize| escaped(&contest.players[player].name);
        let _ = writeln!(
            body,
            "<tr><td>{} - {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td>\
             <td>{}</td><td>{}</td><td>{:.1} %</td></tr>",
            name(pairing.first),
            name(pairing.second),
            escaped(&contest.games[pairing.game].def.id),
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.share() * 100.0,
            tally.elo(),
            tally.normalized_elo(),
            tally.superiority() * 100.0
        );
    }
    body.push_str("</table>\n");
    body
}

/// The program and the effort of each player.
fn players(frame: &Frame, contest: &Contest, sheet: &ScoreSheet) -> String {
    let mut body = String::new();
    body.push_str(
        "<h2>Players</h2>\n<table><tr><th>player</th><th>program</th><th>time, depth, \
         nodes</th><th>limits</th>\
         <th>forfeits</th></tr>\n",
    );
    for (index, (player, effort)) in contest.players.iter().zip(&sheet.efforts).enumerate() {
        let (name, summary) = (escaped(&player.name), effort.summary());
        let own = || concat!("Fibnif ", env!("CARGO_PKG_VERSION")).to_string();
        let title = match player.program {
            Program::Own => Some(own()),
            Program::External { .. } => frame.titles.get(index).cloned().flatten(),
        };
        let title = escaped(&title.unwrap_or_else(|| "?".to_string()));
        let _ = writeln!(
            body,
            "<tr><td>{name}</td><td>{title}</td><td>{summary}</td><td>{}</td><td>{}</td></tr>",
            contest.control(index),
            effort.forfeits
        );
    }
    body.push_str("</table>\n");
    body
}

/// Elo over games, with its error as a band.
fn curve(course: &[Moment]) -> String {
    const SIZE: (f64, f64) = (720.0, 260.0);
    let bounded = |value: f64| value.clamp(-400.0, 400.0);
    let last = f64::from(course.last().map_or(1, |moment| moment.games).max(1));
    let most = course
        .iter()
        .skip(course.len() / 10)
        .flat_map(|moment| [bounded(moment.elo.low).abs(), bounded(moment.elo.high).abs()])
        .fold(20.0, f64::max);
    let x = |games: u32| 50.0 + (SIZE.0 - 60.0) * f64::from(games) / last;
    let y = |elo: f64| SIZE.1 / 2.0 - (SIZE.1 / 2.0 - 15.0) * (bounded(elo) / most).clamp(-1.0, 1.0);
    let points = |value: fn(&Estimate) -> f64| {
        course.iter().map(move |moment| format!("{:.1},{:.1}", x(moment.games), y(value(&moment.elo))))
    };
    let line: Vec<String> = points(|elo| elo.value).collect();
    let mut band: Vec<String> = points(|elo| elo.high).collect();
    let mut low: Vec<String> = points(|elo| elo.low).collect();
    low.reverse();
    band.append(&mut low);
    format!(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" xmlns=\"http://www.w3.org/2000/svg\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/><polygon points=\"{band}\" fill=\"#cfe2f3\"/>\
         <line x1=\"50\" x2=\"{0}\" y1=\"{mid}\" y2=\"{mid}\" stroke=\"#999\"/>\
         <polyline points=\"{line}\" fill=\"none\" stroke=\"#0b5394\" stroke-width=\"2\"/>\
         <g font-size=\"12\" fill=\"#444\"><text x=\"4\" y=\"18\">+{most:.0}</text><text x=\"4\" \
         y=\"{mid}\">0</text>\
         <text x=\"4\" y=\"{bottom}\">-{most:.0}</text><text x=\"{right}\" y=\"{bottom}\">{last:.0} \
         games</text></g></svg>\n",
        SIZE.0,
        SIZE.1,
        band = band.join(" "),
        line = line.join(" "),
        mid = SIZE.1 / 2.0,
        bottom = SIZE.1 - 4.0,
        right = SIZE.0 - 80.0,
    )
}

/// The balance table as a picture. A picture in its own file includes the terms of the match.
pub fn balance_svg(balance: &Balance, frame: Option<&Frame>) -> String {
    const CELL: (f64, f64) = (74.0, 34.0);
    const LEFT: f64 = 110.0;
    const TOP: f64 = 60.0;
    let count = balance.armies.len().real();
    let (width, height) = (LEFT + (count + 1.0) * CELL.0 + 10.0, TOP + count * CELL.1 + 30.0);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" \
         font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    if let Some(frame) = frame {
        let told = escaped(&format!("{}\n{}", frame.command, frame.line()));
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<desc>{told}</desc>");
    }
    let order = balance.order();
    for (row, &army) in order.iter().enumerate() {
        let middle = TOP + (row.real() + 0.6) * CELL.1;
        let name = escaped(&balance.armies[army]);
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<text x=\"4\" y=\"{middle}\">{name}</text>");
        let x = LEFT + (row.real() + 0.5) * CELL.0;
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{name}</text>", TOP - 10.0);
        for (column, &other) in order.iter().enumerate() {
            let Some(tally) = balance.tally(army, other) else { continue };
            let share = tally.share();
            let hue = 120.0 * share;
            let x = LEFT + column.real() * CELL.0;
            let y = TOP + row.real() * CELL.1;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"hsl({hue:.0},60%,75%)\" \
                 stroke=\"white\"/>\
                 <text x=\"{}\" y=\"{middle}\" text-anchor=\"middle\">{:.0} % {}</text>",
                CELL.0,
                CELL.1,
                x + CELL.0 / 2.0,
                share * 100.0,
                words::error_in_per_cent(&tally)
            );
        }
        let rating = &balance.ratings[army];
        let x = LEFT + count * CELL.0 + 6.0;
        let _ =
            writeln!(svg, "<text x=\"{x}\" y=\"{middle}\">{:+.0} ±{:.0}</text>", rating.elo, rating.error);
    }
    let _ = writeln!(
        svg,
        "<text x=\"4\" y=\"18\" font-size=\"14\">Score of the army on the left, per cent; Elo in the last \
            column</text></svg>"
    );
    svg
}
