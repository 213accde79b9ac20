//! Boards for records that do not tell theirs.

/// The most boards that are told for one record.
pub(crate) const MOST: usize = 6;

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
