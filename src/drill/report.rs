//! The mistakes of a player, as text and as a JSON document.

use nexsolve_console::units::counted;
use nexsolve_core::{Game, Notation, Wdl, words};
use nexsolve_games::{AnyGame, AnyMove, Shown};
use nexsolve_judging::drills::{Drill, Exercise, Place};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The exercises of a player.
pub(super) struct DrillReport {
    /// The player's name in the records.
    pub(super) player: String,
    pub(super) boards: Vec<BoardDrill>,
    /// What is wrong with the files, for the document.
    pub(super) files: Vec<Value>,
    pub(super) faults: u64,
}

/// The exercises on one board.
pub(super) struct BoardDrill {
    pub(super) game: AnyGame,
    pub(super) found: Drill,
    /// The file and the line of each game.
    pub(super) games: Vec<(String, usize)>,
}

/// The number of moves of a line in a sentence.
const TOLD: usize = 12;

impl DrillReport {
    /// The document.
    pub(super) fn document(&self) -> Value {
        let exercises = self
            .boards
            .iter()
            .flat_map(|drill| drill.found.exercises.iter().map(|exercise| drill.document(exercise)));
        json!({
            "player": self.player,
            "files": self.files,
            "exercises": exercises.collect::<Value>(),
            "summary": {
                "games": self.boards.iter().map(|drill| drill.games.len()).sum::<usize>(),
                "moves": self.sum(|drill| drill.moves),
                // Moves that are neither proven mistakes nor proven to keep the value.
                "unknown": self.sum(|drill| drill.unknown),
                // Positions: a mistake in the same position counts once.
                "exercises": self.sum(|drill| drill.exercises.len() as u64),
                "faults": self.faults,
            },
        })
    }

    fn sum(&self, number: impl Fn(&Drill) -> u64) -> u64 {
        self.boards.iter().map(|drill| number(&drill.found)).sum()
    }

    /// The text: a heading for each board, and its exercises.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let bold = anstyle::Style::new().bold();
        for drill in &self.boards {
            let BoardDrill { game, found, games } = drill;
            let unknown = match found.unknown {
                0 => String::new(),
                unknown => format!("; {unknown} not proven"),
            };
            let _ = writeln!(
                text,
                "{}{}: {} in {} of {}{unknown}",
                if text.is_empty() { "" } else { "\n" },
                game.board().game_title(),
                counted(found.exercises.len() as u64, "exercise", "exercises"),
                counted(found.moves, "move", "moves"),
                counted(games.len() as u64, "game", "games"),
            );
            for (number, exercise) in (1..).zip(&found.exercises) {
                let _ = writeln!(
                    text,
                    "\n{bold}{number}. {}{bold:#} {}\n",
                    drill.task(exercise),
                    drill.place(exercise)
                );
                text += game.diagram(&exercise.position).trim_end();
                let _ = writeln!(
                    text,
                    "\n\n{}\n{}",
                    drill.good(exercise),
                    drill.refutation(exercise, &self.player)
                );
            }
        }
        text
    }
}

impl BoardDrill {
    /// An exercise as a document. Moves are written as the page and its interface write them.
    fn document(&self, exercise: &Exercise) -> Value {
        let Exercise { position, played, before, after, good, line, places } = exercise;
        let game = &self.game;
        let full = |mv: AnyMove| game.format_in_full(position, mv);
        let place = |&Place { game, ply }: &Place| {
            let (file, line) = &self.games[game];
            json!({ "file": file, "line": line, "ply": ply })
        };
        let mut at = *position;
        let in_line = |&mv: &AnyMove| {
            let text = game.format_in_full(&at, mv);
            at = game.play(&at, mv);
            text
        };
        json!({
            "board": game.board().to_string(),
            "position": game.format_position(position),
            "to_move": game.side_to_move(position).word(),
            // The values for the player before and after the move played.
            "value": before.word(),
            "after": after.word(),
            "played": full(*played),
            // The moves that keep the value.
            "solution": good.iter().copied().map(full).collect::<Value>(),
            // The move played, and the best play after it, as far as it is known.
            "line": line.iter().map(in_line).collect::<Value>(),
            "times": places.len(),
            "places": places.iter().map(place).collect::<Value>(),
        })
    }

    /// `Black to move wins.`
    pub(super) fn task(&self, exercise: &Exercise) -> String {
        let side = self.game.side(self.game.side_to_move(&exercise.position));
        let does = if exercise.before == Wdl::Win { "wins" } else { "draws" };
        format!("{side} to move {does}.")
    }

    /// `games.txt:3, ply 5; 2 times`
    fn place(&self, exercise: &Exercise) -> String {
        let Place { game, ply } = exercise.places[0];
        let (file, line) = &self.games[game];
        let times = match exercise.places.len() {
            1 => String::new(),
            times => format!("; {times} times"),
        };
        format!("{file}:{line}, ply {ply}{times}")
    }

    /// `Good: b4 and c3.`
    pub(super) fn good(&self, exercise: &Exercise) -> String {
        const MOST: usize = 6;
        let write = |&mv: &AnyMove| self.game.format_for_people(&exercise.position, mv);
        let mut good: Vec<String> = exercise.good.iter().take(MOST).map(write).collect();
        if exercise.good.len() > MOST {
            good.push(format!("{} others", exercise.good.len() - MOST));
        }
        format!("Good: {}.", words::list(&good))
    }

    /// `Ann played a1, which loses: b3; c2.`
    pub(super) fn refutation(&self, exercise: &Exercise, player: &str) -> String {
        let (game, mut at) = (&self.game, exercise.position);
        let write = |&mv: &AnyMove| {
            let text = game.format_for_people(&at, mv);
            at = game.play(&at, mv);
            text
        };
        let line: Vec<String> = exercise.line.iter().map(write).collect();
        let does = if exercise.after == Wdl::Loss { "loses" } else { "draws" };
        let played = game.format_for_people(&exercise.position, exercise.played);
        let mut text = format!("{player} played {played}, which {does}");
        if line.len() > 1 {
            text += ": ";
            text += &line[1..].iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join("; ");
            text += if line.len() > TOLD + 1 { "; …" } else { "" };
        }
        text + "."
    }
}
