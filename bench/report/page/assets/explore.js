// Averages, the distribution of losses, and two policies or methods step by step: all of the rows
// that the table shows.

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

function withinText([low, high]) {
  const a = percentText(low), b = percentText(high);
  return a === b ? a : a.slice(0, -2) + " to " + b;
}

// intervalText writes the 95 % interval of consecutive values, of which low and high are the ends, as
// package loss does; "": too few.
async function intervalText(low, high, write) {
  const lower = await intervalOf(low), upper = low.every((v, i) => v === high[i]) ? lower : await intervalOf(high);
  return lower ? write(lower[0]).replace(" %", "") + " to " + write(upper[1]) : "";
}

let exploring = 0;

// explore shows what the rows in the table say. It waits for the page to be idle.
function explore() {
  clearTimeout(exploring);
  exploring = setTimeout(async () => {
    const turn = exploring, rows = table.rows.slice().sort(tie), losses = lossesOf(rows), n = stepsOf(rows).length;
    document.getElementById("explored").textContent = `${grouped(String(rows.length))} rows of ${grouped(String(n))} steps.`;
    showDistribution(losses);
    showScatter(rows);
    const changed = () => turn !== exploring, averages = await averagesOf(rows, changed), lost = await averageLosses(losses, changed);
    if (changed()) return;
    fill("averages", ["method", "rows", "optimal at 1 s", "on the grid", "gap", "95 % interval", "time per step", "95 % interval"], averages);
    fill("policy-averages", ["policy", "steps", "average loss", "95 % interval", "median", "largest"], lost);
    document.getElementById("explore").dataset.rows = rows.length; // for tests
  }, 30);
}

function fill(id, heads, rows) {
  const sheet = document.getElementById(id), cells = (tag, list) => list.map((t, i) => element(tag, { class: i ? "n" : undefined, scope: tag === "th" ? "col" : undefined }, t));
  sheet.tHead.replaceChildren(element("tr", {}, ...cells("th", heads)));
  sheet.tBodies[0].replaceChildren(...rows.map((row) => element("tr", {}, ...cells("td", row))));
}

// averagesOf returns a row for each method: its gaps and times, as package bymethod has them. It ends
// early where the filter has changed.
async function averagesOf(rows, changed) {
  const own = new Map(), lines = [];
  for (const row of rows) {
    const m = cell(row, "method");
    if (!own.has(m)) own.set(m, []);
    own.get(m).push(row);
  }
  const average = async (list, name, keep, to, write) => {
    const values = list.map((row) => cell(row, name)).filter((t) => t !== "").map(Number).filter(keep).map(to);
    return values.length ? [write(mean(values)), await intervalText(values, values, write)] : ["", ""];
  };
  for (const [m, list] of own) {
    if (changed()) break;
    const proven = (scope) => list.filter((row) => cell(row, "status") === "optimal" && cell(row, "scope") === scope);
    const solved = list.filter((row) => ["optimal", "feasible"].includes(cell(row, "status")));
    lines.push([
      m, ...[list, proven("second"), proven("grid")].map((rows) => grouped(String(rows.length))),
      ...await average(solved, "gap", () => true, (v) => 100 * v, percentText),
      ...await average(list, "solve_seconds", (v) => v > 0, Math.log1p, (v) => timeText(Math.expm1(v))), // shift 1 s
    ]);
  }
  return lines;
}

// averageLosses returns a row for each policy. It ends early where the filter has changed.
async function averageLosses({ names, steps }, changed) {
  const lines = [];
  for (const name of names) {
    if (changed()) break;
    const own = steps.map((l) => l[name]).filter(Boolean), [low, high] = [0, 1].map((k) => own.map((l) => l[k]));
    const sorted = [low, high].map((side) => side.slice().sort((a, b) => a - b)), both = (of) => withinText(sorted.map(of));
    const interval = await intervalText(low, high, percentText), middle = Math.ceil(own.length / 2) - 1;
    lines.push([name, grouped(String(own.length)), both(mean), interval, both((v) => v[middle]), both((v) => v.at(-1))]);
  }
  return lines;
}

function showDistribution({ names, steps }) {
  plot(document.getElementById("plot-ecdf"), {
    title: "Distribution of the losses", kind: "stairs", x: "certain loss against the optimum [%]", y: "share of steps [%]",
    series: names.map((name) => ({ name, values: steps.map((l) => l[name]).filter(Boolean).map((l) => l[0]).sort((a, b) => a - b) })),
  });
}

// axesOf returns what the scatter can show: the objective of each policy and of each method.
function axesOf() {
  const methods = [...new Set(table.all.map((row) => cell(row, "method")))].filter((m) => m !== "policies");
  return [...new Set(studies.flatMap((s) => s.policies))].map((name) => ({ name, policy: true })).concat(methods.map((name) => ({ name, policy: false })));
}

function buildScatter() {
  const axes = axesOf(), last = axes.length - 1;
  [["scatter-x", axes[last].policy ? 1 % axes.length : last], ["scatter-y", 0]].forEach(([id, chosen]) => {
    const select = document.getElementById(id);
    select.append(...axes.map((a, k) => element("option", { value: k, selected: k === chosen }, a.name)));
    select.addEventListener("change", () => showScatter(table.rows));
  });
  const figure = document.getElementById("plot-scatter");
  figure.addEventListener("pointermove", (e) => { const d = nearest(figure, e); document.getElementById("scatter-hovered").textContent = d ? d.text : ""; });
  figure.addEventListener("click", (e) => { const d = nearest(figure, e); if (d) openAndGo(d.study, d.index, ""); });
}

// nearest returns the point of the scatter that the pointer is at.
function nearest(figure, e) {
  const picture = e.target.closest && e.target.closest(".box svg"), chart = charts.find((c) => c.figure === figure);
  if (!picture || !chart) return undefined;
  const box = picture.getBoundingClientRect(), zoom = picture.viewBox.baseVal.width / box.width;
  const x = (e.clientX - box.left) * zoom, y = (e.clientY - box.top) * zoom;
  let best = -1, distance = 100;
  chart.spec.places.forEach(([px, py], i) => { const d = (px - x) ** 2 + (py - y) ** 2; if (d < distance) { distance = d; best = i; } });
  return chart.spec.points[best];
}

function showScatter(rows) {
  const axes = axesOf(), [x, y] = ["scatter-x", "scatter-y"].map((id) => axes[Number(document.getElementById(id).value)]);
  const value = (s, own, axis) => {
    for (const r of own) {
      if (!axis.policy && s.cells[s.at.get("method")][r] !== axis.name) continue;
      const v = Number(s.cells[s.at.get(axis.policy ? axis.name + "_objective" : "objective")]?.[r] || 0);
      if (v) return v;
    }
    return 0;
  };
  const points = [];
  for (const { study, index } of stepsOf(rows)) {
    const s = studies[study], own = s.byStep.get(index), a = value(s, own, x), b = value(s, own, y);
    if (!a || !b) continue;
    const step = `step ${grouped(index)}${studies.length > 1 ? " of " + setup.short[study] : ""}`;
    const text = `${step}: ${x.name} ${grouped(String(a))}, ${y.name} ${grouped(String(b))}, ${percentText((b / a - 1) * 100).replace("-", "−")} more`;
    points.push({ x: a, y: b, study, index, text });
  }
  plot(document.getElementById("plot-scatter"), {
    title: `Objective of ${y.name} and ${x.name}`, kind: "points", x: "objective of " + x.name, y: "objective of " + y.name, points, series: [],
    summary: `${points.length} steps; ${points.filter((d) => d.y > d.x).length} above the diagonal, ${points.filter((d) => d.y < d.x).length} below it`,
  });
}
