//! Bit deposit and extract for the kernels, with the instructions of the processor.
//!
//! Code with special instructions is a method of a value that only a check of the processor returns
//! ([`Avx2`], [`Avx512`]). So it cannot run on a processor without them.

/// The instructions that a kernel may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Those of every processor.
    Portable,
    /// BMI2 and AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// BMI2 and AVX-512 (F, BW, VL, DQ).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Level {
    /// The levels that this processor supports, the best last.
    pub fn available() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there is one level"))]
        let mut levels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(Avx2::found().map(Self::Avx2));
            levels.extend(Avx512::found().map(Self::Avx512));
        }
        levels
    }

    /// The best level of this processor.
    ///
    /// # Panics
    /// Never: every processor has the portable level.
    pub fn best() -> Self {
        *Self::available().last().expect("portable at least")
    }
}

/// Runs an expression compiled for a level, with `$cpu` as the [`crate::bits::Bits`] to use.
#[macro_export]
macro_rules! with_bits {
    ($level:expr, |$cpu:ident| $run:expr) => {
        match $level {
            $crate::bits::Level::Portable => {
                let $cpu = $crate::bits::Any;
                $run
            }
            #[cfg(target_arch = "x86_64")]
            $crate::bits::Level::Avx2($cpu) => $cpu.run(
                #[inline(always)]
                || $run,
            ),
            #[cfg(target_arch = "x86_64")]
            $crate::bits::Level::Avx512($cpu) => $cpu.run(
                #[inline(always)]
                || $run,
            ),
        }
    };
}

/// Runs `f` compiled for a level.
#[inline(always)]
pub fn with_level<R>(level: Level, f: impl FnOnce() -> R) -> R {
    match level {
        Level::Portable => f(),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(cpu) => cpu.run(f),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512(cpu) => cpu.run(f),
    }
}

/// Bit deposit and extract, by special instructions or without.
pub trait Bits: Copy {
    /// As [`nexsolve_core::pext`].
    fn pext(self, x: u64, mask: u64) -> u64;
    /// As [`nexsolve_core::pdep`].
    fn pdep(self, x: u64, mask: u64) -> u64;
}

/// Uses [`nexsolve_core::pext`] and [`nexsolve_core::pdep`].
#[derive(Clone, Copy)]
pub struct Any;

impl Bits for Any {
    #[inline(always)]
    fn pext(self, x: u64, mask: u64) -> u64 {
        nexsolve_core::pext(x, mask)
    }
    #[inline(always)]
    fn pdep(self, x: u64, mask: u64) -> u64 {
        nexsolve_core::pdep(x, mask)
    }
}

/// Defines a value that proves that the processor has some features: [`Level::available`] creates it, and it
/// runs code compiled for these features. All include BMI2.
#[cfg(target_arch = "x86_64")]
macro_rules! found {
    ($name:ident, $($feature:tt),+) => {
        #[doc = concat!("Proof that this processor has", $(" ", $feature),+, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(());

        #[expect(unsafe_code, reason = "the kernels compiled for what the processor has: several times the speed")]
        impl $name {
            fn found() -> Option<Self> {
                ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }

            /// Runs `f` compiled for these features.
            #[inline(always)]
            pub fn run<R>(self, f: impl FnOnce() -> R) -> R {
                $(#[target_feature(enable = $feature)])+
                fn run<R>(f: impl FnOnce() -> R) -> R {
                    f()
                }
                // SAFETY: only `found` creates `self`, after it has found all these features.
                unsafe { run(f) }
            }
        }

        #[expect(unsafe_code, reason = "the kernels spend their time in these two instructions")]
        impl Bits for $name {
            #[inline(always)]
            fn pext(self, x: u64, mask: u64) -> u64 {
                // SAFETY: only `found` creates `self`, after it has found BMI2.
                unsafe { std::arch::x86_64::_pext_u64(x, mask) }
            }
            #[inline(always)]
            fn pdep(self, x: u64, mask: u64) -> u64 {
                // SAFETY: as above.
                unsafe { std::arch::x86_64::_pdep_u64(x, mask) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
found!(Avx2, "bmi1", "bmi2", "lzcnt", "popcnt", "avx2");
#[cfg(target_arch = "x86_64")]
found!(Avx512, "bmi1", "bmi2", "lzcnt", "popcnt", "avx2", "avx512f", "avx512bw", "avx512vl", "avx512dq");
