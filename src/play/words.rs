//! Describes moves, thoughts and the end of a game.

use nexsolve_console::columns::{self, Align};
use nexsolve_console::{terminal, units::counted};
use nexsolve_core::{Game, Notation, Score, Side, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_oracle::Reply;
use nexsolve_oracle::words::{mark, proven};
use nexsolve_players::matches::{Cause, Outcome};
use nexsolve_players::{Course, Estimate, Thought};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

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

/// Describes how the game ended. `players` names the players who now have Black and White on the board. `now`
/// returns the current colour of the player who started with a given colour (they differ after a swap).
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

/// Describes a best move, and how many others are as good. The moves are not empty, and the best ones come
/// first.
pub(super) fn hint(game: &AnyGame, position: &AnyPosition, moves: &[Reply]) -> String {
    let best = &moves[0];
    let bounds = best.worth.bounds;
    let value = bounds.wdl().expect("every value is known");
    let alike = moves.iter().filter(|known| known.worth.bounds.wdl() == Some(value)).count() as u64 - 1;
    let mv = game.format_move(position, best.mv);
    let others = |what: [&str; 2]| match alike {
        0 => "; no other move does".to_owned(),
        number => format!("; {}", counted(number, what[0], what[1])),
    };
    let text = match value {
        Wdl::Win => format!("{mv} {}{}", proven(bounds), others(["other move wins", "other moves win"])),
        Wdl::Draw => format!("No move wins. {mv} draws{}", others(["other move draws", "other moves draw"])),
        Wdl::Loss if bounds.score().and_then(Score::distance).is_some() => {
            format!("Every move loses. {mv} {}: the longest defence", proven(bounds))
        }
        Wdl::Loss => format!("Every move loses. {mv} is one of them"),
    };
    format!("{}.\n", terminal::paragraph(&text).join("\n"))
}

/// Lists the moves with their values, best first: `7` wins in 7 plies, `=` draws, `-4` loses in 4.
pub(super) fn values(game: &AnyGame, position: &AnyPosition, moves: &[Reply]) -> String {
    let width = moves.iter().map(|known| mark(&known.worth).chars().count()).max().unwrap_or(0);
    let cell =
        |known: &Reply| format!("{:>width$} {}", mark(&known.worth), game.format_move(position, known.mv));
    beside(&moves.iter().map(cell).collect::<Vec<_>>())
}

/// Arranges cells in as many columns as fit, row by row.
pub(super) fn beside(cells: &[String]) -> String {
    let widest = cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
    let across = ((terminal::columns() + 2) / (widest + 2)).max(1);
    let rows: Vec<Vec<String>> = cells.chunks(across).map(<[String]>::to_vec).collect();
    columns::lines(&rows, &vec![Align::Left; across])
}

/// The commands at a person's turn.
pub(super) const HELP: [(&str, &str); 11] = [
    ("a move", "in the game's notation, with or without the colour, or its number in the list of moves"),
    ("moves", "list the legal moves"),
    ("hint", "suggest a move"),
    (
        "values",
        "list the values of all moves, if a table knows them: 7 wins in 7 plies, = draws, -4 loses in 4",
    ),
    ("undo", "take back your last move and the replies to it"),
    ("board", "draw the board again"),
    ("save FILE", "save the game so far"),
    ("resign", "resign"),
    ("help", "show this list"),
    ("quit", "leave without a result"),
    ("Ctrl-C", "leave at once"),
];
