//! The commands that communicate with other programs: `serve`, `serve nexc`, `connect`, `gtp`, `hub`.

mod connect;
mod gtp;
mod hub;
mod page;
mod report;
mod serve;

pub(crate) use connect::{ConnectArgs, run as connect};
pub(crate) use gtp::{GtpArgs, run as gtp};
pub(crate) use hub::{HubArgs, run as hub};
pub(crate) use serve::{ServeArgs, run as serve};

use clap::Args;
use nexsolve_console::{Exit, Fault, Global, units};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of the engines.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// Database of the board, for values and for players that look up positions
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time limit for a move, whatever the controller allows
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
}

/// Refuses `--json` for an engine.
fn no_document(command: &str, global: &Global) -> Result<(), Fault> {
    if !global.json {
        return Ok(());
    }
    Err(Fault::usage(format!("{command} uses its own protocol: it has no --json output")))
}

/// Returns the result of an engine's session; `None` if the other program has disconnected.
fn ended<T>(session: io::Result<T>) -> Result<Option<T>, Fault> {
    match session {
        Ok(result) => Ok(Some(result)),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(None),
        Err(error) => Err(Fault::new(Exit::System, format!("the session broke off: {error}"))),
    }
}

/// Listens on a port. Returns the listener and its address; port 0 chooses a free port.
fn listen(bind: IpAddr, port: u16) -> Result<(TcpListener, SocketAddr), Fault> {
    let listening = TcpListener::bind((bind, port)).and_then(|listener| {
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    listening.map_err(|error| match error.kind() {
        ErrorKind::AddrNotAvailable => {
            Fault::new(Exit::System, format!("this machine does not have the address {bind}"))
                .hint("--bind 0.0.0.0 listens on all its addresses")
        }
        _ => Fault::new(Exit::System, format!("cannot listen on {bind}, port {port}: {error}"))
            .hint("--port 0 chooses a free port and prints it"),
    })
}

/// Reads the value of `--bind`.
fn bind(text: &str) -> Result<IpAddr, String> {
    // A printed URL has brackets around such an address.
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    match bare {
        "localhost" => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        _ => bare.parse().map_err(|_| "give an address, such as 127.0.0.1 or ::1, or localhost".to_owned()),
    }
}
