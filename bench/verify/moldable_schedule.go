package verify

import (
	"fmt"
	"iter"
	"math"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// allotments yields the numbers of processors that a job may have, from the least on, and
// its time on each.
func allotments(j moldable.Job) iter.Seq2[int64, int64] {
	return func(yield func(width, time int64) bool) {
		for k, time := range j.Times {
			if !yield(max(j.MinWidth, 1)+int64(k), time) {
				return
			}
		}
	}
}

// timeOn returns the time of a job on a number of processors; false: the job may not have
// as many.
func timeOn(j moldable.Job, width int64) (int64, bool) {
	for w, time := range allotments(j) {
		if w == width {
			return time, true
		}
	}
	return 0, false
}

// outcome checks status, ended_by and error, and that there is a schedule where the status says so.
func (j *moldableJudge) outcome() {
	j.ended(j.Status, j.EndedBy, j.Error)
	j.planned = len(j.Starts) > 0
	if j.Status == optgap.StatusOptimal || j.Status == optgap.StatusFeasible {
		j.hold(j.planned, "starts", "none", "a schedule, as the status is %s", j.Status)
	}
}

// schedule checks that each job has one start, and that no tick has too many processors
// in use. It computes minsum and makespan again.
func (j *moldableJudge) schedule() {
	if !j.planned {
		found := fmt.Sprintf("%d with a makespan of %d", j.Minsum, j.Makespan)
		j.hold(j.Minsum == 0 && j.Makespan == 0, "minsum", found, "none, as there is no schedule")
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

// mostSchedules is the largest number of schedules of an instance that are enumerated.
const mostSchedules = 20_000

// moldableOptimum is the least minsum and the least makespan of an instance.
type moldableOptimum struct{ minsum, makespan int64 }

// enumerate returns the optimum of an instance; nil: it has too many schedules.
func enumerate(in *moldable.Instance) *moldableOptimum {
	count := 1
	tasks := make([]task, len(in.Jobs))
	for i, job := range in.Jobs {
		if count *= (i + 1) * len(job.Times); count > mostSchedules {
			return nil
		}
		tasks[i].weight = job.Weight
		for width, time := range allotments(job) {
			tasks[i].forms = append(tasks[i].forms, form{width, time})
		}
	}
	e := enumeration{horizon: math.MaxInt64, minsum: math.MaxInt64, makespan: math.MaxInt64}
	e.extend(capacity{{Time: 0, Free: in.Machine}}, tasks, 0, 0)
	return &moldableOptimum{e.minsum, e.makespan}
}
