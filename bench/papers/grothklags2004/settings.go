package grothklags2004

import (
	"fmt"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// Settings state the experiment as plain data: all that its results depend on, but for the bytes
// of the trace. The names of the fields in YAML are those of the flags of
// "optgap reproduce grothklags2004".
type Settings struct {
	Machine   int64         `yaml:"machine,omitempty"`   // processors; 0: those that the trace names
	Jobs      int           `yaml:"jobs,omitempty"`      // only the first so many usable jobs; 0: all
	Strict    bool          `yaml:"strict,omitempty"`    // a job that cannot be used is an error
	MaxSteps  int           `yaml:"max-steps,omitempty"` // the averages are over at most so many; 0: all
	TimeLimit time.Duration `yaml:"time-limit"`          // of each step and other way of solving it; 0: none
	// LiteralLimit is that of the program as printed; 0: none.
	LiteralLimit time.Duration `yaml:"literal-limit"`
	ScaleEntry   string        `yaml:"scale-entry"` // size of a matrix entry in Eq. 6, such as "1kB"
	Horizon      string        `yaml:"horizon"`     // policies, the paper's, or safe
	Memory       string        `yaml:"memory"`      // that solving a step may take: "auto", or such as "2GB"
}

// DefaultSettings returns the experiment of "optgap reproduce grothklags2004" without flags.
func DefaultSettings() Settings {
	return Settings{
		TimeLimit: time.Minute, LiteralLimit: 5 * time.Second, ScaleEntry: "1kB",
		Horizon: string(grid.HorizonPolicies), Memory: spec.Auto,
	}
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (s Settings) Validate() error {
	if s.MaxSteps < 0 {
		return &optgap.FieldError{Field: "max-steps", Found: fmt.Sprint(s.MaxSteps), Expected: "at least 0"}
	}
	if s.LiteralLimit < 0 {
		return &optgap.FieldError{Field: "literal-limit", Found: s.LiteralLimit.String(), Expected: "at least 0"}
	}
	_, err := s.options(1)
	return err
}

// options returns how steps are solved by so many workers, which share the memory of the machine
// where Memory is "auto". What is no field of the settings is the paper's.
func (s Settings) options(workers int) (o method.Options, err error) {
	entry, err := spec.Size("scale-entry", s.ScaleEntry)
	if err != nil {
		return o, err
	}
	o = method.Options{Limits: exact.Limits{TimeLimit: s.TimeLimit}, NoBounds: true, NoCertificates: true}
	o.Grid = grid.Choice{Horizon: grid.Horizon(s.Horizon), Rule: TableRule()}
	o.Grid.Rule.PerEntry = float64(entry)
	if o.Memory, err = spec.MemoryLimit(s.Memory, workers); err != nil {
		return o, err
	}
	return o, o.Validate()
}

// arguments returns the values on which the results of a part depend, as its folder has them.
// The rows do not depend on the number of steps.
func (s Settings) arguments(part Part) map[string]string {
	values := map[string]string{"part": string(part)}
	for _, name := range field.Names(s) {
		values[name] = field.Text(s, name)
	}
	if part == PartRows || part == PartSecond || part == PartLiteral {
		delete(values, "max-steps")
	}
	if part.literal() {
		delete(values, "time-limit")
	} else {
		delete(values, "literal-limit")
	}
	return values
}
