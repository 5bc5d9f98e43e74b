package streit2002

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/dynp"
)

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

	Factors []float64 // shrinking factors of Figures 2 to 8; nil: see Evaluation
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
	for _, f := range s.Factors {
		if !(f > 0) || math.IsInf(f, 1) {
			return optgap.BadField("shrink", f, "a number above 0")
		}
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
