package report

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/replay"
)

// AssignReplay gives every job of a replay processors of its own, in the way of
// [Assign]: the lowest block that is free, or, where none is wide enough, pieces
// of as few free runs as possible. The blocks of job i are in seconds of the
// trace and end at the job's actual end; a job that takes no time gets none.
//
// The error is an *optgap.Violation where a job starts before its submission or
// where no processors are left for it. The cost is O(n log n + n * free runs).
func AssignReplay(o *replay.Outcome, machine int64) ([][]Block, error) {
	type event struct {
		time   int64
		job    int32
		starts bool
	}
	events := make([]event, 0, 2*len(o.Jobs))
	for i, j := range o.Jobs {
		if o.Starts[i] < j.Submit {
			return nil, &optgap.Violation{Job: j.ID, Second: o.Starts[i], Reason: "starts before its submission"}
		}
		if o.End(i) > o.Starts[i] {
			events = append(events, event{o.Starts[i], int32(i), true}, event{o.End(i), int32(i), false})
		}
	}
	slices.SortFunc(events, func(a, b event) int {
		if c := cmp.Compare(a.time, b.time); c != 0 {
			return c
		}
		if a.starts != b.starts { // ends first
			if b.starts {
				return -1
			}
			return 1
		}
		return int(a.job - b.job)
	})
	blocks := make([][]Block, len(o.Jobs))
	free, left := runs{{0, machine}}, machine
	for _, e := range events {
		width := o.Jobs[e.job].Width
		if !e.starts {
			for _, b := range blocks[e.job] {
				free.add(run{b.Low, b.High})
			}
			left += width
			continue
		}
		if left -= width; left < 0 {
			return nil, &optgap.Violation{Job: o.Jobs[e.job].ID, Second: e.time, Reason: "more processors in use than the machine has"}
		}
		for _, r := range free.takeLow(width) {
			blocks[e.job] = append(blocks[e.job], Block{e.time, o.End(int(e.job)), r.lo, r.hi})
		}
	}
	return blocks, nil
}
