//! Endings without the ranks of their pieces, for the table generator.

#![expect(
    clippy::inline_always,
    reason = "inlined into the table generator's loops, which are compiled for the processor's instruction set"
)]

use super::Draughts;
use super::board::{Position, Square};
use super::masks::{self, Direction, Squares};
use super::material::{ADVANCED, HOME};
use super::moves::{self, Way};
use super::ranking::{number, position_of};
use nexsolve_core::layouts::{Capture, Layouts, Pieces};
use nexsolve_core::{LayerId, Side, subsets};

/// The squares beyond each square, by direction, as [`Direction::ALL`]: the first two go up.
static RAYS: [[Squares; 4]; 32] = {
    let mut rays = [[0; 4]; 32];
    let mut from = 0;
    while from < 32 {
        let mut direction = 0;
        while direction < 4 {
            let from_bit = 1 << from;
            rays[from][direction] = masks::slide(from_bit, !0, Direction::ALL[direction]) & !from_bit;
            direction += 1;
        }
        from += 1;
    }
    rays
};

/// The squares one step up and one step down from each square.
static STEPS: [[Squares; 2]; 32] = {
    let mut steps = [[0; 2]; 32];
    let mut from = 0;
    while from < 32 {
        let [up, down] = [masks::forward(Side::White), masks::forward(Side::Black)];
        steps[from] = [
            masks::step(1 << from, up[0]) | masks::step(1 << from, up[1]),
            masks::step(1 << from, down[0]) | masks::step(1 << from, down[1]),
        ];
        from += 1;
    }
    steps
};

/// The squares of a ray up to the first of `pieces`, which is included.
#[inline(always)]
const fn up_to_first(ray: Squares, pieces: Squares, goes_up: bool) -> Squares {
    let met = ray & pieces;
    if goes_up {
        ray & (met ^ met.wrapping_sub(1))
    } else {
        // Without a piece, the whole ray.
        ray & (Squares::MAX << ((met | 1).ilog2()))
    }
}

impl Layouts for Draughts {
    const COPIES: u64 = 2;
    const FAR: Squares = masks::far_row(Side::Black);

    fn counts(&self, layer: LayerId) -> [[u32; 2]; 2] {
        let material = self.classes().list[layer.index()].material;
        [[material.own_men, material.own_kings], [material.other_men, material.other_kings]]
    }

    fn placed(&self, pieces: Pieces) -> Position {
        position_of(pieces)
    }

    #[inline(always)]
    fn outer(&self, layer: LayerId, pieces: Pieces) -> u64 {
        self.classes().list[layer.index()].without_own_kings(pieces)
    }

    fn sets_of_men(&self, layer: LayerId) -> Vec<(Squares, u64)> {
        let class = &self.classes().list[layer.index()];
        let men = class.material.own_men;
        let sets_of = |size: u32, universe: Squares| {
            let places = universe.count_ones();
            (0..subsets::binomial(places, size)).map(move |at| {
                nexsolve_core::pdep(subsets::unrank(at, places, size), universe.into()) as Squares
            })
        };
        let mut sets = Vec::new();
        for home in 0..=men.min(4) {
            for low in sets_of(home, HOME) {
                for high in sets_of(men - home, ADVANCED) {
                    let pieces = Pieces { own_men: low | high, ..Pieces::default() };
                    let own = number(low, HOME) * class.advanced[home as usize]
                        + number(pieces.own_men & ADVANCED, ADVANCED);
                    let first = class.first[home as usize] + own * class.other_men[home as usize];
                    sets.push((pieces.own_men, first * class.other_kings));
                }
            }
        }
        sets
    }

    fn takes_most(&self) -> bool {
        self.rules().takes_most()
    }

    #[inline(always)]
    fn steps(from: u32) -> Squares {
        STEPS[from as usize & 31][1]
    }

    #[inline(always)]
    fn steps_back(to: u32) -> Squares {
        STEPS[to as usize & 31][0]
    }

    #[inline(always)]
    fn reach(from: u32, occupied: Squares) -> Squares {
        let rays = &RAYS[from as usize & 31];
        let up = up_to_first(rays[0], occupied, true) | up_to_first(rays[1], occupied, true);
        let down = up_to_first(rays[2], occupied, false) | up_to_first(rays[3], occupied, false);
        (up | down) & !occupied
    }

    #[inline(always)]
    fn can_capture(from: u32, is_king: bool, occupied: Squares, targets: Squares) -> bool {
        let rays = &RAYS[from as usize & 31];
        if (rays[0] | rays[1] | rays[2] | rays[3]) & targets == 0 {
            return false;
        }
        let near = STEPS[from as usize & 31];
        let near = if is_king { Squares::MAX } else { near[0] | near[1] };
        let taken = |at: usize| {
            let goes_up = at < 2;
            let line = up_to_first(rays[at], occupied, goes_up);
            let first = line & targets & near;
            masks::step(first, Direction::ALL[at]) & !occupied
        };
        taken(0) | taken(1) | taken(2) | taken(3) != 0
    }

    fn captures(
        &self,
        from: u32,
        is_king: bool,
        occupied: Squares,
        targets: Squares,
        mut visit: impl FnMut(Capture),
    ) {
        let Some(square) = Square::new(from) else { return };
        moves::ways(self.rules(), Side::Black, square, is_king, targets, !occupied, &mut |way: Way<()>| {
            let to = way.at.trailing_zeros();
            visit(Capture { to, taken: way.captured, is_king: way.is_king || way.at & Self::FAR != 0 });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BRAZILIAN, RUSSIAN};
    use super::*;
    use nexsolve_core::laws;

    #[test]
    fn layouts_agree_with_the_rules() {
        for rules in [RUSSIAN, BRAZILIAN] {
            laws::layouts(&Draughts::endings(rules, 7), 300, 11);
        }
    }
}
