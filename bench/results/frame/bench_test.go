package frame_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/heuristics/must"
)

// BenchmarkCompare reads and compares two files of results of 14 jobs each, with
// certificates: 2 to 3 kB a line. live-MB is what the comparison holds.
//
//	go test -run '^$' -bench Compare -benchtime 1x ./bench/results/frame
func BenchmarkCompare(b *testing.B) {
	sizes := []int{1000, 100_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("results=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			old, new := filepath.Join(b.TempDir(), "old.jsonl"), filepath.Join(b.TempDir(), "new.jsonl")
			writeLong(old, n, random)
			writeLong(new, n, random)
			for b.Loop() {
				c := compareFiles(old, new)
				if len(c.Pairs) != n {
					b.Fatalf("found %d pairs, expected %d", len(c.Pairs), n)
				}
				c.Report()
				b.StopTimer()
				b.ReportMetric(must.Heap()/1e6, "live-MB")
				runtime.KeepAlive(c)
				b.StartTimer()
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "results/s")
		})
	}
}

// writeLong writes results of which only the times are random.
func writeLong(path string, n int, random *rand.Rand) {
	r := record.Result{
		Format: record.ResultFormat, Trace: "a.swf", Now: 1000, Jobs: 14,
		Makespan: 90_000, AccumulatedRunTime: 100_000, Method: "exact",
		Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished,
		Scope: optgap.ScopeSecond, Objective: 30_000_000, Bound: 30_000_000, ARTwW: 12345.678,
		Bounds:       map[optgap.BoundName]int64{"exact": 30_000_000, "lp": 29_000_000},
		Policies:     map[string]record.Policy{"FCFS": {}, "SJF": {}, "LJF": {}},
		Certificates: map[optgap.BoundName]optgap.Certificate{"lp": {Bits: 8, Bucket: 600}},
	}
	for i := range int64(14) {
		r.Starts = append(r.Starts, record.Start{ID: 1000 + i, Start: 3600 * i})
	}
	prices := make([]int64, 150)
	for i := range prices {
		prices[i] = int64(len(prices)-i) * 997
	}
	r.Certificates["lp"] = optgap.Certificate{Bits: 8, Bucket: 600, Price: prices}
	f := must.Get(os.Create(path))
	defer f.Close()
	buffered := bufio.NewWriter(f)
	lines := record.NewWriter(buffered)
	for i := range n {
		r.Index, r.SolveSeconds = i, random.ExpFloat64()
		must.Do(lines.Write(r))
	}
	must.Do(buffered.Flush())
}

func compareFiles(old, new string) *frame.Comparison {
	return must.Get(tryCompare(old, new, frame.Options{Threshold: 0.05, FailAbove: true, FailOnLostProofs: true}))
}

// tryCompare opens, reads and compares two files or folders.
func tryCompare(old, new string, o frame.Options) (*frame.Comparison, error) {
	a, err := frame.Open(old, nil)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	b, err := frame.Open(new, nil)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return frame.Compare(a, b, o)
}
