//! A network as the judge of a tree search: the player `net`.

use crate::tree::{Judge, Judgement};
use nexsolve_db::files;
use nexsolve_games::{Board, Shown};
use nexsolve_net::{Network, NetworkFile, Seen};
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

/// Networks that are at hand without being named: for some boards, one file each, with the board's name and
/// `-` for `:`.
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
    fn read(&self, board: Board) -> Result<Network, String> {
        let text = board.to_string();
        let name = name_of(&text);
        match self {
            Self::Within(all) if let Some((_, bytes)) = all.iter().find(|(known, _)| *known == name) => {
                Network::read(bytes).map_err(|error| error.to_string())
            }
            Self::Folder(folder) if self.has(&text) => in_file(&folder.join(name), board),
            _ => Err(none(&text)),
        }
    }
}

fn name_of(board: &str) -> String {
    format!("{}.safetensors", board.replace(':', "-"))
}

fn none(board: &str) -> String {
    format!("no network for {board} comes with the program")
}

/// Networks by file or board, and by game.
type NetworkCache = HashMap<(String, &'static str), Arc<Network>>;

/// Where players get networks. Clones share what has been read.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    shelf: Shelf,
    /// Whether players may name files.
    has_files: bool,
    /// The networks that have been read.
    known: Arc<Mutex<NetworkCache>>,
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
        let name = (file.map_or_else(|| board.to_string(), str::to_owned), board.card().word);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = known.get(&name) {
            return Ok(Arc::clone(network));
        }
        let network = Arc::new(match file {
            Some(file) => in_file(Path::new(file), board)?,
            None if self.has_files => {
                self.shelf.read(board).map_err(|reason| format!("{reason}{NAME_ONE}"))?
            }
            None => self.shelf.read(board)?,
        });
        known.insert(name, Arc::clone(&network));
        Ok(network)
    }
}

/// What to do where files can be named.
const NAME_ONE: &str = "; name a file, such as net(4x4.safetensors, 100)";

/// Reads the network in a file, which must not belong to another game. It may belong to another size of the
/// board.
fn in_file(file: &Path, board: Board) -> Result<Network, String> {
    let (most, shown) = (Network::MOST_BYTES, file.display());
    let bytes = files::read_at_most(file, most).map_err(|error| format!("{shown}: {error}"))?;
    let bytes = bytes.ok_or_else(|| format!("{shown}: a network has at most {most} bytes"))?;
    let stored = NetworkFile::read(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    let game = board.card().word;
    match stored.notes.get(BOARD) {
        Some(trained) if trained.split(':').next() != Some(game) => Err(format!(
            "{shown}: this is a network of {}, not of {}",
            trained.escape_debug(),
            board.card().title
        )),
        _ => Ok(Network::new(stored.shape, &stored.tensors)),
    }
}

/// The metadata of a network file that names the board on which it was trained.
const BOARD: &str = "board";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_plays_its_own_game_on_any_board() {
        let folder = tempfile::tempdir().expect("a folder");
        let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../net/stored/connect4-5x6.safetensors");
        let file = folder.path().join("x.safetensors");
        std::fs::copy(stored, &file).expect("copied");
        let networks = Networks::default().with_files();
        let read = |board: &str| {
            networks.read(file.to_str(), nexsolve_games::played(board, None).expect(board)).map(|_| ())
        };
        let refused = read("nex:3x3").expect_err("a network of Connect Four");
        assert!(refused.ends_with("this is a network of connect4:5x6, not of Nex"), "{refused}");
        assert_eq!(read("connect4:6x7"), Ok(()));
        assert!(read("nex:3x3").is_err(), "also once the file has been read");
    }
}
