package grothklags2004

import (
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/ilp/grid"
)

// Settings state the experiment as plain data: all that its results depend on, but for the bytes of the trace. They are
// those of a study. A [Part] has its own methods, its own statement of the program and its own time scale.
type Settings struct {
	spec.Spec
	// LiteralLimit is the time for each step by the program as printed, TimeLimit that of all other ways; 0: none.
	LiteralLimit time.Duration
}

// DefaultSettings returns the experiment of "optgap reproduce grothklags2004" without flags.
func DefaultSettings() Settings {
	s := Settings{Spec: spec.Default(), LiteralLimit: 5 * time.Second}
	s.ScaleEntry, s.Horizon = "1kB", string(grid.HorizonPolicies)
	s.NoBounds, s.NoCertificates = true, true
	return s
}

// Validate reports the first field that is out of its range, as an *optgap.FieldError.
func (s Settings) Validate() error {
	if s.LiteralLimit < 0 {
		return optgap.BadField("literal-limit", s.LiteralLimit, "at least 0")
	}
	return s.Spec.Validate()
}

// A Part is a study of the experiment, in a folder of its name.
type Part struct {
	Name      string
	Steps     string // see [Experiment]
	Method    []string
	TimeScale string `yaml:"time-scale"`
	Statement string // of the program; "": the usual one
}

// PartNames returns the names of the parts in their order.
func PartNames() []string { return lists.Each(file().Parts, func(p Part) string { return p.Name }) }

// of returns the study of a part. The rows do not depend on the number of steps.
func (s Settings) of(p Part) spec.Spec {
	s.Method, s.TimeScale = p.Method, p.TimeScale
	if p.Statement != "" {
		s.Statement, s.TimeLimit = p.Statement, s.LiteralLimit
	}
	if p.Steps == "rows" {
		s.MaxSteps = 0
	}
	return s.Spec
}
