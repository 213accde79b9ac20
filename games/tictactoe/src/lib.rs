//! Tic-tac-toe on boards of up to 4 × 4 cells, with lines of two, three or four stones: an m,n,k-game. The
//! first player with a line across, down or diagonally wins. A full board is a draw.
//!
//! The first player is [`Side::Black`], drawn as `X`; the second is [`Side::White`], drawn as `O`. A set of
//! cells is 16 bits, row by row from the top. A move is the number of its cell.
//!
//! ```
//! use nexsolve_catalogue::AnyGame;
//! use nexsolve_core::{Game, Notation, Wdl};
//!
//! let game = AnyGame::on(nexsolve_tictactoe::CARD.usual_board())?;
//! let position = game.read_position("a1;b1;a2;b2;a3")?;
//! assert_eq!(position, game.read_position("XXX/OO./...")?);
//! assert_eq!(game.outcome(&position), Some(Wdl::Loss)); // the second player is to move, and has lost
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

use nexsolve_catalogue::picture::Piece;
use nexsolve_catalogue::{Board, Card, Extras, Fact, Measure, NameError, Quantity};
use nexsolve_core::{Game, Plies, Side, Wdl};
use nexsolve_listed::{
    CARD as USUAL, Simple, cells, lines, looks_like, piece_on, sets_of, sides, turns, variant,
};

/// The game on one board.
#[derive(Debug)]
pub struct TicTacToe {
    size: (u32, u32),
    /// All cells.
    board: u16,
    /// The lines, each as its set of cells.
    lines: Vec<u16>,
    /// For each symmetry of the board, the image of every set of cells.
    images: Vec<Vec<u16>>,
}

/// The stones of each side, which determine the side to move.
type Stones = [u16; 2];

/// Returns the set of some cells.
fn set_of(cells: impl IntoIterator<Item = u32>) -> u16 {
    cells.into_iter().map(|cell| 1 << cell).sum()
}

impl TicTacToe {
    /// Creates the game on a board, by the variant of the board's name.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(board: Board) -> Result<Self, NameError> {
        let (rows, cols) = sides(board)?;
        let lines = lines(rows, cols, [3, 2, 4][board.spec.variant_index()]);
        let lines = lines.into_iter().map(set_of).collect();
        let image = |turn: &[u32], set: u16| set_of(cells(set.into()).map(|cell| turn[cell as usize]));
        let board = u16::MAX >> (16 - rows * cols);
        let all = |turn: Vec<u32>| (0..=board).map(|set| image(&turn, set)).collect();
        let images = turns(rows, cols).into_iter().map(all).collect();
        Ok(Self { size: (rows, cols), board, lines, images })
    }
}

impl Game for TicTacToe {
    type Position = Stones;
    type Move = u8;

    fn start(&self) -> Stones {
        [0, 0]
    }

    fn side_to_move(&self, [black, white]: &Stones) -> Side {
        if black.count_ones() == white.count_ones() { Side::Black } else { Side::White }
    }

    fn outcome(&self, stones: &Stones) -> Option<Wdl> {
        if self.lines.iter().any(|line| stones.iter().any(|stones| stones & line == *line)) {
            return Some(Wdl::Loss);
        }
        (stones[0] | stones[1] == self.board).then_some(Wdl::Draw)
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(stones).is_none() {
            moves.extend(cells((self.board & !stones[0] & !stones[1]).into()).map(|cell| cell as u8));
        }
    }

    fn play(&self, stones: &Stones, cell: u8) -> Stones {
        let mut after = *stones;
        after[self.side_to_move(stones) as usize] |= 1 << cell;
        after
    }

    fn longest(&self, [black, white]: &Stones) -> Plies {
        Plies((self.board & !black & !white).count_ones() as u16)
    }
}

impl Simple for TicTacToe {
    fn grid(&self) -> (u32, u32) {
        self.size
    }

    fn piece(&self, stones: &Stones, cell: u32) -> Option<Piece> {
        piece_on(stones.map(u64::from), cell)
    }

    fn images(&self, [black, white]: &Stones, images: &mut Vec<Stones>) {
        images.extend(self.images.iter().map(|of| [of[usize::from(*black)], of[usize::from(*white)]]));
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: Side) -> Result<Stones, String> {
        let position: Stones = sets_of(pieces).map(|set| set as u16);
        let [black, white] = position.map(u16::count_ones);
        if black != white + u32::from(side == Side::White) {
            return Err(format!("{black} X and {white} O: X moves first, and needs as many, or one more"));
        }
        let is_last = |cell: u32| self.outcome(&position.map(|stones| stones & !(1 << cell))).is_none();
        let moved = position[side.other() as usize];
        let is_possible = moved == 0 || cells(moved.into()).any(is_last);
        is_possible.then_some(position).ok_or("a line ended the game before the last move".to_owned())
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "the board is full" } else { "a line is complete" }
    }

    fn line(&self, stones: &Stones, winner: Side) -> Vec<u32> {
        let line = self.lines.iter().find(|line| stones[winner as usize] & **line == **line);
        line.map_or(Vec::new(), |line| cells((*line).into()).collect())
    }
}

nexsolve_listed::catalogued!(TicTacToe::new);

/// The fixed properties of Tic-tac-toe.
pub static CARD: Card = Card {
    word: "tictactoe",
    title: "Tic-tac-toe",
    variants: &[
        variant("", "Tic-tac-toe", "Get three in a line: across, down or diagonally."),
        variant("two", "Tic-tac-toe with lines of two", "Get two in a line: across, down or diagonally."),
        variant("four", "Tic-tac-toe with lines of four", "Get four in a line: across, down or diagonally."),
    ],
    options: "lines of Tic-tac-toe have three stones; the options `two` and `four` change that",
    measure: Measure::Sides { most: 4, cells: 16, usual: (3, 3), first: (3, 3), quick: 12, proves: 16 },
    board_examples: &["tictactoe:3x3", "tictactoe:four:4x4"],
    played_examples: &["tictactoe:3x3"],
    looks_like: |text| looks_like(text, &CARD),
    game: any,
    ..USUAL
};

/// What not every program needs of Tic-tac-toe.
pub static EXTRAS: Extras = Extras { claims: |_| false, rules: include_str!("rules.html"), facts: FACTS };

const COUNTS: &str = "H. Bottomley, How many Tic-Tac-Toe games are possible?, 2001";
const VALUES: &str = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 22";
const VALUED: &[&str] = &["tictactoe:3x3", "tictactoe:4x4", "tictactoe:four:4x4"];
const USUAL_BOARD: &[&str] = &["tictactoe:3x3"];

const FACTS: &[Fact] = &[
    Fact::new("3×3 Tic-tac-toe: positions", COUNTS, USUAL_BOARD, Quantity::Positions, "5478"),
    Fact::new("3×3 Tic-tac-toe: positions up to symmetry", COUNTS, USUAL_BOARD, Quantity::Classes, "765"),
    Fact::new("3×3 Tic-tac-toe: games", COUNTS, USUAL_BOARD, Quantity::Games, "255168"),
    Fact::new("Tic-tac-toe: values of three boards", VALUES, VALUED, Quantity::Value, "draw win draw"),
];
