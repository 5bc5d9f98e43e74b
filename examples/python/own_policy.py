#!/usr/bin/env python3
"""A policy in Python, measured by optgap: python3 own_policy.py OPTGAP [TRACE.swf]

optgap replays a trace and stores its self-tuning steps. This program plans them by a policy of its
own, and optgap compares the plans with the optima and with other policies. Both talk in JSON lines.
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
    study = [optgap, "study", "--quiet", "--max-waiting", "10", "--max-steps", "20", "--no-bounds"]
    with tempfile.TemporaryDirectory() as folder:
        steps, plans, results = (os.path.join(folder, name) for name in ("steps", "plans.jsonl", "results"))
        subprocess.run([*study, "--method", "policies", "--out", steps, *trace], check=True, stdout=subprocess.DEVNULL)
        with open(plans, "w", encoding="utf-8") as file:
            for step in lines(os.path.join(steps, "steps.jsonl")):
                file.write(json.dumps({"format": "optgap-schedule/1", "trace": step["trace"], "index": step["index"],
                                       "starts": plan(step)}) + "\n")

        # The same steps again, with the plans as those of the policy "mine".
        printed = subprocess.run([*study, "--method", "exact", "--plans", "mine=" + plans, "--out", results, *trace],
                                 check=True, stdout=subprocess.PIPE, text=True).stdout
        subprocess.run([optgap, "verify", results], check=True, stdout=subprocess.DEVNULL)
        print(printed.split("\n\n")[0])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
