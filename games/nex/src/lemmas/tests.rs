//! Proofs are written, checked and damaged; every lemma that passes the check is compared with play to the
//! end.

use super::check::{Check, Contents, Lemma};
use super::rule::{Answer, Rule};
use super::*;
use crate::NexMove;
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, ProvingFor, SplitMix};
use nexsolve_rhombus::{Cell, Wide};
use std::collections::{BTreeSet, HashMap, HashSet};

const SIDES: [Side; 2] = [Side::Black, Side::White];

/// Who is connected first under best play, in any position, by the rules alone.
struct Play<'a> {
    game: &'a Nex<u64>,
    side: Side,
    known: HashMap<NexPosition<u64>, bool>,
}

impl Play<'_> {
    /// Returns whether the side wins.
    fn wins(&mut self, at: &NexPosition<u64>) -> bool {
        if let Some(&known) = self.known.get(at) {
            return known;
        }
        let mover = at.side_to_move();
        let wins = if let Some(outcome) = self.game.outcome(at) {
            outcome.winner(mover) == Some(self.side)
        } else {
            let nexts: Vec<_> = self.game.continuations(at).map(|(_, next)| next).collect();
            let moves = mover == self.side;
            nexts.iter().any(|next| self.wins(next) == moves) == moves
        };
        self.known.insert(*at, wins);
        wins
    }

    /// Checks that the side wins all positions that a lemma covers, and returns how many there are.
    fn check(&mut self, lemma: &Lemma<u64>, said: &dyn Fn() -> String) -> u64 {
        let Lemma::Alike { position, region } = *lemma else { return 0 };
        let outside: Vec<u64> = (self.game.board().full() & !region).iter().map(u64::one).collect();
        let kinds = [position.own, position.others, position.neutral];
        let left = kinds.map(|kind| (kind & !region).count_ones());
        let mut covered = 0;
        laws::placings(&outside, left, kinds.map(|kind| kind & region), &mut |[own, others, neutral]| {
            covered += 1;
            assert!(lemma.covers(Contents { own, others, neutral }));
            let at = NexPosition::of(self.side, own, others, neutral);
            assert!(self.wins(&at), "{} covers {}", said(), self.game.format_position(&at));
        });
        covered
    }
}

fn board_of(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

/// Returns the reason why lemmas are not a proof, with the number of the line or lemma; `None` if they are a
/// proof.
fn fault_of<S: CellSet>(
    game: &Nex<S>,
    position: &NexPosition<S>,
    side: Side,
    lemmas: &[String],
) -> Option<String> {
    let mut check = game.deductions(position, side).expect("no swap and no final moves");
    for (i, lemma) in lemmas.iter().enumerate() {
        if let Err(reason) = check.deduce(lemma) {
            return Some(format!("{}: {reason}", i + 1));
        }
    }
    check.conclude().err().map(|flaw| {
        let at = flaw.lemma.map_or("all".to_owned(), |at| (at + 1).to_string());
        format!("{at}: {}", flaw.reason)
    })
}

/// The lemmas of the proofs of won positions hold wherever they apply. Positions that agree in
/// a lemma's region and in all numbers make the same claim, which is compared once.
fn the_proofs_hold(game: &Nex<u64>, positions: Positions) -> (usize, u64) {
    let attack = game.attack().expect("a small board");
    let mut winners = laws::Exhaustive::of(&attack);
    let mut plays = SIDES.map(|side| Play { game, side, known: HashMap::new() });
    let (mut claimed, mut covered) = (HashSet::new(), 0);
    for position in laws::positions(game, positions) {
        if game.outcome(&position).is_some() {
            continue;
        }
        let winner = SIDES.into_iter().find(|side| plays[*side as usize].wins(&position));
        let lemmas = attack.deduce(&position, &mut winners);
        assert_eq!(winner.is_some(), lemmas.is_some(), "{}", game.format_position(&position));
        let (Some(side), Some(lemmas)) = (winner, lemmas) else { continue };
        let mut check = Check::new(game, position, side);
        for line in &lemmas {
            let lemma = Rule::read(game, line).and_then(|rule| check.add(&rule)).expect("a lemma");
            let Lemma::Alike { position, region } = lemma else { continue };
            let numbers = [position.own, position.others, position.neutral].map(u64::count_ones);
            let inside = [position.own & region, position.others & region, position.neutral & region];
            if claimed.insert((side, inside, numbers, region)) {
                covered +=
                    plays[side as usize].check(&lemma, &|| format!("{line} of\n{}", lemmas.join("\n")));
            }
        }
        check.conclude().expect("a proof");
        assert!(fault_of(game, &position, side.other(), &lemmas).is_some(), "one side wins");
    }
    let (rows, cols) = (game.board().rows(), game.board().cols());
    eprintln!("{rows}x{cols}: {} lemmas about {covered} positions", claimed.len());
    (claimed.len(), covered)
}

#[test]
fn the_proofs_of_all_won_positions_hold() {
    for (rows, cols) in [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        the_proofs_hold(&board_of(rows, cols), Positions::All);
    }
    let (lemmas, covered) = the_proofs_hold(&board_of(3, 3), Positions::All);
    assert!(lemmas > 1_000 && covered > 2 * lemmas as u64);
}

#[test]
#[ignore = "slow: positions of 3×4 and 4×3"]
fn the_proofs_of_won_positions_of_larger_boards_hold() {
    for (rows, cols) in [(3, 4), (4, 3)] {
        let (lemmas, _) = the_proofs_hold(&board_of(rows, cols), Positions::Games { count: 1_000, seed: 3 });
        assert!(lemmas > 1_000);
    }
}

#[test]
fn a_lemma_answers_what_a_move_brings_to_a_covered_position() {
    const SEED: u64 = 11;
    let mut random = SplitMix(SEED);
    let mut counts = [[0; 2]; 3];
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let game = board_of(rows, cols);
        let positions = laws::positions(&game, Positions::Games { count: 300, seed: SEED });
        for before in positions.iter().filter(|at| game.outcome(at).is_none()) {
            let side = before.side_to_move();
            let at = Contents::of(before, side);
            let nexts: Vec<_> = game.continuations(before).collect();
            for _ in 0..40 {
                // A position after a move, or one that differs from it in some cells.
                let (mv, next) = nexts[random.below(nexts.len())];
                let mut next = next;
                for _ in 0..random.below(3) {
                    let cell = u64::one(Cell(random.below(game.board().len() as usize) as u16));
                    let Contents { own, others, neutral } = Contents::of(&next, side);
                    let [own, others, neutral] = [own, others, neutral].map(|kind| kind & !cell);
                    next = match random.below(4) {
                        0 => NexPosition::of(side, own | cell, others, neutral),
                        1 => NexPosition::of(side, own, others | cell, neutral),
                        2 => NexPosition::of(side, own, others, neutral | cell),
                        _ => NexPosition::of(side, own, others, neutral),
                    };
                }
                let position = Contents::of(&next, side);
                let cells = random.next_word() & random.next_word();
                let region = if random.below(4) == 0 { !cells } else { cells } & game.board().full();
                let is_chain = random.below(3) == 0;
                let chain = (position.own | region & position.neutral) & region;
                let lemma = if is_chain { Lemma::Chain(chain) } else { Lemma::Alike { position, region } };
                if is_chain && chain & !at.own == 0 {
                    continue; // The chain is there before the move: not so in a game that goes on.
                }
                let by_moves = nexts.iter().any(|(_, next)| lemma.covers(Contents::of(next, side)));
                let said = || format!("seed {SEED}: {lemma:?} at {}", game.format_position(before));
                assert_eq!(lemma.answers(game.board(), at), by_moves, "{}", said());
                let kind = if is_chain { 2 } else { usize::from(matches!(mv, NexMove::Transform { .. })) };
                counts[kind][usize::from(by_moves)] += 1;
            }
        }
    }
    eprintln!("{counts:?}");
    assert!(counts.iter().flatten().all(|&count| count > 500));
}

/// Lemmas that follow from any earlier ones, not only from those that a writer would choose, hold. Returns
/// how many there are, and how many of them are about positions with fewer than two empty cells.
fn what_follows_holds(game: &Nex<u64>, random: &mut SplitMix) -> [usize; 2] {
    let board = game.board();
    let mut positions = laws::positions(game, Positions::All);
    positions.retain(|at| game.outcome(at).is_none());
    positions.sort_by_key(|at| std::cmp::Reverse(at.ply()));
    let mut counts = [0; 2];
    for side in SIDES {
        let mut check = Check::new(game, game.start(), side);
        let mut play = Play { game, side, known: HashMap::new() };
        let mut written: Vec<Lemma<u64>> =
            (1..=board.full()).filter_map(|cells| check.add(&Rule::Chain(cells)).ok()).collect();
        for position in positions.iter().filter(|at| at.side_to_move() != side) {
            let start = random.below(written.len());
            let numbers = (start..written.len()).chain(0..start);
            let near: Vec<(Answer, Lemma<u64>)> = numbers
                .flat_map(|at| {
                    let answer = |is_turned| Answer { lemma: at as u32 + 1, is_turned };
                    [(answer(false), written[at]), (answer(true), written[at].turned(board))]
                })
                .collect();
            let replies: Vec<_> =
                game.continuations(position).map(|(_, after)| Contents::of(&after, side)).collect();
            let answer = |reply: &Contents<u64>| near.iter().find(|(_, lemma)| lemma.answers(board, *reply));
            let Some(mut answers) = replies.iter().map(answer).collect::<Option<Vec<_>>>() else { continue };
            answers.sort_by_key(|(answer, _)| *answer);
            let first = |reply: &Contents<u64>| {
                answers.iter().find(|(_, lemma)| lemma.answers(board, *reply)).expect("an answer").0
            };
            let first: BTreeSet<Answer> = replies.iter().map(first).collect();
            let all: Vec<Answer> = first.into_iter().collect();
            let mut fewer = all.clone();
            fewer.remove(random.below(all.len()));
            for (answers, must_follow) in [(fewer, false), (all, true)] {
                let rule = Rule::Replies { position: *position, answers };
                let Ok(lemma) = check.add(&rule) else {
                    assert!(!must_follow, "{}", rule.format(game));
                    continue;
                };
                play.check(&lemma, &|| format!("{side}: {}", rule.format(game)));
                written.push(lemma);
            }
            counts[0] += 1;
            counts[1] += usize::from(game.empty(position).count() < 2);
        }
    }
    counts
}

#[test]
fn what_follows_from_any_lemmas_holds() {
    const SEED: u64 = 5;
    let mut random = SplitMix(SEED);
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let [lemmas, late] = what_follows_holds(&board_of(rows, cols), &mut random);
        eprintln!("seed {SEED}: {rows}x{cols}: {lemmas} lemmas, {late} late");
        assert!(lemmas > 0 && (late > 0 || rows * cols < 8));
    }
}

#[test]
fn narrow_and_wide_boards_agree() {
    let (narrow, wide) = (board_of(3, 3), Nex::<Wide>::new(3, 3).expect("a board"));
    let attack = narrow.attack().expect("a small board");
    let mut winners = laws::Exhaustive::of(&attack);
    let lemmas = attack.deduce(&narrow.start(), &mut winners).expect("Black wins");
    assert_eq!(fault_of(&wide, &wide.start(), Side::Black, &lemmas), None);
}

#[test]
fn spoiled_proofs_prove_nothing_false() {
    const SEED: u64 = 4;
    let mut random = SplitMix(SEED);
    let (mut refused, mut passed) = (0, 0);
    for (rows, cols) in [(2, 3), (3, 2), (2, 4), (3, 3), (4, 2)] {
        let game = board_of(rows, cols);
        let attack = game.attack().expect("a small board");
        let mut winners = laws::Exhaustive::of(&attack);
        let mut plays = SIDES.map(|side| Play { game: &game, side, known: HashMap::new() });
        let mut positions = vec![game.start()];
        positions.extend(game.continuations(&game.start()).map(|(_, at)| at));
        for position in &positions {
            let Some(lemmas) = attack.deduce(position, &mut winners) else { continue };
            let side = SIDES[usize::from(!plays[0].wins(position))];
            assert_eq!(fault_of(&game, position, side, &lemmas), None);
            for _ in 0..40 {
                let mut spoiled = lemmas.clone();
                let (at, other) = (random.below(spoiled.len()), random.below(spoiled.len()));
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
                match fault_of(&game, position, side, &spoiled) {
                    Some(_) => refused += 1,
                    None => passed += 1,
                }
                // The same lemmas prove no claim that is not true.
                for other in &positions {
                    for claimed in SIDES {
                        if fault_of(&game, other, claimed, &spoiled).is_none() {
                            assert!(plays[claimed as usize].wins(other), "{}", game.format_position(other));
                        }
                    }
                }
            }
        }
    }
    eprintln!("{refused} refused, {passed} still prove what is so");
    assert!(refused > 10 * passed && passed > 0);
}

/// Changes one word of a line, or one cell of a position.
fn spoil_word(random: &mut SplitMix, line: &mut String, lemmas: usize) {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = random.below(words.len());
    words[at] = match random.below(4) {
        _ if words[at].contains('/') => {
            let mut cells: Vec<char> = words[at].chars().collect();
            let cell = random.below(cells.len());
            cells[cell] = ['B', 'W', '?', '.'][random.below(4)];
            cells.into_iter().collect()
        }
        0 => (1 + random.below(lemmas)).to_string(),
        1 => format!("-{}", 1 + random.below(lemmas)),
        2 => ["a1", "a2", "b1", "b3", "c2"][random.below(5)].to_owned(),
        _ => String::new(),
    };
    *line = words.join(" ");
}

#[test]
fn hostile_lines_are_refused() {
    let game = board_of(3, 3);
    let many =
        (0..20_000).fold("replies B?./.../... by".to_owned(), |line, number| format!("{line} {number}"));
    for line in [
        "",
        " ",
        "chain",
        "chain ",
        "chain a1 b1",
        "chain c1 b1 a1",
        "chain a1 b1 b1 c1",
        "chain a1 b1 c1 ",
        "chain a1  b1 c1",
        "chain a1 b1 d1",
        "chain ä1 b1 c1",
        "Chain a1 b1 c1",
        "replies",
        "replies start by 1",
        "replies B?./.../... 1",
        "replies B?./.../... by",
        "replies B?./.../... by ",
        "replies B?./.../... by 0",
        "replies B?./.../... by 1",
        "replies B?./.../... by -1",
        "replies B?./.../... by +1",
        "replies B?./.../... by 01",
        "replies B?./.../... by --1",
        "replies B?./.../... by 4294967296",
        "replies Ba1?a2; by 1",
        "replies B?/... by 1",
        &many,
    ] {
        let mut check = game.deductions(&game.start(), Side::Black).expect("no swap");
        let reason = check.deduce(line).expect_err(line);
        assert!(!reason.is_empty() && reason.len() < 300, "{reason}");
        assert!(check.conclude().is_err());
    }
}
