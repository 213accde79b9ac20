//! The positions of an exam.

use nexsolve_core::{Game, Layer, LayerId, ProbeError, SplitMix, Symmetric};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_oracle::Oracle;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Positions that are not over, one of each symmetry class, grouped into stages of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    pub(super) kind: SelectionKind,
    pub(super) staging: Staging,
    /// The names of the stages, in the order of play.
    pub(super) stages: Vec<String>,
    pub(super) items: Vec<Item>,
}

/// Which positions a selection has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionKind {
    /// All positions that play can reach.
    All,
    /// A sample of the positions that play can reach; all are equally likely.
    Sample,
    /// A sample of the positions that the database numbers, which play may not be able to reach; all are
    /// equally likely.
    NumberedSample,
    /// Positions of random games, which need no database: those that are easy to reach are likelier.
    PlayedSample,
}

/// What the stages of the game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Staging {
    /// A stage is the least number of plies that leads to a position.
    Plies,
    /// A stage is a layer of the database.
    Layers,
}

/// A position of an exam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The position, in canonical form.
    pub(super) position: AnyPosition,
    /// The index of its stage.
    pub(super) stage: u32,
    /// The number of positions in its symmetry class.
    pub(super) copies: u32,
}

/// Why positions could not be selected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// Play can reach too many positions.
    #[error("play can reach more than {most} positions")]
    TooMany {
        /// The limit.
        most: usize,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

/// A sample ends after this many draws for each position wanted, and at least [`LEAST_DRAWS`], even if it has
/// fewer positions.
const DRAWS: u64 = 1_000;
const LEAST_DRAWS: u64 = 100_000;

/// A sample of random games ends after this many games for each position wanted.
const DRAWS_OF_GAMES: u64 = 20;

/// Random games are broken off after this many plies.
const LONGEST_GAME: usize = 1_000;

impl Selection {
    /// The memory that [`Selection::all`] needs for a position, in bytes.
    pub const BYTES: u64 = 512;

    /// Selects all positions that play can reach from the start.
    ///
    /// # Errors
    /// If there are more than `most`, or `stop` is set.
    pub fn all(game: &AnyGame, most: usize, stop: &AtomicBool) -> Result<Self, SelectionError> {
        let is_open = |position: &AnyPosition| game.outcome(position).is_none();
        let (mut stage_of, mut ply) = (HashMap::new(), 0);
        let mut frontier: Vec<AnyPosition> =
            [game.canonical(&game.start())].into_iter().filter(is_open).collect();
        stage_of.extend(frontier.iter().map(|start| (*start, ply)));
        while !frontier.is_empty() {
            ply += 1;
            let mut next = Vec::new();
            for position in frontier {
                if stop.load(Relaxed) {
                    return Err(SelectionError::Stopped);
                }
                for (_, after) in game.continuations(&position) {
                    let after = game.canonical(&after);
                    if is_open(&after) && !stage_of.contains_key(&after) {
                        stage_of.insert(after, ply);
                        next.push(after);
                    }
                }
                if stage_of.len() > most {
                    return Err(SelectionError::TooMany { most });
                }
            }
            frontier = next;
        }
        let item = |(position, stage)| Item { position, stage, copies: game.copies(&position) as u32 };
        let mut items: Vec<Item> = stage_of.into_iter().map(item).collect();
        items.sort_unstable_by_key(|item| (item.stage, item.position));
        let stages = (0..ply).map(|ply| ply.to_string()).collect();
        Ok(Self { kind: SelectionKind::All, staging: Staging::Plies, stages, items })
    }

    /// Selects a sample of `wanted` positions of the oracle's first database, without repetition. Positions
    /// that play cannot reach are left out if the database knows them. The sample is smaller if the database
    /// has hardly more positions.
    ///
    /// # Errors
    /// If a table cannot be read, or `stop` is set.
    pub fn sample(
        oracle: &Oracle,
        wanted: u64,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Self, SelectionError> {
        let game = oracle.game();
        let layers = oracle.layers();
        let all: u64 = layers.iter().map(|layer| layer.len).sum();
        let mut random = SplitMix::part(seed, 0);
        let (mut items, mut drawn, mut kind) = (Vec::new(), HashSet::new(), SelectionKind::Sample);
        for _ in 0..wanted.saturating_mul(DRAWS).max(LEAST_DRAWS) {
            if items.len() as u64 >= wanted || drawn.len() as u64 == all {
                break;
            }
            if stop.load(Relaxed) {
                return Err(SelectionError::Stopped);
            }
            let number = random.below(all as usize) as u64;
            if !drawn.insert(number) {
                continue;
            }
            let (layer, rank) = place(layers, number);
            let Some(position) = oracle.unranked(LayerId::new(layer), &[rank])[0] else { continue };
            let position = game.canonical(&position);
            if game.outcome(&position).is_some() {
                continue;
            }
            match oracle.reachable(&position)? {
                Some(false) => continue,
                Some(true) => {}
                None => kind = SelectionKind::NumberedSample,
            }
            items.push(Item { position, stage: layer as u32, copies: game.copies(&position) as u32 });
        }
        items.sort_unstable_by_key(|item| (item.stage, item.position));
        Ok(Self {
            kind,
            staging: Staging::Layers,
            stages: layers.iter().map(|layer| layer.name.clone()).collect(),
            items,
        })
    }

    /// Selects `wanted` positions of random games, without repetition: of each game one, all plies of it
    /// being equally likely. The sample is smaller if the board has hardly more positions.
    ///
    /// # Errors
    /// If `stop` is set.
    pub fn played(game: &AnyGame, wanted: u64, seed: u64, stop: &AtomicBool) -> Result<Self, SelectionError> {
        let mut random = SplitMix::part(seed, 0);
        let mut stage_of = HashMap::new();
        for _ in 0..wanted.saturating_mul(DRAWS_OF_GAMES) {
            if stage_of.len() as u64 >= wanted {
                break;
            }
            if stop.load(Relaxed) {
                return Err(SelectionError::Stopped);
            }
            let (mut position, mut positions) = (game.start(), Vec::new());
            while game.outcome(&position).is_none() && positions.len() < LONGEST_GAME {
                positions.push(position);
                let legal = game.legal_moves(&position);
                position = game.play(&position, legal[random.below(legal.len())]);
            }
            let ply = random.below(positions.len());
            stage_of.entry(game.canonical(&positions[ply])).or_insert(ply as u32);
        }
        let item = |(position, stage)| Item { position, stage, copies: game.copies(&position) as u32 };
        let mut items: Vec<Item> = stage_of.into_iter().map(item).collect();
        items.sort_unstable_by_key(|item| (item.stage, item.position));
        let last = items.last().map_or(0, |item| item.stage);
        let stages = (0..=last).map(|ply| ply.to_string()).collect();
        Ok(Self { kind: SelectionKind::PlayedSample, staging: Staging::Plies, stages, items })
    }

    /// Returns a sample of `wanted` of these positions, or all of them if there are no more.
    pub fn part(mut self, wanted: u64, seed: u64) -> Self {
        if wanted < self.len() {
            let mut random = SplitMix::part(seed, 0);
            for at in 0..wanted as usize {
                let other = at + random.below(self.items.len() - at);
                self.items.swap(at, other);
            }
            self.items.truncate(wanted as usize);
            self.items.sort_unstable_by_key(|item| (item.stage, item.position));
            self.kind = SelectionKind::Sample;
        }
        self
    }

    /// Returns which positions these are.
    pub fn kind(&self) -> SelectionKind {
        self.kind
    }

    /// Returns the number of positions.
    pub fn len(&self) -> u64 {
        self.items.len() as u64
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// Returns the layer of the position with this number, all layers counted through, and its rank there.
fn place(layers: &[Layer], number: u64) -> (usize, u64) {
    let mut rank = number;
    for (index, layer) in layers.iter().enumerate() {
        match rank.checked_sub(layer.len) {
            None => return (index, rank),
            Some(rest) => rank = rest,
        }
    }
    unreachable!("the number of a position")
}
