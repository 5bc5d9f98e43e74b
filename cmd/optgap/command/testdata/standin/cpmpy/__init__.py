"""Stands in for CPMpy 1.0: as much of it as the example uses."""

from types import SimpleNamespace

from brute import Linear, optimum
from cpmpy.solvers.solver_interface import ExitStatus


def intvar(lb, ub):
    assert 0 <= lb <= ub
    variable = Linear()
    variable.value = lambda: variable.found
    return variable


def Cumulative(start, duration, demand, capacity):
    return list(zip(start, duration, demand, strict=True)), capacity


class Model:
    def __init__(self, constraint, minimize):
        (self.tasks, self.capacity), self.objective = constraint, minimize

    def solve(self, solver, time_limit):
        self.least = optimum(self.tasks, self.objective, self.capacity)
        return True

    def status(self):
        return SimpleNamespace(exitstatus=ExitStatus.OPTIMAL)

    def objective_value(self):
        return self.least
