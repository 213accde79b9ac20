//! What the studies were built from, for their page of provenance: the commit and the compiler.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = told("git", &["rev-parse", "--path-format=absolute", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let unknown = || "unknown".to_owned();
    println!(
        "cargo::rustc-env=NEXSOLVE_COMMIT={}",
        told("git", &["rev-parse", "HEAD"]).unwrap_or_else(unknown)
    );
    println!(
        "cargo::rustc-env=NEXSOLVE_COMPILER={}",
        told(&compiler, &["--version"]).unwrap_or_else(unknown)
    );
}

/// What a program prints on its first line.
fn told(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
