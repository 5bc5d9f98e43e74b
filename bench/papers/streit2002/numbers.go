package streit2002

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Measures are about these numbers. A run is a set of jobs, and a printed number has none.
//
//	trace(jobs), set(jobs)   of Table 2 or 3, by the keys of package analysis; trace(own, jobs): of the paper's trace
//	times(short)             shares of the jobs, see timesOf
//	artww(SJF)               a metric of a scheduler, at the factor 1 or at that of a list
//	wait, case_6b            the same of the scheduler of Tables 5 and 6, or a number of the set such as jobs
//	ctc_sldww_60(SJF)        of CTC, where its trace is there too
//	decisions, cases, step   see decisionsAsPrinted, casesAsStated and stepSeconds

// dataOf returns the data of rows, with the lists of the schedulers in figures, and of falling
// factors.
func dataOf(rows statement.Rows, factors, ofCTC []float64) *statement.Data {
	rows.Exact(nil, statement.Numbers{
		"decisions": decisionsAsPrinted(), "cases": casesAsStated(),
	})
	d := statement.NewData(rows)
	d.Complete = true
	d.Place = []string{anyTrace, best, format.Exact(tableFactor)}
	d.Lists = map[string][]string{
		"factor":         lists.Each(factors, format.Exact),
		"larger_factors": lists.Each(factors[:(len(factors)+1)/2], format.Exact),
		"ctc_factors":    lists.Each(ofCTC, format.Exact),
	}
	maps.Copy(d.Lists, printed().Lists)
	return d
}

// best is the name in numbers of the advanced decider with ARTwW, as of Tables 5 and 6 and of
// Figure 4 on.
const best = "advanced_ARTwW"

// The words of trace: each trace is one, and that of the paper's set is its own too.
const anyTrace, ownTrace = "any", "own"

// keyed returns a row for each of some numbers by their keys, of a trace; "": of a set.
func keyed(
	run int,
	name string,
	values statement.Numbers,
	trace string,
) (rows statement.Rows) {
	for key, v := range values {
		at := statement.At{"key": key}
		if trace != "" {
			at["trace"] = trace
		}
		rows.Add(run, at, statement.Numbers{name: v})
	}
	return rows
}

// data returns the numbers of a trace. ctc is the trace beside CTC_syn, for the one statement that
// compares two, or nil.
func (m *Measured) data(ctc *Measured) *statement.Data {
	values := m.Trace.Values()
	rows := keyed(statement.NoRun, "trace", values, anyTrace)
	another := m.Published.another(values["jobs"])
	if another == "" {
		rows = append(rows, keyed(statement.NoRun, "trace", values, ownTrace)...)
	}
	for k := range m.Sets {
		s := &m.Sets[k]
		rows = append(rows, keyed(k, "times", timesOf(cmp.Or(s.Set, m.Trace)), "")...)
		if s.Set != nil {
			rows = append(rows, keyed(k, "set", s.Set.Values(), "")...)
		}
		rows.Add(k, nil, statement.Numbers{"jobs": s.Runs[0].Numbers["jobs"]})
		if s.Step > 0 {
			rows.Exact(nil, statement.Numbers{"step": s.Step})
		}
		for i := range s.Runs {
			rows.Add(k, placeOf(&s.Runs[i]), replayed(&s.Runs[i]))
		}
		if ctc != nil {
			for _, r := range ctc.Sets[min(k, len(ctc.Sets)-1)].Runs {
				slowdown := statement.Numbers{"ctc_sldww_60": r.Numbers["sldww_60"]}
				rows.Add(k, placeOf(&r), slowdown)
			}
		}
	}
	d := dataOf(rows, m.drawn(), ctc.drawn())
	d.Missing = map[string]string{
		ownTrace:      another,
		"ctc_factors": "a trace of CTC is needed too",
	}
	d.Doubt = map[string]string{"": m.lacking()}
	if len(d.Lists["factor"]) == 0 {
		for _, list := range []string{"factor", "larger_factors", "ctc_factors"} {
			d.Missing[list] = "no shrinking factors were given (--shrink or --plot)"
		}
	} else {
		d.Doubt["factor"] = m.Published.narrow(m.drawn())
	}
	return d
}

// drawn returns the factors of the replays for the figures, falling.
func (m *Measured) drawn() (factors []float64) {
	if m == nil || len(m.Sets) == 0 {
		return nil
	}
	for _, r := range m.Sets[0].Runs {
		if nameOf(r.Name) == "FCFS" {
			factors = append(factors, r.ShrinkingFactor())
		}
	}
	slices.SortFunc(factors, func(a, b float64) int { return cmp.Compare(b, a) })
	return factors
}

func placeOf(r *sweep.Run) statement.At {
	return statement.At{
		"scheduler": nameOf(r.Name),
		"factor":    format.Exact(r.ShrinkingFactor()),
	}
}

// replayed returns the numbers of a replay, those of Tables 4 to 6 among them.
func replayed(r *sweep.Run) statement.Numbers {
	values := maps.Clone(r.Numbers)
	delete(values, "jobs") // the set has it
	values["util"] *= 100
	if s := r.Stats; s != nil {
		tries := float64(s.Tries)
		values["tries"], values["total"], values["backlog"] = tries, tries, s.Backlog
		values["same"] = 100 * float64(s.Same) / max(1, tries)
		for _, policy := range heuristics.DynP() {
			values["by_"+policy.Name] = float64(s.StartedWith[policy.Name])
			values["to_"+policy.Name] = 100 * float64(s.SwitchesTo[policy.Name]) / max(1, tries)
		}
		for _, row := range printed().Tables["6"].Rows {
			for of := range strings.FieldsSeq(row.Cases) {
				values[row.Of] += float64(s.Cases[dynp.Case(of)])
			}
		}
	}
	return values
}

// nameOf returns the name in numbers of a scheduler: "advanced_ARTwW", "SJF_perfect", "basic".
func nameOf(run string) string {
	return strings.NewReplacer(", perfect estimates", "_perfect", " dynP", "", ", ", "_").
		Replace(run)
}

// timesOf returns shares of the jobs by their times (Figure 1 and section 4): with a run time of 5
// minutes or less, with one of the most common estimates, and with a multiple of 5 minutes; and by
// how much the highest stair of the distribution of estimates exceeds that of the run times. They
// are missing where no job has them.
func timesOf(a *analysis.Analysis) statement.Numbers {
	if a.Estimate == nil || a.RunTime == nil {
		return nil
	}
	common := []float64{600, 1800, 7200}
	return statement.Numbers{
		"short": a.RunTime.Distribution.Share(func(v float64) bool { return v <= 300 }),
		"common_estimate": a.Estimate.Distribution.Share(
			func(v float64) bool { return slices.Contains(common, v) },
		),
		"round_estimate": a.Estimate.Distribution.Share(
			func(v float64) bool { return math.Mod(v, 300) == 0 },
		),
		"smoother": stair(a.Estimate) - stair(a.RunTime),
	}
}

// stair returns the share of the most frequent value: the highest stair of the distribution.
func stair(q *analysis.Quantity) float64 {
	return slices.Max(q.Distribution.Counts) / q.Distribution.Total()
}

const (
	// LeastSets is the number of drawn sets that a verdict needs. With fewer the interval of a
	// mean is hardly known.
	LeastSets = 5
	// leastJobs is the number of jobs in a set that a verdict needs: half of the paper's. The
	// queue of a short set does not grow to its usual length.
	leastJobs = SetJobs / 2
)

// lacking says why the sets are too few for a verdict; "": they are not.
func (m *Measured) lacking() string {
	switch n := len(m.Sets); {
	case n == 0:
		return ""
	case m.Sets[0].Set == nil:
		return "the trace itself is a single set, which has no interval"
	case n < LeastSets:
		drawn := format.Count(n, "set")
		return drawn + " drawn, a verdict needs " + format.Integer(LeastSets)
	case m.Sets[0].Runs[0].Numbers["jobs"] < leastJobs:
		jobs := format.Count(int64(m.Sets[0].Runs[0].Numbers["jobs"]), "job")
		return "sets of " + jobs + ", a verdict needs " + format.Integer(leastJobs)
	}
	return ""
}

// decisions calls visit with every order of the values of FCFS, SJF and LJF and every active
// policy.
func decisions(visit func(values []int64, current int)) {
	for k := range 27 {
		for current := range 3 {
			visit([]int64{int64(k % 3), int64(k / 3 % 3), int64(k / 9)}, current)
		}
	}
}

// decisionsAsPrinted is the share of the decisions in which the program in section 3.2 chooses as
// Table 1 does.
func decisionsAsPrinted() float64 {
	const fcfs, sjf, ljf = 0, 1, 2
	equal := 0.0
	of := 0.0
	decisions(func(values []int64, current int) {
		best := sjf
		if values[sjf] > values[ljf] {
			best = ljf
		}
		if values[fcfs] <= values[best] {
			best = fcfs
		}
		of++
		if best == dynp.Simple(values, current) {
			equal++
		}
	})
	return equal / of
}

// casesAsStated is the number of the cases of Table 1 in which the deciders differ; -1: they are
// not those of the text.
func casesAsStated() float64 {
	takes := map[dynp.Case]int{}
	decisions(func(values []int64, current int) {
		if simple := dynp.Simple(values, current); simple != dynp.Advanced(values, current) {
			takes[dynp.CaseOf(values, current)] = simple
		}
	})
	const fcfs, sjf = 0, 1
	if !maps.Equal(takes, map[dynp.Case]int{"1": fcfs, "6b": fcfs, "8c": fcfs, "10c": sjf}) {
		return -1
	}
	return float64(len(takes))
}
