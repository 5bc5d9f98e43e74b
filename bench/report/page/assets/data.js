// What the page holds: for each study an element "study-S", and for each chunk of its steps an element "steps-S-C".
// All are JSON, gzipped and in base64.

async function decode(id) {
  const bytes = Uint8Array.from(atob(part(id).textContent), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).json();
}

// studies[s] has the cells of its rows by the name of their column: cells, as summary.csv has them, and shown, as
// people see them.
const studies = [];

// cell returns the text that summary.csv has; "": the value does not exist.
function cell(row, name) {
  return name === "study" ? setup.studies[row.study] : studies[row.study].cells[name][row.at];
}

// shown returns the text of the table; "": the value does not exist.
function shown(row, name) { return studies[row.study].shown[name]?.[row.at] ?? ""; }

// drawing returns the schedules of a step; undefined: the page has none. chunk holds those that were asked for last.
let chunk = {};
async function drawing(s, index) {
  const place = studies[s].steps.indexOf(Number(index)), id = `steps-${s}-${Math.floor(place / setup.chunkSteps)}`;
  if (place >= 0 && chunk.id !== id) chunk = { id, steps: decode(id) };
  return place < 0 ? undefined : (await chunk.steps)[place % setup.chunkSteps];
}

// actions says what an element does that is clicked, by its attribute data-do.
const actions = {};

function part(id) { return document.getElementById(id); }

// grouped writes a number with commas between the thousands.
function grouped(n, digits = 0) {
  return Number(n).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
}

// element and svg make an element of the page and of a picture, from its tag, attributes and children.
const [element, svg] = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"].map((space) => (tag, attributes, ...children) => {
  const e = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) e.setAttribute(name, value);
  e.append(...children);
  return e;
});

// fill writes the rows of a table. Cells have the class of the head above them.
function fill(id, rows) {
  const classes = [...part(id).tHead.rows[0].cells].map((th) => th.className);
  const line = (row) => element("tr", {}, ...row.map((text, i) => element("td", { class: classes[i] }, text)));
  part(id).tBodies[0].replaceChildren(...rows.map(line));
}
