//! Limits of time and memory, and what is not shown or sent.

use super::*;
use crate::Memory;
use nexsolve_core::stop;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// A server that sends one byte, and another one after each pause.
fn drip() -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("bound"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let bytes = answer(&format!("200 OK\nContent-Length: {BYTES}"), &file());
                for byte in bytes {
                    let sent = stream.write_all(&[byte]);
                    thread::sleep(Duration::from_millis(20));
                    if sent.is_err() {
                        break;
                    }
                }
            });
        }
    });
    Server { address, asked: Arc::default() }
}

#[test]
fn a_manifest_that_never_ends_is_refused() {
    let server = Server::start(|_| Some(answer("200 OK", &vec![b' '; (64 << 20) + 2])));
    let address = Path::new(&server.address);
    let error = Database::open(address).expect_err("too large").to_string();
    assert!(error.contains("larger than any manifest"), "{error}");
    let memory = Memory { manifest_bytes: 1 << 20, ..Memory::default() };
    let error = Database::open_within(address, memory).expect_err("too large");
    assert!(matches!(error, OpenError::Memory { bytes: None, most: 1_048_576, .. }), "{error}");
}

#[test]
fn a_long_manifest_is_not_received_if_the_server_says_its_length() {
    let server = Server::start(|_| Some(answer("200 OK\nContent-Length: 5000000", b"")));
    let memory = Memory { manifest_bytes: 2 << 20, ..Memory::default() };
    let error = Database::open_within(Path::new(&server.address), memory).expect_err("too large");
    assert!(matches!(error, OpenError::Memory { bytes: Some(5_000_000), .. }), "{error}");
    assert_eq!(server.requests(), 1);
}

#[test]
fn a_slow_answer_ends_at_the_time_limit() {
    let times = Times { request: Duration::from_millis(200), ..LONG };
    let pieces = Arc::new(Pieces::new(MEMORY_BYTES));
    let error = read(&drip().file_in(times, &pieces)).expect_err("too slow");
    assert_eq!(error.kind(), ErrorKind::TimedOut, "{error}");
    assert!(error.to_string().contains("too slow"), "{error}");
}

#[test]
fn a_stop_ends_the_wait_for_a_server() {
    // One server says nothing, the other one a byte now and then.
    for server in [Server::start(|_| None), drip()] {
        let remote = Arc::new(server.file_in(LONG, &Arc::new(Pieces::new(MEMORY_BYTES))));
        let flag = Arc::new(AtomicBool::new(false));
        // The second thread waits for the first.
        let waiting = [(); 2].map(|()| {
            let (remote, flag) = (Arc::clone(&remote), Arc::clone(&flag));
            thread::spawn(move || stop::with(Some(flag), || read(&remote)))
        });
        flag.store(true, Relaxed);
        for thread in waiting {
            let error = thread.join().expect("no panic").expect_err("stopped");
            assert_eq!(error.kind(), ErrorKind::Interrupted, "{error}");
        }
    }
}

#[test]
fn requests_that_nobody_awaits_are_bounded() {
    let server = Server::start(|_| None);
    let remote = Arc::new(server.file_in(LONG, &Arc::new(Pieces::new(MEMORY_BYTES))));
    let stopped = |left: usize| {
        let (flag, remote) = (Arc::new(AtomicBool::new(false)), Arc::clone(&remote));
        let own = Arc::clone(&flag);
        let reader = thread::spawn(move || stop::with(Some(own), || read(&remote)));
        while server.requests() <= left && !reader.is_finished() {
            thread::yield_now();
        }
        flag.store(true, Relaxed);
        reader.join().expect("no panic").expect_err("no answer").kind()
    };
    assert!((0..16).map(stopped).all(|kind| kind == ErrorKind::Interrupted));
    assert_eq!(stopped(16), ErrorKind::TimedOut);
    assert_eq!(server.requests(), 16);
}

#[test]
fn no_error_repeats_a_password() {
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
    let server = Server::start(|_| Some(answer("401 Unauthorized\nContent-Length: 0", b"")));
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    for place in [format!("127.0.0.1:{closed}"), format!("127.0.0.1:{port}"), "a b".to_owned(), String::new()]
    {
        let address = format!("http://anna:secret@{place}/db?sig=secret");
        let error = Database::open(Path::new(&address)).expect_err("no database").to_string();
        assert!(!error.contains("secret") && !error.contains("anna"), "{error}");
        assert!(error.contains("http://***@"), "{error}");
    }
    let head = server.asked.lock().expect("no panic").first().cloned().expect("a request");
    assert!(head.contains("/db/manifest.json?sig=secret") && head.contains("uthorization: Basic"), "{head}");
}

#[test]
fn an_encrypted_database_is_never_read_in_plain() {
    for (address, is_https_only) in [("https://a/b", true), ("HTTPS://a/b", true), ("http://a/b", false)] {
        assert_eq!(Client::new(address).is_https_only(), is_https_only, "{address}");
    }
}

/// A certificate for 127.0.0.1 until the year 2126, and its key, made by: `openssl req -x509 -newkey ec
/// -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj "/CN=test of nexsolve" -addext
/// subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE`.
const CERTIFICATE: &[u8] = include_bytes!("certificate.der");
const KEY: &[u8] = include_bytes!("key.der");

/// Starts a server that encrypts what it sends. Returns the address of its file.
fn encrypted(answer: impl Fn(&Asked) -> Vec<u8> + Send + Sync + 'static) -> String {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let (chain, key) = (vec![CertificateDer::from(CERTIFICATE)], PrivatePkcs8KeyDer::from(KEY).into());
    let config = config.expect("versions").with_no_client_auth().with_single_cert(chain, key);
    let config = Arc::new(config.expect("a key of the certificate"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("https://{}/table", listener.local_addr().expect("bound"));
    let answer = move |asked: &Asked| Some(answer(asked));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(Arc::clone(&config)).expect("a configuration");
            attend(StreamOwned::new(connection, stream), &Mutex::default(), &answer);
        }
    });
    address
}

/// Reads the file at an address whose host has that certificate.
fn read_encrypted(address: &str) -> io::Result<Vec<u8>> {
    let roots = RootCerts::new_with_certs(&[Certificate::from_der(CERTIFICATE)]);
    let client = Client::with_tls(address, LONG, TlsConfig::builder().root_certs(roots).build());
    let pieces = Arc::new(Pieces::new(MEMORY_BYTES));
    read(&RemoteFile::new(address.to_owned(), BYTES, client, &pieces))
}

/// The server has a certificate that the client knows, and sends the client on to a server that encrypts
/// nothing.
#[test]
fn a_redirection_does_not_lead_from_https_to_http() {
    let plain = Server::start(|asked| Some(right(&file(), asked)));
    let location = format!("302 Found\nLocation: {}/table\nContent-Length: 0", plain.address);
    let address = encrypted(move |_| answer(&location, b""));
    let error = read_encrypted(&address).expect_err("it would be read in plain");
    assert!(error.to_string().contains("redirected the request from https to http"), "{error}");
    assert_eq!(plain.requests(), 0);
    // From one that encrypts, the file is read.
    let address = encrypted(|asked| right(&file(), asked));
    assert_eq!(read_encrypted(&address).expect("a right answer"), expected());
}

#[test]
fn a_table_is_not_longer_than_its_entries_can_be() {
    let (manifest, _) = database(Form::Compressed);
    let text = String::from_utf8(manifest).expect("text");
    let start = text.find("\"bytes\": ").expect("a length") + 9;
    let end = start + text[start..].find(',').expect("another field");
    // The digest at the end is that of the text without it.
    let at = text.rfind(",\n  \"digest\": \"").expect("a digest");
    let changed = format!("{}{}{}", &text[..start], 1_u64 << 60, &text[end..at]);
    let digest = blake3::hash(format!("{changed}\n}}\n").as_bytes()).to_hex();
    let bytes = format!("{changed},\n  \"digest\": \"{digest}\"\n}}\n").into_bytes();
    let server = Server::start(move |asked| Some(right(&bytes, asked)));
    let error = Database::open(Path::new(&server.address)).expect_err("too long").to_string();
    assert!(error.contains("longer than a table of its entries can be"), "{error}");
}
