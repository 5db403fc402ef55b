#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roundtrip::check("othello_diagram", bytes));
