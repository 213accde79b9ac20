//! The moves of a record with its variations and comments.

use super::values::AnyMove;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// The content of a record besides the moves of its main line.
///
/// The positions of a record are numbered: 0 is the start, `n` is the position after the `n`-th move of the
/// main line; the positions after the moves of `branches` follow, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// The moves outside of the main line; the moves that lead to a move come before it.
    pub branches: Vec<Branch>,
    /// Comments by the number of their position; none is empty.
    pub comments: BTreeMap<usize, String>,
    /// Other information about the game (event, place, date), with the tags of its format.
    pub tags: Vec<(String, String)>,
}

/// A move outside of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the position in which the move is made.
    pub after: usize,
    /// The move.
    pub mv: AnyMove,
}

/// A growing tree of moves. The first move added after a position continues its main line.
///
/// ```
/// use nexsolve_catalogue::AnyMove;
/// use nexsolve_catalogue::records::MoveTree;
///
/// let mut tree = MoveTree::default();
/// let first = tree.add(MoveTree::<AnyMove>::ROOT, AnyMove(1));
/// tree.add(first, AnyMove(2));
/// let variation = tree.add(first, AnyMove(3));
/// tree.comment(variation, "also possible");
/// let (main, beside) = tree.parts();
/// assert_eq!(main, [AnyMove(1), AnyMove(2)]);
/// assert_eq!((beside.branches[0].after, beside.branches[0].mv), (1, AnyMove(3)));
/// assert_eq!(beside.comments[&3], "also possible");
/// ```
#[derive(Clone, Debug)]
pub struct MoveTree<M = AnyMove> {
    nodes: Vec<Node<M>>,
    known: HashMap<(usize, M), usize>,
}

#[derive(Clone, Debug)]
struct Node<M> {
    parent: usize,
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    comment: String,
    children: Vec<usize>,
}

impl<M: Copy + Eq + Hash> Default for MoveTree<M> {
    fn default() -> Self {
        let root = Node { parent: 0, mv: None, comment: String::new(), children: Vec::new() };
        Self { nodes: vec![root], known: HashMap::new() }
    }
}

impl<M: Copy + Eq + Hash> MoveTree<M> {
    /// The root of every tree.
    pub const ROOT: usize = 0;

    /// Adds a move after a node unless it is already there; returns its node.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn add(&mut self, after: usize, mv: M) -> usize {
        let next = self.nodes.len();
        let node = *self.known.entry((after, mv)).or_insert(next);
        if node == next {
            self.nodes.push(Node {
                parent: after,
                mv: Some(mv),
                comment: String::new(),
                children: Vec::new(),
            });
            self.nodes[after].children.push(node);
        }
        node
    }

    /// Makes the move to `node` the one that continues the main line of its parent.
    pub fn lead(&mut self, node: usize) {
        let parent = self.nodes[node].parent;
        let children = &mut self.nodes[parent].children;
        if let Some(at) = children.iter().position(|&child| child == node).filter(|&at| at > 0) {
            children[..=at].rotate_right(1);
        }
    }

    /// Adds a comment to a node, on a new line after existing ones.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn comment(&mut self, node: usize, text: &str) {
        let text = comment_text(text);
        let comment = &mut self.nodes[node].comment;
        if !text.is_empty() && !comment.is_empty() {
            comment.push('\n');
        }
        *comment += &text;
    }

    /// Adds a line, which may be empty, to the comment of a node.
    pub fn comment_line(&mut self, node: usize, line: &str) {
        let line: String = line.trim_end().chars().filter(|c| !c.is_control()).collect();
        let comment = &mut self.nodes[node].comment;
        if comment.is_empty() {
            line.trim_start().clone_into(comment);
        } else {
            comment.push('\n');
            *comment += &line;
        }
    }

    /// Returns the parent of a node; the root is its own parent.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// Returns the number of nodes, including the root.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the move that leads to a node.
    pub fn mv(&self, node: usize) -> Option<M> {
        self.nodes[node].mv
    }

    /// Returns the comment at a node, which may be empty.
    pub fn comment_at(&self, node: usize) -> &str {
        &self.nodes[node].comment
    }

    /// Returns the children of a node; the first continues its main line.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// Returns the nodes of the main line after `node`.
    pub fn line_after(&self, node: usize) -> impl Iterator<Item = usize> {
        let next = |&at: &usize| self.nodes[at].children.first().copied();
        std::iter::successors(self.nodes[node].children.first().copied(), next)
    }

    /// Returns all moves.
    pub fn moves(&self) -> impl Iterator<Item = M> {
        self.nodes.iter().filter_map(|node| node.mv)
    }

    /// Returns all lines, each after the line from which it branches; the main line first.
    pub fn lines(&self) -> Vec<Variation> {
        let mut lines = vec![Variation { of: 0, after: 0, nodes: self.line_after(Self::ROOT).collect() }];
        let mut at = 0;
        while at < lines.len() {
            let Variation { after, .. } = lines[at];
            // The branches after each node of this line. Only the main line includes its beginning, the root.
            let begin = if at == 0 { vec![(0, Self::ROOT)] } else { Vec::new() };
            let nodes = (after + 1..).zip(lines[at].nodes.iter().copied());
            let nodes: Vec<(usize, usize)> = begin.into_iter().chain(nodes).collect();
            for (ply, node) in nodes {
                for &first in self.nodes[node].children.iter().skip(1) {
                    let nodes = std::iter::once(first).chain(self.line_after(first)).collect();
                    lines.push(Variation { of: at, after: ply, nodes });
                }
            }
            at += 1;
        }
        lines
    }

    /// Returns the moves of the main line, and everything else, with moves packed by `pack`.
    pub fn finish(&self, pack: impl Fn(M) -> AnyMove) -> (Vec<AnyMove>, Beside) {
        let mut beside = Beside::default();
        let main: Vec<AnyMove> =
            self.line_after(Self::ROOT).filter_map(|node| self.nodes[node].mv).map(&pack).collect();
        // Number the nodes depth-first, main lines first.
        let mut numbers = vec![0; self.nodes.len()];
        let mut open = vec![Self::ROOT];
        let mut number = 0;
        while let Some(at) = open.pop() {
            let Node { parent, mv, comment, children } = &self.nodes[at];
            numbers[at] = number;
            if !comment.is_empty() {
                beside.comments.insert(number, comment.clone());
            }
            if let Some(mv) = mv.filter(|_| number > main.len()) {
                beside.branches.push(Branch { after: numbers[*parent], mv: pack(mv) });
            }
            number += 1;
            open.extend(children.iter().rev());
        }
        (main, beside)
    }
}

impl MoveTree {
    /// Creates the tree of a main line and everything else. Comments at positions that do not exist are
    /// dropped; moves at such positions branch from the root.
    pub fn of(moves: &[AnyMove], beside: &Beside) -> Self {
        let mut tree = Self::default();
        let mut nodes = vec![Self::ROOT];
        for &mv in moves {
            nodes.push(tree.add(nodes[nodes.len() - 1], mv));
        }
        for &Branch { after, mv } in &beside.branches {
            let after = nodes.get(after).copied().unwrap_or(Self::ROOT);
            nodes.push(tree.add(after, mv));
        }
        for (&at, text) in &beside.comments {
            if let Some(&node) = nodes.get(at) {
                tree.comment(node, text);
            }
        }
        tree
    }

    /// Returns the moves of the main line, and everything else.
    pub fn parts(&self) -> (Vec<AnyMove>, Beside) {
        self.finish(|mv| mv)
    }
}

/// A line of a tree.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The line that it branches from, and the number of moves from the root to the branch.
    pub of: usize,
    pub after: usize,
    /// The nodes after its moves.
    pub nodes: Vec<usize>,
}

/// Normalises a comment: trims it, and removes invisible characters.
pub(crate) fn comment_text(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let seen: String = text.chars().filter(|&c| c == '\n' || !c.is_control()).collect();
    let lines: Vec<&str> = seen.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}
