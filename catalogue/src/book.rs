//! A book: what is proven about the first positions of a board, ply by ply.
//!
//! A book names its board and a number of plies, and has an entry for each unfinished position that play can
//! reach within that many plies, up to symmetry. The positions themselves are not stored: whoever knows the
//! rules can list them again. An entry that follows from those after the moves is not stored either.
//! `FORMAT.md` describes the bytes.

use crate::Packed;
use nexsolve_core::{Bounds, Game, Plies, Score, Symmetric, Wdl};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The first bytes of every book.
const MAGIC: &[u8; 4] = b"NXBK";
/// The version of the format.
const VERSION: u8 = 1;
/// The longest distance that has a code of its own.
const LONGEST: u16 = 100;
/// The code of a win of unknown length; negative, of a loss.
const ANY_LENGTH: i8 = 101;
/// The code of an entry whose bounds are in the list after the codes.
const LISTED: i8 = 127;
/// The code of an entry about which nothing is known but what follows from the moves.
const FOLLOWS: i8 = -128;
/// The bytes of an item of the list after the codes.
const ITEM_BYTES: usize = 8;

/// Why bytes are not a book of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The first bytes are not those of a book.
    #[error("not a book")]
    Other,
    /// A later version of the program wrote it.
    #[error("version {0} of the format of books, which this program does not know")]
    Version(u8),
    /// It is the book of another board.
    #[error("a book of {0}")]
    Board(String),
    /// The bytes are incomplete or changed.
    #[error("damaged")]
    Damaged,
    /// The rules of the program that wrote it list other positions.
    #[error("a book of other positions: the rules or symmetries have changed since it was written")]
    Positions,
    /// An entry contradicts those after the moves.
    #[error("contradictory: what it says of a position does not agree with what it says of the moves")]
    Contradiction,
}

/// What is proven about the first positions of a board.
#[derive(Clone, Debug)]
pub struct Book<G: Game> {
    /// The positions after 0, 1, … plies, in canonical form, ascending by their packed form.
    layers: Vec<Vec<G::Position>>,
    bounds: HashMap<G::Position, Bounds>,
    /// Positions from which play can only last less than this are beyond the book.
    least: Plies,
}

impl<G: Packed + Symmetric> Book<G> {
    /// Creates a book in which nothing is known.
    ///
    /// # Panics
    /// Never: there is no limit.
    pub fn new(game: &G, plies: u32) -> Self {
        Self::within(game, plies, usize::MAX).expect("no limit")
    }

    /// As [`new`](Self::new); `None` if the book has more than `most` positions.
    fn within(game: &G, plies: u32, most: usize) -> Option<Self> {
        let mut layers = vec![vec![game.canonical(&game.start())]];
        for ply in 0..plies as usize {
            if layers.iter().map(Vec::len).sum::<usize>() > most {
                return None;
            }
            let after = layers[ply].iter().flat_map(|position| game.continuations(position));
            let open = after.filter(|(_, after)| game.outcome(after).is_none());
            let next: HashSet<_> = open.map(|(_, after)| game.canonical(&after)).collect();
            let mut next: Vec<_> = next.into_iter().collect();
            next.sort_by_cached_key(G::pack);
            layers.push(next);
        }
        let least = layers.iter().flatten().map(|position| game.longest(position)).min();
        Some(Self { layers, bounds: HashMap::new(), least: least.unwrap_or_default() })
    }

    /// Returns the number of plies after which the book ends.
    pub fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Returns the number of plies up to which the scores of all positions are known; `None` if that of the
    /// start is not. Takes time in proportion to the size of the book.
    pub fn complete_plies(&self) -> Option<u32> {
        let is_known = |position| self.of_canonical(position).score().is_some();
        let known = self.layers.iter().take_while(|layer| layer.iter().all(is_known)).count();
        (known as u32).checked_sub(1)
    }

    /// Returns the positions after 0, 1, … plies, in canonical form.
    pub fn layers(&self) -> &[Vec<G::Position>] {
        &self.layers
    }

    /// Returns what is known about an unfinished position, for the side to move.
    #[inline]
    pub fn bounds(&self, game: &G, position: &G::Position) -> Bounds {
        if game.longest(position) < self.least {
            return Bounds::UNKNOWN;
        }
        self.of_canonical(&game.canonical(position))
    }

    fn of_canonical(&self, position: &G::Position) -> Bounds {
        self.bounds.get(position).copied().unwrap_or(Bounds::UNKNOWN)
    }

    /// Adds what is proven about a position of the book in canonical form.
    ///
    /// # Errors
    /// If that contradicts what is known.
    pub fn add(&mut self, position: G::Position, bounds: Bounds) -> Result<(), BookError> {
        let entry = self.bounds.entry(position).or_insert(Bounds::UNKNOWN);
        *entry = entry.checked_meet(bounds).ok_or(BookError::Contradiction)?;
        Ok(())
    }

    /// Adds to each position what follows from the positions after its moves.
    ///
    /// # Errors
    /// If that contradicts what is known.
    pub fn conclude(&mut self, game: &G) -> Result<(), BookError> {
        for ply in (0..self.layers.len()).rev() {
            for i in 0..self.layers[ply].len() {
                let position = self.layers[ply][i];
                let following = self.following(game, &position);
                let known = self.of_canonical(&position);
                let both = known.checked_meet(following).ok_or(BookError::Contradiction)?;
                if both != Bounds::UNKNOWN {
                    self.bounds.insert(position, both);
                }
            }
        }
        Ok(())
    }

    /// What follows for a position from those after its moves.
    fn following(&self, game: &G, position: &G::Position) -> Bounds {
        let moves = game.continuations(position).map(|(_, after)| match game.outcome(&after) {
            Some(outcome) => Bounds::exact(Score::of_outcome(outcome)).lift(),
            None => lifted(self.of_canonical(&game.canonical(&after))),
        });
        Bounds::of_moves(moves).unwrap_or(Bounds::UNKNOWN)
    }

    /// Writes the book. `name` is that of the board.
    ///
    /// # Panics
    /// If the name has more than 255 bytes, or the book more than 255 plies.
    pub fn write(&self, game: &G, name: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, u8::try_from(name.len()).expect("a short name")]);
        bytes.extend(name.as_bytes());
        bytes.push(u8::try_from(self.plies()).expect("few plies"));
        bytes.extend(self.digest().to_le_bytes());
        let mut list: Vec<[u8; ITEM_BYTES]> = Vec::new();
        for (number, position) in (0_u32..).zip(self.layers.iter().flatten()) {
            let bounds = self.of_canonical(position);
            let code = code(bounds, self.following(game, position));
            bytes.push(code.cast_unsigned());
            if code == LISTED {
                let mut item = [0; ITEM_BYTES];
                item[..4].copy_from_slice(&number.to_le_bytes());
                item[4..6].copy_from_slice(&bounds.lo.to_raw().to_le_bytes());
                item[6..].copy_from_slice(&bounds.hi.to_raw().to_le_bytes());
                list.push(item);
            }
        }
        bytes.extend((list.len() as u32).to_le_bytes());
        bytes.extend(list.iter().flatten());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the book of the board of this name. Takes about as long as listing the positions.
    ///
    /// # Errors
    /// If the bytes are not a book, or not one of this board.
    pub fn read(game: &G, name: &str, bytes: &[u8]) -> Result<Self, BookError> {
        let found = board_of(bytes)?;
        if found != name {
            return Err(BookError::Board(found.to_owned()));
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
        if xxh3_64(body) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        let rest = &body[MAGIC.len() + 2 + name.len()..];
        let (&plies, rest) = rest.split_first().ok_or(BookError::Damaged)?;
        let (digest, rest) = rest.split_first_chunk::<8>().ok_or(BookError::Damaged)?;
        // A book has a code for each position.
        let mut book = Self::within(game, plies.into(), rest.len()).ok_or(BookError::Positions)?;
        if book.digest() != u64::from_le_bytes(*digest) {
            return Err(BookError::Positions);
        }
        let all: Vec<G::Position> = book.layers.iter().flatten().copied().collect();
        let (codes, rest) = rest.split_at_checked(all.len()).ok_or(BookError::Damaged)?;
        let (count, list) = rest.split_first_chunk::<4>().ok_or(BookError::Damaged)?;
        let (items, []) = list.as_chunks::<ITEM_BYTES>() else { return Err(BookError::Damaged) };
        if items.len() != u32::from_le_bytes(*count) as usize {
            return Err(BookError::Damaged);
        }
        for (&position, &code) in all.iter().zip(codes) {
            let bounds = bounds_of(code.cast_signed()).ok_or(BookError::Damaged)?;
            if bounds != Bounds::UNKNOWN {
                book.bounds.insert(position, bounds);
            }
        }
        for item in items {
            let [number @ .., a, b, c, d] = *item;
            let position = all.get(u32::from_le_bytes(number) as usize).ok_or(BookError::Damaged)?;
            let score = |raw| Score::from_raw(i16::from_le_bytes(raw)).ok_or(BookError::Damaged);
            book.bounds.insert(*position, Bounds { lo: score([a, b])?, hi: score([c, d])? });
        }
        book.conclude(game)?;
        Ok(book)
    }

    /// A digest of the positions: other positions have another one, except by accident (about 2⁻⁶⁴).
    fn digest(&self) -> u64 {
        let mut hash = Xxh3::new();
        for position in self.layers.iter().flatten() {
            for word in G::pack(position).0 {
                hash.update(&word.to_le_bytes());
            }
        }
        hash.digest()
    }
}

/// Returns the name of the board of a book.
///
/// # Errors
/// If the bytes do not begin as a book that this program knows.
pub fn board_of(bytes: &[u8]) -> Result<&str, BookError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Other)?;
    let [version, length, rest @ ..] = rest else { return Err(BookError::Damaged) };
    if *version != VERSION {
        return Err(BookError::Version(*version));
    }
    let name = rest.get(..usize::from(*length)).ok_or(BookError::Damaged)?;
    std::str::from_utf8(name).map_err(|_| BookError::Damaged)
}

/// The books that have been read, by the types of their games and the names of their boards.
static READ: Mutex<BTreeMap<(TypeId, String), Arc<dyn Any + Send + Sync>>> = Mutex::new(BTreeMap::new());

/// The books that the user has given.
static GIVEN: Mutex<Vec<&'static [u8]>> = Mutex::new(Vec::new());

/// Adds a book of the user, which must have been read once without an error. From now on it is used in place
/// of the one that comes with the program. Its bytes stay in memory.
pub fn give(bytes: Vec<u8>) {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    given.push(Vec::leak(bytes));
}

/// Returns the book of the board of this name: one that the user has given, or else one of those that come
/// with the program. It is read once.
///
/// # Panics
/// If it is damaged, which a test excludes.
pub fn shipped<G: Packed + Symmetric + 'static>(
    game: &G,
    name: &str,
    books: &[&[u8]],
) -> Option<Arc<Book<G>>> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes = given.iter().rev().chain(books).find(|bytes| board_of(bytes) == Ok(name))?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read
        .entry((TypeId::of::<G>(), name.to_owned()))
        .or_insert_with(|| Arc::new(Book::read(game, name, bytes).expect("a book that a test has read")));
    Arc::clone(known).downcast().ok()
}

/// As [`Bounds::lift`] of an unfinished position. Where nothing is known about the length, that it is a ply
/// longer says nothing either.
fn lifted(after: Bounds) -> Bounds {
    let Bounds { lo, hi } = after.lift();
    let lo = if after.hi == Score::MAX { Score::MIN } else { lo };
    let hi = if after.lo == Score::MIN { Score::MAX } else { hi };
    Bounds { lo, hi }
}

/// Returns the code of bounds, of which `following` is known from the moves.
fn code(bounds: Bounds, following: Bounds) -> i8 {
    if bounds == following {
        return FOLLOWS;
    }
    let score = match bounds.distance() {
        Some(Plies(plies @ 1..=LONGEST)) if bounds.lo > Score::DRAW => plies as i8,
        Some(Plies(plies @ 1..=LONGEST)) => -(plies as i8),
        _ => 0,
    };
    let says_all = |code: &i8| {
        let said = bounds_of(*code).unwrap_or(Bounds::UNKNOWN);
        said.checked_meet(following) == Some(bounds)
    };
    [ANY_LENGTH, -ANY_LENGTH, score].into_iter().find(says_all).unwrap_or(LISTED)
}

/// The bounds that a code says by itself; `None` if there is no such code.
fn bounds_of(code: i8) -> Option<Bounds> {
    let plies = Plies(code.unsigned_abs().into());
    Some(match code {
        FOLLOWS | LISTED => Bounds::UNKNOWN,
        0 => Bounds::exact(Score::DRAW),
        ANY_LENGTH => Bounds::of_value(Wdl::Win),
        code if code == -ANY_LENGTH => Bounds::of_value(Wdl::Loss),
        _ if plies.0 > LONGEST => return None,
        1.. => Bounds::exact(Score::win_in(plies)),
        _ => Bounds::exact(Score::loss_in(plies)),
    })
}
