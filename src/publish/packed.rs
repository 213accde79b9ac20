//! Compressed copies of files, for hosts that send those (`gzip_static`, `precompressed`), and the unpacked
//! WebAssembly modules, for browsers that cannot unpack them.

use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use std::io::{self, Read};
use std::path::Path;

/// The extensions of files that shrink.
const ENDINGS: [&str; 4] = [".css", ".html", ".js", ".svg"];

/// The extension of the compressed modules.
const MODULE: &str = ".wasm.gz";

/// The files to put beside a file: their names.
pub(super) fn names(path: &str) -> Vec<String> {
    if let Some(name) = path.strip_suffix(MODULE) {
        return vec![format!("{name}.wasm")];
    }
    let is_text = ENDINGS.iter().any(|ending| path.ends_with(ending));
    if is_text { [".br", ".gz"].map(|ending| format!("{path}{ending}")).into() } else { Vec::new() }
}

fn is_kind(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|of| of == ending)
}

/// The files to put beside a file: their names and contents.
pub(super) fn beside(path: &str, contents: &[u8]) -> io::Result<Vec<(String, Vec<u8>)>> {
    let make = |name: String| {
        let mut made = Vec::new();
        if is_kind(&name, "br") {
            let params = brotli::enc::BrotliEncoderParams { quality: 9, ..Default::default() };
            brotli::BrotliCompress(&mut &*contents, &mut made, &params)?;
        } else if is_kind(&name, "gz") {
            GzEncoder::new(contents, Compression::best()).read_to_end(&mut made)?;
        } else {
            GzDecoder::new(contents).read_to_end(&mut made)?;
        }
        Ok((name, made))
    };
    names(path).into_iter().map(make).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_unpack_to_the_file() {
        let text = "exact values ".repeat(1_000);
        for (name, packed) in beside("rules/nex.html", text.as_bytes()).expect("packed") {
            let mut unpacked = String::new();
            if is_kind(&name, "br") {
                brotli::Decompressor::new(packed.as_slice(), 4_096)
                    .read_to_string(&mut unpacked)
                    .expect("text");
            } else {
                GzDecoder::new(packed.as_slice()).read_to_string(&mut unpacked).expect("text");
                let [(raw, bytes)] =
                    beside("m.wasm.gz", &packed).expect("unpacked").try_into().expect("one file");
                assert_eq!((raw.as_str(), bytes.as_slice()), ("m.wasm", text.as_bytes()));
            }
            assert!(packed.len() < 200 && unpacked == text, "{name}");
        }
        assert!(beside("databases/a/t.dtw", b"x").expect("nothing").is_empty());
    }
}
