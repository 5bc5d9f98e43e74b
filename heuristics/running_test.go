package heuristics_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics"
)

// TestHistory compares with a count of each second while jobs come and go.
func TestHistory(t *testing.T) {
	const machine = 1000
	r := rand.New(rand.NewPCG(1, 50))
	var jobs heuristics.Running
	known := map[int32]heuristics.RunningJob{}
	for now := range int64(500) {
		if job := int32(now); r.IntN(3) > 0 {
			known[job] = heuristics.RunningJob{End: now + r.Int64N(20), Width: 1 + r.Int64N(9), Job: job}
			jobs.Add(known[job])
		}
		for job, k := range known {
			if k.End <= now || r.IntN(10) == 0 {
				if got := jobs.Remove(job); got != k {
					t.Fatalf("removed %v, want %v", got, k)
				}
				delete(known, job)
			}
		}
		h := jobs.History(now, machine, nil)
		byEnd := func(a, b heuristics.RunningJob) int { return int(a.End - b.End) }
		if h[0].Time != now || !slices.IsSortedFunc(jobs, byEnd) {
			t.Fatalf("second %d: history %v of %v", now, h, jobs)
		}
		for s := now; s < now+25; s++ {
			want := int64(machine)
			for _, k := range known {
				if k.End > s {
					want -= k.Width
				}
			}
			if got := h.At(s); got != want {
				t.Fatalf("second %d: %d free at %d, want %d", now, got, s, want)
			}
		}
	}
}
