package replay

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// randomStep returns a step of up to 25 jobs. Of some machines the history has processors that never become free.
func randomStep(seed uint64, r *rand.Rand, dips bool) *optgap.Step {
	step := steptest.Random(r, steptest.Options{MaxJobs: 25, MaxChanges: 9, Dips: dips})
	step.Machine += int64(seed % 4)
	return &step
}

// TestAssignPaintsEveryProcessorOnce paints the layouts of random schedules
// second by second: nobody gets a processor that is taken, every job has its
// width from start to end, and the history has exactly what is not free.
func TestAssignPaintsEveryProcessorOnce(t *testing.T) {
	for seed, r := range steptest.Sources(200, 1) {
		step := randomStep(seed, r, seed%2 == 0)
		s := steptest.Plan(step, heuristics.FCFS)
		until := s.Makespan(step) + 5
		layout, err := PlaceStep(step, s, until)
		must.Need(t, err == nil, "seed", seed, err)
		end := max(until, step.History.End())
		taken := make([][]bool, end) // by second and processor
		for i := range taken {
			taken[i] = make([]bool, step.Machine)
		}
		paint := func(b Block, widths []int64) {
			if b.Start < 0 || b.End <= b.Start || b.End > end || b.Low < 0 || b.High <= b.Low || b.High > step.Machine {
				t.Fatalf("seed %d: block %+v outside the machine or empty", seed, b)
			}
			for at := b.Start; at < b.End; at++ {
				widths[at] += b.High - b.Low
				for p := b.Low; p < b.High; p++ {
					must.Need(t, !taken[at][p],
						"seed", seed, "processor", p, "is used twice at second", at)
					taken[at][p] = true
				}
			}
		}
		for i, j := range step.Jobs {
			widths := make([]int64, end)
			for _, b := range layout.Jobs[i] {
				paint(b, widths)
			}
			for at, w := range widths {
				want := int64(0)
				if s[i] <= int64(at) && int64(at) < s[i]+j.Estimate {
					want = j.Width
				}
				must.Need(t, w == want,
					"seed", seed, "job", j.ID, "has", w, "processors at second", at, "want", want)
			}
		}
		widths := make([]int64, end)
		for _, b := range layout.History {
			paint(b, widths)
		}
		for at := range until {
			if want := step.Machine - step.History.At(at); widths[at] != want {
				t.Fatalf("seed %d: the history has %d processors at second %d, want %d", seed, widths[at], at, want)
			}
		}
	}
}

func TestAssignChoosesPlaces(t *testing.T) {
	job := func(width, estimate int64) optgap.Job { return optgap.Job{Width: width, Estimate: estimate} }
	tests := []struct {
		name    string
		history optgap.History // of a machine with 10 processors
		jobs    []optgap.Job
		starts  optgap.Schedule
		want    Layout
	}{
		{
			"the longest of those that start together is lowest, equals keep their order",
			optgap.History{{Time: 0, Free: 10}},
			[]optgap.Job{job(2, 5), job(3, 9), job(2, 5)}, optgap.Schedule{0, 0, 0},
			Layout{Jobs: [][]Block{{{0, 5, 3, 5}}, {{0, 9, 0, 3}}, {{0, 5, 5, 7}}}},
		},
		{
			// At 5 the runs [0, 4) and [6, 10) are free: 4 fit into the first.
			"the lowest block that is wide enough",
			optgap.History{{Time: 0, Free: 10}},
			[]optgap.Job{job(4, 5), job(2, 9), job(4, 5), job(4, 2)}, optgap.Schedule{0, 1, 2, 5},
			Layout{Jobs: [][]Block{{{0, 5, 0, 4}}, {{1, 10, 4, 6}}, {{2, 7, 6, 10}}, {{5, 7, 0, 4}}}},
		},
		{
			// At 5 the runs [0, 2), [3, 7) and [8, 10) are free: 6 need two of
			// them, the largest and then the lowest that holds 6 - 4 = 2.
			"pieces of as few runs as possible",
			optgap.History{{Time: 0, Free: 10}},
			[]optgap.Job{job(2, 5), job(1, 9), job(4, 4), job(1, 9), job(6, 3)}, optgap.Schedule{0, 1, 1, 2, 5},
			Layout{Jobs: [][]Block{{{0, 5, 0, 2}}, {{1, 10, 2, 3}}, {{1, 5, 3, 7}}, {{2, 11, 7, 8}},
				{{5, 8, 3, 7}, {5, 8, 0, 2}}}},
		},
		{
			// At 3 the history has [8, 10) and wants 10 - 6 = 4: the job holds
			// [5, 7), so the next two from above are 7 and 4.
			"a dip takes the highest processors that are free",
			optgap.History{{Time: 0, Free: 8}, {Time: 3, Free: 6}, {Time: 4, Free: 10}},
			[]optgap.Job{job(5, 2), job(2, 3)}, optgap.Schedule{0, 1},
			Layout{
				Jobs:    [][]Block{{{0, 2, 0, 5}}, {{1, 4, 5, 7}}},
				History: []Block{{0, 4, 8, 10}, {3, 4, 4, 5}, {3, 4, 7, 8}},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := PlaceStep(&optgap.Step{Machine: 10, History: tt.history, Jobs: tt.jobs}, tt.starts, 0)
			must.Hold(t, err == nil && reflect.DeepEqual(got, tt.want), "got", got, err, "want", tt.want)
		})
	}
}

// TestAssignRejectsWhatIsNotFeasible: 6 + 5 processors are more than 10.
func TestAssignRejectsWhatIsNotFeasible(t *testing.T) {
	step := &optgap.Step{Machine: 10, History: optgap.History{{Time: 0, Free: 10}},
		Jobs: []optgap.Job{{ID: 1, Width: 6, Estimate: 5}, {ID: 2, Width: 5, Estimate: 5}}}
	var v *optgap.Violation
	if _, err := PlaceStep(step, optgap.Schedule{0, 4}, 0); !errors.As(err, &v) || v.Job != 2 || v.Second != 4 {
		t.Errorf("got %v, want a violation of job 2 at second 4", err)
	}
	must.Refuse(t, must.Err(PlaceStep(step, optgap.Schedule{0}, 0)), "", "one start for two jobs")
}
