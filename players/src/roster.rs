//! From a player in words to the player.

use crate::records::Recorded;
use crate::{BitsPlayer, LotsPlayer, Player, Spec, SpecError};
use nexsolve_core::{Chance, Prober, SplitMix};

/// A game that all players can play, and whose games can be written down.
pub trait Playable: Chance + Recorded + 'static {}

impl<G: Chance + Recorded + 'static> Playable for G {}

/// What players are made with.
pub struct Roster<'a, G: Playable> {
    /// The game that they play.
    pub game: &'a G,
    /// Perfect knowledge, where there is some.
    pub table: Option<&'a dyn Prober<G>>,
}

/// The players, each with how it is written and what it does.
pub const PLAYERS: &[(&str, &str)] = &[
    ("random", "each legal move is as likely as any other"),
    ("pseudorand", "first each kind of move, then each move of the kind"),
    ("random-bits", "as random, drawn on the board's bits without listing moves"),
];

impl<'a, G: Playable> Roster<'a, G> {
    /// The player with this description, whose lots come from `seed`.
    ///
    /// # Errors
    /// If there is no such player, or not with these options, or not for this game.
    pub fn player(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player<G> + 'a>, SpecError> {
        let mut rest = spec.clone();
        let random = SplitMix(seed);
        let player: Box<dyn Player<G> + 'a> = match spec.name.as_str() {
            "random" => Box::new(LotsPlayer::uniform(random)),
            "pseudorand" => Box::new(LotsPlayer::by_kind(random)),
            "random-bits" => Box::new(BitsPlayer::new(random)),
            _ => return Err(unknown(spec)),
        };
        finished(&mut rest)?;
        Ok(player)
    }
}

fn unknown(spec: &Spec) -> SpecError {
    let names: Vec<&str> = PLAYERS.iter().map(|(name, _)| *name).collect();
    SpecError::whole(
        &spec.to_string(),
        format!("there is no player `{}`: expected one of {}", spec.name, names.join(", ")),
    )
}

/// That every option has been asked for.
fn finished(rest: &mut Spec) -> Result<(), SpecError> {
    match rest.options.first() {
        None => Ok(()),
        Some((option, _)) => {
            let reason = format!("{} has no option `{option}`", rest.name);
            Err(SpecError::whole(&rest.to_string(), reason))
        }
    }
}
