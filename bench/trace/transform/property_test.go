package transform_test

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

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
	t.Helper()
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
	if !slices.Equal(got, want) {
		t.Fatalf("found\n%+v\nexpected\n%+v", got, want)
	}
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
