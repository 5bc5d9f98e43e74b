#!/usr/bin/env python3
"""A solver in Python for steps of the library: python3 library_solver.py STEPS.jsonl RESULTS.jsonl

It plans the jobs in the order of area divided by weight, each as early as possible, and then swaps
two jobs of the order as long as that makes the plan better. `optgap library show` writes the steps,
and `optgap library rank` says how the schedules compare with the best known ones.
"""

import json
import random
import sys
import time

from own_policy import earliest, lines, reserve

TRIES = 500  # swaps of a step


def weight(job):
    """Returns what a second of the job's response time costs."""
    return job.get("weight", job["width"])


def plan(step, order):
    """Returns the start of each job by id, planned in this order, as early as possible."""
    free = [[change["time"], change["free"]] for change in step["history"]]
    starts = {}
    for job in order:
        start = earliest(free, job["width"], job["estimate"])
        reserve(free, start, start + job["estimate"], job["width"])
        starts[job["id"]] = start
    return starts


def cost(step, starts):
    """Returns the sum of weight times start. The objective is this sum plus a constant."""
    return sum(weight(job) * starts[job["id"]] for job in step["jobs"])


def solve(step, choose):
    """Returns the best plan that swapping finds."""
    order = sorted(step["jobs"], key=lambda job: job["width"] * job["estimate"] / weight(job))
    best = plan(step, order)
    for _ in range(TRIES):
        i, k = choose.randrange(len(order)), choose.randrange(len(order))
        order[i], order[k] = order[k], order[i]
        other = plan(step, order)
        if cost(step, other) <= cost(step, best):
            best = other
        else:
            order[i], order[k] = order[k], order[i]
    return best


def main(steps, results):
    choose = random.Random(1)
    with open(results, "w", encoding="utf-8") as out:
        for step in lines(steps):
            begin = time.perf_counter()
            starts = solve(step, choose)
            print(json.dumps({
                "format": "optgap-result/1", "index": step["index"], "jobs": len(step["jobs"]),
                "method": "mine", "status": "feasible", "solve_seconds": time.perf_counter() - begin,
                "starts": [{"id": id, "start": start} for id, start in starts.items()],
            }), file=out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
