package grothklags2004

import (
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/ilp/grid"
)

// Settings state the experiment as plain data: all that its results depend on, but for the bytes of
// the trace. They are those of a study. A [Part] has its own methods, its own statement of the
// program and its own time scale.
type Settings struct{ spec.Spec }

// DefaultSettings returns the experiment of "optgap reproduce grothklags2004" without flags.
func DefaultSettings() Settings {
	s := Settings{spec.Default()}
	s.ScaleEntry = "1kB"
	s.Horizon = string(grid.HorizonPolicies)
	s.NoBounds = true
	s.NoCertificates = true
	return s
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

// literalShare is the part of the time limit that the program as printed gets for a step. It proves
// few steps in any time.
const literalShare = 12

// of returns the study of a part. The rows do not depend on the number of steps.
func (s Settings) of(p Part) spec.Spec {
	s.Method = p.Method
	s.TimeScale = p.TimeScale
	if p.Statement != "" {
		s.Statement = p.Statement
		s.TimeLimit /= literalShare
	}
	if p.Steps == "rows" {
		s.MaxSteps = 0
	}
	return s.Spec
}
