//! The rules of a game of Fairy-Stockfish as a variant file.

use std::collections::BTreeSet;

use toml::{Table, Value as Toml};

use super::pieces::Roles;
use super::state::{State, Value};
use super::types::TypeId;
use super::writer::Writer;
use crate::import::Note;
use crate::import::draft::{roles, table};
use crate::import::region::Region;
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// Keys that do not concern how the game is played.
const WITHOUT_EFFECT: &[&str] = &[
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "connectValue",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "nMoveRuleTypes",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
];

/// Keys that other functions read.
const READ: &[&str] = &[
    "doubleStep",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "immobilityIllegal",
    "pieceDrops",
    "capturesToHand",
    "dropLoop",
    "dropNoDoubledCount",
    "shogiPawnDropMateIllegal",
    "dropChecks",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "mustDrop",
    "twoBoards",
    "gating",
    "seirawanGating",
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "checking",
    "mustCapture",
    "blastOnCapture",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "perpetualCheckIllegal",
    "chasingRule",
    "moveRepetitionIllegal",
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "dupleCheck",
    "flagPieceCount",
    "flagMove",
    "flagPieceSafe",
    "flyingGeneral",
    "soldierPromotionRank",
    "checkCounting",
    "pass",
    "passOnStalemate",
    "countingRule",
    "materialCounting",
    "bikjangRule",
    "diagonalLines",
    "chess960",
    "castlingDroppedPiece",
    "pieceDemotion",
    "piecePromotionOnCapture",
    "dropPromoted",
    "sittuyinPromotion",
    "wallingRule",
    "wallOrMove",
    "makpongRule",
    "shatarMateRule",
];

/// The pieces that chase in Xiangqi, in groups from the most valuable.
const CHASERS: [&[TypeId]; 3] =
    [&[TypeId::ROOK], &[TypeId::CANNON, TypeId::HORSE], &[TypeId::ELEPHANT, TypeId::FERS]];
/// The points of pieces in Janggi.
const JANGGI_POINTS: [(TypeId, i64); 6] = [
    (TypeId::ROOK, 13),
    (TypeId::JANGGI_CANNON, 7),
    (TypeId::HORSE, 5),
    (TypeId::JANGGI_ELEPHANT, 3),
    (TypeId::WAZIR, 3),
    (TypeId::SOLDIER, 2),
];

/// Writes the file of a game.
///
/// # Errors
/// The keys that cannot be expressed.
pub(super) fn file(name: &str, state: &State, notes: &mut Vec<Note>) -> Result<String, Vec<Note>> {
    let mut writer = Writer::new(state);
    writer.draft.title = title(name);
    writer.unknown();
    let mut roles = Roles::of(state);
    writer.start(&mut roles);
    roles.write(&mut writer);
    writer.rules(&roles);
    writer.ends(&roles);
    let Writer { draft, mut refused, notes: own, .. } = writer;
    notes.extend(own);
    if refused.is_empty() {
        let lines: Vec<String> = notes.iter().map(|note| format!("Left out: {}.", note.text)).collect();
        return Ok(draft.without_unused().text(&lines));
    }
    refused.sort_by_key(|note| note.line);
    refused.dedup();
    Err(refused)
}

/// `three-kings` as a title: Three Kings.
fn title(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    words.filter_map(capital).collect::<Vec<_>>().join(" ")
}

impl Writer<'_> {
    /// Refuses keys that nobody reads, unless their value is the default.
    fn unknown(&mut self) {
        let neutral = ["false", "none", "-", "0", ""];
        let state = self.state;
        let unknown = state.keys().filter(|(key, value, _)| {
            !WITHOUT_EFFECT.contains(key) && !READ.contains(key) && !neutral.contains(value)
        });
        for key in unknown.map(|(key, ..)| key).collect::<Vec<_>>() {
            self.refuse(key, "");
        }
        for key in ["sittuyinPromotion"] {
            if state.is_on(key, false) {
                self.refuse(key, "");
            }
        }
    }

    /// The starting position.
    fn start(&mut self, roles: &mut Roles) {
        let state = self.state;
        let mut fields = state.start.split_whitespace();
        let placement = fields.next().unwrap_or_default();
        let (board, hands) = placement.split_once('[').unwrap_or((placement, ""));
        let mut board = roles.spell(board);
        let missing = usize::from(state.board.ranks).saturating_sub(board.split('/').count());
        for _ in 0..missing {
            board.extend(['/'].into_iter().chain(state.board.files.to_string().chars()));
        }
        let rest: Vec<&str> = fields.collect();
        let side = rest.first().copied().filter(|side| *side == "b").unwrap_or("w");
        let rights = rest.get(1).copied().filter(|field| field.chars().all(|c| c.is_ascii_alphabetic()));
        let dropped = state.is_on("castlingDroppedPiece", false) && state.is_on("pieceDrops", false);
        let castles = state.is_on("castling", true) && (rights.is_some() || dropped);
        let mut rights = rights.filter(|_| castles).unwrap_or("-").to_string();
        if state.is_on("seirawanGating", false) {
            rights.retain(|right| "KQkq".contains(right));
        }
        self.draft.start = format!("{board} {side} {rights} - 0 1");
        self.castling(castles, roles);
        self.hands(hands.trim_end_matches(']'), roles);
        if state.is_on("checkCounting", false) {
            let counts = rest.iter().find(|field| field.contains('+')).copied().unwrap_or("1+1");
            match counts.split_once('+') {
                Some((white, black)) if white == black && white.parse::<u8>().is_ok_and(|n| n > 0) => {
                    let checks = white.parse::<i64>().unwrap_or(1);
                    self.end("checks", Toml::from(checks));
                }
                _ => self.refuse("checkCounting", "the sides need different numbers of checks"),
            }
        }
    }

    /// Adds an end of the game.
    fn end(&mut self, key: &str, value: Toml) {
        let ends = self.draft.rules.entry("ends").or_insert_with(|| Toml::Table(Table::new()));
        if let Toml::Table(ends) = ends {
            ends.insert(key.to_string(), value);
        }
    }

    fn rule(&mut self, key: &str, value: impl Into<Toml>) {
        self.draft.rules.insert(key.to_string(), value.into());
    }

    fn castling(&mut self, castles: bool, types: &Roles) {
        let state = self.state;
        if !castles {
            return self.rule("castling", "none");
        }
        let name = |file: u8| char::from(b'a' + file).to_string();
        let targets = [state.file("castlingQueensideFile", 2), state.file("castlingKingsideFile", 6)];
        let to = Toml::Array(targets.into_iter().map(|file| Toml::from(name(file))).collect());
        let mut castling = table([("king_to", to)]);
        let last = state.board.files - 1;
        let h_side = state.file("castlingRookKingsideFile", last).min(last);
        let files = [state.file("castlingRookQueensideFile", 0), h_side];
        let [white, black] = &state.castling_rooks;
        let single = white.first().filter(|_| white.len() == 1 && white == black);
        let rook = single.and_then(|&rook| types.role(rook));
        let shuffled = state.is_on("chess960", false);
        match rook {
            Some(role) if state.is_on("castlingDroppedPiece", false) => {
                let [first, last] = [0, state.board.ranks - 1].map(|rank| Region::rank(rank, state.board));
                let [white, black] = Color::ALL.map(|color| state.region("dropRegion", color));
                if !white.without(&first).is_empty() || !black.without(&last).is_empty() {
                    let why = "with drops beyond the first rank, where a check may be answered by a move";
                    self.refuse("castlingDroppedPiece", why);
                }
                castling.insert("homes".into(), Toml::from(self.homes(role)));
            }
            Some(role) => drop(castling.insert("partner".into(), Toml::from(role.to_string()))),
            // Of several types, those in the corners castle.
            None if files == [0, last] && !shuffled && self.castles_from_corners(files) => {}
            None => self.refuse("castlingRookPieces", "several types that are not in the corners"),
        }
        if shuffled && rook.is_some() {
            castling.insert("shuffled".into(), Toml::from(true));
        }
        self.rule("castling", castling);
    }

    /// Who castles after it has been dropped: a letter or a dot for each file of the first rank.
    fn homes(&self, rook: Letter) -> String {
        let state = self.state;
        let [king, last] = [state.file("castlingKingFile", 4), state.board.files - 1];
        let home = |file: u8| match file {
            _ if file == king => 'K'.into(),
            _ if file == 0 || file == last => rook,
            _ => '.'.into(),
        };
        (0..=last).map(home).collect()
    }

    /// Whether the pieces on these files of each side's first rank may castle.
    fn castles_from_corners(&self, files: [u8; 2]) -> bool {
        let state = self.state;
        let stands = |color: Color, file: u8| {
            let rank = if color == Color::White { 0 } else { state.board.ranks - 1 };
            let letter = state.cells().find(|(_, place)| *place == (file, rank)).map(|(letter, _)| letter);
            let id = letter.and_then(|letter| state.type_of(letter));
            id.is_none_or(|id| state.castling_rooks[color.index()].contains(&id))
        };
        Color::ALL.into_iter().all(|color| files.into_iter().all(|file| stands(color, file)))
    }

    fn hands(&mut self, stock: &str, types: &Roles) {
        let state = self.state;
        let (drops, gates) = (state.is_on("pieceDrops", false), state.is_on("seirawanGating", false));
        if !drops && !gates {
            return;
        }
        let captured = match () {
            () if state.is_on("capturesToHand", false) => "captor",
            () if state.is_on("twoBoards", false) => "elsewhere",
            () => "nobody",
        };
        if gates && !drops && captured != "nobody" {
            self.refuse("seirawanGating", "captured pieces that enter by gates alone");
        }
        let mut hands = table([("captured", Toml::from(captured))]);
        let stock: String = stock.chars().filter(char::is_ascii_alphabetic).collect();
        let of = |color: Color| {
            let mine = stock.chars().filter(move |c| c.is_ascii_uppercase() == (color == Color::White));
            let mut roles: Vec<Letter> =
                mine.filter_map(|c| types.role_of(state.type_of(c)?, color)).collect();
            roles.sort_unstable();
            roles.into_iter().collect::<String>()
        };
        let (white, black) = (of(Color::White), of(Color::Black));
        if white == black && !white.is_empty() {
            hands.insert("stock".into(), Toml::from(white));
        } else if white != black {
            let sides = table([("white", Toml::from(white)), ("black", Toml::from(black))]);
            hands.insert("stock".into(), Toml::Table(sides));
        }
        if gates {
            hands.insert("drops".into(), Toml::from(if drops { "also-by-gates" } else { "gates" }));
            if drops {
                hands.insert("gates".into(), Toml::from(Region::rank(0, state.board).text()));
            }
            if drops && state.is_on("mustDrop", false) {
                self.refuse("mustDrop", "pieces in hand must be dropped, and enter where others leave");
            }
        } else if state.is_on("mustDrop", false) && state.must_drop.is_none() {
            hands.insert("drops".into(), Toml::from("forced"));
        }
        self.draft.hands = hands;
    }

    fn rules(&mut self, types: &Roles) {
        let state = self.state;
        if state.is_on("mustCapture", false) {
            self.rule("capture", "forced");
        }
        if !state.is_on("checking", true) {
            self.rule("checks", "forbidden");
        }
        let petrified: BTreeSet<Letter> = state.petrified.iter().flat_map(|&id| types.all_of(id)).collect();
        if !petrified.is_empty() {
            if state.is_on("blastOnCapture", false) {
                self.refuse("petrifyOnCaptureTypes", "a piece that captures explodes or turns into a wall");
            }
            self.rule("captor", "petrifies");
            let immune: BTreeSet<Letter> = types.every().difference(&petrified).copied().collect();
            if !immune.is_empty() {
                self.rule("immune", roles(immune));
            }
        }
        if state.is_on("blastOnCapture", false) {
            self.rule("captor", "explodes");
            let pawns = types.all_of(TypeId::PAWN);
            if !pawns.is_empty() {
                self.rule("spared", roles(pawns));
            }
            let immune: BTreeSet<Letter> =
                state.blast_immune.iter().flat_map(|&id| types.all_of(id)).collect();
            if !immune.is_empty() {
                self.rule("immune", roles(immune));
            }
        }
        match (state.text("pass"), state.text("passOnStalemate")) {
            (Some("true"), _) => self.rule("pass", "always"),
            (_, Some("true")) => self.rule("pass", "no-moves"),
            _ => {}
        }
        self.walls();
        if state.is_on("makpongRule", false) {
            self.rule("evasions", "no-flight");
        }
        match state.value("checkmateValue", Value::Loss) {
            Value::Win => self.rule("mate", "wins"),
            Value::Loss if state.is_on("shatarMateRule", false) => {
                let of = |ids: &[TypeId]| {
                    roles(ids.iter().flat_map(|&id| types.all_of(id)).collect::<BTreeSet<Letter>>())
                };
                let not_by = ("not_by", of(&[TypeId::KNIGHT]));
                let checked_by = ("checked_by", of(&[TypeId::KNIGHT, TypeId::ROOK, TypeId::BERS]));
                self.rule("mate", table([not_by, checked_by]));
            }
            Value::Draw => self.refuse("checkmateValue", ""),
            Value::Loss | Value::None => {}
        }
        let counted = state.is_on("stalematePieceCount", false);
        match state.value("stalemateValue", Value::Draw) {
            Value::Win if counted => self.rule("no_moves", "fewer-pieces-wins"),
            Value::Loss if counted => self.refuse("stalematePieceCount", "the side with more pieces wins"),
            Value::Win => self.rule("no_moves", "mover-wins"),
            Value::Loss => self.rule("no_moves", "mover-loses"),
            Value::Draw | Value::None => {}
        }
        self.rule("move_limit", i64::from(state.number("nMoveRule", 50)));
        self.repetition(types);
        self.rule("material_draw", false);
        if state.text("countingRule").is_some_and(|value| value != "none") {
            self.leave_out("countingRule");
        }
        self.draws(types);
    }

    /// The squares that become walls.
    fn walls(&mut self) {
        let instead = self.state.is_on("wallOrMove", false);
        let (when, at) = match self.state.text("wallingRule") {
            None | Some("none") => return,
            Some("duck") if !instead => ("duck", "anywhere"),
            Some("static") => (if instead { "instead-of-move" } else { "after-move" }, "anywhere"),
            Some("past") if !instead => ("after-move", "left"),
            Some("edge") => (if instead { "instead-of-move" } else { "after-move" }, "edge"),
            Some(_) => return self.refuse("wallingRule", ""),
        };
        if instead {
            let line = self.state.line("wallOrMove");
            self.notes.push(Note::new(line, "`wallOrMove = true`: a wall never answers a check"));
        }
        let walls = table([("when", Toml::from(when)), ("at", Toml::from(at))]);
        self.rule("walls", Toml::Table(walls));
    }

    /// What a draw counts as, and the draws of Janggi.
    fn draws(&mut self, types: &Roles) {
        let state = self.state;
        match state.text("materialCounting") {
            None | Some("none") => {}
            Some("whitedrawodds") => self.rule("draws", "white-wins"),
            Some("blackdrawodds") => self.rule("draws", "black-wins"),
            Some("janggi") => {
                let of = |(id, points)| types.all_of(id).into_iter().map(move |role| (role, points));
                let points = JANGGI_POINTS.into_iter().flat_map(of);
                let points: Table =
                    points.map(|(role, points)| (role.to_string(), Toml::from(points))).collect();
                let half_points = ("black_half_points", Toml::from(3));
                self.rule("draws", table([("points", Toml::Table(points)), half_points]));
            }
            Some(_) => self.refuse("materialCounting", "points by the number of pieces"),
        }
        if state.is_on("bikjangRule", false) {
            self.end("facing", Toml::from(true));
        }
        if state.text("pass") == Some("true") {
            self.end("passes", Toml::from(true));
        }
    }

    fn repetition(&mut self, types: &Roles) {
        let state = self.state;
        let count = state.number("nFoldRule", 3);
        let perpetual = state.is_on("perpetualCheckIllegal", false);
        // The value is that of the side to move, which has not made the move that repeats.
        let repeated = state.value("nFoldValue", Value::Draw);
        let absolute = state.is_on("nFoldValueAbsolute", false);
        let chases = state.text("chasingRule") == Some("axf");
        let result = match repeated {
            _ if count == 0 => None,
            Value::Win if !absolute => Some("repeater-loses"),
            Value::Draw if perpetual && chases => Some("perpetual-chase-loses"),
            Value::Draw if perpetual => Some("perpetual-check-loses"),
            _ => None,
        };
        match result {
            Some(result) => {
                let mut rule =
                    table([("count", Toml::from(i64::from(count))), ("result", Toml::from(result))]);
                if chases {
                    rule.insert("chase".into(), Toml::Table(self.chase(types)));
                }
                self.rule("repetition", rule);
            }
            None => self.rule("repetition", i64::from(count)),
        }
        if count > 0 && repeated != Value::Draw && result.is_none() {
            self.leave_out("nFoldValue");
        }
        if perpetual && !result.is_some_and(|result| result.starts_with("perpetual")) {
            self.leave_out("perpetualCheckIllegal");
        }
        if state.is_on("moveRepetitionIllegal", false) {
            self.leave_out("moveRepetitionIllegal");
        }
        if chases && result != Some("perpetual-chase-loses") {
            self.leave_out("chasingRule");
        }
    }

    /// What a chase is: soldiers chase nothing, and are not chased where they do not move sideways.
    fn chase(&self, types: &Roles) -> Table {
        let groups =
            CHASERS.iter().map(|ids| ids.iter().flat_map(|&id| types.all_of(id)).collect::<String>());
        let groups = groups.filter(|group| !group.is_empty()).map(Toml::from).collect();
        let rank = self.state.number("soldierPromotionRank", 1);
        let home = self.state.squares().filter(|(_, at)| u16::from(at) + 1 < rank).text();
        let spared = if home.is_empty() { Vec::new() } else { vec![("spared".to_owned(), Toml::from(home))] };
        [("by".to_owned(), Toml::Array(groups))].into_iter().chain(spared).collect()
    }

    /// Flags and extinction.
    fn ends(&mut self, types: &Roles) {
        self.flags(types);
        self.extinction(types);
    }

    fn flags(&mut self, types: &Roles) {
        let state = self.state;
        let [white, black] = Color::ALL.map(|color| state.region("flagRegion", color));
        if white.is_empty() && black.is_empty() {
            return;
        }
        if state.number("flagPieceCount", 1) != 1 {
            return self.refuse("flagPieceCount", "several pieces must reach the squares");
        }
        let roles_of = |piece: Option<TypeId>| match piece {
            Some(piece) => types.all_of(piece),
            None => types.every(),
        };
        let pieces: BTreeSet<Letter> = match (white.is_empty(), black.is_empty()) {
            (false, false) if state.flag_piece[0] == state.flag_piece[1] => roles_of(state.flag_piece[0]),
            (false, true) => types.of_one_side(&roles_of(state.flag_piece[0]), Color::White),
            (true, false) => types.of_one_side(&roles_of(state.flag_piece[1]), Color::Black),
            _ => return self.refuse("flagPieceWhite", "different pieces for the sides"),
        };
        if pieces.is_empty() {
            return self.refuse("flagRegionWhite", "squares that count for one side only");
        }
        let squares = if white.is_empty() { black.half_turned(state.board) } else { white.clone() };
        let same = white.is_empty() || black.is_empty() || white.half_turned(state.board) == black;
        let mut reach = table([("pieces", roles(pieces)), ("squares", Toml::from(squares.text()))]);
        if white == black && !same {
            reach.insert("seen".into(), Toml::from("alike"));
        } else if same {
            reach.insert("seen".into(), Toml::from("turned"));
        } else {
            return self
                .refuse("flagRegionBlack", "squares that are not the other side's, turned by half a turn");
        }
        let king = state.flag_piece == [Some(TypeId::KING); 2];
        match (state.is_on("flagMove", false), state.is_on("flagPieceSafe", false)) {
            (false, false) => {}
            (true, false) if king => drop(reach.insert("when".into(), Toml::from("answered"))),
            (false, true) => {
                let why = "an attacked piece has not arrived there even if it is not captured";
                return self.refuse("flagPieceSafe", why);
            }
            _ => return self.refuse("flagMove", "the other side has one more move"),
        }
        self.end("reach", Toml::Table(reach));
    }

    fn extinction(&mut self, types: &Roles) {
        let state = self.state;
        let value = state.value("extinctionValue", Value::None);
        let blast = state.is_on("blastOnCapture", false);
        let royal = state.is_on("extinctionPseudoRoyal", false);
        if value == Value::None || state.extinction.is_empty() || royal && !blast {
            return;
        }
        let counts =
            (state.number("extinctionPieceCount", 0), state.number("extinctionOpponentPieceCount", 0));
        let everything = state.extinction.contains(&None);
        if everything && counts == (1, 0) && value == Value::Draw && types.has_king() {
            return self.end("bare", Toml::from("draws"));
        }
        let result = match value {
            Value::Win => "wins",
            Value::Loss => "loses",
            Value::Draw | Value::None => return self.refuse("extinctionValue", ""),
        };
        if everything && counts == (1, 2) && result == "loses" && types.has_king() {
            return self.end("bare", Toml::from(true));
        }
        let named: Vec<TypeId> = state.extinction.iter().copied().flatten().collect();
        let mut lost = table([]);
        if everything {
            // All but the king, which is never captured.
            let pieces = match counts {
                (0, _) => types.every(),
                (1, 0) if types.has_king() => types.every_but_kings(),
                _ => return self.refuse("extinctionPieceCount", "a number of pieces of any type"),
            };
            lost.insert("pieces".into(), roles(pieces));
            lost.insert("how".into(), Toml::from("all"));
        } else {
            let fewest = named.iter().flat_map(|&id| types.counts(id)).min().unwrap_or(0);
            let pieces: BTreeSet<Letter> = named.iter().flat_map(|&id| types.all_of(id)).collect();
            let how = match counts.0 {
                0 if named.len() == 1 => "all",
                0 if named.iter().all(|&id| types.all_of(id).len() == 1) => "role",
                count if count + 1 == fewest && named.len() == 1 => "one",
                _ => return self.refuse("extinctionPieceCount", "a number of pieces of a type"),
            };
            lost.insert("pieces".into(), roles(pieces));
            lost.insert("how".into(), Toml::from(how));
        }
        if result == "wins" {
            lost.insert("result".into(), Toml::from(result));
        }
        if counts.1 > 0 && !everything {
            lost.insert("enemy_has".into(), Toml::from(i64::from(counts.1)));
        }
        self.end("lost", Toml::Table(lost));
    }
}
