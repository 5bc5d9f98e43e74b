package grothklags2004

import (
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/grid"
)

// Settings state the experiment as plain data: all that its results depend on, but for the bytes of the trace. They are
// those of a study. A [Part] has its own methods, its own statement of the program and its own time scale.
type Settings struct {
	spec.Spec `yaml:",inline"`
	// LiteralLimit is the time for each step by the program as printed, TimeLimit that of all other ways; 0: none.
	LiteralLimit time.Duration `yaml:"literal-limit"`
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

// of returns the study of a part. The rows do not depend on the number of steps.
func (s Settings) of(p Part) spec.Spec {
	s.TimeScale, s.Method = spec.Auto, []string{method.Exact.Name}
	switch p {
	case PartRows:
		s.Method = []string{method.ILP.Name, method.Exact.Name}
	case PartLiteral, PartTenth:
		s.Method = []string{method.ILP.Name}
		s.Statement, s.TimeLimit = string(ilp.StatementLiteral), s.LiteralLimit
	case PartSecond, PartOpen:
		s.TimeScale = ""
	}
	if p == PartRows || p == PartLiteral || p == PartSecond {
		s.MaxSteps = 0
	}
	return s.Spec
}
