//! What one row of layouts tells about the layouts before it.
//!
//! A row has all layouts with the same squares of the side that *waits*, which are its name; its columns are
//! the squares of the side that *moves*, as places among the squares that remain. All moves from one layout
//! of a row lead to others of the same row, with the other side to move. So a row is worked on by itself, in
//! the fastest cache. Index bits of a row's words belong to the moving side's pieces first, then to those of
//! the waiting side, each in the order of squares.

use super::finished::Finished;
use super::squares::{Numbers, adds, choose, number};
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
    /// The bytes of their values, if there are distances.
    pub(super) distances: &'a mut [u8],
}

/// A pass over a table: what it passes on.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub(super) kind: Kind,
    /// With distances, the bytes of the values that it finds: won and lost.
    pub(super) values: [u8; 2],
}

/// Which results a pass passes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Won positions, which may make positions before them lost.
    Won,
    /// Lost positions, which make positions before them won.
    Lost,
    Both,
}

impl Kind {
    /// Whether won, and whether lost positions are passed on.
    fn kinds(self) -> [bool; 2] {
        [self != Self::Lost, self != Self::Won]
    }
}

impl Frame<'_> {
    fn pieces(&self) -> u32 {
        self.moving + self.waiting
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
            valid = valid.and(W::kings((moving & below).count_ones()));
            crowned &= crowned - 1;
        }
        let mut crowned = waiting & G::FAR.reverse_bits();
        while crowned != 0 {
            let below = (crowned & crowned.wrapping_neg()) - 1;
            valid = valid.and(W::kings(self.moving + (waiting & below).count_ones()));
            crowned &= crowned - 1;
        }
        valid
    }

    /// Passes on the fresh results of a row. `found` gets the new results of layouts before it.
    #[inline(always)]
    pub(super) fn pass<G: Layouts, W: Width>(
        &self,
        cpu: impl Bits,
        pass: Pass,
        row: &mut Row<'_, W>,
        scratch: &mut Scratch<W::Pair>,
        mut found: impl FnMut(Change<W::Pair>),
    ) {
        let [won, lost] = pass.kind.kinds();
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
                let all = row.fresh.as_ref().map_or(row.words[column], |fresh| fresh[column]);
                let results = W::pair(
                    if won { W::won(all) } else { W::Word::NONE },
                    if lost { W::lost(all) } else { W::Word::NONE },
                );
                if let Some(fresh) = &mut row.fresh {
                    fresh[column] = all.without(results);
                }
                self.push::<G, W>(cpu, row.waiting, free, self.movers[column], results, scratch);
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
                if !row.distances.is_empty() {
                    let values = &mut row.distances[column << self.pieces()..(column + 1) << self.pieces()];
                    each_bit(is_won, |m| values[m] = pass.values[0]);
                    each_bit(is_lost, |m| values[m] = pass.values[1]);
                }
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
        let numbers = Numbers::new(places_of);
        let mut add = |column: u32, results: W::Pair| {
            let column = column as usize;
            scratch.reached[column] = scratch.reached[column].or(results);
            scratch.touched[column / 64] |= 1 << (column % 64);
        };
        let mut rest = moving;
        each_piece(
            self.moving,
            #[inline(always)]
            |i| {
                let bit = i as u32;
                let square = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                let of_kings = results.and(W::Pair::kings(bit));
                let back = G::steps_back(square) & !occupied;
                if back != 0 {
                    let crowned = G::FAR >> (square & 31) & 1 == 1;
                    let of_both = if crowned { results.of_kings_for_both(bit) } else { results };
                    if !of_both.is_none() {
                        let mut from = cpu.pext(back.into(), free.into()) as Squares;
                        while from != 0 {
                            let below = numbers.below(i, from);
                            let column = numbers.base(i, below) + adds(below, from.trailing_zeros());
                            from &= from - 1;
                            add(column, of_both.moved(bit, below));
                        }
                    }
                }
                if of_kings.is_none() {
                    return true;
                }
                let from = G::reach(square, occupied) & !back;
                let mut from = cpu.pext(from.into(), free.into()) as Squares;
                while from != 0 {
                    let below = numbers.below(i, from);
                    let base = numbers.base(i, below);
                    let moved = of_kings.moved(bit, below);
                    let near = numbers.up_to_next(i, below);
                    let mut here = from & near;
                    from &= !near;
                    while here != 0 {
                        add(base + adds(below, here.trailing_zeros()), moved);
                        here &= here - 1;
                    }
                }
                true
            },
        );
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
        let numbers = Numbers::new(places_of);
        let won_at = |column: u32| W::won(words[column as usize]);
        let mut rest = moving;
        each_piece(
            self.moving,
            #[inline(always)]
            |i| {
                let bit = i as u32;
                let square = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                let forward = G::steps(square) & !occupied;
                let mut steps = forward;
                while steps != 0 {
                    let to = steps.trailing_zeros();
                    steps &= steps - 1;
                    let place = (free & ((1 << to) - 1)).count_ones();
                    let below = numbers.below(i, 1 << place);
                    let won = won_at(numbers.base(i, below) + adds(below, place)).moved(below, bit);
                    lost = lost.and(if G::FAR >> to & 1 == 1 { won.of_kings_for_both(bit) } else { won });
                }
                if lost.is_none() {
                    return false;
                }
                if lost.and(W::Word::kings(bit)).is_none() {
                    return true;
                }
                let to = G::reach(square, occupied) & !forward;
                let mut to = cpu.pext(to.into(), free.into()) as Squares;
                while to != 0 {
                    let below = numbers.below(i, to);
                    let base = numbers.base(i, below);
                    let near = numbers.up_to_next(i, below);
                    let mut here = to & near;
                    to &= !near;
                    let mut won = all::<W::Word>(self.pieces());
                    while here != 0 {
                        won = won.and(won_at(base + adds(below, here.trailing_zeros())));
                        here &= here - 1;
                    }
                    lost = lost.without(W::Word::kings(bit).without(won.moved(below, bit)));
                }
                !lost.is_none()
            },
        );
        lost
    }

    /// The first look at the layouts of a row: `undecided` and `duty` are filled, and `results` gets what
    /// captures and the sides that cannot move settle.
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
        results: &mut impl Settled<W>,
    ) {
        let free = !waiting;
        let mut captures = Vec::new();
        let every = all::<W::Word>(self.pieces());
        for (column, &places_of) in self.movers.iter().enumerate() {
            let moving = cpu.pdep(places_of.into(), free.into()) as Squares;
            let occupied = moving | waiting;
            let valid: W::Word = self.valid::<G, W::Word>(waiting, moving);
            let mut blocked = every;
            let (mut kings, mut men) = (0_u8, 0_u8);
            let mut rest = moving;
            for i in 0..self.moving as usize {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let of_king = W::Word::kings(i as u32);
                if G::reach(square, occupied) != 0 {
                    blocked = blocked.without(of_king);
                }
                if G::steps(square) & !occupied != 0 {
                    blocked = blocked.and(of_king);
                }
                let others = occupied & !(1 << square);
                if G::can_capture(square, true, others, waiting) {
                    kings |= 1 << i;
                    if G::can_capture(square, false, others, waiting) {
                        men |= 1 << i;
                    }
                }
            }
            let duties = kings | if men == 0 { 0 } else { ANY };
            duty[column] = duties;
            let must = self.must::<W::Word>(duties);
            let quiet = valid.without(must);
            let lost = quiet.and(blocked);
            undecided[column] = quiet.without(lost);
            let must = must.and(valid);
            let layout = Layout { waiting, moving, column };
            if must.is_none() {
                results.settle(self, cpu, layout, lost, must, &[]);
                continue;
            }
            captures.clear();
            let mut rest = moving;
            for piece in 0..self.moving as usize {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let others = occupied & !(1 << square);
                for (is_king, can) in [(true, kings), (false, men)] {
                    if can >> piece & 1 == 1 {
                        let applies = W::Word::kings(piece as u32).and(every);
                        let applies = if is_king { applies } else { every.without(applies) };
                        game.captures(square, is_king, others, waiting, |capture| {
                            captures.push(Taking { piece, is_king, capture, applies });
                        });
                    }
                }
            }
            if game.takes_most() {
                keep_most(&mut captures);
            }
            results.settle(self, cpu, layout, lost, must, &captures);
        }
    }

    /// The squares of both sides after a capture, and the place of the piece that has moved among its side's.
    #[inline(always)]
    fn after(layout: Layout, piece: usize, capture: Capture) -> (Squares, Squares, u32) {
        let mut own = layout.moving;
        (0..piece).for_each(|_| own &= own - 1);
        let to = 1 << capture.to;
        let moving = layout.moving & !(own & own.wrapping_neg()) | to;
        (layout.waiting & !capture.taken, moving, (moving & (to - 1)).count_ones())
    }

    /// The won and the lost positions of the waiting side after a capture.
    #[inline(always)]
    fn after_capture<W: Width>(
        &self,
        cpu: impl Bits,
        layout: Layout,
        &Taking { piece, is_king, capture, .. }: &Taking<W::Word>,
        finished: &Finished,
    ) -> (W::Word, W::Word) {
        let (waiting, moving, place) = Self::after(layout, piece, capture);
        if waiting == 0 {
            return (W::Word::NONE, all::<W::Word>(self.pieces()));
        }
        let left = waiting.count_ones();
        let columns = choose(32 - left, self.moving) as usize;
        let column = number(cpu.pext(moving.into(), (!waiting).into()) as Squares) as usize;
        let at = number(waiting) as usize * columns + column;
        let (mut won, mut lost) = finished.words::<W::Word>(left, self.moving, at);
        let mut count = left + self.moving;
        let mut taken = capture.taken;
        while taken != 0 {
            let lowest = taken & taken.wrapping_neg();
            taken ^= lowest;
            let bit = self.moving + (layout.waiting & (lowest - 1)).count_ones();
            let pdep = |x, mask| cpu.pdep(x, mask);
            won = widened(won, bit, count, pdep);
            lost = widened(lost, bit, count, pdep);
            count += 1;
        }
        let (from, to) = (place, piece as u32);
        let (won, lost) = (won.moved(from, to), lost.moved(from, to));
        if !is_king && capture.is_king { (won.lowered(to), lost.lowered(to)) } else { (won, lost) }
    }

    /// The positions of a layout in which the moving side must capture.
    #[inline(always)]
    pub(super) fn must<W: Lanes>(&self, duty: u8) -> W {
        if duty & ANY != 0 {
            return all(self.pieces());
        }
        let (mut must, mut kings) = (W::NONE, duty);
        while kings != 0 {
            must = must.or(W::kings(kings.trailing_zeros()));
            kings &= kings - 1;
        }
        must.and(all(self.pieces()))
    }
}

/// In a byte of duties: some piece can capture whatever its rank.
pub(super) const ANY: u8 = 1 << 7;

/// A layout of a row.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) waiting: Squares,
    pub(super) moving: Squares,
    pub(super) column: usize,
}

/// A capture of a piece of the moving side, and the positions in which it may choose it.
pub(super) struct Taking<W> {
    piece: usize,
    is_king: bool,
    capture: Capture,
    applies: W,
}

/// Leaves each capture only where no other takes more pieces.
fn keep_most<W: Lanes>(captures: &mut [Taking<W>]) {
    let taken = |taking: &Taking<W>| taking.capture.taken.count_ones();
    let whole: Vec<(u32, W)> = captures.iter().map(|taking| (taken(taking), taking.applies)).collect();
    for taking in captures {
        for &(count, applies) in &whole {
            if count > taken(taking) {
                taking.applies = taking.applies.without(applies);
            }
        }
    }
}

/// Calls `piece` with the index of each of at most seven pieces, until it returns false. The calls are
/// written out, so that the index is a constant in each.
#[inline(always)]
fn each_piece(count: u32, mut piece: impl FnMut(usize) -> bool) {
    let _ = count > 0
        && piece(0)
        && count > 1
        && piece(1)
        && count > 2
        && piece(2)
        && count > 3
        && piece(3)
        && count > 4
        && piece(4)
        && count > 5
        && piece(5)
        && count > 6
        && piece(6);
}

/// Calls `visit` with each bit of a word.
#[inline(always)]
pub(super) fn each_bit<W: Lanes>(word: W, mut visit: impl FnMut(usize)) {
    for lane in 0..size_of::<W>() / 8 {
        let mut bits = word.lane(lane);
        while bits != 0 {
            visit(64 * lane + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Receives what the first look settles.
pub(super) trait Settled<W: Width> {
    /// A layout: the positions in which the moving side has `lost` because it cannot move, those in which
    /// it `must` capture, and all its captures.
    fn settle(
        &mut self,
        frame: &Frame<'_>,
        cpu: impl Bits,
        layout: Layout,
        lost: W::Word,
        must: W::Word,
        captures: &[Taking<W::Word>],
    );
}

/// Without distances: captures are worth what the words after them say.
pub(super) struct ByWords<'a, F> {
    pub(super) finished: &'a Finished,
    /// Gets the new results.
    pub(super) found: F,
}

impl<W: Width, F: FnMut(Change<W::Pair>)> Settled<W> for ByWords<'_, F> {
    #[inline(always)]
    fn settle(
        &mut self,
        frame: &Frame<'_>,
        cpu: impl Bits,
        layout: Layout,
        lost: W::Word,
        must: W::Word,
        captures: &[Taking<W::Word>],
    ) {
        let (mut won, mut all_lose) = (W::Word::NONE, must);
        for taking in captures {
            let (won_after, lost_after) = frame.after_capture::<W>(cpu, layout, taking, self.finished);
            won = won.or(lost_after.and(taking.applies));
            // Lost unless the capture applies and does not lose.
            all_lose = all_lose.without(taking.applies.without(won_after));
        }
        let (won, lost) = (won.and(must), lost.or(all_lose));
        if !won.or(lost).is_none() {
            (self.found)(frame.change(cpu, layout.waiting, layout.moving, W::pair(won, lost)));
        }
    }
}

/// Positions that get a value at a later level, as seen by their side to move.
#[derive(Clone, Copy)]
pub(super) struct Event<W> {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) positions: W,
}

/// Where the bits of a layout stand after a capture, by capture.
pub(super) struct Maps {
    /// The pieces of the frame: the moving side's and the waiting side's.
    sides: (u32, u32),
    maps: Vec<Option<Box<[u8]>>>,
}

impl Maps {
    pub(super) fn new() -> Self {
        Self { sides: (0, 0), maps: Vec::new() }
    }

    /// Forgets the maps of another frame.
    pub(super) fn begin(&mut self, frame: &Frame<'_>) {
        if self.sides != (frame.moving, frame.waiting) {
            self.sides = (frame.moving, frame.waiting);
            self.maps.clear();
            self.maps.resize(8 * 8 * 128 * 2, None);
        }
    }

    /// For each position of a layout, the bit of the position after a capture in the *waiting* frame of the
    /// table after it.
    #[inline(always)]
    fn of(&mut self, frame: &Frame<'_>, piece: usize, place: u32, taken: u32, crowned: bool) -> &[u8] {
        let key = ((piece * 8 + place as usize) * 128 + taken as usize) * 2 + usize::from(crowned);
        self.maps[key].get_or_insert_with(|| {
            let map = |m: u32| {
                let mut own: Vec<u32> = (0..frame.moving).map(|j| m >> j & 1).collect();
                let moved = own.remove(piece) | u32::from(crowned);
                own.insert(place as usize, moved);
                let left = (0..frame.waiting).filter(|i| taken >> i & 1 == 0);
                let left = left.map(|i| m >> (frame.moving + i) & 1);
                let bits: Vec<u32> = own.into_iter().chain(left).collect();
                bits.iter().fold(0, |after, bit| after << 1 | bit) as u8
            };
            (0..1 << (frame.waiting + frame.moving)).map(map).collect()
        })
    }
}

/// With distances: the best value of all captures, which counts from its level on.
pub(super) struct ByDistance<'a, W: Width> {
    pub(super) finished: &'a Finished,
    /// By value after a move, the value before it.
    pub(super) lifted: &'a [u8; 256],
    /// The values of a side that has lost, and of a draw.
    pub(super) over: u8,
    pub(super) draw: u8,
    pub(super) maps: &'a mut Maps,
    /// The row's values.
    pub(super) distances: &'a mut [u8],
    /// By value.
    pub(super) events: &'a mut [Vec<Event<W::Word>>],
    /// Positions in which the best capture draws, in the frame of the rows.
    pub(super) drawn: &'a mut W::Word,
}

impl<W: Width> Settled<W> for ByDistance<'_, W> {
    #[inline(always)]
    fn settle(
        &mut self,
        frame: &Frame<'_>,
        cpu: impl Bits,
        layout: Layout,
        lost: W::Word,
        must: W::Word,
        captures: &[Taking<W::Word>],
    ) {
        let pieces = frame.pieces();
        let values = &mut self.distances[layout.column << pieces..(layout.column + 1) << pieces];
        values.fill(self.draw);
        each_bit(lost, |m| values[m] = self.over);
        if must.or(lost).is_none() {
            return;
        }
        each_bit(must, |m| values[m] = 0);
        for taking in captures {
            let applies = taking.applies.and(must);
            let (waiting, moving, place) = Frame::after(layout, taking.piece, taking.capture);
            if waiting == 0 {
                let best = self.lifted[usize::from(self.over)];
                each_bit(applies, |m| values[m] = best);
                continue;
            }
            let crowned = !taking.is_king && taking.capture.is_king;
            let taken = cpu.pext(taking.capture.taken.into(), layout.waiting.into()) as u32;
            let map = self.maps.of(frame, taking.piece, place, taken, crowned);
            let left = waiting.count_ones();
            let (own, other) = (moving.reverse_bits(), waiting.reverse_bits());
            let columns = choose(32 - frame.moving, left) as usize;
            let column = number(cpu.pext(other.into(), (!own).into()) as Squares) as usize;
            let after = self.finished.distances(left, frame.moving, number(own) as usize * columns + column);
            each_bit(applies, |m| {
                values[m] = values[m].max(self.lifted[usize::from(after[usize::from(map[m])])]);
            });
        }
        let change = frame.change(cpu, layout.waiting, layout.moving, W::Pair::NONE);
        let mut left = must.or(lost);
        while !left.is_none() {
            let mut first = 0;
            let lane = (0..size_of::<W::Word>() / 8).find(|&lane| left.lane(lane) != 0);
            if let Some(lane) = lane {
                first = 64 * lane + left.lane(lane).trailing_zeros() as usize;
            }
            let value = values[first];
            let mut same = W::Word::NONE;
            each_bit(left, |m| {
                if values[m] == value {
                    same.set_lane(m / 64, same.lane(m / 64) | 1 << (m % 64));
                }
            });
            left = left.without(same);
            if value == self.draw {
                *self.drawn = self.drawn.or(same);
            } else {
                let positions = same.reversed(pieces);
                self.events[usize::from(value)].push(Event {
                    row: change.row,
                    column: change.column,
                    positions,
                });
            }
        }
    }
}
