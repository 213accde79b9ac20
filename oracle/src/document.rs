//! What a position and its moves are worth, as a document for programs. `query -` writes one for each line,
//! so the code is compiled here, for speed, and not in the command.

use crate::words::Fields;
use crate::{MoveWorth, Worth};
use nexsolve_core::{Game, Notation};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use serde::Serialize;

/// The JSON document of a position and its moves.
#[derive(Serialize)]
pub struct Document {
    position: String,
    /// Null if the notation of positions does not include it.
    to_move: Option<String>,
    #[serde(flatten)]
    worth: Fields,
    /// Whether play from the start can reach the position; absent if the tables do not record it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<bool>,
    moves: Vec<Move>,
    /// Rules by which a game may end, and which the tables leave out.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'static [&'static str],
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: Fields,
}

impl Document {
    /// The document of a position of `game`, with the worth of the side to move and of its moves.
    pub fn new(
        game: &AnyGame,
        position: &AnyPosition,
        worth: Worth,
        reachable: Option<bool>,
        moves: &[MoveWorth<AnyMove>],
    ) -> Self {
        let row = |known: &MoveWorth<AnyMove>| Move {
            text: game.format_move(position, known.mv),
            worth: known.worth.into(),
        };
        let mover = || game.side(game.side_to_move(position)).to_lowercase();
        Self {
            position: game.format_position(position),
            to_move: game.tells_side().then(mover),
            worth: worth.into(),
            reachable,
            moves: moves.iter().map(row).collect(),
            left_out: game.board().spec.variant().left_out,
        }
    }

    /// The document on a line of its own.
    ///
    /// # Panics
    /// Never: texts and numbers have a form in JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("text and numbers") + "\n"
    }
}
