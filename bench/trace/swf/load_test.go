package swf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// line returns a job line with these values and the others unknown.
func line(id, submit, run, allocated, requested, estimate, status any) string {
	return fmt.Sprintf("%v %v -1 %v %v -1 -1 %v %v -1 %v -1 -1 -1 -1 -1 -1 -1\n",
		id, submit, run, allocated, requested, estimate, status)
}

func tracejob(id, submit, run, width, estimate int64) optgap.TraceJob {
	return optgap.TraceJob{Job: optgap.Job{ID: id, Width: width, Estimate: estimate, Submit: submit}, RunTime: run}
}

// load loads a trace from which something can be loaded.
func load(t *testing.T, text string, o swf.Options) *swf.Trace {
	t.Helper()
	trace, err := swf.Load(strings.NewReader(text), "t.swf", o)
	must.Need(t, err == nil, text, err)
	return trace
}

const machine10 = "; MaxProcs: 10\n"

// TestJobs turns single records into jobs.
func TestJobs(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		want optgap.TraceJob
	}{
		"requested":             {line(1, 3, 50, 2, 4, 60, 1), tracejob(1, 3, 50, 4, 60)},
		"allocated":             {line(1, 3, 50, 2, -1, 60, 1), tracejob(1, 3, 50, 2, 60)},
		"run time as estimate":  {line(1, 3, 50, 2, 4, -1, 1), tracejob(1, 3, 50, 4, 50)},
		"width 0 requested":     {line(1, 3, 50, 2, 0, 60, 1), tracejob(1, 3, 50, 2, 60)},
		"time 0 requested":      {line(1, 3, 50, 2, 4, 0, 1), tracejob(1, 3, 50, 4, 50)},
		"both 0 requested":      {line(1, 3, 49.5, 2, 0, "0.0", 1), tracejob(1, 3, 50, 2, 50)},
		"run time 0":            {line(1, 3, 0, 2, 4, 60, 1), tracejob(1, 3, 0, 4, 60)},
		"past the estimate":     {line(1, 3, 90, 2, 4, 60, 1), tracejob(1, 3, 90, 4, 60)},
		"whole machine":         {line(1, 3, 50, 2, 10, 60, 1), tracejob(1, 3, 50, 10, 60)},
		"fractions go up":       {line(1, 3.2, 50.001, 2, 4, 59.5, 1), tracejob(1, 4, 51, 4, 60)},
		"a short one stays one": {line(1, 0, 0.2, 2, 4, 0.1, 1), tracejob(1, 0, 1, 4, 1)},
		"cancelled running":     {line(1, 3, 50, 2, 4, 60, 5), tracejob(1, 3, 50, 4, 60)},
		"cancelled at once":     {line(1, 3, 0, 2, 4, 60, 5), tracejob(1, 3, 0, 4, 60)}, // it had processors
		"failed":                {line(1, 3, 50, 2, 4, 60, 0), tracejob(1, 3, 50, 4, 60)},
		"unknown status":        {line(1, 3, 50, 2, 4, 60, -1), tracejob(1, 3, 50, 4, 60)},
		"largest time":          {line(1, 1<<53-60, 50, 2, 1, 60, 1), tracejob(1, 1<<53-60, 50, 1, 60)},
	} {
		trace := load(t, machine10+c.line, swf.Options{Strict: true})
		must.EqualSlices(t, trace.Jobs, []optgap.TraceJob{c.want}, name, c.want)
	}
}

// TestReasons skips a line for each reason, and for the first of several reasons. The line
// is counted, is an error under Strict, and goes to the rejects.
func TestReasons(t *testing.T) {
	first := line(7, 0, 50, 2, 4, 60, 1)
	for name, c := range map[string]struct {
		line   string
		reason swf.Reason
		field  swf.Field
	}{
		"malformed":              {"1 2 3\n", swf.Malformed, 0},
		"partial execution":      {line(1, 3, 50, 2, 4, 60, 2), swf.PartialExecution, swf.FieldStatus},
		"last partial":           {line(7, 3, 50, 2, 4, 60, 4), swf.PartialExecution, swf.FieldStatus},
		"never started":          {line(1, 3, -1, -1, -1, -1, 5), swf.NeverStarted, swf.FieldStatus},
		"never started, run 0":   {line(1, 3, 0, 0, 4, 60, 5), swf.NeverStarted, swf.FieldStatus},
		"no id":                  {line(-1, 3, 50, 2, 4, 60, 1), swf.NoID, swf.FieldID},
		"no submission":          {line(1, -1, 50, 2, 4, 60, 1), swf.NoSubmit, swf.FieldSubmit},
		"submission of -0.5":     {line(1, -0.5, 50, 2, 4, 60, 1), swf.NoSubmit, swf.FieldSubmit},
		"no width":               {line(1, 3, 50, -1, -1, 60, 1), swf.NoWidth, swf.FieldRequestedProcs},
		"width 0":                {line(1, 3, 50, -1, 0, 60, 1), swf.NoWidth, swf.FieldRequestedProcs},
		"width 0 in both":        {line(1, 3, 50, 0, 0, 60, 1), swf.NoWidth, swf.FieldAllocated},
		"allocated 0":            {line(1, 3, 50, 0, -1, 60, 1), swf.NoWidth, swf.FieldAllocated},
		"no estimate":            {line(1, 3, -1, 2, 4, -1, 1), swf.NoEstimate, swf.FieldRequestedTime},
		"no run time":            {line(1, 3, -1, 2, 4, 60, 1), swf.NoRunTime, swf.FieldRunTime},
		"cancelled, no run time": {line(1, 3, -1, 2, 4, 60, 5), swf.NoRunTime, swf.FieldRunTime},
		"requested time 0":       {line(1, 3, -1, 2, 4, 0, 1), swf.NoRunTime, swf.FieldRunTime},
		"both times 0":           {line(1, 3, 0, 2, 4, 0, 1), swf.ZeroEstimate, swf.FieldRunTime},
		"too many for 0":         {line(1, 3, 50, 11, 0, 60, 1), swf.WiderThanMachine, swf.FieldAllocated},
		"run time 0 for it":      {line(1, 3, 0, 2, 4, -1, 1), swf.ZeroEstimate, swf.FieldRunTime},
		"too wide":               {line(1, 3, 50, 2, 11, 60, 1), swf.WiderThanMachine, swf.FieldRequestedProcs},
		"too many allocated":     {line(1, 3, 50, 11, -1, 60, 1), swf.WiderThanMachine, swf.FieldAllocated},
		"late estimate":          {line(1, 1<<53-59, 50, 2, 1, 60, 1), swf.OutOfRange, 0},
		"late run time":          {line(1, 1<<53-59, 60, 2, 1, 1, 1), swf.OutOfRange, 0},
		"area":                   {line(1, 0, 60, 2, 2, 1<<52+1, 1), swf.OutOfRange, 0},
		"duplicate":              {line(7, 3, 50, 2, 4, 60, 1), swf.DuplicateID, swf.FieldID},
	} {
		text := machine10 + first + c.line
		var rejects bytes.Buffer
		trace := load(t, text, swf.Options{Rejects: &rejects})
		if len(trace.Jobs) != 1 || trace.Lines != 2 || trace.Skipped.Total() != 1 || trace.Skipped[c.reason] != 1 {
			t.Errorf("%s: %d jobs of %d lines, skipped %v, want one for %v",
				name, len(trace.Jobs), trace.Lines, trace.Skipped, c.reason)
		}
		note := fmt.Sprintf("; Note: line 3: %v: ", c.reason)
		if got := rejects.String(); !strings.HasPrefix(got, note) || !strings.HasSuffix(got, "\n"+c.line) ||
			strings.Count(got, "\n") != 2 {
			t.Errorf("%s: rejects %q", name, got)
		}
		_, err := swf.Load(strings.NewReader(text), "t.swf", swf.Options{Strict: true})
		var e *swf.Error
		must.Hold(t, errors.As(err, &e) && e.Line == 3 && e.Field == c.field && e.File == "t.swf",
			name, "strict error", err)
		must.Hold(t, c.reason == swf.Malformed || errors.Is(err, c.reason),
			name, "cause of", err, "is", errors.Unwrap(err), "want", c.reason)
	}
}

// TestOrder: jobs are sorted by submission, equal ones keep their order, repeated numbers
// are found anywhere, and the counts for warnings are right.
func TestOrder(t *testing.T) {
	text := machine10 +
		line(5, 10, 70, 1, 1, 60, 1) + // past its estimate
		line(3, 30, 1.5, 1, 1, 60, 1) + // rounded
		line(9, 10, 1, 1, 1, 60, 1) + // out of order
		line(3, 40, 1, 1, 1, 60, 1) + // repeated
		line(2, 5, 1, 1, 1, 60, 1) + // out of order
		line(9, 50, 1, 1, 1, 60, 1) // repeated
	trace := load(t, text, swf.Options{})
	want := []optgap.TraceJob{
		tracejob(2, 5, 1, 1, 60), tracejob(5, 10, 70, 1, 60), tracejob(9, 10, 1, 1, 60), tracejob(3, 30, 2, 1, 60),
	}
	must.EqualSlices(t, trace.Jobs, want)
	warnings := []string{
		"2 of 6 job lines skipped: 2 duplicate job numbers",
		"1 of 4 jobs run past their estimate and are killed at it",
		"1 of 4 jobs have fractions of seconds, rounded up",
		"2 of 4 jobs are not in order of submission: sorted",
	}
	must.DeepEqual(t, trace.Warnings(), warnings, "warnings")
}

// "" is the sample, "-" the standard input, and any other path a file.
func TestOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.swf")
	must.Do(os.WriteFile(file, []byte("; MaxProcs: 4\n"), 0o666))
	for _, c := range []struct {
		path, name string
		text       []byte
	}{
		{"", swf.SampleName, swf.Sample()},
		{"-", "", []byte("; MaxProcs: 5\n")},
		{file, file, []byte("; MaxProcs: 4\n")},
	} {
		in := must.Get(swf.Open(c.path, strings.NewReader("; MaxProcs: 5\n")))
		text, err := io.ReadAll(in)
		if err != nil || !bytes.Equal(text, c.text) || c.name != "" && in.Name() != c.name {
			t.Errorf("%q: found %s with %d bytes and %v, expected %d bytes", c.path, in.Name(), len(text), err, len(c.text))
		}
		must.Do(in.Close())
	}
	must.Refuse(t, must.Err(swf.Open(filepath.Join(t.TempDir(), "none"), nil)), "",
		"a file that is not there")
}

func seeds(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("; Version: 2.2\r\n; MaxProcs: 10\r\n" + good + "\r\n; Note: late\n\n" + good))
	f.Add([]byte("\ufeff;\n" + strings.ReplaceAll(good, " ", "\t") + "\n1 2 3\nNaN\n"))
	f.Add([]byte(machine10 + line(2, 1.5, 0, 2, -1, 60, 5) + line(1, "9007199254740992", "1e3", -1, 4, "-0.0", 1)))
	f.Add([]byte(machine10 + line(2, 1, 7, 2, -1, 60, 2) + line("9223372036854775807", 0, 7, 1, 1, -1, 1) +
		line(2, 0, 7, 1, 1, -1, 1)))
	f.Add([]byte(machine10 + line("-9223372036854775808", "0.3333333333333333", "5e-324", 2, 1, "1e15", 1)))
	f.Add([]byte(machine10 + line(4, 0, 0, 64, 64, 1, 1) + line(2, 0, 90, 1, 1, 60, 1) +
		line(3, 7, 1<<40, 5, 5, 1<<41, 1)))
}

// FuzzReader writes what is accepted and reads it back equal.
func FuzzReader(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		header, records, _ := readAll(bytes.NewReader(data))
		var b bytes.Buffer
		err := swf.Write(&b, header, slices.Values(records))
		must.Need(t, err == nil, "what was read is not written", err)
		gotHeader, got, errs := readAll(&b)
		must.Need(t, len(errs) == 0 && slices.Equal(got, records) && slices.Equal(gotHeader, header),
			"read back", gotHeader, got, "errors", errs, "want", header, records)
	})
}

// FuzzLoad checks what Load promises of every trace it accepts.
func FuzzLoad(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		trace, err := swf.Load(bytes.NewReader(data), "t.swf", swf.Options{Machine: 100, Rejects: io.Discard})
		if err != nil {
			return
		}
		must.Need(t, trace.Lines == len(trace.Jobs)+trace.Skipped.Total(),
			trace.Lines, "lines", len(trace.Jobs), "jobs, skipped", trace.Skipped)
		ids, previous := map[int64]bool{}, int64(0)
		for _, j := range trace.Jobs {
			if j.Width < 1 || j.Width > 100 || j.Estimate < 1 || j.RunTime < 0 || j.Submit < previous || ids[j.ID] ||
				j.Submit+max(j.Estimate, j.RunTime) > swf.MaxNumber || j.Area() > swf.MaxNumber {
				t.Fatalf("job %+v after submission %d", j, previous)
			}
			ids[j.ID], previous = true, j.Submit
		}
		var b bytes.Buffer
		must.Do(swf.Write(&b, swf.NewHeader(100), slices.Values(lists.Each(trace.Jobs, swf.FromJob))))
		again, err := swf.Load(&b, "t.swf", swf.Options{Strict: true})
		must.Need(t, err == nil && slices.Equal(again.Jobs, trace.Jobs),
			"loaded again", again, err, "want", trace.Jobs)
	})
}

// text returns a trace of so many job lines in the layout of the archive.
func text(jobs int) []byte {
	var b bytes.Buffer
	b.WriteString("; MaxProcs: 1024\n")
	for i := range jobs {
		fmt.Fprintf(&b, "%5d %8d %6d %6d %4d %6.2f    -1 %4d %6d    -1  1 %3d   1  -1 -1  1 -1 -1\n",
			i+1, 37*i, i%5000, 1+i%90000, 1+i%1024, float64(i%9000)/3, 1+i%1024, 100_000, i%300)
	}
	return b.Bytes()
}

// BenchmarkLoad measures the reading of a trace. It reports how much memory a job of the
// loaded trace takes.
//
//	go test -run '^$' -bench Load -count 10 ./bench/trace/swf
func BenchmarkLoad(b *testing.B) {
	sizes := []int{1_000_000, 1000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			data := text(jobs)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			before := must.Heap()
			var trace *swf.Trace
			var err error
			for b.Loop() {
				trace, err = swf.Load(bytes.NewReader(data), "t.swf", swf.Options{})
				if err != nil || len(trace.Jobs) != jobs {
					b.Fatalf("%v: %v", trace, err)
				}
			}
			b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			b.ReportMetric((must.Heap()-before)/float64(jobs), "held-B/job")
			runtime.KeepAlive(trace)
			runtime.KeepAlive(data)
		})
	}
}

// BenchmarkWrite measures the writing of a trace.
//
//	go test -run '^$' -bench Write -count 10 ./bench/trace/swf
func BenchmarkWrite(b *testing.B) {
	const jobs = 100_000
	trace := must.Get(swf.Load(bytes.NewReader(text(jobs)), "t.swf", swf.Options{}))
	b.ReportAllocs()
	for b.Loop() {
		must.Do(swf.Write(io.Discard, trace.Header, slices.Values(lists.Each(trace.Jobs, swf.FromJob))))
	}
	b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

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
