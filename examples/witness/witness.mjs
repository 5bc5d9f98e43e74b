// Solves steps with CP-SAT of OR-Tools, at one second, as a witness from outside:
//
//   npm install
//   optgap library show --class 2-12 --every 40 --as project | node witness.mjs 60 >witness.jsonl
//   optgap library add --dry-run --by CP-SAT witness.jsonl
//
// It reads lines of optgap-project/1 and writes lines of optgap-result/1. The argument is the time
// limit for a step in seconds. It shares nothing with optgap but the statement of the problem.
import { createInterface } from 'node:readline';
import { CpModel, CpSolver, weightedSum } from 'or-tools-wasm/cp-sat';

const limit = Number(process.argv[2] ?? 60);
if (!(limit > 0)) {
  console.error(`time limit: found ${process.argv[2]}, expected seconds above 0`);
  process.exit(2);
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await solve(JSON.parse(line))));
}
process.exit(0); // CP-SAT's threads would keep the program

// solve returns the result of a project. A task is an interval, the processors are cumulative.
async function solve(project) {
  const model = new CpModel();
  const tasks = project.tasks.map((task, i) => {
    const start = task.fixed === undefined
      ? model.newIntVar(0, project.horizon - task.duration, `start${i}`)
      : model.newConstant(task.fixed);
    return { ...task, start, interval: model.newFixedSizeIntervalVar(start, task.duration, `task${i}`) };
  });
  const jobs = tasks.filter(task => task.fixed === undefined);
  model.addCumulative(tasks.map(task => task.interval), tasks.map(task => task.demand), project.capacity);
  model.minimize(weightedSum(jobs.map(job => job.start), jobs.map(job => job.weight)));

  const solver = new CpSolver();
  const begin = performance.now();
  const status = await solver.solve(model, { maxTimeInSeconds: limit, numSearchWorkers: 1 });
  const solve_seconds = (performance.now() - begin) / 1000;

  // The jobs' durations and the project's constant turn the sum of weight times start into the objective.
  const ended = project.constant + jobs.reduce((sum, job) => sum + job.weight * job.duration, 0);
  const result = {
    format: 'optgap-result/1', trace: project.trace, index: project.index, objective_name: project.objective_name,
    jobs: jobs.length, method: 'cp-sat', status: solver.statusName(status).toLowerCase(), solve_seconds,
  };
  if (result.status !== 'optimal' && result.status !== 'feasible') return { ...result, status: 'unknown' };
  const bound = Math.ceil(solver.bestObjectiveBound()) + ended;
  const objective = solver.objectiveValue() + ended;
  if (!Number.isSafeInteger(objective)) return { ...result, status: 'unknown' }; // beyond what a double holds
  return {
    ...result, objective, bound,
    bounds: { 'cp-sat': bound }, proofs: { 'cp-sat': 'solver' },
    starts: jobs.map(job => ({ id: job.id, start: solver.value(job.start) })),
  };
}
