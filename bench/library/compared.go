package library

import (
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
)

// Compared says how offers compare with the best known before them, for a set, class and objective.
type Compared struct {
	Set           string `json:"set"`
	Class         string `json:"class"`
	ObjectiveName string `json:"objective_name"`
	Offered       int    `json:"offered"`
	Refused       int    `json:"refused"`
	Proven        int    `json:"proven"` // results that call their schedule optimal
	// Equal, Better and Worse count the schedules by their objectives beside the best known.
	Equal         int      `json:"equal"`
	Better        int      `json:"better"`
	Worse         int      `json:"worse"`
	ExcessPercent *float64 `json:"excess_percent"` // mean over the schedules: offered over best known, less 1; nil: none
	BetterBound   int      `json:"better_bound"`   // taken
	NewlyProven   int      `json:"newly_proven"`
	// Seconds is the shifted geometric mean of the times that are known, with a shift of 1 s; nil: none.
	Seconds *float64 `json:"seconds_shifted_geometric_mean"`
}

// comparing is a row that is under way, with the sums of its means.
type comparing struct {
	Compared
	schedules, timed int
	excess, logs     float64
}

// A Comparison gathers what became of offers. The zero value is empty.
type Comparison struct {
	Refused   int // offers
	Untrusted int // larger bounds that were not taken
	rows      []comparing
	at        map[[3]string]int
}

// Add counts an offer.
func (c *Comparison) Add(a *Added) {
	key := [3]string{a.Entry.Set.Recipe.Set, a.Entry.Class.String(), string(a.Entry.Objective)}
	i, known := c.at[key]
	if !known {
		if c.at == nil {
			c.at = map[[3]string]int{}
		}
		i, c.at[key] = len(c.rows), len(c.rows)
		c.rows = append(c.rows, comparing{Compared: Compared{Set: key[0], Class: key[1], ObjectiveName: key[2]}})
	}
	c.Untrusted += a.Better.Untrusted
	c.rows[i].add(a)
	if a.Wrong != nil {
		c.Refused++
	}
}

// add counts an offer.
func (r *comparing) add(a *Added) {
	r.Offered++
	if a.Wrong != nil {
		r.Refused++
		return
	}
	if a.Offer.Status == optgap.StatusOptimal {
		r.Proven++
	}
	if a.Better.Bound {
		r.BetterBound++
	}
	if a.Entry.Known.Proven() && !a.Before.Proven() {
		r.NewlyProven++
	}
	if s := a.Offer.Source.Seconds; s > 0 {
		r.timed++
		r.logs += math.Log1p(s)
	}
	objective, ok := a.Objective()
	if !ok {
		return
	}
	r.schedules++
	r.excess += float64(objective)/float64(a.Before.Objective) - 1
	switch {
	case objective < a.Before.Objective:
		r.Better++
	case objective > a.Before.Objective:
		r.Worse++
	default:
		r.Equal++
	}
}

// Rows returns the rows, in the order in which set, class and objective first appeared.
func (c *Comparison) Rows() (rows []Compared) {
	for _, r := range c.rows {
		if r.schedules > 0 {
			r.ExcessPercent = new(100 * r.excess / float64(r.schedules))
		}
		if r.timed > 0 {
			r.Seconds = new(math.Expm1(r.logs / float64(r.timed)))
		}
		rows = append(rows, r.Compared)
	}
	return rows
}

// ComparedRows returns the table of all columns, for CSV.
func ComparedRows(rows []Compared) table.Table { return column.Rows(column.Fields[Compared](), rows) }
