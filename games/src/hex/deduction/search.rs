//! A search for connections that records the reason of each.
//!
//! Its rules are those of `connections.rs`, which is faster and records no reasons.

use crate::rhombus::{Cell, CellSet, Rhombus};
use nexsolve_core::Side;
use std::collections::VecDeque;

/// Carriers kept of a pair of ends.
const KEPT: usize = 12;
/// The most semi-connections that the rule *or* takes.
const MOST_JOINED: usize = 4;
/// The most cells of a short carrier between two empty cells, and between other ends.
const SHORT: [u32; 2] = [3, 5];

/// The ends of connections: a chain is its first cell, an empty cell itself, and the edges are the two numbers after the cells.
pub(super) type End = u16;

/// The reason of a connection. Connections found before are named by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The ends touch each other.
    Join,
    /// Two connections meet at a chain.
    Chain([u32; 2]),
    /// Two connections meet at an empty cell.
    Key([u32; 2]),
    /// Semi-connections: the first entries of the list, and their number.
    Or([u32; MOST_JOINED], u8),
}

/// A connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) ends: [End; 2],
    pub(super) carrier: u64,
    pub(super) reason: Reason,
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seek {
    /// Until the side wins although the opponent moves first.
    Full,
    /// Until the side wins if it moves first.
    First,
    /// The same, for small carriers.
    Short,
}

/// The connections of a side in one position.
pub(super) struct Search<'a> {
    board: &'a Rhombus<u64>,
    seek: Seek,
    cells: usize,
    /// All connections found, each after those that it rests on.
    pub(super) found: Vec<Found>,
    /// The full connection between the edges.
    pub(super) full: Option<u32>,
    /// The semi-connections between the edges.
    pub(super) semis: Vec<u32>,
    fulls: Vec<Vec<Kept>>,
    halves: Vec<Vec<Kept>>,
    /// The cells (chains, by their first) with a full connection to each end.
    linked: Vec<u64>,
    /// Those of them that need nothing.
    beside: Vec<u64>,
    /// The first cells of chains that touch no edge.
    chains: u64,
    empty: u64,
    queue: VecDeque<u32>,
}

/// A connection in the list of its pair of ends.
#[derive(Clone, Copy)]
struct Kept {
    carrier: u64,
    number: u32,
}

impl<'a> Search<'a> {
    /// What a side with these stones can connect over these empty cells.
    pub(super) fn of(board: &'a Rhombus<u64>, stones: u64, empty: u64, side: Side, seek: Seek) -> Self {
        let cells = board.len() as usize;
        let (ends, pairs) = (cells + 2, (cells + 2) * (cells + 1) / 2);
        let mut search = Search {
            board,
            seek,
            cells,
            found: Vec::new(),
            full: None,
            semis: Vec::new(),
            fulls: vec![Vec::new(); pairs],
            halves: vec![Vec::new(); pairs],
            linked: vec![0; ends],
            beside: vec![0; ends],
            chains: 0,
            empty,
            queue: VecDeque::new(),
        };
        search.start(stones, side);
        while let Some(number) = search.queue.pop_front() {
            if search.full.is_some() || seek != Seek::Full && !search.semis.is_empty() {
                break;
            }
            let Found { ends: [a, b], carrier, .. } = search.found[number as usize];
            if search.fulls[pair(a, b)].iter().any(|kept| kept.number == number) {
                search.join(a, b, carrier, number);
                search.join(b, a, carrier, number);
            }
        }
        search
    }

    fn start(&mut self, stones: u64, side: Side) {
        let (first, last) = self.board.ends(side);
        let edges = [first, last];
        let mut at_edges = edges.map(|edge| edge & self.empty);
        let mut rest = stones;
        while let Some(stone) = rest.first() {
            let chain = self.board.flood(u64::one(stone), rest);
            rest &= !chain;
            let around = self.board.neighbours(chain) & self.empty;
            let touched: Vec<usize> = (0..2).filter(|&edge| chain & edges[edge] != 0).collect();
            match touched[..] {
                [edge] => at_edges[edge] |= around,
                [] => {
                    self.chains |= u64::one(stone);
                    self.touch(stone.0, around);
                }
                _ => {
                    let [first, last] = self.edges();
                    self.add_full(first, last, 0, Reason::Join);
                    return;
                }
            }
        }
        for (edge, around) in self.edges().into_iter().zip(at_edges) {
            self.touch(edge, around);
        }
        for cell in self.empty.iter() {
            let later = self.board.neighbours(u64::one(cell)) & self.empty;
            for other in later.iter().filter(|&other| cell < other) {
                self.add_full(cell.0, other.0, 0, Reason::Join);
            }
        }
    }

    fn touch(&mut self, end: End, around: u64) {
        around.iter().for_each(|cell| self.add_full(end, cell.0, 0, Reason::Join));
    }

    fn edges(&self) -> [End; 2] {
        [self.cells as End, self.cells as End + 1]
    }

    fn are_edges(&self, a: End, b: End) -> bool {
        usize::from(a.min(b)) >= self.cells
    }

    /// What an end takes up itself: an empty cell its own, chains and edges nothing.
    fn own(&self, end: End) -> u64 {
        if usize::from(end) < self.cells { u64::one(Cell(end)) & self.empty } else { 0 }
    }

    /// The rules *chain* and *key*: what the connection from `middle` to `end` makes with all others from `middle`.
    fn join(&mut self, middle: End, end: End, carrier: u64, number: u32) {
        let at = usize::from(middle);
        if at >= self.cells {
            return;
        }
        let taken = carrier | self.own(end);
        let others = self.linked[at] & !taken & !self.beside[usize::from(end)];
        for other in others.iter().filter(|other| other.0 != end) {
            self.join_two(middle, end, other.0, (carrier, taken), number);
        }
        for edge in self.edges() {
            let is_beside = usize::from(end) < self.cells && self.beside[usize::from(edge)].has(Cell(end));
            if edge != end && !is_beside {
                self.join_two(middle, end, edge, (carrier, taken), number);
            }
        }
    }

    fn join_two(&mut self, middle: End, end: End, other: End, (carrier, taken): (u64, u64), number: u32) {
        let from = pair(middle, other);
        let mut i = 0;
        while let Some(&second) = self.fulls[from].get(i) {
            i += 1;
            if second.carrier & taken != 0 {
                continue;
            }
            let both = [number, second.number];
            if self.chains.has(Cell(middle)) {
                self.add_full(end, other, carrier | second.carrier, Reason::Chain(both));
            } else {
                let carrier = carrier | second.carrier | u64::one(Cell(middle));
                self.add_semi(end, other, carrier, both);
            }
        }
    }

    /// Returns whether a carrier has more cells than are sought.
    fn is_long(&self, a: End, b: End, carrier: u64) -> bool {
        let are_cells = self.own(a) != 0 && self.own(b) != 0;
        self.seek == Seek::Short && carrier.count() > SHORT[usize::from(!are_cells)]
    }

    fn note(&mut self, a: End, b: End, carrier: u64, reason: Reason) -> u32 {
        self.found.push(Found { ends: [a.min(b), a.max(b)], carrier, reason });
        self.found.len() as u32 - 1
    }

    fn add_full(&mut self, a: End, b: End, carrier: u64, reason: Reason) {
        let at = pair(a, b);
        if self.is_long(a, b, carrier) || covers(&self.fulls[at], carrier) {
            return;
        }
        shed(&mut self.fulls[at], carrier);
        let number = self.found.len() as u32;
        if !keep(&mut self.fulls[at], Kept { carrier, number }) {
            return;
        }
        self.note(a, b, carrier, reason);
        shed(&mut self.halves[at], carrier);
        for (one, other) in [(a, b), (b, a)] {
            if usize::from(other) < self.cells {
                let other = u64::one(Cell(other));
                self.linked[usize::from(one)] |= other;
                if carrier == 0 {
                    self.beside[usize::from(one)] |= other;
                }
            }
        }
        if self.are_edges(a, b) {
            self.full = Some(number);
        } else {
            self.queue.push_back(number);
        }
    }

    fn add_semi(&mut self, a: End, b: End, carrier: u64, both: [u32; 2]) {
        let at = pair(a, b);
        let is_old = covers(&self.fulls[at], carrier) || covers(&self.halves[at], carrier);
        if self.is_long(a, b, carrier) || is_old {
            return;
        }
        shed(&mut self.halves[at], carrier);
        let others = self.halves[at].clone();
        let number = self.found.len() as u32;
        let is_kept = keep(&mut self.halves[at], Kept { carrier, number });
        if !is_kept && !self.are_edges(a, b) {
            return;
        }
        self.note(a, b, carrier, Reason::Key(both));
        if self.are_edges(a, b) {
            self.semis.push(number);
        }
        if is_kept {
            let most = if self.seek == Seek::Short { 2 } else { MOST_JOINED };
            self.choose((a, b), &others, (carrier, carrier), &mut [number].to_vec(), most);
        }
    }

    /// The rule *or*: the semi-connections taken, what they have in common and what they need, with more of the others.
    fn choose(
        &mut self,
        ends: (End, End),
        others: &[Kept],
        taken: (u64, u64),
        numbers: &mut Vec<u32>,
        most: usize,
    ) {
        let (common, needed) = taken;
        for (i, other) in others.iter().enumerate() {
            let left = common & other.carrier;
            numbers.push(other.number);
            if left == 0 {
                let mut all = [0; MOST_JOINED];
                all[..numbers.len()].copy_from_slice(numbers);
                let reason = Reason::Or(all, numbers.len() as u8);
                self.add_full(ends.0, ends.1, needed | other.carrier, reason);
            } else if numbers.len() < most && left != common {
                self.choose(ends, &others[i + 1..], (left, needed | other.carrier), numbers, most);
            }
            numbers.pop();
        }
    }
}

/// Returns whether a carrier of the list lies within this one.
fn covers(list: &[Kept], carrier: u64) -> bool {
    list.iter().any(|old| old.carrier & !carrier == 0)
}

/// Takes out what contains this carrier.
fn shed(list: &mut Vec<Kept>, carrier: u64) {
    list.retain(|old| carrier & !old.carrier != 0);
}

/// Adds a connection, in place of the one with the largest carrier where the list is full. Whether there was room.
fn keep(list: &mut Vec<Kept>, new: Kept) -> bool {
    if list.len() < KEPT {
        list.push(new);
        return true;
    }
    match list.iter_mut().max_by_key(|old| old.carrier.count()) {
        Some(largest) if largest.carrier.count() > new.carrier.count() => {
            *largest = new;
            true
        }
        _ => false,
    }
}

/// The place of a pair of ends in the lists.
fn pair(a: End, b: End) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
