//! The routes: one file for each, with its request and its answer.

mod audit;
mod batch;
mod connections;
mod estimate;
mod explain;
mod lanes;
mod line;
mod lists;
mod picture;
mod play;
mod players;
mod position;
mod puzzle;
mod read;
mod values;
mod worth;
mod write;

pub(crate) use audit::audit;
pub(crate) use batch::batch;
pub(crate) use connections::connections;
pub(crate) use estimate::estimate;
pub(crate) use line::line;
pub(crate) use lists::{databases, games};
pub(crate) use play::play;
pub(crate) use players::players;
pub(crate) use position::position;
pub(crate) use puzzle::puzzle;
pub(crate) use read::read;
pub(crate) use values::{hardness, values};
pub(crate) use worth::Tell;
pub(crate) use write::write;

use crate::problem::{Problem, ProblemKind};
use serde::de::DeserializeOwned;

/// The routes that take a document and answer with one, which are all but `values`: calls the macro `$at`
/// with the function that answers the route.
macro_rules! posted {
    ($route:expr, $at:ident, $other:expr) => {
        match $route {
            "position" => $at!($crate::answers::position),
            #[cfg(not(feature = "tables-only"))]
            "batch" => $at!($crate::answers::batch),
            #[cfg(not(feature = "tables-only"))]
            "read" => $at!($crate::answers::read),
            #[cfg(not(feature = "tables-only"))]
            "write" => $at!($crate::answers::write),
            #[cfg(not(feature = "tables-only"))]
            "connections" => $at!($crate::answers::connections),
            #[cfg(not(feature = "tables-only"))]
            "estimate" => $at!($crate::answers::estimate),
            #[cfg(not(feature = "tables-only"))]
            "hardness" => $at!($crate::answers::hardness),
            #[cfg(not(feature = "tables-only"))]
            "line" => $at!($crate::answers::line),
            #[cfg(not(feature = "tables-only"))]
            "play" => $at!($crate::answers::play),
            #[cfg(not(feature = "tables-only"))]
            "puzzle" => $at!($crate::answers::puzzle),
            #[cfg(not(feature = "tables-only"))]
            "players" => $at!($crate::answers::players),
            #[cfg(not(feature = "tables-only"))]
            "audit" => $at!($crate::answers::audit),
            _ => $other,
        }
    };
}
pub(crate) use posted;

/// Reads the document of a request, perhaps after a byte-order mark (RFC 8259 lets a reader ignore it).
pub(crate) fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes))
        .map_err(|error| Problem::new(ProblemKind::Request, format!("the document is not valid: {error}")))
}
