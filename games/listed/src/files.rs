//! Lists and whole games as files of a database, so that it can be opened without walking, and without the
//! rules.

use crate::bytes::{FileError, Kind, Reader, Writer};
use crate::graph::{About, Graph, MOST_POINTS, Node};
use crate::list::List;
use crate::rules::{Key, Rules};
use nexsolve_core::{Layer, LayerId, Wdl};
use std::collections::BTreeSet;
use std::io;

/// The file name of a list.
pub const LIST: &str = "positions.list";

/// The file name of a game that is not in the program.
pub const GAME: &str = "game.graph";

/// Returns the file of a board's list: the name of the board, and the number of layers; for each layer, its
/// stage, the number of its successors and their indices, and the number of its positions. Then, layer by
/// layer, each key minus the one before it, the first minus 0.
///
/// # Errors
/// If the system refuses memory.
pub fn list_file(board: &str, list: &List) -> io::Result<Vec<u8>> {
    let mut writer = Writer::default();
    writer.text(board);
    writer.number(list.layers().len() as u64);
    for (id, layer) in Layer::with_ids(list.layers()) {
        writer.number(list.stage(id));
        writer.number(layer.successors.len() as u64);
        layer.successors.iter().for_each(|next| writer.number(next.index() as u64));
        writer.number(layer.len);
    }
    for layer in LayerId::all(list.layers()) {
        let mut last = 0;
        for place in list.places(layer) {
            let Key(key) = list.at(place);
            writer.number(key - last);
            last = key;
        }
    }
    writer.file(Kind::List)
}

/// Reads the list of a board, which the same rules made.
///
/// # Errors
/// If the file is damaged, or the list is not one of this board: it names another, does not have the start,
/// or its positions are not canonical and in the order of their stages.
pub fn read_list(file: &[u8], board: &str, rules: &dyn Rules) -> Result<List, FileError> {
    let mut reader = Reader::open(file, Kind::List)?;
    let wrong = || FileError::Damaged("it is not the list of this board");
    if reader.text()? != board {
        return Err(wrong());
    }
    let count = reader.count()?;
    let mut heads = Vec::new();
    for _ in 0..count {
        let stage: u32 = reader.number()?;
        let next = (0..reader.count()?).map(|_| reader.number()).collect::<Result<Vec<usize>, _>>()?;
        heads.push((stage, next, reader.number::<usize>()?));
    }
    let stages: Vec<u32> = heads.iter().map(|(stage, ..)| *stage).collect();
    let mut all = Vec::new();
    for (stage, next, len) in heads {
        let (mut keys, mut last) = (Vec::new(), 0_u128);
        for at in 0..len {
            let step: u128 = reader.number()?;
            last = last.checked_add(step).filter(|_| at == 0 || step > 0).ok_or_else(wrong)?;
            let key = Key(last);
            let is_wide = rules.key_bits() < 128 && last >> rules.key_bits() != 0;
            if is_wide || rules.stage(key) != stage || rules.canonical(key) != key {
                return Err(wrong());
            }
            keys.push(key);
        }
        let next: Option<BTreeSet<u32>> = next.into_iter().map(|next| stages.get(next).copied()).collect();
        all.push((stage, keys, next.filter(|_| len > 0).ok_or_else(wrong)?));
    }
    reader.end()?;
    let len: usize = all.iter().map(|(_, keys, _)| keys.len()).sum();
    if !stages.is_sorted_by(|one, next| one < next) || len == 0 || u32::try_from(len).is_err() {
        return Err(wrong());
    }
    let list = List::of(rules, all);
    let start = rules.canonical(rules.start());
    if list.place_of(start, rules.stage(start)).is_some() { Ok(list) } else { Err(wrong()) }
}

/// Returns the file of a game.
///
/// # Errors
/// If the system refuses memory.
pub fn game_file(graph: &Graph) -> io::Result<Vec<u8>> {
    contents(graph).file(Kind::Graph)
}

/// Returns the digest in the file of a game.
pub(crate) fn game_digest(graph: &Graph) -> blake3::Hash {
    contents(graph).digest()
}

/// Returns the contents of the file of a game: what people see of it as JSON; the number of words and each
/// word; the number of layers and the number of positions of each; the start. Then each position: a number
/// that is odd if the second player is to move, and half of which is 0 while the game goes on, 1 for a loss,
/// 2 for a draw, 3 for a win; if games end with points and this one is over, its points plus 127; its text;
/// how people see it; the number of moves, and for each its word and the position after it.
fn contents(graph: &Graph) -> Writer {
    let mut writer = Writer::default();
    writer.text(&serde_json::to_string(&graph.about).expect("texts and numbers"));
    writer.number(graph.words.len() as u64);
    graph.words.iter().for_each(|word| writer.text(word));
    writer.number(graph.layers.len() as u64);
    graph.layers.iter().for_each(|&len| writer.number(len));
    writer.number(graph.start);
    for node in &graph.nodes {
        writer.number(u8::from(node.is_second) | node.outcome.map_or(0, |outcome| 2 * (1 + outcome as u8)));
        if graph.about.points && node.outcome.is_some() {
            writer.number((node.points + MOST_POINTS) as u16);
        }
        writer.text(&node.text);
        writer.text(&node.shown);
        writer.number(node.moves.len() as u64);
        for &(word, to) in &node.moves {
            writer.number(word);
            writer.number(to);
        }
    }
    writer
}

/// Reads a game.
///
/// # Errors
/// If the file is damaged, or its contents are not a game.
pub fn read_game(file: &[u8]) -> Result<Graph, FileError> {
    let mut reader = Reader::open(file, Kind::Graph)?;
    let about: serde_json::Result<About> = serde_json::from_str(reader.text()?);
    let about = about.map_err(|_| FileError::Damaged("its description is wrong"))?;
    let words = (0..reader.count()?).map(|_| reader.text().map(Into::into)).collect::<Result<Vec<_>, _>>()?;
    let layers = (0..reader.count()?).map(|_| reader.number()).collect::<Result<Vec<u32>, _>>()?;
    let start = reader.number()?;
    let mut nodes = Vec::new();
    for _ in 0..layers.iter().map(|&len| u64::from(len)).sum() {
        let flags: u8 = reader.number()?;
        let outcome = match flags >> 1 {
            0 => None,
            1 => Some(Wdl::Loss),
            2 => Some(Wdl::Draw),
            3 => Some(Wdl::Win),
            _ => return Err(FileError::Damaged("an outcome is unknown")),
        };
        let points = match outcome.filter(|_| about.points) {
            Some(_) => i16::from(reader.number::<u8>()?) - MOST_POINTS,
            None => 0,
        };
        let text = reader.text()?.into();
        let shown = reader.text()?.into();
        let moves = (0..reader.count()?).map(|_| Ok((reader.number()?, reader.number()?)));
        let moves = moves.collect::<Result<_, FileError>>()?;
        nodes.push(Node { text, shown, is_second: flags & 1 == 1, outcome, points, moves });
    }
    reader.end()?;
    Graph::of(about, nodes, words, start, layers)
        .map_err(|_| FileError::Damaged("its contents are not a game"))
}
