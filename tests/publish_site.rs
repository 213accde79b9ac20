//! `nexsolve publish`: the files of a site, and what it refuses.

#[cfg(unix)]
use crate::support::{command, ended, path};
use crate::support::{entries, files, json, list, number, place, refused, said, scratch};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// The digest of bytes as `sha256sum` prints it.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

fn document(path: impl AsRef<Path>) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn a_site_has_the_page_and_described_databases() {
    let scratch = scratch();
    let [nex, awari, site] = ["nex33", "awari4", "site"].map(|name| place(&scratch, name));
    said(&format!("generate nex:3x3 --metric dtw --out {nex}"));
    said(&format!("generate awari:4 --out {awari}"));
    let told = json(&format!("publish {nex} {awari} --out {site} --licence CC0-1.0 --author Somebody"));
    assert_eq!(told["databases"], serde_json::json!(["nex33", "awari4"]));
    let site = Path::new(&site);
    for file in [
        "index.html",
        "app.js",
        "worker.js",
        "service.js",
        "rules/nex.html",
        "preview.png",
        "puzzles/nex-3x3.json",
    ] {
        assert!(site.join(file).is_file(), "{file}");
    }
    // Hosts that do not compress send these copies; browsers that cannot unpack load the last two.
    for file in ["index.html.br", "app.js.gz", "rules/nex.html.gz", "nexsolve.wasm", "nexsolve-first.wasm"] {
        assert!(site.join(file).is_file(), "{file}");
    }
    // The page asks its own workers, not a server.
    assert!(!fs::read_to_string(site.join("app.js")).expect("text").contains("api/v1"));
    // It opens on the board of the first database, whose values it has already.
    let page = fs::read_to_string(site.join("index.html")).expect("text");
    assert!(page.contains("<svg class=\"board hexagon\"") && page.contains("\"values\":{"));
    let listed = document(site.join("site.json"));
    for (database, name) in list(&listed["databases"]).iter().zip(["nex33", "awari4"]) {
        assert_eq!(database["folder"], name);
        let own = site.join("databases").join(name);
        let original = files(scratch.path().join(name));
        let mut counted = 0;
        for file in list(&database["files"]) {
            let bytes = fs::read(own.join(file["name"].as_str().expect("a name"))).expect("listed");
            assert_eq!(number(&file["bytes"]), bytes.len() as u64);
            assert_eq!(file["digest"], sha256(&bytes)[..16]);
            assert_eq!(Some(&bytes), original.get(file["name"].as_str().expect("a name")));
            counted += 1;
        }
        assert_eq!(counted, original.len());
        // Every other file of the folder has its digest in the list, and is described.
        let digests = fs::read_to_string(own.join("SHA256SUMS")).expect("digests");
        let package = document(own.join("datapackage.json"));
        assert_eq!(package["licenses"][0]["name"], "CC0-1.0");
        let described: Vec<&str> =
            list(&package["resources"]).iter().filter_map(|resource| resource["path"].as_str()).collect();
        for path in entries(&own) {
            let file = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
            if file != "SHA256SUMS" {
                let line = format!("{}  {file}\n", sha256(&fs::read(&path).expect("a file")));
                assert!(digests.contains(&line), "{name}/{file}");
                assert!(described.contains(&file) || file == "datapackage.json", "{name}/{file}");
            }
        }
        let card = fs::read_to_string(own.join("README.md")).expect("a card");
        for words in ["Somebody", "CC0-1.0", "nexsolve verify", "sha256sum -c"] {
            assert!(card.contains(words), "{words}");
        }
        assert!(fs::read_to_string(own.join("sample.csv")).expect("a sample").lines().count() > 100);
        assert_eq!(json(&format!("verify {}", own.display()))["right"], true);
        // The command on the card answers.
        let query =
            card.lines().find_map(|line| line.trim().strip_prefix("nexsolve query ")).expect("a command");
        let query = query.strip_prefix(name).expect("the database's name");
        assert!(!json(&format!("query {} {query}", own.display()))["value"].is_null(), "{query}");
    }
}

#[test]
fn the_words_of_a_site_stay_when_it_is_published_again() {
    let scratch = scratch();
    let site = place(&scratch, "site");
    let page = || fs::read_to_string(Path::new(&site).join("index.html")).expect("text");
    said(&format!(
        "publish --out {site} --title 'Our club' --board hex:5x5 --link https://example.org/us --address https://example.org/hex"
    ));
    let ours = [
        "<title translate=\"no\">Our club</title>",
        "content=\"hex:5x5\"",
        "<a class=\"back\" href=\"https://example.org/us\">",
        "content=\"https://example.org/hex/preview.png\"",
    ];
    let has = |words: [bool; 4]| {
        let page = page();
        for (word, is_there) in ours.iter().zip(words) {
            assert_eq!(page.contains(word), is_there, "{word}");
        }
    };
    has([true; 4]);
    fs::write(Path::new(&site).join("robots.txt"), "mine").expect("written");
    said(&format!("publish --out {site}"));
    has([true; 4]);
    said(&format!("publish --out {site} --link '' --board awari"));
    has([true, false, false, true]);
    assert!(page().contains("<svg class=\"board pit\""));
    assert_eq!(fs::read_to_string(Path::new(&site).join("robots.txt")).expect("kept"), "mine");
    refused(2, &format!("publish --out {site} --board hex:99"), "");
    refused(2, &format!("publish --out {site} --link example.org"), "give the whole address");
    has([true, false, false, true]);
}

#[test]
fn a_site_is_replaced_and_nothing_else_is() {
    let scratch = scratch();
    let [nex, site, other] = ["nex22", "some/site", "other"].map(|name| place(&scratch, name));
    said(&format!("generate nex:2x2 --out {nex}"));
    said(&format!("publish {nex} --out {site}"));
    let version = || fs::read_to_string(Path::new(&site).join("version.js")).expect("a version");
    let first = version();
    // The same databases make the same site; without them, it is another one.
    said(&format!("publish {nex} --out {site}"));
    assert_eq!(version(), first);
    said(&format!("publish --out {site}"));
    assert_ne!(version(), first);
    assert!(!Path::new(&site).join("databases").exists());
    fs::create_dir(&other).expect("made");
    fs::write(Path::new(&other).join("notes.txt"), "mine").expect("written");
    refused(2, &format!("publish {nex} --out {other}"), "has other files and no site");
    assert_eq!(entries(&other).len(), 1);
    // What others have put into the folder of a site stays there; a list of another program is no site.
    fs::write(Path::new(&site).join("CNAME"), "example.org").expect("written");
    said(&format!("publish {nex} --out {site}"));
    assert_eq!(fs::read_to_string(Path::new(&site).join("CNAME")).expect("kept"), "example.org");
    fs::create_dir(Path::new(&site).join("reports")).expect("made");
    said(&format!("report --db {nex} --out {}", place(&scratch, "report")));
    let with_report = format!("publish {nex} --out {site} --report {}", place(&scratch, "report"));
    refused(2, &with_report, "reports is not of the site");
    fs::remove_dir(Path::new(&site).join("reports")).expect("removed");
    fs::write(Path::new(&other).join("site.json"), "{\"program\": \"another\"}").expect("written");
    refused(2, &format!("publish {nex} --out {other}"), "has other files and no site");
    refused(2, &format!("publish {nex} {nex} --out {site}"), "two databases are named `nex22`");
    refused(2, &format!("publish {nex} --out {site} --report {other}"), "is not a report");
    let [data, small] = ["A/Data", "B/data"].map(|name| place(&scratch, name));
    for folder in [&data, &small] {
        said(&format!("generate nex:2x2 --out {folder}"));
    }
    refused(2, &format!("publish {data} {small} --out {site}"), "two databases are named `data`");
    // Names that Windows keeps, and a name that would colour the terminal.
    for (name, says) in [
        ("aux", "no file on Windows can have the name `aux`"),
        ("Com1.db", "no file on Windows can have the name `Com1.db`"),
        ("a\u{1b}[31m", "the name `a\\u{1b}[31m` does not fit into an address"),
        ("a\nb", "the name `a\\nb` does not fit into an address"),
    ] {
        let folder = scratch.path().join(name);
        if fs::create_dir(&folder).is_err() {
            println!("SKIPPED: this system has no file named {name:?}");
            continue;
        }
        let says = refused(2, &format!("publish '{}' --out {site}", path(&folder)), says);
        assert!(!says.contains('\u{1b}'), "{says}");
    }
    // A table that is not the one that was written is not published, and the site stays as it is.
    let before = version();
    let table = Path::new(&nex).join("p02n2.wdl");
    let mut bytes = fs::read(&table).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&table, bytes).expect("written");
    refused(4, &format!("publish {nex} --out {site}"), "");
    assert_eq!(version(), before);
    assert!(entries(scratch.path().join("some")).len() == 1, "nothing is left beside the site");
}

/// A server keeps the folder open, and a shell stands in it: the site is changed in place.
#[cfg(unix)]
#[test]
fn the_folder_of_a_site_stays_the_same_folder() {
    use std::os::unix::fs::MetadataExt;
    let scratch = scratch();
    let (nex, site) = (place(&scratch, "nex22"), scratch.path().join("site"));
    said(&format!("generate nex:2x2 --out {nex}"));
    said(&format!("publish --out {}", path(&site)));
    let folder = || fs::metadata(&site).expect("a folder").ino();
    let before = folder();
    // What a killed run has left is removed.
    fs::create_dir_all(site.join(".files.a1.partial/databases")).expect("made");
    let (code, _, err) =
        ended(command(&format!("publish {nex} --out .")).current_dir(&site).spawn().expect("starts"));
    assert_eq!((code, folder()), (0, before), "{err}");
    assert!(site.join("databases/nex22/manifest.json").is_file());
    assert!(entries(&site).iter().all(|entry| !entry.ends_with(".files.a1.partial")));
    // A new folder in which a run was killed is as good as an empty one.
    let new = scratch.path().join("new");
    fs::create_dir_all(new.join(".files.a1.partial")).expect("made");
    said(&format!("publish --out {}", path(&new)));
}

#[cfg(unix)]
#[test]
fn a_report_is_published_without_links_and_hidden_files() {
    let scratch = scratch();
    let [nex, report, site] = ["nex22", "report", "site"].map(|name| place(&scratch, name));
    said(&format!("generate nex:2x2 --out {nex}"));
    said(&format!("report --db {nex} --out {report} --only atlas"));
    let own = Path::new(&report);
    fs::create_dir(own.join(".git")).expect("made");
    fs::write(own.join(".git/config"), "private").expect("written");
    let publish = format!("publish --report {report} --out {site}");
    said(&publish);
    let published = Path::new(&site).join("reports/report");
    assert!(published.join("index.md").is_file() && !published.join(".git").exists());
    // A link may lead to private files, or back to the folder; a site in the report would be copied into
    // itself.
    std::os::unix::fs::symlink(own, own.join("again")).expect("linked");
    refused(2, &publish, "again is a link");
    fs::remove_file(own.join("again")).expect("removed");
    refused(2, &format!("publish --report {report} --out {report}/some/site"), "inside the report");
    assert!(!own.join("some").exists());
}
