//! Invented variants: boards with holes, hoppers, lame and crooked riders, cylinders, zones, two kings,
//! promotion to the enemy's pieces, and whatever else a definition can say. Each seed is another
//! variant; the same seed always gives the same variant.

use fibnif::rules::betza::{Leg, Movement, parse, resolve};
use fibnif::rules::geometry::{Color, Shape, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{
    BecomesDef, Captor, Capture, Castling, Checks, Draws, Evasions, Grid, Mate, NetChoice, NoMoves, Partner,
    Pass, PieceDef, Places, PromotionDef, PromotionTarget, Repeated, Royals, Rules, SideChange, SideDef,
    Supply, Transforming, TurnRule, VariantDef, Walls, WeightsChoice, ZoneMoves,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The components of pieces, one move of the notation each.
const MOVES: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "R2", "B3", "R4", "NN", "DD", "AA",
    "CC", "N2", "(1,4)", "(0,4)", "fR", "bB", "fsR", "ffNsbN", "fbN", "shN", "hrN", "hlC", "frF", "mR", "cB",
    "mN", "cK", "mQ", "cN", "pR", "pB", "pQ", "pNN", "cpR", "mpB", "gQ", "gR", "gB", "gNN", "mgR", "nN",
    "nD", "nA", "nH", "nG", "nNN", "nDD", "cnN", "jD", "jA", "jN", "jR", "jB", "jW3", "zFF", "zWW", "zB3",
    "mzFF", "zDD", "hhR", "hhB", "hhQ", "hhNN", "hhzFF", "hhR5", "oR", "oB", "oW", "oF", "oN", "oNN", "pDD",
    "nAA", "zAA", "FyafsF", "[F?R]", "v[W?B]", "[W-DD]", "[N-NN]", "[R?sR]", "cafmF", "mcaK", "dN", "mcdB",
    "dafmF", "dcaW", "tQ", "tcN", "mcaftF", "tpafR", "[tpB-B]", "tgafQ", "ycafF", "mgafR", "kB", "mafkW",
    "[mcdW?F]", "ucR", "udQ", "uK", "mucdN", "utcB", "cpuR", "zuFF", "oucdW",
];

/// Moves of several legs, for boards that are not too large, because each of their ways is a separate
/// attack.
pub(super) const PATHS: [&str; 9] = [
    "yafsF yafsW afsW afsF afsK yasW masR mafsR pafR pafW mpafD gafF",
    "gasR afafsK afsafzfK afrafrafrW afsafqF qNN fqCC yafW mafpB maisR",
    "ibafnD oafsW afN mpafN maibR oyafK mafoR gabQ mpasgB afW",
    "FyafsF WyafsW RmasR KafsafK yaoF afafsKafsafzfK",
    "gafsW gafsF pabW mpasF yafscF",
    "ivyafsF iafscW imasR",
    "cafmF cafK mcabK cpaK cabW KcaKmabK cafQ mcafmW mabF mcafmcafW icafF",
    "(az)F masN afsN afzN",
    "afudQ afucR ucafmK pafabucW uafcF mpafaubcK udafmW ucabafmW mafuN ucasmB ucdafmF",
];

/// Moves that pieces lend each other, on boards that are not too large.
pub(super) const LOANS: [&str; 16] = [
    "xaN", "xK", "[xW-W]", "xaK", "xN", "xafsF", "xaQ2", "[xN-N]", "afxF", "pafxaK", "xR2", "xacK", "xapQ",
    "xnD", "xafcafmF", "xadK",
];

/// Promoting pieces. None of them can return to its starting square, because the naive generator
/// recognizes a first move by its square.
const PAWNS: &[&str] = &[
    "mfWcefFimfnD",
    "mfFcefWimfnA",
    "mcefFimfnA",
    "mfWcfFmfD",
    "mfWcfF",
    "mfFcefFimfnA",
    "mfWcefKimfnD",
    "mfKcefNimfnA",
    "mfWcfFefWimfnD",
    "fKpfR",
];

/// The variant of a seed.
pub fn invent(seed: u64) -> VariantDef {
    let mut inventor = Inventor { random: Xoshiro256PlusPlus::seed_from_u64(seed) };
    let shape = inventor.shape(seed);
    let mut white = inventor.pieces(&shape);
    let mut black = if inventor.chance(2) { white.clone() } else { inventor.pieces(&shape) };
    inventor.promote(&shape, Color::White, &mut white, black.len());
    inventor.promote(&shape, Color::Black, &mut black, white.len());
    let sides = [white, black].map(|pieces| SideDef { army: String::new(), pieces });
    let array = inventor.array(&shape, &sides);
    let castling = Castling::Corner {
        a_side: 2,
        h_side: shape.files() - 2,
        partner: Partner::Corner,
        keep_color: inventor.chance(2),
    };
    // If pieces are confined to zones there is no castling, because some would have rights that they
    // can never use.
    let confined = sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.within.is_some());
    let grid = inventor.chance(6).then(|| Grid { size: (2, 2), corner: (u8::from(inventor.chance(2)), 0) });
    // Nor if the king of a small board would castle within its cell.
    let files = if grid.is_some() { 8 } else { 7 };
    let castles = shape.files() >= files && !confined && !shape.squares().any(|square| shape.is_hole(square));
    let rules = Rules {
        turn: TurnRule::Alternate,
        walls: Walls::default(),
        pass: [Pass::Never, Pass::Always, Pass::Never, Pass::NoMoves][seed as usize % 4],
        // Some games have forced captures and the like; the others show that these cost nothing.
        capture: if inventor.chance(6) { Capture::Forced } else { Capture::Optional },
        captor: Captor::Moves,
        castling_homes: Vec::new(),
        spared: Vec::new(),
        immune: Vec::new(),
        changes_side: SideChange::Never,
        royals: Royals::Each,
        untraded: Vec::new(),
        kings_guard: false,
        cheap: Vec::new(),
        untaken: Vec::new(),
        checks: match inventor.random.random_range(0..12) {
            0 => Checks::Forbidden,
            1 => Checks::MateOnly,
            _ => Checks::Allowed,
        },
        evasions: Evasions::Any,
        mate: Mate::Loses,
        no_mate_by: Vec::new(),
        mate_needs: Vec::new(),
        no_moves: NoMoves::Draw,
        repetition: 0,
        repeated: Repeated::Draw,
        chase: None,
        move_limit: 0,
        draws: Draws::Drawn,
        material_draw: false,
        too_weak: Vec::new(),
        shuffle: None,
        castling: if castles { castling } else { Castling::None },
        grid,
        ends: Vec::new(),
        counting: None,
    };
    let start_fields = if castles { "w KQkq - 0 1" } else { "w - - 0 1" }.to_owned();
    let mut def = VariantDef {
        id: format!("invented {seed}"),
        title: String::new(),
        shape,
        sides,
        array,
        start_fields,
        rules,
        hands: None,
        xboard_start: None,
        views: Vec::new(),
        net: NetChoice::default(),
        weights: WeightsChoice::default(),
        places: Places::default(),
    };
    if inventor.chance(3) {
        inventor.turn(&mut def);
    }
    if inventor.chance(3) {
        for side in &mut def.sides {
            let index = inventor.random.random_range(2..side.pieces.len());
            side.pieces[index].spacious = read(inventor.any(&["R", "B", "mQcB3", "fNN"]));
        }
    }
    if inventor.chance(6) {
        def.rules.untraded = vec!['A'.into(), 'P'.into()];
    }
    if inventor.chance(3) {
        (def.rules.royals, def.rules.pass) = (Royals::NotAll, Pass::Never); // one king passes
    }
    if def.shape.cell_count() <= 100 && inventor.chance(3) {
        inventor.lend(&mut def);
        if inventor.chance(4) {
            def.rules.untaken = vec!['B'.into()];
        }
    }
    if inventor.chance(4) {
        Inventor::promote_another(&mut def);
    }
    inventor.act(&mut def);
    def
}

/// Whether a leg captures pieces on its way or of its own side, or relocates them.
fn takes_otherwise(leg: &Leg) -> bool {
    leg.is_path() || leg.tame || leg.purpose.own || leg.unload.is_some()
}

struct Inventor {
    random: Xoshiro256PlusPlus,
}

impl Inventor {
    /// True with a probability of one in this number.
    fn chance(&mut self, times: u32) -> bool {
        self.random.random_ratio(1, times)
    }

    fn any(&mut self, texts: &[&'static str]) -> &'static str {
        texts.choose(&mut self.random).unwrap()
    }

    /// Lets captors stay or explode, pieces change sides, and kings count by their squares, in some games.
    fn act(&mut self, def: &mut VariantDef) {
        let rules = &mut def.rules;
        rules.captor = *[Captor::Moves, Captor::Moves, Captor::Moves, Captor::Stays, Captor::Explodes]
            .choose(&mut self.random)
            .unwrap();
        if rules.captor == Captor::Explodes && self.chance(2) {
            rules.spared = vec!['P'.into()];
        }
        if rules.captor == Captor::Explodes && self.chance(2) {
            rules.immune = vec![Letter::plain(*['P', 'A', 'K'].choose(&mut self.random).unwrap())];
        }
        let changes = [SideChange::Captures, SideChange::Quiet, SideChange::Always];
        if self.chance(4) {
            rules.changes_side = *changes.choose(&mut self.random).unwrap();
        } else if self.chance(4) && rules.royals == Royals::Each && rules.captor != Captor::Explodes {
            rules.royals = *[Royals::Leftmost, Royals::LeftmostOwnRank].choose(&mut self.random).unwrap();
            rules.pass = Pass::Never;
            Inventor::add_commoners(def);
        }
    }

    /// As reading a file does: the kings that do not count at the start are another piece.
    fn add_commoners(def: &mut VariantDef) {
        for color in Color::ALL {
            let pieces = &mut def.sides[color.index()].pieces;
            let commoner = pieces.len();
            pieces.push(PieceDef { royal: false, ..pieces[0].clone() });
            let mut kings: Vec<_> =
                def.array.iter_mut().filter(|piece| piece.1 == color && piece.2 == 0).collect();
            kings.sort_by_key(|piece| def.rules.royals.order(&def.shape, color, piece.0));
            kings.into_iter().skip(1).for_each(|piece| piece.2 = commoner);
        }
    }

    /// Lets the moves of some pieces transform them into others of their side, sometimes with a maximum
    /// number.
    fn turn(&mut self, def: &mut VariantDef) {
        for side in &mut def.sides {
            let simple: Vec<usize> = (0..side.pieces.len()).filter(|&i| !side.pieces[i].royal).collect();
            for &index in &simple {
                let Some(&piece) = simple.choose(&mut self.random) else { continue };
                let when = if self.chance(2) { Transforming::Moves } else { Transforming::Captures };
                let squares = def.shape.cells().filter(|_| !self.chance(4)).collect();
                side.pieces[index].becomes = Some(BecomesDef { piece, when, squares });
                side.pieces[index].most = self.chance(3).then_some(3);
            }
        }
    }

    /// Lets some pieces lend others moves, or borrow them, some only on some squares. First moves are
    /// removed: as pieces may return then, each would be a right of its own.
    fn lend(&mut self, def: &mut VariantDef) {
        for side in &mut def.sides {
            for _ in 0..self.random.random_range(1..=2) {
                let index = self.random.random_range(0..side.pieces.len());
                let loan = self.any(&LOANS);
                let piece = &mut side.pieces[index];
                piece.movement = Movement::join(&[std::mem::take(&mut piece.movement), read(loan)]);
            }
            let takes = side.pieces.iter().any(|piece| {
                let lent = piece.movement.loans.iter().map(|loan| &loan.leg);
                piece.movement.legs.iter().chain(lent).any(takes_otherwise)
            });
            for piece in &mut side.pieces {
                piece.movement.legs.retain(|leg| !leg.initial);
                let squares = || def.shape.squares().collect::<Vec<_>>();
                piece.loans = self.chance(4).then(squares);
                piece.loans.iter_mut().for_each(|loans| loans.retain(|_| self.chance(2)));
                // A piece that is transformed by its moves can only be so by plain moves.
                if piece.becomes.is_some() {
                    piece.loans = Some(Vec::new());
                }
                if let (Some(promotion), true) = (&piece.promotion, takes) {
                    piece
                        .loans
                        .get_or_insert_with(squares)
                        .retain(|square| !promotion.squares.contains(square));
                }
            }
        }
    }

    fn shape(&mut self, seed: u64) -> Shape {
        if seed.is_multiple_of(10) {
            return Shape::rectangle(16, 16).unwrap();
        }
        let mut shape =
            Shape::rectangle(self.random.random_range(4..=10), self.random.random_range(5..=10)).unwrap();
        if self.chance(3) {
            for _ in 0..self.random.random_range(1..=5) {
                let square = self
                    .random
                    .random_range(shape.files() * 2..(shape.cell_count() as u8) - shape.files() * 2);
                shape.punch(Square(square));
            }
        }
        shape
    }

    /// A King, a pawn, and four other pieces.
    fn pieces(&mut self, shape: &Shape) -> Vec<PieceDef> {
        let kings = ["K", "K", "K", "FnD", "KmpR", "WN"];
        let (king, pawn) = (self.any(&kings), self.any(PAWNS));
        let (king, pawn) = (self.piece(shape, 'K'.into(), &[king]), self.piece(shape, 'P'.into(), &[pawn]));
        let mut pieces = vec![PieceDef { royal: true, ..king }, pawn];
        for letter in ['A', 'B', 'C', 'D'].map(Letter::plain) {
            let mut parts: Vec<&str> =
                MOVES.sample(&mut self.random, 1 + letter.base() as usize % 3).copied().collect();
            if shape.cell_count() <= 100 && self.chance(2) {
                let paths: Vec<&str> = PATHS.iter().flat_map(|line| line.split(' ')).collect();
                parts = vec![self.any(&paths)];
            }
            pieces.push(self.piece(shape, letter, &parts));
        }
        pieces
    }

    fn piece(&mut self, shape: &Shape, letter: Letter, parts: &[&str]) -> PieceDef {
        let movement = Movement::join(&parts.iter().map(|part| read(part)).collect::<Vec<_>>());
        let unchecked = if letter != 'P' && self.chance(6) {
            read(self.any(&["mN", "mQ", "mpR", "mnD"]))
        } else {
            Movement::default()
        };
        let after_capture = if letter != 'P' && self.chance(30) {
            read(self.any(&["bN", "sWbK", "mpB", "cA", "gQ", "nD", "fR"]))
        } else {
            Movement::default()
        };
        let zones = if self.chance(4) { vec![self.zone(shape, letter == 'P')] } else { Vec::new() };
        let confined = letter != 'P' && self.chance(8);
        let within = confined.then(|| shape.squares().filter(|_| !self.chance(4)).collect());
        PieceDef {
            role: letter,
            name: letter.to_string(),
            letter,
            mark: None,
            in_hand: None,
            drops: None,
            betza: parts.join(" "),
            movement,
            unchecked,
            after_capture,
            zones,
            within,
            loans: None,
            royal: false,
            promotion: None,
            spacious: Movement::default(),
            becomes: None,
            never_hops: Vec::new(),
            never_captures: Vec::new(),
            most: None,
            value: None,
            findings: Vec::new(),
            aliases: Vec::new(),
            xboard_slot: None,
        }
    }

    fn zone(&mut self, shape: &Shape, pawn: bool) -> ZoneMoves {
        let betza = self.any(if pawn {
            &["mfN", "fN", "mfpB"]
        } else {
            &["W", "N", "msW", "mpB", "cnA", "jD", "hhR"]
        });
        let squares = shape.squares().filter(|_| self.chance(2)).collect();
        ZoneMoves {
            betza: betza.to_owned(),
            squares,
            movement: read(betza),
            keeps_clock: pawn && self.chance(2),
            en_passant: false,
            inside: false,
        }
    }

    /// Lets the pawn promote on the last rank, to the side's own pieces or to those of both sides.
    fn promote(&mut self, shape: &Shape, color: Color, own: &mut [PieceDef], foreign: usize) {
        let squares =
            shape.squares().filter(|&square| shape.rank_for(square, color) == shape.ranks() - 1).collect();
        let mut targets: Vec<PromotionTarget> = (2..own.len())
            .map(|piece| PromotionTarget { from_side: color, piece, letter: own[piece].letter })
            .collect();
        if self.chance(2) {
            targets.extend((2..foreign).zip("VWXY".chars()).map(|(piece, letter)| PromotionTarget {
                from_side: !color,
                piece,
                letter: letter.into(),
            }));
        }
        own[1].promotion = Some(PromotionDef {
            squares,
            targets,
            forced: !self.chance(3),
            optional: Vec::new(),
            leaving: Vec::new(),
            entering: Vec::new(),
            supply: Supply::Unlimited,
            instead: false,
        });
    }

    /// Makes a second pawn of some pieces, with a move of the first one.
    fn promote_another(def: &mut VariantDef) {
        for side in &mut def.sides {
            let promotion = side.pieces[1].promotion.clone();
            let piece = &mut side.pieces[5];
            if !piece.royal && piece.becomes.is_none() && piece.within.is_none() {
                piece.movement = read("mfFcfKefW");
                piece.promotion = promotion;
            }
        }
    }

    /// Pieces on the first rank, pawns on the second; sometimes a second king, sometimes many pieces.
    fn array(&mut self, shape: &Shape, sides: &[SideDef; 2]) -> Vec<(Square, Color, usize)> {
        let mut array = Vec::new();
        for color in Color::ALL {
            let king_file = shape.files() / 2;
            let crowd = color == Color::White && self.chance(8);
            for square in shape.squares() {
                let (file, rank) = (shape.file(square), shape.rank_for(square, color));
                let piece = self.random.random_range(2..sides[0].pieces.len());
                match rank {
                    0 if file == king_file || (file == king_file + 1 && self.chance(8)) => {
                        array.push((square, color, 0));
                    }
                    0 => array.push((square, color, piece)),
                    1 if file < 12 => array.push((square, color, 1)),
                    2 if file < 8 && crowd => array.push((square, color, piece)),
                    _ => {}
                }
            }
        }
        array
    }
}

fn read(betza: &str) -> Movement {
    resolve(&parse(betza).unwrap()).unwrap()
}
