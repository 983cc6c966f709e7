# Shell functions of the scenarios. Times are those of the machine, in hundredths of a second since it was started.

now() {
  sed 's/ .*//; s/\.//; s/^0*\([0-9]\)/\1/' /proc/uptime
}

# wait_until SECONDS COMMAND...: until the command succeeds; fails when it did not in that time.
wait_until() {
  limit=$(($(now) + $1 * 100))
  shift
  until "$@" 2>/dev/null; do
    [ "$(now)" -lt "$limit" ] || return 1
    sleep 0.1
  done
}

has_card() { [ -d "/proc/asound/$1" ]; }
lacks_card() { ! has_card "$1"; }
all_cards() { has_card Intel && has_card Audio && has_card Loopback && has_card I82801AAICH; }

# ask_host WORDS: a request to the program that runs this machine.
ask_host() { echo "@host $*"; }

# drill NAME PCM DRILL [OPTION...]: a run, whose output, exit code and times go to /tmp/out/NAME.
drill() {
  folder=/tmp/out/$1
  pcm=$2
  file=$3
  shift 3
  mkdir -p "$folder"
  now >"$folder/began"
  drillrunner run "/guest/$file" --imu simulated --audio "$pcm" --yes --plain --seed 7 \
    --sessions "$folder/sessions" "$@" >"$folder/stdout" 2>"$folder/stderr"
  echo $? >"$folder/status"
  now >"$folder/ended"
  for session in "$folder"/sessions/*; do
    [ -f "$session/manifest.json" ] || continue
    drillrunner verify "$session" >"$folder/verify" 2>&1
    echo $? >"$folder/verify.status"
  done
  cat /proc/asound/cards >"$folder/cards"
}

# committed NAME COUNT: whether the run's events have so many cues.
committed() { [ "$(grep -c '"kind":"cue"' /tmp/out/"$1"/sessions/2*/events.jsonl)" -ge "$2" ]; }

# in_pause NAME COUNT: waits until the COUNTth cue was handed over, and 0.9 s more: then it was spoken, and no word
# sounds.
in_pause() {
  wait_until 60 committed "$1" "$2" || echo "no cue in $1"
  sleep 0.9
}

# step NAME: says on the console what comes.
step() { echo "$(now) $*"; }
