//! Files of records, game by game.

use super::{FaultLine, Found, GameLine};
use crate::app::SIDES;
use crate::games::Viewed;
use nexsolve_boards::{Arena, Kind, Rhombus};
use nexsolve_core::{Game, Side};
use nexsolve_games::awari::{self, Awari, Ending, Reason};
use nexsolve_games::draughts::{Draughts, Variant, pdn};
use nexsolve_games::hex::{self, Hex, Swap, sgf};
use nexsolve_games::nex::{self, Nex};
use nexsolve_games::record::RecordFault;
use nexsolve_games::rhombus::Wide;
use nexsolve_players::Course;
use nexsolve_players::records::Form;
use std::borrow::Cow;
use std::fmt::Display;

/// What is told of a record beside its moves.
struct About {
    arena: Arena,
    /// Black, or who played first, and the other.
    names: [Option<String>; 2],
    result: Option<&'static str>,
    line: usize,
    /// The most moves of a game.
    most: usize,
}

/// The games of a file, of which so many have at most so many moves told; `given` is what they are played on where they do
/// not tell.
pub(super) fn games(bytes: &[u8], given: Option<Arena>, most: usize) -> impl Iterator<Item = Found> {
    type Records = Box<dyn Iterator<Item = Found>>;
    fn all<R: 'static, E: Display + 'static>(
        records: Vec<Result<R, RecordFault<E>>>,
        tell: impl Fn(R) -> Found + 'static,
    ) -> Records {
        Box::new(records.into_iter().map(move |record| match record {
            Ok(record) => tell(record),
            Err(fault) => Err(fault.in_words().into()),
        }))
    }
    match Form::of(bytes) {
        Form::Nex => {
            let size = match given {
                Some(Arena::Rhombus(Rhombus { kind: Kind::Nex, rows, cols })) => Some((rows, cols)),
                _ => None,
            };
            all(nex::record::read(bytes, size), move |record| of_nex(record, most))
        }
        Form::Sgf => {
            let variant = match given {
                Some(Arena::Rhombus(Rhombus { kind: Kind::Hex(variant), .. })) => variant,
                _ => hex::Variant::default(),
            };
            all(sgf::read(bytes, variant.convention), move |record| of_hex(record, variant, most))
        }
        Form::Pdn => {
            let rules = match given {
                Some(Arena::Draughts(variant)) => variant.rules(),
                _ => Variant::Russian.rules(),
            };
            // A game whose result nobody has written is not over yet.
            let is_whole = RESULTS.iter().any(|end| bytes.trim_ascii_end().ends_with(end.as_bytes()));
            let text = if is_whole { Cow::Borrowed(bytes) } else { Cow::Owned([bytes, b"\n*"].concat()) };
            all(pdn::read(&text, &Draughts::new(rules)), move |record| of_draughts(record, most))
        }
        Form::Awari => all(awari::record::read(bytes), move |record| of_awari(record, most)),
    }
}

/// Whether a text looks like records of another game than the client takes it for.
pub(super) fn is_foreign(bytes: &[u8], arena: Arena) -> bool {
    let own = match arena {
        Arena::Rhombus(Rhombus { kind: Kind::Nex, .. }) => Form::Nex,
        Arena::Rhombus(_) => Form::Sgf,
        Arena::Draughts(_) => Form::Pdn,
        Arena::Awari => Form::Awari,
    };
    // A head tells which game it is; moves alone do not.
    let is_told = bytes.iter().any(|c| b"[(:#!?".contains(c));
    // Stones are no pits.
    let has_stones = arena == Arena::Awari && bytes.contains(&b'W');
    Form::of(bytes) != own && !is_told && !has_stones
}

/// What a game of PDN ends with.
const RESULTS: [&str; 7] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"];

fn of_nex(record: nex::record::Record, most: usize) -> Found {
    use nex::record::GameResult;
    let nex::record::Record { rows, cols, black, white, init, moves, result, line, .. } = record;
    let result = match result {
        GameResult::Black => Some(Side::Black.word()),
        GameResult::White => Some(Side::White.word()),
        GameResult::Draw => Some(DRAW),
        GameResult::BrokenOff => None,
    };
    let arena = Arena::Rhombus(Rhombus { kind: Kind::Nex, rows, cols });
    let game = Nex::<Wide>::new(rows, cols).map_err(|error| FaultLine::of_game(line, error.to_string()))?;
    let moves = init.into_iter().chain(moves);
    tell(&game, game.start(), moves, About { arena, names: [black, white], result, line, most })
}

fn of_hex(record: sgf::Record, variant: hex::Variant, most: usize) -> Found {
    let swap = if record.has_swap() { Swap::On } else { variant.swap };
    let variant = hex::Variant { swap, ..variant };
    let has_stones = !(record.black_stones.is_empty() && record.white_stones.is_empty());
    let set_up = has_stones.then(|| record.start::<Wide>(variant));
    let sgf::Record { rows, cols, black, white, moves, result, line, .. } = record;
    let result = match result {
        sgf::GameResult::Won { winner, .. } => Some(winner.word()),
        sgf::GameResult::Unknown => None,
    };
    let arena = Arena::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols });
    let game = Hex::<Wide>::new(rows, cols, variant);
    let game = game.map_err(|error| FaultLine::of_game(line, error.to_string()))?;
    let start = set_up.unwrap_or_else(|| game.start());
    tell(&game, start, moves.into_iter(), About { arena, names: [black, white], result, line, most })
}

fn of_draughts(record: pdn::Record, most: usize) -> Found {
    let name = |tag| record.tag(tag).filter(|name| !matches!(*name, "" | "?")).map(str::to_owned);
    let result = match record.result {
        pdn::GameResult::White => Some(Side::White.word()),
        pdn::GameResult::Black => Some(Side::Black.word()),
        pdn::GameResult::Draw => Some(DRAW),
        pdn::GameResult::Unknown => None,
    };
    let arena = Arena::Draughts(record.rules.variant);
    let about = About { arena, names: [name("Black"), name("White")], result, line: record.line, most };
    tell(&Draughts::new(record.rules), record.start, record.moves.into_iter(), about)
}

/// The first player is Black.
fn of_awari(record: awari::record::Record, most: usize) -> Found {
    let awari::record::Record { first, second, start, moves, result, line } = record;
    let result = match result {
        // Any reason will do: it is asked for the winner alone.
        awari::record::GameResult::Over(seeds) => {
            Some(Ending { seeds, reason: Reason::Majority }.winner().map_or(DRAW, Side::word))
        }
        awari::record::GameResult::BrokenOff => None,
    };
    let about = About { arena: Arena::Awari, names: [first, second], result, line, most };
    tell(&Awari, start, moves.into_iter(), about)
}

/// A game that nobody has won.
const DRAW: &str = "draw";

/// A game in the words of the interface; a fault if the page cannot show it.
fn tell<G: Viewed>(
    game: &G,
    start: G::Position,
    moves: impl Iterator<Item = G::Move>,
    about: About,
) -> Found {
    let About { arena, names: [black, white], result, line, most } = about;
    if let Arena::Rhombus(Rhombus { rows, cols, .. }) = arena
        && !(SIDES.contains(&rows) && SIDES.contains(&cols))
    {
        let (least, greatest) = (SIDES.start(), SIDES.end());
        let reason =
            format!("a game on {rows}x{cols}: boards of {least} to {greatest} rows and columns are shown");
        return Err(FaultLine::of_game(line, reason));
    }
    let mut course = Course::from(game, start);
    for (number, mv) in (0..).zip(moves) {
        if let Some(ending) = course.ending() {
            let reason =
                format!("the game is over after {number} moves ({}), and the record goes on", ending.reason);
            return Err(FaultLine::of_game(line, reason));
        }
        if number == most {
            return Err(FaultLine::of_game(line, format!("a game of more than {most} moves")));
        }
        course.play(mv);
    }
    let start = if start == game.start() { "start".to_owned() } else { game.format_position(&start) };
    let moves = crate::answers::position::written(&course);
    let (board, title) = (arena.to_string(), arena.title());
    Ok(GameLine { board, title, start, moves, black, white, result, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, board: Option<&str>) -> Vec<Found> {
        let given = board.map(|board| Arena::named(board).expect(board));
        games(text.as_bytes(), given, 100).collect()
    }

    #[test]
    fn games_of_all_forms_are_told_in_one() {
        let nex = "Black:solver\nWhite:lots\n#games:1;\n\nGame#1\nBoard:r2-c2\nInit_State:;\nBa1?b1;Wa2?b2;Bb1Bb2?a1;#\n";
        let awari = "First:one\nSecond:two\nc4;A5;!\n";
        for (text, board, moves) in [
            (nex, "nex:2x2", vec!["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]),
            ("(;FF[4]GM[11]SZ[3];B[b2];W[swap-sides])", "hex:swap:3x3", vec!["b2", "swap"]),
            ("[GameType \"25\"]\n1. c3-d4 b6-a5 *", "draughts:russian", vec!["c3-d4", "b6-a5"]),
            ("1. c3-d4 b6-a5", "draughts:russian", vec!["c3-d4", "b6-a5"]),
            ("1. c3-d4 b6-a5 2. d4-c5\n", "draughts:russian", vec!["c3-d4", "b6-a5", "d4-c5"]),
            (awari, "awari", vec!["c4", "A5"]),
        ] {
            let mut found = read(text, None);
            let Some(Ok(game)) = found.pop() else {
                let faults: Vec<_> =
                    found.iter().filter_map(|found| found.as_ref().err()).map(|f| &f.reason).collect();
                panic!("{text}: {faults:?}")
            };
            assert_eq!((game.board.as_str(), game.start.as_str()), (board, "start"), "{text}");
            assert_eq!(game.moves, moves);
        }
    }
}
