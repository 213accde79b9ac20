//! Notation of Hex.
//!
//! A move is a cell, `b3` (or with [`Letters::Columns`], `c2`), optionally preceded by the mover's letter,
//! `Bb3`. In the course sheet's convention it is row and column from 0, `1, 2`; `b3` is accepted there too.
//! The swap is `swap`.
//!
//! With the swap rule, one black stone on the board can mean that a swap may follow or that it has been made.
//! A position in which the swap may follow ends with ` swap?` (in a diagram, on a line of its own): `B./..
//! swap?`.

use super::connections::lemmas;
use super::{Convention, End, Hex, HexMove, HexPosition, Swap};
use nexsolve_catalogue::scan::{Scanner, illegal, play_moves, trimmed_span};
use nexsolve_core::{Deductions, Game, Notation, ReadError, ReadFault, Side};
use nexsolve_rhombus::text::{self, Letters, Look, SWAP_MARK, TextForm, cell_name_by};
use nexsolve_rhombus::{Cell, CellSet, Stones};
use std::ops::Range;

impl<S: CellSet> Notation for Hex<S> {
    fn read_move(&self, position: &HexPosition<S>, text: &str) -> Result<HexMove, ReadError> {
        let whole = trimmed_span(text);
        let over = || ReadError::new(whole.clone(), ReadFault::GameOver);
        if text.trim() == "swap" {
            return if self.outcome(position).is_some() {
                Err(over())
            } else if position.may_swap {
                Ok(HexMove::Swap)
            } else {
                let reason =
                    "no swap is possible here: it answers the first stone, in a game with the swap rule";
                Err(illegal(whole, reason))
            };
        }
        let mut scanner = Scanner::new(text);
        let mover = position.side_to_move();
        let mark = scanner.at..scanner.at + 1;
        let colour = [Side::Black, Side::White].into_iter().find(|side| scanner.take(side.letter()));
        scanner.skip_space();
        let (cell, span) = self.read_cell(&mut scanner)?;
        scanner.end("the end of the move")?;
        if self.outcome(position).is_some() {
            return Err(over());
        }
        if colour.is_some_and(|colour| colour != mover) {
            return Err(ReadError::new(mark, ReadFault::WrongColour { to_move: mover }));
        }
        if self.empty(position).has(cell) {
            return Ok(HexMove::Place(cell));
        }
        let (holds, cell) = (position.both().holds(cell), self.cell_text(cell));
        Err(ReadError::new(span, ReadFault::WrongCell { cell, holds, needs: "an empty cell" }))
    }

    fn format_move(&self, _: &HexPosition<S>, mv: HexMove) -> String {
        match mv {
            HexMove::Place(cell) => self.cell_text(cell),
            HexMove::Swap => "swap".to_owned(),
        }
    }

    fn read_position(&self, text: &str) -> Result<HexPosition<S>, ReadError> {
        let (rows, may_swap) = text::split_mark(text);
        match TextForm::of(rows) {
            TextForm::Start => Ok(self.start()),
            TextForm::Moves => play_moves(self, text),
            TextForm::Diagram => {
                let Stones { black, white, .. } = text::read_stones(&self.board, rows, self.look())?;
                let position = HexPosition { black, white, may_swap };
                match self.fault_of(&position) {
                    None => Ok(position),
                    Some(reason) => Err(illegal(trimmed_span(text), reason)),
                }
            }
        }
    }

    fn format_position(&self, position: &HexPosition<S>) -> String {
        text::format_stones(&self.board, &position.both())
    }

    fn diagram(&self, position: &HexPosition<S>) -> String {
        text::draw_stones(&self.board, &position.both(), self.look())
    }

    fn deductions(&self, position: &HexPosition<S>, side: Side) -> Option<Box<dyn Deductions + '_>> {
        lemmas::check(self, position, side)
    }

    fn join_proofs(
        &self,
        position: &HexPosition<S>,
        side: Side,
        proofs: &[&[String]],
    ) -> Result<Vec<String>, String> {
        lemmas::join(self, position, side, proofs)
    }
}

impl<S: CellSet> Hex<S> {
    pub(super) fn look(&self) -> Look {
        match self.variant.convention {
            Convention::Standard => match self.letters {
                Letters::Rows => Look::HEX,
                Letters::Columns => Look::HEX_COLUMNS,
            },
            Convention::Course => Look::SHEET,
        }
    }

    fn cell_text(&self, cell: Cell) -> String {
        let cols = self.board.cols();
        match self.variant.convention {
            Convention::Standard => cell_name_by(self.letters, cols, cell),
            Convention::Course => format!("{}, {}", u32::from(cell.0) / cols, u32::from(cell.0) % cols),
        }
    }

    fn read_cell(&self, scanner: &mut Scanner) -> Result<(Cell, Range<usize>), ReadError> {
        let lettered = scanner.peek().is_some_and(|c| c.is_ascii_lowercase());
        if self.variant.convention == Convention::Standard || lettered {
            return text::read_cell_by(self.letters, &self.board, scanner);
        }
        let start = scanner.at;
        let row = read_number(scanner, "row", self.board.rows())?;
        scanner.skip_space();
        if !scanner.take(',') {
            return Err(scanner.expected("`,` and a column"));
        }
        scanner.skip_space();
        let col = read_number(scanner, "column", self.board.cols())?;
        Ok((Cell((row * self.board.cols() + col) as u16), start..scanner.at))
    }

    /// Returns why no game leads here, as far as counting and connections can show.
    pub(super) fn fault_of(&self, position: &HexPosition<S>) -> Option<String> {
        let (black, white) = (position.black.count(), position.white.count());
        let mover = position.side_to_move();
        if black != white && black != white + 1 {
            return Some(format!(
                "{black} black and {white} white stones: Black moves first, so Black needs as many stones as \
                 White, or one more"
            ));
        }
        if position.may_swap && (self.variant.swap == Swap::Off || (black, white) != (1, 0)) {
            return Some(format!(
                "`{SWAP_MARK}` is for a position with the first stone alone, in a game with the swap rule"
            ));
        }
        let stops = self.variant.end == End::AtConnection;
        (stops && self.board.connects(position.stones(mover), mover)).then(|| {
            format!(
                "{mover} is to move but already connected: the game ended before the other side's last move"
            )
        })
    }
}

/// Reads a number below `limit`.
fn read_number(scanner: &mut Scanner, what: &str, limit: u32) -> Result<u32, ReadError> {
    let wanted = format!("a {what} from 0 to {}", limit - 1);
    let start = scanner.at;
    let digits = scanner.digits();
    if digits.is_empty() {
        return Err(scanner.expected(wanted));
    }
    let number = digits.parse().ok().filter(|&n| n < limit);
    number.ok_or_else(|| ReadError::new(start..scanner.at, ReadFault::expected(wanted, digits)))
}
