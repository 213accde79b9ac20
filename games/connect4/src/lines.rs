//! Four in a line, by shifts of whole sets of cells.
//!
//! One byte is a column, so a step of 1 is up, 8 right, 9 up and right, 7 down and right. (J. Tromp's
//! "Fhourstones" programs and P. Pons' solver shift columns with a spare row between them; here masks
//! separate the rows, so that 8 rows fit.)

/// All rows except the bottom one, of eight.
const NOT_BOTTOM: u64 = 0xfefe_fefe_fefe_fefe;
/// All rows except the top one, of eight.
const NOT_TOP: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The five lower rows, in which a rising line begins.
const LOW: u64 = 0x1f1f_1f1f_1f1f_1f1f;
/// The five upper rows, in which a falling line begins.
const HIGH: u64 = 0xf8f8_f8f8_f8f8_f8f8;

/// Returns the cells directly above those of a set.
#[inline]
pub(super) const fn up(set: u64) -> u64 {
    (set << 1) & NOT_BOTTOM
}

/// Returns the cells directly below those of a set.
#[inline]
pub(super) const fn down(set: u64) -> u64 {
    (set >> 1) & NOT_TOP
}

/// Returns the cells of a set, and every second cell above each.
#[inline]
pub(super) const fn every_second(set: u64) -> u64 {
    let pairs = set | up(up(set));
    pairs | (pairs << 4) & 0xf0f0_f0f0_f0f0_f0f0
}

/// Returns all cells above those of a set.
#[inline]
pub(super) const fn above(set: u64) -> u64 {
    let above = every_second(up(set));
    above | up(above)
}

/// Returns the first cells of fours in the lines of one direction.
#[inline]
const fn fours(set: u64, step: u32, first: u64) -> u64 {
    let pairs = set & (set >> step);
    pairs & (pairs >> (2 * step)) & first
}

/// Returns each four in a line that a set contains, as a set.
#[inline]
pub(super) fn all_fours(set: u64) -> impl Iterator<Item = u64> {
    [(1, LOW), (8, u64::MAX), (9, LOW), (7, HIGH)].into_iter().flat_map(move |(step, first)| {
        nexsolve_catalogue::bits(fours(set, step, first))
            .map(move |cell| cell | cell << step | cell << (2 * step) | cell << (3 * step))
    })
}

/// Returns whether a set contains four in a line.
#[inline]
pub(super) const fn has_four(set: u64) -> bool {
    fours(set, 1, LOW) | fours(set, 8, u64::MAX) | fours(set, 9, LOW) | fours(set, 7, HIGH) != 0
}

/// Returns the cells that make four in a line with three of a set, which may include cells of the set and
/// cells off the board. In columns it finds only the cell above three, since a stone rests on stones.
#[inline]
pub(super) fn completing(set: u64) -> u64 {
    let mut found = (set << 1) & (set << 2) & (set << 3) & HIGH;
    for (step, after, before) in [(8, u64::MAX, u64::MAX), (9, NOT_BOTTOM, NOT_TOP), (7, NOT_TOP, NOT_BOTTOM)]
    {
        let forth = |set: u64| (set << step) & after;
        let back = |set: u64| (set >> step) & before;
        let (one_left, one_right) = (forth(set), back(set));
        let (two_left, two_right) = (forth(one_left), back(one_right));
        found |= one_left & two_left & (forth(two_left) | one_right);
        found |= one_right & two_right & (back(two_right) | one_left);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::SplitMix;

    /// All lines of four, cell by cell.
    fn lines() -> Vec<u64> {
        let mut lines = Vec::new();
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (col, row) in (0..8).flat_map(|col| (0..8).map(move |row| (col, row))) {
                let cells = (0..4).map(|i| (col + i * right, row + i * up));
                if cells.clone().all(|(c, r)| (0..8).contains(&c) && (0..8).contains(&r)) {
                    lines.push(cells.fold(0, |line, (c, r)| line | 1 << (8 * c + r)));
                }
            }
        }
        lines
    }

    #[test]
    fn shifts_agree_with_the_list_of_lines() {
        let lines = lines();
        assert_eq!(lines.len(), 130);
        let mut random = SplitMix(1);
        for round in 0..20_000 {
            // Sets of few and of many cells.
            let set = (0..=round % 4).fold(u64::MAX, |set, _| set & random.next_word());
            let mut fours: Vec<u64> = lines.iter().copied().filter(|line| set & line == *line).collect();
            let mut found: Vec<u64> = all_fours(set).collect();
            fours.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, fours, "{set:x}");
            assert_eq!(has_four(set), !fours.is_empty(), "{set:x}");
            let completes = |cell: u64| {
                let mut with = lines.iter().filter(|&line| line & cell != 0 && (set | cell) & line == *line);
                with.any(|line| line & up(*line) == 0 || line & up(cell) == 0)
            };
            let expected = (0..64).map(|cell| 1 << cell).filter(|&cell| completes(cell));
            let found = completing(set);
            assert_eq!(found & !set, expected.fold(0, |all, cell| all | cell) & !set, "{set:x}");
        }
    }
}
