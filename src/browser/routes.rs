//! The requests of the page, by method and path, and their answers.

use std::time::Instant;

use clap::ValueEnum;
use hyper::Method;
use serde_json::{Map, Value, json};

use super::answer::{HttpAnswer, Refused};
use super::tabs::{Games, SavedRequest, Tab};
use super::{kinds, view, workshop};
use crate::commands::{list, show};
use crate::rules::variant::Catalog;
use crate::session::play::{self, Clocks, FrontEnd, Page, Sides, Start};
use crate::session::{Given, OfGame, Skill};
use crate::teach;

pub(super) struct Asked<'a> {
    pub(super) method: &'a Method,
    /// The path after the token.
    pub(super) path: &'a str,
    pub(super) query: &'a str,
    pub(super) body: &'a [u8],
}

/// A module of the page's scripts. `main` imports all others.
macro_rules! script {
    ($name:literal) => {
        (
            concat!($name, ".js"),
            "text/javascript; charset=utf-8",
            include_str!(concat!("page/", $name, ".js")),
        )
    };
}

/// The parts of the page: name, type, text.
const PAGE: &[(&str, &str, &str)] = &[
    ("", "text/html; charset=utf-8", include_str!("page/page.html")),
    ("page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    script!("main"),
    script!("analysis"),
    script!("begin"),
    script!("board"),
    script!("choose"),
    script!("dom"),
    script!("game"),
    script!("history"),
    script!("layout"),
    script!("lesson"),
    script!("notes"),
    script!("piece"),
    script!("players"),
    script!("program"),
    script!("rules"),
    script!("saved"),
    script!("selection"),
    script!("settings"),
    script!("workshop"),
];

pub(super) fn answer(asked: &Asked<'_>, games: &mut Games, now: Instant) -> Result<HttpAnswer, Refused> {
    let parts: Vec<&str> = asked.path.split('/').collect();
    let known = view::Known {
        line: number(asked.query, "line").unwrap_or(0),
        moves: number(asked.query, "moves").and_then(|moves| moves.try_into().ok()).unwrap_or(0),
    };
    // The answer to HEAD is that to GET. The server leaves out its body.
    let method = if asked.method == Method::HEAD { "GET" } else { asked.method.as_str() };
    match (method, parts.as_slice()) {
        ("GET", [name]) if PAGE.iter().any(|part| part.0 == *name) => Ok(part_of_page(name)),
        ("GET", ["about"]) => Ok(HttpAnswer::json(&about(games))),
        ("GET", ["army"]) => {
            kinds::army(&games.catalog, &words(asked.query)?).map(|value| HttpAnswer::json(&value))
        }
        ("GET", ["rules"]) => {
            let page = show::html(&games.catalog, &words(asked.query)?);
            let page = page.map_err(|error| Refused::by_game("variant", error.to_string()))?;
            Ok(HttpAnswer::page(page))
        }
        ("GET", ["differences"]) => {
            let differences = kinds::differences(&games.catalog, &words(asked.query)?)?;
            Ok(HttpAnswer::json(&differences))
        }
        ("POST", ["notation"]) => Ok(HttpAnswer::json(&workshop::notation(text_of(asked.body)?)?)),
        ("POST", ["definition"]) => {
            Ok(HttpAnswer::json(&workshop::definition(&games.catalog, text_of(asked.body)?)?))
        }
        ("POST", ["games"]) => {
            let id = games.open(now)?;
            Ok(HttpAnswer::json(&json!({ "game": id })))
        }
        ("GET", ["games", id]) => {
            let tab = games.tab(id, now)?;
            if number(asked.query, "since") == Some(tab.version) {
                return Ok(HttpAnswer::nothing());
            }
            Ok(HttpAnswer::json(&view::state(tab, known, now)))
        }
        ("GET", ["games", id, "saved"]) => {
            let games = games.saved_games(id, &words(asked.query)?, now)?;
            Ok(HttpAnswer::json(&json!({ "games": games })))
        }
        ("POST", ["games", id, "saved"]) => {
            let fields = object(text_of(asked.body)?)?;
            games.manage(id, &saved_request(&fields)?, now)?;
            Ok(HttpAnswer::json(&view::state(games.tab(id, now)?, known, now)))
        }
        ("POST", ["games", id, "invent"]) => {
            let fields = object(text_of(asked.body)?)?;
            games.tab(id, now)?;
            let variant = games.invent(field(&fields, "text")?, field(&fields, "name")?)?;
            let catalog = games.catalog.clone();
            let tab = games.tab(id, now)?;
            tab.leave_lesson();
            tab.act(|session, _| session.know(catalog));
            begin(tab, &Map::from_iter([("variant".to_string(), Value::from(variant))]))?;
            Ok(HttpAnswer::json(&view::state(tab, known, now)))
        }
        ("POST", ["games", id, "leave"]) => {
            games.leave(id);
            Ok(HttpAnswer::nothing())
        }
        ("GET", ["games", id, "kinds"]) => Ok(HttpAnswer::json(games.tab(id, now)?.kinds.json())),
        ("GET", ["games", id, "pgn"]) => Ok(HttpAnswer::text(
            "application/x-chess-pgn; charset=utf-8",
            games.tab(id, now)?.session.game_text(),
        )),
        ("GET", ["games", id, "piece", number]) => {
            let tab = games.tab(id, now)?;
            let shown =
                number.parse().ok().and_then(|number| kinds::moves(tab.session.position().game(), number));
            shown
                .map(|value| HttpAnswer::json(&value))
                .ok_or_else(|| Refused::missing("there is no such piece"))
        }
        ("POST", ["games", id, what]) => {
            let body = text_of(asked.body)?;
            let catalog = games.catalog.clone();
            let tab = games.tab(id, now)?;
            obey(tab, &catalog, what, body)?;
            Ok(HttpAnswer::json(&view::state(tab, known, now)))
        }
        _ => Err(Refused::missing("not found")),
    }
}

fn part_of_page(name: &str) -> HttpAnswer {
    let part = PAGE.iter().find(|part| part.0 == name);
    // Pictures of moves look the same on every page.
    let style = if name == "page.css" {
        format!("#piece,.moves{{{}}}", teach::game::picture::style())
    } else {
        String::new()
    };
    part.map_or_else(HttpAnswer::nothing, |&(_, kind, text)| HttpAnswer::text(kind, [text, &style].concat()))
}

/// Constant data: the variants with their choices, the levels, the clocks, the sides.
fn about(games: &Games) -> Value {
    let level = |skill: Skill| json!({ "level": skill.number(), "elo": skill.elo(), "title": skill.title() });
    json!({
        "variants": list::listed(&games.catalog),
        "levels": Skill::all().map(level).collect::<Vec<_>>(),
        "clocks": Clocks::offered().collect::<Vec<_>>(),
        "sides": Sides::value_variants().iter().map(|sides| sides.name()).collect::<Vec<_>>(),
    })
}

fn obey(tab: &mut Tab, catalog: &Catalog, what: &str, body: &str) -> Result<(), Refused> {
    match what {
        "moves" => {
            let fields = object(body)?;
            let text = field(&fields, "move")?;
            if tab.lesson.is_some() {
                return tab.solve(text);
            }
            tab.act(|session, context| session.attempt(text, context))
                .map_err(|refused| Refused::by_game(refused.code, refused.reason))
        }
        "commands" => {
            let fields = object(body)?;
            let text = field(&fields, "command")?;
            let known = play::read(text).filter(|(action, _)| action.page != Page::Never);
            let (action, arguments) = known.ok_or_else(|| {
                let first: String = text.chars().take(40).collect();
                Refused::unclear(format!("`{first}` is no command of this page"))
            })?;
            if action.page == Page::EndsLesson {
                tab.leave_lesson();
            }
            tab.perform(action, arguments);
            Ok(())
        }
        "judge" => {
            let wanted = object(body)?.get("judge").and_then(Value::as_bool);
            tab.judge(wanted.ok_or_else(|| Refused::unclear("expected `judge` to be true or false"))?)
        }
        "learn" => tab.learn(catalog, field(&object(body)?, "what")?),
        "study" => tab.study(field(&object(body)?, "step")?),
        "begin" => {
            let fields = object(body)?;
            begin(tab, &fields)
        }
        "pgn" => {
            tab.leave_lesson();
            tab.act(|session, context| session.take_games(body, context.host))
                .map_err(|why| Refused::by_game("pgn", why.to_string()))
        }
        _ => Err(Refused::missing("not found")),
    }
}

/// A new game with all its choices at once. If there is no such game, the current one stays.
fn begin(tab: &mut Tab, fields: &Map<String, Value>) -> Result<(), Refused> {
    let mut name = field(fields, "variant")?.to_string();
    for (choice, value) in fields.get("choices").and_then(Value::as_object).into_iter().flatten() {
        let value = value.as_str().ok_or_else(|| Refused::unclear("expected texts as `choices`"))?;
        name.extend([";", choice, "=", value]);
    }
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let sides = text("sides").map(|name| {
        let names = "`white`, `black`, `both` or `none`";
        Sides::read(name)
            .ok_or_else(|| Refused::unclear(format!("expected {names} for `sides`, found `{name}`")))
    });
    let sides = sides.transpose()?;
    let own = |name: &str| text(name).filter(|text| !text.is_empty()).map(str::to_string);
    let start = Start {
        front_end: FrontEnd::Browser,
        variant: Some(name),
        fen: own("fen"),
        sides: sides.unwrap_or(tab.session.players.sides()),
        settings: match fields.get("level") {
            Some(level) => leveled(level)?,
            None => Given::default(),
        },
        clock: own("clock"),
        ..Start::default()
    };
    tab.leave_lesson();
    tab.offer = None;
    let begun = tab.act(|session, context| session.begin_as(&start, context));
    begun.map_err(|why| Refused::by_game("variant", why.to_string()))
}

/// The settings with a level.
fn leveled(level: &Value) -> Result<Given<OfGame>, Refused> {
    let number = level.as_i64().and_then(|number| Skill::new(number.try_into().ok()?));
    let skill = number.ok_or_else(|| {
        Refused::unclear(format!("expected a `level` from 1 to {}, found `{level}`", Skill::FULL.number()))
    })?;
    Ok(Given::<OfGame>::default().with("level", skill.number()))
}

/// What to do with a saved game: `{"open": NAME}`, `{"rename": NAME, "to": NAME}` or `{"delete": NAME}`.
fn saved_request(fields: &Map<String, Value>) -> Result<SavedRequest<'_>, Refused> {
    let field = |name| fields.get(name).and_then(Value::as_str);
    match (field("open"), field("rename"), field("to"), field("delete")) {
        (Some(name), None, None, None) => Ok(SavedRequest::Open(name)),
        (None, Some(name), Some(to), None) => Ok(SavedRequest::Rename(name, to.trim())),
        (None, None, None, Some(name)) => Ok(SavedRequest::Delete(name)),
        _ => Err(Refused::unclear(
            "expected the name of a saved game as `open`, `rename` with `to`, or `delete`",
        )),
    }
}

/// The body of a request as text.
fn text_of(body: &[u8]) -> Result<&str, Refused> {
    std::str::from_utf8(body).map_err(|_| Refused::unclear("expected text in UTF-8"))
}

/// The JSON object of a request.
fn object(body: &str) -> Result<Map<String, Value>, Refused> {
    serde_json::from_str(body).map_err(|error| Refused::unclear(format!("expected a JSON object: {error}")))
}

fn field<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, Refused> {
    fields
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| Refused::unclear(format!("expected a string `{name}`")))
}

/// A number in a query: `since=12&moves=3`.
fn number(query: &str, name: &str) -> Option<u64> {
    let mut fields = query.split('&').filter_map(|field| field.split_once('='));
    fields.find(|field| field.0 == name).and_then(|(_, value)| value.parse().ok())
}

/// A string in a query, in which `%` precedes the code of a byte.
fn words(query: &str) -> Result<String, Refused> {
    let mut bytes = Vec::new();
    let mut rest = query.bytes();
    while let Some(byte) = rest.next() {
        let code = |digit: Option<u8>| digit.and_then(|digit| char::from(digit).to_digit(16));
        bytes.push(match byte {
            b'%' => match (code(rest.next()), code(rest.next())) {
                (Some(high), Some(low)) => u8::try_from(high * 16 + low).unwrap_or(b'?'),
                _ => return Err(Refused::unclear("expected two hexadecimal digits after `%`")),
            },
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| Refused::unclear("expected UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read_or_refused() {
        assert_eq!(words("cwda%3Afide/a%20b").unwrap(), "cwda:fide/a b");
        assert!(
            words("%").is_err() && words("%f").is_err() && words("%zz").is_err() && words("%ff").is_err()
        );
    }
}
