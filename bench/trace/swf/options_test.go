package swf_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

func TestMachine(t *testing.T) {
	check := func(header string, machine, want int64) {
		t.Helper()
		trace, err := swf.Load(strings.NewReader(header+line(1, 0, 5, 1, 1, 60, 1)), "t.swf", swf.Options{Machine: machine})
		switch {
		case want == 0 && (err == nil || !strings.Contains(err.Error(), "--machine")):
			t.Errorf("%q: error %v, want one with a hint", header, err)
		case want > 0 && err != nil:
			t.Errorf("%q: %v", header, err)
		case want > 0 && trace.Machine != want:
			t.Errorf("%q: machine %d, want %d", header, trace.Machine, want)
		}
	}
	check("; MaxProcs: 10\n; MaxNodes: 5\n", 0, 10)
	check("; MaxNodes: 5\n", 0, 5)
	check("; MaxProcs: -1\n; MaxNodes: 5\n", 0, 5)
	check("; MaxProcs: 10\n", 7, 7)
	check("; MaxProcs: ten\n", 7, 7)
	check("; MaxProcs: ten\n; MaxNodes: 5\n", 0, 0)
	check("", 0, 0)
}

func TestNoJobs(t *testing.T) {
	check := func(text, want string) {
		t.Helper()
		_, err := swf.Load(strings.NewReader(text), "t.swf", swf.Options{})
		must.Hold(t, errors.Is(err, swf.ErrNoJobs) && err.Error() == want, "error", err, "want", want)
	}
	check("", "t.swf: the trace is empty: no usable job")
	check(machine10, "t.swf: the trace is empty: no usable job")
	check(machine10+line(1, 0, 5, 1, 11, 60, 1)+"x\n",
		"t.swf: no usable job among 2 job lines (1 malformed line, 1 wider than the machine); the first: "+
			"t.swf:2: field 8 (requested processors): found 11, expected at most 10, the machine")
}

// TestOtherFormats: the error names the kind of a file that is not a trace, whether or not
// the machine is known. A later line of JSON is a malformed line.
func TestOtherFormats(t *testing.T) {
	const expected = ", expected a trace in the Standard Workload Format, lines of 18 numbers"
	for text, found := range map[string]string{
		`{"format":"optgap-step/1","index":0}` + "\n": `t.swf:1: found JSON lines of the format "optgap-step/1"`,
		`{"format":"optgap-result/1"}`:                `t.swf:1: found JSON lines of the format "optgap-result/1"`,
		"\ufeff\n{\n":                                 "t.swf:2: found JSON",
		"[1, 2]\n":                                    "t.swf:1: found JSON",
		"\n <!DOCTYPE html>\n":                        "t.swf:2: found HTML or XML",
	} {
		want := found + expected
		for _, o := range []swf.Options{{}, {Machine: 8}, {Strict: true}} {
			_, err := swf.Load(strings.NewReader(text), "t.swf", o)
			var e *swf.Error
			must.Hold(t, errors.As(err, &e) && err.Error() == want, text, "error", err, "want", want)
		}
	}
	trace := load(t, machine10+line(1, 0, 5, 1, 1, 60, 1)+"{}\n", swf.Options{})
	must.Equal(t, trace.Skipped[swf.Malformed], 1, trace, "a malformed line")
}

// TestMalformedPlaces names the first malformed lines in the warning.
func TestMalformedPlaces(t *testing.T) {
	good, wide := line(1, 0, 5, 1, 1, 60, 1), line(2, 0, 5, 1, 11, 60, 1)
	for text, want := range map[string]string{
		good + "x\n":                      "1 of 2 job lines skipped: 1 malformed line (line 3)",
		"x\n" + good + "; Note: y\n\nx\n": "2 of 3 job lines skipped: 2 malformed lines (lines 2, 6)",
		good + "x\nx\nx\n" + wide: "4 of 5 job lines skipped: " +
			"3 malformed lines (lines 3, 4, 5), 1 wider than the machine",
		good + "x\nx\nx\nx\n": "4 of 5 job lines skipped: 4 malformed lines (lines 3, 4, 5 and more)",
	} {
		trace := load(t, machine10+text, swf.Options{})
		got := trace.Warnings()
		must.Hold(t, len(got) == 1 && got[0] == want, text, "warnings", got, "want", want)
	}
}

func TestMaxJobs(t *testing.T) {
	text := machine10 + line(1, 0, 0, 1, 1, 0, 1) + line(2, 0, 5, 1, 1, 60, 1) + line(3, 0, 5, 1, 1, 60, 1) + "not read\n"
	trace := load(t, text, swf.Options{MaxJobs: 2})
	must.Hold(t, len(trace.Jobs) == 2 && trace.Lines == 3 && trace.Skipped[swf.Malformed] == 0,
		len(trace.Jobs), "jobs of", trace.Lines, "lines, skipped", trace.Skipped, "want 2 of 3")
}

func TestBadOptions(t *testing.T) {
	for _, o := range []swf.Options{{Machine: -1}, {MaxJobs: -1}} {
		must.AboutField(t, must.Err(swf.Load(strings.NewReader(""), "t.swf", o)), "", o)
	}
}

// TestLoadFailures: failures of the reader, in the header and after it, and of the writer of
// rejects are returned.
func TestLoadFailures(t *testing.T) {
	cause := errors.New("disk on fire")
	for _, before := range []string{"", machine10, machine10 + line(1, 0, 5, 1, 1, 60, 1)} {
		r := io.MultiReader(strings.NewReader(before), iotest.ErrReader(cause))
		must.Is(t, must.Err(swf.Load(r, "t.swf", swf.Options{})), cause, "after", before)
	}
	many := machine10 + line(1, 0, 5, 1, 1, 60, 1) + strings.Repeat("bad\n", 5000)
	for _, text := range []string{many, many[:200]} {
		_, err := swf.Load(strings.NewReader(text), "t.swf", swf.Options{Rejects: failingWriter{cause}})
		must.Is(t, err, cause, "rejects of", len(text), "bytes")
	}
}

// TestLongLine: a line without an end is an error that names its place.
func TestLongLine(t *testing.T) {
	_, err := swf.Load(strings.NewReader(machine10+strings.Repeat("9", 2<<20)), "t.swf", swf.Options{})
	must.Equal(t, fmt.Sprint(err),
		"t.swf:2: line: found more than 1048576 bytes, expected a shorter line")
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestTotalArea skips the job that would take the sum of areas beyond 2^62:
// 512 jobs of 2^53 processor-seconds reach it.
func TestTotalArea(t *testing.T) {
	var b strings.Builder
	for id := range 513 {
		b.WriteString(line(id, 0, 1, 1, 1, 1<<53, 1))
	}
	trace := load(t, b.String(), swf.Options{Machine: 1})
	must.Hold(t, len(trace.Jobs) == 512 && trace.Skipped[swf.OutOfRange] == 1,
		len(trace.Jobs), "jobs, skipped", trace.Skipped, "want 512 and 1")
}

// TestStarts: starts are rounded up and sorted with their jobs, and jobs without a wait are left out.
func TestStarts(t *testing.T) {
	text := machine10 + line(1, 20, 1, 2, 1, 60, 1) + // a helper line has no wait
		"2 15.5 2.25 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"3 10 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"4 15.5 0.5 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"5 30 9007199254740992 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
	trace := load(t, text, swf.Options{Starts: true})
	var ids []int64
	for _, j := range trace.Jobs {
		ids = append(ids, j.ID)
	}
	// 15.5 + 2.25 = 17.75 is second 18, as a job never starts earlier than the trace says.
	must.EqualSlices(t, ids, []int64{3, 2, 4})
	must.EqualSlices(t, trace.Starts, []int64{10, 18, 16})
	must.Hold(t, trace.Skipped[swf.NoWait] == 1 && trace.Skipped[swf.OutOfRange] == 1,
		"skipped", trace.Skipped, "expected one without a wait and one out of range")
	if trace := load(t, text, swf.Options{}); trace.Starts != nil {
		t.Errorf("starts %v, expected none as they are not asked for", trace.Starts)
	}
}

// TestHindsight: estimates are run times, above what was estimated too, and one of 0 is a second. Run times that leave
// the range of areas are refused as estimates are.
func TestHindsight(t *testing.T) {
	text := machine10 + "1 0 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"2 1 0 0 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"3 2 0 99.5 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"4 3 0 4503599627370496 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n" +
		"5 4 0 -1 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
	trace := load(t, text, swf.Options{Hindsight: true})
	var found []int64
	for _, j := range trace.Jobs {
		found = append(found, j.Estimate, j.RunTime)
	}
	if want := []int64{60, 60, 1, 1, 100, 100}; !slices.Equal(found, want) || trace.PastEstimate != 0 {
		t.Errorf("found %d, %d past their estimate, expected estimates and run times %d", found, trace.PastEstimate, want)
	}
	must.Hold(t, trace.Skipped[swf.OutOfRange] == 1 && trace.Skipped[swf.NoRunTime] == 1,
		"skipped", trace.Skipped, "expected one out of range and one without a run time")
}
