//! A game as a strip of pictures.

use super::audited::Audited;
use crate::geometry::winning_way;
use crate::picture::{Note, Rhombus, legend};
use crate::source::TypedDatabase;
use nexsolve_core::Game;
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_reports::ReportError;
use nexsolve_reports::strip::strip;
use nexsolve_reports::svg::Drawing;
use nexsolve_reports::words::mark;

/// Draws the game as a row of pictures, one for each move; under each picture is the move's value for the
/// player who made it.
///
/// # Errors
/// If a value is not known.
pub(super) fn film(
    known: &TypedDatabase<'_, Nex<u64>>,
    game: &Audited,
    title: &str,
) -> Result<Drawing, ReportError> {
    let (mut at, mut parts) = (game.record.start, Vec::new());
    for (place, &mv) in game.record.moves.iter().enumerate() {
        let written = game.written(&known.game, place);
        let after = known.game.play(&at, mv);
        let worth = known.worth(&after)?.lift();
        let score = worth.score().map(|_| mark(worth));
        let board = known.game.board();
        let mut picture = Rhombus::nex(board.rows(), board.cols(), &after);
        for cell in changed(mv) {
            picture.cell(cell).note = Some(Note::Ring);
        }
        let mover = known.game.side_to_move(&after).other();
        picture.way = winning_way(board, after.stones(mover), mover);
        let slip = if game.moves[place].gift().is_some() { " ✗" } else { "" };
        let caption = format!("{}. {written}  {}{slip}", place + 1, score.unwrap_or_default());
        parts.push(picture.caption(caption).side(15.0).draw(format!("after move {}", place + 1)));
        at = after;
    }
    let signs = [
        "ring: placed or turned by the move",
        "✗: gives value away",
        "+7: wins in 7 plies, =: draws, −8: loses in 8",
    ];
    let parts = vec![legend(&signs), strip(title, None, 1000.0, parts)];
    Ok(strip(title, Some(title), 1000.0, parts).captioned(
        "The board after each move. Below it: the move, and its value for the player who made it.",
    ))
}

fn changed(mv: NexMove) -> Vec<nexsolve_games::rhombus::Cell> {
    match mv {
        NexMove::Generate { stone, neutral } => vec![stone, neutral],
        NexMove::Transform { gained: [first, second], given } => vec![first, second, given],
        NexMove::Fill(cell) | NexMove::Turn(cell) => vec![cell],
        NexMove::Swap => vec![],
    }
}
