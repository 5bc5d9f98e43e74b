// The table of all rows, one page at a time, and the sorting of all tables.

const pageRows = 200;
const table = { all: [], rows: [], heads: [], page: 0, chosen: -1, ready: false, exploring: 0 };

function buildTable() {
  table.all = studies.flatMap((study, s) => study.cells.index.map((_, at) => ({ study: s, at })));
  table.heads = [...document.querySelectorAll("#rows th")];
  part("rows").addEventListener("keydown", keyInTable);
  part("filters").addEventListener("input", refresh);
  part("filters").addEventListener("reset", () => setTimeout(refresh)); // once the fields are blank
}

// sortValue returns what a cell is sorted by: its first number, a time in seconds, or its text.
function sortValue(cell) {
  const text = cell.replace(/^[<>] /, "");
  const number = parseFloat(text.replaceAll(",", "")) * ({ "µs": 1e-6, ms: 1e-3 }[text.split(" ")[1]] || 1);
  return /^[-+]?[\d.]/.test(text) && !Number.isNaN(number) ? number : cell;
}

// sorted returns rows in the order of a text of each: numbers before words, and blanks last. Equal rows stay in order.
function sorted(rows, text, falling) {
  const keys = new Map(rows.map((row) => [row, sortValue(text(row))]));
  const before = (x, y) => {
    if (x === "" || y === "") return (x === "") - (y === "");
    if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
    return (x < y ? -1 : x > y ? 1 : 0) * (falling ? -1 : 1);
  };
  return rows.slice().sort((a, b) => before(keys.get(a), keys.get(b)));
}

// markSorted marks the head, of a row of heads, that its table is sorted by.
function markSorted(heads, head, falling) {
  for (const th of heads) th.ariaSort = th !== head ? null : falling ? "descending" : "ascending";
}

actions.sort = (button) => {
  const th = button.parentElement, name = th.dataset.column, body = th.closest("table").tBodies[0];
  const falling = th.ariaSort ? th.ariaSort === "ascending" : th.classList.contains("n") && name !== "index";
  if (name) {
    [part("view").elements.sort.value, part("view").elements.order.value] = [name, falling ? "falling" : "rising"];
    return refresh();
  }
  body.replaceChildren(...sorted([...body.rows], (row) => row.cells[th.cellIndex].textContent, falling));
  markSorted(th.parentElement.cells, th, falling);
};

// tests are what a filter can ask of the text that its column shows.
const tests = {
  is: (text, wanted) => text === wanted,
  equals: (text, wanted) => sortValue(text) === Number(wanted),
  least: (text, wanted) => text !== "" && sortValue(text) >= Number(wanted),
  most: (text, wanted) => text !== "" && sortValue(text) <= Number(wanted),
  there: (text, wanted) => (text !== "") === (wanted === "some"),
};

// refresh shows the rows that fit the filters, in their order, and the columns that were chosen.
function refresh() {
  const filters = [...part("filters").elements].filter((e) => e.dataset.test && e.value), view = part("view").elements;
  const head = table.heads.find((th) => th.dataset.column === view.sort.value), falling = view.order.value === "falling";
  table.rows = table.all.filter((row) => filters.every((e) => tests[e.dataset.test](shown(row, e.dataset.column), e.value)));
  const by = (text) => { table.rows = sorted(table.rows, (row) => text(row, view.sort.value), falling); };
  if (head?.dataset.told) by(cell); // rows that look alike stay in the order of what is stored
  if (head) by(shown);
  markSorted(table.heads, head, falling);
  for (const th of table.heads) th.hidden = !view["show-" + th.dataset.column].checked;
  const n = table.rows.length, all = table.all.length;
  part("count").textContent = (n === all ? "" : grouped(n) + " of ") + grouped(all) + " rows";
  table.chosen = -1;
  turnTo(0);
  clearTimeout(table.exploring);
  table.exploring = setTimeout(explore); // after the table
  keepState();
}

// turnTo shows a page of the rows.
function turnTo(page) {
  const rows = table.rows.length, last = Math.max(0, Math.ceil(rows / pageRows) - 1), box = part("rows");
  table.page = Math.max(0, Math.min(last, page));
  const first = table.page * pageRows, end = Math.min(rows, first + pageRows);
  box.querySelector("tbody").replaceChildren(...table.rows.slice(first, end).map((row, i) => rowElement(row, first + i)));
  part("pager").hidden = last === 0;
  part("paged").textContent = `Rows ${grouped(first + 1)} to ${grouped(end)} of ${grouped(rows)}.`;
  part("page-before").disabled = table.page === 0;
  part("page-after").disabled = table.page === last;
  box.scrollTop = 0;
}

function rowElement(row, i) {
  const above = table.rows[i - 1], status = cell(row, "status");
  const tr = element("tr", { "data-row": i, "data-do": "choose", "data-status": status, "aria-rowindex": i + 2 });
  tr.classList.toggle("chosen", i === table.chosen);
  tr.classList.toggle("again", above?.study === row.study && cell(above, "index") === cell(row, "index"));
  tr.append(...table.heads.map((th) => {
    const name = th.dataset.column;
    const title = name === "warnings" ? studies[row.study].warned?.[row.at]?.join("\n") : th.dataset.told && cell(row, name);
    return element("td", { class: th.className, title, hidden: th.hidden, "data-column": name }, shown(row, name));
  }));
  return tr;
}

// choose marks a row, brings it into sight and, if asked, opens its step.
function choose(i, open) {
  const row = table.rows[i];
  table.chosen = i;
  if (Math.floor(i / pageRows) !== table.page) turnTo(Math.floor(i / pageRows));
  for (const tr of document.querySelectorAll("#rows tr[data-row]")) tr.classList.toggle("chosen", Number(tr.dataset.row) === i);
  document.querySelector("#rows tr.chosen").scrollIntoView({ block: "nearest" });
  return open ? openStep(row.study, cell(row, "index"), cell(row, "method")) : undefined;
}

function keyInTable(e) {
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity };
  if (e.target !== part("rows") || !table.rows.length) return;
  if (e.key in moves) choose(Math.max(0, Math.min(table.rows.length - 1, table.chosen + moves[e.key])), false);
  else if (e.key === "Enter") choose(Math.max(0, table.chosen), true).then(goToStep);
  else return;
  e.preventDefault();
}
