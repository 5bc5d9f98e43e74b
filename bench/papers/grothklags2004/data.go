package grothklags2004

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/timescale"
)

// Measures are about numbers of steps. A run is a step, and the places are:
//
//	rows, second     the steps that are like the rows of Table 1, by search on the grid and at one second
//	steps, searched  all steps of the run by search on the grid, and both these and the rows
//	program, spread  steps by the program as printed: all, and those that are evenly spread
//	table            the columns of Table 1, of which a row is a run; without a place this one is meant

// rows are numbers at places.
type rows struct{ statement.Rows }

// add adds the same numbers of a run at some places.
func (r *rows) add(run int, values statement.Numbers, places ...string) {
	for _, place := range places {
		r.Add(run, statement.At{"of": place}, values)
	}
}

// dataOf returns rows and Table 1 as numbers for the ledger.
func dataOf(known statement.Rows) *statement.Data {
	all := rows{known}
	for i, r := range append(Rows(), Averages()) {
		values := statement.Numbers{"quality": r.Quality, "loss": r.LossPercent}
		if i < len(Rows()) {
			values["minutes"], values["unrounded"] = float64(r.TimeScale/60), unrounded(r.Makespan, r.AccumulatedRunTime)
			values["makespan"], values["run_time"] = float64(r.Makespan), float64(r.AccumulatedRunTime)
		}
		if r.Hours > 0 {
			values["hours"], values["seconds"] = r.Hours, float64(r.Seconds)
		}
		all.add(i, values, "table")
	}
	d := statement.NewData(all.Rows)
	d.Place = []string{"table"}
	return d
}

// Printed returns the numbers of the paper.
func Printed() statement.Rows {
	const planning = 10e-3 // seconds, in the text
	var all rows
	printed := Rows()
	for i, r := range printed {
		loss := statement.Numbers{
			"row":    float64(i + 1),
			"loss":   r.LossPercent,
			"from":   r.LossPercent,
			"to":     r.LossPercent,
			"proven": 1,
			"unlike": 0,
			"sjf":    statement.Truth(r.bestPolicy() == "SJF"),
		}
		times := statement.Numbers{"seconds": float64(r.Seconds), "open": 0, "plan": planning}
		all.add(i, loss, "rows", "searched")
		all.add(i, times, "program", "spread")
		all.add(i, statement.Numbers{"loss": r.LossPercent, "proven": 1}, "steps")
	}
	all.Exact(nil, statement.Numbers{
		"whole":        1,
		"interarrival": 369,
		"average_loss": Averages().LossPercent,
		"time":         float64(Averages().Seconds),
		"jump":         float64(printed[5].Seconds) / float64(printed[4].Seconds),
	})
	return all.Rows
}

// rows returns the measured numbers.
func (e *Experiment) rows() statement.Rows {
	var all rows
	for i, size := range e.Chosen {
		second := e.at(size.Index, AtSecond)
		for way, places := range map[Way][]string{Literal: {"program"}, Search: {"rows", "searched"}, AtSecond: {"second"}} {
			r := e.at(size.Index, way)
			if r == nil {
				continue
			}
			values := numbersOf(r, second)
			values["row"], values["unlike"] = float64(i+1), statement.Truth(Rows()[i].unlike(size))
			all.add(i, values, places...)
		}
	}
	runs := map[int]int{} // by the index of the step
	for i, r := range lists.Pointers(e.All) {
		runs[r.Index] = len(Rows()) + i
		values := numbersOf(r, e.second(r.Index))
		all.add(runs[r.Index], values, "steps", "searched")
	}
	for _, r := range lists.Pointers(e.Tenth) {
		values := numbersOf(r, nil)
		if row := e.at(r.Index, Literal); row != nil && proven(row) {
			delete(values, "grid") // which counts once
		}
		all.add(runs[r.Index], values, "program", "spread")
	}
	all.Exact(nil, statement.Numbers{
		"whole":        statement.Truth(len(e.All) > 0 && len(e.All) == e.Steps), // all steps have no sampling error
		"interarrival": e.Interarrival, "long": 100 * e.Long, "moved": moved(), "pair": pair(all.Rows),
	})
	return all.Rows
}

// numbersOf returns what a result says of its step. second is the result at one second, whose bound
// is the upper end of a loss that is not proven, or nil if there is none.
//
//	loss, from, to            of the best policy in percent: what was found, and the ends between which it lies
//	seconds                   of the computation; of an open one, which has no proof, until it was ended
//	proven, open, sjf, ljf    1 or 0; sjf: the best policy is SJF; ljf: the plan of LJF has the largest makespan
//	grid                      proven objective on the grid
//	forward                   by how much compaction moves jobs forward, in time scales, weighted by width
//	plan                      seconds of planning by the policies
func numbersOf(r, second *record.Result) statement.Numbers {
	v := statement.Numbers{
		"jobs":      float64(r.Jobs),
		"makespan":  float64(r.Makespan),
		"run_time":  float64(r.AccumulatedRunTime),
		"unrounded": unrounded(r.Makespan, r.AccumulatedRunTime),
		"from":      0,
		"to":        100,
		"seconds":   r.SolveSeconds,
		"proven":    statement.Truth(proven(r)),
		"open":      statement.Truth(!proven(r)),
		"sjf":       statement.Truth(r.BestPolicy == "SJF"),
	}
	if r.Makespan > 0 {
		v["ljf"] = statement.Truth(r.Policies["LJF"].Makespan == r.Makespan)
	}
	for _, p := range r.Policies {
		if p.PlanSeconds > 0 {
			v["plan"] += p.PlanSeconds
		}
	}
	if !summary.Solved(r) || r.LossPercent == nil || bare(r) {
		return v
	}
	if best := r.Policies[r.BestPolicy].Objective; proven(r) {
		v["from"], v["to"] = *r.LossPercent, *r.LossPercent
	} else {
		v["from"] = max(0, *r.LossPercent)
		if second != nil && best > 0 {
			v["from"] = max(v["from"], lossOf(second.Objective, best))
			v["to"] = max(v["from"], lossOf(second.Bound, best))
		}
	}
	v["loss"] = v["from"]
	if proven(r) && r.GridObjective > 0 {
		v["grid"] = float64(r.GridObjective)
	}
	if r.GridObjective > 0 && r.TimeScale > 1 && r.ARTwW > 0 {
		widths := float64(r.Objective) / r.ARTwW
		v["forward"] = float64(r.GridObjective-r.Objective) / widths / float64(r.TimeScale)
	}
	return v
}

// lossOf returns the loss of a policy in percent against an objective or a bound.
func lossOf(objective, policy int64) float64 {
	return 100 * (1 - float64(objective)/float64(policy))
}

// moved returns by how many seconds compaction moves the last of three jobs in a row, of which each
// occupies two slots.
func moved() float64 {
	const scale, length = 60, 61
	step := &optgap.Step{
		Format:  optgap.StepFormat,
		Machine: 1,
		History: optgap.History{{Time: 0, Free: 1}},
	}
	var onGrid optgap.Schedule
	for i := range int64(3) {
		step.Jobs = append(step.Jobs, optgap.Job{ID: i + 1, Width: 1, Estimate: length})
		onGrid = append(onGrid, 2*scale*i)
	}
	return float64(onGrid[2] - timescale.Compact(step, onGrid)[2])
}

// pair returns how many times as long one of two proven steps of equal size takes by search as the
// other, at most; NaN: there are no two.
func pair(rows []statement.Row) float64 {
	const (
		shortest = 1e-3 // seconds; shorter times are mostly noise
		alike    = 1.1  // sizes whose ratio is less count as equal
	)
	proven := lists.Where(rows, func(r statement.Row) bool {
		return r.At["of"] == "searched" && r.Values["proven"] != 0 && r.Values["seconds"] > 0
	})
	most := math.NaN()
	for i, a := range proven {
		for _, b := range proven[i+1:] {
			least := func(name string) float64 { return min(a.Values[name], b.Values[name]) }
			larger := func(name string) float64 { return max(a.Values[name], b.Values[name]) }
			similar := func(name string) bool { return larger(name) <= alike*least(name) }
			if larger("jobs") == least("jobs") && similar("run_time") && similar("makespan") {
				if ratio := larger("seconds") / max(shortest, least("seconds")); !(ratio <= most) {
					most = ratio
				}
			}
		}
	}
	return most
}
