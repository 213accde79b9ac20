//! Puzzles as a page that needs no other file: pictures, with solutions and refutations folded away.

use super::report::PuzzleReport;
use super::text::{alike, graded, leads_to, source, task};
use nexsolve_console::units::counted;
use nexsolve_core::{Game, Wdl};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_judging::puzzles::{Puzzle, PuzzleDocument};
use nexsolve_reports::ink::Fill;
use nexsolve_reports::picture::{NotedPicture, changed};
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");

/// The size of one unit of a picture on the page, in pixels.
const SCALE: f64 = 26.0;

/// The fill of the places that a move changes.
const CHANGED: Fill = Fill::Plain("#f2d27a");

/// The page.
pub(super) fn page(report: &PuzzleReport<'_>) -> String {
    let PuzzleReport { board, game, args, seed, found } = report;
    let title = format!("Puzzles of {}", board.title());
    let goal = match args.goal {
        Wdl::Win => "In each position exactly one move wins.",
        _ => "In each position exactly one move draws; all others lose.",
    };
    let mut body = String::new();
    for (number, puzzle) in (1..).zip(&found.puzzles) {
        body += &article(game, number, puzzle);
    }
    let number = counted(found.puzzles.len() as u64, "puzzle", "puzzles");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p>{goal} Every value is proven. Moves that lead to symmetric positions count as one.</p>\n\
         <p class=\"quiet\">{number}, seed {seed}. A ply is one move by one side. The grade is the number of simulations from which on \
         the player <code>uct(unforced)</code> finds the move; – if it does not with 30,000.</p>\n</header>\n<main>\n{body}</main>\n</body>\n</html>\n",
        title = escape(&title),
    )
}

/// A puzzle.
fn article(game: &AnyGame, number: u64, puzzle: &Puzzle) -> String {
    let document = PuzzleDocument::new(game, puzzle);
    let side = game.side(game.side_to_move(&puzzle.position));
    let task = format!("{side} {}", task(puzzle).trim_end_matches('.'));
    let grade = graded(puzzle).replace("-.", "–.");
    let before = figure(game, &puzzle.position, None, &format!("Puzzle {number}: {task}"));
    let solved = game.play(&puzzle.position, puzzle.solutions[0]);
    let solution = &document.solution[0];
    let after = figure(game, &solved, Some(&puzzle.position), &format!("Puzzle {number} after {solution}"));
    let line = match &document.line[..] {
        line @ [_, _, ..] => format!("<p>{}</p>\n", escape(&line.join("; "))),
        _ => String::new(),
    };
    let (alike, source) = (escape(&alike(&document)), source(puzzle));
    let position = escape(&document.position);
    format!(
        "<article id=\"p{number}\">\n<h2>{number}. {task}</h2>\n<p class=\"quiet\">{grade}</p>\n{before}\
         <details>\n<summary>Solution</summary>\n<p><b>{}</b>{alike}, proven by {source}</p>\n{line}{after}</details>\n\
         <details>\n<summary>Why the others fail</summary>\n<table>\n<thead><tr><th>Reply</th><th>refutes</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>\n</details>\n\
         <p class=\"quiet\">Position <code>{position}</code></p>\n</article>\n",
        escape(solution),
        refutations(&document),
    )
}

/// The rows of the table of refutations: a reply, and the moves that it refutes; the reply to most moves
/// first.
fn refutations(document: &PuzzleDocument) -> String {
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    for counter in &document.refutations {
        let reply = counter.reply.as_deref().unwrap_or("none: the game ends");
        let shown = format!("{} ({})", counter.mv, leads_to(document, counter));
        match rows.iter_mut().find(|(other, _)| *other == reply) {
            Some((_, moves)) => moves.push(shown),
            None => rows.push((reply, vec![shown])),
        }
    }
    rows.sort_by_key(|(_, moves)| std::cmp::Reverse(moves.len()));
    let mut text = String::new();
    for (reply, moves) in rows {
        let _ = writeln!(text, "<tr><td>{}</td><td>{}</td></tr>", escape(reply), escape(&moves.join(", ")));
    }
    text
}

/// The picture of a position on the page.
fn figure(game: &AnyGame, position: &AnyPosition, before: Option<&AnyPosition>, title: &str) -> String {
    format!("<figure>\n{}</figure>\n", picture(game, position, before, title, SCALE))
}

/// The picture of a position as SVG, with units of `scale` pixels; the places that differ from `before` are
/// filled.
pub(crate) fn picture(
    game: &AnyGame,
    position: &AnyPosition,
    before: Option<&AnyPosition>,
    title: &str,
    scale: f64,
) -> String {
    let now = game.picture(position);
    let marked = before.map(|before| changed(&game.picture(before), &now)).unwrap_or_default();
    let mut shown = NotedPicture::new(now, scale);
    for (note, marked) in shown.notes.iter_mut().zip(marked) {
        note.fill = marked.then_some(CHANGED);
    }
    shown.draw(title).to_svg()
}

/// Escapes text for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
