//! Nex in writing: moves such as `Ba1?c2` and `Ba2Bc2?a1`, and positions.
//!
//! The parts of a move may come in any order, as they do in the old program's records (`?c2Ba1`, `Ba2?a1Bc2`);
//! written they are with own stones first, the lesser cell before the greater.

use super::{Nex, NexMove, NexPosition};
use crate::rhombus::text::{self, Form, Look, Scanner, Stones, cell_name};
use crate::rhombus::{Cell, CellSet};
use nexsolve_core::words::counted;
use nexsolve_core::{Fault, Game, Notation, ReadError, Side};
use std::ops::Range;

impl<S: CellSet> Notation for Nex<S> {
    fn read_move(&self, position: &NexPosition<S>, text: &str) -> Result<NexMove, ReadError> {
        let mover = position.side_to_move();
        let parts = self.parts(mover, text)?;
        if self.outcome(position).is_some() {
            return Err(ReadError::new(text::trimmed_span(text), Fault::GameOver));
        }
        if let Some(part) = parts.own().find(|part| part.colour != Some(mover)) {
            let mark = part.span.start - 1..part.span.start;
            return Err(ReadError::new(mark, Fault::WrongColour { to_move: mover }));
        }
        parts.check_distinct(self)?;
        let neutral = parts.neutral.cell;
        let Some(second) = &parts.second else {
            for part in [&parts.first, &parts.neutral] {
                self.check_holds(position, part, None, "an empty cell")?;
            }
            return Ok(NexMove::Generate { stone: parts.first.cell, neutral });
        };
        for part in [&parts.first, second] {
            self.check_holds(position, part, Some(position.neutral), "a neutral stone")?;
        }
        let own = match mover {
            Side::Black => "a black stone",
            Side::White => "a white stone",
        };
        self.check_holds(position, &parts.neutral, Some(position.stones(mover)), own)?;
        let (i, j) = (parts.first.cell, second.cell);
        Ok(NexMove::Transform { gained: [i.min(j), i.max(j)], given: neutral })
    }

    fn format_move(&self, position: &NexPosition<S>, mv: NexMove) -> String {
        format_move(self.board.cols(), position.side_to_move(), mv)
    }

    fn read_position(&self, text: &str) -> Result<NexPosition<S>, ReadError> {
        match Form::of(text) {
            Form::Start => Ok(self.start()),
            Form::Moves => text::play_moves(self, text),
            Form::Diagram => {
                let Stones { black, white, neutral } = text::read_stones(&self.board, text, Look::Nex)?;
                let position = NexPosition { black, white, neutral };
                match self.fault_of(&position) {
                    None => Ok(position),
                    Some(reason) => Err(ReadError::new(text::trimmed_span(text), Fault::Illegal(reason))),
                }
            }
        }
    }

    fn format_position(&self, position: &NexPosition<S>) -> String {
        text::format_stones(&self.board, &stones(position))
    }

    fn diagram(&self, position: &NexPosition<S>) -> String {
        text::draw_stones(&self.board, &stones(position), Look::Nex)
    }
}

/// Writes a move of `side` on a board with so many columns.
pub(super) fn format_move(cols: u32, side: Side, mv: NexMove) -> String {
    let name = |cell| cell_name(cols, cell);
    let own = side.letter();
    match mv {
        NexMove::Generate { stone, neutral } => format!("{own}{}?{}", name(stone), name(neutral)),
        NexMove::Transform { gained: [i, j], given } => {
            format!("{own}{}{own}{}?{}", name(i), name(j), name(given))
        }
    }
}

/// A colour and a cell; no colour is neutral.
#[derive(Clone, Debug)]
struct Part {
    colour: Option<Side>,
    cell: Cell,
    /// The cell's place, which the mark stands before.
    span: Range<usize>,
}

/// A move as written: one own stone and a neutral one, or two and one.
#[derive(Debug)]
struct Parts {
    first: Part,
    second: Option<Part>,
    neutral: Part,
}

impl Parts {
    fn own(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// That no cell is named twice; the later place is at fault.
    fn check_distinct<S: CellSet>(&self, game: &Nex<S>) -> Result<(), ReadError> {
        let mut parts: Vec<&Part> = self.own().chain([&self.neutral]).collect();
        parts.sort_by_key(|part| part.span.start);
        for (i, part) in parts.iter().enumerate() {
            if parts[..i].iter().any(|earlier| earlier.cell == part.cell) {
                let cell = cell_name(game.board.cols(), part.cell);
                return Err(ReadError::new(part.span.clone(), Fault::SameCell { cell }));
            }
        }
        Ok(())
    }
}

impl<S: CellSet> Nex<S> {
    /// Reads the parts of a move, whatever the position.
    fn parts(&self, mover: Side, text: &str) -> Result<Parts, ReadError> {
        let mut scanner = Scanner::new(text);
        let (mut first, mut second, mut neutral) = (None, None, None);
        loop {
            scanner.skip_space();
            let colour = match scanner.peek() {
                Some('B') => Some(Side::Black),
                Some('W') => Some(Side::White),
                _ => None,
            };
            let slot = if colour.is_some() && first.is_none() {
                &mut first
            } else if colour.is_some() && second.is_none() {
                &mut second
            } else if scanner.peek() == Some('?') && neutral.is_none() {
                &mut neutral
            } else {
                return match (first, second, neutral) {
                    (Some(first), second, Some(neutral)) if scanner.rest().is_empty() => {
                        Ok(Parts { first, second, neutral })
                    }
                    (first, second, neutral) => {
                        let own = usize::from(first.is_some()) + usize::from(second.is_some());
                        Err(scanner.expected(wanted(mover, own, neutral.as_ref())))
                    }
                };
            };
            scanner.skip();
            let (cell, span) = scanner.cell(&self.board)?;
            *slot = Some(Part { colour, cell, span });
        }
    }

    /// That the part's cell is one of `wanted`, or empty if there is no such set.
    fn check_holds(
        &self,
        position: &NexPosition<S>,
        part: &Part,
        wanted: Option<S>,
        needs: &'static str,
    ) -> Result<(), ReadError> {
        if wanted.unwrap_or_else(|| self.empty(position)).has(part.cell) {
            return Ok(());
        }
        let holds = if position.black.has(part.cell) {
            "a black stone"
        } else if position.white.has(part.cell) {
            "a white stone"
        } else if position.neutral.has(part.cell) {
            "a neutral stone"
        } else {
            "empty"
        };
        let cell = cell_name(self.board.cols(), part.cell);
        Err(ReadError::new(part.span.clone(), Fault::WrongCell { cell, holds, needs }))
    }

    /// Why no game leads here, as far as counting and connections tell. (With as many stones and neutral stones,
    /// the number of empty cells is right of itself.)
    fn fault_of(&self, position: &NexPosition<S>) -> Option<String> {
        let (black, white) = (position.black.count(), position.white.count());
        let (ply, neutral) = (position.ply(), position.neutral.count());
        let mover = position.side_to_move();
        if black != white && black != white + 1 {
            return Some(format!(
                "{black} black and {white} white stones: Black moves first and every move adds one stone, so \
                 there are as many black ones as white, or one more"
            ));
        }
        if ply > 0 && neutral == 0 {
            return Some("after the first move there is always a neutral stone, and here is none".to_owned());
        }
        let (stones, moves) = (
            counted(neutral.into(), "neutral stone", "neutral stones"),
            counted(ply.into(), "move", "moves"),
        );
        if neutral > ply {
            return Some(format!("{stones} after {moves}: a move adds at most one neutral stone"));
        }
        if neutral % 2 != ply % 2 {
            return Some(format!(
                "{stones} after {moves}: every move adds one neutral stone or takes one away, \
                 so the two numbers are both even or both odd"
            ));
        }
        self.board.connects(position.stones(mover), mover).then(|| {
            format!(
                "{mover} is to move but already connected: the game ended before the other side's last move"
            )
        })
    }
}

/// What can follow after so many own parts, and perhaps the neutral one.
fn wanted(mover: Side, own: usize, neutral: Option<&Part>) -> String {
    let b = mover.letter();
    match (own, neutral) {
        (0, None) => format!("a move such as {b}a1?a2 or {b}a2{b}b1?a1"),
        (0, Some(_)) => format!("`{b}` and a cell"),
        (1, None) => format!("`?` or `{b}` and a cell"),
        (1, Some(_)) => format!("the end of the move, or `{b}` and a cell"),
        (_, None) => "`?` and a cell".to_owned(),
        (_, Some(_)) => "the end of the move".to_owned(),
    }
}

fn stones<S: CellSet>(position: &NexPosition<S>) -> Stones<S> {
    Stones { black: position.black, white: position.white, neutral: position.neutral }
}
