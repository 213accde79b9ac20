//! A line of best play, explained in sentences.

use crate::problem::Problem;
use nexsolve_core::{Ending, Score, Wdl, words::counted};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_oracle::{Line, Oracle, Reply, Stop};

/// The summary of a line: who wins, and remarks about the end.
pub(super) struct Summary {
    /// `After Ba1?c2 White wins in 6 plies`.
    pub(super) head: String,
    /// ` From there play goes round…`; empty if there is nothing to remark.
    pub(super) remarks: String,
    /// The value of the first move for the player who makes it.
    pub(super) value: Wdl,
    /// Whether the first move was given, rather than found.
    pub(super) is_given: bool,
}

/// The sentences: the value of the first move, how many other moves are as good, and how the line ends.
///
/// # Errors
/// If a table cannot be read.
pub(super) fn explained(
    oracle: &Oracle,
    line: &Line<'_>,
    moves: &[String],
    summary: &Summary,
) -> Result<Vec<String>, Problem> {
    let game = oracle.game();
    let course = line.course();
    let at = course.positions().len() - 1 - moves.len();
    let mut sentences = vec![format!("{}.", summary.head)];
    // A given move is explained by the reply to it, a best move by its alternatives.
    let (ply, value) = if summary.is_given { (1, -summary.value) } else { (0, summary.value) };
    if let (Some(&mv), Some(text)) = (line.moves().get(ply), moves.get(ply)) {
        let made = PlayedMove { mv, text, value, is_reply: summary.is_given };
        sentences.extend(choice(oracle, &course.positions()[at + ply], made)?);
    }
    if !summary.remarks.is_empty() {
        sentences.push(summary.remarks.trim().to_owned());
    }
    if line.stop() == Stop::Over
        && let Some(ending) = course.ending()
    {
        sentences.push(end(game, course.position(), &ending, moves));
    }
    Ok(sentences)
}

/// A move of a line, and its value for the player who makes it.
#[derive(Clone, Copy)]
struct PlayedMove<'a> {
    mv: AnyMove,
    text: &'a str,
    value: Wdl,
    is_reply: bool,
}

/// Returns a sentence on how many other moves are as good as the one made; `None` unless the values of all
/// moves are known.
fn choice(oracle: &Oracle, position: &AnyPosition, made: PlayedMove<'_>) -> Result<Option<String>, Problem> {
    let PlayedMove { mv, text, value, is_reply } = made;
    let moves = oracle.moves(std::slice::from_ref(position))?.swap_remove(0);
    let (word, words) = if is_reply { ("reply", "replies") } else { ("move", "moves") };
    if moves.len() == 1 {
        return Ok(Some(format!("{text} is the only legal {word}.")));
    }
    let wdl = |known: &Reply| known.worth.bounds.wdl();
    // These values ignore the history: if it changes the value of the move, say nothing.
    if moves.iter().any(|known| wdl(known).is_none()) || moves.iter().filter_map(wdl).max() != Some(value) {
        return Ok(None);
    }
    let good: Vec<_> = moves.iter().filter(|known| wdl(known) == Some(value)).collect();
    let score = |known: &Reply| known.worth.bounds.score();
    let has_distances = good.iter().all(|known| score(known).and_then(Score::distance).is_some());
    let best = good.iter().filter_map(|known| score(known)).max();
    let is_best = has_distances && good.iter().any(|known| known.mv == mv && score(known) == best);
    let (all, count) = (moves.len(), good.len());
    let soonest = if is_best { format!("; {text} wins soonest") } else { String::new() };
    Ok(Some(match value {
        Wdl::Loss if is_best => format!("Every {word} loses; {text} holds out longest."),
        Wdl::Loss => format!("Every {word} loses."),
        Wdl::Win if count == 1 => format!("{text} is the only {word} that wins."),
        Wdl::Draw if count == 1 => format!("{text} is the only {word} that holds the draw."),
        Wdl::Win if count == all => format!("Every {word} wins{soonest}."),
        Wdl::Win => format!("{count} of {all} {words} win{soonest}."),
        Wdl::Draw if count == all => format!("Every {word} draws."),
        Wdl::Draw => format!("{count} of {all} {words} hold the draw; {text} is one of them."),
    }))
}

/// Describes how a line of moves ends.
fn end(game: &AnyGame, position: &AnyPosition, ending: &Ending, moves: &[String]) -> String {
    let plies = counted(moves.len() as u64, "ply", "plies");
    let why = game.why(position, ending);
    let Some(winner) = ending.winner else {
        return format!("The line ends after {plies} in a draw ({why}).");
    };
    let chain = game.chain(position, winner);
    // The last move completes the chain. If it names none of these cells, moves are not made of cells, and
    // readers do not know their names.
    let is_readable = moves.last().is_some_and(|last| chain.iter().any(|cell| last.contains(cell)));
    let chain = if is_readable { format!(": {}", chain.join(", ")) } else { String::new() };
    format!("The line ends after {plies}: {} has won ({why}{chain}).", game.side(winner))
}
