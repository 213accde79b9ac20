//! Nex in the catalogue.

mod facts;
mod form;
mod spelling;

use super::{Nex, NexMove, NexPosition, evaluation};
use facts::FACTS;
pub use form::FORM;
use nexsolve_catalogue::picture::Piece;
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Board, Card, Erase, Extent, Extras, GameSpec, Measure, MoveChoice, NameError,
    Numbered, Packed, PlaceChoice, Played, Shown, Spot, Variant, Visitor,
};
use nexsolve_core::{Evaluation, Game, Notation};
use nexsolve_rhombus::text::{cell_name, unmarked};
use nexsolve_rhombus::{Cell, CellSet, MAX_SIDE, Wide, observed_on_the_rhombus, shown, shown_on_the_rhombus};

/// The fixed properties of Nex.
pub static CARD: Card = Card {
    word: "nex",
    title: "Nex",
    variants: &[
        variant("", "Nex"),
        variant("swap", "Nex with swap"),
        variant("final", "Nex with final moves"),
        variant("final+swap", "Nex with final moves and swap"),
    ],
    options: "the options of Nex are final and swap",
    measure: Measure::Sides {
        most: MAX_SIDE as u32,
        cells: 64,
        usual: (11, 11),
        first: (4, 4),
        quick: 16,
        proves: 16,
    },
    board_examples: &["nex:4x4", "nex:swap:4x4", "nex:final:4x4"],
    played_examples: &["nex:3x3"],
    sides: ["Black", "White"],
    points: ["", ""],
    pieces: &[("B", "Black stone"), ("W", "White stone"), ("?", "Neutral stone")],
    looks_like: |text| {
        // After the first move there is a neutral stone; without one, this is a position of Hex.
        let before_swap = unmarked(text).filter(|stones| stones.contains('?'));
        let (rows, cols) = shown::rows(before_swap.unwrap_or(text))?;
        Some(spec(before_swap.is_some(), false).on(Extent::Sides { rows, cols }))
    },
    game: |board| visit(board, Erase(board)),
};

/// What not every program needs of Nex.
pub static EXTRAS: Extras =
    Extras { claims: form::is_record, rules: include_str!("../rules.html"), facts: FACTS };

const fn variant(word: &'static str, title: &'static str) -> Variant {
    Variant { word, title, goal: shown::GOAL, left_out: &[], caveat: None }
}

/// Returns the game with or without the swap rule and final moves.
fn spec(has_swap: bool, has_final_moves: bool) -> GameSpec {
    GameSpec::new(&CARD, usize::from(has_swap) + 2 * usize::from(has_final_moves))
}

/// Returns whether a game has the swap rule.
fn has_swap(spec: GameSpec) -> bool {
    spec.variant_index() % 2 == 1
}

/// Returns whether a game has final moves.
fn has_final_moves(spec: GameSpec) -> bool {
    spec.variant_index() >= 2
}

/// Visits the game on a board.
///
/// # Errors
/// If the board does not exist.
pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    let (rows, cols) = board.sides().unwrap_or_default();
    let (has_final_moves, has_swap) = (has_final_moves(board.spec), has_swap(board.spec));
    Ok(if rows.saturating_mul(cols) <= u64::CAPACITY {
        visitor.on(Nex::<u64>::of(rows, cols, has_final_moves, has_swap)?)
    } else {
        visitor.on(Nex::<Wide>::of(rows, cols, has_final_moves, has_swap)?)
    })
}

/// The bits of a packed move for each cell.
const CELL_BITS: u32 = 16;

/// The bit of the last word of a packed position that says whether a swap may follow.
const MAY_SWAP: u64 = 1 << 63;

/// The packed swap: greater than all other moves.
const SWAP: u64 = 1 << 63;

impl<S: CellSet> Packed for Nex<S> {
    fn pack(position: &NexPosition<S>) -> AnyPosition {
        let mut packed = shown::pack(position);
        packed.0[shown::LAST] |= if position.may_swap { MAY_SWAP } else { 0 };
        packed
    }

    fn unpack(position: &AnyPosition) -> NexPosition<S> {
        let mut stones = *position;
        stones.0[shown::LAST] &= !MAY_SWAP;
        NexPosition { may_swap: stones != *position, ..shown::unpack(&stones) }
    }

    fn pack_move(mv: NexMove) -> AnyMove {
        let of = |kind: u64, cells: [Cell; 3]| {
            AnyMove(cells.iter().fold(kind, |word, cell| word << CELL_BITS | u64::from(cell.0)))
        };
        match mv {
            NexMove::Generate { stone, neutral } => of(0, [Cell(0), stone, neutral]),
            NexMove::Transform { gained: [i, j], given } => of(1, [i, j, given]),
            NexMove::Fill(cell) => of(2, [Cell(0), Cell(0), cell]),
            NexMove::Turn(cell) => of(3, [Cell(0), Cell(0), cell]),
            NexMove::Swap => AnyMove(SWAP),
        }
    }

    fn unpack_move(AnyMove(word): AnyMove) -> NexMove {
        let [first, second, third] = [2, 1, 0].map(|place| Cell((word >> (place * CELL_BITS)) as u16));
        match word >> (3 * CELL_BITS) {
            0 => NexMove::Generate { stone: second, neutral: third },
            1 => NexMove::Transform { gained: [first, second], given: third },
            2 => NexMove::Fill(third),
            3 => NexMove::Turn(third),
            _ => NexMove::Swap,
        }
    }
}

impl<S: CellSet> Played for Nex<S> {
    type Searched = Nex<u64>;
    type Tabled = Nex<u64>;

    const EVALUATIONS: &'static [Evaluation<Self>] = evaluation::evaluations();
    const BOOKS: &'static [&'static [u8]] = &[
        include_bytes!("../books/3x7.book"),
        include_bytes!("../books/4x5.book"),
        include_bytes!("../books/4x6.book"),
        include_bytes!("../books/5x4.book"),
        include_bytes!("../books/5x5.book"),
        include_bytes!("../books/6x3.book"),
        include_bytes!("../books/6x4.book"),
        include_bytes!("../books/7x3.book"),
    ];

    fn searcher(&self) -> Option<Nex<u64>> {
        Nex::of(self.board.rows(), self.board.cols(), self.has_final_moves, self.has_swap).ok()
    }

    fn tables(&self, _: Extent) -> Option<Nex<u64>> {
        self.searcher()
    }
}

/// First the generate moves, then the transform moves, then the final ones, then the swap.
impl<S: CellSet> Numbered for Nex<S> {
    fn numbers(&self) -> u32 {
        let cells = self.board.len();
        let finals = if self.has_final_moves { 2 * cells } else { 0 };
        cells * (cells - 1) + pairs(cells) * cells + finals + u32::from(self.has_swap)
    }

    fn number(&self, mv: NexMove) -> Option<u32> {
        let cells = self.board.len();
        let at = |Cell(cell)| u32::from(cell);
        let (transforms, finals) = (cells * (cells - 1), cells * (cells - 1) + pairs(cells) * cells);
        Some(match mv {
            NexMove::Generate { stone, neutral } => {
                at(stone) * (cells - 1) + at(neutral) - u32::from(neutral > stone)
            }
            NexMove::Transform { gained: [i, j], given } => {
                transforms + (pairs(at(j)) + at(i)) * cells + at(given)
            }
            NexMove::Fill(cell) => finals + at(cell),
            NexMove::Turn(cell) => finals + cells + at(cell),
            NexMove::Swap => self.numbers() - 1,
        })
    }
}

/// Returns the number of pairs of `count` things.
const fn pairs(count: u32) -> u32 {
    count * count.saturating_sub(1) / 2
}

observed_on_the_rhombus!(Nex);

impl<S: CellSet> Shown for Nex<S> {
    shown_on_the_rhombus!();

    fn spot(&self, mv: NexMove) -> Spot {
        match mv {
            NexMove::Generate { stone, neutral } => {
                Spot::Pair { stone: stone.0.into(), neutral: neutral.0.into() }
            }
            NexMove::Transform { .. } | NexMove::Swap => Spot::Nowhere,
            NexMove::Fill(cell) | NexMove::Turn(cell) => Spot::One(cell.0.into()),
        }
    }

    /// A generate, and a transform; or a final move. A swap names no place.
    fn choices(&self, position: &NexPosition<S>) -> Vec<MoveChoice> {
        let side = self.side_to_move(position);
        let names = |set: S| set.iter().map(|cell| cell_name(self.board.cols(), cell)).collect::<Vec<_>>();
        let own = names(position.stones(side));
        let (neutral, empty) = (names(position.neutral), names(self.empty(position)));
        let step = |what, sign, places: &Vec<String>| PlaceChoice { what, sign, places: places.clone() };
        let sign = Piece::Stone(side).sign();
        let mut choices = Vec::new();
        if empty.len() > 1 {
            let steps = vec![
                step("an empty cell for your stone", sign, &empty),
                step("an empty cell for the neutral stone", "?", &empty),
            ];
            choices.push(MoveChoice { steps, mv: None });
        }
        if neutral.len() > 1 && !own.is_empty() {
            let steps = vec![
                step("a neutral stone to transform", sign, &neutral),
                step("the second neutral stone to turn into yours", sign, &neutral),
                step("one of your own stones to turn neutral", "?", &own),
            ];
            choices.push(MoveChoice { steps, mv: None });
        }
        match self.final_move(self.empty(position), position.neutral) {
            Some(mv @ NexMove::Fill(_)) => {
                let steps = vec![step("the last empty cell, for your stone", sign, &empty)];
                choices.push(MoveChoice { steps, mv: Some(self.format_move(position, mv)) });
            }
            Some(mv) => {
                let steps = vec![step("the last neutral stone, to turn into yours", sign, &neutral)];
                choices.push(MoveChoice { steps, mv: Some(self.format_move(position, mv)) });
            }
            None => {}
        }
        choices
    }

    /// A mark is an upper-case letter, a cell's letter lower-case. Missing marks are added: the colour of the
    /// side to move, and `?` for the last cell of several.
    fn respelt(&self, position: &NexPosition<S>, word: &str) -> String {
        if self.has_swap && ["swap", "swap-sides"].iter().any(|swap| word.eq_ignore_ascii_case(swap)) {
            return "swap".to_owned();
        }
        spelling::respelt(position.side_to_move(), word)
    }

    fn may_swap(&self, position: &NexPosition<S>) -> bool {
        if position.may_swap {
            return self.outcome(position).is_none();
        }
        self.is_before_swap(position)
            && self.continuations(position).any(|(_, after)| self.outcome(&after).is_none())
    }

    /// Reflects the position in the main diagonal of a square board.
    fn mirrored(&self, position: &NexPosition<S>) -> Option<NexPosition<S>> {
        shown::mirrored(&self.board, position)
    }

    /// Reflects a move: `Bb3?a1` becomes `Wc2?a1`, and `B?b3` becomes `W?c2`.
    fn mirrored_word(&self, word: &str) -> Option<String> {
        let is_mark = |c: char| "BW?".contains(c);
        let mut mirrored = String::new();
        for (at, mark) in word.match_indices(is_mark) {
            let cell = word[at + 1..].split(is_mark).next().unwrap_or_default();
            mirrored += match mark {
                "B" => "W",
                "W" => "B",
                _ => "?",
            };
            // The colour of a neutral stone that is turned stands before its sign.
            if at > 0 || !word[at + 1..].starts_with('?') {
                mirrored += &shown::mirrored_cell(cell)?;
            }
        }
        word.starts_with(is_mark).then_some(mirrored)
    }
}
