//! The game that proof numbers search to find out who wins. Its states are filled positions, and its moves
//! are those that fill-in and connections do not rule out.

use super::fill_in::{Fill, Fillable, fill};
use super::h_search::{Connections, Kept, Link, Seek};
use super::techniques::Technique;
use crate::{Hex, HexPosition};
use nexsolve_core::{EVERYWHERE, Proving, Region, Side, Verdict};
use nexsolve_rhombus::{Cell, CellSet};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The game of filled positions on a board of up to 64 cells.
pub(crate) struct FilledGame<'a> {
    pub(super) game: &'a Hex<u64>,
    /// Connections of the side to move and of the other side that no thread uses now.
    spare: Mutex<Vec<[Connections<u64>; 2]>>,
    recent: Mutex<Recent>,
}

/// A state at which the search has looked.
struct Looked {
    /// Its position, perhaps rotated.
    position: Filled,
    /// The connections of Black and of White.
    kept: [Kept<u64>; 2],
}

/// The states at which the search has looked last, or from which it has continued last.
#[derive(Default)]
struct Recent {
    newer: HashMap<u128, Arc<Looked>>,
    older: HashMap<u128, Arc<Looked>>,
    /// The memory of the newer half.
    bytes: usize,
}

impl Recent {
    /// About half of the memory, in bytes. A state of 7×7 Hex takes 20 KiB.
    const HALF_BYTES: usize = 16 << 20;

    fn get(&mut self, state: u128) -> Option<Arc<Looked>> {
        if let Some(looked) = self.newer.get(&state) {
            return Some(Arc::clone(looked));
        }
        let looked = self.older.remove(&state)?;
        self.put(state, Arc::clone(&looked));
        Some(looked)
    }

    fn put(&mut self, state: u128, looked: Arc<Looked>) {
        if self.bytes >= Self::HALF_BYTES {
            self.older = std::mem::take(&mut self.newer);
            self.bytes = 0;
        }
        self.bytes += looked.kept.iter().map(Kept::bytes).sum::<usize>();
        self.newer.insert(state, looked);
    }
}

/// A position with its fill-in. The side to move does not follow from the numbers of stones, because filled
/// cells count as stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Filled {
    /// Black's and White's.
    pub(super) stones: [u64; 2],
    pub(super) mover: Side,
}

/// The weight of each further cell that a stone fills; one step nearer to an edge of the opponent has the
/// weight 256.
const FILLED_TOO: i32 = 300;
/// The weights of nearness to the edges of the side to move and of the other side.
const NEAR: [i32; 2] = [2, 1];

/// The state of a position in which the side to move has won. Other states have at most one cell of both
/// colours.
const WON: u128 = u128::MAX - 1;
/// The state of a position in which the side to move has lost.
const LOST: u128 = u128::MAX;

impl Filled {
    pub(super) fn empty(&self, game: &Hex<u64>) -> u64 {
        game.board.full().without(self.stones[0] | self.stones[1])
    }
}

impl<'a> FilledGame<'a> {
    pub(crate) fn new(game: &'a Hex<u64>) -> Self {
        Self { game, spare: Mutex::default(), recent: Mutex::default() }
    }

    fn has(&self, technique: Technique) -> bool {
        self.game.left_out != Some(technique)
    }

    /// The position with its fill-in, unless a swap may still follow.
    pub(super) fn filled(&self, position: &HexPosition<u64>) -> Option<Filled> {
        if !self.game.is_free_of_swap(position) {
            return None;
        }
        let mut stones = [position.black, position.white];
        fill(&self.game.board, &mut stones, self.fillable());
        Some(Filled { stones, mover: position.side_to_move() })
    }

    /// The filled position after a stone.
    pub(super) fn play(&self, position: &Filled, cell: Cell) -> Filled {
        let mut filled = Fill::of(&self.game.board, position.stones, self.fillable());
        filled.play(position.mover, cell);
        Filled { stones: filled.stones(), mover: position.mover.other() }
    }

    fn fillable(&self) -> Fillable {
        match [Technique::FillIn, Technique::Captured].map(|technique| self.has(technique)) {
            [false, _] => Fillable::Nothing,
            [true, false] => Fillable::Dead,
            [true, true] => Fillable::All,
        }
    }

    fn connections(&self) -> Connections<u64> {
        let connections = Connections::new(self.game.board.len() as usize);
        if self.has(Technique::Joined) { connections } else { connections.by_pairs() }
    }

    /// The state of a position, the same as that of its rotation by 180°.
    pub(super) fn pack(&self, position: &Filled) -> u128 {
        let Filled { stones, mover } = *position;
        for side in [Side::Black, Side::White] {
            if self.game.board.connects(stones[side as usize], side) {
                return if side == mover { WON } else { LOST };
            }
        }
        let turned = Filled { stones: stones.map(|side| self.game.board.rotated(side)), mover };
        let stands = if self.has(Technique::Symmetry) { turned.min(*position) } else { *position };
        let Filled { stones, mover } = stands;
        // If White is to move, the first empty cell gets both colours. There is an empty cell, because nobody
        // has won.
        let empty = Filled { stones, mover }.empty(self.game);
        let mark = if mover == Side::White { empty & empty.wrapping_neg() } else { 0 };
        u128::from(stones[0] | mark) | u128::from(stones[1] | mark) << 64
    }

    pub(super) fn unpack(state: u128) -> Filled {
        let stones = [state as u64, (state >> 64) as u64];
        let mark = stones[0] & stones[1];
        let mover = if mark == 0 { Side::Black } else { Side::White };
        Filled { stones: stones.map(|side| side & !mark), mover }
    }

    /// The cells that the side to move must try, or the winner if connections show it.
    fn judge(
        &self,
        position: &Filled,
        before: Option<&Looked>,
        sides: &mut [Connections<u64>; 2],
    ) -> Result<u64, Verdict> {
        let (board, empty, mover) = (&self.game.board, position.empty(self.game), position.mover);
        let find = |connections: &mut Connections<u64>, side: Side, seek| {
            let stones = position.stones[side as usize];
            match before {
                None => connections.find(board, stones, empty, side, seek),
                Some(before) => {
                    let at = side as usize;
                    let from = (before.position.stones[at], &before.kept[at]);
                    connections.find_from(board, from, stones, empty, side, seek);
                }
            }
            connections.link()
        };
        let [own, others] = sides;
        if let Link::Full(needed) = find(others, mover.other(), Seek::All) {
            return Err(Verdict::Loss(needed));
        }
        if self.has(Technique::Own)
            && let Link::Semi(needed) | Link::Full(needed) = find(own, mover, Seek::First(u32::MAX))
        {
            return Err(Verdict::Win(needed));
        }
        Ok(if self.has(Technique::MustPlay) { others.must_play() } else { empty })
    }
}

impl Proving for FilledGame<'_> {
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict {
        self.look_from(None, state, children)
    }

    fn look_after(&self, before: u128, state: u128, children: &mut Vec<u128>) -> Verdict {
        let before = self.recent.lock().expect("no thread panics while it holds this").get(before);
        self.look_from(before.as_deref(), state, children)
    }

    fn region_before(&self, state: u128, after: u128, mover_wins: bool, region: Region) -> Region {
        if region == EVERYWHERE || !self.has(Technique::Regions) {
            return EVERYWHERE;
        }
        let before = Self::unpack(state);
        let Some((after, is_turned)) = self.after(&before, after) else { return EVERYWHERE };
        let region = if is_turned { self.game.board.rotated(region) } else { region };
        let winner = if mover_wins { after.mover } else { before.mover } as usize;
        region | after.stones[winner] & !before.stones[winner]
    }

    fn carries_over(&self, state: u128, region: Region, _: u128, other: u128) -> bool {
        let before = Self::unpack(state);
        let Some((after, _)) = self.after(&before, other) else { return false };
        let loser = before.mover as usize;
        // The loser's stone is one of these, and those that fill-in added do not disturb the region either.
        (after.stones[loser] & !before.stones[loser]) & region == 0
    }

    /// More stones of its own and fewer of the opponent are no worse for a side.
    fn follows(&self, proven: u128, mover_wins: bool, other: u128) -> bool {
        if !self.has(Technique::Domination) || proven >= WON || other >= WON {
            return false;
        }
        let (proven, other) = (Self::unpack(proven), Self::unpack(other));
        let winner = if mover_wins { proven.mover } else { proven.mover.other() };
        let is_no_worse = |stones: [u64; 2]| {
            let (own, others) = (winner as usize, winner.other() as usize);
            proven.stones[own] & !stones[own] == 0 && stones[others] & !proven.stones[others] == 0
        };
        let turned = other.stones.map(|side| self.game.board.rotated(side));
        proven.mover == other.mover && (is_no_worse(other.stones) || is_no_worse(turned))
    }
}

// Regions. The side that wins is called the winner, the other one the loser. The region of a win in a filled
// position has the empty cells that the winner needs: the winner still wins if the loser has stones on all
// other empty cells. So if a reply to one move of the loser wins with a region, it also answers every move
// outside of the region. (R. Hayward et al., "Solving 7×7 Hex", 2003, section 3.)
//
// - A connection of the edges needs its carrier.
// - After a move, the winner's new stones belong to the region: its own move, and cells that fill-in gave to
//   it. A cell that is dead in the winner's graph, or captured by the winner, stays so if the loser gets more
//   stones, because that only removes vertices from the winner's graph. The loser's new stones do not belong
//   to it: without them the winner is no worse off.
// - If the loser is to move, the region has those of all moves that were tried, and the connections that
//   answer all moves outside of the must-play region. A dominated move needs nothing: it is outside of the
//   region of the better move, which captures its cell. A killed move needs one of the cells that kill
//   it, and the move's own cell: then the proof that the move is not needed holds with more stones of the
//   loser too.
impl FilledGame<'_> {
    /// Looks at a state after a move from the state `before`, if that is known.
    fn look_from(&self, before: Option<&Looked>, state: u128, children: &mut Vec<u128>) -> Verdict {
        match state {
            WON => return Verdict::Win(EVERYWHERE),
            LOST => return Verdict::Loss(EVERYWHERE),
            _ => {}
        }
        let after = before.and_then(|before| self.after(&before.position, state));
        let before = if after.is_some() { before } else { None };
        let (position, is_turned) = after.unwrap_or_else(|| (Self::unpack(state), false));
        let spare = self.spare.lock().expect("no thread panics while it holds this").pop();
        let mut sides = spare.unwrap_or_else(|| [self.connections(), self.connections()]);
        let verdict = match self.judge(&position, before, &mut sides) {
            Err(verdict) => verdict,
            Ok(must_play) => {
                let empty = position.empty(self.game);
                let skipped = usize::from(!self.has(Technique::Own));
                let weighed = sides.iter().zip(NEAR).skip(skipped);
                let near: Vec<_> =
                    weighed.map(|(side, weight)| (Nearness::of(side, empty), weight)).collect();
                let needed = if self.has(Technique::MustPlay) { sides[1].needed() } else { 0 };
                if self.has(Technique::Kept) && self.has(Technique::Own) {
                    let mut kept = [sides[0].kept(), sides[1].kept()];
                    if position.mover == Side::White {
                        kept.reverse();
                    }
                    let looked = Arc::new(Looked { position, kept });
                    self.recent.lock().expect("no thread panics while it holds this").put(state, looked);
                }
                self.list(&position, (must_play, needed), &near, children)
            }
        };
        self.spare.lock().expect("no thread panics while it holds this").push(sides);
        let turned = |region| if region == EVERYWHERE { region } else { self.game.board.rotated(region) };
        match verdict {
            Verdict::Win(region) if is_turned => Verdict::Win(turned(region)),
            Verdict::Loss(region) if is_turned => Verdict::Loss(turned(region)),
            Verdict::Open(rest) if is_turned => Verdict::Open(turned(rest)),
            verdict => verdict,
        }
    }

    /// The state `after` a move from a position, rotated if its stones are there only then, and whether it is
    /// rotated. `None` if both forms contain the stones of the position.
    fn after(&self, before: &Filled, after: u128) -> Option<(Filled, bool)> {
        let contains = |after: &Filled| (0..2).all(|side| before.stones[side] & !after.stones[side] == 0);
        let plain = Self::unpack(after);
        let turned = Filled { stones: plain.stones.map(|side| self.game.board.rotated(side)), ..plain };
        match [contains(&plain), contains(&turned)] {
            [true, false] => Some((plain, false)),
            [false, true] => Some((turned, true)),
            _ => None,
        }
    }

    /// Lists the states after stones on the cells that must be tried. `needed` is what the opponent needs to
    /// answer all others.
    pub(super) fn list(
        &self,
        position: &Filled,
        (cells, mut needed): (u64, Region),
        near: &[(Nearness, i32)],
        children: &mut Vec<u128>,
    ) -> Verdict {
        /// A cell to try.
        struct Try {
            worth: i32,
            cell: Cell,
            /// The mover's stones after the move: fill-in may add others to this one.
            stones: u64,
            state: u128,
        }
        let (mover, opponent) = (position.mover as usize, position.mover.other() as usize);
        let filled = Fill::of(&self.game.board, position.stones, self.fillable());
        let mut next = filled.clone();
        // A move x that the opponent's stone on y kills is not needed. If x wins, the mover also wins by some
        // reply to y, where x is dead, and so by that reply at once. The reply is no such move itself, or the
        // same holds for it with one cell less. (R. Hayward, P. Henderson, Y. Björnsson: dead-reversible
        // moves.)
        let mut tries: Vec<Try> = Vec::with_capacity(cells.count() as usize);
        let mut dominated = Vec::new();
        let empty = position.empty(self.game);
        for cell in cells.iter() {
            if self.has(Technique::Killed) {
                let killers = filled.killers(cell, position.mover.other());
                if killers.any() {
                    let killers = if (killers & needed).any() { killers & needed } else { killers & empty };
                    needed |= u64::one(cell) | killers & killers.wrapping_neg();
                    continue;
                }
            }
            next.copy_from(&filled);
            next.play(position.mover, cell);
            let after = Filled { stones: next.stones(), mover: position.mover.other() };
            let (stones, state) = (after.stones[mover], self.pack(&after));
            if state == LOST {
                return Verdict::Win(stones & !position.stones[mover]);
            }
            if state == WON {
                needed |= after.stones[opponent] & !position.stones[opponent];
                continue;
            }
            let filled_too = (stones & !position.stones[mover]).count() as i32 - 1;
            let nearness = near.iter().map(|(near, weight)| weight * near.of_cell(cell)).sum::<i32>();
            let worth = nearness - FILLED_TOO * filled_too;
            let one = Try { worth, cell, stones, state };
            // A stone that gives the mover another cell too is no worse than a stone on that cell.
            if self.has(Technique::Domination) {
                if tries.iter().any(|better| better.stones.has(cell)) {
                    dominated.push(one);
                    continue;
                }
                dominated.extend(tries.extract_if(.., |worse| stones.has(worse.cell)));
            }
            tries.push(one);
        }
        // A move whose better one is dominated too, by a move that does not give its cell, is tried: regions
        // need the answer to the better move to be one to this move.
        for one in dominated {
            if !tries.iter().any(|better| better.stones.has(one.cell)) {
                tries.push(one);
            }
        }
        if self.has(Technique::Ordering) {
            tries.sort_by_key(|one| (one.worth, one.cell));
        }
        children.clear();
        for Try { state, .. } in tries {
            if !children.contains(&state) {
                children.push(state);
            }
        }
        if children.is_empty() { Verdict::Loss(needed) } else { Verdict::Open(needed) }
    }
}

/// For each empty cell, its two-distances to both edges of a side, and its number of full connections. The
/// two-distance of a cell is one more than the second least two-distance of the cells and chains that it is
/// fully connected to, because the opponent takes the nearest. (J. van Rijswijck, "Search and evaluation in
/// Hex", 2002, section 3, with connections in place of neighbours.)
pub(super) struct Nearness {
    to_edge: [[u8; 64]; 2],
    links: [u8; 64],
}

impl Nearness {
    /// The distance of cells that the edge does not reach.
    const FAR: u8 = 12;

    fn of(side: &Connections<u64>, empty: u64) -> Self {
        let mut links = [0; 64];
        for cell in empty.iter() {
            links[usize::from(cell.0)] = side.linked(cell).count() as u8;
        }
        Self { to_edge: [0, 1].map(|edge| Self::to_edge(side, empty, edge)), links }
    }

    fn to_edge(side: &Connections<u64>, empty: u64, edge: usize) -> [u8; 64] {
        let mut distance = [Self::FAR; 64];
        // The cells and chains at this distance, and those at lesser ones.
        let (mut wave, mut passed) = (Self::with_chains(side, side.linked_with_edge(edge), empty), 0);
        for level in 1..Self::FAR {
            for cell in (wave & empty).iter() {
                distance[usize::from(cell.0)] = level;
            }
            passed |= wave;
            let twice = |cell: &Cell| (side.linked(*cell) & passed).count() >= 2;
            let next = (side.ends(empty) & !passed).iter().filter(twice);
            wave = Self::with_chains(side, next.fold(0, |wave, cell| wave | u64::one(cell)), empty) & !passed;
            if wave == 0 {
                break;
            }
        }
        distance
    }

    /// Returns these cells and chains, and all cells and chains to which the chains among them are fully
    /// connected.
    fn with_chains(side: &Connections<u64>, mut cells: u64, empty: u64) -> u64 {
        let mut open = cells & !empty;
        while let Some(chain) = open.first() {
            let more = side.linked(chain) & !cells;
            cells |= more;
            open = (open | more & !empty) & !u64::one(chain);
        }
        cells
    }

    /// An estimate of a stone on the cell: less is better.
    fn of_cell(&self, cell: Cell) -> i32 {
        let at = usize::from(cell.0);
        256 * self.to_edge.iter().map(|edge| i32::from(edge[at])).sum::<i32>() - i32::from(self.links[at])
    }
}
