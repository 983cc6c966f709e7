"""Shows that the schemas catch what is wrong: mutate_documents.py BUNDLE...

Each document of the bundles, and one row of each kind, is changed in one place at a time: a required member taken
away, a value of a wrong type, two members in a wrong order, a member that nobody knows. The first three must be
found and the last must not. Which members may be missing is the list of docs/session-schema.md, repeated here by
hand. Prints what went wrong, and last the number of changes tried.
"""

import copy
import json
import pathlib
import re
import sys

import validate_bundle

# Members that may be missing, by path; the rest must be there. A number stands for any element of a list.
OPTIONAL = [
    "manifest.(audio|calibration)",
    "manifest.sensors.[^.]+.(serial|firmware|settings)",
    "manifest.clocks.[^.]+.(wraps_at|mapping)",
    "manifest.streams.[^.]+",
    "manifest.streams.[^.]+.(segments|gain|mount_matrix)",
    "manifest.streams.[^.]+.fields.[^.]+",
    "manifest.streams.[^.]+.fields.[^.]+.convention",
    "manifest.streams.[^.]+.statistics.(age_median_s|age_p99_s|nonfinite)",
    "manifest.audio.(latency_constant_ns|drift_ppm|residual_ns)",
    "manifest.events.segments",
    "event.repeat_of",
    "event.(where|intent)",
    "row.(k|c|temp|invalid)",
    "timeline.steps.[0-9]+.say",
    "calibration.(neutral|axes)",
    "truth.parameters.[^.]+",
    "truth.cues.[0-9]+.(reason|wanted_onset_ns|correction_ns|correction_duration_s)",
]
# A phase says where or in which intent; a cue says its intent.
REQUIRED = ["event:cue.intent", "event:phase.(where|intent)"]
# Objects whose members are names, and ones whose contents are free.
NAMED = [
    "manifest.(sensors|clocks|streams|files|incidents)",
    "manifest.streams.[^.]+.losses",
    "truth.parameters",
    "calibration.(neutral|axes.left|axes.forward).rows",
    "calibration.attempts.[0-9]+.rows",
]
FREE = ["manifest.sensors.[^.]+.settings", "manifest.clocks.[^.]+.mapping.checks", "calibration.(neutral|axes).settings"]

CALIBRATION = {
    "version": 1,
    "neutral": {
        "q": [0.0, 0.0, 0.0, 1.0],
        "rows": {"accelerometer": [0, 99], "gyroscope": [0, 99]},
        "dispersion_deg": 0.2,
        "gyro_bias_rad_s": [0.0, 0.0, 0.0],
        "settings": {},
    },
    "axes": {
        "method": "gestures",
        "sensor_to_rider": [0.0, 0.0, 0.0, 1.0],
        "left": {"rows": {"gyroscope": [100, 199]}, "angle_deg": 20.5},
        "forward": {"rows": {"gyroscope": [200, 299]}, "angle_deg": 18},
        "settings": {},
    },
    "attempts": [{"step": "neutral", "outcome": "passed", "reason": None, "rows": {"gyroscope": [0, 99]}}],
}
TIMES = {
    "dispatched_ns": 5,
    "frame0_ns": 6,
    "clip": "LEFT",
    "clip_sha256": "0" * 64,
    "clip_onset_ns": 1,
    "clip_peak_ns": 2,
    "audible_ns": 7,
    "audible_uncertainty_ns": 0.5,
    "timing": "measured",
}
EVENTS = [
    {"kind": "cue", "cue": "LEFT", "trial": 1, "repeat_of": 1, "block": "b", "intent": "plain", "expect": "left"}
    | {"scheduled_ns": 7} | TIMES | {"status": "played"},
    {"kind": "cue_timing", "cue_n": 0, "frame0_ns": 6, "audible_ns": 7, "audible_uncertainty_ns": 0.5, "timing": "estimated"},
    {"kind": "say", "text": "Hold still."} | TIMES | {"status": "late"},
    {"kind": "marker", "source": "key"},
    {"kind": "phase", "name": "stationary", "edge": "begin", "where": "torso"},
    {"kind": "phase", "name": "block", "edge": "end", "intent": "plain"},
    {"kind": "recording", "edge": "begin"},
    {"kind": "pause", "edge": "end"},
    {"kind": "calibration", "step": "neutral", "edge": "end", "outcome": "failed", "reason": "moved"},
    {"kind": "incident"},
]
ROWS = [
    {"i": 0, "t": 5, "h": 6, "k": 6, "c": 7, "x": 1, "y": -2, "z": 0.5, "temp": 36.5, "invalid": ["x"]},
    {"i": 1, "t": 5.5, "h": 6, "y": 2, "bad": ["x", "z"]},
    {"i": 2, "h": 6, "x": 1, "y": 2, "z": 3, "bad": ["t"]},
]
# Each is wrong in a way that no single change above makes.
WRONG = [
    ("three-axis-row", {"i": 0, "t": 1, "h": 1, "x": 1, "y": 1, "z": 1, "bad": ["x"]}),
    ("three-axis-row", {"i": 0, "t": 1, "h": 1, "x": 1, "y": 1, "bad": ["z"], "invalid": ["z"]}),
    ("three-axis-row", {"i": 0, "t": 1, "h": 1.0, "x": 1, "y": 1, "z": 1}),
    ("three-axis-row", {"i": -1, "t": 1, "h": 1, "x": 1, "y": 1, "z": 1}),
    ("three-axis-row", {"i": 0, "t": 1, "h": 2**63, "x": 1, "y": 1, "z": 1}),
    ("motion-row", {"i": 0, "t": 1, "h": 1, "qx": 0, "temp": 20}),
    ("motion-row", {"i": 0, "t": 1, "h": 1, "hd": -1, "invalid": ["hda"]}),
    ("event", {"n": 0, "label": "LEFT", "host_ns": 5} | EVENTS[0] | {"expect": "none"}),
    ("event", {"n": 0, "label": "LEFT", "host_ns": 5} | EVENTS[0] | {"timing": "unknown"}),
    ("event", {"n": 0, "label": "LEFT", "host_ns": 5} | EVENTS[0] | {"status": "failed", "reason": "gone"}),
    ("event", {"n": 0, "label": "LEFT", "host_ns": 5} | EVENTS[0] | {"expect": "up"}),
]


def matches(patterns, path):
    return any(re.fullmatch(pattern, path) for pattern in patterns)


def places(value, path=()):
    """Every object and list of a document, with its path."""
    yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in children:
        if isinstance(child, (dict, list)):
            yield from places(child, (*path, key))


class Trial:
    def __init__(self):
        self.count = 0
        self.wrong = []

    def check(self, text, schema, document, must_fail):
        self.count += 1
        checked = validate_bundle.manifest_problems if schema == "manifest" else None
        found = checked(document) if checked else validate_bundle.problems(schema, document)
        if bool(found) != must_fail:
            self.wrong.append(f"{text}: {'not found' if must_fail else found[0]}")

    def mutate(self, schema, name, document):
        self.check(f"{name} as it is", schema, document, False)
        for path, value in places(document):
            dotted = ".".join(map(str, (name.split(":")[0], *path)))
            if matches([free + r"(\..*)?" for free in FREE], dotted):
                continue

            def changed(change):
                copied = copy.deepcopy(document)
                place = copied
                for key in path:
                    place = place[key]
                change(place)
                return copied

            for key in list(value) if isinstance(value, dict) else range(len(value)):
                member = f"{dotted}.{key}"
                wrong = 7 if isinstance(value[key], dict) else {"x": 1}
                self.check(f"{name}: {member} = {wrong}", schema, changed(lambda it: it.__setitem__(key, wrong)), True)
                if isinstance(value, list) or matches(NAMED, dotted) and not matches(["manifest.(sensors|clocks)"], dotted):
                    continue
                optional = matches(OPTIONAL, member) and not matches(REQUIRED, f"{name}.{key}")
                self.check(f"{name}: without {member}", schema, changed(lambda it: it.pop(key)), not optional)
            if isinstance(value, dict) and not matches(NAMED, dotted):
                self.check(f"{name}: {dotted}.later", schema, changed(lambda it: it.update(later={"x": [1]})), False)
                if len(value) > 1:

                    def reverse(it):
                        pairs = list(it.items())
                        it.clear()
                        it.update(reversed(pairs))

                    self.check(f"{name}: {dotted} reversed", schema, changed(reverse), True)


def main(bundles):
    trial = Trial()
    for bundle in map(pathlib.Path, bundles):
        read = lambda name: json.loads((bundle / name).read_text(encoding="utf-8"))
        manifest = read("manifest.json")
        trial.mutate("manifest", "manifest", manifest)
        trial.mutate("timeline", "timeline", read("timeline.json"))
        truth = bundle.with_name(bundle.name + ".truth.json")
        if truth.exists():
            trial.mutate("truth", "truth", json.loads(truth.read_text(encoding="utf-8")))
        if "motion" in manifest["streams"]:
            # Which values a row of motion has is for the manifest to say, so that none is required by itself.
            row = json.loads((bundle / "motion.jsonl").read_text(encoding="utf-8").splitlines()[0])
            for key in ("i", "t", "h"):
                trial.check(f"motion without {key}", "motion-row", {k: v for k, v in row.items() if k != key}, True)
            for key in row:
                trial.check(f"motion: {key}", "motion-row", row | {key: {"x": 1}}, True)
            trial.check("motion reversed", "motion-row", dict(reversed(row.items())), True)
    trial.mutate("calibration", "calibration", CALIBRATION)
    for event in EVENTS:
        row = {"n": 0, "kind": event["kind"], "label": "a", "host_ns": 5} | event
        trial.mutate("event", f"event:{event['kind']}", row)
    for row in ROWS:
        trial.mutate("three-axis-row", "row", row)
    for schema, document in WRONG:
        trial.check(f"{schema} {document}", schema, document, True)
    trial.check("an event of a kind of later times", "event", {"n": 0, "kind": "glance", "label": "", "host_ns": 1}, False)
    print("\n".join([*trial.wrong, f"{trial.count} changes"]))


if __name__ == "__main__":
    main(sys.argv[1:])
