//! Creates and lists players.

use nexsolve_console::{Exit, Fault, Global, fault::safe, output, terminal, threads};
use nexsolve_games::{AnyGame, Card, GAMES};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Networks, PLAYERS, Player, PlayerError, Roster, Shelf, Spec};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The player that needs tables.
pub(crate) const TABLE: &str = "table";
/// Returns whether a player uses the tables of its board, if there are some.
pub(crate) fn uses_tables(spec: &Spec) -> bool {
    [TABLE, "level", "perfect"].contains(&spec.name.as_str())
}

/// What to do if that player has none.
pub(crate) const TABLES: &str = "nexsolve generate BOARD --out DIR makes a database, for --db DIR";
/// The player that exists only in `play`.
pub(crate) const HUMAN: &str = "human";
const HUMAN_DOES: &str = "a person at the terminal, only in nexsolve play";

/// The fault if a player has no move.
pub(crate) fn fault(error: PlayerError) -> Fault {
    match error {
        PlayerError::Table(error) => error.into(),
        PlayerError::Threads(_) => Fault::new(Exit::System, error.to_string()).hint(threads::REFUSED),
        PlayerError::Gone(_) => Fault::new(Exit::Fault, format!("player: {error}")),
    }
}

/// `nexsolve players`: lists all players with descriptions, and the evaluations of each game, the default
/// first.
pub(crate) fn list(global: &Global) -> Result<Exit, Fault> {
    let players: Vec<[&str; 2]> =
        PLAYERS.iter().copied().chain([(HUMAN, HUMAN_DOES)]).map(|(player, does)| [player, does]).collect();
    let evaluations = GAMES.into_iter().map(evaluations).collect::<Result<Vec<_>, _>>()?.concat();
    let document = || {
        let player = |[player, does]: &[&str; 2]| json!({ "player": player, "does": does });
        let evaluation =
            |[game, eval, measures]: &[&str; 3]| json!({ "game": game, "eval": eval, "measures": measures });
        json!({
            "players": players.iter().map(player).collect::<Value>(),
            "evaluations": evaluations.iter().map(evaluation).collect::<Value>(),
        })
    };
    let text = || {
        let mut text = terminal::described(players.iter().map(|&[player, does]| (player, does)));
        let heading = terminal::paragraph("Evaluations for eval=NAME; the first of each game is the default");
        let _ = write!(text, "\n{}\n", heading.join("\n"));
        for game in evaluations.chunk_by(|[one, ..], [other, ..]| one == other) {
            let rows = game.iter().map(|&[_, eval, measures]| (eval, measures));
            let _ = write!(text, "\n{}\n{}", game[0][0], terminal::described(rows));
        }
        text
    };
    output::answer(global, document, text)?;
    Ok(Exit::Done)
}

/// Returns the evaluations of a game: the game, the evaluation, and what it measures.
fn evaluations(card: &Card) -> Result<Vec<[&'static str; 3]>, Fault> {
    // Any board will do: all boards of a game have the same evaluations.
    let game = AnyGame::on(nexsolve_games::played(card.played_examples[0], None)?)?;
    Ok(game.evaluations().into_iter().map(|(eval, measures)| [card.word, eval, measures]).collect())
}

/// Parses the description of a player.
pub(crate) fn spec(text: &str) -> Result<Spec, Fault> {
    text.parse().map_err(|error: nexsolve_players::PlayerSpecError| {
        let fault = Fault::usage(safe(&format!("player: {error}"))).at(text, error.span.clone());
        fault.hint("nexsolve players lists them all")
    })
}

/// Creates the roster of the oracle's game. Its players may read files, and use the networks that come with
/// the program.
pub(crate) fn roster(oracle: &Oracle) -> Roster {
    static NETWORKS: LazyLock<Networks> =
        LazyLock::new(|| Networks::new(Shelf::Within(nexsolve_net::STORED)).with_files());
    Roster::with_networks(oracle, &NETWORKS)
}

/// Creates a player.
pub(crate) fn make(roster: &Roster, spec: &Spec, seed: u64) -> Result<Box<dyn Player<AnyGame>>, Fault> {
    roster.player(spec, seed).map_err(|error| {
        let hint = if spec.name == TABLE { TABLES } else { "nexsolve players lists them all" };
        Fault::usage(safe(&format!("player {spec}: {error}"))).hint(hint)
    })
}
