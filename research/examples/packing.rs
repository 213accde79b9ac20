//! Compares ways to pack a table's codes, by size and speed on real tables.
//!
//!     cargo run --release -p nexsolve-research --example packing -- [--mib N] FILE…
//!
//! A FILE is a table with codes of two bits, raw or compressed; codes 0, 1, 2 stand for loss, draw and win.
//! The example takes blocks from all over each file, N MiB in all (4 by default).
//!
//! The ways to write the codes of a block before zstd compresses them:
//!
//! - `codes`: two bits per entry, unchanged;
//! - `planes`: a bit per entry for a win, followed by a bit per entry for a loss;
//! - `digits`: five entries per byte, as digits in base 3.
//!
//! The size of a block is the size of its codes at two bits per entry in all these forms, so that blocks of
//! one size have the same entries. Each form is measured without a dictionary and with one that was trained
//! on other blocks. Times are for one thread.

use nexsolve_db::Table;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zstd::bulk::{Compressor, Decompressor};

const BLOCK_KIB: [usize; 5] = [4, 8, 16, 32, 64];
const LEVELS: [i32; 7] = [1, 3, 6, 9, 12, 15, 19];
const DICTIONARY_BYTES: usize = 64 << 10;

#[derive(Clone, Copy)]
enum Way {
    Codes,
    Planes,
    Digits,
}

impl Way {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Codes, "codes"), (Self::Planes, "planes"), (Self::Digits, "digits")];

    /// The block's codes, written in this way.
    fn write(self, codes: &[u8]) -> Vec<u8> {
        let entries = codes.iter().flat_map(|byte| (0..4).map(move |i| byte >> (2 * i) & 3));
        match self {
            Self::Codes => codes.to_vec(),
            Self::Planes => {
                let half = codes.len() / 2;
                let mut planes = vec![0; 2 * half];
                for (i, code) in entries.enumerate() {
                    planes[i / 8] |= u8::from(code == 2) << (i % 8);
                    planes[half + i / 8] |= u8::from(code == 0) << (i % 8);
                }
                planes
            }
            Self::Digits => {
                let entries: Vec<u8> = entries.collect();
                entries
                    .chunks(5)
                    .map(|five| five.iter().rev().fold(0, |byte, code| 3 * byte + code))
                    .collect()
            }
        }
    }
}

struct Measured {
    bytes: usize,
    compress: Duration,
    decode: Duration,
}

/// Compresses all blocks and decompresses them again; the best of some rounds, since other programs run too.
fn measure(blocks: &[Vec<u8>], level: i32, dictionary: &[u8]) -> io::Result<Measured> {
    let mut compressor = Compressor::with_dictionary(level, dictionary)?;
    let mut decompressor = Decompressor::with_dictionary(dictionary)?;
    let mut frames = Vec::new();
    let compress = best(|| {
        frames = blocks.iter().map(|block| compressor.compress(block)).collect::<io::Result<_>>()?;
        Ok(())
    })?;
    let mut out = vec![0; blocks.iter().map(Vec::len).max().unwrap_or(0)];
    let decode = best(|| {
        for frame in &frames {
            black_box(decompressor.decompress_to_buffer(frame, out.as_mut_slice())?);
        }
        Ok(())
    })?;
    for (block, frame) in blocks.iter().zip(&frames) {
        let len = decompressor.decompress_to_buffer(frame, out.as_mut_slice())?;
        assert_eq!(&out[..len], block, "a block is not read back");
    }
    // A block that does not shrink would be stored as it is.
    let bytes = frames.iter().zip(blocks).map(|(frame, block)| frame.len().min(block.len())).sum();
    Ok(Measured { bytes, compress, decode })
}

/// The shortest of up to ten rounds, or of fewer if they take long.
fn best(mut round: impl FnMut() -> io::Result<()>) -> io::Result<Duration> {
    let (begin, mut best) = (Instant::now(), Duration::MAX);
    for _ in 0..10 {
        let start = Instant::now();
        round()?;
        best = best.min(start.elapsed());
        if begin.elapsed() > Duration::from_millis(300) {
            break;
        }
    }
    Ok(best)
}

/// Whole blocks from all over the files: those to measure, and as many others to train a dictionary on.
fn sample(files: &[Vec<u8>], block: usize, bytes: usize) -> (Vec<&[u8]>, Vec<&[u8]>) {
    let all: Vec<&[u8]> = files.iter().flat_map(|file| file.chunks_exact(block)).collect();
    let step = (all.len() * block / bytes.max(1)).max(1);
    let measured = all.iter().copied().step_by(step).collect();
    let others = all.iter().copied().skip(step / 2).step_by(step);
    let others = if step > 1 { others.collect() } else { Vec::new() };
    (measured, others)
}

fn train(blocks: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    zstd::dict::from_samples(blocks, DICTIONARY_BYTES)
}

fn row(
    way: &str,
    kib: usize,
    level: i32,
    entries: usize,
    codes: usize,
    blocks: usize,
    m: &Measured,
) -> String {
    let mut row = format!("{way:<18}{kib:>5}{level:>6}");
    let bits = m.bytes as f64 * 8.0 / entries as f64;
    let speed = codes as f64 / 1e6 / m.compress.as_secs_f64();
    let decode = m.decode.as_secs_f64() * 1e6 / blocks as f64;
    write!(row, "{bits:>12.4}{speed:>12.1}{:>14.1}{decode:>12.1}", speed * 4.0).expect("text");
    row
}

/// The packed codes of a table with codes of two bits.
fn codes(path: &Path) -> io::Result<Vec<u8>> {
    let table = Table::open(path, 0).map_err(io::Error::other)?;
    if table.bits() != 2 {
        return Err(io::Error::other(format!(
            "{}: its codes have {} bits, not 2",
            path.display(),
            table.bits()
        )));
    }
    let (mut all, mut block_codes) = (Vec::new(), Vec::new());
    for block in 0..table.blocks() {
        table.load(block, &mut block_codes).map_err(io::Error::other)?;
        all.extend_from_slice(&block_codes);
    }
    Ok(all)
}

fn main() -> io::Result<()> {
    let mut mib = 4;
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--mib" {
            let number = arguments.next().and_then(|number| number.to_str()?.parse().ok());
            mib = number.ok_or_else(|| io::Error::other("--mib wants a number"))?;
        } else {
            paths.push(argument.into());
        }
    }
    if paths.is_empty() {
        return Err(io::Error::other("give tables with codes of two bits, such as p08n4.wdl"));
    }
    let files: Vec<Vec<u8>> = paths.iter().map(|path| codes(path)).collect::<io::Result<_>>()?;
    let mut counts = [0_u64; 4];
    for byte in files.iter().flatten() {
        (0..4).for_each(|i| counts[usize::from(byte >> (2 * i) & 3)] += 1);
    }
    let total: u64 = counts.iter().sum();
    let shares = counts.map(|count| count as f64 / total as f64);
    let entropy: f64 = shares.iter().filter(|&&share| share > 0.0).map(|share| -share * share.log2()).sum();
    let mut out = io::stdout().lock();
    writeln!(out, "{total} entries, codes {counts:?}, order-0 entropy {entropy:.4} bits an entry")?;
    writeln!(out, "way                 KiB level  bits/entry  MB/s in  M entries/s  µs a block decoded")?;
    for (way, name) in Way::ALL {
        for kib in BLOCK_KIB {
            let (measured, others) = sample(&files, kib << 10, mib << 20);
            let codes: usize = measured.iter().map(|block| block.len()).sum();
            let written: Vec<Vec<u8>> = measured.iter().map(|block| way.write(block)).collect();
            let training: Vec<Vec<u8>> = others.iter().map(|block| way.write(block)).collect();
            let dictionary = train(&training).unwrap_or_default();
            for level in LEVELS {
                let plain = measure(&written, level, &[])?;
                writeln!(out, "{}", row(name, kib, level, 4 * codes, codes, written.len(), &plain))?;
                if !dictionary.is_empty() {
                    let with = measure(&written, level, &dictionary)?;
                    let name = format!("{name} + dictionary");
                    writeln!(out, "{}", row(&name, kib, level, 4 * codes, codes, written.len(), &with))?;
                }
            }
        }
    }
    Ok(())
}
