package transform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// A Step is a transformation of a trace.
type Step struct {
	Text string // for [Parse]
	Note string // the change in words, for the header
	// apply returns the trace with changed header and records.
	apply func(Trace) (Trace, error)
}

// Apply returns the trace after the steps, in their order. Records are changed when they are
// read. A step that does not fit the trace, such as one that needs to know the machine, is
// an error. Errors of single jobs come from the records.
func Apply(t Trace, steps ...Step) (Trace, error) {
	for _, s := range steps {
		var err error
		if t, err = s.apply(t); err != nil {
			return Trace{}, err
		}
		t.Header = t.Header.WithNotes("optgap workload transform, " + s.Text + ": " + s.Note)
	}
	return t, nil
}

// An Operation is a kind of step.
type Operation struct {
	Name  string
	Value string // placeholder of the value after "=", such as FACTOR; "": no value
	About string

	parse func(value string) (Step, error)
}

// Operations returns all operations in the order of documentation.
func Operations() []Operation {
	return []Operation{
		{"shrink", "FACTOR", "multiply the interarrival times; below 1 raises the load", parseShrink("shrink")},
		{"stretch", "FACTOR", "the same; a FACTOR above 1 lowers the load", parseShrink("stretch")},
		{
			"cut-jobs", "FIRST:LAST", "keep the job lines from the FIRST to the LAST, counted from 1; either may be blank",
			cutJobs,
		},
		{
			"cut-time", "FROM:TO",
			"keep the jobs submitted from FROM on and before TO, in seconds of the trace or as 36h; either may be blank",
			cutTime,
		},
		{"filter", "CONDITION", "keep the jobs that fulfil a condition, such as width>1, status=1 or user!=3", filter},
		{
			"split-wide", "WIDTH", "split jobs wider than WIDTH into jobs side by side, of the same area together",
			processors("split-wide", splitWide),
		},
		{
			"scale-widths", "PROCESSORS", "scale the widths to a machine of so many processors",
			processors("scale-widths", scaleWidths),
		},
		{"perfect-estimates", "", "make the run times the estimates", without(perfectEstimates())},
		{"sort", "", "sort the jobs by submission", without(sorted())},
		{"renumber", "", "number the jobs from 1 on, and the preceding jobs that they name with them", without(renumbered())},
	}
}

// Names returns the names of all operations.
func Names() []string {
	var names []string
	for _, o := range Operations() {
		names = append(names, o.Name)
	}
	return names
}

// UnknownOperation is the field of the error about an unknown name of an operation.
const UnknownOperation = "operation"

// Parse reads a step: the name of an operation and, if the operation has one, its value,
// such as "split-wide=64". Errors are *optgap.FieldError about the operation.
func Parse(text string) (Step, error) {
	name, value, given := strings.Cut(text, "=")
	all := Operations()
	i := slices.IndexFunc(all, func(o Operation) bool { return o.Name == name })
	switch {
	case i < 0:
		return Step{}, optgap.BadField(UnknownOperation, strconv.Quote(name), "one of "+strings.Join(Names(), ", "))
	case given && all[i].Value == "":
		return Step{}, optgap.BadField(name, strconv.Quote(value), "no value")
	case !given && all[i].Value != "":
		return Step{}, optgap.BadField(name, "no value", name+"="+all[i].Value)
	}
	return all[i].parse(value)
}

// without returns the parser of an operation without a value.
func without(step Step) func(string) (Step, error) {
	return func(string) (Step, error) { return step, nil }
}

// wrong returns the error about the value of an operation.
func wrong(operation, value, expected string) error {
	return optgap.BadField(operation, strconv.Quote(value), expected)
}

// parseSeconds reads a number of seconds, or a time with its unit.
func parseSeconds(text string) (float64, bool) {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v, format.Finite(v)
	}
	d, err := time.ParseDuration(text)
	return d.Seconds(), err == nil
}

// about returns the error about a job.
func about(step string, id int64, found, expected string) error {
	return optgap.BadField(fmt.Sprintf("%s, job %d", step, id), found, expected)
}
