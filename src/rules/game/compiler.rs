//! Compiles a variant definition into tables.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use super::build::Build;
use super::effects::{Condition, EffectId, EffectTable, Terms};
use super::ends::ends;
use super::most_pieces;
use super::rays::{MOST_RAYS, RayBuilder};
use super::tables::{MoveTable, PackedTarget};
use super::targets::{RuledLeg, Target};
use super::{
    Castle, Compiler, DoubleStep, FirstMoveRight, Game, Hands, Kind, KindId, KindSet, MAX_KINDS, MAX_PIECES,
    RayTable, Restrictions, SideEffects, ThreatTable, Zobrist, kind_of_piece,
};
use crate::base::text::quoted;
use crate::rules::betza::walk::count_ways;
use crate::rules::geometry::{Color, MAX_SQUARES, Narrow, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{
    Castling, NoMoves, PROMOTED_MARK, PieceDef, PromotionDef, PromotionTarget, VariantDef, VariantError,
    blamed,
};

/// Compiles a definition.
///
/// # Errors
/// If the definition needs more pieces, kinds or rights than the tables can hold.
pub fn compile(def: &VariantDef) -> Result<Arc<Game>, VariantError> {
    tables_of(def).map_err(|error| error.at(def.places.place_of(&["start"])))
}

fn tables_of(def: &VariantDef) -> Result<Arc<Game>, VariantError> {
    let shape = def.shape.clone();
    let mut kinds = kinds(def);
    if kinds.len() > MAX_KINDS {
        return Err(limit("piece types of both sides, promotion included", kinds.len(), MAX_KINDS));
    }
    let array = pieces_of_array(def, &kinds);
    let compiler = Compiler::new(def, &kinds, &array);
    let slot_split = compiler.slot_split()?;
    compiler.check_ways()?;
    let lends = Color::ALL.map(|color| compiler.lends(color));
    relate(def, &mut kinds, &array)?;
    let compiler = Compiler::new(def, &kinds, &array);
    let (castles, first_moves) = compiler.rights()?;
    let compiler = Compiler { castles: &castles, first_moves: &first_moves, ..compiler };
    let promotions = compiler.promotions();
    let side_effects = SideEffects::new(&compiler)?;
    let hands = compiler.hands()?;
    let effects = EffectTable::new();
    let build = Build {
        promotions: &promotions,
        side_effects: side_effects.as_ref(),
        hands: hands.as_ref(),
        compiler,
        lent: Color::ALL.map(|color| compiler.lent_by(color)),
        rays: RayBuilder::new(&kinds, shape.cell_count()),
        moves: MoveTable::default(),
        nothing: Rc::new(Terms::new(&effects, Condition::NONE, Vec::new(), Vec::new())),
        effects,
        double_steps: Vec::new(),
        last: None,
        en_passant: [Vec::new(), Vec::new()],
        fault: None,
    };
    let Tables { moves, effects, castling, rays, double_steps } = tables(build)?;
    let rights_kept = rights_kept(&castles, &first_moves);
    let threats = ThreatTable::new(&shape, &kinds, &castles, &rays, &moves);
    let hand_kinds = if hands.is_some() { kinds.len() } else { 0 };
    let zobrist = Zobrist::new(kinds.len() * shape.cell_count(), double_steps.len(), hand_kinds);
    let (royal_kinds, pawn_kinds) =
        (KindSet::of(&kinds, |kind| kind.royal), KindSet::of(&kinds, |kind| kind.pawn));
    let returns = hands.as_ref().is_some_and(Hands::catches);
    // A pawn that changes sides turns around.
    let changes = def.rules.changes_side.happens(false);
    let irreversible_pawns =
        if changes { KindSet::EMPTY } else { compiler.irreversible_pawns(lends, &moves, &effects) };
    let supplies = compiler.supplies();
    let restrictions = Restrictions::of(&def.rules, &kinds);
    let ends = ends(&compiler, &supplies);
    let reachable = vec![OnceLock::new(); kinds.len() * shape.cell_count()];
    Ok(Arc::new(Game {
        def: def.clone(),
        looks_back: ends.is_some() || restrictions.is_some_and(|rules| !rules.untraded.is_empty()),
        restrictions,
        tests_choices: effects.any_defects(),
        lends,
        expendable_royals: Color::ALL.map(|color| compiler.expendable_royals(color)),
        ends,
        too_weak: compiler.too_weak(),
        counts_at_start: compiler.counts_at_start(),
        supplies,
        kinds,
        shape,
        castles,
        array,
        moves,
        effects,
        castling,
        rays,
        threats,
        promotions: promotions.sets,
        promotion_at: promotions.at,
        double_steps,
        first_moves,
        rights_kept,
        royal_kinds,
        pawn_kinds,
        irreversible_pawns,
        captures_are_final: !returns,
        side_effects,
        hands,
        zobrist,
        reachable,
        material: OnceLock::new(),
        bare_royals_draw: OnceLock::new(),
        slot_split,
    }))
}

/// The same game with its pieces on other squares at the start, as `def` has them: only what depends on
/// castling is made anew, if the moves of the pieces do not depend on where they start.
///
/// # Errors
/// Those of [`compile`].
pub(crate) fn rehomed(game: &Game, def: VariantDef) -> Result<Arc<Game>, VariantError> {
    let (kinds, array) = (&game.kinds, pieces_of_array(&def, &game.kinds));
    let compiler = Compiler::new(&def, kinds, &array);
    let (castles, first_moves) = compiler.rights()?;
    let of_file = game.promotions.iter().any(|set| set.supply.is_of_file());
    let depends = |(_, id): &(Square, KindId)| {
        let kind = compiler.kind(*id);
        kind.piece_of(&def).within.is_some() || compiler.all_legs(kind).any(|leg| leg.initial)
    };
    let moved = game
        .array
        .iter()
        .chain(&array)
        .any(|piece| depends(piece) && game.array.contains(piece) != array.contains(piece));
    let lent = game.lends.contains(&true);
    if moved || of_file || lent || !(first_moves.is_empty() && game.first_moves.is_empty()) {
        return compile(&def);
    }
    let supplies = compiler.supplies();
    Ok(Arc::new(Game {
        slot_split: compiler.slot_split()?,
        expendable_royals: Color::ALL.map(|color| compiler.expendable_royals(color)),
        ends: ends(&compiler, &supplies),
        counts_at_start: compiler.counts_at_start(),
        supplies,
        threats: ThreatTable::new(&game.shape, kinds, &castles, &game.rays, &game.moves),
        rights_kept: rights_kept(&castles, &first_moves),
        castling: (0..castles.len().narrow()).map(|record| vec![EffectId::castling(record)]).collect(),
        castles,
        array,
        material: OnceLock::new(),
        bare_royals_draw: OnceLock::new(),
        def,
        ..game.clone()
    }))
}

/// Fills in the relations between kinds: what they become, and the squares to which they are bound.
fn relate(def: &VariantDef, kinds: &mut [Kind], array: &[(Square, KindId)]) -> Result<(), VariantError> {
    let compiler = Compiler::new(def, kinds, array);
    let relations: Vec<_> = compiler
        .kinds
        .iter()
        .map(|kind| {
            let bound = compiler.is_color_bound(kind);
            // Lent moves may lead to squares of the other color.
            let with_loans = bound && !compiler.lends(kind.color);
            (bound, with_loans, compiler.promotes_to(kind), compiler.becoming(kind))
        })
        .collect();
    if def.rules.turn.is_by_color() {
        compiler.check_color_separation()?;
    }
    let strongest: Vec<_> = relations.iter().map(|(.., targets, _)| compiler.strongest(targets)).collect();
    for (kind, (relations, strongest)) in kinds.iter_mut().zip(relations.into_iter().zip(strongest)) {
        (kind.bound_alone, kind.color_bound, kind.promotes_to, kind.becomes) = relations;
        kind.strongest = strongest;
    }
    Ok(())
}

/// The moves and rays of all kinds on all squares.
struct Tables {
    moves: MoveTable,
    effects: EffectTable,
    castling: Vec<Vec<EffectId>>,
    rays: RayTable,
    double_steps: Vec<DoubleStep>,
}

fn tables(mut build: Build) -> Result<Tables, VariantError> {
    let compiler = build.compiler;
    // The number of rays before each kind.
    let mut before: Vec<usize> = Vec::new();
    for id in compiler.ids() {
        before.push(build.rays.len());
        for square in compiler.shape.cells() {
            build.entry(id, square);
            if let Some(fault) = build.fault {
                let rules = ["captor", "promotes"];
                return Err(compiler.kind(id).fault(compiler.def, fault, &rules));
            }
            if !build.rays.end_entry() {
                return Err(compiler.too_many_rays(&before, build.rays.len()));
            }
        }
    }
    let (double_steps, castling) = (build.steps_with_captures(), build.castling());
    let Build { rays, moves, effects, .. } = build;
    Ok(Tables { moves, effects, castling, rays: rays.finish(), double_steps })
}

/// The rights that survive a piece leaving or entering each square.
fn rights_kept(castles: &[Castle], first_moves: &[FirstMoveRight]) -> [u32; MAX_SQUARES] {
    let mut kept = [u32::MAX; MAX_SQUARES];
    for (bit, castle) in castles.iter().enumerate() {
        kept[castle.king.0.index()] &= !(1 << bit);
        kept[castle.partner.0.index()] &= !(1 << bit);
    }
    for (i, right) in first_moves.iter().enumerate() {
        kept[right.square.index()] &= !(1 << (castles.len() + i));
    }
    kept
}

fn limit(what: &str, got: usize, most: usize) -> VariantError {
    let hint = if cfg!(feature = "large") { "" } else { " (build with `--features large` for 128)" };
    VariantError::limit(format!("{what}: at most {most} are possible{hint}, this variant has {got}"))
}

/// The kinds: each side's own pieces, then the foreign ones it can promote to.
fn kinds(def: &VariantDef) -> Vec<Kind> {
    let make = |color: Color, owner: Color, index: usize, letter: Letter| {
        let piece = &def.sides[owner.index()].pieces[index];
        Kind {
            color,
            letter: letter.of(color),
            mark: piece.mark,
            name: piece.name.clone(),
            role: piece.role,
            betza: piece.betza.clone(),
            royal: piece.royal,
            pawn: is_pawn(def, piece),
            foreign: color != owner,
            value: piece.value,
            xboard_slot: piece.xboard_slot,
            color_bound: false,
            bound_alone: false,
            becomes: None,
            most: piece.most.unwrap_or(u8::MAX),
            promotes_to: Vec::new(),
            strongest: None,
            piece: (owner, index),
        }
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for color in Color::ALL {
        let side = &def.sides[color.index()];
        kinds.extend(side.pieces.iter().enumerate().map(|(i, piece)| make(color, color, i, piece.letter)));
        for pawn in &side.pieces {
            for target in pawn.promotion.iter().flat_map(|promotion| &promotion.targets) {
                if kind_of_piece(&kinds, color, (target.from_side, target.piece)).is_none() {
                    // A promoted piece has the pawn's origin.
                    kinds.push(Kind {
                        mark: pawn.mark,
                        ..make(color, target.from_side, target.piece, target.letter)
                    });
                }
            }
        }
    }
    kinds
}

/// Whether a piece is a pawn: it promotes, and not only to a promoted form of its own as in Shogi, unless
/// it has moves and captures apart like the pawns of chess.
fn is_pawn(def: &VariantDef, piece: &PieceDef) -> bool {
    let own_form = |target: &PromotionTarget| {
        let form = def.sides[target.from_side.index()].pieces.get(target.piece);
        form.is_some_and(|form| form.mark == Some(PROMOTED_MARK) && form.letter == piece.letter)
    };
    let only_own = |promotion: &PromotionDef| promotion.targets.iter().all(own_form);
    piece.promotion.as_ref().is_some_and(|promotion| !only_own(promotion) || piece.diverges())
}

fn pieces_of_array(def: &VariantDef, kinds: &[Kind]) -> Vec<(Square, KindId)> {
    let pieces = def.array.iter();
    pieces
        .filter_map(|&(square, color, piece)| Some((square, kind_of_piece(kinds, color, (color, piece))?)))
        .collect()
}

/// The maximum number of lines that the paths of a piece may have, over all squares of a board.
const MOST_LINES: usize = 1 << 18;
/// The same for all pieces of both sides.
const MOST_LINES_OF_ALL: usize = 1 << 20;
/// What a line of a lent move counts, because every piece that borrows it has its moves.
const LENT_LINE: usize = 4;

impl Compiler<'_> {
    /// The hands, if their pieces are compatible with the other rules.
    fn hands(&self) -> Result<Option<Hands>, VariantError> {
        let &Compiler { def, kinds, array, castles, first_moves, .. } = self;
        let Some(hands) = Hands::new(def, kinds, castles.len(), first_moves) else { return Ok(None) };
        let all = array.len() + hands.stocked();
        let most = most_pieces(def);
        if all > most {
            let places = [&["hands", "stock"][..], &["start"]].map(|path| def.places.place_of(path));
            return Err(limit("pieces on the board and in hand at the start", all, most).at(blamed(places)));
        }
        for own in &hands.kinds {
            let of = |id: KindId| self.kind(id);
            let alike = |&id: &KindId| {
                let twin = own.iter().find(|&&other| other != id && of(other).letter == of(id).letter);
                of(id).mark == Some(PROMOTED_MARK) || twin.is_some_and(|twin| *twin < id)
            };
            if let Some(id) = own.iter().copied().find(alike) {
                let Kind { name, role, letter, .. } = of(id);
                let places = [&["hands", "stock"][..], &["pieces"], &["hands"]];
                return Err(VariantError::limit(format!(
                    "the {name} (`{role}`) cannot be in hand, where its letter `{}` means another piece: expected \
                     a piece with a letter of its own",
                    letter.upper()
                ))
                .at(blamed(places.map(|path| def.places.place_of(path)))));
            }
        }
        if def.rules.turn.is_by_color() {
            let message = "with one move per square color there are no pieces in hand";
            return Err(VariantError::limit(message).at(def.places.place_of(&["hands"])));
        }
        Ok(Some(hands))
    }

    /// The number of pieces of each kind at the start.
    fn supplies(&self) -> Vec<u8> {
        // On Windows a library adds ways to collect into `Vec<u8>`, so the type must be named.
        let count = |id: u8| -> u8 { self.array.iter().filter(|(_, kind)| kind.0 == id).count().narrow() };
        (0..self.kinds.len().narrow()).map(count).collect()
    }

    /// The number of pieces of each side at the start, those in hand included.
    fn counts_at_start(&self) -> [usize; 2] {
        let on_board = self.counts_on_board();
        let stock = |color: Color| self.def.hands.iter().map(move |hands| hands.stock[color.index()].len());
        Color::ALL.map(|color| on_board[color.index()] + stock(color).sum::<usize>())
    }

    /// The number of pieces of each side on the board at the start.
    fn counts_on_board(&self) -> [usize; 2] {
        Color::ALL.map(|color| self.array.iter().filter(|piece| self.kind(piece.1).color == color).count())
    }

    /// The first slot of Black's pieces: half of the slots for each side, unless one starts with more.
    fn slot_split(&self) -> Result<u8, VariantError> {
        let [white, black] = self.counts_on_board();
        let most = most_pieces(self.def);
        match (white, black) {
            _ if white + black > most => Err(limit("pieces at the start", white + black, most)),
            (33.., _) => Ok(white.narrow()),
            (_, 33..) => Ok((most - black).narrow()),
            _ => Ok((MAX_PIECES / 2).narrow()),
        }
    }

    /// What requires unmoved pieces: castling, and initial moves.
    fn rights(&self) -> Result<(Vec<Castle>, Vec<FirstMoveRight>), VariantError> {
        let &Compiler { def, kinds, .. } = self;
        let (castles, first_moves) = (self.castles(), self.first_moves());
        let own = |kind: usize| first_moves.iter().filter(|right| right.kind.index() == kind).count();
        match (castles.len() + first_moves.len(), (0..kinds.len()).max_by_key(|&kind| own(kind))) {
            (rights @ 33.., Some(most)) => {
                let fault = format!(
                    "castling and first-move rights: at most 32 are possible, this variant has {rights}, and this \
                 piece {}",
                    own(most)
                );
                Err(kinds[most].fault(def, fault, &["castling"]))
            }
            _ => Ok((castles, first_moves)),
        }
    }

    /// Pieces with initial moves to whose starting squares they, or others of their kind, can return. Their
    /// initial moves need a right in the position. Where none can return, any piece on the square has the
    /// moves.
    fn first_moves(&self) -> Vec<FirstMoveRight> {
        let &Compiler { kinds, array, .. } = self;
        let comes_to = |id: KindId| {
            let kind = self.kind(id);
            let mut seen: HashSet<Square> = HashSet::new();
            let mut open: Vec<Square> =
                array.iter().filter(|piece| self.is_same_piece(piece.1, id)).map(|piece| piece.0).collect();
            while let Some(from) = open.pop() {
                let legs = self.legs_at(kind, from);
                let legs = legs.iter().map(|ruled| RuledLeg::plain(ruled.leg));
                for Target { to, .. } in legs.flat_map(|leg| self.targets(leg, kind, from)) {
                    if seen.insert(to) {
                        open.push(to);
                    }
                }
            }
            seen
        };
        let has_initial = |id: KindId| {
            let kind = self.kind(id);
            let lenders = kinds.iter().filter(|other| self.borrows(kind) && other.color == kind.color);
            lenders.chain([kind]).any(|kind| self.all_legs(kind).any(|leg| leg.initial))
        };
        let comers: Vec<HashSet<Square>> =
            self.ids().map(|id| if has_initial(id) { comes_to(id) } else { HashSet::new() }).collect();
        let may_come = |square: Square, id: KindId| {
            self.lends(self.kind(id).color) || comers[id.index()].contains(&square)
        };
        let right = |&(square, kind): &(Square, KindId)| {
            let initial = has_initial(kind) && may_come(square, kind);
            FirstMoveRight { square, kind, initial, gate: self.opens_gate(square, self.kind(kind).color) }
        };
        array.iter().map(right).filter(|right| right.initial || right.gate).collect()
    }

    /// Whether a piece in hand may enter on a square when the piece that starts there leaves it.
    fn opens_gate(&self, square: Square, color: Color) -> bool {
        let def = self.def;
        let Some(hands) = def.hands.as_ref().filter(|hands| hands.drops.is_by_gates()) else { return false };
        if hands.gates.as_ref().is_some_and(|gates| !gates[color.index()].contains(&square)) {
            return false;
        }
        let may_be_held = |&(index, piece): &(usize, &PieceDef)| {
            let comes = hands.captured.is_kept() && piece.in_hand == Some(piece.role) && !piece.royal;
            comes || hands.stock[color.index()].contains(&index)
        };
        let pieces = def.sides[color.index()].pieces.iter().enumerate().filter(may_be_held);
        let mut drops = pieces.map(|(_, piece)| piece.drops.as_ref());
        drops.any(|drops| drops.is_none_or(|drops| drops.squares.contains(&square)))
    }

    /// Refuses pieces whose paths, their own and those that they lend or borrow, have too many ways on this
    /// board, before following them.
    fn check_ways(&self) -> Result<(), VariantError> {
        let &Compiler { def, kinds, .. } = self;
        let mut left_of_all = MOST_LINES_OF_ALL;
        for kind in kinds {
            let (most, whose) = match left_of_all {
                ..MOST_LINES => (MOST_LINES_OF_ALL, "its moves and those of the pieces before it"),
                _ => (MOST_LINES, "its moves"),
            };
            let begin = left_of_all.min(MOST_LINES);
            let mut left = begin;
            let own = self.all_legs(kind).map(|leg| (leg, 1));
            let lent = self.all_loans(kind).map(|loan| (&loan.leg, LENT_LINE));
            for (leg, weight) in own.chain(lent).filter(|(leg, _)| leg.is_path()) {
                for from in def.shape.squares() {
                    let Some(lines) = count_ways(leg, &def.shape, kind.color, from, left / weight) else {
                        let (files, ranks) = (def.shape.files(), def.shape.ranks());
                        let fault = format!(
                            "{whose} have more than {most} ways on a board of {files}x{ranks}: use a smaller \
                         board or fewer legs"
                        );
                        return Err(kind.fault(def, fault, &[]));
                    };
                    left -= lines * weight;
                }
            }
            left_of_all -= begin - left;
        }
        Ok(())
    }

    /// In games of double moves no piece may leave the squares of its color, and squares of the other color
    /// must not matter to its moves. Otherwise the two halves of a turn would not be independent.
    fn check_color_separation(&self) -> Result<(), VariantError> {
        let &Compiler { def, shape, kinds, .. } = self;
        for kind in kinds {
            if self.lends_or_borrows(kind) {
                let message = "with one move per square color no piece lends its moves to another";
                return Err(kind.fault(def, message, &["turn"]));
            }
            for from in shape.squares() {
                let other_color = |&to: &Square| shape.shade(to) != shape.shade(from);
                let legs = self.legs_at(kind, from).into_iter();
                let mut targets = legs.flat_map(|ruled| self.targets(ruled, kind, from));
                let stray_square =
                    |Target { to, guard, .. }: Target| guard.all_squares().chain([to]).find(other_color);
                if let Some(to) = targets.find_map(stray_square) {
                    let (from, to) = (shape.name(from), shape.name(to));
                    let fault = format!(
                        "with one move per square color every piece keeps to its color, but its way from {from} leads \
                     over {to}"
                    );
                    return Err(kind.fault(def, &fault, &["turn"]));
                }
            }
        }
        match (&def.rules.castling, def.rules.no_moves) {
            (Castling::Corner { .. }, _) => {
                let message = "with one move per square color nobody castles";
                Err(VariantError::limit(message)
                    .at(blamed(["castling", "turn"].map(|rule| def.places.place_of(&["rules", rule])))))
            }
            (_, NoMoves::MoverLoses | NoMoves::MoverWins | NoMoves::FewerPiecesWins) => {
                let message = "with one move per square color having no move is a draw or closes the squares of that color";
                Err(VariantError::limit(message)
                    .at(blamed(["no_moves", "turn"].map(|rule| def.places.place_of(&["rules", rule])))))
            }
            _ => Ok(()),
        }
    }

    /// Whether a side may have several royal pieces, of which one may be left attacked.
    fn expendable_royals(&self, color: Color) -> bool {
        let royal = |id: KindId| self.kind(id).royal && self.kind(id).color == color;
        let on_board = self.array.iter().filter(|piece| royal(piece.1)).count();
        let stock = self.def.hands.iter().flat_map(|hands| &hands.stock[color.index()]);
        let in_hand = stock.filter(|&&piece| self.def.sides[color.index()].pieces[piece].royal).count();
        let several = on_board + in_hand > 1;
        self.def.rules.royals.may_lose_one()
            && (several || self.kinds.iter().flat_map(Kind::future).any(royal))
    }

    /// The pawns that can never return to an earlier square: none of their moves leads back, and
    /// only moves that keep the clock lead sideways.
    fn irreversible_pawns(&self, lends: [bool; 2], moves: &MoveTable, effects: &EffectTable) -> KindSet {
        let &Compiler { shape, kinds, .. } = self;
        let onward = |id: usize, from: Square| {
            let (color, entry) = (kinds[id].color, moves.entry(id * shape.cell_count() + from.index()));
            let ahead = |to: u8| shape.rank_for(Square(to), color).cmp(&shape.rank_for(from, color));
            let keeps_clock = |stop: PackedTarget| {
                let quiet = moves.terms(stop).map_or(&[][..], |terms| &terms.quiet);
                !quiet.is_empty() && quiet.iter().all(|&id| effects.get(id).keeps_clock)
            };
            let mut stops = moves.all(entry);
            let mut multi_captures = moves.multi_captures(id * shape.cell_count() + from.index()).iter();
            stops.all(|stop| match ahead(stop.to) {
                Ordering::Greater => true,
                Ordering::Equal => !stop.is_end() || keeps_clock(*stop),
                Ordering::Less => !stop.is_end(),
            }) && multi_captures.all(|multi_capture| ahead(multi_capture.stop.to) == Ordering::Greater)
        };
        let again = |id: usize| kinds.iter().flat_map(Kind::future).any(|future| future.index() == id);
        let never = |&KindId(id): &KindId| {
            let id = usize::from(id);
            let alone = !lends[kinds[id].color.index()] && !effects.puts_down();
            kinds[id].pawn && alone && !again(id) && shape.squares().all(|from| onward(id, from))
        };
        self.ids().filter(never).collect()
    }

    /// Names the piece that needs the most rays, from the numbers before each kind and after the last.
    fn too_many_rays(&self, before: &[usize], now: usize) -> VariantError {
        let after = before.iter().copied().skip(1).chain([now]);
        let own = before.iter().zip(after).map(|(before, after)| after - before);
        let most = self.kinds.iter().zip(own).max_by_key(|(_, own)| *own);
        let worst = most.as_ref().map_or_else(String::new, |(kind, own)| {
            format!(", and the {} of {} (`{}`) alone needs {own}", kind.name, kind.color, quoted(&kind.betza))
        });
        VariantError::limit(format!(
            "different rays of attack: at most {MOST_RAYS} are possible for all pieces of both sides \
         together{worst}: use a smaller board or pieces with fewer ways"
        ))
        .at(most.and_then(|(kind, _)| kind.place_in(self.def, "betza")))
    }
}
