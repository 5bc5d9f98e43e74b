// Plain averages of the rows that the table shows.

// lossesOf returns what the policies lose on the steps of rows, as package loss defines it: for
// each step the certain and the possible loss of each policy in percent. Steps without a bound,
// or without one of the policies, are left out.
function lossesOf(rows) {
  const names = schedulers(), steps = [];
  for (const { study, index } of stepsOf(rows)) {
    const s = studies[study];
    s.losses ||= new Map();
    if (!s.losses.has(index)) s.losses.set(index, lossOfStep(s, index, names));
    const loss = s.losses.get(index);
    if (loss) steps.push(loss);
  }
  return { names: names.filter((n) => steps.some((l) => l[n])), steps };
}

// lossOfStep returns the losses on one step; undefined: it is left out.
function lossOfStep(s, index, names) {
  const number = (r, name) => Number(s.cells[s.at.get(name)][r] || 0), objectives = {};
  let known = Infinity, bound = 0;
  for (const r of s.byStep.get(index)) {
    known = Math.min(known, number(r, "objective") || Infinity);
    bound = Math.max(bound, number(r, "bound"));
    for (const p of s.policies) objectives[p] = number(r, p + "_objective") || objectives[p];
  }
  const values = s.policies.map((p) => objectives[p]);
  if (!bound || values.some((v) => !v)) return undefined;
  objectives.best = Math.min(...values);
  if (setup.dynp.every((p) => objectives[p])) objectives.dynP = Math.min(...setup.dynp.map((p) => objectives[p]));
  const best = Math.min(known, objectives.best), lost = (optimum, name) => 100 * (1 - optimum / objectives[name]);
  if (bound > best) return undefined;
  return Object.fromEntries(names.filter((n) => objectives[n]).map((n) => [n, [lost(best, n), lost(bound, n)]]));
}

// schedulers are the policies, and those that take the best of several.
function schedulers() {
  const names = [...new Set(studies.flatMap((s) => s.policies))], whole = setup.dynp.every((p) => names.includes(p));
  if (whole) names.push("dynP");
  if (names.length > 1 && !(whole && names.length === setup.dynp.length + 1)) names.push("best");
  return names;
}

// stepsOf returns the steps of rows, each once.
function stepsOf(rows) {
  const seen = new Set(), steps = [];
  for (const row of rows) {
    const index = cell(row, "index"), key = row.study + " " + index;
    if (!seen.has(key)) { seen.add(key); steps.push({ study: row.study, index }); }
  }
  return steps;
}

function mean(values) { return values.reduce((a, b) => a + b, 0) / values.length; }

// withinText writes a value of which the two ends are known.
function withinText([low, high], write) {
  const a = write(low), b = write(high);
  return a === b ? a : a.replace(" %", "") + " to " + b;
}

// averaged returns the cells mean, median and largest of values of which the two ends are known.
function averaged(low, high, write) {
  if (!low.length) return ["", "", ""];
  const sides = [low, high].map((side) => side.slice().sort((a, b) => a - b)), middle = Math.ceil(low.length / 2) - 1;
  return [mean, (side) => side[middle], (side) => side.at(-1)].map((of) => withinText(sides.map(of), write));
}

let exploring = 0;

// explore shows what the rows in the table say. It waits for the page to be idle.
function explore() {
  clearTimeout(exploring);
  exploring = setTimeout(() => {
    const rows = table.rows, losses = lossesOf(rows), n = stepsOf(rows).length, heads = ["mean", "median", "largest"];
    document.getElementById("explored").textContent = `${grouped(String(rows.length))} rows of ${grouped(String(n))} steps.`;
    fill("averages", ["method", "rows", "optimal at 1 s", "on the grid", ...heads.map((h) => h + " gap"), ...heads.map((h) => h + " time")], averagesOf(rows));
    fill("policy-averages", ["policy", "steps", ...heads.map((h) => h + " loss")], averageLosses(losses));
    document.getElementById("explore").dataset.rows = rows.length; // for tests
  }, 30);
}

function fill(id, heads, rows) {
  const sheet = document.getElementById(id), cells = (tag, list) => list.map((t, i) => element(tag, { class: i ? "n" : undefined, scope: tag === "th" ? "col" : undefined }, t));
  sheet.tHead.replaceChildren(element("tr", {}, ...cells("th", heads)));
  sheet.tBodies[0].replaceChildren(...rows.map((row) => element("tr", {}, ...cells("td", row))));
}

// averagesOf returns a row for each method: its gaps and times.
function averagesOf(rows) {
  const own = new Map();
  for (const row of rows) {
    const m = cell(row, "method");
    if (!own.has(m)) own.set(m, []);
    own.get(m).push(row);
  }
  const average = (list, name, keep, factor, write) => {
    const values = list.map((row) => cell(row, name)).filter((t) => t !== "").map((t) => Number(t) * factor).filter(keep);
    return averaged(values, values, write);
  };
  return [...own].map(([m, list]) => {
    const proven = (scope) => list.filter((row) => cell(row, "status") === "optimal" && cell(row, "scope") === scope);
    const solved = list.filter((row) => ["optimal", "feasible"].includes(cell(row, "status")));
    return [
      m, ...[list, proven("second"), proven("grid")].map((rows) => grouped(String(rows.length))),
      ...average(solved, "gap", () => true, 100, percentText), ...average(list, "solve_seconds", (v) => v > 0, 1, timeText),
    ];
  });
}

// averageLosses returns a row for each policy.
function averageLosses({ names, steps }) {
  return names.map((name) => {
    const own = steps.map((l) => l[name]).filter(Boolean), [low, high] = [0, 1].map((k) => own.map((l) => l[k]));
    return [name, grouped(String(own.length)), ...averaged(low, high, percentText)];
  });
}
