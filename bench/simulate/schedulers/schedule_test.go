package schedulers_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/internal/testing/replaytest"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// Each scheduler has a feasible schedule of each step, or is left out of a history that dips. Planning
// schedulers, conservative and slack-based backfilling are never left out. The order of the jobs in the
// step does not matter.
func TestEveryScheduler(t *testing.T) {
	always := append(schedulers.PlanningNames(), "conservative", "slack")
	for seed, r := range steptest.Sources(100, 29) {
		step := steptest.Random(r, steptest.Options{MaxJobs: 9, Dips: seed%2 == 0})
		step.Machine += int64(seed % 3) // of which no history says anything
		plain := slices.IsSortedFunc(step.History, func(a, b optgap.Change) int { return int(a.Free - b.Free) })
		shuffled := step
		shuffled.Jobs = slices.Clone(step.Jobs)
		r.Shuffle(len(step.Jobs), func(a, b int) {
			shuffled.Jobs[a], shuffled.Jobs[b] = shuffled.Jobs[b], shuffled.Jobs[a]
		})
		for _, name := range schedulers.Names() {
			plan, err := schedulers.Schedule(&step, name)
			if left := new(schedulers.LeftOut); errors.As(err, &left) && !plain && !slices.Contains(always, name) {
				continue
			}
			must.Need(t, err == nil, name, err, "in", step)
			other, err := schedulers.Schedule(&shuffled, name)
			must.Need(t, err == nil && slices.Equal(startsByID(&step, plan), startsByID(&shuffled, other)),
				name, "found", other, "error", err, "with the jobs in another order, expected", plan)
		}
	}
}

// startsByID returns the starts in the order of the jobs' ids, which count from 1.
func startsByID(step *optgap.Step, plan optgap.Schedule) []int64 {
	starts := make([]int64, len(plan))
	for i, j := range step.Jobs {
		starts[j.ID-1] = plan[i]
	}
	return starts
}

// decided is a scheduler that tells the policy that holds after each of its self-tuning steps.
type decided struct {
	*dynp.Scheduler
	step *optgap.Step // of the present submission, nil if there is none
	tell func(step *optgap.Step, policy heuristics.Policy)
}

func (d *decided) Submit(now int64, job int32) error {
	d.step = nil
	err := d.Scheduler.Submit(now, job)
	if d.step != nil {
		d.tell(d.step, d.Policy())
	}
	return err
}

// At each step of a replay, the schedule of dynP is the plan of the policy that it chooses there.
func TestDynPDecidesAsInReplays(t *testing.T) {
	jobs, machine := replaytest.KTHJobs(600)
	for _, name := range append(schedulers.SelfTuningNames(), "basic-dynp") {
		s := must.Get(schedulers.NewPlanning(name, machine, jobs, schedulers.Options{}))
		steps, followed := 0, map[string]int{}
		d := &decided{Scheduler: s, tell: func(step *optgap.Step, policy heuristics.Policy) {
			steps++
			followed[policy.Name]++
			plan, err := schedulers.Schedule(step, name)
			if want := steptest.Plan(step, policy); err != nil || !slices.Equal(plan, want) {
				t.Fatalf("%s, step %d: found %v, error %v, expected %v by %s", name, step.Index, plan, err, want, policy.Name)
			}
		}}
		s.OnStep = func(_, _ int, step func() *optgap.Step) error {
			d.step = step()
			return nil
		}
		must.Get(replay.Run(context.Background(), jobs, d))
		must.Hold(t, steps >= 100 && len(followed) >= 2,
			name, steps, "steps under", followed, "expected some under several policies")
	}
}

// Of four processors one is free. Only the waiting jobs vote: two interactive ones and a batch job. They
// need more than the machine has. So the order is by estimate, and job 3 starts at once. If the two
// long jobs that run voted too, the order would be the reverse, and job 1 would start.
func TestOnlyWaitingJobsVote(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4,
		History: optgap.History{{Time: 0, Free: 1}, {Time: 9000, Free: 2}, {Time: 9999, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 1, Estimate: 5000, Submit: -3}, {ID: 2, Width: 3, Estimate: 200, Submit: -2},
			{ID: 3, Width: 1, Estimate: 100, Submit: -1},
		},
	}
	plan, err := schedulers.Schedule(step, "ivs")
	must.Hold(t, err == nil && plan[2] == 0 && plan[0] != 0,
		"found", plan, "error", err, "expected job 3 to start at once, and job 1 later")
}

// A reservation of three of four processors in the seconds [10, 30). Conservative backfilling leaves
// room for it. The schedulers that look at the ends of running jobs alone are left out by name.
func TestDips(t *testing.T) {
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4,
		History: optgap.History{{Time: 0, Free: 3}, {Time: 5, Free: 4}, {Time: 10, Free: 1}, {Time: 30, Free: 4}},
		Jobs: []optgap.Job{
			{ID: 1, Width: 4, Estimate: 8}, {ID: 2, Width: 3, Estimate: 10}, {ID: 3, Width: 1, Estimate: 40},
		},
	}
	// Job 1 would run until second 13. Job 2 fits before the reservation, and job 3 after job 1.
	for _, name := range []string{"conservative", "fcfs"} {
		must.EqualSlices(t, must.Get(schedulers.Schedule(step, name)), []int64{30, 0, 38}, name)
	}
	for _, name := range []string{"strict-fcfs", "first-fit-sjf", "easy", "ivs"} {
		_, err := schedulers.Schedule(step, name)
		if left := new(schedulers.LeftOut); !errors.As(err, &left) || !strings.Contains(left.Reason, "no reservations") {
			t.Errorf("%s: found error %v, expected that the scheduler is left out", name, err)
		}
	}
	step.History = step.History[:3] // the processors never come back
	step.Jobs = step.Jobs[2:]
	if plan, err := schedulers.Schedule(step, "conservative"); err != nil || plan[0] != 0 {
		t.Errorf("found %v, error %v, expected job 3 at once", plan, err)
	}
}

func TestAboutPlans(t *testing.T) {
	for names, want := range map[string]bool{
		"FCFS easy": true, "ljf easy-sjf": true, "FCFS SJF": false, "easy strict-fcfs": false, "": false,
	} {
		got := schedulers.AboutPlans(strings.Fields(names))
		must.Equal(t, got != "", want, names, got)
	}
}

// program is a scheduler. PICK stands for what chooses from the queue, of which each job has an id and a width. f of n
// processors are free.
const program = `import json, sys
queue, held, f, n = [], {}, 0, 0
for line in sys.stdin:
    m = json.loads(line)
    now, starts, delay, more = m["now"], [], 0, []
    for e in m["events"]:
        d = e["data"]
        if e["type"] == "SIMULATION_BEGINS": n = f = d["nb_resources"]
        elif e["type"] == "JOB_SUBMITTED": queue.append((d["job_id"], d["job"]["res"]))
        elif e["type"] == "JOB_COMPLETED": f += held.pop(d["job_id"])
    while queue:
        k = PICK
        if k is None: break
        j, w = queue.pop(k)
        held[j] = w
        f -= w
        starts.append(j)
    events = [{"timestamp": now + delay, "type": "EXECUTE_JOB", "data": {"job_id": j}} for j in starts] + more
    print(json.dumps({"now": now + delay, "events": events}), flush=True)
`

// TestRunningJobs: of four processors, job 2 has one until 6, and job 3 has two until 9. Jobs 1 and 4 wait for one
// each, for 3 s and 5 s. A program may start the running jobs when it likes. It is left out, with the reason, where it
// starts others in their place.
func TestRunningJobs(t *testing.T) {
	// A script that looks for Python would take longer than Python.
	python, err := exec.Command("python3", "-c", "import json, sys; print(sys.executable, end='')").Output()
	if err != nil {
		t.Skip("there is no python3")
	}
	step := &optgap.Step{
		Format: optgap.StepFormat, Machine: 4,
		History: optgap.History{{Time: 0, Free: 1}, {Time: 6, Free: 2}, {Time: 9, Free: 4}},
		Jobs:    []optgap.Job{{ID: 1, Width: 1, Estimate: 3, Submit: -9999}, {ID: 4, Width: 1, Estimate: 5, Submit: -1}},
	}
	for _, c := range []struct {
		name, pick string
		want       optgap.Schedule
		leftOut    string
	}{
		{"first", "0 if queue[0][1] <= f else None", optgap.Schedule{0, 3}, ""},
		// Job 3 starts when job 2 has ended. Then half of the machine is busy until 9.
		{"half", "0 if n - f + queue[0][1] <= 2 else None", optgap.Schedule{9, 9}, ""},
		{"slow", "0 if queue[0][1] <= f and not (delay := 0.005) is None else None", optgap.Schedule{1, 5}, ""},
		{"one", `0 if not starts and queue[0][1] <= f and not more.append(
            {"timestamp": now, "type": "CALL_ME_LATER", "data": {"timestamp": now + 2}}) else None`,
			optgap.Schedule{0, 3}, ""},
		{"last", "len(queue) - 1 if len(queue) == 4 else None", nil, "found no start of a job, expected one"},
		{"blind", "len(queue) - 1 if queue[-1][0] in ('w0!1', 'w0!4') else None", nil,
			"message 3: found EXECUTE_JOB of w0!1 with 1 processors too few free, " +
				"expected a job that fits beside running jobs on 3, which it has not started"},
		// Job 3 until 9, job 4 until 14. Job 2 has ended before it starts, so that job 1 starts in the same second.
		{"alone", "None if held else max(range(len(queue)), key=lambda k: queue[k])", optgap.Schedule{14, 9}, ""},
		{"dead", "sys.exit(3)", nil, "message 2: the program has ended: exit status 3"},
	} {
		file := filepath.Join(t.TempDir(), c.name)
		must.Do(os.WriteFile(file, []byte(strings.Replace(program, "PICK", c.pick, 1)), 0o600))
		mine := must.Get(batsim.Parse(fmt.Sprintf("mine=%s -S %s", python, file), 0))
		plan, err := schedulers.Ask(t.Context(), step, mine, nil)
		left := new(schedulers.LeftOut)
		if !slices.Equal(plan, c.want) || (c.leftOut == "") != (err == nil) ||
			err != nil && (!errors.As(err, &left) || !strings.Contains(left.Reason, c.leftOut)) {
			t.Errorf("%s: found %v, error %v, expected %v or a reason: %s", c.name, plan, err, c.want, c.leftOut)
		}
	}
}
