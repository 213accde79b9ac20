//! Certificates written down.

use crate::{Certificate, Claim, LEMMAS_MAGIC, MAGIC, Proof};
use nexsolve_core::{Notation, Side};
use std::io::{self, Write};

/// A strategy cannot be written as a certificate.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The game writes a position or move in a way that a line cannot hold. A fault of the game's notation.
    #[error("a tab or line break in `{text}` cannot be written")]
    Unwritable {
        /// The text.
        text: String,
    },
    /// The strategy names two different moves for a position. A fault of the strategy.
    #[error("two moves are given for one position:\n{diagram}")]
    TwoMoves {
        /// The position.
        diagram: String,
    },
}

impl Certificate {
    /// A certificate for the strategy `moves`, in any order, of `side` from `position` on. `board` is the
    /// name by which the command finds the game again.
    ///
    /// Nothing is checked but that it can be written: whether it proves the claim is for
    /// [`Certificate::check`].
    ///
    /// # Errors
    /// If the game's notation breaks a line, or a position has two moves.
    pub fn new<G: Notation>(
        game: &G,
        board: &str,
        position: &G::Position,
        side: Side,
        claim: Claim,
        moves: &[(G::Position, G::Move)],
    ) -> Result<Self, WriteError> {
        let root = root_text(game, position);
        let mut entries = Vec::with_capacity(moves.len());
        for (at, mv) in moves {
            entries.push((writable(game.format_position(at))?, writable(game.format_move(at, *mv))?));
        }
        // The separator is part of the lines' order: a tab sorts before all that a line can hold.
        entries.sort_unstable();
        entries.dedup();
        if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let at = game.read_position(&pair[0].0);
            let diagram = at.map_or_else(|_| pair[0].0.clone(), |at| game.diagram(&at));
            return Err(WriteError::TwoMoves { diagram });
        }
        let proof = Proof::Strategy { claim, entries };
        Ok(Self { board: writable(board.to_owned())?, position: writable(root)?, side, proof })
    }

    /// A certificate of a win of `side` from `position` on, by lemmas as [`Notation::deductions`] checks
    /// them.
    ///
    /// Nothing is checked but that it can be written.
    ///
    /// # Errors
    /// If a text breaks a line.
    pub fn of_lemmas<G: Notation>(
        game: &G,
        board: &str,
        position: &G::Position,
        side: Side,
        lemmas: Vec<String>,
    ) -> Result<Self, WriteError> {
        let root = root_text(game, position);
        let lemmas = lemmas.into_iter().map(writable).collect::<Result<_, _>>()?;
        let proof = Proof::Lemmas(lemmas);
        Ok(Self { board: writable(board.to_owned())?, position: writable(root)?, side, proof })
    }

    /// Writes the certificate.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let mut hasher = blake3::Hasher::new();
        let mut put = |line: String| {
            hasher.update(line.as_bytes());
            out.write_all(line.as_bytes())
        };
        let (board, position, side) = (&self.board, &self.position, self.side.word());
        let magic = match self.proof {
            Proof::Strategy { .. } => MAGIC,
            Proof::Lemmas(_) => LEMMAS_MAGIC,
        };
        let claim = match self.claim() {
            Claim::Wins(plies) => format!("wins {plies}"),
            Claim::WinsSometime => "wins".to_owned(),
            Claim::Draws => "draws".to_owned(),
        };
        put(format!("{magic}\nboard {board}\nposition {position}\nclaim {side} {claim}\n"))?;
        match &self.proof {
            Proof::Strategy { entries, .. } => {
                put(format!("moves {}\n", entries.len()))?;
                entries.iter().try_for_each(|(position, mv)| put(format!("{position}\t{mv}\n")))?;
            }
            Proof::Lemmas(lemmas) => {
                put(format!("lemmas {}\n", lemmas.len()))?;
                lemmas.iter().try_for_each(|lemma| put(format!("{lemma}\n")))?;
            }
        }
        writeln!(out, "digest {}", hasher.finalize().to_hex())?;
        out.flush()
    }
}

/// How the position is written that a strategy starts from.
pub(crate) fn root_text<G: Notation>(game: &G, position: &G::Position) -> String {
    if *position == game.start() { "start".to_owned() } else { game.format_position(position) }
}

fn writable(text: String) -> Result<String, WriteError> {
    if text.is_empty() || text.contains(['\t', '\n', '\r']) {
        return Err(WriteError::Unwritable { text });
    }
    Ok(text)
}
