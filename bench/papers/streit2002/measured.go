package streit2002

import (
	"iter"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
)

// A Measured holds the measurements of an experiment on one trace.
type Measured struct {
	Experiment
	Name    string             // name of the trace
	About   string             // the jobs, such as "mean of 5 sets of 10,000 drawn jobs"; "": the trace's own
	Trace   *analysis.Analysis // nil: not analysed
	Sets    []Replays          // each has the runs for the tables
	Planned int                // number of sets of a run that is not interrupted
}

// Replays hold the measurements on one set of jobs.
type Replays struct {
	Set  *analysis.Analysis // of the drawn jobs, nil if none were drawn
	Runs []sweep.Run        // runs of [Experiment.Settings]
	Step float64            // seconds of a self-tuning step with 185 waiting jobs; 0: not measured
}

// Basis says how many of the replays there are.
func (m *Measured) Basis() statement.Basis {
	done := 0
	for _, s := range m.Sets {
		done += len(s.Runs)
	}
	return statement.Basis{Done: done, Planned: m.Planned * len(m.Experiment.Settings()), Thing: "replay"}
}

// A column is a trace with the numbers of each set.
type column struct {
	*Measured
	numbers []Numbers
}

// key returns the key of the paper's set beside which the trace stands; "": there is none.
func (c column) key() string {
	if c.Published == nil {
		return ""
	}
	return c.Published.Key
}

// statements judges the ledger of the set.
func (c column) statements() []statement.Statement {
	data := statement.Case[Data]{Trace: c.Name, Basis: c.Basis(), Measured: Data{Numbers: c.numbers}}
	if c.Published != nil {
		printed := c.Published.data()
		data.Printed = &printed
	}
	return LedgerOf(c.key()).Judge(data)
}

// columnsOf returns the traces in the order of the paper's sets. Those of no set follow. It is an error if a run for
// the tables is missing.
func columnsOf(measured []Measured) ([]column, error) {
	var columns []column
	for i := range measured {
		c := column{Measured: &measured[i]}
		for k := range c.Sets {
			if err := c.complete(&c.Sets[k]); err != nil {
				return nil, err
			}
			c.numbers = append(c.numbers, numbersOf(c.Measured, &c.Sets[k]))
		}
		columns = append(columns, c)
	}
	place := func(c column) int {
		if k := slices.Index(Names(), c.key()); k >= 0 {
			return k
		}
		return len(Names())
	}
	slices.SortStableFunc(columns, func(a, b column) int { return place(a) - place(b) })
	for _, ctc := range columns {
		for _, c := range columns {
			for k := range c.numbers {
				if ctc.key() == "ctc" {
					c.numbers[k].CTC = &ctc.numbers[min(k, len(ctc.numbers)-1)]
				}
			}
		}
	}
	return columns, nil
}

// head returns the name of the column: that of the set, else that of the trace.
func (c column) head() string {
	const width = 12
	if c.Published != nil {
		return c.Published.Name
	}
	return broken(c.Name, width)
}

// Records yields jobs as lines of a trace, for package analysis.
func Records(jobs []optgap.TraceJob) iter.Seq2[swf.Record, error] {
	return harness.Map(harness.Each(jobs), func(j optgap.TraceJob) (swf.Record, error) { return swf.FromJob(j), nil })
}
