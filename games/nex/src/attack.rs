//! The question whether one side, the attacker, wins, as a search by proof numbers asks it. A draw counts as
//! a win of the other side, the defender.
//!
//! Only wins of the attacker have regions (see `search.rs`): one answer to a reply of the defender answers
//! all replies that leave the region as it is.

use super::lemmas::{self, WinningMove};
use super::stages::{Stages, View};
use super::{Nex, NexMove, NexPosition, Technique};
use nexsolve_rhombus::CellSet;
use nexsolve_core::{
    Candidate, Candidates, EVERYWHERE, Game, Glance, Plies, Proving, ProvingFor, Region, Score, Searchable,
    Side, Verdict, Winners,
};
use std::sync::Mutex;

/// The game of the attacker's question. A state is the key of a position, with a bit for the attacker.
pub(super) struct Attack<'a> {
    game: &'a Nex<u64>,
    stages: [Mutex<Vec<Stages<'a>>>; 2],
    depth: usize,
}

pub static LOOKS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// The bit of a state that says that White is the attacker.
const WHITE_ATTACKS: u128 = 1 << 127;

/// The greatest number of cells: each takes two bits of a state, and the attacker one.
const MOST_CELLS: u32 = 63;

/// How many replies of the defender are searched at a time. The answer to one answers many others.
const REPLIES: usize = 4;

/// One of this many open moves of the attacker is searched at a time, and one more.
const ATTACKS: usize = 32;

/// What a unit of work counts against a way.
const WORK: i32 = 16;

/// On boards with fewer cells, alpha-beta with regions is faster: it proves all openings of 4×4 in a fifth of
/// the time.
const FEWEST_CELLS: u32 = 17;

/// How far a writer of lemmas looks ahead for a winning move: the most moves of the attacker, and looks.
const MOVES_AHEAD: usize = 6;
const LOOKS_AHEAD: u64 = 1 << 20;

/// The work of a side that is cut off for now.
const CUT_OFF: i32 = 64;

impl<'a> Attack<'a> {
    /// Returns the game, unless the board is too large for its states, final moves break the claims about
    /// replies, or a swap can exchange the sides.
    pub(super) fn new(game: &'a Nex<u64>) -> Option<Self> {
        (game.board.len() <= MOST_CELLS && !game.has_final_moves && !game.has_swap).then(|| Self {
            game,
            stages: Default::default(),
            depth: std::env::var("DEPTH").map_or(4, |depth| depth.parse().unwrap()),
        })
    }

    fn pack(&self, position: &NexPosition<u64>, attacker: Side) -> u128 {
        self.game.key(position) | if attacker == Side::White { WHITE_ATTACKS } else { 0 }
    }

    fn unpack(&self, state: u128) -> (NexPosition<u64>, Side) {
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
        if attacks && self.depth > 2 {
            let view = View {
                own: position.stones(attacker),
                others: position.stones(attacker.other()),
                neutral: position.neutral,
            };
            let pool = &self.stages[usize::from(attacker == Side::White)];
            let taken = pool.lock().unwrap().pop();
            let mut stages = taken.unwrap_or_else(|| Stages::new(&game.board, attacker, super::stages::env("BITS", 18) as u32));
            let before = stages.looks;
            let mut found = stages.attack(view, self.depth);
            let factor = super::stages::env("F", 0) as u64;
            let mut deeper = self.depth + 1;
            while found.is_none() && factor > 0 && deeper <= self.depth + super::stages::env("FD", 1) {
                let spent = (stages.looks - before).max(super::stages::env("FL", 100) as u64);
                stages.most_looks = stages.looks + factor * spent;
                found = stages.attack(view, deeper);
                let over = stages.looks > stages.most_looks;
                stages.most_looks = u64::MAX;
                if over { break; }
                deeper += 1;
            }
            LOOKS.fetch_add(stages.looks - before, std::sync::atomic::Ordering::Relaxed);
            pool.lock().unwrap().push(stages);
            if let Some(carrier) = found {
                return Verdict::Win(carrier | view.own);
            }
        }
        let mut moves: Vec<Candidate<NexMove>> = Vec::new();
        let rest = match game.candidates(&position, threshold, threats, &mut moves) {
            Candidates::Settled(answer) if answer.score >= threshold => return Verdict::Win(EVERYWHERE),
            Candidates::Settled(answer) => {
                return Verdict::Loss(if attacks { EVERYWHERE } else { answer.region });
            }
            Candidates::Search { rest } => rest,
        };
        let mut ordered: Vec<(i32, u128)> = moves
            .iter()
            .map(|candidate| {
                let child = game.play(&position, candidate.mv);
                (self.promise(&child, mover), self.pack(&child, attacker))
            })
            .collect();
        let places = super::stages::env("XP", 0);
        let hint_worth = super::stages::env("HW", 0) as i32;
        if !attacks && hint_worth > 0 {
            let view = View {
                own: position.stones(attacker),
                others: position.stones(attacker.other()),
                neutral: position.neutral,
            };
            let pool = &self.stages[usize::from(attacker == Side::White)];
            let mut stages = pool.lock().unwrap().pop().unwrap_or_else(|| Stages::new(&game.board, attacker, super::stages::env("BITS", 18) as u32));
            let before = stages.looks;
            let hint = stages.attack(view, super::stages::env("HD", 3)).unwrap_or(0);
            LOOKS.fetch_add(stages.looks - before, std::sync::atomic::Ordering::Relaxed);
            pool.lock().unwrap().push(stages);
            for (at, candidate) in moves.iter().enumerate() {
                if let NexMove::Generate { stone, neutral } = candidate.mv {
                    ordered[at].0 += hint_worth * (2 * i32::from(hint.has(stone)) + i32::from(hint.has(neutral)));
                }
            }
        }
        if attacks && places > 0 {
            let null_depth = super::stages::env("NK", 3);
            let view = View {
                own: position.stones(attacker),
                others: position.stones(attacker.other()),
                neutral: position.neutral,
            };
            let pool = &self.stages[usize::from(attacker == Side::White)];
            let mut stages = pool.lock().unwrap().pop().unwrap_or_else(|| Stages::new(&game.board, attacker, super::stages::env("BITS", 18) as u32));
            let before = stages.looks;
            let mut after: std::collections::HashMap<(u64, bool), bool> = Default::default();
            let mut tiers: Vec<(i32, usize)> = Vec::new();
            for (at, candidate) in moves.iter().enumerate() {
                let (key, null) = match candidate.mv {
                    NexMove::Generate { stone, .. } => (
                        (u64::one(stone), false),
                        View { own: view.own | u64::one(stone), ..view },
                    ),
                    NexMove::Transform { gained, given } => {
                        let gained = u64::one(gained[0]) | u64::one(gained[1]);
                        ((gained | u64::one(given) << 32, true), View {
                            own: (view.own | gained) & !u64::one(given),
                            neutral: view.neutral & !gained | u64::one(given),
                            ..view
                        })
                    }
                    _ => unreachable!(),
                };
                let passes =
                    *after.entry(key).or_insert_with(|| stages.attack(null, null_depth).is_some());
                ordered[at].0 += if passes { 10_000 } else { 0 };
                tiers.push((ordered[at].0, at));
            }
            LOOKS.fetch_add(stages.looks - before, std::sync::atomic::Ordering::Relaxed);
            pool.lock().unwrap().push(stages);
            tiers.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
            let mut tried: std::collections::HashMap<(u64, bool), usize> = Default::default();
            for (_, at) in tiers {
                let key = match moves[at].mv {
                    NexMove::Generate { stone, .. } => (u64::one(stone), false),
                    NexMove::Transform { gained, .. } => {
                        (u64::one(gained[0]) | u64::one(gained[1]), true)
                    }
                    _ => unreachable!(),
                };
                let tried = tried.entry(key).or_insert(0);
                *tried += 1;
                if *tried > places {
                    ordered[at].0 -= 20_000;
                }
                if *tried > 6 {
                    ordered[at].0 -= 20_000;
                }
            }
        }
        ordered.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        children.clear();
        children.extend(ordered.into_iter().map(|(_, child)| child));
        Verdict::Open(if attacks { EVERYWHERE } else { rest.region })
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
            super::stages::env("A0", 1) + open.div_ceil(super::stages::env("ATTACKS", ATTACKS))
        } else if self.game.has(Technique::FewReplies) {
            super::stages::env("REPLIES", REPLIES)
        } else {
            1 + open.div_ceil(4)
        }
    }

    /// An answer to one of the defender's replies answers many others, so their number hardly counts. The
    /// attacker's moves to refute are few at a time.
    fn beside(&self, state: u128, open: usize) -> u32 {
        let (position, attacker) = self.unpack(state);
        if position.side_to_move() == attacker { open as u32 / super::stages::env("BES", 16) as u32 } else { open.ilog2() }
    }
}

impl ProvingFor<NexPosition<u64>> for Attack<'_> {
    fn state(&self, position: &NexPosition<u64>, winner: Side) -> Option<u128> {
        Some(self.pack(position, winner))
    }

    fn is_faster(&self) -> bool {
        self.game.board.len() >= FEWEST_CELLS
    }

    fn deduce(&self, position: &NexPosition<u64>, winners: &mut dyn Winners) -> Option<Vec<String>> {
        let mover = position.side_to_move();
        let winner = |side: Side, known: Option<bool>| (known? == (side == mover)).then_some(side);
        let known = SIDES.into_iter().find_map(|side| winner(side, winners.known(self.pack(position, side))));
        let side = match known {
            Some(side) => side,
            None => {
                SIDES.into_iter().find_map(|side| winner(side, winners.find(self.pack(position, side))))?
            }
        };
        lemmas::proof(self.game, position, side, &mut WinningMoves { attack: self, side, winners })
    }
}

const SIDES: [Side; 2] = [Side::Black, Side::White];

/// Finds winning moves of a side: by looking ahead, or among those of a search.
struct WinningMoves<'a, 'w> {
    attack: &'w Attack<'a>,
    side: Side,
    winners: &'w mut dyn Winners,
}

impl WinningMoves<'_, '_> {
    fn view(&self, position: &NexPosition<u64>) -> View {
        let (own, others) = (position.stones(self.side), position.stones(self.side.other()));
        View { own, others, neutral: position.neutral }
    }

    /// Returns the position after a move that wins within a few moves, one of `nexts`, with a small carrier.
    fn soon(&self, position: &NexPosition<u64>, nexts: &[NexPosition<u64>]) -> Option<NexPosition<u64>> {
        let pool = &self.attack.stages[usize::from(self.side == Side::White)];
        let taken = pool.lock().unwrap().pop();
        let mut stages = taken.unwrap_or_else(|| Stages::new(&self.attack.game.board, self.side, 18));
        let before = self.view(position);
        let most_looks = stages.looks + LOOKS_AHEAD;
        let found = (2..=MOVES_AHEAD).find_map(|moves| {
            stages.most_looks = most_looks;
            let carrier = stages.attack(before, moves)?;
            // Without looks, only what the attack has found.
            [0, most_looks].into_iter().find_map(|looks| {
                stages.most_looks = looks;
                let views = nexts.iter().map(|next| (next, self.view(next)));
                views
                    .filter(|(_, after)| after.own & !before.own & !carrier == 0)
                    .filter_map(|(next, after)| {
                        Some((stages.answers(after, moves - 1, 0)?.count_ones(), *next))
                    })
                    .min_by_key(|(size, _)| *size)
            })
        });
        stages.most_looks = u64::MAX;
        pool.lock().unwrap().push(stages);
        found.map(|(_, next)| next)
    }
}

impl WinningMove for WinningMoves<'_, '_> {
    fn winning_move(&mut self, position: &NexPosition<u64>) -> Option<NexPosition<u64>> {
        let attack = self.attack;
        let nexts: Vec<NexPosition<u64>> =
            attack.game.continuations(position).map(|(_, after)| after).collect();
        if let Some(next) = self.soon(position, &nexts) {
            return Some(next);
        }
        let state = attack.pack(position, self.side);
        let known = |winners: &dyn Winners| {
            let is_lost =
                |next: &&NexPosition<u64>| winners.known(attack.pack(next, self.side)) == Some(false);
            nexts.iter().find(is_lost).copied()
        };
        if let Some(next) = known(self.winners) {
            return Some(next);
        }
        self.winners.find(state)?;
        if let Some(next) = known(self.winners) {
            return Some(next);
        }
        // The search keeps no states that took little work. It tries the most promising moves first.
        let mut promising = Vec::new();
        attack.look(state, &mut promising);
        for child in promising.into_iter().chain(nexts.iter().map(|next| attack.pack(next, self.side))) {
            if !self.winners.find(child)? {
                return Some(attack.unpack(child).0);
            }
        }
        unreachable!("the side wins by some move")
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
