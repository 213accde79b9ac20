//! Players as the user names them.

use crate::args::Global;
use crate::columns::{self, Align};
use crate::exit::Exit;
use crate::fault::{Fault, snippet};
use crate::output;
use nexsolve_players::{PLAYERS, Playable, Player, Roster, Spec};
use serde::Serialize;

/// The player that only `play` has.
pub(crate) const HUMAN: &str = "human";
const HUMAN_DOES: &str = "a person at the terminal, in nexsolve play";

/// `nexsolve players`: all of them, each with what it does.
pub(crate) fn list(global: &Global) -> Result<Exit, Fault> {
    #[derive(Serialize)]
    struct Document {
        players: Vec<Line>,
    }
    #[derive(Serialize)]
    struct Line {
        player: &'static str,
        does: &'static str,
    }
    let all = PLAYERS.iter().copied().chain([(HUMAN, HUMAN_DOES)]);
    if global.json {
        let players = all.map(|(player, does)| Line { player, does }).collect();
        output::json(&Document { players })?;
    } else {
        let rows: Vec<Vec<String>> =
            all.map(|(player, does)| vec![player.to_owned(), does.to_owned()]).collect();
        output::result(&columns::lines(&rows, &[Align::Left, Align::Left]))?;
    }
    Ok(Exit::Done)
}

/// Reads a player in words.
pub(crate) fn spec(text: &str) -> Result<Spec, Fault> {
    text.parse().map_err(|error: nexsolve_players::SpecError| {
        let place = snippet(text, error.span.clone());
        Fault::usage(format!("player: {error}\n{place}")).hint("nexsolve players lists them all")
    })
}

/// Makes a player.
pub(crate) fn make<'a, G: Playable>(
    roster: &Roster<'a, G>,
    spec: &Spec,
    seed: u64,
) -> Result<Box<dyn Player<G> + 'a>, Fault> {
    roster.player(spec, seed).map_err(|error| {
        Fault::usage(format!("player {spec}: {error}")).hint("nexsolve players lists them all")
    })
}
