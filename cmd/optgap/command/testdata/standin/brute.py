"""The optimum of a few tasks on one cumulative resource, by all orders: it stands in for the solvers of examples/python."""

from itertools import permutations


class Linear:
    """A variable with its value, or a sum of variables with weights."""

    def __init__(self, terms=None):
        self.terms = terms or [(1, self)]
        self.found = None

    def __rmul__(self, weight):
        return Linear([(weight * w, v) for w, v in self.terms])

    def __radd__(self, other):
        return Linear((other.terms if other else []) + self.terms)

    def __add__(self, other):
        return Linear(self.terms + other.terms)


def optimum(tasks, objective, capacity):
    """tasks are (start, duration, width), where start is a variable or a second. Sets the variables to the starts of
    the least objective, and returns it."""
    held = [task for task in tasks if isinstance(task[0], int)]
    free = [task for task in tasks if not isinstance(task[0], int)]
    best = None
    for order in permutations(free):
        taken, starts = list(held), {}
        for variable, duration, width in order:
            ends = sorted({0, *(start + length for start, length, _ in taken)})
            at = next(at for at in ends if fits([*taken, (at, duration, width)], capacity))
            starts[variable] = at
            taken.append((at, duration, width))
        cost = sum(weight * starts[variable] for weight, variable in objective.terms)
        if best is None or cost < best[0]:
            best = cost, starts
    for variable, start in best[1].items():
        variable.found = start
    return best[0]


def fits(tasks, capacity):
    """Tells that the tasks never take more than the capacity. Its use rises only where a task starts."""
    return all(
        sum(width for start, length, width in tasks if start <= at < start + length) <= capacity for at, _, _ in tasks
    )
