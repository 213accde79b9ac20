//! Answers as text, for games that are played for points.

use crate::solve::picture::StyledText;
use nexsolve_console::terminal::paragraph;
use nexsolve_core::{Game, Notation, Points};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_oracle::words::{amount, compared, verb};
use nexsolve_oracle::{Reply, Worth};
use std::fmt::Write as _;

/// Describes a position whose value is known.
pub(super) fn answer(game: &AnyGame, position: &AnyPosition, worth: Worth, moves: &[Reply]) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = game.diagram(position);
    text.push('\n');
    for line in paragraph(&sentence(game, game.outcome(position).is_some(), worth)) {
        let _ = writeln!(text, "{bold}{line}{bold:#}");
    }
    let mut ranked: Vec<_> = moves.iter().collect();
    ranked.sort_by_key(|known| std::cmp::Reverse(known.worth.points));
    let rows: Vec<(String, Worth)> =
        ranked.iter().map(|known| (game.format_move(position, known.mv), known.worth)).collect();
    if rows.is_empty() {
        return text;
    }
    let best = rows[0].1.bounds.lo;
    let _ = write!(text, "\nMoves, best first: {}", counted_from_here(game));
    text.push_str(if worth.margin.is_some() { ",\nand the result of the game\n\n" } else { "\n\n" });
    let name = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (move_text, worth) in rows {
        let shown = worth.points.map_or_else(|| "?".to_owned(), |points| points.to_string());
        let style = StyledText::of(worth.bounds, Some(best)).style;
        let end = if worth.points.is_none() { "  in no table".to_owned() } else { end(worth) };
        let _ = writeln!(text, "  {move_text:<name$}  {style}{shown:>3}{style:#}{end}");
    }
    text
}

/// Describes what a score counts: "seeds won minus seeds lost from here on".
pub(super) fn counted_from_here(game: &AnyGame) -> String {
    let [_, many] = game.card().points;
    format!("{many} won minus {many} lost from here on")
}

/// Describes the result of the game after a move, if known.
fn end(worth: Worth) -> String {
    match worth.margin {
        None => String::new(),
        Some(Points(0)) => "  draws".to_owned(),
        Some(margin) => format!("  {} by {}", verb(margin.wdl()), margin.0.abs()),
    }
}

/// The first sentence of the answer.
fn sentence(game: &AnyGame, is_over: bool, worth: Worth) -> String {
    let Some(points) = worth.points else { return String::new() };
    let (over, takes) = if is_over { ("The game is over. ", "takes") } else { ("", "wins") };
    let from_here = compared(game, points, "the opponent");
    let mut text = format!("{over}The player to move {takes} {from_here} from here on");
    match worth.margin {
        None => text.push('.'),
        Some(Points(0)) => text.push_str(", and the game is a draw."),
        Some(margin) => {
            let _ = write!(text, ", and {} the game by {}.", verb(margin.wdl()), amount(game, margin));
        }
    }
    text
}
