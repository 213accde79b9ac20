//! Frames by the C library of zstd.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use zstd::zstd_safe::{self, CCtx, CParameter, DCtx};

/// The version of the library.
pub(crate) fn version() -> &'static str {
    zstd_safe::version_string()
}

/// Returns the length of a frame's contents; `None` if the frame does not state it.
pub(crate) fn content_bytes(frame: &[u8]) -> Option<u64> {
    zstd_safe::get_frame_content_size(frame).ok().flatten()
}

/// Contexts for compression that threads take and put back: at most one per thread. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Compressors(Arc<Mutex<Vec<CCtx<'static>>>>);

impl Compressors {
    /// Compresses bytes into one frame. Contexts are large, so they are reused.
    ///
    /// # Errors
    /// If there is no memory for a context.
    pub(crate) fn compress(&self, bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut context = spare.or_else(CCtx::try_create).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut frame = Vec::with_capacity(zstd_safe::compress_bound(bytes.len()));
        let set = context.set_parameter(CParameter::CompressionLevel(level));
        let done = set.and_then(|_| context.compress2(&mut frame, bytes));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        // Any bytes can be compressed into a buffer of this length, so the only possible failure is a lack of
        // memory.
        let refused = |code| io::Error::new(io::ErrorKind::OutOfMemory, zstd_safe::get_error_name(code));
        done.map(|_| frame).map_err(refused)
    }
}

/// Contexts for decompression, used in the same way.
#[derive(Default)]
pub(crate) struct Decompressors(Mutex<Vec<DCtx<'static>>>);

impl Decompressors {
    /// Decompresses one frame. Returns whether `frame` contains nothing else and fills `bytes` exactly.
    ///
    /// # Errors
    /// If there is no memory for a context.
    pub(crate) fn decompress(&self, frame: &[u8], bytes: &mut [u8]) -> io::Result<bool> {
        if zstd_safe::find_frame_compressed_size(frame) != Ok(frame.len()) {
            return Ok(false);
        }
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut context = spare.or_else(DCtx::try_create).ok_or(io::ErrorKind::OutOfMemory)?;
        let written = context.decompress(bytes, frame);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        Ok(written == Ok(bytes.len()))
    }
}
