//! Exams of players, compared with counts by hand.

use crate::{fixed, mutated, on, with_tables};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Plies, Score, Symmetric, Wdl, parallel};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_judging::audit::MoveTally;
use nexsolve_judging::exam::{
    ExamError, ExamResults, GOOD, Selection, SelectionError, SelectionKind, Wasted, examine,
};
use nexsolve_oracle::Oracle;
use nexsolve_players::level::{LEVELS, MISTAKES};
use nexsolve_players::{Budget, Choice, Course, FixedError, FixedPlayer, Player, PlayerError, Thought};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

const BOARDS: [&str; 7] =
    ["nex:2x2", "nex:2x3", "nex:3x3", "hex:3x3", "hex:swap:2x3", "connect4:4x4", "tictactoe:3x3"];

fn all(game: &AnyGame) -> Selection {
    Selection::all(game, 1_000_000, &AtomicBool::new(false)).expect("few positions")
}

fn exam(player: &FixedPlayer<'_>, judge: &Oracle, selection: &Selection) -> ExamResults {
    examine(player, judge, selection, 5, &AtomicBool::new(false), &|_| ()).expect("a report")
}

#[test]
fn perfect_play_makes_no_mistake() {
    for board in BOARDS {
        let (judge, _small) = with_tables(board);
        let selection = all(judge.game());
        let report = fixed(&judge, "table", 1, |player| exam(player, &judge, &selection));
        let ExamResults { all, late, soon, worst, .. } = &report;
        assert!(report.is_complete() && worst.is_empty(), "{board}");
        assert_eq!((all.once.gave(), all.once.unknown), (0, 0), "{board}");
        let is_hard = all.once.could() > 0 || board == "tictactoe:two:2x2";
        assert!(is_hard && late.positions > 0 && soon.positions > 0, "{board}: {report:?}");
        assert_eq!((late.plies, soon.plies), (0, 0), "{board}");
    }
}

/// Each level gives away less than the one before. In all positions of the board, many of which have an
/// obvious win, that is less than its share in games.
#[test]
fn levels_give_away_ever_less() {
    let (judge, _small) = with_tables("nex:3x3");
    let selection = all(judge.game()).part(2_000, 1);
    let mut before = 1.0;
    for level in 1..=LEVELS {
        let report = fixed(&judge, &format!("level({level})"), 1, |player| exam(player, &judge, &selection));
        let share = report.all.once.share().expect("it could");
        let target = MISTAKES[usize::from(level) - 1];
        assert!(share < before && (0.4 * target..1.1 * target).contains(&share), "level {level}: {share}");
        before = share;
    }
    let perfect = fixed(&judge, "perfect", 1, |player| exam(player, &judge, &selection));
    assert_eq!((perfect.all.once.gave(), perfect.late.plies, perfect.soon.plies), (0, 0, 0));
}

/// Without tables, a search judges positions of random games as tables do.
#[test]
fn a_search_judges_as_tables_do() {
    let (tables, _small) = with_tables("hex:3x3");
    let bare = on("hex:3x3");
    let selection = Selection::played(bare.game(), 60, 3, &AtomicBool::new(false)).expect("positions");
    assert_eq!((selection.kind(), selection.len()), (SelectionKind::PlayedSample, 60));
    let by = |judge: &Oracle| fixed(&bare, "random", 5, |player| exam(player, judge, &selection));
    let (one, other) = (by(&tables), by(&bare));
    assert_eq!((one.all, other.all.once.unknown), (other.all, 0));
    assert!(one.all.once.gave() > 0);
}

/// Counts by the scores of all positions, symmetric ones included: positions, those that could give value
/// away, those that did by kind, and the plies wasted.
struct ByHand {
    positions: u64,
    could: u64,
    gifts: [u64; 3],
    late: Wasted,
    soon: Wasted,
    by_good: HashMap<usize, u64>,
}

fn by_hand(
    game: &AnyGame,
    positions: &[AnyPosition],
    scores: &HashMap<AnyPosition, Score>,
    player: &FixedPlayer<'_>,
) -> ByHand {
    let (late, soon) = (Wasted::default(), Wasted::default());
    let mut found = ByHand { positions: 0, could: 0, gifts: [0; 3], late, soon, by_good: HashMap::new() };
    for position in positions.iter().filter(|position| game.outcome(position).is_none()) {
        let worths: Vec<(AnyMove, Score)> =
            game.continuations(position).map(|(mv, after)| (mv, scores[&after].lift())).collect();
        let before = scores[position];
        let chosen = player.choose(position, &AtomicBool::new(false)).expect("a move");
        let (_, after) = *worths.iter().find(|(mv, _)| *mv == chosen).expect("a legal move");
        let good = worths.iter().filter(|(_, score)| score.wdl() == before.wdl()).count();
        found.positions += 1;
        found.could += u64::from(good < worths.len());
        *found.by_good.entry(good).or_default() += 1;
        match (before.wdl(), after.wdl()) {
            (Wdl::Win, Wdl::Draw) => found.gifts[0] += 1,
            (Wdl::Win, Wdl::Loss) => found.gifts[1] += 1,
            (Wdl::Draw, Wdl::Loss) => found.gifts[2] += 1,
            (Wdl::Draw, _) => {}
            (value, _) => {
                let [before, after] = [before, after].map(|score| score.distance().expect("decided").0);
                let (wasted, plies) = match value {
                    Wdl::Win => (&mut found.late, after - before),
                    _ => (&mut found.soon, before - after),
                };
                wasted.positions += 1;
                wasted.plies += u64::from(plies);
                wasted.most = wasted.most.max(Plies(plies));
            }
        }
    }
    found
}

#[test]
fn counts_agree_with_a_count_by_hand() {
    for (board, players) in [
        ("nex:2x2", &["random", "uct(5)", "alphabeta(1)"][..]),
        ("nex:2x3", &["random", "uct(20)"]),
        ("hex:swap:2x3", &["random"]),
        ("tictactoe:3x3", &["random", "uct(5)"]),
    ] {
        let (judge, _small) = with_tables(board);
        let game = judge.game();
        let positions = laws::positions(game, Positions::All);
        let scores = laws::scores(game, &positions);
        let classes: Vec<AnyPosition> =
            positions.iter().copied().filter(|position| game.canonical(position) == *position).collect();
        let selection = all(game);
        for (seed, spec) in (0..5).flat_map(|seed| players.iter().map(move |spec| (seed, spec))) {
            fixed(&judge, spec, seed, |player| {
                let report = exam(player, &judge, &selection);
                let whole = by_hand(game, &positions, &scores, player);
                let once = by_hand(game, &classes, &scores, player);
                let told = |tally: &MoveTally| (tally.moves, tally.could(), tally.gifts());
                let says = format!("{board}, {spec}, seed {seed}");
                assert_eq!(told(&report.all.weighted), (whole.positions, whole.could, whole.gifts), "{says}");
                assert_eq!(told(&report.all.once), (once.positions, once.could, once.gifts), "{says}");
                assert_eq!((report.late, report.soon), (once.late, once.soon), "{says}");
                for (counted, (least, most)) in report.good.iter().zip(GOOD) {
                    let number: u64 = once
                        .by_good
                        .iter()
                        .filter(|(good, _)| (least..=most).contains(*good))
                        .map(|(_, n)| n)
                        .sum();
                    assert_eq!(counted.once.moves, number, "{says}: {least} good moves");
                }
                let by_stage =
                    report.stages.iter().fold(MoveTally::default(), |sum, (_, of)| sum.and(of.once));
                assert_eq!(by_stage, report.all.once, "{says}");
            });
        }
    }
}

/// A random player gives value away with the average share of bad moves.
#[test]
fn random_moves_are_as_bad_as_expected() {
    let (judge, _small) = with_tables("nex:2x2");
    let game = judge.game();
    let scores = laws::scores(game, &laws::positions(game, Positions::All));
    let selection = all(game);
    let expected: f64 = scores
        .iter()
        .filter(|(position, _)| game.outcome(position).is_none() && game.canonical(position) == **position)
        .map(|(position, score)| {
            let after: Vec<_> =
                game.continuations(position).map(|(_, after)| scores[&after].lift()).collect();
            after.iter().filter(|after| after.wdl() < score.wdl()).count() as f64 / after.len() as f64
        })
        .sum();
    let seeds = 2_000;
    let gave: u64 = (0..seeds)
        .map(|seed| fixed(&judge, "random", seed, |player| exam(player, &judge, &selection).all.once.gave()))
        .sum();
    let mean = gave as f64 / seeds as f64;
    assert!((mean - expected).abs() < 0.1, "{mean} is far from {expected}");
}

#[test]
fn one_wrong_move_is_found() {
    let (judge, _small) = with_tables("nex:2x2");
    let game = judge.game();
    let start = game.canonical(&game.start());
    // All openings but two draw.
    let scores = laws::scores(game, &laws::positions(game, Positions::All));
    let is_draw = |(_, after): &(AnyMove, AnyPosition)| scores[after].wdl() == Wdl::Draw;
    let (wrong, _) = game.continuations(&start).find(is_draw).expect("a draw");
    let report = mutated(&judge, start, wrong, |player| exam(player, &judge, &all(game)));
    let [mistake] = &report.worst[..] else { panic!("{report:?}") };
    assert_eq!((report.all.once.gifts(), report.all.once.gave()), ([1, 0, 0], 1));
    assert_eq!((mistake.position, mistake.mv, mistake.good, mistake.moves), (start, wrong, 2, 12));
    assert_eq!((mistake.before, mistake.after), (Wdl::Win, Wdl::Draw));
    assert_eq!(scores[&game.play(&start, mistake.instead)].wdl(), Wdl::Loss);
}

#[test]
fn the_worst_mistakes_come_first() {
    let (judge, _small) = with_tables("nex:3x3");
    let report = fixed(&judge, "random", 3, |player| exam(player, &judge, &all(judge.game())));
    let cost = |at: usize| {
        let mistake = &report.worst[at];
        (std::cmp::Reverse(mistake.before as u8 - mistake.after as u8), mistake.good)
    };
    assert_eq!(report.worst.len(), 5);
    assert!((1..5).all(|at| cost(at - 1) <= cost(at)));
    assert_eq!(cost(0), (std::cmp::Reverse(2), 1), "random turns an only win into a loss somewhere");
}

#[test]
fn an_exam_does_not_depend_on_threads() {
    let (judge, _small) = with_tables("nex:3x3");
    let selection = Selection::sample(&judge, 200, 5, &AtomicBool::new(false)).expect("a sample");
    let with = |threads| {
        let run = || fixed(&judge, "uct(30)", 4, |player| exam(player, &judge, &selection));
        parallel::in_pool(threads, run).expect("threads")
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn samples_are_parts_of_the_whole() {
    let stop = AtomicBool::new(false);
    let (judge, _small) = with_tables("nex:3x2");
    let whole = all(judge.game());
    let sample = |wanted, seed| Selection::sample(&judge, wanted, seed, &stop).expect("a sample");
    // The whole board, but for the names of the stages. A small database does not know what play can reach.
    let most = sample(100_000, 1);
    assert_eq!((most.len(), most.kind()), (whole.len(), SelectionKind::NumberedSample));
    let counts = |selection| fixed(&judge, "random", 9, |player| exam(player, &judge, selection).all);
    assert_eq!(counts(&most), counts(&whole));
    let few = sample(60, 1);
    assert_eq!((few.len(), &few), (60, &sample(60, 1)));
    assert_ne!(few, sample(60, 2));
    let part = whole.clone().part(60, 1);
    assert_eq!((part.kind(), part.len(), &part), (SelectionKind::Sample, 60, &whole.clone().part(60, 1)));
    assert_eq!(whole.clone().part(100_000, 1), whole);
    let report = fixed(&judge, "random", 9, |player| exam(player, &judge, &few));
    let (share, Some([low, high])) = report.share().expect("bad moves") else { panic!("no interval") };
    assert!(low < share && share < high);
    let (judge, _small) = with_tables("draughts:2");
    let sample = Selection::sample(&judge, 50, 1, &stop).expect("a sample");
    assert_eq!((sample.kind(), sample.len()), (SelectionKind::NumberedSample, 50));
    let report = fixed(&judge, "table", 1, |player| exam(player, &judge, &sample));
    assert_eq!(report.all.once.gave(), 0);
}

#[test]
fn an_exam_can_be_refused_or_stopped() {
    let (judge, _small) = with_tables("nex:3x3");
    let game = judge.game();
    let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    assert_eq!(Selection::all(game, 100, &go), Err(SelectionError::TooMany { most: 100 }));
    assert_eq!(Selection::all(game, 100, &stop), Err(SelectionError::Stopped));
    assert_eq!(Selection::sample(&judge, 9, 0, &stop), Err(SelectionError::Stopped));
    let selection = all(game);
    let report = fixed(&judge, "random", 1, |player| examine(player, &judge, &selection, 5, &stop, &|_| ()));
    let report = report.expect("an empty report");
    assert!(!report.is_complete() && report.all.once.moves == 0 && report.stages.is_empty());
    // Without tables, a search judges.
    let some = selection.part(100, 1);
    let report = fixed(&judge, "random", 1, |player| exam(player, &on("nex:3x3"), &some));
    assert_eq!((report.all.once.moves, report.all.once.unknown), (100, 0));
}

#[test]
fn players_that_break_the_rules_are_reported() {
    struct Bad(Choice<AnyMove>);
    impl Player<AnyGame> for Bad {
        fn choose(&mut self, _: &Course<'_, AnyGame>, _: &Budget<'_>) -> Choice<AnyMove> {
            self.0.clone()
        }
    }
    let (judge, _small) = with_tables("tictactoe:3x3");
    let selection = all(judge.game());
    let gone = PlayerError::Gone("away".to_owned());
    let fault = |choice: Choice<AnyMove>| {
        let create = |_| -> Box<dyn Player<AnyGame>> { Box::new(Bad(choice.clone())) };
        let player = FixedPlayer::new(judge.game(), &create, 0);
        examine(&player, &judge, &selection, 5, &AtomicBool::new(false), &|_| ()).expect_err("no move")
    };
    assert_eq!(fault(Err(gone.clone())), ExamError::Player(FixedError::Player(gone)));
    // In some position this move is not legal.
    let game = judge.game();
    let first = game.legal_moves(&game.start())[0];
    let found = fault(Ok(Thought::blind(first)));
    assert!(matches!(found, ExamError::Player(FixedError::Illegal { .. })), "{found}");
}

#[test]
fn symmetric_positions_get_symmetric_moves() {
    for board in ["nex:2x3", "hex:3x3", "tictactoe:3x3", "connect4:4x4"] {
        let oracle = on(board);
        let game = oracle.game();
        let stop = AtomicBool::new(false);
        fixed(&oracle, "random", 11, |player| {
            for position in laws::positions(game, Positions::Games { count: 30, seed: 1 }) {
                if game.outcome(&position).is_some() {
                    continue;
                }
                let after = |position: &AnyPosition| {
                    let mv = player.choose(position, &stop).expect("a move");
                    game.canonical(&game.play(position, mv))
                };
                assert_eq!(after(&position), after(&game.canonical(&position)), "{board}: {position:?}");
            }
        });
    }
}
