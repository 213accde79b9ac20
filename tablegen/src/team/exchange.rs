//! Communication between the processes that make tables together.
//!
//! The members of a team are its **processes**, numbered from 0. All operations are collective: every process
//! calls the same operations in the same order, and waits for the others. [`Alone`] is a team of one.
//! [`Local`] connects threads, for tests. The package `cluster` connects processes over MPI.

use std::sync::mpsc::{Receiver, Sender, channel};

/// The greatest number of bytes that a process sends to all others at once. Larger blocks are sent in rounds.
pub const ROUND_BYTES: usize = 1 << 28;

/// Carries bytes between the processes of a team. Each process calls it from one thread, always the same.
pub trait Exchange {
    /// The number of this process.
    fn process(&self) -> usize;

    /// The number of processes, at least one.
    fn size(&self) -> usize;

    /// Sends `blocks[p]` to process p and returns the blocks that this process receives, by sender. The block
    /// for this process itself is returned unchanged. Blocks may have any length.
    ///
    /// # Errors
    /// If another process has ended, or the connection to it is broken.
    ///
    /// # Panics
    /// If the number of blocks is not the number of processes.
    fn all_to_all(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError>;

    /// Sends the same block to all processes and returns the blocks of all processes, by sender.
    ///
    /// # Errors
    /// As [`Exchange::all_to_all`].
    fn all_gather(&mut self, block: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        self.all_to_all(vec![block; self.size()])
    }

    /// Replaces each number with the sum, the least or the greatest of all processes' numbers at its place.
    /// All processes give the same count of numbers.
    ///
    /// # Errors
    /// As [`Exchange::all_to_all`].
    fn all_reduce(&mut self, how: Reduce, numbers: &mut [u64]) -> Result<(), ExchangeError>;

    /// Waits until all processes have called it.
    ///
    /// # Errors
    /// As [`Exchange::all_to_all`].
    fn barrier(&mut self) -> Result<(), ExchangeError> {
        self.all_reduce(Reduce::Greatest, &mut [0])
    }

    /// Bytes of blocks that this process has sent to others so far, without the numbers of reductions.
    fn sent_bytes(&self) -> u64;
}

/// How the numbers of all processes are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    /// Their sum. A sum of 2⁶⁴ or more is unspecified.
    Sum,
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

impl Reduce {
    /// Combines the numbers of two processes.
    fn of(self, one: u64, other: u64) -> u64 {
        match self {
            Self::Sum => one.wrapping_add(other),
            Self::Least => one.min(other),
            Self::Greatest => one.max(other),
        }
    }
}

/// The processes can no longer communicate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("process {process} cannot be reached: {reason}")]
pub struct ExchangeError {
    /// The process that does not answer.
    pub process: usize,
    /// The reason, as far as it is known.
    pub reason: String,
}

/// A team of one process, which exchanges nothing.
pub struct Alone;

impl Exchange for Alone {
    fn process(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn all_to_all(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        Ok(blocks)
    }

    fn all_reduce(&mut self, _: Reduce, _: &mut [u64]) -> Result<(), ExchangeError> {
        Ok(())
    }

    fn sent_bytes(&self) -> u64 {
        0
    }
}

/// A member of a team whose members are threads of one process.
pub struct Local {
    process: usize,
    /// To each process.
    to: Vec<Sender<Vec<u8>>>,
    /// From each process.
    from: Vec<Receiver<Vec<u8>>>,
    sent_bytes: u64,
}

impl Local {
    /// A team of `size` processes, in order. Give each process to a thread of its own.
    pub fn team(size: usize) -> Vec<Self> {
        let mut senders: Vec<Vec<Sender<Vec<u8>>>> = (0..size).map(|_| Vec::new()).collect();
        let mut receivers: Vec<Vec<Receiver<Vec<u8>>>> = (0..size).map(|_| Vec::new()).collect();
        for senders in &mut senders {
            for receivers in &mut receivers {
                let (to, from) = channel();
                senders.push(to);
                receivers.push(from);
            }
        }
        let pairs = senders.into_iter().zip(receivers).enumerate();
        pairs.map(|(process, (to, from))| Self { process, to, from, sent_bytes: 0 }).collect()
    }
}

impl Exchange for Local {
    fn process(&self) -> usize {
        self.process
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn all_to_all(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(blocks.len(), self.size(), "a block for each process");
        let gone = |process| ExchangeError { process, reason: "its thread has ended".to_owned() };
        for (process, block) in blocks.into_iter().enumerate() {
            if process != self.process {
                self.sent_bytes += block.len() as u64;
            }
            self.to[process].send(block).map_err(|_| gone(process))?;
        }
        let received = self.from.iter().enumerate();
        received.map(|(process, from)| from.recv().map_err(|_| gone(process))).collect()
    }

    fn all_reduce(&mut self, how: Reduce, numbers: &mut [u64]) -> Result<(), ExchangeError> {
        let before = self.sent_bytes;
        let own: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let received = self.all_to_all(vec![own; self.size()])?;
        self.sent_bytes = before;
        for (at, number) in numbers.iter_mut().enumerate() {
            let word = |block: &Vec<u8>| {
                u64::from_le_bytes(*block[8 * at..].first_chunk().expect("equally many numbers"))
            };
            *number = received.iter().map(word).reduce(|a, b| how.of(a, b)).expect("a process at least");
        }
        Ok(())
    }

    fn sent_bytes(&self) -> u64 {
        self.sent_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Runs `work` on each process of a team and returns the results, by process.
    fn together<R: Send>(size: usize, work: impl Fn(&mut Local) -> R + Sync) -> Vec<R> {
        thread::scope(|scope| {
            let work = &work;
            let processes = Local::team(size).into_iter();
            let processes: Vec<_> =
                processes.map(|mut process| scope.spawn(move || work(&mut process))).collect();
            processes.into_iter().map(|process| process.join().expect("no panic")).collect()
        })
    }

    #[test]
    fn blocks_come_from_where_they_were_sent() {
        for size in 1..=4 {
            let received = together(size, |member| {
                let own = member.process();
                let blocks = (0..size).map(|to| vec![own as u8; to + 3 * own]).collect();
                (member.all_to_all(blocks).expect("all are there"), member.sent_bytes())
            });
            for (to, (blocks, sent)) in received.into_iter().enumerate() {
                let expected: Vec<Vec<u8>> = (0..size).map(|from| vec![from as u8; to + 3 * from]).collect();
                assert_eq!(blocks, expected);
                let others: usize = (0..size).filter(|&other| other != to).map(|other| other + 3 * to).sum();
                assert_eq!(sent, others as u64);
            }
        }
    }

    #[test]
    fn numbers_are_reduced() {
        let reduced = together(3, |member| {
            let own = member.process() as u64;
            let reduce = |how, member: &mut Local| {
                let mut numbers = [own + 1, 10 - own];
                member.all_reduce(how, &mut numbers).expect("all are there");
                numbers
            };
            [Reduce::Sum, Reduce::Least, Reduce::Greatest].map(|how| reduce(how, member))
        });
        assert_eq!(reduced, vec![[[6, 27], [1, 8], [3, 10]]; 3]);
    }

    #[test]
    fn a_process_that_is_gone_is_an_error() {
        let results = together(2, |member| if member.process() == 0 { member.barrier() } else { Ok(()) });
        assert_eq!(results[0].as_ref().map_err(|error| error.process), Err(1));
    }
}
