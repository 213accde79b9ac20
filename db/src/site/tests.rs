//! Answers of right, careless and hostile servers.

mod limits;

use super::answer::{Client, Times};
use super::file::{PIECE_BYTES, Pieces, RemoteFile, SMALL_BYTES};
use crate::storage::Storage;
use crate::{
    Builder, Counts, Database, Form, Metric, OpenError, Provenance, Subject, TableFault, TableSpec, packed,
};
use nexsolve_core::laws::SplitMix;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The length of the file on the server: some pieces, and a part of one.
const BYTES: u64 = 5 * PIECE_BYTES + 1_000;
/// Memory for all pieces.
const MEMORY_BYTES: u64 = 1 << 20;

/// Limits that no test reaches.
const LONG: Times = Times {
    connect: Duration::from_mins(9),
    read: Duration::from_mins(9),
    request: Duration::from_mins(9),
    slowest: u64::MAX,
};

/// A server on a free port. Every connection is closed after one answer.
struct Server {
    address: String,
    /// The heads of the requests.
    asked: Arc<Mutex<Vec<String>>>,
}

/// The answers of a server.
type Sent = Box<dyn Fn(&Asked) -> Option<Vec<u8>> + Send + Sync>;

/// A request: its number from 0, its path, and the part that it asks for.
struct Asked {
    number: usize,
    path: String,
    part: Option<(u64, u64)>,
}

impl Server {
    /// Starts a server that sends what `answer` returns, byte by byte; nothing, for ever, for `None`.
    fn start(answer: impl Fn(&Asked) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("bound"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (heads, answer) = (Arc::clone(&asked), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (heads, answer) = (Arc::clone(&heads), Arc::clone(&answer));
                thread::spawn(move || attend(stream, &heads, &*answer));
            }
        });
        Self { address, asked }
    }

    /// Opens the file `table` of [`BYTES`] bytes on the server.
    fn file(&self) -> RemoteFile {
        let pieces = Arc::new(Pieces::new(MEMORY_BYTES));
        let second = Duration::from_secs(1);
        self.file_in(Times { connect: second, read: second, ..LONG }, &pieces)
    }

    /// The same with these time limits.
    fn file_in(&self, times: Times, pieces: &Arc<Pieces>) -> RemoteFile {
        let client = Client::with_times(&self.address, times);
        RemoteFile::new(format!("{}/table", self.address), BYTES, client, pieces)
    }

    fn requests(&self) -> usize {
        self.asked.lock().expect("no panic").len()
    }
}

fn attend(
    mut stream: impl Read + Write,
    heads: &Mutex<Vec<String>>,
    answer: &dyn Fn(&Asked) -> Option<Vec<u8>>,
) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read == 1) {
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("a head in UTF-8");
    let part = head.lines().find_map(|line| {
        let (name, range) = line.split_once(": bytes=")?;
        let (first, last) = range.split_once('-')?;
        let range = (first.parse().ok()?, last.parse::<u64>().ok()? + 1);
        name.eq_ignore_ascii_case("range").then_some(range)
    });
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let number = {
        let mut heads = heads.lock().expect("no panic");
        heads.push(head);
        heads.len() - 1
    };
    match answer(&Asked { number, path, part }) {
        // The reader may have left.
        Some(bytes) => drop(stream.write_all(&bytes)),
        None => thread::sleep(Duration::from_mins(1)),
    }
}

/// An answer with these lines in its head.
fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = head.replace('\n', "\r\n");
    [format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes(), body].concat()
}

/// The right answer to a request for a part of `file`; the whole file if no part is asked for.
fn right(file: &[u8], asked: &Asked) -> Vec<u8> {
    let all = file.len();
    let Some((first, end)) = asked.part else {
        return answer(&format!("200 OK\nContent-Length: {all}"), file);
    };
    let part = &file[first as usize..end as usize];
    let head = format!(
        "206 Partial Content\nContent-Range: bytes {first}-{}/{all}\nContent-Length: {}",
        end - 1,
        part.len()
    );
    answer(&head, part)
}

fn file() -> Vec<u8> {
    (0..BYTES).map(|i| SplitMix(i).next_word() as u8).collect()
}

/// Reads 100 bytes across the border of two pieces.
fn read(file: &RemoteFile) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; 100];
    file.read(PIECE_BYTES - 50, &mut bytes)?;
    Ok(bytes)
}

fn expected() -> Vec<u8> {
    file()[PIECE_BYTES as usize - 50..][..100].to_vec()
}

#[test]
fn only_missing_pieces_are_asked_for() {
    let server = Server::start(|asked| Some(right(&file(), asked)));
    let remote = server.file();
    assert_eq!(server.requests(), 0);
    assert_eq!(remote.bytes().expect("known"), BYTES);
    let last_asked = || {
        let heads = server.asked.lock().expect("no panic");
        heads.last().and_then(|head| head.split("bytes=").nth(1)?.lines().next().map(str::to_owned))
    };
    for _ in 0..3 {
        assert_eq!(read(&remote).expect("right answers"), expected());
        assert_eq!((server.requests(), last_asked().as_deref()), (1, Some("0-32767")));
    }
    let mut end = vec![0; 64];
    remote.read(BYTES - 64, &mut end).expect("right answers");
    assert_eq!(end, file()[BYTES as usize - 64..]);
    assert_eq!((server.requests(), last_asked()), (2, Some(format!("81920-{}", BYTES - 1))));
    let mut all = vec![0; BYTES as usize];
    remote.read(0, &mut all).expect("right answers");
    assert_eq!(all, file());
    assert_eq!(server.requests(), 3);
    for (offset, bytes) in [(BYTES, 1), (BYTES - 1, 2), (u64::MAX, 1)] {
        let error = remote.read(offset, &mut vec![0; bytes]).expect_err("beyond the end");
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
    }
    remote.read(BYTES, &mut []).expect("nothing to read");
    assert_eq!(server.requests(), 3);
}

#[test]
fn a_small_file_is_asked_for_once() {
    let bytes = SMALL_BYTES;
    let server = Server::start(move |asked| Some(right(&file()[..bytes as usize], asked)));
    let pieces = Arc::new(Pieces::new(MEMORY_BYTES));
    let client = Client::new(&server.address);
    let remote = RemoteFile::new(format!("{}/table", server.address), bytes, client, &pieces);
    for offset in [bytes - 50, 0, PIECE_BYTES - 25] {
        let mut found = [0; 50];
        remote.read(offset, &mut found).expect("right answers");
        assert_eq!(found, file()[offset as usize..][..50]);
    }
    assert_eq!(server.requests(), 1);
}

#[test]
fn memory_for_pieces_is_bounded() {
    let server = Server::start(|asked| Some(right(&file(), asked)));
    let pieces = Arc::new(Pieces::new(2 * PIECE_BYTES + 500));
    let client = Client::new(&server.address);
    let remote = RemoteFile::new(format!("{}/table", server.address), BYTES, client, &pieces);
    for _ in 0..3 {
        for piece in 0..6 {
            let mut byte = [0];
            remote.read(piece * PIECE_BYTES, &mut byte).expect("right answers");
            assert_eq!(byte[0], file()[(piece * PIECE_BYTES) as usize]);
        }
    }
    assert!(server.requests() > 6, "{} requests", server.requests());
}

#[test]
fn a_server_without_parts_sends_the_file_once() {
    let server = Server::start(|_| Some(answer(&format!("200 OK\nContent-Length: {BYTES}"), &file())));
    let remote = server.file();
    for _ in 0..3 {
        assert_eq!(read(&remote).expect("a whole file"), expected());
        let mut all = vec![0; BYTES as usize];
        remote.read(0, &mut all).expect("a whole file");
        assert_eq!(all, file());
    }
    assert_eq!(server.requests(), 1);
}

#[test]
fn a_broken_connection_is_tried_again_once() {
    for (broken, is_read) in [(1, true), (2, false)] {
        for half in [0, 60, 1_000] {
            let server = Server::start(move |asked| {
                let mut bytes = right(&file(), asked);
                bytes.truncate(if asked.number < broken { half } else { bytes.len() });
                Some(bytes)
            });
            let read = read(&server.file());
            assert_eq!(server.requests(), 2, "{half}: {read:?}");
            match read {
                Ok(bytes) => assert!(is_read && bytes == expected(), "{half}"),
                Err(error) => {
                    assert!(!is_read, "{half}: {error}");
                    assert_eq!(error.kind(), ErrorKind::ConnectionAborted, "{half}: {error}");
                }
            }
        }
    }
}

#[test]
fn a_redirection_is_followed() {
    let server = Server::start(|asked| {
        Some(match asked.path.as_str() {
            "/table" => answer("302 Found\nLocation: /moved\nContent-Length: 0", b""),
            _ => right(&file(), asked),
        })
    });
    assert_eq!(read(&server.file()).expect("a right answer"), expected());
    assert_eq!(server.requests(), 2);
}

#[test]
fn wrong_answers_are_errors_that_say_why() {
    let sent = |head: &str, body: usize| {
        let bytes = answer(head, &file()[..body]);
        move |_: &Asked| Some(bytes.clone())
    };
    let part = "206 Partial Content\nContent-Range: bytes";
    let whole = BYTES as usize;
    let cases: Vec<(Sent, &str)> = vec![
        (Box::new(sent("404 Not Found\nContent-Length: 0", 0)), "404"),
        (Box::new(sent("403 Forbidden\nContent-Length: 0", 0)), "403"),
        (Box::new(sent("503 Service Unavailable\nContent-Length: 0", 0)), "503"),
        (Box::new(sent("304 Not Modified", 0)), "304"),
        (Box::new(sent("204 No Content", 0)), "204"),
        (Box::new(sent("416 Range Not Satisfiable\nContent-Length: 0", 0)), "shorter"),
        (Box::new(sent(&format!("{part} 1-32768/{BYTES}"), 32_768)), "`bytes 1-32768/"),
        (Box::new(sent(&format!("{part} 0-32767/9"), 32_768)), "it has 9 bytes"),
        (Box::new(sent(&format!("{part} 0-32767/x"), 32_768)), "0-32767/x"),
        (Box::new(sent(&format!("{part} 0-99999999999999999999/{BYTES}"), 32_768)), "instead of"),
        (Box::new(sent(part, 32_768)), "instead of"),
        (Box::new(sent("206 Partial Content", 32_768)), "instead of"),
        (
            Box::new(sent("206 Partial Content\nContent-Type: multipart/byteranges; boundary=b", 99)),
            "instead",
        ),
        (Box::new(sent(&format!("{part} 0-32767/{BYTES}"), 40_000)), "more than"),
        (Box::new(sent(&format!("{part} 0-32767/{BYTES}\nContent-Length: 40000"), 40_000)), "40000 bytes"),
        (Box::new(sent(&format!("{part} 0-{BYTES}/{BYTES}"), whole)), "instead of"),
        // The last byte is missing (eikek/sharry, issue 1163).
        (
            Box::new(sent(&format!("{part} 0-32767/{BYTES}\nContent-Length: 32767"), 32_767)),
            "sent 32767 bytes instead of the 32768",
        ),
        // The length of the part in the place of that of the file (xrootd, issue 875).
        (
            Box::new(sent(&format!("{part} 0-32767/32768\nContent-Length: 32768"), 32_768)),
            "it has 32768 bytes",
        ),
        (Box::new(sent(&format!("{part} 5-4/{BYTES}"), 0)), "`bytes 5-4/"),
        (Box::new(sent(&format!("{part} 0-32767"), 32_768)), "instead of"),
        (
            Box::new(sent(&format!("206 Partial Content\nContent-Range: rows 0-32767/{BYTES}"), 32_768)),
            "`rows",
        ),
        (Box::new(sent(&format!("{part} 0-32767/{BYTES}\nContent-Length: 32768"), 999)), "broke after 999"),
        (Box::new(sent(&format!("{part} 0-32767/{BYTES}"), 999)), "999 of 32768"),
        (Box::new(sent("200 OK\nContent-Length: 99", 99)), "it has 99 bytes"),
        (Box::new(sent("200 OK", whole - 1)), "broke after"),
        (Box::new(|_| Some(answer("200 OK", &[file(), vec![1]].concat()))), "more than"),
        (Box::new(sent("200 OK\nContent-Encoding: gzip", whole)), "compressed"),
        (Box::new(sent("302 Found\nLocation: /table\nContent-Length: 0", 0)), "redirected"),
        (Box::new(|_| Some(b"SSH-2.0-OpenSSH_9.2\r\n\r\n".to_vec())), "not HTTP"),
        (Box::new(|_| Some(vec![0xff; 1_000])), ""),
        (Box::new(|_| Some([&b"HTTP/1.1 200 OK\r\nX: "[..], &vec![b'x'; 1 << 20]].concat())), ""),
        (Box::new(|_| None), "silent"),
    ];
    for (case, (sent, words)) in cases.into_iter().enumerate() {
        let server = Server::start(sent);
        let remote = server.file();
        let error = read(&remote).expect_err("a wrong answer");
        assert!(error.to_string().contains(words), "case {case}, {words}: {error}");
        assert_ne!(error.kind(), ErrorKind::UnexpectedEof, "case {case}: {error}");
    }
}

#[test]
fn the_length_of_a_broken_answer_is_told() {
    let head = format!("206 Partial Content\nContent-Range: bytes 0-32767/{BYTES}");
    let server = Server::start(move |_| Some(answer(&head, &file()[..999])));
    let error = read(&server.file()).expect_err("too short");
    assert_eq!(error.to_string(), "the connection broke after 999 of 32768 bytes");
}

#[test]
fn a_file_that_changes_is_noticed() {
    for name in ["ETag", "Last-Modified"] {
        let server = Server::start(move |asked| {
            let mark = format!("{name}: \"{}\"\r\nConnection", asked.number.min(1));
            let text = right(&file(), asked);
            let at = text.windows(10).position(|bytes| bytes == b"Connection").expect("its last line");
            Some([&text[..at], mark.as_bytes(), &text[at + 10..]].concat())
        });
        let remote = server.file();
        read(&remote).expect("the first answer");
        let error = remote.read(3 * PIECE_BYTES, &mut [0]).expect_err("another version");
        assert!(error.to_string().contains("changed on the server"), "{error}");
    }
}

#[test]
fn what_cannot_be_reached_is_said() {
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
    for (address, kind, words) in [
        (format!("http://127.0.0.1:{closed}"), ErrorKind::ConnectionRefused, "refused"),
        ("http://host.invalid/x".to_owned(), ErrorKind::HostUnreachable, "no answer"),
        ("http://".to_owned(), ErrorKind::InvalidInput, "not a valid address"),
        ("https://a b/".to_owned(), ErrorKind::InvalidInput, "not a valid address"),
        ("http://[::1".to_owned(), ErrorKind::InvalidInput, "not a valid address"),
    ] {
        let Err(OpenError::Io { file, source }) = Database::open(Path::new(&address)) else {
            panic!("{address}: another result");
        };
        assert!(file.to_string_lossy().ends_with("/manifest.json"), "{}", file.display());
        assert_eq!(source.kind(), kind, "{address}: {source}");
        assert!(source.to_string().contains(words), "{address}: {source}");
    }
}

/// Codes that compress little, in several blocks and pieces.
fn codes() -> Vec<u8> {
    (0..1_000_000).map(|i| (SplitMix(i).next_word() % 3) as u8).collect()
}

/// The files of a database of one table in each form.
fn database(form: Form) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = Subject { game: "nex".into(), board: "nex:2x2".into() };
    let provenance = Provenance { program: "a test".into(), command: "make it".into() };
    let mut builder = Builder::open(folder.path(), subject, form, provenance).expect("an empty folder");
    let codes = codes();
    let entries = codes.len() as u64;
    let spec = TableSpec { layer: "p01n1".into(), metric: Metric::Wdl, entries, values: vec![-1, 0, 1] };
    let mut writer = builder.begin(spec).expect("a table");
    writer.append(&packed::pack(&codes, 2)).expect("written");
    let table = writer.finish().expect("written");
    let counts = Counts { positions: vec![1, 1, 1], reachable: None };
    builder.commit(vec![(table, counts)]).expect("committed");
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("just written");
    (read(crate::MANIFEST), read("p01n1.wdl"))
}

#[test]
fn a_probe_reads_a_part_of_a_table() {
    for form in [Form::Raw, Form::Compressed] {
        let (manifest, table) = database(form);
        let bytes = table.len() as u64;
        let sent = Arc::new(Mutex::new(0));
        let sum = Arc::clone(&sent);
        let server = Server::start(move |asked| {
            let answer = match asked.path.as_str() {
                "/db/manifest.json" => right(&manifest, asked),
                "/db/p01n1.wdl" => right(&table, asked),
                _ => answer("404 Not Found\nContent-Length: 0", b""),
            };
            *sum.lock().expect("no panic") += answer.len() as u64;
            Some(answer)
        });
        let address = format!("{}/db", server.address);
        let database = Database::open(Path::new(&address)).expect("a database");
        database.check_files().expect("nothing is checked");
        assert_eq!(server.requests(), 1);
        let table = database.table("p01n1", Metric::Wdl).expect("a table").expect("listed");
        assert_eq!(table.value(500_000).expect("a block"), i16::from(codes()[500_000]) - 1);
        let sent_now = *sent.lock().expect("no panic");
        assert!(sent_now < bytes, "{sent_now} of {bytes} bytes");
        for (rank, code) in codes().into_iter().enumerate().step_by(1_000) {
            assert_eq!(table.code(rank as u64).expect("a block"), code);
        }
        assert!(*sent.lock().expect("no panic") < bytes + bytes / 10);
        let other = Database::open(Path::new(&server.address)).expect_err("no manifest");
        assert!(matches!(other, OpenError::NoSite { .. }), "{other}");
    }
}

#[test]
fn a_missing_table_is_named_by_its_address() {
    let (manifest, _) = database(Form::Compressed);
    let server = Server::start(move |asked| {
        Some(match asked.path.as_str() {
            "/manifest.json" => right(&manifest, asked),
            _ => answer("404 Not Found\nContent-Length: 0", b""),
        })
    });
    let database = Database::open(Path::new(&server.address)).expect("a manifest");
    let error = database.table("p01n1", Metric::Wdl).expect_err("no table");
    assert!(matches!(error.fault, TableFault::Missing), "{error}");
    assert_eq!(error.file.to_str(), Some(format!("{}/p01n1.wdl", server.address).as_str()));
    assert!(error.to_string().contains("whoever publishes it"), "{error}");
}

#[test]
fn an_answer_may_have_less_than_was_asked_for() {
    for (most, is_read) in [(20_000, true), (2_100, true), (1_000, false)] {
        let server = Server::start(move |asked| {
            let (first, end) = asked.part.expect("a part");
            let end = end.min(first + most);
            let head = format!("206 Partial Content\nContent-Range: Bytes {first}-{}/{BYTES}", end - 1);
            Some(answer(&head, &file()[first as usize..end as usize]))
        });
        match read(&server.file()) {
            Ok(bytes) => assert!(is_read && bytes == expected(), "{most}"),
            Err(error) => assert!(!is_read && error.to_string().contains("in 16 answers"), "{most}: {error}"),
        }
    }
}

/// A cache may send the whole blocks in which a part lies (httrack, pull request 428).
#[test]
fn an_answer_may_begin_before_and_end_after_the_part() {
    let server = Server::start(|asked| {
        let (first, end) = asked.part.expect("a part");
        let (first, end) = (first / 50_000 * 50_000, end.next_multiple_of(50_000).min(BYTES));
        Some(right(&file(), &Asked { part: Some((first, end)), path: String::new(), ..*asked }))
    });
    let remote = server.file();
    for offset in [0, 4 * PIECE_BYTES, BYTES - 100, PIECE_BYTES - 50] {
        let mut bytes = vec![0; 100];
        remote.read(offset, &mut bytes).expect("a right answer");
        assert_eq!(bytes, file()[offset as usize..][..100]);
    }
}

/// Damage on the way gives an error or the right value.
#[test]
fn damaged_answers_never_give_a_wrong_value() {
    let files = Arc::new([Form::Raw, Form::Compressed].map(database));
    let seed = 20_261_126;
    let codes = codes();
    for round in 0..120_u64 {
        let both = Arc::clone(&files);
        let server = Server::start(move |asked| {
            let mut random = SplitMix(seed ^ (round << 8) ^ asked.number as u64);
            let (manifest, table) = &both[(round % 2) as usize];
            let file = if asked.path.ends_with(crate::MANIFEST) { manifest } else { table };
            let mut answer = right(file, asked);
            // Half of the damage is in the head.
            let most = if random.below(2) == 0 { answer.len() } else { answer.len().min(120) };
            match random.below(4) {
                0 => answer.truncate(random.below(most)),
                1 => answer[random.below(most)] ^= 1 << random.below(8),
                2 => drop(answer.drain(..random.below(most))),
                _ => {}
            }
            Some(answer)
        });
        let Ok(database) = Database::open(Path::new(&server.address)) else { continue };
        for rank in [0, 1, 100_000, 999_999] {
            let Ok(Some(table)) = database.table("p01n1", Metric::Wdl) else { continue };
            if let Ok(code) = table.code(rank) {
                assert_eq!(code, codes[rank as usize], "seed {seed}, round {round}, rank {rank}");
            }
        }
    }
}
