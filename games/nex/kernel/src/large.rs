//! The kernel for rests of nine cells or more: half vectors of words.

use super::job::{Job, PlaneRow, Scratch};
use super::shape::Shape;
use super::vectors::{insert, insert_lowest, planes, planes_mut, shadow, slice, slice_lowest};
use nexsolve_tablegen::bits::Bits;
use std::iter::zip;

/// Sweeps one opponent's set; see [`super::kernel::sweep`]. `N` is the number of words of a slice, or of the
/// pieces in which longer slices are joined.
#[inline(always)]
pub(super) fn sweep<B: Bits, const N: usize>(
    cpu: B,
    shape: &Shape,
    source: PlaneRow<'_>,
    scratch: &mut Scratch,
    job: &mut impl Job,
) {
    let (rest, parity) = (shape.rest, shape.parity);
    // Words of a plane: of a vector; of a vector after the move, and of one that lacks a cell; of a slice.
    let whole = 1_usize << (rest - 7);
    let (half, quarter) = if N < 32 { (2 * N, N) } else { (whole / 2, whole / 4) };
    let whole = 2 * half;
    let PlaneRow { bytes, pairs, pair } = source;
    let source = &bytemuck::cast_slice::<_, u64>(bytes)[pair * 2 * half..];
    let stride = pairs * 2 * half;

    let slices = &mut scratch.slices;
    slices.resize(shape.next_sets * (rest - 1) * 2 * quarter, 0);
    for (set, into) in slices.chunks_exact_mut((rest - 1) * 2 * quarter).enumerate() {
        let from = &source[set * stride..][..2 * half];
        for (place, into) in into.chunks_exact_mut(2 * quarter).enumerate() {
            for (from, into) in zip(planes(from), planes_mut(into)) {
                match place {
                    0 => slice_lowest(cpu, from, into, parity ^ 1, 1),
                    _ => slice(cpu, from, into, place - 1, 1),
                }
            }
        }
    }
    let slices = &scratch.slices[..];

    let [generated, result, with_first, joined] = &mut scratch.vectors;
    for vector in [&mut *generated, &mut *result, &mut *with_first, &mut *joined] {
        vector.resize(2 * whole, 0);
    }
    let (generated, result) = (&mut generated[..2 * whole], &mut result[..2 * whole]);
    let (with_first, joined) = (&mut with_first[..2 * half], &mut joined[..2 * quarter]);
    for set in 0..shape.sets.len() {
        if !job.wanted(set) {
            continue;
        }
        generated.fill(0);
        result.fill(0);
        for (place, &next) in shape.generates(set).iter().enumerate() {
            let after = &source[next as usize * stride..][..2 * half];
            for (from, into) in zip(planes(after), planes_mut(generated)) {
                match place {
                    0 => insert_lowest(cpu, from, into, parity ^ 1),
                    _ => insert(cpu, from, into, place - 1, 0),
                }
            }
        }
        for (from, into) in zip(planes(generated), planes_mut(result)) {
            shadow(from, into, rest - 1, parity);
        }
        let mut transforms = shape.transforms(set);
        if shape.stones > 0 {
            for place in 0..rest - 1 {
                with_first.fill(0);
                for other in place..rest - 1 {
                    let moves = transforms.next().expect("a run for each pair");
                    for (piece, joined) in joined.chunks_exact_mut(N).enumerate() {
                        let mut sum = [0_u64; N];
                        for &at in moves {
                            let from = &slices[at as usize * 2 * quarter + piece * N..][..N];
                            for (sum, x) in sum.iter_mut().zip(from) {
                                *sum |= x;
                            }
                        }
                        joined.copy_from_slice(&sum);
                    }
                    for (from, into) in zip(planes(joined), planes_mut(with_first)) {
                        match other {
                            0 => insert_lowest(cpu, from, into, parity),
                            _ => insert(cpu, from, into, other - 1, 1),
                        }
                    }
                }
                for (from, into) in zip(planes(with_first), planes_mut(result)) {
                    match place {
                        0 => insert_lowest(cpu, from, into, parity ^ 1),
                        _ => insert(cpu, from, into, place - 1, 1),
                    }
                }
            }
        }
        for word in &mut *result {
            *word = !*word;
        }
        job.large(result);
    }
}
