package library

import (
	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
)

// Total sums up the entries of a set, of a class and of an objective.
type Total struct {
	Set           string   `json:"set"`
	Class         string   `json:"class"`
	ObjectiveName string   `json:"objective_name"`
	Entries       int      `json:"entries"`
	Optimal       int      `json:"optimal"`
	Certified     int      `json:"certified"`    // of the optimal ones, those whose proof needs no search and no solver
	MeanGap       *float64 `json:"mean_gap"`     // of the open ones; nil: there are none
	LargestGap    float64  `json:"largest_gap"`  // of the open ones; 0: there are none
	LossPercent   *float64 `json:"loss_percent"` // mean over all entries, of the best usual scheduler
}

// Totals sums up entries, in the order in which set, class and objective first appear.
func Totals(entries []*Entry) (all []Total) {
	type key struct{ set, class, objective string }
	at := map[key]int{}
	for _, e := range entries {
		k := key{e.Set.Recipe.Set, e.Class.String(), string(e.Objective)}
		i, known := at[k]
		if !known {
			i, at[k] = len(all), len(all)
			all = append(all, Total{Set: k.set, Class: k.class, ObjectiveName: k.objective, LossPercent: new(float64)})
		}
		all[i].add(e)
	}
	for i := range all {
		t := &all[i]
		*t.LossPercent /= float64(t.Entries)
		if open := t.Entries - t.Optimal; open > 0 {
			*t.MeanGap /= float64(open)
		}
	}
	return all
}

// add counts an entry. Means are sums until all are counted.
func (t *Total) add(e *Entry) {
	t.Entries++
	*t.LossPercent += 100 * e.Known.Loss()
	if e.Known.Proven() {
		t.Optimal++
		if !e.Known.NeedsSearch() {
			t.Certified++
		}
		return
	}
	if t.MeanGap == nil {
		t.MeanGap = new(float64)
	}
	gap := e.Known.Gap()
	*t.MeanGap += gap
	t.LargestGap = max(t.LargestGap, gap)
}

// TotalRows returns the table of all columns of totals, for CSV.
func TotalRows(totals []Total) table.Table { return column.Rows(column.Fields[Total](), totals) }
