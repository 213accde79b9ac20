//! The rhombus as an electrical circuit: which cells carry the current from edge to edge, and how much.

use super::paths::chains;
use crate::{CellSet, Rhombus};
use nexsolve_core::Side;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Range, Sub, SubAssign};

/// The points for a factor of e in resistance.
pub const SCALE: f64 = 1000.0;
/// The points of a side that has joined its edges, or whose opponent is cut off.
pub const MOST: f64 = 20_000.0;

/// The evaluation of Hexy (V. Anshelevich, "A hierarchical approach to computer Hex", 2002, section 4),
/// without its virtual connections: the natural logarithm of the ratio of the opponent's resistance to the
/// own, times [`SCALE`]. If one side has joined its edges, and so cut off the other, the logarithm is
/// infinite, and counts as [`MOST`] points for or against.
pub fn points(own: f64, theirs: f64) -> i32 {
    // Only one side can be joined, and the other is then cut off.
    ((own.ln() - theirs.ln()) * SCALE).clamp(-MOST, MOST).round() as i32
}

/// Computes the conductance between the edges of `side`. Own `stones` have no resistance, `empty` cells have
/// resistance 1, and nothing else conducts. The result is infinite if the stones join the edges and 0 if
/// nothing does.
///
/// # Panics
/// Never: a chain that leads a current has a stone.
pub fn conductance<S: CellSet>(board: &Rhombus<S>, stones: S, empty: S, side: Side) -> f64 {
    let (first, last) = board.ends(side);
    if board.connects(stones, side) {
        return f64::INFINITY;
    }
    // Cells without a path to the edges carry no current, and would make the equations singular.
    let live = board.flood(first, stones | empty);
    if (live & last).is_empty() {
        return 0.0;
    }
    let (stones, empty) = (stones & live, empty & live);
    let mut linked = vec![S::EMPTY; board.len() as usize];
    for cell in empty.iter() {
        linked[usize::from(cell.0)] = board.beside(cell) & empty;
    }
    let mut hubs = S::EMPTY;
    for chain in chains(board, stones.without(board.flood(first | last, stones))) {
        let (hub, around) = (chain.first().expect("a stone"), board.neighbours(chain) & empty);
        hubs |= S::one(hub);
        linked[usize::from(hub.0)] = around;
        for cell in around.iter() {
            linked[usize::from(cell.0)] |= S::one(hub);
        }
    }
    let edges = [first, last].map(|edge| (edge | board.neighbours(board.flood(edge, stones))) & empty);
    let mut circuit = Circuit::<f64>::default();
    circuit.wire((empty, hubs), 0.0, |end| linked[end], edges, linked.len());
    circuit.settle(2 * circuit.nodes.len(), 1e-18);
    circuit.current()
}

/// A floating-point number: a guess needs less precision than an evaluation.
pub trait Real:
    Copy
    + Default
    + PartialOrd
    + From<f32>
    + Sum
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
{
}

impl Real for f32 {}
impl Real for f64 {}

/// A side's ends as the nodes of an electrical circuit: an empty cell has a resistance of 1, a chain almost
/// none, and two linked ends touch. The edges have voltages of 1 and 0. (V. Anshelevich, "A hierarchical
/// approach to computer Hex", Artificial Intelligence 134, 2002, section 4.)
#[derive(Clone, Debug, Default)]
pub struct Circuit<N> {
    /// The cell of each node, and the index of its first wire.
    nodes: Vec<(u16, u32)>,
    /// The other end of each wire, and its conductance.
    wires: Vec<(u32, N)>,
    /// The conductance of each node to each edge.
    ties: Vec<[N; 2]>,
    total: Vec<N>,
    number: Vec<u32>,
    voltages: Vec<N>,
    residue: Vec<N>,
    direction: Vec<N>,
    flow: Vec<N>,
}

impl<N: Real> Circuit<N> {
    /// Wires the circuit. `empty` are the empty cells, `chains` the first cells of the chains and
    /// `resistance` theirs; `linked` returns the ends linked with an end, and `edges` holds those linked with
    /// each edge.
    pub fn wire<S: CellSet>(
        &mut self,
        (empty, chains): (S, S),
        resistance: N,
        linked: impl Fn(usize) -> S,
        edges: [S; 2],
        cells: usize,
    ) {
        let (none, one) = (N::default(), N::from(1.0));
        let all = empty | chains;
        self.number.clear();
        self.number.resize(cells, 0);
        for (number, cell) in all.iter().enumerate() {
            self.number[usize::from(cell.0)] = number as u32;
        }
        self.nodes.clear();
        self.wires.clear();
        self.ties.clear();
        self.total.clear();
        for cell in all.iter() {
            let own = if empty.has(cell) { one } else { resistance };
            let begin = self.wires.len();
            let mut total = none;
            for other in (linked(usize::from(cell.0)) & all).iter() {
                let wire = one / (own + if empty.has(other) { one } else { resistance });
                self.wires.push((self.number[usize::from(other.0)], wire));
                total += wire;
            }
            let ties = edges.map(|edge| if edge.has(cell) { one / own } else { none });
            self.nodes.push((cell.0, begin as u32));
            self.total.push(total + ties[0] + ties[1]);
            self.ties.push(ties);
        }
    }

    /// Computes the voltages by conjugate gradients with the diagonal as preconditioner (J. Shewchuk, "An
    /// introduction to the conjugate gradient method without the agonizing pain", 1994, B3), in at most
    /// `steps` iterations. The iteration ends at the fraction `enough` of the square of the initial error.
    pub fn settle(&mut self, steps: usize, enough: N) {
        let (n, none) = (self.nodes.len(), N::default());
        self.voltages.clear();
        self.voltages.resize(n, none);
        self.residue.clear();
        self.residue.extend(self.ties.iter().map(|tie| tie[0]));
        let scale = |residue: N, total: N| if total > none { residue / total } else { none };
        self.direction.clear();
        self.direction
            .extend(self.residue.iter().zip(&self.total).map(|(&residue, &total)| scale(residue, total)));
        self.flow.clear();
        self.flow.resize(n, none);
        let mut error: N = self.residue.iter().zip(&self.direction).map(|(&a, &b)| a * b).sum();
        let enough = error * enough;
        for _ in 0..steps {
            if error <= enough {
                break;
            }
            let mut power = none;
            for i in 0..n {
                let wires = &self.wires[self.wires_of(i)];
                let out: N = wires.iter().map(|&(other, wire)| wire * self.direction[other as usize]).sum();
                self.flow[i] = self.total[i] * self.direction[i] - out;
                power += self.flow[i] * self.direction[i];
            }
            if power <= none {
                break;
            }
            let step = error / power;
            let mut next = none;
            for i in 0..n {
                self.voltages[i] += step * self.direction[i];
                self.residue[i] -= step * self.flow[i];
                next += self.residue[i] * scale(self.residue[i], self.total[i]);
            }
            let kept = next / error;
            error = next;
            for i in 0..n {
                self.direction[i] = scale(self.residue[i], self.total[i]) + kept * self.direction[i];
            }
        }
    }

    /// The wires of a node.
    fn wires_of(&self, node: usize) -> Range<usize> {
        let end = self.nodes.get(node + 1).map_or(self.wires.len(), |next| next.1 as usize);
        self.nodes[node].1 as usize..end
    }

    /// Returns the current from edge to edge.
    fn current(&self) -> N {
        self.ties.iter().zip(&self.voltages).map(|(tie, &voltage)| tie[0] * (N::from(1.0) - voltage)).sum()
    }
}

impl Circuit<f32> {
    /// Adds to `shares`, by cell number, the share of the current that flows through each empty cell. A side
    /// that is cut off adds nothing.
    pub fn add_shares(&self, shares: &mut [f32]) {
        let into = self.current();
        if into <= 1e-6 {
            return;
        }
        for (i, &(cell, _)) in self.nodes.iter().enumerate() {
            let voltage = self.voltages[i];
            let [high, low] = self.ties[i];
            let through = self.wires[self.wires_of(i)]
                .iter()
                .map(|&(other, wire)| wire * (voltage - self.voltages[other as usize]).abs())
                .sum::<f32>()
                + high * (1.0 - voltage)
                + low * voltage;
            shares[usize::from(cell)] += 0.5 * through / into;
        }
    }
}
