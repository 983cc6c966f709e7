"""Listens to a sound server's monitor and says which of the words it knows were spoken, and when.

    python listener.py CONFIG        one JSON line a word on standard output: {"word": ..., "t_ns": ...}

CONFIG is a JSON file: {"voice": "slt", "words": {NAME: {"text": ..., "from": 0.0, "length": 0.8, "stretch": 1.0}}}. Each text is
spoken once by flite, `stretch` times as slowly as its own pace, and `length` seconds of it from `from` seconds after its beginning are looked for in what parec records, by
normalised cross-correlation. t_ns is when the word began, on CLOCK_MONOTONIC. The listener knows nothing of the program
whose words it hears. PULSE_SERVER says where to listen. Needs numpy.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import wave

import numpy

RATE = 8000
HOP = RATE // 10
ENOUGH = 0.6  # of 1, a perfect match; flite's words and sentences stay below 0.5 of each other


def spoken(text, voice, stretch):
    """The text as flite speaks it, at RATE, from its first sound on."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        pace = ["--setf", f"duration_stretch={stretch}"]
        subprocess.run(["flite", *pace, "-voice", voice, "-t", text, "-o", file.name], check=True)
        with wave.open(file.name) as sound:
            rate, frames = sound.getframerate(), sound.readframes(sound.getnframes())
    samples = numpy.frombuffer(frames, "<i2").astype(float)
    assert rate % RATE == 0, rate
    step = rate // RATE
    if step > 1:
        # A windowed sinc below half of RATE.
        taps = numpy.arange(-32, 33)
        filter_ = numpy.sinc(taps * 0.9 / step) * numpy.hamming(len(taps))
        samples = numpy.convolve(samples, filter_ / filter_.sum(), "same")[::step]
    loud = numpy.flatnonzero(abs(samples) > 0.02 * abs(samples).max())
    return samples[loud[0] : loud[-1] + 1]


class Word:
    def __init__(self, name, voice, text, length=0.8, **rest):
        self.name = name
        self.offset = int(rest.get("from", 0) * RATE)
        # Differences from sample to sample: vowels, which are alike, count less, consonants more.
        sound = numpy.diff(spoken(text, voice, rest.get("stretch", 1.0)))
        self.template = sound[self.offset : self.offset + int(length * RATE)]
        self.template = self.template / numpy.sqrt((self.template**2).sum())
        self.size = 1 << (len(self.template) + HOP).bit_length()
        self.spectrum = numpy.conj(numpy.fft.rfft(self.template, self.size))
        self.silent_until = 0  # samples

    def look(self, recent, end):
        """`recent` are the last samples, of which HOP are new, up to sample number `end`. When the word began."""
        part = recent[-(len(self.template) + HOP - 1) :]
        products = numpy.fft.irfft(numpy.fft.rfft(part, self.size) * self.spectrum, self.size)[:HOP]
        sums = numpy.concatenate(([0.0], numpy.cumsum(part**2)))
        energy = sums[len(self.template) :] - sums[: HOP]
        scores = products / numpy.sqrt(numpy.maximum(energy, 1e3))
        best = int(scores.argmax())
        if scores[best] < ENOUGH or end < self.silent_until:
            return None
        self.silent_until = end + len(self.template) // 2
        return end - len(part) + best - self.offset, scores[best]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    words = [Word(name, config["voice"], **word) for name, word in config["words"].items()]
    keep = max(len(word.template) for word in words) + HOP
    recorder = subprocess.Popen(
        ["parec", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=20"],
        stdout=subprocess.PIPE,
    )
    print(json.dumps({"word": None, "t_ns": time.monotonic_ns()}), flush=True)  # it listens
    recent, end, last = numpy.zeros(keep), 0, 0.0
    while chunk := recorder.stdout.read(2 * HOP):
        now = time.monotonic_ns()
        if len(chunk) < 2 * HOP:
            break
        samples = numpy.frombuffer(chunk, "<i2").astype(float)
        recent = numpy.concatenate((recent, numpy.diff(samples, prepend=last)))[-keep:]
        last = samples[-1]
        end += HOP
        for word in words:
            found = word.look(recent, end)
            if found:
                began = now - (end - found[0]) * 1_000_000_000 // RATE
                row = {"word": word.name, "t_ns": int(began), "score": round(float(found[1]), 3)}
                print(json.dumps(row), flush=True)
    recorder.kill()
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
