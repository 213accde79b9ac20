//! Games that break a law are caught.

use super::{Positions, positions, rules};
use crate::{Game, Plies, Side, Wdl};
use std::panic::catch_unwind;

/// A race from 0 to 3 by steps of one.
#[derive(Clone, Copy)]
struct Race {
    /// Whether the side that reaches 1 moves again.
    again: bool,
    /// Whether the colours are said to be swapped with every move.
    swaps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    at: u16,
    side: Side,
}

impl Game for Race {
    type Position = Place;
    type Move = ();

    fn start(&self) -> Place {
        Place { at: 0, side: Side::Black }
    }

    fn side_to_move(&self, position: &Place) -> Side {
        position.side
    }

    fn outcome(&self, position: &Place) -> Option<Wdl> {
        (position.at == 3).then_some(Wdl::Loss)
    }

    fn moves(&self, position: &Place, moves: &mut Vec<()>) {
        moves.clear();
        moves.extend((position.at < 3).then_some(()));
    }

    fn play(&self, position: &Place, (): ()) -> Place {
        let again = self.again && position.at == 0;
        Place { at: position.at + 1, side: if again { position.side } else { position.side.other() } }
    }

    fn changes_colours(&self, (): ()) -> bool {
        self.swaps
    }

    fn longest(&self, position: &Place) -> Plies {
        Plies(3 - position.at)
    }
}

#[test]
fn the_players_must_alternate() {
    let check = |race: Race| catch_unwind(move || rules(&race, &positions(&race, Positions::All)));
    assert!(check(Race { again: false, swaps: false }).is_ok());
    for race in [Race { again: true, swaps: false }, Race { again: false, swaps: true }] {
        let caught = check(race).expect_err("a player who moves twice breaks the law");
        let message = caught.downcast::<String>().expect("a message");
        assert!(
            message.contains("the wrong side is to move after () in Place { at: 0, side: Black }"),
            "{message}"
        );
    }
}
