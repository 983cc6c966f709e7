"""Checks comparison documents against docs/schema/comparison.schema.json: validate_comparison.py FILE...

Prints one line for each problem, and "valid" where there is none. What JSON Schema cannot say is checked as well: sorted
keys, A - B, the order of intervals, and that nothing of what a comparison is asked for is left out.
"""

import sys

import documents

# What two sensors are compared by, each by one of its rows at least.
ASKED = {
    ("sampling", "mean_hz"),
    ("sampling", "interval_sd_ms"),
    ("sampling", "age_median_ms"),
    ("response", "peak_speed_deg_s"),
    ("timing", "latency_ms"),
    ("movement", "peak_speed_deg_s"),
    ("movement", "range_deg"),
    ("smoothness", "lateral_sparc"),
    ("smoothness", "lateral_ldlj"),
    ("repeatability", "latency_ms"),
    ("repeatability", "range_deg"),
}


def problems(document):
    rows = document["table"]
    for section, key in sorted(ASKED - {(row["section"], row["key"]) for row in rows}):
        yield f"the table has no {section} {key}"
    still = {(row["key"], row["part"] == "table") for row in rows if row["section"] == "stationary"}
    # Only a table shows the noise and the drift of a sensor.
    if not still & {("gyroscope_noise_deg_s", True), ("rate_stillness_deg_s", False)}:
        yield "the table has no row of stillness"
    for key, on_table in sorted(still):
        if on_table == key.startswith(("rate_", "force_")):
            yield f"{key} {'on' if on_table else 'off'} a table"
    names = [(row["section"], row["key"], row["part"]) for row in rows]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name} stands twice"
    for row in rows:
        name = f"{row['section']} {row['key']} {row['part']}"
        a, b = row["a"]["value"], row["b"]["value"]
        missing = isinstance(a, dict) or isinstance(b, dict)
        if missing != isinstance(row["difference"], dict):
            yield f"{name}: a difference needs both sides, and both have one"
        elif not missing and row["method"] != "paired_bootstrap" and abs(a - b - row["difference"]) > 1e-9 * max(1, abs(a), abs(b)):
            yield f"{name}: {a} - {b} is not {row['difference']}"
        if isinstance(row["interval_95"], dict) and "low" in row["interval_95"]:
            if row["interval_95"]["low"] > row["interval_95"]["high"]:
                yield f"{name}: the interval is upside down"
            if row["method"] == "none":
                yield f"{name}: an interval without a method"
        elif row["method"] != "none":
            yield f"{name}: a method without an interval"
    relation = document["relation"]
    if relation["aligned"] != ("derived" in document["alignment"]):
        yield "relation.aligned is not what alignment says"
    if not relation["one_clock"] and not relation["aligned"] and "matched" in document["pairs"]:
        yield "movements of two clocks are matched without an alignment"


found = documents.check(sys.argv[1:], "comparison.schema.json", problems)
print("\n".join(found) or "valid")
sys.exit(1 if found else 0)
