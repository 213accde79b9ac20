//! Lists the files of the page, and those of a site without a server, to be embedded in the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What a file of the page can end with.
const ENDINGS: [&str; 6] = ["css", "html", "js", "png", "svg", "wasm"];

/// The page around the rules of a game, which takes their heading as its title.
const FRAME: &str = "rules/frame.html";

/// The files of the page, and within [`FRAME`] the rules of each game, `games/src/GAME/page/rules.html`, as `rules/GAME.html`.
fn main() -> io::Result<()> {
    let crates = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let own = crates.join("page");
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for file in collected(&own)? {
        files.push((name(&file, &own), file));
    }
    let games = crates.join("../games/src");
    println!("cargo:rerun-if-changed={}", games.display());
    let frame = fs::read_to_string(own.join(FRAME))?;
    for entry in fs::read_dir(&games)? {
        let folder = entry?.path();
        if let Ok(text) = fs::read_to_string(folder.join("page/rules.html")) {
            let page = format!("{}.html", name(&folder, &games));
            fs::write(out.join(&page), framed(&frame, &text))?;
            files.push((format!("rules/{page}"), out.join(page)));
        }
    }
    files.retain(|(name, _)| name != FRAME);
    write(&out.join("page.rs"), files)?;
    let own = crates.join("static");
    let files = collected(&own)?.into_iter().map(|file| (name(&file, &own), file)).collect();
    write(&out.join("static.rs"), files)
}

/// Writes a list of files, with their contents, as Rust.
fn write(place: &Path, mut files: Vec<(String, PathBuf)>) -> io::Result<()> {
    files.sort();
    let mut list = String::from("&[\n");
    for (name, file) in &files {
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("a string takes all");
    }
    list.push_str("]\n");
    fs::write(place, list)
}

/// The page with the rules of a game.
fn framed(frame: &str, rules: &str) -> String {
    let heading = rules.strip_prefix("<h1>").and_then(|rest| rest.split_once("</h1>"));
    let (title, _) = heading.expect("rules begin with a heading");
    frame.replace("{title}", title).replace("{rules}", rules)
}

/// The way to a file from a folder above it.
fn name(file: &Path, root: &Path) -> String {
    file.strip_prefix(root).expect("found below it").to_string_lossy().replace('\\', "/")
}

/// The files below a folder, if there is one.
fn collected(root: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    if root.is_dir() {
        println!("cargo:rerun-if-changed={}", root.display());
        folders.push(root.to_owned());
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
                files.push(path);
            }
        }
    }
    Ok(files)
}
