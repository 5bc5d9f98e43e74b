package verify

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// timeOn returns the time of a job on some processors; false where it may not have them.
func timeOn(j moldable.Job, width int64) (int64, bool) {
	k := width - max(j.MinWidth, 1)
	if k < 0 || k >= int64(len(j.Times)) {
		return 0, false
	}
	return j.Times[k], true
}

// outcome checks status, ended_by and error.
func (j *moldableJudge) outcome() {
	failed := false // so that it may have ended for a reason without a name
	j.planned = len(j.Starts) > 0
	switch j.Status {
	case optgap.StatusOptimal:
		j.hold(j.EndedBy == optgap.EndedFinished, "ended_by", j.EndedBy, "finished, as the status is optimal")
		j.hold(j.planned, "starts", "none", "a schedule, as the status is optimal")
		best := largestOf(j.MinsumBounds)
		j.hold(best == j.Minsum, "status", j.Status, "another, as the minsum is %d and its largest bound %d", j.Minsum, best)
	case optgap.StatusFeasible, optgap.StatusLimit, optgap.StatusMemory:
		j.hold(j.planned, "starts", "none", "a schedule, as the status is %s", j.Status)
	case optgap.StatusError, optgap.StatusCrashed:
		j.hold(j.Error != "" || j.Status == optgap.StatusCrashed, "error", j.Error, "the reason, as the status is error")
		failed = true
	default:
		j.hold(false, "status", j.Status, "optimal, feasible, limit, memory, crashed or error")
	}
	j.ended(j.EndedBy, failed)
}

// schedule checks that each job has one start, and that no tick has too many processors
// in use. It computes minsum and makespan again.
func (j *moldableJudge) schedule() {
	if !j.planned {
		j.hold(j.Minsum == 0 && j.Makespan == 0, "minsum", fmt.Sprintf("%d with a makespan of %d", j.Minsum, j.Makespan), "none, as there is no schedule")
		return
	}
	jobs := make(map[int64]moldable.Job)
	for _, job := range j.facts.in.Jobs {
		jobs[job.ID] = job
	}
	j.hold(len(j.Starts) == len(jobs), "starts", len(j.Starts), "%d, one for each job", len(jobs))
	var all []placed
	last := make(map[int64]int64) // job that starts at a tick
	minsum, makespan := new(big.Int), int64(0)
	for i, s := range j.Starts {
		field := indexed("starts", i)
		job, ok := jobs[s.ID]
		if !j.hold(ok, field+".id", s.ID, "the id of a job of the instance that has no start yet") {
			continue
		}
		delete(jobs, s.ID)
		time, ok := timeOn(job, s.Width)
		if !j.hold(ok, field+".width", s.Width, "a number of processors on which job %d has a time", s.ID) ||
			!j.hold(s.Start >= 0 && s.Start <= 1<<room, field+".start", s.Start, "0 or later, within range") {
			continue
		}
		all = append(all, placed{s.Start, s.Start + time, s.Width})
		last[s.Start] = s.ID
		minsum.Add(minsum, product(job.Weight, s.Start+time))
		makespan = max(makespan, s.Start+time)
	}
	if len(all) < len(j.Starts) || len(jobs) > 0 {
		return
	}
	machine := j.facts.in.Machine
	tick, used, _ := overload(optgap.History{{Free: machine}}, all)
	j.hold(used <= machine, "starts",
		fmt.Sprintf("%d processors in use when job %d starts at tick %d", used, last[tick], tick), "at most %d", machine)
	j.hold(integer(j.Minsum).Cmp(minsum) == 0, "minsum", j.Minsum, "%d, the sum of weight times end", minsum)
	j.hold(j.Makespan == makespan, "makespan", j.Makespan, "%d, the latest end", makespan)
}

// mostSchedules is how many schedules of an instance are enumerated at most.
const mostSchedules = 20_000

// moldableOptimum is the least minsum and the least makespan of an instance.
type moldableOptimum struct{ minsum, makespan int64 }

// enumerate goes through all orders of the jobs with all allotments, each job as early as
// those before it allow. Some such schedule has the least minsum, and some the least makespan. It returns
// nil where there are too many.
func enumerate(in *moldable.Instance) *moldableOptimum {
	count := 1
	for i, job := range in.Jobs {
		if count *= (i + 1) * len(job.Times); count > mostSchedules {
			return nil
		}
	}
	best := &moldableOptimum{math.MaxInt64, math.MaxInt64}
	var extend func(free capacity, left []moldable.Job, minsum, makespan int64)
	extend = func(free capacity, left []moldable.Job, minsum, makespan int64) {
		if len(left) == 0 {
			best.minsum, best.makespan = min(best.minsum, minsum), min(best.makespan, makespan)
		}
		for i, job := range left {
			rest := slices.Delete(slices.Clone(left), i, i+1)
			for k, time := range job.Times {
				width := max(job.MinWidth, 1) + int64(k)
				start := free.earliest(width, time)
				extend(slices.Clone(free).reserve(start, time, width), rest,
					minsum+job.Weight*(start+time), max(makespan, start+time))
			}
		}
	}
	extend(capacity{{Time: 0, Free: in.Machine}}, in.Jobs, 0, 0)
	return best
}
