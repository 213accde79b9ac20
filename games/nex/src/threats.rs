//! Forced wins by threats, on boards of any size.
//!
//! The attacker makes a threat with every move, and the defender has only the few answers that stop it (see
//! `search.rs` for the two kinds of threats). A generate threat together with a transform threat wins, and so
//! do three generate threats. If all answers lose, the position is won, and the longest line bounds the
//! length of the win from above. This is a threat-space search (L. V. Allis, H. J. van den Herik, M. P. H.
//! Huntjens, "Go-Moku solved by new search techniques", 1996) that tries all answers: what it finds is
//! proven, what it does not find is unknown.
//!
//! A stone that stops a generate threat leaves the other half of the move free, so a threat may have hundreds
//! of answers. Regions (`search.rs`) join most of them: once an answer is refuted, every answer that leaves
//! the region of the refutation in the same way is refuted too. Regions need a defender with two empty cells
//! whenever he is to move, so the search claims nothing where he has fewer.
//!
//! The defender's own wins need no look: if he connected while a threat stands, the attacker could complete
//! his chain too, and no position has two.

mod joining;

use super::{Nex, NexMove, NexPosition};
use joining::Joining;
use nexsolve_core::{ForcedWin, Forcing, Plies, Side};
use nexsolve_rhombus::paths::Reach;
use nexsolve_rhombus::{Cell, CellSet, Edges, Rhombus, Wide, Words};
use std::collections::HashMap;

/// A position from the attacker's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct View<S> {
    own: S,
    others: S,
    neutral: S,
}

impl<S: CellSet> View<S> {
    /// Returns the view after a move of the attacker.
    fn after(self, mv: NexMove) -> Self {
        let (own, neutral) = mv.played(self.own, self.neutral);
        Self { own, neutral, ..self }
    }

    /// Returns the view after a move of the defender.
    fn answered(self, mv: NexMove) -> Self {
        let (others, neutral) = mv.played(self.others, self.neutral);
        Self { others, neutral, ..self }
    }
}

/// A win of the attacker, who is to move.
#[derive(Clone, Copy, Debug)]
struct Win<S> {
    mv: NexMove,
    /// The answer that delays the win most; `None` if no answer stops the threat.
    answer: Option<NexMove>,
    region: S,
    /// The attacker's moves, at most.
    moves: u16,
}

/// What is known about a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
enum ThreatEntry<S> {
    Won(Win<S>),
    /// No win in this many moves of the attacker was found.
    Open(u16),
}

/// The refutation of all answers to a threat.
struct Refuted<S> {
    /// The answer that delays the win most; `None` if no answer stops the threat.
    answer: Option<NexMove>,
    region: S,
    moves: u16,
}

/// A move of the attacker that threatens to win.
struct Threat<S> {
    /// Moves with less are tried earlier.
    order: u8,
    mv: NexMove,
    /// The reach of the attacker's stones after the move.
    reach: Reach<S>,
}

/// A search for a forced win in one position.
struct Attack<'a, S> {
    attacker: Joining<'a, S>,
    defender: Joining<'a, S>,
    known: HashMap<View<S>, ThreatEntry<S>>,
    /// How often a neutral or free stone on a cell, beside a stone that stops a threat, has saved the
    /// defender.
    saves: Vec<u32>,
    nodes: u64,
    most_nodes: u64,
    /// The positions after which to ask `is_over` again.
    next_look: u64,
    is_over: &'a dyn Fn() -> bool,
}

/// The positions visited from one question whether the time is over to the next.
const BETWEEN_LOOKS: u64 = 4;

/// The most moves of the attacker.
const DEEPEST: u16 = 16;

/// Further places tried for the attacker's neutral stone, beside a place where it does nothing.
const PLACES: usize = 6;

/// Stones tried as the one that the attacker gives up.
const GIVEN: usize = 3;

impl<S: CellSet> Forcing<NexPosition<S>, NexMove> for Nex<S> {
    /// Finds nothing before the last move that a swap can follow or be.
    fn forced_win(
        &self,
        position: &NexPosition<S>,
        nodes: u64,
        is_over: &dyn Fn() -> bool,
    ) -> Option<ForcedWin<NexMove>> {
        if self.is_before_swap(position) {
            return None;
        }
        let (rows, cols) = (self.board.rows(), self.board.cols());
        over_smallest_sets(rows, cols, &position.over(), nodes, is_over)
    }
}

/// Searches over the smallest sets that hold the cells. It is not generic, so that the search is compiled
/// here, once for each kind of sets.
fn over_smallest_sets(
    rows: u32,
    cols: u32,
    position: &NexPosition<Wide>,
    nodes: u64,
    is_over: &dyn Fn() -> bool,
) -> Option<ForcedWin<NexMove>> {
    fn search<S: CellSet>(
        rows: u32,
        cols: u32,
        position: &NexPosition<Wide>,
        nodes: u64,
        is_over: &dyn Fn() -> bool,
    ) -> Option<ForcedWin<NexMove>> {
        let board = Rhombus::<S>::new(rows, cols, Edges::BlackTopBottom).ok()?;
        Attack::new(&board, position.side_to_move(), nodes, is_over).search(&position.over())
    }
    match rows * cols {
        0..=64 => search::<u64>(rows, cols, position, nodes, is_over),
        65..=128 => search::<Words<2>>(rows, cols, position, nodes, is_over),
        _ => search::<Wide>(rows, cols, position, nodes, is_over),
    }
}

impl<'a, S: CellSet> Attack<'a, S> {
    /// Creates a search for wins of `side`.
    fn new(board: &'a Rhombus<S>, side: Side, most_nodes: u64, is_over: &'a dyn Fn() -> bool) -> Self {
        Self {
            attacker: Joining { board, side },
            defender: Joining { board, side: side.other() },
            known: HashMap::new(),
            saves: vec![0; board.len() as usize],
            nodes: 0,
            most_nodes,
            next_look: BETWEEN_LOOKS,
            is_over,
        }
    }

    /// Asks for ever longer wins.
    fn search(&mut self, position: &NexPosition<S>) -> Option<ForcedWin<NexMove>> {
        let Joining { side, .. } = self.attacker;
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let view = View { own, others, neutral: position.neutral };
        let reach = self.attacker.reach(own);
        for moves in 1..=DEEPEST {
            if let Some(win) = self.win(view, reach, moves) {
                let plies = Plies(2 * win.moves - 1);
                return Some(ForcedWin { line: self.line(view, win), plies, nodes: self.nodes });
            }
            if self.is_spent() {
                return None;
            }
        }
        None
    }

    /// Returns whether the budget is spent.
    fn is_spent(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + BETWEEN_LOOKS;
            if (self.is_over)() {
                self.most_nodes = 0;
            }
        }
        self.nodes > self.most_nodes
    }

    /// Follows a win to its end.
    fn line(&mut self, mut view: View<S>, mut win: Win<S>) -> Vec<NexMove> {
        let mut line = vec![win.mv];
        while win.moves > 1 {
            view = view.after(win.mv);
            let answer = win.answer.unwrap_or_else(|| self.any_answer(view));
            line.push(answer);
            view = view.answered(answer);
            // Always found: every answer is refuted.
            let Some(next) = self.win(view, self.attacker.reach(view.own), win.moves - 1) else { break };
            win = next;
            line.push(win.mv);
        }
        line
    }

    /// Returns an answer to a threat that no answer stops: one that fills a generate threat, if possible.
    fn any_answer(&self, view: View<S>) -> NexMove {
        let empty = self.empty(view);
        let reach = self.attacker.reach(view.own);
        let threats = reach.from & reach.to & empty;
        let stone = threats.first().or(empty.first()).expect("two empty cells");
        let rest = empty.without(S::one(stone));
        let neutral = rest.without(threats).first().or(rest.first()).expect("two empty cells");
        NexMove::Generate { stone, neutral }
    }

    fn empty(&self, view: View<S>) -> S {
        self.attacker.board.full.without(view.own | view.others | view.neutral)
    }

    /// Returns the move that wins at once, if there is one.
    fn at_once(&self, view: View<S>, reach: Reach<S>, empty: S) -> Option<Win<S>> {
        let win = |mv, region| Some(Win { mv, answer: None, region, moves: 1 });
        if let Some(stone) = (reach.from & reach.to & empty).first()
            && let Some(neutral) = empty.without(S::one(stone)).first()
        {
            return win(NexMove::Generate { stone, neutral }, self.attacker.chain(view.own | S::one(stone))?);
        }
        let found = self.attacker.transform(view.own, view.neutral, reach)?;
        win(found.mv, found.chain)
    }

    /// Returns a win of the attacker, to move, in at most this many of his moves. `reach` is that of his
    /// stones.
    fn win(&mut self, view: View<S>, reach: Reach<S>, moves: u16) -> Option<Win<S>> {
        self.nodes += 1;
        let empty = self.empty(view);
        if let Some(win) = self.at_once(view, reach, empty) {
            return Some(win);
        }
        if moves < 2 {
            return None;
        }
        let known = self.known.get(&view).copied();
        match known {
            Some(ThreatEntry::Won(win)) if win.moves <= moves => return Some(win),
            Some(ThreatEntry::Open(least)) if moves <= least => return None,
            _ if self.is_spent() => return None,
            _ => {}
        }
        for Threat { mv, reach, .. } in self.threats(view, reach, empty, moves) {
            if let Some(Refuted { answer, region, moves }) = self.refute(view.after(mv), reach, moves - 1) {
                let win = Win { mv, answer, region, moves: moves + 1 };
                self.known.insert(view, ThreatEntry::Won(win));
                return Some(win);
            }
        }
        if self.nodes <= self.most_nodes && !matches!(known, Some(ThreatEntry::Won(_))) {
            self.known.insert(view, ThreatEntry::Open(moves));
        }
        None
    }

    /// Lists moves of the attacker that threaten to win and stop the defender's threats, the most forcing
    /// ones first. It leaves out many of the less promising ones.
    fn threats(&self, view: View<S>, reach: Reach<S>, empty: S, moves: u16) -> Vec<Threat<S>> {
        let theirs = self.defender.reach(view.others);
        let to_fill = theirs.from & theirs.to & empty;
        let can_fill = to_fill.count() <= 2 && !self.defender.transforms(view.others, view.neutral, theirs);
        let mut list = Vec::new();
        if can_fill {
            self.generate_threats(view, reach, theirs, to_fill, moves, &mut list);
        }
        if to_fill.is_empty() {
            self.transform_threats(view, reach, theirs, moves, &mut list);
        }
        list.sort_by_key(|threat| threat.order);
        list
    }

    /// Lists generate moves that threaten to win. The defender threatens to win on the cells `to_fill`, and
    /// by no transform move.
    fn generate_threats(
        &self,
        view: View<S>,
        reach: Reach<S>,
        theirs: Reach<S>,
        to_fill: S,
        moves: u16,
        list: &mut Vec<Threat<S>>,
    ) {
        let empty = self.empty(view);
        let stones = if to_fill.is_empty() { empty & (reach.from | reach.to) } else { empty };
        for stone in stones.iter() {
            let set = S::one(stone);
            let left = to_fill.without(set);
            if left.count() > 1 {
                continue;
            }
            let own = view.own | set;
            let joins = (reach.from | reach.to).has(stone);
            let reach = if joins { reach.with(self.attacker.board, own, set) } else { reach };
            let rest = empty.without(set);
            let (both, near) = (reach.from & reach.to & rest, reach.from | reach.to);
            let stays = self.attacker.transforms(own, view.neutral, reach);
            let is_last = moves == 2;
            if is_last && both.is_empty() && !stays {
                continue;
            }
            let places = if left.any() { left } else { rest };
            let mut push = |order, neutral| {
                list.push(Threat { order, mv: NexMove::Generate { stone, neutral }, reach });
            };
            let mut quiet = places.without(both);
            if !stays {
                // Here the neutral stone itself makes a transform threat.
                let partners = self.attacker.partners(own, view.neutral, reach);
                for neutral in (places & partners).iter() {
                    match both.without(S::one(neutral)).any() {
                        true => push(0, neutral),
                        false if !is_last => push(6, neutral),
                        false => {}
                    }
                }
                quiet = quiet.without(partners);
            }
            let order = match (stays, both.count()) {
                (true, 1..) => 0,
                (false, 2..) => 1,
                (false, 1) if !is_last => 3,
                (true, 0) => 4,
                _ => continue,
            };
            // First a place that matters to nobody, then places that may help later.
            let idle = [quiet.without(near | theirs.from | theirs.to), quiet.without(near), quiet];
            let idle = idle.into_iter().find_map(S::first);
            if let Some(neutral) = idle.or(places.first()) {
                push(order, neutral);
            }
            if order > 0 && !is_last {
                let helpful = (quiet & near).iter().filter(|&place| Some(place) != idle);
                helpful.take(PLACES).for_each(|neutral| push(order + 1, neutral));
            }
        }
    }

    /// Lists transform moves that threaten to win. The defender threatens to win by no generate move.
    fn transform_threats(
        &self,
        view: View<S>,
        reach: Reach<S>,
        theirs: Reach<S>,
        moves: u16,
        list: &mut Vec<Threat<S>>,
    ) {
        let (board, empty) = (self.attacker.board, self.empty(view));
        let near = reach.from | reach.to;
        for i in (view.neutral & near).iter() {
            let first = view.own | S::one(i);
            let with_first = reach.with(board, first, S::one(i));
            for j in view.neutral.without(S::one(i)).iter() {
                if j < i && near.has(j) {
                    continue;
                }
                let (all, left) = (first | S::one(j), view.neutral.without(S::one(i) | S::one(j)));
                let joins = (with_first.from | with_first.to).has(j);
                let gained = if joins { with_first.with(board, all, S::one(j)) } else { with_first };
                let both = gained.from & gained.to & empty;
                let transform = self.attacker.transform(all, left, gained);
                let order = match (transform.is_some(), both.count()) {
                    _ if with_first.connected || gained.connected => continue,
                    (true, 1..) => 0,
                    (false, 2..) => 2,
                    (false, 1) if moves > 2 => 4,
                    (true, 0) => 5,
                    _ => continue,
                };
                // Without these cells, the threats would be gone.
                let mut needed = transform.map_or(S::EMPTY, |transform| transform.chain);
                for cell in both.iter().take(2) {
                    needed |= self.attacker.chain(all | S::one(cell)).unwrap_or(S::EMPTY);
                }
                let spare = view.own.without(needed);
                let apart = spare.without(board.neighbours(all));
                for given in apart.iter().chain(spare.without(apart).iter()).take(GIVEN) {
                    if self.defender.transforms(view.others, left | S::one(given), theirs) {
                        continue;
                    }
                    let mv = NexMove::Transform { gained: [i.min(j), i.max(j)], given };
                    list.push(Threat { order, mv, reach: self.attacker.reach(all.without(S::one(given))) });
                }
            }
        }
    }

    /// Returns a refutation of every answer to the attacker's threats, in at most this many of his moves; the
    /// defender is to move.
    fn refute(&mut self, view: View<S>, reach: Reach<S>, moves: u16) -> Option<Refuted<S>> {
        let empty = self.empty(view);
        if empty.count() < 2 {
            return None;
        }
        let generate = reach.from & reach.to & empty;
        let transform = self.attacker.transform(view.own, view.neutral, reach).map(|found| found.chain);
        let is_open = empty.count() >= 4;
        let mut region = transform.unwrap_or(S::EMPTY);
        let at_most = if transform.is_some() { 1 } else { 3 };
        for cell in generate.iter().take(at_most) {
            region |= self.attacker.chain(view.own | S::one(cell))?;
        }
        match (transform, generate.count()) {
            (None, 0) => None,
            (Some(_), 1..) => Some(Refuted { answer: None, region, moves: 1 }),
            (Some(chain), 0) => self.refute_transforms(view, reach, chain, moves),
            (None, 3..) if is_open => Some(Refuted { answer: None, region, moves: 1 }),
            (None, _) => {
                let mut all = Answers { reach, region, answer: None, moves: 1 };
                let fills = self.fill(view, generate, empty, is_open, moves, &mut all);
                fills.then_some(Refuted { answer: all.answer, region: all.region, moves: all.moves })
            }
        }
    }

    /// Refutes an answer of the defender and returns the region; `None` if it is not refuted.
    fn refute_answer(&mut self, view: View<S>, mv: NexMove, moves: u16, all: &mut Answers<S>) -> Option<S> {
        let win = self.win(view.answered(mv), all.reach, moves)?;
        all.region |= win.region;
        if all.answer.is_none() || win.moves > all.moves {
            all.answer = Some(mv);
            all.moves = win.moves;
        }
        Some(win.region)
    }

    /// Refutes the generate moves that stop one or two generate threats. Returns whether all are refuted.
    fn fill(
        &mut self,
        view: View<S>,
        threats: S,
        empty: S,
        is_open: bool,
        moves: u16,
        all: &mut Answers<S>,
    ) -> bool {
        let generate = |stone, neutral| NexMove::Generate { stone, neutral };
        if !is_open || threats.count() == 2 {
            // With fewer than four empty cells, any generate move leaves fewer than two.
            let cells = if is_open { threats } else { empty };
            for stone in cells.iter() {
                for neutral in cells.without(S::one(stone)).iter() {
                    if self.refute_answer(view, generate(stone, neutral), moves, all).is_none() {
                        return false;
                    }
                }
            }
            return true;
        }
        let cell = threats.first().expect("a threat");
        let rest = empty.without(threats);
        self.fill_beside(view, rest, moves, all, &|neutral| generate(cell, neutral))
            && self.fill_beside(view, rest, moves, all, &|stone| generate(stone, cell))
    }

    /// Refutes the generate moves of which one half is given, and the other half can be on any of `places`.
    fn fill_beside(
        &mut self,
        view: View<S>,
        places: S,
        moves: u16,
        all: &mut Answers<S>,
        mv: &dyn Fn(Cell) -> NexMove,
    ) -> bool {
        let mut open = places;
        // A place outside of the chains threatened so far shows the main line.
        let mut next = places.without(all.region | self.attacker.board.neighbours(all.region)).first();
        while let Some(cell) = next.or_else(|| open.iter().max_by_key(|cell| self.saves[usize::from(cell.0)]))
        {
            let Some(region) = self.refute_answer(view, mv(cell), moves, all) else {
                self.saves[usize::from(cell.0)] += 1;
                return false;
            };
            open = open.without(S::one(cell));
            if !region.has(cell) {
                open &= region;
            }
            next = None;
        }
        true
    }

    /// Refutes the transform moves that take a neutral stone of the threatened `chain`.
    fn refute_transforms(
        &mut self,
        view: View<S>,
        reach: Reach<S>,
        chain: S,
        moves: u16,
    ) -> Option<Refuted<S>> {
        let mut all = Answers { reach, region: chain, answer: None, moves: 1 };
        let mut done: Vec<(S, S)> = Vec::new();
        let mut later = view.neutral;
        for i in view.neutral.iter() {
            later = later.without(S::one(i));
            for j in later.iter() {
                let gained = S::one(i) | S::one(j);
                if (gained & chain).is_empty() {
                    continue;
                }
                for given in view.others.iter() {
                    let touched = gained | S::one(given);
                    // Gained stones and the stone given up never coincide, so their cells tell the move.
                    if done.iter().any(|&(region, lost)| region & lost == region & touched) {
                        continue;
                    }
                    let mv = NexMove::Transform { gained: [i, j], given };
                    let region = self.refute_answer(view, mv, moves, &mut all)?;
                    done.push((region, touched));
                }
            }
        }
        Some(Refuted { answer: all.answer, region: all.region, moves: all.moves })
    }
}

/// What the refutations of the answers to one threat have in common.
struct Answers<S> {
    /// The reach of the attacker's stones.
    reach: Reach<S>,
    region: S,
    answer: Option<NexMove>,
    moves: u16,
}

#[cfg(test)]
mod tests;
