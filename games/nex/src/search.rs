//! Search knowledge for Nex: immediate wins, threats, and the moves that answer them.
//!
//! A move never changes an opponent's stone, so the opponent's threats are visible on the board before the
//! mover has moved:
//!
//! - A *generate threat* is an empty cell that completes the opponent's chain. It is stopped by a stone on
//!   that cell, or by leaving fewer than two empty cells; no transform move stops it.
//! - A *transform threat* is a pair of neutral stones that completes the opponent's chain while one own stone
//!   can be given up. It is stopped only by a transform move that takes one of the pair; no generate move
//!   stops it.
//!
//! # Regions
//!
//! The region of a win is the set of cells that the winner's chains use. The win also holds, and takes no
//! longer, in every position with the same contents of the region and the same numbers of black, white,
//! neutral and empty cells outside of it, if the loser has at least two empty cells whenever he is to move:
//! neutral stones put down outside, partners of a neutral stone in a transform move and stones given up need
//! no place of their own, so the winner follows the old game through a bijection of the cells outside. The
//! loser cannot connect first: from then on he could place stones and give none up, the winner would complete
//! his chain all the same, and both sides would be connected.

use super::attack::Attack;
use super::transforms::completing;
use super::{Nex, NexMove, NexPosition, Technique};
use nexsolve_core::{
    Bound, Candidate, Candidates, EVERYWHERE, Glance, Plies, ProvingFor, Region, Score, Searchable, Side,
    Symmetric,
};
use nexsolve_rhombus::paths::{Reach, chain_of, missing};
use nexsolve_rhombus::{Cell, CellSet};

/// The threats of the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats {
    /// Empty cells that complete the opponent's chain.
    generate: u64,
    /// A chain of the opponent that some pair of neutral stones completes.
    transform: Option<u64>,
    own: Reach<u64>,
    others: Reach<u64>,
}

impl Nex<u64> {
    /// Returns whether some transform move of `side` completes a chain.
    fn transform_completes(&self, stones: u64, neutral: u64, reach: Reach<u64>, side: Side) -> bool {
        completing(&self.board, stones, neutral, reach, 0, side).is_some()
    }

    /// Returns the cells of a chain that some transform move of `side` completes; `None` if none does.
    fn transform_chain(&self, stones: u64, neutral: u64, reach: Reach<u64>, side: Side) -> Option<u64> {
        let (starts, ends) = (neutral & reach.from, neutral & reach.to);
        if starts == 0 || ends == 0 || neutral.is_power_of_two() {
            return None;
        }
        // A chain that leaves a stone to give up.
        let spared = |gained: u64| {
            let all = stones | gained;
            let chain = chain_of(&self.board, all, side)?;
            if stones & !chain != 0 {
                return Some(chain);
            }
            stones.iter().find_map(|given| chain_of(&self.board, all & !u64::one(given), side))
        };
        let alone = (starts & ends).iter().map(u64::one).find_map(|i| {
            let with = |j| spared(i | u64::one(j));
            spared(i).or_else(|| (neutral & !i).iter().find_map(with))
        });
        alone.or_else(|| {
            (starts & !ends).iter().map(u64::one).find_map(|i| {
                let group = self.board.flood(i, stones | i);
                let partners = self.board.neighbours(group) & ends & !starts & !i;
                partners.iter().find_map(|j| spared(i | u64::one(j)))
            })
        })
    }

    /// Returns the cells of the chain that a stone on `cell` completes.
    fn generate_chain(&self, stones: u64, cell: Cell, side: Side) -> u64 {
        chain_of(&self.board, stones | u64::one(cell), side).expect("the stone joins both edges")
    }

    /// Returns a lower bound on the moves that `side` needs to complete a chain. Each move adds at most two
    /// stones; every cell that is not the side's own counts as free, since even an opponent's stone can go
    /// away in time.
    fn least_moves(&self, stones: u64, side: Side) -> u16 {
        let missing = missing(&self.board, stones, self.board.full, side).expect("no cell is taken for good");
        missing.div_ceil(2)
    }
}

impl Nex<u64> {
    /// Returns the form of the game in which proof numbers ask who wins, for boards of any size that its
    /// states allow. The search uses it where it is faster than alpha-beta ([`Searchable::proving`]).
    pub fn attack(&self) -> Option<impl ProvingFor<NexPosition<u64>> + '_> {
        Attack::new(self)
    }
}

impl Searchable for Nex<u64> {
    const REGIONS: bool = true;

    type Insight = Threats;

    fn key_bits(&self) -> u32 {
        2 * self.board.len()
    }

    /// Encodes the position as two bit planes: each cell is Black's (1), White's (2), neutral (3) or empty
    /// (0). While a swap may follow, the complement: Black has one stone, so that the complement has White's
    /// stone without one of Black's, which is no position.
    #[inline]
    fn key(&self, position: &NexPosition<u64>) -> u128 {
        let low = u128::from(position.black | position.neutral);
        let high = u128::from(position.white | position.neutral);
        let key = low | high << self.board.len();
        if position.may_swap { !key & u128::MAX >> (u128::BITS - self.key_bits()) } else { key }
    }

    #[inline]
    fn pack_move(&self, mv: NexMove) -> u32 {
        match mv {
            NexMove::Generate { stone, neutral } => 1 << 18 | u32::from(stone.0) << 6 | u32::from(neutral.0),
            NexMove::Transform { gained: [i, j], given } => {
                1 << 19 | u32::from(given.0) << 12 | u32::from(i.0) << 6 | u32::from(j.0)
            }
            NexMove::Fill(cell) => 1 << 20 | u32::from(cell.0),
            NexMove::Turn(cell) => 1 << 21 | u32::from(cell.0),
            NexMove::Swap => 1 << 23,
        }
    }

    #[inline]
    fn history_slot(&self, mv: NexMove) -> usize {
        let cells = self.board.len() as usize;
        match mv {
            NexMove::Generate { stone, neutral } => usize::from(stone.0) * cells + usize::from(neutral.0),
            NexMove::Transform { gained: [i, j], .. } => {
                (cells + usize::from(i.0)) * cells + usize::from(j.0)
            }
            NexMove::Fill(cell) | NexMove::Turn(cell) => usize::from(cell.0) * (cells + 1),
            NexMove::Swap => 2 * cells.pow(2),
        }
    }

    fn history_len(&self) -> usize {
        2 * (self.board.len() as usize).pow(2) + usize::from(self.has_swap)
    }

    #[inline]
    fn glance(&self, position: &NexPosition<u64>, threshold: Score) -> Glance<Threats> {
        if self.is_before_swap(position) {
            return self.glance_before_swap(position);
        }
        self.glance_without_swap(position, threshold)
    }

    fn candidates(
        &self,
        position: &NexPosition<u64>,
        threshold: Score,
        threats: Threats,
        moves: &mut Vec<Candidate<NexMove>>,
    ) -> Candidates {
        if self.is_before_swap(position) {
            return self.candidates_before_swap(position, moves);
        }
        self.candidates_without_swap(position, threshold, threats, moves)
    }

    fn proving(&self) -> Option<Box<dyn ProvingFor<NexPosition<u64>> + '_>> {
        Attack::new(self).map(|attack| Box::new(attack) as Box<_>)
    }

    #[inline]
    fn region_before(&self, mv: NexMove, region: Region, _wins: bool) -> Region {
        if mv == NexMove::Swap { EVERYWHERE } else { region }
    }

    #[inline]
    fn carries_over(&self, region: Region, lost: NexMove, mv: NexMove) -> bool {
        if !self.has(Technique::Transfers) {
            return false;
        }
        match (lost, mv) {
            (
                NexMove::Generate { stone: s, neutral: n },
                NexMove::Generate { stone: stone_now, neutral: neutral_now },
            ) => {
                let within = |cell| region & u64::one(cell);
                within(s) == within(stone_now) && within(n) == within(neutral_now)
            }
            (
                NexMove::Transform { gained: [i, j], given: g },
                NexMove::Transform { gained: [i_now, j_now], given: given_now },
            ) => {
                let gained = |i, j| region & (u64::one(i) | u64::one(j));
                gained(i, j) == gained(i_now, j_now) && region & u64::one(g) == region & u64::one(given_now)
            }
            _ => false,
        }
    }

    #[inline]
    fn region_from_canonical(&self, position: &NexPosition<u64>, region: Region) -> Region {
        if self.canonical(position) == *position { region } else { self.board.rotated(region) }
    }
}

impl Nex<u64> {
    /// Looks at a position as if no swap could follow or answer the next move.
    #[inline]
    pub(super) fn glance_without_swap(
        &self,
        position: &NexPosition<u64>,
        threshold: Score,
    ) -> Glance<Threats> {
        let settled = |score| Glance::Settled(Bound::new(score));
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let their_reach = Reach::of(&self.board, others, side.other());
        if their_reach.connected {
            return settled(Score::MIN);
        }
        let reach = Reach::of(&self.board, own, side);
        if reach.connected {
            return settled(Score::MAX);
        }
        let empty = self.empty(position);
        let can_generate = empty & empty.wrapping_sub(1) != 0;
        let can_transform = own != 0 && position.neutral & position.neutral.wrapping_sub(1) != 0;
        if !can_generate && !can_transform && !self.has_final_moves {
            return settled(Score::DRAW);
        }
        let complete = if can_generate { (reach.from & reach.to & empty).first() } else { None };
        if let Some(cell) = complete {
            let region = self.generate_chain(own, cell, side);
            return Glance::Settled(Bound { score: Score::win_in(Plies(1)), region });
        }
        if can_transform && let Some(region) = self.transform_chain(own, position.neutral, reach, side) {
            return Glance::Settled(Bound { score: Score::win_in(Plies(1)), region });
        }
        if self.has_final_moves
            && let Some(score) = Self::near_the_end(empty, position.neutral, reach, their_reach)
        {
            return settled(score);
        }
        if threshold > Score::win_in(Plies(3)) {
            return settled(Score::win_in(Plies(3)));
        }
        if threshold <= Score::loss_in(Plies(2)) {
            return settled(Score::loss_in(Plies(2)));
        }
        let generate = if can_generate { their_reach.from & their_reach.to & empty } else { 0 };
        let transform = self.transform_chain(others, position.neutral, their_reach, side.other());
        // With two empty cells, a generate move fills the board up to fewer than two and so stops generate
        // threats. With four or more, it fills at most two of three threats.
        let lost =
            generate != 0 && (transform.is_some() || (generate.count_ones() > 2 && empty.count_ones() >= 4));
        if lost || (transform.is_some() && !can_transform) {
            let chains =
                self.generate_chains(others, generate, side.other(), if transform.is_some() { 1 } else { 3 });
            let region = if can_generate { transform.unwrap_or(0) | chains } else { EVERYWHERE };
            return Glance::Settled(Bound { score: Score::loss_in(Plies(2)), region });
        }
        let threats = Threats { generate, transform, own: reach, others: their_reach };
        if threshold <= Score::loss_in(Plies(4)) {
            if self.has_safe_move(position, side, threats) {
                return settled(Score::loss_in(Plies(4)));
            }
            let region =
                if can_generate { self.region_of_traps(position, side, threats) } else { EVERYWHERE };
            return Glance::Settled(Bound { score: Score::loss_in(Plies(2)), region });
        }
        self.too_far(own, others, side, threshold).map_or(Glance::Open(threats), settled)
    }

    /// Lists the moves to search as if no swap could follow or answer the next move.
    pub(super) fn candidates_without_swap(
        &self,
        position: &NexPosition<u64>,
        threshold: Score,
        threats: Threats,
        moves: &mut Vec<Candidate<NexMove>>,
    ) -> Candidates {
        moves.clear();
        let side = position.side_to_move();
        // With fewer empty cells, a final move may complete a chain.
        let no_final_move = !self.has_final_moves || self.empty(position).count_ones() >= 6;
        if threshold == Score::win_in(Plies(3)) && no_final_move && self.has(Technique::WinsInThree) {
            let Some(mv) = self.win_in_three(position, side, threats) else {
                return Candidates::Settled(Bound::new(Score::win_in(Plies(5))));
            };
            moves.push(Candidate { mv, prior: 0 });
            return Candidates::Search { rest: Bound { score: Score::MIN, region: 0 } };
        }
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let empty = self.empty(position);
        let neutral = position.neutral;
        // If fewer than two empty cells remain after it, any generate move stops all generate threats.
        let must_fill = if empty.count_ones() >= 4 { threats.generate } else { 0 };
        // What the moves left out are worth, and the opponent's win against them.
        let mut rest =
            Bound { score: Score::MIN, region: if empty.count_ones() >= 2 { 0 } else { EVERYWHERE } };
        if threats.transform.is_some() || threats.generate != 0 {
            rest.score = Score::loss_in(Plies(2));
            rest.region |= threats.transform.unwrap_or(0)
                | self.generate_chains(others, threats.generate, side.other(), 2);
        }
        if threats.transform.is_none() {
            // The prior of a single cell depends on which chains it would extend to an edge and which stones
            // it touches.
            let near = |reach: Reach<u64>| reach.from | reach.to;
            let touching = |stones: u64| self.board.neighbours(stones);
            let sets = [near(threats.own), touching(own), near(threats.others), touching(others)];
            let worth = |cell: Cell, points: [i32; 4]| -> i32 {
                (0..sets.len()).map(|i| i32::from(sets[i].has(cell)) * points[i]).sum()
            };
            for stone in empty.iter() {
                let to_fill = must_fill & !u64::one(stone);
                if to_fill & to_fill.wrapping_sub(1) != 0 {
                    continue;
                }
                let places = if to_fill == 0 { empty & !u64::one(stone) } else { to_fill };
                let stone_worth = worth(stone, [3, 4, 2, 2]);
                for neutral in places.iter() {
                    let prior = stone_worth + worth(neutral, [1, 0, 2, 2]);
                    moves.push(Candidate { mv: NexMove::Generate { stone, neutral }, prior });
                }
            }
        }
        if threats.generate == 0 && neutral.count_ones() >= 2 {
            let mut later = neutral;
            for i in neutral.iter() {
                later &= later - 1;
                for j in later.iter() {
                    let gained = u64::one(i) | u64::one(j);
                    let stays = threats.transform.and_then(|_| {
                        self.transform_chain(others, neutral & !gained, threats.others, side.other())
                    });
                    if let Some(chain) = stays {
                        rest.region |= chain;
                        continue;
                    }
                    for given in own.iter() {
                        let mv = NexMove::Transform { gained: [i, j], given };
                        moves
                            .push(Candidate { mv, prior: self.transform_prior(own, gained, given, threats) });
                    }
                }
            }
        }
        if moves.is_empty() { Candidates::Settled(rest) } else { Candidates::Search { rest } }
    }

    /// Returns a move of `side`, to move, that wins in three plies; `None` if there is none. The side must
    /// not have an immediate win.
    ///
    /// After the first move the opponent must be unable to stop all threats. With two idle cells left, cells
    /// beside no chain of the side that reaches an edge, he always has a harmless place for his neutral
    /// stone, so one threat is not enough.
    pub(super) fn win_in_three(
        &self,
        position: &NexPosition<u64>,
        side: Side,
        threats: Threats,
    ) -> Option<NexMove> {
        let (own, others, neutral) = (position.stones(side), position.stones(side.other()), position.neutral);
        let empty = self.empty(position);
        let reach = threats.own;
        if threats.transform.is_none() && empty.count_ones() >= 2 {
            let must_fill = if empty.count_ones() >= 4 { threats.generate } else { 0 };
            for at in empty.iter() {
                let stone = u64::one(at);
                let to_fill = must_fill & !stone;
                if to_fill & to_fill.wrapping_sub(1) != 0 {
                    continue;
                }
                let rest = empty & !stone;
                let places = if to_fill == 0 { rest } else { to_fill };
                let own = own | stone;
                let reach = reach.with(&self.board, own, stone);
                let near = reach.from | reach.to;
                let (both, idle) = (reach.from & reach.to & rest, rest & !near);
                // The opponent could give up a stone beside no chain, and take the new neutral stone with
                // another.
                let stops_one = others & !near != 0;
                // A single neutral stone that closes the chain alone: any new one is its partner.
                let alone = neutral.is_power_of_two() && neutral & reach.from & reach.to != 0;
                // The first neutral stone of all, put there, is one, and the opponent cannot transform yet.
                let first = if neutral == 0 { places & both } else { 0 };
                let try_at = if empty.count_ones() < 6 || idle & idle.wrapping_sub(1) == 0 {
                    places
                } else if alone
                    || both & both.wrapping_sub(1) != 0
                    || self.transform_completes(own, neutral, reach, side)
                {
                    let idle = places & idle;
                    places & near | idle & idle.wrapping_neg()
                } else if both != 0 {
                    if stops_one {
                        places & self.partners(own, neutral, reach) & !both | first
                    } else {
                        places & near
                    }
                } else if stops_one {
                    0
                } else {
                    places & near
                };
                // An idle place first: it leaves all threats.
                for place in (try_at & !near).iter().chain((try_at & near).iter()) {
                    if self.traps(own, others, neutral | u64::one(place), reach, side) {
                        return Some(NexMove::Generate { stone: at, neutral: place });
                    }
                }
            }
        }
        if threats.generate != 0 {
            return None;
        }
        let mut later = neutral;
        for i in neutral.iter() {
            later &= later - 1;
            for j in later.iter() {
                let gained = u64::one(i) | u64::one(j);
                for given in own.iter() {
                    let (own, neutral) =
                        ((own | gained) & !u64::one(given), neutral & !gained | u64::one(given));
                    let stays = threats.transform.is_some()
                        && self.transform_completes(others, neutral, threats.others, side.other());
                    if stays {
                        continue;
                    }
                    let reach = Reach::of(&self.board, own, side);
                    let quiet = reach.from & reach.to & empty == 0
                        && (neutral & reach.from == 0 || neutral & reach.to == 0)
                        && empty & !(reach.from | reach.to) != 0
                        && empty.count_ones() >= 2;
                    if quiet {
                        continue;
                    }
                    if self.traps(own, others, neutral, reach, side) {
                        return Some(NexMove::Transform { gained: [i, j], given });
                    }
                }
            }
        }
        None
    }

    /// Returns the cells where a neutral stone completes a chain together with one of the `neutral` stones.
    fn partners(&self, own: u64, neutral: u64, reach: Reach<u64>) -> u64 {
        (neutral & (reach.from | reach.to)).iter().map(u64::one).fold(0, |cells, i| {
            let around = self.board.neighbours(self.board.flood(i, own | i));
            let to = if i & reach.from != 0 { reach.to } else { 0 };
            let from = if i & reach.to != 0 { reach.from } else { 0 };
            cells | around & (to | from)
        })
    }

    /// Returns whether `side` wins with its next move, whatever the opponent, who is to move, does now.
    fn traps(&self, own: u64, others: u64, neutral: u64, reach: Reach<u64>, side: Side) -> bool {
        let position = NexPosition::of(side, own, others, neutral);
        let empty = self.empty(&position);
        let can_generate = empty & empty.wrapping_sub(1) != 0;
        let generate = if can_generate { reach.from & reach.to & empty } else { 0 };
        let transform = self.transform_chain(own, neutral, reach, side);
        let lost = match transform {
            Some(_) => generate != 0 || others == 0,
            None => generate.count_ones() > 2 && empty.count_ones() >= 4,
        };
        let threats = Threats { generate, transform, own: reach, others: reach };
        if !lost && self.has_safe_move(&position, side.other(), threats) {
            return false;
        }
        // With two empty cells, the opponent cannot connect first: both sides would be connected in the end.
        can_generate
            || (neutral & neutral.wrapping_sub(1) != 0 && others != 0 && {
                let reach = Reach::of(&self.board, others, side.other());
                !self.transform_completes(others, neutral, reach, side.other())
            })
    }

    /// Returns whether some move leaves the opponent without an immediate win. The mover must not have an
    /// immediate win.
    ///
    /// After a generate move that fills the opponent's generate threats, only a transform move can win, and
    /// whether one does depends solely on where the new neutral stone was put.
    fn has_safe_move(&self, position: &NexPosition<u64>, side: Side, threats: Threats) -> bool {
        let (own, others, neutral) = (position.stones(side), position.stones(side.other()), position.neutral);
        let empty = self.empty(position);
        let completes = |neutral| self.transform_completes(others, neutral, threats.others, side.other());
        if threats.transform.is_none() && empty.count_ones() >= 2 {
            let forced = empty.count_ones() >= 4 && threats.generate.count_ones() == 2;
            let places = if forced { threats.generate } else { empty };
            let Reach { from, to, .. } = threats.others;
            // A chain through one or two neutral stones starts on a `from` cell and ends on a `to` cell.
            if neutral & from & to == 0 && places & !(from | to) != 0 {
                return true;
            }
            if places.iter().any(|y| !completes(neutral | u64::one(y))) {
                return true;
            }
        }
        if threats.generate != 0 || neutral.count_ones() < 2 {
            return false;
        }
        own.iter().any(|given| {
            let mut later = neutral;
            neutral.iter().any(|i| {
                later &= later - 1;
                later.iter().any(|j| !completes(neutral & !u64::one(i) & !u64::one(j) | u64::one(given)))
            })
        })
    }

    /// Returns the cells of the chains that the first `most` of these generate threats complete.
    fn generate_chains(&self, stones: u64, threats: u64, side: Side, most: usize) -> u64 {
        threats.iter().take(most).fold(0, |cells, cell| cells | self.generate_chain(stones, cell, side))
    }

    /// Returns the region of the opponent's win if no move of `side` is safe ([`Nex::has_safe_move`]): the
    /// chains that answer each move. The side must have two empty cells.
    fn region_of_traps(&self, position: &NexPosition<u64>, side: Side, threats: Threats) -> Region {
        let (own, others, neutral) = (position.stones(side), position.stones(side.other()), position.neutral);
        let empty = self.empty(position);
        let chain = |neutral| self.transform_chain(others, neutral, threats.others, side.other());
        let mut region = self.generate_chains(others, threats.generate, side.other(), 2);
        if let Some(chain) = threats.transform {
            region |= chain;
        } else {
            // A generate move fills the generate threats if it can; then the new neutral stone completes a
            // chain.
            let forced = empty.count_ones() >= 4 && threats.generate.count_ones() == 2;
            for place in if forced { threats.generate } else { empty }.iter() {
                let Some(chain) = chain(neutral | u64::one(place)) else { return EVERYWHERE };
                region |= chain;
            }
        }
        if threats.generate == 0 {
            let mut later = neutral;
            for i in neutral.iter() {
                later &= later - 1;
                for j in later.iter() {
                    let left = neutral & !u64::one(i) & !u64::one(j);
                    if let Some(chain) = chain(left) {
                        region |= chain;
                        continue;
                    }
                    for given in own.iter() {
                        let Some(chain) = chain(left | u64::one(given)) else { return EVERYWHERE };
                        region |= chain;
                    }
                }
            }
        }
        region
    }

    /// With final moves, returns the score if a final move is at most one ply away: everywhere else, the
    /// claims about the game without final moves hold too. The mover must not win at once by a generate or a
    /// transform move.
    ///
    /// The last cell that gets a coloured stone always completes a chain, because a full board of two colours
    /// joins the edges of one side.
    fn near_the_end(empty: u64, neutral: u64, reach: Reach<u64>, their_reach: Reach<u64>) -> Option<Score> {
        let completes = |reach: Reach<u64>| reach.from & reach.to & empty != 0;
        let plies = match (empty.count_ones(), neutral.count_ones()) {
            (0, 1) => 1,
            // If the stone on the empty cell completes nothing, the opponent turns the neutral stone.
            (1, 0 | 1) => 1 + u16::from(!completes(reach)),
            // After any transform move, the opponent has a final move.
            (1, 2) => 2 + u16::from(!completes(their_reach)),
            // The opponent also has a final move after a transform move on a full board, and after the first
            // move on a board of two or three cells.
            (0, 2) | (2 | 3, 0) => 2,
            _ => return None,
        };
        Some(if plies % 2 == 1 { Score::win_in(Plies(plies)) } else { Score::loss_in(Plies(plies)) })
    }

    fn transform_prior(&self, own: u64, gained: u64, given: Cell, threats: Threats) -> i32 {
        let near = threats.own.from | threats.own.to;
        let lonely = self.board.neighbours(u64::one(given)) & own == 0;
        6 + 3 * (gained & near).count_ones() as i32 + 3 * i32::from(lonely)
    }

    /// Returns a bound on the score from the number of stones that a chain still needs, if it settles
    /// `threshold`.
    fn too_far(&self, own: u64, others: u64, side: Side, threshold: Score) -> Option<Score> {
        if threshold > Score::WIN {
            let at_best = Score::win_in(Plies((2 * self.least_moves(own, side)).max(1) - 1));
            (threshold > at_best).then_some(at_best)
        } else if threshold < Score::LOSS {
            let at_worst = Score::loss_in(Plies(2 * self.least_moves(others, side.other())));
            (threshold <= at_worst).then_some(at_worst)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Game, SplitMix, laws};

    #[test]
    fn search_claims_hold() {
        for (rows, cols) in
            [(1, 2), (1, 5), (8, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 3)]
        {
            laws::search(&Nex::<u64>::new(rows, cols).expect("a small board"));
        }
    }

    #[test]
    fn search_claims_hold_with_final_moves() {
        let boards = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (1, 5), (5, 1), (7, 1), (8, 1)];
        for (rows, cols) in boards.into_iter().chain([(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]) {
            laws::search(&Nex::<u64>::with_final_moves(rows, cols).expect("a small board"));
        }
    }

    #[test]
    fn search_claims_hold_in_late_positions() {
        late_positions(false);
    }

    #[test]
    fn search_claims_hold_in_late_positions_with_final_moves() {
        late_positions(true);
    }

    fn late_positions(has_final_moves: bool) {
        const SEED: u64 = 5;
        for (rows, cols, longest, games) in [
            (3, 4, 6, 20),
            (4, 3, 6, 20),
            (4, 4, 5, 20),
            (3, 5, 5, 6),
            (5, 3, 5, 6),
            (2, 6, 6, 10),
            (6, 2, 6, 10),
            (1, 9, 7, 10),
            (9, 1, 7, 10),
            (4, 5, 4, 20),
        ] {
            let game = Nex::<u64>::of(rows, cols, has_final_moves, false).expect("a small board");
            let longest = longest + u16::from(has_final_moves) * (1 + (rows * cols % 2) as u16);
            let all = laws::endings(&game, games, Plies(longest), SEED);
            eprintln!("{rows}x{cols}, seed {SEED}: {} positions", all.len());
            laws::search_among(&game, &all);
        }
    }

    /// Returns a random position, legal or not, with these numbers of empty cells and neutral stones.
    fn random_position(game: &Nex<u64>, empty: u32, neutral: u32, random: &mut SplitMix) -> NexPosition<u64> {
        let mut cells: Vec<u64> = game.board.full.iter().map(u64::one).collect();
        let mut take =
            |count: u32| (0..count).fold(0, |set, _| set | cells.swap_remove(random.below(cells.len())));
        take(empty);
        let neutral = take(neutral);
        let stones = game.board.len() - empty - neutral.count_ones();
        let (white, black) = (take(stones / 2), take(stones - stones / 2));
        NexPosition { black, white, neutral, may_swap: false }
    }

    /// Compares the wins in three plies that the search reads off the board with all moves and all replies.
    fn compare_wins_in_three(game: &Nex<u64>, positions: usize, random: &mut SplitMix) -> [u32; 2] {
        let wins_at_once = |position: &NexPosition<u64>| matches!(game.glance(position, Score::win_in(Plies(1))), Glance::Settled(answer) if answer.score == Score::win_in(Plies(1)));
        let traps = |position: &NexPosition<u64>| {
            game.outcome(position).is_none()
                && !wins_at_once(position)
                && game.continuations(position).all(|(_, child)| wins_at_once(&child))
                && game.continuations(position).next().is_some()
        };
        let mut numbers = [0; 2];
        for _ in 0..positions {
            let position = loop {
                let cells = game.board.len() as usize;
                let empty = 2 + random.below((cells - 4).min(8)) as u32;
                let neutral = random.below(5.min(cells - empty as usize)) as u32;
                let position = random_position(game, empty, neutral, random);
                let connected =
                    [Side::Black, Side::White].map(|side| game.board.connects(position.stones(side), side));
                if connected == [false, false] {
                    break position;
                }
            };
            let threshold = Score::win_in(Plies(3));
            let Glance::Open(threats) = game.glance(&position, threshold) else { continue };
            let side = position.side_to_move();
            let found = game.win_in_three(&position, side, threats);
            let wins = match found {
                Some(mv) => traps(&game.play(&position, mv)),
                None => game.continuations(&position).any(|(_, child)| traps(&child)),
            };
            assert_eq!(wins, found.is_some(), "{position:?}: {found:?}");
            numbers[usize::from(wins)] += 1;
        }
        numbers
    }

    #[test]
    fn wins_in_three_plies_are_those_that_all_moves_show() {
        let mut random = SplitMix(11);
        for (rows, cols, positions) in
            [(3, 3, 300), (3, 4, 300), (4, 3, 300), (4, 4, 200), (3, 5, 200), (4, 5, 100), (5, 4, 100)]
        {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            let [others, wins] = compare_wins_in_three(&game, positions, &mut random);
            eprintln!("{rows}x{cols}: {wins} wins, {others} others");
            assert!(wins > 10 && others > 10, "{rows}x{cols}: {wins} wins, {others} others");
        }
    }

    #[test]
    #[ignore = "slow: eight million positions"]
    fn wins_in_three_plies_on_larger_boards() {
        let mut random = SplitMix(12);
        for (rows, cols) in [(3, 4), (4, 3), (4, 4), (3, 6), (6, 3), (4, 5), (5, 4), (5, 5)] {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            let [others, wins] = compare_wins_in_three(&game, 1_000_000, &mut random);
            eprintln!("{rows}x{cols}: {wins} wins, {others} others");
            assert!(wins > 1_000 && others > 1_000, "{rows}x{cols}: {wins} wins, {others} others");
        }
    }
}
