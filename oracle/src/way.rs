//! The way on in a game for points, where going round in circles would lose some.

use crate::Oracle;
use nexsolve_core::{Contest, Game, Points, ProbeError};
use nexsolve_games::{AnyMove, AnyPosition};
use std::collections::HashMap;

/// The move to make, by position.
pub(crate) type Ways = HashMap<AnyPosition, AnyMove>;

/// Finds, for a side that has more points to win than the other, the shortest way to a capture that it can force while it keeps them.
///
/// Tables say what a position is worth, and not what brings it nearer: moves that keep the points can go on for ever, and then nobody
/// wins them. With each capture there is less left of the game, so going from one to the next arrives. All positions are spread out that can
/// come before the next capture, ply by ply, and those are marked backwards from which it can be forced: time and memory grow with
/// their number.
pub(crate) struct Way<'a> {
    oracle: &'a Oracle,
    /// The points at the end that the side keeps, at least.
    margin: Points,
    nodes: Vec<Node>,
    numbers: HashMap<AnyPosition, usize>,
}

/// A position with the side to move that has a way to find.
struct Node {
    position: AnyPosition,
    moves: Vec<Branch>,
    /// The move to make, where the way on is known, and the moves of the side that it takes at most.
    way: Option<(AnyMove, u32)>,
}

/// A move that keeps the points, and the positions that replies lead to without a capture; none where each leads on.
struct Branch {
    mv: AnyMove,
    after: Vec<usize>,
}

impl<'a> Way<'a> {
    pub(crate) fn new(oracle: &'a Oracle, margin: Points) -> Self {
        Self { oracle, margin, nodes: Vec::new(), numbers: HashMap::new() }
    }

    /// The moves that go the way from this position, and from those that replies lead to; none if it is not found among so many
    /// positions, or before it is told to stop. With them, how many positions it has looked at.
    pub(crate) fn find(
        mut self,
        position: AnyPosition,
        most: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(Ways, usize), ProbeError> {
        self.number(position);
        let (mut spread, mut depth) = (0, 0);
        // A way is a shortest one if all positions are known that a shorter one could lead through.
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
            let points =
                if there.is_blocked { Some(-there.rest) } else { found.and_then(|found| found.points) };
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

    /// Marks the positions whose way on is known, those with a short way first.
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
