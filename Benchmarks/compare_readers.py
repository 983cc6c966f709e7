"""Opens one session by several readers, each run in a process of its own, and prints medians.

    compare_readers.py BUNDLE SESSION_BENCH [RUNS]

Every reader turns all rows of all streams into columns. Times are those of the reading alone, without the start of the
process and its imports; the memory is the peak of the whole process.
"""

import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

READERS = ("drillrunner", "polars", "pandas", "orjson")


def streams(bundle):
    manifest = json.loads((Path(bundle) / "manifest.json").read_text())
    return {name: Path(bundle) / entry["file"] for name, entry in manifest["streams"].items()}


def columns_of(library, path):
    if library == "pandas":
        import pandas

        return pandas.read_json(path, lines=True, engine="ujson")
    if library == "polars":
        import polars

        return polars.read_ndjson(path)
    import numpy
    import orjson

    with open(path, "rb") as lines:
        rows = [orjson.loads(line) for line in lines]
    return {key: numpy.array([row[key] for row in rows]) for key in rows[0]}


def open_once(library, bundle):
    """Runs in a process of its own."""
    for name in {library, "numpy"}:
        __import__(name)
    files = streams(bundle)
    wall, cpu = time.perf_counter(), time.process_time()
    found = {name: columns_of(library, path) for name, path in files.items()}
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows = sum(len(columns["i"]) for columns in found.values())
    print(json.dumps({"wall_s": wall, "cpu_s": cpu, "peak_mib": peak, "rows": rows}
                     | {"gyroscope_x_sum": float(found["gyroscope"]["x"].sum())}))


def main(bundle, program, runs=5):
    results = {reader: [] for reader in READERS}
    for run in range(runs + 1):
        for reader in READERS:
            command = [program, "open", bundle]
            if reader != "drillrunner":
                command = [sys.executable, __file__, "--open", reader, bundle]
            result = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            # The first round warms the caches.
            if run > 0:
                results[reader].append(result)
    sums = {(result["rows"], result["gyroscope_x_sum"]) for found in results.values() for result in found}
    if len(sums) != 1:
        sys.exit(f"the readers differ: {sums}")
    text = sum(path.stat().st_size for path in streams(bundle).values()) / 2**20
    first = results["drillrunner"][0]
    print(f"{first['rows']} rows, {text:.0f} MiB of text, {first['columns_mib']:.0f} MiB as columns; median of {runs} runs")
    print(f"{'reader':<22}{'wall s':>8}{'CPU s':>8}{'peak MiB':>10}")
    for reader in READERS:
        import importlib.metadata

        name = reader if reader == "drillrunner" else f"{reader} {importlib.metadata.version(reader)}"
        middle = {key: statistics.median(result[key] for result in results[reader]) for key in ("wall_s", "cpu_s", "peak_mib")}
        print(f"{name:<22}{middle['wall_s']:>8.2f}{middle['cpu_s']:>8.2f}{middle['peak_mib']:>10.0f}")
    print(f"Python {platform.python_version()}")


if __name__ == "__main__":
    if sys.argv[1] == "--open":
        open_once(*sys.argv[2:])
    else:
        main(*sys.argv[1:3], *map(int, sys.argv[3:]))
