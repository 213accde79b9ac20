//! The width of the terminal, and text that fits into it. Nothing else in the program knows the width.
//!
//! Text that goes to a file or a pipe has lines of 80 columns; tables and messages there are not wrapped, so
//! that programs find them as whole lines. If `COLUMNS` is in the environment, it is the width of all of
//! them.

use std::fmt::Write as _;
use std::io::{stderr, stdout};
use terminal_size::{Height, Width, terminal_size_of};
use unicode_width::UnicodeWidthStr;

/// The width of results that do not go to a terminal.
const USUAL: usize = 80;
/// The narrowest and the widest lines of text: longer ones are hard to read.
const LEAST: usize = 40;
const MOST: usize = 100;

/// Returns the width of text in results and help.
pub fn columns() -> usize {
    table_columns().map_or(USUAL, legible)
}

/// Returns the width of tables; `None` in files and pipes, where every row is one line.
pub fn table_columns() -> Option<usize> {
    preferred().or_else(|| terminal_size_of(stdout()).map(measured))
}

/// Returns the width of messages; `None` in files and pipes, where they are not wrapped.
pub fn message_columns() -> Option<usize> {
    preferred().or_else(|| terminal_size_of(stderr()).map(measured)).map(legible)
}

/// Returns the width that the environment asks for.
fn preferred() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0)
}

/// Returns the width of a terminal. Some pseudo-terminals have none.
fn measured((Width(width), _): (Width, Height)) -> usize {
    if width == 0 { USUAL } else { usize::from(width) }
}

/// Returns the width of text where there is room for this many columns.
fn legible(columns: usize) -> usize {
    columns.clamp(LEAST, MOST)
}

/// Wraps a text into lines that fit.
pub fn paragraph(text: &str) -> Vec<String> {
    words_within(columns(), "", text)
}

/// Joins items by `glue`, in lines that fit, each after `indent`.
pub fn wrapped(indent: &str, items: &[String], glue: &str) -> Vec<String> {
    within(columns(), indent, items, glue)
}

/// Wraps the lines of a message that goes to standard error. Lines that begin with a space are the user's own
/// text with carets under it, and stay as they are.
pub fn message(text: &str) -> String {
    let Some(columns) = message_columns() else { return text.to_owned() };
    let wrap = |line: &str| {
        if line.starts_with(' ') { vec![line.to_owned()] } else { words_within(columns, "", line) }
    };
    text.lines().flat_map(wrap).collect::<Vec<_>>().join("\n")
}

/// Returns a list of words with descriptions, in two columns. The descriptions are wrapped. If they had less
/// than half of the width, each begins on its own line.
pub fn described<'a>(rows: impl IntoIterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let columns = columns();
    let longest = rows.clone().into_iter().map(|(word, _)| word.width()).max().unwrap_or(0);
    let is_beside = longest + 4 <= columns / 2;
    let indent = " ".repeat(if is_beside { longest + 4 } else { 6 });
    let mut text = String::new();
    for (word, about) in rows {
        let about = words_within(columns, &indent, about).join("\n");
        if is_beside {
            let _ =
                writeln!(text, "  {word}{}{}", " ".repeat(longest + 2 - word.width()), about.trim_start());
        } else {
            let _ = writeln!(text, "  {word}\n{about}");
        }
    }
    text
}

/// Wraps a text into lines of this width, each after `indent`.
fn words_within(columns: usize, indent: &str, text: &str) -> Vec<String> {
    within(columns, indent, &text.split(' ').collect::<Vec<_>>(), " ")
}

/// Joins items by `glue`, in lines of this width, each after `indent`. An item that is longer has a line of
/// its own.
fn within<T: AsRef<str>>(columns: usize, indent: &str, items: &[T], glue: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().map(AsRef::as_ref).enumerate() {
        let last = index + 1 == items.len();
        let room = if last { columns } else { columns - glue.trim_end().len() };
        match lines.last_mut() {
            Some(line) if line.width() + glue.len() + item.width() <= room => {
                line.push_str(glue);
                line.push_str(item);
            }
            previous => {
                if let Some(line) = previous {
                    line.push_str(glue.trim_end());
                }
                lines.push(format!("{indent}{item}"));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_long_items_stand_alone() {
        let items = ["aaaa", "bbbb", "cccccccccccc", "dd"].map(str::to_owned);
        assert_eq!(within(11, " ", &items, "; "), [" aaaa;", " bbbb;", " cccccccccccc;", " dd"]);
        assert_eq!(within(12, "", &items, "; "), ["aaaa; bbbb;", "cccccccccccc;", "dd"]);
        assert_eq!(within(80, "", &[""; 0], " "), Vec::<String>::new());
    }

    #[test]
    fn widths_of_text_stay_within_reason() {
        let of = |width| legible(measured((Width(width), Height(24))));
        assert_eq!([0, 10, 60, 120].map(of), [80, 40, 60, 100]);
    }
}
