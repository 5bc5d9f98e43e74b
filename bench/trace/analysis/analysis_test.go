package analysis_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// of yields records.
func of(records []swf.Record) iter.Seq2[swf.Record, error] {
	return func(yield func(swf.Record, error) bool) {
		for _, rec := range records {
			if !yield(rec, nil) {
				return
			}
		}
	}
}

var header = swf.Header{"; MaxProcs: 64"}

func analyze(h swf.Header, records []swf.Record, o analysis.Options) *analysis.Analysis {
	return must.Get(analysis.Analyze("t.swf", h, of(records), o))
}

// drawn draws records of which any field may be unknown.
func drawn(t *rapid.T) []swf.Record {
	number := func(name string, most int) float64 { return float64(rapid.IntRange(-1, most).Draw(t, name)) }
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) swf.Record {
		return swf.Record{
			Submit:         number("submit", 9999),
			Wait:           number("wait", 99),
			RunTime:        number("run time", 300) / 2,
			Allocated:      int64(number("allocated", 64)),
			RequestedProcs: int64(number("requested", 64)),
			RequestedTime:  number("estimate", 150),
			Status:         rapid.SampledFrom([]int64{-1, 0, 1, 5}).Draw(t, "status"),
			User:           int64(number("user", 3)),
		}
	}), 1, 40).Draw(t, "records")
}

// known returns the values of a field that are not negative, sorted.
func known(records []swf.Record, field func(swf.Record) float64) (values []float64) {
	for _, rec := range records {
		if v := field(rec); v >= 0 {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return values
}

// check compares a quantity with its definition on a sorted list.
func check(t rapid.TB, name string, q *analysis.Quantity, values []float64) {
	t.Helper()
	if q == nil || len(values) == 0 {
		must.Need(t, q == nil && len(values) == 0, name, "found", q, "for", len(values), "values")
		return
	}
	n := float64(len(values))
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	for _, v := range values {
		squares += (v - sum/n) * (v - sum/n)
	}
	quantile := func(percent float64) float64 { return values[int(math.Ceil(percent*n/100))-1] }
	want := analysis.Quantity{
		Count: int64(n), Mean: q.Mean, SD: q.SD, Min: values[0], Max: values[len(values)-1],
		P10: quantile(10), P25: quantile(25), P50: quantile(50), P75: quantile(75), P90: quantile(90), P99: quantile(99),
	}
	got := *q
	got.Distribution = analysis.Distribution{}
	if fmt.Sprint(got) != fmt.Sprint(want) || math.Abs(q.Mean-sum/n) > 1e-9 || math.Abs(q.SD-math.Sqrt(squares/n)) > 1e-6 {
		t.Fatalf("%s of %v: found %+v, expected %+v, mean %v", name, values, got, want, sum/n)
	}
}

// TestAgainstDefinitions compares every number with a slow computation by its definition, on
// records in any order with unknown fields.
func TestAgainstDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawn(t)
		a := analyze(header, records, analysis.Options{})
		width, from := func(r swf.Record) float64 { return float64(r.RequestedProcs) }, analysis.FromRequested
		if len(known(records, width)) == 0 {
			width, from = func(r swf.Record) float64 { return float64(r.Allocated) }, analysis.FromAllocated
		}
		widths := known(records, width)
		if len(widths) == 0 {
			from = ""
		}
		must.Need(t, a.WidthFrom == from, "width from", a.WidthFrom, "expected", from)
		submits := known(records, func(r swf.Record) float64 { return r.Submit })
		check(t, "width", a.Width, widths)
		check(t, "allocated", a.Allocated, known(records, func(r swf.Record) float64 { return float64(r.Allocated) }))
		check(t, "estimate", a.Estimate, known(records, func(r swf.Record) float64 { return r.RequestedTime }))
		check(t, "run time", a.RunTime, known(records, func(r swf.Record) float64 { return r.RunTime }))
		check(t, "wait", a.Wait, known(records, func(r swf.Record) float64 { return r.Wait }))
		var between []float64
		zeros := 0.0
		for i := range submits[min(1, len(submits)):] {
			between = append(between, submits[i+1]-submits[i])
			if submits[i+1] == submits[i] {
				zeros++
			}
		}
		slices.Sort(between)
		if a.Interarrival != nil {
			check(t, "interarrival", &a.Interarrival.Quantity, between)
			same(t, "zeros", a.ZeroInterarrivalShare, zeros/float64(len(between)), true)
		} else if len(between) > 0 {
			t.Fatal("no interarrival times")
		}

		var area, both, past, lastEnd float64
		for _, r := range records {
			if r.RequestedTime >= 0 && r.RunTime >= 0 {
				both++
				if r.RunTime > r.RequestedTime {
					past++
				}
			}
			if width(r) >= 0 && r.RunTime >= 0 {
				area += width(r) * r.RunTime
			}
			if r.Submit >= 0 {
				lastEnd = max(lastEnd, r.Submit+max(r.Wait, 0)+max(r.RunTime, 0))
			}
		}
		same(t, "past estimate", a.PastEstimateShare, past/both, both > 0)
		n := float64(len(submits))
		if n > 0 && a.Load != nil {
			same(t, "load", a.Load, (n-1)/n*area/(64*(submits[len(submits)-1]-submits[0])), true)
		}
		if a.Utilisation != nil {
			same(t, "utilisation", a.Utilisation, area/(64*(lastEnd-submits[0])), a.Wait != nil)
		}
		share := func(holds func(w int) bool) float64 {
			k := 0.0
			for _, w := range widths {
				if w > 0 && holds(int(w)) {
					k++
				}
			}
			return k / float64(len(widths))
		}
		exist := len(widths) > 0
		same(t, "serial", a.SerialShare, share(func(w int) bool { return w == 1 }), exist)
		same(t, "powers of two", a.PowerOfTwoShare,
			share(func(w int) bool { return slices.Contains([]int{1, 2, 4, 8, 16, 32, 64}, w) }), exist)
		same(t, "squares", a.SquareShare,
			share(func(w int) bool { return slices.Contains([]int{1, 4, 9, 16, 25, 36, 49, 64}, w) }), exist)
		same(t, "multiples of ten", a.MultipleOfTenShare,
			share(func(w int) bool { return slices.Contains([]int{10, 20, 30, 40, 50, 60}, w) }), exist)
	})
}

func same(t rapid.TB, name string, got *float64, want float64, exists bool) {
	t.Helper()
	if (got != nil) != exists || exists && math.Abs(*got-want) > 1e-9*max(1, want) {
		t.Fatalf("%s: found %v, expected %v, %v", name, got, want, exists)
	}
}

// TestFewValues: a fit, a span or a value that does not exist is nil.
func TestFewValues(t *testing.T) {
	submits := func(times ...float64) (records []swf.Record) {
		for _, at := range times {
			records = append(records, swf.Record{
				Submit: at, RunTime: -1, Wait: -1, RequestedProcs: -1, Allocated: -1, RequestedTime: -1, User: -1,
			})
		}
		return records
	}
	one := analyze(nil, submits(5), analysis.Options{})
	must.Hold(t, one.Interarrival == nil && one.Width == nil && one.Load == nil &&
		one.Utilisation == nil && one.Users == nil && one.Machine == 0,
		one)
	none := analyze(header, submits(-1, -1), analysis.Options{})
	must.Hold(t, none.Interarrival == nil && none.Jobs == 2 && none.Span == 0, none)
	for _, times := range [][]float64{{5, 5, 5}, {0, 10, 20}, {0, 10}} {
		i := analyze(header, submits(times...), analysis.Options{}).Interarrival
		must.Hold(t, i != nil && i.WeibullShape == nil && i.MomentsShape == nil, times, i)
	}
	for _, a := range []*analysis.Analysis{one, none} {
		for key, v := range a.Values() {
			must.Hold(t, !math.IsNaN(v) && !math.IsInf(v, 0), key, "is", v)
		}
		must.Get(json.Marshal(a))
	}
}

// TestLines: what counts as a job, and what is an error.
func TestLines(t *testing.T) {
	const job = " 0 -1 60 4 -1 -1 4 90 -1 1 1 -1 -1 -1 -1 -1 -1\n"
	partial := strings.Replace(job, " 1 1 ", " 2 1 ", 1)
	read := func(text string, o analysis.Options) (*analysis.Analysis, error) {
		r := swf.NewReader(strings.NewReader(text), "t.swf")
		return analysis.Analyze("t.swf", r.Header(), r.Records(), o)
	}
	a, err := read("; MaxProcs: 8 (6, 2)\n1"+job+"2"+partial+"1 2 3\n3"+job, analysis.Options{})
	must.Hold(t, err == nil && a.Jobs == 2 && a.Completed == 2 && a.PartialExecutions == 1 &&
		a.Malformed == 1 && a.RunTime.Count == 2,
		a, "error", err)
	var malformed *swf.Error
	if _, err := read("1"+job+"1 2 3\n", analysis.Options{Strict: true}); !errors.As(err, &malformed) ||
		malformed.Line != 2 {
		t.Errorf("strict: %v", err)
	}
	for text, want := range map[string]string{
		"": "t.swf: the trace is empty", "1" + partial: "empty",
		"1 2 3\n4 5\n": "among 2 job lines; the first: t.swf:1: found 3 fields",
	} {
		if _, err := read(text, analysis.Options{}); !errors.Is(err, swf.ErrNoJobs) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	failed := errors.New("the disk is gone")
	r := swf.NewReader(io.MultiReader(strings.NewReader("1"+job), iotest.ErrReader(failed)), "t.swf")
	must.Is(t, must.Err(analysis.Analyze("t.swf", nil, r.Records(), analysis.Options{})), failed,
		"a failed reading")
	must.AboutField(t, must.Err(read("1"+job, analysis.Options{Machine: -1})), "",
		"a machine of -1 processors")
	_, err = read("; MaxProcs: many\n1"+job, analysis.Options{})
	must.Refuse(t, err, "MaxProcs", "a bad header")
}

// TestKeys: each statistic has a place of its own, and a column of CSV. A job with all values
// has all statistics, and none beside them. Of the jobs with a user, two are of one, and one is of another.
func TestKeys(t *testing.T) {
	places, keys := map[string]bool{}, map[string]bool{}
	for _, s := range analysis.Statistics() {
		place := s.Group + "/" + s.Name
		if strings.HasPrefix(s.Name, "its ") { // of the one before
			place += s.Key
		}
		must.Hold(t, !places[place] && s.Group != "", s, "occurs twice, or has no group")
		places[place], keys[s.Key] = true, true
	}
	job := swf.Record{RequestedProcs: 3, RunTime: 1, Status: 1}
	late, last := job, job
	late.Submit, last.Submit = 5, 90000
	late.User, last.User = 7, swf.Unknown
	a := analyze(header, []swf.Record{job, job, late, last}, analysis.Options{})
	values := a.Values()
	must.Hold(t, maps.EqualFunc(values, keys, func(float64, bool) bool { return true }),
		"values", values, "expected those of", keys)
	for key, want := range map[string]float64{
		"hours_most": 0, "hours_most_share": 3. / 4, "hours_least": 2, "days_most": 1, "days_least": 3, "days_least_share": 0,
		"users_count": 2, "users_jobs": 3, "users_largest_share": 2. / 3,
	} {
		must.Equal(t, values[key], want, key)
	}
	rows := analysis.Rows([]*analysis.Analysis{a, a})
	if len(rows.Columns) != len(keys)+3 || len(rows.Rows) != 2 || len(rows.Rows[0]) != len(rows.Columns) {
		t.Errorf("%d columns and %d rows of %d keys", len(rows.Columns), len(rows.Rows), len(keys))
	}
}

// TestCycle: hours and days are in the zone of the header, with its summer time. Without a
// date they count from second 0 of the trace.
func TestCycle(t *testing.T) {
	monday := time.Date(1996, 9, 23, 12, 0, 31, 0, time.UTC).Unix() // 14:00:31 in Stockholm, as the KTH trace begins
	start := fmt.Sprintf("; UnixStartTime: %d", monday)
	for _, c := range []struct {
		header []string
		submit float64
		clock  string
		hour   int // of the week
	}{
		{[]string{start, "; TimeZone: 3600", "; TimeZoneString: Europe/Stockholm"}, 0, "Europe/Stockholm", 14},
		// Five weeks on it is winter time.
		{[]string{start, "; TimeZoneString: Europe/Stockholm"}, 35*24*3600 - 32, "Europe/Stockholm", 12},
		{[]string{start, "; TimeZone: 3600"}, 0, "UTC+3600 s", 13},
		{[]string{start, "; TimeZone: 3600", "; TimeZoneString: Mars/Olympus"}, 0, "UTC+3600 s", 13},
		{[]string{start, "; TimeZoneString: Local"}, 0, "UTC", 12},
		{[]string{start, "; TimeZone: 999999999"}, 0, "UTC", 12},
		{[]string{start}, 59*60 + 28, "UTC", 12},
		{[]string{start}, 59*60 + 29, "UTC", 13},
		{[]string{start}, 6*24*3600 + 11.5*3600, "UTC", 167},
		{[]string{start}, 6*24*3600 + 12.5*3600, "UTC", 0},
		{nil, 0, "trace", 0},
		{[]string{"; UnixStartTime: 0", "; TimeZoneString: Europe/Stockholm"}, 8*24*3600 + 3599.5, "trace", 24},
		{[]string{"; UnixStartTime: unknown"}, 7*24*3600 - 0.5, "trace", 167},
	} {
		a := analyze(c.header, []swf.Record{{Submit: c.submit}}, analysis.Options{})
		if got := slices.Index(a.Cycle.Week[:], 1); got != c.hour || a.Cycle.Clock != c.clock ||
			a.Cycle.Hours[c.hour%24] != 1 || a.Cycle.Days[c.hour/24] != 1 {
			t.Errorf("%q, second %v: hour %d of the week in %s, expected %d in %s",
				c.header, c.submit, got, a.Cycle.Clock, c.hour, c.clock)
		}
	}
}

// TestMomentsWeibull: the distribution has the moments of the values, by the formulas of
// package distuv. The moments of a large sample give back its parameters.
func TestMomentsWeibull(t *testing.T) {
	for _, w := range []distuv.Weibull{{K: 0.35, Lambda: 200}, {K: 1, Lambda: 60}, {K: 3, Lambda: 1000}} {
		w.Src = rand.NewPCG(1, 2)
		const n = 200_000
		records, at := make([]swf.Record, n), 0.0
		for i := range records {
			records[i].Submit = at
			at += w.Rand()
		}
		i := analyze(header, records, analysis.Options{}).Interarrival
		fitted := distuv.Weibull{K: *i.MomentsShape, Lambda: *i.MomentsScale}
		if math.Abs(fitted.Mean()-i.Mean) > 1e-6*i.Mean || math.Abs(fitted.StdDev()-i.SD) > 1e-6*i.SD {
			t.Errorf("%+v has the moments %v and %v, the values %v and %v", fitted, fitted.Mean(), fitted.StdDev(), i.Mean, i.SD)
		}
		must.Hold(t, math.Abs(fitted.K-w.K) <= 0.05*w.K && math.Abs(fitted.Lambda-w.Lambda) <= 0.1*w.Lambda,
			"moments: found", fitted, "drawn from", w)
		if math.Abs(*i.WeibullShape-w.K) > 0.01*w.K || math.Abs(*i.WeibullScale-w.Lambda) > 0.03*w.Lambda ||
			*i.LogLikelihood < *i.MomentsLogLikelihood {
			t.Errorf("likelihood: found %v and %v, drawn from %+v", *i.WeibullShape, *i.WeibullScale, w)
		}
	}
}

// shared analyses a trace beside the repository, and skips the test where it is absent.
func shared(t *testing.T, file string) *analysis.Analysis {
	t.Helper()
	path := filepath.Join("../../../../shared/traces", file)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no traces beside the repository")
	}
	in := must.Get(stream.Open(path, nil))
	defer in.Close()
	r := swf.NewReader(in, file)
	return must.Get(analysis.Analyze(file, r.Header(), r.Records(), analysis.Options{Strict: true}))
}

// TestTableTwo compares with the KTH column of Table 2 of Streit (2002), each figure within
// 1 %. The copy of the trace has one job fewer. Alpha and beta are printed as 0.35 and 200.
// The moments give them, rounded, and the likelihood does not.
func TestTableTwo(t *testing.T) {
	values := shared(t, "KTH-SP2-1996-2.swf.gz").Values()
	for key, want := range map[string]float64{
		"jobs": 28490, "width_max": 100, "machine": 100, "width_mean": 7.68,
		"estimate_mean": 13677, "estimate_min": 60, "estimate_max": 216000,
		"run_time_mean": 8876, "run_time_min": 0, "run_time_max": 226709,
		"past_estimate": 478, "past_estimate_share": 0.0168,
		"interarrival_mean": 1031, "interarrival_min": 0, "interarrival_max": 327952,
		"zero_interarrival_share": 0.0116883,
	} {
		got := values[key]
		must.Hold(t, math.Abs(got-want) <= 0.01*want, key, got, "the paper has", want)
	}
	shape := values["interarrival_moments_shape"]
	must.Hold(t, math.Abs(shape-0.35) <= 0.005, "shape by moments", shape)
	scale := values["interarrival_mean"] / math.Gamma(1+1/0.35)
	must.Hold(t, math.Abs(scale-200) <= 5, "scale of shape 0.35 by the mean", scale)
	ml, moments := values["interarrival_log_likelihood"], values["interarrival_moments_log_likelihood"]
	must.Hold(t, ml > moments, "log-likelihood", ml, "is not above that of the moments", moments)
}

// BenchmarkAnalyze measures the analysis of a trace with its reading.
//
//	go test -run '^$' -bench Analyze -count 10 ./bench/trace/analysis
func BenchmarkAnalyze(b *testing.B) {
	sizes := []int{1000, 1_000_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, jobs := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			var file bytes.Buffer
			g := must.Get(workload.Drawing{Model: "kth"}.Generator())
			generated := must.Get(workload.Take(g, jobs, 1))
			must.Do(swf.Write(&file, swf.NewHeader(100), slices.Values(lists.Each(generated, swf.FromJob))))
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				r := swf.NewReader(bytes.NewReader(file.Bytes()), "t.swf")
				a, err := analysis.Analyze("t.swf", r.Header(), r.Records(), analysis.Options{})
				if err != nil || a.Jobs != int64(jobs) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
