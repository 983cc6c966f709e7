#!/bin/bash
# Runs a command beside a private sound server: a PulseAudio with one null sink, "cuesink", that is paced in real
# time, keeps no state, and whose monitor can be recorded. The ALSA PCM "default" plays into it.
#
#   null_sink.sh COMMAND [ARGUMENT...]     runs the command, ends the server, exits with the command's code
#   null_sink.sh                           says "ready PID FOLDER" and serves until its standard input is closed
#
# In FOLDER: asound.conf (for ALSA_CONFIG_PATH) and native (the server's socket, for PULSE_SERVER=unix:...).
# norewinds=1 keeps the sink from swallowing the first seconds of a stream. Nothing of the user's own sound set-up is
# read or touched: HOME and the XDG folders of the server are in FOLDER.
set -eu
for program in pulseaudio pactl; do
  command -v "$program" >/dev/null || {
    echo "null_sink.sh: $program is not installed: apt-get install pulseaudio pulseaudio-utils libasound2-plugins" >&2
    exit 97
  }
done

folder=$(mktemp -d "${TMPDIR:-/tmp}/null-sink.XXXXXX")
server=
finish() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    kill -CONT "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

private=(HOME="$folder" XDG_RUNTIME_DIR="$folder" XDG_CONFIG_HOME="$folder" XDG_CACHE_HOME="$folder/cache"
  PULSE_RUNTIME_PATH="$folder/pulse" PULSE_STATE_PATH="$folder/state" PULSE_SERVER="unix:$folder/native"
  PULSE_COOKIE="$folder/cookie" ALSA_CONFIG_PATH="$folder/asound.conf")
mkdir -p "$folder/pulse" "$folder/state"
cat >"$folder/asound.conf" <<END
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
END
cat >"$folder/default.pa" <<END
load-module module-native-protocol-unix auth-anonymous=1 socket=$folder/native
load-module module-null-sink sink_name=cuesink rate=48000 channels=2 format=s16le norewinds=1
set-default-sink cuesink
set-default-source cuesink.monitor
END
env -u DBUS_SESSION_BUS_ADDRESS -u DISPLAY "${private[@]}" pulseaudio -n -F "$folder/default.pa" \
  --daemonize=no --exit-idle-time=-1 --use-pid-file=no --disable-shm=yes \
  --log-target="file:$folder/pulse.log" </dev/null >/dev/null 2>&1 &
server=$!
for attempt in $(seq 250); do
  env "${private[@]}" pactl info >/dev/null 2>&1 && break
  if ! kill -0 "$server" 2>/dev/null || [ "$attempt" = 250 ]; then
    echo "null_sink.sh: the sound server did not start:" >&2
    cat "$folder/pulse.log" >&2 2>/dev/null || true
    exit 98
  fi
  sleep 0.02
done

if [ $# -gt 0 ]; then
  env -u DBUS_SESSION_BUS_ADDRESS "${private[@]}" "$@"
else
  echo "ready $server $folder"
  cat >/dev/null
fi
