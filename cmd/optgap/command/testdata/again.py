"""Computes again what docs/methods.md and docs/proofs.md define, from them alone. Prints what differs, and counts.

    python3 again.py library N DIR...         objectives of all lines of sets, bounds of N certificates of each form
    python3 again.py ladder TRACE LADDERS     averages of replays of a trace
    python3 again.py loss STEPS RESULTS FILE N  losses of N steps that a study has written by --answer FILE
"""

import gzip
import itertools
import json
import math
import sys
from collections import Counter, namedtuple

Job = namedtuple("Job", "width estimate weight submit")
NONE = 1 << 100  # the cost where no start is left


def lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path) as file:
        return [json.loads(line) for line in file]


def weigh(step, objective):
    """The step's jobs with the weights of an objective."""
    estimates = [job["estimate"] for job in step["jobs"]]
    weights = {"artww": [job["width"] for job in step["jobs"]], "art": [1] * len(estimates)}
    if objective == "sld":
        unit = min(math.lcm(*estimates), 500_000 * max(estimates))
        latest = [step["history"][-1]["time"] + sum(estimates) - job["submit"] for job in step["jobs"]]
        while True:
            weights["sld"] = [(2 * unit + estimate) // (2 * estimate) for estimate in estimates]
            if sum(weight * late for weight, late in zip(weights["sld"], latest)) < 2**59:
                break
            unit //= 2
    return [Job(job["width"], job["estimate"], weight, job["submit"])
            for job, weight in zip(step["jobs"], weights[objective])]


def earliest(history, job, since=0):
    """The first second from since on from which the job fits beside the history, a list of (time, free)."""
    for (_, free), end in zip(history, [time for time, _ in history[1:]] + [math.inf]):
        if free < job.width:
            since = max(since, end)
        elif end >= since + job.estimate:
            return since


class Certificate:
    """Rules 30 to 36 of docs/proofs.md."""

    def __init__(self, step, jobs, certificate):
        self.history = [(change["time"], change["free"]) for change in step["history"]]
        self.jobs, self.c, self.bits = jobs, certificate, certificate["bits"]
        self.first = [earliest(self.history, job) for job in jobs]
        self.last = [math.inf] * len(jobs)
        if "cutoff" in certificate:
            alone = sum(job.weight * (first + job.estimate - job.submit) for job, first in zip(jobs, self.first))
            self.last = [first + (certificate["cutoff"] - alone) // job.weight for job, first in zip(jobs, self.first)]
        groups = {(g["width"], g["estimate"], g.get("weight", g["width"])): g.get("price", [])
                  for g in certificate.get("groups", [])}
        shared = certificate.get("price", [])
        self.prices = [groups.get(job[:3], [job.width * price for price in shared]) for job in jobs]
        longest = max(map(len, self.prices))
        self.ends = certificate.get("ends") or [(k + 1) * certificate["bucket"] for k in range(longest)]
        self.sums = [list(itertools.accumulate(
            (price * (end - begin) for price, begin, end in zip(prices, [0, *self.ends], self.ends)), initial=0,
        )) for prices in self.prices]

    def paid(self, j, until):
        """What job j would pay from second 0 to before another."""
        k = sum(end <= until for end in self.ends)
        sums, begin = self.sums[j], self.ends[k - 1] if k else 0
        return sums[k] + self.prices[j][k] * (until - begin) if k < len(self.prices[j]) else sums[-1]

    def cost(self, j, s):
        job = self.jobs[j]
        return (job.weight * s << self.bits) + self.paid(j, s + job.estimate) - self.paid(j, s)

    def cuts(self, j):
        """Where a job starts or ends with a piece: in between the cost is linear."""
        return {cut for end in self.ends for cut in (end, end - self.jobs[j].estimate)}

    def alone(self, j):
        """Rule 32."""
        job, times = self.jobs[j], [time for time, _ in self.history]
        starts = {self.first[j], self.last[j], *self.cuts(j), *times, *(time - job.estimate for time in times)}
        fit = [s for s in starts if self.first[j] <= s <= self.last[j] and s < math.inf
               and earliest(self.history, job, s) == s]
        return min(self.cost(j, s) for s in fit)

    def back(self):
        """Rule 33, over all seconds."""
        total = 0
        windows = [(first, last + job.estimate) for job, first, last in zip(self.jobs, self.first, self.last)]
        changes = sorted({0, *self.ends, *(time for time, _ in self.history), *itertools.chain(*windows)})
        for u, after in zip(changes, changes[1:]):
            k = sum(end <= u for end in self.ends)
            free = [free for time, free in self.history if time <= u][-1]
            best = [0] * (free + 1)
            for job, prices, (first, last) in zip(self.jobs, self.prices, windows):
                if first <= u < last and k < len(prices) and prices[k]:
                    for f in range(free, job.width - 1, -1):
                        best[f] = max(best[f], best[f - job.width] + prices[k])
            total += best[-1] and best[-1] * (after - u)
        return total

    def cells(self, j):
        """Rule 35: (first start, last start, least cost)."""
        begins = [self.first[j], *sorted(cut for cut in self.cuts(j) if self.first[j] < cut <= self.last[j])]
        ends = [*(begin - 1 for begin in begins[1:]), self.last[j]]
        return [(begin, end, min(self.cost(j, s) for s in (begin, end) if s < math.inf))
                for begin, end in zip(begins, ends)]

    def forest(self):
        """Rules 35 and 36."""
        forest, chain = self.c.get("forest", []), self.c.get("chain", {"jobs": 0})
        cells, total = [self.cells(tree["job"]) for tree in forest], 0
        for i in reversed(range(len(forest))):
            tree, estimate = forest[i], self.jobs[forest[i]["job"]].estimate
            since, until = tree.get("from", 0), tree.get("until", math.inf)
            if i < chain["jobs"]:
                continue
            if not tree.get("parent"):
                total += min(cost for _, _, cost in cells[i])
                continue
            parent = tree["parent"] - 1
            longer = self.jobs[forest[parent]["job"]].estimate
            below = [min((cost for begin, end, cost in cells[i]
                         if before >= until or after + longer <= since or end >= min(until, after + longer)
                         or begin + estimate <= max(since, before)), default=NONE)
                     for after, before, _ in cells[parent]]
            cells[parent] = [(*cell[:2], cell[2] + least) for cell, least in zip(cells[parent], below)]
        since, until = chain.get("from", 0), chain.get("until", math.inf)
        ended = {(): {-1: 0}}  # for jobs of the chain: the least cost by the second in which all may have ended
        for n in range(chain["jobs"]):
            for placed in itertools.combinations(range(chain["jobs"]), n + 1):
                ended[placed] = least = {}
                for i in placed:
                    others = ended[tuple(other for other in placed if other != i)]
                    estimate = self.jobs[forest[i]["job"]].estimate
                    for begin, end, cost in cells[i]:
                        free = end >= until or begin + estimate <= since
                        for before, sum_before in others.items():
                            if free or before <= end:
                                now = before if free else max(before, begin + estimate)
                                least[now] = min(least.get(now, NONE), sum_before + cost)
        return total + min(ended[tuple(range(chain["jobs"]))].values(), default=NONE)

    def bound(self):
        """Rule 34."""
        apart = {tree["job"] for tree in self.c.get("forest", [])}
        units = sum(self.alone(j) for j in range(len(self.jobs)) if j not in apart) + self.forest() - self.back()
        zero = sum(job.weight * (job.estimate - job.submit) for job in self.jobs)
        divisor = math.gcd(*(job.weight for job in self.jobs))
        return min(zero + divisor * -(-units // (divisor << self.bits)), self.c.get("cutoff", math.inf))


def library(most, *folders):
    done = Counter()
    for folder in folders:
        steps = {step["index"]: step for step in lines(folder + "/steps.jsonl.gz")}
        for best in lines(folder + "/results.jsonl.gz"):
            step = steps[best["index"]]
            jobs = weigh(step, best.get("objective_name", "artww"))
            starts = {start["id"]: start["start"] for start in best["starts"]}
            ids = [job["id"] for job in step["jobs"]]
            responses = (starts[id] + job.estimate - job.submit for id, job in zip(ids, jobs))
            yield "objectives", sum(job.weight * r for job, r in zip(jobs, responses)), best["objective"]
            for certificate in best.get("certificates", {}).values():
                form = next(form for form in ("chain", "forest", "groups", "price") if form in certificate)
                done[form] += 1
                if done[form] <= int(most):
                    proven = Certificate(step, jobs, certificate).bound()
                    yield f"certificates with {form}", proven, certificate["bound"]


def read_jobs(path):
    """Jobs of a trace of known widths, estimates and run times, by submission: (id, Job, run time)."""
    fields = [line.split() for line in open(path) if not line.startswith(";")]
    return [(int(f[0]), Job(int(f[7]), int(f[8]), int(f[7]), int(f[1])), min(int(f[3]), int(f[8]))) for f in fields]


def plan(history, jobs):
    """Starts of jobs in their order, each at its earliest start. history is from the moment on."""
    starts, profile = [], dict(history)
    for job in jobs:
        start = earliest(sorted(profile.items()), job, min(profile))
        starts.append(start)
        for time in (start, start + job.estimate):
            profile.setdefault(time, profile[max(before for before in profile if before <= time)])
        profile.update({time: free - job.width for time, free in profile.items()
                        if start <= time < start + job.estimate})
    return starts


POLICIES = {
    "fcfs": lambda job, wait: 0,
    "sjf": lambda job, wait: job.estimate,
    "ljf": lambda job, wait: -job.estimate,
    "ffia": lambda job, wait: job.width * job.estimate,
    "laf": lambda job, wait: -job.width * job.estimate,
    "wspt": lambda job, wait: job.estimate / job.weight,
    "wfp3": lambda job, wait: -(wait / job.estimate) ** 3 * job.width,
    "unicef": lambda job, wait: -wait / (job.estimate * math.log2(job.width)) if job.width > 1 else -math.inf,
    "sexp": lambda job, wait: (wait + job.estimate) / job.estimate,
}


def optimum(history, now, jobs):
    """The jobs in the order of a schedule of least cost, by trying all orders."""
    def cost(order):
        return sum(jobs[j].weight * start for j, start in zip(order, plan(history, [jobs[j] for j in order])))
    order = min(itertools.permutations(range(len(jobs))), key=cost)
    return [j for _, j in sorted(zip(plan(history, [jobs[j] for j in order]), order))]


def replay(jobs, machine, policy):
    """The average response time weighted by width. Without a policy the optimum of each step is followed."""
    waiting, running, total, now, left = [], [], 0, 0, list(jobs)
    while left or running:
        now = min([job.submit for _, job, _ in left[:1]] + [end for end, _, _ in running])
        running = [(end, by, width) for end, by, width in running if end > now]
        arrivals = [None]  # a plan after the ends, then one after each submission
        while left and left[0][1].submit == now:
            arrivals.append(left.pop(0))
        for arrival in arrivals:
            waiting += [arrival] if arrival else []
            ends = sorted({now, *(by for _, by, _ in running)})
            history = [(time, machine - sum(width for _, by, width in running if by > time)) for time in ends]
            if policy:
                waiting.sort(key=lambda w: (policy(w[1], now - w[1].submit), w[1].submit, w[0]))
            elif arrival and len(waiting) > 1:
                waiting.sort(key=lambda w: (w[1].submit, w[0]))
                waiting = [waiting[j] for j in optimum(history, now, [job for _, job, _ in waiting])]
            starts = plan(history, [job for _, job, _ in waiting])
            for (_, job, run_time), start in zip(waiting, starts):
                if start == now:
                    running.append((now + run_time, now + job.estimate, job.width))
                    total += job.weight * (now + run_time - job.submit)
            waiting = [w for w, start in zip(waiting, starts) if start > now]
    return total / sum(job.weight for _, job, _ in jobs)


def ladder(trace, printed):
    jobs = read_jobs(trace)
    perfect = [(n, job._replace(estimate=run_time), run_time) for n, job, run_time in jobs]
    found = [line for line in lines(printed) if "scheduler" in line]
    for line in found:
        policy, machine = POLICIES[line["scheduler"]], line["machine"]
        yield "rungs", replay(jobs, machine, policy), line["value"]
        yield "rungs", replay(perfect, machine, policy), line["exact_estimates"]
    yield "rungs", replay(jobs, machine, None), line["optimum"]
    yield "rungs", replay(perfect, machine, None), line["optimum_perfect"]


def quantile(freedom):
    """The 97.5 % quantile of Student's t, by Simpson's rule and bisection."""
    scale = math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) / math.sqrt(math.pi * freedom)
    low, high = 0, 100
    for _ in range(60):
        t, pieces = (low + high) / 2, 2000
        ys = [(1 + (t * k / pieces) ** 2 / freedom) ** (-(freedom + 1) / 2) for k in range(pieces + 1)]
        area = scale * t / pieces / 3 * (ys[0] + ys[-1] + 4 * sum(ys[1:-1:2]) + 2 * sum(ys[2:-1:2]))
        low, high = (low, t) if area > 0.475 else (t, high)
    return low


def interval(values, whole):
    """The 95 % interval of the mean of a whole of which the values are a sample; None where there is none."""
    n, least, largest = len(values), min(values), max(values)
    if n < 20 or n - Counter(values).most_common(1)[0][1] < 10 or n == whole:
        return None, None
    mean, ends = sum(values) / n, []
    for sign, extreme in ((-1, least), (1, largest)):
        more = [*values, extreme]
        b = sum(more) / (n + 1)
        s = math.sqrt(sum((value - b) ** 2 for value in more) / n)
        ends.append(mean + math.sqrt(1 - n / whole) * (b - mean + sign * quantile(n) * s / math.sqrt(n + 1)))
    return max(least, ends[0]), min(largest, ends[1])


def loss(steps, results, answer, whole):
    losses = {"dynP": [], "FCFS": [], "SJF": [], "LJF": []}
    for step, result in zip(lines(steps), lines(results)):
        jobs, history = weigh(step, "artww"), [(change["time"], change["free"]) for change in step["history"]]
        responses = sum(job.weight * (job.estimate - job.submit) for job in jobs)
        for name in ("FCFS", "SJF", "LJF"):
            order = sorted(jobs, key=lambda job: (POLICIES[name.lower()](job, -job.submit), job.submit))
            cost = sum(job.weight * start for job, start in zip(order, plan(history, order)))
            losses[name].append(100 * (1 - result["objective"] / (responses + cost)))
        losses["dynP"].append(min(losses[name][-1] for name in ("FCFS", "SJF", "LJF")))
    for policy in lines(answer)[0]["policies"]:
        of = losses[policy["name"]]
        yield "losses", round(sum(of) / len(of), 9), round(policy["loss_percent"], 9)
        ends = interval([round(value, 12) for value in of], int(whole))
        for end, name in zip(ends, ("low", "high")):
            yield "ends of intervals", end and round(end, 6), policy.get(name) and round(policy[name], 6)


counts = Counter()
for what, found, expected in {"library": library, "ladder": ladder, "loss": loss}[sys.argv[1]](*sys.argv[2:]):
    counts[what] += 1
    if found != expected:
        print(f"{what}: found {found}, expected {expected}, at {counts[what]}")
for what, number in sorted(counts.items()):
    print(number, what)
