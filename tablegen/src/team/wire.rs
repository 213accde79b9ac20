//! Numbers and bytes in the blocks that processes send to each other. Sender and receiver are the same
//! program. The receiver reads in the order in which the sender has written; anything else is a bug of this
//! crate, and panics.

/// A block while it is written.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Writes a number.
    pub fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    /// Writes the number of bytes, then the bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Returns the block.
    pub fn done(self) -> Vec<u8> {
        self.0
    }
}

/// Reads a block.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Begins to read a block.
    pub fn new(block: &'a [u8]) -> Self {
        Self(block)
    }

    /// Returns whether the whole block has been read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a number.
    ///
    /// # Panics
    /// If there is none.
    pub fn number(&mut self) -> u64 {
        let (number, rest) = self.0.split_first_chunk().expect("a number was written");
        self.0 = rest;
        u64::from_le_bytes(*number)
    }

    /// Reads all remaining numbers.
    pub fn numbers(mut self) -> Vec<u64> {
        std::iter::from_fn(|| (!self.is_empty()).then(|| self.number())).collect()
    }

    /// Reads bytes that [`Writer::bytes`] has written.
    ///
    /// # Panics
    /// If there are none.
    pub fn bytes(&mut self) -> &'a [u8] {
        let len = self.number() as usize;
        let (bytes, rest) = self.0.split_at(len);
        self.0 = rest;
        bytes
    }
}
