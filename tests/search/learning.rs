//! Self-play is the same however often it is interrupted, and weights are fitted to it. Commands that only the
//! feature `lab` has are tested with it.

#[cfg(feature = "lab")]
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fibnif::commands::wild::with_armies;
use fibnif::engine::eval::Evaluator;
use fibnif::rules::game::compile;
use fibnif::rules::variant::Catalog;

/// An empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learning").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn fibnif(folder: &Path, words: &str) -> Output {
    let words = words.split(' ');
    Command::new(env!("CARGO_BIN_EXE_fibnif")).args(words).current_dir(folder).output().unwrap()
}

/// The output of a command that must succeed.
fn prints(folder: &Path, words: &str) -> String {
    let output = fibnif(folder, words);
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(feature = "lab")]
#[test]
fn a_file_of_games_is_the_same_however_often_it_was_interrupted() {
    let folder = folder("shards");
    let some = "--nodes 60 --seed 5";
    prints(&folder, &format!("lab selfplay cwda,narrow whole.txt --games 9 {some}"));
    prints(&folder, &format!("lab selfplay cwda,narrow parts.txt --games 2 {some}"));
    // The process was killed while it wrote a game.
    let parts = folder.join("parts.txt");
    fs::write(&parts, fs::read_to_string(&parts).unwrap() + "cwda:fide/nutt").unwrap();
    let said = prints(&folder, &format!("lab selfplay cwda,narrow parts.txt --games 9 {some}"));
    assert_eq!(said, "parts.txt: 9 games, 7 of them new\n");
    let whole = fs::read_to_string(folder.join("whole.txt")).unwrap();
    assert_eq!(fs::read_to_string(parts).unwrap(), whole);
    assert_eq!(whole.lines().count(), 10);

    let other = fibnif(&folder, "lab selfplay cwda,narrow whole.txt --games 9 --seed 6");
    let error = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(other.status.code(), Some(2));
    assert!(error.contains("whole.txt: expected the first line `# selfplay seed 6"), "{error}");

    let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/eval/net/chess.net");
    fs::copy(net, folder.join("chess.net")).unwrap();
    let unfit = fibnif(&folder, "lab selfplay makruk x.txt --games 2 --net chess.net");
    let error = String::from_utf8_lossy(&unfit.stderr).into_owned();
    assert!(error.contains("makruk: the net cannot be used in this game: it has a "), "{error}");
}

#[cfg(feature = "lab")]
#[test]
fn the_net_of_a_game_plays_unless_another_one_is_chosen() {
    let folder = folder("teachers");
    let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/eval/net/losalamos.net");
    fs::copy(net, folder.join("losalamos.net")).unwrap();
    let games = |file: &str, choice: &str| {
        prints(&folder, &format!("lab selfplay losalamos {file} --games 2 --nodes 60{choice}"));
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let (header, games) = text.split_once('\n').unwrap();
        (header.to_owned(), games.to_owned())
    };
    let (of_game, shipped) = games("a.txt", "");
    let (of_file, same) = games("b.txt", " --net losalamos.net");
    let (of_none, other) = games("c.txt", " --net none");
    let header = "# selfplay seed 1 nodes 60 variants losalamos";
    assert_eq!(
        [of_game, of_file, of_none],
        [" net shipped", " net losalamos.net", ""].map(|net| format!("{header}{net}"))
    );
    assert_eq!(shipped, same);
    assert_ne!(shipped, other);
}

#[cfg(feature = "lab")]
#[test]
fn armies_of_chance_are_played_and_read_again() {
    let folder = folder("wild");
    let words = "shard.txt --games 12 --nodes 60 --net none --hold-out fide nutters";
    prints(&folder, &format!("lab selfplay cwda:wild/any {words}"));
    let shard = fs::read_to_string(folder.join("shard.txt")).unwrap();
    assert!(shard.starts_with("# selfplay seed 1 nodes 60 variants cwda:wild/any without fide nutters\n"));
    let mut variants: Vec<&str> = shard.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(variants.len(), 12);
    variants.dedup();
    assert!(variants.len() > 4, "each few games have new armies: {variants:?}");
    for variant in &variants {
        assert!(variant.starts_with("cwda:wild"), "{variant}");
        assert!(!variant.ends_with("/fide") && !variant.ends_with("/nutters"), "{variant}");
    }
    prints(&folder, "lab tune weights.txt shard.txt --rounds 1");
    let said =
        prints(&folder, &format!("match {} self;name=a self;name=b --nodes 50 --games 2", variants[0]));
    assert!(said.contains("a - b: 2 games"), "{said}");
}

#[cfg(feature = "lab")]
#[test]
fn games_that_are_shuffled_begin_in_many_ways_and_are_read_again() {
    let folder = folder("shuffled");
    prints(&folder, "lab selfplay fischerandom shard.txt --games 8 --nodes 60");
    let shard = fs::read_to_string(folder.join("shard.txt")).unwrap();
    let starts = shard.lines().skip(1).map(|line| line.split(' ').nth(2).unwrap());
    let starts: BTreeSet<&str> = starts.collect();
    assert!(starts.len() > 4, "{starts:?}");
    for start in starts {
        let men: Vec<char> = start["from:".len()..].split('/').next().unwrap().chars().collect();
        let at =
            |man: char| men.iter().enumerate().filter(move |&(_, &other)| other == man).map(|(file, _)| file);
        assert!(at('r').next() < at('k').next() && at('k').next() < at('r').next_back(), "{start}");
        assert!(at('b').sum::<usize>() % 2 == 1, "the bishops stand on squares of both colors: {start}");
    }
    prints(&folder, "lab tune weights.txt shard.txt --rounds 1");
    prints(&folder, "lab train some.net shard.txt --hidden 8 --batch 64 --epochs 1");

    // Kings that castle capture their rooks, as UCI writes it. A start that is none is shown.
    let line =
        "fischerandom 1-0 from:bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/1NRKR3_w_KQkq_-_0_1 d1e1/35 g8f6/-35\n";
    let path = folder.join("castles.txt");
    fs::write(&path, line.repeat(40)).unwrap();
    let said = prints(&folder, "lab tune weights.txt castles.txt --rounds 1");
    assert!(said.contains("80 positions"), "{said}");
    fs::write(&path, line.replace("/8/8/8/8/", "/8/8/8/")).unwrap();
    let bad = fibnif(&folder, "lab tune weights.txt castles.txt --rounds 1");
    let error = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(
        error.contains("castles.txt line 1: expected variant, result and moves, found `from:bnrkrqnb/"),
        "{error}"
    );
}

#[cfg(feature = "lab")]
#[test]
fn a_net_is_trained_by_its_seed_and_gone_on_with() {
    let folder = folder("nets");
    prints(&folder, "lab selfplay cwda:wild/any,chess shard.txt --games 10 --nodes 60");
    let some = "shard.txt --hidden 8 --batch 64 --rate 0.005 --epochs 3";
    let said = prints(&folder, &format!("lab train whole.net {some}"));
    let errors: Vec<f64> = said
        .lines()
        .filter_map(|line| {
            line.strip_prefix("epoch ")?.split("error ").nth(1)?.split(';').next()?.parse().ok()
        })
        .collect();
    assert!(errors.len() == 3 && errors[2] < errors[0], "{said}");
    let net = |name: &str| fs::read(folder.join(name)).unwrap();
    prints(&folder, &format!("lab train again.net {some}"));
    assert!(net("whole.net") == net("again.net"), "the same seed, the same net");
    prints(&folder, &format!("lab train other.net {some} --seed 2"));
    assert!(net("whole.net") != net("other.net"));
    // A finished training does not continue, and a state of another training is refused.
    let said = prints(&folder, &format!("lab train whole.net {some}"));
    assert!(!said.contains("epoch"), "{said}");
    let bad = fibnif(&folder, &format!("lab train whole.net {some} --seed 2"));
    let error = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert_eq!(bad.status.code(), Some(2));
    assert!(error.contains("whole.net.state: expected the state of this training"), "{error}");

    // The net plays, and differently from no net; a file that is not a net is refused.
    let said = prints(&folder, "match chess self;net=whole.net;name=new self;name=old --nodes 50 --games 2");
    assert!(said.contains("new - old: 2 games"), "{said}");
    let bad = fibnif(&folder, "match chess self;net=shard.txt self --nodes 50 --games 2");
    let error = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(error.contains("shard.txt: expected a net, which begins with `fibnif net 2"), "{error}");
}

#[cfg(feature = "lab")]
#[test]
fn weights_are_fitted_to_games() {
    let folder = folder("weights");
    prints(&folder, "lab selfplay chess shard.txt --games 2 --nodes 60");
    let said = prints(&folder, "lab tune weights.txt shard.txt --rounds 1");
    let errors: Vec<f64> = said
        .lines()
        .next()
        .unwrap()
        .split("error ")
        .nth(1)
        .unwrap()
        .split(", then ")
        .map(|e| e.parse().unwrap())
        .collect();
    assert!(errors[1] < errors[0], "{said}");
    let weights = fs::read_to_string(folder.join("weights.txt")).unwrap();
    assert!(weights.starts_with("mobility "), "{weights}");
    // A player uses these weights, and the next fit starts from them.
    prints(&folder, "lab tune weights.txt shard.txt --rounds 0");
    assert_eq!(fs::read_to_string(folder.join("weights.txt")).unwrap(), weights);
    let said =
        prints(&folder, "match chess self;weights=weights.txt;name=new self;name=old --nodes 50 --games 2");
    assert!(said.contains("new - old: 2 games"), "{said}");

    // A game whose file names its own weights starts from those: with a strong hold they do not change.
    prints(&folder, "lab selfplay narrow narrow.txt --games 2 --nodes 60");
    prints(&folder, "lab tune own.txt narrow.txt --rounds 1 --hold 1000000");
    let own = fs::read_to_string(folder.join("own.txt")).unwrap();
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/eval/betza.weights");
    let known = fs::read_to_string(known).unwrap();
    assert!(known.lines().all(|line| own.lines().any(|found| found == line)), "{own}");
    let bad = fibnif(&folder, "lab tune both.txt narrow.txt shard.txt");
    let error = String::from_utf8_lossy(&bad.stderr).into_owned();
    let expected = "expected games of variants with the same weights, found chess and narrow";
    assert!(error.contains(expected), "{error}");

    fs::write(folder.join("bad.txt"), "chess 1-0 e2e4 e7e5/x\n").unwrap();
    let bad = fibnif(&folder, "lab tune weights.txt bad.txt");
    let error = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(error.contains("bad.txt line 1: expected variant, result and moves, found `e7e5/x`"), "{error}");

    let bad =
        fibnif(&folder, "match chess self;weights=weights.txt;name=new;ponder self --nodes 50 --games 2");
    let error = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(error.contains("new cannot ponder with weights= or net="), "{error}");
}

#[test]
fn random_armies_can_be_played_and_are_worth_about_that_of_chess() {
    let catalog = Catalog::builtin();
    for number in 0..300 {
        let text = format!("cwda:wild{number}/wild{}", u32::MAX - number);
        let game = compile(&with_armies(&catalog, &text).unwrap().resolve(&text).unwrap()).unwrap();
        let evaluator = Evaluator::new(&game);
        let worth: i32 = game.array.iter().map(|&(_, kind)| evaluator.non_pawn_material(kind)).sum();
        assert!((3600..10400).contains(&worth), "{text}: {worth}");
    }
}

/// A round of games, training and a match. The same command continues it and reports the result.
#[test]
fn a_game_learns_a_net_that_a_match_must_admit() {
    let folder = folder("learn");
    let words = "lab learn losalamos own --rounds 2 --games 12 --threads 2 --nodes 60 --epochs 1 --sums 8 \
                 --match-games 2 --clock 0:0.05+0.001";
    let output = fibnif(&folder, words);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("own/round1-1.txt: 6 games, 6 of them new"), "{said}");
    assert!(said.contains("Round 2: the net was not admitted"), "two games show nothing: {said}");
    let second = fs::read_to_string(folder.join("own/round2-0.txt")).unwrap();
    assert!(
        second.lines().next().unwrap().ends_with(" net round1.net"),
        "the second round plays with the net"
    );

    // Everything is done: nothing is played again. A round that was interrupted in its match continues
    // there.
    fs::remove_file(folder.join("own/round2.verdict")).unwrap();
    let again = String::from_utf8_lossy(&fibnif(&folder, words).stdout).into_owned();
    assert!(again.starts_with("Round 1: the net was not admitted"), "{again}");
    assert!(again.contains("own/round2-0.txt: 6 games, 0 of them new"), "{again}");

    // A variant file can use an admitted net beside it.
    fs::copy(folder.join("own/round1.net"), folder.join("mine.net")).unwrap();
    fs::write(folder.join("mine.toml"), "title = \"Mine\"\nextends = \"losalamos\"\nnet = \"mine.net\"\n")
        .unwrap();
    prints(&folder, "check mine.toml");
    prints(&folder, "--variants mine.toml match mine self;name=a self;name=b --nodes 50 --games 2");
    fs::write(folder.join("mine.net"), "fibnif net 2 inputs 524 sums 8 buckets 4 hidden 64\nshort").unwrap();
    let refused = fibnif(&folder, "check mine.toml");
    let told = String::from_utf8_lossy(&[refused.stdout, refused.stderr].concat()).into_owned();
    assert!(told.contains("mine.toml:3:7") && told.contains("the file was cut off or changed"), "{told}");
    fs::remove_file(folder.join("mine.net")).unwrap();
    let missing = fibnif(&folder, "check mine.toml");
    let told = String::from_utf8_lossy(&[missing.stdout, missing.stderr].concat()).into_owned();
    assert!(missing.status.code() != Some(0) && told.contains("mine.net"), "{told}");
}
