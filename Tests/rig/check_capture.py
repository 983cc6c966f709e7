#!/usr/bin/python3
"""Compares a session with what motion_node.py says that it sent (--log), row by row, and prints figures as JSON.

    check_capture.py BUNDLE LOG

Reads the bundle by docs/session-schema.md alone. Ages are receipt less the instant at which the mock device sampled;
`mock_late_ms` is the part of it that passed before the mock handed the report over.
"""

import json
import math
import sys


def figures(values):
    """Median, 99th percentile (nearest rank) and maximum of nanoseconds, in ms."""
    ordered = sorted(values)
    if not ordered:
        return None

    def rank(percent):
        return ordered[max(0, math.ceil(percent * len(ordered) / 100) - 1)] / 1e6

    return {"p50": rank(50), "p99": rank(99), "max": ordered[-1] / 1e6}


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def differs(row, values):
    """Whether an axis that the row does not itself call invalid has another value."""
    return any(row[axis] != value for axis, value in zip("xyz", values) if axis not in row.get("invalid", []))


def main():
    bundle, log = sys.argv[1:]
    sent, overflows, real_time = [], [], None
    for entry in rows(log):
        if entry["event"] == "report":
            sent.append(entry)
        elif entry["event"] == "overflow":
            overflows.append({key: entry[key] for key in ("number", "unread_ns", "late_ns")})
        elif entry["event"] == "real_time":
            real_time = entry["refused"] is None
    numbers = {entry["msc"]: index for index, entry in enumerate(sent)}
    result = {"sent": len(sent), "mock_ran_ahead": real_time, "streams": {}}
    for stream, first in (("accelerometer", 0), ("gyroscope", 3)):
        kept = rows(f"{bundle}/{stream}.jsonl")
        places = [numbers.get(row["t"]) for row in kept]
        known = [place for place in places if place is not None]
        wrong = sum(place is None or differs(row, sent[place]["values"][first:]) for row, place in zip(kept, places))
        spanned = known[-1] - known[0] + 1 if known else 0
        ages = [row["h"] - sent[place]["sampled_ns"] for row, place in zip(kept, places) if place is not None]
        late = [row["k"] - sent[place]["sampled_ns"] for row, place in zip(kept, places) if place is not None]
        if known:
            # What ran over before the first row or after the last concerns nobody.
            numbers_of = sent[known[0]]["number"], sent[known[-1]]["number"]
            result["overflows"] = [it for it in overflows if numbers_of[0] < it["number"] < numbers_of[1]]
        result["streams"][stream] = {
            "rows": len(kept),
            "seconds": (kept[-1]["h"] - kept[0]["h"]) * 1e-9 if kept else 0,
            # Sent between the first row and the last, and not there.
            "missing": spanned - len(set(known)),
            # Not sent, or with other values, or out of order.
            "wrong": wrong + sum(1 for a, b in zip(known, known[1:]) if b <= a),
            "age_ms": figures(ages),
            "mock_late_ms": figures(late),
        }
    print(json.dumps(result))


main()
