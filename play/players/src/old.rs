//! The searchers of the old program as opponents: `solver1` and `solver2`.

use crate::budget::Watch;
use crate::{Budget, Choice, Course, Estimate, Player, PlayerSpecError, Spec, Thought};
use nexsolve_core::{Bounds, Contest, Plies, SplitMix, Wdl};

/// The default number of positions per move: enough for any position of 3×3 Nex.
pub(crate) const NODES: u64 = 4_000_000;

/// The maximum depth in a game without end.
const DEEPEST: u32 = 400;

/// `solver1` and `solver2`: alpha-beta negamax to the end of the game over win, draw and loss, in the game's
/// order of moves, without a transposition table and without knowledge. The search stops at the first winning
/// move. `solver2` shuffles the moves of the root.
///
/// A limit keeps large boards from taking forever: [`NODES`] positions per move, or fewer by the budget or
/// `solver1(nodes)`. If half of the positions (or of the time) do not suffice to reach the end, or the game
/// has no end, the other half is spent on searching one ply ahead, then two, and so on, treating positions
/// beyond the horizon as draws.
#[derive(Clone, Debug)]
pub(crate) struct OldSolver {
    nodes: u64,
    /// The generator for the shuffle; `None` without one.
    random: Option<SplitMix>,
}

impl OldSolver {
    /// Creates `solver1(nodes)` or, with `random`, `solver2(nodes)`.
    ///
    /// # Errors
    /// If the number is 0.
    pub(crate) fn new(spec: &mut Spec, random: Option<SplitMix>) -> Result<Self, PlayerSpecError> {
        let nodes = spec.number.take().unwrap_or(NODES);
        if nodes == 0 {
            return Err(spec.wrong(format!("{} needs at least one position", spec.name)));
        }
        Ok(Self { nodes, random })
    }
}

impl<G: Contest> Player<G> for OldSolver {
    fn choose(&mut self, course: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move> {
        let mut moves = course.legal();
        if let Some(random) = &mut self.random {
            for i in (1..moves.len()).rev() {
                moves.swap(i, random.below(i + 1));
            }
        }
        let nodes = budget.nodes.unwrap_or(u64::MAX).min(self.nodes);
        let game = course.game();
        let (longest, depth) = (game.longest(course.position()), budget.depth.unwrap_or(DEEPEST));
        let mut search =
            Plain { game, nodes: 0, most: nodes, watch: Watch::new(*budget), lists: Vec::new(), cut: false };
        let mut found = None;
        if longest != Plies::ENDLESS && u32::from(longest.0) <= depth {
            search.most = nodes.div_ceil(2);
            search.watch = Watch::new(Budget { until: budget.half_time(), ..*budget });
            found = search.root(course, &moves, u32::from(longest.0)).ok();
        }
        (search.most, search.watch) = (nodes, Watch::new(*budget));
        let (mv, value, exact) = match found {
            Some((mv, value)) => (mv, value, true),
            None => search.deepen(course, &moves, depth.min(longest.0.into())),
        };
        let estimate = match value {
            Wdl::Draw if !exact => Estimate::Unknown,
            value => Estimate::Proven(Bounds::of_value(value)),
        };
        Ok(Thought { mv, estimate, line: vec![mv], nodes: search.nodes })
    }
}

/// The budget is exhausted.
#[derive(Debug)]
struct Spent;

/// The search.
struct Plain<'a, G: Contest> {
    game: &'a G,
    nodes: u64,
    /// The maximum number of positions.
    most: u64,
    watch: Watch<'a>,
    /// Reusable lists of moves.
    lists: Vec<Vec<G::Move>>,
    /// Whether a line was cut off at the horizon.
    cut: bool,
}

impl<G: Contest> Plain<'_, G> {
    /// Returns the first of the best moves and its value, searched `depth` plies ahead.
    fn root(
        &mut self,
        course: &Course<'_, G>,
        moves: &[G::Move],
        depth: u32,
    ) -> Result<(G::Move, Wdl), Spent> {
        let (mut best, mut value) = (moves[0], Wdl::Loss);
        for &mv in moves {
            let after = self.game.play(course.position(), mv);
            let worth = match course.ending_after(mv) {
                Some(ending) => -ending.value_for(self.game.side_to_move(&after)),
                None => -self.search(&after, depth - 1, Wdl::Loss, -value)?,
            };
            if worth > value {
                (best, value) = (mv, worth);
            }
            if value == Wdl::Win {
                break;
            }
        }
        Ok((best, value))
    }

    /// Searches one ply ahead, then two, and so on, until the value is known or the budget is exhausted.
    /// Returns the move, the value, and whether the horizon cut off no line.
    fn deepen(&mut self, course: &Course<'_, G>, moves: &[G::Move], deepest: u32) -> (G::Move, Wdl, bool) {
        let mut found = (moves[0], Wdl::Draw, false);
        for depth in 1..=deepest {
            self.cut = false;
            let Ok((mv, value)) = self.root(course, moves, depth) else { break };
            // If all moves now lose, the move chosen one step earlier resists longest.
            let mv = if value == Wdl::Loss { found.0 } else { mv };
            found = (mv, value, !self.cut);
            if !self.cut || value != Wdl::Draw {
                break;
            }
        }
        found
    }

    fn search(&mut self, position: &G::Position, left: u32, alpha: Wdl, beta: Wdl) -> Result<Wdl, Spent> {
        if self.nodes >= self.most || self.watch.is_over() {
            return Err(Spent);
        }
        self.nodes += 1;
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(outcome);
        }
        if left == 0 {
            self.cut = true;
            return Ok(Wdl::Draw);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let mut best = alpha;
        for &mv in &moves {
            best = best.max(-self.search(&self.game.play(position, mv), left - 1, -beta, -best)?);
            if best >= beta {
                break;
            }
        }
        self.lists.push(moves);
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::tests::any;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_core::{Game, Notation};

    fn both() -> [OldSolver; 2] {
        let mut spec = Spec::named("solver");
        let shuffled = OldSolver::new(&mut spec, Some(SplitMix(4))).expect("no options");
        [OldSolver::new(&mut spec, None).expect("no options"), shuffled]
    }

    /// They keep the value in every position, and report it.
    #[test]
    fn small_boards_are_played_perfectly() {
        for board in ["nex:2x2", "nex:2x3", "hex:2x3", "hex:swap:2x3", "nex:swap:2x2"] {
            let game = any(board);
            let all = laws::positions(&game, Positions::All);
            let scores = laws::scores(&game, &all);
            for position in all.iter().filter(|position| game.outcome(position).is_none()) {
                let value = scores[position].wdl();
                for mut player in both() {
                    let course = Course::from(&game, *position);
                    let thought = player.choose(&course, &Budget::default()).expect("a move");
                    assert_eq!(thought.estimate.proven(), Some(value), "{position:?}");
                    assert_eq!(scores[&game.play(position, thought.mv)].lift().wdl(), value, "{position:?}");
                    assert!(thought.nodes < NODES / 2);
                }
            }
        }
    }

    /// They move within the budget where the end is out of reach.
    #[test]
    fn large_boards_and_endless_games_are_bounded() {
        for (board, nodes) in [("nex:8x8", 1), ("hex:8x8", 100), ("awari", 10_000), ("draughts", 10_000)] {
            for mut player in both() {
                let game = any(board);
                let course = Course::new(&game);
                let budget = Budget { nodes: Some(nodes), ..Budget::default() };
                let thought = player.choose(&course, &budget).expect("a move");
                assert!(course.allows(thought.mv) && thought.nodes <= nodes, "{thought:?}");
                assert_eq!(thought.estimate, Estimate::Unknown);
            }
        }
    }

    /// Also a near win where the end of the game is too far, and where play could go on forever.
    #[test]
    fn wins_are_found() {
        let near = "h4;a1;g4;a8;f4;c1;e4;h1;d4;h8;c4;g1;b4;g8";
        for (board, position, nodes) in
            [("nex:3x3", "start", NODES), ("hex:8x8", near, 1_000), ("draughts", "W:WKa1:Bf6", NODES)]
        {
            let game = any(board);
            let course = Course::from(&game, game.read_position(position).expect(position));
            for mut player in both() {
                let budget = Budget { nodes: Some(nodes), ..Budget::default() };
                let thought = player.choose(&course, &budget).expect("a move");
                assert_eq!(thought.estimate.proven(), Some(Wdl::Win), "{thought:?}");
                assert!(thought.nodes < NODES / 2, "{thought:?}");
            }
        }
    }
}
