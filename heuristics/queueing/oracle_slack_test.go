package queueing_test

import (
	"slices"

	"github.com/optgap/optgap"
)

// slowPlan is the plan of the slow scheduler under slack-based backfilling.
type slowPlan struct {
	factor float64
	start  map[int]int64 // of the waiting jobs
	latest map[int]int64
}

func slowSlack(machine int64, jobs []optgap.TraceJob, factor float64) *slow {
	p := &slowPlan{factor, map[int]int64{}, map[int]int64{}}
	return &slow{machine: machine, jobs: jobs, rule: p.rule, submit: p.submit, ended: p.compress}
}

// order returns the planned jobs by planned start, then submission, then id.
func (p *slowPlan) order(s *slow) []int {
	var jobs []int
	for i := range p.start {
		jobs = append(jobs, i)
	}
	jobs = s.sorted(jobs, 'f')
	slices.SortStableFunc(jobs, func(a, b int) int { return int(p.start[a] - p.start[b]) })
	return jobs
}

// earliest returns the first second at which the job fits beside the running
// jobs and those of the given plan.
func (s *slow) earliest(now int64, job int, plan map[int]int64) int64 {
	type held struct{ from, to, width int64 }
	var all []held
	for _, i := range s.running() {
		all = append(all, held{s.starts[i], s.starts[i] + s.jobs[i].Estimate, s.jobs[i].Width})
	}
	for i, start := range plan {
		all = append(all, held{start, start + s.jobs[i].Estimate, s.jobs[i].Width})
	}
	first := now
	for u := now; u < first+s.jobs[job].Estimate; u++ {
		free := s.machine
		for _, h := range all {
			if h.from <= u && u < h.to {
				free -= h.width
			}
		}
		if free < s.jobs[job].Width {
			first = u + 1
		}
	}
	return first
}

func (p *slowPlan) submit(s *slow, now int64, job int) {
	waited, count := int64(0), int64(0)
	for i, start := range s.starts {
		if start >= 0 {
			waited, count = waited+start-s.jobs[i].Submit, count+1
		}
	}
	slack := int64(0)
	if count > 0 {
		slack = int64(p.factor * float64(waited) / float64(count))
	}
	conservative := s.earliest(now, job, p.start)
	order := p.order(s)
	for k := range order {
		if p.factor == 0 || k == 8 {
			break
		}
		plan := map[int]int64{}
		for _, i := range order[:k] {
			plan[i] = p.start[i]
		}
		first := s.earliest(now, job, plan)
		if first >= conservative {
			break
		}
		plan[job] = first
		late := false
		for _, i := range order[k:] {
			plan[i] = s.earliest(now, i, plan)
			late = late || plan[i] > p.latest[i]
		}
		if !late {
			p.start, p.latest[job] = plan, first+slack
			return
		}
	}
	p.start[job], p.latest[job] = conservative, conservative+slack
}

func (p *slowPlan) compress(s *slow, now int64, ended []int) {
	if !slices.ContainsFunc(ended, func(i int) bool { return s.jobs[i].Duration() < s.jobs[i].Estimate }) {
		return
	}
	for _, i := range p.order(s) {
		if p.start[i] > now {
			delete(p.start, i)
			p.start[i] = s.earliest(now, i, p.start)
		}
	}
}

func (p *slowPlan) rule(s *slow, now int64, _ []int) (start []int) {
	for _, i := range p.order(s) {
		if p.start[i] == now {
			start = append(start, i)
			delete(p.start, i)
		}
	}
	return start
}
