//! The way on in a game with points, where repeating positions would lose some.

use crate::Oracle;
use nexsolve_core::{Contest, Game, Points, ProbeError};
use nexsolve_games::{AnyMove, AnyPosition};
use std::collections::HashMap;

/// The move to make in each position.
pub(crate) type Ways = HashMap<AnyPosition, AnyMove>;

/// Finds the shortest way to a capture that a side can force while it keeps its points, for a side that will
/// win more points than the other.
///
/// Tables store what a position is worth, but not what makes progress: moves that keep the points can repeat
/// forever, and then nobody wins the points. Every capture shortens the rest of the game, so playing from
/// capture to capture ends it. The search expands, ply by ply, all positions that can come before the next
/// capture, and marks backwards those from which the side can force it. Time and memory grow with their
/// number.
pub(crate) struct Way<'a> {
    oracle: &'a Oracle,
    /// The least number of points at the end of the game that the side must keep.
    margin: Points,
    nodes: Vec<Node>,
    numbers: HashMap<AnyPosition, usize>,
}

/// A position in which the side that looks for a way is to move.
struct Node {
    position: AnyPosition,
    moves: Vec<Branch>,
    /// The move to make, once the way is known, and the greatest number of own moves that it takes.
    way: Option<(AnyMove, u32)>,
}

/// A move that keeps the points, and the positions after replies that do not capture; none if every reply
/// continues the way at once.
struct Branch {
    mv: AnyMove,
    after: Vec<usize>,
}

impl<'a> Way<'a> {
    pub(crate) fn new(oracle: &'a Oracle, margin: Points) -> Self {
        Self { oracle, margin, nodes: Vec::new(), numbers: HashMap::new() }
    }

    /// Returns the moves of the way from `position` and from all positions after replies, with the number of
    /// positions examined. There are no moves if no way was found among `most` positions, or before `is_over`
    /// returned true.
    pub(crate) fn find(
        mut self,
        position: AnyPosition,
        most: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(Ways, usize), ProbeError> {
        self.number(position);
        let (mut spread, mut depth) = (0, 0);
        // A way is shortest once all positions on any shorter way have been expanded.
        let is_shortest = |node: &Node, depth: u32| node.way.is_some_and(|(_, length)| length <= depth);
        while !is_shortest(&self.nodes[0], depth) && spread < self.nodes.len() {
            let layer = spread..self.nodes.len();
            if layer.end > most || is_over() {
                break;
            }
            for i in layer.clone() {
                self.spread(i)?;
            }
            spread = layer.end;
            depth += 1;
            self.mark();
        }
        let looked = self.nodes.len();
        if self.nodes[0].way.is_none() {
            return Ok((HashMap::new(), looked));
        }
        let ways = self.nodes.into_iter().filter_map(|node| node.way.map(|(mv, _)| (node.position, mv)));
        Ok((ways.collect(), looked))
    }

    fn number(&mut self, position: AnyPosition) -> usize {
        let next = self.nodes.len();
        let nodes = &mut self.nodes;
        *self.numbers.entry(position).or_insert_with(|| {
            nodes.push(Node { position, moves: Vec::new(), way: None });
            next
        })
    }

    /// Lists the moves that keep the points.
    fn spread(&mut self, i: usize) -> Result<(), ProbeError> {
        let game = self.oracle.game();
        let position = self.nodes[i].position;
        let (moves, after): (Vec<AnyMove>, Vec<AnyPosition>) = game.continuations(&position).unzip();
        let found = self.oracle.look(&after)?;
        for ((mv, after), found) in moves.into_iter().zip(after).zip(found) {
            let Some(there) = game.points(&after) else { continue };
            let points = there.at_the_end.or_else(|| found.and_then(|(worth, _)| worth.points));
            if there.lead.zip(points).is_none_or(|(lead, points)| -(lead + points) < self.margin) {
                continue;
            }
            let mut branch = Branch { mv, after: Vec::new() };
            if !game.is_irreversible(&position, mv) {
                for (reply, next) in game.continuations(&after) {
                    if !game.is_irreversible(&after, reply) && game.outcome(&next).is_none() {
                        branch.after.push(self.number(next));
                    }
                }
            }
            self.nodes[i].moves.push(branch);
        }
        Ok(())
    }

    /// Marks the positions whose way is known, shortest ways first.
    fn mark(&mut self) {
        for node in &mut self.nodes {
            node.way = None;
        }
        for length in 1.. {
            let is_known = |&next: &usize| self.nodes[next].way.is_some();
            let mut new = Vec::new();
            for (i, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.way.is_none()) {
                if let Some(branch) = node.moves.iter().find(|branch| branch.after.iter().all(is_known)) {
                    new.push((i, branch.mv));
                }
            }
            if new.is_empty() {
                return;
            }
            for (i, mv) in new {
                self.nodes[i].way = Some((mv, length));
            }
        }
    }
}
