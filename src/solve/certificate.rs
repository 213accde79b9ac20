//! A proof of the value that a search has found, as a certificate.

use nexsolve_console::{Exit, Fault, files};
use nexsolve_core::{Bounds, Game, Side};
use nexsolve_games::AnyPosition;
use nexsolve_oracle::{Oracle, Searcher};
use nexsolve_proof::{Certificate, Claim};
use std::fmt::Display;
use std::path::Path;

/// What a certificate should say.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    /// For a draw, whose strategy it contains [default: the side to move]; for a win, the winner.
    pub(crate) side: Option<Side>,
    /// Whether it says within how many plies a win is forced, if that is known.
    pub(crate) length: bool,
}

/// Returns a proof of the value: the winner's lemmas or strategy, or for a draw one side's strategy. `None`
/// if the value is not known, or the search was stopped.
pub(crate) fn certificate(
    oracle: &Oracle,
    searcher: &mut dyn Searcher,
    position: &AnyPosition,
    bounds: Bounds,
    asked: Asked,
) -> Result<Option<Certificate>, Fault> {
    let (game, name) = (oracle.game(), oracle.board().to_string());
    let mover = game.side_to_move(position);
    let Some(value) = bounds.wdl() else { return Ok(None) };
    let winner = value.winner(mover);
    let side = match (winner, asked.side) {
        (Some(winner), Some(side)) if side != winner => {
            return Err(Fault::usage(format!("{winner} wins: no certificate for {side} exists")));
        }
        (Some(winner), _) => winner,
        (None, side) => side.unwrap_or(mover),
    };
    let bound = if side == mover { bounds.lo } else { bounds.hi };
    // If nobody asked for lengths, a win is proven by lemmas, in games that have them.
    let is_asked = asked.length && bound.distance().is_some();
    let lemmas = if winner.is_some() && !is_asked { searcher.deduce(position) } else { None };
    if let Some(lemmas) = lemmas {
        return by_lemmas(oracle, position, side, lemmas).map(Some);
    }
    let Some(moves) = searcher.strategy(position, side, bound)? else { return Ok(None) };
    let claim = match winner {
        Some(_) => Claim::Wins(nexsolve_proof::length(game, position, side, &moves).map_err(broken)?),
        None => Claim::Draws,
    };
    Certificate::new(game, &name, position, side, claim, &moves).map(Some).map_err(broken)
}

/// Returns the certificate of lemmas that prove that the side wins.
pub(crate) fn by_lemmas(
    oracle: &Oracle,
    position: &AnyPosition,
    side: Side,
    lemmas: Vec<String>,
) -> Result<Certificate, Fault> {
    let (game, name) = (oracle.game(), oracle.board().to_string());
    let certificate = Certificate::of_lemmas(game, &name, position, side, lemmas).map_err(broken)?;
    certificate.check(game).map_err(broken)?;
    Ok(certificate)
}

/// The fault if a proof does not show what the search claims, which is a bug of the program.
fn broken(error: impl Display) -> Fault {
    Fault::new(Exit::Fault, format!("the proof does not hold: {error}"))
}

/// Writes a certificate to a file.
pub(crate) fn write_certificate(certificate: &Certificate, path: &Path) -> Result<(), Fault> {
    files::write(path, |out| certificate.write(out).map_err(|error| files::unwritable(path, &error)))
}
