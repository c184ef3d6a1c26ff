//! Matches through the real program: an interrupted match is resumed, and games are read back by the
//! referee.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::program::{FIBNIF, fresh, games_in, games_of, json_lines, text};
use crate::common::data;
use crate::common::files::TWO_PAWNS;
use crate::common::program::{fibnif, file, talk};

/// Games of the program against itself in a separate process, without a forfeit, and each as the
/// referee replays it.
fn plays(protocol: &str, extras: &str, variants: &[&str]) {
    let pgn = fresh(&format!("{}.pgn", variants.join("-").replace([':', '/'], "_")));
    let pgn_name = pgn.display().to_string();
    let player = format!("{protocol}{FIBNIF}; name=other{extras}");
    let names = variants.join(",");
    let arguments = [
        "match", &names, "self", &player, "--nodes", "60", "--games", "2", "--plies", "5", "--save",
        &pgn_name,
    ];
    let output = fibnif(arguments);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    assert!(!said.contains("forfeit in game"), "{said}");
    if variants.contains(&"cwda:clobberers/nutters") {
        // XBoard 4.9.1 needs this tag to read the moves of such a game.
        let men =
            "[VariantMen \"A:BN;L:BD;C:FAD;E:WA;K:KirO2ilO3;c:fsRKfhN;u:fhNbsWbF;t:bWbFfsR;h:FvN;k:KisO2\"]";
        assert!(fs::read_to_string(&pgn).unwrap().contains(men));
    }
    let replayed = fibnif(["referee", "--pgn", &pgn_name]);
    let lines = json_lines(&text(&replayed.stdout));
    assert_eq!(lines.len(), 2 * variants.len());
    assert!(replayed.status.success() && lines.iter().all(|line| line["ok"] == true), "{lines:#?}");
}

#[test]
fn boards_of_ten_ranks_and_more_are_played_over_cecp() {
    plays("", "", &["grand", "narrow", "cwda:clobberers/nutters"]);
}

/// Engines know such a game by its usual name, and its pieces by the FEN.
#[test]
fn shuffled_starts_are_played_over_cecp_and_uci() {
    let variants = ["crazyhouse960", "seirawan;start=960", "cwda:nutters/rookies;start=960"];
    plays("", "", &variants);
    plays("uci:", "", &variants[..2]);
}

/// Games in which one text could stand for several moves, or a move has two letters or two legs. The program
/// plays a copy of itself, which must read what it writes.
#[test]
fn moves_are_read_as_they_are_written() {
    let gate = "[pieces]\nQ = { betza = 'Q' }\nR = { betza = 'R' }\nK = { betza = 'fbW', royal = 'check' }\n\
                [hands]\ndrops = 'gates'\ncaptured = 'nobody'\nstock = 'QR'\n";
    let gates = |promotes: &str| {
        format!(
            "start = '4k3/p6p/8/8/8/8/P7/7K w - - 0 1'\n{gate}[pieces.P]\nbetza = 'mfWcfF'\n\
             promotes = {{ to = ['Q', 'R'], squares = 'a3:h8'{promotes} }}\n"
        )
    };
    let swap = "start = '3k/4/1n2/1R2/4/3K w - - 0 1'\n[pieces]\nR = { betza = 'RucR' }\nN = { betza = 'N' }\n\
                K = { betza = 'K', royal = 'check' }\n";
    let promoting_swap = "start = '3k/4/1n2/p3/R2P/3K w - - 0 1'\n[pieces]\n\
         R = { betza = 'ucW', promotes = { to = ['N'], squares = 'a3:d3' } }\nN = { betza = 'N' }\n\
         P = { betza = 'mfWmbW' }\nK = { betza = 'W', royal = 'check' }\n";
    let wall = "start = '3k/4/4/4/4/K2R w - - 0 1'\n[pieces]\nR = { betza = 'R' }\n\
                K = { betza = 'K', royal = 'none' }\n[rules]\nwalls = { when = 'instead-of-move' }\n\
                ends.lost = { pieces = 'K', how = 'one' }\n";
    for (name, text) in [
        ("gate-promotes", gates("")),
        ("gate-may-promote", gates(", forced = false")),
        ("swap", swap.to_owned()),
        ("swap-promotes", promoting_swap.to_owned()),
        ("wall", wall.to_owned()),
    ] {
        let variants = file("read-as-written", &format!("{name}.toml"), &text).display().to_string();
        // XBoard has no walls.
        for protocol in ["uci:", ""].into_iter().take(if name == "wall" { 1 } else { 2 }) {
            let player = format!("{protocol}{FIBNIF} --variants {variants}; name=copy");
            let rest = ["--nodes", "60", "--games", "4", "--plies", "3", "--variants", &variants];
            let output = fibnif([&["match", name, &player, "self"], &rest[..]].concat());
            let said = super::program::text(&output.stdout) + &super::program::text(&output.stderr);
            assert!(output.status.success() && !said.contains("forfeit in game"), "{name} {protocol} {said}");
        }
    }
}

/// A turn with a wall is played whole or not at all, and the answer shows the position that there is.
#[test]
fn a_refused_wall_takes_its_move_along() {
    let lines = "e2e4,e4\ne2e4,*@a3\nd7d5\ne4d5\n";
    let answers = json_lines(&talk(["referee", "duck"], lines));
    let [start, refused, with_wall, half, owed] = answers.as_slice() else { panic!("{answers:#?}") };
    assert_eq!((&refused["ok"], &refused["fen"]), (&json!(false), &start["fen"]));
    assert_eq!(with_wall["fen"], "rnbqkbnr/pppppppp/8/8/4P3/*7/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert!(half["ok"] == true && owed["ok"] == false, "{answers:#?}");
}

/// Two kinds of pawns that can move to the same square: the second one is written with its letter.
#[test]
fn two_kinds_of_pawns_are_told_apart() {
    let file = file("matches", "two-pawns.toml", TWO_PAWNS).display().to_string();
    let state = &json_lines(&talk(
        ["referee", "two-pawns", "--variants", &file],
        "fen 4k3/8/8/8/8/8/PU6/4K3 w - - 0 1\n",
    ))[1];
    let moves: Vec<&str> = state["legal_san"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let unique: HashSet<&&str> = moves.iter().collect();
    assert_eq!(unique.len(), moves.len(), "{moves:?}");
    assert!(moves.contains(&"Pa3") && moves.contains(&"Ua3") && moves.contains(&"a4"), "{moves:?}");
    let pgn = fresh("two-pawns.pgn").display().to_string();
    let game = ["match", "two-pawns", "self", "self; name=other", "--nodes", "60", "--games", "4"];
    let output = fibnif([&game[..], &["--variants", &file, "--save", &pgn]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let replayed = fibnif(["referee", "--variants", &file, "--pgn", &pgn]);
    let games = json_lines(&text(&replayed.stdout));
    assert!(games.len() == 4 && games.iter().all(|game| game["ok"] == true), "{games:#?}");
}

#[test]
fn turns_of_several_moves_are_played_over_cecp() {
    plays("", "", &["colorboundmost", "marseillais", "monster", "progressive"]);
}

/// Over CECP a move of several legs comes in as many lines: here the Lion captures both queens at once.
#[test]
fn moves_of_several_legs_are_played_over_cecp() {
    let openings = fresh("lion.epd");
    fs::write(&openings, "k7/8/3q4/4q3/3L4/8/8/7K w - -\n").unwrap();
    let player = format!("{FIBNIF}; name=other");
    let from = openings.display().to_string();
    let game = ["--openings", &from, "--games", "2", "--nodes", "500"];
    let output = fibnif([&["match", "mightylion", "self", &player][..], &game].concat());
    let said = text(&output.stdout);
    assert!(output.status.success() && said.contains("2 games"), "{said}{}", text(&output.stderr));
    assert!(!said.contains("forfeit in game"), "{said}");
    plays("", "", &["mightylion"]);
    // A pairing that is missing from the longest list of games that WinBoard reads.
    plays("", "; variant=cwda-crooks-fide", &["cwda:crooks/fide"]);
}

#[test]
fn variants_are_played_over_uci() {
    plays("uci:", "", &["chess", "fischerandom", "greener", "cwda:fide/rookies", "knightmate"]);
}

/// The line of a standing after this number of games.
fn standing(said: &str, games: u32) -> String {
    let wanted = format!(": {games} games ");
    said.lines().rev().find(|line| line.contains(&wanted)).unwrap_or_else(|| panic!("{said}")).to_string()
}

#[test]
fn a_match_that_was_broken_off_is_gone_on_with() {
    let (pgn, json) = (fresh("resumed.pgn"), fresh("resumed.json"));
    let (name, json_name) = (pgn.display().to_string(), json.display().to_string());
    let command = [
        "match",
        "losalamos",
        "self",
        "self; nodes=90",
        "--nodes",
        "60",
        "--games",
        "6",
        "--seed",
        "1",
        "--save",
        &name,
        "--save",
        &json_name,
    ];
    let whole = fibnif(command);
    let expected = standing(&text(&whole.stdout), 6);
    let reasons = |said: &str| said.lines().find(|line| line.contains("drawn ")).unwrap().to_string();
    let expected_reasons = reasons(&text(&whole.stdout));
    // Three games, and the beginning of the fourth.
    let games = fs::read_to_string(&pgn).unwrap();
    let starts: Vec<usize> = games.match_indices("[Event ").map(|(at, _)| at).collect();
    fs::write(&pgn, &games[..starts[3] + 300]).unwrap();
    // The last line was cut off, and one game is lost.
    let lines = fs::read_to_string(&json).unwrap();
    let fifth = lines.match_indices('\n').nth(4).unwrap().0;
    fs::write(&json, &lines[..fifth - 20]).unwrap();
    let again = fibnif(command);
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten without a word");
    let refused = text(&again.stderr);
    assert!(refused.contains("already exists: add --resume to continue its match, or"), "{refused}");
    assert_eq!(fs::read_to_string(&pgn).unwrap().len(), starts[3] + 300);
    let mut resumed = command.to_vec();
    resumed.push("--resume");
    let rest = fibnif(&resumed);
    assert!(rest.status.success(), "{}", text(&rest.stderr));
    assert_eq!(standing(&text(&rest.stdout), 6), expected);
    assert!(text(&rest.stdout).contains("\n3 games in "), "{}", text(&rest.stdout));
    assert_eq!(reasons(&text(&rest.stdout)), expected_reasons);
    // Files written in two parts are as good as others, and have the same games.
    let moves = |text: &str| {
        let lines = json_lines(text);
        let mut moves: Vec<String> = lines
            .iter()
            .map(|line| format!("{} {} {}", line["round"], line["game"], line["moves"]))
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(moves(&fs::read_to_string(&json).unwrap()), moves(&lines));
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Event ").count(), 6);
    let replayed = fibnif(["referee", "--pgn", &name]);
    assert!(replayed.status.success(), "{}", text(&replayed.stdout));
    // A different match is not resumed.
    for (at, other, told) in [
        (2, "self; name=somebody", "players: `self | self; nodes=90` in the file, `self; name=somebody | "),
        (5, "61", "limits: `60 nodes` in the file, `61 nodes` now"),
        (1, "chess", "variants: `losalamos` in the file, `chess` now"),
        (9, "2", "seed: `1` in the file, `2` now"),
    ] {
        let mut others = resumed.clone();
        others[at] = other;
        let refused = fibnif(&others);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(told), "{}", text(&refused.stderr));
    }
    fs::write(&pgn, "[Event \"of somebody\"]\n\n1. e4 *\n").unwrap();
    let refused = fibnif(&resumed);
    assert!(text(&refused.stderr).contains("does not start with the terms"), "{}", text(&refused.stderr));
}

#[test]
fn ctrl_c_ends_a_match_with_what_there_is() {
    let pgn = fresh("interrupted.pgn");
    let name = pgn.display().to_string();
    let child = Command::new(FIBNIF)
        .args(["match", "losalamos", "self", "self", "--nodes", "60", "--games", "100000", "--save", &name])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(120);
    while fs::metadata(&pgn).map_or(0, |data| data.len()) == 0 {
        assert!(Instant::now() < patience, "no game was written");
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("LOS"), "the standing is told");
    let replayed = fibnif(["referee", "--pgn", &name]);
    assert!(replayed.status.success(), "{}", text(&replayed.stdout));
}

#[test]
fn a_round_robin_has_a_cross_table() {
    let output = fibnif([
        "match",
        "losalamos",
        "self; name=a",
        "self; name=b; nodes=80",
        "self; name=c; nodes=40",
        "--nodes",
        "60",
        "--games",
        "2",
        "--tournament",
        "round-robin",
    ]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    assert!(said.contains("a - b: 2 games") && said.contains("b - c: 2 games"), "{said}");
    assert!(said.contains("1 ") && said.contains("/2"), "{said}");
}

#[test]
fn lines_of_json_tell_the_whole_game() {
    let (games, _) = games_of("whole", "self; name=other", &["--nodes", "60", "--games", "1"]);
    let game = &games[0];
    let count = |key: &str| game[key].as_array().unwrap().len();
    assert_eq!(count("moves"), usize::try_from(game["plies"].as_u64().unwrap()).unwrap());
    assert_eq!(count("times_ms") + 2, count("moves"), "the opening takes no time: {game}");
    assert_eq!(count("scores"), count("times_ms"));
    assert!(game["start"].as_str().unwrap().starts_with("rnbqkbnr/"), "{game}");
}

#[test]
fn the_scores_of_a_game_are_those_of_white() {
    let (games, _) = games_of("scores", "self; name=other", &["--nodes", "400", "--games", "6"]);
    let mut mates = 0;
    for game in games.iter().filter(|game| game["reason"] == "checkmate") {
        let scores = game["scores"].as_array().unwrap();
        let last: Vec<_> = scores.iter().rev().map_while(serde_json::Value::as_i64).take(2).collect();
        let sign = if game["result"] == "1-0" { 1 } else { -1 };
        assert!(sign * last[0] > 90_000, "the winner announces mate in one: {game}");
        assert!(sign * last[1] > 0, "the loser knows that it loses: {game}");
        mates += 1;
    }
    assert!(mates > 0);
}

#[test]
fn a_limit_of_moves_ends_games_as_drawn() {
    let more = ["--nodes", "60", "--games", "2", "--max-moves", "5"];
    let (games, _) = games_of("longest", "self; name=other", &more);
    for game in &games {
        assert!(game["plies"] == 10 && game["result"] == "1/2-1/2", "{game}");
        assert_eq!(game["reason"], "adjudicated: too many moves");
    }
}

#[test]
fn what_is_said_of_each_player_goes_behind_what_is_said_of_one() {
    let (games, output) =
        games_of("each", "self; name=other", &["--games", "1", "--each", "nodes=700; memory=2"]);
    assert_eq!(games.len(), 1, "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let nodes = |player: &str| -> u32 {
        let line = said.lines().find(|line| line.starts_with(&format!("  {player}: "))).unwrap();
        line.split(" nodes per move").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(nodes("self-50") < 100 && nodes("other") > 200, "{said}");
}

/// Every option that a person sets in a game changes what `self` does in a match, here and in a process of
/// its own.
#[test]
fn options_of_the_program_itself_are_followed() {
    let long = ["--games", "2", "--nodes", "2000", "--max-moves", "8"];
    for (name, more) in [("nodes", ""), ("nodes-process", "; ponder")] {
        let player = format!("self; name=other; option.Nodes per move=60{more}");
        let (games, output) = games_of(name, &player, &long);
        assert_eq!(games.len(), 2, "{}", text(&output.stderr));
        let said = text(&output.stdout);
        let nodes = said.split("other: ").last().unwrap().split(" nodes per move").next().unwrap();
        let nodes: u32 = nodes.rsplit(' ').next().unwrap().parse().unwrap();
        assert!(nodes < 100, "{said}");
    }
    // A queen down from the start: one side resigns, as it is told to.
    let openings = fresh("lost.epd");
    fs::write(&openings, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").unwrap();
    let from = openings.display().to_string();
    let more = ["--games", "2", "--nodes", "300", "--openings", &from];
    let resigns = "option.Resign=1; option.Resign Threshold=300";
    let (games, output) = games_of("resigns", &format!("self; name=other; {resigns}"), &more);
    assert_eq!(games.len(), 2, "{}", text(&output.stderr));
    assert!(
        games.iter().any(|game| game["black"] == "other" && game["reason"] == "Black resigns"),
        "{games:#?}"
    );
}

#[test]
fn the_openings_of_a_file_are_shuffled_by_the_seed() {
    let openings = fresh("order.epd");
    let lines: Vec<String> = (0..8).map(|file| format!("4k3/8/8/8/8/8/{}/4K3 w - -", pawn(file))).collect();
    fs::write(&openings, lines.join("\n")).unwrap();
    let from = openings.display().to_string();
    let starts = |name: &str, more: &[&str]| {
        let base = ["--nodes", "20", "--games", "16", "--max-moves", "3", "--openings", &from];
        let (games, output) = games_of(name, "self; name=other", &[&base[..], more].concat());
        assert_eq!(games.len(), 16, "{}", text(&output.stderr));
        games.iter().map(|game| game["start"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let inorder = starts("in-order", &[]);
    let shuffled = starts("shuffled", &["--order", "random", "--seed", "7"]);
    assert_ne!(inorder, shuffled);
    assert_eq!(shuffled, starts("shuffled", &["--order", "random", "--seed", "7"]));
    let (mut one, mut other) = (inorder, shuffled);
    one.sort();
    other.sort();
    assert_eq!(one, other);
}

#[test]
fn bad_openings_are_left_out() {
    for (name, openings, faults, starts) in [
        (
            "bad.pgn",
            "\u{feff}1. e4 e5 *\n\n1. e4 Ke7 *\n\n1. d4 d5 *\n",
            &[":3: illegal move `Ke7`", ": 1 of 3 "][..],
            1,
        ),
        (
            "bad.epd",
            "\u{feff}4k3/8/8/8/8/8/P7/4K3 w Q -\rnonsense\r4k3/8/8/8/8/8/P7/4K3 b - -",
            &[":1: note: FEN, castling", ":2: FEN", ": 1 of 3 "],
            2,
        ),
    ] {
        let from = fresh(name);
        fs::write(&from, openings).unwrap();
        let from = from.display().to_string();
        let more = ["--nodes", "20", "--games", "4", "--max-moves", "2", "--openings", &from];
        let (games, output) = games_of(name, "self; name=other", &more);
        let said = text(&output.stderr);
        assert_eq!((games.len(), output.status.code()), (4, Some(1)), "{said}");
        for (said, fault) in said.lines().zip(faults) {
            assert!(said.contains(&format!("{name}{fault}")), "{said}");
        }
        assert!(said.ends_with("openings left out\n"), "{said}");
        let begun: HashSet<String> = games.iter().map(|game| game["start"].to_string()).collect();
        assert_eq!(begun.len(), starts);
    }
}

/// A rank with a pawn on a file.
fn pawn(file: usize) -> String {
    let text = format!("{}P{}", file, 7 - file);
    text.replace('0', "")
}

#[test]
fn a_piece_far_from_the_one_it_replaces_is_out_of_range() {
    let arguments = ["worth", "W", "cwda:fide", "--for", "Q", "--games", "60", "--nodes", "2000"];
    let output = fibnif(arguments);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    let said = text(&output.stderr);
    assert!(said.contains("out of range") && said.contains("`--for ROLE`"), "{said}");
}

#[test]
fn armies_are_compared_with_either_color() {
    let output = fibnif([
        "match",
        "cwda",
        "self",
        "--armies",
        "fide,nutters,rookies",
        "--nodes",
        "40",
        "--games",
        "2",
    ]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    let table: Vec<&str> =
        said.lines().filter(|line| line.starts_with("fide") || line.starts_with("rookies")).collect();
    assert_eq!(table.len(), 2, "{said}");
    assert!(table[0].split_whitespace().nth(3) == Some("4"), "four games each: {}", table[0]);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    for (arguments, reason) in [
        (vec!["self", "self"], "has no limit for its thinking"),
        (vec!["self", "/nowhere/engine", "--nodes", "5"], "cannot start `/nowhere/engine`"),
        (vec!["--nodes", "5", "--clock", "1", "--variant", "grand"], "name the variant first"),
        (vec!["self", "x; level=3", "--nodes", "5"], "`level=3` is for `self`, not for another engine"),
        (vec!["self", "self; dir=/", "--nodes", "5"], "`dir=/` is for another engine"),
        (vec!["self", "self; speed=5", "--nodes", "5"], "unknown option or bad value `speed=5`"),
        (
            vec!["self; name=a", "self; option.Contempt=5", "--nodes", "5"],
            "it has no option `Contempt`; its options: Move Overhead, ",
        ),
        (
            vec!["self; name=a", "self; option.Learned Evaluation=false", "--nodes", "5"],
            "expected 1 (on) or 0 (off) for the option `Learned Evaluation`, found `false`",
        ),
        (
            vec!["self; name=a", "self; option.Variety=999", "--nodes", "5"],
            "expected a number from 0 to 200 for the option `Variety`, found `999`",
        ),
        (
            vec!["self; name=a", "self; option.MultiPV=3", "--nodes", "5"],
            "the option `MultiPV` has no effect in a match; those that have one: Move Overhead, ",
        ),
        (vec!["self", "self; variant=grand", "--nodes", "5"], "`self` knows the variant of the match"),
        (vec!["self", "self", "--nodes", "5", "--openings", "/nowhere.epd"], "/nowhere.epd"),
        (vec!["self", "self", "--nodes", "5", "--sprt", "10,0"], "the smaller first"),
        (vec!["self", "self", "--nodes", "5", "--clock", "fast"], "is not a clock"),
        (vec!["self", "self", "--nodes", "5", "--resume"], "--save FILE"),
    ] {
        let output = fibnif([&["match", "chess", "--games", "1"], arguments.as_slice()].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(reason), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_match_answers_in_json_and_ends_with_1_if_the_gain_is_rejected() {
    let output = fibnif([
        "match",
        "losalamos",
        "self; name=a",
        "self; name=b",
        "--nodes",
        "20",
        "--games",
        "2",
        "--json",
    ]);
    let lines = json_lines(&text(&output.stdout));
    assert!(output.status.success() && lines.len() == 3, "{output:?}");
    assert_eq!((&lines[2]["first"], &lines[2]["games"]), (&Value::from("a"), &Value::from(2)));
    let armies =
        ["match", "cwda", "self", "--armies", "fide,nutters", "--nodes", "1", "--games", "2", "--json"];
    let lines = json_lines(&text(&fibnif(armies).stdout));
    let [first, second] = &lines[lines.len() - 2..] else { unreachable!() };
    for (line, other) in [(first, second), (second, first)] {
        let Value::Object(fields) = line else { panic!("{line}") };
        let keys: Vec<&str> = fields.keys().map(String::as_str).collect();
        assert_eq!(keys, ["against", "army", "elo", "elo_high", "elo_low", "games", "points"]);
        assert_eq!(
            (&line["against"][0]["army"], &line["against"][0]["points"]),
            (&other["army"], &line["points"])
        );
    }
    let (weak, test) = ("self; nodes=1; name=weak", ["--sprt", "300,400", "--games", "200", "--seed", "3"]);
    let words = [&["match", "losalamos", weak, "self", "--nodes", "300"][..], &test].concat();
    let output = fibnif(&words);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains(" H0"), "{}", text(&output.stdout));
}

/// XBoard writes its own squares and what it does not know of the moves.
#[test]
fn games_saved_by_xboard_are_openings() {
    let saved = fs::read_to_string(data("match/xboard.pgn")).unwrap();
    for (variant, first) in
        [("colorboundmost", "b2c3"), ("narrow-folded", "a4a5"), ("shogi", "c3c4"), ("grand", "g3g5")]
    {
        let tag = format!("[Variant \"{variant}\"]");
        let game = saved.split("[Event ").find(|game| game.contains(&tag)).unwrap();
        let openings = fresh(&format!("xboard-{variant}.pgn"));
        fs::write(&openings, format!("[Event {game}")).unwrap();
        let from = openings.display().to_string();
        let more = ["--openings", &from, "--games", "2", "--nodes", "20"];
        let (games, output) = games_in(variant, &format!("xboard-{variant}"), "self; name=b", &more);
        assert_eq!(games.len(), 2, "{variant}: {}", text(&output.stderr));
        assert!(games.iter().all(|game| game["moves"][0] == first), "{variant}: {games:#?}");
    }
}
