//! A network as the judge of a tree search: the player `net`.

use crate::tree::{Judge, Judgement};
use nexsolve_db::files;
use nexsolve_games::{Board, Shown};
use nexsolve_net::{Network, Seen};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
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

/// Networks that are at hand without being named: for some boards, one file each, with the board's name and `-` for `:`.
#[derive(Clone, Debug, Default)]
pub enum Shelf {
    /// There are none.
    #[default]
    Empty,
    /// In the program: the names of files, and their contents.
    Within(&'static [(&'static str, &'static [u8])]),
    /// In a folder.
    Folder(PathBuf),
}

impl Shelf {
    fn has(&self, board: &str) -> bool {
        match self {
            Self::Empty => false,
            Self::Within(all) => all.iter().any(|(name, _)| *name == name_of(board)),
            Self::Folder(folder) => folder.join(name_of(board)).is_file(),
        }
    }

    /// Returns the network of a board.
    fn read(&self, board: &str) -> Result<Network, String> {
        let name = name_of(board);
        match self {
            Self::Within(all) if let Some((_, bytes)) = all.iter().find(|(known, _)| *known == name) => {
                Network::read(bytes).map_err(|error| error.to_string())
            }
            Self::Folder(folder) if self.has(board) => in_file(&folder.join(name)),
            _ => Err(none(board)),
        }
    }
}

fn name_of(board: &str) -> String {
    format!("{}.safetensors", board.replace(':', "-"))
}

fn none(board: &str) -> String {
    format!("no network for {board} comes with the program")
}

/// Where players get networks. Clones share what has been read.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    shelf: Shelf,
    /// Whether players may name files.
    has_files: bool,
    /// The networks that have been read, by file or board.
    known: Arc<Mutex<HashMap<String, Arc<Network>>>>,
}

impl Networks {
    /// Returns networks from a shelf.
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf, ..Self::default() }
    }

    /// Lets players name files, too.
    pub fn with_files(self) -> Self {
        Self { has_files: true, ..self }
    }

    /// Returns why `net` cannot play on a board without a file; `None` if it can. Reads no network.
    pub fn missing(&self, board: Board) -> Option<String> {
        let board = board.to_string();
        (!self.shelf.has(&board)).then(|| none(&board))
    }

    /// Reads the network of a board that has one, unless it has been read before.
    ///
    /// # Errors
    /// If the file is damaged, or cannot be read; the text says why.
    pub fn load(&self, board: Board) -> Result<(), String> {
        if self.missing(board).is_none() { self.read(None, board).map(|_| ()) } else { Ok(()) }
    }

    /// Returns the network in a file, or that of a board.
    pub(crate) fn read(&self, file: Option<&str>, board: Board) -> Result<Arc<Network>, String> {
        if file.is_some() && !self.has_files {
            return Err("players cannot read files here".to_owned());
        }
        let name = file.map_or_else(|| board.to_string(), str::to_owned);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = known.get(&name) {
            return Ok(Arc::clone(network));
        }
        let network = Arc::new(match file {
            Some(file) => in_file(Path::new(file))?,
            None if self.has_files => {
                self.shelf.read(&name).map_err(|reason| format!("{reason}{NAME_ONE}"))?
            }
            None => self.shelf.read(&name)?,
        });
        known.insert(name, Arc::clone(&network));
        Ok(network)
    }
}

/// What to do where files can be named.
const NAME_ONE: &str = "; name a file, such as net(4x4.safetensors, 100)";

fn in_file(file: &Path) -> Result<Network, String> {
    let (most, shown) = (Network::MOST_BYTES, file.display());
    let bytes = files::read_at_most(file, most).map_err(|error| format!("{shown}: {error}"))?;
    let bytes = bytes.ok_or_else(|| format!("{shown}: a network has at most {most} bytes"))?;
    Network::read(&bytes).map_err(|error| format!("{shown}: {error}"))
}
