package streit2002

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
)

// An Experiment is the evaluation of section 5.2 on one job set.
type Experiment struct {
	Options   schedulers.Options // of the dynP schedulers; the tables set the quality metric
	Factors   []float64          // shrinking factors of Figures 2 to 8; nil: no figures
	Published *Published         // printed numbers; nil: none
}

const (
	advanced    = "dynp-advanced"
	tableFactor = 1 // the shrinking factor of Tables 4 to 6
	// perfect is the suffix in the names of runs with perfect estimates.
	perfect = ", perfect estimates"
)

// A named is a scheduler with its name in the legends of the paper.
type named struct{ scheduler, name string }

// The schedulers in the figures besides dynP. single has those of a single policy, which
// also run with perfect estimates. others has all.
var (
	single = []named{{"fcfs", "FCFS"}, {"sjf", "SJF"}, {"ljf", "LJF"}}
	others = append(slices.Clone(single), named{sweep.Basic, "basic dynP"})
)

// dynP returns the setting of a decider with a quality metric.
func (e Experiment) dynP(scheduler string, metric dynp.Metric, factor float64) sweep.Setting {
	o := e.Options
	o.DynP.Quality = dynp.QualityOf(metric)
	return sweep.Setting{Name: dynPName(scheduler, metric), Scheduler: scheduler, Options: o, Factor: factor}
}

// dynPName returns a name such as "advanced, ARTwW".
func dynPName(scheduler string, metric dynp.Metric) string {
	return fmt.Sprintf("%s, %s", scheduler[len("dynp-"):], metric)
}

// combinations returns the settings of the columns of Table 4.
func (e Experiment) combinations(factor float64) []sweep.Setting {
	var all []sweep.Setting
	for _, m := range []dynp.Metric{dynp.ARTwW, dynp.ART, dynp.MS} {
		for _, scheduler := range []string{"dynp-simple", advanced} {
			all = append(all, e.dynP(scheduler, m, factor))
		}
	}
	return all
}

// Settings returns the replays for tables and figures. Those for the tables come first, so
// that an interrupted sweep has them.
func (e Experiment) Settings() []sweep.Setting {
	all := e.combinations(tableFactor)
	for _, f := range e.Factors {
		if f != tableFactor {
			all = append(all, e.combinations(f)...)
		}
		for _, s := range others {
			all = append(all, sweep.Setting{Name: s.name, Scheduler: s.scheduler, Factor: f})
		}
		best := e.dynP(advanced, dynp.ARTwW, f)
		best.Name, best.Estimates = best.Name+perfect, sweep.Perfect
		all = append(all, best)
		for _, s := range single {
			all = append(all, sweep.Setting{Name: s.name + perfect, Scheduler: s.scheduler, Factor: f, Estimates: sweep.Perfect})
		}
	}
	return all
}
