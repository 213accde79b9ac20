//! Parallel bit extract and deposit (`pext`, `pdep`), by processor instructions where available.
//!
//! H. S. Warren, *Hacker's Delight*, 2nd edition, sections 7-4 and 7-5 ("compress", "expand").

/// Collects the bits of `x` selected by `mask` at the low end.
///
/// Uses BMI2 if the processor has it, else a portable loop with one step per bit of `mask`.
///
/// ```
/// use nexsolve_core::{pdep, pext};
/// assert_eq!(pext(0b1010_0110, 0b1111_0000), 0b1010);
/// assert_eq!(pdep(0b1010, 0b1111_0000), 0b1010_0000);
/// ```
#[inline]
pub fn pext(x: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(found) = bmi2::pext(x, mask) {
        return found;
    }
    portable::pext(x, mask)
}

/// Spreads the low bits of `x` over the places of `mask`: the inverse of [`pext`].
///
/// Uses BMI2 if the processor has it, else a portable loop with one step per bit of `mask`.
#[inline]
pub fn pdep(x: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(found) = bmi2::pdep(x, mask) {
        return found;
    }
    portable::pdep(x, mask)
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "selects BMI2 at run time; ranking spends most of its time here")]
mod bmi2 {
    use std::arch::is_x86_feature_detected;
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    #[inline]
    pub(super) fn pext(x: u64, mask: u64) -> Option<u64> {
        // SAFETY: the processor has BMI2.
        is_x86_feature_detected!("bmi2").then(|| unsafe { _pext_u64(x, mask) })
    }

    #[inline]
    pub(super) fn pdep(x: u64, mask: u64) -> Option<u64> {
        // SAFETY: as above.
        is_x86_feature_detected!("bmi2").then(|| unsafe { _pdep_u64(x, mask) })
    }
}

#[cfg_attr(not(test), allow(dead_code, reason = "the target decides which of the two is used"))]
mod portable {
    pub(super) fn pext(x: u64, mut mask: u64) -> u64 {
        let mut result = 0;
        let mut place = 0;
        while mask != 0 {
            result |= ((x >> mask.trailing_zeros()) & 1) << place;
            mask &= mask - 1;
            place += 1;
        }
        result
    }

    pub(super) fn pdep(mut x: u64, mut mask: u64) -> u64 {
        let mut result = 0;
        while mask != 0 {
            result |= (x & 1) << mask.trailing_zeros();
            mask &= mask - 1;
            x >>= 1;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_paths_agree_and_invert(x: u64, mask: u64) {
            prop_assert_eq!(pext(x, mask), portable::pext(x, mask));
            prop_assert_eq!(pdep(x, mask), portable::pdep(x, mask));
            prop_assert_eq!(pdep(pext(x, mask), mask), x & mask);
            prop_assert_eq!(portable::pdep(portable::pext(x, mask), mask), x & mask);
        }
    }
}
