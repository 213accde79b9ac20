//! Virtual connections by H-search.
//!
//! An **end** is a chain of a side, one of its two edges, or an empty cell where it may put a stone. A
//! **full** connection joins two ends even if the opponent moves first. A **semi**-connection joins them if
//! the side moves first. Each has a **carrier**: the empty cells that it needs besides its ends. The search
//! applies three rules until they find nothing new:
//!
//! - *Start*: neighbours are fully connected, with an empty carrier.
//! - *And*: two full connections with a common end and disjoint carriers connect their other ends. The new
//!   connection is full if the common end is a chain. It is a semi-connection if the common end is an empty
//!   cell: the side plays there, and the cell belongs to the carrier.
//! - *Or*: semi-connections of the same two ends make a full connection if no cell lies in all their
//!   carriers: wherever the opponent plays, one carrier stays untouched.
//!
//! (V. Anshelevich, "A hierarchical approach to computer Hex", Artificial Intelligence 134, 2002; on keeping
//! it small: J. Pawlewicz, R. Hayward, P. Henderson, B. Arneson, "Stronger virtual connections in Hex",
//! 2015.)
//!
//! A search can continue from the connections of a position with fewer stones ([`Kept`]). Those whose carrier
//! and ends have no new stone of the opponent remain, and new stones of the side leave their carriers. Only
//! the connections that changed, and what follows from them, are combined again.
//!
//! Every connection that the search finds exists; it does not find all that exist. For each pair of ends it
//! keeps a few carriers, the smallest. A [`Recorder`] records the rule by which each connection follows.

use super::carriers::{Carriers, size};
use nexsolve_core::Side;
use nexsolve_rhombus::paths::chains;
use nexsolve_rhombus::{Cell, CellSet, Rhombus};
use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of full connections kept for a pair of ends.
const FULLS: usize = 12;
/// The number of semi-connections kept for a pair of ends.
const SEMIS: usize = 16;
/// The most semi-connections that the rule *or* combines between ends that are not both edges.
pub(super) const JOINED: usize = 5;

/// When a search ends early, before it has found everything that it can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seek {
    /// When the side is known to win whoever moves first.
    All,
    /// When the side is known to win whoever moves first, or after this many pairs of connections.
    Within(u32),
    /// When the side is known to win if it moves first, or after this many pairs of connections.
    First(u32),
    /// Never.
    Everything,
}

/// What a search found between a side's two edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link<S> {
    /// Nothing.
    Open,
    /// The side wins if it moves first: the carrier of one semi-connection.
    Semi(S),
    /// The side wins even if the opponent moves first: the carrier of one full connection.
    Full(S),
}

/// The number of an end: for a chain the number of its first cell, for an empty cell its own number; the
/// edges have the two numbers after the cells.
pub(super) type EndNumber = u16;

/// The rule by which a connection follows, and the connections that it uses, as the recorder names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason<N> {
    /// *Start*: the ends touch each other.
    Join,
    /// *And*, with connections that meet at a chain.
    Chain([N; 2]),
    /// *And*, with connections that meet at an empty cell.
    Key([N; 2]),
    /// *Or*, with the first semi-connections of the list; the number says how many.
    Or([N; JOINED], u8),
}

impl<N: Copy> Reason<N> {
    /// The reason *or* with one more semi-connection; other reasons do not change.
    #[inline]
    fn with(mut self, semi: N) -> Self {
        if let Self::Or(all, len) = &mut self {
            all[usize::from(*len)] = semi;
            *len += 1;
        }
        self
    }

    /// The connections that it uses.
    pub(super) fn premises(&self) -> &[N] {
        match self {
            Self::Join => &[],
            Self::Chain(two) | Self::Key(two) => two,
            Self::Or(all, len) => &all[..usize::from(*len)],
        }
    }
}

/// Records the rule by which each connection follows. `()` records nothing, and costs nothing.
pub(super) trait Recorder<S> {
    /// A connection that was recorded.
    type Name: Copy + Debug + Default;

    /// Returns whether the search should look for this connection.
    fn wants(&self, ends: [EndNumber; 2], carrier: S) -> bool;

    /// Records a connection.
    fn record(&mut self, ends: [EndNumber; 2], carrier: S, reason: Reason<Self::Name>) -> Self::Name;
}

impl<S> Recorder<S> for () {
    type Name = ();

    #[inline]
    fn wants(&self, _: [EndNumber; 2], _: S) -> bool {
        true
    }

    #[inline]
    fn record(&mut self, _: [EndNumber; 2], _: S, _: Reason<()>) {}
}

/// The connections that a search has found, without gaps between them.
#[derive(Clone, Debug)]
pub(super) struct Kept<S> {
    fulls: Vec<([EndNumber; 2], S)>,
    semis: Vec<([EndNumber; 2], S)>,
}

impl<S> Kept<S> {
    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.fulls.capacity() + self.semis.capacity()) * size_of::<([EndNumber; 2], S)>()
    }
}

impl<S> Default for Kept<S> {
    fn default() -> Self {
        Self { fulls: Vec::new(), semis: Vec::new() }
    }
}

/// The connections of one side in one position. One value serves many searches, which reuse its memory.
#[derive(Clone, Debug)]
pub(super) struct Connections<S, R: Recorder<S> = ()> {
    /// The recorder of the connections found.
    pub(super) recorder: R,
    cells: usize,
    fulls: Vec<Carriers<S, R::Name, FULLS>>,
    semis: Vec<Carriers<S, R::Name, SEMIS>>,
    /// For each end, the empty cells and chains (by their first cells) to which it has full connections.
    linked: Vec<S>,
    /// The same, only for connections with an empty carrier: no other connection of these ends adds anything.
    beside: Vec<S>,
    /// For each end, the cells that it occupies: an empty cell occupies itself, chains and edges occupy
    /// nothing.
    own: Vec<S>,
    /// The first cells of chains that touch no edge.
    chains: S,
    /// For each stone of the side, the end to which it belongs.
    end_of: Vec<EndNumber>,
    /// Connections that changed since the search from which this one continues.
    changed: Kept<S>,
    /// For each end, the cells and chains with smaller numbers with which it may have connections in the
    /// lists: all other lists of an end and a cell are clear.
    listed: Vec<S>,
    /// Ends and the empty cells that they touch.
    touching: Vec<(EndNumber, S)>,
    /// Full connections that the rule *and* has not used yet.
    queue: VecDeque<(EndNumber, EndNumber, S)>,
    /// The cells that all semi-connections between the edges need.
    common: S,
    /// The semi-connections between the edges that narrowed `common`.
    ways: Vec<S>,
    link: Link<S>,
    /// The cell on which the side plays to turn the first semi-connection between the edges into a full one.
    key: Option<Cell>,
    seek: Seek,
    /// The most semi-connections that the rule *or* combines. Between the edges it combines any number if
    /// this is more than 2.
    joined: usize,
    /// The number of pairs of connections that the rule *and* has considered.
    looked: u32,
}

impl<S: CellSet, R: Recorder<S> + Default> Connections<S, R> {
    /// Creates the memory for searches on a board of this many cells.
    pub(super) fn new(cells: usize) -> Self {
        let ends = cells + 2;
        let pairs = ends * (ends - 1) / 2;
        Self {
            recorder: R::default(),
            cells,
            fulls: vec![Carriers::new(); pairs],
            semis: vec![Carriers::new(); pairs],
            linked: vec![S::EMPTY; ends],
            beside: vec![S::EMPTY; ends],
            own: vec![S::EMPTY; ends],
            chains: S::EMPTY,
            end_of: vec![0; cells],
            changed: Kept::default(),
            listed: vec![S::EMPTY; ends],
            touching: Vec::new(),
            queue: VecDeque::new(),
            common: S::EMPTY,
            ways: Vec::new(),
            link: Link::Open,
            key: None,
            seek: Seek::All,
            joined: JOINED,
            looked: 0,
        }
    }

    /// The same, but the rule *or* combines only two semi-connections.
    pub(super) fn by_pairs(self) -> Self {
        Self { joined: 2, ..self }
    }

    /// Finds the connections of a side with these stones. If the stones join the edges already, there are no
    /// lists of connections.
    pub(super) fn find(&mut self, board: &Rhombus<S>, stones: S, empty: S, side: Side, seek: Seek) {
        self.find_until(board, stones, empty, side, seek, &AtomicBool::new(false));
    }

    /// The same, until `stop` is set: the connections found before remain true.
    pub(super) fn find_until(
        &mut self,
        board: &Rhombus<S>,
        stones: S,
        empty: S,
        side: Side,
        seek: Seek,
        stop: &AtomicBool,
    ) {
        if !self.begin(board, stones, empty, side, seek) {
            return;
        }
        while let Some((end, around)) = self.touching.pop() {
            around.iter().for_each(|cell| self.add_full(end, cell.0, S::EMPTY, Reason::Join));
        }
        for cell in empty.iter() {
            let later = (board.beside(cell) & empty).iter().filter(|&other| cell < other);
            later.for_each(|other| self.add_full(cell.0, other.0, S::EMPTY, Reason::Join));
        }
        self.combine(stop);
    }

    /// Prepares a search. Returns false if the stones join the edges already.
    fn begin(&mut self, board: &Rhombus<S>, stones: S, empty: S, side: Side, seek: Seek) -> bool {
        self.ways.clear();
        self.linked.fill(S::EMPTY);
        self.beside.fill(S::EMPTY);
        self.own.fill(S::EMPTY);
        self.queue.clear();
        self.touching.clear();
        self.chains = S::EMPTY;
        self.common = empty;
        self.link = Link::Open;
        self.key = None;
        self.seek = seek;
        self.looked = 0;
        let (first, last) = board.ends(side);
        let mut at_edges = [first & empty, last & empty];
        for chain in chains(board, stones) {
            let around = board.neighbours(chain) & empty;
            let end = match [(chain & first).any(), (chain & last).any()] {
                [true, true] => {
                    self.link = Link::Full(S::EMPTY);
                    self.recorder.record(self.edges(), S::EMPTY, Reason::Join);
                    return false;
                }
                [true, false] => {
                    at_edges[0] |= around;
                    self.edges()[0]
                }
                [false, true] => {
                    at_edges[1] |= around;
                    self.edges()[1]
                }
                [false, false] => {
                    let first = chain.first().expect("a stone");
                    self.chains |= S::one(first);
                    self.touching.push((first.0, around));
                    first.0
                }
            };
            chain.iter().for_each(|cell| self.end_of[usize::from(cell.0)] = end);
        }
        for cell in empty.iter() {
            self.own[usize::from(cell.0)] = S::one(cell);
        }
        self.clear_lists();
        self.touching.extend(self.edges().into_iter().zip(at_edges));
        true
    }

    /// Applies the rules until they find nothing new or the search is done.
    fn combine(&mut self, stop: &AtomicBool) {
        while let Some((a, b, carrier)) = self.queue.pop_front() {
            if self.is_done() || stop.load(Relaxed) {
                return;
            }
            // A better one may have replaced it in the list.
            if let Some(name) = self.fulls[pair(a, b)].mark(carrier) {
                self.link_ends(a, b);
                self.join(a, b, carrier, name);
                self.join(b, a, carrier, name);
            }
        }
    }

    /// The best connection found between the edges.
    pub(super) fn link(&self) -> Link<S> {
        self.link
    }

    /// A move of the side that turns the first semi-connection found between the edges into a full one.
    /// `None` if none was found.
    pub(super) fn key(&self) -> Option<Cell> {
        self.key
    }

    /// The must-play region of the opponent, if it is to move: the cells that all semi-connections found
    /// between the edges need. All empty cells if none was found.
    pub(super) fn must_play(&self) -> S {
        self.common
    }

    /// The cells that the side needs to win against every move of the opponent outside of
    /// [`must_play`](Self::must_play).
    pub(super) fn needed(&self) -> S {
        self.ways.iter().fold(S::EMPTY, |needed, &way| needed | way)
    }

    /// The empty cells and chains (by their first cells) that are fully connected to an empty cell or a
    /// chain.
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
    pub(super) fn all_ends(&self, empty: S) -> impl Iterator<Item = EndNumber> + use<S, R> {
        self.ends(empty).iter().map(|cell| cell.0).chain(self.edges())
    }

    /// The carriers kept for two different ends: of full connections and of semi-connections.
    pub(super) fn between(&self, a: EndNumber, b: EndNumber) -> (&[S], &[S]) {
        (self.fulls[pair(a, b)].all(), self.semis[pair(a, b)].all())
    }

    /// The edges of the side as ends.
    pub(super) fn edges(&self) -> [EndNumber; 2] {
        [self.cells as EndNumber, self.cells as EndNumber + 1]
    }

    fn is_done(&self) -> bool {
        match self.seek {
            Seek::All => matches!(self.link, Link::Full(_)),
            Seek::Within(most) => self.looked > most || matches!(self.link, Link::Full(_)),
            Seek::Everything => false,
            Seek::First(most) => self.looked > most || self.link != Link::Open,
        }
    }

    /// Clears all lists.
    fn clear_lists(&mut self) {
        for high in 0..self.listed.len() {
            let listed = std::mem::replace(&mut self.listed[high], S::EMPTY);
            for low in listed.iter() {
                let pair = pair(high as EndNumber, low.0);
                self.fulls[pair].clear();
                self.semis[pair].clear();
            }
        }
        let [first, last] = self.edges();
        self.fulls[pair(first, last)].clear();
        self.semis[pair(first, last)].clear();
    }

    /// Notes that two ends have connections in the lists.
    #[inline]
    fn list(&mut self, a: EndNumber, b: EndNumber) {
        let (low, high) = (a.min(b), a.max(b));
        if usize::from(low) < self.cells {
            self.listed[usize::from(high)] |= S::one(Cell(low));
        }
    }

    /// The rule *and*: joins the full connection from `middle` to `end` with all used ones from `middle`.
    fn join(&mut self, middle: EndNumber, end: EndNumber, carrier: S, name: R::Name) {
        let at = usize::from(middle);
        if at >= self.cells {
            // A side needs no connection through its own edge.
            return;
        }
        let taken = carrier | self.own[usize::from(end)];
        for other in self.linked[at].without(taken | self.beside[usize::from(end)]).iter() {
            if other.0 != end {
                self.join_two(middle, [end, other.0], carrier, taken, name);
            }
        }
        for edge in self.edges() {
            let is_beside = usize::from(end) < self.cells && self.beside[usize::from(edge)].has(Cell(end));
            if edge != end && !is_beside && self.linked[usize::from(edge)].has(Cell(middle)) {
                self.join_two(middle, [end, edge], carrier, taken, name);
            }
        }
    }

    #[inline]
    fn join_two(
        &mut self,
        middle: EndNumber,
        [end, other]: [EndNumber; 2],
        carrier: S,
        taken: S,
        name: R::Name,
    ) {
        let from = &self.fulls[pair(middle, other)];
        self.looked += u32::from(from.len);
        let whole = carrier | self.own[usize::from(middle)];
        let mut found = [(S::EMPTY, R::Name::default()); FULLS];
        let mut len = 0;
        for (i, &second) in from.all().iter().enumerate() {
            if (second & taken).is_empty() && from.used >> i & 1 != 0 {
                found[len] = (whole | second, from.names[i]);
                len += 1;
            }
        }
        if len == 0 {
            return;
        }
        let is_chain = self.chains.has(Cell(middle));
        if !is_chain && self.key.is_none() && self.are_edges(end, other) {
            self.key = Some(Cell(middle));
        }
        for &(carrier, second) in &found[..len] {
            if is_chain {
                self.add_full(end, other, carrier, Reason::Chain([name, second]));
            } else {
                self.add_semi(end, other, carrier, Reason::Key([name, second]));
            }
        }
    }

    fn link_ends(&mut self, a: EndNumber, b: EndNumber) {
        for (one, other) in [(a, b), (b, a)] {
            if usize::from(other) < self.cells {
                self.linked[usize::from(one)] |= S::one(Cell(other));
            }
        }
    }

    fn link_beside(&mut self, a: EndNumber, b: EndNumber) {
        for (one, other) in [(a, b), (b, a)] {
            if usize::from(other) < self.cells {
                self.beside[usize::from(one)] |= S::one(Cell(other));
            }
        }
    }

    fn add_full(&mut self, a: EndNumber, b: EndNumber, carrier: S, reason: Reason<R::Name>) {
        let pair = pair(a, b);
        let (list, size) = (&self.fulls[pair], size(carrier));
        if list.is_full(size) || list.covers(carrier) || !self.recorder.wants([a, b], carrier) {
            return;
        }
        self.list(a, b);
        let list = &mut self.fulls[pair];
        list.shed(carrier, size);
        list.add(carrier, size, self.recorder.record([a, b], carrier, reason));
        self.semis[pair].shed(carrier, size);
        if carrier.is_empty() {
            self.link_beside(a, b);
        }
        if self.are_edges(a, b) {
            self.link = Link::Full(carrier);
        } else {
            self.queue.push_back((a, b, carrier));
        }
    }

    #[inline]
    fn add_semi(&mut self, a: EndNumber, b: EndNumber, carrier: S, reason: Reason<R::Name>) {
        let pair = pair(a, b);
        let size = size(carrier);
        if !self.recorder.wants([a, b], carrier) {
            return;
        }
        if self.are_edges(a, b) {
            self.narrow(carrier, reason);
        }
        let list = &self.semis[pair];
        if list.is_full(size) || list.covers(carrier) || self.fulls[pair].covers(carrier) {
            return;
        }
        self.list(a, b);
        let list = &mut self.semis[pair];
        list.shed(carrier, size);
        let shared = list.common & carrier;
        let name = self.recorder.record([a, b], carrier, reason);
        // The cells that all have in common remain in common.
        if shared.any() {
            list.add(carrier, size, name);
        } else {
            let (len, others, names) = (list.all().len(), list.kept, list.names);
            list.add(carrier, size, name);
            let mut rests = [!S::EMPTY; SEMIS + 1];
            for i in (0..len).rev() {
                rests[i] = rests[i + 1] & others[i];
            }
            let others = (&others[..len], &rests[..], &names[..]);
            self.choose([a, b], others, (carrier, carrier, Reason::Or([name; JOINED], 1)), self.joined - 1);
        }
    }

    /// Records a semi-connection between the edges.
    fn narrow(&mut self, carrier: S, reason: Reason<R::Name>) {
        match self.link {
            Link::Open => self.link = Link::Semi(carrier),
            Link::Semi(_) => {}
            Link::Full(_) => return,
        }
        if self.common & carrier == self.common {
            return;
        }
        self.common &= carrier;
        self.recorder.record(self.edges(), carrier, reason);
        self.ways.push(carrier);
        if self.common.is_empty() && self.joined > 2 {
            // The rule *or* for any number of semi-connections: each is the one that leaves the fewest common
            // cells.
            let (mut common, mut needed) = (carrier, carrier);
            while common.any() {
                let next = self.ways.iter().copied().min_by_key(|&way| (common & way).count());
                let next = next.expect("a way");
                common &= next;
                needed |= next;
            }
            self.link = Link::Full(needed);
        }
    }

    /// The rule *or*: adds a full connection for every choice of up to `most` other semi-connections that
    /// leaves no common cell. `others` are their carriers, for each the cells that it and all later ones have
    /// in common, and their names. `taken` has the cells that the semi-connections chosen so far have in
    /// common, all cells that they need, and these semi-connections as a reason.
    fn choose(
        &mut self,
        ends: [EndNumber; 2],
        others: (&[S], &[S], &[R::Name]),
        taken: (S, S, Reason<R::Name>),
        most: usize,
    ) {
        let ((list, rests, names), (common, needed, chosen)) = (others, taken);
        for (i, ((&other, &rest), &name)) in list.iter().zip(rests).zip(names).enumerate() {
            if (common & rest).any() {
                return;
            }
            let left = common & other;
            if left.is_empty() {
                self.add_full(ends[0], ends[1], needed | other, chosen.with(name));
            } else if most > 1 && left != common {
                let others = (&list[i + 1..], &rests[i + 1..], &names[i + 1..]);
                self.choose(ends, others, (left, needed | other, chosen.with(name)), most - 1);
            }
        }
    }

    fn are_edges(&self, a: EndNumber, b: EndNumber) -> bool {
        usize::from(a.min(b)) >= self.cells
    }
}

impl<S: CellSet> Connections<S> {
    /// Keeps the connections found, for searches with more stones. The search must have found all that it can
    /// find.
    pub(super) fn kept(&self) -> Kept<S> {
        let mut kept = Kept { fulls: Vec::with_capacity(400), semis: Vec::with_capacity(800) };
        let mut keep = |ends: [EndNumber; 2]| {
            let pair = pair(ends[0], ends[1]);
            for &carrier in self.fulls[pair].all() {
                kept.fulls.push((ends, carrier));
            }
            for &carrier in self.semis[pair].all() {
                kept.semis.push((ends, carrier));
            }
        };
        for (high, listed) in self.listed.iter().enumerate() {
            listed.iter().for_each(|low| keep([high as EndNumber, low.0]));
        }
        keep(self.edges());
        kept
    }

    /// As [`find`](Self::find), from the connections of the side in a position where it had only the stones
    /// `before`, and the opponent no other stones than now.
    pub(super) fn find_from(
        &mut self,
        board: &Rhombus<S>,
        (before, kept): (S, &Kept<S>),
        stones: S,
        empty: S,
        side: Side,
        seek: Seek,
    ) {
        if !self.begin(board, stones, empty, side, seek) {
            return;
        }
        let mut changed = std::mem::take(&mut self.changed);
        changed.fulls.clear();
        changed.semis.clear();
        let lost = !(empty | stones);
        for &(ends, carrier) in &kept.fulls {
            let Some((now, is_new)) = self.ends_now(ends, before, stones, lost) else { continue };
            if (carrier & lost).any() || now[0] == now[1] {
                continue;
            }
            if is_new || (carrier & stones).any() {
                changed.fulls.push((now, carrier.without(stones)));
            } else {
                self.fulls[pair(now[0], now[1])].add_used(carrier, ());
                self.list(now[0], now[1]);
                self.link_ends(now[0], now[1]);
                if carrier.is_empty() {
                    self.link_beside(now[0], now[1]);
                }
            }
        }
        for &(ends, carrier) in &kept.semis {
            let Some((now, is_new)) = self.ends_now(ends, before, stones, lost) else { continue };
            if (carrier & lost).any() || now[0] == now[1] {
                continue;
            }
            if is_new || (carrier & stones).any() || self.are_edges(now[0], now[1]) {
                changed.semis.push((now, carrier.without(stones)));
            } else {
                self.semis[pair(now[0], now[1])].add(carrier, size(carrier), ());
                self.list(now[0], now[1]);
            }
        }
        for &([a, b], carrier) in &changed.fulls {
            self.add_full(a, b, carrier, Reason::Join);
        }
        for &([a, b], carrier) in &changed.semis {
            self.add_semi(a, b, carrier, Reason::Join);
        }
        self.changed = changed;
        self.combine(&AtomicBool::new(false));
    }

    /// What two ends have become, and whether one of them is new or another one. `None` if the opponent has
    /// taken one.
    #[inline]
    fn ends_now(
        &self,
        ends: [EndNumber; 2],
        before: S,
        stones: S,
        lost: S,
    ) -> Option<([EndNumber; 2], bool)> {
        let (mut now, mut is_new) = (ends, false);
        for end in &mut now {
            if usize::from(*end) < self.cells {
                let cell = Cell(*end);
                if lost.has(cell) {
                    return None;
                }
                if stones.has(cell) {
                    let other = self.end_of[usize::from(cell.0)];
                    is_new |= other != *end || !before.has(cell);
                    *end = other;
                }
            }
        }
        Some((now, is_new))
    }
}

/// The index of a pair of ends in the lists.
#[inline]
fn pair(a: EndNumber, b: EndNumber) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
