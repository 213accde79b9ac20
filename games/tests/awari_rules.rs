//! Awari by the text of its rules, slowly, against the game: every number of seeds; and small boards by brute force.

use nexsolve_core::laws::{self, SplitMix};
use nexsolve_core::{Game, Ranked, Wdl};
use nexsolve_games::awari::{OWN, PITS, Pit, Pits, SEEDS, Seeds};
use std::collections::HashMap;

/// The rules in the words of the rule book, a seed at a time.
mod slow {
    /// The pits on the board, the first six the mover's, and what he has captured.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Board {
        pub pits: [u8; 12],
        pub captured: u8,
    }

    /// Sows and captures.
    pub fn sow(pits: [u8; 12], origin: usize) -> Board {
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
    pub fn moves(pits: [u8; 12]) -> Vec<usize> {
        let all: Vec<usize> = (0..6).filter(|&pit| pits[pit] > 0).collect();
        let feeds = |pit: &usize| sow(pits, *pit).pits[6..].iter().any(|&seeds| seeds > 0);
        let feeding: Vec<usize> = all.iter().copied().filter(feeds).collect();
        if feeding.is_empty() { all } else { feeding }
    }

    /// The other player's view.
    pub fn turned(pits: [u8; 12]) -> [u8; 12] {
        std::array::from_fn(|pit| pits[(pit + 6) % 12])
    }
}

/// Random boards with so many seeds: spread evenly, heaped, on one side, or in one pit.
fn random_board(random: &mut SplitMix, seeds: u32) -> [u8; PITS] {
    let mut pits = [0; PITS];
    let style = random.below(4);
    let places: Vec<usize> = (0..1 + random.below(PITS)).map(|_| random.below(PITS)).collect();
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
fn moves_are_those_of_the_text() {
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
fn the_laws_hold_for_any_number_of_seeds() {
    let game = Seeds::new(SEEDS).expect("all");
    laws::check_among(&game, &random_boards(8, 60, SEEDS));
    let few = Seeds::new(5).expect("few");
    let mut all = Vec::new();
    for (layer, about) in few.layers().iter().enumerate() {
        few.unrank_range(layer, 0..about.len, |_, position| all.push(position));
    }
    laws::check_among(&few, &all);
    laws::check_among(&few, &random_boards(9, 10, 8));
}

#[test]
fn numbers_are_right_for_any_number_of_seeds() {
    let game = Seeds::new(SEEDS).expect("all");
    let mut random = SplitMix(10);
    for (layer, about) in game.layers().iter().enumerate() {
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

/// What the player to move wins more than the opponent from here on, for all positions of up to so many seeds: from nothing
/// known (endless play is worth 0), every position is looked at until none changes. Bounds from below and above are kept
/// apart: the first move that can be made good for ever counts, not the last one looked at.
fn scores(most: u32) -> Vec<HashMap<[u8; PITS], i32>> {
    let mut all: Vec<HashMap<[u8; PITS], i32>> = Vec::new();
    let mut boards = Vec::new();
    for seeds in 0..=most {
        boards.clear();
        place(&mut [0; PITS], 0, seeds as u8, &mut boards);
        // Won or lost by so much at least, for each amount by itself: there are no cycles to be wrong about in "can force at
        // least k within so many plies", and what nobody can force is 0.
        let mut values: HashMap<[u8; PITS], i32> = HashMap::new();
        for k in (1..=seeds as i32).rev() {
            // Positions where the mover can force k or more, and where he cannot help losing k or more.
            loop {
                let mut changed = false;
                for &board in &boards {
                    if values.contains_key(&board) {
                        continue;
                    }
                    let moves = slow::moves(board);
                    let worth: Vec<Option<i32>> = moves
                        .iter()
                        .map(|&pit| {
                            let sown = slow::sow(board, pit);
                            let next = slow::turned(sown.pits);
                            let rest: u32 = next.iter().map(|&seeds| u32::from(seeds)).sum();
                            let known =
                                if rest == seeds { values.get(&next) } else { all[rest as usize].get(&next) };
                            known.map(|score| i32::from(sown.captured) - score)
                        })
                        .collect();
                    let value = if moves.is_empty() {
                        Some(-(seeds as i32))
                    } else if let Some(best) = worth.iter().flatten().max().filter(|&&best| best >= k) {
                        Some(*best)
                    } else if worth.iter().all(|worth| worth.is_some_and(|worth| worth <= -k)) {
                        worth.iter().flatten().max().copied()
                    } else {
                        None
                    };
                    if let Some(value) = value.filter(|value| value.abs() >= k) {
                        values.insert(board, value);
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        for &board in &boards {
            values.entry(board).or_insert(0);
        }
        all.push(values);
    }
    all
}

/// All boards with so many seeds in the pits from `from` on.
fn place(board: &mut [u8; PITS], from: usize, seeds: u8, boards: &mut Vec<[u8; PITS]>) {
    if from == PITS - 1 {
        board[from] = seeds;
        boards.push(*board);
        return;
    }
    for here in 0..=seeds {
        board[from] = here;
        place(board, from + 1, seeds - here, boards);
    }
}

#[test]
fn few_seeds_are_worth_what_was_published() {
    let all = scores(6);
    for (seeds, expected) in [(1, (5, 0, 7)), (2, (25, 13, 40)), (3, (123, 63, 178))] {
        let count = |sign: i32| all[seeds].values().filter(|score| score.signum() == sign).count();
        assert_eq!((count(1), count(0), count(-1)), expected, "{seeds} seeds");
    }
    for (seeds, values) in all.iter().enumerate() {
        assert_eq!(values.len() as u64, Seeds::new(6).expect("few").layers()[6 - seeds].len);
    }
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
fn who_cannot_move_has_lost_the_rest() {
    let game = Seeds::new(12).expect("few");
    let over = |pits| game.outcome(&Pits::new(pits).expect("few"));
    assert_eq!(over([0; PITS]), Some(Wdl::Draw));
    assert_eq!(over([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]), Some(Wdl::Loss));
    assert_eq!(over([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), None);
}
