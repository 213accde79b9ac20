//! Awari's implementation against a slow, literal version of its rules for every number of seeds; small
//! boards are also checked by brute force.

use nexsolve_core::laws::{self, SplitMix};
use nexsolve_core::{Game, Layer, LayerId, Ranked, Side, Wdl};
use nexsolve_games::awari::{Awari, AwariPosition, MAJORITY, OWN, PITS, Pit, Pits, SEEDS, Seeds};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The rules, followed literally, one seed at a time.
mod slow {
    /// The pits on the board, the mover's six first, and the seeds that the mover has captured.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Board {
        pub(super) pits: [u8; 12],
        pub(super) captured: u8,
    }

    /// Sows and captures.
    pub(super) fn sow(pits: [u8; 12], origin: usize) -> Board {
        let mut pits = pits;
        let mut hand = pits[origin];
        pits[origin] = 0;
        let mut at = origin;
        while hand > 0 {
            at = (at + 1) % 12;
            if at != origin {
                pits[at] += 1;
                hand -= 1;
            }
        }
        let mut captured = 0;
        while at >= 6 && (pits[at] == 2 || pits[at] == 3) {
            captured += pits[at];
            pits[at] = 0;
            at -= 1;
        }
        Board { pits, captured }
    }

    /// The pits that may be sown.
    pub(super) fn moves(pits: [u8; 12]) -> Vec<usize> {
        let all: Vec<usize> = (0..6).filter(|&pit| pits[pit] > 0).collect();
        let feeds = |pit: &usize| sow(pits, *pit).pits[6..].iter().any(|&seeds| seeds > 0);
        let feeding: Vec<usize> = all.iter().copied().filter(feeds).collect();
        if feeding.is_empty() { all } else { feeding }
    }

    /// The board from the other player's view.
    pub(super) fn turned(pits: [u8; 12]) -> [u8; 12] {
        std::array::from_fn(|pit| pits[(pit + 6) % 12])
    }
}

/// Returns a random board with this many seeds: spread evenly, heaped, all on one side, or all in one pit.
fn random_board(random: &mut SplitMix, seeds: u32) -> [u8; PITS] {
    let mut pits = [0; PITS];
    let style = random.below(4);
    let places: Vec<usize> = (0..=random.below(PITS)).map(|_| random.below(PITS)).collect();
    for _ in 0..seeds {
        let pit = match style {
            0 => random.below(PITS),
            1 => places[random.below(places.len())],
            2 => random.below(PITS).min(random.below(PITS)),
            _ => places[0] % OWN + random.below(3),
        };
        pits[pit] += 1;
    }
    pits
}

fn random_boards(seed: u64, each: u32, most: u32) -> Vec<Pits> {
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut board = |seeds| Pits::new(random_board(&mut random, seeds)).expect("no more than there are");
    (0..=most).flat_map(|seeds| (0..each).map(move |_| seeds)).map(&mut board).collect()
}

#[test]
fn moves_match_the_rules() {
    let game = Seeds::new(SEEDS).expect("all");
    let mut moves = Vec::new();
    for position in random_boards(7, 4_000, SEEDS) {
        let pits = position.to_array();
        assert_eq!(Pits::new(pits), Ok(position));
        game.moves(&position, &mut moves);
        let expected = slow::moves(pits);
        assert_eq!(moves.iter().map(|pit| pit.index()).collect::<Vec<_>>(), expected, "{position}");
        for pit in Pit::ALL {
            let sown = position.sow(pit);
            let board = slow::sow(pits, pit.index());
            assert_eq!(sown.after.to_array(), slow::turned(board.pits), "{position}, pit {pit:?}");
            assert_eq!(sown.captured, board.captured, "{position}, pit {pit:?}");
        }
    }
}

#[test]
fn the_laws_hold_for_every_number_of_seeds() {
    let game = Seeds::new(SEEDS).expect("all");
    laws::check_among(&game, &random_boards(8, 60, SEEDS));
    let few = Seeds::new(5).expect("few");
    let mut all = Vec::new();
    for (layer, about) in Layer::with_ids(few.layers()) {
        few.unrank_range(layer, 0..about.len, |_, position| all.push(position));
    }
    laws::check_among(&few, &all);
    laws::check_among(&few, &random_boards(9, 10, 8));
}

#[test]
fn ranks_are_right_for_every_number_of_seeds() {
    let game = Seeds::new(SEEDS).expect("all");
    let mut random = SplitMix(10);
    for (layer, about) in Layer::with_ids(game.layers()) {
        for number in [0, about.len / 2, about.len - 1, random.next_word() % about.len] {
            let position = game.unrank(layer, number).expect("no number is free");
            assert_eq!(game.rank(&position), (layer, number));
            assert_eq!(position.seeds(), u32::from(about.stake));
            let end = about.len.min(number + 2_000);
            let mut last = number;
            game.unrank_range(layer, number..end, |number, position| {
                assert_eq!((number, game.rank(&position)), (last, (layer, number)));
                last += 1;
            });
            assert_eq!(last, end);
        }
    }
}

/// Returns the seeds that the player to move wins in excess of the opponent from each position on, by rank
/// for each number of seeds up to the game's. Uses only the rules; endless play is worth 0. For each amount,
/// from the greatest down, it scans all positions repeatedly until no further position is found whose player
/// to move can win that much.
fn scores(game: &Seeds) -> Vec<Vec<i8>> {
    /// A move: the seeds captured and the position after it.
    type Sown = (i8, usize, usize);
    let mut all: Vec<Vec<Option<i8>>> = Vec::new();
    for seeds in 0..=game.most() as usize {
        let layer = LayerId::new(game.most() as usize - seeds);
        let mut moves: Vec<Vec<Sown>> = Vec::new();
        game.unrank_range(layer, 0..game.layers()[layer].len, |_, position| {
            let pits = position.to_array();
            let after = |pit| {
                let board = slow::sow(pits, pit);
                let next = Pits::new(slow::turned(board.pits)).expect("no more than before");
                (board.captured as i8, next.seeds() as usize, game.rank(&next).1 as usize)
            };
            moves.push(slow::moves(pits).into_iter().map(after).collect());
        });
        all.push(vec![None; moves.len()]);
        let mut open: Vec<usize> = (0..moves.len()).collect();
        for most in (1..=seeds as i8).rev() {
            let mut before = usize::MAX;
            while open.len() < before {
                before = open.len();
                open.retain(|&board| {
                    let worth = |&(captured, seeds, next): &Sown| Some(captured - all[seeds][next]?);
                    let worth = || moves[board].iter().map(worth);
                    let best = worth().flatten().max();
                    let value = match best {
                        None if moves[board].is_empty() => Some(-(seeds as i8)),
                        Some(best) if best >= most => Some(best),
                        Some(best) if best <= -most && worth().all(|worth| worth.is_some()) => Some(best),
                        _ => None,
                    };
                    all[seeds][board] = value;
                    value.is_none()
                });
            }
        }
        for board in open {
            all[seeds][board] = Some(0);
        }
    }
    all.into_iter().map(|layer| layer.into_iter().map(Option::unwrap_or_default).collect()).collect()
}

fn score_of(game: &Seeds, scores: &[Vec<i8>], pits: [u8; PITS]) -> i8 {
    let position = Pits::new(pits).expect("few seeds");
    scores[position.seeds() as usize][game.rank(&position).1 as usize]
}

#[test]
#[ignore = "slow: all positions of up to twelve seeds"]
fn one_seed_in_each_pit_is_worth_zero() {
    let game = Seeds::new(12).expect("few");
    assert_eq!(score_of(&game, &scores(&game), [1; PITS]), 0);
}

#[test]
fn values_with_few_seeds_match_published_counts() {
    let game = Seeds::new(6).expect("few");
    let all = scores(&game);
    for (seeds, expected) in [(1, (5, 0, 7)), (2, (25, 13, 40)), (3, (123, 63, 178))] {
        let count = |sign: i8| all[seeds].iter().filter(|score| score.signum() == sign).count();
        assert_eq!((count(1), count(0), count(-1)), expected, "{seeds} seeds");
    }
    assert_eq!(score_of(&game, &all, [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]), 2);
}

#[test]
fn a_lap_skips_the_origin() {
    let game = Seeds::new(12).expect("few");
    let heap = Pits::new([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).expect("twelve");
    let sown = heap.sow(Pit::ALL[0]);
    assert_eq!(sown.captured, 0);
    assert_eq!(sown.after.to_string(), "1 1 1 1 1 1 | 0 2 1 1 1 1");
    assert_eq!(game.play(&heap, Pit::ALL[0]), sown.after);
}

#[test]
fn a_player_who_cannot_move_loses_the_rest() {
    let game = Seeds::new(12).expect("few");
    let over = |pits| game.outcome(&Pits::new(pits).expect("few"));
    assert_eq!(over([0; PITS]), Some(Wdl::Draw));
    assert_eq!(over([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]), Some(Wdl::Loss));
    assert_eq!(over([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), None);
}

/// Returns the values of all positions with these stores and the remaining seeds on the board, for the player
/// to move, by rank: first with the player of `stores[0]` to move, then with the other. Play that never ends
/// splits the rest, by the rule of the third occurrence. `known` holds the values with fewer seeds, by seeds
/// and the mover's store.
fn values(game: &Seeds, stores: [u8; 2], known: &HashMap<(u32, u8), Vec<Wdl>>) -> [Vec<Wdl>; 2] {
    let seeds = SEEDS - u32::from(stores[0] + stores[1]);
    let layer = LayerId::new((game.most() - seeds) as usize);
    let len = game.layers()[layer].len as usize;
    // The result of each move: a position with as many seeds and the other player to move, or a value for the
    // player of `stores[0]`.
    let mut moves: [Vec<Vec<Result<usize, Wdl>>>; 2] = [Vec::new(), Vec::new()];
    for (turn, moves) in moves.iter_mut().enumerate() {
        let own = |value: Wdl| if turn == 0 { value } else { -value };
        game.unrank_range(layer, 0..len as u64, |_, pits| {
            let here = [stores[turn], stores[1 - turn]];
            let position = AwariPosition::new(pits, here, Side::Black).expect("all seeds");
            let mut list = Vec::new();
            Awari.moves(&position, &mut list);
            let after = |&mv: &Pit| {
                let next = Awari.play(&position, mv);
                let number = game.rank(&next.pits()).1 as usize;
                if let Some(outcome) = Awari.outcome(&next) {
                    Err(own(-outcome))
                } else if next.pits().seeds() == seeds {
                    Ok(number)
                } else {
                    Err(own(-known[&(next.pits().seeds(), next.stores()[0])][number]))
                }
            };
            let over = Awari.outcome(&position).map(|outcome| vec![Err(own(outcome))]);
            moves.push(over.unwrap_or_else(|| list.iter().map(after).collect()));
        });
    }
    // Finds the positions where the player `who` can force that `wanted` holds for the first player's value.
    let forced = |who: usize, wanted: &dyn Fn(Wdl) -> bool| {
        let mut forced = [vec![false; len], vec![false; len]];
        let mut changed = true;
        while changed {
            changed = false;
            for turn in 0..2 {
                for board in 0..len {
                    let mut good = moves[turn][board].iter().map(|after| match *after {
                        Ok(next) => forced[1 - turn][next],
                        Err(value) => wanted(value),
                    });
                    let now = if turn == who { good.any(|good| good) } else { good.all(|good| good) };
                    changed |= now && !forced[turn][board];
                    forced[turn][board] |= now;
                }
            }
        }
        forced
    };
    let endless = match stores[0].cmp(&stores[1]) {
        Ordering::Less => Wdl::Loss,
        Ordering::Equal => Wdl::Draw,
        Ordering::Greater => Wdl::Win,
    };
    let at_least = |least: Wdl| {
        if endless >= least {
            forced(1, &|value| value < least).map(|side| side.into_iter().map(|less| !less).collect())
        } else {
            forced(0, &|value| value >= least)
        }
    };
    let (held, won): ([Vec<bool>; 2], [Vec<bool>; 2]) = (at_least(Wdl::Draw), at_least(Wdl::Win));
    [0, 1].map(|turn| {
        let value = |board: usize| match (held[turn][board], won[turn][board]) {
            (false, _) => Wdl::Loss,
            (true, false) => Wdl::Draw,
            (true, true) => Wdl::Win,
        };
        (0..len).map(value).map(|value| if turn == 0 { value } else { -value }).collect()
    })
}

#[test]
fn stores_and_scores_agree_on_who_wins() {
    const MOST: u32 = 6;
    let game = Seeds::new(MOST).expect("few");
    let scores = scores(&game);
    let mut known: HashMap<(u32, u8), Vec<Wdl>> = HashMap::new();
    let mut counts = HashMap::new();
    for seeds in 0..=MOST {
        let both = (SEEDS - seeds) as u8;
        for first in both.saturating_sub(MAJORITY - 1)..=both / 2 {
            let stores = [first, both - first];
            let [one, other] = values(&game, stores, &known);
            known.insert((seeds, stores[1]), other);
            known.insert((seeds, stores[0]), one);
        }
        for first in both.saturating_sub(MAJORITY - 1)..MAJORITY {
            let values = &known[&(seeds, first)];
            let layer = LayerId::new((MOST - seeds) as usize);
            game.unrank_range(layer, 0..values.len() as u64, |number, pits| {
                let score = i32::from(scores[seeds as usize][number as usize]);
                let value = match i32::from(first) - i32::from(both - first) + score {
                    1.. => Wdl::Win,
                    0 => Wdl::Draw,
                    _ => Wdl::Loss,
                };
                assert_eq!(value, values[number as usize], "{pits:?}, {first}, {score}");
                *counts.entry((first > both - first, values[number as usize])).or_insert(0) += 1;
            });
        }
    }
    println!("{counts:?}");
    assert_eq!(counts.len(), 6, "all values occur with a lead and with a deficit");
}
