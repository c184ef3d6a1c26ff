//! Every fault of a planted engine is the right forfeit, and the match continues.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::program::{FIBNIF, fresh, games_in, games_of, json_lines, text};
use crate::common::data;
use crate::common::program::fibnif;

/// Two games against the planted engine, as JSON.
fn games_against(fault: &str, limits: &[&str]) -> Vec<Value> {
    let json = fresh(&format!("{}.json", fault.split(' ').next().unwrap()));
    let player = format!("sh {} {fault}; name=planted", data("match/faulty.sh").display());
    let json_name = json.display().to_string();
    let mut arguments = vec![
        "match",
        "chess",
        "self; nodes=50",
        &player,
        "--games",
        "2",
        "--plies",
        "0",
        "--save",
        &json_name,
    ];
    arguments.extend(limits);
    let output = fibnif(&arguments);
    assert!(output.status.success(), "{fault}: {}{}", text(&output.stdout), text(&output.stderr));
    let games = json_lines(&fs::read_to_string(json).unwrap());
    assert_eq!(games.len(), 2, "{fault}: the match goes on");
    games
}

/// The planted engine forfeits with either color, and for this reason.
fn forfeits(fault: &str, reason: &str, limits: &[&str]) {
    for game in games_against(fault, limits) {
        assert_eq!(game["forfeit"], "planted", "{game}");
        let points = if game["white"] == "planted" { 0.0 } else { 1.0 };
        assert_eq!(game["white_points"], points, "{game}");
        assert!(
            game["reason"].as_str().unwrap().contains(reason),
            "{fault}: expected {reason}, found {}",
            game["reason"]
        );
        let transcript = game["transcript"].as_array().unwrap();
        assert!(transcript.iter().any(|line| line.as_str().unwrap().contains("go")), "{game}");
    }
}

#[test]
fn an_illegal_move_forfeits() {
    forfeits("illegal", "illegal move: `a1a8`", &["--time", "5"]);
    forfeits("garbage", "illegal move", &["--time", "5"]);
}

#[test]
fn an_engine_that_sleeps_loses_on_time() {
    forfeits("sleeps", "lost on time", &["--time", "0.2"]);
}

#[test]
fn a_flag_that_falls_against_a_king_alone_is_a_draw() {
    let openings = fresh("lone-king.epd");
    fs::write(&openings, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").unwrap();
    let limits = ["--time", "0.2", "--openings", openings.to_str().unwrap()];
    let games = games_against("sleeps", &limits);
    let drawn = games.iter().find(|game| game["white"] == "planted").unwrap();
    assert_eq!((&drawn["white_points"], &drawn["forfeit"]), (&Value::from(0.5), &Value::Null), "{drawn}");
    assert_eq!(drawn["reason"], "White ran out of time, Black cannot win");
}

#[test]
fn draws_offered_by_one_engine_are_accepted_by_the_other() {
    let player = |fault: &str| format!("sh {} {fault}; name={fault}", data("match/faulty.sh").display());
    let json = fresh("offers.json");
    let json_name = json.display().to_string();
    let (one, other) = (player("offers"), player("accepts"));
    let output = fibnif([
        "match", "chess", &one, &other, "--games", "2", "--plies", "0", "--time", "5", "--save", &json_name,
    ]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let games = json_lines(&fs::read_to_string(json).unwrap());
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(
            (&game["reason"], &game["white_points"]),
            (&"draw by agreement".into(), &0.5.into()),
            "{game}"
        );
    }
}

#[test]
fn an_engine_that_dies_has_crashed() {
    forfeits("dies", "crashed: exit status: 3", &["--time", "5"]);
}

#[test]
fn an_engine_that_floods_or_says_nothing_or_half_a_line_hangs() {
    forfeits("floods", "hung: no move", &["--time", "0.1"]);
    forfeits("silent", "hung: no move", &["--depth", "1", "--patience", "3"]);
    forfeits("half", "hung: no move", &["--depth", "1", "--patience", "3"]);
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    for (fault, limits) in [("orphans", ["--time", "5"]), ("clings", ["--time", "0.1"])] {
        let started = fresh(&format!("{fault}.pids"));
        games_against(&format!("{fault} {}", started.display()), &limits);
        let numbers = fs::read_to_string(started).unwrap();
        assert_eq!(numbers.lines().count(), 2, "{fault}: one a game");
        for number in numbers.lines() {
            let lives = Command::new("ps").args(["-o", "stat=", "-p", number]).output().unwrap();
            // An engine that has ended may wait until it is asked for the reason.
            let lives = text(&lives.stdout);
            assert!(lives.trim().is_empty() || lives.starts_with('Z'), "{fault}: {number} still runs");
        }
    }
}

#[test]
fn memory_and_threads_reach_an_engine_as_it_wants_them_or_are_said_to_have_no_effect() {
    let set = fresh("options.txt");
    let player = |fault: &str| {
        let faulty = data("match/faulty.sh").display().to_string();
        format!("sh {faulty} {fault} {}; name=planted; memory=8; threads=2", set.display())
    };
    for (fault, notes) in [("resigns", &["memory", "threads"][..]), ("options", &["threads"])] {
        let (_, output) = games_of(fault, &player(fault), &["--games", "2", "--time", "5"]);
        let said = text(&output.stdout);
        let told: Vec<&str> = said.lines().filter(|line| line.contains("has no effect")).collect();
        assert_eq!(told.len(), notes.len(), "{said}");
        let is_told =
            |note: &&&str| told.iter().any(|line| line.starts_with(&format!("planted: `{note}` has no")));
        assert_eq!(notes.iter().filter(is_told).count(), notes.len(), "{said}");
    }
    assert!(fs::read_to_string(set).unwrap().lines().all(|line| line == "hash=8"));
}

/// A player that speaks UCI and has a fault.
fn faulty_uci(fault: &str, argument: &str) -> String {
    format!("uci:sh {} {fault} {argument}; name=planted", data("match/faulty_uci.sh").display())
}

#[test]
fn a_plain_engine_of_chess_is_no_stranger_over_uci() {
    let player = faulty_uci("plain", FIBNIF);
    let more = ["--nodes", "60", "--games", "2"];
    let (games, output) = games_of("plain", &player, &more);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(games.len() == 2 && games.iter().all(|game| game["forfeit"].is_null()), "{games:#?}");
    let (games, output) = games_in("fischerandom", "plain-960", &player, &more);
    assert!(games.len() == 2 && games.iter().all(|game| game["forfeit"].is_null()), "{games:#?}");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (_, output) = games_in("grand", "plain-grand", &player, &more);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("has no option `UCI_Variant`"), "{}", text(&output.stderr));
}

#[test]
fn a_second_bestmove_is_not_the_next_move() {
    let (games, _) = games_of("twice", &faulty_uci("twice", FIBNIF), &["--nodes", "60", "--games", "2"]);
    assert!(games.len() == 2 && games.iter().all(|game| game["forfeit"].is_null()), "{games:#?}");
}

#[test]
fn an_engine_that_does_not_start_again_forfeits_until_it_is_withdrawn() {
    let marker = fresh("restart.marker");
    let player = faulty_uci("restart", &marker.display().to_string());
    let more = ["self; name=third", "--nodes", "60", "--games", "6", "--failures", "4"];
    let more = [&more[..], &["--tournament", "round-robin"]].concat();
    let (games, output) = games_of("restart", &player, &more);
    let forfeits = games.iter().filter(|game| game["forfeit"] == "planted").count();
    assert_eq!(forfeits, 4, "{games:#?}");
    let others = games.iter().filter(|game| game["forfeit"].is_null()).count();
    assert_eq!(others, 6, "the others play on");
    assert_eq!(output.status.code(), Some(2), "games have not been played");
    assert!(text(&output.stderr).contains("planted failed 4 times"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("self-50 - third: 6 games"), "{}", text(&output.stdout));
}

#[test]
fn all_players_that_cannot_play_are_named_before_the_first_game() {
    let dead = "sh -c 'exit 5'; name=dead";
    let (games, output) =
        games_of("dead", dead, &["/nowhere/engine; name=gone", "--nodes", "60", "--games", "2"]);
    assert!(games.is_empty() && output.status.code() == Some(2), "{games:#?}");
    let said = text(&output.stderr);
    assert!(said.contains("dead: crashed: exit status: 5") && said.contains("gone: cannot start"), "{said}");
}

#[test]
fn options_that_an_engine_does_not_have_are_told_before_the_match() {
    for player in [faulty_uci("plain", FIBNIF), format!("{FIBNIF}; name=planted")] {
        let player = format!("{player}; option.Contempt=5");
        let (games, output) = games_of("no-option", &player, &["--nodes", "60", "--games", "2"]);
        assert!(games.is_empty() && output.status.code() == Some(2), "{games:#?}");
        let said = text(&output.stderr);
        assert!(said.contains("planted: it has no option `Contempt`; its options: "), "{said}");
    }
    let player = faulty_uci("long", "") + "; threads=2";
    let (games, output) = games_of("no-threads", &player, &["--nodes", "60", "--games", "1"]);
    assert!(
        text(&output.stdout).contains("planted: `threads` has no effect: it has no option `Threads`"),
        "{output:?}"
    );
    assert_eq!(games.len(), 1);
}

/// `go ponder` has the clocks after the engine's own move.
#[test]
fn an_engine_ponders_with_the_clock_after_its_move() {
    let log = fresh("ponders.log");
    let player = faulty_uci("ponders", &log.display().to_string()) + "; ponder; clock=0:10+0.1";
    let (games, output) = games_of("ponders", &player, &["--games", "1"]);
    assert_eq!(games.len(), 1, "{}", text(&output.stderr));
    let log = fs::read_to_string(log).unwrap();
    let times: Vec<u64> = log
        .lines()
        .filter(|line| line.starts_with("go ") && line.contains("btime"))
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let at = words.iter().position(|word| *word == "btime").unwrap();
            words[at + 1].parse().unwrap()
        })
        .collect();
    assert!(log.contains("go ponder "), "{log}");
    assert!(times.len() >= 2 && times[1] + 300 < times[0], "half a second was spent: {log}");
}

#[test]
fn a_move_of_100_kilobytes_is_cut() {
    let (games, output) = games_of("long", &faulty_uci("long", ""), &["--nodes", "60", "--games", "2"]);
    assert!(games.iter().all(|game| game["forfeit"] == "planted"), "{games:#?}");
    assert!(output.stdout.len() < 8000, "{} bytes", output.stdout.len());
    assert!(text(&output.stdout).contains("x…`"), "{}", text(&output.stdout));
}

/// Like GNU Chess on a pipe, whose output waits in a buffer until it is full.
#[test]
fn of_an_engine_that_never_says_a_line_the_usual_reason_is_said() {
    let json = fresh("mute.json");
    let output = fibnif([
        "match",
        "chess",
        "self; nodes=50",
        "sleep 60; name=mute",
        "--games",
        "1",
        "--plies",
        "0",
        "--depth",
        "1",
        "--patience",
        "1",
        "--save",
        &json.display().to_string(),
    ]);
    assert!(text(&output.stdout).contains("stdbuf -oL"), "{}", text(&output.stdout));
    let games = json_lines(&fs::read_to_string(json).unwrap());
    assert_eq!(games[0]["forfeit"], "mute", "{}", games[0]);
}

#[test]
fn a_false_claim_forfeits() {
    forfeits("wins", "false claim", &["--time", "5"]);
    forfeits("draws", "false claim: 1/2-1/2 {says who}", &["--time", "5"]);
}

#[test]
fn who_refuses_a_legal_move_forfeits() {
    forfeits("refuses", "refused a legal move", &["--time", "5"]);
}

#[test]
fn who_resigns_has_lost_and_forfeits_nothing() {
    let games = ["resigns", "gives", "tells"].map(|how| games_against(how, &["--time", "5"]));
    for game in games.iter().flatten() {
        assert_eq!(game["forfeit"], Value::Null);
        assert!(game["reason"].as_str().unwrap().ends_with("resigns"), "{game}");
        assert_eq!(game["white_points"], if game["white"] == "planted" { 0.0 } else { 1.0 });
    }
}

#[test]
fn an_engine_whose_start_is_another_is_not_played_against() {
    let player = format!("sh {} courier; name=planted", data("match/faulty.sh").display());
    let (games, output) = games_in("courier", "courier", &player, &["--nodes", "60", "--games", "2"]);
    assert!(games.is_empty() && output.status.code() == Some(2), "{games:#?}");
    let said = text(&output.stderr);
    assert!(said.contains("it starts courier from `rnebmkfwbenr/pppp"), "{said}");
}
