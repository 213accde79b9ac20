//! A network as the judge of a tree search: the player `net`.

use crate::tree::{Judge, Judgement};
use nexsolve_db::files;
use nexsolve_games::Shown;
use nexsolve_net::{Network, Seen};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Judges by a network.
pub(crate) struct NetJudge(pub(crate) Arc<Network>);

impl<G: Shown> Judge<G> for NetJudge {
    fn judge(&self, game: &G, position: &G::Position, moves: &[G::Move]) -> Judgement {
        let opinion = self.0.evaluate(&[Seen::of(game, position, moves)]).remove(0);
        if !opinion.is_finite() {
            // The weights are so large that the network's numbers overflow: it knows nothing here.
            return Judgement { share: 0.5, priors: vec![1.0 / moves.len() as f32; moves.len()] };
        }
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
        let most = Network::MOST_BYTES;
        let bytes = files::read_at_most(Path::new(file), most).map_err(|error| format!("{file}: {error}"))?;
        let bytes = bytes.ok_or_else(|| format!("{file}: a network has at most {most} bytes"))?;
        let network = Network::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
        let network = Arc::new(network);
        known.insert(file.to_owned(), Arc::clone(&network));
        Ok(network)
    }
}
