//! The question whether one side, the attacker, wins, as a search by proof numbers asks it. A draw counts as
//! a win of the other side, the defender.
//!
//! Only wins of the attacker have regions (see `search.rs`): one answer to a reply of the defender answers
//! all replies that leave the region as it is.

use super::stages::table::Table;
use super::stages::{Stages, View};
use super::{Nex, NexMove, NexPosition, Technique};
use nexsolve_core::{
    Candidate, Candidates, EVERYWHERE, Game, Glance, Plies, Proving, Region, Score, Searchable, Side,
    Symmetric, Verdict,
};
use nexsolve_rhombus::CellSet;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

/// The game of the attacker's question. A state is the key of a position, with a bit for the attacker.
pub(super) struct Attack<'a> {
    pub(super) game: &'a Nex<u64>,
    /// For each attacker, from the first look ahead on.
    ahead: [OnceLock<Mutex<Ahead<'a>>>; 2],
    /// How many bytes the tables of both may take, within limits.
    memory_bytes: u64,
    /// The positions at which they have looked.
    looks: AtomicU64,
}

/// What threads share to look ahead.
struct Ahead<'a> {
    /// The largest table.
    table: Arc<Table>,
    /// The searches that no thread uses.
    idle: Vec<Stages<'a>>,
}

/// A move, how promising it is, and the state after it.
#[derive(Clone, Copy)]
struct Promising {
    promise: i32,
    mv: NexMove,
    after: u128,
}

/// The bit of a state that says that White is the attacker.
const WHITE_ATTACKS: u128 = 1 << 127;

/// The greatest number of cells: each takes two bits of a state, and the attacker one.
const MOST_CELLS: u32 = 63;

/// How many of the attacker's moves each look at a state looks ahead.
const MOVES_AHEAD: usize = 4;

/// How many more it looks ahead in the first two plies, within this many looks.
const EARLY: (usize, u64) = (1, 500_000);

/// The attacker would win within this many moves after a threat if the defender passed.
const THREAT: usize = 2;

/// How many moves with the same stone, or the same gained stones, come before the others.
const ALIKE: usize = 6;

/// One of this many open moves of the attacker is searched at a time, and one more.
const ATTACKS: usize = 32;

/// What a unit of work counts against a way.
const WORK: i32 = 16;

/// The work of a side that is cut off for now.
const CUT_OFF: i32 = 64;

impl<'a> Attack<'a> {
    /// Returns the game, unless the board is too large for its states, final moves break the claims about
    /// replies, or a swap can exchange the sides.
    pub(super) fn new(game: &'a Nex<u64>) -> Option<Self> {
        (game.board.len() <= MOST_CELLS && !game.has_final_moves && !game.has_swap).then(|| Self {
            game,
            ahead: Default::default(),
            memory_bytes: 0,
            looks: AtomicU64::new(0),
        })
    }

    pub(super) fn pack(&self, position: &NexPosition<u64>, attacker: Side) -> u128 {
        self.game.key(position) | if attacker == Side::White { WHITE_ATTACKS } else { 0 }
    }

    pub(super) fn unpack(&self, state: u128) -> (NexPosition<u64>, Side) {
        let full = self.game.board.full;
        let (low, high) = (state as u64 & full, (state >> self.game.board.len()) as u64 & full);
        let position = NexPosition::of(Side::Black, low & !high, high & !low, low & high);
        (position, if state & WHITE_ATTACKS == 0 { Side::Black } else { Side::White })
    }

    /// Returns the region of a win in three plies by this move.
    fn region_of_win(&self, position: &NexPosition<u64>, mv: NexMove) -> Region {
        match self.game.glance(&self.game.play(position, mv), Score::loss_in(Plies(2)).next()) {
            Glance::Settled(answer) if answer.score <= Score::LOSS => answer.region,
            _ => EVERYWHERE,
        }
    }

    /// Returns the work that the cheapest chain of `side` still takes, 2 for each empty cell and 1 for each
    /// neutral stone, and a number that is higher if more cells can be reached with little work.
    fn effort(&self, own: u64, neutral: u64, empty: u64, side: Side) -> (i32, i32) {
        let board = &self.game.board;
        let (first, last) = board.ends(side);
        // The cells that the edge reaches with one and two units of work less.
        let [mut before, mut two_before] = [0; 2];
        let mut ways = 0;
        for work in 0.. {
            // From the cells reached before, or from the edge.
            let next = |reached: u64, cost: i32| match work {
                _ if work < cost => 0,
                _ if work == cost => board.neighbours(reached) | first,
                _ => board.neighbours(reached),
            };
            let new =
                before | next(before, 0) & own | next(before, 1) & neutral | next(two_before, 2) & empty;
            let now = board.flood(new, new | own);
            ways += (now & last).count_ones() as i32 * 2 + now.count_ones() as i32 / 2;
            if now & last != 0 {
                return (work, ways);
            }
            if work > 2 && now == two_before {
                return (CUT_OFF, 0);
            }
            (before, two_before) = (now, before);
        }
        unreachable!("the edge reaches the other one or nothing new")
    }

    /// Looks ahead with one of the searches that no other thread uses.
    pub(super) fn ahead<T>(&self, attacker: Side, act: impl FnOnce(&mut Stages<'a>) -> T) -> T {
        let ahead = self.ahead[usize::from(attacker == Side::White)].get_or_init(|| {
            let table = Arc::new(Table::within(self.memory_bytes / 2));
            Mutex::new(Ahead { table, idle: Vec::new() })
        });
        let lock = || ahead.lock().expect("no thread panics with it");
        let mut stages = {
            let Ahead { table, idle } = &mut *lock();
            let board = &self.game.board;
            let mut stages = idle.pop().unwrap_or_else(|| Stages::new(board, attacker, Arc::clone(table)));
            stages.table = Arc::clone(table);
            stages
        };
        let before = stages.looks;
        let found = act(&mut stages);
        self.looks.fetch_add(stages.looks - before, Relaxed);
        let mut ahead = lock();
        if stages.table.len() > ahead.table.len() {
            ahead.table = Arc::clone(&stages.table);
        }
        ahead.idle.push(stages);
        found
    }

    /// Returns the carrier of a win of the attacker, who is to move, within a few moves.
    fn soon(stages: &mut Stages<'_>, view: View) -> Option<u64> {
        stages.attack(view, MOVES_AHEAD).or_else(|| {
            let (more, looks) = EARLY;
            let is_early = (view.own | view.others).count_ones() < 2;
            if is_early { stages.attack_within(view, MOVES_AHEAD + more, looks) } else { None }
        })
    }

    /// Puts the attacker's moves into a better order: at first, for each stone and each two gained stones,
    /// the most promising move alone, then a few of each, then the others; of each of these, those first
    /// after which the attacker would soon win if the defender passed.
    fn put_threats_first(stages: &mut Stages<'_>, view: View, moves: &mut Vec<Promising>) {
        let mut is_threat: HashMap<View, bool> = HashMap::new();
        let mut ranks: Vec<(u64, bool, Promising)> = moves
            .iter()
            .map(|&moved| {
                let (gained, given) = match moved.mv {
                    NexMove::Generate { stone, .. } => (u64::one(stone), 0),
                    NexMove::Transform { gained: [one, other], given } => {
                        (u64::one(one) | u64::one(other), u64::one(given))
                    }
                    NexMove::Fill(_) | NexMove::Turn(_) | NexMove::Swap => (0, 0),
                };
                let after = view.transformed(gained, given);
                let threatens =
                    *is_threat.entry(after).or_insert_with(|| stages.attack(after, THREAT).is_some());
                (gained, threatens, moved)
            })
            .collect();
        ranks.sort_by_key(|&(_, threatens, moved)| Reverse((threatens, moved.promise)));
        let mut alike: HashMap<u64, usize> = HashMap::new();
        let mut ordered: Vec<_> = ranks
            .into_iter()
            .map(|(gained, threatens, moved)| {
                let before = alike.entry(gained).or_insert(0);
                let tier = usize::from(*before >= 1) + usize::from(*before >= ALIKE);
                *before += 1;
                ((tier, !threatens), moved)
            })
            .collect();
        ordered.sort_by_key(|&(rank, moved)| (rank, Reverse(moved.promise)));
        *moves = ordered.into_iter().map(|(_, moved)| moved).collect();
    }

    /// Returns how promising a position is for `side`, which has just moved.
    fn promise(&self, position: &NexPosition<u64>, side: Side) -> i32 {
        let (neutral, empty) = (position.neutral, self.game.empty(position));
        let (mine, my_ways) = self.effort(position.stones(side), neutral, empty, side);
        let (theirs, their_ways) = self.effort(position.stones(side.other()), neutral, empty, side.other());
        let ways = if self.game.has(Technique::Ways) { my_ways - their_ways } else { 0 };
        let work = if self.game.has(Technique::Work) { WORK * (theirs - mine) } else { 0 };
        work + ways
    }
}

impl Proving for Attack<'_> {
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict {
        let (position, attacker) = self.unpack(state);
        let game = self.game;
        let mover = position.side_to_move();
        let attacks = mover == attacker;
        let threshold = if attacks { Score::WIN } else { Score::DRAW };
        let threats = match game.glance(&position, threshold) {
            Glance::Settled(answer) if answer.score >= threshold => {
                return Verdict::Win(if attacks { answer.region } else { EVERYWHERE });
            }
            Glance::Settled(answer) => {
                return Verdict::Loss(if attacks { EVERYWHERE } else { answer.region });
            }
            Glance::Open(threats) => threats,
        };
        if game.has(Technique::WinsInThree)
            && let Some(mv) = game.win_in_three(&position, mover, threats)
        {
            return Verdict::Win(if attacks { self.region_of_win(&position, mv) } else { EVERYWHERE });
        }
        let view = View::of(&position, attacker);
        if attacks
            && game.has(Technique::Ahead)
            && let Some(carrier) = self.ahead(attacker, |stages| Self::soon(stages, view))
        {
            return Verdict::Win(carrier | view.own);
        }
        let mut moves: Vec<Candidate<NexMove>> = Vec::new();
        let rest = match game.candidates(&position, threshold, threats, &mut moves) {
            Candidates::Settled(answer) if answer.score >= threshold => return Verdict::Win(EVERYWHERE),
            Candidates::Settled(answer) => {
                return Verdict::Loss(if attacks { EVERYWHERE } else { answer.region });
            }
            Candidates::Search { rest } => rest,
        };
        let is_symmetric = game.turned(&position) == position;
        if is_symmetric {
            // Of two moves that lead to symmetric positions, one is enough.
            let mut seen = HashSet::new();
            moves.retain(|candidate| seen.insert(game.canonical(&game.play(&position, candidate.mv))));
        }
        let mut ordered: Vec<Promising> = moves
            .iter()
            .map(|&Candidate { mv, .. }| {
                let child = game.play(&position, mv);
                Promising { promise: self.promise(&child, mover), mv, after: self.pack(&child, attacker) }
            })
            .collect();
        ordered.sort_by_key(|moved| Reverse(moved.promise));
        if attacks && game.has(Technique::Threats) {
            self.ahead(attacker, |stages| Self::put_threats_first(stages, view, &mut ordered));
        }
        children.clear();
        children.extend(ordered.iter().map(|moved| moved.after));
        Verdict::Open(if attacks || is_symmetric { EVERYWHERE } else { rest.region })
    }

    fn take_memory(&mut self, memory_bytes: u64) -> u64 {
        self.memory_bytes = memory_bytes;
        memory_bytes
    }

    fn take_looks(&self) -> u64 {
        self.looks.swap(0, Relaxed)
    }

    fn carries_over(&self, _: u128, region: Region, won: u128, other: u128) -> bool {
        let ((won, _), (other, _)) = (self.unpack(won), self.unpack(other));
        if !self.game.has(Technique::Transfers) {
            return false;
        }
        let alike =
            |won: u64, other: u64| (won ^ other) & region == 0 && won.count_ones() == other.count_ones();
        alike(won.black, other.black) && alike(won.white, other.white) && alike(won.neutral, other.neutral)
    }

    fn has_many_moves(&self) -> bool {
        self.game.has(Technique::Repeats)
    }

    fn breadth(&self, state: u128, open: usize) -> usize {
        let (position, attacker) = self.unpack(state);
        if position.side_to_move() == attacker {
            1 + open.div_ceil(ATTACKS)
        } else if self.game.has(Technique::OneReply) {
            1
        } else {
            1 + open.div_ceil(4)
        }
    }

    /// An answer to one of the defender's replies answers many others, so their number hardly counts. The
    /// attacker's moves to refute are few at a time.
    fn beside(&self, state: u128, open: usize) -> u32 {
        let (position, attacker) = self.unpack(state);
        if position.side_to_move() == attacker { open as u32 / 16 } else { open.ilog2() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn states_have_the_winners_of_their_positions() {
        for (rows, cols) in [(1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 3)] {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            let all = laws::positions(&game, Positions::All);
            let attack = game.attack().expect("a small board");
            assert_eq!(laws::proving_by(&game, &attack, &all), all.len(), "{rows}x{cols}");
        }
    }

    #[test]
    fn states_have_the_winners_of_late_positions() {
        for (rows, cols, longest, games) in
            [(3, 4, 6, 20), (4, 3, 6, 20), (4, 4, 5, 20), (4, 5, 4, 20), (5, 4, 4, 20)]
        {
            let game = Nex::<u64>::new(rows, cols).expect("a board");
            let all = laws::endings(&game, games, Plies(longest), 6);
            laws::proving_by(&game, &game.attack().expect("a board"), &all);
        }
    }
}
