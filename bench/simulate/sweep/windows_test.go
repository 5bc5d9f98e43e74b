package sweep_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/must"
)

// TestWindows: a window of all jobs is the whole trace. Averages over windows are those of replays of a part of the
// jobs each, and differences are those of the averages. The seed draws the windows, the workers do not matter.
func TestWindows(t *testing.T) {
	whole := kth(200)
	whole.Measure.Bounds = []int64{10}
	over := func(jobs, count int, seed uint64, workers int) []sweep.Run {
		s := whole
		s.Windows, s.Against, s.Workers = &sweep.Windows{Jobs: jobs, Count: count, Seed: seed}, "easy", workers
		return ran(t, s, sweep.Setting{Scheduler: "easy"}, sweep.Setting{Scheduler: "sjf"})
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }
	all := ran(t, whole, sweep.Setting{Scheduler: "sjf"})[0]
	for key, v := range over(200, 3, 1, 1)[1].Numbers {
		if !near(v, all.Numbers[key]) {
			t.Errorf("%s of windows of all jobs: %v, expected %v", key, v, all.Numbers[key])
		}
	}
	runs := over(40, 2000, 1, 1)
	sums, n := map[string]float64{}, 200-40+1
	for first := range n { // each is drawn some 12 times
		part := whole
		part.Jobs = whole.Jobs[first : first+40]
		for _, key := range []string{"sld_10", "artww", "util"} {
			sums[key] += ran(t, part, sweep.Setting{Scheduler: "sjf"})[0].Numbers[key] / float64(n)
		}
	}
	for key, want := range sums {
		i, d := runs[1].Confidence[key], runs[1].Difference[key]
		if math.Abs(runs[1].Numbers[key]-want) > 0.1*want || i.Low > want || i.High < want || i.High-i.Low > want {
			t.Errorf("%s: %v (%v), expected about %v", key, runs[1].Numbers[key], i, want)
		}
		if !near(d.Value, runs[1].Numbers[key]-runs[0].Numbers[key]) || d.Interval == nil {
			t.Errorf("%s: difference %+v of %v and %v", key, d, runs[1].Numbers[key], runs[0].Numbers[key])
		}
	}
	some := over(40, 9, 1, 1)
	if !reflect.DeepEqual(some, over(40, 9, 1, 2)) || reflect.DeepEqual(some, over(40, 9, 2, 1)) {
		t.Error("windows do not follow from the seed alone")
	}
	for _, w := range []sweep.Windows{{Jobs: 0, Count: 1}, {Jobs: 1, Count: 0}, {Jobs: 201, Count: 1}} {
		if err := w.Check(200); must.Field(err) == "" {
			t.Errorf("%+v: %v", w, err)
		}
	}
	whole.Windows, whole.Starts = &sweep.Windows{Jobs: 40, Count: 2}, make([]int64, len(whole.Jobs))
	_, err := whole.Run(context.Background(), []sweep.Setting{{Scheduler: schedulers.Recorded}})
	if must.Field(err) == "" {
		t.Errorf("recorded: %v", err)
	}
}
