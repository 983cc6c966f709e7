"""Reads a session bundle; written from docs/session-schema.md alone. Prints what it read as JSON."""
import contextlib, fcntl, json, pathlib, sys

def rows(folder, entry, number):
    found = []
    for name in [entry["file"]] + [entry["file"].replace(".jsonl", f".{n}.jsonl") for n in range(1, 9)]:
        if (folder / name).is_file():
            part = [json.loads(line) for line in open(folder / name, "rb") if line.endswith(b"\n")]
            found = [row for row in found if not part or row[number] < part[0][number]] + part
    return found

def host_times(name, clock, found, turns=0, last=None):
    mapping = clock.get("mapping", {"validated": name == "host", "t0": 0, "t0_host_ns": 0, "drift_ppm": 0})
    wraps, unit, rate = clock.get("wraps_at"), UNIT_NS[clock["unit"]], 1 + mapping["drift_ppm"] * 1e-6
    for t, h in ((row.get("t"), row["h"]) for row in found):
        if wraps and last and t is not None:
            turns += round(((h - last[1]) / unit - (t - last[0])) / wraps) * wraps
        last = last if t is None else (t, h)
        mapped = t is not None and mapping["validated"]
        yield mapping["t0_host_ns"] + (t + turns - mapping["t0"]) * unit * rate if mapped else h

def physical(row, entry, keys):
    each = [v if isinstance(v, list) else [v] * len(keys) for v in (entry["offset"], entry["scale"], entry.get("gain", 1))]
    v = [None if k not in row else row[k] if k == "acc" else g * ((row[k] + o) * s) for k, o, s, g in zip(keys, *each)]
    turned = [None if None in v else a * v[0] + b * v[1] + c * v[2] for a, b, c in entry.get("mount_matrix", [])]
    return zip(keys, turned or v)

UNIT_NS, folder = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}, pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
assert manifest["schema"]["version"] == 1, "a session of another schema version"
state, streams, events = manifest["state"], {}, rows(folder, manifest["events"], "n")
for name, entry in ((name, entry) for name, entry in manifest["streams"].items() if entry["file"]):
    found, fields = rows(folder, entry, "i"), entry.get("fields", {"xyz": {**entry, "keys": ["x", "y", "z"]}})
    values = [{k: v for f in fields.values() if f["capability"] != "unavailable" for k, v in physical(row, f, f["keys"])} for row in found]
    times = host_times(entry["clock"], manifest["clocks"][entry["clock"]], found)
    streams[name] = [{"host_ns": time, "value": value, "row": row} for time, value, row in zip(times, values, found)]
timing = {e["cue_n"]: {k: v for k, v in e.items() if k.endswith("_ns") and k != "host_ns"} for e in events if e["kind"] == "cue_timing"}
cues = {str(e.get("trial", (e["cue"], e["scheduled_ns"]))): {**e, **timing.get(e["n"], {})} for e in events if e["kind"] == "cue"}
if state == "recording":
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(open(folder / ".lock"), fcntl.LOCK_SH | fcntl.LOCK_NB)
        state = "incomplete"
print(json.dumps({"state": state, "streams": streams, "cues": list(cues.values())}))
