// The Gantt chart of a step: two schedules, one above the other, on one time axis.

const gantt = { step: null, cost: null, jobs: [], moves: [], from: 0, to: 1, end: 1 };
const panelHeight = 210, panelTop = 44, axisHeight = 36, leftRoom = 58, rightRoom = 8;

// svg makes an element of a picture.
function svg(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== undefined) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

// showGantt draws a step anew: its whole time, the best policy above the method.
function showGantt(step, method, cost) {
  gantt.step = step;
  gantt.cost = cost;
  gantt.jobs = jobsOf(step);
  const options = (name, chosen) => {
    const select = document.getElementById(name);
    select.replaceChildren(...step.s.map((p, k) => element("option", { value: k, selected: k === chosen }, p.t)));
  };
  const prefix = method.toUpperCase() + ",";
  const own = step.s.findIndex((p, k) => k > 0 && p.t.startsWith(prefix));
  options("gantt-above", 0);
  options("gantt-below", own > 0 ? own : Math.min(1, step.s.length - 1));
  gantt.end = Math.max(1, ...step.s.map((p) => makespan(gantt.jobs, p))) * 1.02;
  zoomTo(-0.012 * gantt.end, gantt.end);
  compareSchedules();
}

function panels() {
  const [above, below] = ["gantt-above", "gantt-below"].map((name) => gantt.step.s[Number(document.getElementById(name).value)]);
  return above === below ? [above] : [above, below];
}

// compareSchedules marks the critical differences and lists what moved.
function compareSchedules() {
  const [above, below] = panels();
  gantt.moves = [];
  const list = document.getElementById("moves");
  list.replaceChildren();
  if (above.b && below && below.b) {
    gantt.moves = moved(gantt.jobs, above, below);
    const sorted = markCritical(gantt.moves);
    const total = sorted.reduce((sum, m) => sum + m.cost, 0);
    list.append(explain(sorted, total));
    if (sorted.length) list.append(moveTable(sorted, total));
  }
  drawGantt();
}

function explain(sorted, total) {
  const key = (name) => { const s = element("span", { class: "key" }); s.style.background = "var(--" + name + ")"; return s; };
  if (!sorted.length) return element("p", {}, "All jobs start at the same time in both schedules.");
  const critical = sorted.filter((m) => m.critical).length;
  const byJob = document.getElementById("gantt-colours").value === "jobs";
  const colours = byJob ? ["Each job has a colour of its own. "] : [key("earlier"), "earlier", key("later"), "later", key("same"), "not. "];
  return element("p", {}, "Compared with the schedule above, ", String(sorted.length), " of ", String(gantt.jobs.length), byJob ? " jobs move in the one below. " : " jobs move in the one below: ",
    ...colours, key("critical"), "Critical: the fewest jobs, here " + critical + ", with four fifths of all gains and costs (at most eight). ",
    "The schedule above costs " + costText(total) + " " + gantt.cost.words + " more. Hatched: processors that running jobs or reservations take.");
}

function moveTable(sorted, total) {
  const head = ["job", "width", "estimate", "start above", "start below", "moves by", `costs above [${gantt.cost.unit}]`].map((t) => element("th", { class: "n" }, t));
  const rows = sorted.slice(0, 12).map((m) => element("tr", {}, ...[
    m.job.id + (m.critical ? " ●" : ""), grouped(String(m.job.width)), duration(m.job.estimate), duration(m.above), duration(m.below), (m.by > 0 ? "+" : "") + duration(m.by), (m.cost > 0 ? "+" : "") + costText(m.cost),
  ].map((t) => element("td", { class: "n" }, t))));
  const rest = sorted.slice(12).reduce((sum, m) => sum + m.cost, 0);
  if (sorted.length > 12) rows.push(element("tr", {}, element("td", { class: "n", colspan: 6 }, sorted.length - 12 + " other jobs"), element("td", { class: "n" }, costText(rest))));
  const foot = element("tr", {}, element("td", { class: "n", colspan: 6 }, "difference of the objectives"), element("td", { class: "n", id: "difference" }, costText(total)));
  return element("div", { class: "scroll" }, element("table", { class: "sheet" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows), element("tfoot", {}, foot)));
}

function drawGantt() {
  if (!gantt.step) return;
  const box = document.getElementById("gantt");
  const width = Math.max(300, box.clientWidth || 900), shownPanels = panels();
  gantt.plot = width - leftRoom - rightRoom;
  const height = shownPanels.length * (panelTop + panelHeight) + axisHeight;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  picture.append(svg("defs", {},
    svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { class: "hatch", width: 6, height: 6 }), svg("line", { class: "hatch-line", y2: 6 })),
    svg("clipPath", { id: "plot" }, svg("rect", { x: leftRoom, width: gantt.plot, height }))));
  if (shownPanels.length > 1) drawLinks(picture); // below the titles
  shownPanels.forEach((p, k) => drawPanel(picture, p, panelTop + k * (panelTop + panelHeight), shownPanels.length > 1 ? k : -1));
  for (const t of timeMarks(gantt.from, gantt.to, gantt.plot / 90)) {
    const atEdge = x(t) + 3.5 * duration(t).length > width; // about half of its width
    picture.append(svg("text", { x: atEdge ? width : x(t), y: height - 20, "text-anchor": atEdge ? "end" : "middle" }, duration(t)));
  }
  picture.append(svg("text", { x: leftRoom + gantt.plot, y: height - 5, "text-anchor": "end" }, "time after the step"));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", "Gantt chart: " + shownPanels.map((p) => p.t + (p.b ? ", " + averageText(gantt.jobs, p) + ", makespan " + duration(makespan(gantt.jobs, p)) : ", " + p.why)).join("; "));
  box.replaceChildren(picture);
}

function x(second) { return leftRoom + (second - gantt.from) / (gantt.to - gantt.from) * gantt.plot; }

function drawPanel(picture, p, top, side) {
  const machine = gantt.step.m, y = (processor) => top + panelHeight * (1 - processor / machine);
  picture.append(svg("text", { class: "name", x: leftRoom, y: top - 22 }, p.t));
  for (const m of processorMarks(machine)) {
    picture.append(svg("line", { class: "grid", x1: leftRoom, x2: leftRoom + gantt.plot, y1: y(m), y2: y(m) }), svg("text", { x: leftRoom - 6, y: y(m) + 4, "text-anchor": "end" }, m));
  }
  const within = svg("g", { "clip-path": "url(#plot)" });
  for (const t of timeMarks(gantt.from, gantt.to, gantt.plot / 90)) within.append(svg("line", { class: "grid", x1: x(t), x2: x(t), y1: top, y2: top + panelHeight }));
  const rectangle = (name, from, to, low, high) => svg("rect", { class: name, x: x(from), width: Math.max(0.5, x(to) - x(from)), y: y(high), height: Math.max(0.5, y(low) - y(high)) });
  const taken = p.h || [];
  for (let i = 0; i < taken.length; i += 4) within.append(rectangle("taken", taken[i] === 0 ? gantt.from : taken[i], taken[i + 1], taken[i + 2], taken[i + 3]));
  gantt.jobs.forEach((job, i) => { if (p.b) drawJob(within, rectangle, job, i, p.b[i], side); });
  const end = makespan(gantt.jobs, p);
  within.append(svg("line", { class: "now", x1: x(0), x2: x(0), y1: top - 4, y2: top + panelHeight }), svg("line", { class: "end", x1: x(end), x2: x(end), y1: top - 4, y2: top + panelHeight }));
  picture.append(within, svg("rect", { class: "frame", x: leftRoom, y: top, width: gantt.plot, height: panelHeight }));
  picture.append(svg("text", { x: 12, y: top + panelHeight / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${top + panelHeight / 2})` }, "processors"));
  if (p.b && document.getElementById("gantt-path").checked) drawPath(within, p, y);
  const remark = p.b ? averageText(gantt.jobs, p) + "; makespan " + duration(end) : p.why;
  picture.append(svg("text", { x: leftRoom + gantt.plot, y: top - 5, "text-anchor": "end" }, remark));
}

function drawJob(within, rectangle, job, i, blocks, side) {
  const move = gantt.moves[i], start = blocks[0], end = start + job.estimate;
  const byJob = document.getElementById("gantt-colours").value === "jobs" || !move;
  const name = "job" + (byJob ? "" : move.by === 0 ? " same" : move.by < 0 ? " earlier" : " later") + (move && move.critical ? " critical" : "");
  for (let k = 1; k < blocks.length; k += 2) {
    const r = rectangle(name, start, end, blocks[k], blocks[k + 1]);
    if (byJob) r.style.fill = setup.colours[i % setup.colours.length];
    r.dataset.job = i;
    r.append(svg("title", {}, facts(job, start, move)));
    within.append(r);
    const left = Math.max(Number(r.getAttribute("x")), leftRoom), right = Math.min(x(end), leftRoom + gantt.plot), label = String(job.id);
    if (right - left > label.length * 6.5 + 6 && Number(r.getAttribute("height")) > 12) {
      within.append(svg("text", { class: "id", x: (left + right) / 2, y: Number(r.getAttribute("y")) + Number(r.getAttribute("height")) / 2 + 4, "text-anchor": "middle" }, label));
    }
  }
}

// drawPath draws the critical path of a schedule through the middles of its jobs.
function drawPath(within, p, y) {
  const path = criticalPath(gantt.jobs, p), places = path.map((i) => {
    const blocks = p.b[i], middle = y((blocks[1] + blocks[2]) / 2);
    return `${x(blocks[0])},${middle} ${x(blocks[0] + gantt.jobs[i].estimate)},${middle}`;
  });
  const words = "critical path: " + path.map((i) => "job " + gantt.jobs[i].id).join(", ");
  within.append(svg("polyline", { class: "path-line", points: places.join(" ") }, svg("title", {}, words)));
}

function facts(job, start, move) {
  const moves = !move || move.by === 0 ? "" : `; ${duration(Math.abs(move.by))} ${move.by < 0 ? "earlier" : "later"} below, which ${move.cost > 0 ? "saves" : "costs"} ${costText(Math.abs(move.cost))} ${gantt.cost.words}`;
  return `job ${job.id}: ${grouped(String(job.width))} processors for ${duration(job.estimate)}, submitted ${duration(-job.submit)} before the step, starts after ${duration(start)}, ends after ${duration(start + job.estimate)}${moves}`;
}

// drawLinks joins the starts of critical jobs in both schedules.
function drawLinks(picture) {
  const upper = panelTop + panelHeight, lower = upper + panelTop;
  const links = svg("g", { "clip-path": "url(#plot)" });
  for (const m of gantt.moves.filter((m) => m.critical)) {
    links.append(svg("path", { class: "link-line", d: `M${x(m.above)},${upper}L${x(m.below)},${lower}` }));
  }
  picture.append(links);
}

function zoomTo(from, to) {
  const least = Math.min(30, gantt.end), whole = 1.012 * gantt.end;
  const length = Math.min(whole, Math.max(least, to - from));
  const mid = (from + to) / 2;
  gantt.from = Math.min(Math.max(mid - length / 2, -0.012 * gantt.end), gantt.end - length);
  gantt.to = gantt.from + length;
}

// zoom makes the time in sight longer or shorter about a place from 0, left, to 1, right.
function zoom(factor, about = 0.5) {
  const length = gantt.to - gantt.from, fixed = gantt.from + about * length;
  zoomTo(fixed - about * length * factor, fixed + (1 - about) * length * factor);
  drawGantt();
}

function pan(share) {
  const by = share * (gantt.to - gantt.from);
  zoomTo(gantt.from + by, gantt.to + by);
  drawGantt();
}

// point shows what is known of a job, in both schedules.
function point(i) {
  for (const r of document.querySelectorAll("#gantt .pointed")) r.classList.remove("pointed");
  if (i === undefined) return;
  for (const r of document.querySelectorAll(`#gantt [data-job="${i}"]`)) r.classList.add("pointed");
  document.getElementById("hovered").textContent = facts(gantt.jobs[i], panels()[0].b ? panels()[0].b[i][0] : panels()[1].b[i][0], gantt.moves[i]);
}

function listenToGantt() {
  const box = document.getElementById("gantt");
  const place = (e) => (e.clientX - box.getBoundingClientRect().left - leftRoom) / gantt.plot;
  let dragged = null;
  box.addEventListener("pointerover", (e) => point(e.target.dataset.job));
  box.addEventListener("pointerdown", (e) => { dragged = e.clientX; box.setPointerCapture(e.pointerId); if (e.target.dataset.job) point(e.target.dataset.job); });
  box.addEventListener("pointermove", (e) => {
    if (dragged === null || Math.abs(e.clientX - dragged) < 2) return;
    pan((dragged - e.clientX) / gantt.plot);
    dragged = e.clientX;
  });
  for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => { dragged = null; });
  box.addEventListener("dblclick", (e) => zoom(0.5, place(e)));
  box.addEventListener("wheel", (e) => { // with a key held, or once the chart has the focus
    if (!e.ctrlKey && !e.metaKey && document.activeElement !== box) return;
    e.preventDefault();
    zoom(e.deltaY < 0 ? 0.8 : 1.25, place(e));
  }, { passive: false });
  for (const name of ["gantt-above", "gantt-below", "gantt-colours", "gantt-path"]) document.getElementById(name).addEventListener("change", compareSchedules);
  const keys = { "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), ArrowLeft: () => pan(-0.25), ArrowRight: () => pan(0.25), 0: () => { zoomTo(-gantt.end, 2 * gantt.end); drawGantt(); } };
  box.addEventListener("keydown", (e) => { if (e.key in keys) { keys[e.key](); e.preventDefault(); } });
  for (const [id, key] of [["zoom-in", "+"], ["zoom-out", "-"], ["zoom-left", "ArrowLeft"], ["zoom-right", "ArrowRight"], ["zoom-all", 0]]) {
    document.getElementById(id).addEventListener("click", () => keys[key]());
  }
  document.querySelector("#gantt-bar .buttons").append(pictureButton("Gantt chart of the step", () => onPaper(box.querySelector("svg"))));
  new ResizeObserver(drawGantt).observe(box);
}
