//! Domineering: the laws of the contracts, and values by a brute force that shares nothing with them.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::Played;
use nexsolve_games::domineering::Domineering;
use nexsolve_games::listed::Listed;
use std::collections::HashMap;

fn board(rows: usize, cols: usize) -> Listed {
    let board = nexsolve_games::board(&format!("domineering:{rows}x{cols}")).expect("a board");
    let game = Listed::new(board, Domineering::new(board).expect("a board"));
    game.tables(board.extent).expect("a list")
}

#[test]
fn small_boards_obey_the_laws() {
    for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)] {
        let game = board(rows, cols);
        laws::check(&game, Positions::All);
        laws::search(&game);
        laws::ranked_unmoves(&game);
        let reachable = laws::positions(&game, Positions::All).len() as u64;
        assert_eq!(laws::ranking_is_dense(&game), reachable, "{rows}x{cols}");
    }
    for (rows, cols) in [(5, 4), (4, 5)] {
        laws::check(&board(rows, cols), Positions::Games { count: 40, seed: 2 });
    }
}

/// The rows of a board, and the number of plies until the side to move wins (positive) or loses (negative).
type Known = HashMap<(Vec<Vec<bool>>, bool), i32>;

/// Adds the position with these filled cells, and all that follow. The winner hurries, the loser delays.
fn add(filled: &[Vec<bool>], is_vertical: bool, known: &mut Known) -> i32 {
    if let Some(&plies) = known.get(&(filled.to_vec(), is_vertical)) {
        return plies;
    }
    let (mut win, mut loss) = (None, 0);
    for row in 0..filled.len() {
        for col in 0..filled[0].len() {
            let (below, beside) = if is_vertical { (row + 1, col) } else { (row, col + 1) };
            let is_empty =
                |row: usize, col: usize| filled.get(row).and_then(|row| row.get(col)) == Some(&false);
            if is_empty(row, col) && is_empty(below, beside) {
                let mut after = filled.to_vec();
                after[row][col] = true;
                after[below][beside] = true;
                let plies = add(&after, !is_vertical, known);
                if plies <= 0 {
                    win = Some(win.map_or(1 - plies, |least: i32| least.min(1 - plies)));
                } else {
                    loss = loss.min(-1 - plies);
                }
            }
        }
    }
    let plies = win.unwrap_or(loss);
    known.insert((filled.to_vec(), is_vertical), plies);
    plies
}

#[test]
fn values_of_small_boards_are_those_of_brute_force() {
    for (rows, cols) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)] {
        let game = board(rows, cols);
        let mut known = Known::new();
        add(&vec![vec![false; cols]; rows], true, &mut known);
        let all = laws::positions(&game, Positions::All);
        assert_eq!(all.len(), known.len(), "{rows}x{cols}");
        for (position, score) in laws::scores(&game, &all) {
            let text = game.format_position(&position);
            let filled = text.split('/').map(|row| row.chars().map(|sign| sign == '?').collect()).collect();
            let is_vertical = text.matches('?').count() % 4 == 0;
            let plies = known[&(filled, is_vertical)];
            assert_eq!(score.wdl(), if plies > 0 { Wdl::Win } else { Wdl::Loss }, "{text}");
            assert_eq!(score.distance().map(|plies| i32::from(plies.0)), Some(plies.abs()), "{text}");
        }
    }
}

#[test]
fn cells_are_named_in_any_order() {
    let game = board(3, 3);
    let after = game.read_position("b1-a1; a3-a2").expect("moves");
    assert_eq!(after, game.read_position("???/?../...").expect("a position"));
    assert_eq!(game.outcome(&after), None);
}

#[test]
fn faults_are_located() {
    let game = board(2, 2);
    for (text, fault) in [
        ("?./..", "the number of filled cells is odd"),
        ("V./V.", "expected ? or . for a1, found `V./V.`"),
        ("a1-a2", "a1-a2 is not a legal move here"),
        ("a1", "a1 is not a legal move here"),
        ("?./?. V", "with 2 filled cells, the other player is to move"),
        ("?#/..", "expected ? or . for a2, found `#/..`"),
    ] {
        let read = game.read_position(text).map_err(|error| error.fault.to_string());
        assert_eq!(read, Err(fault.to_owned()), "{text}");
    }
    assert!(nexsolve_games::played("domineering:9x3", None).is_err());
}
