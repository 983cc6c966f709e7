"""The rider whose torso carries the mock controller: leans that answer cues."""

import glob
import json
import math
import os
import random
import threading
import time


class Rider:
    """The torso's lean, left negative as a rotation about forward, over CLOCK_MONOTONIC in ns."""

    SWAY_DEG, SWAY_HZ = 0.15, 0.27

    def __init__(self, options, truth):
        self.options = options
        self.truth = truth
        self.reactions = random.Random(options.seed)
        self.lock = threading.Lock()
        self.moves = []  # (onset_ns, end_ns, from_deg, to_deg), in order
        self.position = "center"
        self.seen_ns = 0  # the latest instant whose lean has been sent

    def lean(self, now_ns):
        """Angle in degrees and rate in degrees per second."""
        with self.lock:
            self.seen_ns = max(self.seen_ns, now_ns)
            phase = 2 * math.pi * self.SWAY_HZ * now_ns * 1e-9
            angle = self.SWAY_DEG * math.sin(phase)
            rate = self.SWAY_DEG * 2 * math.pi * self.SWAY_HZ * math.cos(phase)
            for onset, end, start, target in self.moves:
                if now_ns <= onset:
                    continue
                seconds = (end - onset) * 1e-9
                tau = min(1.0, (now_ns - onset) / (end - onset))
                # Minimum jerk (Flash & Hogan 1985).
                angle += (target - start) * tau**3 * (10 - 15 * tau + 6 * tau**2)
                rate += (target - start) / seconds * 30 * tau**2 * (1 - tau) ** 2
            return angle, rate

    def hear(self, cue):
        """Plans the answer to a cue row of events.jsonl."""
        expect, audible = cue.get("expect"), cue.get("audible_ns")
        if expect not in ("left", "center", "right") or audible is None:
            return
        if cue.get("status") not in ("played", "late"):
            return
        reaction = int(self.reactions.uniform(*self.options.reaction_ms) * 1e6)
        size = self.options.lean_deg
        targets = {"left": -size, "center": 0.0, "right": size}
        row = dict(trial=cue.get("trial"), label=cue.get("label"), expect=expect, audible_ns=audible)
        with self.lock:
            before, self.position = self.position, expect
            if before == expect:
                self.truth.write(**row, onset_ns=None, direction="none")
                return
            # What has been sent cannot be changed, and a movement ends before the next begins.
            onset = max(audible + reaction, self.seen_ns, self.moves[-1][1] if self.moves else 0)
            end = onset + int(self.options.lean_seconds * 1e9)
            self.moves.append((onset, end, targets[before], targets[expect]))
        if expect == "center":
            direction = f"return_from_{before}"
        elif before == "center":
            direction = f"outbound_{expect}"
        else:
            direction = f"direct_{before}_{expect}"
        self.truth.write(
            **row, onset_ns=onset, end_ns=end, direction=direction, from_deg=targets[before], to_deg=targets[expect]
        )


class CueFollower(threading.Thread):
    """Reads the cue rows of the sessions below a folder as they are appended."""

    def __init__(self, folder, rider):
        super().__init__(daemon=True)
        self.folder, self.rider = folder, rider
        self.began_ns = time.monotonic_ns()

    def run(self):
        files, heard = {}, set()
        while True:
            # `*` leaves out hidden names: a session is written under one until it is complete.
            for path in glob.glob(os.path.join(self.folder, "*", "events.jsonl")):
                if path not in files:
                    files[path] = [open(path, "rb"), b""]
                file, held = files[path]
                *whole, files[path][1] = (held + file.read()).split(b"\n")
                for line in whole:
                    row = json.loads(line)
                    if row.get("kind") != "cue" or (path, row.get("trial")) in heard:
                        continue
                    if (row.get("audible_ns") or 0) < self.began_ns:
                        continue
                    heard.add((path, row.get("trial")))
                    self.rider.hear(row)
            time.sleep(0.005)
