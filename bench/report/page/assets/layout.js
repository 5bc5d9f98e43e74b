// What a Gantt chart of a step shows, apart from how it is drawn.

// jobsOf returns the jobs of a step. The weight of a job is what a second of its response time costs.
function jobsOf(step) {
  const jobs = [];
  for (let i = 0; i < step.j.length; i += 4) {
    const width = step.j[i + 1], weight = step.w ? step.w[i / 4] : width;
    jobs.push({ id: step.j[i], width, estimate: step.j[i + 2], submit: step.j[i + 3], weight });
  }
  return jobs;
}

// moved compares two schedules of a step: for each job by how many seconds it starts later in
// the lower one, and what it costs more in the upper one, in the unit of gantt.cost. The costs add
// up to the difference of the objectives.
function moved(jobs, above, below) {
  return jobs.map((job, i) => {
    const by = below.b[i][0] - above.b[i][0];
    return { i, job, above: above.b[i][0], below: below.b[i][0], by, cost: -job.weight * by, critical: false };
  });
}

// markCritical marks the fewest jobs that make up four fifths of all costs and gains, at most
// eight.
function markCritical(moves) {
  const sorted = moves.filter((m) => m.by !== 0).sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost) || a.i - b.i);
  const all = sorted.reduce((sum, m) => sum + Math.abs(m.cost), 0);
  let held = 0;
  for (const m of sorted.slice(0, 8)) {
    if (held >= 0.8 * all) break;
    m.critical = true;
    held += Math.abs(m.cost);
  }
  return sorted;
}

// costText writes a cost.
function costText(cost) { return gantt.cost.digits ? grouped(cost.toFixed(gantt.cost.digits)).replace("-", "−") : integer(cost); }

// averageOf returns the average that a schedule has: what all jobs cost, divided by the number of jobs
// for slowdowns, and by their weights otherwise.
function averageOf(jobs, panel) {
  const all = jobs.reduce((sum, job, i) => sum + job.weight * (panel.b[i][0] - job.submit + job.estimate), 0);
  return all / (gantt.cost.average === "SLD" ? jobs.length : jobs.reduce((sum, job) => sum + job.weight, 0));
}

// averageText writes the average of a schedule.
function averageText(jobs, panel) {
  const slowdown = gantt.cost.average === "SLD";
  return gantt.cost.average + " " + grouped(averageOf(jobs, panel).toFixed(slowdown ? 4 : 1)) + (slowdown ? "" : " s");
}

// criticalPath returns the jobs that hold up the end of a schedule, the first of them first: the last
// job to end, before it one that ends when it starts, on processors that it takes, and so on. The
// path begins where a job starts at once, or waits for running jobs.
function criticalPath(jobs, panel) {
  const end = (i) => panel.b[i][0] + jobs[i].estimate;
  const shared = (a, b) => {
    for (let i = 1; i < a.length; i += 2) for (let k = 1; k < b.length; k += 2) if (a[i] < b[k + 1] && b[k] < a[i + 1]) return true;
    return false;
  };
  let at = jobs.reduce((last, job, i) => (end(i) > end(last) ? i : last), 0);
  const path = [at];
  for (;;) {
    const before = jobs.map((job, i) => i).filter((i) => end(i) === panel.b[at][0]);
    if (!before.length) return path;
    at = before.find((i) => shared(panel.b[i], panel.b[at])) ?? before[0];
    path.unshift(at);
  }
}

function makespan(jobs, panel) {
  return panel.b ? Math.max(0, ...jobs.map((job, i) => panel.b[i][0] + job.estimate)) : 0;
}

// duration writes seconds as "1 d 6 h".
function duration(seconds) {
  if (seconds === 0) return "0";
  let rest = Math.abs(seconds);
  const parts = [];
  for (const [unit, length] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
    const n = Math.floor(rest / length);
    rest -= n * length;
    if (n) parts.push(n + " " + unit);
  }
  return (seconds < 0 ? "−" : "") + parts.join(" ");
}

// timeMarks returns the seconds of a time axis, at most so many.
function timeMarks(from, to, most) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
  let step = steps.find((s) => (to - from) / s <= most);
  for (let days = 2; !step; days *= 2) if ((to - from) / (days * 86400) <= most) step = days * 86400;
  const marks = [];
  for (let t = Math.ceil(Math.max(0, from) / step) * step; t <= to; t += step) marks.push(t);
  return marks;
}

// processorMarks returns 0, the machine, and a few marks in between.
function processorMarks(machine) {
  const rough = machine / 4, power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((f) => f * power).find((s) => s >= rough && Number.isInteger(s)) || 10 * power);
  const marks = [];
  for (let p = 0; p < machine - step / 2; p += step) marks.push(p);
  return [...marks, machine];
}
