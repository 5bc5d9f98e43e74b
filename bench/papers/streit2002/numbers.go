package streit2002

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Numbers are what the statements are about, of one job set: as the paper prints them, or of one
// set of jobs that was replayed. See compile for their names.
type Numbers struct {
	Values  map[string]float64
	Factors []float64 // of Figures 2 to 8, falling, nil if they are printed or none were given
	CTC     *Numbers  // of the set with the same place beside CTC_syn, for the one statement that compares two, or nil
}

// key is the key of a metric of a scheduler at a shrinking factor.
func key(metric, scheduler string, factor float64) string {
	return fmt.Sprintf("%s %s %g", metric, scheduler, factor)
}

// of returns a metric of a scheduler at a factor, or the number with the name; NaN: there is neither.
func (n *Numbers) of(name, scheduler string, factor float64) float64 {
	for _, k := range []string{name, name + " " + scheduler, key(name, scheduler, factor)} {
		if v, ok := n.Values[k]; ok {
			return v
		}
	}
	return math.NaN()
}

// numbersOf returns the numbers of a set of jobs that was replayed.
func numbersOf(m *Measured, s *Replays) Numbers {
	n := Numbers{Values: timesOf(cmp.Or(s.Set, m.Trace))}
	n.analysed("trace ", m.Trace)
	n.analysed("set ", s.Set)
	n.Values["jobs"] = s.Runs[0].Numbers["jobs"]
	if s.Step > 0 {
		n.Values["step"] = s.Step
	}
	for i := range s.Runs {
		n.replayed(&s.Runs[i])
	}
	slices.SortFunc(n.Factors, func(a, b float64) int { return cmp.Compare(b, a) })
	return n
}

// analysed adds the numbers of Table 2 or 3, nil if nothing was analysed.
func (n *Numbers) analysed(prefix string, a *analysis.Analysis) {
	if a != nil {
		for k, v := range a.Values() {
			n.Values[prefix+k] = v
		}
	}
}

// replayed adds the numbers of a replay, those of Tables 4 to 6 among them.
func (n *Numbers) replayed(r *sweep.Run) {
	scheduler, factor := nameOf(r.Name), r.ShrinkingFactor()
	if scheduler == "FCFS" {
		n.Factors = append(n.Factors, factor)
	}
	values := maps.Clone(r.Numbers)
	values["util"] *= 100
	if s := r.Stats; s != nil {
		tries := float64(s.Tries)
		values["tries"], values["total"], values["backlog"] = tries, tries, s.Backlog
		values["same"] = 100 * float64(s.Same) / max(1, tries)
		for _, policy := range []string{"FCFS", "SJF", "LJF"} {
			values["by_"+policy] = float64(s.StartedWith[policy])
			values["to_"+policy] = 100 * float64(s.SwitchesTo[policy]) / max(1, tries)
		}
		for _, row := range printed().Tables["6"].Rows {
			for of := range strings.FieldsSeq(row.Cases) {
				values[row.Of] += float64(s.Cases[dynp.Case(of)])
			}
		}
	}
	for name, v := range values {
		n.Values[key(name, scheduler, factor)] = v
	}
}

// nameOf returns the name in numbers of a scheduler: "advanced_ARTwW", "SJF_perfect", "basic".
func nameOf(run string) string {
	return strings.NewReplacer(perfect, "_perfect", " dynP", "", ", ", "_").Replace(run)
}

// timesOf returns shares of the jobs by their times (Figure 1 and section 4): with a run time of 5 minutes or less,
// with one of the most common estimates, and with a multiple of 5 minutes; and by how much the highest stair of the
// distribution of estimates exceeds that of the run times. They are missing where no job has them.
func timesOf(a *analysis.Analysis) map[string]float64 {
	if a == nil || a.Estimate == nil || a.RunTime == nil {
		return map[string]float64{}
	}
	common := []float64{600, 1800, 7200}
	return map[string]float64{
		"times short":           a.RunTime.Distribution.Share(func(v float64) bool { return v <= 300 }),
		"times common_estimate": a.Estimate.Distribution.Share(func(v float64) bool { return slices.Contains(common, v) }),
		"times round_estimate":  a.Estimate.Distribution.Share(func(v float64) bool { return math.Mod(v, 300) == 0 }),
		"times smoother":        stair(a.Estimate) - stair(a.RunTime),
	}
}

// stair returns the share of the most frequent value: the highest stair of the distribution.
func stair(q *analysis.Quantity) float64 {
	return slices.Max(q.Distribution.Counts) / q.Distribution.Total()
}

// Data are what the ledger judges: the printed numbers of a job set, or those of drawn sets.
type Data struct {
	Numbers []Numbers // of each drawn set, or the printed ones
	Printed bool      // there is a single set, whose numbers are exact
}

const (
	// LeastSets is the number of drawn sets that a verdict needs. With fewer the interval of a
	// mean is hardly known.
	LeastSets = 5
	// leastJobs is the number of jobs in a set that a verdict needs: half of the paper's. The
	// queue of a short set does not grow to its usual length.
	leastJobs = SetJobs / 2
)

// lacking says why the data are too few for a verdict; "": they are not.
func (d Data) lacking() string {
	switch n := len(d.Numbers); {
	case d.Printed || n == 0:
		return ""
	case math.IsNaN(d.Numbers[0].of("set jobs", "", 1)):
		return "the trace itself is a single set, which has no interval"
	case n < LeastSets:
		return format.Count(int64(n), "set") + " drawn, a verdict needs " + format.Integer(LeastSets)
	case d.Numbers[0].Values["jobs"] < leastJobs:
		jobs := format.Count(int64(d.Numbers[0].Values["jobs"]), "job")
		return "sets of " + jobs + ", a verdict needs " + format.Integer(leastJobs)
	}
	return ""
}

// estimate returns the mean of a number over the sets. What is computed from the numbers of one
// set, such as the ratio of two replays, is paired by this. rare says that the number counts rare events.
func (d Data) estimate(of number, rare bool) statement.Estimate {
	values := table.Each(d.Numbers, func(n Numbers) float64 { return of(&n, tableFactor) })
	e := statement.Mean(values)
	switch {
	case math.IsNaN(e.Value): // a set lacks it
		return statement.Estimate{}
	case e.Known() && d.Printed:
		return statement.Exact(e.Value)
	case e.Known() && rare:
		e = poisson(values)
	}
	return e.Doubted(d.lacking())
}

// poisson returns the mean of counts of rare events. The interval is that of Garwood (1936) for the
// mean of a Poisson distribution: it tells how many there may be where none was seen.
func poisson(counts []float64) statement.Estimate {
	sum, n := floats.Sum(counts), float64(len(counts))
	const tail = (1 - statement.Confidence) / 2
	low := 0.0
	if sum > 0 {
		low = distuv.Gamma{Alpha: sum, Beta: 1}.Quantile(tail)
	}
	return statement.Between(sum/n, low/n, distuv.Gamma{Alpha: sum + 1, Beta: 1}.Quantile(1-tail)/n)
}
