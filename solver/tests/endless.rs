//! Search of a game whose positions can repeat, compared with brute-force retrograde analysis.

use crate::{ALL_ON, Metric, Mock, solver};
use nexsolve_core::laws::{self, SplitMix};
use nexsolve_core::{Bounds, Game, Notation, Plies, Score, Side, Wdl};
use nexsolve_games::draughts::{BRAZILIAN, Draughts, Position, RUSSIAN};
use nexsolve_solver::{Goal, Knowledge, Options, Solution, Solver};
use std::collections::HashMap;

type Scores = HashMap<Position, Score>;

/// The exact scores of all positions that can arise from these: losses and wins in 0, 1, 2, … plies, and
/// draws where play never ends.
fn scores(game: &Draughts, roots: &[Position]) -> Scores {
    let all = laws::descendants(game, roots);
    let mut scores: Scores = all.iter().map(|&position| (position, Score::DRAW)).collect();
    let mut moves = Vec::new();
    let children: Vec<(Position, Vec<Position>)> = all
        .iter()
        .map(|position| {
            game.moves(position, &mut moves);
            (*position, moves.iter().map(|&mv| game.play(position, mv)).collect())
        })
        .collect();
    let mut quiet = 0;
    for plies in (0..).map(Plies) {
        let found: Vec<_> = children
            .iter()
            .filter(|(position, _)| scores[position] == Score::DRAW)
            .filter_map(|(position, after)| {
                let score = after.iter().map(|child| scores[child].lift()).max().unwrap_or(Score::MIN);
                (score.wdl() != Wdl::Draw && score.distance() == Some(plies)).then_some((*position, score))
            })
            .collect();
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        if quiet == 2 {
            return scores;
        }
        scores.extend(found);
    }
    unreachable!("distances are bounded")
}

fn solve(
    game: &Draughts,
    options: Options,
    position: &Position,
    goal: Goal,
) -> Solution<<Draughts as Game>::Move> {
    solver(game, options).solve(position, goal).expect("no tables")
}

fn within(bounds: Bounds, score: Score) -> bool {
    bounds.lo <= score && score <= bounds.hi
}

/// Checks that every claim is true and that every win and loss is proven completely, with lines to the end.
fn check(game: &Draughts, scores: &Scores, position: &Position, options: Options, goal: Goal) {
    let solution = solve(game, options, position, goal);
    let score = scores[position];
    assert!(within(solution.bounds, score), "{position:?}: {:?}, but it is {score}", solution.bounds);
    let exact = |bounds: Bounds, score| match goal {
        Goal::Distances => bounds == Bounds::exact(score),
        Goal::Value | Goal::Moves => bounds.wdl() == Some(score.wdl()),
    };
    if options.nodes.is_none() && score != Score::DRAW && goal == Goal::Value {
        assert!(solution.complete && exact(solution.bounds, score), "{position:?}: {:?}", solution.bounds);
    }
    let mut all = true;
    for report in &solution.moves {
        let child = scores[&game.play(position, report.mv)].lift();
        assert!(
            within(report.bounds, child),
            "{position:?} {:?}: {:?}, but it is {child}",
            report.mv,
            report.bounds
        );
        all &= child != Score::DRAW;
        if goal == Goal::Distances && solution.complete && solution.bounds.score().is_some() {
            let end = report.line.iter().fold(*position, |at, &mv| game.play(&at, mv));
            assert!(
                game.outcome(&end).is_some()
                    && report.line.len() == usize::from(child.distance().expect("an end").0)
            );
        }
    }
    if goal != Goal::Value && options.nodes.is_none() && all {
        assert!(solution.complete, "{position:?}");
        assert!(exact(solution.bounds, score), "{position:?}: {:?}, but it is {score}", solution.bounds);
    }
}

fn at(fen: &str) -> Position {
    Draughts::new(RUSSIAN).read_position(fen).expect("a FEN")
}

/// Positions with one king and two other pieces.
fn three_pieces(game: &Draughts) -> Scores {
    let roots: Vec<Position> = ["W:Wa1,c1:BKh8", "W:Wa1,Kc1:Bh8", "W:WKa1,Kc1:Bg7"]
        .iter()
        .filter_map(|fen| game.read_position(fen).ok())
        .collect();
    scores(game, &roots)
}

#[test]
fn wins_and_losses_are_found_with_their_lengths() {
    const SEED: u64 = 8;
    for rules in [RUSSIAN, BRAZILIAN] {
        let game = Draughts::new(rules);
        let scores = three_pieces(&game);
        let mut all: Vec<_> = scores.iter().filter(|(_, score)| **score != Score::DRAW).collect();
        all.sort_unstable();
        let longest = all.iter().filter_map(|(_, score)| score.distance()).max();
        eprintln!(
            "seed {SEED}: {} of {} positions are won or lost, in up to {longest:?}",
            all.len(),
            scores.len()
        );
        let mut random = SplitMix(SEED);
        for _ in 0..40 {
            let position = all[random.below(all.len())].0;
            check(&game, &scores, position, ALL_ON, Goal::Value);
            for options in [ALL_ON, Options { symmetry: false, memory_bytes: 1 << 12, ..ALL_ON }] {
                let options = Options { nodes: Some(50_000), ..options };
                for goal in [Goal::Value, Goal::Moves, Goal::Distances] {
                    check(&game, &scores, position, options, goal);
                }
            }
        }
        // One position of each length, the longest included.
        let mut lengths: Vec<_> = all.iter().map(|(position, score)| (**score, **position)).collect();
        lengths.dedup_by_key(|(score, _)| *score);
        let found: HashMap<Score, Position> = lengths.into_iter().collect();
        for position in found.values() {
            check(&game, &scores, position, ALL_ON, Goal::Value);
        }
    }
}

#[test]
fn all_moves_of_a_lost_position_have_their_lengths() {
    let game = Draughts::new(RUSSIAN);
    let scores = three_pieces(&game);
    let all_decided = |position: &Position| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.len() > 1 && moves.iter().all(|&mv| scores[&game.play(position, mv)] != Score::DRAW)
    };
    let mut decided: Vec<_> = scores.keys().copied().filter(all_decided).collect();
    decided.sort_unstable();
    for position in decided.iter().step_by(decided.len() / 40) {
        for goal in [Goal::Moves, Goal::Distances] {
            check(&game, &scores, position, ALL_ON, goal);
        }
        let options = Options { knowledge: Knowledge::Ignored, ..ALL_ON };
        let solution = solve(&game, options, position, Goal::Distances);
        assert_eq!(solution.bounds, Bounds::exact(scores[position]));
    }
}

#[test]
fn a_draw_remains_unproven_and_the_search_ends() {
    let game = Draughts::new(RUSSIAN);
    // Two kings: neither side can force anything. The search ends by itself.
    for (fen, options) in [
        ("W:WKa1:BKc1", ALL_ON),
        ("W:WKg7:BH6,KD2.", Options { nodes: Some(100_000), ..ALL_ON }),
        ("start", Options { nodes: Some(50_000), ..ALL_ON }),
    ] {
        for goal in [Goal::Value, Goal::Moves, Goal::Distances] {
            let solution = solve(&game, options, &at(fen), goal);
            assert!(
                !solution.complete && within(solution.bounds, Score::DRAW),
                "{fen}: {:?}",
                solution.bounds
            );
            assert_eq!(solution.bounds.wdl(), None, "{fen}");
        }
    }
}

/// Follows White's strategy against every reply: after nine plies all games are over.
fn check_strategy(game: &Draughts, solver: &mut Solver<'_, Draughts>, root: Position, bound: Score) {
    let strategy = solver.strategy(&root, Side::White, bound).expect("sound").expect("a win");
    let strategy: HashMap<_, _> = strategy.into_iter().collect();
    let mut layer = vec![root];
    for ply in 0..9 {
        let mut next = Vec::new();
        for position in &layer {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            if ply % 2 == 0 && !moves.is_empty() {
                moves = vec![strategy[position]];
            }
            next.extend(moves.into_iter().map(|mv| game.play(position, mv)));
        }
        layer = next;
    }
    assert!(layer.iter().all(|position| game.outcome(position) == Some(Wdl::Loss)));
}

#[test]
fn a_strategy_wins_in_as_many_plies() {
    let game = Draughts::new(RUSSIAN);
    let scores = three_pieces(&game);
    let won = |(position, score): (&Position, &Score)| {
        (position.side() == Side::White && *score == Score::win_in(Plies(9))).then_some(*position)
    };
    let root = scores.iter().filter_map(won).min().expect("such a win");
    let mut solver = solver(&game, ALL_ON);
    let bound = solver.solve(&root, Goal::Value).expect("no tables").bounds.lo;
    assert_eq!(bound, Score::win_in(Plies(9)));
    check_strategy(&game, &mut solver, root, bound);
    check_strategy(&game, &mut solver, root, Score::WIN);
    // The same holds with a database that stores no distances, and for the winner against the side to move.
    let prober = values(&scores);
    let mut solver = crate::solver(&game, ALL_ON).with_prober(&prober);
    check_strategy(&game, &mut solver, root, Score::WIN);
    let lost = game.play(
        &root,
        solver
            .strategy(&root, Side::White, bound)
            .expect("sound")
            .expect("a win")
            .into_iter()
            .find(|(position, _)| *position == root)
            .expect("the root")
            .1,
    );
    let strategy = solver.strategy(&lost, Side::White, Score::LOSS).expect("sound").expect("a loss");
    assert!(!strategy.is_empty());
    // Without a length nothing bounds the search, so the table alone answers.
    assert!(solver.strategy(&root, Side::Black, Score::DRAW).expect("no tables").is_none());
}

/// The brute-force scores as a database of values, of mirrored positions too.
fn values(scores: &Scores) -> Mock<Draughts> {
    let mirrored = scores.iter().map(|(position, score)| (position.mirrored(), *score));
    Mock::new(&mirrored.chain(scores.clone()).collect(), Metric::Values)
}

#[test]
fn a_database_of_values_proves_draws_and_the_search_finds_lengths() {
    let game = Draughts::new(RUSSIAN);
    let scores = three_pieces(&game);
    let mut all: Vec<_> = scores.keys().copied().collect();
    all.sort_unstable();
    let prober = values(&scores);
    for position in all.iter().step_by(all.len() / 100) {
        for goal in [Goal::Value, Goal::Moves, Goal::Distances] {
            let solution = solver(&game, ALL_ON).with_prober(&prober).solve(position, goal).expect("sound");
            assert!(solution.complete, "{position:?} {goal:?}");
            assert_eq!(solution.bounds.wdl(), Some(scores[position].wdl()), "{position:?} {goal:?}");
            if goal == Goal::Distances {
                assert_eq!(solution.bounds, Bounds::exact(scores[position]), "{position:?}");
            }
        }
    }
}
