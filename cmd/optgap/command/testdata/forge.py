"""Forges proofs. python3 forge.py CHECKER_DIR COUNT SEED RESULTS.jsonl STEPS.jsonl FORGED.jsonl FORGED_STEPS.jsonl

Takes the proofs of results in turn, and changes letters, numbers, bounds and what holds them, with right digests.
Each forged proof has a step of its own, by its index. What was done is printed. Some still hold.
"""

import base64
import hashlib
import json
import random
import sys
import zlib

sys.path.insert(0, sys.argv[1])
from check_proof import Node, Proof, Refused, objects, unpack


def pack(raw):
    stream = zlib.compressobj(random.choice((0, 1, 9)), zlib.DEFLATED, -15)
    return stream.compress(raw) + stream.flush() if raw else b""


def leb(value, longer=0):
    raw = [value >> shift & 127 for shift in range(0, max(1, value.bit_length()), 7)] + [0] * longer
    return bytes([*(byte | 128 for byte in raw[:-1]), raw[-1]])


def values(raw):
    proof = Proof.__new__(Proof)
    proof.numbers, proof.read, found = raw, 0, []
    while proof.read < len(raw):
        found.append(proof.number())
    return found


class Grown(Proof):
    """A tree of up to 2 000 letters: d alone, or by chance of those that hold, and d where none does."""

    def grow(self, chance):
        self.chance, self.made = chance, []
        try:
            self.tree = b""
            self.node(Node(self.jobs, [], self.free, 0, dict.fromkeys(range(len(self.jobs)), 0)), [])
        except Refused:
            pass  # what was made is the beginning of a tree
        return b"".join(letter for letter, _ in self.made), [n for _, numbers in self.made for n in numbers]

    def letter(self):
        if len(self.made) == 2000:
            raise Refused
        return None

    def child(self, child, _, above):
        letters = [("a", []), *((letter, [random.randrange(3)]) for letter in "ixm")]
        for letter, numbers in random.sample(letters, 4) if random.random() < self.chance else ():
            self.numbers, self.read = b"".join(map(leb, numbers)), 0
            try:
                super().child(child, letter, above)
                self.made.append((letter.encode(), numbers))
                return
            except Refused:
                pass
        self.made.append((b"d", []))
        self.node(child, above)


def forge(step, objective, bound, tree, numbers):
    """Returns what was done, the bound, the tree, the numbers, how much longer the first is written, and a tail."""
    kind = random.choice(("letter", "letter", "drop", "twice", "number", "number", "few", "many", "bound", "bound",
                          "d", "d", "chance", "chance", "chance", "longer", "tail", "none"))
    proof, longer, tail = Grown(step, objective, bound), 0, b""
    at, of = random.randrange(max(1, len(tree))), random.randrange(max(1, len(numbers)))
    if kind == "letter":
        tree = tree[:at] + random.choice((b"d", b"a", b"b", b"B", b"i", b"x", b"m", b"p", b"\xff")) + tree[at + 1:]
    elif kind == "drop":
        tree = tree[:at] + tree[at + 1:]
    elif kind == "twice":
        tree = tree[:at] + tree[at:at + 1] + tree[at:]
    elif kind == "number" and numbers:
        change = random.choice((1, -1, 2, -2, 1000, 2**20, 2**50, 2**63))
        numbers = [*numbers[:of], (numbers[of] + change) % 2**64, *numbers[of + 1:]]
    elif kind == "few":
        numbers = numbers[:of]
    elif kind == "many":
        numbers = [*numbers, 0]
    elif kind == "bound":
        unit = max(1, proof.below - proof.enough + 1)
        bound += random.choice((1, -1, unit, unit - 1, -unit, -proof.below - 1, -proof.below, proof.too_much))
    elif kind in ("d", "chance"):
        bound += 1 if kind == "d" else random.choice((0, 0, 1, -proof.below // 3, -proof.below // 2))
        tree, numbers = Grown(step, objective, bound).grow(0 if kind == "d" else 0.9)
    elif kind == "longer":
        longer = random.choice((1, 5, 9, 10, 20))
    elif kind == "tail":
        tail = random.choice((b"\0", b"aa", b"\3\0", b"\n"))
    return kind, bound, tree, numbers, longer, tail


def main(count, seed, results, steps, forged, forged_steps):
    random.seed(int(seed))
    steps = {(step["trace"], step["index"]): step for step in objects(steps)}
    proven = [result for result in objects(results) if "derivation" in result]
    with open(forged, "w") as to, open(forged_steps, "w") as steps_to:
        for index in range(int(count)):
            result = proven[index % len(proven)]
            step, objective = steps[result["trace"], result["index"]], result.get("objective_name", "artww")
            old = result["derivation"]
            tree, numbers = unpack(old.get("tree", "")), values(unpack(old.get("numbers", "")))
            kind, bound, tree, numbers, longer, tail = forge(step, objective, old["bound"], tree, numbers)
            raw = b"".join(leb(n, longer if i == 0 else 0) for i, n in enumerate(numbers))
            signed = Proof(step, objective, bound).text.encode()
            signed += b"tree %d\n%bnumbers %d\n%b" % (len(tree), tree, len(raw), raw)
            derivation = {"bound": bound, "digest": hashlib.sha256(signed).hexdigest()}
            behind = tail if tail != b"\n" else b""
            derivation["tree"] = base64.b64encode(pack(tree) + behind).decode() + ("" if behind else tail.decode())
            derivation["numbers"] = base64.b64encode(pack(raw)).decode()
            print(json.dumps({**result, "index": index, "derivation": derivation}), file=to)
            print(json.dumps({**step, "index": index}), file=steps_to)
            print(index, kind)


main(*sys.argv[2:])
