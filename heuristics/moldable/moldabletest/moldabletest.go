// Package moldabletest makes random moldable jobs and solves small instances by brute
// force. It is the independent oracle of the tests of algorithms and bounds:
//
//	Random, Drawn      -> instance
//	instance           -> Optimum  -> least minsum, least makespan
//	instance, schedule -> Feasible
//
// The package may change at any time.
package moldabletest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/heuristics/moldable"
)

// Options shape random instances. Zero values get the defaults.
type Options struct {
	MaxJobs    int   // default 4
	MaxMachine int64 // default 4
	MaxTime    int64 // on one processor, default 12
	// Any allows vectors that are not monotone, vectors shorter than the machine, and
	// jobs that need several processors.
	Any bool
}

// Random draws a valid instance. Times and weights have few values, so that ties are
// frequent.
func Random(t *rapid.T, o Options) *moldable.Instance {
	if o.MaxJobs == 0 {
		o.MaxJobs = 4
	}
	if o.MaxMachine == 0 {
		o.MaxMachine = 4
	}
	if o.MaxTime == 0 {
		o.MaxTime = 12
	}
	in := &moldable.Instance{Machine: rapid.Int64Range(1, o.MaxMachine).Draw(t, "machine"), Tick: 1}
	for i := range rapid.IntRange(1, o.MaxJobs).Draw(t, "jobs") {
		j := moldable.Job{ID: int64(i + 1), Weight: rapid.Int64Range(1, 5).Draw(t, "weight")}
		length := in.Machine
		if o.Any {
			j.MinWidth = rapid.Int64Range(0, in.Machine).Draw(t, "least")
			length = rapid.Int64Range(1, in.Machine-j.Least()+1).Draw(t, "length")
		}
		for k := range length {
			j.Times = append(j.Times, next(t, j, k, o))
		}
		in.Jobs = append(in.Jobs, j)
	}
	return in
}

// Drawn returns jobs with sequential times of 1 to 10 s in microseconds and speed-ups of
// Downey's model, from nearly none to nearly linear.
func Drawn(n int, machine int64) *moldable.Instance {
	r := rand.New(rand.NewPCG(uint64(n), uint64(machine)))
	in := &moldable.Instance{Machine: machine, Tick: 1e-6}
	for i := range n {
		model := moldable.Downey{Parallelism: 1 + r.Float64()*float64(machine), Sigma: 2 * r.Float64()}
		in.Jobs = append(in.Jobs, moldable.Job{
			ID: int64(i), Weight: 1 + r.Int64N(10), Times: moldable.Times(1_000_000+r.Int64N(9_000_000), model.Speedup, machine),
		})
	}
	return in
}

// next draws the next time of a job.
func next(t *rapid.T, j moldable.Job, k int64, o Options) int64 {
	if k == 0 || o.Any {
		return rapid.Int64Range(1, o.MaxTime).Draw(t, "time")
	}
	before := j.Times[k-1]
	least := (before*k + k) / (k + 1) // the work before is before*k, on k+1 processors now
	return rapid.Int64Range(least, before).Draw(t, "time")
}

// Feasible reports the first fault of a schedule, tick by tick, or nil if there is none.
func Feasible(in *moldable.Instance, s moldable.Schedule) error {
	if len(s) != len(in.Jobs) {
		return fmt.Errorf("%d placements for %d jobs", len(s), len(in.Jobs))
	}
	used := map[int64]int64{}
	for i, p := range s {
		time, ok := timeOn(in.Jobs[i], p.Width)
		if !ok {
			return fmt.Errorf("job %d can't use %d processors", in.Jobs[i].ID, p.Width)
		}
		if p.Start < 0 {
			return fmt.Errorf("job %d starts at %d", in.Jobs[i].ID, p.Start)
		}
		for t := p.Start; t < p.Start+time; t++ {
			if used[t] += p.Width; used[t] > in.Machine {
				return fmt.Errorf("%d processors in use at %d", used[t], t)
			}
		}
	}
	return nil
}

func timeOn(j moldable.Job, width int64) (int64, bool) {
	least := max(j.MinWidth, 1)
	if width < least || width-least >= int64(len(j.Times)) {
		return 0, false
	}
	return j.Times[width-least], true
}

// Optimum returns the least minsum and the least makespan of all schedules. It tries all
// allotments and all orders. For each it starts the jobs one after the other, tick by
// tick, as early as those before allow. Some optimal schedule is of this form, for
// either criterion, because moving a job forward never makes it worse.
func Optimum(in *moldable.Instance) (minsum, makespan int64) {
	end := int64(0)
	for _, j := range in.Jobs {
		longest := int64(0)
		for _, t := range j.Times {
			longest = max(longest, t)
		}
		end += longest
	}
	o := &search{in: in, free: make([]int64, end), done: make([]bool, len(in.Jobs))}
	o.minsum, o.makespan = math.MaxInt64, math.MaxInt64
	for t := range o.free {
		o.free[t] = in.Machine
	}
	o.extend(len(in.Jobs), 0, 0)
	return o.minsum, o.makespan
}

// search is the state of Optimum.
type search struct {
	in               *moldable.Instance
	free             []int64 // processors, by tick
	done             []bool  // by job: it has been started
	minsum, makespan int64   // the least so far
}

// extend starts the jobs that are left in all ways. sum and end are the minsum and the
// makespan of the others.
func (o *search) extend(left int, sum, end int64) {
	if left == 0 {
		o.minsum, o.makespan = min(o.minsum, sum), min(o.makespan, end)
		return
	}
	if sum >= o.minsum && end >= o.makespan {
		return
	}
	for i, j := range o.in.Jobs {
		if o.done[i] {
			continue
		}
		o.done[i] = true
		for k, time := range j.Times {
			width := max(j.MinWidth, 1) + int64(k)
			start := o.first(width, time)
			o.take(start, time, width)
			o.extend(left-1, sum+j.Weight*(start+time), max(end, start+time))
			o.take(start, time, -width)
		}
		o.done[i] = false
	}
}

// first returns the first tick at which a job of that size fits.
func (o *search) first(width, time int64) int64 {
	for start := int64(0); ; start++ {
		fits := true
		for t := start; fits && t < start+time; t++ {
			fits = o.free[t] >= width
		}
		if fits {
			return start
		}
	}
}

// take takes processors for a time. A negative width gives them back.
func (o *search) take(start, time, width int64) {
	for t := start; t < start+time; t++ {
		o.free[t] -= width
	}
}
