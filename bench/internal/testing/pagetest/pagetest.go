// Package pagetest makes up what a page of results shows, for tests.
package pagetest

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/steptest"
)

// Study returns a made-up study of a tenth of the steps of a trace: two methods, of which exact has the plan of WSPT in
// the place of an optimum. Every tenth step of it ends in a crash.
func Study(name string, steps, jobs int) sections.Study { return Minimising("", name, steps, jobs) }

// Minimising returns a made-up study with an objective; "": the ARTwW.
func Minimising(objective optgap.Objective, name string, steps, jobs int) sections.Study {
	random := rand.New(rand.NewPCG(1, uint64(steps)))
	s := sections.Study{Source: sections.Source{Name: name, Info: folder.Info{
		Identity: folder.Identity{Format: "optgap-study/1", Trace: name + ".swf", SHA256: "00",
			Arguments: map[string]string{"method": "policies,exact", "seed": "7"}, Versions: map[string]string{"optgap": "v1"}},
		CPUs: 2, System: "linux/amd64", Started: time.Unix(1e9, 0), Ended: time.Unix(1e9+60, 0), Complete: true,
		Of: 10 * steps,
	}}}
	now := int64(0)
	for k := range steps {
		now += 60 + random.Int64N(7200)
		step := optgap.Step{Format: optgap.StepFormat, Trace: s.Info.Trace, Index: 3 * k, Now: now, Machine: 100,
			Policy: heuristics.DynP()[k/7%3].Name, History: optgap.History{{Time: 0, Free: 20 + random.Int64N(20)},
				{Time: 600 + random.Int64N(3600), Free: 70}, {Time: 7200, Free: 100}}}
		for id := range 2 + random.IntN(2*jobs-3) {
			step.Jobs = append(step.Jobs, optgap.Job{ID: int64(1000*k + id), Width: 1 + random.Int64N(60),
				Estimate: 60 * (1 + random.Int64N(600)), Submit: -random.Int64N(9000)})
		}
		with, err := objective.Of(&step)
		if err != nil {
			panic(err)
		}
		s.Steps = append(s.Steps, *with)
		s.Results = append(s.Results, solved(with, "policies", random), solved(with, "exact", random))
	}
	return s
}

// solved returns a made-up result of a step.
func solved(step *optgap.Step, method string, random *rand.Rand) record.Result {
	r := record.Result{Format: record.ResultFormat, Trace: step.Trace, Index: step.Index, Now: step.Now,
		Jobs: len(step.Jobs), Method: method, ObjectiveName: string(step.ObjectiveName),
		Status: optgap.StatusFeasible, EndedBy: optgap.EndedFinished,
		Policies: map[string]record.Policy{}, SolveSeconds: random.ExpFloat64() / 100,
		Cost: record.Cost{CPUSeconds: random.ExpFloat64() / 90, WallSeconds: random.ExpFloat64() / 80,
			PeakMemoryBytes: 20<<20 + random.Int64N(1<<30)}}
	for _, p := range heuristics.DynP() {
		m := optgap.Measure(step, steptest.Plan(step, p))
		r.Policies[p.Name] = record.Policy{Objective: m.Objective, ARTwW: m.ARTwW, SLDwA: m.SLDwA,
			Makespan: m.Makespan, PlanSeconds: 1e-6 * (1 + random.Float64())}
		r.Makespan = max(r.Makespan, m.Makespan)
		if r.BestPolicy == "" || m.Objective < r.Policies[r.BestPolicy].Objective {
			r.BestPolicy = p.Name
		}
	}
	for _, j := range step.Jobs {
		r.AccumulatedRunTime += j.Estimate
	}
	name := r.BestPolicy
	if method == "exact" {
		if step.Index%10 == 9 {
			r.Status, r.EndedBy, r.SolveSeconds = optgap.StatusCrashed, "", 0
			r.Error = fmt.Sprintf("process %d was <killed>", step.Index)
			return r
		}
		name = "WSPT"
		if step.Objective() == optgap.ObjectiveSLD {
			name = least(step) // WSPT is SJF, which gains nothing
		}
	}
	policy, err := heuristics.PolicyByName(name)
	if err != nil {
		panic(err)
	}
	schedule := steptest.Plan(step, policy)
	m := optgap.Measure(step, schedule)
	best := r.Policies[r.BestPolicy]
	r.Objective, r.ARTwW, r.SLDwA, r.Starts = m.Objective, m.ARTwW, m.SLDwA, record.Starts(step, schedule)
	r.Bound = m.Objective * 9 / 10
	r.Gap = new(float64(r.Objective-r.Bound) / float64(r.Objective))
	r.Bounds = map[optgap.BoundName]int64{"fluid": r.Bound}
	r.RatioToBound = float64(r.Objective) / float64(r.Bound)
	r.Quality = &record.Quality{ARTwW: m.ARTwW / best.ARTwW, SLDwA: m.SLDwA / best.SLDwA}
	if step.ObjectiveName != "" {
		quality := float64(r.Objective) / float64(best.Objective)
		r.ObjectiveValue, r.Quality = step.ObjectiveValue(r.Objective), &record.Quality{ARTwW: quality, SLDwA: quality}
	}
	r.LossPercent = new((1 - r.Quality.ARTwW) * 100)
	return r
}

// least returns the name of the policy whose plan has the least objective.
func least(step *optgap.Step) (name string) {
	lowest := int64(0)
	for _, p := range heuristics.Policies() {
		if o := optgap.Measure(step, steptest.Plan(step, p)).Objective; name == "" || o < lowest {
			name, lowest = p.Name, o
		}
	}
	return name
}

// Sweep returns a made-up sweep: two schedulers under three loads.
func Sweep(name string) sections.Sweep {
	s := sections.Sweep{Source: sections.Source{Name: name, Info: folder.Info{
		Identity: folder.Identity{Format: "optgap-sweep/1", Trace: "a.swf"},
		CPUs:     2, Started: time.Unix(1e9, 0), Complete: true,
	}}}
	for i, factor := range []float64{1, 0.8, 0.7} {
		for k, scheduler := range []string{"fcfs", "easy"} {
			response := 1000.25 + float64(100*i-30*k)
			setting := sweep.Setting{Scheduler: scheduler, Factor: factor}
			run := sweep.Run{Trace: "a.swf", Machine: 100, Setting: setting}
			run.Metrics = &performance.Metrics{
				Numbers: map[string]float64{
					"jobs": 300, "artww": response, "art": response / 2, "wait": response / 3, "run_time": 7, "sldwa": 2.5,
					"sldww_60": 9.125, "util": 0.5, "loc": 0.25, "idle": 0.25, "makespan": 7200,
					"throughput": 0, "queue": 0, "queue_max": 0, "killed": 0,
					"wait_p50": 0, "wait_p90": 0, "wait_p95": 0, "wait_p99": 0, "wait_max": 0, "wait_stddev": 0,
				},
				Confidence: map[string]confidence.Interval{"artww": {Low: response - 10, High: response + 12.5}},
			}
			s.Runs = append(s.Runs, run)
		}
	}
	return s
}

// Moldable returns made-up results of two algorithms for moldable jobs. One of them has no
// schedule of the last instance.
func Moldable(name string) sections.Moldable {
	m := sections.Moldable{Source: sections.Source{Name: name}}
	for i := range int64(12) {
		for k, algorithm := range []string{"gang", "bicriteria"} {
			r := record.MoldableResult{Name: fmt.Sprint("in-", i), Algorithm: algorithm, Status: optgap.StatusFeasible,
				Minsum: 100 + i - int64(k), MinsumBounds: map[moldable.BoundName]int64{moldable.BoundRelaxed: 80},
				Makespan: 50, MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 40}, SolveSeconds: 0.25}
			if i == 11 && k == 1 {
				r = record.MoldableResult{Name: r.Name, Algorithm: algorithm, Status: optgap.StatusError}
			}
			m.Results = append(m.Results, r)
		}
	}
	return m
}
