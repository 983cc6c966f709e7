"""Are the cues understood? An offline recogniser (PocketSphinx, US English) that knows only the words of a drill
hears each word as `drillrunner voice` renders it, alone and in noise. Prints confusion tables.

    intelligibility.py DRILLRUNNER VOICE...      DRILLRUNNER: the program; VOICE: as its --voice takes it

A recogniser is no rider: the tables rank voices and show which words are mistaken for which; they do not tell how many
people understand a word.
"""

import pathlib
import subprocess
import sys
import tempfile
import wave

import numpy as np
from pocketsphinx import Decoder

WORDS = ["center", "left", "right", "forward", "back"]
# Signal to noise, dB, of the word's own power to that of pink noise (equal power in each octave, as engines and fans
# have it). None: no noise.
RATIOS = [None, 20, 10, 5, 0]
# Noises of each ratio, always the same.
NOISES = 12
RATE = 16_000
# Silence around the word, s: a recogniser needs some.
AROUND = 0.4


def drill(folder):
    cues = "\n".join(f"  {w.upper()}: {{ say: {w.capitalize()}, expect: none }}" for w in WORDS)
    names = ", ".join(w.upper() for w in WORDS)
    path = folder / "drill.yaml"
    path.write_text(
        f"drill: 1\ntitle: Words\ncues:\n{cues}\nsteps:\n"
        f"  - block: {{ name: a, cues: [{names}], interval: 4 s }}\n"
    )
    return path


def rendered(program, voice, folder):
    """The words' samples at 16 kHz, by name."""
    out = folder / "words"
    subprocess.run(
        [program, "voice", drill(folder), "--voice", voice, "--preview", "--audio", "none", "-o", out],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    words = {}
    for path in sorted(out.glob("*.wav")):
        with wave.open(str(path)) as file:
            assert file.getframerate() == 48_000 and file.getnchannels() == 1
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float) / 32_768
        words[path.stem.split("-", 1)[1].lower()] = thinned(samples)
    return words


def thinned(samples):
    """48 kHz to 16 kHz through a windowed-sinc low-pass of 7.2 kHz."""
    taps = np.arange(-60, 61)
    kernel = 0.3 * np.sinc(0.3 * taps) * np.hamming(len(taps))
    return np.convolve(samples, kernel, "same")[::3]


def pink(count, random):
    """Noise whose power falls with frequency, of unit power."""
    spectrum = np.fft.rfft(random.standard_normal(count))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    spectrum[0] = 0
    noise = np.fft.irfft(spectrum, count)
    return noise / np.sqrt(np.mean(noise**2))


def heard(decoder, samples):
    decoder.start_utt()
    decoder.process_raw((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes(), full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return hypothesis.hypstr if hypothesis and hypothesis.hypstr else "–"


def main():
    program, voices = sys.argv[1], sys.argv[2:] or ["flite:slt", "espeak-ng:en-us"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        grammar = folder / "words.gram"
        grammar.write_text(f"#JSGF V1.0;\ngrammar words;\npublic <word> = {' | '.join(WORDS)};\n")
        decoder = Decoder(samprate=RATE, lm=None, jsgf=str(grammar), loglevel="FATAL")
        totals = []
        for voice in voices:
            words = rendered(program, voice, folder)
            counts = {ratio: {} for ratio in RATIOS}
            for word, samples in words.items():
                power = np.mean(samples**2)
                for ratio in RATIOS:
                    for seed in range(1 if ratio is None else NOISES):
                        quiet = np.zeros(int(AROUND * RATE))
                        sound = np.concatenate([quiet, samples, quiet])
                        if ratio is not None:
                            random = np.random.default_rng(seed)
                            sound = sound + pink(len(sound), random) * np.sqrt(power / 10 ** (ratio / 10))
                        answer = heard(decoder, sound)
                        row = counts[ratio].setdefault(word, {})
                        row[answer] = row.get(answer, 0) + 1
            totals.append((voice, counts))
        report(totals)


def report(totals):
    print("| voice | " + " | ".join("quiet" if r is None else f"{r} dB" for r in RATIOS) + " |")
    print("|---|" + "---|" * len(RATIOS))
    for voice, counts in totals:
        cells = []
        for ratio in RATIOS:
            right = sum(row.get(word, 0) for word, row in counts[ratio].items())
            cells.append(f"{right} of {sum(sum(row.values()) for row in counts[ratio].values())}")
        print(f"| {voice} | " + " | ".join(cells) + " |")
    columns = WORDS + ["–"]
    for voice, counts in totals:
        print(f"\n{voice}, all ratios together (rows: said; columns: heard; –: nothing)\n")
        print("| | " + " | ".join(columns) + " |")
        print("|---|" + "---|" * len(columns))
        for word in WORDS:
            cells = [sum(counts[r].get(word, {}).get(c, 0) for r in RATIOS) for c in columns]
            print(f"| {word} | " + " | ".join(str(c) if c else "" for c in cells) + " |")


if __name__ == "__main__":
    main()
