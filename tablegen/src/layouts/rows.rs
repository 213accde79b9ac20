//! What one row of layouts tells about the layouts before it.
//!
//! A row has all layouts with the same squares of the side that *waits*, which are its name; its columns are
//! the squares of the side that *moves*, as places among the squares that remain. All moves from one layout
//! of a row lead to others of the same row, with the other side to move. So a row is worked on by itself, in
//! the fastest cache. Index bits of a row's words belong to the waiting side's pieces first, then to those of
//! the moving side, each in the order of squares.

use super::finished::Finished;
use super::squares::{Others, choose, number, places};
use super::words::{Lanes, Width, all, widened};
use crate::bits::Bits;
use nexsolve_core::layouts::{Capture, Layouts, Squares};

/// New results of a layout, from the view of its side to move.
#[derive(Clone, Copy)]
pub(super) struct Change<P> {
    /// The number of the mover's squares.
    pub(super) row: u32,
    /// The number of the other side's squares among the rest.
    pub(super) column: u32,
    pub(super) pair: P,
}

/// The fixed facts of all rows of one table.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    /// The numbers of pieces of the side that moves and of the side that waits.
    pub(super) moving: u32,
    pub(super) waiting: u32,
    /// The sets of places of the moving side, by number.
    pub(super) movers: &'a [Squares],
    /// The sets of squares of the waiting side, by number.
    pub(super) waiters: &'a [Squares],
}

/// The memory for one row.
pub(super) struct Scratch<P> {
    /// For each layout, what its moves have been found to lead to: lost positions as won, and the reverse.
    reached: Vec<P>,
    /// The columns where `reached` is not empty.
    touched: Vec<u64>,
}

impl<P: Lanes> Scratch<P> {
    pub(super) fn new(columns: usize) -> Self {
        Self { reached: vec![P::NONE; columns], touched: vec![0; columns.div_ceil(64)] }
    }
}

/// A row of the table that is read, where the waiting side is to move, and of the table that is filled.
pub(super) struct Row<'a, W: Width> {
    /// The squares of the waiting side.
    pub(super) waiting: Squares,
    /// The results known after the moves.
    pub(super) words: &'a [W::Pair],
    /// Those that have not been passed on; if there are none, all are passed on again.
    pub(super) fresh: Option<&'a mut [W::Pair]>,
    /// The columns with fresh won and fresh lost positions.
    pub(super) changed: [&'a mut [u64]; 2],
    /// The positions before the moves that are not decided.
    pub(super) undecided: &'a mut [W::Word],
}

/// Which results a pass passes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Won positions, which may make positions before them lost.
    Won,
    /// Lost positions, which make positions before them won.
    Lost,
    Both,
}

impl Pass {
    /// Whether won, and whether lost positions are passed on.
    fn kinds(self) -> [bool; 2] {
        [self != Self::Lost, self != Self::Won]
    }
}

impl Frame<'_> {
    fn pieces(&self) -> u32 {
        self.moving + self.waiting
    }

    /// The index bit of a piece of the moving side.
    #[inline(always)]
    fn bit(&self, piece: usize) -> u32 {
        self.waiting + piece as u32
    }

    /// Returns new results as seen by the side that moves.
    #[inline(always)]
    fn change<P: Lanes>(&self, cpu: impl Bits, waiting: Squares, moving: Squares, pair: P) -> Change<P> {
        let (own, other) = (moving.reverse_bits(), waiting.reverse_bits());
        Change {
            row: number(own),
            column: number(cpu.pext(other.into(), (!own).into()) as Squares),
            pair: pair.reversed(self.pieces()),
        }
    }

    /// The positions in which no man stands on its far row.
    #[inline(always)]
    pub(super) fn valid<G: Layouts, W: Lanes>(&self, waiting: Squares, moving: Squares) -> W {
        let mut valid = all::<W>(self.pieces());
        let mut crowned = moving & G::FAR;
        while crowned != 0 {
            let below = (crowned & crowned.wrapping_neg()) - 1;
            valid = valid.and(W::kings(self.waiting + (moving & below).count_ones()));
            crowned &= crowned - 1;
        }
        let mut crowned = waiting & G::FAR.reverse_bits();
        while crowned != 0 {
            let below = (crowned & crowned.wrapping_neg()) - 1;
            valid = valid.and(W::kings((waiting & below).count_ones()));
            crowned &= crowned - 1;
        }
        valid
    }

    /// Passes on the fresh results of a row. `found` gets the new results of layouts before it.
    #[inline(always)]
    pub(super) fn pass<G: Layouts, W: Width>(
        &self,
        cpu: impl Bits,
        kind: Pass,
        row: &mut Row<'_, W>,
        scratch: &mut Scratch<W::Pair>,
        mut found: impl FnMut(Change<W::Pair>),
    ) {
        let [won, lost] = kind.kinds();
        let free = !row.waiting;
        let mut any = false;
        for word in 0..row.changed[0].len() {
            let mut columns = 0;
            if won {
                columns |= std::mem::take(&mut row.changed[0][word]);
            }
            if lost {
                columns |= std::mem::take(&mut row.changed[1][word]);
            }
            any |= columns != 0;
            while columns != 0 {
                let column = 64 * word + columns.trailing_zeros() as usize;
                columns &= columns - 1;
                let old = match &mut row.fresh {
                    Some(fresh) => {
                        let all = fresh[column];
                        let (kept_won, kept_lost) = (W::won(all), W::lost(all));
                        let left = W::pair(
                            if won { W::Word::NONE } else { kept_won },
                            if lost { W::Word::NONE } else { kept_lost },
                        );
                        fresh[column] = left;
                        all.without(left)
                    }
                    None => {
                        let all = row.words[column];
                        let (all_won, all_lost) = (W::won(all), W::lost(all));
                        W::pair(
                            if won { all_won } else { W::Word::NONE },
                            if lost { all_lost } else { W::Word::NONE },
                        )
                    }
                };
                self.push::<G, W>(cpu, row.waiting, free, self.movers[column], old, scratch);
            }
        }
        if !any {
            return;
        }
        for word in 0..scratch.touched.len() {
            let mut columns = std::mem::take(&mut scratch.touched[word]);
            while columns != 0 {
                let column = 64 * word + columns.trailing_zeros() as usize;
                columns &= columns - 1;
                let reached = std::mem::take(&mut scratch.reached[column]);
                let undecided = row.undecided[column];
                let is_won = W::lost(reached).and(undecided);
                let mut is_lost = W::won(reached).and(undecided).without(is_won);
                if !is_lost.is_none() {
                    is_lost =
                        self.pull::<G, W>(cpu, row.waiting, free, self.movers[column], is_lost, row.words);
                }
                let new = is_won.or(is_lost);
                if new.is_none() {
                    continue;
                }
                row.undecided[column] = undecided.without(new);
                let moving = cpu.pdep(self.movers[column].into(), free.into()) as Squares;
                found(self.change(cpu, row.waiting, moving, W::pair(is_won, is_lost)));
            }
        }
    }

    /// Adds results of a layout to the layouts before it.
    #[inline(always)]
    fn push<G: Layouts, W: Width>(
        &self,
        cpu: impl Bits,
        waiting: Squares,
        free: Squares,
        places_of: Squares,
        results: W::Pair,
        scratch: &mut Scratch<W::Pair>,
    ) {
        let moving = cpu.pdep(places_of.into(), free.into()) as Squares;
        let occupied = moving | waiting;
        let mut at = [0; 8];
        let count = places(places_of, &mut at);
        let mut rest = moving;
        for i in 0..count {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let bit = self.bit(i);
            let of_kings = results.and(W::Pair::kings(bit));
            let back = G::steps_back(square) & !occupied;
            let has_kings = !of_kings.is_none();
            if back == 0 && !has_kings {
                continue;
            }
            let mut others = [0; 8];
            others[..i].copy_from_slice(&at[..i]);
            others[i..count - 1].copy_from_slice(&at[i + 1..count]);
            let others = &others[..count - 1];
            let numbers = Others::new(others);
            let other_places = places_of & !(1 << at[i]);
            let mut add = |below: u32, place: u32, results: W::Pair| {
                let column = numbers.with(below, place) as usize;
                scratch.reached[column] = scratch.reached[column].or(results);
                scratch.touched[column / 64] |= 1 << (column % 64);
            };
            if back != 0 {
                let of_both =
                    if G::FAR >> square & 1 == 1 { results.of_kings_for_both(bit) } else { results };
                if !of_both.is_none() {
                    let mut from = cpu.pext(back.into(), free.into()) as Squares;
                    while from != 0 {
                        let place = from.trailing_zeros();
                        from &= from - 1;
                        let below = (other_places & ((1 << place) - 1)).count_ones();
                        add(below, place, of_both.moved(bit, self.waiting + below));
                    }
                }
            }
            if !has_kings {
                continue;
            }
            let from = G::reach(square, occupied) & !back;
            let mut from = cpu.pext(from.into(), free.into()) as Squares;
            while from != 0 {
                let lowest = from & from.wrapping_neg();
                let below = (other_places & (lowest - 1)).count_ones();
                let moved = of_kings.moved(bit, self.waiting + below);
                // All places below the next other piece.
                let next = others.get(below as usize).map_or(Squares::MAX, |&next| (1 << next) - 1);
                let mut here = from & next;
                from &= !next;
                while here != 0 {
                    add(below, here.trailing_zeros(), moved);
                    here &= here - 1;
                }
            }
        }
    }

    /// Of these positions before a layout, those in which all moves lead to won positions.
    #[inline(always)]
    fn pull<G: Layouts, W: Width>(
        &self,
        cpu: impl Bits,
        waiting: Squares,
        free: Squares,
        places_of: Squares,
        candidates: W::Word,
        words: &[W::Pair],
    ) -> W::Word {
        let moving = cpu.pdep(places_of.into(), free.into()) as Squares;
        let occupied = moving | waiting;
        let mut lost = candidates;
        let mut at = [0; 8];
        let count = places(places_of, &mut at);
        let mut rest = moving;
        for i in 0..count {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let bit = self.bit(i);
            let mut others = [0; 8];
            others[..i].copy_from_slice(&at[..i]);
            others[i..count - 1].copy_from_slice(&at[i + 1..count]);
            let others = &others[..count - 1];
            let numbers = Others::new(others);
            let other_places = places_of & !(1 << at[i]);
            let forward = G::steps(square) & !occupied;
            let mut steps = forward;
            while steps != 0 {
                let to = steps.trailing_zeros();
                steps &= steps - 1;
                let place = (free & ((1 << to) - 1)).count_ones();
                let below = (other_places & ((1 << place) - 1)).count_ones();
                let mut won =
                    W::won(words[numbers.with(below, place) as usize]).moved(self.waiting + below, bit);
                if G::FAR >> to & 1 == 1 {
                    won = won.of_kings_for_both(bit);
                }
                lost = lost.and(won);
            }
            if lost.is_none() {
                return lost;
            }
            if lost.and(W::Word::kings(bit)).is_none() {
                continue;
            }
            let to = G::reach(square, occupied) & !forward;
            let mut to = cpu.pext(to.into(), free.into()) as Squares;
            while to != 0 {
                let below = (other_places & ((to & to.wrapping_neg()) - 1)).count_ones();
                let next = others.get(below as usize).map_or(Squares::MAX, |&next| (1 << next) - 1);
                let mut here = to & next;
                to &= !next;
                let mut won = W::won(words[numbers.with(below, here.trailing_zeros()) as usize]);
                here &= here - 1;
                while here != 0 {
                    won = won.and(W::won(words[numbers.with(below, here.trailing_zeros()) as usize]));
                    here &= here - 1;
                }
                let won = won.moved(self.waiting + below, bit);
                lost = lost.and(won.or(all::<W::Word>(self.pieces()).without(W::Word::kings(bit))));
            }
            if lost.is_none() {
                return lost;
            }
        }
        lost
    }

    /// The first look at the layouts of a row: `undecided` and `duty` are filled, and `found` gets the
    /// results of captures and of sides that cannot move.
    ///
    /// Bit i of a byte of `duty` says that piece i of the moving side can capture if it is a king, and the
    /// highest bit that some piece can whatever its rank.
    #[inline(always)]
    pub(super) fn look<G: Layouts, W: Width>(
        &self,
        cpu: impl Bits,
        game: &G,
        waiting: Squares,
        undecided: &mut [W::Word],
        duty: &mut [u8],
        finished: &Finished,
        mut found: impl FnMut(Change<W::Pair>),
    ) {
        let free = !waiting;
        let mut captures = Vec::new();
        for (column, &places_of) in self.movers.iter().enumerate() {
            let moving = cpu.pdep(places_of.into(), free.into()) as Squares;
            let occupied = moving | waiting;
            let valid: W::Word = self.valid::<G, W::Word>(waiting, moving);
            let every = all::<W::Word>(self.pieces());
            let mut blocked = every;
            let mut must = W::Word::NONE;
            let (mut kings, mut men) = (0_u8, 0_u8);
            let mut rest = moving;
            for i in 0..self.moving as usize {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let bit = self.bit(i);
                let of_king = W::Word::kings(bit);
                if G::reach(square, occupied) != 0 {
                    blocked = blocked.without(of_king);
                }
                if G::steps(square) & !occupied != 0 {
                    blocked = blocked.and(of_king);
                }
                let others = occupied & !(1 << square);
                if G::can_capture(square, true, others, waiting) {
                    kings |= 1 << i;
                    must = must.or(of_king);
                    if G::can_capture(square, false, others, waiting) {
                        men |= 1 << i;
                    }
                }
            }
            duty[column] = kings | if men == 0 { 0 } else { ANY };
            let must = if men == 0 { must.and(every) } else { every };
            let quiet = valid.without(must);
            let mut lost = quiet.and(blocked);
            undecided[column] = quiet.without(lost);
            let must = must.and(valid);
            let mut won = W::Word::NONE;
            if !must.is_none() {
                captures.clear();
                let mut rest = moving;
                for i in 0..self.moving as usize {
                    let square = rest.trailing_zeros();
                    rest &= rest - 1;
                    let others = occupied & !(1 << square);
                    for is_king in [true, false] {
                        if (if is_king { kings } else { men }) >> i & 1 == 1 {
                            game.captures(square, is_king, others, waiting, |capture| {
                                captures.push((i, is_king, capture));
                            });
                        }
                    }
                }
                let mut all_lose = must;
                let most = if game.takes_most() { most_taken(&captures) } else { 0 };
                for &(i, is_king, capture) in &captures {
                    let bit = self.bit(i);
                    let mut applies = W::Word::kings(bit).and(every);
                    if !is_king {
                        applies = every.without(applies);
                    }
                    if capture.taken.count_ones() < most {
                        applies = applies.without(self.obliged::<W>(&captures, capture.taken.count_ones()));
                    }
                    let (won_after, lost_after) =
                        self.after_capture::<W>(cpu, waiting, moving, i, is_king, capture, finished);
                    won = won.or(lost_after.and(applies));
                    all_lose = all_lose.and(won_after.or(every.without(applies)));
                }
                won = won.and(must);
                lost = lost.or(all_lose);
            }
            if !won.or(lost).is_none() {
                found(self.change(cpu, waiting, moving, W::pair(won, lost)));
            }
        }
    }

    /// The positions in which the moving side can take more than `count` pieces.
    fn obliged<W: Width>(&self, captures: &[(usize, bool, Capture)], count: u32) -> W::Word {
        let every = all::<W::Word>(self.pieces());
        let longer = captures.iter().filter(|(_, _, capture)| capture.taken.count_ones() > count);
        longer.fold(W::Word::NONE, |obliged, &(i, is_king, _)| {
            let kings = W::Word::kings(self.bit(i)).and(every);
            obliged.or(if is_king { kings } else { every.without(kings) })
        })
    }

    /// The won and the lost positions of the waiting side after a capture.
    #[inline(always)]
    fn after_capture<W: Width>(
        &self,
        cpu: impl Bits,
        waiting: Squares,
        moving: Squares,
        piece: usize,
        is_king: bool,
        capture: Capture,
        finished: &Finished,
    ) -> (W::Word, W::Word) {
        let left = waiting & !capture.taken;
        if left == 0 {
            return (W::Word::NONE, all::<W::Word>(self.pieces()));
        }
        let to = 1 << capture.to;
        let mut after = moving;
        let mut below = piece as u32;
        let mut own = moving;
        (0..piece).for_each(|_| own &= own - 1);
        after &= !(own & own.wrapping_neg());
        after |= to;
        let place = (after & (to - 1)).count_ones();
        let left_count = left.count_ones();
        let row = number(left) as usize;
        let column = number(cpu.pext(after.into(), (!left).into()) as Squares) as usize;
        let columns = choose(32 - left_count, self.moving) as usize;
        let (mut won, mut lost) = finished.words::<W::Word>(left_count, self.moving, row * columns + column);
        let mut count = left_count + self.moving;
        let mut taken = capture.taken;
        while taken != 0 {
            let lowest = taken & taken.wrapping_neg();
            taken ^= lowest;
            let bit = (waiting & (lowest - 1)).count_ones();
            let pdep = |x, mask| cpu.pdep(x, mask);
            won = widened(won, bit, count, pdep);
            lost = widened(lost, bit, count, pdep);
            count += 1;
        }
        below += self.waiting;
        let place = self.waiting + place;
        let (mut won, mut lost) = (won.moved(place, below), lost.moved(place, below));
        if !is_king && capture.is_king {
            (won, lost) = (won.lowered(below), lost.lowered(below));
        }
        (won, lost)
    }

    /// The positions of a layout in which the moving side must capture.
    #[inline(always)]
    pub(super) fn must<W: Lanes>(&self, duty: u8) -> W {
        if duty & ANY != 0 {
            return all(self.pieces());
        }
        let (mut must, mut kings) = (W::NONE, duty);
        while kings != 0 {
            must = must.or(W::kings(self.waiting + kings.trailing_zeros()));
            kings &= kings - 1;
        }
        must.and(all(self.pieces()))
    }
}

/// In a byte of duties: some piece can capture whatever its rank.
pub(super) const ANY: u8 = 1 << 7;

fn most_taken(captures: &[(usize, bool, Capture)]) -> u32 {
    captures.iter().map(|(_, _, capture)| capture.taken.count_ones()).max().unwrap_or(0)
}
