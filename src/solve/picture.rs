//! Draws small boards in text that show the value of each opening.

use super::report::SolveReport;
use anstyle::{AnsiColor, Style};
use nexsolve_core::{Bounds, Game, Score, Wdl};
use nexsolve_games::picture::Outline;
use nexsolve_games::{AnyGame, Shown, Spot};
use nexsolve_oracle::{Worth, words};
use std::fmt::Write as _;

/// Text with a style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StyledText {
    /// The text: at most a few characters.
    pub(crate) text: String,
    /// Its colour and weight.
    pub(crate) style: Style,
}

impl StyledText {
    /// Returns the mark of a move ([`words::mark`]), green for a win, yellow for a draw, red for a loss.
    pub(crate) fn of(bounds: Bounds, best: Option<Score>) -> Self {
        let text = words::mark(&Worth::of(bounds));
        let colour = bounds.wdl().map(|value| match value {
            Wdl::Win => AnsiColor::Green,
            Wdl::Draw => AnsiColor::Yellow,
            Wdl::Loss => AnsiColor::Red,
        });
        let style = colour.map_or(Style::new(), AnsiColor::on_default);
        let is_best = bounds.wdl().is_some() && Some(bounds.lo) == best;
        Self { text, style: if is_best { style.bold() } else { style } }
    }

    /// Returns the mark, right-aligned in `columns` columns.
    pub(crate) fn right(&self, columns: usize) -> String {
        let gap = columns.saturating_sub(self.text.chars().count());
        let Self { text, style } = self;
        format!("{:gap$}{style}{text}{style:#}", "")
    }
}

/// Draws the openings of the report, whose [classes](nexsolve_oracle::Answer::classes) are these, on small
/// boards, with as many side by side as fit. If two boards are rotations of each other by 180°, only one is
/// drawn. Returns an empty text if there is nothing to draw.
pub(crate) fn openings(report: &SolveReport<'_>, classes: &[usize], columns: usize) -> String {
    let Some((rows, cols)) = report.board.sides() else { return String::new() };
    let (cells, cols) = ((rows * cols) as usize, cols as usize);
    let best = report.best();
    let mut boards: Vec<Vec<Option<StyledText>>> = Vec::new();
    // A board for each cell of the stone in openings that place two stones, and one board for single stones.
    for stone in (0..cells).map(Some).chain([None]) {
        let (mut board, mut is_new) = (vec![None; cells], stone.is_none());
        for (index, reply) in report.answer.moves.iter().enumerate() {
            let cell = match report.game.spot(reply.mv) {
                Spot::Pair { stone: placed, neutral } if Some(placed) == stone => neutral,
                Spot::One(cell) if stone.is_none() => cell,
                _ => continue,
            };
            is_new |= classes[index] == index;
            board[cell] = Some(StyledText::of(reply.worth.bounds, best));
        }
        // Leave out a stone whose moves are all rotations of earlier ones.
        if is_new && board.iter().flatten().any(|mark| mark.text != "?") {
            if let Some(stone) = stone {
                let text = report.game.side_to_move(report.position).letter().to_string();
                board[stone] = Some(StyledText { text, style: Style::new().bold().underline() });
            }
            boards.push(board);
        }
    }
    let widest = boards.iter().flatten().flatten().map(|mark| mark.text.chars().count()).max().unwrap_or(1);
    let pitch = if widest == 1 && cols < 10 { 2 } else { 4 };
    if boards.is_empty() {
        return String::new();
    }
    let pictures: Vec<_> = boards.iter().map(|board| draw(report.game, cols, pitch, board)).collect();
    let first = report.game.picture(report.position).places.into_iter().next();
    let slant = if first.is_some_and(|place| place.outline == Outline::Hexagon) { pitch / 2 } else { 0 };
    beside(&pictures, 1 + cols * pitch, slant, columns)
}

/// Draws one board: the numbers of the columns, then the rows. All lines start at the left and have the same
/// width; [`beside`] adds the slant.
fn draw(game: &AnyGame, cols: usize, pitch: usize, board: &[Option<StyledText>]) -> Vec<String> {
    let faint = Style::new().dimmed();
    let numbers: Vec<String> = (0..cols).map(|col| format!("{:>pitch$}", game.col_name(col))).collect();
    let mut lines = vec![format!("{faint} {}{faint:#}", numbers.concat())];
    for (number, row) in board.chunks(cols).enumerate() {
        let mut line = format!("{faint}{}{faint:#}", game.row_name(number));
        for mark in row {
            let none = || StyledText { text: "·".to_owned(), style: faint };
            line.push_str(&mark.clone().unwrap_or_else(none).right(pitch));
        }
        lines.push(line);
    }
    lines
}

/// Arranges pictures, each `width` columns wide, in strips that fit into `columns`, with an empty line
/// between strips. Each row of a strip begins `slant` columns further to the right than the row above, so
/// that slanted boards can be close to each other.
fn beside(pictures: &[Vec<String>], width: usize, slant: usize, columns: usize) -> String {
    // The first line has the numbers of the columns.
    let rows = pictures[0].len() - 1;
    let overhang = (rows - 1) * slant;
    let across = |gap: usize| ((columns - overhang.min(columns) + gap) / (width + gap)).max(1);
    // Use a narrower gap only if one more board then fits in the strip.
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
