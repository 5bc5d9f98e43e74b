package gantt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/report/gantt"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Both schedules stand above each other with their minsum, makespan and jobs. Job 7 is
// as wide as the machine in the second one. A tick is half a second.
func TestMoldable(t *testing.T) {
	in := &moldable.Instance{Name: "two jobs", Machine: 4, Tick: 0.5, Jobs: []moldable.Job{
		{ID: 7, Weight: 3, Times: []int64{80, 40, 30, 20}}, {ID: 8, Weight: 1, MinWidth: 2, Times: []int64{60}},
	}}
	panels := []gantt.MoldablePanel{
		// 3*40 + 60 = 180 ticks, 60
		{Title: "beside", Schedule: moldable.Schedule{{Start: 0, Width: 2}, {Start: 0, Width: 2}}},
		{Title: "one by one", Schedule: moldable.Schedule{{Start: 0, Width: 4}, {Start: 20, Width: 2}}},
		{Title: "nothing"},
	}
	p, err := gantt.Moldable(in, panels, gantt.Options{})
	found := texts(t, written(t, figure.SVG, p, err))
	for _, want := range []string{"two jobs", "2 moldable jobs on 4 processors",
		"beside; minsum 90.00 s, makespan 30.00 s", "one by one; minsum 70.00 s, makespan 40.00 s",
		"nothing; no schedule", "time [s]", "7", "8"} {
		if !slices.Contains(found, want) {
			t.Errorf("no %q in %q", want, found)
		}
	}
	overlapping := moldable.Schedule{{Start: 0, Width: 4}, {Start: 10, Width: 2}}
	broken := []gantt.MoldablePanel{{Title: "broken", Schedule: overlapping}}
	_, err = gantt.Moldable(in, broken, gantt.Options{})
	if err == nil || !strings.Contains(err.Error(), "broken") || !strings.Contains(err.Error(), "too many in use") {
		t.Errorf("found %v, expected an error about the panel", err)
	}
}
