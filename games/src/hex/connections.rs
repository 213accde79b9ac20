//! Virtual connections by H-search: what holds although the opponent moves first.
//!
//! Between two **ends** (chains of a side, its two edges, empty cells where it may put a stone) the search keeps **full** connections,
//! which the side can complete if the opponent moves first, and **semi**-connections, which it can complete if it moves first. Each
//! has a **carrier**: the empty cells that it needs, beside its ends. The rules, applied until nothing new comes:
//!
//! - *Start*: neighbours are connected, with an empty carrier.
//! - *And*: two full connections that meet at an end, whose carriers share nothing, connect their other ends: fully if they meet at a
//!   chain, semi if they meet at an empty cell, which then belongs to the carrier and is where the side plays.
//! - *Or*: semi-connections of the same two ends whose carriers have no cell in common to all make a full one: wherever the opponent
//!   plays, one of them is untouched.
//!
//! (V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134, 2002; on keeping it small: J. Pawlewicz,
//! R. Hayward, P. Henderson, B. Arneson, "Stronger virtual connections in Hex", 2015.)
//!
//! What is found is so; what is not found may be so too. For each pair of ends only some carriers are kept, the small ones.

use crate::rhombus::{Cell, CellSet, Rhombus};
use nexsolve_core::Side;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Full connections kept of a pair of ends.
const FULLS: usize = 12;
/// Semi-connections kept of a pair of ends.
const SEMIS: usize = 12;

/// Which connections to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seek {
    /// All, until the side is known to win whoever moves first.
    All,
    /// The same, until so many pairs of connections have been looked at.
    Within(u32),
    /// The same, but no further than until the side is known to win if it moves first.
    First(u32),
    /// The same, whatever is known of who wins.
    Everything,
    /// Those with small carriers, until the side is known to win if it moves first: what tells near from far.
    Short,
}

impl Seek {
    /// The most cells of a carrier between two empty cells, and between other ends.
    fn most_cells(self) -> [u32; 2] {
        match self {
            Self::Short => [3, 5],
            _ => [u32::MAX; 2],
        }
    }

    /// The most semi-connections that the rule *or* takes.
    fn most_joined(self) -> usize {
        match self {
            Self::Short => 2,
            _ => 4,
        }
    }
}

/// What a search found between a side's two edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link<S> {
    /// Nothing.
    Open,
    /// The side wins if it moves first: here is one way.
    Semi(S),
    /// The side wins even if the opponent moves first: this is what it needs.
    Full(S),
}

/// The ends of connections are numbers: a chain is its first cell, an empty cell itself, and the edges are the two numbers after the cells.
pub(super) type End = u16;

/// The connections of one side in one position; kept from one search to the next for its memory.
#[derive(Clone, Debug)]
pub(super) struct Connections<S> {
    cells: usize,
    fulls: Lists<S, FULLS>,
    semis: Lists<S, SEMIS>,
    /// The cells (chains, by their first) with a full connection to each end.
    linked: Vec<S>,
    /// Those of them that need nothing: nothing can be added to them.
    beside: Vec<S>,
    /// What an end takes up itself: an empty cell its own, chains and edges nothing.
    own: Vec<S>,
    /// The first cells of chains that touch no edge.
    chains: S,
    /// Full connections whose consequences are still to be drawn.
    queue: VecDeque<(End, End, S)>,
    /// What all semi-connections between the edges have in common.
    common: S,
    link: Link<S>,
    /// Where the side plays to make the first semi-connection between the edges a full one.
    key: Option<Cell>,
    seek: Seek,
    /// Pairs of connections that the rule *and* has looked at.
    looked: u32,
}

/// For each pair of ends, carriers of which none contains another.
#[derive(Clone, Debug)]
struct Lists<S, const MOST: usize> {
    len: Vec<u8>,
    /// No more than what the carriers of a list have in common.
    common: Vec<S>,
    carriers: Vec<[S; MOST]>,
}

impl<S: CellSet, const MOST: usize> Lists<S, MOST> {
    fn of(pairs: usize) -> Self {
        Self { len: vec![0; pairs], common: vec![!S::EMPTY; pairs], carriers: vec![[S::EMPTY; MOST]; pairs] }
    }

    fn clear(&mut self) {
        self.len.fill(0);
        self.common.fill(!S::EMPTY);
    }

    #[inline]
    fn at(&self, pair: usize) -> &[S] {
        &self.carriers[pair][..usize::from(self.len[pair])]
    }

    /// Whether a carrier of the list lies within this one, which then adds nothing.
    #[inline]
    fn covers(&self, pair: usize, carrier: S) -> bool {
        let common = self.common[pair];
        common & carrier == common && self.at(pair).iter().any(|&old| old & carrier == old)
    }

    /// Takes out what contains this carrier.
    #[inline]
    fn shed(&mut self, pair: usize, carrier: S) {
        let list = &mut self.carriers[pair];
        let mut len = usize::from(self.len[pair]);
        let mut i = 0;
        while i < len {
            if list[i] & carrier == carrier {
                len -= 1;
                list[i] = list[len];
            } else {
                i += 1;
            }
        }
        self.len[pair] = len as u8;
    }

    /// Adds a carrier, in place of the largest where the list is full. Whether there was room.
    #[inline]
    fn add(&mut self, pair: usize, carrier: S) -> bool {
        self.common[pair] &= carrier;
        let list = &mut self.carriers[pair];
        let len = usize::from(self.len[pair]);
        if len < MOST {
            list[len] = carrier;
            self.len[pair] += 1;
            return true;
        }
        let size = carrier.count();
        match list.iter_mut().max_by_key(|old| old.count()) {
            Some(largest) if largest.count() > size => *largest = carrier,
            _ => return false,
        }
        true
    }
}

impl<S: CellSet> Connections<S> {
    /// Room for a board of so many cells.
    pub(super) fn new(cells: usize) -> Self {
        let ends = cells + 2;
        let pairs = ends * (ends - 1) / 2;
        Self {
            cells,
            fulls: Lists::of(pairs),
            semis: Lists::of(pairs),
            linked: vec![S::EMPTY; ends],
            beside: vec![S::EMPTY; ends],
            own: vec![S::EMPTY; ends],
            chains: S::EMPTY,
            queue: VecDeque::new(),
            common: S::EMPTY,
            link: Link::Open,
            key: None,
            seek: Seek::All,
            looked: 0,
        }
    }

    /// Finds the connections of a side with these stones, where `empty` are the empty cells and `beside` the neighbours of each cell.
    pub(super) fn find(
        &mut self,
        board: &Rhombus<S>,
        beside: &[S],
        stones: S,
        empty: S,
        side: Side,
        seek: Seek,
    ) {
        self.find_until(board, beside, (stones, empty), side, seek, &AtomicBool::new(false));
    }

    /// The same, until `stop` is set: what was found before stays true.
    pub(super) fn find_until(
        &mut self,
        board: &Rhombus<S>,
        beside: &[S],
        (stones, empty): (S, S),
        side: Side,
        seek: Seek,
        stop: &AtomicBool,
    ) {
        self.fulls.clear();
        self.semis.clear();
        self.linked.fill(S::EMPTY);
        self.beside.fill(S::EMPTY);
        self.own.fill(S::EMPTY);
        self.queue.clear();
        self.chains = S::EMPTY;
        self.common = empty;
        self.link = Link::Open;
        self.key = None;
        self.seek = seek;
        self.looked = 0;
        let (first, last) = board.ends(side);
        let mut at_edges = [first & empty, last & empty];
        let mut rest = stones;
        while let Some(stone) = rest.first() {
            let chain = board.flood(S::one(stone), rest);
            rest = rest.without(chain);
            let around = board.neighbours(chain) & empty;
            match [(chain & first).any(), (chain & last).any()] {
                [true, true] => {
                    self.link = Link::Full(S::EMPTY);
                    return;
                }
                [true, false] => at_edges[0] |= around,
                [false, true] => at_edges[1] |= around,
                [false, false] => {
                    self.chains |= S::one(stone);
                    self.touch(stone.0, around);
                }
            }
        }
        for cell in empty.iter() {
            self.own[usize::from(cell.0)] = S::one(cell);
        }
        for (edge, around) in self.edges().into_iter().zip(at_edges) {
            self.touch(edge, around);
        }
        for cell in empty.iter() {
            let later = (beside[usize::from(cell.0)] & empty).iter().filter(|&other| cell < other);
            later.for_each(|other| self.add_full(cell.0, other.0, S::EMPTY));
        }
        while let Some((a, b, carrier)) = self.queue.pop_front() {
            if self.is_done() || stop.load(Relaxed) {
                return;
            }
            // One that a better one has replaced meanwhile is passed over.
            if self.fulls.at(pair(a, b)).contains(&carrier) {
                self.join(a, b, carrier);
                self.join(b, a, carrier);
            }
        }
    }

    /// What was found between the edges.
    pub(super) fn link(&self) -> Link<S> {
        self.link
    }

    /// A move of the side after which it wins, if a semi-connection between the edges was found.
    pub(super) fn key(&self) -> Option<Cell> {
        self.key
    }

    /// Where the opponent has to play if it is to move: all semi-connections between the edges that were found need these cells. All
    /// empty cells if none was found.
    pub(super) fn must_play(&self) -> S {
        self.common
    }

    /// The empty cells and chains (by their first cells) that are fully connected with an empty cell or a chain.
    pub(super) fn linked(&self, cell: Cell) -> S {
        self.linked[usize::from(cell.0)]
    }

    /// The same for the first or the last edge of the side.
    pub(super) fn linked_with_edge(&self, edge: usize) -> S {
        self.linked[self.cells + edge]
    }

    /// The empty cells, and the first cells of the chains that touch no edge.
    pub(super) fn ends(&self, empty: S) -> S {
        self.chains | empty
    }

    /// All ends: empty cells, chains that touch no edge, and the two edges.
    pub(super) fn all_ends(&self, empty: S) -> impl Iterator<Item = End> + use<S> {
        self.ends(empty).iter().map(|cell| cell.0).chain(self.edges())
    }

    /// The carriers of full connections and of semi-connections that are kept between two different ends.
    pub(super) fn between(&self, a: End, b: End) -> (&[S], &[S]) {
        (self.fulls.at(pair(a, b)), self.semis.at(pair(a, b)))
    }

    fn edges(&self) -> [End; 2] {
        [self.cells as End, self.cells as End + 1]
    }

    fn is_done(&self) -> bool {
        match self.seek {
            Seek::All => matches!(self.link, Link::Full(_)),
            Seek::Within(most) => self.looked > most || matches!(self.link, Link::Full(_)),
            Seek::Everything => false,
            Seek::First(most) => self.looked > most || self.link != Link::Open,
            Seek::Short => self.link != Link::Open,
        }
    }

    /// Connects an end with the cells beside it.
    fn touch(&mut self, end: End, around: S) {
        around.iter().for_each(|cell| self.add_full(end, cell.0, S::EMPTY));
    }

    /// The rule *and*: what the connection from `middle` to `end` makes together with all others from `middle`.
    fn join(&mut self, middle: End, end: End, carrier: S) {
        let at = usize::from(middle);
        if at >= self.cells {
            // Ways by an edge lead nowhere else.
            return;
        }
        let taken = carrier | self.own[usize::from(end)];
        for other in self.linked[at].without(taken | self.beside[usize::from(end)]).iter() {
            if other.0 != end {
                self.join_two(middle, end, other.0, carrier, taken);
            }
        }
        for edge in self.edges() {
            let is_beside = usize::from(end) < self.cells && self.beside[usize::from(edge)].has(Cell(end));
            if edge != end && !is_beside {
                self.join_two(middle, end, edge, carrier, taken);
            }
        }
    }

    #[inline]
    fn join_two(&mut self, middle: End, end: End, other: End, carrier: S, taken: S) {
        let from = pair(middle, other);
        let is_chain = self.chains.has(Cell(middle));
        let mut i = 0;
        while let Some(&second) = self.fulls.at(from).get(i) {
            i += 1;
            self.looked += 1;
            if (second & taken).any() {
                continue;
            }
            if is_chain {
                self.add_full(end, other, carrier | second);
            } else {
                if self.key.is_none() && self.are_edges(end, other) {
                    self.key = Some(Cell(middle));
                }
                self.add_semi(end, other, carrier | second | S::one(Cell(middle)));
            }
        }
    }

    /// Whether a carrier has more cells than are sought.
    fn is_long(&self, a: End, b: End, carrier: S) -> bool {
        let [between_cells, between_others] = self.seek.most_cells();
        let are_cells = [a, b].iter().all(|&end| self.own[usize::from(end)].any());
        self.seek == Seek::Short && carrier.count() > if are_cells { between_cells } else { between_others }
    }

    fn add_full(&mut self, a: End, b: End, carrier: S) {
        let pair = pair(a, b);
        if self.is_long(a, b, carrier) || self.fulls.covers(pair, carrier) {
            return;
        }
        self.fulls.shed(pair, carrier);
        if !self.fulls.add(pair, carrier) {
            return;
        }
        self.semis.shed(pair, carrier);
        for (one, other) in [(a, b), (b, a)] {
            if usize::from(other) < self.cells {
                let other = S::one(Cell(other));
                self.linked[usize::from(one)] |= other;
                if carrier.is_empty() {
                    self.beside[usize::from(one)] |= other;
                }
            }
        }
        if self.are_edges(a, b) {
            self.link = Link::Full(carrier);
        } else {
            self.queue.push_back((a, b, carrier));
        }
    }

    fn add_semi(&mut self, a: End, b: End, carrier: S) {
        let pair = pair(a, b);
        if self.is_long(a, b, carrier) || self.fulls.covers(pair, carrier) || self.semis.covers(pair, carrier)
        {
            return;
        }
        if self.are_edges(a, b) {
            self.common &= carrier;
            if self.link == Link::Open {
                self.link = Link::Semi(carrier);
            }
        }
        self.semis.shed(pair, carrier);
        let shared = self.semis.common[pair] & carrier;
        let mut others = [S::EMPTY; SEMIS];
        let len = self.semis.at(pair).len();
        others[..len].copy_from_slice(self.semis.at(pair));
        // What all have in common stays in common.
        if self.semis.add(pair, carrier) && shared.is_empty() {
            let mut rests = [!S::EMPTY; SEMIS + 1];
            for i in (0..len).rev() {
                rests[i] = rests[i + 1] & others[i];
            }
            self.choose((a, b), (&others[..len], &rests), (carrier, carrier), self.seek.most_joined() - 1);
        }
    }

    /// The rule *or*: whether up to `most` of the others have, with those taken already, nothing in common. Of the others stands what each and
    /// all after it have in common; of those taken, what they have in common and what they need.
    fn choose(&mut self, ends: (End, End), others: (&[S], &[S]), taken: (S, S), most: usize) {
        let ((list, rests), (common, needed)) = (others, taken);
        for (i, &other) in list.iter().enumerate() {
            if (common & rests[i]).any() {
                return;
            }
            let left = common & other;
            if left.is_empty() {
                self.add_full(ends.0, ends.1, needed | other);
            } else if most > 1 && left != common {
                self.choose(ends, (&list[i + 1..], &rests[i + 1..]), (left, needed | other), most - 1);
            }
        }
    }

    fn are_edges(&self, a: End, b: End) -> bool {
        usize::from(a.min(b)) >= self.cells
    }
}

/// The place of a pair of ends in the lists.
#[inline]
fn pair(a: End, b: End) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
