//! Games that are not in the program: all their positions and moves, as data.
//!
//! Whoever makes such a game numbers its positions as he meets them, the start first. [`Graph::new`] puts
//! them into layers: by the longest line of play from the start, so that every move leads to a later layer.
//! If play can repeat positions, there is one layer.

use nexsolve_core::Wdl;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The most bytes of a name.
const LONGEST_NAME: usize = 64;

/// The most bytes of a title, or of a player's name.
const LONGEST_TITLE: usize = 200;

/// What people see of a game that is not in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The name, in small letters, digits and hyphens: `nim`.
    pub name: String,
    /// The title: `Nim`.
    pub title: String,
    /// The names of the players, the first player's first.
    pub sides: [String; 2],
    /// Whether play can repeat positions; endless play is a draw.
    pub repeats: bool,
    /// Whether a position says who is to move. If not, either player may be.
    pub has_sides: bool,
    /// The rows and columns, if positions are shown as a grid of signs.
    pub grid: Option<(u32, u32)>,
    /// Whether a game ends with points, [`Node::points`]; more are better.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub points: bool,
}

/// The most points with which a game can end, so that a table has at most 256 values.
pub const MOST_POINTS: i16 = 127;

/// A position of a [`Graph`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The position on one line. No two positions have the same text.
    pub text: String,
    /// How people see it: some lines, rows of signs, or an SVG picture. Empty if they see the text.
    pub shown: String,
    /// Whether the second player is to move, if positions say so.
    pub is_second: bool,
    /// The result for the side to move, if the game is over.
    pub outcome: Option<Wdl>,
    /// The points of the side to move minus those of the other side, if the game is over and ends with
    /// points: at most [`MOST_POINTS`] for either. The result is their sign.
    pub points: i16,
    /// The moves: the index of each move's text in the list of words, and the number of the position after
    /// it. No two moves of a position have the same text.
    pub moves: Vec<(u32, u32)>,
}

/// A game as its positions and moves.
#[derive(Debug, PartialEq, Eq)]
pub struct Graph {
    pub(crate) about: About,
    /// The positions, layer by layer.
    pub(crate) nodes: Vec<Node>,
    /// The texts of the moves.
    pub(crate) words: Vec<String>,
    pub(crate) start: u32,
    /// The most points with which a game ends, at least 1; 0 if points are not counted.
    pub(crate) stake: u16,
    /// The number of positions of each layer.
    pub(crate) layers: Vec<u32>,
    /// The first position of each layer, then the end.
    firsts: Vec<u32>,
    index: Index,
}

/// The positions in the order of their texts, once they are needed. It follows from the positions.
#[derive(Debug, Default)]
struct Index(OnceLock<Vec<u32>>);

impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Index {}

/// Why positions and moves are not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// Play can repeat positions, which the game denies: the positions of a circle, by number.
    #[error("play can return to a position")]
    Circle(Vec<u32>),
    /// Two positions, by number, have the same text.
    #[error("two positions are written in the same way")]
    SameText(u32, u32),
    /// A text is empty, or contains what separates texts, or what could control a terminal.
    #[error("`{0}` cannot be the text of a position or move")]
    Text(String),
    /// A number, a name or an outcome contradicts another part.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl Graph {
    /// Makes a game of positions, of which the first is the start.
    ///
    /// # Errors
    /// If play can repeat positions although the game denies it, two positions or two moves of one have the
    /// same text, a text is empty or contains a control character or, in a move, `;` or a space, or the names
    /// or the grid are not ones that can be shown.
    ///
    /// # Panics
    /// If a move leads to a position that is not there.
    pub fn new(about: About, nodes: Vec<Node>, words: Vec<String>) -> Result<Self, GraphError> {
        let layer_of = if about.repeats { vec![0; nodes.len()] } else { layers(&nodes)? };
        let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
        // Similar texts beside each other: tables compress better.
        order.sort_by_key(|&at| (layer_of[at as usize], &nodes[at as usize].text));
        let mut place = vec![0; nodes.len()];
        order.iter().zip(0..).for_each(|(&at, number)| place[at as usize] = number);
        let mut layers = vec![0; layer_of.iter().max().map_or(0, |&last| last as usize + 1)];
        for &layer in &layer_of {
            layers[layer as usize] += 1;
        }
        let mut nodes: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
        let moved = |at: &u32| {
            let mut node = nodes[*at as usize].take().expect("each position once");
            node.moves.iter_mut().for_each(|(_, to)| *to = place[*to as usize]);
            node
        };
        let nodes = order.iter().map(moved).collect();
        let named = |at: u32| order[at as usize];
        Self::of(about, nodes, words, place[0], layers).map_err(|error| match error {
            GraphError::SameText(one, other) => GraphError::SameText(named(one), named(other)),
            error => error,
        })
    }

    /// Makes a game of positions that are in layers already.
    pub(crate) fn of(
        about: About,
        nodes: Vec<Node>,
        words: Vec<String>,
        start: u32,
        layers: Vec<u32>,
    ) -> Result<Self, GraphError> {
        let wrong = |what| Err(GraphError::Contradiction(what));
        let mut firsts = vec![0_u32];
        for &len in &layers {
            let Some(next) = firsts[firsts.len() - 1].checked_add(len).filter(|_| len > 0) else {
                return wrong("a layer is empty or too large");
            };
            firsts.push(next);
        }
        if firsts.last().map(|&end| end as usize) != Some(nodes.len()) || start as usize >= nodes.len() {
            return wrong("the layers do not have all positions");
        }
        if about.grid.is_some_and(|(rows, cols)| !(1..=26).contains(&rows) || !(1..=99).contains(&cols)) {
            return wrong("a grid has 1 to 26 rows and 1 to 99 columns");
        }
        if about.repeats && (layers.len() != 1 || about.points) {
            return wrong("a game that can repeat positions has one layer and no points");
        }
        if !about.is_sound() {
            return wrong("a name is empty, too long, or has signs that a name cannot have");
        }
        let bad_word = words.iter().find(|word| !is_plain(word) || word.contains([';', ' ']));
        let bad_text = nodes.iter().map(|node| &node.text).find(|text| !is_plain(text));
        let is_bad = |shown: &&String| shown.contains(|c: char| c.is_control() && c != '\n');
        let bad_shown = nodes.iter().map(|node| &node.shown).find(is_bad);
        if let Some(text) = bad_word.or(bad_text).or(bad_shown) {
            return Err(GraphError::Text(text.clone()));
        }
        let most = nodes.iter().map(|node| node.points.unsigned_abs()).max();
        let stake = if about.points { most.unwrap_or(0).max(1) } else { 0 };
        let graph = Self { stake, about, nodes, words, start, layers, firsts, index: Index::default() };
        for (at, node) in graph.nodes.iter().enumerate() {
            if node.outcome.is_some() != node.moves.is_empty() {
                return wrong("a position has no moves, or is over and has some");
            }
            let sign = node.outcome.map_or(0, |outcome| outcome as i16 - Wdl::Draw as i16);
            let has_points = graph.about.points && node.outcome.is_some();
            if node.points.signum() != if has_points { sign } else { 0 } || node.points.abs() > MOST_POINTS {
                return wrong("the points are too many, or are not those of the result");
            }
            for &(word, to) in &node.moves {
                let leads = (to as usize) < graph.nodes.len()
                    && (graph.about.repeats || graph.layer(to) > graph.layer(at as u32));
                if word as usize >= graph.words.len() || !leads {
                    return wrong("a move has no text, or leads to no later position");
                }
            }
            let mut texts: Vec<u32> = node.moves.iter().map(|&(word, _)| word).collect();
            texts.sort_unstable();
            if texts.windows(2).any(|pair| pair[0] == pair[1]) {
                return wrong("two moves of a position are written in the same way");
            }
        }
        let sorted = graph.sorted();
        let same = sorted.windows(2).find(|pair| graph.node(pair[0]).text == graph.node(pair[1]).text);
        same.map_or(Ok(()), |pair| Err(GraphError::SameText(pair[0], pair[1])))?;
        Ok(graph)
    }

    /// Returns what people see of the game.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the position with this text, whoever is to move.
    pub fn find(&self, text: &str) -> Option<u32> {
        let sorted = self.sorted();
        let at = sorted.binary_search_by(|&at| self.node(at).text.as_str().cmp(text)).ok()?;
        Some(sorted[at])
    }

    fn sorted(&self) -> &[u32] {
        self.index.0.get_or_init(|| {
            let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
            order.sort_unstable_by_key(|&at| &self.node(at).text);
            order
        })
    }

    pub(crate) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    pub(crate) fn layer(&self, number: u32) -> u32 {
        self.firsts.partition_point(|&first| first <= number) as u32 - 1
    }
}

impl About {
    /// Whether the names can stand in the name of a file, and on a line.
    fn is_sound(&self) -> bool {
        let is_kept = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let names = [&self.title, &self.sides[0], &self.sides[1]];
        !self.name.is_empty()
            && self.name.len() <= LONGEST_NAME
            && self.name.chars().all(is_kept)
            && names.into_iter().all(|name| is_plain(name) && name.len() <= LONGEST_TITLE)
    }
}

/// Whether a text can stand on a line of a terminal.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_control)
}

/// Returns the layer of each position: the length of the longest line of play to it.
fn layers(nodes: &[Node]) -> Result<Vec<u32>, GraphError> {
    let mut before = vec![0_u32; nodes.len()];
    nodes.iter().flat_map(|node| &node.moves).for_each(|&(_, to)| before[to as usize] += 1);
    let (mut layers, mut done) = (vec![0; nodes.len()], Vec::new());
    done.extend((0..nodes.len() as u32).filter(|&at| before[at as usize] == 0));
    let mut next = 0;
    while let Some(&at) = done.get(next) {
        for &(_, to) in &nodes[at as usize].moves {
            let to = to as usize;
            layers[to] = layers[to].max(layers[at as usize] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                done.push(to as u32);
            }
        }
        next += 1;
    }
    if done.len() == nodes.len() { Ok(layers) } else { Err(GraphError::Circle(circle(nodes, &before))) }
}

/// Returns a circle among the positions that still have a move before them.
fn circle(nodes: &[Node], before: &[u32]) -> Vec<u32> {
    // Backwards from any of them: each has one before it that is left, too.
    let mut earlier = vec![u32::MAX; nodes.len()];
    for (at, node) in nodes.iter().enumerate().filter(|(at, _)| before[*at] > 0) {
        node.moves.iter().for_each(|&(_, to)| earlier[to as usize] = at as u32);
    }
    let mut at = before.iter().position(|&before| before > 0).expect("a position that is left") as u32;
    let mut seen = vec![false; nodes.len()];
    while !std::mem::replace(&mut seen[at as usize], true) {
        at = earlier[at as usize];
    }
    let mut circle = vec![at];
    let mut back = earlier[at as usize];
    while back != at {
        circle.push(back);
        back = earlier[back as usize];
    }
    circle.reverse();
    circle
}
