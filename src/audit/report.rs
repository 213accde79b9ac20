//! The result of an audit, as text and as a JSON document.

use nexsolve_console::columns::{self, Align};
use nexsolve_console::terminal::paragraph;
use nexsolve_console::units::{counted, grouped};
use nexsolve_core::{Side, Wdl};
use nexsolve_games::Board;
use nexsolve_judging::audit::{MoveJudgement, MoveTally};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The value that players gave away, by player and colour, in order of appearance.
#[derive(Default)]
pub(crate) struct Ledger(Vec<(String, Side, MoveTally)>);

impl Ledger {
    /// Adds a game of these players; the first one started as Black.
    pub(crate) fn add(&mut self, names: [&str; 2], judged: &[MoveJudgement]) {
        for side in [Side::Black, Side::White] {
            let name = names[side as usize];
            let at = self.0.iter().position(|(player, colour, _)| player == name && *colour == side);
            let at = at.unwrap_or_else(|| {
                self.0.push((name.to_owned(), side, MoveTally::default()));
                self.0.len() - 1
            });
            for judged in judged.iter().filter(|judged| judged.player == side) {
                self.0[at].2.add(judged);
            }
        }
    }

    /// Returns one line for each player and colour, for a document.
    pub(crate) fn document(&self) -> Value {
        let line = |(player, colour, tally): &(String, Side, MoveTally)| {
            let [win_to_draw, win_to_loss, draw_to_loss] = tally.gifts();
            json!({
                "player": player,
                // The colour that the player started with.
                "colour": colour.word(),
                "moves": tally.moves,
                // Moves with an alternative that the tables do not cover; they are not counted elsewhere.
                "unknown": tally.unknown,
                // Moves that could have given value away.
                "could": tally.could(),
                "could_lose_win": tally.could_lose(Wdl::Win),
                "could_lose_draw": tally.could_lose(Wdl::Draw),
                // Moves that gave value away.
                "gave": tally.gave(),
                "win_to_draw": win_to_draw,
                "win_to_loss": win_to_loss,
                "draw_to_loss": draw_to_loss,
                // The share of `gave` in `could`.
                "share": tally.share(),
            })
        };
        self.0.iter().map(line).collect()
    }

    /// Returns a table with one line for each player and colour, and one for both colours of a player.
    pub(crate) fn text(&self, board: Board) -> String {
        let heads = [
            ["", "", "", "", "", "", "", "win to", "win to", "draw to"],
            ["player", "as", "moves", "unknown", "chances", "mistakes", "rate", "draw", "loss", "loss"],
        ];
        let mut rows = heads.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        let mut done: Vec<&str> = Vec::new();
        for (player, _, _) in &self.0 {
            if done.contains(&player.as_str()) {
                continue;
            }
            done.push(player);
            let mut own: Vec<_> = self.0.iter().filter(|(name, _, _)| name == player).collect();
            own.sort_by_key(|(_, colour, _)| *colour);
            rows.extend(own.iter().map(|(_, colour, tally)| row(player, board.card().side(*colour), tally)));
            if own.len() > 1 {
                let both = own.iter().fold(MoveTally::default(), |both, (_, _, tally)| both.and(*tally));
                rows.push(row(player, "both", &both));
            }
        }
        if self.0.iter().all(|(_, _, tally)| tally.unknown == 0) {
            for row in &mut rows {
                row.remove(UNKNOWN);
            }
        }
        let mut text = columns::lines(&rows, &[Align::Left, Align::Left]);
        if let Some(left_out) = board.spec.variant().caveat {
            let _ = write!(text, "\n{}\n", paragraph(left_out).join("\n"));
        }
        text
    }
}

/// The column of unknown moves, for tables that do not cover all positions.
const UNKNOWN: usize = 3;

fn row(player: &str, colour: &str, tally: &MoveTally) -> Vec<String> {
    let share = tally.share().map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0));
    let mut row = vec![player.to_owned(), colour.to_owned()];
    row.extend([tally.moves, tally.unknown, tally.could(), tally.gave()].map(grouped));
    row.push(share);
    row.extend(tally.gifts().map(grouped));
    row
}

/// The totals of all files.
#[derive(Default, Serialize)]
pub(super) struct Summary {
    pub(super) files: u64,
    pub(super) games: u64,
    /// Games on other boards, which are skipped.
    pub(super) other_boards: u64,
    pub(super) faults: u64,
}

/// Formats the moves, one per line.
pub(super) fn moves(told: &[Value]) -> String {
    let row = |mv: &Value| {
        let word = |field: &str| mv[field].as_str().unwrap_or("?").to_owned();
        let [before, after] = ["before", "after"].map(word);
        let gift = if is_mistake(mv) {
            let keeps = |instead: &str| format!("; {instead} keeps the {before}");
            let better = mv["instead"].as_str().map_or_else(String::new, keeps);
            format!("turned a {before} into a {after}{better}")
        } else if mv["could"] == true {
            "kept the value".to_owned()
        } else {
            String::new()
        };
        // Plies, not pairs of moves.
        vec![format!("  ply {}", mv["ply"]), word("colour"), word("move"), before, after, gift]
    };
    let align = [Align::Right, Align::Left, Align::Left, Align::Left, Align::Left, Align::Left];
    columns::lines(&told.iter().map(row).collect::<Vec<_>>(), &align)
}

/// Returns whether a move in a document gave value away.
pub(super) fn is_mistake(mv: &Value) -> bool {
    mv["before"].is_string() && mv["after"].is_string() && mv["before"] != mv["after"]
}

impl Summary {
    /// Returns the summary and the table as text.
    pub(super) fn text(&self, board: Board, ledger: &Ledger) -> String {
        let Self { files, games, other_boards, faults } = *self;
        let mut text = format!(
            "{} of {} in {}; {} on other boards skipped; {}\n",
            counted(games, "game", "games"),
            board.game_title(),
            counted(files, "file", "files"),
            counted(other_boards, "game", "games"),
            counted(faults, "fault", "faults"),
        );
        if games > 0 {
            let _ = write!(text, "\n{}", ledger.text(board));
        }
        text
    }
}
