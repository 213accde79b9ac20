//! The rhombus as an electrical circuit.

use super::paths::chains;
use crate::rhombus::{CellSet, Rhombus};
use nexsolve_core::Side;

/// What a factor of e in resistance counts.
pub(crate) const SCALE: f64 = 1000.0;
/// The points of a side that is joined, and of one whose opponent is cut off.
pub(crate) const MOST: f64 = 20_000.0;

/// The evaluation of Hexy (V. Anshelevich, "A hierarchical approach to computer Hex", 2002, section 4), without its virtual connections:
/// the natural logarithm of the opponent's resistance over the own, times [`SCALE`]. A side that has joined its edges, or that the opponent has
/// cut off, has it without bound, which is [`MOST`].
pub(crate) fn points(own: f64, theirs: f64) -> i32 {
    // Only one side can be joined, and the other is cut off then.
    ((own.ln() - theirs.ln()) * SCALE).clamp(-MOST, MOST).round() as i32
}

/// Computes the conductance between the edges of `side`. Own `stones` have no resistance, `empty` cells have resistance
/// 1, and nothing else conducts. The result is infinite if the stones join the edges and 0 if nothing does.
pub(crate) fn conductance<S: CellSet>(board: &Rhombus<S>, stones: S, empty: S, side: Side) -> f64 {
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
    let mut circuit = Circuit::default();
    let mut node = vec![usize::MAX; board.len() as usize];
    for cell in empty.iter() {
        node[usize::from(cell.0)] = circuit.node();
    }
    for cell in empty.iter() {
        let before = S::one(cell);
        for other in (board.neighbours(before) & empty).iter().filter(|other| *other > cell) {
            circuit.link(node[usize::from(cell.0)], node[usize::from(other.0)], 0.5);
        }
    }
    let at_edge = |edge: S| (edge, board.flood(edge, stones));
    for (voltage, (edge, joined)) in [(1.0, at_edge(first)), (0.0, at_edge(last))] {
        for cell in ((edge | board.neighbours(joined)) & empty).iter() {
            circuit.tie(node[usize::from(cell.0)], voltage);
        }
    }
    let edged = board.flood(first | last, stones);
    for chain in chains(board, stones.without(edged)) {
        let hub = circuit.node();
        for cell in (board.neighbours(chain) & empty).iter() {
            circuit.link(hub, node[usize::from(cell.0)], 1.0);
        }
    }
    circuit.current()
}

/// Nodes with links between them; some nodes are tied to voltage 1 or 0 through a resistance of 1.
#[derive(Default)]
struct Circuit {
    links: Vec<(usize, usize, f64)>,
    /// The sum of the conductances at each node.
    total: Vec<f64>,
    /// The current into each node from the source at voltage 1.
    source: Vec<f64>,
}

impl Circuit {
    #[inline]
    fn node(&mut self) -> usize {
        self.total.push(0.0);
        self.source.push(0.0);
        self.total.len() - 1
    }

    #[inline]
    fn link(&mut self, one: usize, other: usize, conductance: f64) {
        self.links.push((one, other, conductance));
        self.total[one] += conductance;
        self.total[other] += conductance;
    }

    #[inline]
    fn tie(&mut self, node: usize, voltage: f64) {
        self.total[node] += 1.0;
        self.source[node] += voltage;
    }

    /// Computes the current out of each node at these voltages, not counting the source's.
    fn flow(&self, voltages: &[f64], flow: &mut [f64]) {
        for ((flow, total), voltage) in flow.iter_mut().zip(&self.total).zip(voltages) {
            *flow = total * voltage;
        }
        for &(one, other, conductance) in &self.links {
            flow[one] -= conductance * voltages[other];
            flow[other] -= conductance * voltages[one];
        }
    }

    /// Returns the current from voltage 1 to voltage 0 by Kirchhoff's laws, to about nine digits.
    ///
    /// Uses conjugate gradients with the diagonal as preconditioner (J. Shewchuk, "An introduction to the conjugate
    /// gradient method without the agonizing pain", 1994, B3).
    fn current(&self) -> f64 {
        let n = self.total.len();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let scaled = |r: &[f64]| r.iter().zip(&self.total).map(|(r, total)| r / total).collect::<Vec<f64>>();
        let (mut voltages, mut flow) = (vec![0.0; n], vec![0.0; n]);
        let mut residue = self.source.clone();
        let mut direction = scaled(&residue);
        let mut error = dot(&residue, &direction);
        let enough = error * 1e-18;
        for _ in 0..2 * n {
            if error <= enough {
                break;
            }
            self.flow(&direction, &mut flow);
            let step = error / dot(&direction, &flow);
            for i in 0..n {
                voltages[i] += step * direction[i];
                residue[i] -= step * flow[i];
            }
            let next = scaled(&residue);
            let before = std::mem::replace(&mut error, dot(&residue, &next));
            for i in 0..n {
                direction[i] = next[i] + error / before * direction[i];
            }
        }
        dot(&self.source, &voltages.iter().map(|voltage| 1.0 - voltage).collect::<Vec<f64>>())
    }
}
