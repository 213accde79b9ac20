//! Notation of Nex: moves such as `Ba1?c2` and `Ba2Bc2?a1`, final moves such as `Bc2` and `B?c2`, and
//! positions.
//!
//! The parts of a move are read in any order, as in the old program's records (`?c2Ba1`, `Ba2?a1Bc2`). They
//! are written with own stones first, the lesser cell before the greater. The swap is `swap`.
//!
//! With the swap rule, the board after the first move can mean that a swap may follow or that it has been
//! made. A position in which the swap may follow ends with ` swap?` (in a diagram, on a line of its own):
//! `B?/.. swap?`.

use super::{Nex, NexMove, NexPosition, lemmas};
use nexsolve_catalogue::picture::Piece;
use nexsolve_catalogue::scan::{Scanner, illegal, play_moves, trimmed_span};
use nexsolve_core::words::counted;
use nexsolve_core::{Deductions, Game, Notation, ReadError, ReadFault, Side};
use nexsolve_rhombus::text::{self, Look, SWAP_MARK, TextForm, cell_name, push_cell};
use nexsolve_rhombus::{Cell, CellSet, stone_in_words};
use std::ops::Range;

impl<S: CellSet> Notation for Nex<S> {
    fn read_move(&self, position: &NexPosition<S>, text: &str) -> Result<NexMove, ReadError> {
        let mover = position.side_to_move();
        if self.has_swap && text.trim() == "swap" {
            return self.read_swap(position, trimmed_span(text));
        }
        if self.has_final_moves
            && let Some(read) = self.read_final_move(position, text)?
        {
            return Ok(read);
        }
        let parts = self.parts(mover, text)?;
        if self.outcome(position).is_some() {
            return Err(ReadError::new(trimmed_span(text), ReadFault::GameOver));
        }
        if let Some(part) = parts.iter().find(|part| part.colour == Some(mover.other())) {
            let mark = part.span.start - 1..part.span.start;
            return Err(ReadError::new(mark, ReadFault::WrongColour { to_move: mover }));
        }
        for (i, part) in parts.iter().enumerate() {
            if parts[..i].iter().any(|earlier| earlier.cell == part.cell) {
                let cell = cell_name(self.board.cols(), part.cell);
                return Err(ReadError::new(part.span.clone(), ReadFault::SameCell { cell }));
            }
        }
        let (own, neutral): (Vec<&MovePart>, Vec<&MovePart>) =
            parts.iter().partition(|part| part.colour.is_some());
        if let ([stone], [neutral]) = (&own[..], &neutral[..]) {
            self.check_holds(position, stone, None)?;
            self.check_holds(position, neutral, None)?;
            return Ok(NexMove::Generate { stone: stone.cell, neutral: neutral.cell });
        }
        let (i, j, given) = (own[0], own[1], neutral[0]);
        let transform = "a transform move names two neutral stones to convert, then the own stone to give up";
        for part in [i, j] {
            self.check_holds(position, part, Some(Piece::Neutral)).map_err(|_| {
                let (cell, holds) = (cell_name(self.board.cols(), part.cell), position.holds(part.cell));
                illegal(part.span.clone(), format!("{cell} is {holds}; {transform}"))
            })?;
        }
        self.check_holds(position, given, Some(Piece::Stone(mover)))?;
        Ok(NexMove::Transform { gained: [i.cell.min(j.cell), i.cell.max(j.cell)], given: given.cell })
    }

    fn format_move(&self, position: &NexPosition<S>, mv: NexMove) -> String {
        format_move(self.board.cols(), position.side_to_move(), mv)
    }

    fn read_position(&self, text: &str) -> Result<NexPosition<S>, ReadError> {
        let (rows, may_swap) = if self.has_swap { text::split_mark(text) } else { (text, false) };
        match TextForm::of(rows) {
            TextForm::Start => Ok(self.start()),
            TextForm::Moves => play_moves(self, text),
            TextForm::Diagram => {
                let position = text::read_stones(&self.board, rows, Look::NEX)?;
                if let Some(reason) = self.fault_of(&position) {
                    return Err(illegal(trimmed_span(rows), reason));
                }
                if may_swap && position.ply() != 1 {
                    let reason = format!("`{SWAP_MARK}` is for a position directly after the first move");
                    return Err(illegal(trimmed_span(text), reason));
                }
                Ok(NexPosition { may_swap, ..position })
            }
        }
    }

    fn format_position(&self, position: &NexPosition<S>) -> String {
        text::format_stones(&self.board, position)
    }

    fn diagram(&self, position: &NexPosition<S>) -> String {
        text::draw_stones(&self.board, position, Look::NEX)
    }

    fn deductions(&self, position: &NexPosition<S>, side: Side) -> Option<Box<dyn Deductions + '_>> {
        lemmas::check(self, position, side)
    }

    fn join_proofs(
        &self,
        position: &NexPosition<S>,
        side: Side,
        proofs: &[&[String]],
    ) -> Result<Vec<String>, String> {
        lemmas::join(self, position, side, proofs)
    }
}

/// Writes a move of `side` on a board with `cols` columns.
pub(super) fn format_move(cols: u32, side: Side, mv: NexMove) -> String {
    // The longest move: `Bm12Bm13?m11`.
    let mut text = String::with_capacity(12);
    let mut push = |signs: &str, cell| {
        text.push_str(signs);
        push_cell(&mut text, cols, cell);
    };
    let own = if side == Side::Black { "B" } else { "W" };
    match mv {
        NexMove::Generate { stone, neutral } => {
            push(own, stone);
            push("?", neutral);
        }
        NexMove::Transform { gained: [i, j], given } => {
            push(own, i);
            push(own, j);
            push("?", given);
        }
        NexMove::Fill(cell) => push(own, cell),
        NexMove::Turn(cell) => push(if side == Side::Black { "B?" } else { "W?" }, cell),
        NexMove::Swap => text.push_str("swap"),
    }
    text
}

/// A part of a move: a colour (`None` for neutral) and a cell.
#[derive(Clone, Debug)]
struct MovePart {
    colour: Option<Side>,
    cell: Cell,
    /// The place of the cell, after its mark.
    span: Range<usize>,
}

impl<S: CellSet> Nex<S> {
    /// Reads a swap, which stands at `whole`.
    fn read_swap(&self, position: &NexPosition<S>, whole: Range<usize>) -> Result<NexMove, ReadError> {
        if self.outcome(position).is_some() {
            Err(ReadError::new(whole, ReadFault::GameOver))
        } else if position.may_swap {
            Ok(NexMove::Swap)
        } else {
            Err(illegal(whole, "no swap is possible here: it answers the first move of a game"))
        }
    }

    /// Reads a final move; `None` if the text is no final move in any position.
    fn read_final_move(&self, position: &NexPosition<S>, text: &str) -> Result<Option<NexMove>, ReadError> {
        let mut scanner = Scanner::new(text);
        let Some(colour) = scanner.peek().filter(|letter| "BW".contains(*letter)) else { return Ok(None) };
        let mark = scanner.at..scanner.at + 1;
        scanner.skip();
        let is_turn = scanner.take('?');
        let (cell, span) = text::read_cell(&self.board, &mut scanner)?;
        if is_turn {
            scanner.end("the end of the move")?;
        }
        scanner.skip_space();
        if !scanner.rest().is_empty() {
            return Ok(None);
        }
        let mover = position.side_to_move();
        if self.outcome(position).is_some() {
            return Err(ReadError::new(trimmed_span(text), ReadFault::GameOver));
        }
        if colour != mover.letter() {
            return Err(ReadError::new(mark, ReadFault::WrongColour { to_move: mover }));
        }
        let (mv, wanted, reason) = if is_turn {
            let reason = "a neutral stone is turned alone only if it is the last one and no cell is empty";
            (NexMove::Turn(cell), Some(Piece::Neutral), reason)
        } else {
            let reason =
                "a stone is placed alone only on the last empty cell, with fewer than two neutral stones";
            (NexMove::Fill(cell), None, reason)
        };
        self.check_holds(position, &MovePart { colour: Some(mover), cell, span: span.clone() }, wanted)?;
        if self.is_legal(position, mv) { Ok(Some(mv)) } else { Err(illegal(span, reason)) }
    }

    /// Reads the parts of a move for any position: one or two own stones and a neutral one, in any order.
    fn parts(&self, mover: Side, text: &str) -> Result<Vec<MovePart>, ReadError> {
        let mut scanner = Scanner::new(text);
        let mut parts: Vec<MovePart> = Vec::new();
        loop {
            scanner.skip_space();
            let own = parts.iter().filter(|part| part.colour.is_some()).count();
            let has_neutral = parts.len() > own;
            let colour = match scanner.peek() {
                Some('B') if own < 2 => Some(Side::Black),
                Some('W') if own < 2 => Some(Side::White),
                Some('?') if !has_neutral => None,
                None if own > 0 && has_neutral => return Ok(parts),
                _ => return Err(scanner.expected(wanted(mover, own, has_neutral))),
            };
            scanner.skip();
            let (cell, span) = text::read_cell(&self.board, &mut scanner)?;
            parts.push(MovePart { colour, cell, span });
        }
    }

    /// Checks that the part's cell contains `wanted`, or is empty for `None`.
    fn check_holds(
        &self,
        position: &NexPosition<S>,
        part: &MovePart,
        wanted: Option<Piece>,
    ) -> Result<(), ReadError> {
        if position.at(part.cell) == wanted {
            return Ok(());
        }
        let (holds, needs) = (position.holds(part.cell), wanted.map_or("an empty cell", stone_in_words));
        let cell = cell_name(self.board.cols(), part.cell);
        Err(ReadError::new(part.span.clone(), ReadFault::WrongCell { cell, holds, needs }))
    }

    /// Returns why no game leads here, as far as counting and connections can show. (If the coloured and
    /// neutral stones are right, so is the number of empty cells.)
    fn fault_of(&self, position: &NexPosition<S>) -> Option<String> {
        let (black, white) = (position.black.count(), position.white.count());
        let (ply, neutral) = (position.ply(), position.neutral.count());
        let mover = position.side_to_move();
        if black != white && black != white + 1 {
            return Some(format!(
                "{black} black and {white} white stones: Black moves first and every move adds one stone, so \
                 Black needs as many stones as White, or one more"
            ));
        }
        let is_final = self.has_final_moves && neutral <= 1 && self.empty(position).is_empty();
        if ply > 0 && neutral == 0 && !is_final {
            return Some(
                "after the first move there is always a neutral stone, but this position has none".to_owned(),
            );
        }
        let why = if neutral > ply {
            Some("a move adds at most one neutral stone")
        } else if neutral % 2 != ply % 2 && !is_final {
            Some(
                "every move adds one neutral stone or takes one away, so the two numbers are both even or both odd",
            )
        } else {
            None
        };
        if let Some(why) = why {
            let stones = counted(neutral.into(), "neutral stone", "neutral stones");
            return Some(format!("{stones} after {}: {why}", counted(ply.into(), "move", "moves")));
        }
        self.board.connects(position.stones(mover), mover).then(|| {
            format!(
                "{mover} is to move but already connected: the game ended before the other side's last move"
            )
        })
    }
}

/// Describes what can follow `own` own parts, and perhaps the neutral one.
fn wanted(mover: Side, own: usize, has_neutral: bool) -> String {
    let b = mover.letter();
    match (own, has_neutral) {
        (0, false) => format!("a move such as {b}a1?a2 or {b}a2{b}b1?a1"),
        (0, true) => format!("`{b}` and a cell"),
        (1, false) => format!("`?` or `{b}` and a cell"),
        (1, true) => format!("the end of the move, or `{b}` and a cell"),
        (_, false) => "`?` and a cell".to_owned(),
        (_, true) => "the end of the move".to_owned(),
    }
}
