//! The ranks of a layer on each process.

/// The number of consecutive ranks that belong to the same process.
pub(super) const PIECE: u64 = 1 << 14;

/// Selects the ranks of a layer that belong to this process, and numbers them without gaps: their **places**.
/// Pieces are dealt out to the processes in turn. A single process has all ranks, and the place of a rank is
/// the rank itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealing {
    process: usize,
    size: usize,
    /// 2⁶⁴ / `size`, rounded up, for two processes or more.
    inverse: u64,
}

impl Dealing {
    /// The pieces of a process among `size` processes.
    pub(super) fn new(process: usize, size: usize) -> Self {
        Self { process, size, inverse: (u64::MAX / size as u64).wrapping_add(1) }
    }

    /// Divides the number of a piece by the number of processes. A multiplication is much faster than a
    /// division, and exact for numbers below 2³² (D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct
    /// computation", 2019).
    #[inline(always)]
    fn divided(self, piece: u64) -> u64 {
        debug_assert!(piece < 1 << 32);
        ((u128::from(piece) * u128::from(self.inverse)) >> 64) as u64
    }

    /// How many of the first `len` ranks belong to this process.
    pub(super) fn len(self, len: u64) -> u64 {
        let round = PIECE * self.size as u64;
        let rest = (len % round).saturating_sub(self.process as u64 * PIECE);
        len / round * PIECE + rest.min(PIECE)
    }

    /// The rank at a place of this process. Runs of [`PIECE`] places, from a multiple of it on, are
    /// consecutive ranks.
    #[inline(always)]
    pub(super) fn number(self, place: u64) -> u64 {
        if self.size == 1 {
            return place;
        }
        (place / PIECE * self.size as u64 + self.process as u64) * PIECE + place % PIECE
    }

    /// The place of a rank on this process; otherwise the process to which it belongs, and its place there.
    #[inline(always)]
    pub(super) fn place(self, number: u64) -> Result<u64, (usize, u64)> {
        if self.size == 1 {
            return Ok(number);
        }
        let piece = number / PIECE;
        let before = self.divided(piece);
        let place = before * PIECE + number % PIECE;
        let owner = (piece - before * self.size as u64) as usize;
        if owner == self.process { Ok(place) } else { Err((owner, place)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_at_one_place() {
        for len in [0, 1, PIECE - 1, PIECE, 2 * PIECE + 5, 7 * PIECE + 1] {
            for size in 1..=5 {
                let deals = (0..size).map(|process| Dealing::new(process, size));
                assert_eq!(deals.clone().map(|deal| deal.len(len)).sum::<u64>(), len);
                let mut seen = vec![false; len as usize];
                for deal in deals {
                    for place in 0..deal.len(len) {
                        let number = deal.number(place);
                        assert_eq!(deal.place(number), Ok(place));
                        let other = Dealing::new((deal.process + 1) % size, size);
                        assert!(size == 1 || other.place(number) == Err((deal.process, place)));
                        assert!(!std::mem::replace(&mut seen[number as usize], true));
                    }
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }
}
