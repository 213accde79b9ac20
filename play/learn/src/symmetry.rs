//! The symmetries of a board, for examples in all directions.

use crate::batch::Example;
use nexsolve_core::{Draw, SplitMix};
use nexsolve_games::Played;
use nexsolve_net::{Change, INPUTS, Seen};

/// A symmetry of a board: where each cell goes.
pub(crate) type Turn = Vec<u16>;

/// Random games that a symmetry must survive.
const GAMES: u64 = 50;

/// Returns the symmetries of the game among the rotations and reflections of its grid, the identity first. A
/// map is one if, through random games, each move has a counterpart that makes the same changes in the mapped
/// cells, and the positions reached that way are symmetric by the rules.
pub(crate) fn symmetries<G: Played>(game: &G) -> Vec<Turn> {
    let (rows, cols) = game.grid();
    let (r, c) = (rows as u16, cols as u16);
    let map =
        |to: &dyn Fn(u16, u16) -> u16| -> Turn { (0..r * c).map(|cell| to(cell / c, cell % c)).collect() };
    let mut maps = vec![
        map(&|row, col| row * c + col),
        map(&|row, col| (r - 1 - row) * c + (c - 1 - col)),
        map(&|row, col| row * c + (c - 1 - col)),
        map(&|row, col| (r - 1 - row) * c + col),
    ];
    if r == c {
        maps.push(map(&|row, col| col * c + row));
        maps.push(map(&|row, col| (c - 1 - col) * c + (r - 1 - row)));
        maps.push(map(&|row, col| (c - 1 - col) * c + row));
        maps.push(map(&|row, col| col * c + (r - 1 - row)));
    }
    maps.retain(|turn| (0..GAMES).all(|seed| survives(game, turn, seed)));
    maps
}

/// Returns whether a map is a symmetry as far as a random game shows.
fn survives<G: Played>(game: &G, turn: &Turn, seed: u64) -> bool {
    let mut random = SplitMix(seed);
    let (mut one, mut other) = (game.start(), game.start());
    for _ in 0..LONGEST {
        if game.canonical(&one) != game.canonical(&other) {
            return false;
        }
        let Some(mv) = game.draw(&one, Draw::Uniform, &mut random) else { return true };
        let seen = turned(&Seen::of(game, &one, &[mv]), turn);
        let moves = game.legal_moves(&other);
        let options = Seen::of(game, &other, &moves);
        let wanted = sorted(seen.changes_of(0));
        let Some(at) = (0..moves.len()).find(|&at| sorted(options.changes_of(at)) == wanted) else {
            return false;
        };
        one = game.play(&one, mv);
        other = game.play(&other, moves[at]);
    }
    true
}

/// The plies after which a random game is given up.
const LONGEST: u32 = 200;

fn sorted(changes: &[Change]) -> Vec<(u16, usize)> {
    let mut all: Vec<_> = changes.iter().map(|change| (change.cell, change.kind.index())).collect();
    all.sort_unstable();
    all
}

/// Returns what a network sees after the board has been turned.
fn turned(seen: &Seen, turn: &Turn) -> Seen {
    let mut inputs = vec![0.0; seen.inputs.len()];
    for (cell, from) in seen.inputs.chunks_exact(INPUTS).enumerate() {
        let to = usize::from(turn[cell]) * INPUTS;
        inputs[to..to + INPUTS].copy_from_slice(from);
    }
    let moved = |change: &Change| Change { cell: turn[usize::from(change.cell)], ..*change };
    Seen { inputs, changes: seen.changes.iter().map(moved).collect(), ..seen.clone() }
}

impl Example {
    /// Turns the board by one of the symmetries.
    pub(crate) fn turned(mut self, turns: &[Turn], random: &mut SplitMix) -> Self {
        let turn = random.below(turns.len());
        if turn > 0 {
            self.seen = turned(&self.seen, &turns[turn]);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::{Visitor, visit};

    struct Count;

    impl Visitor for Count {
        type Done = usize;

        fn on<G: Played>(self, game: G) -> usize {
            symmetries(&game).len()
        }
    }

    #[test]
    fn symmetries_are_those_of_the_rules() {
        for (board, count) in [
            ("nex:3x3", 2),
            ("nex:3x4", 2),
            ("hex:4x4", 2),
            ("connect4:5x6", 2),
            ("tictactoe:3x3", 8),
            ("draughts", 1),
            ("awari", 1),
        ] {
            let board = nexsolve_games::played(board, None).expect(board);
            assert_eq!(visit(board, Count).expect("a board"), count, "{board}");
        }
    }
}
