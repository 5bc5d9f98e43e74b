package benchdiff

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/diff"
)

// Report returns the report of package diff. Its pairs are benchmarks. The counts of proofs,
// objectives and bounds are 0. Its regressions are the values that got worse by more than
// chance.
func (c *Diff) Report() diff.Report {
	r := diff.Report{
		Paired: c.Paired, OnlyOld: c.OnlyOld, OnlyNew: c.OnlyNew, TimeRatio: c.Time.JSON(), Regressions: []diff.Regression{},
	}
	if r.TimeRatio != nil {
		r.PValue = &c.P
	}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Significant() && l.worse(0) {
			r.Regressions = append(r.Regressions, diff.Regression{
				Index: l.Index, Method: l.Name, What: l.Unit, Old: l.Old.Center, New: l.New.Center,
			})
		}
	}
	return r
}

// Failures says in words which values got worse by more than a share, such as 0.05; nil:
// none. The lower end of the interval counts for the times, the geometric mean for any other
// unit. A single benchmark counts if its p is below the level for all benchmarks together
// (Bonferroni's correction).
func (c *Diff) Failures(share float64) (why []string) {
	if c.Time.Low > 1+share {
		why = append(why, fmt.Sprintf("the times rose to %s of the old (95 %% interval from %s), more than %s",
			format.Ratio(c.Time.Value), format.Ratio(c.Time.Low), format.Ratio(1+share)))
	}
	for _, u := range c.Units() {
		if u.Unit != seconds && (u.Better < 0 && u.Ratio > 1+share || u.Better > 0 && u.Ratio < 1-share) {
			why = append(why, fmt.Sprintf("%s changed to %s of the old on average", u.Unit, format.Ratio(u.Ratio)))
		}
	}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Test.P*float64(c.Paired) < l.Test.Alpha && l.worse(share) {
			why = append(why, fmt.Sprintf("%s: %s changed to %s of the old (p %.2g)",
				l.Name, l.Unit, format.Ratio(l.Ratio()), l.Test.P))
		}
	}
	return why
}

// A Unit is the average change of a unit.
type Unit struct {
	Unit   string
	Better int     // as in [Line]
	Ratio  float64 // geometric mean over the benchmarks; NaN: none
}

// Units returns the average change of each unit. Benchmarks with a value of 0 are left out.
func (c *Diff) Units() (units []Unit) {
	for from := 0; from < len(c.Lines); {
		u := Unit{Unit: c.Lines[from].Unit, Better: c.Lines[from].Better}
		var logs []float64
		to := from
		for ; to < len(c.Lines) && c.Lines[to].Unit == u.Unit; to++ {
			if r := c.Lines[to].Ratio(); r > 0 && !math.IsInf(r, 1) {
				logs = append(logs, math.Log(r))
			}
		}
		u.Ratio = math.Exp(stat.Mean(logs, nil))
		units = append(units, u)
		from = to
	}
	return units
}

// Rows returns one row per benchmark and unit for CSV. Nothing is rounded.
func (c *Diff) Rows() table.Table {
	names := []string{"index", "benchmark", "unit", "runs_old", "runs_new", "median_old", "median_new", "ratio", "p"}
	t := table.Table{Columns: table.Words(names...)}
	for i := range c.Lines {
		l := &c.Lines[i]
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(l.Index), l.Name, l.Unit, strconv.Itoa(len(l.old)), strconv.Itoa(len(l.new)),
			number(l.Old.Center), number(l.New.Center), number(l.Ratio()), number(l.Test.P),
		})
	}
	return t
}

// number writes a value; "" where it is infinite or NaN.
func number(v float64) string {
	if !format.Finite(v) {
		return ""
	}
	return format.Exact(v)
}
