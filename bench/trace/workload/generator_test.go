package workload_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

// Every generator keeps its promises: ids from 1, submissions in order, widths on the
// machine, times in range, the same jobs from the same seed, and fewer jobs as the first of
// more.
func TestGenerators(t *testing.T) {
	for _, m := range workload.Models() {
		g := generator(t, m.Name, workload.Options{})
		must.Equal(t, g.Machine(), m.Machine, m.Name, "machine")
		draw := func(n int, seed uint64) any {
			jobs := must.Get(workload.Take(g, n, seed))
			for i, j := range jobs {
				if j.ID != int64(i+1) || j.Submit < 0 || i > 0 && j.Submit < jobs[i-1].Submit ||
					j.Width < 1 || j.Width > m.Machine || j.Estimate < 1 || j.RunTime < 1 {
					t.Fatalf("%s: job %d is %+v", m.Name, i, j)
				}
			}
			return jobs[:min(n, 200)]
		}
		first := draw(500, 7)
		must.DeepEqual(t, first, draw(500, 7), m.Name, "the same seed gave other jobs")
		must.DeepEqual(t, first, draw(200, 7), m.Name, "200 jobs are not the first of 500")
		must.Hold(t, !reflect.DeepEqual(first, draw(500, 8)), m.Name, "another seed gave the same jobs")
		draw(0, 7)
		must.AboutField(t, must.Err(workload.Take(g, -1, 7)), "jobs", m.Name, "-1 jobs")
		notes := strings.Join(g.Notes(), "\n")
		if !strings.Contains(notes, m.Name) || !strings.Contains(notes, m.Source) || strings.Contains(notes, "\n\n") {
			t.Errorf("%s: notes %q", m.Name, notes)
		}
		for _, p := range m.Parameters {
			if typed(p) {
				continue
			}
			if !strings.Contains(notes, p.Name+"=") || p.Usage == "" || p.DefaultText() == "" || p.Range() == "" {
				t.Errorf("%s: parameter %s in notes %q", m.Name, p.Name, notes)
			}
		}
	}
}

// The draws of each model stay as they are from version to version, so that a command
// makes the same jobs: submission, width, estimate and run time of the first three
// with seed 1.
func TestDrawsStay(t *testing.T) {
	for name, want := range map[string]string{
		"uniform":       "0 113 7321 7321, 1046 116 92 92, 4342 7 17219 17219",
		"harmonic":      "0 18 7321 7321, 141 23 92 92, 586 1 17219 17219",
		"power2":        "0 128 7321 7321, 517 128 92 92, 2146 1 17219 17219",
		"square":        "0 100 7321 7321, 746 100 92 92, 3096 1 17219 17219",
		"multi10":       "0 110 7321 7321, 1054 110 92 92, 4375 10 17219 17219",
		"feitelson1996": "0 9 7321 7321, 138 2 38 38, 175 2 38 38",
		"lublin2003":    "140 18 27356 27356, 233 4 10 10, 492 16 114 114",
		"ctc":           "0 2 900 298, 2 31 1200 175, 34 1 14400 15442",
		"kth":           "0 2 60 47, 7 26 120 63, 98 1 600 600",
		"pc2":           "0 2 60 20, 0 16 120 18, 12 1 600 598",
		"sdsc":          "0 2 60 20, 14 32 300 41, 153 1 600 639",
	} {
		var got []string
		for _, j := range generate(t, name, 3, workload.Options{}) {
			got = append(got, fmt.Sprint(j.Submit, j.Width, j.Estimate, j.RunTime))
		}
		must.Equal(t, strings.Join(got, ", "), want, name)
	}
	rounded := generate(t, "lublin2003", 1, workload.Options{Values: map[string]float64{"rounded": 1}})
	// 27356.6, as the sets of the library were drawn
	must.Equal(t, rounded[0].RunTime, 27357, "lublin2003 rounded first run time")
}

// Sequences that are drawn at once do not disturb each other.
func TestSequencesAreIndependent(t *testing.T) {
	for _, m := range workload.Models() {
		g := must.Get(workload.WithEstimates(generator(t, m.Name, workload.Options{}), "tsafrir=1000000", 300))
		want := must.Get(workload.Take(g, 300, 1))
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				must.EqualSlices(t, must.Get(workload.Take(g, 300, 1)), want, m.Name,
					"other jobs beside another sequence")
			})
		}
		group.Wait()
	}
}

// typed reports whether a parameter has an effect with types=1 only.
func typed(p workload.Parameter) bool {
	return strings.HasPrefix(p.Name, "batch_") || strings.HasPrefix(p.Name, "interactive_")
}

// Another load leaves widths and run times as they are and stretches submissions.
func TestLoadStretches(t *testing.T) {
	for _, m := range workload.Models() {
		low := generate(t, m.Name, 2000, workload.Options{Load: 0.4})
		high := generate(t, m.Name, 2000, workload.Options{Load: 0.8})
		if m.Name == "feitelson1996" { // where a load changes the order of executions and other jobs
			continue
		}
		for i := range low {
			if low[i].Width != high[i].Width || low[i].RunTime != high[i].RunTime || low[i].Estimate != high[i].Estimate {
				t.Fatalf("%s: job %+v at load 0.4, %+v at 0.8", m.Name, low[i], high[i])
			}
		}
		const day = 86400 // cycles of a day do not stretch
		if a, b := float64(low[1999].Submit), float64(high[1999].Submit); math.Abs(a-2*b) > 1.5*day {
			t.Errorf("%s: %g s at load 0.4, %g s at 0.8, expected twice as long", m.Name, a, b)
		}
	}
}

// The jobs have the load that was asked for. lublin2003 with both types of jobs has it too.
func TestLoads(t *testing.T) {
	types := workload.Options{Load: 0.6, Values: map[string]float64{"types": 1}}
	checkLoad(t, "types", 128, many(t, "lublin2003", 50_000, types), 0.6)
	for _, m := range workload.Models() {
		jobs := many(t, m.Name, 50_000, workload.Options{Load: 0.6})
		checkLoad(t, m.Name, m.Machine, jobs, 0.6)
	}
}

func TestUnknownModel(t *testing.T) {
	_, err := workload.ByName("lublin")
	must.Equal(t, must.Field(err), "model")
	must.Contain(t, err.Error(), "uniform")
	if names := workload.Names(); len(names) != len(workload.Models()) || !slices.Contains(names, "feitelson1996") {
		t.Errorf("names %v", names)
	}
}

func TestBadOptions(t *testing.T) {
	for _, m := range workload.Models() {
		refused := func(field string, o workload.Options) {
			t.Helper()
			must.AboutField(t, must.Err(m.New(o)), field, m.Name)
		}
		refused("machine", workload.Options{Machine: -1, Load: 1})
		refused("load", workload.Options{Load: -0.5})
		refused("load", workload.Options{Load: math.NaN()})
		refused("set", workload.Options{Load: 1, Values: map[string]float64{"colour": 1}})
		_, err := m.New(workload.Options{})
		must.Equal(t, err == nil, m.OwnArrivals, m.Name, "without a load", err)
		for _, p := range m.Parameters {
			refused(p.Name, workload.Options{Load: 1, Values: map[string]float64{p.Name: math.NaN()}})
		}
	}
}

// Values that a model refuses name their field.
func TestModelsRefuse(t *testing.T) {
	type values = map[string]float64
	for _, c := range []struct {
		model, field string
		machine      int64
		values       values
	}{
		{"multi10", "machine", 9, nil},
		{"uniform", "share1 and share2", 0, values{"share1": 0.7, "share2": 0.7}},
		{"uniform", "growth", 0, values{"growth": 0.46}}, // above share1
		{"uniform", "max", 0, values{"max": 1e-30, "redraw": 1}},
		{"lublin2003", "machine", 1, nil},
		{"lublin2003", "uhi", 64, values{"uhi": 6.5}},
		{"lublin2003", "ulow, umed and uhi", 0, values{"umed": 0.5}},
		{"lublin2003", "serial_prob and pow2_prob", 0, values{"serial_prob": 0.6}},
		{"lublin2003", "b1", 0, values{"b1": 1}},
		{"lublin2003", "a1, b1, a2 and b2", 0, values{"a2": 1e5}},
		{"lublin2003", "aarr, barr and arar", 0, values{"aarr": 1e5}},
		{"lublin2003", "anum and bnum", 0, values{"anum": 1e5}},
		{"lublin2003", "batch_a1", 0, values{"batch_a1": 5}},
		{"lublin2003", "a1", 0, values{"types": 1, "a1": 5}},
		{"ctc", "machine", 335, nil},
	} {
		m := must.Get(workload.ByName(c.model))
		o := workload.Options{Machine: c.machine, Values: c.values}
		if !m.OwnArrivals {
			o.Load = 1
		}
		must.AboutField(t, must.Err(m.New(o)), c.field, c.model, o)
	}
}

// A model refuses any values or gives jobs in range.
func TestAnyValuesAreRefusedOrWork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(workload.Models()).Draw(t, "model")
		o := workload.Options{
			Machine: rapid.SampledFrom([]int64{0, 1, 2, 3, 10, 100, 1000}).Draw(t, "machine"),
			Load:    rapid.SampledFrom([]float64{0, 1e-9, 0.5, 1e9}).Draw(t, "load"),
			Values:  make(map[string]float64),
		}
		for _, p := range rapid.Permutation(m.Parameters).Draw(t, "parameters")[:min(len(m.Parameters), 2)] {
			edges := rapid.SampledFrom([]float64{0, 1, -1, p.Low, p.High})
			o.Values[p.Name] = rapid.OneOf(edges, rapid.Float64Range(0, 10)).Draw(t, p.Name)
		}
		g, err := m.New(o)
		if err != nil {
			must.Need(t, must.Field(err) != "", err)
			return
		}
		jobs, err := workload.Take(g, 20, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			must.Need(t, must.Field(err) != "", err)
			return
		}
		for i, j := range jobs {
			if j.Width < 1 || j.Width > g.Machine() || j.RunTime < 1 || j.Estimate < 1 || i > 0 && j.Submit < jobs[i-1].Submit {
				t.Fatalf("job %d: %+v", i, j)
			}
		}
	})
}

// BenchmarkGenerate measures how fast the models draw jobs.
//
//	go test -run '^$' -bench Generate -count 10 ./bench/trace/workload
func BenchmarkGenerate(b *testing.B) {
	for _, m := range workload.Models() {
		// Of Aida's six and Streit's four models, which draw alike, one each.
		if testing.Short() && !slices.Contains([]string{"uniform", "feitelson1996", "lublin2003", "kth"}, m.Name) {
			continue
		}
		b.Run("model="+m.Name, func(b *testing.B) {
			g := must.Get(m.New(workload.Options{Load: 0.7}))
			b.ReportAllocs()
			n := 0
			for _, err := range g.Jobs(1) {
				must.Do(err)
				if n++; !b.Loop() {
					break
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

var update = flag.Bool("update", false, "write the generated traces instead of comparing them")

// sample says how a trace is generated.
type sample struct {
	path   string
	model  string
	n      int
	seed   uint64
	factor float64 // shrinking factor
}

// samples have seeds whose few jobs are near the model's means, and factors that keep a planner busy but not flooded:
// under FCFS at least half of the submissions see two waiting jobs or more, and half of these see 4 to 12. Both factors
// are within the ranges of Streit (2002), section 5.
var samples = []sample{
	{path: "../swf/kth-like.swf", model: "kth", n: 400, seed: 6, factor: 0.6},
	{path: "../../../testdata/ctc-like.swf", model: "ctc", n: 400, seed: 3, factor: 0.7},
}

func (s sample) jobs(t *testing.T) (workload.Statistics, []optgap.TraceJob) {
	all := workload.Published()
	m := all[slices.IndexFunc(all, func(m workload.Statistics) bool { return m.Name == s.model })]
	return m, must.Get(workload.Shrink(preset(s.model, s.n, s.seed), s.factor))
}

func (s sample) swf(t *testing.T, m workload.Statistics, jobs []optgap.TraceJob) []byte {
	var b bytes.Buffer
	h := swf.Header{
		"; Version: 2.2",
		fmt.Sprintf("; MaxJobs: %d", len(jobs)), fmt.Sprintf("; MaxRecords: %d", len(jobs)),
		fmt.Sprintf("; MaxNodes: %d", m.Machine), fmt.Sprintf("; MaxProcs: %d", m.Machine),
		"; Note: Synthetic: no job of a real trace. Generated from published statistics,",
		"; Note: Streit (2002), Table 2, by package bench/trace/workload.",
		fmt.Sprintf("; Note: model %s, %d jobs, seed %d, shrinking factor %g of the interarrival times.",
			m.Name, s.n, s.seed, s.factor),
		"; Note: Reproduce with: go generate ./bench/trace/swf",
	}
	must.Do(swf.Write(&b, h, slices.Values(lists.Each(jobs, swf.FromJob))))
	return b.Bytes()
}

func TestSamplesAreReproducible(t *testing.T) {
	for _, s := range samples {
		m, jobs := s.jobs(t)
		want := s.swf(t, m, jobs)
		if *update {
			must.Do(os.WriteFile(filepath.FromSlash(s.path), want, 0o644))
		}
		got, err := os.ReadFile(filepath.FromSlash(s.path))
		must.Need(t, err == nil, err, "go generate ./bench/trace/swf writes it")
		must.Hold(t, bytes.Equal(got, want),
			filepath.FromSlash(s.path),
			"is not what its model, seed and factor generate; go generate ./bench/trace/swf writes it")
	}
}

// The generated jobs have the statistics of Table 2. The tolerances are more
// than two standard errors of the mean at 100000 jobs. PC2's are the largest: the
// standard deviation is at most 8.3 means for the interarrival times, sqrt(8!/4!^2 - 1)
// before the cut, and 6 means for the estimates, so 2.6 % and 1.9 % of the mean.
func TestGeneratedStatisticsAreThoseOfTable2(t *testing.T) {
	// Mean area: utilization (Table 5) * machine (Table 3) * mean interarrival time (Table 3).
	area := map[string]float64{
		"ctc":  0.7570 * 430 * 287,
		"kth":  0.6564 * 100 * 1047,
		"pc2":  0.4249 * 96 * 1013,
		"sdsc": 0.3132 * 352 * 945,
	}
	for _, m := range workload.Published() {
		jobs := preset(m.Name, 100_000, 1)
		share := func(such func(j optgap.TraceJob) bool) float64 {
			return 1 - float64(len(slices.DeleteFunc(slices.Clone(jobs), such)))/float64(len(jobs))
		}
		check := func(what string, got, want, tolerance float64) {
			t.Helper()
			t.Logf("%-4s %-13s %10.6g  Table 2: %10.6g", m.Name, what, got, want)
			if math.Abs(got-want) > tolerance*want {
				t.Errorf("%s: %s is %g, expected %g within %g %%", m.Name, what, got, want, 100*tolerance)
			}
		}
		estimates := column(jobs, func(j optgap.TraceJob) float64 { return float64(j.Estimate) })
		check("width", stat.Mean(widths(jobs), nil), m.MeanWidth, 0.05)
		check("estimate", stat.Mean(estimates, nil), m.MeanEstimate, 0.05)
		check("run time", stat.Mean(runTimes(jobs), nil), m.MeanRunTime, 0.05)
		check("interarrival", stat.Mean(gaps(jobs), nil), m.MeanInterarrival, 0.10)
		check("max width", slices.Max(widths(jobs)), float64(m.MaxWidth), 0)
		check("max estimate", slices.Max(estimates), float64(m.MaxEstimate), 0)
		check("past estimate", share(func(j optgap.TraceJob) bool { return j.RunTime > j.Estimate }), m.PastEstimate, 0.05)
		areas := column(jobs, func(j optgap.TraceJob) float64 { return float64(j.Width * j.Duration()) })
		check("area", stat.Mean(areas, nil), area[m.Name], 0.10)
		if m.Name == "pc2" {
			common := []int64{600, 1800, 7200}
			check("common", share(func(j optgap.TraceJob) bool { return slices.Contains(common, j.Estimate) }), 0.52, 0.03)
		}
		if most := slices.Max(runTimes(jobs)); most > float64(m.MaxRunTime) || slices.Max(gaps(jobs)) > m.MaxInterarrival {
			t.Errorf("%s: run time %g or interarrival time %g above the maxima of Table 2", m.Name, most, slices.Max(gaps(jobs)))
		}
		powers := share(func(j optgap.TraceJob) bool { return j.Width > 1 && j.Width&(j.Width-1) == 0 })
		if odd := share(func(j optgap.TraceJob) bool { return j.Width > 1 && j.Width%2 == 1 }); powers < 0.5 || odd > 0.05 {
			t.Errorf("%s: powers of two are %g, odd widths %g of all jobs, expected at least 0.5 and at most 0.05",
				m.Name, powers, odd)
		}
	}
}

// preset draws jobs with published statistics.
func preset(name string, n int, seed uint64) []optgap.TraceJob {
	g := must.Get(must.Get(workload.ByName(name)).New(workload.Options{}))
	return must.Get(workload.Take(g, n, seed))
}
