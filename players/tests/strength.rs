//! Who beats whom: matches long enough to tell, run by hand.
//!
//!     cargo test --release -p nexsolve-players --test strength -- --ignored --nocapture

use nexsolve_core::{Side, SplitMix};
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_players::{Budget, Course, Playable, Roster};

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
    share(&game, "alphabeta(2)", "alphabeta(1)", 200);
    share(&game, "alphabeta(3)", "alphabeta(2)", 200);
    let even = share(&game, "alphabeta(2, eval=basic)", "minimax(2, eval=basic)", 400);
    assert!((0.4..=0.6).contains(&even));
    let even = share(&game, "alphabeta(2, eval=better)", "minimax(2, eval=better)", 200);
    assert!((0.4..=0.6).contains(&even));
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

#[test]
#[ignore = "slow: hundreds of games"]
fn solver3_is_strong() {
    share(&Nex::<u64>::new(3, 3).expect("fits"), "solver3", "solver2", 50);
    share(&Nex::<u64>::new(4, 4).expect("fits"), "solver3", "solver2(1000000)", 10);
    share(&Nex::<u64>::new(4, 4).expect("fits"), "solver3", "alphabeta(2)", 40);
    share(&hex(5), "solver3", "alphabeta(3)", 40);
    share(&hex(6), "solver3", "alphabeta(3)", 20);
    share(&Awari, "solver3", "alphabeta(5)", 40);
    share(&Draughts::new(RUSSIAN), "solver3", "alphabeta(4)", 40);
}
