//! Exams and exploits on whole boards.

mod exams;
mod exploits;

use nexsolve_core::Game;
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_kernels::generate_briefly;
use nexsolve_oracle::{Oracle, Small};
use nexsolve_players::{Budget, Choice, Course, FixedPlayer, Player, Roster, Thought};

/// The oracle of a board without tables.
fn on(board: &str) -> Oracle {
    Oracle::new(nexsolve_games::played(board, None).expect(board), &[]).expect(board)
}

/// The oracle of a board with its small database, and the value that keeps the files.
fn with_tables(board: &str) -> (Oracle, Small) {
    let small = Small::new(Small::ENOUGH, generate_briefly);
    let board = nexsolve_games::board(board).expect("a board");
    small.make(board).expect("generated");
    (Oracle::new(board.over_the_board(), &small.all()).expect("a board"), small)
}

/// Calls `work` with a player of this roster, fixed with this seed.
fn fixed<T>(oracle: &Oracle, spec: &str, seed: u64, work: impl FnOnce(&FixedPlayer<'_>) -> T) -> T {
    let (roster, spec) = (Roster::new(oracle), spec.parse().expect("a player"));
    let create = |seed| roster.player(&spec, seed).expect("a player of this game");
    work(&FixedPlayer::new(oracle.game(), &create, seed))
}

/// Plays the first legal move.
struct First;

impl Player<AnyGame> for First {
    fn choose(&mut self, course: &Course<'_, AnyGame>, _: &Budget<'_>) -> Choice<AnyMove> {
        Ok(Thought::blind(course.legal()[0]))
    }
}

/// Plays like another player, but for one position.
struct Mutant {
    player: Box<dyn Player<AnyGame>>,
    position: AnyPosition,
    mv: AnyMove,
}

impl Player<AnyGame> for Mutant {
    fn choose(&mut self, course: &Course<'_, AnyGame>, budget: &Budget<'_>) -> Choice<AnyMove> {
        if *course.position() == self.position {
            return Ok(Thought::blind(self.mv));
        }
        self.player.choose(course, budget)
    }
}

/// Calls `work` with the player `table`, mutated at a canonical position.
fn mutated<T>(
    oracle: &Oracle,
    position: AnyPosition,
    mv: AnyMove,
    work: impl FnOnce(&FixedPlayer<'_>) -> T,
) -> T {
    assert!(oracle.game().is_legal(&position, mv));
    let roster = Roster::new(oracle);
    let create = |seed| -> Box<dyn Player<AnyGame>> {
        let player = roster.player(&"table".parse().expect("a player"), seed).expect("there are tables");
        Box::new(Mutant { player, position, mv })
    };
    work(&FixedPlayer::new(oracle.game(), &create, 0))
}
