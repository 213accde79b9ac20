//! The WebAssembly modules of the page are those of the present sources.

use super::repository::{read, root};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// The crates whose sources are in the modules.
const CRATES: [&str; 26] = [
    "catalogue",
    "core",
    "db",
    "games",
    "games/awari",
    "games/connect4",
    "games/dodgem",
    "games/domineering",
    "games/draughts",
    "games/hex",
    "games/hex/kernel",
    "games/kernels",
    "games/listed",
    "games/listed/kernel",
    "games/nex",
    "games/nex/kernel",
    "games/rhombus",
    "games/tictactoe",
    "oracle",
    "play/judging",
    "play/net",
    "play/players",
    "play/viewer",
    "play/web",
    "solver",
    "tablegen",
];

/// Adds the source files below a folder, without tests, as paths from the root.
fn collect(folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            if name != "tests" {
                collect(&path, files);
            }
        } else if Path::new(&name)
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "book" || name == "rules.html")
            && name != "tests.rs"
        {
            files.push(path);
        }
    }
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

#[test]
fn the_modules_are_built_from_these_sources() {
    let mut files = vec!["Cargo.toml".to_owned(), "play/web/Cargo.lock".to_owned()];
    for name in CRATES {
        files.push(format!("{name}/Cargo.toml"));
        collect(&format!("{name}/src"), &mut files);
    }
    files.sort();
    let mut all = Sha256::new();
    for file in &files {
        let bytes = fs::read(root().join(file)).expect("a file");
        all.update(format!("{}  {file}\n", hex(&Sha256::digest(bytes))));
    }
    let told =
        fs::read_to_string(root().join("play/viewer/static/nexsolve.wasm.gz.sources")).expect("a digest");
    let digest = |name: &str| {
        let module = fs::read(root().join("play/viewer/static").join(name)).expect("a module");
        hex(&Sha256::digest(module))
    };
    let now = [hex(&all.finalize()), digest("nexsolve.wasm.gz"), digest("nexsolve-first.wasm.gz")];
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        now,
        "the modules in play/viewer/static are stale: run play/web/build"
    );
}

/// Since Slurm 22.05, a step does not take the number of processors from the job: without it, all threads
/// share one core.
#[test]
fn the_steps_of_the_slurm_example_say_how_many_processors_they_need() {
    let script = read("cluster/examples/slurm.sh").replace("\\\n", " ");
    let is_step = |line: &&str| !line.starts_with('#') && line.contains("srun ");
    let steps: Vec<&str> = script.lines().filter(is_step).collect();
    assert!(!steps.is_empty());
    for step in steps {
        let options = step.split_once("srun ").and_then(|(_, rest)| rest.split_once("nexsolve-cluster"));
        let (options, _) = options.expect("the options of srun, before the program");
        assert!(options.contains("--cpus-per-task=\"$SLURM_CPUS_PER_TASK\""), "{step}");
    }
}

/// Git for Windows converts line ends unless it is told not to; then digests, kept databases and embedded
/// files would differ there.
#[test]
fn a_checkout_has_the_same_bytes_on_every_system() {
    assert!(read(".gitattributes").lines().any(|line| line == "* -text"));
}
