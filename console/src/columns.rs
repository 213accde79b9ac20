//! Formats tables as text, with columns as wide as their cells.

use crate::terminal;
use unicode_width::UnicodeWidthStr;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For names.
    Left,
    /// For numbers.
    Right,
}

/// Formats rows as lines. Each column is as wide as its widest cell; two spaces separate columns. Columns
/// without an alignment are right-aligned. If the rows are wider than the terminal, the columns are printed
/// in several blocks, each with the names.
pub fn lines(rows: &[Vec<String>], align: &[Align]) -> String {
    within(rows, align, terminal::table_columns())
}

fn within(rows: &[Vec<String>], align: &[Align], most: Option<usize>) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let names = align.iter().take_while(|align| **align == Align::Left).count().clamp(1, 2);
    let blocks = blocks(&widths, names, most);
    let texts = blocks.iter().map(|block| {
        let text = |row: &Vec<String>| line(row, block, &widths, align) + "\n";
        rows.iter().map(text).collect::<String>()
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Returns the columns of each block. The first ones, which name the row, are in all blocks.
fn blocks(widths: &[usize], names: usize, most: Option<usize>) -> Vec<Vec<usize>> {
    let most = most.unwrap_or(usize::MAX);
    let width = |block: &[usize]| block.iter().map(|&column| widths[column] + 2).sum::<usize>();
    let first: Vec<usize> = (0..widths.len()).take(names).collect();
    let mut blocks = vec![first.clone()];
    for (column, own) in widths.iter().enumerate().skip(names) {
        let block = blocks.last_mut().expect("one");
        if block.len() > names && width(block) + own > most {
            blocks.push(first.iter().copied().chain([column]).collect());
        } else {
            block.push(column);
        }
    }
    blocks
}

/// Formats some columns of a row.
fn line(row: &[String], block: &[usize], widths: &[usize], align: &[Align]) -> String {
    let mut line = String::new();
    for (place, &column) in block.iter().enumerate() {
        let Some(cell) = row.get(column) else { break };
        let space = " ".repeat(widths[column] - cell.width());
        if place > 0 {
            line += "  ";
        }
        let (before, after) = match align.get(column).unwrap_or(&Align::Right) {
            Align::Left => ("", space.as_str()),
            Align::Right => (space.as_str(), ""),
        };
        line.extend([before, cell, after]);
    }
    line.trim_end().to_owned()
}

/// Like [`lines`], but indented.
pub fn indented(rows: &[Vec<String>], align: &[Align]) -> String {
    lines(rows, align).lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_are_printed_in_blocks() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let rows = [row(&["who", "games", "won", "lost"]), row(&["uct", "50", "20", "30"])];
        assert_eq!(within(&rows, &[Align::Left], Some(21)), within(&rows, &[Align::Left], None));
        assert_eq!(
            within(&rows, &[Align::Left], Some(15)),
            "who  games  won\nuct     50   20\n\nwho  lost\nuct    30\n"
        );
        // A column that is too wide has a block of its own.
        assert_eq!(within(&rows, &[], Some(3)).lines().count(), 8);
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let rows = [row(&["who", "games"]), row(&["mcts(1000)", "5"]), row(&["½", "100,000"])];
        assert_eq!(
            within(&rows, &[Align::Left], None),
            "who           games\nmcts(1000)        5\n½           100,000\n"
        );
        assert_eq!(within(&[], &[], Some(40)), "");
        assert_eq!(indented(&rows[1..], &[Align::Left]), "  mcts(1000)        5\n  ½           100,000\n");
    }
}
