//! Memory that several threads fill.

#[cfg(not(target_family = "wasm"))]
use memmap2::{Advice, MmapMut, MmapRaw};
use std::io;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// Zeroed memory on huge pages, for cells of a power of two of bytes.
pub struct Region {
    map: Map,
}

impl Region {
    /// A region of this many bytes.
    ///
    /// # Errors
    /// If the system refuses memory.
    pub fn new(bytes: usize) -> io::Result<Self> {
        Ok(Self { map: zeroed(bytes)? })
    }

    /// The number of bytes.
    pub fn size(&self) -> usize {
        self.map.len()
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The bytes, for writing.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }

    /// The same memory as atomic cells of `bytes` bytes (1, 2, 4 or 8), for threads that write different
    /// cells.
    pub fn cells(&mut self, bytes: usize) -> Cells<'_> {
        match bytes {
            1 => Cells::U8(atomics(&mut self.map)),
            2 => Cells::U16(atomics(&mut self.map)),
            4 => Cells::U32(atomics(&mut self.map)),
            _ => Cells::U64(atomics(&mut self.map)),
        }
    }
}

/// A region that any thread may write to, in cells of one width. When two threads write the same cell, either
/// write may be the last.
#[derive(Clone, Copy)]
pub enum Cells<'a> {
    /// Cells of one byte.
    U8(&'a [AtomicU8]),
    /// Cells of two bytes.
    U16(&'a [AtomicU16]),
    /// Cells of four bytes.
    U32(&'a [AtomicU32]),
    /// Cells of eight bytes.
    U64(&'a [AtomicU64]),
}

/// Memory seen as atomic integers.
///
/// # Safety
/// Every pattern of bits is a value of the type, and it can be changed through a shared reference.
#[expect(unsafe_code, reason = "what the bytes of a region may be seen as")]
unsafe trait Atomic {}

macro_rules! atomic {
    ($($integer:ty)*) => {$(
        #[expect(unsafe_code, reason = "an atomic integer has all patterns of bits")]
        // SAFETY: every pattern of bits is a value of the integer, and it is atomic.
        unsafe impl Atomic for $integer {}
    )*};
}
atomic!(AtomicU8 AtomicU16 AtomicU32 AtomicU64);

#[expect(unsafe_code, reason = "the sweeps write transposed: each cell once, from any thread")]
fn atomics<A: Atomic>(bytes: &mut [u8]) -> &[A] {
    // SAFETY: every pattern of bits is a value of the integer, and nothing else has access to the bytes while
    // the borrow lives.
    let (before, cells, _) = unsafe { bytes.align_to_mut() };
    assert!(before.is_empty(), "a map begins a page");
    cells
}

/// The memory of a region.
#[cfg(not(target_family = "wasm"))]
type Map = MmapMut;

/// The memory of a region, where there are no maps.
#[cfg(target_family = "wasm")]
struct Map(Box<[u64]>);

#[cfg(target_family = "wasm")]
impl std::ops::Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

#[cfg(target_family = "wasm")]
impl std::ops::DerefMut for Map {
    fn deref_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

/// A length in whole cache lines.
fn rounded(bytes: usize) -> io::Result<usize> {
    Ok(bytes.max(64).checked_next_multiple_of(64).ok_or(io::ErrorKind::OutOfMemory)?)
}

/// Zeroed memory.
#[cfg(target_family = "wasm")]
fn zeroed(bytes: usize) -> io::Result<Map> {
    Ok(Map(vec![0; rounded(bytes)? / 8].into()))
}

/// Zeroed memory on huge pages.
#[cfg(not(target_family = "wasm"))]
fn zeroed(bytes: usize) -> io::Result<Map> {
    let bytes = rounded(bytes)?;
    let map = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    // Scattered accesses cause fewer TLB misses with huge pages; without huge pages, everything still works.
    let _ = map.advise(Advice::HugePage);
    Ok(map)
}

/// Words of two bytes, all zero, for threads that change the same ones.
#[cfg(target_family = "wasm")]
pub struct AtomicWords(Box<[AtomicU16]>);

#[cfg(target_family = "wasm")]
impl AtomicWords {
    /// `len` words.
    #[expect(clippy::unnecessary_wraps, reason = "as with maps")]
    pub fn new(len: usize) -> io::Result<Self> {
        Ok(Self((0..len).map(|_| AtomicU16::new(0)).collect()))
    }
}

#[cfg(target_family = "wasm")]
impl std::ops::Deref for AtomicWords {
    type Target = [AtomicU16];

    fn deref(&self) -> &[AtomicU16] {
        &self.0
    }
}

/// Zeroed words of two bytes on huge pages, for threads that change the same ones.
#[cfg(not(target_family = "wasm"))]
pub struct AtomicWords {
    map: MmapRaw,
    len: usize,
}

#[cfg(not(target_family = "wasm"))]
impl AtomicWords {
    /// `len` words.
    ///
    /// # Errors
    /// If the system refuses memory.
    pub fn new(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<AtomicU16>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { map: zeroed(bytes)?.into(), len })
    }
}

#[cfg(not(target_family = "wasm"))]
impl std::ops::Deref for AtomicWords {
    type Target = [AtomicU16];

    #[expect(unsafe_code, reason = "many threads count the same words down")]
    #[inline(always)]
    fn deref(&self) -> &[AtomicU16] {
        // SAFETY: the map begins at a page, has this many words, is zeroed, lives as long as `self`, and is
        // accessed in no other way.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

/// Prefetches an element into the cache; does nothing on processors without such an instruction.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "look-ups all over a table wait for memory one after the other without")
)]
pub fn prefetch<T>(slice: &[T], at: usize) {
    debug_assert!(at < slice.len());
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(at).cast());
    }
}
