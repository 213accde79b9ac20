//! The commands that speak with other programs: `serve`, `serve nexc`, `connect`, `gtp`.

mod connect;
mod gtp;
mod page;
mod report;
mod serve;

pub(crate) use connect::run as connect;
pub(crate) use gtp::run as gtp;
pub(crate) use serve::run as serve;
