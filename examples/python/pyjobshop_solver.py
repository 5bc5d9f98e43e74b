#!/usr/bin/env python3
"""Steps of the library solved by PyJobShop (pip install pyjobshop):

python3 pyjobshop_solver.py STEPS.jsonl RESULTS.jsonl [SECONDS]
"""

import pyjobshop

import steps


def solve(step, seconds):
    model = pyjobshop.Model()
    machine = model.add_renewable(step.capacity)
    for job in step.jobs:
        task = model.add_task(job=model.add_job(weight=job.weight), latest_end=step.horizon)
        model.add_mode(task, machine, job.duration, job.width)
    for held in step.held:  # a task of no job has no part in the objective
        task = model.add_task(earliest_start=held.start, latest_start=held.start)
        model.add_mode(task, machine, held.duration, held.width)
    model.set_objective(weight_total_flow_time=1)  # the sum of weight times end

    result = model.solve(time_limit=seconds, display=False)
    ends = sum(job.weight * job.duration for job in step.jobs)
    if not result.best.tasks:
        return None, None
    return [task.start for task in result.best.tasks[:len(step.jobs)]], result.lower_bound - ends


if __name__ == "__main__":
    steps.main("pyjobshop", solve)
