//! Lists the networks of `stored/`, to be embedded.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("stored");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed={}", own.display());
    let mut files = fs::read_dir(&own)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_name().expect("a file").to_string_lossy();
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("a string takes all");
    }
    list.push_str("]\n");
    fs::write(out.join("stored.rs"), list)
}
