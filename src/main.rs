//! The `nexsolve` command.

fn main() {}
