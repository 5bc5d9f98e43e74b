package library

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// Ranked is what a method has found on the steps of a class under an objective.
type Ranked struct {
	Class         string `json:"class"`
	ObjectiveName string `json:"objective_name"`
	Rank          int    `json:"rank"` // by right proofs, then excess, then time
	// that of the results, or NAME of NAME=FILE
	Method string `json:"method"`
	// of the steps those with a result; those of which something did not verify
	Steps   int `json:"steps"`
	Refused int `json:"refused"`
	// schedules that are called optimal or meet a bound of the same method; those that nothing
	// known beats
	Proven int `json:"proven"`
	Right  int `json:"right"`
	// schedules as good as the best known, those of the other methods included
	Best int `json:"best"`
	// [%] mean of objective over best known objective, less 1; absent where a result was refused
	ExcessPercent *float64 `json:"excess_percent"`
	// [%] mean of (objective - bound) / objective, with bounds of the same method; absent likewise
	GapPercent *float64 `json:"gap_percent"`
	Seconds    *float64 `json:"seconds_shifted_geometric_mean"` // [s] of the known times, with a shift of 1 s
}

// Rank holds the methods of results against each other and against the best known: by class and
// objective, in the order of their ranks.
func Rank(all []*Added) (rows []Ranked) {
	class := func(a *Added) [2]string { return [2]string{a.Entry.Class(), a.Entry.Minimises()} }
	for _, own := range lists.GroupBy(all, class) {
		rows = append(rows, rankedOf(own)...)
	}
	return rows
}

// rankedOf ranks the methods of results of a class. What is known is the first method.
func rankedOf(own []*Added) (rows []Ranked) {
	var results []record.Result
	for _, a := range own {
		known := *a.Entry.Result
		known.Method = "best known"
		known.Status = optgap.StatusFeasible
		results = append(results, known)
	}
	for _, a := range own {
		results = append(results, a.Offer)
	}
	totals := summary.Collect(results).Totals()[1:]
	seconds := func(t summary.Total) float64 { return t.Time.Seconds() }
	slices.SortStableFunc(totals, func(a, b summary.Total) int {
		return cmp.Or( // a mean that does not exist comes last
			cmp.Compare(b.Right, a.Right),
			cmp.Compare(-b.Above.Mean(), -a.Above.Mean()),
			cmp.Compare(-seconds(b), -seconds(a)),
		)
	})
	for i, t := range totals {
		rows = append(rows, Ranked{
			Class:         own[0].Entry.Class(),
			ObjectiveName: own[0].Entry.Minimises(),
			Rank:          i + 1,
			Method:        t.Method,
			Steps:         t.Steps,
			Refused:       t.Failed,
			Proven:        t.Proven[summary.AtSecond] + t.Proven[summary.ByBounds],
			Right:         t.Right,
			Best:          t.Best,
			ExcessPercent: confidence.Existing(t.Above.Mean()),
			GapPercent:    confidence.Existing(t.Gap.Mean()),
			Seconds:       confidence.Existing(seconds(t)),
		})
	}
	return rows
}
