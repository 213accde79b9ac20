//! A game whose kind is known when the program runs.
//!
//! Search, kernels, playouts and probes are compiled for each game. Everything that only reads, prints, serves, replays, judges or
//! draws works on an [`AnyGame`]: it fulfils the same contracts, with positions and moves as small values.

mod erased;
mod record;
mod values;

pub(crate) use values::WORDS;
pub use values::{AnyMemory, AnyMove, AnyPosition};

use crate::catalogue::Visitor;
use crate::picture::Picture;
use crate::played::{Cells, Played, Purse, Spot};
use crate::visit;
use crate::{Board, Card, NameError};
use erased::{Adapter, Erased};
use nexsolve_core::{
    Chance, Contest, Course, Draw, Ending, Game, Notation, Playout, Plies, ReadError, Side, SplitMix,
    Symmetric, Wdl,
};
use std::fmt;
use std::sync::Arc;

/// A game of any kind on a board. Clones share it.
#[derive(Clone)]
pub struct AnyGame {
    board: Board,
    game: Arc<dyn Erased>,
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").field("board", &self.board).finish_non_exhaustive()
    }
}

impl AnyGame {
    /// The game that is played on a board; of a board of tables, the game whose positions they number.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn on(board: Board) -> Result<Self, NameError> {
        struct Erase(Board);

        impl Visitor for Erase {
            type Done = AnyGame;

            fn on<G: Played>(self, game: G) -> AnyGame {
                AnyGame::of(self.0, game)
            }
        }

        visit(board, Erase(board))
    }

    /// This game, which is played on that board.
    pub fn of(board: Board, game: impl Played) -> Self {
        Self { board, game: Arc::new(Adapter(game)) }
    }

    /// What it is played on.
    pub fn board(&self) -> Board {
        self.board
    }

    /// What is fixed of the game.
    pub fn card(&self) -> &'static Card {
        self.board.card()
    }

    /// What a side is called at the beginning of a sentence.
    pub fn side(&self, side: Side) -> &'static str {
        self.card().side(side)
    }

    /// Whether a search can be asked about its positions.
    pub fn is_searched(&self) -> bool {
        self.game.is_searched()
    }

    /// Whether a text is about this game, where the same notation may be about the whole game ([`Board::over_the_board`]).
    pub fn is_about(&self, text: &str) -> bool {
        self.game.is_about(text)
    }

    /// Whether positions tell who is to move.
    pub fn tells_side(&self) -> bool {
        self.game.tells_side()
    }

    /// The evaluations that players can be given: name, and what it measures; the default first.
    pub fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        self.game.evaluations()
    }

    /// Points of a position, in a game that is played for them.
    pub fn points(&self, position: &AnyPosition) -> Option<Purse> {
        self.game.points(position)
    }

    /// The seeds or pieces that decide how large a table has to be to know the position; 0 where the board does.
    pub fn count(&self, position: &AnyPosition) -> u32 {
        self.game.count(position)
    }

    /// Where a move shows on a small board.
    pub fn spot(&self, mv: AnyMove) -> Spot {
        self.game.spot(mv)
    }

    /// How the moves of a game with rows and columns name a row.
    pub fn row_name(&self, row: usize) -> String {
        self.game.row_name(row)
    }

    /// How they name a column.
    pub fn col_name(&self, col: usize) -> String {
        self.game.col_name(col)
    }

    /// Whether the players can change colours now or after the next move.
    pub fn may_swap(&self, position: &AnyPosition) -> bool {
        self.game.may_swap(position)
    }

    /// What stands where.
    pub fn cells(&self, position: &AnyPosition) -> Cells {
        self.game.cells(position)
    }

    /// The position as simple shapes; nothing for a game that is not drawn.
    pub fn picture(&self, position: &AnyPosition) -> Picture {
        self.game.picture(position)
    }

    /// The cells of a shortest winning chain or line; none in other games.
    pub fn chain(&self, position: &AnyPosition, winner: Side) -> Vec<String> {
        self.game.chain(position, winner)
    }

    /// Why the game is over, in words that go on from who has won, or from a draw.
    pub fn why(&self, position: &AnyPosition, ending: &Ending) -> String {
        self.game.why(position, ending)
    }

    /// A move with everything that a page asks for.
    pub fn format_in_full(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.game.format_in_full(position, mv)
    }

    /// What may help with a text that is no position.
    pub fn hint(&self, text: &str) -> Option<&'static str> {
        self.game.hint(text)
    }

    /// A move as one word.
    pub fn word(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.game.word(position, mv)
    }

    /// A move whose letters were written large or small, in the game's own spelling.
    pub fn respelt(&self, position: &AnyPosition, word: &str) -> String {
        self.game.respelt(position, word)
    }

    /// By how much a game that is over is won, where the rules count.
    pub fn margin(&self, course: &Course<'_, Self>) -> Option<String> {
        self.game.margin(&course.positions()[0], course.moves())
    }

    /// A position in the mirror, in which the players have each other's colours and edges, where that is the same game.
    pub fn mirrored(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.game.mirrored(position)
    }

    /// A move in words as it is in the mirror; `None` for what is no move.
    pub fn mirrored_word(&self, word: &str) -> Option<String> {
        self.game.mirrored_word(word)
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;

    fn start(&self) -> AnyPosition {
        self.game.start()
    }

    fn side_to_move(&self, position: &AnyPosition) -> Side {
        self.game.side_to_move(position)
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Wdl> {
        self.game.outcome(position)
    }

    fn moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
        self.game.moves(position, moves);
    }

    fn play(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
        self.game.play(position, mv)
    }

    fn longest(&self, position: &AnyPosition) -> Plies {
        self.game.longest(position)
    }
}

impl Symmetric for AnyGame {
    fn canonical(&self, position: &AnyPosition) -> AnyPosition {
        self.game.canonical(position)
    }

    fn copies(&self, position: &AnyPosition) -> u64 {
        self.game.copies(position)
    }
}

impl Notation for AnyGame {
    fn read_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadError> {
        self.game.read_move(position, text)
    }

    fn format_move(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.game.format_move(position, mv)
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, ReadError> {
        self.game.read_position(text)
    }

    fn format_position(&self, position: &AnyPosition) -> String {
        self.game.format_position(position)
    }

    fn diagram(&self, position: &AnyPosition) -> String {
        self.game.diagram(position)
    }
}

impl Contest for AnyGame {
    type Memory = AnyMemory;

    fn begin(&self, position: &AnyPosition) -> AnyMemory {
        self.game.begin(position)
    }

    fn remember(&self, memory: &mut AnyMemory, before: &AnyPosition, mv: AnyMove) {
        self.game.remember(memory, before, mv);
    }

    fn ending(&self, memory: &AnyMemory, position: &AnyPosition) -> Option<Ending> {
        self.game.ending(memory, position)
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        self.game.reason(outcome)
    }

    fn is_irreversible(&self, before: &AnyPosition, mv: AnyMove) -> bool {
        self.game.is_irreversible(before, mv)
    }

    fn value_of_repetition(&self, position: &AnyPosition) -> Wdl {
        self.game.value_of_repetition(position)
    }

    fn kind(&self, mv: AnyMove) -> usize {
        self.game.kind(mv)
    }

    fn changes_colours(&self, mv: AnyMove) -> bool {
        self.game.changes_colours(mv)
    }

    fn kinds(&self) -> usize {
        self.game.kinds()
    }
}

impl Chance for AnyGame {
    fn draw(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Option<AnyMove> {
        self.game.draw(position, how, random)
    }

    fn playout(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Playout {
        self.game.playout(position, how, random)
    }
}
