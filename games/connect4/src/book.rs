//! The opening book: the exact scores of all positions of a board up to a number of plies.
//!
//! A book consists of a header (four letters, rows, columns, plies) and one byte for each unfinished position
//! after that many plies, in the order of [`Book::positions`]: the distance to the end in plies, negative if
//! the side to move loses, 0 for a draw. The scores of earlier positions follow from these. The
//! example `connect4_book` of the solver makes it by search; its tests search some positions again.

use nexsolve_core::{Game, Plies, Score, Symmetric};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The first bytes of every book.
const MAGIC: &[u8; 4] = b"C4B1";
/// The bytes before the scores.
const HEADER_BYTES: usize = 7;

/// The exact scores of the first positions of a board.
#[derive(Clone, Debug)]
pub struct Book<P> {
    /// The number of plies after which the book ends.
    plies: u32,
    /// The score of each unfinished position in canonical form.
    scores: HashMap<P, Score>,
}

impl<P: Copy + Eq + Hash + Ord> Book<P> {
    /// Returns the unfinished positions after this many plies in canonical form, in ascending order.
    pub fn positions<G: Game<Position = P> + Symmetric>(game: &G, plies: u32) -> Vec<P> {
        Self::layers(game, plies).swap_remove(plies as usize)
    }

    /// Returns the unfinished positions after 0, 1, … plies.
    fn layers<G: Game<Position = P> + Symmetric>(game: &G, plies: u32) -> Vec<Vec<P>> {
        let mut layers = vec![vec![game.start()]];
        for ply in 0..plies as usize {
            let after = layers[ply].iter().flat_map(|position| game.continuations(position));
            let open = after.filter(|(_, after)| game.outcome(after).is_none());
            let next: HashSet<_> = open.map(|(_, after)| game.canonical(&after)).collect();
            let mut next: Vec<_> = next.into_iter().collect();
            next.sort_unstable();
            layers.push(next);
        }
        layers
    }

    /// Writes a book from the scores of [`Book::positions`] on a board with these numbers of rows and
    /// columns.
    ///
    /// # Panics
    /// If a score is not that of an unfinished position on a board of at most 64 cells.
    pub fn write(board: [u32; 2], plies: u32, scores: &[Score]) -> Vec<u8> {
        let byte = |score: &Score| {
            let distance = score.distance().map_or(0, |Plies(plies)| i8::try_from(plies).expect("few plies"));
            (if *score < Score::DRAW { -distance } else { distance }).cast_unsigned()
        };
        let mut book = MAGIC.to_vec();
        book.extend([board[0], board[1], plies].map(|number| number as u8));
        book.extend(scores.iter().map(byte));
        book
    }

    /// Reads a book of this board. Returns `None` if the bytes are not one.
    pub fn read<G: Game<Position = P> + Symmetric>(game: &G, board: [u32; 2], bytes: &[u8]) -> Option<Self> {
        let plies = plies_of(board, bytes)?;
        let layers = Self::layers(game, plies);
        let mut scores = HashMap::new();
        let stored = &bytes[HEADER_BYTES..];
        if stored.len() != layers[plies as usize].len() {
            return None;
        }
        for (&position, &byte) in layers[plies as usize].iter().zip(stored) {
            let distance = Plies(byte.cast_signed().unsigned_abs().into());
            let score = match byte.cast_signed() {
                0 => Score::DRAW,
                1.. => Score::win_in(distance),
                _ => Score::loss_in(distance),
            };
            scores.insert(position, score);
        }
        for layer in layers[..plies as usize].iter().rev() {
            for position in layer {
                let after = game.continuations(position).map(|(_, after)| match game.outcome(&after) {
                    Some(outcome) => Score::of_outcome(outcome),
                    None => scores[&game.canonical(&after)],
                });
                let score = after.map(Score::lift).max()?;
                scores.insert(*position, score);
            }
        }
        Some(Self { plies, scores })
    }

    /// Returns the number of plies after which the book ends.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the score of an unfinished position for the side to move; `None` if it is beyond the book.
    pub fn score<G: Game<Position = P> + Symmetric>(&self, game: &G, position: &P) -> Option<Score> {
        self.scores.get(&game.canonical(position)).copied()
    }
}

/// Returns the number of plies after which a book of this board ends; `None` if the bytes are not one.
pub(super) fn plies_of([rows, cols]: [u32; 2], bytes: &[u8]) -> Option<u32> {
    let header = bytes.get(..HEADER_BYTES)?;
    let plies = u32::from(header[6]);
    (&header[..4] == MAGIC && header[4..6] == [rows as u8, cols as u8] && plies < rows * cols)
        .then_some(plies)
}
