package transform_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
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
	if n != 1 || err != nil || strings.Contains(out.String(), "MaxJobs") {
		t.Errorf("%d records, error %v\n%s", n, err, out.String())
	}
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
