package workload_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics/must"
)

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
	t.Helper()
	all := workload.Published()
	m := all[slices.IndexFunc(all, func(m workload.Statistics) bool { return m.Name == s.model })]
	jobs := must.Get(workload.Shrink(preset(s.model, s.n, s.seed), s.factor))
	return m, jobs
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
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its model, seed and factor generate; go generate ./bench/trace/swf writes it",
				filepath.FromSlash(s.path))
		}
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
