// The page as a whole, and the step that is open.

// openStep shows a step and, where there are schedules, its Gantt chart.
async function openStep(s, index, method) {
  const study = studies[s], rows = table.all.filter((row) => row.study === s && cell(row, "index") === String(index));
  if (!rows.length) return;
  const jobs = cell(rows[0], "jobs"), box = part("step"), hidden = box.hidden;
  Object.assign(opened, { open: String(index), of: setup.studies[s], by: method });
  part("step-title").textContent = `Step ${grouped(index)} of ${setup.studies[s]}: second ${grouped(cell(rows[0], "now"))} ` +
    `of the trace, ${jobs} waiting ${jobs === "1" ? "job" : "jobs"}`;
  const values = study.columns.map((name) => [name, ...rows.map((row) => cell(row, name))]);
  part("values").replaceChildren(...values.filter(([, ...cells]) => cells.some((text) => text !== "")).map(([name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((text) => element("td", { class: "n" }, text)))));
  box.hidden = false;
  const step = await drawing(s, index);
  if (opened.of !== setup.studies[s] || opened.open !== String(index)) return; // another was opened meanwhile
  for (const id of ["gantt", "gantt-bar", "moves", "hovered"]) part(id).hidden = !step;
  part("hovered").textContent = "Point at a job to read about it.";
  if (step) showGantt(step, method, setup.cost);
  if (hidden) box.scrollIntoView({ block: "nearest" });
  keepState();
}

// goToStep brings the focus to the open step.
function goToStep() {
  part("step").scrollIntoView();
  part("step-title").focus({ preventScroll: true });
}

// neighbour opens the step so many places after the open one, in the order of the table.
function neighbour(by) {
  const steps = [...Map.groupBy(table.rows, (row) => row.study + " " + cell(row, "index")).values()].map(([first]) => first);
  const at = steps.findIndex((row) => setup.studies[row.study] === opened.of && cell(row, "index") === opened.open);
  const next = steps[Math.max(0, Math.min(steps.length - 1, at + by))];
  if (next) choose(table.rows.indexOf(next), true);
}

actions.open = (button) => openStep(Number(button.dataset.study), button.dataset.step, "").then(goToStep);
actions.choose = (tr) => choose(Number(tr.dataset.row), true);
actions.turn = (button) => turnTo(table.page + Number(button.dataset.by));
actions.zoom = (button) => zoom(Number(button.dataset.by));
actions.copy = (button) => navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent)
  .then(() => "copied", () => "not allowed here").then((text) => { button.textContent = text; });
actions.next = (button) => neighbour(Number(button.dataset.by));
actions.close = () => {
  for (const name of Object.keys(opened)) delete opened[name];
  part("step").hidden = true;
  part("rows").focus();
  keepState();
};

function keyInStep(e) {
  if (e.target.matches("input, select") || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "n") neighbour(1);
  else if (e.key === "p") neighbour(-1);
  else if (e.key === "Escape") actions.close();
}

async function start() {
  studies.push(...await Promise.all(setup.studies.map((_, s) => decode("study-" + s))));
  document.addEventListener("click", (e) => {
    const button = e.target.closest("[data-do]");
    if (button) actions[button.dataset.do](button);
  });
  if (studies.length) {
    buildTable();
    listenToGantt();
    part("step").addEventListener("keydown", keyInStep);
    refresh();
    await readState();
    table.ready = true;
    window.addEventListener("hashchange", readState);
  }
  document.documentElement.dataset.ready = "yes"; // for tests
}

start().catch((e) => {
  document.querySelector("main").prepend(`Parts of this page are missing (${e}). It needs a browser of 2024 or later.`);
  console.error(e);
});
