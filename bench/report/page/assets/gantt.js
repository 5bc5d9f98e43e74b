// The Gantt chart of a step: two schedules, one above the other, on one time axis. A longer axis scrolls.

const gantt = { step: null, cost: null, jobs: [], moves: [], zoom: 1, end: 1 };
const panelHeight = 210, panelTop = 44, axisHeight = 36, leftRoom = 58, rightRoom = 8;

// showGantt draws a step anew: its whole time, the best policy above the method.
function showGantt(step, method, cost) {
  Object.assign(gantt, { step, cost, jobs: jobsOf(step), zoom: 1, box: document.getElementById("gantt") });
  const options = (name, chosen) => document.getElementById(name).replaceChildren(...step.s.map((p, k) => element("option", { value: k, selected: k === chosen }, p.t)));
  const own = step.s.findIndex((p, k) => k > 0 && p.t.startsWith(method.toUpperCase() + ","));
  options("gantt-above", 0);
  options("gantt-below", own > 0 ? own : Math.min(1, step.s.length - 1));
  gantt.end = Math.max(1, ...step.s.map((p) => p.e || 0)) * 1.02;
  compareSchedules();
}

function panels() {
  const [above, below] = ["gantt-above", "gantt-below"].map((name) => gantt.step.s[Number(document.getElementById(name).value)]);
  return above === below ? [above] : [above, below];
}

// compareSchedules marks the critical differences and lists what moved.
function compareSchedules() {
  const [above, below] = panels();
  gantt.moves = above.b && below?.b ? moved(gantt.jobs, above, below) : [];
  const most = markCritical(gantt.moves), total = most.reduce((sum, m) => sum + m.cost, 0);
  document.getElementById("moves").replaceChildren(...(gantt.moves.length ? [explain(most, total)] : []), ...(most.length ? [moveTable(most, total)] : []));
  drawGantt();
}

function explain(most, total) {
  const key = (name) => element("span", { class: "key", style: `background: var(--${name})` });
  if (!most.length) return element("p", {}, "All jobs start at the same time in both schedules.");
  const critical = most.filter((m) => m.critical).length;
  const colours = document.getElementById("gantt-colours").value === "jobs" ? [". Each job has a colour of its own. "] : [": ", key("earlier"), "earlier", key("later"), "later", key("same"), "not. "];
  return element("p", {}, `Compared with the schedule above, ${most.length} of ${gantt.jobs.length} jobs move in the one below`,
    ...colours, key("critical"), "Critical: the fewest jobs, here " + critical + ", with four fifths of all gains and costs (at most eight). ",
    "The schedule above costs " + costText(total) + " " + gantt.cost.words + " more. Hatched: processors that running jobs or reservations take.");
}

function moveTable(most, total) {
  const sheet = element("table", { class: "sheet" }, element("thead"), element("tbody"), element("tfoot")), signed = (n, write) => (n > 0 ? "+" : "") + write(n);
  fill(sheet, 0, ["job", "width", "estimate", "start above", "start below", "moves by", `costs above [${gantt.cost.unit}]`], most.slice(0, 12).map((m) => [
    m.job.id + (m.critical ? " ●" : ""), grouped(m.job.width), duration(m.job.estimate), duration(m.above), duration(m.below), signed(m.by, duration), signed(m.cost, costText),
  ]));
  const last = (text, cost, id) => element("tr", {}, element("td", { class: "n", colspan: 6 }, text), element("td", { class: "n", id }, costText(cost)));
  if (most.length > 12) sheet.tBodies[0].append(last(most.length - 12 + " other jobs", most.slice(12).reduce((sum, m) => sum + m.cost, 0)));
  sheet.tFoot.append(last("difference of the objectives", total, "difference"));
  return element("div", { class: "scroll" }, sheet);
}

function drawGantt() {
  if (!gantt.step) return;
  const shownPanels = panels(), height = shownPanels.length * (panelTop + panelHeight) + axisHeight;
  gantt.inSight = Math.max(300, gantt.box.clientWidth || 900) - leftRoom - rightRoom;
  gantt.plot = gantt.inSight * gantt.zoom;
  const width = gantt.plot + leftRoom + rightRoom, picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  picture.append(svg("defs", {},
    svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { class: "hatch", width: 6, height: 6 }), svg("line", { class: "hatch-line", y2: 6 }))));
  gantt.still = svg("g", { class: "still" }, svg("rect", { class: "margin", width: leftRoom, height }));
  if (shownPanels.length > 1) drawLinks(picture); // below the titles
  shownPanels.forEach((p, k) => drawPanel(picture, p, panelTop + k * (panelTop + panelHeight)));
  for (const t of timeMarks(gantt.end, gantt.plot / 90)) {
    const atEdge = x(t) + 3.5 * duration(t).length > width; // about half of its width
    picture.append(svg("text", { x: atEdge ? width : x(t), y: height - 20, "text-anchor": atEdge ? "end" : "middle" }, duration(t)));
  }
  gantt.still.append(svg("text", { x: leftRoom + gantt.inSight, y: height - 5, "text-anchor": "end" }, "time after the step"));
  picture.append(gantt.still);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", "Gantt chart: " + shownPanels.map((p) => p.t + ", " + remark(p)).join("; "));
  gantt.box.replaceChildren(picture);
  keepStill();
}

// keepStill leaves the titles and the axis of the processors in sight.
function keepStill() { gantt.still.setAttribute("transform", `translate(${gantt.box.scrollLeft})`); }

function remark(p) { return p.b ? p.a + "; makespan " + duration(p.e) : p.why; }

// x returns the place of a second. The axis begins a little before the step.
function x(second) { return leftRoom + (second / gantt.end + 0.012) / 1.012 * gantt.plot; }

function drawPanel(picture, p, top) {
  const machine = gantt.step.m, y = (processor) => top + panelHeight * (1 - processor / machine), right = leftRoom + gantt.plot;
  gantt.still.append(svg("text", { class: "name", x: leftRoom, y: top - 22 }, p.t),
    svg("text", { class: "remark", x: leftRoom + gantt.inSight, y: top - 5, "text-anchor": "end" }, remark(p)),
    svg("text", { x: 12, y: top + panelHeight / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${top + panelHeight / 2})` }, "processors"));
  for (const m of new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * machine)))) {
    picture.append(svg("line", { class: "grid", x1: leftRoom, x2: right, y1: y(m), y2: y(m) }));
    gantt.still.append(svg("text", { x: leftRoom - 6, y: y(m) + 4, "text-anchor": "end" }, m));
  }
  for (const t of timeMarks(gantt.end, gantt.plot / 90)) picture.append(svg("line", { class: "grid", x1: x(t), x2: x(t), y1: top, y2: top + panelHeight }));
  const rectangle = (name, from, to, low, high) => svg("rect", { class: name, x: x(from), width: Math.max(0.5, x(to) - x(from)), y: y(high), height: Math.max(0.5, y(low) - y(high)) });
  const taken = p.h || [];
  for (let i = 0; i < taken.length; i += 4) picture.append(rectangle("taken", taken[i] === 0 ? -0.012 * gantt.end : taken[i], Math.min(taken[i + 1], gantt.end), taken[i + 2], taken[i + 3]));
  gantt.jobs.forEach((job, i) => { if (p.b) drawJob(picture, rectangle, job, i, p.b[i]); });
  for (const [name, at] of [["now", 0], ["end", p.e || 0]]) picture.append(svg("line", { class: name, x1: x(at), x2: x(at), y1: top - 4, y2: top + panelHeight }));
  picture.append(svg("rect", { class: "frame", x: leftRoom, y: top, width: gantt.plot, height: panelHeight }));
  if (p.b && document.getElementById("gantt-path").checked) drawPath(picture, p, y);
}

function drawJob(picture, rectangle, job, i, [start, ...blocks]) {
  const move = gantt.moves[i], end = start + job.estimate;
  const byJob = document.getElementById("gantt-colours").value === "jobs" || !move;
  const name = "job" + (byJob ? "" : move.by === 0 ? " same" : move.by < 0 ? " earlier" : " later") + (move && move.critical ? " critical" : "");
  for (let k = 0; k < blocks.length; k += 2) {
    const r = rectangle(name, start, end, blocks[k], blocks[k + 1]), [left, top, width, height] = ["x", "y", "width", "height"].map((a) => Number(r.getAttribute(a)));
    if (byJob) r.style.fill = setup.colours[i % setup.colours.length];
    r.dataset.job = i;
    r.append(svg("title", {}, facts(job, start, move)));
    picture.append(r);
    if (width > String(job.id).length * 6.5 + 6 && height > 12) picture.append(svg("text", { class: "id", x: left + width / 2, y: top + height / 2 + 4, "text-anchor": "middle" }, job.id));
  }
}

// drawPath draws the critical path of a schedule through the middles of its jobs.
function drawPath(picture, p, y) {
  const path = criticalPath(gantt.jobs, p), points = path.map((i) => {
    const [start, low, high] = p.b[i], middle = y((low + high) / 2);
    return `${x(start)},${middle} ${x(start + gantt.jobs[i].estimate)},${middle}`;
  });
  const words = "critical path: " + path.map((i) => "job " + gantt.jobs[i].id).join(", ");
  picture.append(svg("polyline", { class: "path-line", points: points.join(" ") }, svg("title", {}, words)));
}

function facts(job, start, move) {
  const moves = !move || move.by === 0 ? "" : `; ${duration(Math.abs(move.by))} ${move.by < 0 ? "earlier" : "later"} below, which ${move.cost > 0 ? "saves" : "costs"} ${costText(Math.abs(move.cost))} ${gantt.cost.words}`;
  return `job ${job.id}: ${grouped(job.width)} processors for ${duration(job.estimate)}, submitted ${duration(-job.submit)} before the step, starts after ${duration(start)}, ends after ${duration(start + job.estimate)}${moves}`;
}

// drawLinks joins the starts of critical jobs in both schedules.
function drawLinks(picture) {
  const upper = panelTop + panelHeight, lower = upper + panelTop;
  for (const m of gantt.moves.filter((m) => m.critical)) picture.append(svg("path", { class: "link-line", d: `M${x(m.above)},${upper}L${x(m.below)},${lower}` }));
}

// zoom makes the axis longer or shorter, by a factor, about a place in sight in pixels.
function zoom(factor, about = gantt.box.clientWidth / 2) {
  const before = gantt.zoom, most = Math.max(1, Math.min(64, gantt.end / 30));
  gantt.zoom = Math.max(1, Math.min(most, before * factor));
  const left = (gantt.box.scrollLeft + about - leftRoom) * gantt.zoom / before - about + leftRoom;
  drawGantt();
  gantt.box.scrollLeft = left;
}

// point shows what is known of a job, in both schedules.
function point(i) {
  for (const r of document.querySelectorAll("#gantt .pointed")) r.classList.remove("pointed");
  if (i === undefined) return;
  for (const r of document.querySelectorAll(`#gantt [data-job="${i}"]`)) r.classList.add("pointed");
  document.getElementById("hovered").textContent = facts(gantt.jobs[i], panels().find((p) => p.b).b[i][0], gantt.moves[i]);
}

function listenToGantt() {
  const box = document.getElementById("gantt"), place = (e) => e.clientX - box.getBoundingClientRect().left;
  for (const name of ["pointerover", "pointerdown"]) box.addEventListener(name, (e) => point(e.target.dataset.job));
  box.addEventListener("pointermove", (e) => { if (e.buttons && e.pointerType === "mouse") box.scrollLeft -= e.movementX; });
  box.addEventListener("scroll", keepStill);
  box.addEventListener("dblclick", (e) => zoom(2, place(e)));
  box.addEventListener("wheel", (e) => { // with a key held, or once the chart has the focus
    if (!e.ctrlKey && !e.metaKey && document.activeElement !== box) return;
    e.preventDefault();
    zoom(e.deltaY < 0 ? 1.25 : 0.8, place(e));
  }, { passive: false });
  for (const name of ["gantt-above", "gantt-below", "gantt-colours", "gantt-path"]) document.getElementById(name).addEventListener("change", compareSchedules);
  const scroll = (share) => box.scrollBy(share * box.clientWidth, 0);
  const keys = { "+": () => zoom(2), "=": () => zoom(2), "-": () => zoom(0.5), ArrowLeft: () => scroll(-0.25), ArrowRight: () => scroll(0.25), 0: () => zoom(0) };
  box.addEventListener("keydown", (e) => { if (e.key in keys) { keys[e.key](); e.preventDefault(); } });
  for (const button of document.querySelectorAll("button[data-key]")) button.addEventListener("click", () => keys[button.dataset.key]());
  document.querySelector("#gantt-bar .buttons").append(pictureButton("Gantt chart of the step", () => {
    const copy = onPaper(box.querySelector("svg"));
    copy.querySelector(".still").removeAttribute("transform");
    return copy;
  }));
  new ResizeObserver(drawGantt).observe(box);
}
