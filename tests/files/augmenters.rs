//! Zones and augmenters: Greener Chess and Augmented Half Chess, as data.

use fibnif::rules::game;
use fibnif::rules::variant::{Catalog, PieceDef, Scope, VariantDef, VariantError};

use crate::common::definition;
use crate::common::files::{Files, findings};

fn pieces(def: &VariantDef, side: usize, role: char) -> Vec<&PieceDef> {
    def.sides[side].pieces.iter().filter(|piece| piece.role == role).collect()
}

fn piece(def: &VariantDef, side: usize, role: char) -> &PieceDef {
    pieces(def, side, role)[0]
}

/// The moves of a piece in zones, each with the first and last square of the zone.
fn green(def: &VariantDef, piece: &PieceDef) -> Vec<String> {
    let ends = |squares: &[fibnif::rules::geometry::Square]| {
        (def.shape.name(squares[0]), def.shape.name(squares[squares.len() - 1]), squares.len())
    };
    piece
        .zones
        .iter()
        .map(|zone| {
            let (first, last, number) = ends(&zone.squares);
            format!("{} {first}..{last} ({number})", zone.betza)
        })
        .collect()
}

#[test]
fn it_is_greener_beyond_the_fence() {
    let def = definition("greener:fide+R=Crab,N=A/nutters+Q=D;king=A/none");
    assert_eq!(def.id, "greener:fide+R=Crab,N=A/nutters+Q=D;king=A/none");
    assert_eq!(green(&def, piece(&def, 0, 'R')), ["ffNsbN a5..h8 (32)"]);
    assert_eq!(green(&def, piece(&def, 0, 'N')), ["A a5..h8 (32)"]);
    assert_eq!(green(&def, piece(&def, 0, 'K')), ["mA a5..h8 (32)"]);
    assert!(piece(&def, 0, 'B').zones.is_empty());
    assert_eq!(green(&def, piece(&def, 1, 'Q')), ["D a1..h4 (32)"]);
    assert!(piece(&def, 1, 'K').zones.is_empty());
    for side in 0..2 {
        let pawn = piece(&def, side, 'P');
        assert_eq!((pawn.zones[0].betza.as_str(), pawn.zones[0].keeps_clock), ("msW", true));
        assert!(pawn.zones[0].movement.legs.iter().all(|leg| !leg.purpose.capture));
    }
    assert_eq!(def.sides[1].army, "Nutty Knights");
    // By default no piece is augmented, and the king has the Crab without captures.
    let plain = definition("greener:fide");
    assert_eq!(green(&plain, piece(&plain, 1, 'K')), ["mffNmbsN a1..h4 (32)"]);
    assert!(piece(&plain, 0, 'K').zones[0].movement.legs.iter().all(|leg| !leg.purpose.capture));
}

/// With a vertical fence it is greener on the wing where a piece did not start. Pieces that start on
/// the files e to h have an apostrophe.
#[test]
fn a_vertical_fence_splits_the_men_by_where_they_start() {
    let def = definition("greener:fide+R=Crab/nutters+Q=D;fence=vertical");
    for side in 0..2 {
        let home = [0, 56][side];
        let first_rank: String = (home..home + 8)
            .map(|square| {
                let &(_, color, index) = def.array.iter().find(|(at, ..)| at.0 == square).unwrap();
                let piece = &def.sides[color.index()].pieces[index];
                piece.mark.map_or_else(|| piece.letter.to_string(), |mark| format!("{}{mark}", piece.letter))
            })
            .collect();
        assert_eq!(first_rank, ["RNBQK'B'N'R'", "THUCK'U'H'T'"][side]);
        for piece in &def.sides[side].pieces {
            let files = piece.zones.iter().flat_map(|zone| &zone.squares).map(|square| square.0 % 8);
            assert!(
                files.into_iter().all(|file| (file < 4) == piece.mark.is_some()),
                "{} {:?}",
                piece.letter,
                piece.mark
            );
            assert!(piece.zones.iter().all(|zone| zone.squares.len() == 32));
        }
        // One king, two pawns, and two of every promotion piece.
        let number = |role: char| pieces(&def, side, role).len();
        assert_eq!(['K', 'P', 'R', 'N', 'B', 'Q'].map(number), [1, 2, 2, 2, 2, 2]);
    }
    game::compile(&def).unwrap();
}

#[test]
fn what_a_pawn_becomes_counts_as_born_on_its_wing() {
    for text in [
        "greener:fide+R=Crab/nutters;fence=vertical",
        "greener:fide+R=Crab/nutters;promotion=both;fence=vertical",
    ] {
        let def = definition(text);
        for side in 0..2 {
            for pawn in pieces(&def, side, 'P') {
                let targets = &pawn.promotion.as_ref().unwrap().targets;
                let letters: String = targets.iter().map(|target| target.letter).collect();
                let (own, both) = [("RNBQ", "RNBQTHUC"), ("THUC", "THUCRNBQ")][side];
                assert_eq!(letters, if text.contains("both") { both } else { own });
                for target in targets.iter().filter(|target| target.from_side.index() == side) {
                    assert_eq!(def.sides[side].pieces[target.piece].mark, pawn.mark);
                }
                // The other side's zones are turned for a piece that promotes to one of its pieces: a
                // piece of its other wing.
                for target in targets.iter().filter(|target| target.from_side.index() != side) {
                    assert_ne!(def.sides[1 - side].pieces[target.piece].mark, pawn.mark);
                }
            }
        }
        let game = game::compile(&def).unwrap();
        for pawn in game.kinds.iter().filter(|kind| kind.pawn) {
            assert!(pawn.promotes_to.iter().all(|man| game.kinds[man.index()].mark == pawn.mark));
        }
    }
}

#[test]
fn every_way_to_say_an_army_and_its_augmenters_leads_to_one() {
    let id = "greener:fide+R=Crab/nutters+R=A";
    for text in [
        id,
        "greener:+R=Crab/nutters+R=A",
        "greener:R=Crab/nutters+R=A",
        "greener:fide+r=crab/Nutty Knights+R=a",
        "greener;army=fide/nutters;R=Crab/A;N=none;B=none;Q=none",
        "greener:fide;white R=Crab;black army=nutters;black R=A",
        "greener-fide+R=Crab-nutters+R=A",
    ] {
        assert_eq!(definition(text).id, id, "{text}");
    }
    for (text, id) in [
        ("greener:fide", "greener:fide"),
        ("greener:fide+R=none", "greener:fide"),
        // The default of a side is the augmenters of the file.
        ("greener", "greener"),
        ("greener:fide+R=Crab,B=W,Q=A", "greener"),
        ("greener;army=fide/nutters", "greener:fide+R=Crab,B=W,Q=A/nutters+R=Crab,B=W,Q=A"),
        // A default that adds nothing to the piece of an army is left out: the Meatball already leaps
        // that way.
        ("greener;army=pizza", "greener:pizza+R=Crab,B=W"),
        ("greener:fide+R=Crab", "greener:fide+R=Crab"),
        ("greener:fide/fide+R=Crab", "greener:fide/fide+R=Crab"),
        ("greener;king=Crab", "greener"),
        ("greener;king=crab/Barc;fence=vertical", "greener;king=Crab/Barc;fence=vertical"),
        ("greener:rookies+Q=A,R=D", "greener:rookies+R=D,Q=A"),
    ] {
        assert_eq!(definition(text).id, id, "{text}");
        assert_eq!(definition(id), definition(text), "{text}");
    }
}

/// Choices that the variant itself refuses, with the reason.
fn refused(catalog: &Catalog, text: &str) -> String {
    match catalog.resolve(text) {
        Err(VariantError::Refused(reason)) => reason.to_string(),
        other => panic!("{text}: {:?}", other.map(|def| def.id)),
    }
}

#[test]
fn what_may_not_be_picked_is_refused_with_the_reason() {
    let catalog = Catalog::builtin();
    for (text, reason) in [
        ("greener:fide+R=W", "R+W adds nothing: every move of W is a move of the Rook already"),
        ("greener:fide+Q=F", "Q+F adds nothing: every move of F is a move of the Queen already"),
        (
            "greener:fide/fide+N=Crab",
            "N+Crab adds nothing: every move of Crab is a move of the Knight already",
        ),
        (
            "greener:nutters+N=Narrow",
            "N+Narrow adds nothing: every move of Narrow is a move of the Horse already",
        ),
        (
            "greener:fide+R=F,Q=D,N=F",
            "White uses `F` twice, for R (rook augmenter) and for N (knight augmenter): once is allowed",
        ),
        (
            "greener:fide/fide+R=F,N=F",
            "Black uses `F` twice, for R (rook augmenter) and for N (knight augmenter): once is allowed",
        ),
        ("augmented-half:R=hhR+W", "hhR+W adds nothing: every move of W is a move of the hhR already"),
        ("augmented-half:B=hhB+F", "hhB+F adds nothing: every move of F is a move of the hhB already"),
        (
            "augmented-half:Q=hhR+Crab+Crab",
            "hhR+Crab+Crab adds nothing: every move of Crab is a move of the hhR+Crab already",
        ),
        (
            "augmented-half:N=Narrow+D",
            "`Narrow+D` is not allowed: it would reach no more than half the board",
        ),
        ("augmented-half:B=hhB+A", "`hhB+A` is not allowed: it is not among Ralph Betza's five half-Bishops"),
        (
            "augmented-half:knights+R=hhR+Wide",
            "White uses `Wide` twice, for R (rook) and for N (knight): once is allowed",
        ),
        ("augmented-half:/knights+R=hhR+Narrow", "unknown army"),
        (
            "augmented-half:knights/knights+R=hhR+Narrow",
            "Black has `Narrow` as the basic piece of N (knight), so it cannot augment R (rook) as well",
        ),
    ] {
        match catalog.resolve(text).unwrap_err() {
            VariantError::Refused(found) => assert_eq!(found.to_string(), reason, "{text}"),
            other => assert!(other.to_string().starts_with(reason), "{text}: {other}"),
        }
    }
    // Leaps beyond the first step are something new.
    for text in [
        "greener:fide+R=A",
        "greener:fide+Q=D",
        "greener:fide+Q=Crab",
        "greener:fide+R=D",
        "greener:rookies+R=A",
    ] {
        assert!(catalog.resolve(text).is_ok(), "{text}");
    }
    // What half the augmenter adds is enough.
    assert!(catalog.resolve("greener:nutters+N=Crab").is_ok());
    let both = "greener:fide+R=F,N=F;repeated=allowed";
    assert_eq!(catalog.resolve(both).unwrap().id, both);
    assert!(refused(&catalog, "greener:fide+R=W,N=W;repeated=allowed").starts_with("R+W adds nothing"));
}

#[test]
fn what_cannot_be_read_is_answered_with_what_there_is() {
    let catalog = Catalog::builtin();
    for (text, start) in [
        ("greener:fide+R=Krab", "unknown R `Krab`: did you mean `Crab`?"),
        (
            "greener:fide+R=Rook",
            "unknown R `Rook`: expected `none`, `W`, `F`, `D`, `A`, `Crab`, `Barc`, `Narrow`, `Wide`",
        ),
        ("greener:fide+X=Crab", "there is no role `X` in `X=Crab`: expected one of R N B Q"),
        ("greener:fide+R=Crab,N", "expected ROLE=AUGMENTER, found `N`"),
        ("greener:fide+R", "unknown army `fide+R`"),
        ("cwda:fide+R=Crab", "there is no role `R` in `R=Crab`: nothing can be augmented here"),
        ("augmented-half:nights", "unknown army `nights`: did you mean `knights`?"),
    ] {
        let error = catalog.resolve(text).unwrap_err().to_string();
        assert!(error.starts_with(start), "{text}: {error}");
    }
}

#[test]
fn augmenters_are_choices_like_any_other() {
    let catalog = Catalog::builtin();
    let info = catalog.info("greener").unwrap();
    let titles: Vec<_> =
        info.choices.iter().map(|choice| (choice.id.as_str(), choice.title.as_str(), choice.scope)).collect();
    assert_eq!(
        titles,
        [
            ("army", "Army", Scope::Side),
            ("R", "Rook augmenter", Scope::Side),
            ("N", "Knight augmenter", Scope::Side),
            ("B", "Bishop augmenter", Scope::Side),
            ("Q", "Queen augmenter", Scope::Side),
            ("promotion", "Promotion", Scope::Game),
            ("hands", "Captured pieces", Scope::Game),
            ("repeated", "Same augmenter twice", Scope::Game),
            ("king", "King augmenter", Scope::Side),
            ("fence", "Fence", Scope::Game),
            ("start", "Start", Scope::Game),
        ]
    );
    // Options arrive one at a time, and a forbidden state in between is not refused before the end.
    let chosen = [("white r", "F"), ("white n", "F"), ("black army", "clobberers"), ("white r", "Crab")];
    let id = "greener:fide+R=Crab,N=F/clobberers";
    assert_eq!(catalog.resolve_with("greener:fide", &chosen).unwrap().id, id);
}

/// Every combination of basic pieces and augmenters that the validator accepts. A part that is refused
/// by itself is not combined.
fn legal_armies(catalog: &Catalog) -> Vec<String> {
    let augmenters = ["W", "F", "D", "A", "Crab", "Narrow", "Wide"];
    let options = |role: &str, bases: &[&str]| -> Vec<String> {
        let choices = catalog.info("augmented-half").unwrap().choices;
        let offered = &choices.iter().find(|choice| choice.id == role).unwrap().options;
        let named = bases
            .iter()
            .flat_map(|base| augmenters.iter().map(move |augmenter| format!("{base}+{augmenter}")));
        let is_offered = |id: &String| {
            let is_offered = offered.iter().any(|option| option.id == *id);
            let reason = if is_offered {
                String::new()
            } else {
                refused(catalog, &format!("augmented-half;{role}={id}"))
            };
            assert!(is_offered || reason.contains(id), "{id}: {reason}");
            is_offered
        };
        named.filter(is_offered).collect()
    };
    let (rooks, knights) = (options("R", &["hhR"]), options("N", &["Crab", "Narrow"]));
    let (bishops, queens) = (options("B", &["hhB"]), options("Q", &["hhQ", "hhR+Crab", "hhR+Narrow"]));
    assert_eq!([rooks.len(), knights.len(), bishops.len(), queens.len()], [6, 7, 5, 11]);
    let mut legal = Vec::new();
    for (rook, knight) in rooks.iter().flat_map(|rook| knights.iter().map(move |knight| (rook, knight))) {
        for (bishop, queen) in
            bishops.iter().flat_map(|bishop| queens.iter().map(move |queen| (bishop, queen)))
        {
            let text = format!("augmented-half:R={rook},N={knight},B={bishop},Q={queen}");
            match catalog.resolve(&text) {
                Ok(_) => legal.push(text),
                Err(error) => assert!(matches!(error, VariantError::Refused(_)), "{text}: {error}"),
            }
        }
    }
    legal
}

/// Ralph Betza's page lists the possible augmenters. The rest follows: no augmenter twice, no basic
/// knight as an augmenter, nothing that adds no move.
#[test]
fn there_are_298_augmented_half_armies() {
    let catalog = Catalog::builtin();
    let legal = legal_armies(&catalog);
    assert_eq!(legal.len(), 382);
    let (weak, strong): (Vec<_>, Vec<_>) = legal.into_iter().partition(|army| army.contains("R=hhR+D"));
    assert_eq!((strong.len(), weak.len()), (298, 84));
    assert_eq!(strong.iter().filter(|army| army.contains("Q=hhQ")).count(), 64);
    for army in strong {
        assert_eq!(catalog.remarks(&army, &[]).unwrap(), Vec::<String>::new());
    }
    for army in weak {
        assert_eq!(catalog.remarks(&army, &[]).unwrap(), ["hhR+D is a weak choice"]);
    }
}

#[test]
fn augmented_pieces_are_joined_as_moves() {
    let def = definition("augmented-half:R=hhR+A,N=Narrow+Wide,B=hhB+W,Q=hhR+Crab+F");
    let knight = piece(&def, 0, 'N');
    assert_eq!(
        (knight.name.as_str(), knight.betza.as_str(), knight.movement.legs.len()),
        ("Narrow Half-Knight+Wide", "fbN shN", 8)
    );
    assert!(knight.zones.is_empty());
    assert_eq!(piece(&def, 0, 'Q').betza, "hhR ffNsbN F");
    assert_eq!(piece(&def, 1, 'R').movement.legs.len(), 8);
    assert_eq!(def.sides[0].army, "hhR+A, Narrow+Wide, hhB+W, hhR+Crab+F");
    assert_eq!(definition("augmented-half").sides[0].army, "Real Knights");
}

#[test]
fn a_pawn_may_become_what_either_side_started_with() {
    let letters = |def: &VariantDef, side: usize| -> String {
        let promotion = piece(def, side, 'P').promotion.as_ref().unwrap();
        promotion.targets.iter().map(|target| target.letter).collect()
    };
    // Equal armies offer no foreign pieces, and of different armies, equal pieces are left out.
    assert_eq!(letters(&definition("augmented-half"), 0), "NBRQ");
    let def = definition("augmented-half:knights/fibnifs");
    assert_eq!((letters(&def, 0), letters(&def, 1)), ("NBRQHT".into(), "NBRQHT".into()));
    let def = definition(
        "augmented-half:R=hhR+F,N=Narrow+W,B=hhB+D,Q=hhR+Narrow+Crab/R=hhR+A,N=Crab+W,B=hhB+Wide,Q=hhQ+Narrow",
    );
    assert_eq!((letters(&def, 0), letters(&def, 1)), ("NBRQHETC".into(), "NBRQHETC".into()));
    game::compile(&def).unwrap();
}

#[test]
fn armies_with_a_name_pick_for_every_role() {
    let catalog = Catalog::builtin();
    let choices = catalog.info("augmented-half").unwrap().choices;
    let ids: Vec<_> = choices.iter().map(|choice| choice.id.as_str()).collect();
    assert_eq!(ids, ["army", "R", "N", "B", "Q", "start"]);
    assert_eq!(choices[0].options.len(), 6);
    for army in &choices[0].options {
        let def = catalog.resolve(&format!("augmented-half:{}", army.id)).unwrap();
        assert_eq!(def.sides[1].army, army.title);
        assert_eq!(catalog.remarks(&def.id, &[]).unwrap(), Vec::<String>::new());
    }
    for (text, id) in [
        ("augmented-half:knights", "augmented-half"),
        ("augmented-half:R=hhR+F,N=Narrow+Wide,B=hhB+W,Q=hhQ+Crab", "augmented-half"),
        ("augmented-half:fibnifs/knights", "augmented-half:fibnifs/knights"),
        ("augmented-half:knights+N=Narrow+F,R=hhR+A", "augmented-half:fibnifs"),
        ("augmented-half;army=knights/crabs", "augmented-half:knights/crabs"),
        (
            "augmented-half:R=hhR+F,N=Crab+A,B=hhB+W,Q=hhQ+Narrow/knights",
            "augmented-half:R=hhR+F,N=Crab+A,B=hhB+W,Q=hhQ+Narrow/knights",
        ),
        ("augmented-half;R=hhR+D", "augmented-half:R=hhR+D,N=Narrow+Wide,B=hhB+W,Q=hhQ+Crab"),
    ] {
        let def = catalog.resolve(text).unwrap();
        assert_eq!(def.id, id, "{text}");
        assert_eq!(catalog.resolve(id).unwrap(), def, "{text}");
    }
    // Options that all arrive, the untouched ones with their defaults.
    let chosen = [
        ("white army", "crabs"),
        ("black army", "knights"),
        ("white r", "preset"),
        ("white n", "preset"),
        ("black q", "preset"),
    ];
    assert_eq!(catalog.resolve_with("augmented-half", &chosen).unwrap().id, "augmented-half:crabs/knights");
}

#[test]
fn what_is_wrong_with_augmenters_is_shown_where_it_is_written() {
    for (i, (line, by, expected)) in [
        ("where = 'far'", "where = 'near'", "mine.toml:3:9: error: there is no zone `near`"),
        ("A = 'A'", "A = 'A$'", "mine.toml:7:13: error: expected an atom"),
        (
            "refuse = ['no-op']",
            "refuse = ['noop']",
            "mine.toml:4:11: error: expected `repeated`, `no-op` or `base-used`, found the text `noop`",
        ),
        ("where = 'far'", "were = 'far'", "mine.toml:3:1: error: unknown key `were`: did you mean `where`?"),
        ("roles.R = 'Rook'", "roles.X = 'Rook'", "the piece `X` has no `betza`"),
        ("table.A", "table.A/B", "mine.toml:7:8: error: "),
        ("roles.R = 'Rook'\n", "", "mine.toml:2:2: error: `augment` needs `roles`"),
        (
            "[zone",
            "[presets]\nmine = 'R=B'\n[zone",
            "mine.toml:9:8: error: unknown R `B`: expected `preset`, `W`, `A`",
        ),
        (
            "[zone",
            "[presets]\nmine = ''\n[zone",
            "mine.toml:9:8: error: expected a pick for every role, found none for `R`",
        ),
        (
            "[zone",
            "base.R.R = { betza = 'R', with = ['F'] }\n[zone",
            "mine.toml:8:35: error: expected one of `W`, `A`, found `F`",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let text = "extends = 'chess'\n[augment]\nwhere = 'far'\nrefuse = ['no-op']\nroles.R = \
                    'Rook'\ntable.W = 'W'\ntable.A = 'A'\n[zone]\nfar.squares = 'a5:h8'\n";
        assert!(text.contains(line), "{line}");
        let found = findings(&format!("augment-{i}"), &text.replacen(line, by, 1));
        assert!(found.contains(expected), "{by}:\n{found}");
    }
}

#[test]
fn an_option_that_does_not_go_with_the_defaults_is_no_finding() {
    let text = "extends = 'chess'\n[augment]\nrefuse = 'no-op'\noptional = true\nroles.R = \
                'Rook'\ntable.W = 'W'\ntable.A = 'A'\n";
    assert_eq!(findings("refused-option", text), "");
    let files = Files::new("always", &[("mine.toml", text)]);
    let def = files.catalog().resolve("mine:R=A").unwrap();
    assert_eq!((def.id.as_str(), piece(&def, 0, 'R').betza.as_str()), ("mine:R=A", "R A"));
    assert_eq!(files.catalog().resolve("mine:R=A/R=none").unwrap().id, "mine:R=A/R=none");
}
