//! The carriers that H-search keeps for one pair of ends.

use nexsolve_rhombus::CellSet;

/// The carriers of one pair of ends, none of which contains another.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Carriers<S, N, const MOST: usize> {
    /// Cells that all carriers have in common; perhaps not all of them.
    pub(super) common: S,
    /// The carriers that the rule *and* has used, as bits.
    pub(super) used: u16,
    pub(super) len: u8,
    /// The cells of the largest carrier.
    largest: u8,
    sizes: [u8; MOST],
    pub(super) kept: [S; MOST],
    /// The connections as the recorder names them.
    pub(super) names: [N; MOST],
}

impl<S: CellSet, N: Copy + Default, const MOST: usize> Carriers<S, N, MOST> {
    pub(super) fn new() -> Self {
        Self {
            common: !S::EMPTY,
            used: 0,
            len: 0,
            largest: 0,
            sizes: [0; MOST],
            kept: [S::EMPTY; MOST],
            names: [N::default(); MOST],
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        (self.common, self.used, self.len, self.largest) = (!S::EMPTY, 0, 0, 0);
    }

    #[inline]
    pub(super) fn all(&self) -> &[S] {
        &self.kept[..usize::from(self.len).min(MOST)]
    }

    /// Returns whether the list is full of carriers that are no larger than `size`.
    #[inline]
    pub(super) fn is_full(&self, size: u8) -> bool {
        usize::from(self.len) == MOST && size >= self.largest
    }

    /// Returns whether this carrier contains one in the list, and so adds nothing.
    #[inline]
    pub(super) fn covers(&self, carrier: S) -> bool {
        self.common & carrier == self.common && self.all().iter().any(|&old| old & carrier == old)
    }

    /// Removes the carriers that contain this one, which has `size` cells.
    #[inline]
    pub(super) fn shed(&mut self, carrier: S, size: u8) {
        if size > self.largest {
            return;
        }
        let before = usize::from(self.len).min(MOST);
        let mut len = 0;
        let mut used = 0;
        for i in 0..before {
            if self.kept[i] & carrier != carrier {
                (self.kept[len], self.sizes[len]) = (self.kept[i], self.sizes[i]);
                self.names[len] = self.names[i];
                used |= (self.used >> i & 1) << len;
                len += 1;
            }
        }
        if len != before {
            (self.len, self.used) = (len as u8, used);
            self.measure();
        }
    }

    /// Marks a carrier as used. Returns its connection if the list has it.
    #[inline]
    pub(super) fn mark(&mut self, carrier: S) -> Option<N> {
        let at = self.all().iter().position(|&old| old == carrier)?;
        self.used |= 1 << at;
        Some(self.names[at])
    }

    /// Adds a carrier that the rule *and* has used to a list with space.
    #[inline]
    pub(super) fn add_used(&mut self, carrier: S, name: N) {
        self.used |= 1 << self.len;
        self.add(carrier, size(carrier), name);
    }

    fn measure(&mut self) {
        self.largest = self.sizes[..usize::from(self.len)].iter().copied().max().unwrap_or(0);
    }

    /// Adds a carrier of `size` cells; if the list has no space, it replaces the largest. The list must not
    /// be full for this size.
    #[inline]
    pub(super) fn add(&mut self, carrier: S, size: u8, name: N) {
        self.common &= carrier;
        let len = usize::from(self.len);
        if len < MOST {
            (self.kept[len], self.sizes[len], self.names[len]) = (carrier, size, name);
            self.len += 1;
            self.largest = self.largest.max(size);
        } else {
            let at = self.sizes.iter().rposition(|&size| size == self.largest).unwrap_or(0);
            (self.kept[at], self.sizes[at], self.names[at]) = (carrier, size, name);
            self.used &= !(1 << at);
            self.measure();
        }
    }
}

/// The number of cells of a carrier; 255 stands for all larger numbers.
#[inline]
pub(super) fn size<S: CellSet>(carrier: S) -> u8 {
    carrier.count().min(u8::MAX.into()) as u8
}
