//! Notation of the board without stores: `1 1 1 1 1 2 | 4 2 3 0 0 0`, the mover's six pits first.

use super::text::{self, TextForm};
use super::{OWN, Pit, Pits, Seeds};
use nexsolve_catalogue::scan::{Scanner, illegal, play_moves, trimmed_span};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};

/// The pits of the player to move are `a` … `f`; a diagram shows them in the upper row.
impl Notation for Seeds {
    /// Reads `c`, `c4`, `c4x2` or `c4 x 2`.
    fn read_move(&self, position: &Pits, text: &str) -> Result<Pit, ReadError> {
        if self.outcome(position).is_some() {
            return Err(ReadError::new(trimmed_span(text), ReadFault::GameOver));
        }
        text::read_move(*position, Side::Black, text)
    }

    fn format_move(&self, position: &Pits, mv: Pit) -> String {
        text::format_move(*position, Side::Black, mv)
    }

    fn read_position(&self, text: &str) -> Result<Pits, ReadError> {
        let mut scanner = Scanner::new(text);
        let position = match TextForm::of(text) {
            TextForm::Start => return Ok(self.start()),
            TextForm::Moves => return play_moves(self, text),
            TextForm::Numbers => text::read_pits(&mut scanner)?,
            TextForm::Diagram => {
                let drawn = text::read_drawn(&mut scanner)?;
                if let Some((_, span)) = drawn.stores.into_iter().flatten().next() {
                    let reason = "this board has no stores, only six numbers per row";
                    return Err(illegal(span, reason));
                }
                Pits::new(drawn.pits).map_err(|fault| ReadError::new(trimmed_span(text), fault))?
            }
        };
        scanner.end("the end: a board without stores has twelve numbers")?;
        Ok(position)
    }

    fn format_position(&self, position: &Pits) -> String {
        position.to_string()
    }

    fn diagram(&self, position: &Pits) -> String {
        let pits = position.to_array();
        text::draw(std::array::from_fn(|i| pits[i]), std::array::from_fn(|i| pits[OWN + i]), None)
    }
}
