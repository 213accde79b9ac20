//! Blocks as zstd frames. Programs for WebAssembly have no C, so they read frames with another library and
//! write none.

use std::io;

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(not(target_family = "wasm"))]
pub(crate) use native::{Compressors, Decompressors, content_bytes, version};

#[cfg(any(target_family = "wasm", test))]
mod portable;
#[cfg(target_family = "wasm")]
pub(crate) use portable::{Compressors, Decompressors, content_bytes, version};

/// The level of compression of files beside tables.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 9;

/// Compresses bytes into one frame.
///
/// # Errors
/// If the system refuses memory, or the program is for WebAssembly.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    #[cfg(not(target_family = "wasm"))]
    return Compressors::default().compress(bytes, LEVEL);
    #[cfg(target_family = "wasm")]
    Err(io::Error::new(io::ErrorKind::Unsupported, format!("{} bytes are not compressed here", bytes.len())))
}

/// Returns the `bytes` bytes that a frame contains; `None` if it is damaged or contains another number of
/// bytes.
///
/// # Errors
/// If the system refuses memory.
pub fn decompress(frame: &[u8], bytes: u64) -> io::Result<Option<Vec<u8>>> {
    if content_bytes(frame) != Some(bytes) {
        return Ok(None);
    }
    let mut contents = Vec::new();
    let bytes = usize::try_from(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
    contents.try_reserve_exact(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
    contents.resize(bytes, 0);
    let is_whole = Decompressors::default().decompress(frame, &mut contents)?;
    Ok(is_whole.then_some(contents))
}

#[cfg(test)]
mod tests {
    use super::{native, portable};
    use proptest::prelude::*;

    /// Reads a frame with both libraries, which must agree.
    fn read(frame: &[u8], bytes: usize) -> Option<Vec<u8>> {
        let (mut first, mut second) = (vec![0; bytes], vec![0; bytes]);
        let is_read = native::Decompressors::default().decompress(frame, &mut first).expect("memory");
        let also = portable::Decompressors::default().decompress(frame, &mut second).expect("memory");
        assert_eq!(is_read, also);
        is_read.then(|| {
            assert_eq!(native::content_bytes(frame), portable::content_bytes(frame));
            assert_eq!(first, second);
            first
        })
    }

    #[test]
    fn a_block_is_one_frame() {
        let codes = [7; 1000];
        let frame = native::Compressors::default().compress(&codes, 3).expect("compressed");
        // An empty skippable frame (RFC 8878, section 3.1.2).
        let skipped = [&0x184D_2A50_u32.to_le_bytes()[..], &4_u32.to_le_bytes(), b"none"].concat();
        assert_eq!(read(&frame, 1000).as_deref(), Some(&codes[..]));
        assert_eq!(native::content_bytes(&frame), Some(1000));
        for bytes in
            [[&frame[..], &skipped].concat(), [&skipped[..], &frame].concat(), [&frame[..], &[0]].concat()]
        {
            assert_eq!(read(&bytes, 1000), None);
        }
        for bytes in [999, 1001] {
            assert_eq!(read(&frame, bytes), None);
        }
        for bytes in 0..frame.len() {
            assert_eq!(read(&frame[..bytes], 1000), None);
        }
    }

    proptest! {
        #[test]
        fn frames_are_read_back(
            codes in prop::collection::vec(0_u8..4, 1..20_000),
            repeats in 1_usize..4,
            level in prop::sample::select(vec![3, 6, 12, 19]),
        ) {
            let codes = codes.repeat(repeats);
            let frame = native::Compressors::default().compress(&codes, level).expect("compressed");
            prop_assert_eq!(read(&frame, codes.len()), Some(codes));
        }
    }
}
