package streit2002

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// readings returns the points that the paper leaves open, and the choices in them.
func readings() []statement.Reading {
	return []statement.Reading{
		{
			"when plans are made and compared, and in which order the FCFS plan takes the queue",
			"--replan; full makes all plans anew at each event. queue and queue-back come nearest to his tables",
		},
		{
			"the bins of the matrix of width, estimate and run time",
			"combinations that occur are drawn, each as often as it occurs",
		},
		{
			"how alpha and beta were fitted; they do not give the printed mean, beta * Gamma(1 + 1/alpha)",
			"Table 2: maximum likelihood of the times above 0 (moments come nearer: workload analyze). " +
				"Sets are drawn with his parameters, or with --weibull",
		},
		{
			"what the likelihood of interarrival time is",
			"the share of the times that are 0: 507, 333, 2316 and 710 of the jobs give his numbers",
		},
		{
			"in which order jobs of one second are decided",
			"one by one, in the order of the trace, after the jobs that end then",
		},
		{"how many sets his numbers are of: one of each trace", "five sets, or --sets; verdicts are about their mean"},
		{
			"\"for small shrinking factors\" utilizations are alike (Figure 8), while these saturate the machine",
			"for large factors, below saturation",
		},
		{"the waits in the text, 35, 84 and 91 % of the run times", "Table 5 gives 29, 76 and 103 %"},
		{"the columns of Table 4: the jobs of PC2_syn, ART, advanced are 90 too many", "as printed"},
		{"the counts of Table 6, which add up to the total and case 10b once more", "each decision is one case"},
	}
}

// ReadingNames returns the names of the readings of when plans are made.
func ReadingNames() []string {
	return frame.Each(dynp.Replans(), func(r dynp.Replan) string { return string(r) })
}

// Compare returns the statements about Tables 4 to 6 under each of the readings, of all traces. That
// of the settings is measured already and comes first. Nothing is returned where there is no other.
func (e Evaluation) Compare(ctx context.Context, measured []Measured) ([]statement.Group, error) {
	if len(e.Readings) == 0 {
		return nil, nil
	}
	group, err := tried(e.Settings.Replan, measured)
	groups := []statement.Group{group}
	for _, r := range e.Readings {
		if r == e.Settings.Replan {
			continue
		}
		other := e
		other.Settings.Replan, other.Settings.Factors, other.Figures = r, nil, false
		other.again = true
		if e.Folder != "" {
			other.Folder = filepath.Join(e.Folder, "replan-"+r)
		}
		all, err := other.Measure(ctx)
		if err == nil {
			group, err = tried(r, all)
		}
		if err != nil {
			return groups, err
		}
		groups = append(groups, group)
	}
	return groups, err
}

// tried returns the statements about Tables 4 to 6.
func tried(reading string, measured []Measured) (g statement.Group, err error) {
	g.Name = reading
	columns, err := columnsOf(measured)
	for _, l := range ledgers(columns) {
		for _, s := range l.Statements {
			if strings.HasPrefix(s.Where, "section 5.2, Table") {
				g.Statements = append(g.Statements, s)
			}
		}
	}
	return g, err
}
