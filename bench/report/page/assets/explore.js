// Plain averages of the rows that the table shows.

// averaged returns mean, median and largest of values of which the two ends are known.
function averaged(values, unit) {
  if (!values.length) return ["", "", ""];
  const sides = [0, 1].map((k) => values.map((ends) => ends[k]).sort((a, b) => a - b));
  const kinds = [(v) => v.reduce((a, b) => a + b) / v.length, (v) => v[Math.ceil(v.length / 2) - 1], (v) => v.at(-1)];
  return kinds.map((of) => {
    const largest = of(sides[1]);
    const [times, name] = unit !== "s" || largest >= 1 ? [1, unit] : largest >= 1e-3 ? [1e3, "ms"] : [1e6, "µs"];
    const [low, high] = sides.map((v) => (of(v) * times).toLocaleString("en", { maximumSignificantDigits: 4 }));
    return `${low === high ? "" : low + " to "}${high} ${name}`;
  });
}

// explore shows what the rows in the table say.
function explore() {
  const rows = table.rows, steps = [...new Map(rows.map((row) => [row.study + " " + cell(row, "index"), row])).values()];
  part("explored").textContent = `${grouped(rows.length)} rows of ${grouped(steps.length)} steps.`;
  fill("averages", [...Map.groupBy(rows, (row) => cell(row, "method"))].map(([method, own]) => averagesOf(method, own)));
  const policies = [...new Set(studies.flatMap((study) => study.schedulers))];
  fill("policy-averages", policies.map((name) => lossOf(name, steps)).filter((row) => row[1] !== "0"));
  part("explore").dataset.rows = rows.length; // for tests
}

// averagesOf returns the gaps and times of a method in its rows.
function averagesOf(method, rows) {
  const proven = (scope) => rows.filter((row) => cell(row, "status") === "optimal" && cell(row, "scope") === scope);
  const solved = rows.filter((row) => ["optimal", "feasible"].includes(cell(row, "status")));
  const values = (list, name, factor) => list.map((row) => cell(row, name)).filter((text) => text).map((text) => Array(2).fill(text * factor));
  return [
    method, ...[rows, proven("second"), proven("grid")].map((list) => grouped(list.length)),
    ...averaged(values(solved, "gap", 100), "%"), ...averaged(values(rows, "solve_seconds", 1), "s"),
  ];
}

// lossOf returns what a policy loses on steps against the optimum, as package loss defines it. Steps of which too
// little is known are left out.
function lossOf(name, steps) {
  const losses = steps.flatMap((row) => {
    const study = studies[row.study], k = study.schedulers.indexOf(name), ends = study.losses[cell(row, "index")];
    return ends && k >= 0 ? [ends.slice(2 * k, 2 * k + 2)] : [];
  });
  return [name, grouped(losses.length), ...averaged(losses, "%")];
}
