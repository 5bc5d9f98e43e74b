package streit2002

import (
	"cmp"
	"errors"
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

// tableFactor is the shrinking factor of Tables 4 to 6.
const tableFactor = 1

// A replay is one of a scheduler, under its name in the legends of the paper.
type replay struct {
	Name, Scheduler string
	Estimates       sweep.Estimates // "": as the trace has them
	Table           bool            // a column of Table 4
}

// Settings state the evaluation of a trace as plain data: all that its replays depend on, but for
// the bytes of the trace and the paper's set beside it. The names of the fields in YAML are those
// of the flags of "optgap reproduce streit2002".
type Settings struct {
	Machine int64  `yaml:"machine,omitempty"` // processors; 0: those that the trace names
	Strict  bool   `yaml:"strict,omitempty"`  // a job that cannot be used is an error
	SetJobs int    `yaml:"set-jobs"`          // so many jobs are drawn from the trace; 0: it is replayed itself
	Weibull string `yaml:"weibull,omitempty"` // see workload.ParseWeibull; "": as Table 2, for other traces fitted
	Seed    uint64 `yaml:"seed,omitempty"`    // of the drawn jobs

	DynP string `yaml:"dynp,omitempty"` // parameters of self-tuning dynP, such as "replan=queue"; "": their defaults

	Factors []float64 // above 0: shrinking factors of Figures 2 to 8; for nil see Evaluation
}

// DefaultSettings returns the evaluation of "optgap reproduce streit2002" without flags.
func DefaultSettings() Settings {
	return Settings{SetJobs: SetJobs, DynP: "replan=" + string(dynp.ReplanQueue)}
}

// Replays returns the replays for tables and figures. Those for the tables come first, so
// that an interrupted sweep has them.
func (s Settings) Replays() (all []sweep.Setting) {
	for i, f := range append([]float64{tableFactor}, s.Factors...) {
		for _, r := range printed().Replays {
			if i == 0 && !r.Table || i > 0 && r.Table && f == tableFactor {
				continue
			}
			one := sweep.Setting{Name: r.Name, Scheduler: r.Scheduler, Factor: f, Estimates: r.Estimates}
			if base := schedulers.Base(r.Scheduler); s.DynP != "" && slices.Contains(schedulers.SelfTuningNames(), base) {
				one.Scheduler += ":" + s.DynP
			}
			one.Scheduler = schedulers.Spelt(one.Scheduler)
			all = append(all, one)
		}
	}
	return all
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (s Settings) Validate() error {
	if s.SetJobs < 0 || s.SetJobs > workload.MostJobs {
		return optgap.BadField("set-jobs", s.SetJobs, fmt.Sprintf("0 to %d", workload.MostJobs))
	}
	for _, r := range (Settings{DynP: s.DynP}).Replays() {
		if wrong, ok := errors.AsType[*optgap.FieldError](schedulers.Known(r.Scheduler)); ok {
			return optgap.BadField("dynp", wrong.Found, wrong.Expected)
		}
	}
	if s.Weibull == "" {
		return nil
	}
	_, _, err := workload.ParseWeibull(s.Weibull)
	return err
}

// arguments returns the values on which the replays depend, as their folder has them.
func (s Settings) arguments(set *Published) map[string]string {
	values := field.Values(s)
	values["paper-set"] = cmp.Or(set.key(), None)
	values["shrink"] = format.List(s.Factors)
	return values
}

// FolderOf returns the name of the folder of a trace, where several traces have one each.
func FolderOf(trace string) string {
	stem, _ := stream.SplitSuffix(filepath.Base(trace))
	return stem
}
