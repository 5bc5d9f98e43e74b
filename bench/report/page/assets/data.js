// What the page holds: for each study an element "study-S", for each chunk of its rows the elements "rows-S-C" and
// "shown-S-C", and for each chunk of its steps an element "steps-S-C". All are JSON, gzipped and in base64.

async function decode(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).json();
}

// studies[s] has columns, cells by column, what people see of them by column of the table, at: the number of a
// column by name, byStep: the rows of a step, and place: the place of a step among those with a Gantt chart.
const studies = [];

const places = new Map(setup.columns.map((c, i) => [c.name, i])); // of columns of the table

async function load() {
  for (let s = 0; s < setup.studies.length; s++) {
    const study = await decode("study-" + s);
    study.cells = study.columns.map(() => []);
    study.shown = setup.columns.map(() => []);
    for (let c = 0; c * setup.chunkRows < study.rows; c++) {
      for (const [name, columns] of [["rows", study.cells], ["shown", study.shown]]) {
        (await decode(`${name}-${s}-${c}`)).forEach((cells, i) => columns[i].push(...cells));
      }
    }
    study.at = new Map(study.columns.map((name, i) => [name, i]));
    study.place = new Map(study.steps.map((index, i) => [index, i]));
    const index = study.cells[study.at.get("index")];
    study.byStep = Map.groupBy(index.keys(), (r) => index[r]);
    studies.push(study);
  }
}

// cell returns the text that summary.csv has; "": the value does not exist.
function cell(row, name) {
  const study = studies[row.study];
  return name === "study" ? setup.studies[row.study] : study.cells[study.at.get(name)][row.at];
}

// shown returns the text of the table; "": the value does not exist.
function shown(row, name) { return studies[row.study].shown[places.get(name)]?.[row.at] ?? ""; }

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

// grouped writes a number with commas between the thousands.
function grouped(n, digits = 0) {
  return Number(n).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
}

function make(e, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== false) e.setAttribute(name, value);
  }
  e.append(...children);
  return e;
}

function element(tag, attributes, ...children) { return make(document.createElement(tag), attributes, children); }

// svg makes an element of a picture.
function svg(tag, attributes, ...children) {
  return make(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

// fill writes the heads and rows of a table. The first of so many columns have words.
function fill(sheet, words, heads, rows) {
  const line = (tag, list) => element("tr", {}, ...list.map((text, i) => element(tag, { class: i < words ? undefined : "n", scope: tag === "th" ? "col" : undefined }, text)));
  sheet.tHead.replaceChildren(line("th", heads));
  sheet.tBodies[0].replaceChildren(...rows.map((row) => line("td", row)));
}
