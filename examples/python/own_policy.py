#!/usr/bin/env python3
"""A policy in Python, measured by optgap: python3 own_policy.py OPTGAP [TRACE.swf]

optgap replays a trace and stores its self-tuning steps with their optima. This program plans
the same steps by a policy of its own, and optgap judges the plans. Both talk in JSON lines.
"""

import json
import os
import subprocess
import sys
import tempfile


def key(job):
    """Returns the key of the policy: jobs with smaller keys are planned first."""
    return job["submit"] + 4 * job["estimate"]


def plan(step):
    """Returns the start of each job, planned in the order of the policy, as early as possible."""
    free = [[change["time"], change["free"]] for change in step["history"]]
    starts = []
    for job in sorted(step["jobs"], key=lambda job: (key(job), job["submit"], job["id"])):
        start = earliest(free, job["width"], job["estimate"])
        reserve(free, start, start + job["estimate"], job["width"])
        starts.append({"id": job["id"], "start": start})
    return starts


def earliest(free, width, seconds):
    """Returns the first second from which on so many processors are free for so long."""
    start = None
    for time, processors in free:
        if start is not None and time >= start + seconds:
            break
        if processors < width:
            start = None
        elif start is None:
            start = time
    return start  # not None, as all processors are free in the end


def reserve(free, start, end, width):
    """Takes processors away from second start until end."""
    for second in (start, end):
        before = [change for change in free if change[0] <= second][-1]
        if before[0] < second:
            free.insert(free.index(before) + 1, [second, before[1]])
    for change in free:
        if start <= change[0] < end:
            change[1] -= width


def lines(path):
    """Yields the objects of a file of JSON lines."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def main(optgap, *trace):
    with tempfile.TemporaryDirectory() as folder:
        study = os.path.join(folder, "study")
        subprocess.run([optgap, "study", "--quiet", "--format", "csv", "--method", "exact", "--max-waiting", "10",
                        "--max-steps", "20", "--no-bounds", "--out", study, *trace], check=True, stdout=subprocess.DEVNULL)
        steps = os.path.join(study, "steps.jsonl")
        plans = "".join(
            json.dumps({"format": "optgap-schedule/1", "trace": step["trace"], "index": step["index"], "starts": plan(step)}) + "\n"
            for step in lines(steps))
        judged = subprocess.run([optgap, "solve", "--read-schedules", "-", "--no-bounds", "--format", "json", steps],
                                check=True, input=plans, stdout=subprocess.PIPE, text=True).stdout

        # Beside the optima, every plan is checked once more, by code of its own.
        together = os.path.join(folder, "results.jsonl")
        with open(together, "w", encoding="utf-8") as file:
            file.write(judged)
            file.writelines(json.dumps(result) + "\n" for result in lines(os.path.join(study, "results.jsonl")))
        subprocess.run([optgap, "verify", together, steps], check=True, stdout=subprocess.DEVNULL)

        optima = {r["index"]: r["objective"] for r in lines(together) if r["method"] == "exact" and r["status"] == "optimal"}
        losses = [100 * (1 - optima[r["index"]] / r["objective"]) for r in map(json.loads, judged.splitlines()) if r["index"] in optima]
        print(f"{len(losses)} steps, mean loss {sum(losses) / len(losses):.2f} % against the optimum")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
