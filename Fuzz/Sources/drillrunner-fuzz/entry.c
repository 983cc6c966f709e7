// The program is libFuzzer's: its library has main, which calls LLVMFuzzerTestOneInput. That one is written in
// Swift, in the target FuzzEntry.
