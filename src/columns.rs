//! Formats tables as text, with columns as wide as their cells.

use unicode_width::UnicodeWidthStr;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// For names.
    Left,
    /// For numbers.
    Right,
}

/// Formats rows as lines. Each column is as wide as its widest cell; two spaces separate columns. Columns without an alignment are
/// right-aligned.
pub(crate) fn lines(rows: &[Vec<String>], align: &[Align]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[column] - cell.width());
            if column > 0 {
                line += "  ";
            }
            let (before, after) = match align.get(column).unwrap_or(&Align::Right) {
                Align::Left => ("", space.as_str()),
                Align::Right => (space.as_str(), ""),
            };
            line.extend([before, cell, after]);
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Like [`lines`], but indented.
pub(crate) fn indented(rows: &[Vec<String>], align: &[Align]) -> String {
    lines(rows, align).lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let rows = [row(&["who", "games"]), row(&["mcts(1000)", "5"]), row(&["½", "100,000"])];
        assert_eq!(
            lines(&rows, &[Align::Left]),
            "who           games\nmcts(1000)        5\n½           100,000\n"
        );
        assert_eq!(lines(&[], &[]), "");
        assert_eq!(indented(&rows[1..], &[Align::Left]), "  mcts(1000)        5\n  ½           100,000\n");
    }
}
