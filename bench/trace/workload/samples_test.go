package workload_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

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
		if err != nil {
			t.Fatalf("%v (go generate ./bench/trace/swf writes it)", err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its model, seed and factor generate; go generate ./bench/trace/swf writes it",
				filepath.FromSlash(s.path))
		}
	}
}
