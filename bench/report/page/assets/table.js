// The table of all rows. Only those in sight are in the document.

const rowHeight = 28; // pixels, as the style has it: 27 and the line above
const table = { rows: [], sorted: "", falling: false, first: -1, chosen: -1, all: [] };
const failing = ["limit", "memory", "infeasible", "crashed", "error"];

const frozen = ["study", "index", "method"]; // stay in sight

// allColumns returns all columns that have values, those that stay in sight first.
function allColumns() {
  const study = { name: "study", head: "study", unit: "", kind: "word", about: "the study" };
  const warnings = { name: "warnings", head: "warnings", unit: "", kind: "integer", about: "number of warnings that the result carries" };
  const columns = [...(setup.studies.length > 1 ? [study] : []), ...setup.columns.filter((c) => table.all.some((row) => cell(row, c.name) !== ""))];
  if (table.all.some((row) => warningsOf(row).length)) columns.splice(columns.findIndex((c) => c.name === "status") + 1, 0, warnings);
  return columns.sort((a, b) => frozen.includes(b.name) - frozen.includes(a.name));
}

function buildTable() {
  studies.forEach((study, s) => { for (let r = 0; r < study.rows; r++) table.all.push({ study: s, at: r }); });
  table.rows = table.all;
  table.possible = allColumns();
  table.body = element("tbody");
  table.head = element("tr");
  table.usual = table.possible.filter((c) => !c.hidden).map((c) => c.name).join(" ");
  const box = document.getElementById("rows");
  box.append(element("table", { "aria-rowcount": table.all.length + 1, "aria-label": "Steps" }, element("thead", {}, table.head), table.body));
  box.addEventListener("scroll", () => render(false), { passive: true });
  box.addEventListener("keydown", keyInTable);
  table.body.addEventListener("click", (e) => {
    const row = e.target.closest("tr[data-row]");
    if (row) choose(Number(row.dataset.row), true);
  });
  new ResizeObserver(() => render(false)).observe(box);
  table.box = box;
  buildColumnList();
  chooseColumns(table.usual.split(" "));
}

// buildColumnList makes the form in which columns are chosen.
function buildColumnList() {
  const chosen = () => [...document.querySelectorAll("#column-list input:checked")].map((i) => i.value);
  document.getElementById("column-list").append(...table.possible.map((c) => {
    const box = element("input", { type: "checkbox", value: c.name, disabled: frozen.includes(c.name) });
    box.addEventListener("change", () => { chooseColumns(chosen()); refresh(); });
    return element("label", { title: c.about }, box, c.head + (c.unit ? ` [${c.unit}]` : ""));
  }));
}

// chooseColumns shows the columns with such names, and those that always stay in sight.
function chooseColumns(names) {
  table.columns = table.possible.filter((c) => frozen.includes(c.name) || names.includes(c.name));
  for (const box of document.querySelectorAll("#column-list input")) box.checked = table.columns.some((c) => c.name === box.value);
  table.heads = table.columns.map((c) => {
    const sort = element("button", { type: "button", title: c.about }, c.head);
    sort.addEventListener("click", () => sortBy(c.name));
    return element("th", { scope: "col", class: classOf(c), "data-column": c.name }, sort, element("small", {}, c.unit));
  });
  table.head.replaceChildren(...table.heads);
  markSorted();
}

function classOf(c) { return [c.kind === "word" ? "" : "n", frozen.includes(c.name) ? "frozen" : ""].join(" ").trim() || undefined; }

function markSorted() {
  table.heads.forEach((th, i) => {
    if (table.columns[i].name === table.sorted) th.setAttribute("aria-sort", table.falling ? "descending" : "ascending");
    else th.removeAttribute("aria-sort");
  });
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
  markSorted();
  refresh();
}

function order() {
  if (!table.sorted) return;
  const word = table.possible.find((c) => c.name === table.sorted).kind === "word";
  const sign = table.falling ? -1 : 1;
  const keys = new Map(table.rows.map((row) => [row, table.sorted === "study" ? row.study : word ? value(row, table.sorted) : parseFloat(value(row, table.sorted))]));
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
  const words = ["study", "method", "status", "ended_by", "best_policy"].filter((name) => form.get(name));
  const number = (name) => (form.get(name) === "" ? undefined : Number(form.get(name)));
  const from = number("from"), to = number("to"), loss = number("loss"), index = number("index");
  table.rows = table.all.filter((row) => {
    if (words.some((name) => cell(row, name) !== form.get(name))) return false;
    if (form.get("warnings") && (warningsOf(row).length > 0) !== (form.get("warnings") === "some")) return false;
    const jobs = Number(cell(row, "jobs"));
    if (from !== undefined && jobs < from || to !== undefined && jobs > to) return false;
    if (index !== undefined && Number(cell(row, "index")) !== index) return false;
    const lost = value(row, "loss_percent");
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
  explore();
  keepState();
}

// freeze tells the columns that stay in sight how far from the left that is.
function freeze() {
  let left = 0;
  table.heads.forEach((th, i) => {
    if (!frozen.includes(table.columns[i].name)) return;
    table.box.style.setProperty("--left-" + i, left + "px");
    left += th.offsetWidth;
  });
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
  freeze();
}

function rowElement(i) {
  const row = table.rows[i], above = table.rows[i - 1];
  const tr = element("tr", { "data-row": i, "aria-rowindex": i + 2 });
  if (i === table.chosen) tr.classList.add("chosen");
  if (failing.includes(cell(row, "status"))) tr.classList.add("failed");
  if (above && above.study === row.study && cell(above, "index") === cell(row, "index")) tr.classList.add("again");
  for (const c of table.columns) {
    const text = value(row, c.name);
    const title = c.name === "warnings" ? warningsOf(row).join("\n") : c.kind === "number" || c.kind === "time" ? cell(row, c.name) : undefined;
    tr.append(element("td", { class: classOf(c), title, "data-column": c.name }, shown(c, text)));
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
  return open ? openStep(table.rows[i].study, cell(table.rows[i], "index"), cell(table.rows[i], "method")) : undefined;
}

function keyInTable(e) {
  const page = Math.max(1, Math.floor(table.box.clientHeight / rowHeight) - 2);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -table.rows.length, End: table.rows.length };
  if (e.target !== table.box) return;
  if (e.key in moves) {
    choose(Math.max(0, Math.min(table.rows.length - 1, table.chosen + moves[e.key])), false);
  } else if (e.key === "Enter" && table.rows.length) {
    choose(Math.max(0, table.chosen), true).then(goToStep);
  } else return;
  e.preventDefault();
}

// csv returns the filtered rows with all columns of summary.csv.
function csv() {
  const names = setup.studies.length > 1 ? ["study", ...studies[0].columns] : studies[0].columns;
  return csvOf([names, ...table.rows.map((row) => names.map((name) => cell(row, name)))]);
}
