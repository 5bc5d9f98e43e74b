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
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/slowreplay"
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

// samples have seeds whose few jobs are near the model's means, and factors
// that make a planning scheduler's queue long enough: see
// TestSamplesHaveABacklog. Both factors are within the ranges of Streit (2002),
// section 5.
var samples = []sample{
	{path: "../sample/kth-like.swf", model: "kth", n: 400, seed: 6, factor: 0.6},
	{path: "../../../testdata/ctc-like.swf", model: "ctc", n: 400, seed: 3, factor: 0.7},
}

func (s sample) jobs(t *testing.T) (workload.Statistics, []optgap.TraceJob) {
	t.Helper()
	m := must.Get(workload.PublishedOf(s.model))
	jobs := must.Get(workload.Shrink(preset(t, s.model, s.n, s.seed, nil), s.factor))
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
		"; Note: Reproduce with: go generate ./bench/trace/sample",
	}
	must.Do(swf.Write(&b, h, swf.FromJobs(jobs)))
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
			t.Fatalf("%v (go generate ./bench/trace/sample writes it)", err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its model, seed and factor generate; go generate ./bench/trace/sample writes it",
				filepath.FromSlash(s.path))
		}
	}
}

// The samples keep a planner busy but not flooded: among the submissions that
// see at least two waiting jobs, the median is 4 to 12, and few see over 30.
func TestSamplesHaveABacklog(t *testing.T) {
	for _, s := range samples {
		m, jobs := s.jobs(t)
		var counts []int
		planner := dynp.NewSinglePolicy(m.Machine, jobs, heuristics.FCFS)
		planner.OnStep = func(_, waiting int, _ func() *optgap.Step) error {
			counts = append(counts, waiting)
			return nil
		}
		must.Get(slowreplay.Run(jobs, planner))
		slices.Sort(counts)
		if len(counts) < s.n/2 {
			t.Fatalf("%s: %d of %d submissions see two waiting jobs, expected half", s.model, len(counts), s.n)
		}
		over := 0
		for _, n := range counts {
			if n > 30 {
				over++
			}
		}
		q := func(share float64) int { return counts[int(share*float64(len(counts)-1))] }
		t.Logf("%s: %d of %d submissions see at least 2 waiting jobs: quartiles %d %d %d, largest %d, %d over 30",
			s.model, len(counts), s.n, q(0.25), q(0.5), q(0.75), q(1), over)
		if q(0.5) < 4 || q(0.5) > 12 || over > s.n/20 {
			t.Errorf("%s: median %d, %d over 30; expected 4 to 12, and at most %d", s.model, q(0.5), over, s.n/20)
		}
	}
}
