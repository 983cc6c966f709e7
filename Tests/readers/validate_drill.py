"""Checks drills against docs/schema/drill.schema.json: validate_drill.py FILE

FILE is a JSON list of the texts of drills; the answer is a JSON list with, for each, what is wrong with it: an empty list
where nothing is. The texts are read as YAML 1.2, as editors read them.
"""

import json
import pathlib
import sys

import jsonschema
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schema" / "drill.schema.json"


def plain(value):
    """Keys as text: JSON has no others."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def problems(text):
    try:
        document = plain(YAML(typ="safe", pure=True).load(text))
    except (YAMLError, RecursionError) as error:
        return [f"this is not YAML: {error}"]
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(document)]


validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
validator.check_schema(validator.schema)
texts = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
print(json.dumps([problems(text) for text in texts]))
