package running_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/internal/running"
)

func Example() {
	var jobs running.Jobs
	jobs.Add(running.Job{End: 100, Width: 3, Job: 0})
	jobs.Add(running.Job{End: 60, Width: 1, Job: 1})
	jobs.Add(running.Job{End: 60, Width: 2, Job: 2})
	fmt.Println(jobs.History(10, 8, nil))
	jobs.Remove(0)
	fmt.Println(jobs.History(20, 8, nil))
	// Output:
	// [{10 2} {60 5} {100 8}]
	// [{20 5} {60 8}]
}

// TestHistory compares with a count of each second while jobs come and go.
func TestHistory(t *testing.T) {
	const machine = 1000
	r := rand.New(rand.NewPCG(1, 50))
	var jobs running.Jobs
	known := map[int32]running.Job{}
	for now := range int64(500) {
		if job := int32(now); r.IntN(3) > 0 {
			known[job] = running.Job{End: now + r.Int64N(20), Width: 1 + r.Int64N(9), Job: job}
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
		if h[0].Time != now || !slices.IsSortedFunc(jobs, func(a, b running.Job) int { return int(a.End - b.End) }) {
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
