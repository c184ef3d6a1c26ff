//! Variant files: their meaning, and the possible choices.

use std::fs;
use std::path::Path;

use fibnif::rules::game;
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::position::Position;
use fibnif::rules::variant::{
    Castling, Catalog, NoMoves, Partner, PieceDef, Repeated, Scope, SideDef, TurnRule, VariantDef,
    VariantError,
};

use crate::common::definition;
use crate::common::files::Files;

/// The letters of a side's pieces on its first rank, from the a-file.
fn first_rank(def: &VariantDef, color: Color) -> String {
    let mut men: Vec<_> = def
        .array
        .iter()
        .filter(|&&(square, side, _)| side == color && def.shape.rank_for(square, color) == 0)
        .collect();
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
    let def = definition("chess");
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
    assert_eq!(
        def.rules.castling,
        Castling::Corner { a_side: 2, h_side: 6, partner: Partner::Corner, keep_color: true }
    );
    assert_eq!((def.rules.no_moves, def.rules.repetition, def.rules.move_limit), (NoMoves::Draw, 3, 50));
    assert!(piece(&def.sides[0], 'K').royal && !piece(&def.sides[0], 'Q').royal);
}

#[test]
fn each_side_has_its_own_army() {
    let def = definition("cwda:clobberers/nutters");
    assert_eq!(def.id, "cwda:clobberers/nutters");
    assert_eq!(
        (def.sides[0].army.as_str(), def.sides[1].army.as_str()),
        ("Colorbound Clobberers", "Nutty Knights")
    );
    assert_eq!(first_rank(&def, Color::White), "LECAKCEL");
    assert_eq!(first_rank(&def, Color::Black), "THUCKUHT");
    assert_eq!(promotions(&def, Color::White), "LECA");
    assert_eq!(promotions(&def, Color::Black), "THUC");
}

#[test]
fn promotion_to_either_army_takes_free_letters() {
    let def = definition("cwda:clobberers/nutters;promotion=both");
    assert_eq!(def.id, "cwda:clobberers/nutters;promotion=both");
    assert_eq!(promotions(&def, Color::White), "LECATHUG");
    assert_eq!(promotions(&def, Color::Black), "THUCLEXA");
    // Equal armies offer no foreign pieces.
    assert_eq!(promotions(&definition("cwda:rookies;promotion=both"), Color::White), "SWHM");
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
        assert_eq!(definition(text).id, pair, "{text}");
        assert_eq!(definition(text), definition(pair), "{text}");
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
        assert_eq!(definition(text).id, id, "{text}");
    }
}

#[test]
fn choices_are_made_one_at_a_time() {
    let catalog = Catalog::builtin();
    let def = catalog
        .resolve_with(
            "cwda",
            &[("white army", "rookies"), ("Promotion", "Either army"), ("white army", "nutters")],
        )
        .unwrap();
    assert_eq!(def.id, "cwda:nutters/fide;promotion=both");
    assert_eq!(catalog.resolve(&def.id).unwrap(), def);
    let error = catalog.resolve_with("cwda", &[("white promotion", "both")]).unwrap_err();
    assert_eq!(error.to_string(), "`promotion` is chosen for the game, not for a side");
}

#[test]
fn the_list_tells_what_may_be_chosen() {
    let list = Catalog::builtin().list();
    assert_eq!((list[0].id.as_str(), list[1].id.as_str()), ("chess", "cwda"));
    let [start] = &list[0].choices[..] else { panic!("one choice") };
    assert_eq!((start.id.as_str(), start.scope, start.options[1].id.as_str()), ("start", Scope::Game, "960"));
    let [army, promotion, hands, _] = &list[1].choices[..] else { panic!("four choices") };
    assert_eq!((army.id.as_str(), army.scope, army.from_files), ("army", Scope::Side, true));
    assert_eq!(army.options[army.default].title, "Fabulous FIDEs");
    assert_eq!((promotion.id.as_str(), promotion.scope), ("promotion", Scope::Game));
    let titles: Vec<_> = promotion.options.iter().map(|option| option.title.as_str()).collect();
    assert_eq!(titles, ["Own army", "Either army"]);
    assert_eq!((hands.id.as_str(), hands.scope, hands.default), ("hands", Scope::Game, 0));
}

#[test]
fn every_built_in_file_is_free_of_findings() {
    let catalog = Catalog::builtin();
    for folder in ["variants", "variants/armies"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            // Without the feature `large` it has too many pieces.
            let too_large = path.ends_with("chu.toml") && !cfg!(feature = "large");
            if path.is_file() {
                let checked = catalog.check(&[path], &|_| Vec::new());
                let findings = checked.iter().flat_map(|file| &file.findings).map(ToString::to_string);
                let others: Vec<_> =
                    findings.filter(|said| !too_large || !said.contains("`--features large`")).collect();
                assert!(others.is_empty(), "{}", others.join("\n"));
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
                let def = match catalog.resolve_with(&info.id, &[(&choice.id, &option.id)]) {
                    // Not everything can be combined with the defaults.
                    Err(VariantError::Refused(_)) => continue,
                    other => other.unwrap(),
                };
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
    assert_eq!(army.options.len(), 27);
    for option in &army.options {
        assert!(
            option.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()),
            "{}",
            option.id
        );
    }
}

/// The pieces on the left wing turn to the left, as their owner sees it.
#[test]
fn armies_may_be_handed() {
    let rank = |color| first_rank(&definition("cwda:bozos/fizzies"), color);
    assert_eq!(rank(Color::White), "LMTGKSAR");
    assert_eq!(rank(Color::Black), "RGCEKCGL");
    let bozos = definition("cwda:bozos/fizzies");
    assert_eq!(
        (piece(&bozos.sides[0], 'L').betza.as_str(), piece(&bozos.sides[0], 'R').betza.as_str()),
        ("FyaflF", "FyafrF")
    );
    let greener = definition("greener:bozos+R=Crab");
    let added = |role| piece(&greener.sides[0], role).zones.clone();
    assert!(!added('R').is_empty());
    assert_eq!(added('L'), added('R'), "what strengthens a role is for both wings");
}

/// The Cannoneers as described in the thread: riders that do not stop beside a piece on their line, and
/// leap over one; Mortars begin on dark squares.
#[test]
fn cannoneers_need_room_behind_their_end() {
    let cannoneers = definition("cwda:cannoneers");
    assert_eq!(first_rank(&cannoneers, Color::White), "MNCQKCNH");
    assert_eq!(first_rank(&cannoneers, Color::Black), "HNCQKCNM");
    let goes = |fen: &str, from: &str| {
        crate::common::moves_from(&crate::common::position("cwda:cannoneers", fen), from)
    };
    let line = "4k3/p7/8/8/8/8/8/M3K3 w - - 0 1";
    assert_eq!(goes(line, "a1"), crate::common::set(["a2", "a3", "a4", "a5", "a7", "b1", "c1"]));
    let hop = "4k3/p7/p7/8/8/8/8/M3K3 w - - 0 1";
    assert_eq!(goes(hop, "a1"), crate::common::set(["a2", "a3", "a4", "a7", "b1", "c1"]));
    let howitzer = "4k3/8/8/8/p7/8/8/H3K3 w - - 0 1";
    assert_eq!(
        goes(howitzer, "a1"),
        crate::common::set(["a2", "a4", "a5", "a6", "a7", "a8", "b1", "c1", "f1", "g1", "h1"])
    );
    let carronade = "4k3/8/8/4p3/8/8/8/C3K2n w - - 0 1".replace("C3K2n", "1C2K2n");
    assert_eq!(goes(&carronade, "b1"), crate::common::set(["a2", "c2", "d3", "e4", "f5", "g6", "h7"]));
}

#[test]
fn a_triple_step_is_called_so() {
    let text = |variant: &str| {
        let mut page = Vec::new();
        fibnif::commands::show::run(&Catalog::builtin(), variant, false, &mut page).unwrap();
        String::from_utf8(page).unwrap()
    };
    assert!(text("omega").contains("a pawn that has just made its double or triple step"));
    assert!(text("chess").contains("a pawn that has just made its double step"));
}

/// Ten pawns with three moves each, two knights with two, two Wizards with one, two Champions with two.
/// A pawn that has advanced three squares can be captured on both squares that it passed.
#[test]
fn omega_chess_is_as_its_rules_say() {
    let moves = |fen: &str, after: &str| {
        let mut position = crate::common::position("omega", fen);
        if !after.is_empty() {
            position.make(position.parse_move(after).unwrap());
        }
        crate::common::legal(&position).into_iter().map(|m| position.move_text(m)).collect::<Vec<_>>()
    };
    let start = Position::start(crate::common::game("omega")).fen();
    assert_eq!(moves(&start, "").len(), 30 + 4 + 2 + 4);
    for (rank, capture) in [("*2p7*/*10*", "d5e4"), ("*10*/*2p7*", "d6e5")] {
        let (high, low) = rank.split_once('/').unwrap();
        let fen = start.replacen(
            "/*10*/*10*/*10*/*10*/*10*/*10*/",
            &format!("/*10*/*10*/*10*/{low}/{high}/*10*/"),
            1,
        );
        let fen = fen.replacen("*ppp", "*pp1", 1);
        assert!(moves(&fen, "e3e6").contains(&capture.to_owned()), "{fen}");
    }
}

#[test]
fn the_small_variants_are_as_their_inventors_say() {
    let half = definition("half-chess");
    assert_eq!(
        half.sides[0].pieces.iter().map(|piece| piece.betza.as_str()).collect::<Vec<_>>(),
        ["mfWcefFimfnD", "ffNsbN", "hhB", "hhR", "hhQ", "K"]
    );
    assert_eq!(half.sides[0].army, "Half Chess");
    assert_eq!(piece(&definition("halfling").sides[1], 'N').betza, "N");
    assert_eq!(definition("berolina").title, "Berolina Chess");

    let narrow = definition("narrow");
    assert_eq!((narrow.shape.files(), narrow.shape.ranks(), narrow.array.len()), (2, 20, 20));
    assert_eq!((narrow.rules.no_moves, &narrow.rules.castling), (NoMoves::MoverLoses, &Castling::None));
    assert_eq!(piece(&narrow.sides[0], 'K').unchecked.legs.len(), 8);
    assert_eq!(promotions(&narrow, Color::Black), "A");
    assert_eq!(definition("narrow;fifty=off").rules.move_limit, 0);
    assert_eq!(definition("narrow;fifty=Off").id, "narrow;fifty=off");

    let nearly = definition("nearly-colorboundmost");
    assert_eq!(first_rank(&nearly, Color::White), "CNBQKBNC");
    assert_eq!(
        nearly.rules.castling,
        Castling::Corner { a_side: 2, h_side: 6, partner: Partner::Corner, keep_color: false }
    );
    assert_eq!(promotions(&nearly, Color::White), "CNBQ");
    let mixed = definition("nearly-colorboundmost-raiders-colorboundmost");
    assert_eq!(mixed.id, "nearly-colorboundmost:raiders/colorboundmost");
    assert_eq!(
        (promotions(&mixed, Color::White), promotions(&mixed, Color::Black)),
        ("CLBQN".into(), "CNBQL".into())
    );
}

#[test]
fn two_colors_are_two_games() {
    let def = definition("colorboundmost");
    assert_eq!(def.start_fields, "w - - 0 1 d -");
    assert_eq!(
        (first_rank(&def, Color::White).as_str(), promotions(&def, Color::Black).as_str()),
        ("CNBQKBNC", "CNBQ")
    );
    let rules = &def.rules;
    assert_eq!((rules.turn, rules.no_moves), (TurnRule::OneMovePerSquareColor, NoMoves::ClosesColor));
    assert_eq!((rules.repetition, rules.repeated, rules.move_limit), (3, Repeated::ClosesColor, 50));
    assert_eq!((rules.material_draw, &rules.castling), (false, &Castling::None));
    let other_reading = definition("colorboundmost:raiders;stalemate=full");
    assert_eq!(other_reading.id, "colorboundmost:raiders;stalemate=full");
    assert_eq!(
        (other_reading.rules.no_moves, first_rank(&other_reading, Color::Black).as_str()),
        (NoMoves::Draw, "CLBQKBLC")
    );
    let mixed = definition("colorboundmost:raiders/colorboundmost");
    assert_eq!(
        (promotions(&mixed, Color::White), promotions(&mixed, Color::Black)),
        ("CLBQN".into(), "CNBQL".into())
    );
}

#[test]
fn the_color_bound_army_meets_any_other_under_an_orthodox_king() {
    let def = definition("cwda:colorboundmost/fide");
    assert_eq!(
        (first_rank(&def, Color::White).as_str(), first_rank(&def, Color::Black).as_str()),
        ("CNBQKBNC", "RNBQKBNR")
    );
    assert_eq!(
        (piece(&def.sides[0], 'K').betza.as_str(), piece(&def.sides[0], 'P').betza.as_str()),
        ("K", "mfWcefFimfnD")
    );
    assert_eq!(promotions(&def, Color::White), "CNBQ");
    assert_eq!(first_rank(&definition("cwda:fide/raiders"), Color::Black), "CLBQKBLC");
}

#[test]
fn a_user_adds_a_variant_and_an_army_without_code() {
    let files = Files::new(
        "user",
        &[
            (
                "mine.toml",
                "title = 'Mine'\nextends = 'cwda'\nrules.no_moves = 'mover-wins'\nchoice.army.default = \
                 'knights'\n",
            ),
            (
                "armies/knights.toml",
                "title = 'Knights'\n[pieces]\nR = { letters = 'WKX', betza = 'NW' }\nN = \
                 { betza = 'N' }\nB = { letters = 'F', betza = 'NF' }\nQ = { letters = 'K', betza = 'NK' }\n",
            ),
        ],
    );
    // The king has the K, so the army's last piece needs another letter.
    let error = files.catalog().resolve("mine").unwrap_err().to_string();
    assert!(
        error.contains("knights.toml:6:17: every letter of `K` is already another piece's of White"),
        "{error}"
    );
    fs::write(
        files.0.join("armies/knights.toml"),
        fs::read_to_string(files.0.join("armies/knights.toml")).unwrap().replace("'K'", "'KNQ'"),
    )
    .unwrap();
    let catalog = files.catalog();
    let def = catalog.resolve("mine:/fide").unwrap_err();
    assert!(def.to_string().starts_with("unknown army ``: none of the 28 known names is similar"), "{def}");
    let def = catalog.resolve("mine:knights/fide;promotion=both").unwrap();
    assert_eq!(
        (def.rules.no_moves, first_rank(&def, Color::White).as_str()),
        (NoMoves::MoverWins, "WNFQKFNW")
    );
    assert_eq!(def.id, "mine:knights/fide;promotion=both");
    // White's own Q keeps its letter. The FIDEs' queen finds none of hers free and takes another.
    assert_eq!(promotions(&def, Color::White), "WNFQRBA");
    assert_eq!(catalog.resolve("cwda:knights").unwrap().sides[0].army, "Knights");
}

#[test]
fn zones_add_moves_and_are_turned_for_black() {
    let files = Files::new(
        "zones",
        &[(
            "mine.toml",
            "extends = 'chess'\nzone.far.squares = 'a5:b6 h8'\npieces.K.in.far = \
             { betza = 'mN', keeps_clock = true }\npieces.Q.in.far = 'N'\n",
        )],
    );
    let def = files.catalog().resolve("mine").unwrap();
    let zone = |side: usize| {
        let king = &piece(&def.sides[side], 'K').zones[0];
        (
            king.squares.iter().map(|&square| def.shape.name(square)).collect::<Vec<_>>(),
            king.movement.legs.len(),
            king.keeps_clock,
        )
    };
    assert_eq!(zone(0), (["a5", "b5", "a6", "b6", "h8"].map(String::from).to_vec(), 8, true));
    assert_eq!(zone(1), (["a1", "g3", "h3", "g4", "h4"].map(String::from).to_vec(), 8, true));
    assert!(!piece(&def.sides[0], 'Q').zones[0].keeps_clock);
}

#[test]
fn a_view_shows_every_square_once() {
    let catalog = Catalog::builtin();
    let narrow = catalog.resolve("narrow").unwrap();
    assert_eq!(catalog.resolve("narrow-folded").unwrap(), narrow);
    assert_eq!(catalog.resolve("narrow-folded;fifty=off").unwrap().id, "narrow;fifty=off");
    assert_eq!(catalog.view("narrow-folded;fifty=off").as_deref(), Some("narrow-folded"));
    assert_eq!((catalog.view("narrow"), catalog.view("nonsense")), (None, None));
    assert_eq!(catalog.info("narrow-folded").unwrap().id, "narrow");
    assert_eq!(catalog.info("narrow").unwrap().views, ["narrow-folded"]);
    let [view] = &narrow.views[..] else { panic!("one view") };
    assert_eq!((view.id.as_str(), view.shape.files(), view.shape.ranks()), ("narrow-folded", 10, 5));
    // Ranks 1 to 10 from left to right, b above a; a row of holes; 11 to 20 back again.
    let shown =
        |name: &str| view.shape.name(view.shown[narrow.shape.parse_square(name).unwrap().index()].unwrap());
    let squares = ["a1", "b1", "a10", "b10", "a11", "b11", "a20", "b20"];
    assert_eq!(squares.map(shown), ["a1", "a2", "j1", "j2", "j5", "j4", "a5", "a4"]);
    // j3 is not a hole, although it is always empty: XBoard's moves around the bend cross it.
    assert_eq!(view.shape.squares().count(), 41);
    assert!((20..29).all(|hole| view.shape.is_hole(Square(hole))));
}

#[test]
fn promotion_may_have_squares_and_be_free() {
    let files = Files::new(
        "promotion",
        &[(
            "mine.toml",
            "extends = 'chess'\npieces.P.promotes = { to = ['Q', 'N'], squares = 'a7:h8', forced = false }\n",
        )],
    );
    let def = files.catalog().resolve("mine").unwrap();
    let promotion = piece(&def.sides[1], 'P').promotion.clone().unwrap();
    assert_eq!(
        (promotion.squares.len(), promotion.forced, promotions(&def, Color::Black).as_str()),
        (16, false, "QN")
    );
    assert!(promotion.squares.iter().all(|square| square.0 < 16));
}
