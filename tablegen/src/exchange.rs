//! Communication between the processes that make tables together.
//!
//! The members of a team are its **ranks**, numbered from 0. All operations are collective: every rank calls the same operations in the
//! same order, and waits for the others. [`Local`] connects threads of one process, for tests. The package `cluster` connects processes
//! over MPI.

use std::sync::mpsc::{Receiver, Sender, channel};

/// The most bytes that a rank has under way at once, to all others together. Larger blocks go in rounds.
pub const ROUND_BYTES: usize = 1 << 28;

/// Carries bytes between the ranks of a team. Each rank calls it from one thread, always the same.
pub trait Exchange {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// The number of ranks, at least one.
    fn size(&self) -> usize;

    /// Sends `blocks[r]` to rank r and returns the blocks that this rank receives, by sender. The block for this rank itself is returned
    /// unchanged. Blocks may have any length.
    ///
    /// # Errors
    /// If another rank has ended, or the connection to it is broken.
    ///
    /// # Panics
    /// If the number of blocks is not the number of ranks.
    fn all_to_all(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError>;

    /// Sends the same block to all ranks and returns the blocks of all ranks, by sender.
    ///
    /// # Errors
    /// As [`Exchange::all_to_all`].
    fn all_gather(&mut self, block: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        self.all_to_all(vec![block; self.size()])
    }

    /// Replaces each number by the sum, the least or the greatest of all ranks' numbers at its place. All ranks give the same count of
    /// numbers.
    ///
    /// # Errors
    /// As [`Exchange::all_to_all`].
    fn all_reduce(&mut self, how: Reduce, numbers: &mut [u64]) -> Result<(), ExchangeError>;

    /// Waits until all ranks have called it.
    ///
    /// # Errors
    /// As [`Exchange::all_to_all`].
    fn barrier(&mut self) -> Result<(), ExchangeError> {
        self.all_reduce(Reduce::Greatest, &mut [0])
    }

    /// Bytes of blocks that this rank has sent to others so far, without the numbers of reductions.
    fn sent_bytes(&self) -> u64;
}

/// How the numbers of all ranks are combined.
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
    /// Combines the numbers of two ranks.
    pub fn of(self, one: u64, other: u64) -> u64 {
        match self {
            Self::Sum => one.wrapping_add(other),
            Self::Least => one.min(other),
            Self::Greatest => one.max(other),
        }
    }
}

/// The ranks can no longer communicate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rank {rank} cannot be reached: {reason}")]
pub struct ExchangeError {
    /// The rank that does not answer.
    pub rank: usize,
    /// The reason, as far as it is known.
    pub reason: String,
}

/// A rank of a team whose ranks are threads of one process.
pub struct Local {
    rank: usize,
    /// To each rank.
    to: Vec<Sender<Vec<u8>>>,
    /// From each rank.
    from: Vec<Receiver<Vec<u8>>>,
    sent_bytes: u64,
}

impl Local {
    /// A team of `size` ranks, in order. Give each rank to a thread of its own.
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
        pairs.map(|(rank, (to, from))| Self { rank, to, from, sent_bytes: 0 }).collect()
    }
}

impl Exchange for Local {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn all_to_all(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(blocks.len(), self.size(), "a block for each rank");
        let gone = |rank| ExchangeError { rank, reason: "its thread has ended".to_owned() };
        for (rank, block) in blocks.into_iter().enumerate() {
            if rank != self.rank {
                self.sent_bytes += block.len() as u64;
            }
            self.to[rank].send(block).map_err(|_| gone(rank))?;
        }
        let received = self.from.iter().enumerate();
        received.map(|(rank, from)| from.recv().map_err(|_| gone(rank))).collect()
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
            *number = received.iter().map(word).reduce(|a, b| how.of(a, b)).expect("a rank at least");
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

    /// Runs `work` on each rank of a team and returns the results, by rank.
    fn together<R: Send>(size: usize, work: impl Fn(&mut Local) -> R + Sync) -> Vec<R> {
        thread::scope(|scope| {
            let work = &work;
            let ranks = Local::team(size).into_iter();
            let ranks: Vec<_> = ranks.map(|mut rank| scope.spawn(move || work(&mut rank))).collect();
            ranks.into_iter().map(|rank| rank.join().expect("no panic")).collect()
        })
    }

    #[test]
    fn blocks_come_from_where_they_were_sent() {
        for size in 1..=4 {
            let received = together(size, |rank| {
                let own = rank.rank();
                let blocks = (0..size).map(|to| vec![own as u8; to + 3 * own]).collect();
                (rank.all_to_all(blocks).expect("all are there"), rank.sent_bytes())
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
        let reduced = together(3, |rank| {
            let own = rank.rank() as u64;
            let reduce = |how, rank: &mut Local| {
                let mut numbers = [own + 1, 10 - own];
                rank.all_reduce(how, &mut numbers).expect("all are there");
                numbers
            };
            [Reduce::Sum, Reduce::Least, Reduce::Greatest].map(|how| reduce(how, rank))
        });
        assert_eq!(reduced, vec![[[6, 27], [1, 8], [3, 10]]; 3]);
    }

    #[test]
    fn a_rank_that_is_gone_is_an_error() {
        let results = together(2, |rank| if rank.rank() == 0 { rank.barrier() } else { Ok(()) });
        assert_eq!(results[0].as_ref().map_err(|error| error.rank), Err(1));
    }
}
