#!/usr/bin/env bash
# How long a session of an hour at 200 Hz takes: rehearsed (simulated, written, sealed, analysed) and analysed from
# the bundle. Prints the seconds of each of five runs of the analysis, and the memory of one. Needs the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/drillrunner
folder=$(mktemp -d "${TMPDIR:-/tmp}/drillrunner-bench.XXXXXX")
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT

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
for run in 1 2 3 4 5; do
  start=$(clock)
  "$program" analyze last --sessions "$folder/sessions" >/dev/null
  echo "analyze, run $run: $(elapsed "$start" "$(clock)")"
done
/usr/bin/env python3 - "$program" "$folder/sessions" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "analyze", "last", "--sessions", sys.argv[2]], stdout=subprocess.DEVNULL, check=True)
print("analyze, peak memory: %.0f MiB" % (resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024))
PYTHON
