//! Describes moves, thoughts and the end of a game.

use crate::units::counted;
use nexsolve_core::{Game, Notation, Side};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::words::proven;
use nexsolve_players::matches::{Cause, Outcome};
use nexsolve_players::{Course, Estimate, Thought};
use std::time::Duration;

/// The greatest number of moves of a line to print.
const LINE: usize = 8;

/// Describes a program's opinion of its move, the last move of this course.
pub(super) fn thought(course: &Course<'_, AnyGame>, thought: &Thought<AnyMove>, time: Duration) -> String {
    let mut words: Vec<String> = estimate(thought.estimate).into_iter().collect();
    if thought.nodes > 0 {
        words.push(counted(thought.nodes, "position", "positions"));
    }
    words.push(crate::matches::time(time));
    let line = line(course, thought);
    if !line.is_empty() {
        words.push(format!("then {line}"));
    }
    words.join(", ")
}

/// Describes a player's estimate of its move; `None` if there is none.
pub(super) fn estimate(estimate: Estimate) -> Option<String> {
    match estimate {
        Estimate::Unknown => None,
        Estimate::Proven(bounds) => Some(proven(bounds)),
        Estimate::Share(share) => Some(format!("estimates a {:.0} % score", share * 100.0)),
        Estimate::Points(points) => Some(format!("evaluation {points:+}")),
    }
}

/// Returns the play that the player expects after its move.
fn line(course: &Course<'_, AnyGame>, thought: &Thought<AnyMove>) -> String {
    let mut position = *course.position();
    let mut words = Vec::new();
    let mut legal = Vec::new();
    for &mv in thought.line.iter().skip(1).take(LINE) {
        course.game().moves(&position, &mut legal);
        if !legal.contains(&mv) {
            break;
        }
        words.push(course.game().format_move(&position, mv));
        position = course.game().play(&position, mv);
    }
    words.join("; ")
}

/// Describes how the game ended. `players` names the players who now have Black and White on the board. `now` returns
/// the current colour of the player who started with a given colour (they differ after a swap).
pub(super) fn ended(
    game: &AnyGame,
    outcome: &Outcome,
    players: [&str; 2],
    now: impl Fn(Side) -> Side,
) -> String {
    let who = |began: Side| format!("{} ({})", game.side(now(began)), players[now(began) as usize]);
    let loser = outcome.winner.map(|winner| who(winner.other())).unwrap_or_default();
    let why = match &outcome.cause {
        Cause::Rules(reason) => reason.clone(),
        Cause::Time => format!("{loser} is out of time"),
        Cause::Illegal { mv } => format!("{loser} played {mv}, which is illegal"),
        Cause::Gone(error) => format!("{loser} made no move: {error}"),
        Cause::Resigned => format!("{loser} has resigned"),
        Cause::Length => "the game reached the length limit".to_owned(),
        Cause::Stopped => return "The game is broken off.\n".to_owned(),
    };
    match outcome.winner {
        Some(winner) => format!("{} wins: {why}.\n", who(winner)),
        None => format!("Drawn: {why}.\n"),
    }
}

/// Describes who has which colour: `Black is human, White is table`.
pub(super) fn seated(game: &AnyGame, [black, white]: [&str; 2]) -> String {
    let [first, second] = [Side::Black, Side::White].map(|side| game.side(side));
    format!("{first} is {black}, {second} is {white}")
}

/// The commands at a person's turn.
pub(super) const HELP: &str = include_str!("help.txt");
