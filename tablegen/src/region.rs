//! Memory that many threads fill.

use memmap2::{Advice, MmapMut, MmapRaw};
use std::io;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Zeroed memory on huge pages, for cells of a power of two of bytes.
pub(crate) struct Region {
    map: MmapMut,
}

impl Region {
    /// A region of this many bytes.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        Ok(Self { map: zeroed(bytes)? })
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> usize {
        self.map.len()
    }

    /// What is in it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// What is in it, to change.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }

    /// Access for threads that write different cells.
    pub(crate) fn writer(&mut self) -> Writer<'_> {
        let bytes: &mut [u8] = &mut self.map;
        Writer { first: bytes.as_mut_ptr(), len: bytes.len(), region: std::marker::PhantomData }
    }
}

/// Zeroed memory on huge pages.
fn zeroed(bytes: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(bytes.max(64).next_multiple_of(64))?;
    #[cfg(target_os = "linux")]
    // Scattered accesses miss the address cache less on huge pages; where there are none, nothing changes.
    let _ = map.advise(Advice::HugePage);
    Ok(map)
}

/// Zeroed words of two bytes on huge pages, for threads that change the same ones.
pub(crate) struct AtomicWords {
    map: MmapRaw,
    len: usize,
}

impl AtomicWords {
    /// So many words.
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        Ok(Self { map: zeroed(2 * len)?.into(), len })
    }
}

impl std::ops::Deref for AtomicWords {
    type Target = [AtomicU16];

    #[expect(unsafe_code, reason = "many threads count the same words down")]
    #[inline(always)]
    fn deref(&self) -> &[AtomicU16] {
        // SAFETY: the map begins a page, is so many words long and zeroed, lives as long as `self`, and is accessed in no
        // other way.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

/// Writes to a region from any thread. Two writes to one cell are no fault, but either may be the last.
#[derive(Clone, Copy)]
pub(crate) struct Writer<'a> {
    first: *mut u8,
    len: usize,
    region: std::marker::PhantomData<&'a [AtomicU8]>,
}

macro_rules! put {
    ($name:ident, $word:ty, $atomic:ty) => {
        /// Writes one word, little endian.
        ///
        /// # Panics
        /// If the place is outside, or no multiple of the word's size.
        #[inline(always)]
        #[expect(unsafe_code, reason = "the sweeps write transposed: each cell once, from any thread")]
        pub(crate) fn $name(&self, at: usize, word: $word) {
            let room = self.len.checked_sub(at);
            assert!(
                room.is_some_and(|room| room >= size_of::<$word>()) && at.is_multiple_of(size_of::<$word>())
            );
            // SAFETY: the place is inside the region, which is borrowed for as long as `self` lives and whose memory is
            // written only through atomics meanwhile; it is aligned, as the map begins a page.
            let cell = unsafe { <$atomic>::from_ptr(self.first.add(at).cast()) };
            cell.store(word.to_le(), Relaxed);
        }
    };
}

impl Writer<'_> {
    put!(put_u8, u8, AtomicU8);
    put!(put_u16, u16, AtomicU16);
    put!(put_u32, u32, AtomicU32);
    put!(put_u64, u64, AtomicU64);

    /// Writes words one after the other.
    ///
    /// # Panics
    /// As [`Writer::put_u64`].
    #[inline(always)]
    pub(crate) fn put_words(&self, at: usize, words: &[u64]) {
        for (i, &word) in words.iter().enumerate() {
            self.put_u64(at + 8 * i, word);
        }
    }
}

// SAFETY: every write is an atomic store.
#[expect(unsafe_code, reason = "as above")]
unsafe impl Send for Writer<'_> {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "as above")]
unsafe impl Sync for Writer<'_> {}

/// Bytes as words.
///
/// # Panics
/// If they do not begin at a multiple of eight bytes.
#[expect(unsafe_code, reason = "a row of cells is read as words in place")]
pub(crate) fn words(bytes: &[u8]) -> &[u64] {
    // SAFETY: every pattern of bits is a word.
    let (before, words, _) = unsafe { bytes.align_to::<u64>() };
    assert!(before.is_empty());
    words
}

/// Words as bytes.
#[expect(unsafe_code, reason = "rows that are not in memory are decoded into words")]
pub(crate) fn bytes(words: &[u64]) -> &[u8] {
    // SAFETY: every word is eight bytes, each of which is a byte.
    unsafe { words.align_to::<u8>().1 }
}

/// Has the processor fetch an element that will be asked for soon; nothing where it cannot.
#[inline(always)]
#[expect(unsafe_code, reason = "look-ups all over a table wait for memory one after the other without")]
pub(crate) fn prefetch<T>(slice: &[T], at: usize) {
    debug_assert!(at < slice.len());
    #[cfg(target_arch = "x86_64")]
    // SAFETY: fetching ahead reads nothing, wherever it points.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(at).cast());
    }
}
