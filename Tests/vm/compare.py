"""Compares the times that sessions logged for their cues with a recording of the output that played them.

    compare.py RECORDING.wav BUNDLE... --clips FOLDER [--limit-ms 0.5]

The words in the recording are found without the log: sounds between silences, each matched with the clips of
FOLDER (the program's clip cache) by normalised cross-correlation. Their number and order must be those of the cues
that the sessions, in the order in which they were recorded, say were played. Then each word's place in the recording
is compared with its logged time. Where the recording stands on the session's clock is unknown, so the median
difference is removed, for each stretch of a session between underruns: a recording of what a card plays has no
time line across them.

Only Python's standard library. Exit code 1: words are missing, too many, damaged or in another order, or the p95
of the refined deviations is over --limit-ms.
"""

import argparse
import array
import hashlib
import json
import math
import operator
import pathlib
import sys
import wave

QUIET = 16  # of 32767: what rounding may leave in a silence
SILENCE_S = 0.2  # longer than any stop inside a word, shorter than any pause between words
SEARCHED_FRAMES = 4096  # of the clip's beginning, to find its place
WIDE_FRAMES = 240  # how far the place may be from where its first sound stands
LEAST_CORRELATION = 0.9
CLIP_RATE = 48000


class Wrong(Exception):
    """The recording or the session cannot be compared; says why."""


def first_sound(samples):
    return next((index for index, sample in enumerate(samples) if abs(sample) > QUIET), None)


def load_wave(path):
    """(rate, first channel as 16-bit integers)."""
    with wave.open(str(path), "rb") as file:
        if file.getsampwidth() != 2:
            raise Wrong(f"{path} does not hold 16-bit samples")
        samples = array.array("h")
        data = file.readframes(file.getnframes())
        samples.frombytes(data[: len(data) // 2 * 2])
        if sys.byteorder == "big":
            samples.byteswap()
        return file.getframerate(), samples[:: file.getnchannels()]


def load_clips(folder):
    """{SHA-256 of the samples: samples} of a clip cache: a header line, then 16-bit little-endian samples."""
    clips = {}
    for path in sorted(pathlib.Path(folder).glob("*.clip")):
        samples = path.read_bytes().partition(b"\n")[2]
        values = array.array("h")
        values.frombytes(samples[: len(samples) // 2 * 2])
        if sys.byteorder == "big":
            values.byteswap()
        clips[hashlib.sha256(samples).hexdigest()] = values
    if not clips:
        raise Wrong(f"there is no clip in {folder}")
    return clips


def load_cues(bundle):
    """The cues that were played, in order, with their refined times, and the times at which the output broke."""
    cues, refined, breaks = {}, {}, []
    with open(pathlib.Path(bundle) / "events.jsonl", encoding="utf-8") as file:
        for event in map(json.loads, file):
            if event["kind"] == "cue":
                key = (event["cue"], event["scheduled_ns"])
                if event["status"] in ("played", "late"):
                    cues[key] = event
            elif event["kind"] == "cue_timing":
                refined[event["cue_n"]] = event["frame0_ns"]
            elif event["kind"] == "incident" and event["label"] in ("underrun", "audio_lost"):
                breaks.append(event["host_ns"])
    played = sorted(cues.values(), key=lambda event: event["n"])
    for event in played:
        event["refined_ns"] = refined.get(event["n"])
    return played, sorted(breaks)


def sounds(samples, rate):
    """(first, end) of each sound, between silences of SILENCE_S."""
    gap = int(SILENCE_S * rate)
    found, start, last = [], None, None
    # Blocks of silence, which are most of a recording, are skipped whole.
    for block in range(0, len(samples), 480):
        piece = samples[block : block + 480]
        if max(piece) <= QUIET and min(piece) >= -QUIET:
            continue
        for index, sample in enumerate(piece, block):
            if abs(sample) <= QUIET:
                continue
            if last is not None and index - last > gap:
                found.append((start, last + 1))
                start = None
            if start is None:
                start = index
            last = index
    if start is not None:
        found.append((start, last + 1))
    return found


class Template:
    """A clip to look for: its place by its beginning, whether it is all there by the whole of it."""

    def __init__(self, sha256, samples):
        self.sha256 = sha256
        self.samples = samples
        self.lead = first_sound(samples) or 0

    def correlation(self, recording, start, first, end):
        """Normalised, of the clip's frames `first` to `end` with the recording, the clip's frame 0 at `start`."""
        first = max(first, -start)
        piece = recording[start + first : start + end]
        own = self.samples[first : first + len(piece)]
        energy = sum(map(operator.mul, piece, piece)) * sum(map(operator.mul, own, own))
        return sum(map(operator.mul, own, piece)) / math.sqrt(energy) if energy else 0.0

    def find(self, recording, sound):
        """(correlation of the whole, frame of the clip's frame 0 to a fraction of a frame)."""
        end = self.lead + SEARCHED_FRAMES

        def score(start):
            return self.correlation(recording, start, self.lead, end)

        near = sound - self.lead
        best = max(range(near - 8, near + 9, 4), key=score)
        if score(best) < LEAST_CORRELATION / 2:
            best = max(range(near - WIDE_FRAMES, near + WIDE_FRAMES + 1, 8), key=score)
        best = max(range(best - 8, best + 9), key=score)
        before, top, after = score(best - 1), score(best), score(best + 1)
        curvature = before - 2 * top + after
        shift = (before - after) / (2 * curvature) if curvature < 0 else 0.0
        whole = self.correlation(recording, best, 0, len(self.samples))
        return whole, best + max(-0.5, min(0.5, shift))


def heard_words(recording, rate, clips, names):
    """[(sha256 or None, frame, correlation)] of each sound; a clip that is in no cue counts as other speech."""
    if rate != CLIP_RATE:
        raise Wrong(f"the recording has {rate} Hz, clips have {CLIP_RATE} Hz")
    templates = [Template(sha256, samples) for sha256, samples in clips.items()]
    templates.sort(key=lambda template: template.sha256 not in names)
    words = []
    for first, end in sounds(recording, rate):
        best = (0.0, first, None)
        for template in templates:
            audible = len(template.samples) - template.lead
            if abs(audible - (end - first)) > 0.5 * audible + 2400:
                continue
            correlation, frame = template.find(recording, first)
            if correlation > best[0]:
                best = (correlation, frame, template.sha256)
            if correlation > 0.99:
                break
        correlation, frame, sha256 = best
        words.append((sha256 if correlation >= LEAST_CORRELATION else None, frame, correlation))
    return words


def quantile(ordered, p):
    """Hyndman and Fan 1996, definition 7."""
    position = (len(ordered) - 1) * p
    low = int(position)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (position - low) * (ordered[high] - ordered[low])


def median(values):
    return quantile(sorted(values), 0.5)


def deviation(values):
    """Standard deviation, n − 1."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))


def statistics(pieces):
    """Of [(logged ns, recorded − logged ns)] in pieces; each loses its own median. Times in ms."""
    pieces = [piece for piece in pieces if len(piece) >= 2]
    if not pieces:
        raise Wrong("fewer than two cues can be compared")
    rest = []
    centred = []
    for piece in pieces:
        middle = median([lag for _, lag in piece])
        values = [(at / 1e9, (lag - middle) / 1e6) for at, lag in piece]
        rest += [value for _, value in values]
        mean_x = sum(x for x, _ in values) / len(values)
        mean_y = sum(y for _, y in values) / len(values)
        centred += [(x - mean_x, y - mean_y) for x, y in values]
    spread = sum(x * x for x, _ in centred)
    slope = sum(x * y for x, y in centred) / spread if spread else 0.0
    absolute = sorted(map(abs, rest))
    return {
        "n": len(rest),
        "median": quantile(absolute, 0.5),
        "p95": quantile(absolute, 0.95),
        "max": absolute[-1],
        "sd": deviation(rest),
        "sd_without_slope": deviation([y - slope * x for x, y in centred]),
        "slope_ppm": slope * 1e3,
        "first_minus_rest": rest[0] - median(rest[1:]),
    }


def compare(bundles, recording, clips):
    """The whole comparison: a dictionary with counts, problems and statistics."""
    cues, breaks = [], 0
    for number, bundle in enumerate(bundles):
        played, broken = load_cues(bundle)
        breaks += len(broken)
        for cue in played:
            cue["piece"] = number, sum(at < cue["frame0_ns"] for at in broken)
        cues += played
    rate, samples = load_wave(recording)
    names = {cue["clip_sha256"]: cue["cue"] for cue in cues}
    missing = sorted(names[sha256] for sha256 in names if sha256 not in clips)
    if missing:
        raise Wrong(f"there is no clip of {', '.join(missing)}")
    words = heard_words(samples, rate, clips, names)
    heard = [(sha256, frame, correlation) for sha256, frame, correlation in words if sha256 in names]
    damaged = [frame for sha256, frame, _ in words if sha256 is None]
    result = {
        "played": len(cues),
        "heard": len(heard),
        "other_speech": len(words) - len(heard) - len(damaged),
        "damaged": len(damaged),
        "late": sum(cue["status"] == "late" for cue in cues),
        "breaks": breaks,
        "lowest_correlation": min((correlation for _, _, correlation in heard), default=0.0),
        "problems": [],
    }
    if damaged:
        places = ", ".join(f"{frame / rate:.3f} s" for frame in damaged)
        result["problems"].append(f"{len(damaged)} sounds match no clip, at {places} of the recording")
    order = [names[sha256] for sha256, _, _ in heard]
    wanted = [cue["cue"] for cue in cues]
    if order != wanted:
        result["problems"].append(f"played {len(wanted)}: {' '.join(wanted)}; heard {len(order)}: {' '.join(order)}")
        return result
    for name, key in (("predicted", "frame0_ns"), ("refined", "refined_ns")):
        pieces = {}
        for cue, (_, frame, _) in zip(cues, heard):
            if cue[key] is None:
                continue
            pieces.setdefault(cue["piece"], []).append((cue[key], frame * 1e9 / rate - cue[key]))
        try:
            result[name] = statistics(list(pieces.values()))
        except Wrong as wrong:
            result["problems"].append(f"{name} times: {wrong}")
    result["schedule_ms"] = max(
        (abs(cue["audible_ns"] - cue["scheduled_ns"]) / 1e6 for cue in cues if cue["status"] == "played"), default=None)
    return result


ROWS = (
    ("absolute deviation, median", "median"),
    ("absolute deviation, p95", "p95"),
    ("absolute deviation, max", "max"),
    ("SD", "sd"),
    ("SD without slope", "sd_without_slope"),
    ("first cue − the rest", "first_minus_rest"),
    ("slope, ppm", "slope_ppm"),
)


def text(result):
    lines = [
        f"{result['played']} played, {result['heard']} heard, {result['damaged']} damaged, {result['late']} late, "
        f"{result['breaks']} breaks, {result['other_speech']} other sentences; "
        f"lowest correlation {result['lowest_correlation']:.4f}"
    ]
    if "predicted" in result and "refined" in result:
        lines += ["| recorded − logged time, ms | predicted at commit | refined after the run |", "|---|---|---|"]
        for name, key in ROWS:
            lines.append(f"| {name} | {result['predicted'][key]:.3f} | {result['refined'][key]:.3f} |")
    lines += [f"problem: {problem}" for problem in result["problems"]]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recording")
    parser.add_argument("bundles", nargs="+")
    parser.add_argument("--clips", required=True)
    parser.add_argument("--limit-ms", type=float, default=math.inf)
    options = parser.parse_args()
    try:
        result = compare(options.bundles, options.recording, load_clips(options.clips))
    except (Wrong, OSError, wave.Error, EOFError, ValueError, KeyError) as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 1
    print(text(result))
    if result["problems"]:
        return 1
    if result["refined"]["p95"] > options.limit_ms:
        print(f"problem: p95 over {options.limit_ms} ms")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
