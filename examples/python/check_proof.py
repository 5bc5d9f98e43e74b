#!/usr/bin/env python3
"""Is no schedule below these bounds? python3 check_proof.py RESULTS.jsonl STEPS.jsonl (`-` is the standard input)

Checks the proofs (field derivation) of results by docs/proofs.md, whose rules the comments name. It has no limits: a
proof of many letters takes long. Exit code 0: all hold; 3: a proof does not hold; 2: bad input.
"""

import base64
import gzip
import hashlib
import json
import math
import sys
import zlib
from bisect import bisect_right
from collections import namedtuple
from itertools import accumulate
from operator import mul, sub

Job = namedtuple("Job", "width estimate weight submit")
Prices = namedtuple("Prices", "bits divisor borders of sums free tables")  # of each job left: prices and their sums


class Refused(Exception):
    """The proof does not hold."""


class Profile(namedtuple("Profile", "times free")):
    """Free processors over time: free[i] from times[i] on, the last forever."""

    def at(self, second):
        return self.free[bisect_right(self.times, second) - 1]

    def fit(self, job, since):
        """The first second from since on from which the job's width is free for its estimate."""
        i = bisect_right(self.times, since) - 1
        while i < len(self.times) and self.times[i] < since + job.estimate:
            if self.free[i] < job.width:
                since = self.times[i + 1]
            i += 1
        return since

    def without(self, job, start):
        """What is left beside the job from start on."""
        times = sorted({*self.times, start, start + job.estimate})
        return Profile(times, [self.at(u) - job.width * (start <= u < start + job.estimate) for u in times])


class Node:
    """Rules 10 to 13: a node, or a child that may become one.

    placed has (start, job) in the order of placements, since for each job left a second before which it cannot start.
    """

    def __init__(self, jobs, placed, free, cost, since):
        self.jobs, self.placed, self.free, self.cost, self.since = jobs, placed, free, cost, since
        start, last = placed[-1] if placed else (0, -1)
        self.next = {j: free.fit(jobs[j], max(second, start + (j < last))) for j, second in since.items()}

    def different(self):
        """The jobs left, without those that have an equal one with a smaller number left."""
        return sorted({self.jobs[j][:3]: j for j in reversed(self.next)}.values())

    def children(self):
        earliest = {j: self.free.fit(self.jobs[j], second) for j, second in self.since.items()}
        soonest = min((early + self.jobs[j].estimate for j, early in earliest.items()), default=0)
        fit = [j for j in self.different() if earliest[j] == self.next[j] and earliest[j] < soonest]
        for start, job in sorted((earliest[j], j) for j in fit):
            since = {j: early for j, early in earliest.items() if j != job}
            placed, cost = [*self.placed, (start, job)], self.cost + self.jobs[job].weight * start
            yield Node(self.jobs, placed, self.free.without(self.jobs[job], start), cost, since)


class Proof:
    def __init__(self, step, objective, bound):
        """Rules 1 to 4. raises ValueError if the step is none."""
        history, jobs = step["history"], step["jobs"]
        self.free = Profile([change["time"] for change in history], [change["free"] for change in history])
        estimates, weights = [job["estimate"] for job in jobs], [job["width"] for job in jobs]
        if self.free.times[0] != 0 or not 1 <= len(jobs) <= 64 or max(weights) > self.free.free[-1]:
            raise ValueError("expected a history from 0 on, and 1 to 64 jobs that fit at its end")
        if objective == "weighted" or objective == step.get("objective_name"):  # docs/methods.md, objectives
            weights = [job.get("weight", job["width"]) for job in jobs]
        elif objective == "art":
            weights = [1] * len(jobs)
        elif objective == "sld":
            latest = [self.free.times[-1] + sum(estimates) - job["submit"] for job in jobs]
            weights, unit = [math.inf], 2 * min(math.lcm(*estimates), 500_000 * max(estimates))
            while sum(map(mul, weights, latest)) >= 2**59:
                unit //= 2
                weights = [(2 * unit + estimate) // (2 * estimate) for estimate in estimates]
        self.jobs = [Job(job["width"], job["estimate"], v, job["submit"]) for job, v in zip(jobs, weights)]
        self.end = self.free.times[-1] + sum(estimates) + 1
        self.too_much = self.end * sum(weights)
        self.below = bound - 1 - sum(job.weight * (job.estimate - job.submit) for job in self.jobs)
        unit = math.gcd(*self.free.times, *estimates) * math.gcd(*weights)
        self.enough = self.below - self.below % unit
        self.text = "".join(f"free {change['time']} {change['free']}\n" for change in history)
        self.text += "".join("job %d %d %d %d\n" % job for job in self.jobs) + f"bound {bound}\n"
        self.letters, self.read, self.nodes = 0, 0, []  # how much of tree and numbers is read; nodes by their numbers

    def check(self, derivation):
        """Rules 5 to 8. raises Refused where the proof does not hold."""
        try:
            tree, numbers = self.tree, self.numbers = [unpack(derivation.get(n, "")) for n in ("tree", "numbers")]
        except (ValueError, zlib.error) as error:
            raise Refused(f"{error} (rule 5)") from None
        signed = self.text.encode() + b"tree %d\n%bnumbers %d\n%b" % (len(tree), tree, len(numbers), numbers)
        if hashlib.sha256(signed).hexdigest() != derivation["digest"]:
            raise Refused("another digest (rule 6)")
        if self.below < 0:
            return
        if self.below >= self.too_much:
            raise Refused("some schedule costs less (rule 8)")
        try:
            self.node(Node(self.jobs, [], self.free, 0, dict.fromkeys(range(len(self.jobs)), 0)), [])
            if self.letters < len(tree) or self.read < len(numbers):
                raise Refused("bytes are left at the end (rule 9)")
        except Refused as refused:
            raise Refused(f"letter {self.letters} {tree[:self.letters][-1:]!r}: {refused}") from None

    def letter(self):
        self.letters += 1
        if self.letters > len(self.tree):
            raise Refused("a letter is missing (rule 9)")
        return chr(self.tree[self.letters - 1])

    def number(self, least=0, most=2**64 - 1):
        """Rule 9."""
        value, shift, byte = 0, 0, 128
        while byte >= 128:
            if self.read == len(self.numbers) or shift == 70:
                raise Refused("a number is missing, or has more than ten bytes (rule 9)")
            byte = self.numbers[self.read]
            value |= (byte & 127) << shift
            self.read, shift = self.read + 1, shift + 7
        if not least <= value <= most:
            raise Refused(f"found the number {value}, expected {least} to {most} (rule 9)")
        return value

    def node(self, node, above):
        """Rule 13. above has the prices of the nodes above."""
        self.nodes.append(node)
        if self.tree[self.letters:self.letters + 1] == b"p":
            self.letters += 1
            above = [*above, self.read_prices(node)]
        for child in node.children():
            self.child(child, self.letter(), above)

    def child(self, child, letter, above):
        """Rules 14 to 20."""
        jobs = self.jobs
        if letter == "d":
            if not child.next:
                raise Refused("no job is left (rule 14)")
            self.node(child, above)
        elif letter == "a":
            if child.cost + sum(jobs[j].weight * start for j, start in child.next.items()) <= self.enough:
                raise Refused("the cost is not enough (rule 15)")
        elif letter in "bB":
            before = self.number(0, 64) + 1 if letter == "B" else 0
            if before >= len(above):
                raise Refused("there are no such prices (rule 16)")
            if self.bound(child, above[-1 - before]) <= self.enough << above[-1 - before].bits:
                raise Refused("the bound by prices is not enough (rule 16)")
        elif letter in "ix":
            order = [job for _, job in child.placed]
            place = len(order) - 2 - self.number(0, 64)
            if place < 0:
                raise Refused("there are not so many jobs before (rules 17 and 18)")
            if letter == "i":
                order.insert(place, order.pop())
            else:
                order[place], order[-1] = order[-1], order[place]
            free, placed = self.free, []
            for job in order:
                placed.append((free.fit(jobs[job], 0), job))
                free = free.without(jobs[job], placed[-1][0])
            self.replaces(child, placed, free, sum(jobs[job].weight * start for start, job in placed))
        elif letter == "m":
            other = self.nodes[-1 - self.number(0, len(self.nodes) - 1)]
            if other.next.keys() != child.next.keys():
                raise Refused("the node has placed other jobs (rule 19)")
            self.replaces(child, other.placed, other.free, other.cost)
        else:
            raise Refused("there is no such letter here (rule 20)")

    def replaces(self, child, placed, free, cost):
        """Rules 21 to 24: is the child replaced by these placements?"""
        if not child.next:
            raise Refused("no job is left (rule 21)")
        later, rest = divmod(child.cost - cost, sum(self.jobs[j].weight for j in child.next))
        if rest == 0 and not sorted(placed) < sorted(child.placed):
            later -= 1
        t = min(child.next.values())
        if t + later < 0:
            raise Refused("the jobs left would start below 0 (rule 24)")
        changes = {t, *child.free.times, *(second - later for second in free.times)}
        if any(free.at(u + later) < child.free.at(u) for u in changes if u >= t):
            raise Refused("it leaves less free (rule 24)")

    def read_prices(self, node):
        """Rules 25 to 27."""
        bits, divisor, count, first = self.number(0, 16), self.number(1), self.number(2), self.number(0, self.end)
        borders = [first]
        while len(borders) < count:
            borders.append(borders[-1] + 1 + self.number(0, self.end - borders[-1] - 1))
        kinds = {}
        for j in node.different():
            numbers = [self.number() for _ in borders[1:]]
            prices = list(accumulate(z // 2 if z % 2 == 0 else -(z + 1) // 2 for z in numbers))
            if min(prices) < 0:
                raise Refused("a price is below 0 (rule 26)")
            kinds[self.jobs[j][:3]] = [*prices, 0]
        of = {j: kinds[self.jobs[j][:3]] for j in node.next}
        sums = {j: [0, *accumulate(map(mul, prices, map(sub, borders[1:], borders)))] for j, prices in of.items()}
        if (self.too_much << bits) + sum(max(prices) for prices in of.values()) * borders[-1] >= 2**61:
            raise Refused("prices are too large (rule 27)")
        return Prices(bits, divisor, borders, of, sums, node.free, {})

    def most(self, prices, piece, free):
        """Rule 28, for a second of a piece, from a table by processors over D."""
        if piece not in prices.tables:
            pay = [(self.jobs[j].width // prices.divisor, of[piece]) for j, of in prices.of.items() if of[piece]]
            table = [0] * (1 + min(sum(width for width, _ in pay), max(prices.free.free) // prices.divisor))
            for width, price in pay:
                for f in range(len(table) - 1, width - 1, -1):
                    table[f] = max(table[f], table[f - width] + price)
            prices.tables[piece] = table
        table = prices.tables[piece]
        return table[min(free // prices.divisor, len(table) - 1)]

    def paid(self, prices, j, until):
        """What job j would pay from second 0 to before another."""
        piece = bisect_right(prices.borders, until) - 1
        return 0 if piece < 0 else prices.sums[j][piece] + prices.of[j][piece] * (until - prices.borders[piece])

    def bound(self, child, prices):
        """Rule 29."""
        borders, total = prices.borders, child.cost << prices.bits
        for j, next_start in child.next.items():
            least, weight, estimate = math.inf, self.jobs[j].weight << prices.bits, self.jobs[j].estimate
            for s in sorted({next_start, *borders, *(border - estimate for border in borders)}):
                if weight * s >= least:
                    break
                if s >= next_start:
                    least = min(least, weight * s + self.paid(prices, j, s + estimate) - self.paid(prices, j, s))
            total += least
        t = min(child.next.values(), default=borders[-1])
        since = [(start, start + self.jobs[j].estimate, j) for start, j in child.placed if j in prices.of]
        changes = sorted({t, *borders, *child.free.times, *prices.free.times})
        changes = [u for u in changes if max(t, borders[0]) <= u <= borders[-1]]
        for u, after in zip(changes, changes[1:]):
            piece = bisect_right(borders, u) - 1
            pay = sum(prices.of[j][piece] for start, end, j in since if start <= u < end)
            apart, together = (self.most(prices, piece, free.at(u)) for free in (child.free, prices.free))
            total -= (after - u) * min(apart, together - pay)
        return total


def unpack(packed):
    """Rule 5."""
    stream = zlib.decompressobj(-15)
    unpacked = stream.decompress(base64.b64decode(packed, validate=True)) + stream.flush()
    if packed and (not stream.eof or stream.unused_data):
        raise Refused("tree or numbers are not one whole stream (rule 5)")
    return unpacked


def objects(path):
    raw = (sys.stdin.buffer if path == "-" else open(path, "rb")).read()
    return map(json.loads, (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).splitlines())


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    steps = {(step.get("trace"), step["index"]): step for step in objects(arguments[1])}
    proven = [result for result in objects(arguments[0]) if "derivation" in result]
    refused = 0
    for result in proven:
        name, derivation = (result.get("trace"), result["index"]), result["derivation"]
        proof = Proof(steps[name], result.get("objective_name", "artww"), derivation["bound"])
        try:
            proof.check(derivation)
            print(*name, f"certified: no schedule is below {derivation['bound']}")
        except Refused as reason:
            refused += 1
            print(*name, f"not certified: {reason}")
    print(f"{len(proven) - refused} of {len(proven)} proofs hold")
    return 3 if refused else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (AttributeError, EOFError, IndexError, KeyError, OSError, TypeError, ValueError) as error:
        print(f"check_proof.py: bad input: {error!r}", file=sys.stderr)
        sys.exit(2)
