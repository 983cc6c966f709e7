"""Checks analysis documents against docs/schema/analysis.schema.json: validate_analysis.py FILE...

Prints one line for each problem, and "valid" where there is none. What JSON Schema cannot say is checked as well: sorted
keys, and that the sizes of a summary fit together.
"""

import json
import pathlib
import sys

import jsonschema

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schema" / "analysis.schema.json"


def members(pairs):
    keys = [key for key, _ in pairs]
    if keys != sorted(keys, key=lambda key: key.encode()):
        raise ValueError(f"keys are not sorted: {keys}")
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key stands twice in {keys}")
    return dict(pairs)


def not_json(name):
    raise ValueError(f"{name} is not JSON")


def size_problems(document):
    whole = document["summary"]["all"]
    if whole["trials"] != len(document["trials"]):
        yield f"summary.all has {whole['trials']} trials, the document {len(document['trials'])}"
    counted = [t for t in document["trials"] if t["verdict"] in ("valid", "attention")]
    with_latency = [t for t in counted if not isinstance(t["latency_ms"], dict)]
    if whole["latency_ms"]["n"] != len(with_latency):
        yield f"summary.all counts {whole['latency_ms']['n']} latencies, the trials {len(with_latency)}"
    for name, group in document["summary"].items():
        for kind in ("blocks", "intents"):
            parts = group.get(kind, {})
            if parts and sum(part["trials"] for part in parts.values()) != group["trials"]:
                yield f"summary.{name}.{kind}: the parts are not the whole"


validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
validator.check_schema(validator.schema)
found = []
for path in sys.argv[1:]:
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
        document = json.loads(text, object_pairs_hook=members, parse_constant=not_json)
    except (OSError, ValueError) as error:
        found.append(f"{path}: {error}")
        continue
    problems = [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(document)]
    found += [f"{path}: {problem}" for problem in problems or size_problems(document)]
print("\n".join(found) or "valid")
sys.exit(1 if found else 0)
