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

// percentText writes a value in percent as the page does everywhere.
function percentText(v) {
  const digits = v > 0 && v < 0.095 ? 1 - Math.floor(Math.log10(v)) : 2;
  return grouped(Math.abs(v) < 1e-12 ? "0.00" : v.toFixed(digits)) + " %";
}

function withinText([low, high]) {
  const a = percentText(low), b = percentText(high);
  return a === b ? a : a.slice(0, -2) + " to " + b;
}

let exploring = 0;

// explore shows what the rows in the table say. It waits for the page to be idle.
function explore() {
  clearTimeout(exploring);
  exploring = setTimeout(() => {
    const rows = table.rows, losses = lossesOf(rows), n = stepsOf(rows).length;
    document.getElementById("explored").textContent = `${grouped(String(rows.length))} rows of ${grouped(String(n))} steps.`;
    showAverages(rows);
    showLosses(losses);
    showDistribution(losses);
    showScatter(rows);
    document.getElementById("explore").dataset.rows = rows.length; // for tests
  }, 30);
}

function fill(id, heads, rows) {
  const sheet = document.getElementById(id), cells = (tag, list) => list.map((t, i) => element(tag, { class: i ? "n" : undefined, scope: tag === "th" ? "col" : undefined }, t));
  sheet.tHead.replaceChildren(element("tr", {}, ...cells("th", heads)));
  sheet.tBodies[0].replaceChildren(...rows.map((row) => element("tr", {}, ...cells("td", row))));
}

// showAverages shows a row for each method.
function showAverages(rows) {
  const own = new Map();
  for (const row of rows) {
    const m = cell(row, "method");
    if (!own.has(m)) own.set(m, []);
    own.get(m).push(row);
  }
  const average = (list, name, write) => {
    const values = list.map((row) => cell(row, name)).filter((t) => t !== "").map(Number);
    return values.length ? write(values) : "";
  };
  const seconds = (v) => timeText(Math.expm1(mean(v.map((s) => Math.log1p(s))))); // shift 1 s
  fill("averages", ["method", "rows", "optimal", "gap", "time per step [s]"], [...own].map(([m, list]) => [
    m, grouped(String(list.length)), grouped(String(list.filter((row) => cell(row, "status") === "optimal").length)),
    average(list, "gap", (v) => percentText(100 * mean(v))), average(list, "solve_seconds", seconds),
  ]));
}

function timeText(v) { return grouped(v.toFixed(v > 0 ? Math.max(3, 1 - Math.floor(Math.log10(v))) : 0)); }

function showLosses({ names, steps }) {
  fill("policy-averages", ["policy", "steps", "average loss", "median", "largest"], names.map((name) => {
    const own = steps.map((l) => l[name]).filter(Boolean), side = (k) => own.map((l) => l[k]).sort((a, b) => a - b);
    const low = side(0), high = side(1), middle = Math.ceil(own.length / 2) - 1;
    return [name, grouped(String(own.length)), withinText([mean(low), mean(high)]), withinText([low[middle], high[middle]]), withinText([low.at(-1), high.at(-1)])];
  }));
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
    const more = ((b / a - 1) * 100).toFixed(2).replace("-", "−");
    const text = `${step}: ${x.name} ${grouped(String(a))}, ${y.name} ${grouped(String(b))}, ${more} % more`;
    points.push({ x: a, y: b, study, index, text });
  }
  plot(document.getElementById("plot-scatter"), {
    title: `Objective of ${y.name} and ${x.name}`, kind: "points", x: "objective of " + x.name, y: "objective of " + y.name, points, series: [],
    summary: `${points.length} steps; ${points.filter((d) => d.y > d.x).length} above the diagonal, ${points.filter((d) => d.y < d.x).length} below it`,
  });
}
