#!/usr/bin/env python3
"""Steps of the library solved by OR-Tools CP-SAT (pip install ortools):

python3 ortools_solver.py STEPS.jsonl RESULTS.jsonl [SECONDS]
"""

from ortools.sat.python import cp_model

import steps


def solve(step, seconds):
    model = cp_model.CpModel()
    starts = [model.new_int_var(0, step.horizon - job.duration, f"start {job.id}") for job in step.jobs]
    tasks = [steps.Task(start, job.duration, job.width) for start, job in zip(starts, step.jobs)] + step.held
    model.add_cumulative(
        [model.new_fixed_size_interval_var(task.start, task.duration, f"task {i}") for i, task in enumerate(tasks)],
        [task.width for task in tasks], step.capacity,
    )
    model.minimize(sum(job.weight * start for start, job in zip(starts, step.jobs)))

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return [solver.value(start) for start in starts] if found else None, solver.best_objective_bound


if __name__ == "__main__":
    steps.main("ortools", solve)
