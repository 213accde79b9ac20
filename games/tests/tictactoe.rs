//! Tic-tac-toe: the laws of the contracts, published numbers, and values by a brute force that shares nothing
//! with them.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Symmetric, Wdl};
use nexsolve_games::listed::Listed;
use nexsolve_games::tictactoe::TicTacToe;
use nexsolve_games::{AnyGame, Played};
use std::collections::{HashMap, HashSet};

fn board((rows, cols, length): (u32, u32, u32)) -> Listed {
    let word = ["two:", "", "four:"][length as usize - 2];
    let board = nexsolve_games::board(&format!("tictactoe:{word}{rows}x{cols}")).expect("a board");
    let game = Listed::new(board, TicTacToe::new(board).expect("a board"));
    game.tables(board.extent).expect("a list")
}

#[test]
fn small_boards_obey_the_laws() {
    for sizes in [(1, 1, 3), (1, 4, 2), (2, 2, 2), (2, 2, 3), (3, 2, 3), (2, 4, 4), (3, 3, 3), (3, 3, 2)] {
        let game = board(sizes);
        laws::check(&game, Positions::All);
        laws::search(&game);
        laws::ranked_unmoves(&game);
        let reachable = laws::positions(&game, Positions::All).len() as u64;
        assert_eq!(laws::ranking_is_dense(&game), reachable, "{sizes:?}");
    }
    for sizes in [(4, 3, 3), (4, 4, 3), (4, 4, 4)] {
        laws::check(&board(sizes), Positions::Games { count: 40, seed: 2 });
    }
}

/// A board as a person would see it, and the values known so far.
struct Brute {
    sizes: (usize, usize, usize),
    known: HashMap<[u8; 16], Wdl>,
}

impl Brute {
    fn has_line(&self, signs: &[u8; 16], sign: u8) -> bool {
        let (rows, cols, length) = self.sizes;
        let is_at = |row: usize, col: usize| row < rows && col < cols && signs[row * cols + col] == sign;
        let line = |row: usize, col: usize, down: usize, right: isize| {
            (0..length).all(|i| is_at(row + i * down, col.wrapping_add_signed(i as isize * right)))
        };
        let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
        (0..rows * cols).any(|cell| ways.iter().any(|&(d, r)| line(cell / cols, cell % cols, d, r)))
    }

    /// The value for the side to move, whose stones are `own`.
    fn value(&mut self, signs: [u8; 16], own: u8, other: u8) -> Wdl {
        if let Some(&value) = self.known.get(&signs) {
            return value;
        }
        let empty: Vec<usize> =
            (0..self.sizes.0 * self.sizes.1).filter(|&cell| signs[cell] == b'.').collect();
        let best = if self.has_line(&signs, other) {
            Wdl::Loss
        } else {
            let after = |cell: usize| std::array::from_fn(|i| if i == cell { own } else { signs[i] });
            let values = empty.iter().map(|&cell| -self.value(after(cell), other, own));
            values.max().unwrap_or(Wdl::Draw)
        };
        self.known.insert(signs, best);
        best
    }
}

/// Compares the values of all positions with brute force, and returns the number of positions and the start's
/// value.
fn compared((rows, cols, length): (u32, u32, u32)) -> (usize, Wdl) {
    let game = board((rows, cols, length));
    let mut brute = Brute { sizes: (rows as usize, cols as usize, length as usize), known: HashMap::new() };
    let start = brute.value([b'.'; 16], b'X', b'O');
    let all = laws::positions(&game, Positions::All);
    assert_eq!(all.len(), brute.known.len());
    let scores = laws::scores(&game, &all);
    for (position, score) in scores {
        let mut signs = [b'.'; 16];
        for (sign, written) in signs.iter_mut().zip(game.format_position(&position).replace('/', "").bytes())
        {
            *sign = written;
        }
        assert_eq!(brute.known[&signs], score.wdl(), "{position:?}");
    }
    (all.len(), start)
}

#[test]
fn values_of_small_boards_are_those_of_brute_force() {
    for (sizes, value) in [
        ((1, 1, 3), Wdl::Draw),
        ((1, 4, 2), Wdl::Win),
        ((2, 2, 2), Wdl::Win),
        ((2, 4, 3), Wdl::Draw),
        ((3, 4, 3), Wdl::Win),
    ] {
        assert_eq!(compared(sizes).1, value, "{sizes:?}");
    }
    assert_eq!(compared((3, 3, 3)), (5_478, Wdl::Draw));
    let game = board((3, 3, 3));
    let classes =
        laws::positions(&game, Positions::All).into_iter().map(|position| game.canonical(&position));
    assert_eq!(classes.collect::<HashSet<_>>().len(), 765);
}

#[test]
#[ignore = "slow: ten million positions"]
fn values_of_4x4_are_those_of_brute_force() {
    assert_eq!(compared((4, 4, 3)).1, Wdl::Win);
    assert_eq!(compared((4, 4, 4)), (9_722_011, Wdl::Draw));
}

#[test]
fn faults_are_located() {
    let game = board((3, 3, 3));
    for (text, span, fault) in [
        ("XX./.O/...", 6..7, "expected X, O or . for b3, found `/...`"),
        ("XX.O/...", 3..4, "expected the end of row a after 3 cells, found `O/...`"),
        ("XX./.../...", 0..11, "2 X and 0 O: X moves first, and needs as many, or one more"),
        ("XXX/OOO/...", 0..11, "a line ended the game before the last move"),
        ("a1;d1", 3..4, "expected a move, such as a2, found `d1`"),
        ("a1; a1", 4..6, "a1 is not a legal move here"),
    ] {
        let read = game.read_position(text).map_err(|error| (error.span, error.fault.to_string()));
        assert_eq!(read, Err((span, fault.to_owned())), "{text}");
    }
    let over = game.read_position("XXX/OO./...").expect("a position");
    assert!(game.read_move(&over, "c1").is_err());
    assert!(nexsolve_games::played("tictactoe:3x5", None).is_err());
}

#[test]
fn every_length_of_lines_has_boards() {
    for (name, line) in [("tictactoe:two:2x3", "XX./O.."), ("tictactoe:four:4", "XXXX/OOO./..../....")] {
        let any = AnyGame::on(nexsolve_games::board(name).expect(name)).expect(name);
        assert_eq!(any.outcome(&any.read_position(line).expect(line)), Some(Wdl::Loss), "{name}");
    }
}
