//! Lists the files of the page, and those of a site without a server, to be embedded in the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// File extensions served by the page; `package.json` is for its tests.
const ENDINGS: [&str; 7] = ["css", "gz", "html", "js", "json", "png", "svg"];

/// Writes `page.rs` and `static.rs`: the lists of the files in these folders, with their contents.
fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for folder in ["page", "static"] {
        fs::write(out.join(format!("{folder}.rs")), list(&package.join(folder))?)?;
    }
    Ok(())
}

/// Returns the list of the files below a folder, by their paths there, with their contents, as Rust.
fn list(root: &Path) -> io::Result<String> {
    let mut list = String::from("&[\n");
    for file in collected(root)? {
        let name = file.strip_prefix(root).expect("found below it").to_string_lossy().replace('\\', "/");
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("a string takes all");
    }
    list.push_str("]\n");
    Ok(list)
}

/// Returns the files below a folder that are served, in the order of their paths.
fn collected(root: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo:rerun-if-changed={}", root.display());
    let (mut folders, mut files) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
                && !path.ends_with("package.json")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
