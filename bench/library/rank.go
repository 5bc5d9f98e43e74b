package library

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/lists"
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
	// [%] mean of objective over best known objective, less 1
	ExcessPercent *float64 `json:"excess_percent"`
	// [%] mean of (objective - bound) / objective, with bounds of the same method
	GapPercent *float64 `json:"gap_percent"`
	Seconds    *float64 `json:"seconds_shifted_geometric_mean"` // [s] of the known times, with a shift of 1 s
}

// Rank holds the methods of results against each other and against the best known: by class and
// objective, in the order of their ranks.
func Rank(all []*Added) (rows []Ranked) {
	class := func(a *Added) [2]string {
		return [2]string{a.Entry.Class(), string(a.Entry.Objective)}
	}
	name := func(a *Added) string { return a.Offer.Method }
	for _, own := range lists.GroupBy(all, class) {
		methods := lists.Each(lists.GroupBy(own, name), rankedOf)
		slices.SortStableFunc(methods, func(a, b Ranked) int {
			return cmp.Or(
				cmp.Compare(b.Right, a.Right),
				compareExisting(a.ExcessPercent, b.ExcessPercent),
				compareExisting(a.Seconds, b.Seconds),
			)
		})
		for i := range methods {
			methods[i].Rank = i + 1
		}
		rows = append(rows, methods...)
	}
	return rows
}

// compareExisting orders numbers; one that does not exist comes last.
func compareExisting(a, b *float64) int {
	switch {
	case a != nil && b != nil:
		return cmp.Compare(*a, *b)
	case a != nil:
		return -1
	case b != nil:
		return 1
	}
	return 0
}

// rankedOf sums up what a method has found. All of its results for a step count together.
func rankedOf(own []*Added) Ranked {
	e := own[0].Entry
	row := Ranked{
		Class:         e.Class(),
		ObjectiveName: string(e.Objective),
		Method:        own[0].Offer.Method,
	}
	var excesses, gaps, seconds confidence.Values
	for _, found := range lists.GroupBy(own, func(a *Added) *Entry { return a.Entry }) {
		var objective, bound int64 // 0: none
		var took float64
		optimal := false
		refused := false
		for _, a := range found {
			took = max(took, a.Offer.SolveSeconds)
			if a.Wrong != nil {
				refused = true
				continue
			}
			for _, v := range a.Offer.Bounds {
				bound = max(bound, v)
			}
			atSecond := a.Offer.Scope != optgap.ScopeGrid
			optimal = optimal || a.Offer.Status == optgap.StatusOptimal && atSecond
			if a.Objective > 0 && (objective == 0 || a.Objective < objective) {
				objective = a.Objective
			}
		}
		row.Steps++
		seconds.Add(took)
		if refused {
			row.Refused++
		}
		if objective == 0 {
			continue
		}
		best := found[0].Entry.Best.Objective // of all results, too
		excesses = append(excesses, 100*(float64(objective)/float64(best)-1))
		if bound > 0 {
			gaps = append(gaps, 100*(1-float64(bound)/float64(objective)))
		}
		proven := optimal || bound == objective
		if proven {
			row.Proven++
		}
		if objective == best {
			row.Best++
		}
		if proven && objective == best && !refused {
			row.Right++
		}
	}
	row.ExcessPercent = confidence.Existing(excesses.Mean())
	row.GapPercent = confidence.Existing(gaps.Mean())
	row.Seconds = confidence.Existing(seconds.Geometric(confidence.SecondsShift))
	return row
}
