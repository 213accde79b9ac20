//! Winning moves for the writer of lemmas.

use super::NexPosition;
use super::attack::Attack;
use super::lemmas::WinningMove;
use super::stages::View;
use nexsolve_core::{Game, Proving, Side, Wdl, Winners};

/// How far it looks ahead: the most moves of the side, and looks.
const MOVES_AHEAD: usize = 6;
const MOST_LOOKS: u64 = 1 << 20;

/// Finds winning moves of a side: by looking ahead, or among those of a search.
pub(super) struct WinningMoves<'a, 'w> {
    pub(super) attack: &'w Attack<'a>,
    pub(super) side: Side,
    pub(super) winners: &'w mut dyn Winners,
}

impl Attack<'_> {
    /// Returns the position after a move of the side to move that wins within a few moves, with a small
    /// carrier.
    pub(super) fn soon_won(&self, position: &NexPosition<u64>) -> Option<NexPosition<u64>> {
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
