//! What is asked about positions, game by game.

use crate::solve::report::Pictured;
use nexsolve_core::{Game, Notation, ReadError, Tabled, Wdl};
use nexsolve_games::draughts::{Draughts, Variant};
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;

/// A game that can be looked up and shown, and what is particular about questions of its positions.
pub(crate) trait Asked: Pictured + Tabled {
    /// What is asked about: a position, and what of the game so far bears on its end.
    type Question: Copy + Send + Sync;

    /// Reads a question.
    fn read(&self, text: &str) -> Result<Self::Question, ReadError>;

    /// Asks about a position alone.
    fn about(&self, position: &Self::Position) -> Self::Question;

    /// The position.
    fn position(&self, question: &Self::Question) -> Self::Position;

    /// The question after a move.
    fn after(&self, question: &Self::Question, mv: Self::Move) -> Self::Question;

    /// The question on one line, as [`Asked::read`] reads it.
    fn format(&self, question: &Self::Question) -> String {
        self.format_position(&self.position(question))
    }

    /// The question as the game draws it.
    fn draw(&self, question: &Self::Question) -> String {
        self.diagram(&self.position(question))
    }

    /// A move as the game writes it.
    fn write_move(&self, question: &Self::Question, mv: Self::Move) -> String {
        self.format_move(&self.position(question), mv)
    }

    /// How the game has ended for the side to move, by all its rules, if it is over.
    fn ended(&self, question: &Self::Question) -> Option<Wdl> {
        self.outcome(&self.position(question))
    }

    /// Whether the game is over, by all its rules.
    fn is_over(&self, question: &Self::Question) -> bool {
        self.ended(question).is_some()
    }

    /// The points that the side to move has had so far less those of the opponent, where the question tells.
    fn lead(&self, _question: &Self::Question) -> Option<i16> {
        None
    }

    /// Whose turn it is, where the question tells.
    fn mover(&self, question: &Self::Question) -> Option<&'static str> {
        Some(self.side_to_move(&self.position(question)).word())
    }

    /// Rules by which a game may end, and which tables leave out.
    fn left_out(&self) -> &'static [&'static str] {
        &[]
    }
}

/// Of most games a position alone is asked about.
macro_rules! by_position {
    () => {
        type Question = Self::Position;

        fn read(&self, text: &str) -> Result<Self::Question, ReadError> {
            self.read_position(text)
        }

        fn about(&self, position: &Self::Position) -> Self::Question {
            *position
        }

        fn position(&self, question: &Self::Question) -> Self::Position {
            *question
        }

        fn after(&self, question: &Self::Question, mv: Self::Move) -> Self::Question {
            self.play(question, mv)
        }
    };
}

impl Asked for Nex<u64> {
    by_position!();
}

impl Asked for Hex<u64> {
    by_position!();
}

impl Asked for Draughts {
    by_position!();

    fn left_out(&self) -> &'static [&'static str] {
        match self.rules().variant {
            Variant::Russian => &[
                "a position for the third time",
                "15 moves by kings only, without a capture",
                "three or more kings against one: 15 moves",
                "a lone king on the main road against three pieces: 5 moves",
                "a lone king against two pieces: 5 moves",
                "kings on both sides and nothing captured or crowned: 30 moves with 4 or 5 pieces, 60 with 6 or 7",
            ],
            Variant::Brazilian => &[
                "a position for the third time",
                "limits on moves by kings only, without a capture",
                "limits on moves in endings with few kings",
            ],
        }
    }
}
