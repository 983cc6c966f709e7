"""Other ways to play a cue at a wanted time, for `make timing`: each plays a WAV file at given times of CLOCK_MONOTONIC
and prints, a line a cue, the time (ns) at which it believes that the sound began.

    players.py on-demand|aplay|psychtoolbox WAV TIMES      TIMES: a file of ns of CLOCK_MONOTONIC, one a line

on-demand      keeps the ALSA PCM open, and starts it for each cue (what simple players do)
aplay          starts a process of aplay for each cue
psychtoolbox   PsychPortAudio of Psychtoolbox-3, scheduled, with its own onset time; the engine that PsychoPy recommends
"""

import ctypes
import subprocess
import sys
import time
import wave


def wait_until(ns):
    """Sleeps, and spins for the last two milliseconds."""
    while (left := ns - time.monotonic_ns()) > 0:
        if left > 2_000_000:
            time.sleep((left - 2_000_000) / 1e9)


def samples_of(path):
    with wave.open(path) as file:
        assert file.getframerate() == 48_000 and file.getnchannels() == 1 and file.getsampwidth() == 2
        return file.readframes(file.getnframes())


def aplay(path, times):
    running = []
    for ns in times:
        wait_until(ns)
        yield time.monotonic_ns()
        running.append(subprocess.Popen(["aplay", "-q", path]))
    for process in running:
        process.wait(30)


def on_demand(path, times):
    mono = samples_of(path)
    stereo = b"".join(mono[i : i + 2] * 2 for i in range(0, len(mono), 2))
    alsa = ctypes.CDLL("libasound.so.2")
    alsa.snd_pcm_writei.restype = ctypes.c_long
    pcm = ctypes.c_void_p()
    check(alsa.snd_pcm_open(ctypes.byref(pcm), b"default", 0, 0))
    # SND_PCM_FORMAT_S16_LE is 2, SND_PCM_ACCESS_RW_INTERLEAVED is 3 (alsa/pcm.h); a tenth of a second of buffer.
    check(alsa.snd_pcm_set_params(pcm, 2, 3, 2, 48_000, 1, 100_000))
    for ns in times:
        wait_until(ns)
        yield time.monotonic_ns()
        check(alsa.snd_pcm_prepare(pcm))
        left = stereo
        while left:
            written = alsa.snd_pcm_writei(pcm, left, ctypes.c_ulong(len(left) // 4))
            check(written)
            left = left[written * 4 :]
        check(alsa.snd_pcm_drain(pcm))
    alsa.snd_pcm_close(pcm)


def check(code):
    if code < 0:
        raise SystemExit(f"alsa-lib: code {code}")


def psychtoolbox(path, times):
    import numpy
    from psychtoolbox import GetSecs, PsychPortAudio, audio

    mono = numpy.frombuffer(samples_of(path), "<i2").astype(numpy.float32) / 32_768
    # Its clock is another: what lies between is constant but for the wall clock's slewing, and is asked each time.
    def offset():
        before = time.monotonic_ns()
        now = GetSecs()
        return now - (before + time.monotonic_ns()) / 2e9

    # It would suspend the sound server that it then plays through.
    PsychPortAudio("EngineTunables", [], [], [], 0)
    stream = audio.Stream(mode=1, latency_class=1, freq=48_000, channels=2)
    stream.fill_buffer(numpy.column_stack([mono, mono]))
    # The first start is slower than the others, and counts: nothing is warmed up.
    for ns in times:
        while ns - time.monotonic_ns() > 500_000_000:
            time.sleep(0.02)
        shift = offset()
        began = stream.start(when=ns / 1e9 + shift, wait_for_start=1)
        yield round((began - shift) * 1e9)
        time.sleep(0.6)
        stream.stop()
    stream.close()


def main():
    kind, path = sys.argv[1], sys.argv[2]
    times = [int(line) for line in open(sys.argv[3])]
    players = {"aplay": aplay, "on-demand": on_demand, "psychtoolbox": psychtoolbox}
    for logged in players[kind](path, times):
        print(logged, flush=True)


if __name__ == "__main__":
    main()
