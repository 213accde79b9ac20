//! The notation shared by both forms of the game: moves such as `C4 x 2`, rows of numbers, diagrams.
//!
//! On the board the first player's pits are `a` … `f`, drawn above from right to left, and the second
//! player's are `A` … `F`, below from left to right, so that sowing runs counter-clockwise:
//!
//! ```text
//!         f   e   d   c   b   a
//!    20   2   1   1   1   1   1
//!         4   2   3   0   0   0  13
//!         A   B   C   D   E   F
//! ```
//!
//! The stores are at the end of each player's row (left of the upper row, right of the lower row). The
//! letters of a row may be omitted, but those present must be right. Without any letters both stores must be
//! there, in columns of their own, or the line that names the player to move: other programs write both rows
//! from left to right, or both stores at the right.

use super::{OWN, PITS, Pit, Pits, SEEDS};
use nexsolve_catalogue::scan::{Scanner, illegal, is_start};
use nexsolve_core::{ReadError, ReadFault, Side};
use std::fmt::Write;
use std::ops::Range;

/// Returns the letter of a pit.
pub(super) fn letter(side: Side, pit: Pit) -> char {
    let first = match side {
        Side::Black => b'a',
        Side::White => b'A',
    };
    char::from(first + pit.index() as u8)
}

/// Returns the name of a player.
pub(super) fn player(side: Side) -> &'static str {
    match side {
        Side::Black => "first",
        Side::White => "second",
    }
}

/// The form in which a position is written.
pub(super) enum TextForm {
    /// The empty text, or the word `start`.
    Start,
    /// Moves from the start, joined by `;`.
    Moves,
    /// Numbers on one line.
    Numbers,
    /// A diagram of the board.
    Diagram,
}

impl TextForm {
    /// Returns the form of a text; any text of no other form counts as moves. The time is linear.
    pub(super) fn of(text: &str) -> Self {
        if is_start(text) {
            return Self::Start;
        }
        let text = text.trim();
        let mut words = text.split_whitespace();
        let labelled = words.next() == Some("f") && words.next() == Some("e");
        let number = text.starts_with(|c: char| c.is_ascii_digit() || c == '|');
        if labelled || number && text.contains('\n') {
            Self::Diagram
        } else if number {
            Self::Numbers
        } else {
            Self::Moves
        }
    }
}

/// Writes a move of `side`: `C4 x 2` is pit C, 4 seeds sown, 2 captured.
pub(super) fn format_move(pits: Pits, side: Side, pit: Pit) -> String {
    let mut text = format!("{}{}", letter(side, pit), pits.pit(pit.index()));
    let captured = pits.sow(pit).captured;
    if captured > 0 {
        let _ = write!(text, " x {captured}");
    }
    text
}

/// Reads a legal move of `side`, where the game is not over: `C`, `C4`, `C4x2` or `C4 x 2`. Numbers are
/// optional, but must be right.
pub(super) fn read_move(pits: Pits, side: Side, text: &str) -> Result<Pit, ReadError> {
    let mut scanner = Scanner::new(text);
    let at = scanner.at;
    let own = Pit::ALL.map(|pit| letter(side, pit));
    let others = Pit::ALL.map(|pit| letter(side.other(), pit));
    let found = scanner.peek();
    let Some(pit) = Pit::ALL.into_iter().find(|pit| found == Some(own[pit.index()])) else {
        if let Some(other) = others.into_iter().find(|&other| found == Some(other)) {
            let (first, last) = (own[0], own[OWN - 1]);
            let reason = format!("{other} is the opponent's pit; the player to move has {first} … {last}");
            return Err(illegal(at..at + 1, reason));
        }
        return Err(scanner.expected(format!("a pit, {} … {}", own[0], own[OWN - 1])));
    };
    scanner.skip();
    let place = at..scanner.at;
    let sown = optional_number(&mut scanner)?;
    scanner.skip_space();
    let captured = if scanner.take('x') {
        scanner.skip_space();
        Some(number(&mut scanner, "the number of seeds captured")?)
    } else {
        None
    };
    scanner.end(match (&sown, &captured) {
        (None, None) => "the number of seeds sown, or the end of the move",
        (Some(_), None) => "`x` and the number of seeds captured, or the end of the move",
        (_, Some(_)) => "the end of the move",
    })?;
    let cell = letter(side, pit);
    let seeds = pits.pit(pit.index());
    if seeds == 0 {
        let fault = ReadFault::WrongCell { cell: cell.into(), holds: "empty", needs: "a seed" };
        return Err(ReadError::new(place, fault));
    }
    if let Some((_, span)) = sown.filter(|(number, _)| *number != u32::from(seeds)) {
        return Err(illegal(span, format!("pit {cell} holds {}", count(seeds.into()))));
    }
    if !pits.allowed().any(|allowed| allowed == pit) {
        let allowed: Vec<String> = pits.allowed().map(|pit| letter(side, pit).to_string()).collect();
        let those = allowed.join(", ");
        let reason = format!("this move leaves the opponent without seeds, but other moves do not: {those}");
        return Err(illegal(place, reason));
    }
    let captures = pits.sow(pit).captured;
    match captured {
        Some((number, span)) if number != u32::from(captures) => {
            Err(illegal(span, format!("the move captures {}", count(captures.into()))))
        }
        _ => Ok(pit),
    }
}

/// Formats a number of seeds.
pub(super) fn count(seeds: u32) -> String {
    match seeds {
        0 => "no seeds".to_owned(),
        1 => "1 seed".to_owned(),
        _ => format!("{seeds} seeds"),
    }
}

/// A number and its place.
type Number = (u32, Range<usize>);

/// Reads a number, if there is one.
pub(super) fn optional_number(scanner: &mut Scanner<'_>) -> Result<Option<Number>, ReadError> {
    let at = scanner.at;
    let digits = scanner.digits();
    if digits.is_empty() {
        return Ok(None);
    }
    let span = at..scanner.at;
    match digits.parse() {
        Ok(number) if number <= SEEDS => Ok(Some((number, span))),
        _ => {
            let fault = ReadFault::expected(format!("a number of seeds, up to {SEEDS}"), digits);
            Err(ReadError::new(span, fault))
        }
    }
}

/// Reads a number, which must be present.
pub(super) fn number(scanner: &mut Scanner<'_>, what: &str) -> Result<Number, ReadError> {
    optional_number(scanner)?.ok_or_else(|| scanner.expected(what))
}

/// Reads the numbers of the twelve pits, with an optional `|` between the rows.
pub(super) fn read_pits(scanner: &mut Scanner<'_>) -> Result<Pits, ReadError> {
    scanner.skip_space();
    let start = scanner.at;
    let mut pits = [0; PITS];
    for (pit, seeds) in pits.iter_mut().enumerate() {
        scanner.skip_space();
        if pit == OWN {
            scanner.take('|');
            scanner.skip_space();
        }
        *seeds = number(scanner, &format!("the seeds of {PITS} pits; here pit {}", pit + 1))?.0 as u8;
    }
    let span = start..scanner.at;
    Pits::new(pits).map_err(|fault| ReadError::new(span, fault))
}

/// Draws the board: the first player's row above, the second player's below, and the stores beside them if
/// given.
pub(super) fn draw(first: [u8; OWN], second: [u8; OWN], stores: Option<[u8; 2]>) -> String {
    let cells = |cells: [String; OWN]| cells.map(|cell| format!("{cell:>4}")).concat();
    let mut above = first.map(|seeds| seeds.to_string());
    above.reverse();
    let letters = |side| Pit::ALL.map(|pit| letter(side, pit).to_string());
    let mut letters_above = letters(Side::Black);
    letters_above.reverse();
    let [mine, theirs] = stores.map_or([String::new(), String::new()], |[first, second]| {
        [format!("{first:>5}"), format!("{second:>4}")]
    });
    format!(
        "{:5}{}\n{mine:5}{}\n{:5}{}{theirs}\n{:5}{}\n",
        "",
        cells(letters_above),
        cells(above),
        "",
        cells(second.map(|seeds| seeds.to_string())),
        "",
        cells(letters(Side::White)),
    )
}

/// A board read from a diagram: the pits of the first and of the second player, and the stores with their
/// places.
pub(super) struct Drawn {
    pub(super) pits: [u8; PITS],
    pub(super) stores: [Option<(u8, Range<usize>)>; 2],
}

/// Reads a diagram in the form of [`draw`]; the scanner stops before the text below it.
pub(super) fn read_drawn(scanner: &mut Scanner<'_>) -> Result<Drawn, ReadError> {
    let mut is_labelled = labels(scanner, ['f', 'e', 'd', 'c', 'b', 'a'])?;
    let (mut above, mut stores) = ([0; OWN], [None, None]);
    let mut numbers = row(scanner)?;
    let upper = columns(scanner.text, &numbers);
    if numbers.len() == OWN + 1 {
        let (seeds, span) = numbers.remove(0);
        stores[0] = Some((seeds as u8, span));
    }
    for (seeds, (number, _)) in above.iter_mut().rev().zip(&numbers) {
        *seeds = *number as u8;
    }
    let mut numbers = row(scanner)?;
    let lower = columns(scanner.text, &numbers);
    let end = scanner.at;
    if numbers.len() == OWN + 1 {
        stores[1] = numbers.pop().map(|(seeds, span)| (seeds as u8, span));
    }
    is_labelled |= labels(scanner, ['A', 'B', 'C', 'D', 'E', 'F'])?;
    let is_unclear = match &stores {
        [None, None] => true,
        [Some(_), Some(_)] => upper.start >= lower.start || upper.end >= lower.end,
        // Neither form has one store.
        _ => false,
    };
    if is_unclear && !is_labelled && scanner.rest().trim().is_empty() {
        let reason = "it is not clear which pits these are: write the letters f e d c b a above the rows and A B C D E F \
                      below them, or all twelve numbers on one line, the pits of the player to move first";
        return Err(illegal(end..end, reason));
    }
    let below = numbers.into_iter().map(|(number, _)| number as u8);
    let mut all = above.into_iter().chain(below);
    Ok(Drawn { pits: std::array::from_fn(|_| all.next().unwrap_or(0)), stores })
}

/// Returns the columns that the numbers of one line take.
fn columns(text: &str, numbers: &[Number]) -> Range<usize> {
    let (first, last) = (numbers[0].1.start, numbers[numbers.len() - 1].1.end);
    let line = text[..first].rfind('\n').map_or(0, |end| end + 1);
    first - line..last - line
}

/// Skips the letters of a row; returns whether they are present.
fn labels(scanner: &mut Scanner<'_>, letters: [char; OWN]) -> Result<bool, ReadError> {
    scanner.skip_space();
    if scanner.peek() != Some(letters[0]) || scanner.rest()[1..].starts_with(|c: char| !c.is_whitespace()) {
        return Ok(false);
    }
    for letter in letters {
        scanner.skip_space();
        if !scanner.take(letter) {
            return Err(scanner.expected(format!("the letter {letter} of a pit")));
        }
    }
    Ok(true)
}

/// Reads the numbers of a row of the diagram, which ends with the line: six pits, optionally with a store.
fn row(scanner: &mut Scanner<'_>) -> Result<Vec<Number>, ReadError> {
    scanner.skip_space();
    let mut numbers = Vec::new();
    loop {
        scanner.take_while(|c| c.is_whitespace() && c != '\n');
        let full = numbers.len() == OWN + 1;
        match optional_number(scanner)? {
            Some((_, span)) if full => {
                return Err(illegal(span, "a row has six pits and at most one store"));
            }
            Some(number) => numbers.push(number),
            None if numbers.len() >= OWN => return Ok(numbers),
            None => return Err(scanner.expected("the seeds of the six pits of a row")),
        }
    }
}
