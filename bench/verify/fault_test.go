package verify_test

import (
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// sample is a step with a reservation from 25 to 35. Its optimum is 745: job 19
// at 10, 17 at 16, 20 at 23 and 18 at 41. SJF gets 827, FCFS 862, LJF 1078; the
// optimum on a grid of 7 s is 927, compacted 817.
func sample() *optgap.Step {
	return &optgap.Step{Format: optgap.StepFormat, Trace: "t.swf", Index: 3, Now: 5000, Machine: 8,
		History: optgap.History{{Time: 0, Free: 3}, {Time: 10, Free: 8}, {Time: 25, Free: 4}, {Time: 35, Free: 8}},
		Jobs: []optgap.Job{{ID: 17, Width: 5, Estimate: 7, Submit: -1}, {ID: 18, Width: 5, Estimate: 16, Submit: -7},
			{ID: 19, Width: 5, Estimate: 6, Submit: -9}, {ID: 20, Width: 4, Estimate: 18, Submit: -4}}}
}

func check(s *optgap.Step, r *record.Result, o verify.Options) []verify.Fault {
	report := must.Get(verify.Results(one(*r), one(*s), o))
	return report.Faults
}

func one[T any](values ...T) iter.Seq2[T, error] { return harness.Each(values) }

// TestSample shows that the results that are damaged below are valid, and that
// their numbers are those that the comment above states.
func TestSample(t *testing.T) {
	s := sample()
	for name, r := range map[string]record.Result{
		"second": secondResult(s), "grid": gridResult(s, 7), "limit": limitResult(s), "error": errorResult(s),
	} {
		if faults := check(s, &r, verify.Options{}); len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
		}
	}
	second, grid := secondResult(s), gridResult(s, 7)
	got := []int64{second.Objective}
	for _, name := range []string{"SJF", "FCFS", "LJF"} {
		got = append(got, second.Policies[name].Objective)
	}
	got = append(got, grid.GridObjective, grid.Objective)
	if want := []int64{745, 827, 862, 1078, 927, 817}; !slices.Equal(got, want) {
		t.Errorf("the sample's numbers are %v, want %v", got, want)
	}
}

type damage struct {
	name   string
	change func(r *record.Result)
	fields []string // of all faults, sorted, without repetition
}

func find(t *testing.T, make func(*optgap.Step) record.Result, o verify.Options, table []damage) {
	for _, d := range table {
		t.Run(d.name, func(t *testing.T) {
			s := sample()
			r := make(s)
			d.change(&r)
			var fields []string
			faults := check(s, &r, o)
			for _, f := range faults {
				fields = append(fields, f.Field)
			}
			slices.Sort(fields)
			if got := slices.Compact(fields); !slices.Equal(got, d.fields) {
				t.Errorf("faults in %v, want %v; all: %v", got, d.fields, faults)
			}
		})
	}
}

func gridResult7(s *optgap.Step) record.Result { return gridResult(s, 7) }

func setPolicy(r *record.Result, name string, change func(p *record.Policy)) {
	p := r.Policies[name]
	change(&p)
	r.Policies[name] = p
}

func pointer[T any](v T) *T { return &v }

// TestFaultsInProvenOptimum plants faults in an optimum at one second. TestEveryNumberIsGuarded plants those of single
// derived numbers.
func TestFaultsInProvenOptimum(t *testing.T) {
	// What changes with the schedule's value.
	worth := []string{"artww", "bound", "gap", "loss_percent", "objective", "policies.FCFS.power", "policies.LJF.power",
		"policies.SJF.power", "quality.artww", "quality.sldwa", "ratio_to_bound", "sldwa"}
	none := []string{"artww", "gap", "loss_percent", "objective", "policies.FCFS.power", "policies.LJF.power",
		"policies.SJF.power", "quality", "ratio_to_bound", "sldwa"}
	with := func(fields []string, more ...string) []string {
		return slices.Sorted(slices.Values(append(slices.Clone(fields), more...)))
	}
	above := slices.Sorted(slices.Values(append(worth[2:], "artww", "bounds.exact"))) // the bound is above the schedule
	later := func(by int64) func(r *record.Result) { return func(r *record.Result) { r.Starts[1].Start += by } }
	find(t, secondResult, verify.Options{}, []damage{
		{"a start shifted by +1", later(+1), worth},
		{"a start shifted by -1", later(-1), with(above, "starts")}, // job 20 ends at 41
		{"a start before 0", func(r *record.Result) {
			r.Starts[2].Start = -1
		}, with(above, "starts", "starts[2].start")},
		{"a start past all times", func(r *record.Result) { r.Starts[2].Start = math.MaxInt64 }, []string{"starts[2].start"}},
		{"two starts swapped", func(r *record.Result) { // 20 before the reservation has ended
			r.Starts[1].Start, r.Starts[3].Start = r.Starts[3].Start, r.Starts[1].Start
		}, with(above, "starts")},
		{"a job missing", func(r *record.Result) { r.Starts = r.Starts[1:] }, []string{"starts"}},
		{"no starts", func(r *record.Result) { r.Starts = nil }, []string{"starts"}},
		{"a job twice", func(r *record.Result) { r.Starts = append(r.Starts, r.Starts[0]) }, []string{"starts[4].id"}},
		{"a job twice and one missing", func(r *record.Result) {
			r.Starts[1] = r.Starts[0]
		}, []string{"starts", "starts[1].id"}},
		{"an unknown id", func(r *record.Result) { r.Starts[0].ID = 99 }, []string{"starts", "starts[0].id"}},
		{"artww off by 1e-13", func(r *record.Result) { r.ARTwW *= 1 - 1e-13 }, []string{"artww"}},
		{"artww NaN", func(r *record.Result) { r.ARTwW = math.NaN() }, []string{"artww"}},
		{"sldwa infinite", func(r *record.Result) { r.SLDwA = math.Inf(1) }, []string{"sldwa"}},
		{"a bound above the objective", func(r *record.Result) {
			r.Bounds["lp"], r.Bound = 746, 746
		}, []string{"bounds.lp", "gap", "ratio_to_bound"}},
		{"bound not the largest", func(r *record.Result) { r.Bound = r.Bounds["minsum"] }, []string{"bound"}},
		{"bound without bounds", func(r *record.Result) { r.Bounds = nil }, []string{"bound", "gap", "ratio_to_bound"}},
		{"a negative bound", func(r *record.Result) { r.Bounds["minsum"] = -1 }, []string{"bounds.minsum"}},
		{"optimal without a proof", func(r *record.Result) {
			delete(r.Bounds, "exact")
		}, []string{"bound", "gap", "ratio_to_bound"}},
		{"gap absent", func(r *record.Result) { r.Gap = nil }, []string{"gap"}},
		{"two policies swapped", func(r *record.Result) {
			r.Policies["FCFS"], r.Policies["LJF"] = r.Policies["LJF"], r.Policies["FCFS"]
		}, []string{
			"policies.FCFS.artww", "policies.FCFS.makespan", "policies.FCFS.objective", "policies.FCFS.power",
			"policies.FCFS.sldwa", "policies.LJF.artww", "policies.LJF.makespan", "policies.LJF.objective",
			"policies.LJF.power", "policies.LJF.sldwa",
		}},
		{"the best policy left out", func(r *record.Result) {
			delete(r.Policies, "SJF")
			r.BestPolicy = "FCFS"
		}, []string{"best_policy", "policies.SJF"}},
		{"no policies", func(r *record.Result) {
			r.Policies = nil
		}, []string{"loss_percent", "policies", "quality"}},
		{"a policy below the optimum", func(r *record.Result) {
			r.Policies["XXX"] = record.Policy{Objective: 744, Makespan: 10}
		}, []string{
			"best_policy", "bounds.exact", "loss_percent", "policies.XXX.artww", "policies.XXX.makespan",
			"policies.XXX.objective", "policies.XXX.sldwa", "quality.artww", "quality.sldwa",
		}},
		{"a policy of another name", func(r *record.Result) { // as good as the optimum: 745 / 19 and 745 / 217
			r.Policies["XXX"] = record.Policy{Objective: 745, Makespan: 18, ARTwW: 745.0 / 19, SLDwA: 745.0 / 217}
			r.BestPolicy, r.Quality, r.LossPercent = "XXX", &record.Quality{ARTwW: 1, SLDwA: 1}, pointer(0.0)
		}, nil},
		{"negative plan seconds", func(r *record.Result) {
			setPolicy(r, "SJF", func(p *record.Policy) { p.PlanSeconds = -1 })
		}, []string{"policies.SJF.plan_seconds", "policies.SJF.power"}},
		{"wrong best policy", func(r *record.Result) { r.BestPolicy = "FCFS" }, []string{"best_policy"}},
		{"quality against another policy", func(r *record.Result) {
			r.Quality.ARTwW = 745.0 / 862
			r.LossPercent = pointer((1 - 745.0/862) * 100)
		}, []string{"loss_percent", "quality.artww"}},
		{"quality absent", func(r *record.Result) { r.Quality = nil }, []string{"quality"}},
		{"quality NaN", func(r *record.Result) { r.Quality.SLDwA = math.NaN() }, []string{"quality.sldwa"}},
		{"the loss of a policy, which only a given schedule has", func(r *record.Result) {
			setPolicy(r, "SJF", func(p *record.Policy) { p.LossPercent = pointer(0.0) })
		}, []string{"policies.SJF.loss_percent"}},
		{"a given schedule with the loss of the best policy", func(r *record.Result) { r.Method = record.Given }, []string{
			"loss_percent", "policies.FCFS.loss_percent", "policies.LJF.loss_percent", "policies.SJF.loss_percent",
			"quality.artww", "quality.sldwa",
		}},
		{"another format", func(r *record.Result) { r.Format = "optgap-result/9" }, []string{"format"}},
		{"no method", func(r *record.Result) { r.Method = "" }, []string{"method"}},
		{"optimal but ended by the time limit", func(r *record.Result) {
			r.EndedBy = optgap.EndedTimeLimit
		}, []string{"ended_by"}},
		{"ended by something unknown", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusFeasible, "boredom"
		}, []string{"ended_by"}},
		{"optimal without a scope", func(r *record.Result) { r.Scope = "" }, []string{"scope"}},
		{"an unknown scope", func(r *record.Result) { r.Scope = "minute" }, []string{"scope"}},
		{"an unknown status", func(r *record.Result) { r.Status = "splendid" }, []string{"status"}},
		{"infeasible with a schedule", func(r *record.Result) {
			r.Status = optgap.StatusInfeasible
		}, with(none, "starts", "status")},
		{"limit with a better schedule of its own", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusLimit, optgap.EndedTimeLimit
		}, []string{"objective"}},
		{"memory with a better schedule of its own", func(r *record.Result) {
			r.Status, r.EndedBy = optgap.StatusMemory, optgap.EndedMemoryLimit
		}, []string{"objective"}},
		{"memory of a run that finished", func(r *record.Result) {
			r.Status = optgap.StatusMemory
		}, []string{"ended_by", "objective"}},
		{"error with a schedule", func(r *record.Result) {
			r.Status, r.Error = optgap.StatusError, "lost"
		}, with(none, "starts")},
		{"a negative time", func(r *record.Result) { r.SolveSeconds = -1.7 }, []string{"power", "solve_seconds"}},
		{"an infinite time", func(r *record.Result) { r.SolveSeconds, r.Power = math.Inf(1), 0 }, []string{"solve_seconds"}},
		{"a negative time scale", func(r *record.Result) { r.TimeScale = -60 }, []string{"time_scale"}},
		{"negative sizes", func(r *record.Result) {
			r.Columns, r.Rows, r.Nonzeros = -1, -1, -1
		}, []string{"columns", "nonzeros", "rows"}},
		{"a negative CPU time", func(r *record.Result) { r.CPUSeconds = -1 }, []string{"cpu_seconds"}},
		{"an infinite wall time", func(r *record.Result) { r.WallSeconds = math.Inf(1) }, []string{"wall_seconds"}},
		{"negative memory", func(r *record.Result) { r.PeakMemoryBytes = -1 }, []string{"peak_memory_bytes"}},
	})
}
