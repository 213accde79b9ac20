//! If the bytes of an open table change, disappear or cannot be read, a probe returns the right value or an
//! error.

use crate::fixtures::make;
use crate::numbers::Numbers;
use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Bounds, Probe, Prober, Wdl};
use nexsolve_db::{Database, DbProber, Form, Metric, Storage, Table, TableFault, TableSpec, packed};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The number of entries: several blocks, and the last one is not full.
const ENTRIES: u64 = 300_000;
/// The number of entries per strip, if there are strips.
const STRIP: u32 = 20;
const LAYER: &str = "p01n1";
/// Memory for blocks: none, some (not enough to keep a raw table), enough.
const MEMORIES: [u64; 3] = [0, 60 << 10, 1 << 20];

/// Returns different codes for each seed, with long runs of one code, so that all kinds of blocks occur.
fn codes(seed: u64) -> Vec<u8> {
    let code = |i: u64| match i / 65_536 {
        0 => (SplitMix(seed ^ i).next_word() % 3) as u8,
        1 => (seed % 3) as u8,
        _ => u8::from(SplitMix(seed ^ i).next_word().is_multiple_of(20)),
    };
    (0..ENTRIES).map(code).collect()
}

/// Writes a database of one table. Returns the bytes of the table's file.
fn write(folder: &Path, form: Form, codes: &[u8]) -> Vec<u8> {
    let values = vec![-1, 0, 1];
    let spec = TableSpec { layer: LAYER.into(), metric: Metric::Wdl, entries: ENTRIES, values };
    make(folder, form, if form == Form::Small { STRIP } else { 0 }, spec, codes);
    fs::read(folder.join("p01n1.wdl")).expect("just written")
}

fn expected(code: u8) -> Probe {
    Probe::Known(Bounds::of_value(Wdl::of_sign(i16::from(code) - 1)))
}

/// What another program does to the file of a table.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// Overwrites the whole file with another table, whose values differ.
    Another,
    /// Overwrites a part with the same part of another table.
    PartOfAnother,
    /// Overwrites the whole file with random bytes.
    Noise,
    /// Overwrites a part with random bytes.
    PartOfNoise,
    Truncate,
    /// Shortens the file, then extends it with zeros to its old length.
    Regrow,
    /// Empties the file, then writes the table again piece by piece.
    Again,
    Delete,
    /// Renames another table to its name.
    Replace,
}

const DEEDS: [Deed; 9] = [
    Deed::Another,
    Deed::PartOfAnother,
    Deed::Noise,
    Deed::PartOfNoise,
    Deed::Truncate,
    Deed::Regrow,
    Deed::Again,
    Deed::Delete,
    Deed::Replace,
];

impl Deed {
    /// Does it, through its own file handle.
    fn is_done(self, path: &Path, good: &[u8], other: &[u8], random: &mut SplitMix) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        let (from, to) = (random.below(good.len()), random.below(good.len()));
        let part = from.min(to)..from.max(to);
        let noise: Vec<u8> = (0..good.len()).map(|_| random.next_word() as u8).collect();
        let over = |file: &mut File, at: usize, bytes: &[u8]| {
            file.seek(SeekFrom::Start(at as u64))?;
            bytes.chunks(4096).try_for_each(|piece| file.write_all(piece))
        };
        match self {
            Self::Another => {
                over(&mut file, 0, other)?;
                file.set_len(other.len() as u64)
            }
            Self::PartOfAnother => {
                let end = part.end.min(other.len());
                over(&mut file, part.start.min(end), &other[part.start.min(end)..end])
            }
            Self::Noise => over(&mut file, 0, &noise),
            Self::PartOfNoise => over(&mut file, part.start, &noise[part]),
            Self::Truncate => file.set_len(from as u64),
            Self::Regrow => {
                file.set_len(from as u64)?;
                file.set_len(good.len() as u64)
            }
            Self::Again => {
                file.set_len(0)?;
                over(&mut file, 0, good)
            }
            Self::Delete => fs::remove_file(path),
            Self::Replace => {
                let beside = path.with_extension("beside");
                fs::write(&beside, other)?;
                fs::rename(beside, path)
            }
        }
    }
}

/// The numbers of right values and errors.
#[derive(Default)]
struct StorageCounts {
    right: u64,
    errors: u64,
}

impl StorageCounts {
    /// Probes some ranks, one by one and together; panics if an answer is wrong.
    fn ask(&mut self, prober: &DbProber<Numbers>, codes: &[u8], random: &mut SplitMix, place: &str) {
        let numbers: Vec<u64> = (0..24).map(|_| random.below(codes.len()) as u64).collect();
        for &number in &numbers[..12] {
            match prober.probe(&number) {
                Ok(found) => {
                    assert_eq!(found, expected(codes[number as usize]), "{place}: number {number}");
                    self.right += 1;
                }
                Err(error) => {
                    assert!(error.table.ends_with("p01n1.wdl"), "{place}: {error}");
                    self.errors += 1;
                }
            }
        }
        let Ok(found) = prober.probe_all(&numbers) else {
            self.errors += 1;
            return;
        };
        for (&number, found) in numbers.iter().zip(found) {
            assert_eq!(found, expected(codes[number as usize]), "{place}: number {number}, of many");
            self.right += 1;
        }
    }
}

#[test]
fn a_file_changed_by_another_gives_the_right_value_or_an_error() {
    const EACH: u64 = 20;
    let scratch = tempfile::tempdir().expect("a folder");
    let mut tally = StorageCounts::default();
    let (right, wrong) = (codes(1), codes(2));
    for form in Form::ALL {
        let folder = scratch.path().join(form.word());
        let other = write(&scratch.path().join(format!("other-{form}")), form, &wrong);
        let good = write(&folder, form, &right);
        let path = folder.join("p01n1.wdl");
        for (number, deed) in DEEDS.into_iter().enumerate() {
            let mut errors = 0;
            for seed in 0..MEMORIES.len() as u64 * EACH {
                let place = format!("{form}, {deed:?}, seed {seed}");
                let mut random = SplitMix(seed * 1_000 + number as u64);
                let cache_bytes = MEMORIES[seed as usize % MEMORIES.len()];
                let database = Database::open_within(&folder, cache_bytes).expect("the manifest is good");
                let prober = DbProber::new(Numbers::new(LAYER, ENTRIES), Arc::new(database));
                let before = tally.errors;
                // The table is opened before or during the change. If it were opened after another whole
                // table had taken its place, only the digest in the manifest could distinguish the two:
                // `nexsolve verify` compares it.
                if matches!(deed, Deed::Another | Deed::Replace) {
                    prober.database().table(LAYER, Metric::Wdl).expect("sound").expect("listed");
                }
                if !seed.is_multiple_of(4) {
                    tally.ask(&prober, &right, &mut random, &place);
                    assert_eq!(tally.errors, before, "{place}: before");
                }
                let mut hand = SplitMix(!seed);
                std::thread::scope(|scope| {
                    let other = scope.spawn(|| deed.is_done(&path, &good, &other, &mut hand));
                    if seed.is_multiple_of(2) {
                        tally.ask(&prober, &right, &mut random, &place);
                    }
                    other.join().expect("no panic").expect("the system allows it");
                });
                (0..3).for_each(|_| tally.ask(&prober, &right, &mut random, &place));
                errors += tally.errors - before;
                fs::write(&path, &good).expect("room");
                tally.ask(&prober, &right, &mut random, &place);
                let database = Database::open_within(&folder, cache_bytes).expect("the manifest is good");
                let before = tally.errors;
                let fresh = DbProber::new(Numbers::new(LAYER, ENTRIES), Arc::new(database));
                tally.ask(&fresh, &right, &mut random, &place);
                assert_eq!(tally.errors, before, "{place}: afterwards");
            }
            // A file that is written again is right, and so is an open file that has lost its name. All other
            // changes must be detected.
            assert!(
                errors > 0 || matches!(deed, Deed::Again | Deed::Delete | Deed::Replace),
                "{form}, {deed:?}: nothing was detected"
            );
        }
    }
    assert!(tally.right > 10_000 && tally.errors > 1_000, "{} right, {} errors", tally.right, tally.errors);
}

/// A storage that fails like the worst of disks.
#[derive(Debug)]
struct Faulty {
    bytes: Vec<u8>,
    mood: Mood,
    random: Arc<Mutex<SplitMix>>,
}

#[derive(Clone, Copy, Debug)]
enum Mood {
    /// One in three reads fails.
    Fails,
    /// One in three reads finds a shorter file.
    Truncates,
    /// One in three reads returns a changed byte.
    Changes,
}

impl Storage for Faulty {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.bytes.len() as u64)
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.bytes.read(offset, buffer)?;
        let mut random = self.random.lock().expect("no panic");
        if !random.below(3).is_multiple_of(3) || buffer.is_empty() {
            return Ok(());
        }
        match self.mood {
            Mood::Fails => Err(io::Error::other("the disk is gone")),
            Mood::Truncates => Err(io::ErrorKind::UnexpectedEof.into()),
            Mood::Changes => {
                let at = random.below(buffer.len());
                buffer[at] ^= 1 << random.below(8);
                Ok(())
            }
        }
    }
}

#[test]
fn a_failing_storage_gives_the_right_value_or_an_error() {
    let scratch = tempfile::tempdir().expect("a folder");
    let codes = codes(7);
    for form in Form::ALL {
        let bytes = write(&scratch.path().join(form.word()), form, &codes);
        for mood in [Mood::Fails, Mood::Truncates, Mood::Changes] {
            let (mut right, mut errors) = (0, 0);
            for seed in 0..60 {
                let place = format!("{form}, {mood:?}, seed {seed}");
                let random = Arc::new(Mutex::new(SplitMix(seed)));
                let storage = Faulty { bytes: bytes.clone(), mood, random: random.clone() };
                let memory = MEMORIES[seed as usize % MEMORIES.len()];
                let Ok(table) = Table::from_storage(Path::new("faulty"), Box::new(storage), memory) else {
                    errors += 1;
                    continue;
                };
                for _ in 0..50 {
                    let number = random.lock().expect("no panic").below(codes.len());
                    let block = number as u64 / table.block_entries();
                    let mut packed = Vec::new();
                    let within = number - (block * table.block_entries()) as usize;
                    let loaded = table.load(block, &mut packed);
                    let loaded = loaded.map(|()| packed::get(&packed, table.bits(), within));
                    for found in [table.code(number as u64), loaded] {
                        match found {
                            Ok(code) => assert_eq!(code, codes[number], "{place}: number {number}"),
                            Err(error) => {
                                let is_io = matches!(error.fault, TableFault::Io(_));
                                assert_eq!(is_io, matches!(mood, Mood::Fails), "{place}: {error}");
                                errors += 1;
                                continue;
                            }
                        }
                        right += 1;
                    }
                }
            }
            assert!(right > 100 && errors > 100, "{form}, {mood:?}: {right} right, {errors} errors");
        }
    }
}
