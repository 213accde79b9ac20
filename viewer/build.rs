//! Lists the files of the page, to be embedded in the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What a file of the page can end with.
const ENDINGS: [&str; 5] = ["css", "html", "js", "png", "svg"];

/// The style sheet that those of the games stand at the end of.
const STYLES: &str = "board.css";

/// The page around the rules of a game, which takes their heading as its title.
const FRAME: &str = "rules/frame.html";

/// The files of the page: the viewer's own, and those of each game. `games/src/GAME/page/FILE` is served as `games/GAME/page/FILE`, the
/// rules of a game within [`FRAME`] as `rules/GAME.html`, and its style sheet as part of the page's.
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
    let mut styles = fs::read_to_string(own.join(STYLES))?;
    let frame = fs::read_to_string(own.join(FRAME))?;
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&games)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    folders.sort();
    for folder in folders {
        let game = name(&folder, &games);
        let page = if game == "page" { folder.clone() } else { folder.join("page") };
        for file in collected(&page)? {
            match name(&file, &page).as_str() {
                "rules.html" => {
                    let rules = out.join(format!("{game}.html"));
                    fs::write(&rules, framed(&frame, &fs::read_to_string(&file)?))?;
                    files.push((format!("rules/{game}.html"), rules));
                }
                STYLES => styles.extend(["\n", &fs::read_to_string(&file)?]),
                _ => files.push((format!("games/{}", name(&file, &games)), file)),
            }
        }
    }
    let all = out.join(STYLES);
    fs::write(&all, styles)?;
    files.retain(|(name, _)| name != STYLES && name != FRAME);
    files.push((STYLES.to_owned(), all));
    files.sort();
    let mut list = String::from("&[\n");
    for (name, file) in &files {
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("a string takes all");
    }
    list.push_str("]\n");
    fs::write(out.join("page.rs"), list)
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
