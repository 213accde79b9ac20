//! Who sits at the board.

use crate::fault::Fault;
use crate::players;
use nexsolve_games::AnyGame;
use nexsolve_players::{Player, Roster, Spec};

/// A person or a program.
pub(super) enum Seat {
    /// A person, who is asked for each move.
    Person,
    /// A program.
    Program(Box<dyn Player<AnyGame>>),
}

impl Seat {
    /// The player that the user names.
    pub(super) fn of(roster: &Roster, spec: &Spec, seed: u64) -> Result<Self, Fault> {
        if spec.name != players::HUMAN {
            return Ok(Self::Program(players::make(roster, spec, seed)?));
        }
        if spec.number.is_some() || !spec.options.is_empty() {
            return Err(Fault::usage(format!("player {spec}: a person has no options")));
        }
        Ok(Self::Person)
    }

    pub(super) fn is_person(&self) -> bool {
        matches!(self, Self::Person)
    }

    /// The player's name.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Person => players::HUMAN.to_owned(),
            Self::Program(player) => player.name(),
        }
    }
}
