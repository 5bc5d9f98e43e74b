// The table of all rows. Only those in sight are in the document.

const rowHeight = 28; // pixels, as the style has it: 27 and the line above
const table = { rows: [], sorted: "", falling: false, first: -1, chosen: -1, all: [] };
const failing = ["limit", "memory", "infeasible", "crashed", "error"];

function columnsShown() {
  const study = { name: "study", head: "study", unit: "", kind: "word", about: "the folder" };
  const columns = setup.columns.filter((c) => table.all.some((row) => cell(row, c.name) !== ""));
  return setup.studies.length > 1 ? [study, ...columns] : columns;
}

function buildTable() {
  studies.forEach((study, s) => { for (let r = 0; r < study.rows; r++) table.all.push({ study: s, at: r }); });
  table.rows = table.all;
  table.columns = columnsShown();
  table.body = element("tbody");
  table.heads = table.columns.map((c) => {
    const sort = element("button", { type: "button", title: c.about }, c.head);
    sort.addEventListener("click", () => sortBy(c.name));
    return element("th", { scope: "col", class: c.kind === "word" ? undefined : "n" }, sort, element("small", {}, c.unit));
  });
  const box = document.getElementById("rows");
  box.append(element("table", { "aria-rowcount": table.all.length }, element("thead", {}, element("tr", {}, ...table.heads)), table.body));
  box.addEventListener("scroll", () => render(false), { passive: true });
  box.addEventListener("keydown", keyInTable);
  table.body.addEventListener("click", (e) => {
    const row = e.target.closest("tr[data-row]");
    if (row) choose(Number(row.dataset.row), true);
  });
  new ResizeObserver(() => render(false)).observe(box);
  table.box = box;
}

// sortBy sorts by a column, and turns the order around if it is sorted by it already. Numbers
// begin with the largest. Rows without the value come last.
function sortBy(name, falling) {
  const column = table.columns.find((c) => c.name === name);
  const word = column.kind === "word";
  if (falling !== undefined) table.falling = falling;
  else table.falling = table.sorted === name ? !table.falling : !word && name !== "index";
  table.sorted = name;
  order();
  table.heads.forEach((th, i) => {
    if (table.columns[i].name === name) th.setAttribute("aria-sort", table.falling ? "descending" : "ascending");
    else th.removeAttribute("aria-sort");
  });
  refresh();
}

function order() {
  if (!table.sorted) return;
  const word = table.columns.find((c) => c.name === table.sorted).kind === "word";
  const sign = table.falling ? -1 : 1;
  const keys = new Map(table.rows.map((row) => [row, word ? cell(row, table.sorted) : parseFloat(cell(row, table.sorted))]));
  const missing = (k) => k === "" || Number.isNaN(k);
  table.rows = table.rows.slice().sort((a, b) => {
    const x = keys.get(a), y = keys.get(b);
    if (missing(x) || missing(y)) return missing(x) - missing(y) || tie(a, b);
    return x < y ? -sign : x > y ? sign : tie(a, b);
  });
}

function tie(a, b) { return a.study - b.study || a.at - b.at; }

// filter shows the rows that fit the form.
function filter() {
  const form = new FormData(document.getElementById("filters"));
  const words = ["study", "method", "status", "best_policy"].filter((name) => form.get(name));
  const number = (name) => (form.get(name) === "" ? undefined : Number(form.get(name)));
  const from = number("from"), to = number("to"), loss = number("loss"), index = number("index");
  table.rows = table.all.filter((row) => {
    if (words.some((name) => cell(row, name) !== form.get(name))) return false;
    const jobs = Number(cell(row, "jobs"));
    if (from !== undefined && jobs < from || to !== undefined && jobs > to) return false;
    if (index !== undefined && Number(cell(row, "index")) !== index) return false;
    const lost = cell(row, "loss_percent");
    return loss === undefined || lost !== "" && Number(lost) >= loss;
  });
  order();
  refresh();
}

function refresh() {
  const n = table.rows.length, all = table.all.length;
  document.getElementById("count").textContent = n === all ? grouped(String(all)) + " rows" : grouped(String(n)) + " of " + grouped(String(all)) + " rows";
  table.chosen = -1;
  table.box.scrollTop = 0;
  render(true);
}

// render puts the rows in sight into the document, and some above and below.
function render(anew, most) {
  const inSight = most || Math.ceil((table.box.clientHeight || 600) / rowHeight);
  const margin = most ? 0 : 15;
  const first = Math.max(0, Math.min(Math.floor(table.box.scrollTop / rowHeight) - margin, table.rows.length - inSight));
  const firstEven = first - first % 2;
  if (!anew && firstEven === table.first) return;
  table.first = firstEven;
  const last = Math.min(table.rows.length, firstEven + inSight + 2 * margin);
  const space = (rows) => {
    const td = element("td", { colspan: table.columns.length });
    td.style.height = rows * rowHeight + "px";
    return element("tr", { class: "space", "aria-hidden": "true" }, td);
  };
  const shownRows = [];
  for (let i = firstEven; i < last; i++) shownRows.push(rowElement(i));
  table.body.replaceChildren(...(firstEven ? [space(firstEven)] : []), ...shownRows, ...(last < table.rows.length && !most ? [space(table.rows.length - last)] : []));
}

function rowElement(i) {
  const row = table.rows[i];
  const tr = element("tr", { "data-row": i, "aria-rowindex": i + 2 });
  if (i === table.chosen) tr.classList.add("chosen");
  if (failing.includes(cell(row, "status"))) tr.classList.add("failed");
  for (const c of table.columns) {
    const text = cell(row, c.name);
    tr.append(element("td", { class: c.kind === "word" ? undefined : "n", title: c.kind === "number" || c.kind === "time" ? text : undefined, "data-column": c.name }, shown(c, text)));
  }
  return tr;
}

// choose marks a row, brings it into sight and, if asked, opens its step.
function choose(i, open) {
  if (i < 0 || i >= table.rows.length) return;
  table.chosen = i;
  const top = i * rowHeight, box = table.box, head = box.querySelector("thead").offsetHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight + head > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight + head - box.clientHeight;
  render(true);
  if (open) openStep(table.rows[i].study, cell(table.rows[i], "index"), cell(table.rows[i], "method"));
}

function keyInTable(e) {
  const page = Math.max(1, Math.floor(table.box.clientHeight / rowHeight) - 2);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -table.rows.length, End: table.rows.length };
  if (e.target !== table.box) return;
  if (e.key in moves) {
    choose(Math.max(0, Math.min(table.rows.length - 1, table.chosen + moves[e.key])), false);
  } else if (e.key === "Enter" && table.chosen >= 0) {
    choose(table.chosen, true);
  } else return;
  e.preventDefault();
}

// csv returns the filtered rows with all columns of summary.csv.
function csv() {
  const quoted = (text) => (/[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
  const names = setup.studies.length > 1 ? ["study", ...studies[0].columns] : studies[0].columns;
  return [names, ...table.rows.map((row) => names.map((name) => cell(row, name)))].map((line) => line.map(quoted).join(",") + "\n").join("");
}
