//! What is known about a position and each of its moves: the one answer of the oracle, which all programs
//! format.

use crate::words::Fields;
use crate::worth::{Source, Worth};
use nexsolve_core::{Bounds, Game, Notation, Points, Score, Symmetric, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_solver::{PlyStats, Stats};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// A legal move, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: AnyMove,
    /// The worth of the move, for the mover.
    pub worth: Worth,
    /// The line that begins with this move, if a search found one; otherwise empty.
    pub line: Vec<AnyMove>,
    /// Where the worth is stored; `None` if it comes from the rules or a search.
    pub store: Option<Store>,
}

/// What a worth can be stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// The database at this index in [`Oracle::databases`](crate::Oracle::databases).
    Database(usize),
    /// The book of the board.
    Book,
}

impl Reply {
    /// Creates a reply without a line, from no store.
    pub const fn new(mv: AnyMove, worth: Worth) -> Self {
        Self { mv, worth, line: Vec::new(), store: None }
    }
}

/// What is known about a position and each of its moves.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The worth of the position, for the side to move.
    pub worth: Worth,
    /// The moves in the game's order; none if the game is over. If it has more moves than requested, at most
    /// one that wins.
    pub moves: Vec<Reply>,
    /// The number of legal moves.
    pub count: usize,
    /// The source of the answer.
    pub source: Source,
    /// The names of the databases that contributed.
    pub tables: Vec<String>,
    /// What a search contributed, if there was one.
    pub searched: Option<Effort>,
    /// Whether the value of the position or of a move is still unknown.
    pub is_open: bool,
    /// Whether play from the start can reach the position; `None` if that was not asked, or no table stores
    /// it.
    pub reachable: Option<bool>,
}

/// What a search has done towards an answer.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The counters, by ply.
    pub stats: Stats,
    /// Whether everything that was asked for is proven.
    pub complete: bool,
    /// Whether the search has asked all its questions without proving everything, which happens only where
    /// play can continue forever.
    pub exhausted: bool,
}

impl Effort {
    /// The effort of a search for a forced win that visited this many positions, which proves no other move.
    pub(crate) fn of_nodes(nodes: u64) -> Self {
        let stats = Stats { plies: vec![PlyStats { nodes, ..PlyStats::default() }] };
        Self { stats, ..Self::default() }
    }

    /// Returns the number of positions visited.
    pub fn nodes(&self) -> u64 {
        self.stats.total().nodes
    }
}

/// The document of an answer, for programs. `query -` writes one for each line, so the code is compiled here,
/// for speed, and not in the command.
#[derive(Serialize)]
struct AnswerDocument {
    position: String,
    /// Null if the notation of positions does not include it.
    to_move: Option<String>,
    #[serde(flatten)]
    worth: Fields,
    /// Absent if the tables do not record it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<bool>,
    moves: Vec<ReplyDocument>,
    /// Rules by which a game may end, and which the tables leave out.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'static [&'static str],
}

#[derive(Serialize)]
struct ReplyDocument {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: Fields,
}

impl Answer {
    /// Creates an answer about a position with these moves, without a search.
    pub fn new(worth: Worth, moves: Vec<Reply>, source: Source) -> Self {
        let is_open = !worth.is_known() || moves.iter().any(|reply| !reply.worth.is_known());
        let (count, tables) = (moves.len(), Vec::new());
        Self { worth, moves, count, source, tables, searched: None, is_open, reachable: None }
    }

    /// Creates the answer of a search: what is proven about the position and each of its moves.
    pub(crate) fn of_search(bounds: Bounds, moves: Vec<Reply>, effort: Effort) -> Self {
        Self { searched: Some(effort), ..Self::new(Worth::of(bounds), moves, Source::Search) }
    }

    /// Returns the number of moves that have this value; with `None`, of those whose value is unknown.
    pub fn count_of(&self, value: Option<Wdl>) -> usize {
        self.moves.iter().filter(|reply| reply.worth.bounds.wdl() == value).count()
    }

    /// Returns, for each move of the answer about a position, the index of the first move that leads to a
    /// symmetric position: its own if it is the first.
    pub fn classes(&self, game: &AnyGame, position: &AnyPosition) -> Vec<usize> {
        let mut first = HashMap::new();
        let class = |(index, reply): (usize, &Reply)| {
            *first.entry(game.canonical(&game.play(position, reply.mv))).or_insert(index)
        };
        self.moves.iter().enumerate().map(class).collect()
    }

    /// Formats the answer about a position as one line of JSON.
    ///
    /// # Panics
    /// Never: texts and numbers have a form in JSON.
    pub fn line(&self, game: &AnyGame, position: &AnyPosition) -> String {
        let row = |reply: &Reply| ReplyDocument {
            text: game.format_move(position, reply.mv),
            worth: reply.worth.into(),
        };
        let mover = || game.side(game.side_to_move(position)).to_lowercase();
        let document = AnswerDocument {
            position: game.format_position(position),
            to_move: game.tells_side().then(mover),
            worth: self.worth.into(),
            reachable: self.reachable,
            moves: self.moves.iter().map(row).collect(),
            left_out: game.board().spec.variant().left_out,
        };
        serde_json::to_string(&document).expect("text and numbers") + "\n"
    }

    /// Returns the best move by value and distance, or by points if all moves have points; the first of
    /// several equals.
    pub fn best(&self) -> Option<&Reply> {
        best(&self.moves)
    }
}

/// Returns the best move by value and distance, or by points if all moves have points; the first of several
/// equals.
pub fn best(moves: &[Reply]) -> Option<&Reply> {
    let rank = rank(moves);
    moves.iter().rev().max_by_key(|known| rank(known))
}

/// Counts the moves that win, draw and lose.
pub fn tally<'a>(moves: impl IntoIterator<Item = &'a Reply>) -> [u64; 3] {
    let mut tally = [0; 3];
    for value in moves.into_iter().filter_map(|reply| reply.worth.bounds.wdl()) {
        tally[2 - value as usize] += 1;
    }
    tally
}

/// Sorts moves so that the one that [`best`] returns comes first and the worst last; equal moves keep their
/// order.
pub fn best_first(moves: &mut [Reply]) {
    let rank = rank(moves);
    moves.sort_by_key(|known| Reverse(rank(known)));
}

/// Returns the key by which moves are compared; the best has the greatest.
fn rank(moves: &[Reply]) -> impl Fn(&Reply) -> Rank + use<> {
    let by_points = moves.iter().all(|known| known.worth.points.is_some());
    move |known| {
        let points = if by_points { known.worth.margin.or(known.worth.points) } else { None };
        (known.worth.bounds.wdl(), points, known.worth.bounds.lo, known.worth.bounds.hi)
    }
}

/// The value, the points, the least and the greatest score still possible.
type Rank = (Option<Wdl>, Option<Points>, Score, Score);
