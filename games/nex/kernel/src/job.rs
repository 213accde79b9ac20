//! The working memory, input and output of a sweep.

/// Working memory of one thread.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) cells: Vec<u64>,
    pub(super) slices: Vec<u64>,
    pub(super) vectors: [Vec<u64>; 4],
}

/// Receives the results of a sweep. Sets are numbers in [`super::shape::Shape::sets`].
pub(super) trait Job {
    /// Returns whether the positions with this set are wanted.
    fn wanted(&mut self, set: usize) -> bool;
    /// Takes the planes of the set of the last call of `wanted`, each in the low bits of a word.
    fn small(&mut self, planes: [u64; 2]);
    /// Takes the planes of the set of the last call of `wanted`, in words, the second plane after the first.
    fn large(&mut self, planes: &mut [u64]);
}

/// A row of the next ply: for each set the pairs of planes of its cell.
#[derive(Clone, Copy)]
pub(super) struct PlaneRow<'a> {
    pub(super) bytes: &'a [u8],
    /// Pairs of planes in a cell.
    pub(super) pairs: usize,
    /// The current pair.
    pub(super) pair: usize,
}
