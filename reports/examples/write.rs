//! The report of the databases in a folder, without the command: `cargo run -p nexsolve-reports --example write -- DATABASES OUT
//! [PART…]`.

use nexsolve_boards::Opened;
use nexsolve_reports::{Input, Part, Sources, report};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (databases, out) = args.next().zip(args.next()).ok_or("two folders are expected")?;
    let only: Vec<Part> = args.filter_map(|word| Part::parse(&word)).collect();
    let mut opened = Vec::new();
    for entry in std::fs::read_dir(databases)? {
        let folder = entry?.path();
        if folder.join("manifest.json").is_file() {
            opened.push(Opened::open(&folder, 64 << 20)?);
        }
    }
    let input = Input { sources: Sources::new(opened)?, ..Input::default() };
    let parts = if only.is_empty() { Part::ALL.to_vec() } else { only };
    for (path, bytes) in report(&input, &parts, "an example")?.iter() {
        let file = Path::new(&out).join(path);
        std::fs::create_dir_all(file.parent().ok_or("a file in no folder")?)?;
        std::fs::write(file, bytes)?;
    }
    Ok(())
}
