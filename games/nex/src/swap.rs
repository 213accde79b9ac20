//! The swap rule in the search: positions in which a swap may follow or answer the next move.

use super::search::Threats;
use super::{Nex, NexMove, NexPosition};
use nexsolve_core::{Bound, Candidate, Candidates, Game, Glance, Score};
use nexsolve_rhombus::CellSet;
use std::collections::HashMap;

impl<S: CellSet> Nex<S> {
    /// Returns whether a swap can follow, now or after the next move.
    #[inline]
    pub(super) fn is_before_swap(&self, position: &NexPosition<S>) -> bool {
        self.has_swap && (position.may_swap || position.black.is_empty())
    }
}

impl Nex<u64> {
    pub(super) fn glance_before_swap(&self, position: &NexPosition<u64>) -> Glance<Threats> {
        match self.outcome(position) {
            Some(outcome) => Glance::Settled(Bound::new(Score::of_outcome(outcome))),
            None => Glance::Open(Threats::default()),
        }
    }

    /// Lists all moves, a swap first. The search without a swap may leave out moves that lose there, but its
    /// order serves here too.
    pub(super) fn candidates_before_swap(
        &self,
        position: &NexPosition<u64>,
        moves: &mut Vec<Candidate<NexMove>>,
    ) -> Candidates {
        moves.clear();
        if let Glance::Open(threats) = self.glance_without_swap(position, Score::DRAW) {
            self.candidates_without_swap(position, Score::DRAW, threats, moves);
        }
        let priors: HashMap<_, _> =
            moves.drain(..).map(|candidate| (candidate.mv, candidate.prior)).collect();
        let mut legal = self.legal_moves(position);
        legal.sort_by_key(|&mv| mv != NexMove::Swap);
        let best = priors.values().copied().max().unwrap_or(0);
        moves.extend(legal.into_iter().map(|mv| {
            let prior = if mv == NexMove::Swap { best + 1 } else { priors.get(&mv).copied().unwrap_or(0) };
            Candidate { mv, prior }
        }));
        Candidates::Search { rest: Bound { score: Score::MIN, region: 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_catalogue::Packed;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_core::{LayerId, Notation, Plies, Ranked, Wdl};
    use nexsolve_rhombus::Wide;
    use std::collections::HashSet;

    const SMALL: [(u32, u32); 9] = [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)];

    fn nex(rows: u32, cols: u32) -> Nex<u64> {
        Nex::new(rows, cols).expect("a board").with_swap()
    }

    #[test]
    fn the_laws_hold_on_small_boards() {
        for (rows, cols) in SMALL {
            let with_final_moves = Nex::with_final_moves(rows, cols).expect("a board");
            for game in [nex(rows, cols), with_final_moves.with_swap()] {
                laws::check(&game, Positions::All);
                laws::ranked_unmoves(&game);
                laws::unrank_range(&game, 1);
                if rows * cols < 9 {
                    laws::search(&game);
                }
            }
        }
    }

    #[test]
    fn the_laws_hold_in_random_games() {
        let game = nex(4, 4);
        laws::check(&game, Positions::Games { count: 5, seed: 1 });
        laws::search_among(&game, &laws::endings(&game, 5, Plies(6), 2));
        let wide = Nex::<Wide>::new(9, 8).expect("a board").with_swap();
        laws::rules(&wide, &laws::positions(&wide, Positions::Games { count: 1, seed: 3 }));
        laws::notation(&wide, &laws::positions(&wide, Positions::Games { count: 1, seed: 3 })[..9]);
    }

    #[test]
    fn random_play_follows_the_rules() {
        let game = nex(2, 3);
        let mut positions = laws::positions(&game, Positions::Games { count: 2, seed: 5 });
        positions.push(game.read_position("Ba1?a2;swap").expect("moves"));
        laws::chance(&game, &positions, 4_000, 0.12, 1);
    }

    /// For the second player, each opening is worth the better of two values: that of the game without the
    /// rule for the second player, and that for the first.
    #[test]
    fn values_follow_from_those_of_the_plain_game() {
        for (rows, cols, value) in
            [(1, 1, Wdl::Draw), (2, 2, Wdl::Draw), (2, 3, Wdl::Loss), (3, 2, Wdl::Loss), (3, 3, Wdl::Draw)]
        {
            let (game, plain) = (nex(rows, cols), Nex::<u64>::new(rows, cols).expect("a board"));
            let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
            let all = laws::positions(&plain, Positions::All);
            let plain_scores = laws::scores(&plain, &all);
            let mut best = plain.outcome(&plain.start());
            for (_, opened) in plain.continuations(&plain.start()) {
                let before = NexPosition { may_swap: true, ..opened };
                let second = plain_scores[&opened].wdl();
                let is_over = plain.outcome(&opened).is_some();
                let with_swap = if is_over { second } else { second.max(-second) };
                assert_eq!(scores[&before].wdl(), with_swap, "{rows}x{cols} {opened:?}");
                best = best.max(Some(-with_swap));
            }
            assert_eq!((scores[&game.start()].wdl(), best), (value, Some(value)), "{rows}x{cols}");
            // Once no swap can follow, the position has the score that it has without the rule.
            let past: HashSet<_> = scores.keys().filter(|at| !game.is_before_swap(at)).copied().collect();
            assert!(past.iter().all(|position| scores[position] == plain_scores[position]));
            let expected =
                all.iter().filter(|at| at.ply() > 1 || at.ply() == 1 && plain.outcome(at).is_none());
            assert_eq!(past.len(), expected.count(), "{rows}x{cols}");
        }
    }

    /// If the swap answers the opening, the opening's winner is the second player, one ply later.
    #[test]
    fn a_swap_takes_a_ply() {
        let game = nex(3, 3);
        let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
        let before = game.read_position("Bb2?c3").expect("a move");
        let after = game.play(&before, NexMove::Swap);
        assert_eq!(scores[&after], Score::loss_in(Plies(6)));
        assert_eq!(scores[&before], Score::win_in(Plies(7)));
    }

    #[test]
    fn positions_before_and_after_a_swap_are_distinguished() {
        let game = nex(2, 2);
        let read = |text: &str| game.read_position(text);
        let (before, after) = (read("Ba1?b2").expect("a move"), read("Ba1?b2;swap").expect("moves"));
        assert_eq!(game.format_position(&before), "B./.? swap?");
        assert_eq!(game.format_position(&after), "B./.?");
        assert!(game.diagram(&before).ends_with("\nswap?\n"));
        assert_eq!(game.read_move(&before, " swap "), Ok(NexMove::Swap));
        assert!(game.read_move(&after, "swap").is_err() && game.read_move(&game.start(), "swap").is_err());
        for wrong in ["../.. swap?", "BW/?? swap?", "B./.. swap?", "Ba1?b2 swap?", "Ba1?b2;swap;swap"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let plain = Nex::<u64>::new(2, 2).expect("a board");
        assert!(plain.read_position("B./.? swap?").is_err() && plain.read_position("Ba1?b2;swap").is_err());
    }

    #[test]
    fn positions_of_the_largest_board_are_packed() {
        let game = Nex::<Wide>::new(19, 19).expect("a board").with_swap();
        for text in ["Ba1?s19", "Bs19?s18", "Ba1?s19;swap", "Ba1?r14;Wb1?s19"] {
            let position = game.read_position(text).expect(text);
            assert_eq!(Nex::<Wide>::unpack(&Nex::<Wide>::pack(&position)), position);
        }
    }

    #[test]
    fn a_layer_holds_the_positions_after_a_swap() {
        let names =
            |game: &Nex<u64>| game.layers().iter().map(|layer| layer.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&nex(2, 2)), ["p00n0", "p01n1", "p01n1x", "p02n2", "p03n1"]);
        assert_eq!(nex(2, 2).layers()[1].successors, [2, 3].map(LayerId::new));
        assert_eq!(names(&nex(1, 2)), ["p00n0", "p01n1"]);
        assert!(nex(8, 8).layers().is_empty());
    }
}
