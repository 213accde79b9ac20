//! Databases at an address on the web: what a reader of a published site gets, and what is refused.

use crate::publish_site::sha256;
use crate::support::site::{Sends, Site};
use crate::support::{command, ended, fed, files, json, list, place, refused, run, said, scratch};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Stdio;

/// Stored databases of several games and forms, whose answers are stored too.
const STORED: [&str; 6] = [
    "nex-3x3-dtw-small-3",
    "nex-2x3-wdl-raw",
    "hex-3x3-dtw-raw",
    "awari-4-score",
    "draughts-3-wdl-small",
    "draughts-2-dtw-raw",
];

fn stored(name: &str) -> String {
    format!("{}/tests/databases/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A site with the stored databases, in a folder.
fn published(folder: &Path) {
    let databases = STORED.map(stored).join(" ");
    said(&format!("publish {databases} --out {}", folder.display()));
}

#[test]
fn a_reader_downloads_a_published_database_and_verifies_it() {
    let scratch = scratch();
    let (folder, copy) = (scratch.path().join("site"), scratch.path().join("copy"));
    published(&folder);
    let site = Site::start(&folder, Sends::WholeFiles);
    let index: serde_json::Value = serde_json::from_slice(&site.download("site.json")).expect("JSON");
    let databases = list(&index["databases"]);
    assert_eq!(databases.len(), STORED.len());
    for database in databases {
        let name = database["folder"].as_str().expect("a name");
        let sums = String::from_utf8(site.download(&format!("databases/{name}/SHA256SUMS"))).expect("text");
        let own = copy.join(name);
        fs::create_dir_all(&own).expect("a folder");
        for line in sums.lines() {
            let (digest, file) = line.split_once("  ").expect("a digest and a name");
            let bytes = site.download(&format!("databases/{name}/{file}"));
            assert_eq!(sha256(&bytes), digest, "{name}/{file}");
            fs::write(own.join(file), bytes).expect("written");
        }
        for file in files(stored(name)).keys() {
            assert!(own.join(file).is_file(), "{name}/{file}");
        }
        assert_eq!(json(&format!("verify {}", own.display()))["right"], true, "{name}");
    }
}

#[test]
fn an_address_answers_like_its_folder() {
    let scratch = scratch();
    let folder = scratch.path().join("site");
    published(&folder);
    for sends in [Sends::Parts, Sends::WholeFiles] {
        let site = Site::start(&folder, sends);
        for name in STORED {
            let (address, own) = (format!("{}/databases/{name}", site.address), stored(name));
            let answers = fs::read_to_string(format!("{own}.answers")).expect("answers");
            let positions: String =
                answers.lines().filter_map(|line| Some(line.split_once('\t')?.0.to_owned() + "\n")).collect();
            let (code, out, err) = fed(&format!("query --db {address} -"), &positions);
            assert_eq!((code, out.as_str()), (0, answers.as_str()), "{name}: {err}");
            for position in positions.lines().take(3) {
                for more in ["", " --json"] {
                    let line = |place: &str| run(&format!("query --db {place} '{position}'{more} --quiet"));
                    let (remote, local) = (line(&address), line(&own));
                    assert_eq!(remote, local, "{name}: {position}");
                    assert_eq!((remote.0, remote.2.as_str()), (0, ""), "{name}: {position}");
                }
            }
            let info = |place: &str| said(&format!("info {place} --quiet"));
            assert_eq!(info(&address), info(&own), "{name}");
        }
    }
}

#[test]
fn a_look_up_reads_a_part_of_a_database() {
    let scratch = scratch();
    let folder = place(&scratch, "nex34");
    said(&format!("generate nex:3x4 --metric dtw --raw --out {folder}"));
    let site = Site::start(Path::new(&folder), Sends::Parts);
    let line = |place: &str| said(&format!("query {place} 'Ba1?b2;Wc3?c4;Ba3?a4'"));
    assert_eq!(line(&site.address), line(&folder));
    let sent = site.sent();
    let all: usize = files(&folder).values().map(Vec::len).sum();
    assert!(sent > 0 && sent < all as u64 / 2, "{sent} of {all} bytes");
    let site = Site::start(Path::new(&folder), Sends::WholeFiles);
    let (code, _, err) = run(&format!("query {} start", site.address));
    assert_eq!((code, err.matches("sends whole files").count()), (0, 1), "{err}");
}

#[test]
fn commands_that_search_and_play_use_an_address() {
    let site = Site::start(Path::new(&stored("nex-3x3-dtw-small-3")), Sends::Parts);
    let db = format!("--db {}", site.address);
    let solved = json(&format!("solve nex:3x3 {db}"));
    assert_eq!((&solved["value"], &solved["distance"]), (&"win".into(), &7.into()));
    assert!(site.sent() > 0);
    let (code, out, err) = fed(&format!("gtp nex:3x3 {db} --player table"), "genmove b\nquit\n");
    assert!(code == 0 && out.contains("= "), "{code}: {out}{err}");
    assert!(site.sent() > 0);
    said(&format!("match nex:3x3 table random {db} --games 2"));
    assert!(site.sent() > 0);
}

#[test]
fn commands_that_need_a_folder_refuse_an_address() {
    let scratch = scratch();
    let out = place(&scratch, "out");
    let address = "http://127.0.0.1:1/databases/nex33";
    for line in [
        format!("verify {address}"),
        format!("verify --db {address}"),
        format!("export {address} --format csv"),
        format!("shrink {address} --out {out}"),
        format!("publish {address} --out {out}"),
        format!("report --db {address} --out {out}"),
        format!("generate nex:2x2 --out {address}"),
    ] {
        refused(2, &line, "is an address, and this command needs a folder");
    }
    assert!(!Path::new(&out).exists());
}

#[test]
fn what_is_wrong_at_an_address_is_said() {
    let folder = stored("nex-2x3-dtw");
    let site = Site::start(Path::new(&folder), Sends::Parts);
    refused(4, &format!("query {}/none start", site.address), "the server has no manifest.json there");
    refused(7, "query http://127.0.0.1:1/x start", "http://127.0.0.1:1/x/manifest.json cannot be read");
    refused(2, "query http:// start", "not a valid address");
    // A database without one table.
    let scratch = scratch();
    for (name, bytes) in files(&folder) {
        if name != "p00n0.dtw" {
            fs::write(scratch.path().join(name), bytes).expect("written");
        }
    }
    let site = Site::start(scratch.path(), Sends::Parts);
    let says = refused(4, &format!("query {} start", site.address), "the file is missing");
    assert!(says.contains(&format!("{}/p00n0.dtw", site.address)), "{says}");
}

/// A server on a free port that gives every request this answer.
fn answering(answer: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let host = listener.local_addr().expect("bound").to_string();
    let answer = answer.replace('\n', "\r\n");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4_096]);
            // The reader may have left.
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    host
}

/// The codes that `docs/guide/databases.md` names: 4 for a server that refuses or sends something wrong, 7
/// for one that is out of order.
#[test]
fn the_exit_code_says_whether_the_server_or_the_database_is_wrong() {
    for (code, answer) in [
        (4, "HTTP/1.1 401 Unauthorized\nContent-Length: 0\n\n"),
        (4, "HTTP/1.1 403 Forbidden\nContent-Length: 0\n\n"),
        (4, "HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: 2\n\n{}"),
        (4, "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}"),
        (4, "SSH-2.0-OpenSSH_9.2\n\n"),
        (4, "HTTP/1.1 200 OK\nContent-Length: 99999999999\n\n"),
        (7, "HTTP/1.1 503 Service Unavailable\nContent-Length: 0\n\n"),
        (7, "HTTP/1.1 200 OK\nContent-Length: 50000000\n\n"),
    ] {
        let host = answering(answer);
        let says =
            refused(code, &format!("query http://anna:secret@{host}/db?sig=secret start"), "http://***@");
        assert!(!says.contains("secret") && !says.contains("anna"), "{says}");
        assert!(!says.contains("cannot be read: it cannot be read"), "{says}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound");
    refused(7, &format!("query http://anna:secret@{closed}/db start"), "http://***@");
    refused(2, &format!("verify http://anna:secret@{closed}/db"), "http://***@");
    refused(2, &format!("export http://anna:secret@{closed}/db --format csv"), "http://***@");
}

#[cfg(target_os = "linux")]
#[test]
fn a_temporary_folder_that_cannot_be_used_is_named() {
    // Tables larger than a piece: smaller ones need no copy.
    let (scratch, start) = (scratch(), "Ba1?b2;Wa2?b1;Ba3?b3");
    let folder = place(&scratch, "nex34");
    said(&format!("generate nex:3x4 --metric dtw --raw --quiet --out {folder}"));
    let site = Site::start(Path::new(&folder), Sends::WholeFiles);
    let mut query = command(&format!("query {} {start}", site.address));
    let (code, _, err) = ended(query.env("TMPDIR", "/nonexistent").spawn().expect("it starts"));
    assert_eq!(code, 7, "{err}");
    assert!(err.contains("the temporary folder /nonexistent (TMPDIR) cannot take a copy of it"), "{err}");
    assert!(err.contains("set TMPDIR to another folder") && !err.contains("it cannot be read"), "{err}");
}

/// The copy of a table, where a host sends whole files, meets the limit on the size of files as every other
/// file does.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_size_of_files_holds_for_the_copy_of_a_table() {
    let (scratch, start) = (scratch(), "Ba1?b2;Wa2?b1;Ba3?b3");
    let folder = place(&scratch, "nex34");
    said(&format!("generate nex:3x4 --metric dtw --raw --quiet --out {folder}"));
    let site = Site::start(Path::new(&folder), Sends::WholeFiles);
    let query = format!("{} query {} '{start}'", env!("CARGO_BIN_EXE_nexsolve"), site.address);
    let within = |limit: &str| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("ulimit -f {limit} && exec {query}")]);
        ended(shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
    };
    let (code, _, err) = within("1");
    assert_eq!(code, 7, "{err}");
    assert!(err.contains("(TMPDIR) cannot take a copy of it") && err.contains("File too large"), "{err}");
    assert_eq!(within("unlimited").0, 0);
}
