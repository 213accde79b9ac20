//! Winning moves, and the answers of a search by proof numbers for positions: winners and proofs by lemmas.

use super::NexPosition;
use super::attack::Attack;
use super::lemmas::{self, WinningMove};
use super::stages::View;
use nexsolve_core::{Game, Proving, ProvingFor, Side, Wdl, Winners};

/// On boards with fewer cells, alpha-beta with regions is faster: it proves all openings of 4×4 in less than
/// a third of the time.
const FEWEST_CELLS: u32 = 17;

/// How far it looks ahead: the most moves of the side, and looks.
const MOVES_AHEAD: usize = 6;
const MOST_LOOKS: u64 = 1 << 20;

/// Finds winning moves of a side: by looking ahead, or among those of a search.
struct WinningMoves<'a, 'w> {
    attack: &'w Attack<'a>,
    side: Side,
    winners: &'w mut dyn Winners,
}

impl Attack<'_> {
    /// Returns the position after a move of the side to move that wins within a few moves, with a small
    /// carrier.
    fn soon_won(&self, position: &NexPosition<u64>) -> Option<NexPosition<u64>> {
        let side = position.side_to_move();
        let before = View::of(position, side);
        let nexts: Vec<NexPosition<u64>> =
            self.game.continuations(position).map(|(_, after)| after).collect();
        if let Some(won) = nexts.iter().find(|next| self.game.outcome(next) == Some(Wdl::Loss)) {
            return Some(*won);
        }
        self.ahead(side, |stages| {
            let most_looks = stages.looks + MOST_LOOKS;
            let found = (2..=MOVES_AHEAD).find_map(|moves| {
                stages.most_looks = most_looks;
                let carrier = stages.attack(before, moves)?;
                // Without looks, only what the attack has found.
                [0, most_looks].into_iter().find_map(|looks| {
                    stages.most_looks = looks;
                    let views = nexts.iter().map(|next| (next, View::of(next, side)));
                    views
                        .filter(|(_, after)| after.own & !before.own & !carrier == 0)
                        .filter_map(|(next, after)| {
                            Some((stages.answers(after, moves - 1, 0)?.count_ones(), *next))
                        })
                        .min_by_key(|(size, _)| *size)
                })
            });
            stages.most_looks = u64::MAX;
            found.map(|(_, next)| next)
        })
    }
}

impl WinningMove for WinningMoves<'_, '_> {
    fn winning_move(&mut self, position: &NexPosition<u64>) -> Option<NexPosition<u64>> {
        let attack = self.attack;
        let nexts: Vec<NexPosition<u64>> =
            attack.game.continuations(position).map(|(_, after)| after).collect();
        if let Some(next) = attack.soon_won(position) {
            return Some(next);
        }
        let state = attack.pack(position, self.side);
        let known = |winners: &dyn Winners| {
            let is_lost =
                |next: &&NexPosition<u64>| winners.known(attack.pack(next, self.side)) == Some(false);
            nexts.iter().find(is_lost).copied()
        };
        if let Some(next) = known(self.winners) {
            return Some(next);
        }
        self.winners.find(state)?;
        if let Some(next) = known(self.winners) {
            return Some(next);
        }
        // The search keeps no states that took little work. It tries the most promising moves first.
        let mut promising = Vec::new();
        attack.look(state, &mut promising);
        for child in promising.into_iter().chain(nexts.iter().map(|next| attack.pack(next, self.side))) {
            if !self.winners.find(child)? {
                return Some(attack.unpack(child).0);
            }
        }
        unreachable!("the side wins by some move")
    }
}

impl ProvingFor<NexPosition<u64>> for Attack<'_> {
    fn state(&self, position: &NexPosition<u64>, winner: Side) -> Option<u128> {
        Some(self.pack(position, winner))
    }

    fn is_faster(&self) -> bool {
        self.game.board.len() >= FEWEST_CELLS
    }

    fn after_win(&self, position: &NexPosition<u64>) -> Option<NexPosition<u64>> {
        self.soon_won(position)
    }

    fn deduce(&self, position: &NexPosition<u64>, winners: &mut dyn Winners) -> Option<Vec<String>> {
        let mover = position.side_to_move();
        let winner = |side: Side, known: Option<bool>| (known? == (side == mover)).then_some(side);
        let known = [Side::Black, Side::White]
            .into_iter()
            .find_map(|side| winner(side, winners.known(self.pack(position, side))));
        let side = match known {
            Some(side) => side,
            None => [Side::Black, Side::White]
                .into_iter()
                .find_map(|side| winner(side, winners.find(self.pack(position, side))))?,
        };
        lemmas::proof(self.game, position, side, &mut WinningMoves { attack: self, side, winners })
    }
}
