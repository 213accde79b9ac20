//! `GET /api/v1/games` and `GET /api/v1/databases`: what there is.

use crate::app::{App, SIDES};
use nexsolve_core::Game;
use nexsolve_db::json::number;
use nexsolve_games::listed::own::is_own;
use nexsolve_games::{AnyGame, Card, Extent, GAMES, GameSpec, Measure};
use nexsolve_oracle::{Making, OracleDatabase};
use nexsolve_players::{PLAYERS, bare_name, level};
use serde_json::{Value, json};
use std::borrow::Cow;

/// Players that are ready to use, each with a name for people: the levels, which are the same on every board,
/// and then the engines, the weaker first.
pub(super) const READY: [(&str, &str); 22] = [
    ("level(1)", "Level 1"),
    ("level(2)", "Level 2"),
    ("level(3)", "Level 3"),
    ("level(4)", "Level 4"),
    ("level(5)", "Level 5"),
    ("level(6)", "Level 6"),
    ("level(7)", "Level 7"),
    ("level(8)", "Level 8"),
    ("perfect", "Perfect"),
    ("random", "Random moves"),
    ("pseudorand", "Random kind of move"),
    ("minimax(1)", "Looks 1 ply ahead"),
    ("alphabeta(2)", "Looks 2 plies ahead"),
    ("alphabeta(3)", "Looks 3 plies ahead"),
    ("solver3(20000)", "Tries to prove its move"),
    ("mcts(1000)", "1,000 simulations, simple"),
    ("uct(1000)", "1,000 simulations"),
    ("uct(10000)", "10,000 simulations"),
    ("uct(100000)", "100,000 simulations"),
    ("puct(10000)", "10,000 simulations, variant"),
    ("net(200)", "Neural network, 200 simulations"),
    ("table", "Perfect play from tables"),
];

/// A player's description in a few words.
pub(super) fn what(spec: &str) -> Cow<'static, str> {
    if let Some(strength) =
        spec.strip_prefix("level(").and_then(|rest| rest.trim_end_matches(')').parse().ok())
    {
        return level::described(strength).into();
    }
    let known = PLAYERS.iter().find(|(player, _)| bare_name(player) == bare_name(spec));
    known.map_or("", |(_, what)| what).into()
}

/// Answers with the games, the players and the limits.
pub(crate) fn games(app: &App) -> Value {
    let limits = &app.limits;
    let own = app.shelf.iter().map(|held| held.opened.board).filter(|board| is_own(*board));
    let cards = GAMES.into_iter().chain(own.map(|board| board.card()));
    let player = |(spec, name): &(&str, &str)| json!({ "spec": spec, "name": name, "what": what(spec) });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        // Those of the program, then those of the given databases that are not in it.
        "games": cards.map(game).collect::<Value>(),
        "players": READY.iter().map(player).collect::<Value>(),
        // The boards of the puzzles that were given.
        "puzzles": app.puzzles.iter().map(|stored| stored.game.board().to_string()).collect::<Value>(),
        "limits": {
            "body_bytes": limits.body_bytes,
            "text_chars": limits.text_chars,
            "positions": limits.positions,
            "seconds": limits.search.as_secs_f64(),
            "moves": limits.moves,
            "games": limits.games,
        },
    })
}

fn game(card: &'static Card) -> Value {
    let spec = GameSpec::new(card, 0);
    let (greatest, first, proves, cells, extent) = match card.measure {
        Measure::Sides { most, first, proves, cells, .. } => {
            let least = *SIDES.start();
            let extent = Extent::Sides { rows: least, cols: least };
            (Some(most.min(*SIDES.end())), Some(first), Some(proves), Some(cells), extent)
        }
        Measure::Count { .. } => (None, None, None, None, Extent::Whole),
    };
    let game = AnyGame::on(spec.on(extent)).expect("the least board of a game");
    // A way to play: what stands before the size of a board, or is the board.
    let variant = |index| {
        let spec = GameSpec::new(card, index);
        // A list separates with a comma what a name has in brackets.
        let title = spec.variant().title.replace(" (", ", ").replace(')', "");
        json!({ "name": spec.to_string(), "title": title })
    };
    json!({
        "game": card.word,
        "title": card.title,
        // Null where there is one board.
        "least_side": greatest.map(|_| *SIDES.start()),
        "greatest_side": greatest,
        // The rows and columns that a page offers first.
        "first_size": first,
        // The number of cells up to which a search of some seconds usually proves the value of a position.
        "proves_cells": proves,
        // On boards of more cells, a search looks only for forced wins; null where nothing does.
        "forced_above_cells": cells.filter(|_| game.forces()),
        "sides": { "black": card.sides[0], "white": card.sides[1] },
        "begins": game.side_to_move(&game.start()).word(),
        // What is counted, in a game with points.
        "points": (!card.points[1].is_empty()).then_some(card.points[1]),
        // Whether it is won by connections, which `/connections` finds.
        "connects": game.connects(),
        // The pieces that can be set up.
        "pieces": card.pieces.iter().map(|(sign, name)| json!({ "sign": sign, "name": name })).collect::<Value>(),
        "variants": (0..card.variants.len()).map(variant).collect::<Value>(),
    })
}

/// Answers: the databases that answers come from.
pub(crate) fn databases(app: &App) -> Value {
    let line = |held: &OracleDatabase, made_here: bool| {
        json!({
            "board": held.opened.board.to_string(),
            "title": held.opened.board.title(),
            // The board of a game that it answers for, as the other routes name it.
            "plays": held.opened.board.over_the_board().to_string(),
            "name": held.name,
            "metrics": held.metrics.iter().map(|metric| metric.word()).collect::<Value>(),
            "complete": held.is_complete,
            "positions": number(held.positions),
            "bytes": held.bytes,
            // Whether this server has made it for itself.
            "made_here": made_here,
        })
    };
    let (given, made) = (app.shelf.iter(), app.made());
    let all = given.map(|held| line(held, false)).chain(made.iter().map(|held| line(held, true)));
    json!({ "databases": all.collect::<Value>(), "making": app.making().map(making) })
}

/// The small database that is being made, and how much of it is done.
fn making(Making { board, done, total }: Making) -> Value {
    // Rounded down: all is done when it is listed.
    let done = if total == 0 { 0.0 } else { (done as f64 / total as f64 * 1_000.0).floor() / 1_000.0 };
    json!({ "board": board.to_string(), "title": board.title(), "done": done })
}
