#!/bin/bash
# The figures of docs/timing.md, beside a private sound server: the constant of its sink (drillrunner latency), then
# CUES words against a recording of its monitor, then other players, PLAYER_CUES words each. About twenty minutes.
#
#   Tests/rig/null_sink.sh Benchmarks/timing.sh FOLDER_OF_PROGRAMS [CUES] [INTERVAL_MS] [PLAYER_CUES]
set -eu
programs=$1 cues=${2:-300} interval=${3:-3000} player_cues=${4:-60}
here=$(cd "$(dirname "$0")" && pwd)
python=$here/../.build/bench-python/bin/python
config=$(mktemp -d)
trap 'rm -rf "$config"' EXIT
# Nothing of the user's own constants is read or changed.
export XDG_CONFIG_HOME=$config
echo "load average $(cut -d' ' -f1-3 /proc/loadavg) on $(nproc) cores"
echo
for attempt in 1 2 3; do
  "$programs/drillrunner" latency --record monitor --clicks 60 && break
  [ $attempt = 3 ] && echo "The latency was refused; what follows is without a constant."
done
echo
"$programs/cue-timing" --cues "$cues" --interval-ms "$interval" --player-cues "$player_cues" \
  --player "on demand (snd_pcm_prepare for each cue)=$python $here/players/players.py on-demand" \
  --player "aplay for each cue=$python $here/players/players.py aplay" \
  --player "Psychtoolbox PsychPortAudio=$python $here/players/players.py psychtoolbox"
echo
echo "load average $(cut -d' ' -f1-3 /proc/loadavg)"
