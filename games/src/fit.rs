//! Boards for records that do not tell theirs.

use crate::record::Broken;
use crate::records::GameRecord;

/// The most boards that are told for one record.
pub(crate) const MOST: usize = 6;

/// Reads a record on boards of these sizes. The first on which all is right is its board; `fits` lists this one and others, at most
/// `most` in all. `Ok(None)` if there was no size to try.
///
/// # Errors
/// What was wrong on the last board, usually the roomiest, if all is right on none.
pub(crate) fn read_on(
    sizes: Vec<(u32, u32)>,
    most: usize,
    mut read: impl FnMut(u32, u32) -> Result<GameRecord, Broken>,
) -> Result<Option<GameRecord>, Broken> {
    let mut found: Option<GameRecord> = None;
    let mut broken = None;
    for (rows, cols) in sizes {
        match read(rows, cols) {
            Ok(record) => {
                let board = record.board;
                let record = found.get_or_insert(record);
                if !record.fits.contains(&board) {
                    record.fits.push(board);
                }
                if record.fits.len() == most {
                    break;
                }
            }
            Err(fault) => broken = Some(fault),
        }
    }
    match (found, broken) {
        (None, Some(broken)) => Err(broken),
        (found, _) => Ok(found),
    }
}

/// Sizes to try for moves that need at least so many rows and columns, the likeliest first: square boards from the smallest on,
/// with the smallest board of all behind the first of them, and then boards that are not square. None has a side above `most`.
pub(crate) fn sizes(least: (u32, u32), most: u32) -> Vec<(u32, u32)> {
    let (rows, cols) = least;
    if rows > most || cols > most {
        return Vec::new();
    }
    let side = rows.max(cols);
    let mut sizes = vec![(side, side), least];
    sizes.extend((side + 1..=most).map(|n| (n, n)));
    for more in 1..=2 {
        sizes.extend([(rows, cols + more), (rows + more, cols)]);
    }
    sizes.retain(|&(rows, cols)| rows <= most && cols <= most);
    let mut seen = std::collections::HashSet::new();
    sizes.retain(|&size| seen.insert(size));
    sizes
}
