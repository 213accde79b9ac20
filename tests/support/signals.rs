//! Sends signals to a running command when it is ready for them.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::Duration;

/// Sends the signal of Ctrl-C once the command catches it and has used this many hundredths of a second of
/// processor time.
pub(crate) fn interrupt(child: &Child, hundredths: u64) {
    while !catches_interrupts(child) || worked(child) < hundredths {
        thread::sleep(Duration::from_micros(200));
    }
    super::server::interrupt(child);
}

/// Returns whether the command has set a handler for the signal.
fn catches_interrupts(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("the caught signals");
    u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0
}

/// The processor time of the command, in the system's ticks (hundredths of a second).
fn worked(child: &Child) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it runs");
    // The fields after the name in brackets; the 12th and 13th are the user and the system time.
    let fields = stat.rsplit(')').next().expect("a name");
    fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}
