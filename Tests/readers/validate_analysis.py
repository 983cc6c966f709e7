"""Checks analysis documents against docs/schema/analysis.schema.json: validate_analysis.py FILE...

Prints one line for each problem, and "valid" where there is none. What JSON Schema cannot say is checked as well: sorted
keys, and that the sizes of a summary fit together.
"""

import sys

import documents


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


found = documents.check(sys.argv[1:], "analysis.schema.json", size_problems)
print("\n".join(found) or "valid")
sys.exit(1 if found else 0)
