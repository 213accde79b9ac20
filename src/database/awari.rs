//! Questions about Awari: the board alone, or a game with its stores, which decide who wins.

use super::asked::Asked;
use nexsolve_core::{Game, Notation, ReadError, Wdl};
use nexsolve_games::awari::{Awari, AwariPosition, Pit, Pits, Seeds};

/// A board, or a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// What the seeds on the board are worth.
    Board(Pits),
    /// Who wins the game.
    Game(AwariPosition),
}

impl Asked for Seeds {
    type Question = Question;

    /// Twelve numbers, or a diagram without stores, are the board alone; all else is a game.
    fn read(&self, text: &str) -> Result<Question, ReadError> {
        let numbers = text.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '|');
        let board = if text.trim().contains('\n') {
            self.read_position(text).is_ok()
        } else {
            numbers && text.matches('|').count() < 2
        };
        if board {
            self.read_position(text).map(Question::Board)
        } else {
            Awari.read_position(text).map(Question::Game)
        }
    }

    fn about(&self, position: &Pits) -> Question {
        Question::Board(*position)
    }

    fn position(&self, question: &Question) -> Pits {
        match question {
            Question::Board(pits) => *pits,
            Question::Game(position) => position.pits(),
        }
    }

    fn after(&self, question: &Question, mv: Pit) -> Question {
        match question {
            Question::Board(pits) => Question::Board(self.play(pits, mv)),
            Question::Game(position) => Question::Game(Awari.play(position, mv)),
        }
    }

    fn format(&self, question: &Question) -> String {
        match question {
            Question::Board(pits) => self.format_position(pits),
            Question::Game(position) => Awari.format_position(position),
        }
    }

    fn draw(&self, question: &Question) -> String {
        match question {
            Question::Board(pits) => self.diagram(pits),
            Question::Game(position) => Awari.diagram(position),
        }
    }

    fn write_move(&self, question: &Question, mv: Pit) -> String {
        match question {
            Question::Board(pits) => self.format_move(pits, mv),
            Question::Game(position) => Awari.format_move(position, mv),
        }
    }

    fn ended(&self, question: &Question) -> Option<Wdl> {
        match question {
            Question::Board(pits) => self.outcome(pits),
            Question::Game(position) => Awari.outcome(position),
        }
    }

    fn lead(&self, question: &Question) -> Option<i16> {
        let Question::Game(position) = question else { return None };
        let [own, other] = position.stores().map(i16::from);
        Some(own - other)
    }

    /// The board alone is told as the player to move sees it, whoever that is.
    fn mover(&self, question: &Question) -> Option<&'static str> {
        let Question::Game(position) = question else { return None };
        Some(crate::solve::report::player_word(position.side_to_move()))
    }
}
