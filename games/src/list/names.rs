//! Reads the names of games and boards.

use super::{GAMES, find, place};
use crate::contract::{Board, Card, Extent, GameSpec, Measure, NameError, Variant};
use std::ops::Range;

/// Returns the games' names, for a sentence.
pub fn names() -> String {
    nexsolve_core::words::list(&GAMES.map(|card| card.word))
}

/// Describes by examples how to write boards that can be searched or tabled.
pub fn examples() -> String {
    written("boards are", |card| card.board_examples)
}

/// Describes by examples how to write boards that can be played on.
pub fn played_examples() -> String {
    written("games to play are", |card| card.played_examples)
}

fn written(what: &str, of: fn(&Card) -> &'static [&'static str]) -> String {
    let all: Vec<&str> = GAMES.iter().flat_map(|card| of(card)).copied().collect();
    let (last, others) = all.split_last().expect("each game has some");
    format!("{what} written as {} or {last}", others.join(", "))
}

impl Default for GameSpec {
    /// Returns the main game: the first of the list.
    fn default() -> Self {
        Self::new(GAMES[0], 0)
    }
}

impl GameSpec {
    /// Reads a game from its name and options: `hex:swap`.
    ///
    /// # Errors
    /// If the text is not a game. The error marks the place.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        read_spec(text, text.len())
    }

    /// Returns the board of positions with up to `number` seeds or pieces.
    ///
    /// # Errors
    /// If the game counts neither, or `number` is out of range.
    pub fn counting(self, number: u32) -> Result<Board, NameError> {
        let title = self.card().title;
        let Measure::Count { what, least, most, example, .. } = self.card().measure else {
            return Err(NameError::new(format!("{title} has rows and columns")).hint(examples()));
        };
        if (least..=most).contains(&number) {
            return Ok(self.on(Extent::Count(number)));
        }
        Err(NameError::new(format!("a board of {title} has {least} to {most} {what}, not {number}"))
            .hint(format!("{example} covers all positions with up to that number")))
    }

    /// Returns the board of this size, if a search supports it.
    ///
    /// # Errors
    /// If the board is too large or has no cells, or the game has no rows and columns.
    pub fn sized(self, rows: u32, cols: u32) -> Result<Board, NameError> {
        let Measure::Sides { most, cells: most_cells, .. } = self.card().measure else {
            return Err(NameError::new(format!("{} has no rows and columns", self.card().title)));
        };
        let side = most_cells.isqrt().min(most);
        let limits = format!("a search supports boards of up to {most_cells} cells, such as {side}x{side}");
        if rows == 0 || cols == 0 {
            let message =
                format!("a board of {rows}x{cols} has no cells: it needs at least 1 row and 1 column");
            return Err(NameError::new(message).hint("try --size 3").hint(limits));
        }
        if rows > most || cols > most {
            let message = format!(
                "a board of {rows}x{cols} is too large: the maximum is {most} rows and {most} columns"
            );
            return Err(NameError::new(message).hint(limits));
        }
        if rows * cols > most_cells {
            let cells = rows * cols;
            let message =
                format!("{rows}x{cols} has {cells} cells: it can be played and recorded, but not searched");
            return Err(NameError::new(message).hint(limits));
        }
        Ok(self.on(Extent::Sides { rows, cols }))
    }
}

impl Board {
    /// Reads a board that can be searched or tabled, as it appears in arguments, certificates and manifests.
    ///
    /// # Errors
    /// If the text is not such a board. The error marks the place.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let Some((names, last)) = text.rsplit_once(':') else {
            let (at, message) = match find(text) {
                Some(_) => (text.len()..text.len(), "the size is missing"),
                None => (0..text.len(), "not a command or a board"),
            };
            return Err(wrong(text, at, message).hint("nexsolve --help lists the commands"));
        };
        let spec = read_spec(text, names.len())?;
        let at = names.len() + 1;
        let Measure::Count { what, example, .. } = spec.card().measure else {
            let (rows, cols) = read_sides(text, at)?;
            return spec.sized(rows, cols);
        };
        let Some(number) = number(last) else {
            let message = format!("expected the number of {what}, as in {example}");
            return Err(wrong(text, at..text.len(), &message));
        };
        spec.counting(number)
    }

    /// Reads a game to be played from the start. `size` supplies the rows and columns if the name does not
    /// contain them.
    ///
    /// # Errors
    /// If no such board exists; the error points to the faulty part of the name.
    pub fn played(text: &str, size: Option<(u32, u32)>) -> Result<Self, NameError> {
        let split = text.rfind(':');
        let at = split.map_or(0, |colon| colon + 1);
        let sized = split.filter(|_| text[at..].starts_with(|c: char| c.is_ascii_digit()));
        let end = sized.unwrap_or(text.len());
        let spec = read_spec(text, end)?;
        let fault = |span: Range<usize>, message: &str| NameError::at(text, span, message);
        let Measure::Sides { most, .. } = spec.card().measure else {
            if sized.is_some() || size.is_some() {
                let message = "this game has no size when it is played; only its databases do";
                return Err(fault(at..text.len(), message).hint(played_examples()));
            }
            return Ok(spec.on(Extent::Whole));
        };
        let (rows, cols) = match (sized, size) {
            (Some(_), _) => read_sides(text, at)?,
            (None, Some(size)) => size,
            (None, None) => {
                return Err(fault(end..end, "the size is missing").hint(played_examples()));
            }
        };
        if !(1..=most).contains(&rows) || !(1..=most).contains(&cols) {
            let message = format!("a board has 1 to {most} rows and columns, not {rows}x{cols}");
            return Err(fault(at..text.len(), &message));
        }
        Ok(spec.on(Extent::Sides { rows, cols }))
    }

    /// Returns a sort key for lists of boards: by game, then by size.
    pub fn place(&self) -> (usize, u32, u32) {
        let game = place(self.game_word()).unwrap_or(GAMES.len());
        match self.extent {
            Extent::Whole => (game, 0, 0),
            Extent::Sides { rows, cols } => (game, rows.saturating_mul(cols), rows),
            Extent::Count(number) => (game, number, 0),
        }
    }
}

fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Reads the rows and columns at the end of the text, from byte `at` on.
fn read_sides(text: &str, at: usize) -> Result<(u32, u32), NameError> {
    let sides: Vec<&str> = text[at..].split(['x', 'X', '×']).collect();
    let (rows, cols) = match sides[..] {
        [n] => (number(n), number(n)),
        [rows, cols] => (number(rows), number(cols)),
        _ => (None, None),
    };
    let (Some(rows), Some(cols)) = (rows, cols) else {
        return Err(wrong(text, at..text.len(), "expected the size as rows x columns, such as 4x4"));
    };
    Ok((rows, cols))
}

/// Reads the game and its options, which end at byte `end` of `text`.
fn read_spec(text: &str, end: usize) -> Result<GameSpec, NameError> {
    let mut parts = text[..end].split(':');
    let name = parts.next().unwrap_or_default();
    let Some(card) = find(name) else {
        let message = format!("no such game; the games are {}", names());
        return Err(wrong(text, 0..name.len(), &message));
    };
    let at = name.len() + 1;
    let options: Vec<String> = parts.flat_map(|part| part.split('+')).map(str::to_ascii_lowercase).collect();
    let fault = |message: &str| wrong(text, at..end.max(at), message);
    if options.is_empty() {
        return Ok(GameSpec::new(card, 0));
    }
    if (1..options.len()).any(|i| options[..i].contains(&options[i])) {
        return Err(fault("an option is given twice"));
    }
    let is_it = |variant: &Variant| {
        let words: Vec<&str> = variant.word.split('+').filter(|word| !word.is_empty()).collect();
        words.len() == options.len() && options.iter().all(|option| words.contains(&option.as_str()))
    };
    match card.variants.iter().position(is_it) {
        Some(variant) => Ok(GameSpec::new(card, variant)),
        None => Err(fault(card.options)),
    }
}

fn wrong(text: &str, span: Range<usize>, message: &str) -> NameError {
    NameError::at(text, span, message).hint(examples())
}

#[cfg(test)]
mod tests;
