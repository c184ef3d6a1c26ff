//! HTML pages and SVG pictures: their content, and that they request nothing from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fibnif::rules::variant::Catalog;

fn fibnif(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fibnif")).args(args).output().unwrap()
}

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// The file that `show WHAT --KIND FILE` writes. The command prints nothing.
fn written(what: &str, kind: &str, more: &[&str]) -> String {
    let file = path(&format!("{}.{kind}", what.replace(|c: char| !c.is_ascii_alphanumeric(), "-")));
    let option = format!("--{kind}");
    let output = fibnif(&[more, &["show", what, &option, file.to_str().unwrap()]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout.is_empty(), "{what}: {errors}");
    fs::read_to_string(file).unwrap()
}

/// The tags of a page in order, without the content of its style.
fn tags(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, behind)) = rest.split_once('<') {
        let (tag, after) = behind.split_once('>').expect("a tag that is closed");
        found.push(tag);
        rest = if tag == "style" { &after[after.find("</style>").unwrap()..] } else { after };
    }
    found
}

/// Every element is closed, every attribute is quoted, and nothing is requested.
fn assert_sound(page: &str, what: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags(page) {
        let name = tag.trim_end_matches('/').split_whitespace().next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{what}"),
            None if tag.ends_with('/') || ["!DOCTYPE", "meta", "br"].contains(&name) => {}
            None => open.push(name),
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{what}: {tag}");
        for asks in [" src=", " href=", " srcset=", " data=", " action="] {
            assert!(!tag.contains(asks), "{what}: {tag}");
        }
        assert!(
            !["script", "link", "img", "iframe", "object", "image", "use"].contains(&name),
            "{what}: {tag}"
        );
    }
    assert_eq!(open, [""; 0], "{what}");
    assert!(!page.contains("url(") && !page.contains("@import"), "{what}");
    assert!(!page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").contains("://"), "{what}");
}

#[test]
fn the_page_of_every_variant_is_whole_and_asks_for_nothing() {
    let catalog = Catalog::builtin();
    for variant in catalog.list() {
        let page = written(&variant.id, "html", &[]);
        assert_sound(&page, &variant.id);
        let def = catalog.resolve(&variant.id).unwrap();
        for piece in def.sides.iter().flat_map(|side| &side.pieces) {
            let name = piece.name.replace('&', "&amp;");
            for part in [&name, &piece.betza, &format!("<b>{}", piece.letter)] {
                assert!(page.contains(part.as_str()), "{}: no {part}", variant.id);
            }
        }
    }
}

#[test]
fn the_page_of_a_pairing_has_all_that_its_text_has() {
    let page = written("cwda:clobberers/nutters", "html", &[]);
    for part in [
        "default-src 'none'",
        "width=device-width",
        "prefers-color-scheme:dark",
        "@media print",
        "White: Colorbound Clobberers",
        "King e1-b1",
        "Leaping Bishop a1-c1",
        "~4.94",
        "Stalemate is a draw",
        "two Horses cannot mate a bare King. They can",
        "How the C  Colonel, fRsRKfhN moves",
        "Fearful Fairies",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    // 64 squares and 32 pieces of the start.
    let board = page.split("<svg").nth(1).unwrap();
    assert_eq!((board.matches("<rect").count(), board.matches("<circle").count()), (64, 32));
    // Narrow Chess is shown sideways, and the fence of Greener Chess is eight squares long.
    assert!(written("narrow", "html", &[]).contains("viewBox=\"0 0 660 84\""));
    assert_eq!(written("greener", "html", &[]).matches("class=\"g\"").count(), 8);
}

#[test]
fn an_army_and_all_armies_are_shown() {
    let army = written("nutters", "html", &[]);
    assert!(army.contains("Both sides: Nutty Knights") && army.contains("FbbNffN"));
    assert!(
        String::from_utf8(fibnif(&["show", "nutters"]).stdout).unwrap().contains("Both sides: Nutty Knights")
    );
    let text = String::from_utf8(fibnif(&["show", "armies"]).stdout).unwrap();
    let page = written("armies", "html", &[]);
    assert_sound(&page, "armies");
    // A table of pictures would be cut off where the screen or the paper ends; this wraps.
    assert!(!page.contains("<table") && page.contains("repeat(auto-fill,minmax(9rem,1fr))"));
    let catalog = Catalog::builtin();
    let info = catalog.info("cwda").unwrap();
    for option in &info.choices.iter().find(|choice| choice.from_files).unwrap().options {
        let line = |start: &str| text.lines().any(|line| line.starts_with(start));
        assert!(line(&format!("  {} ", option.id)) && page.contains(&option.title), "{}", option.id);
        for piece in &catalog.resolve(&format!("cwda:{}", option.id)).unwrap().sides[0].pieces {
            let is_common = piece.royal || piece.promotion.is_some();
            assert!(
                is_common || (text.contains(&piece.betza) && page.contains(&piece.betza)),
                "{}",
                piece.name
            );
        }
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// The shape in a picture for each letter of the same square in the text.
fn shapes(svg: &str) -> [usize; 3] {
    let drawing = svg.split_once("<g ").unwrap().1.split_once("</g>").unwrap().0;
    let count = |class: &str| drawing.matches(&format!("class=\"{class}")).count();
    [count("b\"") + count("bf"), count("q"), count("c")]
}

/// A picture has the same content as the drawing in letters: the same number of squares of each kind,
/// the same signs, the same words.
#[test]
fn pictures_show_what_drawings_in_letters_show() {
    for (line, expected) in [
        ("N", [8, 0, 0]),
        ("fmWfcF", [0, 1, 2]),
        ("fmWfcFifmnD", [0, 2, 2]),
        ("mRcpR", [0, 16, 12]),
        ("mRcB", [0, 16, 16]),
        ("pQ", [24, 0, 0]),
        ("gQ", [24, 0, 0]),
    ] {
        let svg = written(line, "svg", &[]);
        assert_sound(&svg, line);
        assert_eq!(shapes(&svg), expected, "{line}");
    }
    let lame = written("nN", "svg", &[]);
    assert_eq!(
        lame.matches("class=\"v\"").count(),
        5,
        "four squares are passed, and the legend has one: {lame}"
    );
    assert!(lame.contains("a leap passes this square"));
    assert!(written("pQ", "svg", &[]).contains("over exactly one piece on the way"));
    assert!(written("gQ", "svg", &[]).contains("directly behind the first piece"));
    let hook = written("mWmafsW", "svg", &[]);
    assert_eq!(hook.matches("<line class=\"s\"").count(), 12 + 1, "a path of two steps is drawn: {hook}");
}

/// No two pieces that move differently have the same picture.
#[test]
fn pictures_of_different_moves_differ() {
    let lines = [
        "R", "pR", "gR", "jR", "oR", "R3", "R4", "hhR", "mRcpR", "N", "nN", "jN", "NN", "nNN", "pNN", "D",
        "nD", "jD", "DD", "FF", "zFF", "F", "iF", "FimW", "mFicF", "W", "mW", "cW", "eW", "mceW", "K",
        "KisO2", "B", "oB",
    ];
    let mut pictures: Vec<(String, &str)> = Vec::new();
    for line in lines {
        let svg = written(line, "svg", &[]).replace(line, "");
        if let Some((_, other)) = pictures.iter().find(|(known, _)| *known == svg) {
            assert_eq!((*other, line), ("FF", "B"), "{line} looks like {other}");
        }
        pictures.push((svg, line));
    }
}

#[test]
fn a_piece_has_a_picture_under_its_name() {
    let svg = written("nutters:Colonel", "svg", &[]);
    assert_sound(&svg, "Colonel");
    assert!(svg.contains("Colonel (C) fRsRKfhN nutters"), "{svg}");
    // Beyond the fence it moves differently: each way has a drawing.
    assert!(written("greener:Pawn", "svg", &[]).matches("<g ").count() == 2);
    assert_sound(&written("Pawn", "html", &[]), "Pawn");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let file = path("none.svg");
    let file = file.to_str().unwrap();
    for (args, words) in [
        (["show", "chess", "--svg", file], "expected a piece or a line of notation"),
        (["show", "armies", "--svg", file], "expected a piece or a line of notation"),
        (["show", "Pawn", "--svg", file], "`chess:Pawn`, "),
        (["show", "chess", "--html", "/no/such/folder/page.html"], "/no/such/folder/page.html: "),
        (["show", "hordee", "--html", file], "did you mean `horde`"),
    ] {
        let output = fibnif(&args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && errors.contains(words), "{args:?}: {errors}");
    }
    assert!(!Path::new(file).exists());
}

/// Texts of files are texts on a page, whatever they hold.
#[test]
fn files_of_users_cannot_add_to_a_page() {
    let army = "title = \"<script>alert(1)</script>\"\n[pieces]\nR = \
                { name = \"<b onclick> & Sons\", betza = \"R\" }\nN = \
                { name = \"Knight\", betza = \"N\" }\nB = { name = \"Bishop\", betza = \"B\" }\nQ = \
                { name = \"Queen\", betza = \"Q\" }\n";
    let file = path("hostile.toml");
    fs::write(&file, army).unwrap();
    let more = ["--variants", file.to_str().unwrap()];
    for what in ["cwda:hostile", "armies"] {
        let page = written(what, "html", &more);
        assert_sound(&page, what);
        assert!(page.contains("&lt;b onclick&gt; &amp; Sons"), "{what}");
    }
    assert_sound(&written("hostile:R", "svg", &more), "hostile:R");
}
