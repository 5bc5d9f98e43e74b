package heuristics

import (
	"math"
	"math/rand/v2"

	"github.com/optgap/optgap"
)

// SearchOptions steer Search.
type SearchOptions struct {
	Evaluations int    // plans tried after that of the start's own order; 0: 2000; below 0: none
	Seed        uint64 // of the random moves
	// Stop ends the search by returning true; with nil the search makes all its evaluations.
	// Stop is called after every 64 plans, and more often for steps of many jobs.
	Stop func() bool
}

// SearchOptions.Stop is called after so many plans, or after plans of so many jobs in all.
const (
	askedPlans = 64
	askedJobs  = 4096
)

// Search improves a schedule of the step by simulated annealing on the order in
// which the jobs are planned. A move swaps two jobs or puts one elsewhere. Every
// order is planned with each job at its earliest start. Search returns the best
// schedule met and its objective. The schedule is never worse than start, nor worse
// than the plan of start's own order. start has to be feasible and is not changed.
func Search(step *optgap.Step, start optgap.Schedule, o SearchOptions) (optgap.Schedule, int64) {
	if o.Evaluations == 0 {
		o.Evaluations = 2000
	}
	n := len(step.Jobs)
	best := append(optgap.Schedule(nil), start...)
	bestValue := start.Objective(step)
	var profile optgap.Profile
	order := start.Order()
	plan := make(optgap.Schedule, n)
	profile.PlaceAll(step, order, plan)
	value := plan.Objective(step)
	if value < bestValue {
		bestValue = value
		copy(best, plan)
	}
	if n < 2 {
		return best, bestValue
	}
	r := rand.New(rand.NewPCG(o.Seed, 0x5eed))
	candidate := make([]int32, n)
	// Only the part of the objective above its value with all jobs starting now
	// can change. Temperatures fall from a hundredth of that part to a thousandth
	// of this hundredth.
	hot := 0.01 * float64(value-lightest(step))
	every := max(1, min(askedPlans, askedJobs/n))
	for e := range o.Evaluations {
		if e%every == every-1 && o.Stop != nil && o.Stop() {
			break
		}
		temperature := hot * math.Pow(1e-3, float64(e)/float64(o.Evaluations))
		copy(candidate, order)
		perturb(candidate, r)
		profile.PlaceAll(step, candidate, plan)
		v := plan.Objective(step)
		if v <= value || r.Float64() < math.Exp(float64(value-v)/temperature) {
			order, candidate, value = candidate, order, v
		}
		if v < bestValue {
			bestValue = v
			copy(best, plan)
		}
	}
	return best, bestValue
}

// lightest returns the objective if every job started now.
func lightest(step *optgap.Step) int64 {
	return make(optgap.Schedule, len(step.Jobs)).Objective(step)
}

// perturb swaps two jobs of the order, or takes one out and puts it elsewhere.
func perturb(order []int32, r *rand.Rand) {
	n := len(order)
	from := r.IntN(n)
	to := r.IntN(n - 1)
	if to >= from {
		to++
	}
	if r.IntN(2) == 0 {
		order[from], order[to] = order[to], order[from]
		return
	}
	job := order[from]
	if from < to {
		copy(order[from:to], order[from+1:to+1])
	} else {
		copy(order[to+1:from+1], order[to:from])
	}
	order[to] = job
}
