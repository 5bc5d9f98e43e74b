// Package transform changes traces job by job:
//
//	swf.Reader -> Read -> Trace -> Step.Apply, ... -> Trace -> Trace.Write -> SWF
//
// A [Trace] is a header and a stream of records. A [Step] turns one trace into another.
// [Apply] applies steps in any order. [Parse] reads a step from a text such as "shrink=0.8",
// and [Operations] lists the kinds of steps. A step changes the fields that it names and no
// others. Each step leaves a Note in the header, and corrects MaxProcs, MaxNodes, MaxJobs
// and MaxRecords where they change.
//
// # Memory
//
// Records pass through one by one. split-wide holds the numbers of all jobs, as later jobs may name
// them as preceding ones. Where the number of records changes and the header tells it,
// [Trace.Write] holds their lines in memory until they are counted.
//
// The package may change at any time.
package transform

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
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
		t, err = s.apply(t)
		if err != nil {
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
		{
			"shrink",
			"FACTOR",
			"multiply the interarrival times; below 1 raises the load, above 1 lowers it",
			shrink,
		},
		{
			"cut-jobs",
			"FIRST:LAST",
			"keep the job lines from the FIRST to the LAST, counted from 1; either may be blank",
			cutJobs,
		},
		{
			"cut-time",
			"FROM:TO",
			"keep the jobs submitted from FROM on and before TO, in seconds of the trace or as 36h; either may be blank",
			cutTime,
		},
		{
			"filter",
			"CONDITION",
			"keep the jobs that fulfil a condition, such as width>1, status=1 or user!=3",
			filter,
		},
		{
			"split-wide",
			"WIDTH",
			"split jobs wider than WIDTH into jobs side by side, of the same area together",
			splitWide,
		},
		{
			"perfect-estimates",
			"",
			"make the run times the estimates",
			perfectEstimates,
		},
	}
}

// Names returns the names of all operations.
func Names() []string { return lists.Each(Operations(), func(o Operation) string { return o.Name }) }

// gone are operations that a line of awk does.
var gone = []string{"sort", "renumber", "scale-widths"}

// UnknownOperation is the field of the error about an unknown name of an operation.
const UnknownOperation = "operation"

// Parse reads a step: the name of an operation and, if the operation has one, its value,
// such as "split-wide=64". Errors are *optgap.FieldError about the operation.
func Parse(text string) (Step, error) {
	name, value, given := strings.Cut(text, "=")
	all := Operations()
	i := slices.IndexFunc(all, func(o Operation) bool { return o.Name == name })
	switch {
	case name == "stretch": // which earlier versions had
		return Step{}, optgap.BadText(UnknownOperation, name, "shrink, whose factor may be above 1")
	case slices.Contains(gone, name):
		return Step{}, optgap.BadText(UnknownOperation, name,
			"a line of awk, as docs/workloads.md has it")
	case i < 0:
		return Step{}, optgap.BadText(UnknownOperation, name, "one of "+strings.Join(Names(), ", "))
	case given && all[i].Value == "":
		return Step{}, optgap.BadText(name, value, "no value")
	case !given && all[i].Value != "":
		return Step{}, optgap.BadField(name, "no value", name+"="+all[i].Value)
	}
	return all[i].parse(value)
}

// wrong returns the error about the value of an operation.
func wrong(operation, value, expected string) error {
	return optgap.BadText(operation, value, expected)
}

// parseSeconds reads a number of seconds, or a time with its unit.
func parseSeconds(text string) (float64, bool) {
	if v, err := field.ParseDecimal(text); err == nil {
		return v, format.Finite(v)
	}
	d, err := time.ParseDuration(text)
	return d.Seconds(), err == nil
}

// about returns the error about a job.
func about(step string, id int64, found, expected string) error {
	return optgap.BadField(fmt.Sprintf("%s, job %d", step, id), found, expected)
}

// splitWide returns the step that splits each job wider than most into jobs side by side: as
// many of width most as fit, and one of the rest (Streit 2002, section 4: "large jobs are
// split up in width, so that the maximum job width is only 64, but the total area of all
// jobs is not changed"). The width is that of [swf.Record.Width]. Allocated processors are
// shared out in proportion to the parts. The other fields of a part are those of its job.
//
// Jobs are numbered from 1 on, as the parts need their own numbers. A preceding job that was split
// becomes its first part, and one without an earlier line unknown. It is an error if the machine
// has fewer than most processors.
func splitWide(value string) (Step, error) {
	most, err := strconv.ParseInt(value, 10, 64)
	if err != nil || most < 1 || most > swf.MaxNumber {
		return Step{}, wrong("split-wide", value, "a whole number of processors, 1 to 2^53")
	}
	value = strconv.FormatInt(most, 10)
	return Step{
		Text: "split-wide=" + value,
		Note: "jobs wider than " + value + " are split into several of the same area; jobs are numbered from 1 on",
		apply: func(t Trace) (Trace, error) {
			if t.Machine > 0 && most > t.Machine {
				return t, wrong(
					"split-wide",
					value,
					fmt.Sprintf("at most %d, the machine", t.Machine),
				)
			}
			in := t.Records
			t.recounted = true
			t.Records = func(yield func(swf.Record, error) bool) { split(in, most, yield) }
			return t, nil
		},
	}, nil
}

// maxParts limits the parts of a job. It keeps a damaged width from filling the disk.
const maxParts = 1 << 20

func split(in iter.Seq2[swf.Record, error], most int64, yield func(swf.Record, error) bool) {
	last := int64(0)
	numbers := map[int64]int64{} // new ones by the old ones
	for rec, err := range in {
		width := max(rec.Width(), 1)
		parts := (width-1)/most + 1
		if err == nil && parts > maxParts {
			err = about(
				fmt.Sprintf("split-wide=%d", most),
				rec.ID,
				fmt.Sprintf("width %d", width),
				fmt.Sprintf("a job of at most %d parts", maxParts),
			)
		}
		if err != nil {
			yield(rec, err)
			return
		}
		preceding, known := numbers[rec.Preceding]
		if !known {
			preceding = swf.Unknown
		}
		for k := range parts {
			part := slice(rec, k*most, k*most+min(most, width-k*most))
			last++
			part.ID = last
			part.Preceding = preceding
			if k == 0 {
				numbers[rec.ID] = last
			}
			if !yield(part, nil) {
				return
			}
		}
	}
}

// slice returns the part of a job from one of its processors (included) to another
// (excluded).
func slice(rec swf.Record, from, to int64) swf.Record {
	width := rec.Width()
	if to-from >= width {
		return rec
	}
	if all := rec.Allocated; all > 0 {
		first := func(n int64) int64 { // allocated processors of the first n requested ones
			if n == width {
				return all
			}
			return int64(float64(all) * float64(n) / float64(width))
		}
		rec.Allocated = first(to) - first(from)
	}
	if rec.RequestedProcs > 0 {
		rec.RequestedProcs = to - from
	}
	return rec
}
