#!/usr/bin/env python3
"""The four figures that papers have, from the tables of a study: python3 figures.py TABLES PICTURES

TABLES is what `optgap report --tables TABLES RESULTS` writes of a study of methods policies and exact. DuckDB (pip
install duckdb) reads Parquet, and pandas JSON where DuckDB is missing. "# %%" begins a cell in editors with notebooks;
jupytext makes an .ipynb of the file.
"""

# %% What is read, and where figures go
import os
import sys

import matplotlib
import pandas

matplotlib.use("Agg")
from matplotlib import pyplot

try:
    import duckdb
except ImportError:
    duckdb = None

TABLES, PICTURES = sys.argv[1:3] if len(sys.argv) > 2 else ("tables", "figures")
RESULTS = os.path.join(TABLES, "results")
FACTS = ["index", "jobs", "method", "status", "scope", "objective", "solve_seconds"]
POLICIES = ["FCFS", "SJF", "LJF"]


# %% Parquet by DuckDB: a row for each result, and a row for each policy of each result
def by_duckdb():
    facts = ", ".join(f'"{name}"' for name in FACTS)
    results = duckdb.sql(f"SELECT {facts} FROM '{RESULTS}.parquet'").df()
    losses = duckdb.sql(f"""
        UNPIVOT (SELECT "index", jobs, {", ".join(f"{p}_loss_percent AS {p}" for p in POLICIES)}
                 FROM '{RESULTS}.parquet' WHERE method = 'exact' AND status = 'optimal')
        ON {", ".join(POLICIES)} INTO NAME policy VALUE loss
    """).df()
    return results, losses


# %% The same from JSON by pandas
def by_pandas():
    table = pandas.read_json(RESULTS + ".jsonl", lines=True)
    proven = table[(table["method"] == "exact") & (table["status"] == "optimal")]
    proven = proven.rename(columns={f"{p}_loss_percent": p for p in POLICIES})
    losses = proven.melt(["index", "jobs"], POLICIES, "policy", "loss").dropna()
    results = table[FACTS]
    return results, losses


results, losses = by_duckdb() if duckdb else by_pandas()
os.makedirs(PICTURES, exist_ok=True)


def figure(name, x, y):
    pyplot.xlabel(x)
    pyplot.ylabel(y)
    pyplot.tight_layout()
    pyplot.savefig(os.path.join(PICTURES, name))
    pyplot.close()


print(losses.groupby("policy")["loss"].agg(["count", "mean", "median", "max"]).round(2))

# %% 1. What each policy loses
own = {policy: group["loss"] for policy, group in losses.groupby("policy")}
pyplot.boxplot(list(own.values()), labels=list(own), showmeans=True)
figure("losses.png", "policy", "loss against the optimum [%]")

# %% 2. The loss by number of waiting jobs
for policy, group in losses.groupby("policy"):
    means = group.groupby(pandas.cut(group["jobs"], [1, 4, 8, 12, 20, 40, 64, 1000]), observed=True)["loss"].mean()
    pyplot.plot([f"{c.left + 1:.0f}-{c.right:.0f}" for c in means.index], means.values, marker="o", label=policy)
pyplot.legend()
figure("waiting.png", "waiting jobs", "mean loss [%]")

# %% 3. Steps proven within a time: a cactus plot
steps = results["index"].nunique()
for method, group in results[(results["status"] == "optimal") & (results["scope"] == "second")].groupby("method"):
    if method != "policies":  # whose proofs are those of bounds beside it
        times = group["solve_seconds"].sort_values()
        pyplot.step(times, [(i + 1) / steps for i in range(len(times))], where="post", label=method)
pyplot.xscale("log")
pyplot.legend()
figure("cactus.png", "time per step [s]", "share of steps proven optimal")

# %% 4. A performance profile of the objectives (Dolan and Moré 2002)
table = results.pivot_table(index="index", columns="method", values="objective")
ratios = table.div(table.min(axis=1), axis=0)
for method in ratios:
    found = ratios[method].dropna().sort_values()
    pyplot.step(found, [(i + 1) / steps for i in range(len(found))], where="post", label=method)
pyplot.legend()
figure("profile.png", "objective / least objective", "share of steps")
