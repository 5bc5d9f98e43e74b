// The table of all rows, one page at a time.

const pageRows = 200;
const table = { all: [], rows: [], columns: [], sorted: "", falling: false, page: 0, chosen: -1 };
const failing = ["limit", "memory", "infeasible", "crashed", "error"];

const frozen = ["study", "index", "method"]; // the first columns, which stay in sight

function buildTable() {
  studies.forEach((study, s) => { for (let r = 0; r < study.rows; r++) table.all.push({ study: s, at: r }); });
  table.body = element("tbody");
  table.head = element("tr");
  table.usual = setup.columns.filter((c) => !c.hidden).map((c) => c.name).join(" ");
  table.box = document.getElementById("rows");
  table.box.append(element("table", { "aria-rowcount": table.all.length + 1, "aria-label": "Steps" }, element("thead", {}, table.head), table.body));
  table.box.addEventListener("keydown", keyInTable);
  table.body.addEventListener("click", (e) => choose(Number(e.target.closest("tr").dataset.row), true));
  for (const [id, by] of [["page-before", -1], ["page-after", 1]]) document.getElementById(id).addEventListener("click", () => turnTo(table.page + by));
  const list = document.getElementById("column-list");
  list.append(...setup.columns.map((c) => element("label", { title: c.about }, element("input", { type: "checkbox", value: c.name, disabled: frozen.includes(c.name) }), c.head + (c.unit ? ` [${c.unit}]` : ""))));
  list.addEventListener("change", () => {
    chooseColumns([...list.querySelectorAll("input:checked")].map((i) => i.value));
    turnTo(table.page);
    keepState();
  });
  chooseColumns(table.usual.split(" "));
}

// chooseColumns shows the columns with such names, and those that always stay in sight.
function chooseColumns(names) {
  table.columns = setup.columns.filter((c) => frozen.includes(c.name) || names.includes(c.name));
  for (const box of document.querySelectorAll("#column-list input")) box.checked = table.columns.some((c) => c.name === box.value);
  table.head.replaceChildren(...table.columns.map((c) => {
    const sort = element("button", { type: "button", title: c.about }, c.head);
    sort.addEventListener("click", () => sortBy(c.name, table.sorted === c.name ? !table.falling : c.number && c.name !== "index"));
    return element("th", { scope: "col", class: classOf(c), "data-column": c.name }, sort, element("small", {}, c.unit));
  }));
  markSorted(table.head, table.columns.findIndex((c) => c.name === table.sorted), table.falling);
}

function classOf(c) { return [c.number ? "n" : "", frozen.includes(c.name) ? "frozen" : ""].join(" ").trim() || undefined; }

// sortBy sorts by what a column shows.
function sortBy(name, falling) {
  Object.assign(table, { sorted: name, falling });
  markSorted(table.head, table.columns.findIndex((c) => c.name === name), falling);
  refresh();
}

// refresh shows the rows that fit the form, in their order.
function refresh() {
  const form = Object.fromEntries(fields().filter((e) => e.value !== "").map((e) => [e.name, e.value]));
  const words = ["study", "method", "status", "ended_by", "best_policy"].filter((name) => name in form);
  table.rows = table.all.filter((row) => {
    if (words.some((name) => cell(row, name) !== form[name])) return false;
    if (form.warnings && (shown(row, "warnings") !== "") !== (form.warnings === "some")) return false;
    const jobs = Number(cell(row, "jobs")), lost = sortValue(shown(row, "loss_percent"));
    return !(jobs < form.from || jobs > form.to || form.index && Number(cell(row, "index")) !== Number(form.index) || form.loss && (lost === "" || lost < form.loss));
  });
  const by = (text) => { table.rows = sorted(table.rows, (row) => text(row, table.sorted), table.falling); };
  if (setup.columns[places.get(table.sorted)]?.told) by(cell); // rows that look alike stay in the order of what is stored
  if (table.sorted) by(shown);
  const n = table.rows.length, all = table.all.length;
  document.getElementById("count").textContent = (n === all ? "" : grouped(n) + " of ") + grouped(all) + " rows";
  table.chosen = -1;
  turnTo(0);
  explore();
  keepState();
}

// turnTo shows a page of the rows.
function turnTo(page) {
  const rows = table.rows.length, last = Math.max(0, Math.ceil(rows / pageRows) - 1);
  table.page = Math.max(0, Math.min(last, page));
  const first = table.page * pageRows, end = Math.min(rows, first + pageRows);
  table.body.replaceChildren(...table.rows.slice(first, end).map((row, i) => rowElement(row, first + i)));
  document.getElementById("pager").hidden = last === 0;
  document.getElementById("paged").textContent = `Rows ${grouped(first + 1)} to ${grouped(end)} of ${grouped(rows)}.`;
  document.getElementById("page-before").disabled = table.page === 0;
  document.getElementById("page-after").disabled = table.page === last;
  table.box.scrollTop = 0;
  let left = 0; // columns that stay in sight stand beside each other
  [...table.head.cells].slice(0, frozen.length).forEach((th, i) => {
    table.box.style.setProperty("--left-" + i, left + "px");
    left += th.offsetWidth;
  });
}

function rowElement(row, i) {
  const tr = element("tr", { "data-row": i, "aria-rowindex": i + 2 }), above = table.rows[i - 1];
  tr.classList.toggle("chosen", i === table.chosen);
  tr.classList.toggle("failed", failing.includes(cell(row, "status")));
  tr.classList.toggle("again", !!above && above.study === row.study && cell(above, "index") === cell(row, "index"));
  tr.append(...table.columns.map((c) => {
    const title = c.name === "warnings" ? studies[row.study].warned?.[row.at]?.join("\n") : c.told && cell(row, c.name);
    return element("td", { class: classOf(c), title, "data-column": c.name }, shown(row, c.name));
  }));
  return tr;
}

// choose marks a row, brings it into sight and, if asked, opens its step.
function choose(i, open) {
  if (!table.rows[i]) return;
  table.chosen = i;
  if (Math.floor(i / pageRows) !== table.page) turnTo(Math.floor(i / pageRows));
  for (const tr of table.body.rows) tr.classList.toggle("chosen", Number(tr.dataset.row) === i);
  const tr = table.body.rows[i % pageRows], box = table.box;
  box.scrollTop = Math.max(tr.offsetTop + tr.offsetHeight - box.clientHeight, Math.min(box.scrollTop, tr.offsetTop - table.head.offsetHeight));
  return open ? openStep(table.rows[i].study, cell(table.rows[i], "index"), cell(table.rows[i], "method")) : undefined;
}

function keyInTable(e) {
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity };
  if (e.target !== table.box) return;
  if (e.key in moves) choose(Math.max(0, Math.min(table.rows.length - 1, table.chosen + moves[e.key])), false);
  else if (e.key === "Enter" && table.rows.length) choose(Math.max(0, table.chosen), true).then(goToStep);
  else return;
  e.preventDefault();
}

// csv returns the filtered rows with all columns of summary.csv.
function csv() {
  const names = setup.studies.length > 1 ? ["study", ...studies[0].columns] : studies[0].columns;
  return csvOf([names, ...table.rows.map((row) => names.map((name) => cell(row, name)))]);
}
