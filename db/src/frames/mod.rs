//! Blocks as zstd frames. Programs for WebAssembly have no C, so they read frames with another library and
//! write none.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(not(target_family = "wasm"))]
pub(crate) use native::{Compressors, Decompressors, content_bytes, version};

#[cfg(any(target_family = "wasm", test))]
mod portable;
#[cfg(target_family = "wasm")]
pub(crate) use portable::{Compressors, Decompressors, content_bytes, version};

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
