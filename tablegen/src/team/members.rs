//! The processes of a run, and how all of them end when one fails.
//!
//! Before each operation the processes agree that none has failed. A process that fails reports it once, at
//! the end of its work, wherever the others are at that moment. They learn it before their next operation, so
//! no process waits for an operation that will not happen.

use super::deal::share;
use super::exchange::{Exchange, ExchangeError, Reduce};
use crate::error::GenerateError;
use std::ops::Range;

/// This process and the others.
pub struct Team<'e> {
    exchange: &'e mut dyn Exchange,
    /// The processes have agreed to end, or the exchange has failed.
    ended: bool,
}

/// The message of a process that was asked to stop. Any other text is that of an error.
const STOPPED: &[u8] = b"";

impl<'e> Team<'e> {
    /// Joins the team that an exchange connects.
    pub fn new(exchange: &'e mut dyn Exchange) -> Self {
        Self { exchange, ended: false }
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.exchange.process()
    }

    /// The number of processes.
    pub fn size(&self) -> usize {
        self.exchange.size()
    }

    /// Returns whether there is only one process, so that nothing need be sent.
    pub fn is_one(&self) -> bool {
        self.size() == 1
    }

    /// This process's share of the numbers below `count`.
    pub fn share(&self, count: usize) -> Range<usize> {
        share(count, self.size(), self.process())
    }

    /// Sends a block to each process and returns the blocks that this process receives, by sender.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn all_to_all(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, GenerateError> {
        self.agree(None)?;
        let received = self.exchange.all_to_all(blocks);
        self.heard(received)
    }

    /// Sends the same block to all processes and returns the blocks of all processes, by sender.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn all_gather(&mut self, block: Vec<u8>) -> Result<Vec<Vec<u8>>, GenerateError> {
        self.agree(None)?;
        let received = self.exchange.all_gather(block);
        self.heard(received)
    }

    /// Sends a block to process 0. Returns the blocks of all processes on process 0, and empty blocks on the
    /// others.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn gather(&mut self, block: Vec<u8>) -> Result<Vec<Vec<u8>>, GenerateError> {
        let mut blocks = vec![Vec::new(); self.size()];
        blocks[0] = block;
        self.all_to_all(blocks)
    }

    /// Returns the block of process 0, on all processes.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn told(&mut self, block: Vec<u8>) -> Result<Vec<u8>, GenerateError> {
        let blocks =
            if self.process() == 0 { vec![block; self.size()] } else { vec![Vec::new(); self.size()] };
        Ok(self.all_to_all(blocks)?.swap_remove(0))
    }

    /// Reduces the numbers of all processes.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn reduce(&mut self, how: Reduce, numbers: &mut [u64]) -> Result<(), GenerateError> {
        self.agree(None)?;
        let reduced = self.exchange.all_reduce(how, numbers);
        self.heard(reduced)
    }

    /// The sum, the least or the greatest of a number of each process.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn reduced(&mut self, how: Reduce, number: u64) -> Result<u64, GenerateError> {
        let mut numbers = [number];
        self.reduce(how, &mut numbers)?;
        Ok(numbers[0])
    }

    /// Ends this process's work: waits until all processes have ended theirs, and returns the result. If any
    /// process has failed, all return an error.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn end<T>(&mut self, result: Result<T, GenerateError>) -> Result<T, GenerateError> {
        if !self.ended {
            self.agree(result.as_ref().err())?;
        }
        result
    }

    /// Bytes that all processes together have sent each other.
    ///
    /// # Errors
    /// If the exchange fails.
    pub fn exchanged_bytes(&mut self) -> Result<u64, GenerateError> {
        let sent = self.exchange.sent_bytes();
        self.reduced(Reduce::Sum, sent)
    }

    /// Agrees with the others that no process has failed, or reports that this one has.
    fn agree(&mut self, own: Option<&GenerateError>) -> Result<(), GenerateError> {
        if self.is_one() {
            return Ok(());
        }
        let mut failed = [u64::from(own.is_some())];
        let reduced = self.exchange.all_reduce(Reduce::Greatest, &mut failed);
        self.heard(reduced)?;
        if failed == [0] {
            return Ok(());
        }
        self.ended = true;
        let mut words = vec![u8::from(own.is_some())];
        match own {
            Some(GenerateError::Stopped) => words.extend(STOPPED),
            Some(error) => words.extend(error.to_string().bytes()),
            None => {}
        }
        let told = self.exchange.all_gather(words)?;
        if own.is_some() {
            return Ok(());
        }
        let failed = told.iter().enumerate().filter(|(_, words)| words[0] == 1);
        // If one process was asked to stop and another has an error, the error counts.
        let (process, words) = failed.max_by_key(|(_, words)| words.len() > 1).expect("a process has failed");
        Err(match &words[1..] {
            STOPPED => GenerateError::Stopped,
            message => {
                GenerateError::Elsewhere { process, message: String::from_utf8_lossy(message).into_owned() }
            }
        })
    }

    /// Records whether the exchange has failed: then the processes can no longer agree on anything.
    fn heard<T>(&mut self, result: Result<T, ExchangeError>) -> Result<T, GenerateError> {
        self.ended |= result.is_err();
        Ok(result?)
    }
}
