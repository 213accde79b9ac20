//! The ranking of endings.
//!
//! White is to move (otherwise the mirror image is ranked). The parts of a rank, from the outermost to the
//! innermost, are: White's men in the home row, White's other men, Black's men, Black's kings, White's kings.
//! Each set has its number among the subsets of the squares that are still free ([`nexsolve_core::subsets`]),
//! so there are no gaps. White's kings come last because the positions before a king's move share all other
//! parts of their rank.
//!
//! Tables omit positions in which a capture is compulsory, as databases of checkers commonly do: captures
//! remove pieces, so the values of these positions follow quickly from others, and the remaining values
//! resemble their neighbours more.

#![expect(
    clippy::inline_always,
    reason = "inlined into the table generator's loops, which are compiled for the processor's instruction set"
)]

use super::Draughts;
use super::board::Position;
use super::masks::{self, Squares};
use super::material::{ADVANCED, Class, Classes, HOME, Material, OTHER_MEN};
use nexsolve_core::layouts::Pieces;
use nexsolve_core::{Layer, LayerId, Ranked, Side, subsets};
use std::ops::Range;

/// C(i, k + 1), by k and i: what the element at place i adds to the number of a set with k elements below it.
pub(super) static CHOOSE: [[u32; 32]; 8] = {
    let mut table = [[0_u32; 32]; 8];
    let mut i = 0;
    while i < 32 {
        table[0][i] = i as u32;
        let mut k = 1;
        while k < 8 && i > 0 {
            table[k][i] = table[k][i - 1] + table[k - 1][i - 1];
            k += 1;
        }
        i += 1;
    }
    table
};

/// Returns the number of a set of squares among the subsets of `universe` of the same size.
#[inline(always)]
pub(super) fn number(mut set: Squares, universe: Squares) -> u64 {
    let (mut number, mut k) = (0, 0);
    while set != 0 {
        let one = set & set.wrapping_neg();
        number += u64::from(CHOOSE[k & 7][((universe & (one - 1)).count_ones() & 31) as usize]);
        set ^= one;
        k += 1;
    }
    number
}

/// Returns all sets of `SIZE` places below 32, in the order of their numbers.
const fn all<const SIZE: u32, const COUNT: usize>() -> [u32; COUNT] {
    let mut sets = [0; COUNT];
    let (mut i, mut set) = (0, (1 << SIZE) - 1);
    while i < COUNT {
        sets[i] = set as u32;
        set = subsets::next(set);
        i += 1;
    }
    sets
}

static PAIRS: [u32; 496] = all::<2, 496>();
static TRIPLES: [u32; 4_960] = all::<3, 4_960>();

/// Returns the set of `size` places below 32 with this number.
#[inline(always)]
fn places(mut number: u64, size: u32) -> u32 {
    let (mut set, mut top) = (0, 32);
    for k in (4..=size).rev() {
        // The greatest element is the last place that does not add too much.
        let add = |place: u32| u64::from(CHOOSE[k as usize - 1][place as usize]);
        top -= 1;
        while add(top) > number {
            top -= 1;
        }
        number -= add(top);
        set |= 1 << top;
    }
    set | match size {
        0 => 0,
        1 => 1 << number,
        2 => PAIRS[number as usize],
        _ => TRIPLES[number as usize],
    }
}

/// Returns the squares at these places among those that are not holes, counted from the lowest.
#[inline(always)]
fn around(mut places: u32, mut holes: Squares) -> Squares {
    while holes != 0 {
        let below = (holes & holes.wrapping_neg()) - 1;
        places = places & below | (places & !below) << 1;
        holes &= holes - 1;
    }
    places
}

/// The inverse of [`number`] for sets of `size` squares.
#[inline(always)]
fn set(number: u64, universe: Squares, size: u32) -> Squares {
    if size == 0 { 0 } else { around(places(number, size), !universe) }
}

/// Returns the pieces of an ending, seen by the side to move.
pub(super) fn pieces_of(position: &Position) -> Pieces {
    let position = position.for_white();
    let (own, other, kings) = (position.own(), position.other(), position.kings());
    Pieces {
        own_men: own & !kings,
        own_kings: own & kings,
        other_men: other & !kings,
        other_kings: other & kings,
    }
}

/// Returns the position with these pieces and White to move.
#[inline(always)]
pub(super) fn position_of(pieces: Pieces) -> Position {
    Position::of_parts(pieces.own(), pieces.other(), pieces.own_kings | pieces.other_kings, Side::White)
}

/// Returns the numbers of pieces.
#[inline(always)]
pub(super) fn material_of(pieces: Pieces) -> Material {
    Material {
        own_kings: pieces.own_kings.count_ones(),
        own_men: pieces.own_men.count_ones(),
        other_kings: pieces.other_kings.count_ones(),
        other_men: pieces.other_men.count_ones(),
    }
}

impl Class {
    /// Returns the rank of these pieces in the class, which must be theirs.
    #[inline(always)]
    pub(super) fn rank(&self, pieces: Pieces) -> u64 {
        let room = !(pieces.own_men | pieces.other());
        self.without_own_kings(pieces) * self.own_kings + number(pieces.own_kings, room)
    }

    /// Returns the rank without its innermost part.
    #[inline(always)]
    pub(super) fn without_own_kings(&self, pieces: Pieces) -> u64 {
        let Pieces { own_men, other_men, other_kings, .. } = pieces;
        let men = self.men_rank(own_men, other_men);
        men * self.other_kings + number(other_kings, !(own_men | other_men))
    }

    /// Returns the number of the way to place the men.
    #[inline(always)]
    fn men_rank(&self, own_men: Squares, other_men: Squares) -> u64 {
        if own_men | other_men == 0 {
            return 0;
        }
        let j = (own_men & HOME).count_ones() as usize & 7;
        let own = number(own_men & HOME, HOME) * self.advanced[j] + number(own_men & ADVANCED, ADVANCED);
        self.first[j] + own * self.other_men[j] + number(other_men, OTHER_MEN & !own_men)
    }

    #[inline(always)]
    fn men(&self, rank: u64) -> (Squares, Squares) {
        if self.men_sets == 1 {
            return (0, 0);
        }
        let j = self.home_men(rank);
        let Material { own_men, other_men, .. } = self.material;
        let (own, other) =
            ((rank - self.first[j]) / self.other_men[j], (rank - self.first[j]) % self.other_men[j]);
        let (home, advanced) =
            if j == 0 { (0, own) } else { (own / self.advanced[j], own % self.advanced[j]) };
        let home = set(home, HOME, j as u32);
        let own = home | places(advanced, own_men - j as u32) << 4;
        (own, set(other, OTHER_MEN & !own, other_men))
    }

    /// The inverse of [`Class::rank`].
    #[inline(always)]
    pub(super) fn unrank(&self, rank: u64) -> Pieces {
        self.kings_in(self.outer(rank / self.own_kings), rank % self.own_kings)
    }

    /// Returns all pieces except White's kings from the rank without its innermost part.
    #[inline(always)]
    pub(super) fn outer(&self, outer: u64) -> Pieces {
        let (own_men, other_men) = self.men(outer / self.other_kings);
        let room = !(own_men | other_men);
        let other_kings = set(outer % self.other_kings, room, self.material.other_kings);
        Pieces { own_men, own_kings: 0, other_men, other_kings }
    }

    /// Adds White's kings from the innermost part of the rank.
    #[inline(always)]
    pub(super) fn kings_in(&self, outer: Pieces, kings: u64) -> Pieces {
        let room = !(outer.own_men | outer.other());
        Pieces { own_kings: set(kings, room, self.material.own_kings), ..outer }
    }

    /// Calls `visit` with the pieces of these ranks, in order. It finds the next set of each part from the
    /// last one.
    #[inline(always)]
    pub(super) fn walk(&self, ranks: Range<u64>, mut visit: impl FnMut(u64, Pieces)) {
        if ranks.is_empty() {
            return;
        }
        let mut pieces = self.unrank(ranks.start);
        let mut own_room = !(pieces.own_men | pieces.other());
        let mut rank = ranks.start;
        loop {
            visit(rank, pieces);
            rank += 1;
            if rank == ranks.end {
                return;
            }
            let own_kings = next(pieces.own_kings, own_room);
            if own_kings != 0 {
                pieces.own_kings = own_kings;
                continue;
            }
            let outer = rank / self.own_kings;
            let room = !(pieces.own_men | pieces.other_men);
            if outer.is_multiple_of(self.other_kings) {
                let men = outer / self.other_kings;
                (pieces.own_men, pieces.other_men) = self.next_men(men, pieces.own_men, pieces.other_men);
                let room = !(pieces.own_men | pieces.other_men);
                pieces.other_kings = first(room, self.material.other_kings);
            } else {
                pieces.other_kings = next(pieces.other_kings, room);
            }
            own_room = !(pieces.own_men | pieces.other());
            pieces.own_kings = first(own_room, self.material.own_kings);
        }
    }

    /// Returns the men with this number, given those with the previous number.
    #[inline(always)]
    fn next_men(&self, men: u64, own_men: Squares, other_men: Squares) -> (Squares, Squares) {
        let next_other = next(other_men, OTHER_MEN & !own_men);
        if next_other != 0 { (own_men, next_other) } else { self.men(men) }
    }
}

/// Returns the first subset of `size` squares.
#[inline(always)]
fn first(mut universe: Squares, size: u32) -> Squares {
    let mut set = 0;
    for _ in 0..size {
        set |= universe & universe.wrapping_neg();
        universe &= universe - 1;
    }
    set
}

/// Returns the next subset of `universe` of the same size; 0 after the last one and after the empty set.
///
/// R. W. Gosper's step (*The Art of Computer Programming*, volume 4A, section 7.1.3, exercise 21) within a
/// mask: the squares outside of it propagate the carry.
#[inline(always)]
fn next(set: Squares, universe: Squares) -> Squares {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    // In the run of elements that begins with the lowest, the last moves up and the others move to the low
    // end.
    let (raised, carried) = (set | !universe).overflowing_add(lowest);
    if carried {
        return 0;
    }
    let raised = raised & universe;
    let moved = set.count_ones() - raised.count_ones();
    raised | first(universe, moved)
}

impl Draughts {
    pub(super) fn classes(&self) -> &Classes {
        self.endings.as_ref().expect("a game with numbered endings")
    }
}

impl Ranked for Draughts {
    const OMITS: bool = true;

    /// Returns whether the side to move must capture.
    #[inline(always)]
    fn is_omitted(&self, position: &Position) -> bool {
        masks::can_capture(position.own(), position.other(), position.own() & position.kings())
    }

    /// The class of the same pieces with the other side to move, if it is a different class: quiet moves
    /// other than promotions lead there.
    fn counterpart(&self, layer: LayerId) -> Option<LayerId> {
        Some(self.classes().list[layer.index()].mirror).filter(|&mirror| mirror != layer)
    }

    /// Returns the classes of endings, named by their pieces, those of the side to move first: `KKvKm`.
    fn layers(&self) -> &[Layer] {
        self.endings.as_ref().map_or(&[], |endings| &endings.layers)
    }

    /// Returns whether this is an ending in which both sides have pieces, and not too many.
    fn is_ranked(&self, position: &Position) -> bool {
        let (most, fewer) = self.endings.as_ref().map_or((0, 0), |endings| (endings.pieces, endings.fewer));
        let [own, other] = [position.own(), position.other()].map(Squares::count_ones);
        (1..=fewer).contains(&own.min(other)) && own + other <= most
    }

    fn rank(&self, position: &Position) -> (LayerId, u64) {
        assert!(self.is_ranked(position), "not an ending with a rank");
        let pieces = pieces_of(position);
        let layer = self.classes().find(material_of(pieces));
        (layer, self.classes().list[layer.index()].rank(pieces))
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Position> {
        assert!(rank < self.layers()[layer].len, "no such number in the layer");
        Some(position_of(self.classes().list[layer.index()].unrank(rank)))
    }

    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, Position)) {
        assert!(ranks.end <= self.layers()[layer].len, "no such number in the layer");
        self.classes().list[layer.index()].walk(ranks, |rank, pieces| visit(rank, position_of(pieces)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BRAZILIAN, RUSSIAN};
    use super::*;
    use nexsolve_core::laws;

    #[test]
    fn numbers_are_dense() {
        for rules in [RUSSIAN, BRAZILIAN] {
            let game = Draughts::endings(rules, 3);
            assert_eq!(laws::ranking_is_dense(&game), 2 * (3_488 + 196_032));
        }
        laws::unrank_range(&Draughts::endings(RUSSIAN, 3), 1);
    }

    #[test]
    fn ranks_agree_with_the_rules() {
        for rules in [RUSSIAN, BRAZILIAN] {
            laws::retrograde(&Draughts::endings(rules, 3));
        }
    }

    /// Larger classes, in random ranges.
    #[test]
    fn numbers_of_larger_classes_are_inverse_to_positions() {
        let game = Draughts::endings(RUSSIAN, 8);
        let mut random = laws::SplitMix(3);
        for (layer, about) in Layer::with_ids(game.layers()) {
            let first = random.next_word() % about.len;
            let ranks = first..about.len.min(first + 300);
            let mut next = first;
            game.unrank_range(layer, ranks.clone(), |rank, position| {
                assert_eq!((rank, game.rank(&position)), (next, (layer, rank)), "seed 3: {position:?}");
                assert_eq!(game.unrank(layer, rank), Some(position), "seed 3");
                assert_eq!(game.rank(&position.mirrored()), (layer, rank), "seed 3");
                next += 1;
            });
            assert_eq!(next, ranks.end, "{}", about.name);
        }
    }
}
