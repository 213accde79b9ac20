//! The rules of a game whose type is not known.

use crate::simple::Simple;
use bytemuck::{bytes_of, bytes_of_mut};
use nexsolve_catalogue::picture::{Outline, Piece};
use nexsolve_core::{Beside, Plies, Side, Wdl};
use std::io;

/// A position: its bytes as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u128);

impl Key {
    /// A number for places in hash tables.
    pub fn slot(self) -> usize {
        let mixed = (self.0 as u64 ^ (self.0 >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize
    }
}

/// The rules of a game without the types of its positions and moves.
pub trait Rules: Send + Sync {
    /// The number of bits that all keys have at most.
    fn key_bits(&self) -> u32;
    /// The start.
    fn start(&self) -> Key;
    /// The side to move.
    fn side(&self, key: Key) -> Side;
    /// The result of a finished game, for the side to move.
    fn outcome(&self, key: Key) -> Option<Wdl>;
    /// The most points with which a game ends, for either side; 0 if games are only won, drawn or lost.
    fn stake(&self) -> u16 {
        0
    }
    /// The points of a finished game for the side to move, if points are counted.
    fn points(&self, _key: Key) -> Option<i16> {
        None
    }
    /// Replaces `moves` by the numbers of the legal moves.
    fn moves(&self, key: Key, moves: &mut Vec<u32>);
    /// The position after a legal move.
    fn play(&self, key: Key, mv: u32) -> Key;
    /// An upper bound for the rest of the game.
    fn longest(&self, key: Key) -> Plies;

    /// Replaces `images` by the positions that are symmetric to this one, itself included, each once, sorted.
    fn images(&self, key: Key, images: &mut Vec<Key>);

    /// The first of the images.
    fn canonical(&self, key: Key) -> Key;

    /// The number of positions that count as this one.
    fn copies(&self, key: Key) -> u64 {
        let mut images = Vec::new();
        self.images(key, &mut images);
        images.len() as u64
    }

    /// All positions, each once, canonical, and sorted by stage and key, if they are known without walking.
    fn all(&self) -> Option<Vec<Key>> {
        None
    }

    /// The file that a database of the game has beside its tables, instead of the list.
    ///
    /// # Errors
    /// If the system refuses memory.
    fn file(&self) -> io::Result<Option<Beside>> {
        Ok(None)
    }

    /// How a game writes that does not name cells.
    fn texts(&self) -> Option<&dyn Texts> {
        None
    }

    /// Replaces `children` by the canonical positions after the moves, each once, with their stages
    /// ([`Rules::stage`]).
    fn children(&self, key: Key, children: &mut Vec<(Key, u32)>);

    /// A number that no move decreases; moves that can be taken back do not increase it.
    fn stage(&self, key: Key) -> u32;

    /// As [`Simple::grid`].
    fn grid(&self) -> (u32, u32);
    /// As [`Simple::piece`].
    fn piece(&self, key: Key, cell: u32) -> Option<Piece>;
    /// As [`Simple::cells`].
    fn cells(&self, mv: u32) -> Vec<u32>;
    /// As [`Simple::any_order`].
    fn any_order(&self) -> bool {
        false
    }
    /// As [`Simple::numbers`].
    fn numbers(&self) -> u32;
    /// As [`Simple::set_up`].
    ///
    /// # Errors
    /// Why no position has these pieces.
    fn set_up(&self, pieces: &[Option<Piece>], side: Side) -> Result<Key, String>;
    /// As [`Simple::reason`].
    fn reason(&self, outcome: Wdl) -> &'static str;
    /// As [`Simple::line`].
    fn line(&self, key: Key, winner: Side) -> Vec<u32>;
    /// As [`Simple::outline`].
    fn outline(&self) -> Outline;
    /// As [`Simple::is_tabled`].
    fn is_tabled(&self) -> bool;
}

/// The texts of a game that does not name cells.
pub trait Texts {
    /// The text of a move.
    fn move_text(&self, mv: u32) -> String;

    /// A position on one line.
    fn text(&self, key: Key) -> String;

    /// The position with this text.
    fn read(&self, text: &str) -> Option<Key>;

    /// How people see a position: some lines, or an SVG picture.
    fn shown(&self, key: Key) -> &str;
}

/// The rules of a [`Simple`] game, with the plies of a whole game.
pub(crate) struct Typed<G> {
    game: G,
    longest: Plies,
}

impl<G: Simple> Typed<G> {
    pub(crate) fn new(game: G) -> Self {
        const { assert!(size_of::<G::Position>() <= 16, "a position of a simple game has at most 16 bytes") };
        let longest = game.longest(&game.start());
        Self { game, longest }
    }

    fn stage_of(&self, position: &G::Position) -> u32 {
        match self.game.longest(position) {
            Plies::ENDLESS => self.game.stage(position),
            rest => (self.longest.0 - rest.0).into(),
        }
    }
}

fn key<P: bytemuck::Pod>(position: &P) -> Key {
    let mut bytes = [0; 16];
    bytes[..size_of::<P>()].copy_from_slice(bytes_of(position));
    Key(u128::from_le_bytes(bytes))
}

fn position<P: bytemuck::Pod>(Key(key): Key) -> P {
    let mut position = P::zeroed();
    bytes_of_mut(&mut position).copy_from_slice(&key.to_le_bytes()[..size_of::<P>()]);
    position
}

/// A move that a player could make: numbers come from [`Rules::moves`].
fn mv<M: TryFrom<u32>>(number: u32) -> M {
    M::try_from(number).unwrap_or_else(|_| panic!("{number} is not a move"))
}

impl<G: Simple> Rules for Typed<G> {
    fn key_bits(&self) -> u32 {
        8 * size_of::<G::Position>() as u32
    }

    fn start(&self) -> Key {
        key(&self.game.start())
    }

    fn side(&self, key: Key) -> Side {
        self.game.side_to_move(&position(key))
    }

    fn outcome(&self, key: Key) -> Option<Wdl> {
        self.game.outcome(&position(key))
    }

    fn moves(&self, key: Key, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(self.game.legal_moves(&position(key)).into_iter().map(Into::into));
    }

    fn play(&self, of: Key, number: u32) -> Key {
        key(&self.game.play(&position(of), mv(number)))
    }

    fn longest(&self, key: Key) -> Plies {
        self.game.longest(&position(key))
    }

    fn images(&self, of: Key, images: &mut Vec<Key>) {
        let mut found = Vec::new();
        self.game.images(&position(of), &mut found);
        images.clear();
        images.push(of);
        images.extend(found.iter().map(key));
        images.sort_unstable();
        images.dedup();
    }

    fn copies(&self, of: Key) -> u64 {
        let mut found = Vec::new();
        self.game.images(&position(of), &mut found);
        let mut keys: Vec<Key> = found.iter().map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        (keys.len() + usize::from(!keys.contains(&of))) as u64
    }

    fn canonical(&self, of: Key) -> Key {
        let mut images = Vec::new();
        self.game.images(&position(of), &mut images);
        images.iter().map(key).fold(of, Key::min)
    }

    fn children(&self, of: Key, children: &mut Vec<(Key, u32)>) {
        children.clear();
        let mut images = Vec::new();
        for (_, after) in self.game.continuations(&position(of)) {
            images.clear();
            self.game.images(&after, &mut images);
            let child = images.iter().map(key).fold(key(&after), Key::min);
            if !children.iter().any(|(other, _)| *other == child) {
                children.push((child, self.stage_of(&after)));
            }
        }
    }

    fn stage(&self, key: Key) -> u32 {
        self.stage_of(&position(key))
    }

    fn grid(&self) -> (u32, u32) {
        self.game.grid()
    }

    fn piece(&self, key: Key, cell: u32) -> Option<Piece> {
        self.game.piece(&position(key), cell)
    }

    fn cells(&self, number: u32) -> Vec<u32> {
        self.game.cells(mv(number))
    }

    fn any_order(&self) -> bool {
        self.game.any_order()
    }

    fn numbers(&self) -> u32 {
        self.game.numbers()
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: Side) -> Result<Key, String> {
        self.game.set_up(pieces, side).map(|position| key(&position))
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        self.game.reason(outcome)
    }

    fn line(&self, key: Key, winner: Side) -> Vec<u32> {
        self.game.line(&position(key), winner)
    }

    fn outline(&self) -> Outline {
        self.game.outline()
    }

    fn is_tabled(&self) -> bool {
        self.game.is_tabled()
    }
}
