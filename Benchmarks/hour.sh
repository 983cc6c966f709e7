#!/usr/bin/env bash
# What sessions cost: recording three streams at 1 kHz; opening an hour of three streams at 200 Hz, beside pandas,
# polars and orjson; rehearsing and analysing an hour. Needs the release builds of drillrunner and session-bench, and
# the Python of scripts/setup test: `make bench` sees to all of it.
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/drillrunner
bench=.build/release/session-bench
python=.build/python/bin/python
runs=${RUNS:-5}
folder=$(mktemp -d "${TMPDIR:-/tmp}/drillrunner-bench.XXXXXX")
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT

echo "$(date -u +%F), $(uname -sr), $(nproc) cores, $(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo), load $(cut -d' ' -f1 /proc/loadavg)"
echo "session folder on $(stat -f -c %T "$folder")"

echo
echo "Recording, three 3-axis streams at 1 kHz, ${SECONDS_RECORDED:-20} s, CPU in per cent of one core:"
for run in 1 2 3; do "$bench" record "$folder/recorded" "${SECONDS_RECORDED:-20}"; done

echo
echo "Opening an hour, three 3-axis streams at 200 Hz:"
bundle=$("$bench" write "$folder/hour")
"$python" -B Benchmarks/compare_readers.py "$bundle" "$bench" "$runs"

echo
cat >"$folder/hour.yaml" <<'DRILL'
drill: 1
title: An hour
rate: 200 Hz
seed: 1
cues:
  CENTER: { say: Center, expect: center }
  LEFT:   { say: Left,   expect: left }
  RIGHT:  { say: Right,  expect: right }
steps:
  - stationary: 30 s
  - block:
      name: hour
      intent: plain
      cues: [LEFT, CENTER, RIGHT, CENTER]
      repeat: 223
      interval: 4 s
DRILL

clock() { date +%s.%N; }
elapsed() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f s\n", b - a }'; }

start=$(clock)
"$program" rehearse "$folder/hour.yaml" --sessions "$folder/sessions" >/dev/null
echo "rehearse, seal and analyse: $(elapsed "$start" "$(clock)")"
"$program" sessions --sessions "$folder/sessions"
for run in $(seq "$runs"); do
  start=$(clock)
  "$program" analyze last --sessions "$folder/sessions" >/dev/null
  echo "analyze, run $run: $(elapsed "$start" "$(clock)")"
done
hours=("$folder"/sessions/*/)
for cores in 0 "0-$(($(nproc) - 1))"; do
  echo
  echo "Analysing an hour, beside Python, on the cores $cores:"
  taskset -c "$cores" "$python" -B Benchmarks/compare_analysis.py "${hours[0]%/}" "$program" "$runs"
done
echo
echo "Its parts, CPU seconds, and the hash of the document:"
"$bench" analyze "${hours[0]%/}"
echo
/usr/bin/env python3 - "$program" "$folder/sessions" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "analyze", "last", "--sessions", sys.argv[2]], stdout=subprocess.DEVNULL, check=True)
print("analyze, peak memory: %.0f MiB" % (resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024))
PYTHON
