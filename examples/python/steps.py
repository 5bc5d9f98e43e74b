"""Steps as problems for solvers, and their answers: shared by the solvers in this folder.

A step is a project with one renewable resource: the most processors that its history leaves free. What is not free
meanwhile is held by tasks of fixed starts. The objective is a constant plus the sum of weight times start.
"""

import json
import math
import sys
import time
from collections import namedtuple

from own_policy import lines

Task = namedtuple("Task", "start duration width")  # which holds processors; the start of a job is yet to be found
Job = namedtuple("Job", "id duration width weight")


class Step:
    """A step of optgap-step/1. Times are seconds from the step on."""

    def __init__(self, step):
        jobs, history = step["jobs"], step["history"]
        self.index = step["index"]
        self.jobs = [Job(j["id"], j["estimate"], j["width"], j.get("weight", j["width"])) for j in jobs]
        self.capacity = max(change["free"] for change in history)
        # Some optimal schedule has ended by then: no job waits while its processors are free.
        self.horizon = history[-1]["time"] + sum(job.duration for job in self.jobs)
        ends = [change["time"] for change in history[1:]] + [self.horizon]
        self.held = [
            Task(change["time"], end - change["time"], self.capacity - change["free"])
            for change, end in zip(history, ends) if change["free"] < self.capacity
        ]
        self.constant = sum(job.weight * (job.duration - given["submit"]) for job, given in zip(self.jobs, jobs))


def main(name, solve):
    """Solves the steps of a file, and writes results for optgap library.

    solve gets a step and seconds. It returns the starts in the order of the jobs, or None, and a lower bound on the
    sum of weight times start, or None.
    """
    if len(sys.argv) not in (3, 4):
        sys.exit(f"usage: python3 {sys.argv[0]} STEPS.jsonl RESULTS.jsonl [SECONDS]")
    seconds = float(sys.argv[3]) if len(sys.argv) == 4 else 60.0
    with open(sys.argv[2], "w", encoding="utf-8") as results:
        for step in map(Step, lines(sys.argv[1])):
            begin = time.perf_counter()
            starts, bound = solve(step, seconds)
            result = {
                "format": "optgap-result/1", "index": step.index, "jobs": len(step.jobs), "method": name,
                "status": "limit", "solve_seconds": time.perf_counter() - begin,
            }
            if starts is not None:
                result["status"] = "feasible"
                result["starts"] = [{"id": job.id, "start": int(start)} for job, start in zip(step.jobs, starts)]
            if bound is not None:
                whole = math.ceil(bound - 1e-6 * max(1, abs(bound) * 1e-6))  # solvers tell bounds as floating point
                result["bounds"] = {name: step.constant + max(0, whole)}
            print(json.dumps(result), file=results)
