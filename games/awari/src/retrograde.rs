//! Retrograde analysis without lists of moves or positions.

use super::Seeds;
use super::numbering::number;
use super::pits::{THEIRS, occupied, turned};
use super::sowing::{SOWING, allowed, capture, capturing, last_pit, seeds_in};
use super::unmoves::quiet;
use nexsolve_core::{After, LayerId, Outlook, Retrograde};
use std::ops::Range;

impl Retrograde for Seeds {
    #[inline(always)]
    fn outlook(&self, layer: LayerId, ranks: Range<u64>, visit: &mut impl Outlook) {
        self.each(
            layer,
            ranks,
            #[inline(always)]
            |rank, word| {
                // If the opponent has seeds, every move that captures nothing leaves it some.
                let moves = if word & THEIRS == 0 { allowed(word) } else { occupied(word) & 0x3f };
                let mut captures = capturing(word) & moves;
                let stay = (moves & !captures).count_ones();
                while captures != 0 {
                    let pit = captures.trailing_zeros() as usize;
                    captures &= captures - 1;
                    let seeds = seeds_in(word, pit);
                    let (after, captured) =
                        capture(word.wrapping_add(SOWING[pit][seeds]), last_pit(pit, seeds));
                    if after & THEIRS == 0 && allowed(word) >> pit & 1 == 0 {
                        continue;
                    }
                    let to = LayerId::new(layer.index() + captured as usize);
                    visit.leave(After::Ranked { layer: to, rank: number(turned(after)) });
                }
                visit.end(rank, stay);
            },
        );
    }

    #[inline(always)]
    fn before(&self, layer: LayerId, ranks: &[u64], mut visit: impl FnMut(LayerId, u64)) {
        let Some(&first) = ranks.first() else { return };
        let seeds = self.seeds(layer);
        let mut block = self.numbering.block(seeds, first);
        for &rank in ranks {
            block.seek(&self.numbering, seeds, rank);
            quiet(
                turned(block.word(rank)),
                #[inline(always)]
                |before| visit(layer, number(before)),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Ranked, laws};

    #[test]
    fn ranks_and_unmoves_obey_the_laws() {
        let game = Seeds::new(5).expect("the game has 48");
        assert_eq!(laws::ranking_is_dense(&game), (0..=5).map(super::super::numbering::count).sum::<u64>());
        laws::unrank_range(&game, 1);
        laws::ranked_unmoves(&game);
        laws::retrograde(&game);
    }

    #[test]
    fn batches_agree_with_single_ranks() {
        const SEED: u64 = 2;
        println!("seed {SEED}");
        let mut random = laws::SplitMix(SEED);
        for seeds in [1, 4, 13, 24, 48] {
            let game = Seeds::new(seeds).expect("the game has 48");
            let layer = LayerId::new(0);
            let len = game.layers()[layer].len;
            for step in [1, 7, 300, 20_000, len / 3 + 1] {
                let mut ranks: Vec<u64> =
                    (0..800).map_while(|i| Some(i * step).filter(|&rank| rank < len)).collect();
                for (at, rank) in ranks.iter_mut().enumerate() {
                    // Mostly in order, as in practice, and some out of order.
                    *rank =
                        if at % 97 == 96 { random.next_word() } else { *rank + random.next_word() % step }
                            % len;
                }
                let (mut together, mut alone) = (Vec::new(), Vec::new());
                game.before(layer, &ranks, |layer, rank| together.push((layer, rank)));
                for rank in ranks {
                    game.before(layer, &[rank], |layer, rank| alone.push((layer, rank)));
                }
                assert!(together == alone, "{seeds} seeds, one in {step}");
            }
        }
    }
}
