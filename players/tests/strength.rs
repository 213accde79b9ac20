//! Who beats whom: matches long enough to tell, run by hand.
//!
//!     cargo test --release -p nexsolve-players --test strength -- --ignored --nocapture

use nexsolve_core::{Side, SplitMix, Wdl, laws};
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::{Nex, NexPosition};
use nexsolve_players::{Budget, Course, Playable, Roster};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Moves by lot that a game begins with.
const OPENING: usize = 2;

/// The share of points of the first player, draws counting half, over games with colours alternating. A game that has lasted 300 plies
/// is a draw.
fn share<G: Playable>(game: &G, one: &str, other: &str, games: u64) -> f64 {
    let roster = Roster { game, table: None };
    let (mut points, mut draws) = (0.0, 0);
    let begin = std::time::Instant::now();
    for number in 0..games {
        let colours = if number % 2 == 0 { [one, other] } else { [other, one] };
        let mut players = colours.map(|text| {
            let spec = text.parse().expect(text);
            roster.player(&spec, 2 * number + u64::from(text == one)).expect(text)
        });
        let mut course = Course::new(game);
        let first = course.side();
        // Good players are at a loss for variety: each pair of games begins with the same moves by lot.
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
            None => {
                points += 0.5;
                draws += 1;
            }
        }
    }
    let share = points / games as f64;
    eprintln!("{one} against {other}: {share:.3} of {games} games, {draws} drawn, {:.1?}", begin.elapsed());
    share
}

fn hex(size: u32) -> Hex<u64> {
    Hex::new(size, size, Variant::default()).expect("fits")
}

#[test]
#[ignore = "slow: thousands of games"]
fn hex_is_as_the_course_says() {
    let game = hex(6);
    assert!(share(&game, "alphabeta(2, eval=better)", "alphabeta(2, eval=basic)", 200) > 0.8);
    assert!(share(&game, "alphabeta(1, eval=better)", "alphabeta(1, eval=basic)", 200) > 0.8);
    assert!(share(&game, "alphabeta(2, eval=basic)", "random", 400) > 0.8);
    assert!(share(&game, "alphabeta(2, eval=better)", "random", 400) > 0.95);
    share(&game, "alphabeta(2, eval=basic)", "alphabeta(1, eval=basic)", 200);
    share(&game, "alphabeta(3, eval=basic)", "alphabeta(2, eval=basic)", 200);
    share(&game, "alphabeta(2)", "alphabeta(1)", 400);
    share(&game, "alphabeta(3)", "alphabeta(2)", 400);
    share(&game, "alphabeta(3)", "alphabeta(1)", 400);
    let even = share(&game, "alphabeta(2, eval=basic)", "minimax(2, eval=basic)", 400);
    assert!((0.4..=0.6).contains(&even));
    let even = share(&game, "alphabeta(2, eval=better)", "minimax(2, eval=better)", 200);
    assert!((0.4..=0.6).contains(&even));
    share(&game, "alphabeta(2, eval=resistance)", "alphabeta(2, eval=basic)", 100);
    share(&game, "alphabeta(1, eval=resistance)", "alphabeta(1, eval=better)", 200);
    share(&game, "alphabeta(2, eval=resistance)", "alphabeta(2, eval=better)", 100);
}

fn each_against_each<G: Playable>(game: &G, depth: u32, games: u64) {
    let names: Vec<&str> = G::evaluations().iter().map(|evaluation| evaluation.name()).collect();
    let player = |name: &str| format!("alphabeta({depth}, eval={name})");
    for (i, one) in names.iter().enumerate() {
        share(game, &player(one), "random", games);
        for other in &names[i + 1..] {
            share(game, &player(one), &player(other), games);
        }
    }
}

#[test]
#[ignore = "slow: thousands of games"]
fn evaluations_of_nex() {
    each_against_each(&Nex::<u64>::new(3, 3).expect("fits"), 2, 200);
    each_against_each(&Nex::<u64>::new(4, 4).expect("fits"), 2, 100);
    each_against_each(&Nex::<u64>::new(5, 5).expect("fits"), 1, 200);
}

#[test]
#[ignore = "slow: thousands of games"]
fn evaluations_of_awari_and_draughts() {
    each_against_each(&Awari, 3, 200);
    each_against_each(&Draughts::new(RUSSIAN), 3, 200);
}

/// Of a won and a lost position with as many plies played, drawn by lot, how often the evaluation takes the won one for the better;
/// where both have as many points, it counts half.
fn agreement<G: Playable>(game: &G, ply: impl Fn(&G::Position) -> u32) {
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
        eprintln!("{}: {:.3} of {pairs} pairs", evaluation.name(), right / f64::from(pairs));
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
    share(&Nex::<u64>::new(3, 3).expect("fits"), "solver3", "solver2", 50);
    share(&Nex::<u64>::new(4, 4).expect("fits"), "solver3", "solver2(1000000)", 10);
    share(&Nex::<u64>::new(4, 4).expect("fits"), "solver3", "alphabeta(2)", 100);
    share(&hex(5), "solver3", "alphabeta(3)", 100);
    share(&hex(6), "solver3", "alphabeta(3)", 100);
    share(&hex(7), "solver3", "alphabeta(3)", 20);
    share(&Awari, "solver3", "alphabeta(5)", 40);
    share(&Draughts::new(RUSSIAN), "solver3", "alphabeta(4)", 40);
}
