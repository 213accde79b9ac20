//! The openings of a match.

use super::args::MatchArgs;
use nexsolve_console::{Fault, fault::safe, files};
use nexsolve_core::{ReadError, SplitMix};
use nexsolve_games::AnyGame;
use nexsolve_players::matches::{Opening, OpeningError};
use std::ops::Range;
use std::path::Path;

/// The part of the seed for random openings, which no game uses.
const LOTS: u64 = 0x6f70_656e;

/// Returns the openings of a match: those of a file, random ones (one for every two games of a pair), or the
/// start.
pub(super) fn of(game: &AnyGame, args: &MatchArgs, seed: u64) -> Result<Vec<Opening>, Fault> {
    if let Some(path) = &args.openings {
        return read(game, path);
    }
    if args.random_plies == 0 {
        return Ok(vec![Opening::start(game)]);
    }
    let lots = SplitMix::part(seed, LOTS).next_word();
    let number = args.games.div_ceil(2);
    let opening = |i| Opening::by_lot(game, args.random_plies, &mut SplitMix::part(lots, i));
    (0..number).map(opening).collect::<Result<_, _>>().map_err(|error| Fault::usage(error.to_string()))
}

/// Reads the openings of a file, one per line. Skips empty lines and lines that begin with #.
fn read(game: &AnyGame, path: &Path) -> Result<Vec<Opening>, Fault> {
    let name = files::name(path);
    let text = files::text(path, files::read(path)?)?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let wrong = |span: Range<usize>, reason: &dyn std::fmt::Display| {
            Fault::input(format!("{name}:{number}: {}", safe(&reason.to_string()))).at(line, span)
        };
        openings.push(Opening::read(game, line).map_err(|error| match error {
            OpeningError::Read(ReadError { span, fault }) => wrong(span, &fault),
            other => wrong(0..line.trim_end().len(), &other),
        })?);
    }
    if openings.is_empty() {
        let message = format!("{name} has no openings: expected one per line, such as moves joined by `;`");
        return Err(Fault::input(message));
    }
    Ok(openings)
}
