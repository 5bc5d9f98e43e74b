package transform

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// FieldNames returns the names of the values of a job line for conditions, in the order of the
// format. Unknown values are -1, as written. The width and the estimate are the requested ones.
// Where these are 0 or unknown, they are the allocated processors and the run time.
func FieldNames() []string {
	return strings.Fields(
		"id submit wait run_time allocated cpu_time memory requested width requested_time estimate " +
			"requested_memory status user group executable queue partition preceding think_time",
	)
}

// valueOf returns what finds a value by its name; false: there is none.
func valueOf(name string) (func(*swf.Record) float64, bool) {
	switch name {
	case "width":
		return func(r *swf.Record) float64 { return float64(r.Width()) }, true
	case "estimate":
		return (*swf.Record).Estimate, true
	}
	written := slices.DeleteFunc(
		FieldNames(),
		func(n string) bool { return n == "width" || n == "estimate" },
	)
	field := swf.Field(1 + slices.Index(written, name))
	return func(r *swf.Record) float64 { return r.Value(field) }, field > 0
}

// comparisons holds what cmp.Compare returns where a comparison holds, by its sign.
var comparisons = map[string][]int{
	"=": {0}, "!=": {-1, 1}, "<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1},
}

var condition = regexp.MustCompile(`^\s*([a-z_]+)\s*(<=|>=|!=|=|<|>)\s*(\S+)\s*$`)

// filter returns the step that keeps the records that fulfil a condition. A condition is the
// name of one of the fields, one of = != < <= > >=, and a number or a time with its unit,
// such as "width>1" or "run_time<=12h".
func filter(text string) (Step, error) {
	parts := condition.FindStringSubmatch(text)
	if parts == nil {
		return Step{}, wrong(
			"filter",
			text,
			"a condition such as width>1, status=1 or run_time<=12h",
		)
	}
	value, known := valueOf(parts[1])
	if !known {
		return Step{}, wrong(
			"filter",
			text,
			"a condition on one of "+strings.Join(FieldNames(), ", "),
		)
	}
	limit, ok := parseSeconds(parts[3])
	if !ok {
		return Step{}, wrong(
			"filter",
			text,
			"a number behind "+parts[2]+", not "+strconv.Quote(parts[3]),
		)
	}
	holds := comparisons[parts[2]]
	kept := parts[1] + parts[2] + parts[3]
	return Step{
		Text: "filter=" + kept, Note: "jobs without " + kept + " are left out",
		apply: func(t Trace) (Trace, error) {
			return t.only(func(rec *swf.Record) bool {
				return slices.Contains(holds, cmp.Compare(value(rec), limit))
			}), nil
		},
	}, nil
}

// cutJobs returns the step that keeps the records from FIRST to LAST, counted from 1. Nothing
// after the last one is read.
func cutJobs(value string) (Step, error) {
	number := func(text string) (float64, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return float64(n), err == nil && n >= 1 && n <= swf.MaxNumber
	}
	first, last, ok := parseRange(value, 1, number)
	if !ok {
		return Step{}, wrong(
			"cut-jobs",
			value,
			"FIRST:LAST, numbers of job lines from 1 on, such as 1:1000 or 5000:",
		)
	}
	return Step{
		Text: "cut-jobs=" + rangeText(first, last), Note: "the other job lines are left out",
		apply: func(t Trace) (Trace, error) {
			in := t.Records
			t.recounted = true
			t.Records = func(yield func(swf.Record, error) bool) {
				n := 0.0
				for rec, err := range in {
					n++
					if n < first && err == nil {
						continue
					}
					if !yield(rec, err) || err != nil || n == last {
						return
					}
				}
			}
			return t, nil
		},
	}, nil
}

// cutTime returns the step that keeps the records submitted at second FROM or later and before
// second TO. Seconds are those of the trace. Submissions do not change. Records of unknown
// submission are left out.
func cutTime(value string) (Step, error) {
	from, to, ok := parseRange(value, 0, parseSeconds)
	if !ok || from == to {
		expected := "FROM:TO, seconds of the trace or times with a unit, such as 0:604800 or 24h:"
		return Step{}, wrong("cut-time", value, expected)
	}
	return Step{
		Text: "cut-time=" + rangeText(from, to),
		Note: "jobs submitted at other times are left out",
		apply: func(t Trace) (Trace, error) {
			return t.only(func(rec *swf.Record) bool { return from <= rec.Submit && rec.Submit < to }), nil
		},
	}, nil
}

// parseRange reads "A:B". A blank A is least, a blank B infinite. ok is false if both are blank,
// B is below A, or A below least.
func parseRange(
	text string,
	least float64,
	number func(string) (float64, bool),
) (from, to float64, ok bool) {
	low, high, ok := strings.Cut(text, ":")
	from = least
	to = math.Inf(1)
	if low != "" && ok {
		from, ok = number(low)
	}
	if high != "" && ok {
		to, ok = number(high)
	}
	return from, to, ok && low+high != "" && least <= from && from <= to
}

// rangeText writes a range for parseRange.
func rangeText(from, to float64) string {
	if math.IsInf(to, 1) {
		return format.Plain(from) + ":"
	}
	return format.Plain(from) + ":" + format.Plain(to)
}
