//! The commands that speak with other programs: `serve`, `serve nexc`, `connect`, `gtp`.

mod connect;
mod gtp;
mod page;
mod report;
mod serve;

pub(crate) use connect::run as connect;
pub(crate) use gtp::run as gtp;
pub(crate) use serve::run as serve;

use crate::fault::Fault;
use std::net::{IpAddr, SocketAddr, TcpListener};

/// Listens on a port; tells on which, where any would do.
fn listen(bind: IpAddr, port: u16) -> Result<(TcpListener, SocketAddr), Fault> {
    let listening = TcpListener::bind((bind, port)).and_then(|listener| {
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    listening.map_err(|error| {
        let message = format!("{bind}, port {port}, cannot be listened on: {error}");
        Fault::usage(message).hint("--port 0 takes a free port, and tells which")
    })
}
