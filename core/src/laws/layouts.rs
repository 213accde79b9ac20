//! The laws of [`Layouts`].

use crate::layouts::{Capture, Layouts, Pieces, Squares};
use crate::subsets::{binomial, rank};
use crate::{Game, Layer, LayerId, SplitMix, pext};
use std::collections::HashSet;

/// The squares of a set, in order.
fn each(set: Squares) -> impl Iterator<Item = u32> {
    (0..32).filter(move |at| set >> at & 1 == 1)
}

/// Checks that [`Layouts`] agrees with the rules and the ranking for `count` random positions of each layer.
///
/// # Panics
/// With the position that breaks the law.
pub fn layouts<G: Layouts>(game: &G, count: usize, seed: u64) {
    for from in 0..32 {
        for to in 0..32 {
            assert_eq!(G::steps(from) >> to & 1, G::steps_back(to) >> from & 1, "steps from {from} to {to}");
            assert!(G::steps(from) >> to & 1 == 0 || to < from, "a step from {from} to {to}");
        }
    }
    let mut random = SplitMix(seed);
    for (layer, about) in Layer::with_ids(game.layers()) {
        let sets = game.sets_of_men(layer);
        let [own, other] = game.counts(layer);
        assert!(sets.is_sorted_by_key(|&(_, first)| first), "{}", about.name);
        assert!(sets.iter().all(|(set, _)| set.count_ones() == own[0]), "{}", about.name);
        let ways = binomial(32 - own[0] - other[0] - other[1], own[1]);
        let mut left = count;
        while left > 0 {
            let mut taken: Squares = 0;
            let mut set = |size: u32, far: Squares| {
                let mut set: Squares = 0;
                while set.count_ones() < size {
                    let at: Squares = 1 << random.below(32);
                    if taken & at == 0 && far & at == 0 {
                        set |= at;
                        taken |= at;
                    }
                }
                set
            };
            let pieces = Pieces {
                own_men: set(own[0], G::FAR.reverse_bits()),
                other_men: set(other[0], G::FAR),
                own_kings: set(own[1], 0),
                other_kings: set(other[1], 0),
            };
            number(game, layer, pieces, ways, &sets);
            moves(game, pieces);
            left -= 1;
        }
    }
}

/// Checks a position's number.
fn number<G: Layouts>(game: &G, layer: LayerId, pieces: Pieces, ways: u64, sets: &[(Squares, u64)]) {
    let outer = game.outer(layer, Pieces { own_kings: 0, ..pieces });
    let room = !(pieces.own_men | pieces.other());
    let kings = rank(pext(pieces.own_kings.into(), room.into()));
    assert_eq!(game.rank(&game.placed(pieces)), (layer, outer * ways + kings), "{pieces:?}");
    let at = sets.partition_point(|&(_, first)| first <= outer) - 1;
    assert_eq!(sets[at].0, pieces.own_men, "{pieces:?}");
}

/// Checks a position's moves.
fn moves<G: Layouts>(game: &G, pieces: Pieces) {
    let position = game.placed(pieces);
    let seen = pieces.turned();
    let (moving, waiting) = (seen.other(), seen.own());
    let occupied = moving | waiting;
    let mut captures: Vec<(u32, Capture)> = Vec::new();
    let mut found = HashSet::new();
    for from in each(moving) {
        let is_king = seen.other_kings >> from & 1 == 1;
        let others = occupied & !(1 << from);
        let before = captures.len();
        game.captures(from, is_king, others, waiting, |capture| captures.push((from, capture)));
        let can = G::can_capture(from, is_king, others, waiting);
        assert_eq!(can, captures.len() > before, "{position:?} from {from}");
        assert!(!can || G::can_capture(from, true, others, waiting), "{position:?}: a king can do more");
        let reach = G::reach(from, occupied);
        let steps = G::steps(from) & !occupied;
        assert_eq!(steps & !reach, 0, "{position:?} from {from}");
        for to in each(reach) {
            assert_eq!(G::reach(to, others | 1 << to) >> from & 1, 1, "{position:?} from {from} to {to}");
        }
        for to in each(if is_king { reach } else { steps }) {
            let is_king = is_king || G::FAR >> to & 1 == 1;
            found.insert(game.canonical(&after(game, seen, from, Capture { to, taken: 0, is_king })));
        }
    }
    assert_eq!(game.is_omitted(&position), !captures.is_empty(), "{position:?}");
    if !captures.is_empty() {
        let taken = |capture: &Capture| capture.taken.count_ones();
        let most = captures.iter().map(|(_, capture)| taken(capture)).max().unwrap_or(0);
        captures.retain(|(_, capture)| !game.takes_most() || taken(capture) == most);
        let results =
            captures.iter().map(|&(from, capture)| game.canonical(&after(game, seen, from, capture)));
        found = results.collect();
    }
    let moves = game.legal_moves(&position);
    let expected: HashSet<_> = moves.iter().map(|&mv| game.canonical(&game.play(&position, mv))).collect();
    assert_eq!(found, expected, "{position:?}");
}

/// The position after a move of the side that does not see the pieces as its own.
fn after<G: Layouts>(game: &G, seen: Pieces, from: u32, capture: Capture) -> <G as Game>::Position {
    let Capture { to, taken, is_king } = capture;
    let (men, kings) = (seen.other_men & !(1 << from), seen.other_kings & !(1 << from));
    game.placed(Pieces {
        own_men: seen.own_men & !taken,
        own_kings: seen.own_kings & !taken,
        other_men: if is_king { men } else { men | 1 << to },
        other_kings: if is_king { kings | 1 << to } else { kings },
    })
}
