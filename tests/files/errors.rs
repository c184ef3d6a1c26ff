//! Variant files: errors and warnings, and their places.

use std::path::Path;

use fibnif::variant::{Castling, Catalog};

use crate::common::files::{Files, findings};

/// A chess with one line replaced.
fn chess_with(line: &str, by: &str) -> String {
    let chess = "title = 'Mine'\nstart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 \
                 1'\n[pieces]\nP = { betza = 'mfWcefFimfnD', promotes = 'own' }\nN = { betza = 'N' }\nB = \
                 { betza = 'B' }\nR = { betza = 'R' }\nQ = { betza = 'Q' }\nK = \
                 { betza = 'K', royal = 'check' }\n";
    assert!(chess.contains(line), "{line}");
    chess.replacen(line, by, 1)
}

#[test]
fn what_is_wrong_is_shown_where_it_is_written() {
    let cases = [
        (
            "N = { betza = 'N' }",
            "N = { betza = 'NwW' }",
            "mine.toml:5:17: error: ",
            "\n  N = { betza = 'NwW' }\n                  ^",
        ),
        (
            "N = { betza = 'N' }",
            "N = { beta = 'N' }",
            "mine.toml:5:7: error: unknown key `beta`: did you mean `betza`?",
            "\n        ^^^^",
        ),
        ("title", "titel", "mine.toml:1:1: error: unknown key `titel`: did you mean `title`?", "^^^^^"),
        (
            "rnbqkbnr",
            "rnbqkbar",
            "mine.toml:2:16: error: expected a role of Black (P N B R Q K), found `a`",
            "^",
        ),
        (
            "rnbqkbnr",
            "rnbqkbn",
            "mine.toml:2:18: error: this rank has 8 squares, the first one 7",
            "^^^^^^^^",
        ),
        (
            "/8/8/8",
            "/8/8?/8",
            "mine.toml:2:31: error: expected a piece's letter, a number, `*` or `/`, found `?`",
            "^",
        ),
        ("/8/8/8", "/8/9/8", "mine.toml:2:30: error: this rank has 9 squares, the first one 8", "^"),
        (" w KQkq", " x KQkq", "mine.toml:2:54: error: expected `w` or `b`, the side that moves first", "^"),
        (" w KQkq", " ж KQkq", "mine.toml:2:54: error: expected `w` or `b`, the side that moves first", "^"),
        ("N = { betza = 'N' }", "N = { betza = 'Nж' }", "mine.toml:5:17: error: ", "^"),
        ("'own'", "['Q', 'X']", "mine.toml:4:48: error: expected one of P N B R Q K, found `X`", "^^^"),
        (
            "'own'",
            "'any'",
            "mine.toml:4:42: error: expected `own`, `both` or a list of roles, found the text `any`",
            "^^^^^",
        ),
        ("royal = 'check'", "royal = true", "mine.toml:9:28: error: expected text, found true", "^^^^"),
        (
            "[pieces]",
            "[pieces]\nQQ = { betza = 'Q' }",
            "mine.toml:4:1: error: expected a role, one capital letter, found `QQ`",
            "^^",
        ),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', letters = 'q' }",
            "mine.toml:8:31: error: expected capital letters, found `q`",
            "^",
        ),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', letters = 'R' }",
            "mine.toml:8:30: error: every letter of `R` is already another piece's",
            "^^^",
        ),
        (
            "Q = { betza = 'Q' }",
            "Q = { name = 'Queen' }",
            "mine.toml:8:1: error: the piece `Q` has no `betza`",
            "^",
        ),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', in.far = 'N' }",
            "mine.toml:8:23: error: there is no zone `far`",
            "^^^",
        ),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', xboard.slot = 66 }",
            "mine.toml:8:34: error: expected the slot of a picture, a whole number from 0 to 65",
            "^^",
        ),
        (
            "royal = 'check'",
            "royal = 'check', unchecked = 'N'",
            "mine.toml:9:49: error: expected moves without capture",
            "^^^",
        ),
        (
            "[pieces]",
            "rules.grid = 'a1'\n[pieces]",
            "mine.toml:3:14: error: expected one cell of the grid, of two squares at least, like `a1:b2`",
            "^",
        ),
        (
            "[pieces]",
            "rules.grid = 'a1 c3'\n[pieces]",
            "mine.toml:3:14: error: expected one cell of the grid",
            "^",
        ),
        (
            "[pieces]",
            "rules.no_moves = 'loss'\n[pieces]",
            "mine.toml:3:18: error: expected `draw`, `mover-loses`, `mover-wins`, `fewer-men-wins` or \
             `closes-complex`, found the text `loss`",
            "",
        ),
        (
            "[pieces]",
            "net = 'large'\n[pieces]",
            "mine.toml:3:7: error: expected `proven`, `chess`, `compounds`, `armies`, ",
            "",
        ),
        (
            "[pieces]",
            "weights = 'heavy'\n[pieces]",
            "mine.toml:3:11: error: expected `usual` or `betza`, found the text `heavy`",
            "",
        ),
        (
            "[pieces]",
            "rules.mate = 'draws'\n[pieces]",
            "mine.toml:3:14: error: expected `loses` or `wins`, found the text `draws`",
            "",
        ),
        (
            "[pieces]",
            "rules.checks = 'mate'\n[pieces]",
            "mine.toml:3:16: error: expected `allowed`, `mate-only` or `forbidden`, found the text `mate`",
            "",
        ),
        (
            "[pieces]",
            "rules = { turn = 'one-move-per-square-color', capture = 'forced' }\n[pieces]",
            "mine.toml:3:57: error: this needs `turn = \"alternate\"` in the rules",
            "",
        ),
        (
            "[pieces]",
            "rules.no_moves = 'closes-complex'\n[pieces]",
            "mine.toml:3:18: error: `closes-complex` needs `turn = \"one-move-per-square-color\"` in the \
             rules",
            "",
        ),
        (
            "[pieces]",
            "rules.repetition = { count = 3, result = 'closes-complex' }\n[pieces]",
            "mine.toml:3:42: error: `closes-complex` needs `turn = ",
            "",
        ),
        (
            "[pieces]",
            "rules.repetition = { count = 3, result = 'loss' }\n[pieces]",
            "mine.toml:3:42: error: expected `draw` or `closes-complex`, found the text `loss`",
            "",
        ),
        (
            "[pieces]",
            "rules.turn = 2\n[pieces]",
            "mine.toml:3:14: error: expected `alternate` or `one-move-per-square-color`, found the number 2",
            "",
        ),
        (
            "[pieces]",
            "rules.castling.king_to = ['c']\n[pieces]",
            "mine.toml:3:26: error: expected the two files the King castles to",
            "",
        ),
        (
            "[pieces]",
            "rules.shuffle = { colors = ['BB'] }\n[pieces]",
            "mine.toml:3:17: error: `shuffle` needs `castling` with `shuffled = true`",
            "",
        ),
        (
            "[pieces]",
            "rules.castling = { partner = 'R', shuffled = true }\nrules.shuffle = \
             { apart = ['BX'] }\n[pieces]",
            "mine.toml:4:28: error: expected the roles of two pieces of the first rank, as in `\"BB\"`",
            "^^^^",
        ),
        (
            "[pieces]",
            "rules.castling = { partner = 'R', shuffled = true }\nrules.shuffle = \
             { never = ['RNBQK'] }\n[pieces]",
            "mine.toml:4:28: error: expected the pieces of the first rank in some order, as in `RNBQKBNR`",
            "^^^^^^^",
        ),
        (
            "[pieces]",
            "zone.far.squares = 'a1:i8'\n[pieces]",
            "mine.toml:3:21: error: expected squares of this board",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { a = 'a1:h1' }\n[pieces]",
            "mine.toml:3:7: error: the view `w` needs a board",
            "^",
        ),
        (
            "[pieces]",
            "views.w.board = 'big'\n[pieces]",
            "mine.toml:3:17: error: expected files and ranks like `10x5`",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', k = 'a1' }\n[pieces]",
            "error: expected `board`, `open`, `xboard` or a file of the game's board, found `k`",
            "^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', xboard = 'K,N' }\n[pieces]",
            "mine.toml:3:37: error: expected moves in XBoard's dialect",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', a = 'a1:i1' }\n[pieces]",
            "mine.toml:3:33: error: expected squares of 8 files and 8 ranks",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', a = 'a1:b2' }\n[pieces]",
            "mine.toml:3:33: error: expected squares of 8 files and 8 ranks",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', a = 'a1:g1' }\n[pieces]",
            "error: expected 8 squares, one for each rank, found 7",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', a = 'a1:a8', b = 'a1:h1' }\n[pieces]",
            "error: a1 shows two squares",
            "^^^^^",
        ),
        (
            "[pieces]",
            "views.w = { board = '8x8', a = 'a1:a8' }\n[pieces]",
            "mine.toml:3:7: error: nothing shows b1",
            "^",
        ),
        (
            "[pieces]",
            "zone.far.marked = 'a1'\n[pieces]",
            "mine.toml:3:6: error: the zone `far` has no `squares`",
            "^^^",
        ),
        (
            "[pieces]",
            "zone.far.squares = [{ start = 'a1:d8' }]\n[pieces]",
            "error: expected `start` and `squares`",
            "",
        ),
        (
            "[pieces]",
            "zone.far.squares = [{ start = 'a1:d8', squares = 'a1', stop = 'b1' }]\n[pieces]",
            "error: unknown key `stop`",
            "",
        ),
        (
            "[pieces]",
            "zone.far.squares = [{ start = 'a1:h4', squares = 'a1' }, \
             { start = 'a4:h8', squares = 'a1' }]\n[pieces]",
            "mine.toml:3:68: error: these starts overlap those of a line before",
            "",
        ),
        (
            "[pieces]",
            "zone.far.squares = [{ start = 'a1:h4', squares = 'a1' }, \
             { start = 'a5:h8', squares = 'a1' }]\n[pieces]",
            "mine.toml:3:68: error: pieces of two starts would look alike: say which are `marked`",
            "",
        ),
        (
            "[pieces]",
            "zone.far = { marked = 'a1:h1', squares = [{ start = 'a1:h4', squares = 'a1' }] }\n[pieces]",
            "error: some of these squares are `marked` and some are not",
            "",
        ),
        (
            "[pieces]",
            "zone.far.squares = [{ start = 'a1:h4', squares = 'a1' }]\nzone.near.squares = \
             [{ start = 'a1:h4', squares = 'a1' }]\n[pieces]",
            "mine.toml:4:6: error: only one zone may depend on where a piece starts",
            "",
        ),
        (
            "[pieces]",
            "zone.far.squares = [{ start = 'a1:h1', squares = 'a1' }]\n[pieces]",
            "mine.toml:2:36: error: `P` stands in no `start` of the zone that asks where pieces start",
            "^",
        ),
        (
            "[pieces]",
            "presets.x = 'R=F'\n[pieces]",
            "mine.toml:3:1: error: presets pick what augments the pieces: they need `augment`",
            "",
        ),
        (
            "[pieces]",
            "extends = 'mine'\n[pieces]",
            "mine.toml:3:11: error: `mine` extends this variant in turn",
            "",
        ),
        (
            "[pieces]",
            "choice.x.scope = 'both'\n[pieces]",
            "mine.toml:3:18: error: expected `side` or `game`, found the text `both`",
            "",
        ),
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
    let both = chess_with("K', royal", "KisO2', royal")
        .replace("[pieces]", "rules.castling.keep_color = true\n[pieces]");
    let found = findings("castling-both", &both);
    assert!(found.contains("mine.toml:3:7: error: castling is here and in `KisO2`"), "{found}");
    let files = Files::new("castling-betza", &[("mine.toml", &chess_with("K', royal", "KisO2', royal"))]);
    assert_eq!(files.catalog().resolve("mine").unwrap().rules.castling, Castling::None);
}

#[test]
fn what_is_hardly_meant_is_a_warning() {
    for (i, (line, by, warning)) in [
        (
            "mfWcefFimfnD",
            "mfWcfFimfnD",
            "warning: the P may be captured en passant, but no piece of Black has `e`",
        ),
        (
            "mfWcefFimfnD",
            "mfWcefF",
            "warning: the P captures en passant, but no pawn of Black has an `in` double step",
        ),
        (", royal = 'check'", "", "White starts without a royal piece"),
        (
            ", royal = 'check' }",
            " }\n[rules]\nchecks = 'forbidden'",
            "warning: `checks` says nothing where no piece is royal",
        ),
        ("Q = { betza = 'Q' }", "Q = { betza = '' }", "mine.toml:8:1: warning: the Q has no moves"),
        (
            "[pieces]",
            "[pieces]\nA = { betza = 'A', royal = 'check' }",
            "warning: the A is neither in the array nor promoted to",
        ),
        (
            "R = { betza = 'R' }",
            "R = { betza = 'R', xboard.slot = 18 }",
            "warning: XBoard takes whatever is in slot 18 for a pawn",
        ),
        (
            "Q = { betza = 'Q' }",
            "Q = { betza = 'Q', letters = 'RQ' }",
            "warning: the Q is shown as `Q`: its first letter is another piece's",
        ),
        (
            "N = { betza = 'N' }",
            "N = { betza = 'cyafmQ' }",
            "mine.toml:5:15: warning: XBoard and the Interactive Diagram read `cyafmQ` in another way",
        ),
        ("N = { betza = 'N' }", "N = { betza = 'cyafmQ' }", "for what they read, write `[cQ-mK]`"),
        (
            "[pieces]",
            "rules.castling = 'none'\n[pieces]",
            "warning: the array gives the castling rights `KQkq`, but there is no castling",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let found = findings(&format!("warnings-{i}"), &chess_with(line, by));
        assert!(found.contains(warning), "{by}:\n{found}");
        assert!(!found.contains("error:"), "{by}:\n{found}");
    }
}

/// Tables have maximum sizes. A file that exceeds one is refused with the limit, before everything has
/// been computed.
#[test]
fn a_piece_with_too_many_ways_is_named() {
    let refused = |betza: &str| {
        let rows = format!("nk14/pp14/{}/PP14/NK14", ["16"; 12].join("/"));
        let text = format!(
            "title = 'Large'\nextends = 'chess'\nstart = '{rows} w - - 0 1'\nrules.castling = 'none'\n\
             [pieces]\nN = {{ name = 'Hook', betza = '{betza}' }}\n"
        );
        let files = Files::new("large", &[("large.toml", &text)]);
        let def = files.catalog().resolve("large").unwrap();
        fibnif::game::compile(&def).unwrap_err().to_string()
    };
    let rays = refused("RmasR");
    assert!(
        rays.contains("rays of attack: at most 65534")
            && rays.contains("the Hook of White (`RmasR`) alone needs "),
        "{rays}"
    );
    for betza in ["(afs)N", "asasasR", "mpasasasR"] {
        let ways = refused(betza);
        assert!(
            ways.contains(&format!("the Hook of White (`{betza}`): its moves have more than 262144 ways")),
            "{ways}"
        );
        assert!(ways.contains("on a board of 16x16"), "{ways}");
    }
}

/// Every number of a file has a range, and what is outside of it is refused with the range.
#[test]
fn numbers_have_ranges() {
    for (line, number, expected) in [
        ("rules.move_limit = ", "32768", "moves, a whole number from 0 to 32767"),
        ("rules.move_limit = ", "-1", "moves, a whole number from 0 to 32767"),
        ("rules.move_limit = ", "1.5", "moves, a whole number from 0 to 32767"),
        ("rules.repetition = ", "999", "occurrences of a position, a whole number from 0 to 255"),
        ("rules.repetition.count = ", "256", "occurrences of a position, a whole number from 0 to 255"),
        ("rules.repetition = ", "1", "0 for never, or the occurrence that ends the game, at least 2"),
        ("rules.ends.checks = ", "0", "the checks that win, a whole number from 1 to 255"),
        ("rules.ends.checks = ", "256", "the checks that win, a whole number from 1 to 255"),
        ("rules.counting.pawnless = ", "10001", "moves, a whole number from 0 to 10000"),
        ("pieces.Q.most = ", "0", "pieces, a whole number from 1 to 255"),
        ("pieces.Q.value = ", "10001", "centipawns (a Rook has 500), a whole number from 0 to 10000"),
        ("pieces.Q.drops.per_file = ", "256", "pieces on a file, a whole number from 0 to 255"),
        ("pieces.Q.xboard.slot = ", "66", "the slot of a picture, a whole number from 0 to 65"),
    ] {
        let found = findings("ranges", &format!("extends = 'chess'\n{line}{number}\n"));
        let place = format!(
            "mine.toml:2:{}: error: expected {expected}, found the number {number}\n",
            line.len() + 1
        );
        assert!(found.starts_with(&place), "{line}{number}: {found}");
    }
    for line in ["rules.move_limit = 32767", "rules.repetition = 255", "rules.ends.checks = 255"] {
        let found = findings("ranges", &format!("extends = 'chess'\n{line}\n"));
        assert_eq!(found, "", "{line}");
    }
}

#[test]
fn what_is_asked_for_in_vain_is_answered_with_what_there_is() {
    let catalog = Catalog::builtin();
    for (text, start) in [
        ("ches", "unknown variant `ches`: did you mean `chess`?"),
        ("draughts", "unknown variant `draughts`: none of the "),
        ("cwda:nuters", "unknown army `nuters`: did you mean `nutters`?"),
        ("cwda-nuters", "unknown variant `cwda-nuters`"),
        ("chess:fide", "`chess` has nothing for a side to choose, found `:fide`"),
        ("cwda;promotion", "expected CHOICE=VALUE after `;` in `cwda;promotion`, found `promotion`"),
        ("cwda;fence=vertical", "unknown choice of `cwda` `fence`: expected `army`, `promotion`"),
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
    let files =
        Files::new("army", &[("few.toml", "title = 'Few'\npieces.R.betza = 'R'\npieces.N.betza = 'N'\n")]);
    let findings = Catalog::builtin().check(&files.0.join("few.toml"), &|_| Vec::new()).remove(0).findings;
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].message, "no variant takes the army `few`, which fills R N: expected R N B Q");
}

#[test]
fn notation_that_an_army_always_replaces_is_read_all_the_same() {
    let found = findings("replaced", "extends = 'cwda'\npieces.R = { betza = 'RyN' }\n");
    assert!(found.starts_with("mine.toml:2:24: error: "), "{found}");
}
