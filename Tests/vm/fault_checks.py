"""Judges the scenarios `faults`, `sleep` and `unplug`: what the program did when something happened to its card."""

import re

import compare
from results import Run

# Seconds of the machine's time from a fault to the end of the program, with sealing, analysis and report.
BOUND_S = 15
# A stretch between two faults is short, and the frame clock begins anew in each.
LIMIT_MS = 1.0


class Judge:
    """The checks that the scenarios share."""

    def __init__(self, folder, report):
        self.folder, self.report, self.share = folder, report, folder / "share"

    def refused(self, name, cause):
        run = Run(self.share, name)
        self.report.check(f"{name}: ends before recording with code 5", run.status == 5 and run.session is None,
                          f"exit {run.status}, session {run.session}, after {run.seconds('began', 'ended')} s")
        self.report.check(f"{name}: says why, and what to do", cause in run.text("stderr") and "→" in run.text("stderr"),
                          " ".join(run.text("stderr").split()))

    def sealed(self, name, status, state):
        run = Run(self.share, name)
        self.report.check(f"{name}: exit {status}, sealed as {state}",
                          run.status == status and run.manifest.get("state") == state,
                          f"exit {run.status}, {run.manifest.get('state')}, cues {run.cues()}, "
                          f"incidents {run.manifest.get('incidents')}")
        self.report.check(f"{name}: verify", run.number("verify.status") == 0, run.text("verify").rpartition("\n")[2])
        return run

    def times(self, names, recording):
        """The cues on all sides of the faults are where the log says; each stretch has its own constant."""
        title = f"{recording}: the cues of {', '.join(names)}"
        sessions = [Run(self.share, name).session for name in names]
        try:
            result = compare.compare(sessions, self.folder / recording, compare.load_clips(self.share / "clips"))
            p95 = result["refined"]["p95"]
        except Exception as error:  # whatever is wrong with the recording is the finding
            self.report.check(title, False, f"cannot be compared: {error!r}")
            return
        self.report.check(f"{title}: N played = N heard, refined p95 ≤ {LIMIT_MS} ms",
                          not result["problems"] and p95 <= LIMIT_MS,
                          f"{result['played']} played, {result['heard']} heard, {result['breaks']} breaks, p95 {p95:.3f} ms"
                          + "".join("; " + text for text in result["problems"]))


def judge_faults(folder, report):
    """The scenario `faults`."""
    judge = Judge(folder, report)
    share = judge.share
    judge.refused("busy", "another program uses it")
    line = re.search(r"^  plughw:CARD=Intel.*\n    (.*)", Run(share, "busy").text("devices"), re.MULTILINE)
    report.check("busy: devices says so", line and "another program uses it" in line[1], line[1] if line else "–")
    judge.refused("rate", "it plays at 44100 Hz, not at 48000 Hz")

    run = judge.sealed("underrun", 0, "complete")
    underruns = run.manifest.get("audio", {}).get("underruns")
    report.check("underrun: it is counted", underruns and len(run.incidents("underrun")) == underruns, f"{underruns}")
    judge.times(("underrun",), "hda.wav")


def judge_sleep(folder, report):
    """The scenario `sleep`."""
    judge = Judge(folder, report)
    for name in ("sleep-Intel", "sleep-Audio", "suspend"):
        run = judge.sealed(name, 0, "complete")
        report.check(f"{name}: the interruption is recorded", run.incidents("underrun"),
                     f"{len(run.incidents('underrun'))} underrun incidents; asleep and awake again in "
                     f"{run.seconds('fault', 'over')} s")
    jumps = run.incidents("clock_jump")
    report.check("suspend: the machine's sleep is recorded",
                 any("suspended" in jump.get("reason", "") for jump in jumps),
                 "; ".join(f"{jump.get('reason')} by {jump.get('by_ns')} ns" for jump in jumps) or "nothing")
    judge.times(("sleep-Intel", "suspend"), "hda.wav")
    judge.times(("sleep-Audio",), "usb.wav")


def judge_unplug(folder, report):
    """The scenario `unplug`."""
    judge = Judge(folder, report)
    share = judge.share
    for name in ("unplug", "removed"):
        run = judge.sealed(name, 3, "interrupted")
        lost = run.incidents("audio_lost")
        took = run.seconds("fault", "ended")
        report.check(f"{name}: audio_lost is recorded", len(lost) == 1, lost[0]["reason"] if lost else "it is not")
        report.check(f"{name}: the program ends within {BOUND_S} s", took is not None and took <= BOUND_S, f"{took} s")
        report.check(f"{name}: the card was gone", run.name == "removed" or "USB" not in run.text("cards"),
                     "; ".join(run.text("cards").split("\n")[::2]))
    took = Run(share, "removed").seconds("fault", "over")
    report.check("removed: the driver gets its card back", took is not None and took <= BOUND_S, f"in {took} s")
    judge.sealed("again", 0, "complete")
    run = judge.sealed("unbound", 0, "complete")
    report.check("unbound: the drill goes on without sound, and says so",
                 len(run.incidents("audio_lost")) == 1 and sum(run.cues().values()) == 6, f"{run.cues()}")
    judge.times(("removed",), "hda.wav")
    # QEMU begins a new file for the card that is plugged in again.
    judge.times(("again", "unbound"), "usb.wav")
