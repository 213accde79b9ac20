//! The commands that communicate with other programs: `serve`, `serve nexc`, `connect`, `gtp`.

mod connect;
mod gtp;
mod page;
mod report;
mod serve;

pub(crate) use connect::{ConnectArgs, run as connect};
pub(crate) use gtp::{GtpArgs, run as gtp};
pub(crate) use serve::{ServeArgs, run as serve};

use crate::exit::Exit;
use crate::fault::Fault;
use std::net::{IpAddr, SocketAddr, TcpListener};

/// Listens on a port. Returns the listener and its address; port 0 chooses a free port.
fn listen(bind: IpAddr, port: u16) -> Result<(TcpListener, SocketAddr), Fault> {
    let listening = TcpListener::bind((bind, port)).and_then(|listener| {
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    listening.map_err(|error| {
        let message = format!("cannot listen on {bind}, port {port}: {error}");
        Fault::new(Exit::System, message).hint("--port 0 chooses a free port and prints it")
    })
}
