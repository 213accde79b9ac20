//! The result of a match, as text and as a JSON document.

use super::args::MatchArgs;
use crate::audit::Ledger;
use nexsolve_console::columns::{self, Align};
use nexsolve_console::units::{counted, grouped};
use nexsolve_db::json::number;
use nexsolve_games::Board;
use nexsolve_players::matches::{Standing, Standings};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// A finished match.
pub(super) struct Played<'a> {
    pub(super) board: Board,
    pub(super) args: &'a MatchArgs,
    pub(super) seed: u64,
    /// The players.
    pub(super) names: &'a [String],
    pub(super) standings: &'a Standings,
    /// The audit, if there is a database.
    pub(super) ledger: Option<&'a Ledger>,
}

/// The games of two players, with the colours that they started with.
#[derive(Serialize)]
struct PairLine<'a> {
    black: &'a str,
    white: &'a str,
    games: u64,
    black_won: u64,
    drawn: u64,
    white_won: u64,
}

impl Played<'_> {
    /// Returns the pairings. Players with the same name count as one.
    fn pairings(&self) -> Vec<PairLine<'_>> {
        let mut pairings: Vec<PairLine<'_>> = Vec::new();
        for pair in &self.standings.pairings {
            let (black, white) = (&*self.names[pair.black], &*self.names[pair.white]);
            let found = pairings.iter().position(|line| (line.black, line.white) == (black, white));
            let at = found.unwrap_or_else(|| {
                pairings.push(PairLine { black, white, games: 0, black_won: 0, drawn: 0, white_won: 0 });
                pairings.len() - 1
            });
            let line = &mut pairings[at];
            line.games += pair.games;
            line.black_won += pair.black_won;
            line.drawn += pair.drawn;
            line.white_won += pair.white_won;
        }
        pairings
    }

    /// Returns each player with its results.
    fn players(&self) -> impl Iterator<Item = (&String, &Standing)> {
        self.names.iter().zip(&self.standings.players)
    }

    pub(super) fn document(&self) -> Value {
        let Self { board, args, seed, names, standings, ledger } = self;
        let pairings = self.pairings();
        let score = |(name, player): (&String, &Standing)| {
            let (score, interval) = score(player);
            json!({
                "player": name,
                "games": player.games(),
                "won": player.won,
                "drawn": player.drawn,
                "lost": player.lost,
                "lost_on_time": player.lost_on_time,
                "forfeited": player.forfeited,
                // Points per game, from 0 to 1, and their 95 % interval.
                "score": score,
                "interval": interval,
                "moves": number(player.effort.moves),
                "nodes": number(player.effort.nodes),
                "seconds": player.effort.time.as_secs_f64(),
            })
        };
        json!({
            "board": board.to_string(),
            "players": names,
            "games": pairings.iter().map(|line| line.games).sum::<u64>(),
            "time_control": args.time_control.to_string(),
            "seed": seed,
            // Games not played because of an interruption.
            "not_played": standings.broken_off,
            "pairings": pairings,
            "scores": self.players().map(score).collect::<Value>(),
            // The audit; null without a database.
            "audit": ledger.map(Ledger::document),
        })
    }

    pub(super) fn text(&self) -> String {
        let pairings = self.pairings();
        let games = counted(pairings.iter().map(|line| line.games).sum(), "game", "games");
        let (title, control) = (self.board.game_title(), self.args.time_control);
        let mut text = format!("{title}, {games}, time control {control}, seed {}\n", self.seed);
        if self.standings.broken_off > 0 {
            let left = counted(self.standings.broken_off, "game was", "games were");
            let _ = writeln!(text, "Interrupted: {left} not finished and not counted.");
        }
        text.push('\n');
        let heads = |heads: &[&str]| heads.iter().map(|&head| head.to_owned()).collect::<Vec<_>>();
        let [first, second] = self.board.card().sides;
        let won = [first, second].map(|side| format!("{side} won"));
        let mut rows = vec![heads(&[first, second, "games", &won[0], "drawn", &won[1]])];
        for line in &pairings {
            let mut row = heads(&[line.black, line.white]);
            row.extend([line.games, line.black_won, line.drawn, line.white_won].map(grouped));
            rows.push(row);
        }
        text += &columns::lines(&rows, &[Align::Left, Align::Left]);
        text.push('\n');
        let upper = ["", "", "", "", "", "", "", "time", "nodes"];
        let lower =
            ["player", "games", "won", "drawn", "lost", "score", "95 % interval", "per move", "per move"];
        let mut rows = vec![heads(&upper), heads(&lower)];
        for (name, player) in self.players() {
            let mut row = vec![name.clone()];
            row.extend([player.games(), player.won, player.drawn, player.lost].map(grouped));
            let (score, [low, high]) = score(player);
            row.extend([format!("{score:.3}"), format!("{low:.3} – {high:.3}")]);
            let nodes = player.effort.nodes.checked_div(player.effort.moves).filter(|nodes| *nodes > 0);
            // Players that do not search have no nodes.
            row.extend([time(player.time_per_move()), nodes.map_or_else(|| "–".to_owned(), grouped)]);
            rows.push(row);
        }
        text += &columns::lines(&rows, &[Align::Left]);
        for (name, player) in self.players() {
            for (number, how) in [(player.lost_on_time, "on time"), (player.forfeited, "by illegal move")] {
                if number > 0 {
                    let games = counted(number, "game", "games");
                    let _ = writeln!(text, "{name} lost {games} {how}.");
                }
            }
        }
        if let Some(ledger) = self.ledger {
            let audit = ledger.text(self.board);
            let _ = write!(text, "\nMistakes: moves that gave value away\n\n{audit}");
        }
        text
    }
}

/// Returns a player's score and its interval, to four digits.
fn score(player: &Standing) -> (f64, [f64; 2]) {
    let (share, rounded) = (player.share(), |x: f64| (x * 10_000.0).round() / 10_000.0);
    (rounded(share.score), [share.low, share.high].map(rounded))
}

/// Formats a time in a suitable unit.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s >= 100.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        _ => "under 1 ms".to_owned(),
    }
}
