// What the page holds: for each study an element "study-S", an element "rows-S-C" for each chunk
// of its rows and an element "steps-S-C" for each chunk of its steps. All are JSON, gzipped and in
// base64.

async function decode(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).json();
}

// studies[s] has columns, cells by column, at: the number of a column by name, byStep: the rows of
// a step, and place: the place of a step among those with a Gantt chart.
const studies = [];

async function load() {
  for (let s = 0; s < setup.studies.length; s++) {
    const study = await decode("study-" + s);
    study.cells = study.columns.map(() => []);
    for (let c = 0; c * setup.chunkRows < study.rows; c++) {
      const part = await decode("rows-" + s + "-" + c);
      part.forEach((cells, i) => study.cells[i].push(...cells));
    }
    study.at = new Map(study.columns.map((name, i) => [name, i]));
    study.policies = setup.policies.filter((p) => study.at.has(p + "_objective") && study.cells[study.at.get(p + "_objective")].some((t) => t !== ""));
    study.place = new Map(study.steps.map((index, i) => [index, i]));
    study.byStep = new Map();
    const index = study.cells[study.at.get("index")];
    for (let r = 0; r < study.rows; r++) {
      const own = study.byStep.get(index[r]);
      if (own) own.push(r); else study.byStep.set(index[r], [r]);
    }
    studies.push(study);
  }
}

// cell returns the text that summary.csv has; "": the value does not exist.
function cell(row, name) {
  const study = studies[row.study];
  return name === "study" ? setup.studies[row.study] : study.cells[study.at.get(name)][row.at];
}

// warningsOf returns the warnings that a result carries.
function warningsOf(row) {
  const study = studies[row.study];
  return ((study.warned || {})[row.at] || []).map((k) => study.warnings[k]);
}

// judged are the methods whose rows have the loss of their own schedule, against the least objective of any
// method. Against itself the best policy, which policies takes, would lose nothing.
const judged = ["policies", "given"];

// value returns what the table shows: the cell, but for the loss of judged rows; "": there is nothing to compare with.
function value(row, name) {
  if (name === "study") return setup.short[row.study];
  if (name === "warnings") { const n = warningsOf(row).length; return n ? String(n) : ""; }
  if ((name !== "loss_percent" && name !== "quality") || !judged.includes(cell(row, "method"))) return cell(row, name);
  const study = studies[row.study], objectives = study.cells[study.at.get("objective")], stored = cell(row, "quality");
  const own = Number(objectives[row.at]), others = study.byStep.get(cell(row, "index")).filter((r) => r !== row.at && objectives[r] !== "").map((r) => Number(objectives[r]));
  if (cell(row, "method") === "given" && stored) others.push(own * stored); // the best policy's, or its own
  if (!own || !others.length) return "";
  const quality = Math.min(own, ...others) / own;
  return String(name === "quality" ? quality : (1 - quality) * 100);
}

const chunks = new Map(); // by id; the last few that were asked for

// drawing returns the schedules of a step; undefined: the page has none.
async function drawing(s, index) {
  const place = studies[s].place.get(Number(index));
  if (place === undefined) return undefined;
  const id = "steps-" + s + "-" + Math.floor(place / setup.chunkSteps);
  if (!chunks.has(id)) {
    if (chunks.size > 8) chunks.delete(chunks.keys().next().value);
    chunks.set(id, decode(id));
  }
  return (await chunks.get(id))[place % setup.chunkSteps];
}

// grouped writes commas between the thousands.
function grouped(text) {
  const [whole, rest] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest === undefined ? "" : "." + rest);
}

// integer writes a number without digits after the point, below 0 with a minus sign.
function integer(n) { return grouped(String(n)).replace("-", "−"); }

// fixed writes a number with so many digits after the point. As in Go, halves go to the even digit,
// and nothing is a negative zero.
function fixed(v, digits) {
  let text = v.toFixed(digits);
  const half = /^50*$/.test((v.toFixed(90).split(".")[1] || "").slice(digits));
  if (half && text.at(-1) % 2) text = (v - Math.sign(v) * 10 ** -digits / 2).toFixed(digits);
  return grouped(/^-[0.]*$/.test(text) ? text.slice(1) : text);
}

// places returns the digits after the point that show two significant ones of a value above 0.
function places(v) { return Math.min(20, 1 - Math.floor(Math.log10(v))); }

// percentText writes a value in percent, as Percent of package format does.
function percentText(v) {
  const size = Math.abs(v);
  if (size > 0 && size < 0.0001) return v < 0 ? "> -0.0001 %" : "< 0.0001 %";
  return fixed(v, size > 0 && size < 0.005 ? places(size) : 2) + " %";
}

// timeText writes seconds, as Time of package format does.
function timeText(v) {
  if (!(v > 0)) return "";
  const [unit, length, count] = [["s", 1, 3], ["ms", 1e-3, 2], ["µs", 1e-6, 2]].find(([, l]) => v >= l * (1 - 1e-9) || l < 1e-3);
  return fixed(v / length, Math.max(0, places(v / length) + count - 2)) + " " + unit;
}

// shown writes a value as people read it.
function shown(column, text) {
  if (text === "" || column.kind === "word") return text;
  if (column.kind === "integer") return grouped(text);
  const value = Number(text) * (column.factor || 1);
  if (column.unit === "%") return percentText(value).slice(0, -2);
  return column.kind === "time" ? timeText(value) : fixed(value, column.digits);
}

function element(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== false) e.setAttribute(name, value);
  }
  e.append(...children);
  return e;
}
