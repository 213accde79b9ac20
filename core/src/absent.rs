//! A missing capability of a game.

use crate::{
    Candidate, Candidates, Game, Glance, Layer, LayerId, Notation, Plies, Ranked, ReadError, Score,
    Searchable, Side, Symmetric, Tabled, Unmoves, Wdl,
};
use std::convert::Infallible;
use std::marker::PhantomData;

/// Stands for the search or the tables of a game `G` that has none. The type has no values, so its code never
/// runs.
#[derive(Clone, Debug)]
pub struct Absent<G> {
    never: Infallible,
    game: PhantomData<fn(G)>,
}

/// Implements methods of a type without values: nobody can call them.
macro_rules! never {
    ($(fn $name:ident($($parameter:ty),*) $(-> $result:ty)?;)*) => {
        $(fn $name(&self, $(_: $parameter),*) $(-> $result)? {
            match self.never {}
        })*
    };
}

impl<G: Game> Game for Absent<G> {
    type Position = G::Position;
    type Move = G::Move;

    never! {
        fn start() -> G::Position;
        fn side_to_move(&G::Position) -> Side;
        fn outcome(&G::Position) -> Option<Wdl>;
        fn moves(&G::Position, &mut Vec<G::Move>);
        fn play(&G::Position, G::Move) -> G::Position;
        fn longest(&G::Position) -> Plies;
    }
}

impl<G: Game> Symmetric for Absent<G> {}

impl<G: Game> Notation for Absent<G> {
    never! {
        fn read_move(&G::Position, &str) -> Result<G::Move, ReadError>;
        fn format_move(&G::Position, G::Move) -> String;
        fn read_position(&str) -> Result<G::Position, ReadError>;
        fn format_position(&G::Position) -> String;
        fn diagram(&G::Position) -> String;
    }
}

impl<G: Game> Searchable for Absent<G> {
    type Insight = ();

    never! {
        fn key_bits() -> u32;
        fn key(&G::Position) -> u128;
        fn pack_move(G::Move) -> u32;
        fn history_slot(G::Move) -> usize;
        fn history_len() -> usize;
        fn glance(&G::Position, Score) -> Glance<()>;
        fn candidates(&G::Position, Score, (), &mut Vec<Candidate<G::Move>>) -> Candidates;
    }
}

impl<G: Game> Unmoves for Absent<G> {
    never! {
        fn predecessors(&G::Position, &mut Vec<G::Position>);
    }
}

impl<G: Game> Ranked for Absent<G> {
    never! {
        fn layers() -> &[Layer];
        fn rank(&G::Position) -> (LayerId, u64);
        fn unrank(LayerId, u64) -> Option<G::Position>;
    }
}

impl<G: Game + 'static> Tabled for Absent<G> {}
