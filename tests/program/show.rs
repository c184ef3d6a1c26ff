//! `show` and `explain`: what they print about variants, armies, pieces and notation.

use crate::common::program::{complains, file, prints};
use fibnif::rules::variant::Catalog;

#[test]
fn show_draws_a_variant() {
    let text = prints(["show", "cwda:clobberers/nutters"]);
    for words in
        ["L E C A K C E L", "t h u c k u h t", "Archbishop", "fRsRKfhN", "King e1-b1  Leaping Bishop a1-c1"]
    {
        assert!(text.contains(words), "no `{words}` in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colors in a pipe");
}

/// Hexagons of every second file are half a hexagon higher, and have three shades.
#[test]
fn show_draws_hexagons() {
    let text = prints(["show", "glinski"]);
    let top = "\n                 11  b\n              10  q     k\n            9  n     b     n\n";
    assert!(text.contains(top) && text.ends_with("board\n"), "{text}");
    let knight = prints(["show", "glinski:Knight"]);
    assert!(knight.contains("    :::      N      :::"), "{knight}");
    assert_eq!(knight.matches(" x ").count(), 12, "{knight}");
    let picture = file("hexagons", "knight.svg", "");
    prints(["show", "glinski:Knight", "--svg", picture.to_str().unwrap()]);
    let picture = std::fs::read_to_string(picture).unwrap();
    assert_eq!(picture.matches("<polygon").count(), 37, "{picture}");
}

/// What is in hand at the start, how it gets on the board, and what captures do besides.
#[test]
fn show_tells_of_hands_and_explosions() {
    for (variant, sentences) in [
        (
            "crazyhouse",
            ["A captured piece changes sides and goes to the hand", "A Pawn enters only on ranks 2-7."],
        ),
        ("seirawan", ["in hand: HE he", "When a piece moves for the first time, its side may place a piece"]),
        (
            "placement",
            ["While a side has a piece in hand, its turn is to drop one", "not on the square color"],
        ),
        ("shogi", ["not on a file with a Pawn of its side", "Promoted Lance (+L)"]),
        ("sittuyin", ["Promotion: instead of moving, a Ne on", "may become a Sit-ke"]),
        ("atomic", ["A capture is an explosion", "A side must not blow up its own King"]),
        ("rifle", ["A piece that captures stays where it is.", ""]),
        (
            "petrified",
            ["A piece that is no Pawn turns into a wall when it captures", "a King captures nothing"],
        ),
        ("superandernach", ["A piece that moves changes sides.", "A King never does."]),
    ] {
        let text = prints(["show", variant]).split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in sentences {
            assert!(text.contains(sentence), "{variant}: {sentence}\n{text}");
        }
    }
}

#[test]
fn show_finds_a_piece_by_notation_name_and_letter() {
    let colonel = prints(["show", "Colonel"]);
    assert!(colonel.contains("fRsRKfhN"), "{colonel}");
    assert_eq!(prints(["show", "nutters:Colonel"]), colonel);
    assert_eq!(prints(["show", "nutters:C"]), colonel);
    assert!(prints(["show", "fRsRKfhN"]).lines().count() > 8);
    // The inventors' other names: Betza's own of the four armies, and those of the pages of others.
    for (alias, name) in [
        ("Fibnif", "Horse (H)"),
        ("fibnif", "Horse (H)"),
        ("nutters:Fibnif", "Horse (H)"),
        ("Charging Rook", "Turret (T)"),
        ("Charging Knight", "Unicorn (U)"),
        ("Bede", "Leaping Bishop (L)"),
        ("Waffle", "Elephant (E)"),
        ("Phoenix", "Elephant (E)"),
        ("clobberers:cardinal", "Archbishop (A)"),
        ("Woody Rook", "Woody (W)"),
        ("Half-Duck", "Half Duck (H)"),
        ("rookies:Chancellor", "Marshall (M)"),
        ("fairies:Banshee", "Unicorn (U)"),
    ] {
        let shown = prints(["show", alias]);
        let called = alias.split(':').next_back().unwrap().to_lowercase();
        assert!(shown.contains(name) && shown.to_lowercase().contains(&called), "{alias}: {shown}");
    }
}

/// Every modifier that matters is seen in the drawing or said beside it: no two of these pieces have
/// the same page.
#[test]
fn pieces_that_move_differently_look_different() {
    let lines = [
        "R", "pR", "gR", "jR", "oR", "R3", "R4", "R5", "hhR", "pR4", "RpR", "mRcpR", "mRcR", "N", "nN", "jN",
        "NN", "nNN", "pNN", "gNN", "D", "nD", "jD", "DD", "nDD", "FF", "zFF", "zF3", "F", "iF", "FimW",
        "mFicF", "hhzFF", "W", "WW", "mW", "cW", "eW", "mceW", "K", "KisO2", "B", "oB", "R8", "R9",
    ];
    let mut pages: Vec<(String, &str)> = Vec::new();
    for line in lines {
        let page = prints(["show", line]);
        let drawing = page.split_once("\n\n").unwrap().1.to_owned();
        if let Some((_, other)) = pages.iter().find(|(known, _)| *known == drawing) {
            // The same moves in other letters.
            assert!(
                [("R", "WW"), ("R", "mRcR"), ("FF", "B")].contains(&(*other, line)),
                "{line} looks like {other}:\n{page}"
            );
        }
        pages.push((drawing, line));
    }
    let lame = prints(["show", "nN"]);
    assert!(lame.contains("|:::|-x-|:::|-x-|:::|\n+---+---+---+---+---+\n|-x-|:::| . |:::|-x-|"), "{lame}");
    assert!(prints(["show", "pR"]).contains("^  over exactly one piece on the way"));
}

#[test]
fn explain_takes_a_line_apart_and_names_other_readings() {
    let text = prints(["explain", "fhNbsK"]);
    for expected in [
        "from e4 toward c5, d6, f6, g5",
        "XBoard 4.9.1 reads bsK differently",
        "Fairy-Stockfish reads bsK differently",
        "Fibnif tells XBoard fhNbsWbF",
    ] {
        assert!(text.contains(expected), "no {expected} in:\n{text}");
    }
    assert!(prints(["explain", "WD"]).contains("read this line as Fibnif does"));
    assert!(complains(2, ["explain", "WX"]).contains('^'));
    let [named, unicorn] = [prints(["explain", "Unicorn"]), prints(["explain", "nutters:Unicorn"])];
    assert!(unicorn.starts_with("Unicorn  fhNbsK\n") && unicorn.ends_with(&text), "{unicorn}");
    assert!(named.starts_with(&unicorn) && named.contains("\nUnicorn  BNN\n"), "{named}");
    let table = prints(["help", "betza"]);
    for letter in "WFDNAHGRBQKfblrvshmceinjpgoz".chars() {
        assert!(
            table.lines().any(|line| line.split_whitespace().next() == Some(&letter.to_string())),
            "{letter}"
        );
    }
}

/// No line is wider than a terminal, whatever is chosen.
#[test]
fn pages_are_no_wider_than_a_terminal() {
    let mut pages: Vec<String> = vec!["list".to_owned()];
    for variant in Catalog::builtin().list() {
        pages.push(format!("show {}", variant.id));
    }
    pages.push("show greener:fide+R=Crab,N=F,B=W,Q=Narrow/nutters+R=A;fence=vertical".to_owned());
    pages.push("show augmented-half:R=hhR+F,N=Crab+W,B=hhB+D,Q=hhQ+Wide".to_owned());
    for line in "R nN jD mRcpR FimW hhzFF oR9 gQ (1,4)".split(' ') {
        pages.extend([format!("show {line}"), format!("explain {line}")]);
    }
    pages.push("help betza".to_owned());
    for page in pages {
        for line in prints(page.split(' ')).lines() {
            assert!(line.chars().count() <= 80, "{page}: {line}");
        }
    }
}

/// A double step that may be answered en passant begins where the rule says.
#[test]
fn show_says_what_is_so() {
    let horde = prints(["show", "horde"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(horde.contains("double step from rank 2 (Black from rank 7) can be captured"), "{horde}");
    let grand = prints(["show", "grand"]);
    assert!(grand.contains("\nBoth sides: Grand Chess\n") && !grand.contains("\nBlack: "), "{grand}");
    let knight = prints(["show", "colorboundmost"]);
    assert!(knight.contains(" Knight (N)") && !knight.contains("(FA) (N)"), "{knight}");
    let palace = "extends = \"chess\"\n[zone]\npalace.squares = \"d1:f3\"\n[pieces]\nK.within = \"palace\"\n";
    let palace = file("palace", "palace.toml", palace);
    let confined = prints(["--variants", palace.to_str().unwrap(), "show", "palace"]);
    assert!(confined.contains("royal; stays on d1:f3 (Black on c6:e8)"), "{confined}");
    let start = "extends = 'chess'\nstart = '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'\n";
    let checked = file("checked", "checked.toml", start);
    let fault = complains(2, ["--variants", checked.to_str().unwrap(), "show", "checked"]);
    assert!(fault.contains("pieces: Black is in check, but it is White's turn"), "{fault}");
    let greener = prints(["show", "greener"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(greener.contains("a pawn's `msW` on ranks 5-8"), "{greener}");
    for (variant, sentence) in [
        ("wolf", "double step from a2:h2, b3, c3, f3 and g3 (Black from b8, c8, f8, g8 and a9:h9)"),
        ("torpedo", "double step from any square can be captured"),
        ("doublemove", "Every later turn is 2 moves by one side."),
        ("supply", "An Advisor or an Elephant never enters with check."),
        ("ai-wok", "besides the Khuns are no more than a Ma."),
    ] {
        let text = prints(["show", variant]).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(sentence), "{variant}: {sentence}\n{text}");
    }
}

/// What every variant's page has: a player needs no other.
#[test]
fn show_tells_the_rules_of_every_variant() {
    let list = prints(["list"]);
    let names =
        list.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().unwrap());
    for name in names {
        let text = prints(["show", name]);
        for words in ["Rules", "moves first", "Stalemate", "astling", "forward is up"] {
            assert!(text.contains(words), "no `{words}` in:\n{text}");
        }
        assert_eq!(text.contains("  promotes"), text.contains("Promotion: "), "{text}");
        let long = text.lines().find(|line| line.chars().count() > 120);
        assert_eq!(long, None, "a line of `show {name}`");
    }
}

#[test]
fn show_says_whose_a_game_or_an_army_is() {
    let cambodian = prints(["show", "cambodian"]);
    assert!(
        cambodian.contains("Source") && cambodian.contains("Two rules for the leaps are known"),
        "{cambodian}"
    );
    // Where nothing was found, that is said too.
    assert!(prints(["show", "avian"]).contains("Author not found"));
    for army in [
        "beasts",
        "fairies",
        "allstars",
        "amazons",
        "clobberers2",
        "forward",
        "mashers",
        "pizza",
        "bozos",
        "fizzies",
        "arbiters",
        "camelids",
        "cannoneers",
        "cinders",
        "crooks",
        "switchers",
        "zebroids",
    ] {
        assert!(prints(["show", army]).contains("\nSource\n"), "{army}");
    }
}

/// Standard names of pieces are known whether or not a variant has them, and `worth` says what to write
/// instead of a variant, an army, or an unknown piece of one.
#[test]
fn standard_pieces_are_known_by_name() {
    for (name, betza) in
        [("Wazir", "W"), ("dabbaba", "D"), ("Zebra", "Z"), ("Rose", "qNN"), ("Silver General", "FfW")]
    {
        let shown = prints(["show", name]);
        assert!(shown.starts_with(&format!("{name}  {betza}\n")), "{shown}");
        let json = prints(["show", name, "--json"]);
        assert!(json.contains(&format!("\"name\":\"{name}\"")), "{json}");
        assert!(json.contains(&format!("\"betza\":\"{betza}\"")), "{json}");
    }
    assert!(complains(2, ["show", "Wazr"]).contains("Did you mean `Wazir`?"));
    for (what, said) in [
        ("nutters", "`nutters` is an army: write the name of a piece, such as `nutters:Colonel`"),
        ("cwda:nutters", "`cwda:nutters` is a variant: write the name of a piece, such as `nutters:Colonel`"),
        ("nutters:Bede", "unknown piece of `nutters` `Bede`: expected `Pawn`, `King`, `Turret`"),
        ("nutters:Unicron", "Did you mean `nutters:Unicorn`?"),
    ] {
        let answer = complains(2, ["worth", what]);
        assert!(answer.contains(said), "{what}: {answer}");
    }
}
