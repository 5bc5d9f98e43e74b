"""Stands in for ortools.sat.python.cp_model 9.12: as much of it as the example uses."""

from brute import Linear, optimum

OPTIMAL, FEASIBLE = 4, 2


class CpModel:
    def new_int_var(self, lb, ub, name):
        assert 0 <= lb <= ub and isinstance(name, str)
        return Linear()

    def new_fixed_size_interval_var(self, start, size, name):
        return start, size

    def add_cumulative(self, intervals, demands, capacity):
        self.tasks, self.capacity = [(*i, d) for i, d in zip(intervals, demands, strict=True)], capacity

    def minimize(self, obj):
        self.objective = obj


class CpSolver:
    class parameters:
        max_time_in_seconds = 0.0

    def solve(self, model):
        assert self.parameters.max_time_in_seconds > 0
        self.best_objective_bound = float(optimum(model.tasks, model.objective, model.capacity))
        return OPTIMAL

    def value(self, variable):
        return variable.found
