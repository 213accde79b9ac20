//! The C interface, documented in `include/nexsolve.h`: open a database, probe, best move, close.
//!
//! Pointers come from C, so every function that takes one is unsafe: its caller keeps the promises of the
//! header. A panic becomes an error of the call.

#![expect(unsafe_code, reason = "an interface to C")]

use nexsolve_core::{Notation, ReadError};
use nexsolve_games::AnyPosition;
use nexsolve_oracle::{Opened, Oracle, OracleDatabase, Worth, best_first};
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr;
use std::sync::Arc;

/// `NEXSOLVE_OK`.
const OK: c_int = 0;
/// `NEXSOLVE_NONE`.
const NONE: i32 = i32::MIN;
/// The memory for blocks if the caller does not choose it.
const CACHE_BYTES: u64 = 64 << 20;

/// An open database.
pub struct Database {
    oracle: Oracle,
    board: CString,
}

/// `nexsolve_value`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: i32,
    /// The plies to the end, or `NEXSOLVE_NONE`.
    pub plies: i32,
    /// The points from here on, or `NEXSOLVE_NONE`.
    pub points: i32,
}

/// A failure: the code to return, and the text for `nexsolve_error`.
struct Failure(c_int, String);

impl Failure {
    fn unknown(text: impl Display) -> Self {
        Self(1, text.to_string())
    }

    fn wrong(text: impl Display) -> Self {
        Self(2, text.to_string())
    }

    fn failed(text: impl Display) -> Self {
        Self(3, text.to_string())
    }
}

thread_local! {
    static ERROR: RefCell<CString> = RefCell::default();
}

/// Runs a call from C. Keeps the text of its failure for `nexsolve_error`.
fn call<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, c_int> {
    let result = catch_unwind(AssertUnwindSafe(work));
    let result = result.unwrap_or_else(|_| Err(Failure::failed("this is a bug in nexsolve")));
    result.map_err(|Failure(code, text)| {
        let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
        ERROR.with(|error| *error.borrow_mut() = text);
        code
    })
}

/// The text at a pointer.
///
/// # Safety
/// The pointer is NULL, or it points to bytes that end with a zero and do not change during `'a`.
unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::wrong(format!("{what} is NULL")));
    }
    // SAFETY: promised by the caller.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().map_err(|_| Failure::wrong(format!("{what} is not UTF-8")))
}

/// The database at a pointer.
///
/// # Safety
/// The pointer is NULL, or of a database from `nexsolve_open` that stays open during `'a`.
unsafe fn database<'a>(pointer: *const Database) -> Result<&'a Database, Failure> {
    // SAFETY: promised by the caller.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::wrong("the database is NULL"))
}

impl Database {
    fn open(folder: &Path, cache_bytes: u64) -> Result<Self, Failure> {
        let opened = Opened::open(folder, cache_bytes).map_err(Failure::failed)?;
        let (board, name) = (opened.board.over_the_board(), opened.board.to_string());
        let held = Arc::new(OracleDatabase::in_folder(opened, folder));
        let oracle = Oracle::new(board, &[held]).map_err(Failure::failed)?;
        Ok(Self { oracle, board: CString::new(name).map_err(Failure::failed)? })
    }

    fn read(&self, position: &str) -> Result<AnyPosition, Failure> {
        let wrong = |error: ReadError| Failure::wrong(format!("{position}: {error}"));
        self.oracle.game().read_position(position).map_err(wrong)
    }

    fn probe(&self, position: &str) -> Result<Value, Failure> {
        let worth = self.oracle.worths(&[self.read(position)?]).map_err(Failure::failed)?[0];
        Value::of(worth).ok_or_else(|| Failure::unknown(format!("no table stores {position}")))
    }

    fn best_move(&self, position: &str) -> Result<(String, Value), Failure> {
        let at = self.read(position)?;
        let mut moves = self.oracle.answers(&[at]).map_err(Failure::failed)?.remove(0).moves;
        best_first(&mut moves);
        let best = moves.first().ok_or_else(|| Failure::unknown("the game is over"))?;
        let value = Value::of(best.worth).filter(|_| moves.iter().all(|mv| mv.worth.is_known()));
        let value = value.ok_or_else(|| Failure::unknown("no table stores the value of every move"))?;
        Ok((self.oracle.game().format_move(&at, best.mv), value))
    }
}

impl Value {
    fn of(worth: Worth) -> Option<Self> {
        let value = worth.bounds.wdl()? as i32 - 1;
        let plies = worth.bounds.distance().map_or(NONE, |plies| plies.0.into());
        Some(Self { value, plies, points: worth.points.map_or(NONE, |points| points.0.into()) })
    }
}

/// Opens a database.
///
/// # Safety
/// As `nexsolve.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nexsolve_open(folder: *const c_char, cache_bytes: u64) -> *mut Database {
    let opened = call(|| {
        // SAFETY: promised by the caller.
        let folder = unsafe { text(folder, "the folder") }?;
        Database::open(Path::new(folder), if cache_bytes == 0 { CACHE_BYTES } else { cache_bytes })
    });
    opened.map_or(ptr::null_mut(), |database| Box::into_raw(Box::new(database)))
}

/// Closes a database.
///
/// # Safety
/// As `nexsolve.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nexsolve_close(database: *mut Database) {
    if !database.is_null() {
        // SAFETY: the caller promises that it is from `nexsolve_open`, not closed yet, and not in use.
        drop(unsafe { Box::from_raw(database) });
    }
}

/// Returns the name of the board.
///
/// # Safety
/// As `nexsolve.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nexsolve_board(database: *const Database) -> *const c_char {
    // SAFETY: promised by the caller.
    let database = call(|| unsafe { self::database(database) });
    database.map_or(ptr::null(), |database| database.board.as_ptr())
}

/// Looks a position up.
///
/// # Safety
/// As `nexsolve.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nexsolve_probe(
    database: *const Database,
    position: *const c_char,
    value: *mut Value,
) -> c_int {
    let found = call(|| {
        if value.is_null() {
            return Err(Failure::wrong("the value is NULL"));
        }
        // SAFETY: promised by the caller.
        let (database, position) = unsafe { (self::database(database)?, text(position, "the position")?) };
        database.probe(position)
    });
    match found {
        Ok(found) => {
            // SAFETY: it is not NULL, and the caller promises that it is a value to be written.
            unsafe { value.write(found) };
            OK
        }
        Err(code) => code,
    }
}

/// Finds a best move.
///
/// # Safety
/// As `nexsolve.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nexsolve_best_move(
    database: *const Database,
    position: *const c_char,
    mv: *mut c_char,
    size: usize,
    value: *mut Value,
) -> c_int {
    let found = call(|| {
        if mv.is_null() {
            return Err(Failure::wrong("the move is NULL"));
        }
        // SAFETY: promised by the caller.
        let (database, position) = unsafe { (self::database(database)?, text(position, "the position")?) };
        let (best, value) = database.best_move(position)?;
        if best.len() >= size {
            return Err(Failure::wrong(format!("the move needs {} bytes, not {size}", best.len() + 1)));
        }
        Ok((best, value))
    });
    match found {
        Ok((best, found)) => {
            // SAFETY: `mv` is not NULL, and the caller promises that it has `size` bytes, more than the move;
            // a value that is not NULL may be written.
            unsafe {
                ptr::copy_nonoverlapping(best.as_ptr().cast(), mv, best.len());
                mv.add(best.len()).write(0);
                if !value.is_null() {
                    value.write(found);
                }
            }
            OK
        }
        Err(code) => code,
    }
}

/// Returns the text of this thread's last failure.
#[unsafe(no_mangle)]
pub extern "C" fn nexsolve_error() -> *const c_char {
    ERROR.with(|error| error.borrow().as_ptr())
}

/// Returns the version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn nexsolve_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no zero byte"),
        };
    VERSION.as_ptr()
}
