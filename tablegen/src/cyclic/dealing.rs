//! The numbers of a layer on each rank.

/// Selects the numbers of a layer that are on this rank, and numbers them without gaps: their **places**.
pub(super) trait Dealing: Copy + Sync {
    /// The count of those of the first `len` numbers that are on this rank.
    fn len(self, len: u64) -> u64;

    /// The number at a place of this rank. Runs of [`PIECE`] places, from a multiple of it on, are neighbouring numbers.
    fn number(self, place: u64) -> u64;

    /// The place of a number on this rank; otherwise the rank that it belongs to and its place there.
    fn place(self, number: u64) -> Result<u64, (usize, u64)>;
}

/// Neighbouring numbers that belong to the same rank.
pub(super) const PIECE: u64 = 1 << 14;

/// One rank has all numbers, and the place of a number is the number.
#[derive(Clone, Copy)]
pub(super) struct Alone;

impl Dealing for Alone {
    #[inline(always)]
    fn len(self, len: u64) -> u64 {
        len
    }

    #[inline(always)]
    fn number(self, place: u64) -> u64 {
        place
    }

    #[inline(always)]
    fn place(self, number: u64) -> Result<u64, (usize, u64)> {
        Ok(number)
    }
}

/// Pieces are dealt out to the ranks in turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealt {
    rank: usize,
    size: usize,
    /// 2⁶⁴ / `size`, rounded up.
    inverse: u64,
}

impl Dealt {
    /// The pieces of a rank among `size` ranks, at least two.
    pub(super) fn new(rank: usize, size: usize) -> Self {
        Self { rank, size, inverse: u64::MAX / size as u64 + 1 }
    }

    /// Divides the number of a piece by the number of ranks. A multiplication is much faster than a division, and exact for numbers below
    /// 2³² (D. Lemire, O. Kaser, N. Kurz, "Faster remainder by direct computation", 2019).
    #[inline(always)]
    fn divided(self, piece: u64) -> u64 {
        debug_assert!(piece < 1 << 32);
        ((u128::from(piece) * u128::from(self.inverse)) >> 64) as u64
    }
}

impl Dealing for Dealt {
    fn len(self, len: u64) -> u64 {
        let round = PIECE * self.size as u64;
        let rest = (len % round).saturating_sub(self.rank as u64 * PIECE);
        len / round * PIECE + rest.min(PIECE)
    }

    #[inline(always)]
    fn number(self, place: u64) -> u64 {
        (place / PIECE * self.size as u64 + self.rank as u64) * PIECE + place % PIECE
    }

    #[inline(always)]
    fn place(self, number: u64) -> Result<u64, (usize, u64)> {
        let piece = number / PIECE;
        let before = self.divided(piece);
        let place = before * PIECE + number % PIECE;
        let owner = (piece - before * self.size as u64) as usize;
        if owner == self.rank { Ok(place) } else { Err((owner, place)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_at_one_place() {
        for len in [0, 1, PIECE - 1, PIECE, 2 * PIECE + 5, 7 * PIECE + 1] {
            for size in 2..=5 {
                let deals = (0..size).map(|rank| Dealt::new(rank, size));
                assert_eq!(deals.clone().map(|deal| deal.len(len)).sum::<u64>(), len);
                let mut seen = vec![false; len as usize];
                for deal in deals {
                    for place in 0..deal.len(len) {
                        let number = deal.number(place);
                        assert_eq!(deal.place(number), Ok(place));
                        let other = Dealt::new((deal.rank + 1) % size, size);
                        assert_eq!(other.place(number), Err((deal.rank, place)));
                        assert!(!std::mem::replace(&mut seen[number as usize], true));
                    }
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }
}
