//! The moves of a record with its variations and comments.

use crate::any::AnyMove;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// What a record tells beside the moves of its main line.
///
/// Positions of a record have numbers: 0 is the one that it begins with, `n` the one after the `n`-th move of the main line; those
/// after the moves of `branches` follow, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Moves of other lines, each after the moves that lead to it.
    pub branches: Vec<Branch>,
    /// Comments, by the number of the position that they stand at; none is empty.
    pub comments: BTreeMap<usize, String>,
    /// What else the record tells of the game (event, place, date), in the words of its form.
    pub tags: Vec<(String, String)>,
}

/// A move of another line than the main one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the position that it is made in.
    pub after: usize,
    /// The move.
    pub mv: AnyMove,
}

/// A tree of moves that grows. The first move that is added after a position goes on with the main line there.
#[derive(Clone, Debug)]
pub struct MoveTree<M = AnyMove> {
    nodes: Vec<Node<M>>,
    known: HashMap<(usize, M), usize>,
}

#[derive(Clone, Debug)]
struct Node<M> {
    parent: usize,
    /// The move that leads here; `None` where the tree begins.
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
    /// Where the tree begins.
    pub const ROOT: usize = 0;

    /// Adds a move after a node, or finds it there; its node.
    ///
    /// # Panics
    /// If there is no such node.
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

    /// Makes the move to a node the one that goes on with the main line from the node before it.
    pub(crate) fn lead(&mut self, node: usize) {
        let parent = self.nodes[node].parent;
        let children = &mut self.nodes[parent].children;
        if let Some(at) = children.iter().position(|&child| child == node).filter(|&at| at > 0) {
            children[..=at].rotate_right(1);
        }
    }

    /// Adds a comment to a node, on a line of its own after those that are there.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn comment(&mut self, node: usize, text: &str) {
        let text = comment_text(text);
        let comment = &mut self.nodes[node].comment;
        if !text.is_empty() && !comment.is_empty() {
            comment.push('\n');
        }
        *comment += &text;
    }

    /// Adds a line to the comment of a node; it may be empty.
    pub(crate) fn comment_line(&mut self, node: usize, line: &str) {
        let line: String = line.trim_end().chars().filter(|c| !c.is_control()).collect();
        let comment = &mut self.nodes[node].comment;
        if comment.is_empty() {
            line.trim_start().clone_into(comment);
        } else {
            comment.push('\n');
            *comment += &line;
        }
    }

    /// The node before this one; itself for the root.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// How many nodes there are, the root among them.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The move that leads to a node.
    pub(crate) fn mv(&self, node: usize) -> Option<M> {
        self.nodes[node].mv
    }

    /// The comment at a node, which may be empty.
    pub(crate) fn comment_at(&self, node: usize) -> &str {
        &self.nodes[node].comment
    }

    /// The nodes after a node, the one that goes on with the main line first.
    pub(crate) fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// The nodes of a line: those after `node`, as the main line goes on there.
    pub(crate) fn line_after(&self, node: usize) -> impl Iterator<Item = usize> {
        let next = |&at: &usize| self.nodes[at].children.first().copied();
        std::iter::successors(self.nodes[node].children.first().copied(), next)
    }

    /// All moves.
    pub(crate) fn moves(&self) -> impl Iterator<Item = M> {
        self.nodes.iter().filter_map(|node| node.mv)
    }

    /// All lines, each after the one that it leaves, the main line first.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line { of: 0, after: 0, nodes: self.line_after(Self::ROOT).collect() }];
        let mut at = 0;
        while at < lines.len() {
            let Line { after, .. } = lines[at];
            // Whatever branches off after a node of this line, where it begins but for the main line left out.
            let begin = if at == 0 { vec![(0, Self::ROOT)] } else { Vec::new() };
            let nodes = (after + 1..).zip(lines[at].nodes.iter().copied());
            let nodes: Vec<(usize, usize)> = begin.into_iter().chain(nodes).collect();
            for (ply, node) in nodes {
                for &first in self.nodes[node].children.iter().skip(1) {
                    let nodes = std::iter::once(first).chain(self.line_after(first)).collect();
                    lines.push(Line { of: at, after: ply, nodes });
                }
            }
            at += 1;
        }
        lines
    }

    /// The moves of the main line, and what stands beside them, packed by `pack`.
    pub(crate) fn finish(&self, pack: impl Fn(M) -> AnyMove) -> (Vec<AnyMove>, Beside) {
        let mut beside = Beside::default();
        let main: Vec<AnyMove> =
            self.line_after(Self::ROOT).filter_map(|node| self.nodes[node].mv).map(&pack).collect();
        // Nodes in the order of reading, the first after each before the others: the main line comes first.
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
    /// The tree of a main line and what stands beside it. Comments and moves at positions that there are not are left out.
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

    /// The moves of the main line, and what stands beside them.
    pub fn parts(&self) -> (Vec<AnyMove>, Beside) {
        self.finish(|mv| mv)
    }
}

/// A line of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The line that it leaves, and after how many moves from where the tree begins.
    pub(crate) of: usize,
    pub(crate) after: usize,
    /// The nodes after its moves.
    pub(crate) nodes: Vec<usize>,
}

/// A comment as records keep it: lines without spaces around all of it, and without signs that nobody sees.
pub(crate) fn comment_text(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let seen: String = text.chars().filter(|&c| c == '\n' || !c.is_control()).collect();
    let lines: Vec<&str> = seen.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}
