// The page as a whole: filters, and the step that is open.

const opened = { study: 0, index: "", method: "" };

// openStep shows a step and, where there are schedules, its Gantt chart.
async function openStep(s, index, method) {
  Object.assign(opened, { study: s, index: String(index), method });
  const study = studies[s], rows = study.byStep.get(opened.index);
  if (!rows) return;
  const first = { study: s, at: rows[0] }, jobs = cell(first, "jobs");
  document.getElementById("step-title").textContent = `Step ${grouped(index)} of ${setup.short[s]}: second ${grouped(cell(first, "now"))} of the trace, ${jobs} waiting ${jobs === "1" ? "job" : "jobs"}`;
  document.getElementById("values").replaceChildren(allValues(study, rows));
  for (const code of document.querySelectorAll("#step-command code")) code.textContent = setup.show + " " + index;
  const box = document.getElementById("step"), hidden = box.hidden;
  box.hidden = false;
  const step = await drawing(s, index);
  if (opened.study !== s || opened.index !== String(index)) return; // another was opened meanwhile
  for (const id of ["gantt", "gantt-bar", "moves", "hovered"]) document.getElementById(id).hidden = !step;
  document.getElementById("hovered").textContent = step ? "Point at a job to read about it." : "";
  if (step) showGantt(step, method || "", setup.costs[s]);
  if (hidden) box.scrollIntoView({ block: "nearest" });
  keepState();
}

// goToStep brings the focus to the open step.
function goToStep() {
  document.getElementById("step").scrollIntoView();
  document.getElementById("step-title").focus({ preventScroll: true });
}

// allValues returns what summary.csv has of a step, a column for each result.
function allValues(study, rows) {
  const lines = study.columns.map((name, c) => [name, rows.map((r) => study.cells[c][r])]).filter(([, cells]) => cells.some((text) => text !== ""));
  return element("table", { class: "facts" }, element("tbody", {}, ...lines.map(([name, cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((text) => element("td", { class: "n" }, text))))));
}

// neighbour opens the step so many places after the open one, in the order of the table.
function neighbour(by) {
  const steps = [...Map.groupBy(table.rows, (row) => row.study + " " + cell(row, "index")).values()].map(([first]) => first);
  const at = steps.findIndex((row) => row.study === opened.study && cell(row, "index") === opened.index);
  const next = steps[Math.max(0, Math.min(steps.length - 1, at + by))];
  if (next) choose(table.rows.indexOf(next), true);
}

function fillFilters() {
  const form = document.getElementById("filters");
  for (const name of ["study", "method", "status", "ended_by", "best_policy"]) {
    const values = [...new Set(table.all.map((row) => cell(row, name)))].filter((v) => v !== "");
    if (name !== "study") values.sort(); // studies stay in the order of the page
    form.elements[name].append(element("option", { value: "" }, "all"), ...values.map((v) => element("option", { value: v }, name === "study" ? setup.short[setup.studies.indexOf(v)] : v.replaceAll("_", " "))));
  }
  form.querySelector("[data-several]").hidden = setup.studies.length < 2;
  let due = 0;
  form.addEventListener("input", (e) => {
    if (e.target.type === "checkbox") return; // of a column
    clearTimeout(due);
    due = setTimeout(refresh, 60);
  });
  document.getElementById("all-rows").addEventListener("click", () => {
    for (const field of fields()) field.value = "";
    refresh();
  });
  form.addEventListener("submit", (e) => e.preventDefault());
}

function listen() {
  const click = (id, does) => document.getElementById(id).addEventListener("click", does);
  const close = () => { document.getElementById("step").hidden = true; table.box.focus(); keepState(); };
  click("step-before", () => neighbour(-1));
  click("step-after", () => neighbour(1));
  click("step-close", close);
  click("csv", () => saveAs("summary.csv", "text/csv", csv()));
  click("link", (e) => { keepState(); copyText(location.href, e.target); });
  document.getElementById("step").addEventListener("keydown", (e) => {
    if (e.target.matches("input, select") || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "n") neighbour(1);
    else if (e.key === "p") neighbour(-1);
    else if (e.key === "Escape") close();
  });
  for (const button of document.querySelectorAll("button[data-step]")) {
    button.addEventListener("click", () => openStep(Number(button.dataset.study), button.dataset.step, "").then(goToStep));
  }
}

// letScroll lets keys reach boxes whose content is wider than they are.
function letScroll() {
  for (const box of document.querySelectorAll(".scroll")) {
    const wider = box.scrollWidth > box.clientWidth + 1, title = box.querySelector("caption, th");
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", (title ? title.textContent.trim() : "picture") + ", scrolls"]]) {
      if (wider) box.setAttribute(name, value); else box.removeAttribute(name);
    }
  }
}

load().then(async () => { // once the whole script has been read
  document.querySelectorAll("main > section > .scroll > table.sheet, details > .scroll > table.sheet").forEach(makeSortable);
  document.querySelectorAll("table.sheet").forEach(addSaving);
  document.querySelectorAll("figure[id^=chart-]").forEach(addPictureSaving);
  for (const b of document.querySelectorAll("button.copy")) b.addEventListener("click", () => copyText(b.parentElement.querySelector("code").textContent, b));
  if (studies.length) {
    buildTable();
    fillFilters();
    listenToGantt();
    listen();
    refresh();
    await readState();
    table.ready = true;
    window.addEventListener("hashchange", readState);
  }
  letScroll();
  new ResizeObserver(letScroll).observe(document.body);
  document.documentElement.dataset.ready = "yes"; // for tests
}).catch((e) => {
  document.querySelector("main").prepend(Map.groupBy ? `Parts of this page are missing, by a fault of it: ${e.name}: ${e.message}` : "This browser cannot unpack the rows: one of 2024 or later is needed.");
  console.error(e);
});
