package verify

import (
	"math"
	"math/big"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// timeOn returns the time of a job on a number of processors; 0: the job may not have as many.
func timeOn(j moldable.Job, width int64) int64 {
	k := width - j.Least()
	if k < 0 || k >= int64(len(j.Times)) {
		return 0
	}
	return j.Times[k]
}

// schedule checks that each job has one start, and that no tick has too many processors in use. It
// returns minsum and makespan; false: they are not known.
func (j *moldableJudge) schedule() (minsum, makespan int64, ok bool) {
	j.ended(j.Status, j.EndedBy, j.Error)
	j.planned = len(j.Starts) > 0
	if !j.planned {
		solved := j.Status == optgap.StatusOptimal || j.Status == optgap.StatusFeasible
		j.hold(!solved, "starts", "none", "a schedule, as the status is %s", j.Status)
		return 0, 0, true
	}
	jobs := make(map[int64]moldable.Job)
	for _, job := range j.facts.in.Jobs {
		jobs[job.ID] = job
	}
	ok = j.hold(
		len(j.Starts) == len(jobs),
		"starts",
		len(j.Starts),
		"%d, one for each job",
		len(jobs),
	)
	var all []placed
	sum := new(big.Int)
	for i, s := range j.Starts {
		field := indexed("starts", i)
		job, known := jobs[s.ID]
		time := timeOn(job, s.Width)
		if !j.hold(
			known,
			field+".id",
			s.ID,
			"the id of a job of the instance that has no start yet",
		) ||
			!j.hold(time > 0, field+".width", s.Width, "a number of processors on which job %d has a time", s.ID) ||
			!j.hold(s.Start >= 0 && s.Start <= always, field+".start", s.Start, "0 or later, within range") {
			ok = false
			continue
		}
		delete(jobs, s.ID)
		all = append(all, placed{s.Start, s.Start + time, s.Width})
		sum.Add(sum, product(job.Weight, s.Start+time))
		makespan = max(makespan, s.Start+time)
	}
	j.keep(optgap.History{{Free: j.facts.in.Machine}}, "starts", "tick", all)
	ok = ok && j.hold(sum.IsInt64(), "minsum", sum, "a sum within int64")
	return sum.Int64(), makespan, ok
}

// mostSchedules is the largest number of schedules of an instance that are enumerated.
const mostSchedules = 20_000

// enumerate returns the least minsum and the least makespan of an instance, or nil if it has too
// many schedules.
func enumerate(in *moldable.Instance) (minsum, makespan *int64) {
	count := 1
	tasks := make([]task, len(in.Jobs))
	for i, job := range in.Jobs {
		count *= (i + 1) * len(job.Times)
		if count > mostSchedules {
			return nil, nil
		}
		tasks[i].weight = job.Weight
		tasks[i].forms = job.Allotments()
	}
	e := enumeration{minsum: math.MaxInt64, makespan: math.MaxInt64}
	e.extend(capacity{{Time: 0, Free: in.Machine}}, tasks, 0, 0)
	return &e.minsum, &e.makespan
}
