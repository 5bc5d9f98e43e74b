package library

import (
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
)

// Compared says how the offers of a method compare with the best known before them, for a set, class
// and objective.
type Compared struct {
	Set           string `json:"set"`
	Class         string `json:"class"`
	ObjectiveName string `json:"objective_name"`
	Method        string `json:"method,omitempty"` // of results; a single policy stands for itself; "": not said
	Offered       int    `json:"offered"`
	Refused       int    `json:"refused"`
	Proven        int    `json:"proven"` // results that call their schedule optimal at one second
	// Equal, Better and Worse count the schedules by their objectives beside the best known.
	Equal         int      `json:"equal"`
	Better        int      `json:"better"`
	Worse         int      `json:"worse"`
	ExcessPercent *float64 `json:"excess_percent"` // mean over the schedules: offered over best known, less 1; nil: none
	// GapPercent is the mean of (objective - bound) / objective over the offers with both; nil: none.
	GapPercent  *float64 `json:"gap_percent"`
	BetterBound int      `json:"better_bound"` // taken
	NewlyProven int      `json:"newly_proven"`
	// Seconds is the shifted geometric mean of the times that are known, with a shift of 1 s; nil: none.
	Seconds *float64 `json:"seconds_shifted_geometric_mean"`
}

// comparing is a row that is under way, with the sums of its means.
type comparing struct {
	Compared
	schedules, bounded, timed int
	excess, gaps, logs        float64
}

// A Comparison gathers what became of offers. The zero value is empty.
type Comparison struct {
	Refused int // offers
	Claims  int // larger bounds that were not proven again
	Taken   int // better schedules and bounds
	rows    []comparing
	at      map[[4]string]int
	before  map[*Entry]int64 // the best known objective before the first offer
}

// Add counts an offer.
func (c *Comparison) Add(a *Added) {
	key := [4]string{
		a.Entry.Set.Recipe.Set, a.Entry.Class.String(), string(a.Entry.Objective), a.Offer.Source.Method,
	}
	i, known := c.at[key]
	if !known {
		if c.at == nil {
			c.at, c.before = map[[4]string]int{}, map[*Entry]int64{}
		}
		i, c.at[key] = len(c.rows), len(c.rows)
		row := Compared{Set: key[0], Class: key[1], ObjectiveName: key[2], Method: key[3]}
		c.rows = append(c.rows, comparing{Compared: row})
	}
	if a.Better.Claim {
		c.Claims++
	}
	for _, taken := range []bool{a.Better.Objective, a.Better.Bound} {
		if taken {
			c.Taken++
		}
	}
	before, known := c.before[a.Entry]
	if !known {
		before = a.Before.Objective
		c.before[a.Entry] = before
	}
	c.rows[i].add(a, before)
	if a.Wrong != nil {
		c.Refused++
	}
}

// add counts an offer, whose objective is compared with another.
func (r *comparing) add(a *Added, before int64) {
	r.Offered++
	if a.Wrong != nil {
		r.Refused++
		return
	}
	if a.Offer.Optimal {
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
	r.excess += float64(objective)/float64(before) - 1
	if bound := a.Offer.Bound(); bound > 0 {
		r.bounded++
		r.gaps += 1 - float64(bound)/float64(objective)
	}
	switch {
	case objective < before:
		r.Better++
	case objective > before:
		r.Worse++
	default:
		r.Equal++
	}
}

// Rows returns the rows by set, class and objective, in the order in which these first appeared. The
// methods of each stand together.
func (c *Comparison) Rows() (rows []Compared) {
	for _, r := range c.rows {
		if r.schedules > 0 {
			r.ExcessPercent = new(100 * r.excess / float64(r.schedules))
		}
		if r.bounded > 0 {
			r.GapPercent = new(100 * r.gaps / float64(r.bounded))
		}
		if r.timed > 0 {
			r.Seconds = new(math.Expm1(r.logs / float64(r.timed)))
		}
		rows = append(rows, r.Compared)
	}
	place := func(r Compared) int {
		return slices.IndexFunc(c.rows, func(first comparing) bool {
			return first.Set == r.Set && first.Class == r.Class && first.ObjectiveName == r.ObjectiveName
		})
	}
	slices.SortStableFunc(rows, func(a, b Compared) int { return place(a) - place(b) })
	return rows
}

// ComparedRows returns the table of all columns, for CSV.
func ComparedRows(rows []Compared) table.Table { return column.Rows(column.Fields[Compared](), rows) }
