//! Draws refutations: a small board for each move.

use super::replies::{Reply, Weak};
use crate::geometry::{Shape, winning_way};
use crate::picture::{Note, Rhombus, legend};
use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::{Cell, Edges};
use nexsolve_reports::ink::Tint;
use nexsolve_reports::strip::strip;
use nexsolve_reports::svg::Drawing;

/// Returns the line as moves joined by semicolons.
pub(super) fn text(game: &Nex<u64>, weak: &Weak) -> String {
    game.format_line(&game.start(), &weak.line).join(";")
}

/// Draws the line as boards. On each board, the stones that the move placed or changed have its number, and a
/// stone that it gave up is crossed.
pub(super) fn draw(board: &str, game: &Nex<u64>, weak: &Weak) -> Drawing {
    let (rows, cols) = (game.board().rows(), game.board().cols());
    let mut position = game.start();
    let mut parts = Vec::new();
    for (i, &mv) in weak.line.iter().enumerate() {
        let written = game.format_move(&position, mv);
        position = game.play(&position, mv);
        let mut picture =
            Rhombus::nex(rows, cols, &position).side(15.0).caption(format!("{}. {written}", i + 1));
        number(&mut picture, mv, i + 1);
        let mover = game.side_to_move(&position).other();
        picture.way = winning_way(game.board(), position.stones(mover), mover);
        parts.push(picture.draw(""));
    }
    let end = match game.outcome(&position).and_then(|outcome| outcome.winner(game.side_to_move(&position))) {
        Some(Side::Black) => "Black has won",
        Some(Side::White) => "White has won",
        None => "a draw",
    };
    let line = text(game, weak);
    let signs = ["1, 2, …: placed or changed by that move", "crossed: given up, now neutral"];
    let parts = vec![legend(&signs), strip("the moves", None, 900.0, parts)];
    strip(&format!("{board}: {line}, {end}"), None, 900.0, parts).captioned(
        "Best play, with a board after each move. Numbers mark the cells that the move changed; a cross marks the stone that a transform gave up.",
    )
}

/// Writes the number of a move on the stones that it placed or changed. A stone given up is also crossed.
fn number(board: &mut Rhombus, mv: NexMove, number: usize) {
    let cells = match mv {
        NexMove::Generate { stone, neutral } => vec![stone, neutral],
        NexMove::Transform { gained: [first, second], given } => {
            board.cell(given).note = Some(Note::Cross);
            vec![first, second, given]
        }
        NexMove::Fill(cell) | NexMove::Turn(cell) => vec![cell],
        NexMove::Swap => vec![],
    };
    for cell in cells {
        board.cell(cell).text = number.to_string();
    }
}

/// Draws the percentage of the refuting replies that put White's stone on each cell, and the same for the
/// neutral stone.
pub(super) fn heat(shape: Shape, weak: &[Weak]) -> Drawing {
    let refuting = || weak.iter().flat_map(|weak| &weak.replies).filter(|reply| reply.refutes);
    let all = 2.0 * refuting().count() as f64;
    let part = |caption: &str, cell: fn(&Reply) -> Cell| {
        let mut board =
            Rhombus::new(shape.rows, shape.cols, Edges::BlackTopBottom).side(27.0).caption(caption);
        let cells = (shape.rows * shape.cols) as u16;
        let rate = |i: u16| {
            // An opening and its rotation are listed once, so count the rotated replies, too.
            let here = |at: u16| refuting().filter(|reply| cell(reply) == Cell(at)).count() as f64;
            (here(i) + here(cells - 1 - i)) / all
        };
        let rates: Vec<f64> = (0..cells).map(rate).collect();
        let most = rates.iter().copied().fold(0.0, f64::max);
        for (shown, rate) in board.cells.iter_mut().zip(rates) {
            shown.fill = Some(Tint::of(rate / most * 0.6).fill());
            shown.text = format!("{:.0}", 100.0 * rate);
        }
        board.draw("")
    };
    let title = "Refuting replies: the cells of White's stone and of the neutral stone";
    let parts = vec![
        part("White's stone, % of refutations", |r| r.stone),
        part("neutral stone, % of refutations", |r| r.neutral),
    ];
    strip(title, None, 1000.0, parts).captioned(
        "The percentage of the refuting replies that put White's stone (left) and the neutral stone (right) on each cell.",
    )
}

/// Returns the result of an opening in words: `draws`, `loses in 12 plies`.
pub(super) fn verdict(weak: &Weak) -> String {
    match (weak.opening.value, weak.opening.distance) {
        (Wdl::Loss, Some(plies)) => format!("loses in {plies} plies"),
        (Wdl::Loss, None) => "loses".to_owned(),
        _ => "draws".to_owned(),
    }
}
