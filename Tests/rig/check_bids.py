"""What the BIDS validator does not look at in a Motion-BIDS data set.

usage: check_bids.py DATASET
Prints one line for each fault and "N tracking systems checked" at the end. From the BIDS specification 1.11.1, "Motion".
"""

import json
import math
import os
import re
import sys

dataset = sys.argv[1]
UNITS = {"ACCEL": "m/s^2", "GYRO": "rad/s", "MAGN": "uT", "LATENCY": "s"}
checked = 0


def fault(*what):
    print("FAULT", *what)


def lines(path):
    data = open(path, "rb").read()
    if b"\r" in data or not data.endswith(b"\n"):
        fault(path, "line ends")
    return [line.split("\t") for line in data.decode("utf-8").split("\n")[:-1]]


def number(text):
    try:
        return math.nan if text == "n/a" else float(text)
    except ValueError:
        return math.nan


def check(stem, folder):
    path = os.path.join(folder, stem)
    channels = lines(path + "_channels.tsv")
    header, channels = channels[0], channels[1:]
    if header[:5] != ["name", "component", "type", "tracked_point", "units"]:
        fault(stem, "columns of channels.tsv", header)
    motion = lines(path + "_motion.tsv")
    sidecar = json.load(open(path + "_motion.json"))
    types = [channel[2] for channel in channels]
    if len({channel[0] for channel in channels}) != len(channels):
        fault(stem, "channel names are not unique")
    for index, row in enumerate(motion):
        if len(row) != len(channels):
            fault(stem, "row", index, "has", len(row), "columns for", len(channels), "channels")
        for text in row:
            # A header row would not be numbers; inf and nan are not BIDS.
            if text != "n/a" and not re.fullmatch(r"-?[0-9.]+(e[+-]?[0-9]+)?", text):
                fault(stem, "row", index, "holds", text)
    for channel in channels:
        if channel[2] in UNITS and channel[4] != UNITS[channel[2]]:
            fault(stem, channel[0], "is in", channel[4])
    if types.count("LATENCY") != 1:
        fault(stem, "LATENCY channels:", types.count("LATENCY"))
        return sidecar, lines(path + "_events.tsv")
    latency = [number(row[types.index("LATENCY")]) for row in motion]
    finite = [value for value in latency if not math.isnan(value)]
    if not finite or finite[0] != 0:
        fault(stem, "the first sample has latency", finite[:1])
    effective = sidecar["SamplingFrequencyEffective"]
    if len(finite) > 1 and not math.isclose(effective, (len(finite) - 1) / finite[-1], rel_tol=1e-9):
        fault(stem, "SamplingFrequencyEffective", effective, (len(finite) - 1) / finite[-1])
    for kind in set(types):
        if sidecar[kind + "ChannelCount"] != types.count(kind):
            fault(stem, kind + "ChannelCount")
    if sidecar["MotionChannelCount"] != len(channels):
        fault(stem, "MotionChannelCount")
    task = re.search("_task-([0-9A-Za-z]+)_", stem).group(1)
    if "".join(c for c in sidecar["TaskName"] if c.isascii() and c.isalnum())[:64] != task:
        fault(stem, "TaskName", sidecar["TaskName"])
    frames = json.load(open(path + "_channels.json"))["reference_frame"]["Levels"]
    for channel in channels:
        frame = channel[header.index("reference_frame")]
        if frame != "n/a" and frame not in frames:
            fault(stem, "frame", frame)
    events = lines(path + "_events.tsv")
    onsets = [float(row[0]) for row in events[1:]]
    if onsets != sorted(onsets):
        fault(stem, "onsets are not in order")
    return sidecar, events


sessions = {}
for folder, _, names in os.walk(dataset):
    for name in names:
        if name.endswith("_motion.tsv"):
            stem = name[: -len("_motion.tsv")]
            sidecar, events = check(stem, folder)
            sessions.setdefault(folder, []).append((stem, sidecar, events))
            checked += 1
# An event's onset in one tracking system and in another differ by the time between their first samples.
for members in sessions.values():
    for (stem, a, events), (_, b, others) in zip(members, members[1:]):
        shift = a["FirstSampleAfterSessionStart"] - b["FirstSampleAfterSessionStart"]
        for one, other in zip(events[1:], others[1:]):
            if one[1:] != other[1:] or abs(float(other[0]) - float(one[0]) - shift) > 1e-9:
                fault(stem, "onset", one, other)
description = json.load(open(os.path.join(dataset, "dataset_description.json")))
if description["Synthetic"] and "SYNTHETIC" not in description["Name"]:
    fault("the name does not say that the data set is synthetic")
print(checked, "tracking systems checked")
