//! Hex in the catalogue.

mod facts;
mod form;

use super::{Convention, Hex, HexMove, HexPosition, Swap, Variant, evaluation};
use facts::FACTS;
pub use form::FORM;
use nexsolve_catalogue::{
    AnyGame, AnyMove, AnyPosition, Board, Card, Connections, Erase, Extent, Extras, GameSpec, Measure,
    NameError, Numbered, Packed, Played, Shown, Spot, Visitor,
};
use nexsolve_core::{Evaluation, Game};
use nexsolve_rhombus::text::{Letters, cell_name, draw_stones};
use nexsolve_rhombus::{
    Cell, CellSet, MAX_SIDE, Stones, Wide, observed_on_the_rhombus, shown, shown_on_the_rhombus,
};

/// The fixed properties of Hex.
pub static CARD: Card = Card {
    word: "hex",
    title: "Hex",
    variants: &[
        variant("", "Hex", shown::GOAL),
        variant("swap", "Hex with swap", shown::GOAL),
        variant("course", "Hex (Black joins left and right)", COURSE),
        variant("course+swap", "Hex with swap (Black joins left and right)", COURSE),
    ],
    options: "the options of Hex are course and swap",
    measure: Measure::Sides {
        most: MAX_SIDE as u32,
        cells: 64,
        usual: (11, 11),
        first: (7, 7),
        quick: 16,
        proves: 36,
    },
    board_examples: &["hex:5x5", "hex:course:6x6", "hex:swap:5x5", "hex:course+swap:4x4"],
    played_examples: &["hex:11x11", "hex:swap:5x5"],
    sides: ["Black", "White"],
    points: ["", ""],
    pieces: &[("B", "Black stone"), ("W", "White stone")],
    looks_like: |text| {
        let text = text.trim();
        let (variant, stones) = text.strip_suffix("swap?").map_or((0, text), |stones| (1, stones));
        let (rows, cols) = shown::rows(stones)?;
        Some(GameSpec::new(&CARD, variant).on(Extent::Sides { rows, cols }))
    },
    game: |board| visit(board, Erase(board)),
};

/// What not every program needs of Hex.
pub static EXTRAS: Extras = Extras { claims, rules: include_str!("../rules.html"), facts: FACTS };

const COURSE: &str = "Black connects left and right; White connects top and bottom.";

const fn variant(word: &'static str, title: &'static str, goal: &'static str) -> nexsolve_catalogue::Variant {
    nexsolve_catalogue::Variant { word, title, goal, left_out: &[], caveat: None }
}

/// Returns whether a file that begins like this has games as SGF, perhaps after other text, or links to
/// games.
fn claims(head: &str) -> bool {
    head.starts_with('(') || form::has_game(head) || form::begins_with_link(head)
}

/// Returns the rules of a board; the game always ends at a connection.
pub(super) fn rules(spec: GameSpec) -> Variant {
    let index = spec.variant_index();
    Variant {
        swap: if index % 2 == 1 { Swap::On } else { Swap::Off },
        convention: if index >= 2 { Convention::Course } else { Convention::Standard },
        ..Variant::default()
    }
}

/// The inverse of [`rules`].
pub(super) fn spec(rules: Variant) -> GameSpec {
    let (swap, course) = (rules.swap == Swap::On, rules.convention == Convention::Course);
    GameSpec::new(&CARD, usize::from(swap) + 2 * usize::from(course))
}

/// Visits the game on a board.
///
/// # Errors
/// If the board does not exist.
pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    with_letters(Letters::Rows, board, visitor)
}

/// Visits the game with these letters.
fn with_letters<V: Visitor>(letters: Letters, board: Board, visitor: V) -> Result<V::Done, NameError> {
    let (rows, cols) = board.sides().unwrap_or_default();
    let rules = rules(board.spec);
    Ok(if rows.saturating_mul(cols) <= u64::CAPACITY {
        visitor.on(Hex::<u64>::new(rows, cols, rules)?.with_letters(letters))
    } else {
        visitor.on(Hex::<Wide>::new(rows, cols, rules)?.with_letters(letters))
    })
}

/// Returns the game on a board of Hex with cells named by the column's letter and the row's number; `None`
/// for other games, and for the course sheet's convention.
pub fn in_columns(board: Board) -> Option<AnyGame> {
    let is_hex = board.card().word == CARD.word && rules(board.spec).convention == Convention::Standard;
    if is_hex { with_letters(Letters::Columns, board, Erase(board)).ok() } else { None }
}

/// The packed swap: greater than all cells.
const SWAP: u64 = 1 << 16;

impl<S: CellSet> Packed for Hex<S> {
    fn pack(position: &HexPosition<S>) -> AnyPosition {
        let mut packed = shown::pack(&position.both());
        packed.0[shown::LAST] = position.may_swap.into();
        packed
    }

    fn unpack(position: &AnyPosition) -> HexPosition<S> {
        let Stones { black, white, .. } = shown::unpack(position);
        HexPosition { black, white, may_swap: position.0[shown::LAST] != 0 }
    }

    fn pack_move(mv: HexMove) -> AnyMove {
        match mv {
            HexMove::Place(cell) => AnyMove(cell.0.into()),
            HexMove::Swap => AnyMove(SWAP),
        }
    }

    fn unpack_move(AnyMove(word): AnyMove) -> HexMove {
        if word == SWAP { HexMove::Swap } else { HexMove::Place(Cell(word as u16)) }
    }
}

impl<S: CellSet> Played for Hex<S> {
    type Searched = Hex<u64>;
    type Tabled = Hex<u64>;

    const EVALUATIONS: &'static [Evaluation<Self>] = evaluation::evaluations();
    const BOOKS: &'static [&'static [u8]] = &[
        include_bytes!("../books/5x5.book"),
        include_bytes!("../books/6x6.book"),
        include_bytes!("../books/7x7.book"),
        include_bytes!("../books/8x8.book"),
    ];

    fn searcher(&self) -> Option<Hex<u64>> {
        Hex::new(self.board.rows(), self.board.cols(), self.variant).ok()
    }

    fn tables(&self, _: Extent) -> Option<Hex<u64>> {
        self.searcher()
    }
}

/// The cells, and one more for the swap.
impl<S: CellSet> Numbered for Hex<S> {
    fn numbers(&self) -> u32 {
        self.board.len() + 1
    }

    fn number(&self, mv: HexMove) -> Option<u32> {
        Some(match mv {
            HexMove::Place(cell) => cell.0.into(),
            HexMove::Swap => self.board.len(),
        })
    }
}

observed_on_the_rhombus!(Hex);

impl<S: CellSet> Shown for Hex<S> {
    shown_on_the_rhombus!();

    fn spot(&self, mv: HexMove) -> Spot {
        match mv {
            HexMove::Place(cell) => Spot::One(cell.0.into()),
            HexMove::Swap => Spot::Nowhere,
        }
    }

    fn connections(&self) -> Option<&dyn Connections<HexPosition<S>>> {
        Some(self)
    }

    /// In the course sheet's variant, cells are two numbers from 0.
    fn row_name(&self, row: usize) -> String {
        self.look().label(row as u32)
    }

    fn col_name(&self, col: usize) -> String {
        self.look().column_label(col as u32)
    }

    fn may_swap(&self, position: &HexPosition<S>) -> bool {
        let first = *position == self.start() && self.board.len() > 1;
        position.may_swap && self.outcome(position).is_none() || first && self.variant.swap == Swap::On
    }

    /// Uses letters even in the course sheet's variant, which accepts them: the page has only one notation.
    fn format_in_full(&self, _: &HexPosition<S>, mv: HexMove) -> String {
        match mv {
            HexMove::Place(cell) => cell_name(self.board.cols(), cell),
            HexMove::Swap => "swap".to_owned(),
        }
    }

    /// Uses a letter and a number in either convention, as Hex programs do.
    fn word(&self, position: &HexPosition<S>, mv: HexMove) -> String {
        self.format_in_full(position, mv)
    }

    fn diagram_in_words(&self, position: &HexPosition<S>) -> String {
        draw_stones(&self.board, &position.both(), self.look().with_letters())
    }

    fn respelt(&self, _: &HexPosition<S>, word: &str) -> String {
        let word = word.to_ascii_lowercase();
        if word == "swap-sides" { "swap".to_owned() } else { word }
    }

    /// Reflects the position in the main diagonal of a square board.
    fn mirrored(&self, position: &HexPosition<S>) -> Option<HexPosition<S>> {
        let Stones { black, white, .. } = shown::mirrored(&self.board, &position.both())?;
        Some(HexPosition { black, white, ..*position })
    }

    /// Reflects a move: `b3` becomes `c2`, `1,2` becomes `2,1`.
    fn mirrored_word(&self, word: &str) -> Option<String> {
        if let Some((row, col)) = word.split_once(',') {
            return Some(format!("{},{}", col.trim(), row.trim()));
        }
        shown::mirrored_cell(word)
    }
}
