//! An [`Exchange`] over MPI.
//!
//! All calls come from the thread that has initialised MPI, while rayon's threads work. Nothing blocks inside
//! MPI: the thread tests its requests with pauses in between, so a waiting process does not use the core of a
//! working one.

use mpi::collective::SystemOperation;
use mpi::request::{Request, Scope, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};
use nexsolve_tablegen::{Alone, Exchange, ExchangeError, ROUND_BYTES, Reduce};
use std::thread;
use std::time::{Duration, Instant};

/// The number of tests before the first pause.
const EAGER: u32 = 200;

/// The first pause, and the longest. Each pause is longer than the one before.
const FIRST_PAUSE: Duration = Duration::from_micros(20);
const LONGEST_PAUSE: Duration = Duration::from_micros(500);

/// An exchange that measures how long it takes.
pub(crate) trait Member: Exchange {
    /// The operations of this process so far.
    fn waiting(&self) -> Waiting;
}

/// The operations of a process.
#[derive(Clone, Copy, Default)]
pub(crate) struct Waiting {
    /// The number of operations.
    pub(crate) operations: u64,
    /// The total time of the operations: waiting for other processes, and sending.
    pub(crate) time: Duration,
}

impl Member for Alone {
    fn waiting(&self) -> Waiting {
        Waiting::default()
    }
}

/// A process of a run under `mpirun`.
pub(crate) struct Mpi {
    world: SimpleCommunicator,
    process: usize,
    size: usize,
    sent_bytes: u64,
    waiting: Waiting,
}

impl Member for Mpi {
    fn waiting(&self) -> Waiting {
        self.waiting
    }
}

impl Mpi {
    /// All processes of the run.
    pub(crate) fn new(world: SimpleCommunicator) -> Self {
        let (process, size) = (world.rank() as usize, world.size() as usize);
        Self { world, process, size, sent_bytes: 0, waiting: Waiting::default() }
    }

    /// Counts an operation that has ended.
    fn count(&mut self, begun: Instant) {
        self.waiting.operations += 1;
        self.waiting.time += begun.elapsed();
    }

    /// Sends a block to each other process and returns the blocks received, by sender; the block of this
    /// process is empty.
    fn exchange(&mut self, blocks: &[&[u8]]) -> Vec<Vec<u8>> {
        let begun = Instant::now();
        let lens: Vec<u64> =
            (0..self.size).map(|to| if to == self.process { 0 } else { blocks[to].len() as u64 }).collect();
        self.sent_bytes += lens.iter().sum::<u64>();
        let lens = self.lens(&lens);
        let mut received: Vec<Vec<u8>> = lens.iter().map(|&len| vec![0; len as usize]).collect();
        let piece = ROUND_BYTES / self.size;
        let sent = blocks.iter().map(|block| block.len());
        let longest = sent.chain(received.iter().map(Vec::len)).max().unwrap_or(0);
        // Sender and receiver cut a block into the same pieces, so the processes need not agree on the number
        // of rounds.
        for first in (0..longest).step_by(piece) {
            scope(|scope| {
                let mut requests = Vec::with_capacity(2 * self.size);
                for (from, block) in received.iter_mut().enumerate().filter(|(_, block)| block.len() > first)
                {
                    let end = block.len().min(first + piece);
                    let process = self.world.process_at_rank(from as i32);
                    requests.push(process.immediate_receive_into(scope, &mut block[first..end]));
                }
                // Each process begins with the next one, so the processes do not all send to the same
                // process.
                for to in (1..self.size).map(|step| (self.process + step) % self.size) {
                    if let Some(rest) = blocks[to].get(first..).filter(|rest| !rest.is_empty()) {
                        let process = self.world.process_at_rank(to as i32);
                        requests.push(process.immediate_send(scope, &rest[..rest.len().min(piece)]));
                    }
                }
                finish(requests);
            });
        }
        self.count(begun);
        received
    }

    /// Returns the number of bytes that each process sends to this one.
    fn lens(&self, own: &[u64]) -> Vec<u64> {
        let mut lens = vec![0; self.size];
        scope(|scope| finish(vec![self.world.immediate_all_to_all_into(scope, own, &mut lens[..])]));
        lens
    }
}

/// Waits until all requests are done.
fn finish<'a, D: ?Sized, S: Scope<'a>>(mut requests: Vec<Request<'a, D, S>>) {
    let (mut asked, mut pause) = (0, FIRST_PAUSE);
    loop {
        let before = requests.len();
        requests = requests.into_iter().filter_map(|request| request.test().err()).collect();
        if requests.is_empty() {
            return;
        }
        if requests.len() < before {
            (asked, pause) = (0, FIRST_PAUSE);
        }
        asked += 1;
        if asked < EAGER {
            thread::yield_now();
        } else {
            thread::sleep(pause);
            pause = LONGEST_PAUSE.min(pause + pause / 2);
        }
    }
}

impl Exchange for Mpi {
    fn process(&self) -> usize {
        self.process
    }

    fn size(&self) -> usize {
        self.size
    }

    fn all_to_all(&mut self, mut blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(blocks.len(), self.size, "a block for each process");
        let to: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
        let mut received = self.exchange(&to);
        received[self.process] = std::mem::take(&mut blocks[self.process]);
        Ok(received)
    }

    fn all_gather(&mut self, block: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let mut received = self.exchange(&vec![&block[..]; self.size]);
        received[self.process] = block;
        Ok(received)
    }

    fn all_reduce(&mut self, how: Reduce, numbers: &mut [u64]) -> Result<(), ExchangeError> {
        let begun = Instant::now();
        let own = numbers.to_vec();
        let operation = match how {
            Reduce::Sum => SystemOperation::sum(),
            Reduce::Least => SystemOperation::min(),
            Reduce::Greatest => SystemOperation::max(),
        };
        scope(|scope| {
            finish(vec![self.world.immediate_all_reduce_into(scope, &own[..], &mut *numbers, operation)]);
        });
        self.count(begun);
        Ok(())
    }

    fn sent_bytes(&self) -> u64 {
        self.sent_bytes
    }
}
