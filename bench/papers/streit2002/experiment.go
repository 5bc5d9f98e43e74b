package streit2002

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/dynp"
)

// An Experiment is the evaluation of section 5.2 on one job set.
type Experiment struct {
	Options   schedulers.Options // of the dynP schedulers; the tables set the quality metric
	Factors   []float64          // shrinking factors of Figures 2 to 8, nil without figures
	Published *Published         // printed numbers, nil if there is none
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

// Settings state the evaluation of a trace as plain data: all that its replays depend on, but for
// the bytes of the trace and the paper's set beside it. The names of the fields in YAML are those
// of the flags of "optgap reproduce streit2002".
type Settings struct {
	Machine    int64  `yaml:"machine,omitempty"`     // processors; 0: those that the trace names
	Strict     bool   `yaml:"strict,omitempty"`      // a job that cannot be used is an error
	SetJobs    int    `yaml:"set-jobs"`              // so many jobs are drawn from the trace; 0: it is replayed itself
	Weibull    string `yaml:"weibull,omitempty"`     // see workload.ParseWeibull; "": as Table 2, for other traces fitted
	DailyCycle bool   `yaml:"daily-cycle,omitempty"` // more drawn submissions in the hours that have more in the trace
	Seed       uint64 `yaml:"seed,omitempty"`        // of the drawn jobs

	schedulers.Deciding `yaml:",inline"`

	Factors []float64 // above 0: shrinking factors of Figures 2 to 8; for nil see Evaluation
}

// DefaultSettings returns the evaluation of "optgap reproduce streit2002" without flags.
func DefaultSettings() Settings {
	return Settings{SetJobs: SetJobs, Deciding: schedulers.Deciding{Replan: string(dynp.ReplanQueue)}}
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (s Settings) Validate() error {
	if s.SetJobs < 0 || s.SetJobs > workload.MostJobs {
		return optgap.BadField("set-jobs", s.SetJobs, fmt.Sprintf("0 to %d", workload.MostJobs))
	}
	options, err := s.Deciding.Options()
	if err != nil {
		return err
	}
	if err := options.Validate(); err != nil || s.Weibull == "" {
		return err
	}
	_, _, err = workload.ParseWeibull(s.Weibull)
	return err
}

// arguments returns the values on which the replays of an experiment depend, as their folder has
// them.
func (s Settings) arguments(e Experiment) map[string]string {
	values := field.Values(s)
	if values["paper-set"] = None; e.Published != nil {
		values["paper-set"] = e.Published.Key
	}
	values["shrink"] = format.List(e.Factors)
	return values
}

// FolderOf returns the name of the folder of a trace, where several traces have one each.
func FolderOf(trace string) string {
	stem, _ := stream.SplitSuffix(filepath.Base(trace))
	return stem
}
