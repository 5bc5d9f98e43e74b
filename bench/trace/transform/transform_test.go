package transform_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// job returns a record in which only some fields matter.
func job(id int64, submit float64, width int64, runTime float64) swf.Record {
	return swf.Record{
		ID: id, Submit: submit, RequestedProcs: width, Allocated: width,
		RunTime: runTime, RequestedTime: 2 * runTime, Status: 1, Preceding: -1,
	}
}

// TestFractions: submissions after the first lose their fractions, other times keep them. An estimate stays where the
// run time is unknown, and so does the number of jobs.
func TestFractions(t *testing.T) {
	first, second, third := job(1, 0.25, 1, 10.5), job(2, 10.75, 1, 0.5), job(3, 20.25, 1, -1)
	third.RequestedTime = 60
	got, h := after(t, []swf.Record{first, second, third}, "shrink=0.5", "perfect-estimates")
	first.RequestedTime = 10.5
	second.Submit, second.RequestedTime = 0.25+5, 1 // 10.5 s * 0.5 is 5.25 s; an estimate is at least 1 s
	third.Submit = 0.25 + 10
	if same(t, got, []swf.Record{first, second, third}); h.Get("MaxJobs") != "1" {
		t.Errorf("the count of %q changed, though no job came or went", h)
	}
}

// TestNotes: each operation has a place in Parse, by its own name, and leaves a line, in the order of the steps, with
// the text for Parse.
func TestNotes(t *testing.T) {
	values := map[string]string{
		"FACTOR": "0.8", "FIRST:LAST": "1:10", "FROM:TO": "0:3600", "CONDITION": "width>1", "WIDTH": "64",
	}
	var steps []string
	for _, o := range transform.Operations() {
		text := o.Name
		if o.Value != "" {
			text += "=" + values[o.Value]
		}
		steps = append(steps, text)
	}
	_, h := after(t, []swf.Record{job(1, 0, 64, 10)}, steps...)
	notes := h.All("Note")
	must.Need(t, len(notes) == len(steps), notes)
	for i, note := range notes {
		text, _, _ := strings.Cut(strings.TrimPrefix(note, "optgap workload transform, "), ": ")
		if s, err := transform.Parse(text); text != steps[i] || err != nil || s.Text != text {
			t.Errorf("note %q of %s, error %v", note, steps[i], err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `operation: found "", expected one of shrink`,
		"shrnk=2":                     `operation: found "shrnk"`,
		"shrink":                      "shrink: found no value, expected shrink=FACTOR",
		"shrink=":                     `shrink: found "", expected a number above 0`,
		"shrink=-1":                   `found "-1"`,
		"shrink=NaN":                  `found "NaN"`,
		"shrink=Inf":                  `found "Inf"`,
		"stretch=2":                   `operation: found "stretch", expected shrink`,
		"perfect-estimates=2":         `perfect-estimates: found "2", expected no value`,
		"sort":                        `operation: found "sort", expected a line of awk`,
		"cut-jobs=3":                  `cut-jobs: found "3", expected FIRST:LAST`,
		"cut-jobs=0:3":                "cut-jobs",
		"cut-jobs=5:3":                "cut-jobs",
		"cut-jobs=:":                  "cut-jobs",
		"cut-jobs=1.5:":               "cut-jobs",
		"cut-time=5:5":                "cut-time",
		"cut-time=-5:":                "cut-time",
		"cut-time=NaN:":               "cut-time",
		"cut-time=x:":                 "cut-time",
		"split-wide=0":                `split-wide: found "0", expected a whole number of processors`,
		"split-wide=1.5":              "split-wide",
		"split-wide=9007199254740993": "1 to 2^53",
		"filter=width":                "a condition such as",
		"filter=height>3":             "a condition on one of id, submit",
		"filter=width>x":              `a number behind >, not "x"`,
		"filter=width>NaN":            `not "NaN"`,
	} {
		_, err := transform.Parse(text)
		must.Hold(t, must.Field(err) != "" && strings.Contains(err.Error(), want),
			text, err, "expected", want)
	}
}

// line is a trace of one job.
const line = "1 0 -1 60 4 -1 -1 4 90 -1 1 1 -1 -1 -1 -1 -1 -1\n"

// TestRefusesTraces: steps that do not fit the trace, and traces without jobs.
func TestRefusesTraces(t *testing.T) {
	for _, c := range []struct{ trace, step, want string }{
		{"", "split-wide=9", "empty"},
		{"; MaxProcs: 8\n", "split-wide=9", "empty"},
		{`{"format":"optgap-step/1"}` + "\n", "split-wide=9", "JSON"},
		{"; MaxProcs: 8\n" + line, "split-wide=9", `split-wide: found "9", expected at most 8, the machine`},
		{"; MaxProcs: 8\n" + line, "filter=user=2", "no usable job"},
		{"; MaxProcs: 8\n" + line, "cut-jobs=2:", "no usable job"},
		{
			line + strings.Replace(line, " 0 ", " 9007199254740000 ", 1),
			"shrink=2",
			"shrink=2, job 1: found submission at second 18014398509480000",
		},
		{strings.Replace(line, " 0 ", " 50 ", 1) + line, "shrink=3", "second -100, expected 0 to 2^53; sort a trace"},
		{
			strings.ReplaceAll(line, " 4 ", " 9007199254740993 "), "split-wide=1",
			"split-wide=1, job 1: found width 9007199254740993",
		},
		{line + "1 2 3\n", "split-wide=9", "t.swf:2: found 3 fields"},
	} {
		out, _, err := written(strings.NewReader(c.trace), nil, c.step)
		must.Hold(t, err != nil && strings.Contains(err.Error(), c.want) && out.Len() == 0,
			c.trace, c.step, "error", err, "expected", c.want, out.Len(), "bytes written")
	}
	must.Refuse(t, must.Err(transform.Read(swf.NewReader(strings.NewReader(line), "t.swf"), -1, nil)),
		"", "a machine of -1 processors")
}

// TestCounts: records of partial executions count as records only. A trace whose header
// tells no counts gets none.
func TestCounts(t *testing.T) {
	partial := job(4, 5, 2, 10)
	partial.Status = swf.StatusPartial
	_, h := after(t, []swf.Record{job(3, 0, 9, 10), partial, job(4, 5, 2, 10)}, "filter=width<9")
	must.Equal(t, h.Get("MaxJobs"), "1", "header", h)
	must.Equal(t, h.Get("MaxRecords"), "2", "header", h)
	malformed := strings.NewReader("; MaxProcs: 8\n1 2 3\n" + line + line)
	out, n, err := written(malformed, func(*swf.Error) {}, "cut-jobs=2:")
	must.Hold(t, n == 1 && err == nil && !strings.Contains(out.String(), "MaxJobs"),
		n, "records, error", err, out.String())
}

// FuzzParse: a text is refused with an error about a field, or it is a step whose own
// text gives the same step.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "=", "shrink=0.8", "shrink=1e3", "shrink=0x1p-2", "cut-jobs=:9",
		"cut-jobs=2:2", "cut-time=1h:36h", "cut-time=0.5:1e300",
		"filter=width>1", "filter= run_time <= 12h ", "filter=user!=-1", "split-wide=64",
		"perfect-estimates", "split-wide=+7",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := transform.Parse(text)
		if err != nil {
			must.Need(t, must.Field(err) != "", text, err)
			return
		}
		if again, err := transform.Parse(s.Text); err != nil || again.Text != s.Text || again.Note != s.Note {
			t.Fatalf("%q became %q, which became %q, error %v", text, s.Text, again.Text, err)
		}
	})
}

// BenchmarkTransform measures steps with the reading and writing of the trace.
//
//	go test -run '^$' -bench Transform -count 10 ./bench/trace/transform
func BenchmarkTransform(b *testing.B) {
	const jobs = 100_000
	var file bytes.Buffer
	file.WriteString("; MaxProcs: 128\n")
	for i := range jobs {
		w := 1 + i*i%128
		fmt.Fprintf(&file, "%d %d -1 %d %d -1 -1 %d %d -1 1 %d -1 -1 -1 -1 -1 -1\n", i+1, 37*i, i%5000, w, w, 5000, i%300)
	}
	all := []string{
		"shrink=0.8,filter=width>1,split-wide=64,perfect-estimates", "shrink=0.8", "split-wide=64",
	}
	if testing.Short() {
		all = all[:1] // all kinds
	}
	for _, steps := range all {
		b.Run("steps="+strings.NewReplacer("=", "", ",", "+", ">1", "").Replace(steps), func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				t, err := transform.Read(swf.NewReader(bytes.NewReader(file.Bytes()), "t.swf"), 0, nil)
				for step := range strings.SplitSeq(steps, ",") {
					var s transform.Step
					if err == nil {
						s, err = transform.Parse(step)
					}
					if err == nil {
						t, err = transform.Apply(t, s)
					}
				}
				if err == nil {
					_, err = t.Write(io.Discard)
				}
				must.Do(err)
			}
			b.ReportMetric(jobs*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

const machine = 128

// records draws the records of a trace, sorted by submission. Some lack a width, an
// estimate or a run time, and some name an earlier job as the preceding one.
func records(t *rapid.T) []swf.Record {
	n := rapid.IntRange(1, 30).Draw(t, "jobs")
	all := make([]swf.Record, n)
	submit := 0.0
	for i := range all {
		submit += float64(rapid.IntRange(0, 500).Draw(t, "interarrival"))
		width := rapid.Int64Range(1, machine).Draw(t, "width")
		rec := swf.Record{
			ID: int64(3*i + 5), Submit: submit, Wait: float64(i), RunTime: float64(rapid.IntRange(-1, 1000).Draw(t, "run time")),
			Allocated: width, CPUTime: 1.5, Memory: 7, RequestedProcs: width,
			RequestedTime:   float64(rapid.IntRange(-1, 1000).Draw(t, "estimate")),
			RequestedMemory: 9, Status: rapid.Int64Range(0, 5).Draw(t, "status"),
			User: rapid.Int64Range(-1, 3).Draw(t, "user"), Group: 2,
			Executable: 3, Queue: 4, Partition: 5, Preceding: swf.Unknown, ThinkTime: swf.Unknown,
		}
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			rec.RequestedProcs = swf.Unknown
		case 1:
			rec.Allocated = swf.Unknown
		case 2:
			rec.Allocated = rapid.Int64Range(1, machine).Draw(t, "allocated")
		case 3:
			if i > 0 {
				rec.Preceding = all[rapid.IntRange(0, i-1).Draw(t, "preceding")].ID
			}
		}
		all[i] = rec
	}
	return all
}

// header has counts to correct.
var header = swf.Header{"; Version: 2.2", "; MaxJobs: 1", "; MaxProcs: " + strconv.Itoa(machine), "; MaxRecords: 1"}

// written reads a trace, applies steps and returns what is written, with the number of its records. skip is called with
// malformed lines, or nil if they are errors.
func written(in io.Reader, skip func(*swf.Error), steps ...string) (out bytes.Buffer, n int, err error) {
	var parsed []transform.Step
	for _, text := range steps {
		s, err := transform.Parse(text)
		if err != nil {
			return out, 0, err
		}
		parsed = append(parsed, s)
	}
	trace, err := transform.Read(swf.NewReader(in, "t.swf"), 0, skip)
	if err == nil {
		trace, err = transform.Apply(trace, parsed...)
	}
	if err == nil {
		n, err = trace.Write(&out)
	}
	return out, n, err
}

// after returns the records and the header after steps, by way of a written trace.
func after(t rapid.TB, in []swf.Record, steps ...string) ([]swf.Record, swf.Header) {
	var file bytes.Buffer
	must.Do(swf.Write(&file, header, slices.Values(in)))
	out, _ := must.Two(written(&file, nil, steps...))
	r := swf.NewReader(&out, "out.swf")
	h := r.Header()
	var got []swf.Record
	for rec, err := range r.Records() {
		must.Do(err)
		got = append(got, rec)
	}
	return got, h
}

// same compares records with what was expected of them.
func same(t rapid.TB, got, want []swf.Record) {
	t.Helper()
	must.Need(t, slices.Equal(got, want), "found", got, "expected", want)
}

// TestShrinkAgreesWithWorkload: workload.Shrink, which works on jobs, is the oracle.
func TestShrinkAgreesWithWorkload(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := records(t)
		factor := rapid.Float64Range(0.01, 20).Draw(t, "factor")
		jobs := make([]optgap.TraceJob, len(in))
		for i, rec := range in {
			jobs[i].Submit = int64(rec.Submit)
		}
		shrunk := must.Get(workload.Shrink(jobs, factor))
		want := slices.Clone(in)
		for i := range want {
			want[i].Submit = float64(shrunk[i].Submit)
		}
		got, _ := after(t, in, "shrink="+strconv.FormatFloat(factor, 'f', -1, 64))
		same(t, got, want)
	})
}

// TestSplitKeepsTheArea: requested and allocated processors, and each times the run
// time, add up to the same; no part is too wide; and joined parts are the jobs again.
func TestSplitKeepsTheArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := records(t)
		most := rapid.Int64Range(1, machine).Draw(t, "most")
		got, h := after(t, in, "split-wide="+strconv.FormatInt(most, 10))
		must.Need(t, h.Get("MaxRecords") == strconv.Itoa(len(got)), "header", h, len(got), "records")
		numbers := map[int64]int64{swf.Unknown: swf.Unknown} // of the first part by that of the job
		k := 0
		for _, whole := range in {
			first := got[k]
			numbers[whole.ID] = first.ID
			joined, parts := first, 0
			joined.RequestedProcs, joined.Allocated = 0, 0
			for covered := int64(0); covered < whole.Width(); parts++ {
				part := got[k]
				must.Need(t, part.ID == int64(k+1) && part.Width() <= most && part.Width() >= 1,
					"part", k+1, part, "at most", most)
				covered += part.Width()
				joined.RequestedProcs += part.RequestedProcs
				joined.Allocated += part.Allocated
				part.ID, part.RequestedProcs, part.Allocated = first.ID, first.RequestedProcs, first.Allocated
				must.Need(t, part == first, part, "and", first, "differ")
				k++
			}
			want := int((whole.Width() + most - 1) / most)
			must.Need(t, parts == want, parts, "parts, expected", want)
			whole.Preceding = numbers[whole.Preceding]
			whole.ID = first.ID
			if whole.RequestedProcs < 0 {
				joined.RequestedProcs = swf.Unknown // of all parts
			}
			if whole.Allocated < 0 {
				joined.Allocated = swf.Unknown
			}
			must.Need(t, joined == whole, "joined", joined, "expected", whole)
		}
		must.Need(t, k == len(got), len(got), "records, expected", k)
	})
}

// TestFiltersAndCuts: a filter and the one with the opposite condition together keep the
// trace. So do two cuts that meet at a second.
func TestFiltersAndCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := []swf.Record{{ID: 1, Submit: 0, RequestedProcs: 1, User: 0}}
		tail := []swf.Record{{ID: 1000, Submit: 1e6, RequestedProcs: 128, User: 9}}
		in := slices.Concat(head, records(t), tail)
		limit := strconv.Itoa(rapid.IntRange(2, machine-1).Draw(t, "limit"))
		second := strconv.Itoa(rapid.IntRange(1, 9000).Draw(t, "second"))
		first := rapid.IntRange(1, len(in)-1).Draw(t, "first")
		for _, c := range [][2]string{
			{"filter=width<=" + limit, "filter=width>" + limit},
			{"filter=requested<" + limit, "filter=requested>=" + limit},
			{"filter=user=0", "filter=user!=0"},
			{"cut-time=:" + second, "cut-time=" + second + ":"},
			{"cut-jobs=:" + strconv.Itoa(first), "cut-jobs=" + strconv.Itoa(first+1) + ":"},
		} {
			a, h := after(t, in, c[0])
			b, _ := after(t, in, c[1])
			whole := slices.Concat(a, b)
			slices.SortStableFunc(whole, func(x, y swf.Record) int { return cmp.Compare(x.ID, y.ID) })
			same(t, whole, in)
			must.Need(t, h.Get("MaxRecords") == strconv.Itoa(len(a)), c[0], "header", h, len(a), "records")
		}
	})
}
