//! Dodgem: the laws of the contracts. Values are compared with those of a plain iteration in the tests of
//! engines.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Contest, Game, Notation, Wdl};
use nexsolve_games::Played;
use nexsolve_games::dodgem::Dodgem;
use nexsolve_games::listed::Listed;

fn board(size: usize) -> Listed {
    let board = nexsolve_games::board(&format!("dodgem:{size}x{size}")).expect("a board");
    let game = Listed::new(board, Dodgem::new(board).expect("a board"));
    game.tables(board.extent).expect("a list")
}

#[test]
fn small_boards_obey_the_laws() {
    for size in [2, 3] {
        let game = board(size);
        laws::check(&game, Positions::All);
        laws::ranked_unmoves(&game);
        let reachable = laws::positions(&game, Positions::All).len() as u64;
        assert_eq!(laws::ranking_is_dense(&game), reachable);
        laws::irreversible(&game, 100, 1);
    }
    laws::check(&board(4), Positions::Games { count: 10, seed: 2 });
    laws::irreversible(&board(4), 20, 1);
}

#[test]
fn games_end_as_the_rules_say() {
    let game = board(3);
    for (text, outcome, reason) in [
        (".../..W/... W", Wdl::Loss, "all cars have left"),
        ("BW./W../... B", Wdl::Win, "no car can move"),
        ("W../.../... B", Wdl::Win, ""),
    ] {
        let read = game.read_position(text);
        if reason.is_empty() {
            assert!(read.is_err(), "{text}: the side to move has no car");
            continue;
        }
        let position = read.expect(text);
        assert_eq!(game.outcome(&position), Some(outcome), "{text}");
        let ending = game.ending(&game.begin(&position), &position).expect("over");
        assert_eq!(ending.reason, reason);
    }
    let shuffled = "a1-a2;c2-c1;a2-b2;c1-c2;b2-a2;c2-c1;a2-b2;c1-c2;b2-a2";
    let (mut position, mut memory) = (game.start(), game.begin(&game.start()));
    for word in shuffled.split(';') {
        assert_eq!(game.ending(&memory, &position), None, "before {word}");
        let mv = game.read_move(&position, word).expect(word);
        game.remember(&mut memory, &position, mv);
        position = game.play(&position, mv);
    }
    assert!(game.ending(&memory, &position).is_some_and(|ending| ending.winner.is_none()), "a third time");
}

#[test]
fn faults_are_located() {
    let game = board(3);
    for (text, fault) in [
        ("B../B../BWW", "each side has up to 2 cars, and the side to move has some"),
        ("B../B../.WW", "say who is to move: end the position with B or W"),
        ("B../?../.WW B", "expected B, W or . for b1, found `?../.WW B`"),
        ("a1-b2", "a1-b2 is not a legal move here"),
        ("a2-a1", "a2-a1 is not a legal move here"),
        ("a1-a1", "a1-a1 is not a legal move here"),
    ] {
        let read = game.read_position(text).map_err(|error| error.fault.to_string());
        assert_eq!(read, Err(fault.to_owned()), "{text}");
    }
    assert_eq!(game.read_position("b../b../.ww b"), Ok(game.start()));
    for name in ["dodgem:3x4", "dodgem:6x6", "dodgem:1x1"] {
        assert!(nexsolve_games::played(name, None).and_then(nexsolve_games::AnyGame::on).is_err(), "{name}");
    }
}
