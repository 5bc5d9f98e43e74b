package streit2002

import (
	"cmp"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// Numbers are what the statements are about, of one job set: as the paper prints them, or of one
// set of jobs that was replayed.
type Numbers struct {
	Jobs   int
	Trace  JobSet // Table 2; nil: not analysed
	Set    JobSet // Table 3; nil: no set was drawn
	Table4 [6]Table4Column
	Table5 Table5Column
	Table6 Table6Column
	CTC    *Numbers // of the set with the same place beside CTC_syn, for the one statement that compares two; nil: none

	// The paper prints the rest as curves, or as single numbers in its text.
	Times JobSet      // shares of the jobs by their times (Figure 1 and section 4); nil: printed
	Runs  []sweep.Run // Figures 2 to 8; nil: printed, or no factors were given
	Step  float64     // seconds of a self-tuning step with 185 waiting jobs; 0: not measured
}

// numbersOf returns the numbers of a set of jobs that was replayed. runs are those for the tables.
func numbersOf(m *Measured, s *Replays, runs []sweep.Run) Numbers {
	r := runs[detailed]
	n := Numbers{
		Jobs: r.Jobs, Trace: jobSetOf(m.Trace), Set: jobSetOf(s.Set), Step: s.Step, Times: timesOf(cmp.Or(s.Set, m.Trace)),
	}
	if len(m.Factors) > 0 {
		n.Runs = s.Runs
	}
	for k, r := range runs {
		with := r.Stats.StartedWith
		n.Table4[k] = Table4Column{
			r.ARTwW, 100 * r.Util, r.LOC, float64(with["SJF"]), float64(with["FCFS"]), float64(with["LJF"]),
		}
	}
	of := func(count int) float64 { return percentOf(count, r.Stats.Tries) }
	to := r.Stats.SwitchesTo
	n.Table5 = Table5Column{
		r.RunTime, r.Wait, r.ART, float64(r.Stats.Tries), of(to["SJF"]), of(to["FCFS"]), of(to["LJF"]), of(r.Stats.Same),
		r.Stats.Backlog,
	}
	for i, row := range table6Rows {
		for _, k := range row.cases {
			n.Table6[i] += float64(r.Stats.Cases[k])
		}
	}
	n.Table6[total] = float64(r.Stats.Tries)
	return n
}

// jobSetOf returns a column of Table 2 or 3; nil: nothing was analysed.
func jobSetOf(a *analysis.Analysis) JobSet {
	if a == nil {
		return nil
	}
	return a.Values()
}

// timesOf returns shares of the jobs by their times; nil: no job has them.
func timesOf(a *analysis.Analysis) JobSet {
	if a == nil || a.Estimate == nil || a.RunTime == nil {
		return nil
	}
	common := []float64{600, 1800, 7200}
	return JobSet{
		"run time up to 5 min":  a.RunTime.Distribution.Share(func(v float64) bool { return v <= 300 }),
		"common estimate":       a.Estimate.Distribution.Share(func(v float64) bool { return slices.Contains(common, v) }),
		"estimate of 5 min * n": a.Estimate.Distribution.Share(func(v float64) bool { return math.Mod(v, 300) == 0 }),
		"smoother run times":    stair(a.Estimate) - stair(a.RunTime),
	}
}

// stair returns the share of the most frequent value: the highest stair of the distribution.
func stair(q *analysis.Quantity) float64 {
	return slices.Max(q.Distribution.Counts) / q.Distribution.Total()
}

// A number is one of the numbers of a set.
type number = func(*Numbers) float64

// cell returns a row of Table 4 in each of its columns, and started the share of the jobs, from 0 to 1, in such a row.
func cell(row int) func(column int) number {
	return func(column int) number { return func(n *Numbers) float64 { return n.Table4[column][row] } }
}

func started(row int) func(column int) number {
	return func(column int) number { return perJob(cell(row)(column)) }
}

// among returns the largest or the least of a row of Table 4.
func among(row int, pick func([]float64) float64) number {
	return func(n *Numbers) float64 {
		return pick(frame.Each(n.Table4[:], func(c Table4Column) float64 { return c[row] }))
	}
}

// gain returns the share by which the ARTwW of the advanced decider is below that of the simple
// one. column is that of the simple decider in Table 4.
func gain(column int) number {
	return func(n *Numbers) float64 { return 1 - n.Table4[column+1][ARTwW]/n.Table4[column][ARTwW] }
}

// moreUtil returns by how many percentage points its utilization is above that of the simple one.
func moreUtil(column int) number {
	return func(n *Numbers) float64 { return n.Table4[column+1][Util] - n.Table4[column][Util] }
}

// detail returns a row of Table 5, and count one of Table 6.
func detail(row int) number { return func(n *Numbers) float64 { return n.Table5[row] } }
func count(row int) number  { return func(n *Numbers) float64 { return n.Table6[row] } }

// sum returns the sum of rows.
func sum(of func(row int) number, rows ...int) number {
	return func(n *Numbers) (sum float64) {
		for _, row := range rows {
			sum += of(row)(n)
		}
		return sum
	}
}

// share returns the share of the decisions, from 0 to 1, in rows of Table 6.
func share(rows ...int) number { return per(sum(count, rows...), count(total)) }

// per returns the quotient of two numbers.
func per(a, b number) number { return func(n *Numbers) float64 { return a(n) / b(n) } }

// perJob returns a number for each job of the set.
func perJob(a number) number { return func(n *Numbers) float64 { return a(n) / float64(n.Jobs) } }

// The rows of Table 6 by their cases.
const (
	case1 = iota
	cases2And7
	cases3And9
	cases4bAnd5
	case4a
	case4c
	case6a
	case6b
	case6c
	case8a
	case8b
	case8c
	case10a
	case10b
	case10c
	total
	differences   // decisions that differ from the simple decider
	currentPolicy // decisions for the current policy
)
