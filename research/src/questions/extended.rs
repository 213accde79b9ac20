//! The values of Nex for any arrangement of stones with either side to move, on the smallest boards, by the
//! rules alone. No database has these positions, because in a game the numbers of stones determine the side
//! to move. They are needed to measure the value of a single additional stone. There are 2 · 4^c of them on c
//! cells, and each move adds a coloured stone, so one sweep finds all values: half a million on 3×3.

use super::tabled::Position;
use nexsolve_core::{Side, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::{Cell, CellSet, Rhombus};
use serde::Serialize;

/// The values of all arrangements of a board.
pub struct Extended<'a> {
    board: &'a Rhombus<u64>,
    /// The values for the side to move, indexed by [`Extended::place`].
    values: Vec<Wdl>,
}

/// The greatest number of cells of a board.
pub const MOST_CELLS: u32 = 9;

impl<'a> Extended<'a> {
    /// Sweeps a board of at most [`MOST_CELLS`] cells. Returns `None` for a larger one.
    pub fn new(game: &'a Nex<u64>) -> Option<Self> {
        let board = game.board();
        if board.len() > MOST_CELLS {
            return None;
        }
        let mut all = arrangements(board.len());
        all.sort_by_key(|position| std::cmp::Reverse(position.ply()));
        let mut extended = Self { board, values: vec![Wdl::Draw; 2 * all.len()] };
        for position in &all {
            for side in [Side::Black, Side::White] {
                let place = extended.place(position, side);
                extended.values[place] = extended.derive(game, position, side);
            }
        }
        Some(extended)
    }

    /// Returns the value of the arrangement for the side to move.
    pub fn value(&self, position: &Position, to_move: Side) -> Wdl {
        self.values[self.place(position, to_move)]
    }

    /// Returns the value of the arrangement for `owner`.
    pub fn value_for(&self, owner: Side, position: &Position, to_move: Side) -> Wdl {
        let value = self.value(position, to_move);
        if owner == to_move { value } else { -value }
    }

    fn place(&self, position: &Position, side: Side) -> usize {
        let digit = |cell: u16| {
            let has = |set: u64| usize::from(set.has(Cell(cell)));
            has(position.black) + 2 * has(position.white) + 3 * has(position.neutral)
        };
        let code = (0..self.board.len() as u16).fold(0, |code, cell| 4 * code + digit(cell));
        2 * code + side as usize
    }

    /// Derives the value from those of the arrangements in which the side to move has one stone more.
    fn derive(&self, game: &Nex<u64>, position: &Position, side: Side) -> Wdl {
        if self.board.connects(stones(position, side.other()), side.other()) {
            return Wdl::Loss;
        }
        if self.board.connects(stones(position, side), side) {
            return Wdl::Win;
        }
        let mut best = None;
        each_move(game, position, side, |after| {
            best = best.max(Some(-self.value(&after, side.other())));
        });
        best.unwrap_or(Wdl::Draw)
    }
}

fn stones(position: &Position, side: Side) -> u64 {
    position.stones(side)
}

/// Returns all arrangements of stones on `cells` cells.
pub(crate) fn arrangements(cells: u32) -> Vec<Position> {
    let mut all = vec![Position { black: 0, white: 0, neutral: 0, may_swap: false }];
    for cell in 0..cells as u16 {
        let one = u64::one(Cell(cell));
        all = all
            .into_iter()
            .flat_map(|p| {
                [
                    p,
                    Position { black: p.black | one, ..p },
                    Position { white: p.white | one, ..p },
                    Position { neutral: p.neutral | one, ..p },
                ]
            })
            .collect();
    }
    all
}

/// Returns the arrangement with these stones of `side` and these neutral stones.
fn with_stones(position: &Position, side: Side, stones: u64, neutral: u64) -> Position {
    match side {
        Side::Black => Position { black: stones, neutral, ..*position },
        Side::White => Position { white: stones, neutral, ..*position },
    }
}

/// Calls `visit` with the arrangement after each generate and transform of the side.
fn each_move(game: &Nex<u64>, position: &Position, side: Side, mut visit: impl FnMut(Position)) {
    let own = stones(position, side);
    let empty = game.empty(position);
    for stone in empty.iter().map(u64::one) {
        for neutral in empty.without(stone).iter().map(u64::one) {
            visit(with_stones(position, side, own | stone, position.neutral | neutral));
        }
    }
    for first in position.neutral.iter() {
        for second in position.neutral.iter().filter(|second| *second > first) {
            let gained = u64::one(first) | u64::one(second);
            for given in own.iter().map(u64::one) {
                let neutral = position.neutral.without(gained) | given;
                visit(with_stones(position, side, (own | gained).without(given), neutral));
            }
        }
    }
}

/// A change of one cell, or of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Alteration {
    /// An empty cell gets a stone of the owner.
    StoneOnEmpty,
    /// A neutral stone becomes the owner's.
    StoneForNeutral,
    /// A stone of the opponent becomes neutral.
    NeutralForTheirs,
    /// A stone of the opponent is removed.
    EmptyForTheirs,
    /// An empty cell gets a neutral stone.
    NeutralOnEmpty,
    /// The owner is to move rather than the opponent.
    TheMove,
}

/// The effect of an alteration on its owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The alteration.
    pub alteration: Alteration,
    /// Whether the owner is to move before and after the alteration; for [`Alteration::TheMove`], after it.
    pub owner_moves: bool,
    /// The counts over all arrangements in which neither side has connected.
    pub anywhere: AlterationTally,
    /// The counts over those arrangements whose numbers of stones can occur in a game, or in its mirror
    /// image, before the alteration. For [`Alteration::TheMove`], they must be possible before and after it,
    /// so both colours have equally many stones.
    pub in_games: AlterationTally,
}

/// How often an alteration harms or helps its owner.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AlterationTally {
    /// The number of alterations.
    pub all: u64,
    /// The number after which the owner's value is lower.
    pub harmful: u64,
    /// The number after which the owner's value is higher.
    pub useful: u64,
    /// The first harmful alteration among those with the fewest stones.
    #[serde(skip)]
    pub example: Option<Example>,
}

impl AlterationTally {
    fn add(&mut self, example: Example) {
        let [before, after] = example.values;
        self.all += 1;
        self.useful += u64::from(after > before);
        self.harmful += u64::from(after < before);
        if after < before {
            self.example = self.example.or(Some(example));
        }
    }
}

/// An alteration that harms its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The arrangement before.
    pub before: Position,
    /// The arrangement after.
    pub after: Position,
    /// The side that it harms.
    pub owner: Side,
    /// The side to move, before and after.
    pub to_move: [Side; 2],
    /// The value for the owner, before and after.
    pub values: [Wdl; 2],
}

/// Counts the effects of altering every cell of every arrangement, for either side as the owner and either
/// side to move.
pub fn effects(game: &Nex<u64>, extended: &Extended<'_>) -> Vec<Effect> {
    use Alteration::{
        EmptyForTheirs, NeutralForTheirs, NeutralOnEmpty, StoneForNeutral, StoneOnEmpty, TheMove,
    };
    let kinds = [StoneOnEmpty, StoneForNeutral, NeutralForTheirs, EmptyForTheirs, NeutralOnEmpty];
    let mut effects: Vec<Effect> = kinds
        .into_iter()
        .flat_map(|kind| [(kind, true), (kind, false)])
        .chain([(TheMove, true)])
        .map(|(alteration, owner_moves)| Effect {
            alteration,
            owner_moves,
            anywhere: AlterationTally::default(),
            in_games: AlterationTally::default(),
        })
        .collect();
    let mut all = arrangements(game.board().len());
    all.retain(|p| {
        [Side::Black, Side::White].iter().all(|&side| !game.board().connects(stones(p, side), side))
    });
    all.sort_by_key(|p| (p.ply() + p.neutral.count(), p.ply()));
    for before in &all {
        for (owner, to_move) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let sides = [Side::Black, Side::White];
            let (owner, to_move) = (sides[owner], sides[to_move]);
            let moves = owner == to_move;
            let value = extended.value_for(owner, before, to_move);
            let fits = fits(before, to_move);
            let mut add = |place: usize, after: Position, to_move_after: Side| {
                let with = extended.value_for(owner, &after, to_move_after);
                let (to_move, values) = ([to_move, to_move_after], [value, with]);
                let example = Example { before: *before, after, owner, to_move, values };
                effects[place].anywhere.add(example);
                if fits && (to_move[0] == to_move[1] || before.black.count() == before.white.count()) {
                    effects[place].in_games.add(example);
                }
            };
            for (i, kind) in kinds.into_iter().enumerate() {
                let place = 2 * i + usize::from(!moves);
                altered(game, before, owner, kind, |after| add(place, after, to_move));
            }
            // The right to move hurts White exactly where it hurts Black, so each arrangement counts once.
            if !moves && owner == Side::Black {
                add(2 * kinds.len(), *before, owner);
            }
        }
    }
    effects
}

/// Returns whether these numbers of stones can occur with this side to move, in the game or in its mirror
/// image with the colours exchanged.
fn fits(position: &Position, to_move: Side) -> bool {
    let (own, theirs) = (stones(position, to_move).count(), stones(position, to_move.other()).count());
    (own == theirs || own + 1 == theirs) && super::tempo::is_layer(position)
}

/// Calls `visit` with every arrangement that results from this alteration of one cell.
fn altered(
    game: &Nex<u64>,
    before: &Position,
    owner: Side,
    kind: Alteration,
    mut visit: impl FnMut(Position),
) {
    let (own, theirs) = (stones(before, owner), stones(before, owner.other()));
    let cells = match kind {
        Alteration::StoneOnEmpty | Alteration::NeutralOnEmpty => game.empty(before),
        Alteration::StoneForNeutral => before.neutral,
        Alteration::NeutralForTheirs | Alteration::EmptyForTheirs => theirs,
        Alteration::TheMove => 0,
    };
    for one in cells.iter().map(u64::one) {
        visit(match kind {
            Alteration::StoneOnEmpty => with_stones(before, owner, own | one, before.neutral),
            Alteration::NeutralOnEmpty => Position { neutral: before.neutral | one, ..*before },
            Alteration::StoneForNeutral => with_stones(before, owner, own | one, before.neutral & !one),
            Alteration::NeutralForTheirs => {
                with_stones(before, owner.other(), theirs & !one, before.neutral | one)
            }
            _ => with_stones(before, owner.other(), theirs & !one, before.neutral),
        });
    }
}

/// Returns the arrangement after a move of `side`, without checking that the move is legal.
pub fn play(position: &Position, side: Side, mv: NexMove) -> Position {
    let (own, neutral) = mv.played(stones(position, side), position.neutral);
    with_stones(position, side, own, neutral)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::tabled::twin;
    use nexsolve_core::Game;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn positions_of_the_game_and_their_twins_have_its_values() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            let turned = Nex::<u64>::new(cols, rows).expect("a small board");
            let (extended, other) =
                (Extended::new(&game).expect("small"), Extended::new(&turned).expect("small"));
            let all = laws::positions(&game, Positions::All);
            for (position, score) in laws::scores(&game, &all) {
                let side = position.side_to_move();
                assert_eq!(extended.value(&position, side), score.wdl());
                let twin = twin(game.board(), &position);
                assert_eq!(other.value(&twin, side.other()), score.wdl());
                assert_eq!(extended.value(&position, side.other()), other.value(&twin, side));
            }
        }
    }

    #[test]
    fn only_replacing_a_stone_can_leave_possible_numbers() {
        use Alteration::{EmptyForTheirs, NeutralForTheirs, NeutralOnEmpty, StoneForNeutral, StoneOnEmpty};
        let game = Nex::<u64>::new(2, 3).expect("a small board");
        let fit_again = |kind| {
            let mut count = 0;
            for before in arrangements(6) {
                for (owner, to_move) in [(Side::Black, Side::Black), (Side::Black, Side::White)] {
                    if fits(&before, to_move) {
                        altered(&game, &before, owner, kind, |after| {
                            count += usize::from(fits(&after, to_move));
                        });
                    }
                }
            }
            count
        };
        assert_eq!([StoneOnEmpty, NeutralOnEmpty, EmptyForTheirs].map(fit_again), [0, 0, 0]);
        assert!([StoneForNeutral, NeutralForTheirs].map(fit_again).iter().all(|count| *count > 0));
    }

    #[test]
    fn moves_agree_with_the_game() {
        let game = Nex::<u64>::new(3, 3).expect("a small board");
        for position in laws::positions(&game, Positions::Games { count: 20, seed: 3 }) {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mut expected: Vec<Position> = moves.iter().map(|&mv| game.play(&position, mv)).collect();
            let side = position.side_to_move();
            assert!(moves.iter().all(|&mv| play(&position, side, mv) == game.play(&position, mv)));
            let mut found = Vec::new();
            each_move(&game, &position, side, |after| found.push(after));
            expected.sort_unstable();
            found.sort_unstable();
            assert!(moves.is_empty() || found == expected);
        }
    }
}
