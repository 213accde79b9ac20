//! Games that are played, written, and read again.

use super::*;
use crate::matches::{LONGEST_GAME, Match, Players, SystemClock, Terms, TimeControl, round_robin};
use crate::{Budget, LotsPlayer, Player};
use nexsolve_core::{Chance, Game, SplitMix};
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN};
use nexsolve_games::hex::{Convention, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;

struct Lots;

impl<G: Contest> Players<G> for Lots {
    fn player(&self, _: usize, seed: u64) -> Box<dyn Player<G> + '_> {
        Box::new(LotsPlayer::uniform(SplitMix(seed)))
    }
}

/// Records of random games, some with openings and some that are broken off by their length.
fn records<G: Chance>(game: &G, plies: u32, longest: usize) -> Vec<GameRecord<G>> {
    let openings: Vec<Opening<G>> =
        (0..4).map(|i| Opening::by_lot(game, plies, &mut SplitMix::part(9, i)).expect("openings")).collect();
    let budget = Budget::default();
    let terms = Terms { control: TimeControl::None, longest, clock: &SystemClock, budget };
    let plan = Match { game, terms, openings: &openings, seed: 4 };
    let record = |fixture: &crate::matches::Fixture| {
        let opening = &openings[fixture.opening as usize % 4];
        let names = ["uct(10, c=0.5)".to_owned(), "random".to_owned()];
        GameRecord::of(names, opening, &plan.play(&Lots, *fixture))
    };
    round_robin(2, 12).iter().map(record).collect()
}

fn games<G: Recorded>(found: Vec<Found<G>>) -> Vec<GameRecord<G>> {
    let one = |found| match found {
        Found::Game(game) => game,
        Found::Elsewhere { line, board } => panic!("line {line}: {board}"),
        Found::Fault(fault) => panic!("{fault}"),
    };
    found.into_iter().map(one).collect()
}

/// That games are read as they are written, but for what the format has no place for.
fn check<G: Recorded + Chance>(game: &G, plies: u32, knows_prelude: bool) {
    for longest in [LONGEST_GAME, 3] {
        let written = records(game, plies, longest);
        let text = game.write_records(&written).expect("with moves to begin with");
        let read = games(game.read_records(text.as_bytes(), Untold::Smallest));
        assert_eq!(read.len(), written.len(), "{text}");
        for (read, written) in read.iter().zip(&written) {
            assert_eq!(
                (read.start, &read.moves, &read.names),
                (written.start, &written.moves, &written.names)
            );
            assert_eq!(read.prelude.is_empty(), plies == 0 || !knows_prelude, "{text}");
            let rules = written.verdict.how == How::Rules;
            assert!(read.verdict == written.verdict || !rules, "{:?} {text}", written.verdict);
            let course = read.course(game);
            assert_eq!(course.ending().is_some(), rules, "{text}");
        }
    }
}

#[test]
fn games_are_read_as_they_are_written() {
    for plies in [0, 1, 2] {
        check(&Nex::<u64>::new(3, 4).expect("a small board"), plies, true);
        check(&Nex::<Wide>::new(10, 10).expect("a board"), plies, true);
        check(&Awari, plies, false);
        check(&Draughts::new(RUSSIAN), plies, false);
        check(&Draughts::new(BRAZILIAN), plies, false);
        for swap in [Swap::Off, Swap::On] {
            for convention in [Convention::Standard, Convention::Course] {
                let variant = Variant { convention, swap, ..Variant::default() };
                check(&Hex::<u64>::new(3, 4, variant).expect("a small board"), plies, false);
            }
        }
    }
}

/// What is found in a text.
fn words<G: Recorded>(game: &G, text: &str, untold: Untold) -> Vec<String> {
    let one = |found| match found {
        Found::Game(GameRecord { line, moves, .. }) => format!("{line}: {} moves", moves.len()),
        Found::Elsewhere { line, board } => format!("{line}: {board}"),
        Found::Fault(fault) => format!("{}: fault", fault.line),
    };
    game.read_records(text.as_bytes(), untold).into_iter().map(one).collect()
}

#[test]
fn games_of_other_boards_are_told() {
    let nex = Nex::<u64>::new(3, 3).expect("a small board");
    let text = "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\nBa3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B\nBa1?a1;#\n";
    assert_eq!(words(&nex, text, Untold::Smallest), ["1: nex:2x2", "2: 5 moves", "3: fault"]);
    assert_eq!(words(&nex, text, Untold::Here), ["1: fault", "2: 5 moves", "3: fault"]);
    let hex = Hex::<u64>::new(3, 3, Variant::default()).expect("a small board");
    let text = "(;SZ[3];B[a1])\n(;SZ[4:3];B[a1])\n(;SZ[3];B[a1];W[swap-sides])";
    assert_eq!(words(&hex, text, Untold::Here), ["1: 1 moves", "2: hex:3x4", "3: hex:swap:3x3"]);
    let text = "[GameType \"26\"]\n[Result \"*\"]\n\n*\n";
    assert_eq!(words(&Draughts::new(RUSSIAN), text, Untold::Here), ["1: draughts:brazilian"]);
}

#[test]
fn an_end_beside_the_rules_is_kept_where_it_has_a_place() {
    let game = Draughts::new(RUSSIAN);
    for how in [How::Time, How::Forfeit, How::Resigned, How::Length, How::BrokenOff] {
        let winner = (!matches!(how, How::Length | How::BrokenOff)).then_some(Side::Black);
        let record = GameRecord {
            names: [None, Some("x".to_owned())],
            start: game.start(),
            prelude: Vec::new(),
            moves: Vec::new(),
            verdict: Verdict { winner, how },
            line: 1,
        };
        let text = game.write_records(std::slice::from_ref(&record)).expect("written");
        assert_eq!(games(game.read_records(text.as_bytes(), Untold::Here)), [record], "{text}");
    }
    let nex = Nex::<u64>::new(2, 2).expect("a small board");
    let start = nex.play(
        &nex.start(),
        nexsolve_core::Notation::read_move(&nex, &nex.start(), "Ba1?b1").expect("a move"),
    );
    let (prelude, moves) = (Vec::new(), Vec::new());
    let verdict = Verdict::BROKEN_OFF;
    let record = GameRecord { names: [None, None], start, prelude, moves, verdict, line: 1 };
    assert_eq!(nex.write_records(&[record]), Err(Unwritable::NoPrelude));
}
