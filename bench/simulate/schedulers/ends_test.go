package schedulers_test

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

// endByEnd replays jobs, and lets the scheduler decide after each end, where a replay of this project
// lets it decide once all jobs of a second have ended. If foreseen, jobs whose estimates end in the second
// of an end have ended too: a simulator that foresees ends by estimates counts their processors as free.
func endByEnd(jobs []optgap.TraceJob, s heuristics.Scheduler, foreseen bool) (starts []int64) {
	starts = make([]int64, len(jobs))
	end := func(job int32) int64 { return starts[job] + jobs[job].Duration() }
	var running []int32 // by end
	start := func(now int64) {
		for _, job := range s.Start(now, nil) {
			starts[job] = now
			at, _ := slices.BinarySearchFunc(running, now+jobs[job].Duration()+1, func(other int32, e int64) int {
				return cmp.Compare(end(other), e)
			})
			running = slices.Insert(running, at, job)
		}
	}
	for next := 0; next < len(jobs) || len(running) > 0; {
		if len(running) > 0 && (next == len(jobs) || end(running[0]) <= jobs[next].Submit) {
			job, now := running[0], end(running[0])
			running = slices.DeleteFunc(running, func(other int32) bool {
				gone := other == job || foreseen && end(other) == now && jobs[other].Duration() == jobs[other].Estimate
				if gone {
					s.End(other)
				}
				return gone
			})
			start(now)
			continue
		}
		must.Do(s.Submit(jobs[next].Submit, int32(next)))
		next++
		start(jobs[next-1].Submit)
	}
	return starts
}

// EASY on the 28 481 jobs of KTH that run has the mean flow times that are published for it where it decides
// after each end, and foresees ends by estimates.
func TestEndsInOneSecond(t *testing.T) {
	in, err := stream.Open(filepath.Join("../../../../shared/traces", "KTH-SP2-1996-2.swf.gz"), nil)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the trace is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	trace := must.Get(swf.Load(in, "KTH", swf.Options{}))
	flow := func(jobs []optgap.TraceJob, starts []int64) float64 {
		sum := int64(0)
		for i, j := range jobs {
			sum += starts[i] - j.Submit + j.Duration()
		}
		return float64(sum) / float64(len(jobs))
	}
	trace.Jobs = slices.DeleteFunc(trace.Jobs, func(j optgap.TraceJob) bool { return j.RunTime == 0 })
	exact := slices.Clone(trace.Jobs)
	for i := range exact {
		exact[i].RunTime = exact[i].Duration()
		exact[i].Estimate = max(1, exact[i].RunTime)
	}
	for _, c := range []struct {
		name                 string
		jobs                 []optgap.TraceJob
		once, foreseen, each float64
	}{
		{"estimates", trace.Jobs, 15694.5133, 15696.798, 15696.7683},
		{"run times", exact, 15187.6077, 15187.6077, 15180.7030},
	} {
		for i, want := range []float64{c.once, c.foreseen, c.each} {
			s := must.Get(schedulers.New("easy", trace.Machine, c.jobs, schedulers.Options{}))
			var began []int64
			if i == 0 {
				began = starts(c.jobs, s)
			} else {
				began = endByEnd(c.jobs, s, i == 1)
			}
			if got := flow(c.jobs, began); math.Abs(got-want) > 0.0005 {
				t.Errorf("%s, way %d: found a mean flow of %.4f s, expected %.4f", c.name, i, got, want)
			}
		}
	}
}
