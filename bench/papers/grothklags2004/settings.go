package grothklags2004

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
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

// A Reading is a choice in two points that the text leaves open.
type Reading struct {
	Name       string
	ScaleEntry string       // x of Eq. 6
	Horizon    grid.Horizon // of the program
}

// Readings returns each x of Eq. 6, that from which Table 1 follows and that of the text, with each
// horizon: that of the policies, as printed, and the safe one.
func Readings() []Reading {
	return []Reading{
		{"table", "1kB", grid.HorizonPolicies}, {"text", "0.1kB", grid.HorizonPolicies},
		{"table-safe", "1kB", grid.HorizonSafe}, {"text-safe", "0.1kB", grid.HorizonSafe},
	}
}

// ReadingNames returns the names of all readings.
func ReadingNames() []string { return table.Each(Readings(), func(r Reading) string { return r.Name }) }

// String is such as "table: x 1kB, horizon policies".
func (r Reading) String() string {
	return fmt.Sprintf("%s: x %s, horizon %s", r.Name, r.ScaleEntry, r.Horizon)
}

// reading returns the reading of the settings. It is named "as asked for" where it is none of Readings.
func (s Settings) reading() Reading {
	own := Reading{"as asked for", s.ScaleEntry, grid.Horizon(s.Horizon)}
	for _, r := range Readings() {
		if r.ScaleEntry == own.ScaleEntry && r.Horizon == own.Horizon {
			return r
		}
	}
	return own
}

// compare returns the statements under each of the readings. Those of the settings are measured already. Results are
// kept in folders within that of the run, such as reading-text.
func (r Run) compare(ctx context.Context, measured *Experiment) ([]statement.Group, error) {
	own := r.Settings.reading()
	group := statement.Group{Name: own.String(), Statements: measured.Statements()}
	others := slices.DeleteFunc(slices.Clone(r.Readings), func(name string) bool { return name == own.Name })
	return statement.Compare(group, others, func(name string) (statement.Group, error) {
		reading, other := Readings()[slices.Index(ReadingNames(), name)], r
		other.Settings.ScaleEntry, other.Settings.Horizon = reading.ScaleEntry, string(reading.Horizon)
		if r.Folder != "" {
			other.Folder = filepath.Join(r.Folder, readingPrefix+name)
		}
		r.Tell("reading %s", reading)
		e, err := other.Measure(ctx)
		if err != nil {
			return statement.Group{}, err
		}
		return statement.Group{Name: reading.String(), Statements: e.Statements()}, nil
	})
}

// readingPrefix begins the names of the folders of readings.
const readingPrefix = "reading-"

// FolderNames returns the names of the parts, and of the folders of readings.
func FolderNames() []string {
	return append(PartNames(), table.Each(ReadingNames(), func(name string) string { return readingPrefix + name })...)
}
