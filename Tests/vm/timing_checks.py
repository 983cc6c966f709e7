"""Judges the scenarios `timing` and `load`: the logged times of the cues against what the cards played."""

import re

import compare
from results import Run

# (name of the run, recording, title)
HDA = ("hda", "hda.wav", "HDA card, hw:")
USB = ("usb", "usb.wav", "USB card, hw:")
DMIX = ("dmix", "ac97.wav", "AC97 card through dmix")
LOOP = ("loop", "share/loop.wav", "loopback card, hw:")
# The largest p95 of the refined times.
LIMIT_MS = 0.2


def judge(folder, report):
    """The scenario `timing`."""
    share = folder / "share"
    devices = Run(share, ".").text("devices")
    for pcm in ("plughw:CARD=Intel", "plughw:CARD=Audio", "sysdefault:CARD=I82801AAICH", "plughw:CARD=Loopback"):
        line = re.search(rf"^  {re.escape(pcm)}.*\n    (.*)", devices, re.MULTILINE)
        report.check(f"devices lists {pcm}", line and line[1].startswith("usable"), line[1] if line else "it does not")
    measure(folder, report, (HDA, USB, DMIX, LOOP), 60)
    text = Run(share, ".").text("cue-timing")
    heard = re.search(r"(\d+) played, (\d+) heard", text)
    report.note(text)
    report.check("cue-timing on the loopback card: 60 played, 60 heard",
                 Run(share, ".").number("cue-timing.status") == 0 and heard and heard.groups() == ("60", "60"),
                 heard[0] if heard else "no result")


def judge_load(folder, report):
    """The scenario `load`."""
    measure(folder, report, (USB,), 16)


def measure(folder, report, outputs, words):
    """Compares each run with its recording, and prints the table."""
    share = folder / "share"
    table = []
    for name, recording, title in outputs:
        run = Run(share, name)
        audio = run.manifest.get("audio", {})
        report.check(f"{name}: the run is complete", run.status == 0 and run.manifest.get("state") == "complete",
                     f"exit {run.status}, {run.manifest.get('state')}")
        report.check(f"{name}: verify", run.number("verify.status") == 0, run.text("verify").rpartition("\n")[2])
        report.check(f"{name}: timing class hardware", audio.get("timing_class") == "hardware", f"{audio}")
        try:
            clips = compare.load_clips(share / "clips")
            result = compare.compare([run.session], folder / recording, clips)
        except Exception as error:  # whatever is wrong with the recording is the finding
            report.check(f"{name}: the recording can be compared", False, f"{error!r}")
            continue
        report.check(f"{name}: {words} played = heard, in order", not result["problems"] and result["played"] == words,
                     compare.text(result).splitlines()[0] + "".join("; " + text for text in result["problems"]))
        if "refined" not in result:
            continue
        report.check(f"{name}: p95 of the refined times ≤ {LIMIT_MS} ms", result["refined"]["p95"] <= LIMIT_MS,
                     f"{result['refined']['p95']:.3f} ms")
        table.append((title, result, audio))
    if table:
        report.note("\n" + summary(table) + "\n")


def summary(table):
    """A table in Markdown: a column for each output, predicted / refined."""
    lines = ["| recorded − logged time, ms: predicted / refined | " + " | ".join(title for title, _, _ in table) + " |"]
    lines.append("|---" * (len(table) + 1) + "|")
    for name, key in compare.ROWS:
        cells = [f"{result['predicted'][key]:.3f} / {result['refined'][key]:.3f}" for _, result, _ in table]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append("| played / heard / late / underruns | " + " | ".join(
        f"{result['played']} / {result['heard']} / {result['late']} / {audio.get('underruns')}"
        for _, result, audio in table) + " |")
    for name, key, factor in (("`drift_ppm`", "drift_ppm", 1), ("`residual_ns` / 10⁶", "residual_ns", 1e-6)):
        cells = [f"{audio[key] * factor:.3f}" if key in audio else "–" for _, _, audio in table]
        lines.append(f"| {name} of the manifest | " + " | ".join(cells) + " |")
    cells = [f"{result['schedule_ms']:.3f}" if result["schedule_ms"] is not None else "–" for _, result, _ in table]
    lines.append("| logged − wanted onset, at most, ms | " + " | ".join(cells) + " |")
    return "\n".join(lines)
