//! Small pictures of the board that show what each opening is worth.

use super::report::Report;
use anstyle::{AnsiColor, Style};
use nexsolve_core::{Bounds, Plies, Score, Wdl};
use nexsolve_games::Spot;
use nexsolve_games::picture::Outline;
use std::fmt::Write as _;

/// Text with a style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// At most a few characters.
    pub(crate) text: String,
    /// Its colour and weight.
    pub(crate) style: Style,
}

impl Mark {
    /// What is proven of a move, in a few characters: `7` wins in 7 plies, `=` draws, `-8` loses in 8; `+` and `-`
    /// where only the value is known, `?` where it is not.
    pub(crate) fn of(bounds: Bounds, best: Option<Score>) -> Self {
        let distance = bounds.score().and_then(Score::distance);
        let (text, colour) = match (bounds.wdl(), distance) {
            (Some(Wdl::Win), Some(Plies(plies))) => (plies.to_string(), Some(AnsiColor::Green)),
            (Some(Wdl::Win), None) => ("+".to_owned(), Some(AnsiColor::Green)),
            (Some(Wdl::Draw), _) => ("=".to_owned(), Some(AnsiColor::Yellow)),
            (Some(Wdl::Loss), Some(Plies(plies))) => (format!("-{plies}"), Some(AnsiColor::Red)),
            (Some(Wdl::Loss), None) => ("-".to_owned(), Some(AnsiColor::Red)),
            (None, _) => ("?".to_owned(), None),
        };
        let style = colour.map_or(Style::new(), AnsiColor::on_default);
        let is_best = bounds.wdl().is_some() && Some(bounds.lo) == best;
        Self { text, style: if is_best { style.bold() } else { style } }
    }

    /// The mark right-aligned in so many columns.
    pub(crate) fn right(&self, columns: usize) -> String {
        let gap = columns.saturating_sub(self.text.chars().count());
        let Self { text, style } = self;
        format!("{:gap$}{style}{text}{style:#}", "")
    }
}

/// The measures that all pictures of an answer share.
#[derive(Clone, Copy)]
struct Shape {
    rows: usize,
    cols: usize,
    /// Columns of text for each cell.
    pitch: usize,
    /// By how much each row begins further right than the one above.
    slant: usize,
}

/// The openings of the report on small boards, as many side by side as fit. Boards that are the same turned by 180°
/// are shown once. Empty where a picture has nothing to show.
pub(crate) fn openings(report: &Report, columns: usize) -> String {
    let Some((rows, cols)) = report.board.sides() else { return String::new() };
    let (rows, cols) = (rows as usize, cols as usize);
    let cells = rows * cols;
    let best = report.best();
    let mut by_stone: Vec<Option<Vec<Option<Mark>>>> = vec![None; cells];
    let mut single = vec![None; cells];
    for (index, row) in report.moves.iter().enumerate() {
        let mark = Mark::of(row.bounds, best);
        match row.spot {
            Spot::Pair { stone, neutral } => {
                // A stone whose moves are all turned images of earlier ones is left out.
                if by_stone[stone].is_none() && row.alike == index {
                    by_stone[stone] = Some(vec![None; cells]);
                }
                if let Some(board) = &mut by_stone[stone] {
                    board[neutral] = Some(mark);
                }
            }
            Spot::One(cell) => single[cell] = Some(mark),
            Spot::Nowhere => {}
        }
    }
    for (index, row) in report.moves.iter().enumerate() {
        // The turned images of moves shown before, on a board that is shown for others (the stone in the middle).
        if let Spot::Pair { stone, neutral } = row.spot
            && row.alike != index
            && let Some(board) = &mut by_stone[stone]
        {
            board[neutral] = Some(Mark::of(row.bounds, best));
        }
    }
    let mut boards: Vec<Vec<Option<Mark>>> = Vec::new();
    for (stone, board) in by_stone.into_iter().enumerate() {
        if let Some(mut board) = board
            && board.iter().flatten().any(|mark| mark.text != "?")
        {
            let text = report.mover.letter().to_string();
            board[stone] = Some(Mark { text, style: Style::new().bold().underline() });
            boards.push(board);
        }
    }
    if single.iter().flatten().any(|mark: &Mark| mark.text != "?") {
        boards.push(single);
    }
    let widest = boards.iter().flatten().flatten().map(|mark| mark.text.chars().count()).max().unwrap_or(1);
    let pitch = if widest == 1 && cols < 10 { 2 } else { 4 };
    let pictures: Vec<_> = boards.iter().map(|board| draw(&report.lines, pitch, board)).collect();
    if pictures.is_empty() {
        String::new()
    } else {
        beside(
            &pictures,
            Shape {
                rows,
                cols,
                pitch,
                slant: if report.outline == Some(Outline::Hexagon) { pitch / 2 } else { 0 },
            },
            columns,
        )
    }
}

/// One board: the numbers of the columns, then the rows. All lines begin at the left and have one width: the slant is
/// that of the whole strip (see [`beside`]).
fn draw([rows, cols]: &[Vec<String>; 2], pitch: usize, board: &[Option<Mark>]) -> Vec<String> {
    let faint = Style::new().dimmed();
    let mut numbers = String::new();
    for col in cols {
        let _ = write!(numbers, "{col:>pitch$}");
    }
    let mut lines = vec![format!("{faint} {numbers}{faint:#}")];
    for (name, row) in rows.iter().zip(board.chunks(cols.len())) {
        let mut line = format!("{faint}{name}{faint:#}");
        for mark in row {
            let none = || Mark { text: "·".to_owned(), style: faint };
            line.push_str(&mark.clone().unwrap_or_else(none).right(pitch));
        }
        lines.push(line);
    }
    lines
}

/// The pictures in strips that fit the columns, an empty line between two. In a strip of slanted boards each row begins half
/// a cell further right than the one above, so that the boards stand close to each other.
fn beside(pictures: &[Vec<String>], shape: Shape, columns: usize) -> String {
    let Shape { rows, cols, pitch, slant } = shape;
    let width = 1 + cols * pitch;
    let overhang = (rows - 1) * slant;
    let across = |gap: usize| ((columns - overhang.min(columns) + gap) / (width + gap)).max(1);
    // A narrower gap only where it lets one board more stand in the strip.
    let gap = if across(3) > across(4) && pictures.len() > across(4) { 3 } else { 4 };
    let mut text = String::new();
    for (number, strip) in pictures.chunks(across(gap)).enumerate() {
        if number > 0 {
            text.push('\n');
        }
        for line in 0..=rows {
            let indent = line.saturating_sub(1) * slant;
            let parts: Vec<&str> = strip.iter().map(|picture| picture[line].as_str()).collect();
            let joined = parts.join(&" ".repeat(gap));
            let _ = writeln!(text, "{:indent$}{joined}", "");
        }
    }
    text
}
