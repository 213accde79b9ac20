//! `POST /api/v1/connections`: which side can join its edges, and where the side to move must play.

use super::lanes::{slow, time};
use crate::app::App;
use crate::asked::{Asked, read_move, request};
use crate::problem::{Problem, ProblemKind};
use crate::words;
use crate::work::{Share, Threads};
use nexsolve_core::{Connected, Course, Game, Hold, Notation, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Spot};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

request! {
    /// A game, perhaps a move to make first, and the time for the search.
    ConnectionsRequest {
        /// A legal move: the answer is about the position after it.
        r#move: Option<String>,
        /// Whether to look at the position after each move too.
        each_move: Option<bool>,
        seconds: Option<f64>,
    }
}

/// Answers: the connections found in the position, as fields and in sentences.
pub(crate) async fn connections(app: Arc<App>, mut request: ConnectionsRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let time = time(&app, request.seconds)?;
    let first = request.r#move;
    let scope = if request.each_move == Some(true) { Scope::EachMove } else { Scope::Position };
    app.check_text(ProblemKind::Move, first.as_deref().unwrap_or_default())?;
    let wanted = Wanted { first, scope, time };
    slow(&app, Some(asked.board), time, Threads::One, move |app, share| find(app, &asked, &wanted, share))
        .await
}

/// The options of a request.
struct Wanted {
    first: Option<String>,
    scope: Scope,
    time: Duration,
}

/// The positions in which to look for connections.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// In the position.
    Position,
    /// In the position, and in the position after each move.
    EachMove,
}

fn find(app: &App, asked: &Asked, wanted: &Wanted, share: &Share) -> Result<Value, Problem> {
    let (oracle, mut course) = asked.open(app)?;
    let mv = wanted.first.as_deref().map(|text| read_move(&course, text)).transpose()?;
    let written = mv.map(|mv| oracle.game().format_in_full(course.position(), mv));
    if let Some(mv) = mv {
        course.play(mv);
    }
    let mut found = match course.ending() {
        Some(_) => None,
        None => connected(oracle.game(), course.position(), &share.stop),
    };
    let moves = match &mut found {
        Some(found) if wanted.scope == Scope::EachMove => Some(prove_moves(&course, found, &share.stop)),
        _ => None,
    };
    let is_complete = !share.stop.load(Relaxed);
    let within = (!is_complete).then_some(wanted.time);
    let told = CourseText { course: &course, after: written.as_deref(), within };
    let mut answer = told.answer(found.as_ref(), is_complete);
    if let Some(moves) = moves {
        let line = |&(mv, value): &(AnyMove, Wdl)| json!({ "move": oracle.game().format_in_full(course.position(), mv), "value": value.word() });
        answer["moves"] = moves.iter().map(line).collect();
    }
    Ok(answer)
}

/// The moves whose value connections prove, in the position or after the move. Narrows the must-play region
/// by those that lose, and sets the key to a move that wins.
fn prove_moves(
    course: &Course<'_, AnyGame>,
    found: &mut Connected,
    stop: &AtomicBool,
) -> Vec<(AnyMove, Wdl)> {
    let (game, position) = (course.game(), course.position());
    let mut proven = Vec::new();
    for mv in course.legal() {
        let Spot::One(cell) = game.spot(mv) else { continue };
        let value = match (&found.own, &found.other) {
            (Hold::Always(_), _) => Some(Wdl::Win),
            (_, Hold::Always(_)) => Some(Wdl::Loss),
            _ if found.key == Some(cell) => Some(Wdl::Win),
            _ if !found.must_play.contains(&cell) => Some(Wdl::Loss),
            _ if stop.load(Relaxed) => None,
            _ => value_after(game, &game.play(position, mv), stop),
        };
        match value {
            Some(Wdl::Loss) => found.must_play.retain(|&known| known != cell),
            Some(Wdl::Win) if found.own == Hold::Open => found.key = found.key.or(Some(cell)),
            _ => {}
        }
        proven.extend(value.map(|value| (mv, value)));
    }
    proven
}

fn connected(game: &AnyGame, position: &AnyPosition, stop: &AtomicBool) -> Option<Connected> {
    game.connections()?.connected(position, stop)
}

/// Returns the value that connections prove for the move that leads to `position`, for the player who made
/// it.
fn value_after(game: &AnyGame, position: &AnyPosition, stop: &AtomicBool) -> Option<Wdl> {
    if let Some(outcome) = game.outcome(position) {
        return Some(-outcome);
    }
    match connected(game, position, stop)? {
        Connected { own: Hold::First(_) | Hold::Always(_), .. } => Some(Wdl::Loss),
        Connected { other: Hold::Always(_), .. } => Some(Wdl::Win),
        _ => None,
    }
}

/// A sentence names at most this many cells.
const NAMED: usize = 6;

/// A position and how it came about, to be written about.
struct CourseText<'a> {
    course: &'a Course<'a, AnyGame>,
    /// The move that was made first.
    after: Option<&'a str>,
    /// The time that did not suffice.
    within: Option<Duration>,
}

impl CourseText<'_> {
    fn answer(&self, found: Option<&Connected>, is_complete: bool) -> Value {
        let (game, position) = (self.course.game(), self.course.position());
        let places = game.picture(position).places;
        let names =
            |cells: &[usize]| cells.iter().map(|&cell| places[cell].name.as_str()).collect::<Vec<_>>();
        let hold = |hold: &Hold| match hold {
            Hold::Open => Value::Null,
            Hold::First(cells) => json!({ "strength": "semi", "cells": names(cells) }),
            Hold::Always(cells) => json!({ "strength": "full", "cells": names(cells) }),
        };
        // Every move is left where none is proven to lose.
        let legal = self.course.legal().len();
        let is_bound = found.is_some_and(|found| found.other != Hold::Open || found.must_play.len() < legal);
        let must_play = found.filter(|_| is_bound).map(|found| names(&found.must_play));
        let explained = match found {
            None => vec![self.none()],
            Some(found) => {
                let key = found.key.map(|cell| places[cell].name.as_str());
                let mut sentences = vec![self.who_connects(found, key)];
                sentences.extend(must_play.as_deref().and_then(|cells| self.where_to_play(found, cells)));
                sentences
            }
        };
        json!({
            "position": game.format_position(position),
            "to_move": self.course.side().word(),
            "own": found.map(|found| hold(&found.own)),
            "other": found.map(|found| hold(&found.other)),
            "key": found.and_then(|found| found.key).map(|cell| &places[cell].name),
            "must_play": must_play,
            "complete": is_complete,
            "explained": explained,
        })
    }

    /// Why there is nothing to be found.
    fn none(&self) -> String {
        let (game, position) = (self.course.game(), self.course.position());
        if let Some(ending) = self.course.ending() {
            return words::over(game, position, &ending);
        }
        let reason = if game.connects() {
            "Connections are computed once no swap is possible."
        } else {
            "Connections of this game are not computed."
        };
        reason.to_owned()
    }

    /// Describes which side is connected, or connects by moving first.
    fn who_connects(&self, found: &Connected, key: Option<&str>) -> String {
        let (game, side) = (self.course.game(), self.course.side());
        let (mover, opponent) = (game.side(side), game.side(side.other()));
        let text = match (&found.own, &found.other, key) {
            (Hold::Always(_), ..) => format!("{mover} is connected: {opponent} cannot stop it."),
            (_, Hold::Always(_), _) => format!("{opponent} is connected: {mover} cannot stop it."),
            (_, _, Some(key)) if self.after.is_some() => {
                format!("{mover} connects with {key}, and {opponent} cannot stop it.")
            }
            (_, _, Some(key)) => format!("{mover}, to move, connects with {key}."),
            (Hold::First(_), _, None) => format!("{mover}, to move, connects."),
            (Hold::Open, Hold::First(_), None) => format!("{opponent} connects if it moves first."),
            (Hold::Open, Hold::Open, None) => match self.within {
                Some(time) => format!("No winning connection found within {}.", words::time(time)),
                None => "No winning connection found for either side.".to_owned(),
            },
        };
        match self.after {
            Some(mv) => format!("After {mv}: {text}"),
            None => text,
        }
    }

    /// Describes where the side to move must play; `None` if the first sentence leaves nothing to add. It
    /// speaks of cells, not of marks: a client may draw none.
    fn where_to_play(&self, found: &Connected, cells: &[&str]) -> Option<String> {
        let mover = self.course.game().side(self.course.side());
        match (&found.own, &found.other, cells) {
            (Hold::Always(_), ..) | (_, Hold::Always(_), _) => None,
            // A move loses because the reply connects.
            (Hold::First(_), ..) if self.after.is_some() => None,
            (_, _, []) => Some(format!("Every move of {mover} loses.")),
            (_, _, [one]) => Some(format!("{mover} must play {one}: every other move loses.")),
            (_, _, [first @ .., last]) if first.len() < NAMED => {
                let first = first.join(", ");
                Some(format!("{mover} must play {first} or {last}: every other move loses."))
            }
            (_, _, cells) => {
                let cells = cells.len();
                Some(format!("{mover} must play in one of {cells} cells: every other move loses."))
            }
        }
    }
}
