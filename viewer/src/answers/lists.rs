//! `GET /api/v1/games` and `GET /api/v1/databases`: what there is.

use crate::app::{App, SIDES};
use nexsolve_games::{Card, GAMES, GameSpec, Measure};
use nexsolve_oracle::Held;
use nexsolve_players::PLAYERS;
use serde::Serialize;

/// What can be played, by whom, and within which bounds.
#[derive(Serialize)]
pub(crate) struct GamesAnswer {
    version: &'static str,
    games: Vec<GameLine>,
    players: Vec<PlayerLine>,
    limits: LimitsLine,
}

#[derive(Serialize)]
struct GameLine {
    game: &'static str,
    title: &'static str,
    /// Null where there is one board.
    least_side: Option<u32>,
    greatest_side: Option<u32>,
    variants: Vec<Variant>,
}

/// A way to play: what stands before the size of a board, or is the board.
#[derive(Serialize)]
struct Variant {
    name: String,
    title: String,
}

#[derive(Serialize)]
struct PlayerLine {
    spec: &'static str,
    what: &'static str,
}

#[derive(Serialize)]
struct LimitsLine {
    body_bytes: usize,
    text_chars: usize,
    positions: usize,
    seconds: f64,
    moves: usize,
    games: usize,
}

/// Players that are ready to use, the weaker first.
const READY: [&str; 12] = [
    "random",
    "pseudorand",
    "minimax(1)",
    "alphabeta(2)",
    "alphabeta(3)",
    "solver3(20000)",
    "mcts(1000)",
    "uct(1000)",
    "uct(10000)",
    "uct(100000)",
    "puct(10000)",
    "table",
];

/// Answers.
pub(crate) fn games(app: &App) -> GamesAnswer {
    let limits = &app.limits;
    GamesAnswer {
        version: env!("CARGO_PKG_VERSION"),
        games: GAMES.iter().map(|card| GameLine::of(card)).collect(),
        players: READY.iter().map(|spec| PlayerLine { spec, what: what(spec) }).collect(),
        limits: LimitsLine {
            body_bytes: limits.body_bytes,
            text_chars: limits.text_chars,
            positions: limits.positions,
            seconds: limits.search.as_secs_f64(),
            moves: limits.moves,
            games: limits.games,
        },
    }
}

impl GameLine {
    fn of(card: &'static Card) -> Self {
        let greatest = match card.measure {
            Measure::Sides { most, .. } => Some(most.min(*SIDES.end())),
            Measure::Count { .. } => None,
        };
        let variant = |index| {
            let spec = GameSpec::new(card, index);
            // What a name says in brackets, a list says behind a comma.
            let title = spec.variant().title.replace(" (", ", ").replace(')', "");
            Variant { name: spec.to_string(), title }
        };
        Self {
            game: card.word,
            title: card.title,
            least_side: greatest.map(|_| *SIDES.start()),
            greatest_side: greatest,
            variants: (0..card.variants.len()).map(variant).collect(),
        }
    }
}

/// What a player does.
fn what(spec: &str) -> &'static str {
    let name = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
    PLAYERS.iter().find(|(player, _)| name(player) == name(spec)).map_or("", |(_, what)| what)
}

/// The databases that answers come from.
#[derive(Serialize)]
pub(crate) struct DatabasesAnswer {
    databases: Vec<DatabaseLine>,
}

#[derive(Serialize)]
struct DatabaseLine {
    board: String,
    title: String,
    name: String,
    metrics: Vec<&'static str>,
    complete: bool,
    positions: Count,
    bytes: u64,
    /// Whether this server has made it for itself.
    made_here: bool,
}

/// A number; above 2⁵³ in a string, because many readers of JSON take numbers for floating ones.
#[derive(Serialize)]
#[serde(untagged)]
enum Count {
    Number(u64),
    Text(String),
}

impl Count {
    fn of(n: u64) -> Self {
        if n <= 1 << 53 { Self::Number(n) } else { Self::Text(n.to_string()) }
    }
}

/// Answers.
pub(crate) fn databases(app: &App) -> DatabasesAnswer {
    let made = app.made();
    let line = |held: &Held, made_here: bool| DatabaseLine {
        board: held.opened.board.to_string(),
        title: held.opened.board.title(),
        name: held.name.clone(),
        metrics: held.metrics.iter().map(|metric| metric.word()).collect(),
        complete: held.is_complete,
        positions: Count::of(held.positions),
        bytes: held.bytes,
        made_here,
    };
    let given = app.shelf.iter().map(|held| line(held, false));
    DatabasesAnswer { databases: given.chain(made.iter().map(|held| line(held, true))).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ready_player_is_one_of_the_roster() {
        for spec in READY {
            assert!(!what(spec).is_empty(), "{spec}");
            assert!(spec.parse::<nexsolve_players::Spec>().is_ok(), "{spec}");
        }
    }
}
