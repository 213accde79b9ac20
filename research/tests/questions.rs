//! Tests of the five questions, on small boards where the rules give the answers.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_reports::BoardDatabases;
use nexsolve_research::Study;
use nexsolve_research::questions::extended::{self, Alteration, Extended};
use nexsolve_research::questions::near_best::near_best;
use nexsolve_research::questions::observe::{evaluations, observe, report};
use nexsolve_research::questions::sample::{Lottery, sample};
use nexsolve_research::questions::stats::{EvaluatedPosition, prediction};
use nexsolve_research::questions::tabled::{Tabled, openings};
use nexsolve_research::questions::tempo::{self, Change, Mirrored};
use nexsolve_research::questions::tree::tree;
use serde_json::Value;
use std::collections::HashMap;

const ALL: Lottery = Lottery { per_ply: u64::MAX, seed: 0 };

#[test]
fn a_sample_of_all_is_all_that_play_can_reach() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
    let found = sample(&game, &prober, ALL).expect("all tables");
    let mut counts = [[0.0; 3]; 7];
    for drawn in &found.drawn {
        assert_eq!(scores[&drawn.position].wdl(), drawn.value);
        counts[drawn.ply as usize][drawn.value as usize] += drawn.weight;
    }
    let mut expected = [[0.0; 3]; 7];
    for (position, score) in scores.iter().filter(|(position, _)| game.outcome(position).is_none()) {
        expected[position.ply() as usize][score.wdl() as usize] += 1.0;
    }
    assert_eq!(counts, expected);
    for (ply, population) in found.plies.iter().enumerate().take(7) {
        assert!(population.whole);
        let sum: f64 = expected[ply].iter().sum();
        assert!((population.positions as f64 - sum).abs() < 1e-9);
    }
}

#[test]
fn a_sample_by_lot_is_repeated_by_its_seed_and_even() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let draw = |seed| sample(&game, &prober, Lottery { per_ply: 2_000, seed }).expect("all tables");
    let first = draw(1);
    assert_eq!(first, draw(1));
    assert_ne!(first, draw(2));
    // The weight of every ply is its number of positions, and the shares of the values are near those of all
    // positions.
    let all = sample(&game, &prober, ALL).expect("all tables");
    for population in &all.plies {
        let share = |drawn: &[nexsolve_research::questions::sample::Drawn<_>], value| -> f64 {
            let here = drawn.iter().filter(|one| one.ply == population.ply);
            here.filter(|one| one.value == value).map(|one| one.weight).sum()
        };
        let whole = population.positions as f64;
        for value in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let (by_lot, exact) = (share(&first.drawn, value), share(&all.drawn, value));
            // Five standard deviations of 2,000 draws.
            assert!(
                (by_lot - exact).abs() <= whole * 5.0 * 0.5 / f64::sqrt(2_000.0) + 1e-6,
                "{population:?}"
            );
        }
    }
}

#[test]
fn near_best_play_is_repeated_by_its_seed_and_mostly_keeps_the_value() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let tabled = Tabled { game: &game, prober: &prober };
    let play = |seed| near_best(tabled, 400, seed).expect("all tables");
    let found = play(1);
    assert_eq!(found, play(1));
    assert_ne!(found, play(2));
    assert_eq!((found.plies[0].positions, found.plies[1].positions), (400, 400));
    let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
    assert!(found.drawn.iter().all(|drawn| scores[&drawn.position].wdl() == drawn.value));
    // Black opens with a win unless the move is random: 30 of 72 openings draw, and one move in eight is
    // random.
    let kept = found.drawn.iter().filter(|drawn| drawn.ply == 1 && drawn.value == Wdl::Loss).count();
    assert!((340..400).contains(&kept), "{kept} of 400");
}

#[test]
fn the_tree_is_that_of_the_rules() {
    let (_folder, game, prober) = crate::support::tabled(3, 2);
    let found = tree(Tabled { game: &game, prober: &prober }, &[]).expect("all tables");
    let mut moves = Vec::new();
    let mut expected = vec![(0, 0, 0, 0, 0_u128); found.plies.len()];
    for position in laws::positions(&game, Positions::All) {
        let here = &mut expected[position.ply() as usize];
        game.moves(&position, &mut moves);
        here.0 += 1;
        here.4 += moves.len() as u128;
        match game.outcome(&position) {
            None => here.1 += 1,
            Some(Wdl::Draw) => here.3 += 1,
            Some(_) => here.2 += 1,
        }
    }
    let stated: Vec<_> =
        found.plies.iter().map(|ply| (ply.positions, ply.open, ply.won, ply.stuck, ply.moves)).collect();
    assert_eq!(stated, expected);
    assert_eq!((found.shortest(), found.longest()), (Some(4), Some(5)));
}

#[test]
fn evaluations_are_measured_as_pair_by_pair() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let seen = observe(&game, &sample(&game, &prober, ALL).expect("all tables"));
    let reports = evaluations::<Nex<u64>>(&seen);
    // Compare every pair of a won and a lost position of the fourth ply.
    let here: Vec<_> = seen.iter().filter(|one| one.ply == 4).collect();
    for (i, found) in reports.iter().enumerate() {
        let (mut above, mut all) = (0.0, 0.0);
        for won in here.iter().filter(|one| one.value == Wdl::Win) {
            for lost in here.iter().filter(|one| one.value == Wdl::Loss) {
                let order = f64::from(won.points[i].cmp(&lost.points[i]) as i32 + 1) / 2.0;
                all += won.weight * lost.weight;
                above += won.weight * lost.weight * order;
            }
        }
        let stated = found.plies.iter().find(|ply| ply.ply == 4).and_then(|ply| ply.prediction.auc);
        assert!((stated.expect("won and lost ones") - above / all).abs() < 1e-9, "{}", found.name);
    }
    // An evaluation that knows the value is right about all positions.
    let knows = report("the value", &seen, |one| f64::from(one.value as i32 - 1));
    assert_eq!((knows.overall.auc, knows.overall.accuracy), (Some(1.0), Some(1.0)));
    let judged: Vec<EvaluatedPosition> = seen
        .iter()
        .map(|one| EvaluatedPosition { points: 0.0, value: one.value, weight: one.weight })
        .collect();
    assert_eq!(prediction(&judged).auc, Some(0.5));
}

/// Returns the value for Black of a position with this side to move, by the rules.
fn value(
    game: &Nex<u64>,
    position: nexsolve_games::nex::NexPosition<u64>,
    side: Side,
    known: &mut HashMap<(nexsolve_games::nex::NexPosition<u64>, Side), Wdl>,
) -> Wdl {
    use nexsolve_games::rhombus::CellSet;
    if let Some(&value) = known.get(&(position, side)) {
        return value;
    }
    let board = game.board();
    let ended =
        [Side::Black, Side::White].into_iter().find(|&side| board.connects(position.stones(side), side));
    let value = match ended {
        Some(Side::Black) => Wdl::Win,
        Some(Side::White) => Wdl::Loss,
        None => {
            let mut options = Vec::new();
            let own = position.stones(side);
            let mut with = |own: u64, neutral: u64| {
                let mut after = position;
                *(if side == Side::Black { &mut after.black } else { &mut after.white }) = own;
                after.neutral = neutral;
                options.push(after);
            };
            let empty = game.empty(&position);
            for stone in empty.iter().map(u64::one) {
                for neutral in empty.iter().map(u64::one).filter(|neutral| *neutral != stone) {
                    with(own | stone, position.neutral | neutral);
                }
            }
            for i in position.neutral.iter() {
                for j in position.neutral.iter().filter(|j| *j > i) {
                    for given in own.iter().map(u64::one) {
                        let gained = u64::one(i) | u64::one(j);
                        with((own | gained) & !given, (position.neutral & !gained) | given);
                    }
                }
            }
            let values = options.into_iter().map(|after| self::value(game, after, side.other(), known));
            if side == Side::Black { values.max() } else { values.min() }.unwrap_or(Wdl::Draw)
        }
    };
    known.insert((position, side), value);
    value
}

#[test]
fn changes_have_the_effects_that_the_rules_give_them() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        let mut made = vec![crate::support::nex(rows, cols)];
        if rows != cols {
            made.push(crate::support::nex(cols, rows));
        }
        let (_folders, opened): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        let sources = BoardDatabases::new(opened).expect("read");
        let boards = nexsolve_research::source::nex(&sources).expect("boards");
        let find = |size: (u32, u32)| {
            boards.iter().find(|k| (k.game.board().rows(), k.game.board().cols()) == size).expect("made")
        };
        let (here, there) = (find((rows, cols)), find((cols, rows)));
        let (prober, other) = (here.prober(), there.prober());
        let pair = Mirrored {
            here: Tabled { game: &here.game, prober: &prober },
            there: Tabled { game: &there.game, prober: &other },
        };
        let game = &here.game;
        let (mut known, mut counts) = (HashMap::new(), [[[0; 3]; 3]; 5]);
        for position in laws::positions(game, Positions::All) {
            if game.outcome(&position).is_some() {
                continue;
            }
            let side = position.side_to_move();
            let mut add = |change: Change, changed, to_move: Side| {
                let owner = change.owner();
                let mut worth = |position, to_move| {
                    let value = value(game, position, to_move, &mut known);
                    if owner == Side::Black { value } else { -value }
                };
                let (without, with) = (worth(position, Side::White), worth(changed, to_move));
                counts[change as usize][without as usize][with as usize] += 1;
            };
            if side == Side::Black {
                add(Change::TheMove, position, Side::Black);
                for (mv, after) in game.continuations(&position) {
                    let generate = matches!(mv, NexMove::Generate { .. });
                    add(
                        if generate { Change::FreeGenerate } else { Change::FreeTransform },
                        after,
                        Side::White,
                    );
                }
            }
            if position.neutral.count_ones() < 2 {
                continue;
            }
            for cell in (0..rows * cols).map(|cell| 1 << cell).filter(|cell| position.neutral & cell != 0) {
                let mut changed = position;
                changed.neutral ^= cell;
                if side == Side::Black {
                    changed.black |= cell;
                    add(Change::StoneWhenWaiting, changed, Side::White);
                } else {
                    changed.white |= cell;
                    add(Change::StoneWhenMoving, changed, Side::White);
                }
            }
        }
        let effects = tempo::changes(pair).expect("all tables");
        let found: Vec<_> = effects.iter().map(|effect| effect.counts).collect();
        assert_eq!(found, counts, "{rows}×{cols}");
        assert!(effects.iter().all(|effect| effect.all() > 0 || (rows, cols) == (2, 2)));
    }
}

/// The four cases of theorem 6: the numbers of stones before, the side to move before and after, and the side
/// that gets the stone.
#[derive(Clone, Copy)]
struct FreeStone {
    equal: bool,
    to_move: Side,
    owner: Side,
}

impl FreeStone {
    /// How often the stone harms its owner, and the number of such changes, over the reachable, unfinished
    /// positions with at least two neutral stones.
    fn harm(self, rows: u32, cols: u32) -> (u64, u64) {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let extended = Extended::new(&game).expect("a small board");
        let (mut harmful, mut all) = (0, 0);
        for position in laws::positions(&game, Positions::All) {
            let equal = position.side_to_move() == Side::Black;
            if equal != self.equal || game.outcome(&position).is_some() || position.neutral.count_ones() < 2 {
                continue;
            }
            for cell in (0..rows * cols).map(|cell| 1 << cell).filter(|cell| position.neutral & cell != 0) {
                let mut changed = position;
                changed.neutral ^= cell;
                *(if self.owner == Side::Black { &mut changed.black } else { &mut changed.white }) |= cell;
                let [without, with] =
                    [position, changed].map(|p| extended.value_for(self.owner, &p, self.to_move));
                all += 1;
                harmful += u64::from(with < without);
            }
        }
        (harmful, all)
    }
}

#[test]
fn a_free_stone_harms_in_two_of_the_four_cases() {
    use Side::{Black, White};
    let case = |equal, to_move, owner| FreeStone { equal, to_move, owner };
    let harmless = [case(true, White, Black), case(false, White, White)];
    assert_eq!(harmless.map(|case| case.harm(2, 2)), [(0, 24), (0, 0)]);
    assert_eq!(harmless.map(|case| case.harm(3, 3)), [(0, 41_424), (0, 28_800)]);
    let harmful = [case(true, Black, Black), case(false, White, Black)];
    assert_eq!(harmful.map(|case| case.harm(2, 2)), [(8, 24), (0, 0)]);
    assert_eq!(harmful.map(|case| case.harm(3, 3)), [(6_960, 41_424), (1_816, 28_800)]);
}

#[test]
fn the_right_to_move_is_counted_once_for_each_arrangement() {
    let game = Nex::<u64>::new(3, 3).expect("a small board");
    let effects = extended::effects(&game, &Extended::new(&game).expect("a small board"));
    let the_move = effects.iter().find(|effect| effect.alteration == Alteration::TheMove).expect("counted");
    assert_eq!((the_move.anywhere.harmful, the_move.anywhere.all), (3_279, 211_652));
}

#[test]
fn on_three_by_three_free_moves_harm_and_the_example_is_one() {
    let (_folder, game, prober) = crate::support::tabled(3, 3);
    let tabled = Tabled { game: &game, prober: &prober };
    let effects = tempo::changes(Mirrored { here: tabled, there: tabled }).expect("all tables");
    for change in [Change::FreeGenerate, Change::FreeTransform] {
        let effect = &effects[change as usize];
        let example = effect.example.expect("some harm");
        let mut known = HashMap::new();
        let mut worth = |position| value(tabled.game, position, Side::White, &mut known);
        assert_eq!((worth(example.position), worth(example.changed)), (example.without, example.with));
        assert!(example.with < example.without);
        assert!(tabled.game.continuations(&example.position).any(|(_, after)| after == example.changed));
    }
    assert_eq!(effects[Change::StoneWhenWaiting as usize].harmful(), 0);
    assert_eq!(effects[Change::StoneWhenMoving as usize].harmful(), 0);
}

#[test]
fn openings_of_two_by_two_are_as_published() {
    let (_folder, game, prober) = crate::support::tabled(2, 2);
    let all = openings(Tabled { game: &game, prober: &prober }).expect("all tables");
    let wins: Vec<(u16, u16)> = all
        .iter()
        .filter(|opening| opening.score.wdl() == Wdl::Win)
        .map(|opening| (opening.stone.0, opening.neutral.0))
        .collect();
    assert_eq!((all.len(), wins), (12, vec![(0, 1), (3, 2)]));
    assert!(all.iter().filter(|o| o.score.wdl() == Wdl::Draw).count() == 10);
}

#[test]
fn the_pages_tell_what_is_known_of_small_boards() {
    let sizes = [(2, 2), (2, 3), (3, 2), (3, 3)];
    let (_folders, opened): (Vec<_>, Vec<_>) =
        sizes.map(|(rows, cols)| crate::support::nex(rows, cols)).into_iter().unzip();
    let run = r#"{"board":"nex:3x3","tree_nodes":"132759721","more":1}"#;
    let runs = vec![("nex-3x3.json".to_owned(), run.to_owned())];
    let files = crate::support::study(Study::Questions, opened.clone(), Vec::new(), runs.clone());
    assert_eq!(files, crate::support::study(Study::Questions, opened, Vec::new(), runs));
    crate::support::no_dead_links(&files);
    let tree: Value =
        serde_json::from_str(&crate::support::text(&files, "questions/tree.json")).expect("JSON");
    assert_eq!(tree[3]["board"], "nex:3x3");
    let positions: u64 = tree[3]["plies"]
        .as_array()
        .expect("plies")
        .iter()
        .map(|ply| ply["positions"].as_u64().expect("a count"))
        .sum();
    assert_eq!((positions, &tree[3]["nodes"]), (36_397, &Value::from("132759721")));
    let page = crate::support::text(&files, "questions/1-tree.md");
    assert!(page.contains("| 132,759,721 |") && page.contains("| 36,397 |"), "{page}");
    let index = crate::support::text(&files, "questions/index.md");
    assert!(index.contains("The largest board with tables, 3×3, has 36,397 positions."), "{index}");
    let page = crate::support::text(&files, "questions/5-first-player.md");
    assert!(
        page.contains("| 3×3 | +7 | 42 | 30 | 0 |") && page.contains("- Every opening wins: 2×3 (+5)."),
        "{page}"
    );
    assert!(
        page.contains("never a disadvantage") && page.contains("| 2×3, 3×2 | 241 | 172 | 69 | none |"),
        "{page}"
    );
    assert!(files.get("questions/free-move.svg").is_some());
    let page = crate::support::text(&files, "questions/3-openings.md");
    assert!(page.contains("On 3×3 a stone on a3, b2 or c1 wins with any neutral stone"), "{page}");
}

#[test]
fn without_databases_the_pages_say_so() {
    let files = crate::support::study(Study::Questions, Vec::new(), Vec::new(), Vec::new());
    assert!(crate::support::text(&files, "questions/index.md").contains("No database of Nex"));
    let files = crate::support::study(Study::Kings, Vec::new(), Vec::new(), Vec::new());
    assert!(crate::support::text(&files, "draughts/index.md").contains("No database of Russian draughts"));
    let files = crate::support::study(Study::Games, Vec::new(), Vec::new(), Vec::new());
    assert!(crate::support::text(&files, "games/index.md").contains("No records"));
}
