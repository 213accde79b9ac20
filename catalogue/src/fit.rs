//! Boards for records that do not name theirs.

use super::record::Broken;
use super::records::GameRecord;

/// The maximum number of boards listed for one record.
pub const MOST: usize = 6;

/// Reads a record on boards of these sizes. The first board on which all moves are legal becomes its board;
/// `fits` lists this and further boards, at most `most` in all. Returns `Ok(None)` if `sizes` is empty.
///
/// # Errors
/// If no board fits: the fault on the last board, usually the largest.
pub fn read_on(
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

/// Returns the sizes to try for moves that need at least this many rows and columns, the likeliest first:
/// square boards from the smallest on, with the smallest rectangle after the first of them, then other
/// rectangles. No side exceeds `most`.
pub fn sizes(least: (u32, u32), most: u32) -> Vec<(u32, u32)> {
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
