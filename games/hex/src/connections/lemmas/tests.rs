//! Proofs are written, checked and damaged; every lemma that passes the check is compared with play to the
//! end.

use super::check::{Check, Lemma};
use super::rule::{End, Rule};
use super::*;
use crate::Variant;
use crate::connections::tests::Play;
use nexsolve_core::{Notation, SplitMix, Strength, laws};
use nexsolve_rhombus::{Cell, Rhombus, Wide};
use std::collections::HashMap;

fn board_of(rows: u32, cols: u32) -> Hex<u64> {
    Hex::new(rows, cols, Variant::default()).expect("a small board")
}

/// The winner of a position, and the lemmas that prove it.
fn proof_of(game: &Hex<u64>, position: &HexPosition<u64>) -> (Side, Vec<String>) {
    let by_connections = FilledGame::new(game);
    let mut winners = laws::Exhaustive::of(&by_connections);
    let lemmas = by_connections.deduce(position, &mut winners).expect("the search is not stopped");
    let state = by_connections.state(position, Side::Black).expect("no swap");
    let mover = position.side_to_move();
    (if winners.known(state).expect("the writer found it") { mover } else { mover.other() }, lemmas)
}

/// Returns the reason why lemmas are not a proof, with the number of the line or lemma; `None` if they are a
/// proof.
fn fault_of<S: CellSet>(
    game: &Hex<S>,
    position: &HexPosition<S>,
    side: Side,
    lemmas: &[String],
) -> Option<String> {
    let mut check = game.deductions(position, side).expect("no swap");
    for (i, lemma) in lemmas.iter().enumerate() {
        if let Err(reason) = check.deduce(lemma) {
            return Some(format!("{}: {reason}", i + 1));
        }
    }
    check.conclude().err().map(|flaw| format!("{:?}: {}", flaw.lemma.map(|at| at + 1), flaw.reason))
}

fn checked_proof(game: &Hex<u64>, position: &HexPosition<u64>) -> usize {
    let (side, lemmas) = proof_of(game, position);
    let fault = fault_of(game, position, side, &lemmas);
    assert_eq!(fault, None, "{}{}", game.diagram(position), lemmas.join("\n"));
    assert!(fault_of(game, position, side.other(), &lemmas).is_some(), "one side wins");
    lemmas.len()
}

fn openings(game: &Hex<u64>) -> impl Iterator<Item = HexPosition<u64>> + '_ {
    game.legal_moves(&game.start()).into_iter().map(|mv| game.play(&game.start(), mv))
}

#[test]
fn every_opening_of_small_boards_is_proven() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)] {
        let game = board_of(rows, cols);
        checked_proof(&game, &game.start());
        openings(&game).for_each(|position| {
            checked_proof(&game, &position);
        });
    }
}

#[test]
fn openings_of_5x5_are_proven() {
    let game = board_of(5, 5);
    for text in ["start", "c3", "a1", "b2", "e1", "a5", "c3;c2", "b2;d4"] {
        let position = game.read_position(text).expect("a position");
        eprintln!("5x5 {text}: {} lemmas", checked_proof(&game, &position));
    }
}

#[test]
fn every_position_of_3x3_is_proven() {
    let game = board_of(3, 3);
    for position in nexsolve_core::laws::positions(&game, nexsolve_core::laws::Positions::All) {
        checked_proof(&game, &position);
    }
}

#[test]
#[ignore = "slow: every opening of 6×6"]
fn every_opening_of_6x6_is_proven() {
    let game = board_of(6, 6);
    for position in openings(&game) {
        eprintln!("{}: {} lemmas", game.format_position(&position), checked_proof(&game, &position));
    }
}

#[test]
fn narrow_and_wide_boards_agree() {
    let (narrow, wide) = (board_of(4, 4), Hex::<Wide>::new(4, 4, Variant::default()).expect("a board"));
    let (side, lemmas) = proof_of(&narrow, &narrow.start());
    assert_eq!(fault_of(&wide, &wide.start(), side, &lemmas), None);
}

/// Returns whether a lemma holds if the opponent has every cell that it does not name, by play to the end.
fn holds(board: &Rhombus<u64>, side: Side, lemma: &Lemma<u64>) -> bool {
    let own = lemma.stones | lemma.ends[0].cells::<u64>() | lemma.ends[1].cells::<u64>();
    let (first, last) = board.ends(side);
    let ends = lemma.ends.map(|end| match end {
        End::Cell(cell) => u64::one(cell),
        End::First => first,
        End::Last => last,
    });
    // The side is called Black there.
    let mover = if lemma.strength == Strength::Semi { Side::Black } else { Side::White };
    let mut play = Play { board, ends, known: HashMap::new() };
    play.winner(own, lemma.carrier, mover).0 == Side::Black
}

#[test]
fn what_the_check_lets_pass_is_so() {
    const SEED: u64 = 21;
    let mut random = SplitMix(SEED);
    let mut passed: HashMap<String, u32> = HashMap::new();
    for (rows, cols, tries) in [(2, 3, 60_000), (3, 3, 120_000), (3, 4, 60_000)] {
        let game = board_of(rows, cols);
        let (board, full) = (game.board(), game.board().full());
        for side in [Side::Black, Side::White] {
            let mut check = Check::new(board, side, 0, full, side);
            let mut count = 0_u32;
            for _ in 0..tries {
                let rule = random_rule(&mut random, board, &check, count);
                let Ok(number) = check.add(&rule) else { continue };
                let lemma = check.lemma(number).expect("just added");
                let holds = lemma.carrier.count() > 9 || holds(board, side, &lemma);
                assert!(holds, "seed {SEED}: {rows}x{cols} {side}: {rule:?}\n{lemma:?}");
                count = number;
                let name = rule.format(board).split(' ').next().expect("a name").to_owned();
                *passed.entry(name).or_insert(0) += 1;
                if count >= 300 {
                    check = Check::new(board, side, 0, full, side);
                    count = 0;
                }
            }
        }
    }
    eprintln!("{passed:?}");
    assert!(passed.len() == 8 && passed.values().all(|&lemmas| lemmas > 100));
}

/// Returns a random rule over the `count` lemmas so far.
fn random_rule(random: &mut SplitMix, board: &Rhombus<u64>, check: &Check<'_, u64>, count: u32) -> Rule<u64> {
    let mut below = |n: u32| random.below(n as usize) as u32;
    let cell = Cell(below(board.len()) as u16);
    let other = Cell(below(board.len()) as u16);
    let end = |at: u32, cell| match at {
        0 => End::First,
        1 => End::Last,
        _ => End::Cell(cell),
    };
    let few: u64 = (0..below(4)).fold(0, |set, _| set | u64::one(Cell(below(board.len()) as u16)));
    if count == 0 {
        return Rule::Join { ends: [end(0, cell), end(1, cell)], stones: few };
    }
    let mut number = || 1 + below(count);
    let then = number();
    let mut two = [number(), number()];
    two.sort_unstable();
    let stone = check.lemma(then).ok().and_then(|lemma| lemma.stones.first()).unwrap_or(cell);
    let mut many: Vec<u32> = (0..3).map(|_| number()).collect();
    many.sort_unstable();
    let stones = if below(2) == 0 { 0 } else { few };
    match below(9) {
        0 | 1 => {
            let mut ends = [end(below(4), cell), end(below(4), other)];
            ends.sort_unstable();
            Rule::Join { ends, stones: few & !ends[0].cells::<u64>() & !ends[1].cells::<u64>() }
        }
        2 => Rule::Chain(two),
        3 => Rule::Key(two),
        4 => Rule::Or(many),
        5 => Rule::Play { cell: stone, then },
        6 => Rule::Dead { cell: stone, then, stones },
        7 => Rule::Captured { cells: [stone.min(cell), stone.max(cell)], then, stones },
        _ => Rule::Turn(then),
    }
}

#[test]
fn spoiled_proofs_prove_nothing_false() {
    const SEED: u64 = 4;
    let mut random = SplitMix(SEED);
    let (mut refused, mut passed) = (0, 0);
    for (rows, cols) in [(3, 3), (3, 4), (4, 3), (4, 4)] {
        let game = board_of(rows, cols);
        let positions: Vec<_> = std::iter::once(game.start()).chain(openings(&game)).collect();
        for position in &positions {
            let (side, lemmas) = proof_of(&game, position);
            for _ in 0..40 {
                let mut spoiled = lemmas.clone();
                let at = random.below(spoiled.len());
                let other = random.below(spoiled.len());
                match random.below(5) {
                    0 => drop(spoiled.remove(at)),
                    1 => spoiled.swap(at, other),
                    2 => spoiled[at].clone_from(&lemmas[other]),
                    3 => spoiled.insert(at, lemmas[other].clone()),
                    _ => spoil_word(&mut random, &mut spoiled[at], lemmas.len()),
                }
                if spoiled == lemmas {
                    continue;
                }
                // If the damaged proof still passes, its lemmas are true.
                let mut check = Check::new(
                    game.board(),
                    side,
                    position.stones(side),
                    game.empty(position),
                    position.side_to_move(),
                );
                let mut number = 0;
                while let Some(line) = spoiled.get(number as usize) {
                    let Ok(next) = Rule::read(game.board(), line).and_then(|rule| check.add(&rule)) else {
                        break;
                    };
                    number = next;
                    let lemma = check.lemma(number).expect("just added");
                    if number as usize > at && lemma.carrier.count() <= 6 {
                        assert!(
                            holds(game.board(), side, &lemma),
                            "seed {SEED}: {line} of\n{}",
                            spoiled.join("\n")
                        );
                    }
                }
                match fault_of(&game, position, side, &spoiled) {
                    Some(_) => refused += 1,
                    None => passed += 1,
                }
                // The same lemmas prove no claim that is not true.
                for other in positions.iter().take(5) {
                    for claimed in [Side::Black, Side::White] {
                        if fault_of(&game, other, claimed, &spoiled).is_none() {
                            assert_eq!(proof_of(&game, other).0, claimed, "{}", game.diagram(other));
                        }
                    }
                }
            }
        }
    }
    eprintln!("{refused} refused, {passed} still prove what is so");
    assert!(refused > 10 * passed);
}

/// Changes one word of a line.
fn spoil_word(random: &mut SplitMix, line: &mut String, lemmas: usize) {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = random.below(words.len());
    words[at] = match random.below(4) {
        0 => (1 + random.below(lemmas)).to_string(),
        1 => ["a1", "a2", "b1", "b3", "c2", "first", "last"][random.below(7)].to_owned(),
        2 => ["join", "chain", "key", "or", "play", "dead", "captured", "turn", "with"][random.below(9)]
            .to_owned(),
        _ => String::new(),
    };
    *line = words.join(" ");
}

#[test]
fn hostile_lines_are_refused() {
    let game = board_of(3, 3);
    let many = format!("or {}", (1..20_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" "));
    let stones = format!("join first last with {}", "a1 ".repeat(10_000));
    for line in [
        "",
        " ",
        "join",
        "join first",
        "join a1 a1",
        "join a2 a1",
        "join last first",
        "join a1 first with",
        "join a9 first",
        "join first last",
        "join a1 a2 with a2",
        "chain 1 1",
        "chain 0 1",
        "chain 1",
        "key 1 2 3",
        "or",
        "or 1",
        "or 4294967296",
        "or 01",
        "play 1 a1",
        "play a1 1",
        "dead 1 a1",
        "captured 1 a1 a1",
        "turn 1",
        "turn -1",
        "turn 1 ",
        "Turn 1",
        "join  a1 a2",
        "join a1 a2 ",
        "join a1\ta2",
        "join ä1 a2",
        "join a1x a2",
        "join a1 a2 with b1 a1",
        "lemma",
        &many,
        &stones,
    ] {
        let mut check = game.deductions(&game.start(), Side::Black).expect("no swap");
        let reason = check.deduce(line).expect_err(line);
        assert!(!reason.is_empty() && reason.len() < 300, "{reason}");
        assert!(check.conclude().is_err());
    }
}
