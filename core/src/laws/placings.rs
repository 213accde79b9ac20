//! Every way to place stones.

/// Calls `visit` with every placing of `left` stones of each kind on different `cells`, added to `placed`.
/// Cells and placings are bit sets. The number of placings is a product of binomials.
pub fn placings<const N: usize>(
    cells: &[u64],
    left: [u32; N],
    placed: [u64; N],
    visit: &mut dyn FnMut([u64; N]),
) {
    let Some((&cell, rest)) = cells.split_first() else {
        if left == [0; N] {
            visit(placed);
        }
        return;
    };
    if left.iter().sum::<u32>() > cells.len() as u32 {
        return;
    }
    placings(rest, left, placed, visit);
    for kind in 0..N {
        if left[kind] > 0 {
            let (mut left, mut placed) = (left, placed);
            left[kind] -= 1;
            placed[kind] |= cell;
            placings(rest, left, placed, visit);
        }
    }
}
