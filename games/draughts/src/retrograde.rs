//! Moves between endings by their ranks alone.
//!
//! A quiet move without a promotion stays in its group, which is the class and its mirror image. Captures,
//! which are compulsory, and promotions leave it.

#![expect(
    clippy::inline_always,
    reason = "inlined into the table generator's loops, which are compiled for the processor's instruction set"
)]

use super::Draughts;
use super::masks::{self, Squares};
use super::material::Class;
use super::moves;
use super::ranking::{CHOOSE, material_of, position_of};
use nexsolve_core::layouts::Pieces;
use nexsolve_core::{After, LayerId, Outlook, Retrograde, Side, Wdl};
use std::ops::Range;

/// The row from which White's men step to become kings.
const ROW_7: Squares = masks::ROW_8 >> 4;

impl Retrograde for Draughts {
    const COPIES: u64 = 2;

    #[inline(always)]
    fn outlook(&self, layer: LayerId, ranks: Range<u64>, visit: &mut impl Outlook) {
        let classes = self.classes();
        classes.list[layer.index()].walk(
            ranks,
            #[inline(always)]
            |rank, pieces| {
                let (own, other) = (pieces.own(), pieces.other());
                if masks::can_capture(own, other, pieces.own_kings) {
                    self.captures(pieces, visit);
                    visit.end(rank, 0);
                    return;
                }
                let mut stay = masks::count_quiet(own, other, pieces.own_kings, Side::White);
                if pieces.own_men & ROW_7 != 0 {
                    let empty = !(own | other);
                    for direction in masks::forward(Side::White) {
                        let mut to = masks::step(pieces.own_men & ROW_7, direction) & empty;
                        while to != 0 {
                            let one = to & to.wrapping_neg();
                            let from = masks::step(one, direction.opposite());
                            let own_men = pieces.own_men ^ from;
                            let after = Pieces { own_men, own_kings: pieces.own_kings | one, ..pieces };
                            visit.leave(self.after(after));
                            stay -= 1;
                            to ^= one;
                        }
                    }
                }
                visit.end(rank, stay);
            },
        );
    }

    #[inline(always)]
    fn before(&self, layer: LayerId, ranks: &[u64], mut visit: impl FnMut(LayerId, u64)) {
        let class = &self.classes().list[layer.index()];
        let earlier = &self.classes().list[class.mirror.index()];
        // Ranks that differ only in White's kings share the rest.
        let (mut outer, mut same) = (Pieces::default(), 0..0);
        for &rank in ranks {
            if !same.contains(&rank) {
                let number = rank / class.own_kings;
                outer = class.outer(number);
                same = number * class.own_kings..(number + 1) * class.own_kings;
            }
            // From the view of the side that has moved.
            let pieces = class.kings_in(outer, rank - same.start).turned();
            earlier.men_back(
                pieces,
                #[inline(always)]
                |rank| visit(class.mirror, rank),
            );
            earlier.kings_back(
                pieces,
                #[inline(always)]
                |rank| visit(class.mirror, rank),
            );
        }
    }
}

impl Class {
    /// Visits the ranks of the positions before a man's quiet step by the side to move.
    #[inline(always)]
    fn men_back(&self, pieces: Pieces, mut visit: impl FnMut(u64)) {
        let empty = !(pieces.own() | pieces.other());
        for direction in masks::forward(Side::White) {
            let back = direction.opposite();
            let mut from = masks::step(pieces.own_men, back) & empty;
            while from != 0 {
                let one = from & from.wrapping_neg();
                let own_men = pieces.own_men ^ one ^ masks::step(one, direction);
                visit(self.rank(Pieces { own_men, ..pieces }));
                from ^= one;
            }
        }
    }

    /// Visits the ranks of the positions before a king's quiet move by the side to move.
    #[inline(always)]
    fn kings_back(&self, pieces: Pieces, mut visit: impl FnMut(u64)) {
        if pieces.own_kings == 0 {
            return;
        }
        let room = !(pieces.own_men | pieces.other());
        let empty = room & !pieces.own_kings;
        let outer = self.without_own_kings(pieces) * self.own_kings;
        let class_kings = self.material.own_kings as usize;
        let mut kings = pieces.own_kings;
        while kings != 0 {
            let king = kings & kings.wrapping_neg();
            kings ^= king;
            // What the other kings add to the rank, indexed by how many of them are below the king that
            // moves.
            let mut others = [0; 8];
            let (mut rest, mut count) = (pieces.own_kings ^ king, 0);
            while rest != 0 {
                let place = ((room & ((rest & rest.wrapping_neg()) - 1)).count_ones() & 31) as usize;
                for (below, sum) in others.iter_mut().enumerate().take(class_kings) {
                    *sum += CHOOSE[if below > count { count } else { count + 1 } & 7][place];
                }
                rest &= rest - 1;
                count += 1;
            }
            let others_at = pieces.own_kings ^ king;
            let mut from = masks::king_steps(king, empty);
            while from != 0 {
                let below = (from & from.wrapping_neg()) - 1;
                let k = ((others_at & below).count_ones() & 7) as usize;
                let place = ((room & below).count_ones() & 31) as usize;
                visit(outer + u64::from(others[k] + CHOOSE[k][place]));
                from &= from - 1;
            }
        }
    }
}

impl Draughts {
    /// Returns the result of a move; `pieces` still has the mover's pieces first.
    #[inline(always)]
    fn after(&self, pieces: Pieces) -> After {
        if pieces.other() == 0 {
            return After::Over(Wdl::Loss);
        }
        let pieces = pieces.turned();
        let layer = self.classes().find(material_of(pieces));
        After::Ranked { layer, rank: self.classes().list[layer.index()].rank(pieces) }
    }

    /// Reports the results of the captures.
    #[inline(always)]
    fn captures(&self, pieces: Pieces, visit: &mut impl Outlook) {
        let position = position_of(pieces);
        if !self.rules().takes_most() {
            // The loop below is inlined into its caller; the recursion of the capture is not.
            let (mut few, mut count, mut more) = ([(0, 0, 0); 16], 0, Vec::new());
            moves::each_way(self.rules(), &position, &mut |from, way: moves::Way<()>| {
                let way = (from.bit(), way.at, way.captured);
                match few.get_mut(count) {
                    Some(slot) => *slot = way,
                    None => more.push(way),
                }
                count += 1;
            });
            for &(from, to, captured) in few[..count.min(16)].iter().chain(&more) {
                visit.leave(self.after_capture(pieces, from, to, captured));
            }
            return;
        }
        let mut list = Vec::new();
        moves::generate(self.rules(), &position, &mut list);
        for mv in list {
            visit.leave(self.after_capture(pieces, mv.from().bit(), mv.to().bit(), mv.captured()));
        }
    }

    #[inline(always)]
    fn after_capture(&self, pieces: Pieces, from: Squares, to: Squares, captured: Squares) -> After {
        let crowned =
            pieces.own_kings & from != 0 || moves::is_crowned(self.rules(), Side::White, to, captured);
        let (men, kings) = (pieces.own_men & !from, pieces.own_kings & !from);
        self.after(Pieces {
            own_men: if crowned { men } else { men | to },
            own_kings: if crowned { kings | to } else { kings },
            other_men: pieces.other_men & !captured,
            other_kings: pieces.other_kings & !captured,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BRAZILIAN, RUSSIAN, fen};
    use super::*;
    use nexsolve_core::{Layer, Ranked, laws};

    #[test]
    fn larger_classes_agree_with_the_rules() {
        const SEED: u64 = 5;
        println!("seed {SEED}");
        let mut random = laws::SplitMix(SEED);
        for rules in [RUSSIAN, BRAZILIAN] {
            let game = Draughts::endings(rules, 6);
            for (layer, about) in Layer::with_ids(game.layers()) {
                for _ in 0..3 {
                    let first = random.next_word() % about.len;
                    let ranks = first..about.len.min(first + 200);
                    laws::outlook(&game, layer, ranks.clone());
                    // Neighbouring and distant ranks; batches agree with single ranks.
                    let step = 1 + random.next_word() % 40;
                    let ranks: Vec<u64> =
                        ranks.chain((first..about.len).step_by(step as usize).take(100)).collect();
                    let (mut together, mut alone) = (Vec::new(), Vec::new());
                    game.before(layer, &ranks, |layer, rank| together.push((layer, rank)));
                    for rank in ranks {
                        game.before(layer, &[rank], |layer, rank| alone.push((layer, rank)));
                    }
                    assert!(together == alone, "{}", about.name);
                }
            }
        }
    }

    #[test]
    fn captures_of_several_pieces_are_reported() {
        for rules in [RUSSIAN, BRAZILIAN] {
            let game = Draughts::endings(rules, 8);
            for text in [
                // In passing over the far row.
                "W:Wf6:Be7,c7,h8",
                "W:Wf6:Be7,b6,h8",
                // One piece or two.
                "W:Wc3:Bb4,d4,f6",
                "W:WKd4:Bb6,e3,g3",
            ] {
                let position = fen::read(text, super::super::Naming::Algebraic).expect(text);
                let (layer, rank) = game.rank(&position);
                laws::outlook(&game, layer, rank..rank + 1);
            }
        }
    }

    #[test]
    fn captures_along_many_paths_are_reported() {
        const SEED: u64 = 6;
        println!("seed {SEED}");
        let mut random = laws::SplitMix(SEED);
        let game = Draughts::endings(RUSSIAN, 8);
        let layer = LayerId::named(game.layers(), "KKKKvKKKK").expect("a class");
        let mut found = 0;
        for _ in 0..200_000 {
            let rank = random.next_word() % game.layers()[layer].len;
            let position = game.unrank(layer, rank).expect("no number is free");
            let mut ways = 0;
            moves::each_way(RUSSIAN, &position, &mut |_, _: moves::Way<()>| ways += 1);
            if ways > 16 {
                laws::outlook(&game, layer, rank..rank + 1);
                found += 1;
            }
        }
        assert!(found > 5, "{found}");
    }
}
