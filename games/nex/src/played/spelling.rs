//! Moves as people type them: in any letter case, without the colour, with spaces: `b2 a1`, `b2?a1` and
//! `BB2?A1` for `Bb2?a1`.

use nexsolve_core::Side;

/// A cell with the marks typed before it: a colour, `?`, both (a final move), or none.
struct Cell<'t> {
    marks: String,
    /// A letter and digits.
    name: &'t str,
}

/// Returns the move of `side` in the game's own spelling; the text itself if it does not consist of cells
/// with marks.
pub(super) fn respelt(side: Side, text: &str) -> String {
    let Some(mut cells) = cells(text) else { return text.to_owned() };
    let has_neutral = cells.iter().any(|cell| cell.marks.ends_with('?'));
    let is_one = cells.len() == 1;
    // Own stones come first, then the neutral one.
    if !is_one
        && !has_neutral
        && let Some(last) = cells.iter_mut().rev().find(|cell| cell.marks.is_empty())
    {
        last.marks.push('?');
    }
    for cell in &mut cells {
        // `?c2` alone is the final move that turns the last neutral stone.
        if cell.marks.is_empty() || is_one && cell.marks == "?" {
            cell.marks.insert(0, side.letter());
        }
    }
    cells.iter().map(|cell| cell.marks.clone() + &cell.name.to_ascii_lowercase()).collect()
}

/// Returns the cells of a text; `None` if it has anything else.
fn cells(text: &str) -> Option<Vec<Cell<'_>>> {
    let mut cells = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut marks = String::new();
        // A letter before another letter or `?` is a colour; a letter before a digit begins a cell.
        if let Some(colour) =
            rest.chars().next().map(|c| c.to_ascii_uppercase()).filter(|c| "BW".contains(*c))
            && rest[1..].starts_with(|c: char| c == '?' || c.is_ascii_alphabetic())
        {
            marks.push(colour);
            rest = &rest[1..];
        }
        if let Some(after) = rest.strip_prefix('?') {
            marks.push('?');
            rest = after.trim_start();
        }
        let after = rest.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return None;
        }
        let (name, after) = rest.split_at(1 + digits);
        cells.push(Cell { marks, name });
        rest = after.trim_start();
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_can_be_left_out() {
        for (typed, meant) in [
            ("b2 a1", "Bb2?a1"),
            ("b2?a1", "Bb2?a1"),
            ("b2a1", "Bb2?a1"),
            ("B2 A1", "Bb2?a1"),
            ("?a1 b2", "?a1Bb2"),
            ("Bb2 a1", "Bb2?a1"),
            ("bb2 ?a1", "Bb2?a1"),
            ("a1 a3 b2", "Ba1Ba3?b2"),
            ("a1a3?b2", "Ba1Ba3?b2"),
            ("c2", "Bc2"),
            ("?c2", "B?c2"),
            ("b?c2", "B?c2"),
            ("wa10?b2", "Wa10?b2"),
        ] {
            assert_eq!(respelt(Side::Black, typed), meant, "{typed}");
        }
        assert_eq!(respelt(Side::White, "b2 a1"), "Wb2?a1");
        for other in ["", "nonsense", "b2 a", "b2,a1", "é1", "??a1"] {
            assert_eq!(respelt(Side::Black, other), other);
        }
    }
}
