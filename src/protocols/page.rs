//! `nexsolve serve`: the page to play and analyse on, and its JSON interface.

use super::listen;
use crate::args::Global;
use crate::args::PageArgs;
use crate::exit::Exit;
use crate::fault::{Fault, safe};
use crate::{output, stop, threads};
use nexsolve_reports::{folders, is_database};
use nexsolve_viewer::{Limits, Settings, Viewer};
use serde_json::json;
use std::net::SocketAddr;
use std::panic;
use std::path::{Path, PathBuf};

/// Runs the command.
pub(super) fn run(args: &PageArgs, global: &Global) -> Result<Exit, Fault> {
    let limits = Limits {
        search: args.seconds,
        positions: usize::try_from(args.positions).unwrap_or(usize::MAX),
        body_bytes: usize::try_from(args.body).unwrap_or(usize::MAX),
        connections: usize::try_from(args.connections).unwrap_or(usize::MAX),
        ..Limits::default()
    };
    let settings = Settings {
        folders: args.db.iter().flat_map(|folder| databases(folder)).collect(),
        limits,
        threads: threads::number(global)?,
        memory_bytes: global.memory,
        maker: nexsolve_tablegen::generate_briefly,
        note: Box::new(|text| output::note(&safe(text))),
    };
    let viewer = Viewer::new(settings).map_err(|error| {
        let fault = Fault::new(Exit::Table, safe(&error.to_string()));
        fault.hint("nexsolve generate BOARD --out DIR makes a database")
    })?;
    let (listener, address) = listen(args.bind, args.port)?;
    stop::on_interrupt("the server")?;
    // A request that finds a fault of the program is answered so, and the others are answered all the same.
    panic::set_hook(Box::new(|info| crate::panic_fault(info).show()));
    // Alone on its line, so that a terminal makes a link of it.
    let url = format!("http://{address}/");
    output::answer(global, || json!({ "url": url }), || format!("{url}\n"))?;
    if args.open {
        open_page(&url, address);
    }
    if !args.bind.is_loopback() && !global.quiet {
        output::note("anyone who can reach this machine can use the server and its processor time");
    }
    let served = viewer.serve(listener, stop::flag());
    served.map_err(|error| Fault::new(Exit::System, format!("the server stopped: {error}")))?;
    Ok(Exit::Interrupted)
}

/// The databases of a folder: itself, or those in it. What is neither is left for the viewer to refuse.
fn databases(folder: &Path) -> Vec<PathBuf> {
    match folders(folder) {
        Ok(found) if !is_database(folder) && !found.is_empty() => found,
        _ => vec![folder.to_owned()],
    }
}

/// Opens the page in the browser. A server without one serves all the same.
fn open_page(url: &str, address: SocketAddr) {
    // No browser goes to "any address".
    let url = if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        url.to_owned()
    };
    if let Err(error) = open::that_detached(&url) {
        output::note(&safe(&format!("cannot open a browser ({error}); open {url} yourself")));
    }
}
