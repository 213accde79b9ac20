//! Bit deposit and extract for the kernels, and what the processor offers.

/// Which instructions a kernel may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Those of every processor.
    Portable,
    /// BMI2 and AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// BMI2 and AVX-512 (F, BW, VL, DQ).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All that this processor has, the best last.
    pub(crate) fn available() -> Vec<Self> {
        let mut levels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
        {
            levels.push(Self::Avx2);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
            {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// The best that this processor has.
    pub(crate) fn best() -> Self {
        *Self::available().last().expect("portable at least")
    }
}

/// Runs an expression compiled for what the processor has, with `B` the [`crate::bits::Bits`] to use.
macro_rules! with_bits {
    ($level:expr, |$bits:ident| $run:expr) => {
        match $level {
            $crate::bits::Level::Portable => {
                type $bits = $crate::bits::Any;
                $run
            }
            #[cfg(target_arch = "x86_64")]
            $crate::bits::Level::Avx2 => {
                type $bits = $crate::bits::Bmi2;
                $crate::bits::with_avx2(
                    #[inline(always)]
                    || $run,
                )
            }
            #[cfg(target_arch = "x86_64")]
            $crate::bits::Level::Avx512 => {
                type $bits = $crate::bits::Bmi2;
                $crate::bits::with_avx512(
                    #[inline(always)]
                    || $run,
                )
            }
        }
    };
}
pub(crate) use with_bits;

/// Runs `f` compiled for what the processor has.
#[inline(always)]
pub(crate) fn with_level<R>(level: Level, f: impl FnOnce() -> R) -> R {
    match level {
        Level::Portable => f(),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => with_avx2(f),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => with_avx512(f),
    }
}

/// Bit deposit and extract, by the processor or not.
pub(crate) trait Bits {
    /// As [`nexsolve_core::pext`].
    fn pext(x: u64, mask: u64) -> u64;
    /// As [`nexsolve_core::pdep`].
    fn pdep(x: u64, mask: u64) -> u64;
}

/// Whatever [`nexsolve_core::pext`] and [`nexsolve_core::pdep`] find.
pub(crate) struct Any;

impl Bits for Any {
    #[inline(always)]
    fn pext(x: u64, mask: u64) -> u64 {
        nexsolve_core::pext(x, mask)
    }
    #[inline(always)]
    fn pdep(x: u64, mask: u64) -> u64 {
        nexsolve_core::pdep(x, mask)
    }
}

/// BMI2, for code that runs only where it has been found.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Bmi2;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the kernels spend their time in these two instructions")]
impl Bits for Bmi2 {
    #[inline(always)]
    fn pext(x: u64, mask: u64) -> u64 {
        // SAFETY: only the kernels of `Level::Avx2` and above use this type, after BMI2 was found.
        unsafe { std::arch::x86_64::_pext_u64(x, mask) }
    }
    #[inline(always)]
    fn pdep(x: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(x, mask) }
    }
}

/// Runs `f` compiled for AVX2 and BMI2, where [`Level::available`] has found them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the kernels compiled for what the processor has: several times the speed")]
pub(crate) fn with_avx2<R>(f: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
    fn run<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
    // SAFETY: a `Level` comes from `Level::available`, which has found these features.
    unsafe { run(f) }
}

/// Runs `f` compiled for AVX-512 and BMI2, where [`Level::available`] has found them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "as above")]
pub(crate) fn with_avx512<R>(f: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512vl,avx512dq")]
    fn run<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
    // SAFETY: as above.
    unsafe { run(f) }
}
