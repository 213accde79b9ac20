//! The web page for play and analysis, and the JSON interface that it uses.
//!
//! A [`Viewer`] serves the page, whose files are part of the program, and the interface, which other programs
//! can use too. `INTERFACE.md` describes every route. A request names a board, a start and moves; the server
//! keeps no state between requests.
//!
//! Values are exact or null. They come from the rules, from given databases, from small databases that the
//! server makes on first use, or from a search within the time of the request. [`ServerLimits`] bounds the
//! size of requests, the work, its time and memory, and the connections.
//!
//! Read in this order: `asked.rs`, `app.rs`, `answers/`, `work.rs`, `connection.rs`, `guard.rs`; then
//! `page/app.js`. The page is modules without a build step: `tree.js` holds the game with its branches,
//! `parts.js` is its form in requests, links (`hash.js`) and the browser's storage (`kept.js`), and
//! `session.js` alone requests positions. `shape.js` is a board, `pick.js` the choice of a move on it,
//! `board.js` the drawing; no module names a game.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]
// The answers that need searches are compiled, but not called.
#![cfg_attr(feature = "tables-only", allow(dead_code, unused_imports))]

mod answers;
mod app;
mod asked;
mod beside;
mod limits;
mod problem;
mod threads;
mod words;

#[cfg(feature = "server")]
mod bundle;
#[cfg(feature = "server")]
mod connection;
#[cfg(feature = "server")]
mod document;
#[cfg(feature = "server")]
mod first;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod page;
#[cfg(feature = "server")]
mod reply;
#[cfg(feature = "server")]
mod routes;
#[cfg(feature = "server")]
mod site;
#[cfg(feature = "server")]
mod still;
#[cfg(feature = "server")]
mod viewer;
#[cfg(feature = "server")]
mod work;

#[cfg(not(feature = "server"))]
#[path = "inline.rs"]
mod work;

#[cfg(not(feature = "server"))]
mod alone;

#[cfg(not(feature = "server"))]
pub use alone::Alone;
#[cfg(all(feature = "tables-only", not(feature = "server")))]
pub use alone::no_maker;
pub use app::ViewerSettings;
#[cfg(feature = "server")]
pub use first::{FirstAnswers, FirstError, first_answers};
#[cfg(feature = "server")]
pub use guard::Names;
pub use limits::ServerLimits;
#[cfg(feature = "server")]
pub use reply::ReplyBody;
#[cfg(feature = "server")]
pub use routes::Answers;
#[cfg(feature = "server")]
pub use site::{SitePage, site, site_names};
#[cfg(feature = "server")]
pub use viewer::{ServeError, Viewer};
