//! The address of a database, of which those of its files are made.

use crate::MANIFEST;
use crate::address::without_secrets;
use std::fmt::Write;

/// The address of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// Scheme, user, host and path, without a slash at the end.
    folder: String,
    /// The query, which comes after the name of each file: with a question mark, or empty.
    query: String,
}

impl Address {
    /// Reads an address, which may end with a slash or the name of the manifest. Leaves out its fragment.
    /// Characters of the path that no address may have, such as spaces, are written as `%20`.
    pub(super) fn new(text: &str) -> Self {
        let text = text.split_once('#').map_or(text, |(address, _)| address);
        let (place, query) = text.find('?').map_or((text, ""), |at| text.split_at(at));
        let place = place.strip_suffix(MANIFEST).filter(|folder| folder.ends_with('/')).unwrap_or(place);
        let host = place.find("://").map_or(0, |scheme| scheme + 3);
        let path = place[host..].find('/').map_or(place.len(), |at| host + at);
        let folder = format!("{}{}", &place[..path], encoded(place[path..].trim_end_matches('/')));
        Self { folder, query: encoded(query) }
    }

    /// Returns the address of a file in the folder.
    pub(super) fn file(&self, name: &str) -> String {
        format!("{}/{name}{}", self.folder, self.query)
    }

    /// Returns the folder of the manifest at this address, if all files of the folder may be there: it has
    /// the same query.
    pub(super) fn moved(&self, manifest: &str) -> Option<Self> {
        let (place, query) = manifest.find('?').map_or((manifest, ""), |at| manifest.split_at(at));
        let folder = place.strip_suffix(MANIFEST)?.strip_suffix('/')?;
        (query == self.query).then(|| Self { folder: folder.to_owned(), query: query.to_owned() })
    }

    /// Returns the address of the folder as people may see it.
    pub(super) fn shown(&self) -> String {
        without_secrets(&self.folder)
    }
}

/// Encodes the bytes that no address may have.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'!'..=b'~' if !b"\"<>\\^`{|}".contains(&byte) => encoded.push(byte.into()),
            _ => write!(encoded, "%{byte:02X}").expect("a string takes all"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_path_and_the_query() {
        for (address, expected) in [
            ("http://", "http:///p0.wdl"),
            ("http://a", "http://a/p0.wdl"),
            ("http://a/b", "http://a/b/p0.wdl"),
            ("http://a/b//", "http://a/b/p0.wdl"),
            ("http://a/b/manifest.json", "http://a/b/p0.wdl"),
            ("http://a/bmanifest.json", "http://a/bmanifest.json/p0.wdl"),
            ("http://a/b?sig=x/y&t=1", "http://a/b/p0.wdl?sig=x/y&t=1"),
            ("http://a/b/manifest.json?sig=1#top", "http://a/b/p0.wdl?sig=1"),
            ("http://a/b c/é%20", "http://a/b%20c/%C3%A9%20/p0.wdl"),
            ("http://u:p@a:8/b", "http://u:p@a:8/b/p0.wdl"),
            ("http://a b/c", "http://a b/c/p0.wdl"),
        ] {
            assert_eq!(Address::new(address).file("p0.wdl"), expected, "{address}");
        }
    }

    #[test]
    fn a_folder_moves_with_its_manifest() {
        let address = Address::new("http://a/b?sig=1");
        let moved = |to: &str| address.moved(to).map(|address| address.file("x"));
        assert_eq!(moved("https://c/d/manifest.json?sig=1").as_deref(), Some("https://c/d/x?sig=1"));
        assert_eq!(moved("https://c/d/manifest.json?sig=2"), None, "a signature of the manifest alone");
        assert_eq!(moved("https://c/d"), None);
        assert_eq!(Address::new("http://u:p@a/b?sig=1").shown(), "http://***@a/b");
    }
}
