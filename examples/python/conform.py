#!/usr/bin/env python3
"""Is my EASY an EASY? python3 conform.py easy --scheduler mine --scheduler-command mine='COMMAND'

Holds a scheduler against the starts of a known one on the traces of testdata/conformance, whose README.md has the known
ones. All behind the name is for optgap simulate. Exits with 3 where no reading and order has all its starts.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

known, *flags = sys.argv[1:] or sys.exit(__doc__)
folder = pathlib.Path(__file__).resolve().parents[2] / "testdata" / "conformance"
expected = {}  # starts by trace and kind (reading, order), then by job
for row in csv.DictReader((folder / "starts.csv").open()):
    if known not in row:
        sys.exit(f"conform.py: found {known}, expected one of {', '.join(list(row)[4:])}")
    kinds = expected.setdefault(row["trace"], {})
    kinds.setdefault((row["reading"], row["order"]), {})[row["job"]] = row[known]

differences = {(reading, order): [] for reading in ("together", "each") for order in ("number", "file")}
for trace, kinds in sorted(expected.items()):
    with tempfile.TemporaryDirectory() as place:
        jobs = pathlib.Path(place, "jobs.csv")
        simulate = ["optgap", "simulate", "--quiet", *flags, "--jobs-out", jobs, folder / trace]
        if code := subprocess.run(simulate, stdout=subprocess.DEVNULL).returncode:
            sys.exit(code)
        starts = {row["job_id"]: row["starting_time"] for row in csv.DictReader(jobs.open())}
    for (reading, order), found in differences.items():
        right = kinds.get((reading, order), kinds[reading, "number"])
        if starts != right:
            job = min((j for j in right if starts[j] != right[j]), key=lambda j: min(int(starts[j]), int(right[j])))
            found.append(f"In {trace} job {job} starts at {starts[job]}, under {known} at {right[job]}.")

(reading, order), found = min(differences.items(), key=lambda kind: len(kind[1]))
equal = len(expected) - len(found)
print(f"All starts as under {known} on {equal} of {len(expected)} traces, in reading {reading}, order {order}.", *found[:1])
sys.exit(3 if found else 0)
