//! A network as the judge of a tree search: the player `net`.

use crate::tree::{Judge, Judgement};
use nexsolve_games::Observed;
use nexsolve_net::{Network, Seen};
use std::collections::HashMap;
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};

/// Judges by a network.
pub(crate) struct NetJudge(pub(crate) Arc<Network>);

impl<G: Observed> Judge<G> for NetJudge {
    fn judge(&self, game: &G, position: &G::Position, moves: &[G::Move]) -> Judgement {
        let opinion = self.0.evaluate(&[Seen::of(game, position, moves)]).remove(0);
        Judgement { share: opinion.share(), priors: opinion.priors() }
    }
}

/// Where players get networks: from files that are read once, or from nowhere.
#[derive(Default)]
pub(crate) struct Networks(Option<Mutex<HashMap<String, Arc<Network>>>>);

impl Networks {
    /// Returns networks that are read from files.
    pub(crate) fn of_files() -> Self {
        Self(Some(Mutex::default()))
    }

    /// Returns the network in a file.
    pub(crate) fn read(&self, file: &str) -> Result<Arc<Network>, String> {
        let Some(known) = &self.0 else {
            return Err("players cannot read files here".to_owned());
        };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = known.get(file) {
            return Ok(Arc::clone(network));
        }
        let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        let (network, _) = Network::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
        let network = Arc::new(network);
        known.insert(file.to_owned(), Arc::clone(&network));
        Ok(network)
    }
}
