"""Stands in for PyJobShop 0.0.9: as much of it as the example uses."""

from types import SimpleNamespace

from brute import Linear, optimum


class Model:
    def __init__(self):
        self.tasks = []

    def add_renewable(self, capacity):
        self.machine = SimpleNamespace(capacity=capacity)
        return self.machine

    def add_job(self, weight=1):
        return SimpleNamespace(weight=weight)

    def add_task(self, job=None, earliest_start=0, latest_start=None, latest_end=None):
        assert job or earliest_start == latest_start
        self.tasks.append(SimpleNamespace(job=job, at=Linear() if job else earliest_start))
        return self.tasks[-1]

    def add_mode(self, task, resources, duration, demands):
        assert resources is self.machine
        task.duration, task.width = duration, demands

    def set_objective(self, weight_total_flow_time):
        assert weight_total_flow_time == 1

    def solve(self, time_limit, display):
        jobs = [t for t in self.tasks if t.job]
        starts = sum(t.job.weight * t.at for t in jobs)
        least = optimum([(t.at, t.duration, t.width) for t in self.tasks], starts, self.machine.capacity)
        ends = least + sum(t.job.weight * t.duration for t in jobs)
        found = [SimpleNamespace(start=t.at.found if t.job else t.at) for t in self.tasks]
        return SimpleNamespace(best=SimpleNamespace(tasks=found), lower_bound=float(ends))
