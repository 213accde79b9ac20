//! Every win that the attack claims, in every position to which the claim extends, is compared with play to
//! the end.

use super::*;
use crate::{Nex, NexPosition};
use nexsolve_core::Game;
use nexsolve_core::laws::{self, Positions};
use std::collections::{HashMap, HashSet};

/// With more cells outside of a carrier, a claim is compared in its own position alone.
const MOST_OUTSIDE: u32 = 9;

/// Within how many moves the attacker wins, by the rules alone.
struct Play<'a> {
    game: &'a Nex<u64>,
    attacker: Side,
    known: HashMap<(View, usize), bool>,
}

impl Play<'_> {
    /// Returns whether the attacker wins within this many of his moves.
    fn wins(&mut self, view: View, moves: usize) -> bool {
        if let Some(&known) = self.known.get(&(view, moves)) {
            return known;
        }
        let View { own, others, neutral } = view;
        let at = NexPosition::of(self.attacker, own, others, neutral);
        let wins = if let Some(outcome) = self.game.outcome(&at) {
            outcome.winner(at.side_to_move()) == Some(self.attacker)
        } else if at.side_to_move() == self.attacker {
            moves > 0 && self.nexts(&at).any(|next| self.wins(next, moves - 1))
        } else {
            self.nexts(&at).all(|next| self.wins(next, moves))
        };
        self.known.insert((view, moves), wins);
        wins
    }

    fn nexts(&self, at: &NexPosition<u64>) -> impl Iterator<Item = View> + use<> {
        let nexts: Vec<View> =
            self.game.continuations(at).map(|(_, next)| View::of(&next, self.attacker)).collect();
        nexts.into_iter()
    }
}

/// Compares the claims about some positions, of either attacker, to move or not. Returns how many positions
/// the claims extend to.
fn compare(game: &Nex<u64>, positions: &[NexPosition<u64>], most: usize) -> usize {
    let mut compared = 0;
    for attacker in [Side::Black, Side::White] {
        let mut play = Play { game, attacker, known: HashMap::new() };
        let mut stages = Stages::new(game.board(), attacker, Arc::new(Table::new(table::MOST, table::MOST)));
        let mut seen = HashSet::new();
        for at in positions.iter().filter(|at| game.outcome(at).is_none()) {
            let view = View::of(at, attacker);
            // From the most down, so that the table knows longer wins when shorter ones are asked for.
            for moves in (1..=most).rev() {
                let attacks = at.side_to_move() == attacker;
                let found = if attacks { stages.attack(view, moves) } else { stages.answers(view, moves, 0) };
                let Some(carrier) = found else { continue };
                assert_eq!(carrier & view.own, 0, "{at:?}");
                let outside = game.board().full & !view.own & !carrier;
                let kinds = [view.own, view.others, view.neutral];
                let within = kinds.map(|kind| kind & !outside);
                let left = kinds.map(|kind| (kind & outside).count_ones());
                if !seen.insert((within, carrier, left, moves, attacks)) {
                    continue;
                }
                if outside.count_ones() > MOST_OUTSIDE {
                    compared += 1;
                    assert!(play.wins(view, moves), "{at:?} in {moves}, {attacker:?}");
                    continue;
                }
                let cells: Vec<u64> = outside.iter().map(u64::one).collect();
                laws::placings(&cells, left, within, &mut |[own, others, neutral]| {
                    compared += 1;
                    let there = View { own, others, neutral };
                    assert!(
                        play.wins(there, moves),
                        "{at:?} in {moves}, {attacker:?}: {there:?}, carrier {carrier:#b}"
                    );
                });
            }
        }
    }
    compared
}

#[test]
fn claimed_wins_hold_wherever_the_claim_extends() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let compared = compare(&game, &laws::positions(&game, Positions::All), 5);
        eprintln!("{rows}x{cols}: {compared} positions");
        assert!(compared > 0, "{rows}x{cols}: nothing was claimed");
    }
}

#[test]
#[ignore = "slow: all positions of twelve cells, minutes and gigabytes"]
fn claimed_wins_hold_on_twelve_cells() {
    for (rows, cols) in [(3, 4), (4, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let compared = compare(&game, &laws::positions(&game, Positions::All), 6);
        eprintln!("{rows}x{cols}: {compared} positions");
    }
}

#[test]
fn claimed_wins_hold_in_random_games() {
    for (rows, cols, count) in [(3, 4, 30), (4, 3, 30), (4, 4, 10), (3, 5, 10), (5, 3, 10)] {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let late = laws::positions(&game, Positions::Games { count, seed: 7 })
            .into_iter()
            .filter(|at| game.empty(at).count_ones() <= 6 && at.neutral.count_ones() <= 3)
            .collect::<Vec<_>>();
        let compared = compare(&game, &late, 3);
        eprintln!("{rows}x{cols}: {compared} positions");
        assert!(compared > 0, "{rows}x{cols}: nothing was claimed");
    }
}
