//! Answers about games that are played for points, for people.

use super::asked::Asked;
use super::look::{Answer, Worth};
use crate::solve::picture::Mark;
use crate::solve::text::paragraph;
use crate::units::counted;
use std::fmt::Write as _;

/// Points with their sign: `+3`, `0`, `-2`.
pub(super) fn signed(points: i16) -> String {
    if points == 0 { "0".to_owned() } else { format!("{points:+}") }
}

/// The whole answer about a position that is known.
pub(super) fn answer<G: Asked>(
    game: &G,
    question: &G::Question,
    worth: Worth,
    moves: &[Answer<G::Move>],
) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = game.draw(question);
    text.push('\n');
    for line in paragraph(&sentence(game.is_over(question), worth)) {
        let _ = writeln!(text, "{bold}{line}{bold:#}");
    }
    let mut ranked: Vec<_> = moves.iter().collect();
    ranked.sort_by_key(|answer| std::cmp::Reverse(answer.worth.score));
    let rows: Vec<(String, Worth)> =
        ranked.iter().map(|answer| (game.write_move(question, answer.mv), answer.worth)).collect();
    if rows.is_empty() {
        return text;
    }
    let best = rows[0].1.bounds.lo;
    text.push_str("\nMoves, best first, with the seeds won less those lost from here on");
    text.push_str(if worth.margin.is_some() { ",\nand how the game ends.\n\n" } else { ".\n\n" });
    let name = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (move_text, worth) in rows {
        let shown = worth.score.map_or_else(|| "?".to_owned(), signed);
        let style = Mark::of(worth.bounds, Some(best)).style;
        let end = if worth.score.is_none() { "  in no table".to_owned() } else { end(worth) };
        let _ = writeln!(text, "  {move_text:<name$}  {style}{shown:>3}{style:#}{end}");
    }
    text
}

/// How the game ends after a move, if that can be told.
fn end(worth: Worth) -> String {
    match worth.margin {
        None => String::new(),
        Some(0) => "  draws".to_owned(),
        Some(margin) => format!("  {} by {}", if margin > 0 { "wins" } else { "loses" }, margin.abs()),
    }
}

/// The sentence that the answer begins with.
fn sentence(is_over: bool, worth: Worth) -> String {
    let Some(score) = worth.score else { return String::new() };
    let seeds = |n: i16| counted(u64::from(n.unsigned_abs()), "seed", "seeds");
    let from_here = match score {
        0 => "as many seeds as the opponent".to_owned(),
        1.. => format!("{} more than the opponent", seeds(score)),
        ..0 => format!("{} fewer than the opponent", seeds(score)),
    };
    let (over, verb) = if is_over { ("The game is over. ", "takes") } else { ("", "wins") };
    let mut text = format!("{over}The player to move {verb} {from_here} from here on");
    match worth.margin {
        None => text.push('.'),
        Some(0) => text.push_str(", and the game is a draw."),
        Some(margin) => {
            let verb = if margin > 0 { "wins" } else { "loses" };
            let _ = write!(text, ", and {verb} the game by {}.", seeds(margin));
        }
    }
    text
}
