//! Weak openings and their refutations.

use super::openings::{Opening, Openings};
use crate::source::TypedDatabase;
use nexsolve_core::{Bounds, Game, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::Cell;
use nexsolve_reports::ReportError;

/// A reply to an opening. With only one neutral stone on the board, it must be a generate move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    pub(super) stone: Cell,
    pub(super) neutral: Cell,
    /// Whether it gives White the best possible value: a win, or a draw if no reply wins.
    pub(super) refutes: bool,
}

/// An opening that does not win, with its replies.
pub(super) struct Weak {
    pub(super) opening: Opening,
    pub(super) replies: Vec<Reply>,
    /// The opening, the best reply, and best play after it.
    pub(super) line: Vec<NexMove>,
    /// The ply of White's first transform in that line, if any, and whether it takes the opening's neutral
    /// stone.
    pub(super) transform: Option<(usize, bool)>,
}

impl Weak {
    /// Returns the number of replies that refute.
    pub(super) fn refuting(&self) -> usize {
        self.replies.iter().filter(|reply| reply.refutes).count()
    }
}

/// Finds the openings that do not win, up to rotation of the board by 180°.
pub(super) fn weak(
    known: &TypedDatabase<'_, Nex<u64>>,
    openings: &Openings,
) -> Result<Vec<Weak>, ReportError> {
    let game = &known.game;
    let mut found = Vec::new();
    for opening in openings.up_to_symmetry().filter(|opening| opening.value != Wdl::Win) {
        let after = game.play(&game.start(), opening.mv());
        // White's value: a win where the opening loses, a draw where it draws.
        let value = -opening.value;
        let reply = |(mv, bounds): (NexMove, Bounds)| match mv {
            NexMove::Generate { stone, neutral } => {
                Some(Reply { stone, neutral, refutes: bounds.wdl() == Some(value) })
            }
            _ => None,
        };
        let replies = known.moves(&after)?.into_iter().filter_map(reply).collect();
        let mut line = vec![opening.mv()];
        line.extend(known.line(&after, usize::MAX)?);
        let transform = line.iter().enumerate().skip(1).step_by(2).find_map(|(ply, mv)| match mv {
            NexMove::Transform { gained, .. } => Some((ply + 1, gained.contains(&opening.neutral))),
            _ => None,
        });
        found.push(Weak { opening: *opening, replies, line, transform });
    }
    Ok(found)
}
