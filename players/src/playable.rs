//! The games that all players can play.

use crate::evaluation::{self, Evaluation};
use crate::gtp::Spoken;
use crate::records::Recorded;
use crate::{Player, Prover, Spec, SpecError};
use nexsolve_core::{Chance, SplitMix};
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;

/// A game that all players can play: what they know of it beyond its rules.
pub trait Playable: Chance + Recorded + Spoken + 'static {
    /// The evaluations of its positions, the default first.
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>];

    /// The player `solver3` of the game. The default is a game that is not searched.
    ///
    /// # Errors
    /// If the options are wrong, or the game is not searched.
    fn prover(spec: &mut Spec, _random: SplitMix) -> Result<Box<dyn Player<Self>>, SpecError> {
        let reason = format!("{} searches boards of up to 64 cells", spec.name);
        Err(SpecError::whole(&spec.to_string(), reason))
    }
}

impl Playable for Nex<u64> {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::nex_evaluations()
    }

    fn prover(spec: &mut Spec, random: SplitMix) -> Result<Box<dyn Player<Self>>, SpecError> {
        Ok(Box::new(Prover::new(spec, random)?))
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

    fn prover(spec: &mut Spec, random: SplitMix) -> Result<Box<dyn Player<Self>>, SpecError> {
        Ok(Box::new(Prover::new(spec, random)?))
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

    fn prover(spec: &mut Spec, random: SplitMix) -> Result<Box<dyn Player<Self>>, SpecError> {
        Ok(Box::new(Prover::new(spec, random)?))
    }
}

impl Playable for Draughts {
    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::DRAUGHTS
    }

    fn prover(spec: &mut Spec, random: SplitMix) -> Result<Box<dyn Player<Self>>, SpecError> {
        Ok(Box::new(Prover::new(spec, random)?))
    }
}
