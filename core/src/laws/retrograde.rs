//! The laws of [`Retrograde`].

use crate::{After, Layer, LayerId, Outlook, Ranked, Retrograde, Wdl};
use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};

/// Collects the calls of [`Retrograde::outlook`].
#[derive(Default)]
struct Collected {
    leaves: Vec<After>,
    all: Vec<(u64, u32, Vec<After>)>,
}

impl Outlook for Collected {
    fn leave(&mut self, to: After) {
        self.leaves.push(to);
    }

    fn end(&mut self, rank: u64, stay: u32) {
        self.all.push((rank, stay, distinct(std::mem::take(&mut self.leaves))));
    }
}

fn distinct(mut list: Vec<After>) -> Vec<After> {
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns whether a move between these layers stays in their group.
fn stays<G: Ranked>(game: &G, from: LayerId, to: LayerId) -> bool {
    game.layers()[to].successors.contains(&from)
}

/// Checks that [`Retrograde::outlook`] reports, for these ranks, what the rules say.
///
/// # Panics
/// With the position that breaks the law.
pub fn outlook<G: Retrograde>(game: &G, layer: LayerId, ranks: Range<u64>) {
    let about = &game.layers()[layer];
    let mut collected = Collected::default();
    game.outlook(layer, ranks.clone(), &mut collected);
    let mut collected = collected.all.into_iter();
    game.unrank_range(layer, ranks, |rank, position| {
        let (mut stay, mut leaves) = (0, Vec::new());
        let _ = game.ranks_after(&position, |after| {
            match after {
                After::Ranked { layer: next, .. } if stays(game, layer, next) => stay += 1,
                leaving => leaves.push(leaving),
            }
            ControlFlow::Continue(())
        });
        assert_eq!(game.copies(&position), G::COPIES, "{position:?}");
        if stay == 0 && leaves.is_empty() {
            let over = game.outcome(&position);
            assert!(
                matches!(over, Some(Wdl::Loss)) || about.stake == 0 && over == Some(Wdl::Draw),
                "{position:?}"
            );
        }
        assert_eq!(collected.next(), Some((rank, stay, distinct(leaves))), "{position:?}");
    });
    assert!(collected.next().is_none(), "layer {}", about.name);
}

/// Checks that [`Retrograde`] agrees with the rules for all ranks of all layers. Time and memory are
/// proportional to the number of ranks: use tiny boards.
///
/// # Panics
/// With the position that breaks the law.
pub fn retrograde<G: Retrograde>(game: &G) {
    let layers = game.layers();
    // The predecessors of each position, and all positions with staying moves.
    let mut expected: HashMap<_, Vec<_>> = HashMap::new();
    let mut staying = HashSet::new();
    for (layer, about) in Layer::with_ids(layers) {
        for cut in [0..about.len / 3, about.len / 3..about.len] {
            outlook(game, layer, cut);
        }
        game.unrank_range(layer, 0..about.len, |rank, position| {
            let _ = game.ranks_after(&position, |after| {
                if let After::Ranked { layer: next, rank: number } = after
                    && stays(game, layer, next)
                {
                    staying.insert((layer, rank));
                    expected.entry((next, number)).or_default().push((layer, rank));
                }
                ControlFlow::Continue(())
            });
        });
    }
    for (layer, about) in Layer::with_ids(layers) {
        game.unrank_range(layer, 0..about.len, |rank, position| {
            let mut found = Vec::new();
            game.before(layer, &[rank], |layer, rank| found.push((layer, rank)));
            found.retain(|before| staying.contains(before));
            found.sort_unstable();
            let mut expected = expected.remove(&(layer, rank)).unwrap_or_default();
            expected.sort_unstable();
            assert_eq!(found, expected, "{position:?}");
        });
    }
}
