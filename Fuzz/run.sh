#!/usr/bin/env bash
# Builds the fuzzers and runs them one after the other: Fuzz/run.sh SECONDS [TARGET...]
# What they find new is kept in .build/fuzz-found/TARGET, and what breaks a target in .build/fuzz-broken/TARGET-*;
# a broken one ends the run of its target, and this script with 1. docs/hostile-input.md says more.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?usage: Fuzz/run.sh SECONDS [TARGET...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(json rows manifest events drill csv bundle)
(cd Fuzz && swift build -c release --scratch-path ../.build/fuzz)
program=.build/fuzz/release/drillrunner-fuzz
status=0
for target in "${targets[@]}"; do
  longest=8192
  [ "$target" != bundle ] || longest=65536
  found=.build/fuzz-found/$target
  mkdir -p "$found" .build/fuzz-broken
  # libfyaml keeps a little memory after each error in a text; AddressSanitizer would call that a leak.
  leaks=1
  [ "$target" != drill ] || leaks=0
  log=.build/fuzz-found/$target.log
  FUZZ_TARGET=$target ASAN_OPTIONS=detect_leaks=$leaks "$program" "$found" "Fuzz/Corpus/$target" -dict="Fuzz/Dictionaries/$target.dict" \
    -max_total_time="$seconds" -max_len="$longest" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -detect_leaks=0 \
    -artifact_prefix=".build/fuzz-broken/$target-" >"$log" 2>&1 || {
    status=1
    echo "$target: BROKEN, see $log"
  }
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  echo "$target: ${runs:-no} executions, $coverage places covered, $(find "$found" -type f | wc -l) inputs found"
done
exit $status
