"""Checks session bundles against docs/schema: validate_bundle.py BUNDLE...

Prints one line for each problem and exits with 1 where there is one. Rows are read one at a time. What JSON Schema
cannot say is checked as well: the order of keys, references between entries, counts, and sequence numbers.
"""

import hashlib
import json
import pathlib
import sys

import jsonschema

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schema"


def in_order(validator, flag, instance, schema):
    """The keyword x-ordered: known keys stand in the order of `properties`."""
    if flag and isinstance(instance, dict):
        known = [key for key in instance if key in schema["properties"]]
        wanted = [key for key in schema["properties"] if key in instance]
        if known != wanted:
            yield jsonschema.ValidationError(f"keys stand as {known}, not as {wanted}")


# In a bundle 1.0 is not an integer.
Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    {"x-ordered": in_order},
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    ),
)


def load_validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Validator.check_schema(schema)
    return Validator(schema)


VALIDATORS = {
    name: load_validator(name)
    for name in ("manifest", "three-axis-row", "motion-row", "event", "timeline", "calibration", "truth")
}


def parse(text):
    """JSON as RFC 8259 has it: no NaN, and no key twice."""

    def members(pairs):
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError(f"a key stands twice in {[key for key, _ in pairs]}")
        return found

    def constant(name):
        raise ValueError(f"{name} is not JSON")

    return json.loads(text, object_pairs_hook=members, parse_constant=constant)


def problems(name, value):
    """What is wrong with a document by its schema."""
    return [f"{error.json_path}: {error.message[:300]}" for error in VALIDATORS[name].iter_errors(value)]


def manifest_problems(manifest):
    """The schema, and the names by which entries of the manifest refer to each other."""
    found = problems("manifest", manifest)
    if found:
        return found
    sealed = manifest["state"] in ("complete", "interrupted")
    names = [manifest["events"]["file"], *manifest["events"].get("segments", [])]
    for name, stream in manifest["streams"].items():
        if stream["sensor"] not in manifest["sensors"]:
            found.append(f"streams.{name}: no sensor {stream['sensor']}")
        if stream["clock"] not in manifest["clocks"]:
            found.append(f"streams.{name}: no clock {stream['clock']}")
        if name.split("@")[0] != stream["kind"]:
            found.append(f"streams.{name}: its kind is {stream['kind']}")
        if stream["file"]:
            names += [stream["file"], *stream.get("segments", [])]
    if "calibration" in manifest:
        names.append(manifest["calibration"]["file"])
    if sealed:
        found += [f"files: no entry for {name}" for name in names if name not in manifest["files"]]
    return found


def kind_of(value):
    """What of a value the row schemas can tell: two rows of the same kinds are both valid or both not."""
    if type(value) is int:
        return (int, value.bit_length() > 63, value < 0)
    return tuple(map(str, value)) if type(value) is list else type(value)


class Rows:
    """The rows of one file and its segments, read one at a time; of a stream only the numbers are kept."""

    def __init__(self, folder, names, validator, number, may_be_cut, fields=None):
        self.found, self.rows, self.seen = [], [], set()
        self.validator, self.fields = validator, fields
        numbers = []
        for name in names:
            path = folder / name
            if path.is_symlink() or not path.is_file():
                self.found.append(f"{name}: it is missing")
                continue
            first = None
            with open(path, encoding="utf-8", newline="\n") as lines:
                for index, line in enumerate(lines, 1):
                    if not line.endswith("\n"):
                        if not may_be_cut:
                            self.found.append(f"{name}: the last line is cut")
                        break
                    row = self.check(f"{name}, line {index}", line)
                    if row is None:
                        continue
                    if first is None:
                        # A segment begins again with the first row that was in doubt.
                        first = row.get(number, 0)
                        numbers = [known for known in numbers if known < first]
                        self.rows = [known for known in self.rows if known.get(number, 0) < first]
                    numbers.append(row.get(number))
                    if validator == "event":
                        self.rows.append(row)
        self.count = len(numbers)
        if numbers != list(range(self.count)):
            self.found.append(f"{names[0]}: {number} does not count from 0 without a hole")

    def check(self, place, line):
        try:
            row = parse(line)
        except ValueError as error:
            self.found.append(f"{place}: {error}")
            return None
        if not isinstance(row, dict):
            self.found.append(f"{place}: it is not an object")
            return None
        event = self.validator == "event"
        shape = line if event else tuple((key, kind_of(value)) for key, value in row.items())
        if shape not in self.seen:
            self.seen.add(shape)
            self.found += [f"{place}: {problem}" for problem in problems(self.validator, row)]
            if self.fields is not None:
                values = [key for key in row if key not in ("i", "t", "h", "k", "c", "temp", "bad", "invalid")]
                if [key for key in self.fields if key not in row.get("bad", [])] != values:
                    self.found.append(f"{place}: it has {values}, and the manifest's fields say {self.fields}")
        return row


def check_stream(folder, name, stream, may_be_cut):
    fields = None
    if stream["kind"] == "motion":
        delivered = [field for field in stream["fields"].values() if field["capability"] != "unavailable"]
        fields = [key for field in delivered for key in field["keys"]]
    validator = "three-axis-row" if fields is None else "motion-row"
    rows = Rows(folder, [stream["file"], *stream.get("segments", [])], validator, "i", may_be_cut, fields)
    if stream["count"] is not None and stream["count"] != rows.count:
        rows.found.append(f"{name}: {rows.count} rows, and the manifest says {stream['count']}")
    return rows.found


def check_events(folder, manifest, may_be_cut):
    entry = manifest["events"]
    events = Rows(folder, [entry["file"], *entry.get("segments", [])], "event", "n", may_be_cut)
    if entry["count"] is not None and entry["count"] != events.count:
        events.found.append(f"events: {events.count} rows, and the manifest says {entry['count']}")
    spoken = set()
    incidents = {}
    for row in events.rows:
        if row.get("kind") in ("cue", "say"):
            spoken.add(row.get("n"))
        if row.get("kind") == "cue_timing" and row.get("cue_n") not in spoken:
            events.found.append(f"events: row {row.get('n')} refines {row.get('cue_n')}, which is not a sound")
        if row.get("timing") == "simulated" and not manifest["synthetic"]:
            events.found.append(f"events: row {row.get('n')} is simulated in a session that is not")
        if row.get("kind") == "incident":
            incidents[row.get("label")] = incidents.get(row.get("label"), 0) + 1
    if not may_be_cut and incidents != manifest["incidents"]:
        events.found.append(f"incidents: {incidents} in the events, {manifest['incidents']} in the manifest")
    return events.found


def check_bundle(path):
    """Every problem of a bundle, as text."""
    folder = pathlib.Path(path)

    def document(name, place):
        try:
            return parse(place.read_text(encoding="utf-8")), []
        except (OSError, ValueError) as error:
            return None, [f"{name}: {error}"]

    manifest, found = document("manifest.json", folder / "manifest.json")
    if manifest is None:
        return found
    found = [f"manifest.json: {problem}" for problem in manifest_problems(manifest)]
    if found:
        return found
    may_be_cut = manifest["state"] in ("recording", "incomplete")
    documents = [("timeline", folder / "timeline.json")]
    if "calibration" in manifest:
        documents.append(("calibration", folder / manifest["calibration"]["file"]))
    truth = folder.with_name(folder.name + ".truth.json")
    if truth.exists():
        documents.append(("truth", truth))
    for name, place in documents:
        value, missing = document(place.name, place)
        found += missing or [f"{place.name}: {problem}" for problem in problems(name, value)]
    drill = hashlib.sha256((folder / "protocol.yaml").read_bytes()).hexdigest()
    if drill != manifest["protocol"]["sha256"]:
        found.append("protocol.yaml: it is not the file whose SHA-256 the manifest has")
    for name, stream in manifest["streams"].items():
        if stream["file"]:
            found += check_stream(folder, name, stream, may_be_cut)
    return found + check_events(folder, manifest, may_be_cut)


if __name__ == "__main__":
    failed = False
    for bundle in sys.argv[1:]:
        for problem in check_bundle(bundle):
            failed = True
            print(f"{bundle}: {problem}")
    sys.exit(1 if failed else 0)
