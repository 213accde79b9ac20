//! What the protocol has to know of a game.

use crate::Course;
use nexsolve_core::{Contest, Game, Notation, ProbeError, Prober, Searchable, Side};
use nexsolve_games::awari::{Awari, AwariPosition, HalfSeeds, History};
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::{Hex, HexMove, HexPosition, Swap, sgf};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::text::cell_name;
use nexsolve_games::rhombus::{Cell, CellSet, Wide};
use nexsolve_solver::{Goal, Options, Solution, Solver, TableError};
use std::sync::atomic::AtomicBool;

/// A game that is spoken of over the Go Text Protocol.
pub trait Spoken: Contest + Sized {
    /// What the game is called.
    const TITLE: &'static str;

    /// Rows and columns of the board.
    fn size(&self) -> (u32, u32);

    /// A move as one word.
    fn word(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv).replace(' ', "")
    }

    /// A move whose letters were written large or small, as controllers do, in the game's own spelling.
    fn respelt(&self, _position: &Self::Position, word: &str) -> String {
        word.to_ascii_lowercase()
    }

    /// By how much a game that is over is won, where the rules count.
    fn margin(_course: &Course<'_, Self>) -> Option<HalfSeeds> {
        None
    }

    /// The game in the mirror, in which the players have each other's colours and edges, where there is such a game.
    fn mirror(&self) -> Option<Mirror<'_, Self>> {
        None
    }

    /// The first game of a file in SGF, of whatever board.
    ///
    /// # Errors
    /// If there is none, or this game is not kept in SGF.
    fn read_sgf(&self, _bytes: &[u8]) -> Result<Loaded<Self>, String> {
        Err(format!("games of {} are not kept in SGF", Self::TITLE))
    }

    /// What a search proves, in the rayon pool of the caller; `None` where such a board is not searched. An error if there is no
    /// memory, or a table cannot be read.
    fn prove(&self, question: &Question<'_, Self>) -> Proof<Self>;
}

/// A game from a file.
pub struct Loaded<G: Game> {
    /// Rows and columns of its board.
    pub size: (u32, u32),
    /// The position that it began with.
    pub start: G::Position,
    /// Its moves, legal on a board of this size.
    pub moves: Vec<G::Move>,
}

/// What a search has come to, where there is one.
pub type Proof<G> = Option<Result<Solution<<G as Game>::Move>, ProveError>>;

/// What a search is asked, and what it may use.
pub struct Question<'a, G: Game> {
    /// The position.
    pub position: &'a G::Position,
    /// What to prove of it.
    pub goal: Goal,
    /// Positions to visit.
    pub nodes: u64,
    /// Bytes for what it remembers.
    pub memory_bytes: u64,
    /// What tables know.
    pub tables: Option<&'a dyn Prober<G>>,
    /// Set from outside to end it early.
    pub stop: &'a AtomicBool,
}

/// Why a search has proven nothing.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// There is no memory for it.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
}

/// A reflection of a board, with the colours exchanged, that is the same game.
pub struct Mirror<'a, G: Spoken> {
    game: &'a G,
    /// A position as it looks in the mirror.
    position: fn(&G, &G::Position) -> G::Position,
    /// A move in the mirror, in words, whatever the position.
    word: fn(&str) -> Option<String>,
}

impl<G: Spoken> Mirror<'_, G> {
    /// A position as it looks in the mirror.
    pub(super) fn position(&self, position: &G::Position) -> G::Position {
        (self.position)(self.game, position)
    }

    /// A move in the mirror; what is no move stays as it is.
    pub(super) fn word(&self, word: &str) -> String {
        (self.word)(word).unwrap_or_else(|| word.to_owned())
    }
}

fn search<G: Searchable + Spoken>(
    game: &G,
    question: &Question<'_, G>,
) -> Result<Solution<G::Move>, ProveError> {
    let Question { position, goal, nodes, memory_bytes, tables, stop } = *question;
    let options = Options { memory_bytes, nodes: Some(nodes), symmetry: true, ordering: true };
    let mut solver = Solver::new(game, options, stop, &())?;
    if let Some(tables) = tables {
        solver = solver.with_prober(tables);
    }
    Ok(solver.solve(position, goal)?)
}

/// Sets of cells of boards that are searched, or are too large for it.
pub trait Searched: CellSet {
    /// See [`Spoken::prove`].
    fn nex(game: &Nex<Self>, question: &Question<'_, Nex<Self>>) -> Proof<Nex<Self>>;

    /// See [`Spoken::prove`].
    fn hex(game: &Hex<Self>, question: &Question<'_, Hex<Self>>) -> Proof<Hex<Self>>;
}

impl Searched for u64 {
    fn nex(game: &Nex<Self>, question: &Question<'_, Nex<Self>>) -> Proof<Nex<Self>> {
        Some(search(game, question))
    }

    fn hex(game: &Hex<Self>, question: &Question<'_, Hex<Self>>) -> Proof<Hex<Self>> {
        Some(search(game, question))
    }
}

impl Searched for Wide {
    fn nex(_: &Nex<Self>, _: &Question<'_, Nex<Self>>) -> Proof<Nex<Self>> {
        None
    }

    fn hex(_: &Hex<Self>, _: &Question<'_, Hex<Self>>) -> Proof<Hex<Self>> {
        None
    }
}

impl<S: Searched + 'static> Spoken for Nex<S> {
    const TITLE: &'static str = "Nex";

    fn size(&self) -> (u32, u32) {
        (self.board().rows(), self.board().cols())
    }

    /// The mark before each cell is a large letter, the cell's a small one.
    fn respelt(&self, _: &Self::Position, word: &str) -> String {
        let mut is_mark = true;
        let respell = |c: char| {
            // After a cell's number the next mark begins.
            let letter = if is_mark { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            is_mark = c.is_ascii_digit();
            letter
        };
        word.chars().map(respell).collect()
    }

    fn prove(&self, question: &Question<'_, Self>) -> Proof<Self> {
        S::nex(self, question)
    }
}

impl<S: Searched + 'static> Spoken for Hex<S> {
    const TITLE: &'static str = "Hex";

    fn size(&self) -> (u32, u32) {
        (self.board().rows(), self.board().cols())
    }

    /// Cells are a letter and a number in either convention, as Hex programs write them.
    fn word(&self, position: &HexPosition<S>, mv: HexMove) -> String {
        match mv {
            HexMove::Place(cell) => cell_name(self.board().cols(), cell),
            HexMove::Swap => self.format_move(position, mv),
        }
    }

    fn respelt(&self, _: &HexPosition<S>, word: &str) -> String {
        let word = word.to_ascii_lowercase();
        if word == "swap-sides" { "swap".to_owned() } else { word }
    }

    /// The reflection in the main diagonal, of a square board.
    fn mirror(&self) -> Option<Mirror<'_, Self>> {
        let (rows, cols) = self.size();
        (rows == cols).then_some(Mirror { game: self, position: reflected, word: reflected_word })
    }

    fn read_sgf(&self, bytes: &[u8]) -> Result<Loaded<Self>, String> {
        let mut games = sgf::read(bytes, self.variant().convention).into_iter();
        let game = match games.next() {
            Some(Ok(game)) => game,
            Some(Err(fault)) => return Err(format!("line {}: {}", fault.line, fault.reason)),
            None => return Err("no game".to_owned()),
        };
        if game.has_swap() && self.variant().swap == Swap::Off {
            return Err("a game with a swap, and here is none".to_owned());
        }
        let (size, start) = ((game.rows, game.cols), game.start(self.variant()));
        Ok(Loaded { size, start, moves: game.moves })
    }

    fn prove(&self, question: &Question<'_, Self>) -> Proof<Self> {
        S::hex(self, question)
    }
}

fn reflected<S: CellSet>(game: &Hex<S>, position: &HexPosition<S>) -> HexPosition<S> {
    let side = game.board().cols() as u16;
    let reflect = |set: S| {
        set.iter().fold(S::EMPTY, |all, Cell(cell)| all | S::one(Cell(cell % side * side + cell / side)))
    };
    HexPosition { black: reflect(position.white), white: reflect(position.black), ..*position }
}

/// `b3` as `c2`, `1,2` as `2,1`.
fn reflected_word(word: &str) -> Option<String> {
    if let Some((row, col)) = word.split_once(',') {
        return Some(format!("{},{}", col.trim(), row.trim()));
    }
    let row = word.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase() - b'a';
    let col: u8 = word[1..].parse().ok().filter(|col| (1..=26).contains(col))?;
    Some(format!("{}{}", char::from(b'a' + col - 1), row + 1))
}

impl Spoken for Awari {
    const TITLE: &'static str = "Awari";

    fn size(&self) -> (u32, u32) {
        (2, 6)
    }

    /// Of each letter a player has but the small one, or the large one.
    fn respelt(&self, position: &AwariPosition, word: &str) -> String {
        let (pit, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let pit = match position.side_to_move() {
            Side::Black => pit.to_ascii_lowercase(),
            Side::White => pit.to_ascii_uppercase(),
        };
        pit + &rest.to_ascii_lowercase()
    }

    fn margin(course: &Course<'_, Self>) -> Option<HalfSeeds> {
        let mut history = History::new(course.positions()[0]);
        for &mv in course.moves() {
            history.play(mv);
        }
        let [first, second] = history.ending()?.seeds;
        Some(HalfSeeds(first.0.abs_diff(second.0)))
    }

    fn prove(&self, question: &Question<'_, Self>) -> Proof<Self> {
        Some(search(self, question))
    }
}

impl Spoken for Draughts {
    const TITLE: &'static str = "Draughts";

    fn size(&self) -> (u32, u32) {
        (8, 8)
    }

    fn prove(&self, question: &Question<'_, Self>) -> Proof<Self> {
        Some(search(self, question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::draughts::RUSSIAN;
    use nexsolve_games::hex::{Convention, Variant};

    #[test]
    fn letters_may_be_large_or_small() {
        let nex = Nex::<u64>::new(3, 3).expect("a board");
        for word in ["ba1?b2", "BA1?B2", "Ba1?b2", "bA1?B2"] {
            assert_eq!(nex.respelt(&nex.start(), word), "Ba1?b2");
        }
        assert_eq!(nex.respelt(&nex.start(), "WA1WB10?C2"), "Wa1Wb10?c2");
        let hex = Hex::<u64>::new(3, 3, Variant::default()).expect("a board");
        assert_eq!(hex.respelt(&hex.start(), "SWAP-sides"), "swap");
        assert_eq!(Awari.respelt(&Awari.start(), "C4X2"), "c4x2");
        let second = Awari.read_position("c").expect("a move");
        assert_eq!(Awari.respelt(&second, "b4x2"), "B4x2");
        assert_eq!((Awari.respelt(&second, ""), Awari.respelt(&second, "é")), (String::new(), "é".into()));
        let draughts = Draughts::new(RUSSIAN);
        assert_eq!(draughts.respelt(&draughts.start(), "C3XE5"), "c3xe5");
    }

    #[test]
    fn in_the_mirror_hex_is_the_same_game() {
        let variant = Variant { swap: Swap::On, ..Variant::default() };
        let hex = Hex::<u64>::new(4, 4, variant).expect("a board");
        let mirror = hex.mirror().expect("a square");
        let position = hex.read_position("a2;b3;d1").expect("legal");
        let seen = mirror.position(&position);
        assert_eq!((seen.black.count(), seen.white.count()), (1, 2));
        assert_eq!(mirror.position(&seen), position);
        for (word, reflected) in
            [("b3", "c2"), ("A4", "d1"), ("1,2", "2,1"), ("swap", "swap"), ("", ""), ("ü1", "ü1")]
        {
            assert_eq!(mirror.word(word), reflected);
        }
        assert!(Hex::<Wide>::new(3, 4, variant).expect("a board").mirror().is_none());
    }

    #[test]
    fn words_are_read_back() {
        let course = Variant { convention: Convention::Course, ..Variant::default() };
        let hex = Hex::<u64>::new(3, 3, course).expect("a board");
        let mut moves = Vec::new();
        hex.moves(&hex.start(), &mut moves);
        for mv in moves {
            let word = hex.word(&hex.start(), mv);
            assert_eq!(hex.read_move(&hex.start(), &word), Ok(mv), "{word}");
        }
    }
}
