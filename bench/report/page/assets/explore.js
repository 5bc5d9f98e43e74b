// Plain averages of the rows that the table shows.

// averaged returns mean, median and largest of values of which the two ends are known.
function averaged(values, unit) {
  if (!values.length) return ["", "", ""];
  const sides = [0, 1].map((k) => values.map((ends) => ends[k]).sort((a, b) => a - b));
  return [(v) => v.reduce((a, b) => a + b) / v.length, (v) => v[Math.ceil(v.length / 2) - 1], (v) => v.at(-1)].map((of) => {
    const largest = of(sides[1]), [times, name] = unit !== "s" || largest >= 1 ? [1, unit] : largest >= 1e-3 ? [1e3, "ms"] : [1e6, "µs"];
    const [low, high] = sides.map((v) => (of(v) * times).toLocaleString("en", { maximumSignificantDigits: 4 }));
    return `${low === high ? "" : low + " to "}${high} ${name}`;
  });
}

let exploring = 0;

// explore shows what the rows in the table say. It waits for the page to be idle.
function explore() {
  clearTimeout(exploring);
  exploring = setTimeout(() => {
    const rows = table.rows, steps = [...new Map(rows.map((row) => [row.study + " " + cell(row, "index"), row])).values()];
    const three = (what) => ["mean", "median", "largest"].map((h) => h + " " + what);
    document.getElementById("explored").textContent = `${grouped(rows.length)} rows of ${grouped(steps.length)} steps.`;
    const methods = [...Map.groupBy(rows, (row) => cell(row, "method"))].map(([m, list]) => averagesOf(m, list));
    fill(document.getElementById("averages"), 1, ["method", "rows", "optimal at 1 s", "on the grid", ...three("gap"), ...three("time")], methods);
    const policies = [...new Set(studies.flatMap((s) => s.schedulers))].map((name) => lossOf(name, steps)).filter((row) => row[1] !== "0");
    fill(document.getElementById("policy-averages"), 1, ["policy", "steps", ...three("loss")], policies);
    document.getElementById("explore").dataset.rows = rows.length; // for tests
  }, 30);
}

// averagesOf returns the gaps and times of a method in its rows.
function averagesOf(method, rows) {
  const proven = (scope) => rows.filter((row) => cell(row, "status") === "optimal" && cell(row, "scope") === scope);
  const solved = rows.filter((row) => ["optimal", "feasible"].includes(cell(row, "status")));
  const values = (list, name, factor) => list.filter((row) => cell(row, name) !== "").map((row) => Array(2).fill(cell(row, name) * factor));
  return [
    method, ...[rows, proven("second"), proven("grid")].map((list) => grouped(list.length)),
    ...averaged(values(solved, "gap", 100), "%"), ...averaged(values(rows, "solve_seconds", 1), "s"),
  ];
}

// lossOf returns what a policy loses on steps against the optimum, as package loss defines it. Steps of which too little is known are left out.
function lossOf(name, steps) {
  const losses = steps.flatMap((row) => {
    const s = studies[row.study], k = s.schedulers.indexOf(name), ends = s.losses[cell(row, "index")];
    return ends && k >= 0 ? [ends.slice(2 * k, 2 * k + 2)] : [];
  });
  return [name, grouped(losses.length), ...averaged(losses, "%")];
}
