//! The page to play and analyse on, and the JSON interface behind it.
//!
//! A [`Viewer`] answers over HTTP: the page itself, whose files are part of the program, and the interface that the page and
//! other programs use. `viewer/README.md` describes every route. Requests are about a board, a position and moves; the server
//! remembers nothing of a client from one request to the next.
//!
//! Values are exact or not told: by the rules, from databases that were given, from small ones that the server makes when they are
//! first needed, or proven by a search within its time. Everything is bounded ([`Limits`]): what a client sends, what is
//! worked on at once, how long, in how much memory, how many connections there are and for how long.

mod answers;
mod app;
mod asked;
mod beside;
mod connection;
mod document;
mod guard;
mod limits;
mod page;
mod problem;
mod routes;
mod viewer;
mod words;
mod work;

pub use app::Settings;
pub use guard::Names;
pub use limits::Limits;
pub use viewer::Viewer;
