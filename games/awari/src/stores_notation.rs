//! Notation of the game with stores: `1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 13`, the mover's pits and store first.
//!
//! The end of the text names the player to move: `| second`, or `| first` or nothing for the first player. A
//! diagram always shows the first player's pits above; the line below it names the player to move, as in
//! `second to move`.

use super::text::{self, TextForm};
use super::{Awari, AwariPosition, OWN, Pit, Pits, SEEDS};
use nexsolve_catalogue::scan::{Scanner, play_moves, trimmed_span};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};

/// The pits of the first player are `a` … `f`, those of the second `A` … `F`.
impl Notation for Awari {
    /// Reads `C`, `C4`, `C4x2` or `C4 x 2`: pit C, 4 seeds sown, 2 captured.
    fn read_move(&self, position: &AwariPosition, text: &str) -> Result<Pit, ReadError> {
        if self.outcome(position).is_some() {
            return Err(ReadError::new(trimmed_span(text), ReadFault::GameOver));
        }
        text::read_move(position.pits(), position.side_to_move(), text)
    }

    fn format_move(&self, position: &AwariPosition, mv: Pit) -> String {
        text::format_move(position.pits(), position.side_to_move(), mv)
    }

    fn read_position(&self, text: &str) -> Result<AwariPosition, ReadError> {
        match TextForm::of(text) {
            TextForm::Start => Ok(self.start()),
            TextForm::Moves => play_moves(self, text),
            TextForm::Numbers => read_numbers(text),
            TextForm::Diagram => read_diagram(text),
        }
    }

    fn format_position(&self, position: &AwariPosition) -> String {
        let [mine, theirs] = position.stores();
        let turn = match position.side_to_move() {
            Side::Black => "",
            Side::White => " | second",
        };
        format!("{} | {mine} {theirs}{turn}", position.pits())
    }

    fn diagram(&self, position: &AwariPosition) -> String {
        let side = position.side_to_move();
        let pits = by_side(position.pits(), side).to_array();
        let first = std::array::from_fn(|pit| pits[pit]);
        let second = std::array::from_fn(|pit| pits[OWN + pit]);
        text::draw(first, second, Some(position.stores_by_side())) + text::player(side) + " to move\n"
    }
}

/// Puts the pits of the first player before those of the second, or back.
fn by_side(pits: Pits, side: Side) -> Pits {
    match side {
        Side::Black => pits,
        Side::White => pits.turned(),
    }
}

fn read_numbers(text: &str) -> Result<AwariPosition, ReadError> {
    let mut scanner = Scanner::new(text);
    let pits = text::read_pits(&mut scanner)?;
    scanner.skip_space();
    scanner.take('|');
    let mut stores = [0; 2];
    let from = scanner.at;
    for store in &mut stores {
        scanner.skip_space();
        let expected = format!("the two stores, the mover's first: together {}", SEEDS - pits.seeds());
        *store = text::number(&mut scanner, &expected)?.0 as u8;
    }
    let to = scanner.at;
    scanner.skip_space();
    let side = if scanner.take('|') { read_side(&mut scanner)? } else { Side::Black };
    scanner.end("`| second` where it is the second player's turn, or the end")?;
    AwariPosition::new(pits, stores, side).map_err(|error| {
        let from = from + text[from..to].len() - text[from..to].trim_start().len();
        ReadError::new(from..to, error)
    })
}

fn read_diagram(text: &str) -> Result<AwariPosition, ReadError> {
    let mut scanner = Scanner::new(text);
    let drawn = text::read_drawn(&mut scanner)?;
    let below = scanner.at;
    let pits = Pits::new(drawn.pits).map_err(|fault| ReadError::new(trimmed_span(text), fault))?;
    let [Some((first, _)), Some((second, _))] = drawn.stores else {
        let what =
            "the stores: the first player's left of the upper row, the second's right of the lower row";
        return Err(ReadError::new(below..below, ReadFault::expected(what, scanner.rest())));
    };
    scanner.skip_space();
    let mut side = Side::Black;
    if !scanner.rest().is_empty() {
        side = read_side(&mut scanner)?;
        for word in ["to", "move"] {
            scanner.skip_space();
            let start = scanner.clone();
            if scanner.take_while(char::is_alphabetic) != word {
                return Err(start.expected("`first to move` or `second to move`"));
            }
        }
    }
    scanner.end("the end of the diagram")?;
    let stores = match side {
        Side::Black => [first, second],
        Side::White => [second, first],
    };
    AwariPosition::new(by_side(pits, side), stores, side)
        .map_err(|fault| ReadError::new(trimmed_span(text), fault))
}

/// Reads `first` or `second`.
fn read_side(scanner: &mut Scanner<'_>) -> Result<Side, ReadError> {
    scanner.skip_space();
    let start = scanner.clone();
    match scanner.take_while(char::is_alphabetic) {
        "first" => Ok(Side::Black),
        "second" => Ok(Side::White),
        _ => Err(start.expected("the player to move, `first` or `second`")),
    }
}
