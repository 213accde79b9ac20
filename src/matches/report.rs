//! What a match has come to, for people and as a document.

use crate::args::MatchArgs;
use crate::audit::{Ledger, LedgerLine};
use crate::columns::{self, Align};
use crate::units::{counted, grouped, number};
use nexsolve_games::Board;
use nexsolve_players::matches::{Standing, Standings};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// A match, as told.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(skip)]
    title: String,
    board: String,
    players: Vec<String>,
    games: u64,
    time_control: String,
    seed: u64,
    /// What is left of the match when it was interrupted.
    not_played: u64,
    pairings: Vec<PairLine>,
    scores: Vec<ScoreLine>,
    /// What the players gave away; null without a database.
    audit: Option<Vec<LedgerLine>>,
    #[serde(skip)]
    audit_text: String,
}

/// Games of two players with these colours, as they began.
#[derive(Clone, Serialize)]
struct PairLine {
    black: String,
    white: String,
    games: u64,
    black_won: u64,
    drawn: u64,
    white_won: u64,
}

/// A player's score.
#[derive(Serialize)]
struct ScoreLine {
    player: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    lost_on_time: u64,
    forfeited: u64,
    /// Points per game, from 0 to 1.
    score: f64,
    /// What fits the score, 95 %.
    interval: [f64; 2],
    moves: serde_json::Value,
    nodes: serde_json::Value,
    seconds: f64,
    #[serde(skip)]
    time_per_move: Duration,
    #[serde(skip)]
    nodes_per_move: u64,
}

impl Report {
    pub(super) fn new(
        board: Board,
        args: &MatchArgs,
        seed: u64,
        names: &[String],
        standings: &Standings,
        ledger: Option<&Ledger>,
    ) -> Self {
        let mut pairings: Vec<PairLine> = Vec::new();
        for pair in &standings.pairings {
            let (black, white) = (&names[pair.black], &names[pair.white]);
            let found = pairings.iter().position(|line| (&line.black, &line.white) == (black, white));
            let at = found.unwrap_or_else(|| {
                let (black, white) = (black.clone(), white.clone());
                pairings.push(PairLine { black, white, games: 0, black_won: 0, drawn: 0, white_won: 0 });
                pairings.len() - 1
            });
            let line = &mut pairings[at];
            line.games += pair.games;
            line.black_won += pair.black_won;
            line.drawn += pair.drawn;
            line.white_won += pair.white_won;
        }
        Self {
            title: board.game_title(),
            board: board.to_string(),
            games: pairings.iter().map(|line| line.games).sum(),
            pairings,
            scores: names.iter().zip(&standings.players).map(|(name, player)| score(name, player)).collect(),
            players: names.to_vec(),
            time_control: args.time_control.to_string(),
            seed,
            not_played: standings.broken_off,
            audit: ledger.map(Ledger::lines),
            audit_text: ledger.map(|ledger| ledger.text(board)).unwrap_or_default(),
        }
    }

    pub(super) fn text(&self) -> String {
        let games = counted(self.games, "game", "games");
        let mut text =
            format!("{}, {games}, time control {}, seed {}\n", self.title, self.time_control, self.seed);
        if self.not_played > 0 {
            let left = counted(self.not_played, "game was", "games were");
            let _ = writeln!(text, "Interrupted: {left} not played to the end, and are not counted.");
        }
        text.push('\n');
        let heads = |heads: &[&str]| vec![heads.iter().map(|&head| head.to_owned()).collect::<Vec<_>>()];
        let mut rows = heads(&["Black", "White", "games", "Black won", "drawn", "White won"]);
        for line in &self.pairings {
            let mut row = vec![line.black.clone(), line.white.clone()];
            row.extend([line.games, line.black_won, line.drawn, line.white_won].map(grouped));
            rows.push(row);
        }
        text += &columns::lines(&rows, &[Align::Left, Align::Left]);
        text.push('\n');
        let mut rows = heads(&["", "", "", "", "", "", "", "time", "nodes"]);
        rows.extend(heads(&[
            "player",
            "games",
            "won",
            "drawn",
            "lost",
            "score",
            "95 % interval",
            "a move",
            "a move",
        ]));
        for line in &self.scores {
            let mut row = vec![line.player.clone()];
            row.extend([line.games, line.won, line.drawn, line.lost].map(grouped));
            let [low, high] = line.interval;
            row.extend([format!("{:.3}", line.score), format!("{low:.3} – {high:.3}")]);
            row.extend([time(line.time_per_move), grouped(line.nodes_per_move)]);
            rows.push(row);
        }
        text += &columns::lines(&rows, &[Align::Left]);
        for line in &self.scores {
            for (number, how) in [(line.lost_on_time, "on time"), (line.forfeited, "by no legal move")] {
                if number > 0 {
                    let games = counted(number, "game", "games");
                    let _ = writeln!(text, "{} lost {games} {how}.", line.player);
                }
            }
        }
        if !self.audit_text.is_empty() {
            let _ = write!(text, "\nMoves that gave value away, by the tables\n\n{}", self.audit_text);
        }
        text
    }
}

fn score(name: &str, player: &Standing) -> ScoreLine {
    let share = player.share();
    let rounded = |x: f64| (x * 10_000.0).round() / 10_000.0;
    ScoreLine {
        player: name.to_owned(),
        games: player.games(),
        won: player.won,
        drawn: player.drawn,
        lost: player.lost,
        lost_on_time: player.lost_on_time,
        forfeited: player.forfeited,
        score: rounded(share.score),
        interval: [rounded(share.low), rounded(share.high)],
        moves: number(player.effort.moves),
        nodes: number(player.effort.nodes),
        seconds: player.effort.time.as_secs_f64(),
        time_per_move: player.time_per_move(),
        nodes_per_move: player.effort.nodes.checked_div(player.effort.moves).unwrap_or(0),
    }
}

/// A time in the unit that suits it.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s >= 100.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}
