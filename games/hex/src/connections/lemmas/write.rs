//! A proof by lemmas, from the winners that a search has found.
//!
//! The writer walks down from the position: if the winner is to move, it takes one winning move; if the loser
//! is to move, it takes moves until the carriers of the answers have no cell in common. Before it works on a
//! position, it looks for a lemma already written that covers it. [`Check`] applies every rule, so the writer
//! writes only lines that the check accepts.

use super::check::{Check, EDGES, Lemma, is_dead};
use super::reasons::{Length, Reasons};
use super::rule::{End, Rule};
use crate::HexPosition;
use crate::connections::h_search::{Connections, EndNumber, Reason, Seek};
use crate::connections::winners::{Filled, FilledGame};
use nexsolve_core::{Proving, Side, Strength, Verdict, Winners};
use nexsolve_rhombus::paths::shortest_chain;
use nexsolve_rhombus::{Cell, CellSet, Rhombus};
use std::collections::HashMap;

/// Returns the lemmas that prove who wins the position, one a line; `None` if the search was stopped or no
/// state represents the position.
pub(super) fn proof(
    game: &FilledGame<'_>,
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
    Some(lines(board, writer.rules, last))
}

const SIDES: [Side; 2] = [Side::Black, Side::White];

struct Writer<'a, 'w> {
    game: &'a FilledGame<'a>,
    /// The winner.
    side: Side,
    winners: &'w mut dyn Winners,
    /// Memory for searches for short connections, and for all connections.
    short: Connections<u64, Reasons>,
    connections: Connections<u64, Reasons>,
    check: Check<'a, u64>,
    rules: Vec<Rule<u64>>,
    numbers: HashMap<Lemma<u64>, u32>,
    /// The lemmas that connect the winner's edges, each as written and rotated.
    wins: Vec<Win>,
}

/// A lemma that connects the winner's edges, as written or rotated by 180°.
#[derive(Clone, Copy)]
struct Win {
    /// The number of the lemma that was written.
    number: u32,
    is_turned: bool,
    lemma: Lemma<u64>,
}

impl Win {
    /// Returns whether the lemma holds with these stones and empty cells.
    fn fits(&self, own: u64, empty: u64) -> bool {
        self.lemma.carrier & !empty == 0 && self.lemma.stones & !own == 0
    }
}

/// A lemma for the rule *or*.
#[derive(Clone, Copy)]
enum Premise {
    /// A lemma that was written.
    Written(Win),
    /// A connection that was found, by its number in the search.
    Found(u32),
}

/// One step of fill-in.
#[derive(Clone, Copy)]
enum FillIn {
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
            self.wins.push(Win { number, is_turned: false, lemma });
            let turned = lemma.turned(self.game.game.board());
            if turned != lemma {
                self.wins.push(Win { number, is_turned: true, lemma: turned });
            }
        }
        number
    }

    fn lemma(&self, number: u32) -> Lemma<u64> {
        self.check.lemma(number).expect("a lemma that was written")
    }

    /// The winner's stones and the empty cells of a position.
    fn cells(&self, position: &Filled) -> (u64, u64) {
        (position.stones[self.side as usize], position.empty(self.game.game))
    }

    /// Returns a lemma that proves the winner's win in this position. `None` if the search was stopped.
    fn win(&mut self, position: &Filled) -> Option<u32> {
        let ((own, empty), is_first) = (self.cells(position), position.mover == self.side);
        let holds = |win: &&Win| (is_first || win.lemma.strength == Strength::Full) && win.fits(own, empty);
        match self.wins.iter().find(holds).copied() {
            Some(win) => Some(self.written(win)),
            None if is_first => self.win_first(position),
            None => self.win_second(position),
        }
    }

    /// Returns the number of a written lemma, rotated if necessary.
    fn written(&mut self, win: Win) -> u32 {
        if win.is_turned { self.add(Rule::Turn(win.number)) } else { win.number }
    }

    /// Handles a position in which the winner is to move.
    fn win_first(&mut self, position: &Filled) -> Option<u32> {
        let (own, empty) = self.cells(position);
        for length in [Length::Short { empty }, Length::Any] {
            let reasons = self.connections(position, Seek::First(u32::MAX), length);
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

    /// Returns a winning move: one that a written lemma covers, that the search knows, that connections show,
    /// or that the search finds.
    fn winning_move(&mut self, position: &Filled) -> Option<(Cell, Filled)> {
        let nexts = self.nexts(position);
        // Fill-in only removes empty cells, so few lemmas remain to compare with all moves.
        let (own, empty) = self.cells(position);
        let near = |win: &&Win| win.lemma.strength == Strength::Full && win.fits(own | empty, empty);
        let near: Vec<&Win> = self.wins.iter().filter(near).collect();
        let is_covered = |next: &Filled| {
            let (own, empty) = self.cells(next);
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
            |next: &Filled| matches!(self.game.look(self.game.pack(next), &mut Vec::new()), Verdict::Loss(_));
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

    /// All moves and the positions after them, in the order in which the search tries them.
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

    /// Handles a position in which the loser is to move.
    fn win_second(&mut self, position: &Filled) -> Option<u32> {
        let (own, empty) = self.cells(position);
        let reasons = self.connections(position, Seek::All, Length::Any);
        if let Some(number) = reasons.full(self.edges()) {
            return Some(self.found(&reasons, own, number));
        }
        let mut common = empty;
        // Each lemma with its carrier.
        let mut premises: Vec<(u64, Premise)> = Vec::new();
        for (number, carrier) in reasons.semis(self.edges()) {
            premises.push((carrier, Premise::Found(number)));
            common &= carrier;
        }
        for win in self.wins.iter().filter(|win| win.fits(own, empty)) {
            if common & !win.lemma.carrier != 0 {
                premises.push((win.lemma.carrier, Premise::Written(*win)));
                common &= win.lemma.carrier;
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
            let lemma = self.lemma(then);
            premises.push((lemma.carrier, Premise::Written(Win { number: then, is_turned: false, lemma })));
            common &= lemma.carrier;
        }
        let mut all: Vec<u32> = Vec::new();
        for premise in needed(premises) {
            all.push(match premise {
                Premise::Found(number) => self.found(&reasons, own, number),
                Premise::Written(win) => self.written(win),
            });
        }
        all.sort_unstable();
        all.dedup();
        Some(self.add(Rule::Or(all)))
    }

    /// The connections of the winner in a position.
    fn connections(&mut self, position: &Filled, seek: Seek, length: Length) -> Reasons {
        let (own, empty) = self.cells(position);
        let search = if length == Length::Any { &mut self.connections } else { &mut self.short };
        search.recorder = Reasons { found: Vec::new(), length };
        search.find(self.game.game.board(), own, empty, self.side, seek);
        std::mem::take(&mut search.recorder)
    }

    /// The winner's edges as ends of connections.
    fn edges(&self) -> [EndNumber; 2] {
        self.connections.edges()
    }

    /// Writes a connection found for a side with these stones, and all lemmas that it depends on.
    fn found(&mut self, reasons: &Reasons, own: u64, number: u32) -> u32 {
        let last = number as usize;
        let needed = rests_on(last, |at| reasons.found[at].reason.premises().to_vec());
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

    /// Converts an end of the search to an end of lemmas.
    fn end(&self, end: EndNumber) -> End {
        match u32::from(end).checked_sub(self.game.game.board().len()) {
            None => End::Cell(Cell(end)),
            Some(0) => End::First,
            Some(_) => End::Last,
        }
    }

    /// The stones of a shortest chain between two ends that touch each other through chains.
    fn stones_between(&self, ends: [End; 2], own: u64) -> u64 {
        let board = self.game.game.board();
        let (first, last) = board.ends(self.side);
        let cells = ends[0].cells::<u64>() | ends[1].cells::<u64>();
        let [from, to] = ends.map(|end| match end {
            End::Cell(cell) => u64::one(cell),
            End::First => first,
            End::Last => last,
        });
        let chain = shortest_chain(board, own | cells, from, to).expect("the ends touch each other");
        chain.into_iter().fold(0, |path, cell| path | u64::one(cell)) & !cells
    }

    /// Returns a lemma that proves the winner's win in a position with these stones of Black and White, which
    /// it wins after fill-in: the stones that were filled in are removed from a lemma for `after` one by one,
    /// the last one first. `None` if the search was stopped.
    fn win_before_fill(&mut self, before: [u64; 2], after: &Filled) -> Option<u32> {
        let (steps, after) = self.steps(before, after);
        let mut number = self.win(&after)?;
        let (board, real) = (self.game.game.board(), before[self.side as usize]);
        for (step, stones) in steps.into_iter().rev() {
            let lemma = self.lemma(number);
            let cells = match step {
                FillIn::Dead(cell) => u64::one(cell),
                FillIn::Captured(a, b) => u64::one(a) | u64::one(b),
            };
            if lemma.stones & cells == 0 {
                continue;
            }
            let rest = lemma.stones & !cells;
            let may_go = |more: u64| {
                let dies = |cell, stones| is_dead(board, self.side, cell, stones, lemma.carrier);
                match step {
                    FillIn::Dead(cell) => dies(cell, rest | more),
                    FillIn::Captured(a, b) => {
                        dies(a, rest | more | u64::one(b)) && dies(b, rest | more | u64::one(a))
                    }
                }
            };
            // As few other stones as suffice, and as few filled-in stones as possible.
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
                FillIn::Dead(cell) => Rule::Dead { cell, then: number, stones: more },
                FillIn::Captured(a, b) => Rule::Captured { cells: [a, b], then: number, stones: more },
            });
        }
        Some(number)
    }

    /// Steps that fill in the winner's stones of a filled position, each with the winner's stones before it,
    /// and the position after them. They end early if a side has won, because cells filled after that have no
    /// meaning.
    fn steps(&self, mut stones: [u64; 2], after: &Filled) -> (Vec<(FillIn, u64)>, Filled) {
        let board = self.game.game.board();
        let mut steps = Vec::new();
        while SIDES.iter().all(|&side| !board.connects(stones[side as usize], side)) {
            let empty = board.full() & !(stones[0] | stones[1]);
            let step = SIDES.into_iter().find_map(|side| {
                let own = stones[side as usize];
                let open = after.stones[side as usize] & empty;
                let dies = |cell, stones| is_dead(board, side, cell, stones, empty);
                if let Some(cell) = open.iter().find(|&cell| dies(cell, own)) {
                    return Some((side, FillIn::Dead(cell), u64::one(cell)));
                }
                open.iter().find_map(|a| {
                    let captures =
                        |b: &Cell| a < *b && dies(*b, own | u64::one(a)) && dies(a, own | u64::one(*b));
                    let b = open.iter().find(captures)?;
                    Some((side, FillIn::Captured(a, b), u64::one(a) | u64::one(b)))
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
}

/// The last lemma and all lemmas that it depends on, as lines.
pub(super) fn lines<S: CellSet>(board: &Rhombus<S>, rules: Vec<Rule<S>>, last: u32) -> Vec<String> {
    let needed =
        rests_on(last as usize - 1, |at| rules[at].premises().iter().map(|number| number - 1).collect());
    let mut numbers = vec![0];
    let mut count = 0;
    numbers.extend(needed.iter().map(|&is_needed| {
        count += u32::from(is_needed);
        count
    }));
    let rules = rules.into_iter().zip(needed).filter(|(_, is_needed)| *is_needed);
    rules.map(|(rule, _)| rule.renumbered(|premise| numbers[premise as usize]).format(board)).collect()
}

/// For each number up to `last`, whether `last` is that lemma or depends on it.
fn rests_on(last: usize, premises: impl Fn(usize) -> Vec<u32>) -> Vec<bool> {
    let mut needed = vec![false; last + 1];
    needed[last] = true;
    for at in (0..=last).rev() {
        if needed[at] {
            for premise in premises(at) {
                needed[premise as usize] = true;
            }
        }
    }
    needed
}

/// Returns the premises without unnecessary ones: together they still have no common cell. It drops those
/// with large carriers first.
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
