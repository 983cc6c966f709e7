"""Reads a CSV export with pandas and its bundle with json, and compares them bit for bit.

usage: check_csv.py BUNDLE EXPORT
Prints one line for each difference, and "N cells compared" at the end. Written from docs/session-schema.md and
docs/exports.md alone; nothing of the program is used.
"""

import csv
import json
import math
import os
import struct
import sys

import pandas

bundle, export = sys.argv[1:3]
compared = 0


def differs(*what):
    print("DIFFERS", *what)


def bits(value):
    return struct.pack(">d", float(value))


def rows(name):
    with open(os.path.join(bundle, name), "rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield json.loads(line)


def same(name, row, got, want):
    """One cell that pandas read against what the bundle has; want None is an empty cell."""
    global compared
    compared += 1
    if want is None:
        if not pandas.isna(got):
            differs(name, row, repr(got), "in place of an empty cell")
    elif pandas.isna(got):
        differs(name, row, "empty in place of", repr(want))
    elif isinstance(want, str):
        if str(got) != want:
            differs(name, row, repr(got), repr(want))
    elif isinstance(want, int) and not hasattr(got, "is_integer"):
        if int(got) != want:
            differs(name, row, got, want)
    elif isinstance(got, float):
        if bits(got) != bits(want):
            differs(name, row, repr(got), repr(want))
    elif isinstance(want, int):
        if int(got) != want:
            differs(name, row, got, want)
    else:
        differs(name, row, "type", type(got), type(want))


def three(value):
    return value if isinstance(value, list) else [value] * 3


UNITS = {"g": "g", "m/s2": "m_s2", "rad/s": "rad_s", "deg/s": "deg_s", "uT": "uT", "G": "G", "rad": "rad",
         "deg": "deg", "1": ""}
SHORT = {"accelerometer": "accel", "gyroscope": "gyro", "magnetometer": "mag"}


def values(entry, row):
    """Column -> value, by the formula of the session format; None where a raw value is missing."""
    if entry["kind"] == "motion":
        found = {}
        for field in entry["fields"].values():
            if field.get("capability") == "unavailable":
                continue
            for key in field["keys"]:
                if key == "acc":
                    continue
                name = "_".join(p for p in ["motion", key, UNITS[field["unit"]]] if p)
                raw = row.get(key)
                found[name] = None if raw is None else (float(raw) + field.get("offset", 0)) * field.get("scale", 1)
        return found
    scale, offset = three(entry["scale"]), three(entry["offset"])
    gain = three(entry["gain"]) if "gain" in entry else None
    scaled = []
    for axis, key in enumerate("xyz"):
        raw = row.get(key)
        if raw is None:
            scaled.append(None)
            continue
        value = (float(raw) + float(offset[axis])) * float(scale[axis])
        scaled.append(value if gain is None else gain[axis] * value)
    if "mount_matrix" in entry:
        turned = []
        for line in entry["mount_matrix"]:
            parts = [None if v is None else m * v for m, v in zip(line, scaled) if m != 0]
            total = None
            if None not in parts:
                total = parts[0]
                for part in parts[1:]:
                    total = total + part
            turned.append(total)
        scaled = turned
    unit = UNITS[entry["unit"]]
    return {"_".join([SHORT[entry["kind"]], key, unit]): v for key, v in zip("xyz", scaled)}


def check_stream(name, entry, described, start):
    path = os.path.join(export, described["file"])
    raw_bytes = open(path, "rb").read()
    if b"\r" in raw_bytes or raw_bytes.startswith(b"\xef\xbb\xbf") or not raw_bytes.endswith(b"\n"):
        differs(name, "line ends or byte order mark")
    # The default parser of pandas 3.0 is off by one bit now and then.
    tables = [pandas.read_csv(path, float_precision="round_trip")]
    with open(path, newline="", encoding="utf-8") as file:
        texts = list(csv.DictReader(file))
    wanted = list(rows(entry["file"]))
    for table in tables:
        if len(table) != len(wanted) or len(texts) != len(wanted):
            differs(name, "rows", len(table), len(wanted))
            return
        columns = {column: table[column].tolist() for column in table.columns}
        keys = [c[4:] for c in table.columns if c.startswith("raw_")]
        for index, row in enumerate(wanted):
            same(name + ".i", index, columns["i"][index], row["i"])
            same(name + ".device_t", index, columns["device_t"][index], row.get("t"))
            same(name + ".host_ns", index, columns["host_ns"][index], row["h"])
            for key in keys:
                same(name + ".raw_" + key, index, columns["raw_" + key][index], row.get(key))
            for column, value in values(entry, row).items():
                same(name + "." + column, index, columns[column][index], value)
            if "k" in row:
                same(name + ".kernel_ns", index, columns["kernel_ns"][index], row["k"])
            if "c" in row:
                same(name + ".counter", index, columns["counter"][index], row["c"])
            if "temp" in row:
                same(name + ".temp_c", index, columns["temp_c"][index], row["temp"])
            invalid = " ".join(row["invalid"]) if "invalid" in row else None
            same(name + ".invalid", index, columns["invalid"][index], invalid)
            text = texts[index]
            if text["t_source"] == "receipt" and entry["clock"] != "host":
                same(name + ".t_s", index, float(text["t_s"]), (row["h"] - start) / 1e9)
    # Integers stay integers in the text, wherever their column is one of integers.
    for key, column in [("i", "i"), ("h", "host_ns")]:
        for row, text in zip(wanted, texts):
            if text[column] != str(row[key]):
                differs(name, column, text[column], row[key])
    for key in [c[4:] for c in (texts[0] if texts else {}) if c.startswith("raw_")]:
        if all(isinstance(row.get(key), int) for row in wanted):
            for row, text in zip(wanted, texts):
                if text["raw_" + key] != str(row[key]):
                    differs(name, key, text["raw_" + key], row[key])


def cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return value
    return value


def same_text(name, row, text, want):
    """A cell as text against a JSON value."""
    global compared
    compared += 1
    if want is None:
        ok = text == ""
    elif isinstance(want, bool):
        ok = text == ("true" if want else "false")
    elif isinstance(want, str):
        ok = text == want
    elif isinstance(want, int):
        ok = text == str(want)
    elif isinstance(want, float):
        ok = text != "" and bits(float(text)) == bits(want)
    elif want == [] and name.endswith(".corrections"):
        ok = text == "[]"
    elif isinstance(want, list) and all(isinstance(v, str) for v in want):
        ok = text == ";".join(want)
    else:
        ok = json.loads(text) == want
    if not ok:
        differs(name, row, repr(text), repr(want))


def check_events(name, start):
    table = pandas.read_csv(os.path.join(export, "events.csv"), dtype=str, keep_default_na=False)
    wanted = list(rows(name))
    if len(table) != len(wanted):
        differs("events", len(table), len(wanted))
        return
    for index, event in enumerate(wanted):
        got = table.iloc[index]
        other = json.loads(got["other"]) if got["other"] else {}
        for key, value in event.items():
            if key in table.columns:
                same_text("events." + key, index, got[key], value)
            elif key not in other or other[key] != value:
                differs("events", index, key, value)
        same_text("events.t_s", index, got["t_s"], (event["host_ns"] - start) / 1e9)


def check_analysis(name, wanted):
    table = pandas.read_csv(os.path.join(export, name + ".csv"), dtype=str, keep_default_na=False)
    if len(table) != len(wanted):
        differs(name, len(table), len(wanted))
        return
    for index, item in enumerate(wanted):
        got = table.iloc[index]
        # Smoothness has a column for each metric.
        item = dict(item)
        item.update({"smoothness_" + key: value for key, value in item.pop("smoothness", {}).items()})
        for key, value in item.items():
            if isinstance(value, dict) and list(value) == ["unavailable"]:
                same_text(name + "." + key, index, got[key], None)
                same_text(name + "." + key + "_reason", index, got[key + "_reason"], value["unavailable"])
            else:
                same_text(name + "." + key, index, got[key], value)
                if key + "_reason" in got:
                    same_text(name + "." + key + "_reason", index, got[key + "_reason"], None)


manifest = json.load(open(os.path.join(bundle, "manifest.json")))
description = json.load(open(os.path.join(export, "export.json")))
start = [a["host_ns"] for a in manifest["anchors"] if a["at"] == "start"][0]
if description["second_zero"]["host_ns"] != start or description["synthetic"] != manifest["synthetic"]:
    differs("export.json")
for name, entry in manifest["streams"].items():
    described = description["streams"][name]
    if entry["file"] is None:
        if described["unavailable"] != entry["reason"]:
            differs(name, described)
        continue
    check_stream(name, entry, described, start)
check_events(manifest["events"]["file"], start)
derived = os.path.join(bundle, "derived")
for folder, _, names in os.walk(derived):
    if "analysis.json" in names:
        analysis = json.load(open(os.path.join(folder, "analysis.json")))
        check_analysis("trials", analysis["trials"])
        check_analysis("transitions", analysis["transitions"])
print(compared, "cells compared")
