//! Who beats whom: matches long enough to be significant. `nexsolve match` plays the same matches and prints
//! them.

use crate::on;
use nexsolve_core::{SplitMix, Wdl, laws};
use nexsolve_games::Played;
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::{Nex, NexPosition};
use nexsolve_players::matches::{Match, Opening, Standings, Terms, TimeControl, round_robin};
use nexsolve_players::{Budget, Roster};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Instant;

/// The number of random moves that a game begins with.
const OPENING: u32 = 2;

/// The first player's share of the points, with draws counting half, over games with alternating colours. A
/// game of 300 plies is called a draw. Good players repeat themselves, so each pair of games begins with the
/// same random moves.
fn share(board: &str, one: &str, other: &str, games: u64) -> f64 {
    let oracle = on(board);
    let opening = |i| Opening::by_lot(oracle.game(), OPENING, &mut SplitMix::part(7, i)).expect("an opening");
    let openings: Vec<_> = (0..games.div_ceil(2)).map(opening).collect();
    let (control, budget) = (TimeControl::None, Budget::default());
    let terms = Terms { control, longest: 300, now: &Instant::now, budget };
    let plan = Match { game: oracle.game(), terms, openings: &openings, seed: 7 };
    let roster = Roster::new(&oracle);
    let players = |number: usize, seed| {
        let text = [one, other][number];
        roster.player(&text.parse().expect(text), seed).expect(text)
    };
    let mut standings = Standings::new(2);
    let fixtures = round_robin(2, games);
    let results = plan.play_all(&players, &fixtures, &|_, finished| finished);
    for (&fixture, finished) in fixtures.iter().zip(results) {
        standings.add(fixture, &finished.outcome, finished.efforts);
    }
    standings.players[0].share().score
}

/// Checks that the first player has at least this share of the points.
fn beats(board: &str, one: &str, other: &str, games: u64, least: f64) {
    let share = share(board, one, other, games);
    assert!(share >= least, "{one} has {share:.3} of {games} games against {other}, not {least}");
}

/// Checks that both players have about equally many points.
fn is_even(board: &str, one: &str, other: &str, games: u64) {
    let share = share(board, one, other, games);
    assert!((0.4..=0.6).contains(&share), "{one} has {share:.3} of {games} games against {other}");
}

#[test]
#[ignore = "slow: thousands of games"]
fn hex_is_as_the_course_says() {
    let game = "hex:6x6";
    beats(game, "alphabeta(2, eval=better)", "alphabeta(2, eval=basic)", 200, 0.8);
    beats(game, "alphabeta(1, eval=better)", "alphabeta(1, eval=basic)", 200, 0.8);
    beats(game, "alphabeta(2, eval=basic)", "random", 400, 0.8);
    beats(game, "alphabeta(2, eval=better)", "random", 400, 0.95);
    beats(game, "alphabeta(2, eval=resistance)", "alphabeta(2, eval=basic)", 100, 0.8);
    is_even(game, "alphabeta(2, eval=basic)", "minimax(2, eval=basic)", 400);
    is_even(game, "alphabeta(2, eval=better)", "minimax(2, eval=better)", 200);
}

/// Checks that searching ahead with any evaluation of a game beats random play clearly.
fn all_beat_chance(board: &str, depth: u32, games: u64, least: f64) {
    for (name, _) in on(board).game().evaluations() {
        beats(board, &format!("alphabeta({depth}, eval={name})"), "random", games, least);
    }
}

#[test]
#[ignore = "slow: thousands of games"]
fn evaluations_of_nex_beat_chance() {
    all_beat_chance("nex:3x3", 2, 200, 0.7);
    all_beat_chance("nex:4x4", 2, 100, 0.8);
    all_beat_chance("nex:5x5", 1, 200, 0.7);
}

#[test]
#[ignore = "slow: hundreds of games"]
fn evaluations_of_awari_and_draughts_beat_chance() {
    all_beat_chance("awari", 3, 100, 0.9);
    all_beat_chance("draughts", 3, 100, 0.85);
}

/// The level that every evaluation must exceed.
const LEAST_AGREEMENT: f64 = 0.51;

/// How often the evaluation prefers a random won position to a random lost one after as many plies; equal
/// points count half. Each evaluation must do so more often than chance; `chains` and `basic` hardly do.
fn agreement<G: Played>(game: &G, ply: impl Fn(&G::Position) -> u32) {
    let all = laws::positions(game, laws::Positions::All);
    let scores = laws::scores(game, &all);
    let mut by_ply: BTreeMap<u32, [Vec<G::Position>; 2]> = BTreeMap::new();
    for position in all.iter().filter(|position| game.outcome(position).is_none()) {
        let which = match scores[position].wdl() {
            Wdl::Win => 0,
            Wdl::Draw => continue,
            Wdl::Loss => 1,
        };
        by_ply.entry(ply(position)).or_default()[which].push(*position);
    }
    let both: Vec<_> = by_ply.into_values().filter(|both| both.iter().all(|side| !side.is_empty())).collect();
    for evaluation in G::EVALUATIONS {
        let mut random = SplitMix(1);
        let (mut right, pairs) = (0.0, 200_000);
        for _ in 0..pairs {
            let [won, lost] = &both[random.below(both.len())];
            let points = [won, lost].map(|of| evaluation.evaluate(game, &of[random.below(of.len())]));
            right += match points[0].cmp(&points[1]) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            };
        }
        let share = right / f64::from(pairs);
        assert!(share > LEAST_AGREEMENT, "{}: {share:.3} of {pairs} pairs", evaluation.name);
    }
}

#[test]
#[ignore = "slow: all positions of boards of 3×3"]
fn evaluations_know_won_from_lost() {
    agreement(&Nex::<u64>::new(3, 3).expect("fits"), NexPosition::ply);
    agreement(&Hex::<u64>::new(3, 3, Variant::default()).expect("fits"), |position| {
        (position.black | position.white).count_ones()
    });
    agreement(&Hex::<u64>::new(3, 4, Variant::default()).expect("fits"), |position| {
        (position.black | position.white).count_ones()
    });
}

#[test]
#[ignore = "slow: hundreds of games"]
fn solver3_is_strong() {
    // Both are perfect there.
    is_even("nex:3x3", "solver3", "solver2", 50);
    beats("nex:4x4", "solver3", "alphabeta(2)", 100, 0.45);
    beats("hex:5x5", "solver3", "alphabeta(3)", 100, 0.45);
    beats("hex:6x6", "solver3", "alphabeta(3)", 100, 0.45);
    beats("awari", "solver3", "alphabeta(5)", 40, 0.45);
    beats("draughts", "solver3", "alphabeta(4)", 40, 0.4);
}
