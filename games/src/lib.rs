//! The list of games: which games exist, and which board a name or a record means.
//!
//! Each game is a crate in a folder beside this one, with everything specific to it: rules, notation,
//! symmetry, ranking, search knowledge, random play, evaluations, records, and the words that people see. It
//! uses [`nexsolve_catalogue`], the interface between games and the rest of the program, whose items this
//! crate passes on. One line here, and one in `Cargo.toml`, add a game to the whole program.
//!
//! - [`Board`] names a game on a board, [`Card`] holds the fixed properties of a game, and [`GAMES`] lists
//!   all cards. [`board`] and [`played`] read the names of boards.
//! - [`visit`] calls code with the game of a board, for code that is compiled for each game; [`Played`] and
//!   [`Shown`] are the traits that a game implements for it.
//! - [`AnyGame`] is a game of any kind behind one type, for everything else.
//!
//! ```
//! use nexsolve_core::{Game, Notation};
//! use nexsolve_games::{AnyGame, Extent, board, played};
//!
//! let three = board("hex:swap:3x3")?;
//! assert_eq!(three.extent, Extent::Sides { rows: 3, cols: 3 });
//! assert_eq!(three.title(), "3×3 Hex with swap");
//! assert_eq!(board("awari:12")?.title(), "Awari with up to 12 seeds");
//! assert!(board("chess:8x8").is_err());
//! // The same code plays any game.
//! for (name, count) in [("nex:3x3", 72), ("awari", 6), ("draughts", 7), ("connect4:6x7", 7)] {
//!     let game = AnyGame::on(played(name, None)?)?;
//!     let moves = game.legal_moves(&game.start());
//!     assert_eq!(moves.len(), count);
//!     let text = game.format_move(&game.start(), moves[0]);
//!     assert_eq!(game.read_move(&game.start(), &text)?, moves[0]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod beside;
mod formats;
mod names;
mod native;
pub mod records;
pub mod typos;

pub use beside::{BesideError, board_of};
pub use names::{board, examples, main_game, names, place, played, played_examples, spec};
pub use nexsolve_catalogue::{
    AnyGame, AnyMemory, AnyMove, AnyPlayed, AnyPosition, Board, Card, Cells, Connections, Extent, Extras,
    Fact, GameSpec, HalfPoints, HubNotation, Measure, MoveChoice, NameError, Numbered, Observed, PLANES,
    Packed, PlaceChoice, Played, Purse, Quantity, Shown, Spot, Variant, Visitor, book, picture, record,
};
pub use nexsolve_listed as listed;
pub use nexsolve_rhombus as rhombus;

use nexsolve_catalogue::records::RecordForm;

/// Generates from each line a game's entries in the list, and its branch of the one match from a board to its
/// game.
macro_rules! games {
    ($($game:ident = $package:ident,)*) => {
        $(pub use $package as $game;)*

        /// All games, the main one first.
        pub static GAMES: [&Card; [$(stringify!($game)),*].len()] = [$(&$game::CARD),*];

        /// What not every program needs of them, in the same order.
        pub static EXTRAS: [&Extras; GAMES.len()] = [$(&$game::EXTRAS),*];

        /// The customary formats of their records, in the same order.
        static FORMS: [Option<&dyn RecordForm>; GAMES.len()] = [$($game::FORM),*];

        /// Calls `visitor` with the game that is played on `board`; for a board of tables, with the game
        /// whose positions they number.
        ///
        /// # Errors
        /// If the board does not exist.
        ///
        /// # Panics
        /// If the board belongs to a game that is not in the list.
        pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
            $(if board.game_word() == $game::CARD.word {
                return $game::visit(board, visitor);
            })*
            if listed::own::is_own(board) {
                return listed::own::game(board).map(|game| visitor.on(game));
            }
            panic!("{board} is a board of a game that is not in the list")
        }
    };
}

games! {
    nex = nexsolve_nex,
    hex = nexsolve_hex,
    awari = nexsolve_awari,
    draughts = nexsolve_draughts,
    connect4 = nexsolve_connect4,
    tictactoe = nexsolve_tictactoe,
    domineering = nexsolve_domineering,
    dodgem = nexsolve_dodgem,
}

pub use nexsolve_hex::in_columns;

/// Finds a game by name, ignoring case.
fn find(name: &str) -> Option<&'static Card> {
    GAMES.into_iter().find(|card| name.eq_ignore_ascii_case(card.word))
}
