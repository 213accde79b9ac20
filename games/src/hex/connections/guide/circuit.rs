//! The flow of a current from edge to edge: which empty cells matter to a side, and how much.

use crate::rhombus::CellSet;

/// A side's ends as the nodes of an electrical circuit: an empty cell has a resistance of 1, a chain almost none, and
/// two linked ends touch. The edges have voltages of 1 and 0. (V. Anshelevich, "A hierarchical approach to computer
/// Hex", Artificial Intelligence 134, 2002, section 4, with its virtual connections as wires.)
#[derive(Clone, Debug, Default)]
pub(super) struct Circuit {
    /// The cell of each node, and the index of its first wire.
    nodes: Vec<(u16, u32)>,
    /// The other end of each wire, and its conductance.
    wires: Vec<(u32, f32)>,
    /// The conductance of each node to each edge.
    ties: Vec<[f32; 2]>,
    total: Vec<f32>,
    number: Vec<u32>,
    voltages: Vec<f32>,
    residue: Vec<f32>,
    direction: Vec<f32>,
    flow: Vec<f32>,
}

/// The resistance of a chain.
const CHAIN: f32 = 0.05;
/// The maximum number of iterations; a guess needs little precision.
const STEPS: usize = 24;
/// The iteration ends at this fraction of the square of the initial error.
const ENOUGH: f32 = 1e-4;

impl Circuit {
    /// Adds to `shares`, by cell number, the share of the current that flows through each empty cell. `empty` are the
    /// empty cells, `chains` the first cells of the chains; `linked` returns the ends linked with an end, and `edges`
    /// holds those linked with each edge. A side that is cut off adds nothing.
    pub(super) fn add_shares<S: CellSet>(
        &mut self,
        (empty, chains): (S, S),
        linked: impl Fn(usize) -> S,
        edges: [S; 2],
        shares: &mut [f32],
    ) {
        self.wire((empty, chains), linked, edges, shares.len());
        self.settle();
        let (nodes, voltages) = (&self.nodes, &self.voltages);
        let into: f32 = self.ties.iter().zip(voltages).map(|(tie, voltage)| tie[0] * (1.0 - voltage)).sum();
        if into <= 1e-6 {
            return;
        }
        for (i, &(cell, first)) in nodes.iter().enumerate() {
            let cell = usize::from(cell);
            let wires = &self.wires
                [first as usize..nodes.get(i + 1).map_or(self.wires.len(), |next| next.1 as usize)];
            let voltage = voltages[i];
            let [high, low] = self.ties[i];
            let through = wires
                .iter()
                .map(|&(other, wire)| wire * (voltage - voltages[other as usize]).abs())
                .sum::<f32>()
                + high * (1.0 - voltage)
                + low * voltage;
            shares[cell] += 0.5 * through / into;
        }
    }

    fn wire<S: CellSet>(
        &mut self,
        (empty, chains): (S, S),
        linked: impl Fn(usize) -> S,
        edges: [S; 2],
        cells: usize,
    ) {
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
            let own = if empty.has(cell) { 1.0 } else { CHAIN };
            let begin = self.wires.len();
            let mut total = 0.0;
            for other in (linked(usize::from(cell.0)) & all).iter() {
                let wire = 1.0 / (own + if empty.has(other) { 1.0 } else { CHAIN });
                self.wires.push((self.number[usize::from(other.0)], wire));
                total += wire;
            }
            let ties = edges.map(|edge| if edge.has(cell) { 1.0 / own } else { 0.0 });
            self.nodes.push((cell.0, begin as u32));
            self.total.push(total + ties[0] + ties[1]);
            self.ties.push(ties);
        }
    }

    /// Computes the voltages by conjugate gradients with the diagonal as preconditioner (J. Shewchuk, "An introduction
    /// to the conjugate gradient method without the agonizing pain", 1994, B3).
    fn settle(&mut self) {
        let n = self.nodes.len();
        self.voltages.clear();
        self.voltages.resize(n, 0.0);
        self.residue.clear();
        self.residue.extend(self.ties.iter().map(|tie| tie[0]));
        let scale = |residue: f32, total: f32| if total > 0.0 { residue / total } else { 0.0 };
        self.direction.clear();
        self.direction
            .extend(self.residue.iter().zip(&self.total).map(|(&residue, &total)| scale(residue, total)));
        self.flow.clear();
        self.flow.resize(n, 0.0);
        let mut error: f32 = self.residue.iter().zip(&self.direction).map(|(a, b)| a * b).sum();
        let enough = error * ENOUGH;
        for _ in 0..STEPS {
            if error <= enough {
                break;
            }
            let mut power = 0.0;
            for i in 0..n {
                let end = self.nodes.get(i + 1).map_or(self.wires.len(), |next| next.1 as usize);
                let wires = &self.wires[self.nodes[i].1 as usize..end];
                let out: f32 = wires.iter().map(|&(other, wire)| wire * self.direction[other as usize]).sum();
                self.flow[i] = self.total[i] * self.direction[i] - out;
                power += self.flow[i] * self.direction[i];
            }
            if power <= 0.0 {
                break;
            }
            let step = error / power;
            let mut next = 0.0;
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
}
