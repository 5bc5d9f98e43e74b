// Package recipe makes the steps of a set of the library from a short text:
//
//	recipe.yaml -> Read -> Recipe -> Steps -> the same steps on every machine, to the byte
//
// A recipe lists workloads and classes of steps by waiting jobs. Each workload is drawn from a model, or
// is the trace of an archive, and is replayed. The steps of a class come from all workloads in equal
// shares. A workload with fewer fitting steps gives what it has, and the others fill up.
//
// The rule Choose picks the share of a workload. Its n fitting steps are cut into as many stretches
// as steps are wanted, in the order of the replay. Even takes the first step of each stretch, as
// "optgap study --max-steps" does. Hardest takes the one with the largest Hardness. No rule looks at
// how long any search takes.
//
// The package may change at any time.
package recipe

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Format names the version of a recipe.
const Format = "optgap-recipe/1"

// A Recipe states the steps of a set.
type Recipe struct {
	Format string `yaml:"format"`
	Set    string `yaml:"set"`   // name of the set, and of its folder
	About  string `yaml:"about"` // in a sentence
	// First is the index of the first step. The sets of a library have ranges of indices of their own.
	First     int        `yaml:"first"`
	Choose    Choose     `yaml:"choose"`
	Classes   []Wanted   `yaml:"classes"`
	Workloads []Workload `yaml:"workloads"`
}

// Choose names a rule by which steps are picked; see the package.
type Choose string

const (
	Even    Choose = "even"
	Hardest Choose = "hardest"
)

// Wanted is a number of steps of a class.
type Wanted struct {
	Jobs  Class `yaml:"jobs"`
	Steps int   `yaml:"steps"` // at least 1
}

// A Workload is a drawing of jobs, or the trace of an archive, that is replayed.
type Workload struct {
	Name  string    `yaml:"name"`            // that its steps have as their trace
	Trace *Archived `yaml:"trace,omitempty"` // nil: jobs are drawn
	Drive string    `yaml:"drive,omitempty"` // scheduler of the replay; "": dynp-advanced
	// Reserve lets the machine have reservations, nil if there is none.
	Reserve          *Reserve `yaml:"reserve,omitempty"`
	workload.Drawing `yaml:",inline"`
}

// Read reads and checks a recipe. name is that of the file in errors, which are
// *record.LineError or *optgap.FieldError values.
func Read(r io.Reader, name string) (*Recipe, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	for _, t := range lexer.Tokenize(string(text)) { // the decoder would read 010 as 8
		if t.Type == token.OctetIntegerType || t.Type == token.HexIntegerType || t.Type == token.BinaryIntegerType {
			err := optgap.BadField("number", t.Value, "a decimal one, without zeros before it")
			return nil, &record.LineError{File: name, Line: t.Position.Line, Err: err}
		}
	}
	found := new(Recipe)
	if err := yaml.UnmarshalWithOptions(text, found, yaml.Strict()); err != nil {
		return nil, located(name, err)
	}
	if err := found.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

// located returns an error of the YAML parser with file and line.
func located(name string, err error) error {
	line := 1
	if wrong := yaml.Error(nil); errors.As(err, &wrong) {
		if token := wrong.GetToken(); token != nil {
			line = token.Position.Line
		}
		err = errors.New(wrong.GetMessage())
	}
	return &record.LineError{File: name, Line: line, Err: err}
}

// Validate refuses values out of their range, with an *optgap.FieldError.
func (r *Recipe) Validate() error {
	if err := field.CheckFormat(r.Format, Format); err != nil {
		return err
	}
	if err := optgap.CheckName("set", r.Set); err != nil {
		return err
	}
	switch {
	case r.First < 0:
		return optgap.BadField("first", r.First, "at least 0")
	case r.Choose != Even && r.Choose != Hardest:
		return optgap.BadField("choose", strconv.Quote(string(r.Choose)), "even or hardest")
	case len(r.Classes) == 0:
		return optgap.BadField("classes", "none", "at least one")
	case len(r.Workloads) == 0:
		return optgap.BadField("workloads", "none", "at least one")
	}
	if err := r.checkClasses(); err != nil {
		return err
	}
	for i, w := range r.Workloads {
		if err := w.check(r.Workloads[:i]); err != nil {
			return fmt.Errorf("workloads[%d]: %w", i, err)
		}
	}
	return nil
}

// checkClasses refuses classes that are not ascending, and numbers of steps below 1.
func (r *Recipe) checkClasses() error {
	last := 1
	for i, c := range r.Classes {
		at := fmt.Sprintf("classes[%d].", i)
		if c.Steps < 1 {
			return optgap.BadField(at+"steps", c.Steps, "at least 1")
		}
		if c.Jobs.From <= last || c.Jobs.To < c.Jobs.From {
			return optgap.BadField(at+"jobs", c.Jobs.String(), fmt.Sprintf("a range above %d, as classes ascend from 2", last))
		}
		last = c.Jobs.To
	}
	return nil
}

// check refuses a workload that cannot be drawn, or with the name of one before it.
func (w *Workload) check(before []Workload) error {
	same := func(other Workload) bool { return other.Name == w.Name }
	switch {
	case w.Name == "" || strings.ContainsAny(w.Name, " /\\"):
		return optgap.BadField("name", strconv.Quote(w.Name), "a name without blanks and slashes")
	case slices.ContainsFunc(before, same):
		return optgap.BadField("name", strconv.Quote(w.Name)+" a second time", "each name once")
	case w.Drive == spec.Optimum:
		return optgap.BadField("drive", spec.Optimum, "the name of a scheduler")
	}
	if err := spec.CheckDrive(w.Drive); err != nil {
		return err
	}
	if w.Reserve != nil {
		if err := w.Reserve.validate(); err != nil {
			return err
		}
	}
	if w.Trace != nil {
		if w.Drawing != (workload.Drawing{}) {
			return optgap.BadField("trace", "a trace beside fields of a model", "either of them")
		}
		return w.Trace.validate()
	}
	if err := w.CheckJobs(); err != nil {
		return err
	}
	_, err := w.Generator()
	return err
}

// ClassOf returns the class of a step with so many waiting jobs. An *optgap.FieldError says that there
// is none.
func (r *Recipe) ClassOf(jobs int) (Class, error) {
	if i := r.class(jobs); i >= 0 {
		return r.Classes[i].Jobs, nil
	}
	return Class{}, optgap.BadField("jobs", jobs, "a number within one of the classes of the recipe")
}

// A Class is a range of numbers of waiting jobs, both ends within. Its text is such as "13-20".
type Class struct{ From, To int }

// ParseClass reads a class, such as "13-20", or "13" for a single number.
func ParseClass(text string) (Class, error) {
	first, last, several := strings.Cut(text, "-")
	if !several {
		last = first
	}
	from, err := strconv.Atoi(strings.TrimSpace(first))
	to, second := strconv.Atoi(strings.TrimSpace(last))
	if err != nil || second != nil || from < 1 || to < from {
		return Class{}, optgap.BadField("jobs", strconv.Quote(text), "a range of waiting jobs, such as 13-20")
	}
	return Class{from, to}, nil
}

// Has reports whether a step with so many waiting jobs is of the class.
func (c Class) Has(jobs int) bool { return c.From <= jobs && jobs <= c.To }

// String is such as "13-20".
func (c Class) String() string { return fmt.Sprintf("%d-%d", c.From, c.To) }

// UnmarshalYAML reads a class from its text.
func (c *Class) UnmarshalYAML(unmarshal func(any) error) (err error) {
	var text string
	if err := unmarshal(&text); err != nil {
		return err
	}
	*c, err = ParseClass(text)
	return err
}
