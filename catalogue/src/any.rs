//! A game whose kind is known only at run time.
//!
//! Searches, kernels, playouts and probes are compiled for each game. Code that only reads, prints, serves,
//! replays, judges or draws uses an [`AnyGame`]: it implements the same contracts, with positions and moves
//! as small values.

use crate::board::AnyGame;
use crate::book;
use crate::picture::{Picture, Piece};
use crate::played::AnyPlayed;
use crate::{
    AnyMemory, AnyMove, AnyPosition, Board, Card, Cells, Connections, HalfPoints, HubNotation, MoveChoice,
    NameError, Numbered, Observed, Packed, Played, Purse, Shown, Spot, Visitor,
};
use nexsolve_core::{
    Bounds, Chance, Connected, Contest, Deductions, Draw, Ending, ForcedWin, Forcing, Game, Joint, Notation,
    Playout, Plies, ReadError, Side, SplitMix, Symmetric, Wdl, Wire,
};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").field("board", &self.board).finish_non_exhaustive()
    }
}

impl Deref for AnyGame {
    type Target = dyn AnyPlayed;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

impl AnyGame {
    /// Returns the game on `board`; for a board of tables, the game whose positions they number.
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn on(board: Board) -> Result<Self, NameError> {
        (board.card().game)(board)
    }

    /// Wraps `game`, which must be the game on `board`.
    pub fn of(board: Board, game: impl Played) -> Self {
        Self { board, game: Arc::new(Adapter(game)) }
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the fixed properties of the game.
    pub fn card(&self) -> &'static Card {
        self.board.card()
    }

    /// Returns what the book of the board says about each of these unfinished positions, for the side to
    /// move; `None` if no book of the board comes with the program.
    pub fn booked(&self, positions: &[AnyPosition]) -> Option<Vec<Bounds>> {
        let book = book::shipped(self, &self.board.to_string(), self.books())?;
        Some(positions.iter().map(|position| book.bounds(self, position)).collect())
    }

    /// Returns the name of a side, capitalised for the beginning of a sentence.
    pub fn side(&self, side: Side) -> &'static str {
        self.card().side(side)
    }
}

impl Packed for AnyGame {
    fn pack(position: &AnyPosition) -> AnyPosition {
        *position
    }

    fn unpack(position: &AnyPosition) -> AnyPosition {
        *position
    }

    fn pack_move(mv: AnyMove) -> AnyMove {
        mv
    }

    fn unpack_move(mv: AnyMove) -> AnyMove {
        mv
    }
}

/// Wraps the game on a board: what [`Card::game`] calls.
pub struct Erase(pub Board);

impl Visitor for Erase {
    type Done = AnyGame;

    fn on<G: Played>(self, game: G) -> AnyGame {
        AnyGame::of(self.0, game)
    }
}

/// Whether this program has searches and players. Without them, what only they ask of a game is left out: it
/// is most of a game's code.
const THINKS: bool = !cfg!(feature = "tables-only");

/// Implements the interface for a game of type `G`.
struct Adapter<G>(G);

/// Implements each contract for a game of type `G` behind small values, and for [`AnyGame`], which calls it.
macro_rules! erased {
    ($(impl $contract:ident {
        $(type $associated:ident = $is:ty;)*
        $(fn $name:ident(&$this:ident $(, $arg:ident: $kind:ty)*) $(-> $answer:ty)? $body:block)*
    })*) => {
        $(impl<G: Played> $contract for Adapter<G> {
            $(type $associated = $is;)*
            $(fn $name(&$this $(, $arg: $kind)*) $(-> $answer)? $body)*
        }

        impl $contract for AnyGame {
            $(type $associated = $is;)*
            $(fn $name(&self $(, $arg: $kind)*) $(-> $answer)? { self.game.$name($($arg),*) })*
        })*
    };
}

erased! {
    impl Game {
        type Position = AnyPosition;
        type Move = AnyMove;
        fn start(&self) -> AnyPosition { G::pack(&self.0.start()) }
        fn side_to_move(&self, position: &AnyPosition) -> Side { self.0.side_to_move(&G::unpack(position)) }
        fn outcome(&self, position: &AnyPosition) -> Option<Wdl> { self.0.outcome(&G::unpack(position)) }
        fn moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
            let mut list = Vec::new();
            self.0.moves(&G::unpack(position), &mut list);
            moves.clear();
            moves.extend(list.into_iter().map(G::pack_move));
        }
        fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
            self.0.is_legal(&G::unpack(position), G::unpack_move(mv))
        }
        fn play(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
            G::pack(&self.0.play(&G::unpack(position), G::unpack_move(mv)))
        }
        fn changes_colours(&self, mv: AnyMove) -> bool { self.0.changes_colours(G::unpack_move(mv)) }
        fn longest(&self, position: &AnyPosition) -> Plies { self.0.longest(&G::unpack(position)) }
    }
    impl Symmetric {
        fn canonical(&self, position: &AnyPosition) -> AnyPosition {
            G::pack(&self.0.canonical(&G::unpack(position)))
        }
        fn copies(&self, position: &AnyPosition) -> u64 { self.0.copies(&G::unpack(position)) }
    }
    impl Notation {
        fn read_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadError> {
            self.0.read_move(&G::unpack(position), text).map(G::pack_move)
        }
        fn format_move(&self, position: &AnyPosition, mv: AnyMove) -> String {
            self.0.format_move(&G::unpack(position), G::unpack_move(mv))
        }
        fn read_position(&self, text: &str) -> Result<AnyPosition, ReadError> {
            self.0.read_position(text).map(|position| G::pack(&position))
        }
        fn format_position(&self, position: &AnyPosition) -> String { self.0.format_position(&G::unpack(position)) }
        fn diagram(&self, position: &AnyPosition) -> String { self.0.diagram(&G::unpack(position)) }
        fn deductions(&self, position: &AnyPosition, side: Side) -> Option<Box<dyn Deductions + '_>> {
            if THINKS { self.0.deductions(&G::unpack(position), side) } else { None }
        }
        fn join_proofs(&self, position: &AnyPosition, side: Side, proofs: &[&[String]]) -> Result<Vec<String>, String> {
            if !THINKS {
                return Err(String::new());
            }
            self.0.join_proofs(&G::unpack(position), side, proofs)
        }
    }
    impl Contest {
        type Memory = AnyMemory;
        fn begin(&self, position: &AnyPosition) -> AnyMemory {
            AnyMemory::new(self.0.begin(&G::unpack(position)))
        }
        fn remember(&self, memory: &mut AnyMemory, before: &AnyPosition, mv: AnyMove) {
            self.0.remember(memory.of_game_mut(), &G::unpack(before), G::unpack_move(mv));
        }
        fn ending(&self, memory: &AnyMemory, position: &AnyPosition) -> Option<Ending> {
            self.0.ending(memory.of_game(), &G::unpack(position))
        }
        fn reason(&self, outcome: Wdl) -> &'static str { self.0.reason(outcome) }
        fn is_irreversible(&self, before: &AnyPosition, mv: AnyMove) -> bool {
            self.0.is_irreversible(&G::unpack(before), G::unpack_move(mv))
        }
        fn value_of_repetition(&self, position: &AnyPosition) -> Wdl {
            self.0.value_of_repetition(&G::unpack(position))
        }
        fn kind(&self, mv: AnyMove) -> usize { self.0.kind(G::unpack_move(mv)) }
        fn kinds(&self) -> usize { self.0.kinds() }
    }
    impl Chance {
        fn draw(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Option<AnyMove> {
            if !THINKS {
                return None;
            }
            self.0.draw(&G::unpack(position), how, random).map(G::pack_move)
        }
        fn playout(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Playout {
            if !THINKS {
                unreachable!("only players play games out");
            }
            self.0.playout(&G::unpack(position), how, random)
        }
        fn forcing(&self) -> Option<&dyn Forcing<AnyPosition, AnyMove>> {
            if THINKS && self.forces() { Some(self) } else { None }
        }
    }
    impl Numbered {
        fn numbers(&self) -> u32 { self.0.numbers() }
        fn number(&self, mv: AnyMove) -> Option<u32> { self.0.number(G::unpack_move(mv)) }
    }
    impl Observed {
        fn grid(&self) -> (u32, u32) { self.0.grid() }
        fn turns(&self) -> bool { self.0.turns() }
        fn piece(&self, position: &AnyPosition, cell: u32) -> Option<Piece> {
            self.0.piece(&G::unpack(position), cell)
        }
    }
    impl Shown {
        fn picture(&self, position: &AnyPosition) -> Picture { self.0.picture(&G::unpack(position)) }
        fn cells(&self, position: &AnyPosition) -> Cells { self.0.cells(&G::unpack(position)) }
        fn chain(&self, position: &AnyPosition, winner: Side) -> Vec<String> {
            self.0.chain(&G::unpack(position), winner)
        }
        fn spot(&self, mv: AnyMove) -> Spot { self.0.spot(G::unpack_move(mv)) }
        fn row_name(&self, row: usize) -> String { self.0.row_name(row) }
        fn col_name(&self, col: usize) -> String { self.0.col_name(col) }
        fn why(&self, position: &AnyPosition, ending: &Ending) -> String {
            self.0.why(&G::unpack(position), ending)
        }
        fn format_in_full(&self, position: &AnyPosition, mv: AnyMove) -> String {
            self.0.format_in_full(&G::unpack(position), G::unpack_move(mv))
        }
        fn format_for_people(&self, position: &AnyPosition, mv: AnyMove) -> String {
            self.0.format_for_people(&G::unpack(position), G::unpack_move(mv))
        }
        fn other_ways(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String> {
            self.0.other_ways(&G::unpack(position), G::unpack_move(mv))
        }
        fn choices(&self, position: &AnyPosition) -> Vec<MoveChoice> { self.0.choices(&G::unpack(position)) }
        fn word(&self, position: &AnyPosition, mv: AnyMove) -> String {
            self.0.word(&G::unpack(position), G::unpack_move(mv))
        }
        fn diagram_in_words(&self, position: &AnyPosition) -> String {
            self.0.diagram_in_words(&G::unpack(position))
        }
        fn respelt(&self, position: &AnyPosition, word: &str) -> String {
            self.0.respelt(&G::unpack(position), word)
        }
        fn separators(&self) -> &'static [char] { self.0.separators() }
        fn hint(&self, text: &str) -> Option<&'static str> { self.0.hint(text) }
        fn is_about(&self, text: &str) -> bool { self.0.is_about(text) }
        fn tells_side(&self) -> bool { self.0.tells_side() }
        fn count(&self, position: &AnyPosition) -> u32 { self.0.count(&G::unpack(position)) }
        fn points(&self, position: &AnyPosition) -> Option<Purse> { self.0.points(&G::unpack(position)) }
        fn totals(&self, start: &AnyPosition, moves: &[AnyMove]) -> Option<[HalfPoints; 2]> {
            let moves: Vec<G::Move> = moves.iter().copied().map(G::unpack_move).collect();
            self.0.totals(&G::unpack(start), &moves)
        }
        fn may_swap(&self, position: &AnyPosition) -> bool { self.0.may_swap(&G::unpack(position)) }
        fn mirrored(&self, position: &AnyPosition) -> Option<AnyPosition> {
            self.0.mirrored(&G::unpack(position)).map(|position| G::pack(&position))
        }
        fn mirrored_word(&self, word: &str) -> Option<String> { self.0.mirrored_word(word) }
        fn connections(&self) -> Option<&dyn Connections<AnyPosition>> {
            if THINKS && self.connects() { Some(self) } else { None }
        }
        fn hub(&self) -> Option<&dyn HubNotation<AnyPosition, AnyMove>> {
            if THINKS && self.0.hub().is_some() { Some(self) } else { None }
        }
    }
}

impl<G: Played> Forcing<AnyPosition, AnyMove> for Adapter<G> {
    fn forced_win(
        &self,
        position: &AnyPosition,
        nodes: u64,
        is_over: &dyn Fn() -> bool,
    ) -> Option<ForcedWin<AnyMove>> {
        let found = self.0.forcing()?.forced_win(&G::unpack(position), nodes, is_over)?;
        let ForcedWin { line, plies, nodes } = found;
        Some(ForcedWin { line: line.into_iter().map(G::pack_move).collect(), plies, nodes })
    }
}

impl<G: Played> Connections<AnyPosition> for Adapter<G> {
    fn connected(&self, position: &AnyPosition, stop: &AtomicBool) -> Option<Connected> {
        self.0.connections()?.connected(&G::unpack(position), stop)
    }

    fn wires(&self, position: &AnyPosition, side: Side, from: Joint, to: Option<Joint>) -> Option<Vec<Wire>> {
        self.0.connections()?.wires(&G::unpack(position), side, from, to)
    }

    fn filled_in(&self, position: &AnyPosition) -> Option<[Vec<usize>; 2]> {
        self.0.connections()?.filled_in(&G::unpack(position))
    }
}

/// Called only for games that have this notation.
impl<G: Played> HubNotation<AnyPosition, AnyMove> for Adapter<G> {
    fn variant(&self) -> &'static str {
        self.hub_notation().variant()
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, ReadError> {
        self.hub_notation().read_position(text).map(|position| G::pack(&position))
    }

    fn format_position(&self, position: &AnyPosition) -> String {
        self.hub_notation().format_position(&G::unpack(position))
    }

    fn read_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadError> {
        self.hub_notation().read_move(&G::unpack(position), text).map(G::pack_move)
    }

    fn format_move(&self, mv: AnyMove) -> String {
        self.hub_notation().format_move(G::unpack_move(mv))
    }
}

impl<G: Played> Adapter<G> {
    fn hub_notation(&self) -> &dyn HubNotation<G::Position, G::Move> {
        self.0.hub().expect("asked before")
    }
}

impl<G: Played> AnyPlayed for Adapter<G> {
    fn is_searched(&self) -> bool {
        self.0.searcher().is_some()
    }

    fn connects(&self) -> bool {
        self.0.connections().is_some()
    }

    fn forces(&self) -> bool {
        self.0.forcing().is_some()
    }

    fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        if !THINKS {
            return Vec::new();
        }
        G::EVALUATIONS.iter().map(|evaluation| (evaluation.name, evaluation.what)).collect()
    }

    fn books(&self) -> &'static [&'static [u8]] {
        G::BOOKS
    }
}
