//! The configuration of a run.

use crate::planning::{Planning, Play};
use nexsolve_games::main_game;
use nexsolve_net::NetworkShape;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How a network is trained. Everything that the result depends on, but for the tables and the number of
/// threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    /// The board.
    pub(crate) board: String,
    /// Where the examples come from.
    pub(crate) teacher: Teacher,
    /// The channels, blocks, vectors' length and hidden units of the network ([`NetworkShape`]).
    pub(crate) channels: usize,
    pub(crate) blocks: usize,
    pub(crate) dims: usize,
    pub(crate) hidden: usize,
    /// A network to begin with; random weights if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<PathBuf>,
    /// Positions in a batch.
    pub(crate) batch: usize,
    /// The highest learning rate. It rises over the first 200 batches and falls as half a cosine over the
    /// run.
    pub(crate) rate: f64,
    /// The factor by which weights decay, times the rate, in each batch.
    pub(crate) decay: f32,
    /// Batches between checkpoints.
    pub(crate) checkpoint: u64,
    /// Tables: the share of each batch that is taken from hard positions: those which arise while the network
    /// plays and the opponent plays anything, and in which the network likes bad moves.
    pub(crate) hard: f64,
    /// Self-play: how moves are planned.
    pub(crate) planning: Planning,
    /// Self-play: simulations for each move.
    pub(crate) simulations: u32,
    /// Self-play: games at the same time.
    pub(crate) games: usize,
    /// Self-play: plies played by the probabilities that the search teaches.
    pub(crate) opening: usize,
    /// Self-play: plies after which a game is drawn.
    pub(crate) longest: usize,
    /// Self-play: games between the network at each checkpoint and the best one before, which goes on playing
    /// unless the newer one scores at least 55 %. If 0, the newest always plays.
    pub(crate) contest: usize,
    /// Self-play: positions that are kept to learn from.
    pub(crate) window: usize,
    /// Self-play: how often each position is learned, on average.
    pub(crate) uses: f64,
    /// With tables: at each checkpoint, the network without search is tested against every way to play, if at
    /// most this many positions can arise.
    pub(crate) exploit: usize,
    /// The seed of all random numbers.
    pub(crate) seed: u64,
}

/// Where examples come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Teacher {
    /// Games of the network against itself: the search teaches moves, the results teach values.
    SelfPlay,
    /// The tables, on positions drawn from them.
    Tables,
    /// Games of the network against itself, whose positions the tables judge.
    Mixed,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            board: format!("{}:3x3", main_game().card().word),
            teacher: Teacher::SelfPlay,
            channels: 32,
            blocks: 3,
            dims: 8,
            hidden: 32,
            from: None,
            batch: 256,
            rate: 2e-3,
            decay: 1e-4,
            checkpoint: 200,
            hard: 0.0,
            planning: Planning::Gumbel,
            simulations: 48,
            games: 64,
            opening: 6,
            longest: 300,
            contest: 0,
            window: 60_000,
            uses: 8.0,
            exploit: 0,
            seed: 1,
        }
    }
}

impl Config {
    /// Returns the size of the network.
    pub(crate) fn shape(&self, kinds: Vec<nexsolve_net::ChangeKind>) -> NetworkShape {
        let Self { channels, blocks, dims, hidden, .. } = *self;
        NetworkShape { channels, blocks, dims, hidden, kinds }
    }

    /// Returns how self-play plays.
    pub(crate) fn play(&self) -> Play {
        let Self { planning, simulations, opening, longest, .. } = *self;
        Play { planning, simulations, opening, longest }
    }

    /// Checks that all numbers make sense.
    ///
    /// # Errors
    /// Says which one does not.
    pub(crate) fn check(&self) -> Result<(), String> {
        let limits = [
            ("channels", self.channels, 1, 1_024),
            ("blocks", self.blocks, 0, 64),
            ("dims", self.dims, 0, 256),
            ("hidden", self.hidden, 1, 4_096),
            ("batch", self.batch, 1, 65_536),
            ("checkpoint", self.checkpoint as usize, 1, usize::MAX),
            ("simulations", self.simulations as usize, 1, 1_000_000),
            ("games", self.games, 1, 65_536),
            ("contest", self.contest, 0, 65_536),
            ("longest", self.longest, 1, usize::MAX),
            ("window", self.window, 1, usize::MAX),
        ];
        for (name, value, least, most) in limits {
            if !(least..=most).contains(&value) {
                return Err(if most == usize::MAX {
                    format!("{name} must be at least {least}, not {value}")
                } else {
                    format!("{name} must be from {least} to {most}, not {value}")
                });
            }
        }
        if i64::try_from(self.seed).is_err() {
            return Err(format!("seed must be at most {}, not {}", i64::MAX, self.seed));
        }
        if !(self.decay >= 0.0 && self.decay.is_finite()) {
            return Err(format!("decay must not be negative, but is {}", self.decay));
        }
        if !(0.0..=1.0).contains(&self.hard) {
            return Err(format!("hard must be from 0 to 1, not {}", self.hard));
        }
        for (name, value) in [("rate", self.rate), ("uses", self.uses)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(format!("{name} must be greater than 0, not {value}"));
            }
        }
        Ok(())
    }
}
