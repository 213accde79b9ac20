//! Frames without C: read only.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

/// The version of the library that writes frames: there is none.
#[cfg(target_family = "wasm")]
pub(crate) fn version() -> &'static str {
    "none"
}

/// Returns the length of a frame's contents; `None` if the frame does not state it.
pub(crate) fn content_bytes(frame: &[u8]) -> Option<u64> {
    let mut decoder = FrameDecoder::new();
    decoder.reset(frame).ok()?;
    Some(decoder.content_size()).filter(|&bytes| bytes > 0)
}

/// Tables that are written here must be raw.
#[cfg(target_family = "wasm")]
#[derive(Clone, Default)]
pub(crate) struct Compressors;

#[cfg(target_family = "wasm")]
impl Compressors {
    /// Refuses.
    #[expect(clippy::unused_self, reason = "as for the library in C")]
    pub(crate) fn compress(&self, _: &[u8], _: i32) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this program writes no compressed tables"))
    }
}

/// A decoder that is reused.
#[derive(Default)]
pub(crate) struct Decompressors(Mutex<Option<FrameDecoder>>);

impl Decompressors {
    /// Decompresses one frame. Returns whether `frame` contains nothing else and fills `bytes` exactly.
    #[expect(clippy::unnecessary_wraps, reason = "as for the library in C")]
    pub(crate) fn decompress(&self, frame: &[u8], bytes: &mut [u8]) -> io::Result<bool> {
        let mut spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let decoder = spare.get_or_insert_with(FrameDecoder::new);
        Ok(decode(decoder, frame, bytes).is_some_and(|rest| rest == 0))
    }
}

/// Returns how many bytes of `frame` follow the frame; `None` if it is damaged, or if its contents do not
/// fill `bytes` exactly.
fn decode(decoder: &mut FrameDecoder, frame: &[u8], bytes: &mut [u8]) -> Option<usize> {
    let mut source = frame;
    decoder.reset(&mut source).ok()?;
    // A damaged frame must not take more memory than a block and what one step may add.
    let step = BlockDecodingStrategy::UptoBytes(bytes.len() + 1);
    let is_whole = decoder.decode_blocks(&mut source, step).ok()?;
    if !is_whole || decoder.can_collect() != bytes.len() {
        return None;
    }
    decoder.read_exact(bytes).ok()?;
    Some(source.len())
}
