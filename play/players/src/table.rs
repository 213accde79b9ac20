//! Perfect play from a database.

use crate::progress::Progress;
use crate::tree::{Proofs, Threats, TreeMemory, TreePlayer, TreeSettings};
use crate::{Budget, Choice, Course, Estimate, Player, PlayerError, Thought};
use nexsolve_core::{Bounds, Chance, Draw, Plies, Probe, Prober, Score, SplitMix, Wdl};
use std::sync::Arc;

/// `table`: keeps the value of each position, wins as soon and loses as late as the tables allow. If a draw
/// is the best result, or distances are unknown, it chooses the move after which the opponent has the most
/// ways to go wrong.
///
/// This requires tables that know the value of each move. Elsewhere it **searches**: a tree search that takes
/// the tables' values as proven at its leaves.
///
/// Tables of values without distances do not show progress. Where play can repeat, and repeating would lose
/// the position's value, the player looks for the shortest way to a capture or another irreversible move that
/// keeps the value. If that is too far away, it avoids positions that have occurred before, and may fail to
/// win. A move that ends the game by its history, as a third occurrence does, is worth the result of the
/// game; beyond that move, the tables ignore history.
pub(crate) struct TablePlayer<G: Chance> {
    tables: Arc<dyn Prober<G>>,
    search: TreePlayer<G>,
    /// Whether the number of simulations is given.
    is_limited: bool,
    random: SplitMix,
}

/// The approximate maximum number of the opponent's replies that are looked up for one move.
const MOST_REPLIES: u32 = 1_000;

/// The number of simulations where a table is missing and nothing limits them.
const SIMULATIONS: u64 = 10_000;

/// Moves with the bounds of the positions after them, for the mover.
type MoveBounds<M> = Vec<(M, Bounds)>;

impl<G: Chance> TablePlayer<G> {
    /// Creates a player with these tables. Where a table is missing, it searches with this many simulations;
    /// without a number, with as many as its budget allows.
    pub(crate) fn new(tables: Arc<dyn Prober<G>>, simulations: Option<u64>, seed: u64) -> Self {
        let settings = TreeSettings {
            policy: TreeSettings::UCT,
            simulations: simulations.unwrap_or(0),
            nodes: 1 << 20,
            draw: Draw::Uniform,
            proofs: Proofs::Kept,
            threats: Threats::Ignored,
            memory: TreeMemory::Kept,
            threads: 1,
        };
        let search = TreePlayer::new(settings, seed).with_tables(Arc::clone(&tables));
        Self { tables, search, is_limited: simulations.is_some(), random: SplitMix(seed) }
    }

    /// Looks up all legal moves; also returns the number of unknown ones.
    fn look_up(&self, course: &Course<'_, G>) -> Result<(MoveBounds<G::Move>, usize), PlayerError> {
        let (game, position) = (course.game(), course.position());
        let has_past = game.longest(position) == Plies::ENDLESS;
        let (mut known, mut open) = (Vec::new(), Vec::new());
        for (mv, after) in game.continuations(position) {
            let by_past = has_past.then(|| course.ending_after(mv)).flatten();
            let over = by_past.map(|ending| ending.value_for(game.side_to_move(&after)));
            match over.or_else(|| game.outcome(&after)) {
                Some(outcome) => known.push((mv, Bounds::exact(Score::of_outcome(outcome)).lift())),
                None => open.push((mv, after)),
            }
        }
        // An immediate win needs no table.
        if known.iter().any(|(_, bounds)| bounds.lo == Score::win_in(Plies(1))) {
            return Ok((known, 0));
        }
        let (moves, after): (Vec<G::Move>, Vec<G::Position>) = open.into_iter().unzip();
        let all = known.len() + moves.len();
        let found = moves.into_iter().zip(self.tables.probe_all(&after)?);
        known.extend(found.filter_map(|(mv, probe)| match probe {
            Probe::Known(bounds) if bounds.wdl().is_some() => Some((mv, bounds.lift())),
            _ => None,
        }));
        let unknown = all - known.len();
        Ok((known, unknown))
    }

    /// Returns one of several equally good moves: any of them if the game is decided and distances are known,
    /// otherwise one that is hardest to answer.
    fn among(
        &mut self,
        course: &Course<'_, G>,
        mut best: Vec<G::Move>,
        worth: Bounds,
    ) -> Result<G::Move, PlayerError> {
        let (game, position) = (course.game(), course.position());
        let decided = worth.score().is_some_and(|score| score.wdl() != Wdl::Draw);
        let value = worth.wdl().expect("known");
        if !decided && game.longest(position) == Plies::ENDLESS && value > game.value_of_repetition(position)
        {
            if let Some(mv) = Progress::new(game, &*self.tables, value).find(course, &best)? {
                return Ok(mv);
            }
            let seen = |mv: &G::Move| course.positions().contains(&game.play(position, *mv));
            if !best.iter().all(seen) {
                best.retain(|mv| !seen(mv));
            }
        }
        let start = self.random.below(best.len());
        if decided || best.len() == 1 {
            return Ok(best[start]);
        }
        best.rotate_left(start);
        let (mut chosen, mut most, mut looked) = (best[0], None, 0);
        for &mv in &best {
            if looked >= MOST_REPLIES {
                break;
            }
            let after = game.play(position, mv);
            let Some([losses, draws, wins]) = self.tables.replies(game, &after)? else { continue };
            looked += losses + draws + wins;
            // Count the replies that are worth less to the opponent than its best reply. If the opponent has
            // lost, no reply is worse than another; then fewer replies are better.
            let wrong = match value {
                Wdl::Win => -i64::from(losses),
                Wdl::Draw => i64::from(losses),
                Wdl::Loss => i64::from(losses + draws),
            };
            if most.is_none_or(|most| wrong > most) {
                (chosen, most) = (mv, Some(wrong));
            }
        }
        Ok(chosen)
    }
}

impl<G: Chance> Player<G> for TablePlayer<G> {
    fn choose(&mut self, course: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move> {
        let (known, unknown) = self.look_up(course)?;
        let best = known.iter().map(|(_, bounds)| bounds.lo).max();
        // A win suffices, whatever the unknown moves are worth.
        let settled = unknown == 0 || best.is_some_and(|best| best.wdl() == Wdl::Win);
        let Some(lo) = best.filter(|_| settled) else {
            let is_open = !self.is_limited && budget.until.is_none();
            let playouts = budget.playouts.or(is_open.then_some(SIMULATIONS));
            return self.search.choose(course, &Budget { playouts, ..*budget });
        };
        let best: MoveBounds<G::Move> = known.iter().copied().filter(|(_, bounds)| bounds.lo == lo).collect();
        let hi = best.iter().map(|(_, bounds)| bounds.hi).max().expect("one at least");
        let worth = Bounds { lo, hi };
        let mv = self.among(course, best.into_iter().map(|(mv, _)| mv).collect(), worth)?;
        Ok(Thought { mv, estimate: Estimate::Proven(worth), line: vec![mv], nodes: known.len() as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::tests::any;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_core::{Game, Notation, ProbeError, Side};
    use nexsolve_games::draughts::{self, Draughts, RUSSIAN};
    use nexsolve_games::hex::{Hex, HexPosition, Variant};
    use nexsolve_games::{AnyGame, AnyPosition};
    use std::collections::HashMap;

    /// Scores by the rules alone.
    struct Scores<P> {
        scores: HashMap<P, Score>,
        /// Whether the tables provide distances, and not only values.
        has_distances: bool,
    }

    impl<G: Game> Prober<G> for Scores<G::Position> {
        fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
            let Some(&score) = self.scores.get(position) else { return Ok(Probe::Absent) };
            let whole = self.has_distances;
            Ok(Probe::Known(if whole { Bounds::exact(score) } else { Bounds::of_value(score.wdl()) }))
        }
    }

    type Tables = Scores<AnyPosition>;

    /// The game on a board, its tables, and a player with them.
    fn player(board: &str, has_distances: bool) -> (AnyGame, Arc<Tables>, TablePlayer<AnyGame>) {
        let game = any(board);
        let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
        let tables = Arc::new(Scores { scores, has_distances });
        (game, tables.clone(), TablePlayer::new(tables, Some(10), 1))
    }

    /// Returns the position after the player's move.
    fn chosen(game: &AnyGame, player: &mut TablePlayer<AnyGame>, position: &AnyPosition) -> AnyPosition {
        let course = Course::from(game, *position);
        let thought = player.choose(&course, &Budget::default()).expect("it moves");
        game.play(position, thought.mv)
    }

    #[test]
    fn it_keeps_the_value_wins_soonest_and_loses_latest() {
        for (board, has_distances) in [("nex:3x2", true), ("hex:3x3", true), ("nex:3x2", false)] {
            let (game, tables, mut player) = player(board, has_distances);
            for (position, score) in tables.scores.iter().filter(|(p, _)| game.outcome(p).is_none()) {
                let kept = tables.scores[&chosen(&game, &mut player, position)].lift();
                assert_eq!(kept.wdl(), score.wdl(), "{position:?}");
                assert!(kept == *score || !has_distances, "{position:?}");
            }
        }
    }

    #[test]
    fn a_draw_is_made_hard_and_without_distances_a_loss_too_and_a_win_narrow() {
        for has_distances in [true, false] {
            let (game, tables, mut player) = player("nex:3x3", has_distances);
            let is_asked = |position: &AnyPosition, score: Score| {
                game.outcome(position).is_none() && (!has_distances || score == Score::DRAW)
            };
            let mut open: Vec<_> = tables.scores.iter().filter(|(p, score)| is_asked(p, **score)).collect();
            open.sort_unstable();
            for (position, score) in open.into_iter().step_by(29) {
                let after = game.continuations(position).map(|(_, after)| after);
                let kept: Vec<_> = after.filter(|after| -tables.scores[after].wdl() == score.wdl()).collect();
                if kept.len() > 100 || kept.iter().any(|after| game.outcome(after).is_some()) {
                    continue;
                }
                let wrong = |after: &AnyPosition| {
                    let replies =
                        Prober::<AnyGame>::replies(&*tables, &game, after).expect("sound").expect("all");
                    let [losses, draws, _] = replies.map(i64::from);
                    match score.wdl() {
                        Wdl::Win => -losses,
                        Wdl::Draw => losses,
                        Wdl::Loss => losses + draws,
                    }
                };
                let most = kept.iter().map(wrong).max();
                assert_eq!(Some(wrong(&chosen(&game, &mut player, position))), most, "{position:?}");
            }
        }
    }

    #[test]
    fn where_a_table_is_missing_it_searches_down_to_the_tables() {
        let (nex, all, _) = player("nex:3x2", true);
        // The first two moves place two stones each.
        let is_late = |position: &AnyPosition| nex.legal_moves(position).len() < 4 * 3;
        let late = all.scores.iter().filter(|(p, _)| is_late(p)).map(|(p, score)| (*p, *score)).collect();
        let mut player =
            TablePlayer::new(Arc::new(Scores { scores: late, has_distances: true }), Some(4_000), 1);
        for (position, score) in all.scores.iter().filter(|(p, _)| !is_late(p) && nex.outcome(p).is_none()) {
            let course = Course::from(&nex, *position);
            let thought = player.choose(&course, &Budget::default()).expect("it moves");
            assert_eq!(thought.estimate.proven(), Some(score.wdl()), "{position:?}");
            assert_eq!(-all.scores[&nex.play(position, thought.mv)].wdl(), score.wdl());
        }
    }

    /// Tables in which every king of Black is lost, sooner the nearer it stands to f8.
    struct AllWon;

    impl Prober<Draughts> for AllWon {
        fn probe(&self, position: &draughts::Position) -> Result<Probe, ProbeError> {
            let plies = |even: u16| Plies(even + 2 * u16::from(!text(position).contains("Kf8")));
            Ok(Probe::Known(Bounds::exact(match position.side() {
                Side::Black => Score::loss_in(plies(2)),
                Side::White => Score::win_in(plies(3)),
            })))
        }
    }

    fn text(position: &draughts::Position) -> String {
        Draughts::new(RUSSIAN).format_position(position)
    }

    #[test]
    fn a_third_occurrence_is_a_draw_whatever_the_tables_say() {
        let game = Draughts::new(RUSSIAN);
        let mut course = Course::from(&game, game.read_position("B:WKa1,Kg1,Ke1:BKf8").expect("a position"));
        let play = |course: &mut Course<'_, Draughts>, moves: &str| {
            for text in moves.split(' ') {
                let mv = game.read_move(course.position(), text).expect(text);
                course.play(mv);
            }
        };
        play(&mut course, "f8-e7 a1-b2 e7-f8 b2-a1 f8-e7 a1-b2 e7-f8");
        let mut player = TablePlayer::new(Arc::new(AllWon), Some(10), 1);
        let thought = player.choose(&course, &Budget::default()).expect("it moves");
        assert_eq!(course.ending_after(thought.mv), None);
        assert_eq!(thought.estimate.proven(), Some(Wdl::Win));
        // The losing side takes the draw.
        let mut course = Course::from(&game, game.read_position("W:WKa1,Kg1,Ke1:BKe7").expect("a position"));
        play(&mut course, "a1-b2 e7-f8 b2-a1 f8-e7 a1-b2 e7-f8 b2-a1");
        let thought = player.choose(&course, &Budget::default()).expect("it moves");
        assert!(course.ending_after(thought.mv).is_some_and(|ending| ending.winner.is_none()));
        assert_eq!(thought.estimate.proven(), Some(Wdl::Draw));
    }

    #[test]
    fn without_distances_it_avoids_earlier_positions() {
        struct Won;
        impl Prober<Draughts> for Won {
            fn probe(&self, position: &draughts::Position) -> Result<Probe, ProbeError> {
                Ok(Probe::Known(match position.side() {
                    Side::Black => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
                    Side::White => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(0)) },
                }))
            }

            /// All moves are equally hard to answer.
            fn replies(&self, _: &Draughts, _: &draughts::Position) -> Result<Option<[u32; 3]>, ProbeError> {
                Ok(None)
            }
        }
        let game = Draughts::new(RUSSIAN);
        for seed in 0..30 {
            let mut course = Course::from(&game, game.read_position("B:WKa1:BKf8").expect("a position"));
            for text in "f8-e7 a1-c3 e7-f8".split(' ') {
                course.play(game.read_move(course.position(), text).expect(text));
            }
            let mut player = TablePlayer::new(Arc::new(Won), Some(10), seed);
            let thought = player.choose(&course, &Budget::default()).expect("it moves");
            course.play(thought.mv);
            let (last, before) = course.positions().split_last().expect("many");
            assert!(!before.contains(last), "seed {seed}: {thought:?}");
        }
    }

    #[test]
    fn its_estimate_is_true_of_its_move() {
        // All moves win in at most nine plies; stones on odd cells perhaps two plies sooner than others.
        struct Vague;
        impl Prober<Hex<u64>> for Vague {
            fn probe(&self, position: &HexPosition<u64>) -> Result<Probe, ProbeError> {
                let lo = if position.black & 0x5555 == 0 { Plies(2) } else { Plies(4) };
                Ok(Probe::Known(Bounds { lo: Score::loss_in(lo), hi: Score::loss_in(Plies(8)) }))
            }
        }
        let hex = Hex::<u64>::new(3, 3, Variant::default()).expect("small");
        for seed in 0..20 {
            let mut player = TablePlayer::new(Arc::new(Vague), Some(10), seed);
            let thought = player.choose(&Course::new(&hex), &Budget::default()).expect("it moves");
            let Probe::Known(after) = Vague.probe(&hex.play(&hex.start(), thought.mv)).expect("known") else {
                panic!("all are known")
            };
            let Estimate::Proven(claimed) = thought.estimate else { panic!("{thought:?}") };
            assert!(claimed.lo <= after.lift().lo && after.lift().hi <= claimed.hi, "{thought:?}");
        }
    }
}
