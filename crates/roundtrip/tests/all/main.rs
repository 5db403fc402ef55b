//! The laws, without a fuzzer.

fn main() {}
