//! Players as the user names them.

use crate::args::Global;
use crate::columns::{self, Align};
use crate::exit::Exit;
use crate::fault::{Fault, snippet};
use crate::output;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_players::evaluation::Evaluation;
use nexsolve_players::{PLAYERS, Playable, Player, Roster, Spec};
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
    let evaluations = [
        measures::<Nex<u64>>("nex"),
        measures::<Hex<u64>>("hex"),
        measures::<Awari>("awari"),
        measures::<Draughts>("draughts"),
    ];
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

fn measures<G: Playable>(game: &'static str) -> Vec<Measure> {
    let measure = |evaluation: &&'static dyn Evaluation<G>| Measure {
        game,
        eval: evaluation.name(),
        measures: evaluation.what(),
    };
    G::evaluations().iter().map(measure).collect()
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
