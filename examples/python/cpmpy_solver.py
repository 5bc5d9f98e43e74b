#!/usr/bin/env python3
"""Steps of the library solved by any solver of CPMpy (pip install cpmpy), OR-Tools where none is named:

CPMPY_SOLVER=minizinc:gecode python3 cpmpy_solver.py STEPS.jsonl RESULTS.jsonl [SECONDS]
"""

import os

import cpmpy
from cpmpy.solvers.solver_interface import ExitStatus

import steps


def solve(step, seconds):
    starts = [cpmpy.intvar(0, step.horizon - job.duration) for job in step.jobs]
    tasks = [steps.Task(start, job.duration, job.width) for start, job in zip(starts, step.jobs)] + step.held
    objective = sum(job.weight * start for start, job in zip(starts, step.jobs))
    model = cpmpy.Model(
        cpmpy.Cumulative(
            start=[task.start for task in tasks], duration=[task.duration for task in tasks],
            demand=[task.width for task in tasks], capacity=step.capacity,
        ),
        minimize=objective,
    )
    if not model.solve(solver=os.environ.get("CPMPY_SOLVER"), time_limit=seconds):
        return None, None
    proven = model.status().exitstatus == ExitStatus.OPTIMAL
    return [start.value() for start in starts], model.objective_value() if proven else None


if __name__ == "__main__":
    steps.main("cpmpy", solve)
