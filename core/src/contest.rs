//! A game over the board: what the past decides, and play by chance.

use crate::{Guide, Notation, Side, SplitMix, Wdl};
use std::fmt::Debug;

/// A game as it is played over the board, where the moves before a position can decide that it is the end.
pub trait Contest: Notation {
    /// What the rules remember of a game beside its position; `()` where a position says it all.
    type Memory: Clone + Debug + Send + Sync + 'static;

    /// The memory of a game that begins with this position.
    fn begin(&self, position: &Self::Position) -> Self::Memory;

    /// Remembers a legal move, made in `before`. The default is a game without memory.
    fn remember(&self, _memory: &mut Self::Memory, _before: &Self::Position, _mv: Self::Move) {}

    /// How the game has ended, if it is over, by all rules that hold over the board. The default is a game without memory,
    /// which is over where the position is.
    fn ending(&self, _memory: &Self::Memory, position: &Self::Position) -> Option<Ending> {
        let outcome = self.outcome(position)?;
        Some(Ending::of_outcome(outcome, self.side_to_move(position), self.reason(outcome)))
    }

    /// Why a game is over whose position is, in a few words; `outcome` is for the side to move.
    fn reason(&self, outcome: Wdl) -> &'static str;

    /// Whether no position from before the move can come again after it. The default is a game whose positions never repeat.
    fn is_irreversible(&self, _before: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// What the game comes to, for the side to move, if play goes round and round from here until the rules end it.
    fn value_of_repetition(&self, _position: &Self::Position) -> Wdl {
        Wdl::Draw
    }

    /// The kind of a move, below [`Contest::kinds`].
    fn kind(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Whether the players change colours with this move (Hex: the swap). Then a position's side to move is another player's.
    fn changes_colours(&self, _mv: Self::Move) -> bool {
        false
    }

    /// How many kinds of moves there are (Nex: generate moves before transform moves).
    fn kinds(&self) -> usize {
        1
    }
}

/// The end of a game over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who has won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over, in a few words.
    pub reason: String,
}

impl Ending {
    /// The end of a game whose position is over.
    pub fn of_outcome(outcome: Wdl, mover: Side, reason: impl Into<String>) -> Self {
        Self { winner: outcome.winner(mover), reason: reason.into() }
    }

    /// What the end is worth to a side.
    pub fn value_for(&self, side: Side) -> Wdl {
        match self.winner {
            None => Wdl::Draw,
            Some(winner) if winner == side => Wdl::Win,
            Some(_) => Wdl::Loss,
        }
    }
}

/// How a move is drawn by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Draw {
    /// Each legal move is as likely as any other.
    #[default]
    Uniform,
    /// First each kind that has a legal move is as likely as any other ([`Contest::kind`]), then each move of the kind.
    ByKind,
    /// Each legal move of the first kind that has one.
    FirstKind,
}

/// A game played to its end by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// What it came to, for the side to move in the position that it began with.
    pub value: Wdl,
    /// How many moves it took.
    pub plies: u32,
}

/// Play by chance. The defaults list the moves; a game that draws without a list, and plays on without looking, is many times
/// as fast, and [`crate::laws::chance`] holds it to them.
pub trait Chance: Contest {
    /// A legal move by lot; `None` if the position is over.
    fn draw(&self, position: &Self::Position, how: Draw, random: &mut SplitMix) -> Option<Self::Move> {
        choose(self, &self.legal_moves(position), how, random)
    }

    /// Plays to the end by lot, as if the game began with this position.
    ///
    /// A game whose play can go on for ever may end it earlier than the rules do, as a draw, where nothing has happened for long
    /// (it says when).
    fn playout(&self, position: &Self::Position, how: Draw, random: &mut SplitMix) -> Playout {
        played_out(self, position, |position| self.draw(position, how, random))
    }

    /// What the game knows of its positions beyond the rules, for a player who asks for it. The default is a game that knows nothing.
    fn guide(&self) -> Option<Box<dyn Guide<Self::Position, Self::Move>>> {
        None
    }
}

/// One of these moves by lot; `None` if there are none.
pub fn choose<G: Contest + ?Sized>(
    game: &G,
    moves: &[G::Move],
    how: Draw,
    random: &mut SplitMix,
) -> Option<G::Move> {
    let count = |kind: usize| moves.iter().filter(|&&mv| game.kind(mv) == kind).count();
    let of_kind = |kind: usize, random: &mut SplitMix| {
        let number = random.below(count(kind));
        moves.iter().copied().filter(|&mv| game.kind(mv) == kind).nth(number)
    };
    if moves.is_empty() {
        return None;
    }
    let mut kinds = (0..game.kinds()).filter(|&kind| count(kind) > 0);
    match how {
        Draw::Uniform => Some(moves[random.below(moves.len())]),
        Draw::ByKind => {
            let kinds: Vec<usize> = kinds.collect();
            of_kind(kinds[random.below(kinds.len())], random)
        }
        Draw::FirstKind => of_kind(kinds.next()?, random),
    }
}

/// Plays on from a position to the end, as if the game began with it, with moves that `choose` takes in positions that are not over.
pub(crate) fn played_out<G: Contest + ?Sized>(
    game: &G,
    position: &G::Position,
    mut choose: impl FnMut(&G::Position) -> Option<G::Move>,
) -> Playout {
    let mut side = game.side_to_move(position);
    let (mut position, mut memory, mut plies) = (*position, game.begin(position), 0);
    loop {
        if let Some(ending) = game.ending(&memory, &position) {
            return Playout { value: ending.value_for(side), plies };
        }
        let mv = choose(&position).expect("a game that is not over has a move");
        if game.changes_colours(mv) {
            side = side.other();
        }
        game.remember(&mut memory, &position, mv);
        position = game.play(&position, mv);
        plies += 1;
    }
}
