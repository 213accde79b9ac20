//! The games that all players can play.

use crate::evaluation::{self, Evaluation};
use crate::gtp::Spoken;
use crate::records::Recorded;
use nexsolve_core::Chance;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;

/// A game that all players can play: what they know of it beyond its rules.
pub trait Playable: Chance + Recorded + Spoken + Sized + 'static {
    /// The evaluations of its positions, the default first.
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>];
}

impl Playable for Nex<u64> {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::nex_evaluations()
    }
}

impl Playable for Nex<Wide> {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::nex_evaluations()
    }
}

impl Playable for Hex<u64> {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::hex_evaluations()
    }
}

impl Playable for Hex<Wide> {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::hex_evaluations()
    }
}

impl Playable for Awari {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::AWARI
    }
}

impl Playable for Draughts {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::DRAUGHTS
    }
}
