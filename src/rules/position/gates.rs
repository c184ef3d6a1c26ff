//! Gates: pieces in hand that enter where another leaves its square for the first time.

use super::Position;
use super::generate::Generator;
use super::moves::{Gate, Move, Tag};
use super::sink::Sink;
use super::state::State;
use crate::rules::game::{Game, Gates, Hands};
use crate::rules::geometry::Color;

impl State {
    /// Ends the rights of a side's pieces to let others in, once none is in hand.
    pub(super) fn close_gates(&mut self, game: &Game) {
        let Some((hands, gates)) = with_gates(game) else { return };
        for color in Color::ALL {
            if hands.kinds[color.index()].iter().all(|kind| self.hands[kind.index()] == 0) {
                self.keep_rights(game, !gates.rights[color.index()]);
            }
        }
    }
}

impl Position {
    /// The number of pieces of a side that may still let one in from the hand; `None` in games without
    /// gates.
    pub fn open_gates(&self, color: Color) -> Option<u32> {
        let (_, gates) = with_gates(&self.game)?;
        Some((self.state.now.rights & gates.all[color.index()]).count_ones())
    }
}

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Passes on a legal move, alone and with each piece that may enter by it.
    #[cold]
    #[inline(never)]
    pub(super) fn move_and_enter(&mut self, m: Move) {
        self.sink.push(m);
        if let Some((hands, gates)) = with_gates(self.game) {
            self.entries(m, hands, gates);
        }
    }

    /// A legal move with each piece that may enter on a square that it leaves. It must be legal without
    /// that piece: a piece cannot enter to answer a check.
    #[cold]
    fn entries(&mut self, m: Move, hands: &Hands, gates: &Gates) {
        let (state, game) = (self.state, self.game);
        if !gates.is_open(m.from(), state.now.rights) {
            return;
        }
        let castle = m.castle();
        let partner = castle.and_then(|index| game.castles.get(usize::from(index)));
        // Neither enters on the other's target.
        let free =
            |square| partner.is_none_or(|castle| square != castle.king.1 && square != castle.partner.1);
        let squares = [(m.from(), false)].into_iter().chain(partner.map(|castle| (castle.partner.0, true)));
        for (square, by_partner) in squares.filter(|(square, _)| free(*square)) {
            for &kind in &hands.kinds[state.side.index()] {
                let enters = state.hands[kind.index()] > 0
                    && hands.rule(kind).allowed.get(square.index()) == Some(&true)
                    && gates.is_open(square, state.now.rights);
                let entry =
                    Move::new(m.from().0, m.to().0, Tag::Gate(Gate { kind, castle, by_partner }.pack()));
                // A piece to leap over may expose a king.
                if enters && (game.rays.all_plain || self.safe(&state.effect(game, entry))) {
                    self.sink.push(entry);
                }
            }
        }
    }
}

/// The hands and gates of a game that has them.
#[inline]
fn with_gates(game: &Game) -> Option<(&Hands, &Gates)> {
    let hands = game.hands.as_ref()?;
    Some((hands, hands.gates.as_ref()?))
}
