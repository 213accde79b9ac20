//! Memory that several threads fill: the one place where the crates share raw memory.

use memmap2::{MmapMut, MmapRaw};
use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Zeroed memory on huge pages, for cells of a power of two of bytes.
pub struct Zeroed {
    map: Map,
}

impl Zeroed {
    /// Memory of this many bytes.
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

/// Memory that any thread may write to, in cells of one width. When two threads write the same cell, either
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

/// An atomic integer, as which memory may be seen.
///
/// # Safety
/// Every pattern of bits is a value of the type, and it can be changed through a shared reference.
#[expect(unsafe_code, reason = "what memory may be seen as")]
pub unsafe trait Atomic: Default {}

macro_rules! atomic {
    ($($integer:ty)*) => {$(
        #[expect(unsafe_code, reason = "an atomic integer has all patterns of bits")]
        // SAFETY: every pattern of bits is a value of the integer, and it is atomic.
        unsafe impl Atomic for $integer {}
    )*};
}
atomic!(AtomicU8 AtomicU16 AtomicU32 AtomicU64);

#[expect(unsafe_code, reason = "threads write different cells of the same bytes")]
fn atomics<A: Atomic>(bytes: &mut [u8]) -> &[A] {
    // SAFETY: every pattern of bits is a value of the integer, and nothing else has access to the bytes while
    // the borrow lives.
    let (before, cells, _) = unsafe { bytes.align_to_mut() };
    assert!(before.is_empty(), "a map begins a page");
    cells
}

/// The memory.
#[cfg(not(target_family = "wasm"))]
type Map = MmapMut;

/// The memory, where there are no maps.
#[cfg(target_family = "wasm")]
struct Map(Box<[u64]>);

#[cfg(target_family = "wasm")]
impl Deref for Map {
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

/// The least number of bytes for which huge pages are asked for.
#[cfg(target_os = "linux")]
const HUGE: usize = 4 << 20;

/// Zeroed memory on huge pages.
#[cfg(not(target_family = "wasm"))]
fn zeroed(bytes: usize) -> io::Result<Map> {
    let bytes = rounded(bytes)?;
    let map = MmapMut::map_anon(bytes)?;
    // Scattered accesses cause fewer TLB misses with huge pages; without huge pages, everything still works.
    #[cfg(target_os = "linux")]
    if bytes >= HUGE {
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    Ok(map)
}

/// Atomic integers, all zero, for threads that change the same ones; on huge pages where there are any.
pub struct Words<A> {
    #[cfg(not(target_family = "wasm"))]
    map: MmapRaw,
    #[cfg(not(target_family = "wasm"))]
    len: usize,
    #[cfg(target_family = "wasm")]
    words: Box<[A]>,
    kind: PhantomData<A>,
}

impl<A: Atomic> Words<A> {
    /// `len` words.
    ///
    /// # Errors
    /// If the system refuses memory.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<A>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { map: zeroed(bytes)?.into(), len, kind: PhantomData })
    }

    /// `len` words.
    ///
    /// # Errors
    /// Never.
    #[cfg(target_family = "wasm")]
    pub fn new(len: usize) -> io::Result<Self> {
        Ok(Self { words: (0..len).map(|_| A::default()).collect(), kind: PhantomData })
    }
}

impl<A: Atomic> Deref for Words<A> {
    type Target = [A];

    #[cfg(not(target_family = "wasm"))]
    #[expect(unsafe_code, reason = "many threads change the same words")]
    #[expect(clippy::inline_always, reason = "loops over tables are nothing but these accesses")]
    #[inline(always)]
    fn deref(&self) -> &[A] {
        // SAFETY: the map begins at a page, has this many words, is zeroed, lives as long as `self`, and is
        // accessed in no other way. Zeros are a value of the type, which is changed by atomic operations.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }

    #[cfg(target_family = "wasm")]
    fn deref(&self) -> &[A] {
        &self.words
    }
}

/// The greatest number of blocks that threads fill at the same time.
const LOCKS: usize = 16;

/// Memory for blocks of equal size (the last may be shorter), one after the other. Each block is filled on
/// first use, takes no physical memory before, and is read without a lock from then on.
pub struct Blocks {
    map: MmapRaw,
    block_bytes: usize,
    bytes: usize,
    /// One bit per block, set when the block is filled. A block whose bit is set is never written again.
    filled: Box<[AtomicU64]>,
    /// One lock for all blocks whose numbers are equal modulo [`LOCKS`]. A thread that fills a block holds
    /// its lock.
    filling: [Mutex<()>; LOCKS],
}

impl Blocks {
    /// Reserves memory for blocks of `block_bytes` bytes, `bytes` in all.
    ///
    /// # Errors
    /// If the system refuses memory, or has no maps.
    pub fn new(bytes: usize, block_bytes: usize) -> io::Result<Self> {
        // One byte more, because an empty map is not allowed.
        let length = bytes.checked_add(1).ok_or(io::ErrorKind::OutOfMemory)?;
        let words = bytes.div_ceil(block_bytes).div_ceil(64);
        Ok(Self {
            map: MmapRaw::from(MmapMut::map_anon(length)?),
            block_bytes,
            bytes,
            filled: (0..words).map(|_| AtomicU64::new(0)).collect(),
            filling: Default::default(),
        })
    }

    /// The size of all blocks together, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the block, after `fill` has filled it if it is still empty.
    ///
    /// # Errors
    /// Returns the error of `fill`; the block then stays empty.
    ///
    /// # Panics
    /// If there is no such block.
    #[expect(unsafe_code, reason = "a block that is filled is read without a lock")]
    #[inline]
    pub fn block<E>(&self, block: u64, fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<&[u8], E> {
        let (start, len) = self.place(block);
        if !self.is_filled(block) {
            self.fill(block, fill)?;
        }
        // SAFETY: `place` keeps the bytes inside the map, which lives as long as `self`. The block's bit is
        // set, so its bytes have been written (the bit is read by acquire and set by release) and are never
        // written again.
        Ok(unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(start), len) })
    }

    #[expect(unsafe_code, reason = "one thread fills a block that nobody reads yet")]
    #[cold]
    fn fill<E>(&self, block: u64, fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<(), E> {
        let (start, len) = self.place(block);
        let lock = &self.filling[(block % LOCKS as u64) as usize];
        let _alone = lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_filled(block) {
            return Ok(());
        }
        // SAFETY: `place` keeps the bytes inside the map, and blocks do not overlap. The block's bit is not
        // set, so nobody reads these bytes, and the lock, which is held until the bit is set, keeps other
        // writers of this block away.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().add(start), len) };
        fill(bytes)?;
        self.filled[(block / 64) as usize].fetch_or(1 << (block % 64), Ordering::Release);
        Ok(())
    }

    #[inline]
    fn is_filled(&self, block: u64) -> bool {
        self.filled[(block / 64) as usize].load(Ordering::Acquire) >> (block % 64) & 1 != 0
    }

    /// Returns the offset and the length of a block.
    ///
    /// # Panics
    /// If there is no such block.
    #[inline]
    fn place(&self, block: u64) -> (usize, usize) {
        let start = block as usize * self.block_bytes;
        assert!(start < self.bytes, "no such block");
        (start, self.block_bytes.min(self.bytes - start))
    }
}

/// Prefetches an element into the cache; does nothing on processors without such an instruction.
#[expect(clippy::inline_always, reason = "loops over tables are nothing but these accesses")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;
    use std::thread;

    #[test]
    fn threads_share_words() {
        let words = Words::<AtomicU64>::new(100).expect("memory");
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for word in words.iter() {
                        word.fetch_add(2, Relaxed);
                    }
                });
            }
        });
        assert!(words.iter().all(|word| word.load(Relaxed) == 6));
    }

    #[test]
    fn threads_write_cells_of_each_width() {
        let mut memory = Zeroed::new(128).expect("memory");
        for bytes in [1, 2, 4, 8] {
            let cells = memory.cells(bytes);
            thread::scope(|scope| {
                for part in 0..2 {
                    scope.spawn(move || {
                        for at in (part..128 / bytes).step_by(2) {
                            match cells {
                                Cells::U8(cells) => cells[at].store(at as u8, Relaxed),
                                Cells::U16(cells) => cells[at].store(at as u16, Relaxed),
                                Cells::U32(cells) => cells[at].store(at as u32, Relaxed),
                                Cells::U64(cells) => cells[at].store(at as u64, Relaxed),
                            }
                        }
                    });
                }
            });
            let last = &memory.bytes()[128 - bytes..];
            assert_eq!(
                usize::from(if cfg!(target_endian = "little") { last[0] } else { last[bytes - 1] }),
                128 / bytes - 1
            );
        }
    }

    #[test]
    fn a_block_is_filled_once_and_an_error_leaves_it_empty() {
        let blocks = Blocks::new(250, 100).expect("memory");
        let fills = AtomicU8::new(0);
        assert_eq!(blocks.block(2, |_| Err("no")), Err("no"));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for block in 0..3 {
                        let fill = |bytes: &mut [u8]| {
                            fills.fetch_add(1, Relaxed);
                            bytes.fill(block as u8 + 1);
                            Ok::<_, ()>(())
                        };
                        let bytes = blocks.block(block, fill).expect("filled");
                        assert_eq!(bytes, vec![block as u8 + 1; if block == 2 { 50 } else { 100 }]);
                    }
                });
            }
        });
        assert_eq!(fills.load(Relaxed), 3);
    }
}
