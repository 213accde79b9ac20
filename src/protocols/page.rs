//! `nexsolve serve`: serves the page for play and analysis, and its JSON interface.

use super::listen;
use crate::database::not_opened;
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, memory, output, stop, threads, units};
use nexsolve_judging::puzzles::PuzzleFile;
use nexsolve_players::{Networks, Shelf};
use nexsolve_reports::{folders, is_database};
use nexsolve_viewer::{ServeError, ServerLimits, Viewer, ViewerSettings};
use serde_json::json;
use std::net::IpAddr;
use std::net::SocketAddr;
use std::panic;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `serve` for the page.
#[derive(Args, Clone, Debug)]
pub(crate) struct PageArgs {
    /// Port to listen on; 0 chooses a free one and prints it
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Address to listen on; 0.0.0.0 admits browsers on other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = super::bind)]
    pub(crate) bind: IpAddr,
    /// Public name of a proxy in front of the server, such as games.example.org; can be repeated
    #[arg(long, value_name = "HOST", value_parser = host)]
    pub(crate) host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Database, or folder of databases, to answer from; can be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// Puzzles to offer, from nexsolve puzzles --json; can be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,
    /// Time limit of a search or a player's move, in seconds
    #[arg(long, value_name = "N", default_value = "10", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// Limit of positions in a request
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = units::count)]
    pub(crate) positions: u64,
    /// Limit of the size of a request, such as 1MiB
    #[arg(long, value_name = "SIZE", default_value = "1MiB", value_parser = body)]
    pub(crate) body: u64,
    /// Limit of simultaneous connections
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = units::count)]
    pub(crate) connections: u64,
}

/// Reads the value of `--host`.
fn host(text: &str) -> Result<String, String> {
    let is_part =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if text.split('.').all(is_part) {
        return Ok(text.to_owned());
    }
    Err("give the name alone, without https:// and without a port, such as games.example.org".to_owned())
}

/// Reads the value of `--body`.
fn body(text: &str) -> Result<u64, String> {
    units::bytes_as(text, "64KiB or 1MiB")
}

/// Reads the value of `--seconds`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| "give a number of seconds, such as 2 or 0.5".to_owned())
}

/// Runs the command.
pub(super) fn run(args: &PageArgs, global: &Global) -> Result<Exit, Fault> {
    let limits = ServerLimits {
        search: args.seconds,
        positions: usize::try_from(args.positions).unwrap_or(usize::MAX),
        body_bytes: usize::try_from(args.body).unwrap_or(usize::MAX),
        connections: usize::try_from(args.connections).unwrap_or(usize::MAX),
        ..ServerLimits::default()
    };
    let settings = ViewerSettings {
        folders: args.db.iter().flat_map(|folder| databases(folder)).collect(),
        limits,
        threads: threads::number(global)?,
        memory_bytes: global.memory,
        manifest_bytes: memory::manifest(global),
        maker: nexsolve_kernels::generate_briefly,
        networks: Networks::new(Shelf::Within(nexsolve_net::STORED)),
        puzzles: args
            .puzzles
            .iter()
            .map(|path| puzzles(path, args.puzzles.len(), global))
            .collect::<Result<_, _>>()?,
        note: Box::new(|text| output::note(&safe(text))),
    };
    let viewer = Viewer::new(settings).map_err(|error| not_opened(&error))?;
    let (listener, address) = listen(args.bind, args.port)?;
    stop::on_interrupt("the server")?;
    // If a request panics, only that request fails; the server keeps answering others.
    panic::set_hook(Box::new(|info| Fault::of_panic(info).show()));
    // On its own line, so that terminals make it a link.
    let url = format!("http://{address}/");
    output::answer(global, || json!({ "url": url }), || format!("{url}\n"))?;
    if args.open {
        open_page(&url, address);
    }
    if !args.bind.is_loopback() && !global.quiet {
        output::note("anyone who can reach this machine can use the server and its processor time");
    }
    let served = viewer.serve(listener, &args.host, stop::flag());
    served.map_err(|error| {
        let fault = Fault::new(Exit::System, format!("the server stopped: {error}"));
        if matches!(error, ServeError::Threads(_)) { fault.hint(threads::REFUSED) } else { fault }
    })?;
    Ok(Exit::Interrupted)
}

/// The part of the memory for the texts of all files of puzzles. What is made of a text takes several times
/// as much.
const PUZZLES: u64 = 64;

/// Reads one of some files of puzzles.
fn puzzles(path: &Path, files: usize, global: &Global) -> Result<PuzzleFile, Fault> {
    let text = files::text(path, files::read_any_part(path, global.memory, PUZZLES * files as u64)?)?;
    let name = files::name(path);
    PuzzleFile::read(&text).map_err(|error| Fault::input(format!("{name}: {}", safe(&error.to_string()))))
}

/// Returns the databases of a folder: the folder itself, or those in it. If it has none, the viewer refuses
/// it.
fn databases(folder: &Path) -> Vec<PathBuf> {
    match folders(folder) {
        Ok(found) if !is_database(folder) && !found.is_empty() => found,
        _ => vec![folder.to_owned()],
    }
}

/// Opens the page in a browser. If that fails, the server still runs.
fn open_page(url: &str, address: SocketAddr) {
    // Browsers cannot open the unspecified address.
    let url = if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        url.to_owned()
    };
    if let Err(error) = open::that_detached(&url) {
        output::note(&safe(&format!("cannot open a browser ({error}); open {url} yourself")));
    }
}
