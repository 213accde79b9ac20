//! The C interface, called from Rust, from C and from Python.

#![expect(unsafe_code, reason = "calls an interface to C")]

use nexsolve::{
    Value, nexsolve_best_move, nexsolve_board, nexsolve_close, nexsolve_error, nexsolve_open, nexsolve_probe,
    nexsolve_version,
};
use nexsolve_oracle::Small;
use std::ffi::{CStr, CString, c_char};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::ptr;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// `NEXSOLVE_NONE`.
const NONE: i32 = i32::MIN;

fn database(board: &str) -> TempDir {
    let (folder, board) =
        (tempfile::tempdir().expect("a folder"), nexsolve_games::board(board).expect("a board"));
    let stop = AtomicBool::new(false);
    nexsolve_kernels::generate_briefly(board, folder.path(), Small::ENOUGH, &stop, &|_, _| ())
        .expect("a database");
    folder
}

fn c(text: &str) -> CString {
    CString::new(text).expect("no zero byte")
}

fn path(folder: &Path) -> CString {
    c(folder.to_str().expect("UTF-8"))
}

fn told(text: *const c_char) -> String {
    // SAFETY: the library returns texts.
    unsafe { CStr::from_ptr(text) }.to_str().expect("UTF-8").to_owned()
}

#[test]
fn values_and_moves_are_those_of_the_rules() {
    let (nex, awari) = (database("nex:2x2"), database("awari:5"));
    let mut value = Value { value: 7, plies: 7, points: 7 };
    let mut mv = [0; 64];
    // SAFETY: all pointers are to live values.
    unsafe {
        let open = nexsolve_open(path(nex.path()).as_ptr(), 0);
        assert_eq!(told(nexsolve_board(open)), "nex:2x2");
        assert_eq!(nexsolve_probe(open, c("start").as_ptr(), &raw mut value), 0);
        assert_eq!(value, Value { value: 1, plies: 3, points: NONE });
        assert_eq!(nexsolve_best_move(open, c("start").as_ptr(), mv.as_mut_ptr(), 64, &raw mut value), 0);
        assert_eq!((told(mv.as_ptr()).as_str(), value.plies), ("Ba1?a2", 3));
        assert_eq!(nexsolve_best_move(open, c("start").as_ptr(), mv.as_mut_ptr(), 6, ptr::null_mut()), 2);
        assert_eq!(told(nexsolve_error()), "the move needs 7 bytes, not 6");
        assert_eq!(nexsolve_best_move(open, c("start").as_ptr(), mv.as_mut_ptr(), 7, ptr::null_mut()), 0);
        for (position, code, text) in [("zz", 2, "zz: "), ("Ba1?a2;Wb1?b2;Ba2Bb2?a1", 1, "the game is over")]
        {
            let found = nexsolve_best_move(open, c(position).as_ptr(), mv.as_mut_ptr(), 64, ptr::null_mut());
            assert_eq!(found, code, "{position}");
            assert!(told(nexsolve_error()).starts_with(text), "{}", told(nexsolve_error()));
        }
        nexsolve_close(open);
        let open = nexsolve_open(path(awari.path()).as_ptr(), 1 << 20);
        assert_eq!(nexsolve_probe(open, c("start").as_ptr(), &raw mut value), 1);
        assert!(told(nexsolve_error()).contains("no table"));
        nexsolve_close(open);
    }
    assert_eq!(told(nexsolve_version()), env!("CARGO_PKG_VERSION"));
}

#[test]
fn null_is_an_error() {
    let folder = database("nex:2x2");
    let mut value = Value { value: 7, plies: 7, points: 7 };
    // SAFETY: NULL is allowed everywhere.
    unsafe {
        assert!(nexsolve_open(ptr::null(), 0).is_null());
        assert!(nexsolve_open(c("/nope").as_ptr(), 0).is_null());
        assert!(told(nexsolve_error()).contains("nope"), "{}", told(nexsolve_error()));
        let open = nexsolve_open(path(folder.path()).as_ptr(), 0);
        assert_eq!(nexsolve_probe(ptr::null(), c("start").as_ptr(), &raw mut value), 2);
        assert_eq!(nexsolve_probe(open, ptr::null(), &raw mut value), 2);
        assert_eq!(nexsolve_probe(open, c("start").as_ptr(), ptr::null_mut()), 2);
        assert_eq!(nexsolve_best_move(open, c("start").as_ptr(), ptr::null_mut(), 64, &raw mut value), 2);
        assert_eq!(value.value, 7);
        assert!(nexsolve_board(ptr::null()).is_null());
        nexsolve_close(open);
        nexsolve_close(ptr::null_mut());
    }
}

#[test]
fn threads_share_a_database_and_have_errors_of_their_own() {
    let folder = database("nex:2x2");
    // SAFETY: the database is open until the threads have ended.
    let open = unsafe { nexsolve_open(path(folder.path()).as_ptr(), 0) };
    let shared = open as usize;
    std::thread::scope(|scope| {
        for number in 0..4 {
            scope.spawn(move || {
                let (wrong, mut value) = (c(&format!("zz{number}")), Value { value: 7, plies: 7, points: 7 });
                for _ in 0..100 {
                    let open = shared as *const nexsolve::Database;
                    // SAFETY: as above.
                    let codes = unsafe {
                        [&wrong, &c("start")].map(|text| nexsolve_probe(open, text.as_ptr(), &raw mut value))
                    };
                    assert_eq!((codes, value.value), ([2, 0], 1));
                    assert!(told(nexsolve_error()).starts_with(&format!("zz{number}")));
                }
            });
        }
    });
    // SAFETY: nothing uses it.
    unsafe { nexsolve_close(open) };
}

/// The folder of the shared library, beside this test.
fn library() -> PathBuf {
    let folder = std::env::current_exe().expect("a program");
    folder.parent().expect("a folder").to_owned()
}

fn success(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}

/// Whether a program exists; otherwise says that a test is skipped.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("== SKIPPED: {program} is not installed");
    }
    found
}

#[test]
#[cfg(unix)]
fn the_example_in_c_runs() {
    if !has("cc") {
        return;
    }
    let (folder, here) = (database("nex:3x3"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let program = folder.path().join("best_move");
    let mut compile = Command::new("cc");
    compile.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    compile
        .arg("-I")
        .arg(here.join("include"))
        .arg(here.join("examples/best_move.c"))
        .arg("-o")
        .arg(&program);
    compile.arg("-L").arg(library()).arg("-lnexsolve");
    compile.arg(format!("-Wl,-rpath,{}", library().display()));
    success(compile);
    let run = |position: &str| {
        let mut run = Command::new(&program);
        run.arg(folder.path()).arg(position);
        run
    };
    assert_eq!(success(run("start")), "nex:3x3: win in 7, Ba2?a3\n");
    let wrong = run("zz").output().expect("it starts");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).starts_with("zz: "));
}

#[test]
#[cfg(target_os = "linux")]
fn the_example_in_python_runs() {
    if !has("python3") {
        return;
    }
    let (folder, here) = (database("nex:3x3"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let mut run = Command::new("python3");
    run.arg(here.join("examples/best_move.py")).arg(library().join("libnexsolve.so"));
    run.arg(folder.path()).arg("start");
    assert_eq!(success(run), "1 7 Ba2?a3\n");
}
