use super::*;
use nexsolve_core::{Game, Notation, Proving, ProvingFor, Verdict, Winners};
use std::collections::HashMap;

/// The winners of states, found by searching all states after them.
struct Exhaustive<'a> {
    game: &'a dyn Proving,
    known: HashMap<u128, bool>,
}

impl Winners for Exhaustive<'_> {
    fn known(&self, state: u128) -> Option<bool> {
        self.known.get(&state).copied()
    }

    fn find(&mut self, state: u128) -> Option<bool> {
        if let Some(known) = self.known(state) {
            return Some(known);
        }
        let mut children = Vec::new();
        let wins = match self.game.look(state, &mut children) {
            Verdict::Win(_) => true,
            Verdict::Loss(_) => false,
            Verdict::Open(_) => children.into_iter().any(|child| self.find(child) == Some(false)),
        };
        self.known.insert(state, wins);
        Some(wins)
    }
}

#[test]
fn trial() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a board");
        let attack = game.attack().expect("a form");
        let mut winners = Exhaustive { game: &attack, known: HashMap::new() };
        let start = game.start();
        let Some(lines) = attack.deduce(&start, &mut winners) else {
            eprintln!("{rows}x{cols}: none");
            continue;
        };
        let mut ok = Vec::new();
        for side in [Side::Black, Side::White] {
            let mut check = game.deductions(&start, side).expect("ok");
            let r = lines
                .iter()
                .enumerate()
                .try_for_each(|(i, line)| check.deduce(line).map_err(|e| format!("{i} {line}: {e}")));
            ok.push(r.and_then(|()| check.conclude().map_err(|f| f.reason)));
        }
        eprintln!("{rows}x{cols}: {} lemmas {ok:?}", lines.len());
        if lines.len() < 15 {
            eprintln!("{}", lines.join("\n"));
        }
    }
}
