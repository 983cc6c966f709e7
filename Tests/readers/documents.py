"""Reads documents as strictly as they are written, and checks them against a schema of docs/schema."""

import json
import pathlib

import jsonschema

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schema"


def members(pairs):
    keys = [key for key, _ in pairs]
    if keys != sorted(keys, key=lambda key: key.encode()):
        raise ValueError(f"keys are not sorted: {keys}")
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key stands twice in {keys}")
    return dict(pairs)


def not_json(name):
    raise ValueError(f"{name} is not JSON")


def check(paths, schema, more):
    """One line for each problem of the documents at `paths`; `more` says what JSON Schema cannot."""
    validator = jsonschema.Draft202012Validator(json.loads((SCHEMAS / schema).read_text(encoding="utf-8")))
    validator.check_schema(validator.schema)
    found = []
    for path in paths:
        try:
            text = pathlib.Path(path).read_text(encoding="utf-8")
            document = json.loads(text, object_pairs_hook=members, parse_constant=not_json)
        except (OSError, ValueError) as error:
            found.append(f"{path}: {error}")
            continue
        problems = [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(document)]
        found += [f"{path}: {problem}" for problem in problems or more(document)]
    return found
