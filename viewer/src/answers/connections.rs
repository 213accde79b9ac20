//! `POST /api/v1/connections`: which side can join its edges, and where the side to move must play.

use super::{slow, time};
use crate::app::App;
use crate::asked::{Asked, read_move, request};
use crate::problem::{Kind, Problem};
use crate::words;
use crate::work::{Share, Threads};
use nexsolve_core::words::counted;
use nexsolve_core::{Connected, Course, Hold, Notation};
use nexsolve_games::AnyGame;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

request! {
    /// A game, perhaps a move to make first, and the time for the search.
    ConnectionsRequest {
        /// A legal move: the answer is about the position after it.
        r#move: Option<String>,
        seconds: Option<f64>,
    }
}

/// Answers: the connections found in the position, as fields and in sentences.
pub(crate) async fn connections(app: Arc<App>, mut request: ConnectionsRequest) -> Result<Value, Problem> {
    let asked = request.game(&app)?;
    let time = time(&app, request.seconds)?;
    let first = request.r#move;
    app.check_text(Kind::Move, first.as_deref().unwrap_or_default())?;
    slow(&app, time, Threads::One, move |app, share| find(app, &asked, first.as_deref(), share, time)).await
}

fn find(
    app: &App,
    asked: &Asked,
    first: Option<&str>,
    share: &Share,
    time: Duration,
) -> Result<Value, Problem> {
    let (oracle, mut course) = asked.open(app)?;
    let mv = first.map(|text| read_move(&course, text)).transpose()?;
    let written = mv.map(|mv| oracle.game().format_in_full(course.position(), mv));
    if let Some(mv) = mv {
        course.play(mv);
    }
    let found = match course.ending() {
        Some(_) => None,
        None => oracle.game().connected_until(course.position(), &share.stop),
    };
    let is_complete = !share.stop.load(Relaxed);
    let told = Told { course: &course, after: written.as_deref(), within: (!is_complete).then_some(time) };
    Ok(told.answer(found.as_ref(), is_complete))
}

/// A position and how it came about, to be written about.
struct Told<'a> {
    course: &'a Course<'a, AnyGame>,
    /// The move that was made first.
    after: Option<&'a str>,
    /// The time that did not suffice.
    within: Option<Duration>,
}

impl Told<'_> {
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
        // Without a connection of the opponent every move is left.
        let is_bound = found.is_some_and(|found| found.other != Hold::Open);
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
        let reason = if game.is_won_by_connection() {
            "Connections are computed once no swap is possible."
        } else {
            "Connections of this game are not computed."
        };
        reason.to_owned()
    }

    /// Which side is connected, or connects by moving first.
    fn who_connects(&self, found: &Connected, key: Option<&str>) -> String {
        let (game, side) = (self.course.game(), self.course.side());
        let (mover, opponent) = (game.side(side), game.side(side.other()));
        let text = match (&found.own, &found.other) {
            (Hold::Always(_), _) => {
                format!("{mover} is connected: {opponent} cannot stop it.")
            }
            (_, Hold::Always(_)) => format!("{opponent} is connected: {mover} cannot stop it."),
            (Hold::First(_), _) => match key {
                Some(key) => format!("{mover}, to move, connects with {key}."),
                None => format!("{mover}, to move, connects."),
            },
            (_, Hold::First(_)) => format!("{opponent} connects if it moves first."),
            (Hold::Open, Hold::Open) => match self.within {
                Some(time) => format!("No winning connection found within {}.", words::time(time)),
                None => "No winning connection found for either side.".to_owned(),
            },
        };
        match self.after {
            Some(mv) => format!("After {mv}: {text}"),
            None => text,
        }
    }

    /// Where the side to move must play; nothing where the first sentence says it all.
    fn where_to_play(&self, found: &Connected, cells: &[&str]) -> Option<String> {
        let mover = self.course.game().side(self.course.side());
        match (&found.own, &found.other, cells) {
            (Hold::Always(_), ..) | (_, Hold::Always(_), _) => None,
            (_, _, []) => Some(format!("Every move of {mover} loses.")),
            (_, _, [one]) => Some(format!("{mover} must play {one}: every other move loses.")),
            (_, _, cells) => {
                let cells = counted(cells.len() as u64, "marked cell", "marked cells");
                Some(format!("{mover} must play in one of {cells}: every other move loses."))
            }
        }
    }
}
