//! Wins of one side, the attacker, within a few of his own moves.
//!
//! The attack goes in stages, the forcing moves first: threats by transform moves, threats by generate moves,
//! quiet transform moves, quiet generate moves. A quiet move is tried only if it would win were the defender
//! to pass (a null move). Not all moves are tried: what is found is proven, the rest is unknown.
//!
//! Wins within two moves are read off the board (a *look*); longer ones are searched depth first, one move
//! more each time. A table keeps what was found, for all threads. Counts of what won, and of what saved the
//! defender, order the moves.
//!
//! # Carriers
//!
//! The *carrier* of a win is a set of cells without stones of the attacker. The win holds in every position
//! with the same stones of the attacker, the same contents of the carrier and the same numbers of neutral
//! and of empty cells outside of it, if the defender has at least two empty cells whenever he is to move:
//! with the attacker's stones, the carrier is a region (see `search.rs`).

use super::NexPosition;
use super::transforms::{can_give_up, completing, pairs};
use nexsolve_core::Side;
use nexsolve_rhombus::paths::Reach;
use nexsolve_rhombus::{Cell, CellSet, Rhombus};
use std::sync::Arc;
use table::{Known, NO_REPLY, Reply, SHALLOW, Table};

pub(super) mod table;

/// A position from the attacker's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub(super) own: u64,
    pub(super) others: u64,
    pub(super) neutral: u64,
}

impl View {
    pub(super) fn of(position: &NexPosition<u64>, attacker: Side) -> Self {
        let (own, others) = (position.stones(attacker), position.stones(attacker.other()));
        Self { own, others, neutral: position.neutral }
    }

    /// After a transform move of the attacker, or his stones of a generate move.
    pub(super) fn transformed(self, gained: u64, given: u64) -> Self {
        Self { own: (self.own | gained) & !given, neutral: self.neutral & !gained | given, ..self }
    }

    /// After a generate move of the attacker whose neutral stone is on `must`, or left out.
    fn generated(self, stone: Cell, must: u64) -> Self {
        Self { own: self.own | u64::one(stone), neutral: self.neutral | must, ..self }
    }

    /// After a transform move of the defender.
    fn answered(self, gained: u64, given: u64) -> Self {
        Self { others: (self.others | gained) & !given, neutral: self.neutral & !gained | given, ..self }
    }
}

/// The most of the attacker's moves that are looked ahead.
const MOST_MOVES: usize = 12;

/// The search for wins of one side.
pub(super) struct Stages<'a> {
    board: &'a Rhombus<u64>,
    attacker: Side,
    /// Shared with other searches for wins of the side.
    pub(super) table: Arc<Table>,
    /// The positions looked at so far.
    pub(super) looks: u64,
    /// The search ends, without a result, when it has looked at more.
    pub(super) most_looks: u64,
    /// By the attacker's moves left, how often a stone on a cell has won.
    won: [[u32; 64]; MOST_MOVES],
    /// By the moves left, how often a stone on a cell or beside one has saved the defender.
    saved: [[u32; 64]; MOST_MOVES],
    /// By the moves left, stone and neutral stone: tries and wins.
    places: Vec<[f32; 2]>,
    /// By the moves left, the replies that last saved the defender, the last one first.
    last_saved: [[Reply; KEPT_REPLIES]; MOST_MOVES],
}

/// How many replies that saved the defender are tried first against the next attack.
const KEPT_REPLIES: usize = 2;

/// How many stones a quiet transform move may give up.
const STONES_GIVEN: usize = 2;

/// The order of generate moves.
struct Order {
    /// Cells of the stone, each with the cell where the neutral stone must go to stop a threat, if any.
    stones: Vec<(Cell, u64)>,
    /// Cells of the neutral stone, the farthest from the attacker's chains first.
    apart: Vec<Cell>,
}

/// The smallest carrier so far.
struct Least(Option<u64>);

impl Least {
    fn size(&self) -> u32 {
        self.0.map_or(u32::MAX, u64::count_ones)
    }

    fn offer(&mut self, carrier: u64) {
        if carrier.count_ones() < self.size() {
            self.0 = Some(carrier);
        }
    }
}

fn least(set: u64) -> u64 {
    set & set.wrapping_neg()
}

fn two(set: u64) -> u64 {
    least(set) | least(set & !least(set))
}

fn three(set: u64) -> u64 {
    two(set) | least(set & !two(set))
}

/// The index of a cell.
fn at(cell: Cell) -> usize {
    usize::from(cell.0)
}

fn at_place(moves: usize, stone: Cell, neutral: Cell) -> usize {
    moves << 12 | usize::from(stone.0) << 6 | usize::from(neutral.0)
}

/// The replies that are answered by what answers others.
struct Answered {
    empty: u64,
    /// For each stone, the neutral stones.
    pairs: [u64; 64],
    transforms: Vec<(u64, u64, u64)>,
    carrier: u64,
    /// How many answers there were, and for each cell how many of their carriers have it.
    count: f32,
    hits: [f32; 64],
}

impl Answered {
    fn none(empty: u64) -> Self {
        Self { empty, pairs: [0; 64], transforms: Vec::new(), carrier: 0, count: 0.0, hits: [0.0; 64] }
    }

    /// The neutral stones beside a stone, on an empty cell, that are not answered.
    fn open(&self, stone: Cell) -> u64 {
        self.empty & !u64::one(stone) & !self.pairs[at(stone)]
    }

    fn is_open(&self, [stone, neutral]: Reply) -> bool {
        self.empty.has(stone) && self.open(stone).has(neutral)
    }

    fn generate(&mut self, [stone, neutral]: Reply, carrier: u64) {
        self.carrier |= carrier;
        self.count += 1.0;
        for cell in (carrier & self.empty).iter() {
            self.hits[at(cell)] += 1.0;
        }
        let outside = self.empty & !carrier;
        let neutrals = if carrier.has(neutral) { u64::one(neutral) } else { outside };
        let stones = if carrier.has(stone) { u64::one(stone) } else { outside };
        for cell in stones.iter() {
            self.pairs[at(cell)] |= neutrals;
        }
        self.pairs[at(stone)] |= u64::one(neutral);
    }

    fn transform(&mut self, gained: u64, given: u64, carrier: u64) {
        self.carrier |= carrier;
        self.transforms.push((gained, given, carrier));
    }

    fn has_transform(&self, gained: u64, given: u64) -> bool {
        let alike = |&(won, lost, carrier): &(u64, u64, u64)| {
            (won ^ gained) & carrier == 0 && (lost ^ given) & carrier == 0
        };
        self.transforms.iter().any(alike)
    }
}

impl<'a> Stages<'a> {
    pub(super) fn new(board: &'a Rhombus<u64>, attacker: Side, table: Arc<Table>) -> Self {
        Self {
            board,
            attacker,
            table,
            looks: 0,
            most_looks: u64::MAX,
            won: [[0; 64]; MOST_MOVES],
            saved: [[0; 64]; MOST_MOVES],
            places: vec![[0.0; 2]; MOST_MOVES << 12],
            last_saved: [[NO_REPLY; KEPT_REPLIES]; MOST_MOVES],
        }
    }

    fn empty(&self, view: View) -> u64 {
        self.board.full & !(view.own | view.others | view.neutral)
    }

    fn key(view: View, attacks: bool) -> u128 {
        let low = u128::from(view.own | view.neutral);
        let high = u128::from(view.others | view.neutral);
        low | high << 63 | u128::from(attacks) << 126
    }

    /// Changes what is known about a position.
    fn learn(&mut self, key: u128, change: impl FnOnce(&mut Known)) {
        if let Some(grown) = self.table.grown() {
            self.table = Arc::new(grown);
        }
        self.table.learn(key, change);
    }

    /// The carrier of a win with the attacker's next move.
    #[inline]
    fn win_at_once(&self, view: View, reach: Reach<u64>, more: u32) -> Option<u64> {
        let empty = self.empty(view);
        let complete = reach.from & reach.to & empty;
        if complete != 0 && empty.count_ones() >= 2 + more {
            return Some(least(complete));
        }
        completing(self.board, view.own, view.neutral, reach, more, self.attacker)
    }

    fn reach(&self, view: View) -> Reach<u64> {
        Reach::of(self.board, view.own, self.attacker)
    }

    /// The carrier of a threat to win with the next move.
    fn threat(&self, view: View, more: u32) -> Option<u64> {
        self.win_at_once(view, self.reach(view), more)
    }

    /// The carrier of a win in two moves, if it is read off the board.
    fn win_in_two(&mut self, view: View, reach: Reach<u64>, is_quick: bool) -> Option<u64> {
        self.looks += 1;
        if let Some(carrier) = self.win_at_once(view, reach, 0) {
            return Some(carrier);
        }
        let empty = self.empty(view).count_ones();
        let mut best = Least(None);
        if empty >= 6 {
            self.generates_in_two(view, reach, is_quick, &mut best);
            if is_quick && best.0.is_some() {
                return best.0;
            }
        }
        if best.size() > 3 && view.neutral.count_ones() >= 2 && empty >= 4 {
            self.transforms_in_two(view, reach, &mut best);
        }
        best.0
    }

    /// Generate moves that make two threats at least, which no reply stops: to generate and to transform, or
    /// to generate on two cells and to transform if the reply puts a neutral stone there, or to generate on
    /// three cells.
    fn generates_in_two(&self, view: View, reach: Reach<u64>, is_quick: bool, best: &mut Least) {
        let View { own, neutral, .. } = view;
        let (empty, side) = (self.empty(view), self.attacker);
        // Cells from which a further stone would join the edges.
        let beside = |set: u64| {
            let near = self.board.neighbours(set);
            near | self.board.neighbours(self.board.flood(near, own))
        };
        let joins = reach.from & beside(reach.to & empty) | reach.to & beside(reach.from & empty);
        for stone in (empty & joins).iter().map(u64::one) {
            let (with, rest) = (own | stone, empty & !stone);
            let reached = reach.with(self.board, with, stone);
            let threats = rest & reached.from & reached.to;
            if threats == 0 {
                continue;
            }
            if let Some(pair) = completing(self.board, with, neutral, reached, 1, side) {
                best.offer(stone | least(threats) | pair);
            }
            if is_quick && best.0.is_some() {
                return;
            }
            if threats & (threats - 1) != 0 {
                if let Some(two) = self.two_spared(with, threats) {
                    best.offer(stone | two);
                }
                if threats.count_ones() >= 3 {
                    best.offer(stone | three(threats));
                }
            }
            if best.size() > 4 && neutral != 0 {
                for place in (rest & (reached.from | reached.to)).iter().map(u64::one) {
                    let left = threats & !place;
                    if left == 0 {
                        continue;
                    }
                    if let Some(pair) = completing(self.board, with, neutral | place, reached, 0, side)
                        && pair & place != 0
                    {
                        best.offer(stone | least(left) | pair);
                        if best.size() <= 4 {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Transform moves that make two threats at least, as [`generates_in_two`](Self::generates_in_two).
    fn transforms_in_two(&self, view: View, reach: Reach<u64>, best: &mut Least) {
        let (empty, side) = (self.empty(view), self.attacker);
        for gained in pairs(view.neutral) {
            if gained & (reach.from | reach.to) == 0 {
                continue;
            }
            let all = Reach::of(self.board, view.own | gained, side);
            if empty & all.from & all.to == 0 {
                continue;
            }
            for given in view.own.iter().map(u64::one) {
                let View { own, neutral, .. } = view.transformed(gained, given);
                let reached = Reach::of(self.board, own, side);
                let threats = empty & reached.from & reached.to;
                if threats == 0 {
                    continue;
                }
                if let Some(pair) = completing(self.board, own, neutral, reached, 0, side) {
                    best.offer(gained | least(threats) | pair & !given);
                }
                if threats & (threats - 1) != 0 {
                    if let Some(two) = self.two_spared(own, threats) {
                        best.offer(gained | two);
                    } else if threats.count_ones() >= 3 {
                        best.offer(gained | three(threats));
                    }
                }
            }
        }
    }

    /// Two of the cells that complete a chain even after a stone is given up.
    fn two_spared(&self, own: u64, threats: u64) -> Option<u64> {
        let spares = |&cell: &u64| can_give_up(self.board, own, cell, self.attacker);
        let spared: u64 = threats.iter().map(u64::one).filter(spares).sum();
        (spared & spared.wrapping_sub(1) != 0).then(|| two(spared))
    }

    /// For each free cell, how near the attacker is to both edges through it (two-distance).
    fn nearness(&self, view: View) -> [i32; 64] {
        let free = self.board.full & !view.others;
        let cells = free & !view.own;
        let (first, last) = self.board.ends(self.attacker);
        let mut beside = [0u64; 64];
        let mut touches = [0u64; 64];
        for cell in cells.iter() {
            let one = u64::one(cell);
            let around = self.board.neighbours(one);
            let group = self.board.flood(around & view.own, view.own);
            beside[at(cell)] = (around | self.board.neighbours(group)) & cells & !one;
            touches[at(cell)] = group | one;
        }
        let mut sum = [0; 64];
        for edge in [first, last] {
            let mut distance = [40i32; 64];
            let mut reached = 0u64;
            let mut level = 0;
            let mut wave: u64 =
                cells.iter().filter(|&cell| touches[at(cell)] & edge != 0).map(u64::one).sum();
            while wave != 0 && level < 12 {
                level += 1;
                for cell in wave.iter() {
                    distance[at(cell)] = level;
                }
                reached |= wave;
                wave = (cells & !reached)
                    .iter()
                    .filter(|&cell| (beside[at(cell)] & reached).count_ones() >= 2)
                    .map(u64::one)
                    .sum();
            }
            for cell in cells.iter() {
                sum[at(cell)] += distance[at(cell)];
            }
        }
        sum
    }

    /// The empty cells on a way between the edges that takes at most this many empty cells.
    fn on_ways(&self, view: View, most: usize) -> u64 {
        let empty = self.empty(view);
        let over = view.own | view.neutral;
        let (first, last) = self.board.ends(self.attacker);
        let mut waves = [[0u64; MOST_MOVES + 1]; 2];
        for (of, edge) in waves.iter_mut().zip([first, last]) {
            let mut next = edge | self.board.neighbours(self.board.flood(edge, over));
            let mut seen = 0;
            for wave in &mut of[1..=most] {
                seen |= next & empty;
                *wave = seen;
                let through = self.board.flood(self.board.neighbours(seen) & over, over);
                next = self.board.neighbours(seen) | seen | self.board.neighbours(through);
            }
        }
        (1..=most).fold(0, |cells, at| cells | waves[0][at] & waves[1][most + 1 - at])
    }

    fn is_over(&self) -> bool {
        self.looks > self.most_looks
    }

    /// As [`attack`](Self::attack), but ends without a result after this many looks.
    pub(super) fn attack_within(&mut self, view: View, moves: usize, looks: u64) -> Option<u64> {
        self.most_looks = self.looks + looks;
        let found = self.attack(view, moves);
        self.most_looks = u64::MAX;
        found
    }

    /// The carrier of a win of the attacker, who is to move, within this many of his moves.
    pub(super) fn attack(&mut self, view: View, moves: usize) -> Option<u64> {
        let reach = self.reach(view);
        match moves {
            0 => return None,
            1 => return self.win_at_once(view, reach, 0),
            2 => return self.win_in_two(view, reach, false),
            _ => {}
        }
        if self.is_over() {
            return None;
        }
        let key = Self::key(view, true);
        if let Some(known) = self.table.known(key) {
            if known.wins != 0 && usize::from(known.wins) <= moves {
                return Some(known.carrier);
            }
            if usize::from(known.open) >= moves {
                return None;
            }
        }
        if let Some(carrier) = self.win_in_two(view, reach, false) {
            return Some(carrier);
        }
        let defender = self.attacker.other();
        let theirs = Reach::of(self.board, view.others, defender);
        let empty = self.empty(view);
        let fill = if empty.count_ones() >= 2 { theirs.from & theirs.to & empty } else { 0 };
        let transforms = completing(self.board, view.others, view.neutral, theirs, 0, defender).is_some();
        if theirs.connected || (fill != 0 && transforms) || fill.count_ones() > 2 {
            return None;
        }
        if moves > 3
            && let Some(carrier) = self.attack(view, moves - 1)
        {
            return Some(carrier);
        }
        let found = self.in_stages(view, moves, fill, transforms);
        if found.is_none() && self.is_over() {
            return None;
        }
        self.learn(key, |known| match found {
            Some(carrier) => (known.wins, known.carrier) = (moves as u8, carrier),
            None => known.open = known.open.max(moves as u8),
        });
        found
    }

    fn null(&mut self, view: View, moves: usize) -> Option<u64> {
        if moves == 3 {
            let reach = self.reach(view);
            if reach.connected {
                return None;
            }
            return self.win_in_two(view, reach, true);
        }
        self.attack(view, moves - 1)
    }

    /// The stages. `fill` are the defender's threats to generate; `transforms`: he threatens to transform.
    fn in_stages(&mut self, view: View, moves: usize, fill: u64, transforms: bool) -> Option<u64> {
        // The neutral stones that may be gained.
        let free = if fill == 0 { view.neutral } else { 0 };
        if let Some(carrier) = self.transforms_with_threat(view, moves, free) {
            return Some(carrier);
        }
        if transforms || self.empty(view).count_ones() < 2 {
            return self.quiet_transforms(view, moves, free);
        }
        let order = self.order(view, moves, fill);
        let mut quiet = Vec::new();
        for &(cell, must) in &order.stones {
            let after = view.generated(cell, must);
            let Some(hint) = self.threat(after, u32::from(must == 0)) else {
                quiet.push((cell, must));
                continue;
            };
            if let Some(carrier) = self.place(view, cell, moves, must, &order.apart, hint) {
                return Some(carrier);
            }
        }
        if let Some(carrier) = self.quiet_transforms(view, moves, free) {
            return Some(carrier);
        }
        for (cell, must) in quiet {
            let Some(hint) = self.null(view.generated(cell, must), moves) else { continue };
            if let Some(carrier) = self.place(view, cell, moves, must, &order.apart, hint) {
                return Some(carrier);
            }
            if self.is_over() {
                return None;
            }
        }
        None
    }

    fn transforms_with_threat(&mut self, view: View, moves: usize, free: u64) -> Option<u64> {
        for gained in pairs(free) {
            if self.threat(view.transformed(gained, 0), 0).is_none() {
                continue;
            }
            for given in view.own.iter().map(u64::one) {
                let after = view.transformed(gained, given);
                if let Some(hint) = self.threat(after, 0)
                    && let Some(carrier) = self.answers(after, moves - 1, hint)
                {
                    return Some(carrier & !given | gained);
                }
                if self.is_over() {
                    return None;
                }
            }
        }
        None
    }

    /// Transform moves without a threat: for each two neutral stones, those that give up the two stones that
    /// the attacker seems to need least.
    fn quiet_transforms(&mut self, view: View, moves: usize, free: u64) -> Option<u64> {
        for gained in pairs(free) {
            let Some(hint) = self.null(view.transformed(gained, 0), moves) else { continue };
            let mut given: Vec<(i32, u64)> = Vec::new();
            for stone in view.own.iter().map(u64::one) {
                let after = view.transformed(gained, stone);
                let reach = self.reach(after);
                if self.win_at_once(after, reach, 0).is_none() {
                    let free = self.empty(after) | after.neutral;
                    let count = |set: u64| (set & free).count_ones() as i32;
                    let ways = count(reach.from) + count(reach.to) + 2 * count(reach.from & reach.to);
                    given.push((-ways, stone));
                }
            }
            given.sort_unstable();
            let near = gained | self.board.neighbours(gained) & view.own;
            let group = self.board.flood(near, view.own | gained);
            let mut tried = 0;
            for (_, stone) in given {
                let after = view.transformed(gained, stone);
                let hint = if stone & group == 0 { Some(hint) } else { self.null(after, moves) };
                let Some(hint) = hint else { continue };
                if let Some(carrier) = self.answers(after, moves - 1, hint) {
                    return Some(carrier & !stone | gained);
                }
                tried += 1;
                if self.is_over() || tried == STONES_GIVEN {
                    break;
                }
            }
            if self.is_over() {
                return None;
            }
        }
        None
    }

    /// The order in which the attacker's generate moves are tried.
    fn order(&self, view: View, moves: usize, fill: u64) -> Order {
        let empty = self.empty(view);
        let near = self.nearness(view);
        let most = empty.iter().map(|cell| self.won[moves][at(cell)]).max().unwrap_or(0).max(1);
        let prior = |cell: &Cell| near[at(*cell)] * 64 - (self.won[moves][at(*cell)] * 64 / most) as i32;
        let mut stones: Vec<Cell> = (empty & self.on_ways(view, moves)).iter().collect();
        stones.sort_by_key(|cell| (prior(cell), cell.0));
        let stones = stones.into_iter().map(|cell| (cell, fill & !u64::one(cell)));
        let mut apart: Vec<Cell> = empty.iter().collect();
        apart.sort_by_key(|&cell| (-near[at(cell)], cell.0));
        Order { stones: stones.filter(|(_, must)| must.count_ones() <= 1).collect(), apart }
    }

    /// Tries places for the neutral stone beside a stone.
    fn place(
        &mut self,
        view: View,
        cell: Cell,
        moves: usize,
        must: u64,
        apart: &[Cell],
        hint: u64,
    ) -> Option<u64> {
        let stone = u64::one(cell);
        let s = at(cell);
        let mut places: Vec<(f32, Cell)> = if must != 0 {
            vec![(0.0, must.first().expect("a cell"))]
        } else {
            let count = apart.len() as f32;
            let value = |(at, &place): (usize, &Cell)| {
                let [tried, won] = self.places[at_place(moves, cell, place)];
                let first = if at == 0 { 0.2 } else { 0.0 };
                (-((won + 1.0) / (tried + 8.0) + 0.05 * (1.0 - at as f32 / count) + first), place)
            };
            apart.iter().enumerate().filter(|(_, place)| **place != cell).map(value).collect()
        };
        places.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (_, place) in places {
            let counts = &mut self.places[at_place(moves, cell, place)];
            counts[0] += 1.0;
            if counts[0] > 4000.0 {
                *counts = counts.map(|count| count / 2.0);
            }
            let after = View { own: view.own | stone, neutral: view.neutral | u64::one(place), ..view };
            if let Some(carrier) = self.answers(after, moves - 1, hint) {
                self.places[at_place(moves, cell, place)][1] += 1.0;
                self.won[moves][s] += 16;
                if self.won[moves][s] > 100_000 {
                    self.won[moves].iter_mut().for_each(|count| *count /= 2);
                }
                return Some(carrier | stone);
            }
            if self.is_over() {
                return None;
            }
        }
        None
    }

    /// The carrier of a win within this many moves of the attacker against every reply of the defender, who
    /// is to move.
    pub(super) fn answers(&mut self, view: View, moves: usize, hint: u64) -> Option<u64> {
        let key = Self::key(view, false) | if moves <= 2 { SHALLOW } else { 0 };
        let is_kept = moves >= 2;
        let mut saved = NO_REPLY;
        if is_kept && let Some(known) = self.table.known(key) {
            if known.wins != 0 && usize::from(known.wins) <= moves {
                return Some(known.carrier);
            }
            if usize::from(known.open) >= moves {
                return None;
            }
            saved = known.saved;
        }
        let found = self.all_answers(view, moves, hint, saved);
        if found.is_err() && self.is_over() {
            return None;
        }
        if let Err(reply) = found
            && reply != NO_REPLY
        {
            let kept = &mut self.last_saved[moves];
            let at = kept.iter().position(|one| *one == reply).unwrap_or(KEPT_REPLIES - 1);
            kept[at] = reply;
            kept[..=at].rotate_right(1);
        }
        if is_kept {
            self.learn(key, |known| match found {
                Ok(carrier) => (known.wins, known.carrier) = (moves as u8, carrier),
                Err(saved) => {
                    known.open = known.open.max(moves as u8);
                    known.saved = saved;
                }
            });
        }
        found.ok()
    }

    fn all_answers(&mut self, view: View, moves: usize, hint: u64, saved: Reply) -> Result<u64, Reply> {
        let empty = self.empty(view);
        if empty.count_ones() < 2 {
            return Err(NO_REPLY);
        }
        let defender = self.attacker.other();
        let theirs = Reach::of(self.board, view.others, defender);
        if theirs.from & theirs.to & empty != 0
            || completing(self.board, view.others, view.neutral, theirs, 0, defender).is_some()
        {
            return Err(NO_REPLY);
        }
        let mut likely = std::iter::once(saved).chain(self.last_saved[moves]);
        let mut answered = Answered::none(empty);
        while let Some(reply) =
            likely.find(|reply| answered.is_open(*reply)).or_else(|| self.likeliest(&answered, moves, hint))
        {
            let [stone, neutral] = reply;
            let after = View {
                others: view.others | u64::one(stone),
                neutral: view.neutral | u64::one(neutral),
                ..view
            };
            let Some(carrier) = self.attack(after, moves) else {
                if !self.is_over() {
                    self.saved[moves][at(stone)] += 16;
                    self.saved[moves][at(neutral)] += 8;
                    if self.saved[moves][at(stone)] > 1 << 20 {
                        self.saved[moves].iter_mut().for_each(|count| *count /= 2);
                    }
                }
                return Err(reply);
            };
            answered.generate(reply, carrier);
        }
        for gained in pairs(view.neutral) {
            for given in view.others.iter().map(u64::one) {
                if answered.has_transform(gained, given) {
                    continue;
                }
                let Some(carrier) = self.attack(view.answered(gained, given), moves) else {
                    return Err(NO_REPLY);
                };
                answered.transform(gained, given, carrier);
            }
        }
        Ok(answered.carrier)
    }

    /// The open generate move of the defender that is likeliest to stop the attack: on cells that have done
    /// so before, of a win against a pass, and of the answers to other replies.
    fn likeliest(&self, answered: &Answered, moves: usize, hint: u64) -> Option<Reply> {
        let empty = answered.empty;
        let most = empty.iter().map(|cell| self.saved[moves][at(cell)]).max().unwrap_or(0).max(1);
        let (mut stone_worth, mut neutral_worth) = ([0f32; 64], [0f32; 64]);
        for cell in empty.iter() {
            let history = self.saved[moves][at(cell)] as f32 / most as f32;
            let hinted = if hint.has(cell) { 2.0 } else { 0.0 };
            let hit = 2.0 * answered.hits[at(cell)] / answered.count.max(1.0);
            stone_worth[at(cell)] = 2.0 * history + hinted + hit;
            neutral_worth[at(cell)] = history + hinted + hit;
        }
        let mut neutrals = [(0f32, 0u8); 64];
        let mut count = 0;
        for cell in empty.iter() {
            let worth = neutral_worth[at(cell)];
            let mut place = count;
            while place > 0 && neutrals[place - 1].0 < worth {
                neutrals[place] = neutrals[place - 1];
                place -= 1;
            }
            neutrals[place] = (worth, cell.0 as u8);
            count += 1;
        }
        let mut best = None;
        let mut best_worth = f32::MIN;
        for stone in empty.iter() {
            let open = answered.open(stone);
            if open == 0 || stone_worth[at(stone)] + neutrals[0].0 <= best_worth {
                continue;
            }
            let of = neutrals[..count].iter().find(|(_, cell)| open >> cell & 1 != 0);
            let &(worth, cell) = of.expect("an empty cell");
            if stone_worth[at(stone)] + worth > best_worth {
                best_worth = stone_worth[at(stone)] + worth;
                best = Some([stone, Cell(u16::from(cell))]);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests;
