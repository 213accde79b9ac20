//! A proof by lemmas, from the winners that a search has found.
//!
//! The writer walks from the position down: where the winner is to move it takes one winning move, where the loser is it takes moves until
//! the carriers of the answers have no cell in common. Before it works on a position, it looks for a lemma already written that
//! covers it. [`Check`] applies every rule, so the writer writes only lines that the check accepts.

use super::check::{Check, EDGES, Lemma, Strength, is_dead};
use super::reasons::{Extent, Reason, Reasons};
use super::rule::{End, Rule};
use crate::hex::HexPosition;
use crate::hex::connections::h_search::{self, Connections, Seek};
use crate::hex::connections::winners::{ByConnections, Filled};
use crate::rhombus::{Cell, CellSet};
use nexsolve_core::{Proving, Side, Verdict, Winners};
use std::collections::HashMap;

/// Returns the lemmas that prove who wins the position, one a line; `None` if the search was stopped or no state represents the position.
pub(super) fn proof(
    game: &ByConnections<'_>,
    position: &HexPosition<u64>,
    winners: &mut dyn Winners,
) -> Option<Vec<String>> {
    let root = game.filled(position)?;
    let mover_wins = winners.find(game.pack(&root))?;
    let side = if mover_wins { root.mover } else { root.mover.other() };
    let board = game.game.board();
    let check =
        Check::new(board, side, position.stones(side), game.game.empty(position), position.side_to_move());
    let connections = || Connections::new(board.len() as usize);
    let mut writer = Writer {
        game,
        side,
        winners,
        short: connections().by_pairs(),
        connections: connections(),
        check,
        rules: Vec::new(),
        numbers: HashMap::new(),
        wins: Vec::new(),
    };
    let last = writer.win_before_fill([position.black, position.white], &root)?;
    Some(writer.lines(last))
}

const SIDES: [Side; 2] = [Side::Black, Side::White];

struct Writer<'a, 'w> {
    game: &'a ByConnections<'a>,
    /// The winner.
    side: Side,
    winners: &'w mut dyn Winners,
    /// Memory of searches for short connections, and for all.
    short: Connections<u64, Reasons>,
    connections: Connections<u64, Reasons>,
    check: Check<'a, u64>,
    rules: Vec<Rule<u64>>,
    numbers: HashMap<Lemma<u64>, u32>,
    /// The lemmas that connect the winner's edges, each as it is and turned.
    wins: Vec<Win>,
}

/// A lemma that connects the winner's edges.
#[derive(Clone, Copy)]
struct Win {
    cover: Cover,
    strength: Strength,
    stones: u64,
    carrier: u64,
}

impl Win {
    /// Returns whether it holds with these stones and empty cells.
    fn fits(&self, own: u64, empty: u64) -> bool {
        self.carrier & !empty == 0 && self.stones & !own == 0
    }
}

/// A lemma that was written and holds in a position, as it is or turned by 180°.
#[derive(Clone, Copy)]
enum Cover {
    AsItIs(u32),
    Turned(u32),
}

/// A lemma for the rule *or*.
#[derive(Clone, Copy)]
enum Premise {
    /// It was written.
    Written(Cover),
    /// A connection that was found, by its number in the search.
    Found(u32),
}

/// One step of fill-in.
#[derive(Clone, Copy)]
enum Step {
    Dead(Cell),
    Captured(Cell, Cell),
}

impl Writer<'_, '_> {
    /// The lemma that a rule makes, written now or earlier.
    fn add(&mut self, rule: Rule<u64>) -> u32 {
        let lemma = self.check.apply(&rule).expect("a rule that may be applied");
        if let Some(&number) = self.numbers.get(&lemma) {
            return number;
        }
        let number = self.check.add(&rule).expect("as before");
        self.rules.push(rule);
        self.numbers.insert(lemma, number);
        if lemma.ends == EDGES {
            let Lemma { strength, stones, carrier, .. } = lemma;
            let board = self.game.game.board();
            let (turned_stones, turned_carrier) = (board.rotated(stones), board.rotated(carrier));
            self.wins.push(Win { cover: Cover::AsItIs(number), strength, stones, carrier });
            if (turned_stones, turned_carrier) != (stones, carrier) {
                let (stones, carrier) = (turned_stones, turned_carrier);
                self.wins.push(Win { cover: Cover::Turned(number), strength, stones, carrier });
            }
        }
        number
    }

    fn lemma(&self, number: u32) -> Lemma<u64> {
        self.check.lemma(number).expect("a lemma that was written")
    }

    /// A lemma by which the winner wins a position that it wins. `None` if the search was stopped.
    fn win(&mut self, position: &Filled) -> Option<u32> {
        if let Some(cover) = self.covering(position) {
            return Some(self.written(cover));
        }
        if position.mover == self.side { self.win_first(position) } else { self.win_second(position) }
    }

    /// A lemma already written by which the winner wins the position, perhaps turned.
    fn covering(&self, position: &Filled) -> Option<Cover> {
        let (own, empty) = (position.stones[self.side as usize], position.empty(self.game.game));
        let is_first = position.mover == self.side;
        let holds = |win: &&Win| (is_first || win.strength == Strength::Full) && win.fits(own, empty);
        self.wins.iter().find(holds).map(|win| win.cover)
    }

    /// The number of the lemma, turned if that is needed.
    fn written(&mut self, cover: Cover) -> u32 {
        match cover {
            Cover::AsItIs(number) => number,
            Cover::Turned(number) => self.add(Rule::Turn(number)),
        }
    }

    /// A position in which the winner is to move.
    fn win_first(&mut self, position: &Filled) -> Option<u32> {
        let own = position.stones[self.side as usize];
        for extent in [Extent::Short { empty: position.empty(self.game.game) }, Extent::All] {
            let reasons = self.connections(position, Seek::First(u32::MAX), extent);
            let first = reasons.full(self.edges()).or_else(|| Some(reasons.semis(self.edges()).next()?.0));
            if let Some(number) = first {
                return Some(self.found(&reasons, own, number));
            }
        }
        let (cell, next) = self.winning_move(position)?;
        let mut before = position.stones;
        before[self.side as usize] |= u64::one(cell);
        let then = self.win_before_fill(before, &next)?;
        Some(if self.lemma(then).stones.has(cell) { self.add(Rule::Play { cell, then }) } else { then })
    }

    /// A move that wins: one that a written lemma answers for, or that the search knows, or that connections show, or that it finds.
    fn winning_move(&mut self, position: &Filled) -> Option<(Cell, Filled)> {
        let nexts = self.nexts(position);
        // Fill-in takes empty cells alone, so that few lemmas are left to be held against all moves.
        let (own, empty) = (position.stones[self.side as usize], position.empty(self.game.game));
        let near = |win: &&Win| win.strength == Strength::Full && win.fits(own | empty, empty);
        let near: Vec<&Win> = self.wins.iter().filter(near).collect();
        let is_covered = |next: &Filled| {
            let (own, empty) = (next.stones[self.side as usize], next.empty(self.game.game));
            near.iter().any(|win| win.fits(own, empty))
        };
        if let Some(covered) = nexts.iter().find(|(_, next)| is_covered(next)) {
            return Some(*covered);
        }
        let known = |writer: &Self| {
            let loses = |next: &Filled| writer.winners.known(writer.game.pack(next)) == Some(false);
            nexts.iter().find(|(_, next)| loses(next)).copied()
        };
        if let Some(known) = known(self) {
            return Some(known);
        }
        let loses_at_sight =
            |next: &Filled| self.game.look(self.game.pack(next), &mut Vec::new()) == Verdict::Loss;
        if let Some(seen) = nexts.iter().find(|(_, next)| loses_at_sight(next)) {
            return Some(*seen);
        }
        self.winners.find(self.game.pack(position))?;
        if let Some(known) = known(self) {
            return Some(known);
        }
        for (cell, next) in nexts {
            if !self.winners.find(self.game.pack(&next))? {
                return Some((cell, next));
            }
        }
        None
    }

    /// All moves and the positions after them, those first that the search tries first.
    fn nexts(&self, position: &Filled) -> Vec<(Cell, Filled)> {
        let mut children = Vec::new();
        self.game.look(self.game.pack(position), &mut children);
        let empty = position.empty(self.game.game);
        let mut nexts: Vec<_> = empty.iter().map(|cell| (cell, self.game.play(position, cell))).collect();
        nexts.sort_by_cached_key(|(_, next)| {
            let state = self.game.pack(next);
            children.iter().position(|&child| child == state).unwrap_or(usize::MAX)
        });
        nexts
    }

    /// A position in which the loser is to move.
    fn win_second(&mut self, position: &Filled) -> Option<u32> {
        let (own, empty) = (position.stones[self.side as usize], position.empty(self.game.game));
        let reasons = self.connections(position, Seek::All, Extent::All);
        if let Some(number) = reasons.full(self.edges()) {
            return Some(self.found(&reasons, own, number));
        }
        let mut common = empty;
        // Each with its carrier.
        let mut premises: Vec<(u64, Premise)> = Vec::new();
        for (number, carrier) in reasons.semis(self.edges()) {
            premises.push((carrier, Premise::Found(number)));
            common &= carrier;
        }
        for win in self.wins.iter().filter(|win| win.fits(own, empty)) {
            if common & !win.carrier != 0 {
                premises.push((win.carrier, Premise::Written(win.cover)));
                common &= win.carrier;
            }
        }
        let nexts = if common == 0 { Vec::new() } else { self.nexts(position) };
        for (cell, next) in nexts {
            if !common.has(cell) {
                continue;
            }
            let mut before = position.stones;
            before[position.mover as usize] |= u64::one(cell);
            let then = self.win_before_fill(before, &next)?;
            let carrier = self.lemma(then).carrier;
            premises.push((carrier, Premise::Written(Cover::AsItIs(then))));
            common &= carrier;
        }
        let mut all: Vec<u32> = Vec::new();
        for premise in needed(premises) {
            all.push(match premise {
                Premise::Found(number) => self.found(&reasons, own, number),
                Premise::Written(cover) => self.written(cover),
            });
        }
        all.sort_unstable();
        all.dedup();
        Some(self.add(Rule::Or(all)))
    }

    /// The connections of the winner in a position.
    fn connections(&mut self, position: &Filled, seek: Seek, extent: Extent) -> Reasons {
        let (own, empty) = (position.stones[self.side as usize], position.empty(self.game.game));
        let search = if extent == Extent::All { &mut self.connections } else { &mut self.short };
        search.recorder = Reasons { found: Vec::new(), extent };
        search.find(self.game.game.board(), own, empty, self.side, seek);
        std::mem::take(&mut search.recorder)
    }

    /// The winner's edges as ends of connections.
    fn edges(&self) -> [h_search::End; 2] {
        self.connections.edges()
    }

    /// Writes a connection that was found by a side with these stones, and all that it rests on.
    fn found(&mut self, reasons: &Reasons, own: u64, number: u32) -> u32 {
        let last = number as usize;
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for at in (0..=last).rev() {
            if needed[at] {
                for &premise in reasons.found[at].reason.premises() {
                    needed[premise as usize] = true;
                }
            }
        }
        let mut written = vec![0; last + 1];
        for at in (0..=last).filter(|&at| needed[at]) {
            let found = &reasons.found[at];
            let rule = match found.reason {
                Reason::Join => {
                    let ends = found.ends.map(|end| self.end(end));
                    Rule::Join { ends, stones: self.stones_between(ends, own) }
                }
                Reason::Chain(two) => Rule::Chain(two),
                Reason::Key(two) => Rule::Key(two),
                Reason::Or(..) => Rule::Or(found.reason.premises().to_vec()),
            };
            written[at] = self.add(rule.renumbered(|premise| written[premise as usize]));
        }
        written[last]
    }

    /// An end of the search as one of lemmas.
    fn end(&self, end: h_search::End) -> End {
        match u32::from(end).checked_sub(self.game.game.board().len()) {
            None => End::Cell(Cell(end)),
            Some(0) => End::First,
            Some(_) => End::Last,
        }
    }

    /// The stones of a shortest chain between two ends that touch each other over chains.
    fn stones_between(&self, ends: [End; 2], own: u64) -> u64 {
        let board = self.game.game.board();
        let (first, last) = board.ends(self.side);
        let cells = ends[0].cells::<u64>() | ends[1].cells::<u64>();
        let through = own | cells;
        let [from, to] = ends.map(|end| match end {
            End::Cell(cell) => u64::one(cell),
            End::First => first,
            End::Last => last,
        });
        let mut waves = vec![from & through];
        let mut passed = waves[0];
        while passed & to == 0 {
            let next = board.neighbours(passed) & through & !passed;
            assert!(next != 0, "the ends touch each other");
            passed |= next;
            waves.push(next);
        }
        let lowest = |cells: u64| cells & cells.wrapping_neg();
        let mut at = lowest(passed & to);
        let mut path = at;
        for wave in waves.iter().rev().skip(1) {
            at = lowest(board.neighbours(at) & wave);
            path |= at;
        }
        path & !cells
    }

    /// A lemma by which the winner wins a position with these stones of Black and White, which it wins after fill-in: the stones
    /// that were filled in are taken out of a lemma for `after` one by one, the last one first. `None` if the search was stopped.
    fn win_before_fill(&mut self, before: [u64; 2], after: &Filled) -> Option<u32> {
        let (steps, after) = self.steps(before, after);
        let mut number = self.win(&after)?;
        let (board, real) = (self.game.game.board(), before[self.side as usize]);
        for (step, stones) in steps.into_iter().rev() {
            let lemma = self.lemma(number);
            let cells = match step {
                Step::Dead(cell) => u64::one(cell),
                Step::Captured(a, b) => u64::one(a) | u64::one(b),
            };
            if lemma.stones & cells == 0 {
                continue;
            }
            let rest = lemma.stones & !cells;
            let may_go = |more: u64| {
                let dies = |cell, stones| is_dead(board, self.side, cell, stones, lemma.carrier);
                match step {
                    Step::Dead(cell) => dies(cell, rest | more),
                    Step::Captured(a, b) => {
                        dies(a, rest | more | u64::one(b)) && dies(b, rest | more | u64::one(a))
                    }
                }
            };
            // As few other stones as will do, and of those that were filled in as few as possible.
            let mut more = 0;
            if !may_go(0) {
                more = stones & !lemma.stones & !cells;
                for cells in [more & !real, more & real] {
                    for cell in cells.iter().map(u64::one) {
                        if may_go(more & !cell) {
                            more &= !cell;
                        }
                    }
                }
            }
            number = self.add(match step {
                Step::Dead(cell) => Rule::Dead { cell, then: number, stones: more },
                Step::Captured(a, b) => Rule::Captured { cells: [a, b], then: number, stones: more },
            });
        }
        Some(number)
    }

    /// The steps in which the winner's stones of a filled position can have been filled in, each with the winner's stones before it, and
    /// the position after them. They end early where a side has won: what is filled after that has no meaning.
    fn steps(&self, mut stones: [u64; 2], after: &Filled) -> (Vec<(Step, u64)>, Filled) {
        let board = self.game.game.board();
        let mut steps = Vec::new();
        while SIDES.iter().all(|&side| !board.connects(stones[side as usize], side)) {
            let empty = board.full() & !(stones[0] | stones[1]);
            let step = SIDES.into_iter().find_map(|side| {
                let own = stones[side as usize];
                let open = after.stones[side as usize] & empty;
                let dies = |cell, stones| is_dead(board, side, cell, stones, empty);
                if let Some(cell) = open.iter().find(|&cell| dies(cell, own)) {
                    return Some((side, Step::Dead(cell), u64::one(cell)));
                }
                open.iter().find_map(|a| {
                    let captures =
                        |b: &Cell| a < *b && dies(*b, own | u64::one(a)) && dies(a, own | u64::one(*b));
                    let b = open.iter().find(captures)?;
                    Some((side, Step::Captured(a, b), u64::one(a) | u64::one(b)))
                })
            });
            let Some((side, step, cells)) = step else { break };
            if side == self.side {
                steps.push((step, stones[side as usize]));
            }
            stones[side as usize] |= cells;
        }
        (steps, Filled { stones, mover: after.mover })
    }

    /// The lemmas that the last one rests on and itself, as lines.
    fn lines(self, last: u32) -> Vec<String> {
        let last = last as usize;
        let mut numbers = vec![0; last + 1];
        numbers[last] = 1;
        for number in (1..=last).rev() {
            if numbers[number] != 0 {
                for &premise in self.rules[number - 1].premises() {
                    numbers[premise as usize] = 1;
                }
            }
        }
        let mut count = 0;
        for number in numbers.iter_mut().filter(|number| **number != 0) {
            count += 1;
            *number = count;
        }
        let board = self.game.game.board();
        let needed = self.rules.into_iter().zip(&numbers[1..]).filter(|(_, number)| **number != 0);
        needed.map(|(rule, _)| rule.renumbered(|premise| numbers[premise as usize]).format(board)).collect()
    }
}

/// As few of the premises as have no cell in common; the ones with large carriers go first.
fn needed(mut premises: Vec<(u64, Premise)>) -> Vec<Premise> {
    premises.sort_by_key(|(carrier, _)| carrier.count());
    let mut at = premises.len();
    while at > 0 {
        at -= 1;
        let others = premises.iter().enumerate().filter(|&(i, _)| i != at);
        if others.fold(!0, |common, (_, (carrier, _))| common & carrier) == 0 {
            premises.remove(at);
        }
    }
    premises.into_iter().map(|(_, premise)| premise).collect()
}
