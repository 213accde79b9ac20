//! The answers of the viewer as WebAssembly modules: one that does everything, and with the feature `first`
//! one with rules and tables.
//!
//! A module is a WASI reactor: it opens databases as files, makes small ones in a folder, and reads a
//! clock, through functions that its host provides (`viewer/static/wasi.js`). The host calls [`start`] once,
//! and then for each request [`room`], to write the request, and [`answer`].

#[cfg(feature = "old-libc")]
mod missing;

#[cfg(not(feature = "first"))]
use nexsolve_kernels::generate_briefly as maker;
use nexsolve_players::{Networks, Shelf};
#[cfg(feature = "first")]
use nexsolve_viewer::no_maker as maker;
use nexsolve_viewer::{Alone, ServerLimits, ViewerSettings};
use std::cell::RefCell;
use std::path::PathBuf;

/// Where the host keeps the networks that come with the program.
const NETWORKS: &str = "/networks";

/// What the module has in memory between two calls.
#[derive(Default)]
struct State {
    alone: Option<Alone>,
    /// The request, or the answer.
    bytes: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Reserves this many bytes for what the host writes next, and returns where they begin.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.bytes = vec![0; bytes];
        state.bytes.as_mut_ptr()
    })
}

/// The length of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    STATE.with_borrow(|state| state.bytes.len())
}

/// Where the last answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    STATE.with_borrow(|state| state.bytes.as_ptr())
}

/// Opens the databases in the folders that the host has written, one a line, within this many MiB of memory.
/// Returns whether all could be opened; otherwise the answer is the reason.
#[unsafe(no_mangle)]
pub extern "C" fn start(memory_mib: u32) -> bool {
    STATE.with_borrow_mut(|state| {
        let folders = String::from_utf8_lossy(&state.bytes).lines().map(PathBuf::from).collect();
        let settings = ViewerSettings {
            folders,
            limits: ServerLimits::default(),
            threads: 1,
            memory_bytes: u64::from(memory_mib) << 20,
            manifest_bytes: 64 << 20,
            maker,
            networks: Networks::new(Shelf::Folder(NETWORKS.into())),
            puzzles: Vec::new(),
            note: Box::new(|message| eprintln!("{message}")),
        };
        match Alone::new(settings) {
            Ok(alone) => state.alone = Some(alone),
            Err(error) => state.bytes = error.to_string().into_bytes(),
        }
        state.alone.is_some()
    })
}

/// Answers the request that the host has written: the route, a line feed, and the document. Returns the
/// status, as in HTTP. The progress of a search goes to the standard output, a line of JSON each time.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> u32 {
    STATE.with_borrow_mut(|state| {
        let at = state.bytes.iter().position(|&byte| byte == b'\n').unwrap_or(state.bytes.len());
        let route = String::from_utf8_lossy(&state.bytes[..at]);
        let document = state.bytes.get(at + 1..).unwrap_or_default();
        let Some(alone) = &state.alone else { return 500 };
        let (status, answer) = alone.answer(&route, document, |line| println!("{line}"));
        state.bytes = answer;
        u32::from(status)
    })
}
