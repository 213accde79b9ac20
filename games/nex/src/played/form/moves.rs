//! The moves of a record: the game that replays them, and their text.

use crate::NexMove;
use crate::played::has_final_moves;
use nexsolve_catalogue::{AnyMove, GameSpec, NameError, Packed};
use nexsolve_core::{Game, Notation};
use nexsolve_rhombus::Wide;

pub(super) type Nex = crate::Nex<Wide>;
pub(super) type NexPosition = crate::NexPosition<Wide>;

/// Creates the game on a board of this size, with the swap rule whether the game has it or not: a game
/// without a swap does not show whether one was possible.
pub(super) fn game_on(spec: GameSpec, rows: u32, cols: u32) -> Result<Nex, NameError> {
    Nex::of(rows, cols, has_final_moves(spec), true)
}

pub(super) fn unpacked(moves: &[AnyMove]) -> impl Iterator<Item = NexMove> {
    moves.iter().map(|&mv| Nex::unpack_move(mv))
}

/// Writes moves from this position on, each ended by `;`.
pub(super) fn moves_text(
    game: &Nex,
    mut position: NexPosition,
    moves: impl Iterator<Item = NexMove>,
) -> String {
    let text = |mv| {
        let text = game.format_move(&position, mv) + ";";
        position = game.play(&position, mv);
        text
    };
    moves.map(text).collect()
}

/// Returns the greatest row and the greatest column of the cells in a move, legal or not.
pub(super) fn largest_coordinates(mv: &str) -> (u32, u32) {
    let cells = mv.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let coordinates = |cell: &str| {
        let letter = cell.chars().next().filter(char::is_ascii_lowercase)?;
        let col: u32 = cell[1..].parse().ok()?;
        Some((u32::from(letter) - u32::from('a') + 1, col))
    };
    cells.filter_map(coordinates).fold((1, 1), |(r, c), (row, col)| (r.max(row), c.max(col)))
}
