"""The rider whose torso carries the mock controller: leans that answer what is heard."""

import glob
import json
import math
import os
import random
import threading
import time


class Rider:
    """The torso's lean over CLOCK_MONOTONIC in ns: sideways, left negative as a rotation about forward; and forward."""

    SWAY_DEG, SWAY_HZ = 0.15, 0.27
    GESTURE_HOLD_S = 0.5

    def __init__(self, options, truth):
        self.options = options
        self.truth = truth
        self.reactions = random.Random(options.seed)
        self.lock = threading.Lock()
        self.moves = []  # (onset_ns, end_ns, from, to), in order; from and to are (sideways, forward) in degrees
        self.position = "center"
        self.intention = None  # the gesture to be made at the word "now"
        self.seen_ns = 0  # the latest instant whose lean has been sent

    def lean(self, now_ns):
        """Sideways: angle in degrees and rate in degrees per second."""
        angles, rates = self.posture(now_ns)
        return angles[0], rates[0]

    def posture(self, now_ns):
        """Angles in degrees and rates in degrees per second, sideways and forward."""
        with self.lock:
            self.seen_ns = max(self.seen_ns, now_ns)
            phase = 2 * math.pi * self.SWAY_HZ * now_ns * 1e-9
            angles = [self.SWAY_DEG * math.sin(phase), 0.0]
            rates = [self.SWAY_DEG * 2 * math.pi * self.SWAY_HZ * math.cos(phase), 0.0]
            for onset, end, start, target in self.moves:
                if now_ns <= onset:
                    continue
                seconds = (end - onset) * 1e-9
                tau = min(1.0, (now_ns - onset) / (end - onset))
                # Minimum jerk (Flash & Hogan 1985).
                for axis in range(2):
                    way = target[axis] - start[axis]
                    angles[axis] += way * tau**3 * (10 - 15 * tau + 6 * tau**2)
                    rates[axis] += way / seconds * 30 * tau**2 * (1 - tau) ** 2
            return angles, rates

    def targets(self):
        size = self.options.lean_deg
        return {"left": (-size, 0.0), "center": (0.0, 0.0), "right": (size, 0.0), "forward": (0.0, size)}

    def move(self, wanted_ns, start, target):
        """Begins when it is wanted; what has been sent cannot be changed, and a movement ends before the next."""
        onset = max(wanted_ns, self.seen_ns, self.moves[-1][1] if self.moves else 0)
        end = onset + int(self.options.lean_seconds * 1e9)
        self.moves.append((onset, end, start, target))
        return onset, end

    def reaction(self):
        return int(self.reactions.uniform(*self.options.reaction_ms) * 1e6)

    def hear(self, cue):
        """Plans the answer to a cue row of events.jsonl."""
        expect, audible = cue.get("expect"), cue.get("audible_ns")
        targets = self.targets()
        if expect not in targets or audible is None:
            return
        if cue.get("status") not in ("played", "late"):
            return
        reaction = self.reaction()
        row = dict(trial=cue.get("trial"), label=cue.get("label"), expect=expect, audible_ns=audible)
        with self.lock:
            before, self.position = self.position, expect
            if before == expect:
                self.truth.write(**row, onset_ns=None, direction="none")
                return
            onset, end = self.move(audible + reaction, targets[before], targets[expect])
        if expect == "center":
            direction = f"return_from_{before}"
        elif before == "center":
            direction = f"outbound_{expect}"
        else:
            direction = f"direct_{before}_{expect}"
        self.truth.write(
            **row,
            onset_ns=onset,
            end_ns=end,
            direction=direction,
            from_deg=targets[before][0],
            to_deg=targets[expect][0],
        )

    def hear_word(self, word, heard_ns):
        """What a rider does who only hears: leans at a side's name, and makes the gesture asked for at "now"."""
        if word.startswith("ask "):
            self.intention = word.removeprefix("ask ")
        elif word == "now":
            self.gesture(heard_ns)
        else:
            self.hear(dict(label=word, expect=word.lower(), audible_ns=heard_ns, status="played"))

    def gesture(self, heard_ns):
        direction, self.intention = self.intention, None
        if direction is None:
            return
        reaction = self.reaction()
        targets = self.targets()
        with self.lock:
            onset, end = self.move(heard_ns + reaction, targets["center"], targets[direction])
            turn = end + int(self.GESTURE_HOLD_S * 1e9)
            _, back = self.move(turn, targets[direction], targets["center"])
        self.truth.write(gesture=direction, heard_ns=heard_ns, onset_ns=onset, end_ns=back)


class Follower(threading.Thread):
    """Reads lines as they are appended to files."""

    def __init__(self, rider):
        super().__init__(daemon=True)
        self.rider = rider
        self.files = {}
        self.began_ns = time.monotonic_ns()

    def paths(self):
        raise NotImplementedError

    def take(self, path, row):
        raise NotImplementedError

    def run(self):
        while True:
            for path in self.paths():
                if path not in self.files:
                    self.files[path] = [open(path, "rb"), b""]
                file, held = self.files[path]
                *whole, self.files[path][1] = (held + file.read()).split(b"\n")
                for line in whole:
                    self.take(path, json.loads(line))
            time.sleep(0.005)


class CueFollower(Follower):
    """Follows the cue rows of the sessions below a folder."""

    def __init__(self, folder, rider):
        super().__init__(rider)
        self.folder, self.heard = folder, set()

    def paths(self):
        # `*` leaves out hidden names: a session is written under one until it is complete.
        return glob.glob(os.path.join(self.folder, "*", "events.jsonl"))

    def take(self, path, row):
        if row.get("kind") != "cue" or (path, row.get("trial")) in self.heard:
            return
        if (row.get("audible_ns") or 0) < self.began_ns:
            return
        self.heard.add((path, row.get("trial")))
        self.rider.hear(row)


class WordFollower(Follower):
    """Follows what listener.py has heard: the rider knows nothing else of the program."""

    def __init__(self, file, rider):
        super().__init__(rider)
        self.file = file

    def paths(self):
        return [self.file] if os.path.exists(self.file) else []

    def take(self, path, row):
        if row["word"] is not None:
            self.rider.hear_word(row["word"], row["t_ns"])
