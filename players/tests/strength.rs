//! Who beats whom: matches long enough to be significant. `nexsolve match` plays the same matches and prints them.

use nexsolve_core::{Side, SplitMix, Wdl, laws};
use nexsolve_games::Played;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::{Nex, NexPosition};
use nexsolve_players::{Budget, Cast, Course};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The number of random moves that a game begins with.
const OPENING: usize = 2;

/// The first player's share of the points, with draws counting half, over games with alternating colours. A game of 300
/// plies is called a draw.
fn share<G: Played>(game: &G, one: &str, other: &str, games: u64) -> f64 {
    let cast = Cast::new(game.clone());
    let mut points = 0.0;
    for number in 0..games {
        let colours = if number % 2 == 0 { [one, other] } else { [other, one] };
        let mut players = colours.map(|text| {
            let spec = text.parse().expect(text);
            cast.player(&spec, 2 * number + u64::from(text == one)).expect(text)
        });
        let mut course = Course::new(game);
        let first = course.side();
        // Good players repeat themselves, so each pair of games begins with the same random moves.
        let mut random = SplitMix::part(7, number / 2);
        for _ in 0..OPENING {
            let moves = course.legal();
            course.play(moves[random.below(moves.len())]);
        }
        let winner = loop {
            if let Some(ending) = course.ending() {
                break ending.winner;
            }
            if course.moves().len() >= 300 {
                break None;
            }
            let player = &mut players[usize::from(course.side() != first)];
            let thought = player.choose(&course, &Budget::default()).expect("a move");
            course.play(thought.mv);
        };
        let mine: Side = if number % 2 == 0 { first } else { first.other() };
        match winner {
            Some(side) if side == mine => points += 1.0,
            Some(_) => {}
            None => points += 0.5,
        }
    }
    points / games as f64
}

/// Checks that the first player has at least this share of the points.
fn beats<G: Played>(game: &G, one: &str, other: &str, games: u64, least: f64) {
    let share = share(game, one, other, games);
    assert!(share >= least, "{one} has {share:.3} of {games} games against {other}, not {least}");
}

/// Checks that both players have about equally many points.
fn is_even<G: Played>(game: &G, one: &str, other: &str, games: u64) {
    let share = share(game, one, other, games);
    assert!((0.4..=0.6).contains(&share), "{one} has {share:.3} of {games} games against {other}");
}

fn hex(size: u32) -> Hex<u64> {
    Hex::new(size, size, Variant::default()).expect("fits")
}

#[test]
#[ignore = "slow: thousands of games"]
fn hex_is_as_the_course_says() {
    let game = hex(6);
    beats(&game, "alphabeta(2, eval=better)", "alphabeta(2, eval=basic)", 200, 0.8);
    beats(&game, "alphabeta(1, eval=better)", "alphabeta(1, eval=basic)", 200, 0.8);
    beats(&game, "alphabeta(2, eval=basic)", "random", 400, 0.8);
    beats(&game, "alphabeta(2, eval=better)", "random", 400, 0.95);
    beats(&game, "alphabeta(2, eval=resistance)", "alphabeta(2, eval=basic)", 100, 0.8);
    is_even(&game, "alphabeta(2, eval=basic)", "minimax(2, eval=basic)", 400);
    is_even(&game, "alphabeta(2, eval=better)", "minimax(2, eval=better)", 200);
}

/// Checks that searching ahead with any evaluation of a game beats random play clearly.
fn all_beat_chance<G: Played>(game: &G, depth: u32, games: u64, least: f64) {
    for evaluation in G::evaluations() {
        beats(game, &format!("alphabeta({depth}, eval={})", evaluation.name), "random", games, least);
    }
}

#[test]
#[ignore = "slow: thousands of games"]
fn evaluations_of_nex_beat_chance() {
    all_beat_chance(&Nex::<u64>::new(3, 3).expect("fits"), 2, 200, 0.7);
    all_beat_chance(&Nex::<u64>::new(4, 4).expect("fits"), 2, 100, 0.8);
    all_beat_chance(&Nex::<u64>::new(5, 5).expect("fits"), 1, 200, 0.7);
}

#[test]
#[ignore = "slow: hundreds of games"]
fn evaluations_of_awari_and_draughts_beat_chance() {
    all_beat_chance(&Awari, 3, 100, 0.9);
    all_beat_chance(&Draughts::new(RUSSIAN), 3, 100, 0.85);
}

/// The level that every evaluation must exceed.
const LEAST_AGREEMENT: f64 = 0.51;

/// How often the evaluation prefers a random won position to a random lost one after as many plies; equal points count
/// half. Each evaluation must do so more often than chance; `chains` and `basic` hardly do.
fn agreement<G: Played>(game: &G, ply: impl Fn(&G::Position) -> u32) {
    let all = laws::positions(game, laws::Reach::All);
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
    for evaluation in G::evaluations() {
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
    agreement(&hex(3), |position| (position.black | position.white).count_ones());
    agreement(&Hex::<u64>::new(3, 4, Variant::default()).expect("fits"), |position| {
        (position.black | position.white).count_ones()
    });
}

#[test]
#[ignore = "slow: hundreds of games"]
fn solver3_is_strong() {
    let nex = Nex::<u64>::new(4, 4).expect("fits");
    // Both are perfect there.
    is_even(&Nex::<u64>::new(3, 3).expect("fits"), "solver3", "solver2", 50);
    beats(&nex, "solver3", "alphabeta(2)", 100, 0.45);
    beats(&hex(5), "solver3", "alphabeta(3)", 100, 0.45);
    beats(&hex(6), "solver3", "alphabeta(3)", 100, 0.45);
    beats(&Awari, "solver3", "alphabeta(5)", 40, 0.45);
    beats(&Draughts::new(RUSSIAN), "solver3", "alphabeta(4)", 40, 0.4);
}
