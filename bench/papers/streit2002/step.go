package streit2002

import (
	"math"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// stepSeconds returns the time of a self-tuning step in which the first 185 jobs wait for an empty
// machine, the least of several; 0: there are fewer jobs.
func stepSeconds(jobs []optgap.TraceJob, machine int64) float64 {
	const waiting, tries = 185, 5
	if len(jobs) < waiting {
		return 0
	}
	step := optgap.Step{
		Format: optgap.StepFormat, Machine: machine, History: optgap.History{{Time: 0, Free: machine}},
	}
	for _, j := range jobs[:waiting] {
		step.Jobs = append(step.Jobs, j.Job)
		step.Jobs[len(step.Jobs)-1].Submit -= jobs[waiting-1].Submit
	}
	var tuner heuristics.Tuner
	least := math.Inf(1)
	for range tries {
		start := time.Now()
		tuner.Plans(&step, heuristics.DynP())
		least = min(least, time.Since(start).Seconds())
	}
	return least
}
