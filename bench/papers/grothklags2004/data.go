package grothklags2004

import (
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// Data are what the ledger judges: the printed numbers, or those of steps of another trace.
type Data struct {
	Printed bool
	Rows    []Solved // the rows of Table 1, on the grid
	Program []Solved // rows and other steps by the program as printed
	Second  []Solved // the rows at one second
	Steps   []Solved // all steps, or evenly spread ones, by search on the grid
	Whole   bool     // Steps are all steps, or numbers are printed ones: averages have no sampling error

	Interarrival float64 // mean time between submissions in seconds
	Long         float64 // share of the jobs with an estimate of 2 minutes or more; NaN: unknown
}

// Solved is a step with what was found of it.
type Solved struct {
	Row                          int // of Table 1, from 1; 0: none
	Index                        int // of the step; 0 in the paper
	Jobs                         float64
	Makespan, AccumulatedRunTime int64 // seconds
	Unlike                       bool  // a size differs from that of the row by more than half

	// Low and High enclose the loss of the best policy in percent. They are the same where the optimum is
	// proven; NaN: nothing was found.
	Low, High float64
	Proven    bool
	Seconds   float64 // computation time; without a proof the time after which it was ended
	Policy    string  // the best one
	Grid      int64   // proven objective on the grid; 0: there is none

	LJF     bool    // the plan of LJF has the largest makespan
	Forward float64 // by how much compaction moves jobs forward, in time scales, weighted by width; NaN: unknown
	Plan    float64 // seconds of planning by the policies; 0: unknown
}

// Printed returns the numbers of the paper.
func Printed() Data {
	d := Data{Printed: true, Whole: true, Interarrival: 369, Long: math.NaN()}
	for i, r := range Rows() {
		s := Solved{
			Row: i + 1, Jobs: r.Jobs, Makespan: r.Makespan, AccumulatedRunTime: r.AccumulatedRunTime,
			Low: r.LossPercent, High: r.LossPercent, Proven: true, Seconds: r.Time.Seconds(), Policy: r.bestPolicy(),
			Forward: math.NaN(),
		}
		d.Rows, d.Program = append(d.Rows, s), append(d.Program, s)
	}
	return d
}

// measures returns the numbers for the ledger: those of the rows of Table 1, of which each is a run, how far compaction
// moves the jobs of each step, and means over all steps, of which the paper has none.
func (d Data) measures() *statement.Data {
	var all []statement.Row
	add := func(run int, values map[string]float64) { all = append(all, statement.Row{Run: run, Values: values}) }
	for i, r := range append(Rows(), Averages()) {
		values := map[string]float64{"quality": r.Quality, "loss": r.LossPercent}
		if i < len(Rows()) {
			values["minutes"], values["unrounded"] = float64(r.Minutes), r.scale()
			values["makespan"], values["run_time"] = float64(r.Makespan), float64(r.AccumulatedRunTime)
		}
		if r.Hours > 0 {
			values["hours"], values["seconds"] = r.Hours, r.Time.Seconds()
		}
		add(i, values)
	}
	for i, s := range d.Steps {
		add(i, map[string]float64{"forward": s.Forward})
	}
	if !math.IsNaN(d.Long) {
		add(statement.NoRun, map[string]float64{"long": 100 * d.Long})
	}
	if n := float64(len(d.Steps)); n > 0 && !d.Printed {
		means := map[string]float64{"interarrival": d.Interarrival}
		for _, s := range d.Steps {
			means["mean_jobs"] += s.Jobs / n
			means["mean_makespan"] += float64(s.Makespan) / n
			means["mean_scale"] += float64(TableRule().Scale(s.Makespan, s.AccumulatedRunTime)) / 60 / n
		}
		add(statement.NoRun, means)
	}
	numbers := statement.NewData(all)
	numbers.Own = map[string]func([]string) estimate{}
	for name, of := range words {
		numbers.Own[name] = func(words []string) estimate { return of(d, words) }
	}
	return numbers
}

// data returns the measured numbers.
func (e *Experiment) data() Data {
	d := Data{Interarrival: e.Interarrival, Long: e.Long, Whole: len(e.All) > 0 && len(e.All) == e.Steps}
	for i, size := range e.Chosen {
		for _, solved := range []struct {
			way  Way
			into *[]Solved
		}{{Literal, &d.Program}, {Search, &d.Rows}, {AtSecond, &d.Second}} {
			if r := e.at(size.Index, solved.way); r != nil {
				s := solvedStep(r, e.at(size.Index, AtSecond))
				s.Row, s.Unlike = i+1, Rows()[i].unlike(size)
				*solved.into = append(*solved.into, s)
			}
		}
	}
	d.Steps = table.Each(table.Pointers(e.All), func(r *record.Result) Solved { return solvedStep(r, e.second(r.Index)) })
	tenth := table.Each(table.Pointers(e.Tenth), func(r *record.Result) Solved { return solvedStep(r, nil) })
	d.Program = append(d.Program, tenth...)
	return d
}

// searched returns all steps by search on the grid.
func (d Data) searched() []Solved { return slices.Concat(d.Rows, d.Steps) }

// unlike reports whether a step differs from the row by more than half in one of its sizes.
func (r Row) unlike(s Size) bool {
	const most = 1.5
	far := func(a, b float64) bool { return max(a, b) > most*min(a, b) }
	return far(float64(s.Jobs), r.Jobs) || far(float64(s.Makespan), float64(r.Makespan)) ||
		far(float64(s.AccumulatedRunTime), float64(r.AccumulatedRunTime))
}

// solvedStep returns what a result says of its step. second is the result at one second, whose bound
// is the upper end of a loss that is not proven, or nil if there is none.
func solvedStep(r, second *record.Result) Solved {
	s := Solved{
		Index: r.Index, Jobs: float64(r.Jobs), Makespan: r.Makespan, AccumulatedRunTime: r.AccumulatedRunTime,
		Low: math.NaN(), High: math.NaN(), Proven: proven(r), Seconds: r.SolveSeconds, Policy: r.BestPolicy,
		LJF: r.Makespan > 0 && r.Policies["LJF"].Makespan == r.Makespan, Forward: math.NaN(),
	}
	for _, p := range r.Policies {
		s.Plan += p.PlanSeconds
	}
	if !summary.Solved(r) || r.LossPercent == nil || bare(r) {
		return s
	}
	s.Low, s.High = *r.LossPercent, *r.LossPercent
	if !s.Proven {
		s.Low, s.High = max(0, s.Low), 100
		best := r.Policies[r.BestPolicy].Objective
		if second != nil && best > 0 {
			s.Low = max(s.Low, lossOf(second.Objective, best))
			s.High = max(s.Low, lossOf(second.Bound, best))
		}
	}
	if s.Proven && r.GridObjective > 0 {
		s.Grid = r.GridObjective
	}
	if r.GridObjective > 0 && r.TimeScale > 1 && r.ARTwW > 0 {
		widths := float64(r.Objective) / r.ARTwW
		s.Forward = float64(r.GridObjective-r.Objective) / widths / float64(r.TimeScale)
	}
	return s
}

// lossOf returns the loss of a policy in percent against an objective or a bound.
func lossOf(objective, policy int64) float64 { return 100 * (1 - float64(objective)/float64(policy)) }

// loss returns the ends of the loss in percent: any loss is possible where nothing better than the policy was
// found.
func (s Solved) loss() statement.Estimate {
	if math.IsNaN(s.Low) {
		return statement.Between(0, 0, 100)
	}
	return statement.Between(s.Low, s.Low, s.High)
}

// time returns the computation time.
func (s Solved) time() float64 { return s.Seconds }

// open reports whether the computation was ended without a proof.
func (s Solved) open() bool { return !s.Proven }

// averageLoss returns the mean loss of all steps in percent. Its interval reaches from that of the lower ends to that
// of the upper ends. All steps of a trace have no sampling error.
func (d Data) averageLoss() statement.Estimate {
	if d.Printed {
		return statement.Exact(Averages().LossPercent)
	}
	low := statement.Mean(table.Each(d.Steps, func(s Solved) float64 { return s.loss().Low }))
	high := statement.Mean(table.Each(d.Steps, func(s Solved) float64 { return s.loss().High }))
	n := len(d.Steps)
	switch {
	case !low.Known():
		return low
	case d.Whole:
		return statement.Between(low.Value, low.Value, high.Value).Noted(steps(n))
	}
	return statement.Between(low.Value, low.Low, high.High).Needing(leastSteps, n, "step").Noted(steps(n))
}

const (
	// leastSteps is the number of steps that a verdict on an average needs. Losses are skewed: among few
	// steps the large ones may be missing.
	leastSteps = 100
	// leastShare is the number of steps that a verdict on a share needs.
	leastShare = 20
)

// share returns the share of steps with a property, in percent. of reports whether a step surely has it, and
// whether it may have it; ok is false for a step that does not count. The interval is that of Clopper and
// Pearson (1934). It has no width but that of the open steps where exact says that no step is left out.
func share(steps []Solved, exact bool, of func(Solved) (sure, possible, ok bool)) statement.Estimate {
	n, sure, possible := 0, 0, 0
	for _, s := range steps {
		a, b, ok := of(s)
		if !ok {
			continue
		}
		n++
		if a {
			sure++
		}
		if b {
			possible++
		}
	}
	low, high := statement.Share(sure, n).Scaled(100), statement.Share(possible, n).Scaled(100)
	switch {
	case n == 0:
		return statement.Estimate{}
	case exact:
		return statement.Between(low.Value, low.Value, high.Value)
	}
	return statement.Between(low.Value, low.Low, high.High).Needing(leastShare, n, "step")
}

// rowsOf returns the steps of the rows from first to last.
func rowsOf(steps []Solved, first, last int) []Solved {
	return slices.DeleteFunc(slices.Clone(steps), func(s Solved) bool { return s.Row < first || s.Row > last })
}
