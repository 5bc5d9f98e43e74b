package schedulers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics/must"
)

const benchMachine = 430

// loadedTrace returns jobs for a machine of 430 processors: widths mostly
// powers of two, estimates of 5 minutes to 18 hours, run times a part of them.
// So many as backlog says arrive in the first second; after that the gaps are
// exponential, with the mean at which the run times give that load.
func loadedTrace(n int, load float64, backlog int) []optgap.TraceJob {
	r := rand.New(rand.NewPCG(uint64(n), 21))
	jobs := make([]optgap.TraceJob, n)
	area := 0.0
	for i := range jobs {
		width := int64(1) << r.IntN(8)
		if r.IntN(4) == 0 {
			width = 1 + r.Int64N(128)
		}
		estimate := 300 * (1 + r.Int64N(216))
		runTime := int64(float64(estimate) * r.Float64())
		jobs[i] = optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: width, Estimate: estimate}, RunTime: runTime}
		area += float64(width * runTime)
	}
	gap := area / float64(n) / benchMachine / load
	now := 0.0
	for i := range jobs {
		if jobs[i].Submit = int64(now); i >= backlog {
			now += gap * r.ExpFloat64()
		}
	}
	return jobs
}

func benchmarkReplay(b *testing.B, jobs []optgap.TraceJob, name string) {
	b.ReportAllocs()
	for b.Loop() {
		s := must.Get(schedulers.New(name, benchMachine, jobs, schedulers.Options{}))
		must.Get(replay.Run(context.Background(), jobs, s))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(jobs)), "ns/job")
}

// BenchmarkReplay replays as many jobs as wait all the time and as many again,
// under a load of 1, so that ns/job shows what waiting jobs cost.
//
//	go test -run '^$' -bench Replay/ -benchtime 1x ./bench/simulate/schedulers
func BenchmarkReplay(b *testing.B) {
	backlogs := []int{100, 1000, 10000, 100000}
	if testing.Short() {
		backlogs = backlogs[:1]
	}
	names := schedulers.Names()
	if testing.Short() { // one of each kind; others keep to another order only, as easy-sjf does
		names = []string{"strict-fcfs", "first-fit", "easy", "easy-sjf", "conservative", "slack", "ivs"}
		names = append(names, "sjf", "dynp-advanced")
	}
	for _, name := range names {
		for _, backlog := range backlogs {
			plans := slices.Contains([]string{"slack", "conservative"}, name)
			if backlog > 1000 && (plans || slices.Contains(schedulers.PlanningNames(), name)) {
				continue // their plans hold every waiting job, or nearly so
			}
			b.Run(fmt.Sprintf("scheduler=%s/backlog=%d", name, backlog), func(b *testing.B) {
				benchmarkReplay(b, loadedTrace(2*backlog, 1, backlog), name)
			})
		}
	}
}
