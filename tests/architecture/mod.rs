//! The repository follows ARCHITECTURE.md: which crate uses which, where games are named, which file needs
//! which, and what documents claim. Clippy checks that libraries do not print, read clocks or start threads:
//! see `clippy.toml` and the first lines of each library.

mod circles;
mod comments;
mod crates;
mod documents;
mod examples;
#[cfg(unix)]
mod figures;
mod module;
mod names;
mod repository;
