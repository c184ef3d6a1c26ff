//! Variant files: what they resolve to, what may be chosen, and what is refused, where.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use fibnif::game;
use fibnif::geometry::Color;
use fibnif::variant::{Castling, Catalog, NoMoves, PieceDef, Scope, SideDef, VariantDef};

fn resolve(text: &str) -> VariantDef {
    Catalog::builtin().resolve(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The letters of a side's men on its first rank, from the a-file.
fn first_rank(def: &VariantDef, color: Color) -> String {
    let mut men: Vec<_> = def.array.iter().filter(|&&(square, side, _)| side == color && def.shape.rank_for(square, color) == 0).collect();
    men.sort_by_key(|(square, ..)| def.shape.file(*square));
    men.iter().map(|&&(_, side, piece)| def.sides[side.index()].pieces[piece].letter).collect()
}

fn piece(side: &SideDef, role: char) -> &PieceDef {
    side.pieces.iter().find(|piece| piece.role == role).unwrap()
}

/// The letters a pawn may promote to, in order.
fn promotions(def: &VariantDef, color: Color) -> String {
    let pawn = piece(&def.sides[color.index()], 'P');
    pawn.promotion.as_ref().unwrap().targets.iter().map(|target| target.letter).collect()
}

#[test]
fn chess_is_chess() {
    let def = resolve("chess");
    assert_eq!((def.id.as_str(), def.title.as_str()), ("chess", "Chess"));
    assert_eq!(def.array.len(), 32);
    assert_eq!(def.start_fields, "w KQkq - 0 1");
    assert_eq!(first_rank(&def, Color::White), "RNBQKBNR");
    assert_eq!(first_rank(&def, Color::Black), "RNBQKBNR");
    assert_eq!(promotions(&def, Color::White), "NBRQ");
    let promotion = piece(&def.sides[1], 'P').promotion.as_ref().unwrap();
    assert!(promotion.forced);
    let squares: Vec<_> = promotion.squares.iter().map(|&square| def.shape.name(square)).collect();
    assert_eq!(squares, ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]);
    assert_eq!(def.rules.castling, Castling::Corner { a_side: 2, h_side: 6, keep_color: true });
    assert_eq!((def.rules.no_moves, def.rules.repetition, def.rules.move_limit), (NoMoves::Draw, 3, 50));
    assert!(piece(&def.sides[0], 'K').royal && !piece(&def.sides[0], 'Q').royal);
}

#[test]
fn each_side_has_its_own_army() {
    let def = resolve("cwda:clobberers/nutters");
    assert_eq!(def.id, "cwda:clobberers/nutters");
    assert_eq!((def.sides[0].army.as_str(), def.sides[1].army.as_str()), ("Colorbound Clobberers", "Nutty Knights"));
    assert_eq!(first_rank(&def, Color::White), "LECAKCEL");
    assert_eq!(first_rank(&def, Color::Black), "THUCKUHT");
    assert_eq!(promotions(&def, Color::White), "LECA");
    assert_eq!(promotions(&def, Color::Black), "THUC");
}

#[test]
fn promotion_to_either_army_takes_free_letters() {
    let def = resolve("cwda:clobberers/nutters;promotion=both");
    assert_eq!(def.id, "cwda:clobberers/nutters;promotion=both");
    assert_eq!(promotions(&def, Color::White), "LECATHUG");
    assert_eq!(promotions(&def, Color::Black), "THUCLEXA");
    // Equal armies have nothing foreign to offer.
    assert_eq!(promotions(&resolve("cwda:rookies;promotion=both"), Color::White), "SWHM");
}

#[test]
fn every_text_form_leads_to_one() {
    let pair = "cwda:clobberers/nutters";
    for text in [
        "cwda:clobberers/nutters",
        "cwda;army=clobberers/nutters",
        "cwda:Clobberers/Nutty Knights",
        "cwda-clobberers-nutters",
        "fairy/Clobberers-Nutters",
        "clobberers~nutters~(cwda)",
        "cwda:clobberers/nutters;promotion=own",
        "cwda;white army=clobberers;black army=nutters",
    ] {
        assert_eq!(resolve(text).id, pair, "{text}");
        assert_eq!(resolve(text), resolve(pair), "{text}");
    }
    for (text, id) in [
        ("normal", "chess"),
        ("standard", "chess"),
        ("cwda:fide/fide", "cwda"),
        ("cwda:nutters", "cwda:nutters"),
        ("cwda-nutters", "cwda:nutters"),
        ("cwda:fide/nutters", "cwda:fide/nutters"),
        ("cwda;promotion=both", "cwda;promotion=both"),
    ] {
        assert_eq!(resolve(text).id, id, "{text}");
    }
}

#[test]
fn choices_are_made_one_at_a_time() {
    let catalog = Catalog::builtin();
    let def = catalog.resolve_with("cwda", &[("white army", "rookies"), ("Promotion", "Either army"), ("white army", "nutters")]).unwrap();
    assert_eq!(def.id, "cwda:nutters/fide;promotion=both");
    assert_eq!(catalog.resolve(&def.id).unwrap(), def);
    let error = catalog.resolve_with("cwda", &[("white promotion", "both")]).unwrap_err();
    assert_eq!(error.to_string(), "`promotion` is chosen for the game, not for a side");
}

#[test]
fn the_list_tells_what_may_be_chosen() {
    let list = Catalog::builtin().list();
    assert_eq!((list[0].id.as_str(), list[1].id.as_str()), ("chess", "cwda"));
    assert!(list[0].choices.is_empty());
    let [army, promotion] = &list[1].choices[..] else { panic!("two choices") };
    assert_eq!((army.id.as_str(), army.scope, army.from_files), ("army", Scope::Side, true));
    assert_eq!(army.options[army.default].title, "Fabulous FIDEs");
    assert_eq!((promotion.id.as_str(), promotion.scope), ("promotion", Scope::Game));
    let titles: Vec<_> = promotion.options.iter().map(|option| option.title.as_str()).collect();
    assert_eq!(titles, ["Own army", "Either army"]);
}

#[test]
fn every_built_in_file_is_free_of_findings() {
    let catalog = Catalog::builtin();
    for folder in ["variants", "variants/armies"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let findings: Vec<_> = catalog.check(&path).iter().map(ToString::to_string).collect();
                assert!(findings.is_empty(), "{}", findings.join("\n"));
            }
        }
    }
}

#[test]
fn every_option_makes_a_game() {
    let catalog = Catalog::builtin();
    for info in catalog.list() {
        for choice in &info.choices {
            for option in &choice.options {
                let def = catalog.resolve_with(&info.id, &[(&choice.id, &option.id)]).unwrap();
                game::compile(&def).unwrap_or_else(|error| panic!("{}: {error}", def.id));
                assert_eq!(catalog.resolve(&def.id).unwrap(), def);
            }
        }
        game::compile(&catalog.resolve(&info.id).unwrap()).unwrap();
    }
}

#[test]
fn names_of_armies_hold_no_separators() {
    let cwda = Catalog::builtin().info("cwda").unwrap();
    let army = &cwda.choices[0];
    assert_eq!(army.options.len(), 15);
    for option in &army.options {
        assert!(option.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()), "{}", option.id);
    }
}

#[test]
fn the_small_variants_are_as_their_inventors_say() {
    let half = resolve("half-chess");
    assert_eq!(
        half.sides[0].pieces.iter().map(|piece| piece.betza.as_str()).collect::<Vec<_>>(),
        ["mfWcefFimfnD", "ffNsbN", "hhB", "hhR", "hhQ", "K"]
    );
    assert_eq!(half.sides[0].army, "Half Chess");
    assert_eq!(piece(&resolve("halfling").sides[1], 'N').betza, "N");
    assert_eq!(resolve("berolina").title, "Berolina Chess");

    let narrow = resolve("narrow");
    assert_eq!((narrow.shape.files(), narrow.shape.ranks(), narrow.array.len()), (2, 20, 20));
    assert_eq!((narrow.rules.no_moves, &narrow.rules.castling), (NoMoves::MoverLoses, &Castling::None));
    assert_eq!(piece(&narrow.sides[0], 'K').unchecked.legs.len(), 8);
    assert_eq!(promotions(&narrow, Color::Black), "A");
    assert_eq!(resolve("narrow;fifty=off").rules.move_limit, 0);
    assert_eq!(resolve("narrow;fifty=Off").id, "narrow;fifty=off");

    let nearly = resolve("nearly-colorboundmost");
    assert_eq!(first_rank(&nearly, Color::White), "CNBQKBNC");
    assert_eq!(nearly.rules.castling, Castling::Corner { a_side: 2, h_side: 6, keep_color: false });
    assert_eq!(promotions(&nearly, Color::White), "CNBQ");
    let mixed = resolve("nearly-colorboundmost-raiders-colorboundmost");
    assert_eq!(mixed.id, "nearly-colorboundmost:raiders/colorboundmost");
    assert_eq!((promotions(&mixed, Color::White), promotions(&mixed, Color::Black)), ("CLBQN".into(), "CNBQL".into()));
}

/// A folder of variant files that goes away with the test.
struct Files(PathBuf);

impl Files {
    fn new(test: &str, files: &[(&str, &str)]) -> Files {
        let folder = std::env::temp_dir().join(format!("fibnif-variants-{}-{test}", std::process::id()));
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Files(folder)
    }

    fn catalog(&self) -> Catalog {
        let mut catalog = Catalog::builtin();
        catalog.add_path(&self.0).unwrap_or_else(|error| panic!("{error}"));
        catalog
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// What is found in a variant file, without the folder's name.
fn findings(test: &str, text: &str) -> String {
    let files = Files::new(test, &[("mine.toml", text)]);
    let findings = Catalog::builtin().check(&files.0.join("mine.toml"));
    let texts: Vec<_> = findings.iter().map(ToString::to_string).collect();
    texts.join("\n").replace(&format!("{}/", files.0.display()), "")
}

#[test]
fn a_user_adds_a_variant_and_an_army_without_code() {
    let files = Files::new(
        "user",
        &[
            ("mine.toml", "title = 'Mine'\nextends = 'cwda'\nrules.no_moves = 'mover-wins'\nchoice.army.default = 'knights'\n"),
            (
                "armies/knights.toml",
                "title = 'Knights'\n[pieces]\nR = { letters = 'WKX', betza = 'NW' }\nN = { betza = 'N' }\nB = { letters = 'F', betza = 'NF' }\nQ = { letters = 'K', betza = 'NK' }\n",
            ),
        ],
    );
    // The King has the K: the army's last piece needs another letter.
    let error = files.catalog().resolve("mine").unwrap_err().to_string();
    assert!(error.contains("knights.toml:6:17: every letter of `K` is already another piece's of White"), "{error}");
    fs::write(
        files.0.join("armies/knights.toml"),
        fs::read_to_string(files.0.join("armies/knights.toml")).unwrap().replace("'K'", "'KNQ'"),
    )
    .unwrap();
    let catalog = files.catalog();
    let def = catalog.resolve("mine:/fide").unwrap_err();
    assert!(def.to_string().starts_with("unknown army ``: expected `fide`"), "{def}");
    let def = catalog.resolve("mine:knights/fide;promotion=both").unwrap();
    assert_eq!((def.rules.no_moves, first_rank(&def, Color::White).as_str()), (NoMoves::MoverWins, "WNFQKFNW"));
    assert_eq!(def.id, "mine:knights/fide;promotion=both");
    // White's own Q keeps its letter; the queen of the FIDEs has none of hers left and takes a free one.
    assert_eq!(promotions(&def, Color::White), "WNFQRBA");
    assert_eq!(catalog.resolve("cwda:knights").unwrap().sides[0].army, "Knights");
}

#[test]
fn zones_add_moves_and_are_turned_for_black() {
    let files = Files::new(
        "zones",
        &[(
            "mine.toml",
            "extends = 'chess'\nzone.far.squares = 'a5:b6 h8'\npieces.K.in.far = { betza = 'mN', keeps_clock = true }\npieces.Q.in.far = 'N'\n",
        )],
    );
    let def = files.catalog().resolve("mine").unwrap();
    let zone = |side: usize| {
        let king = &piece(&def.sides[side], 'K').zones[0];
        (king.squares.iter().map(|&square| def.shape.name(square)).collect::<Vec<_>>(), king.movement.legs.len(), king.keeps_clock)
    };
    assert_eq!(zone(0), (["a5", "b5", "a6", "b6", "h8"].map(String::from).to_vec(), 8, true));
    assert_eq!(zone(1), (["a1", "g3", "h3", "g4", "h4"].map(String::from).to_vec(), 8, true));
    assert!(!piece(&def.sides[0], 'Q').zones[0].keeps_clock);
}

#[test]
fn promotion_may_have_squares_and_be_free() {
    let files = Files::new(
        "promotion",
        &[("mine.toml", "extends = 'chess'\npieces.P.promotes = { to = ['Q', 'N'], squares = 'a7:h8', forced = false }\n")],
    );
    let def = files.catalog().resolve("mine").unwrap();
    let promotion = piece(&def.sides[1], 'P').promotion.clone().unwrap();
    assert_eq!((promotion.squares.len(), promotion.forced, promotions(&def, Color::Black).as_str()), (16, false, "QN"));
    assert!(promotion.squares.iter().all(|square| square.0 < 16));
}

/// A chess with one line replaced.
fn chess_with(line: &str, by: &str) -> String {
    let chess = "title = 'Mine'\nstart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n[pieces]\nP = { betza = 'mfWcefFimfnD', promotes = 'own' }\nN = { betza = 'N' }\nB = { betza = 'B' }\nR = { betza = 'R' }\nQ = { betza = 'Q' }\nK = { betza = 'K', royal = 'check' }\n";
    assert!(chess.contains(line), "{line}");
    chess.replacen(line, by, 1)
}

#[test]
fn what_is_wrong_is_shown_where_it_is_written() {
    let cases = [
        ("N = { betza = 'N' }", "N = { betza = 'NxW' }", "mine.toml:5:17: error: ", "\n  N = { betza = 'NxW' }\n                  ^"),
        ("N = { betza = 'N' }", "N = { beta = 'N' }", "mine.toml:5:7: error: unknown key `beta`, expected one of `name`", "\n        ^^^^"),
        ("title", "titel", "mine.toml:1:1: error: unknown key `titel`, expected one of `title`", "^^^^^"),
        ("rnbqkbnr", "rnbqkbar", "mine.toml:2:16: error: expected a role of Black (P N B R Q K), found `a`", "^"),
        ("rnbqkbnr", "rnbqkbn", "mine.toml:2:18: error: this rank has 8 squares, the first one 7", "^^^^^^^^"),
        ("/8/8/8", "/8/8?/8", "mine.toml:2:31: error: expected a piece's letter, a number, `*` or `/`, found `?`", "^"),
        ("/8/8/8", "/8/9/8", "mine.toml:2:30: error: this rank has 9 squares, the first one 8", "^"),
        (" w KQkq", " x KQkq", "mine.toml:2:54: error: expected `w` or `b`, the side that moves first", "^"),
        (" w KQkq", " ж KQkq", "mine.toml:2:54: error: expected `w` or `b`, the side that moves first", "^"),
        ("N = { betza = 'N' }", "N = { betza = 'Nж' }", "mine.toml:5:17: error: ", "^"),
        ("'own'", "['Q', 'X']", "mine.toml:4:48: error: expected one of P N B R Q K, found `X`", "^^^"),
        ("'own'", "['K']", "mine.toml:4:43: error: a piece cannot promote to the royal `K`", "^^^"),
        ("'own'", "'any'", "mine.toml:4:42: error: expected `own`, `both` or a list of roles, found the text `any`", "^^^^^"),
        ("royal = 'check'", "royal = true", "mine.toml:9:28: error: expected text, found true", "^^^^"),
        ("[pieces]", "[pieces]\nQQ = { betza = 'Q' }", "mine.toml:4:1: error: expected a role, one capital letter, found `QQ`", "^^"),
        ("Q = { betza = 'Q' }", "Q = { betza = 'Q', letters = 'q' }", "mine.toml:8:31: error: expected capital letters, found `q`", "^"),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', letters = 'R' }",
            "mine.toml:8:30: error: every letter of `R` is already another piece's",
            "^^^",
        ),
        ("Q = { betza = 'Q' }", "Q = { name = 'Queen' }", "mine.toml:8:1: error: the piece `Q` has no `betza`", "^"),
        ("Q = { betza = 'Q' }", "Q = { betza = 'Q', in.far = 'N' }", "mine.toml:8:23: error: there is no zone `far`", "^^^"),
        ("Q = { betza = 'Q' }", "Q = { betza = 'Q', xboard.slot = 66 }", "mine.toml:8:34: error: expected a slot from 0 to 65", "^^"),
        ("royal = 'check'", "royal = 'check', unchecked = 'N'", "mine.toml:9:49: error: expected moves without capture", "^^^"),
        ("[pieces]", "rules.repetition = 999\n[pieces]", "mine.toml:3:20: error: 999 is out of range", "^^^"),
        (
            "[pieces]",
            "rules.no_moves = 'loss'\n[pieces]",
            "mine.toml:3:18: error: expected `draw`, `mover-loses` or `mover-wins`, found the text `loss`",
            "",
        ),
        ("[pieces]", "rules.castling.king_to = ['c']\n[pieces]", "mine.toml:3:26: error: expected the two files the King castles to", ""),
        ("[pieces]", "zone.far.squares = 'a1:i8'\n[pieces]", "mine.toml:3:21: error: expected squares of this board", "^^^^^"),
        ("[pieces]", "extends = 'mine'\n[pieces]", "mine.toml:3:11: error: `mine` extends this variant in turn", ""),
        ("[pieces]", "choice.x.scope = 'both'\n[pieces]", "mine.toml:3:18: error: expected `side` or `game`, found the text `both`", ""),
        (
            "[pieces]",
            "choice.x = { scope = 'game', default = 'b', options.a = {} }\n[pieces]",
            "mine.toml:3:40: error: expected `a`, found `b`",
            "",
        ),
        (
            "[pieces]",
            "choice.x = { scope = 'side', options.a.rules.repetition = 2 }\n[pieces]",
            "error: one side's choice cannot change `rules`",
            "",
        ),
        (
            "[pieces]",
            "choice.x = { scope = 'side', files = ['nutters'], fills = ['R'] }\n[pieces]",
            "error: `nutters` fills R N B Q, expected R",
            "",
        ),
        ("K', royal", "KisO2', royal", "", ""),
        ("[pieces]", "[pieces", "mine.toml:3:8: error: ", ""),
    ];
    let mut wrong = Vec::new();
    for (i, (line, by, start, part)) in cases.into_iter().enumerate() {
        let found = findings(&format!("places-{i}"), &chess_with(line, by));
        if !found.contains(start) || !found.contains(part) || found.is_empty() != start.is_empty() {
            wrong.push(format!("{by}\n  expected {start}\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn castling_belongs_in_one_place() {
    let both = chess_with("K', royal", "KisO2', royal").replace("[pieces]", "rules.castling.keep_color = true\n[pieces]");
    let found = findings("castling-both", &both);
    assert!(found.contains("mine.toml:3:7: error: castling is here and in `KisO2`"), "{found}");
    let files = Files::new("castling-betza", &[("mine.toml", &chess_with("K', royal", "KisO2', royal"))]);
    assert_eq!(files.catalog().resolve("mine").unwrap().rules.castling, Castling::None);
}

#[test]
fn what_is_hardly_meant_is_a_warning() {
    for (i, (line, by, warning)) in [
        ("mfWcefFimfnD", "mfWcfFimfnD", "warning: the P may be captured en passant, but no piece of Black has `e`"),
        ("mfWcefFimfnD", "mfWcefF", "warning: the P captures en passant, but no pawn of Black has an `in` double step"),
        (", royal = 'check'", "", "White starts without a royal piece"),
        ("Q = { betza = 'Q' }", "Q = { betza = '' }", "mine.toml:8:1: warning: the Q has no moves"),
        ("[pieces]", "[pieces]\nA = { betza = 'A', royal = 'check' }", "warning: the A is neither in the array nor promoted to"),
        ("R = { betza = 'R' }", "R = { betza = 'R', xboard.slot = 18 }", "warning: XBoard takes whatever is in slot 18 for a pawn"),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', letters = 'RQ' }",
            "warning: the Q is shown as `Q`: its first letter is another piece's",
        ),
        ("[pieces]", "rules.castling = 'none'\n[pieces]", "warning: the array gives the castling rights `KQkq`, but there is no castling"),
    ]
    .into_iter()
    .enumerate()
    {
        let found = findings(&format!("warnings-{i}"), &chess_with(line, by));
        assert!(found.contains(warning), "{by}:\n{found}");
        assert!(!found.contains("error:"), "{by}:\n{found}");
    }
}

#[test]
fn what_is_asked_for_in_vain_is_answered_with_what_there_is() {
    let catalog = Catalog::builtin();
    for (text, start) in [
        ("ches", "unknown variant `ches`: expected one of `chess`, `cwda`"),
        ("cwda:nuters", "unknown army `nuters`: expected `fide`, `clobberers`, `nutters`, `rookies`"),
        ("cwda-nuters", "unknown variant `cwda-nuters`"),
        ("chess:fide", "`chess` has nothing for a side to choose, found `:fide`"),
        ("cwda;promotion", "expected CHOICE=VALUE after `;` in `cwda;promotion`, found `promotion`"),
        ("cwda;fence=vertical", "`cwda` has no choice `fence`: it has `army`, `promotion`"),
        ("narrow;fifty=perhaps", "unknown fifty `perhaps`: expected `on`, `off`"),
        ("", "unknown variant ``"),
    ] {
        let error = catalog.resolve(text).unwrap_err().to_string();
        assert!(error.starts_with(start), "{text}: {error}");
    }
    let error = Catalog::builtin().add_path(Path::new("nowhere/mine.toml")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read `nowhere/mine.toml`: "), "{error}");
}

#[test]
fn an_army_that_nobody_takes_is_found() {
    let files = Files::new("army", &[("few.toml", "title = 'Few'\npieces.R.betza = 'R'\npieces.N.betza = 'N'\n")]);
    let findings = Catalog::builtin().check(&files.0.join("few.toml"));
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].message, "no variant takes the army `few`, which fills R N");
}

#[test]
fn notation_that_an_army_always_replaces_is_read_all_the_same() {
    let found = findings("replaced", "extends = 'cwda'\npieces.R = { betza = 'RyN' }\n");
    assert!(found.starts_with("mine.toml:2:24: error: "), "{found}");
}
