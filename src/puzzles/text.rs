//! Puzzles as text: the positions first, the solutions below.

use super::report::PuzzleReport;
use nexsolve_console::columns::{self, Align};
use nexsolve_console::terminal::paragraph;
use nexsolve_console::units::{counted, grouped};
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_judging::puzzles::{Counter, Puzzle, PuzzleDocument};
use nexsolve_oracle::Source;
use std::fmt::Write as _;

/// The text of all puzzles.
pub(super) fn answer(report: &PuzzleReport<'_>) -> String {
    let PuzzleReport { board, game, args, found, .. } = report;
    let does = match args.goal {
        Wdl::Win => "wins",
        _ => "draws, and all others lose",
    };
    let number = counted(found.puzzles.len() as u64, "puzzle", "puzzles");
    let mut text = String::new();
    for line in paragraph(&format!("{number} of {}: exactly one move {does}.", board.title())) {
        let _ = writeln!(text, "{line}");
    }
    let bold = anstyle::Style::new().bold();
    for (number, puzzle) in (1..).zip(&found.puzzles) {
        let side = game.side(game.side_to_move(&puzzle.position));
        let _ = writeln!(text, "\n{bold}{number}. {side} {}{bold:#} {}\n", task(puzzle), graded(puzzle));
        text.push_str(game.diagram(&puzzle.position).trim_end());
        text.push('\n');
    }
    if !found.puzzles.is_empty() {
        text.push_str("\nSolutions\n\n");
        text.push_str(&solutions(report));
    }
    text
}

/// The task: `to move wins in 5 plies.`
pub(super) fn task(puzzle: &Puzzle) -> String {
    match (puzzle.goal, puzzle.length) {
        (Wdl::Win, Some(length)) => {
            format!("to move wins in {}.", counted(length.0.into(), "ply", "plies"))
        }
        (Wdl::Win, None) => "to move wins.".to_owned(),
        _ => "to move draws.".to_owned(),
    }
}

/// The grade: `Grade: 300 simulations.`
pub(super) fn graded(puzzle: &Puzzle) -> String {
    match puzzle.simulations {
        Some(simulations) => format!("Grade: {} simulations.", grouped(simulations)),
        None => "Grade: -.".to_owned(),
    }
}

/// What proves the values: `a search` or `a table`.
pub(super) fn source(puzzle: &Puzzle) -> &'static str {
    if puzzle.source == Source::Search { "a search" } else { "a table" }
}

/// The further solutions, by symmetry: ` (by symmetry also Bb2?a1)`; empty if there are none.
pub(super) fn alike(document: &PuzzleDocument) -> String {
    match &document.solution[1..] {
        [] => String::new(),
        alike => format!(" (by symmetry also {})", alike.join(", ")),
    }
}

/// What a move that fails leads to: `loss in 4`, `draw`, or `no win` if only that is known.
pub(super) fn leads_to(document: &PuzzleDocument, counter: &Counter) -> String {
    match (&counter.value, counter.distance) {
        (Some(value), Some(length)) => format!("{value} in {length}"),
        (Some(value), None) => value.clone(),
        (None, _) => format!("no {}", document.value),
    }
}

/// The solutions, one line each, and with `--lines` the refutations below.
fn solutions(report: &PuzzleReport<'_>) -> String {
    let PuzzleReport { game, args, found, .. } = report;
    let mut text = String::new();
    for (number, puzzle) in (1..).zip(&found.puzzles) {
        let document = PuzzleDocument::new(game, puzzle);
        let others = counted(puzzle.refutations.len() as u64, "other move fails", "other moves fail");
        let (solution, alike, source) = (&document.solution[0], alike(&document), source(puzzle));
        let _ = writeln!(text, "{number}. {solution}{alike}; {others}, proven by {source}");
        if document.line.len() > 1 {
            for line in paragraph(&document.line.join("; ")) {
                let _ = writeln!(text, "   {line}");
            }
        }
        if args.lines {
            let row = |counter: &Counter| {
                let reply = counter
                    .reply
                    .as_deref()
                    .map_or("ends the game".to_owned(), |reply| format!("{reply} refutes it"));
                vec![format!("   {}", counter.mv), leads_to(&document, counter), reply]
            };
            let rows: Vec<Vec<String>> = document.refutations.iter().map(row).collect();
            text.push_str(&columns::lines(&rows, &[Align::Left, Align::Left, Align::Left]));
        }
    }
    text
}
