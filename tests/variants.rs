//! Variant files: what they resolve to, what may be chosen, and what is refused, where.

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
