//! A complete game in one file: tic-tac-toe, the laws that check it, and a database of it.
//!
//!     cargo run --release -p nexsolve-tablegen --example tic_tac_toe
//!
//! The numbers below are those of the steps in docs/guide/add-a-game.md. In the catalogue, the game would be a folder with a function
//! `visit`, and one line in the list of games.

use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{
    Absent, Chance, Contest, Fault, Game, Layer, LayerId, Notation, Plies, Ranked, ReadError, Side,
    Symmetric, Tabled, Unmoves, Wdl, pdep, pext, subsets,
};
use nexsolve_db::{DbProber, Form, Metric};
use nexsolve_games::{
    AnyGame, AnyMove, AnyPosition, Card, Cells, Extent, GameSpec, Measure, Packed, Played, Shown, Variant,
};
use nexsolve_tablegen::{Keep, Kernel, Reach as Counting, Settings, generate};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// 1. The rules: positions, moves, and the effect of a move.
#[derive(Clone, Debug)]
struct TicTacToe {
    layers: Vec<Layer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    black: u16,
    white: u16,
}

impl Stones {
    fn side(self) -> Side {
        if self.black.count_ones() == self.white.count_ones() { Side::Black } else { Side::White }
    }

    fn filled(self) -> u16 {
        self.black | self.white
    }
}

fn has_row(stones: u16) -> bool {
    ROWS.iter().any(|row| stones & row == *row)
}

impl Game for TicTacToe {
    type Position = Stones;
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { black: 0, white: 0 }
    }

    fn side_to_move(&self, position: &Stones) -> Side {
        position.side()
    }

    fn outcome(&self, position: &Stones) -> Option<Wdl> {
        if has_row(position.black) || has_row(position.white) {
            return Some(Wdl::Loss);
        }
        (position.filled() == FULL).then_some(Wdl::Draw)
    }

    fn moves(&self, position: &Stones, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend((0..9).filter(|cell| position.filled() >> cell & 1 == 0));
        }
    }

    fn play(&self, position: &Stones, cell: u8) -> Stones {
        let Stones { black, white } = *position;
        match position.side() {
            Side::Black => Stones { black: black | 1 << cell, white },
            Side::White => Stones { black, white: white | 1 << cell },
        }
    }

    fn longest(&self, position: &Stones) -> Plies {
        Plies(9 - position.filled().count_ones() as u16)
    }
}

/// 1. Symmetry: by default there is none.
impl Symmetric for TicTacToe {}

/// 2. Notation: cells are `a1` … `c3`, positions are rows such as `X.O/.X./...`.
impl Notation for TicTacToe {
    fn read_move(&self, position: &Stones, text: &str) -> Result<u8, ReadError> {
        let wrong = |fault| Err(ReadError::new(0..text.len(), fault));
        let (row, col) = match text.trim().as_bytes() {
            [row @ b'a'..=b'c', col @ b'1'..=b'3'] => (row - b'a', col - b'1'),
            _ => return wrong(Fault::expected("a cell such as b2", text)),
        };
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let cell = 3 * row + col;
        if moves.contains(&cell) { Ok(cell) } else { wrong(Fault::Illegal("the cell is taken".to_owned())) }
    }

    fn format_move(&self, _: &Stones, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell / 3), cell % 3 + 1)
    }

    fn read_position(&self, text: &str) -> Result<Stones, ReadError> {
        let signs: Vec<char> = text.chars().filter(|c| "XO.".contains(*c)).collect();
        let set = |sign| (0..9).filter(|&i| signs.get(i) == Some(&sign)).map(|i| 1 << i).sum::<u16>();
        let position = Stones { black: set('X'), white: set('O') };
        let ahead = position.black.count_ones().wrapping_sub(position.white.count_ones());
        match signs.len() {
            0 => Ok(self.start()),
            9 if ahead <= 1 => Ok(position),
            _ => Err(ReadError::new(0..text.len(), Fault::expected("nine of X, O and .", text))),
        }
    }

    fn format_position(&self, position: &Stones) -> String {
        self.diagram(position).trim_end().replace('\n', "/")
    }

    fn diagram(&self, position: &Stones) -> String {
        let sign = |cell: u32| match (position.black >> cell & 1, position.white >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        (0..9).flat_map(|cell| [Some(sign(cell)), (cell % 3 == 2).then_some('\n')]).flatten().collect()
    }
}

/// 3. Ranks of positions: one layer per number of stones; within it, by the set of filled cells, then by the subset of
///    these that Black holds.
impl Ranked for TicTacToe {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn rank(&self, position: &Stones) -> (LayerId, u64) {
        let (filled, stones) = (u64::from(position.filled()), position.filled().count_ones());
        let chosen = subsets::rank(pext(position.black.into(), filled));
        let rank = subsets::rank(filled) * subsets::binomial(stones, stones.div_ceil(2)) + chosen;
        (LayerId::new(stones as usize), rank)
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Stones> {
        let stones = layer.index() as u32;
        let ways = subsets::binomial(stones, stones.div_ceil(2));
        let filled = subsets::unrank(rank / ways, 9, stones);
        let black = pdep(subsets::unrank(rank % ways, stones, stones.div_ceil(2)), filled) as u16;
        let position = Stones { black, white: filled as u16 & !black };
        // The game ends with the first row, so the side to move cannot have one.
        let own = if position.side() == Side::Black { black } else { position.white };
        (!has_row(own)).then_some(position)
    }
}

impl Unmoves for TicTacToe {
    fn predecessors(&self, position: &Stones, positions: &mut Vec<Stones>) {
        let Stones { black, white } = *position;
        let cells = (0..9).map(|cell| 1 << cell);
        let before = |bit: u16| match position.side() {
            Side::White => (black & bit != 0).then_some(Stones { black: black & !bit, white }),
            Side::Black => (white & bit != 0).then_some(Stones { black, white: white & !bit }),
        };
        positions.clear();
        positions.extend(cells.filter_map(before).filter(|before| self.outcome(before).is_none()));
    }
}

impl Tabled for TicTacToe {}

/// 5. Contests and random play: both use the defaults.
impl Contest for TicTacToe {
    type Memory = ();

    fn begin(&self, _: &Stones) {}

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "the board is full" } else { "three in a row" }
    }
}

impl Chance for TicTacToe {}

/// 6. What interfaces need: small values, the cells, and the capabilities of the game. Step 4, the search, is left out.
impl Packed for TicTacToe {
    fn pack(position: &Stones) -> AnyPosition {
        AnyPosition::of(&[position.black.into(), position.white.into()])
    }

    fn unpack(position: &AnyPosition) -> Stones {
        Stones { black: position.0[0] as u16, white: position.0[1] as u16 }
    }

    fn pack_move(cell: u8) -> AnyMove {
        AnyMove(cell.into())
    }

    fn unpack_move(mv: AnyMove) -> u8 {
        mv.0 as u8
    }
}

impl Played for TicTacToe {
    type Searched = Absent<Self>;
    type Tabled = Self;

    fn tables(&self, _: Extent) -> Option<Self> {
        Some(self.clone())
    }
}

impl Shown for TicTacToe {
    fn cells(&self, position: &Stones) -> Cells {
        let sign = |cell: u32| match (position.black >> cell & 1, position.white >> cell & 1) {
            (1, _) => "B",
            (_, 1) => "W",
            _ => "",
        };
        Cells::Rows((0..9).map(sign).collect())
    }
}

/// 6. The card: the texts that users see. (For records, omitted here, see `games/src/awari/played/form.rs`.)
static CARD: Card = Card {
    word: "tictactoe",
    title: "Tic-tac-toe",
    variants: &[Variant {
        word: "",
        title: "Tic-tac-toe",
        goal: "Get three in a row.",
        left_out: &[],
        caveat: None,
    }],
    options: "Tic-tac-toe has no options",
    measure: Measure::Sides { most: 3, cells: 9, usual: (3, 3), first: (3, 3), quick: 9 },
    board_examples: &["tictactoe:3x3"],
    played_examples: &["tictactoe:3x3"],
    sides: ["X", "O"],
    points: ["", ""],
    claims: |_| false,
    pieces: &[("B", "X"), ("W", "O")],
    looks_like: |_| None,
    facts: &[],
};

fn game() -> TicTacToe {
    let layer = |stones: u32| Layer {
        name: format!("s{stones}"),
        len: subsets::binomial(9, stones) * subsets::binomial(stones, stones.div_ceil(2)),
        successors: if stones < 9 { vec![LayerId::new(stones as usize + 1)] } else { Vec::new() },
        stake: 0,
    };
    TicTacToe { layers: (0..=9).map(layer).collect() }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = game();
    // Each law checks one of the steps above, on all positions.
    laws::check(&game, Reach::All);
    let all = laws::positions(&game, Reach::All);
    assert_eq!(all.len(), 5_478, "as published");
    println!("the laws hold for all {} positions", all.len());

    // Generates a database with the generic engine, then checks each value against the rules.
    let folder = tempfile::tempdir()?;
    let settings = Settings {
        metric: Metric::Dtw,
        reach: Counting::Left,
        form: Form::Compressed,
        memory_bytes: 64 << 20,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "an example".to_owned(),
        command: "cargo run -p nexsolve-tablegen --example tic_tac_toe".to_owned(),
        game: CARD.word.to_owned(),
        board: "tictactoe:3x3".to_owned(),
    };
    let made = generate(&game, &folder.path().join("db"), &settings, &AtomicBool::new(false), &())?;
    let prober = DbProber::new(Arc::new(game.clone()), Arc::new(made.database));
    let scores = laws::scores(&game, &all);
    for position in all.iter().filter(|position| game.outcome(position).is_none()) {
        let stored = nexsolve_core::Prober::probe(&prober, position)?;
        let known = nexsolve_core::Bounds::exact(scores[position]);
        assert_eq!(stored, nexsolve_core::Probe::Known(known), "{position:?}");
    }
    println!(
        "the database agrees with the rules on every position; the start is a {}",
        scores[&game.start()]
    );

    // The same game behind the common type that every interface uses.
    let any = AnyGame::of(GameSpec::new(&CARD, 0).on(Extent::Sides { rows: 3, cols: 3 }), game);
    laws::rules(&any, &laws::positions(&any, Reach::All));
    print!("{}", any.diagram(&any.read_position("X.O/.X./..O")?));
    Ok(())
}
