//! Players as the user names them.

use crate::args::Global;
use crate::columns::{self, Align};
use crate::exit::Exit;
use crate::fault::{Fault, snippet};
use crate::output;
use nexsolve_games::{AnyGame, Board, Card, GAMES};
use nexsolve_players::{PLAYERS, Player, Roster, Spec};
use serde::Serialize;

/// The player that only `play` has.
pub(crate) const HUMAN: &str = "human";
const HUMAN_DOES: &str = "a person at the terminal, in nexsolve play";

/// `nexsolve players`: all of them, each with what it does, and the evaluations of each game, the default first.
pub(crate) fn list(global: &Global) -> Result<Exit, Fault> {
    #[derive(Serialize)]
    struct Document {
        players: Vec<Line>,
        evaluations: Vec<Measure>,
    }
    #[derive(Serialize)]
    struct Line {
        player: &'static str,
        does: &'static str,
    }
    let players =
        PLAYERS.iter().copied().chain([(HUMAN, HUMAN_DOES)]).map(|(player, does)| Line { player, does });
    let evaluations: Vec<Vec<Measure>> = GAMES.into_iter().map(measures).collect::<Result<_, _>>()?;
    let document = Document { players: players.collect(), evaluations: evaluations.concat() };
    if global.json {
        output::json(&document)?;
        return Ok(Exit::Done);
    }
    let Document { players, evaluations } = document;
    let players: Vec<Vec<String>> =
        players.iter().map(|line| vec![line.player.to_owned(), line.does.to_owned()]).collect();
    let measures: Vec<Vec<String>> = evaluations
        .iter()
        .map(|Measure { game, eval, measures }| vec![(*game).into(), (*eval).into(), (*measures).into()])
        .collect();
    let left = [Align::Left; 3];
    output::result(&format!(
        "{}\nEvaluations, for eval=NAME; the first of a game is the default\n\n{}",
        columns::lines(&players, &left[..2]),
        columns::lines(&measures, &left)
    ))?;
    Ok(Exit::Done)
}

/// An evaluation.
#[derive(Clone, Serialize)]
struct Measure {
    game: &'static str,
    eval: &'static str,
    measures: &'static str,
}

fn measures(card: &Card) -> Result<Vec<Measure>, Fault> {
    // Any board: all of a game have the same.
    let game = AnyGame::on(Board::played(card.played_examples[0], None)?)?;
    let measure = |(eval, measures)| Measure { game: card.word, eval, measures };
    Ok(game.evaluations().into_iter().map(measure).collect())
}

/// Reads a player in words.
pub(crate) fn spec(text: &str) -> Result<Spec, Fault> {
    text.parse().map_err(|error: nexsolve_players::SpecError| {
        let place = snippet(text, error.span.clone());
        Fault::usage(format!("player: {error}\n{place}")).hint("nexsolve players lists them all")
    })
}

/// Makes a player.
pub(crate) fn make(roster: &Roster, spec: &Spec, seed: u64) -> Result<Box<dyn Player<AnyGame>>, Fault> {
    roster.player(spec, seed).map_err(|error| {
        Fault::usage(format!("player {spec}: {error}")).hint("nexsolve players lists them all")
    })
}
