package simulated

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
)

// Format is the version of the JSON form of a [Sample].
const Format = "optgap-aida2000/2"

// A Sample holds the measurements of one experiment of a model.
type Sample struct {
	Format string `json:"format"`
	// as above; number from 1; its jobs
	Model      string `json:"model"`
	Experiment int    `json:"experiment"`
	Jobs       int    `json:"jobs"`
	// [jobs] on at most 2, at most 16 processors
	UpTo2  int   `json:"up_to_2"`
	UpTo16 int   `json:"up_to_16"`
	Runs   []Run `json:"runs"` // by load, then by scheduler, in the order of the study
}

// A Run holds the measurements of one replay.
type Run struct {
	// as in the points
	Scheduler     string  `json:"scheduler"`
	Load          float64 `json:"load"`
	Utilisation   float64 `json:"utilisation"`
	SlowdownRatio float64 `json:"slowdown_ratio"`
	Packing
}

// simulate replays the jobs of a problem at every load under every scheduler.
func (s Study) simulate(ctx context.Context, p Problem) (Sample, error) {
	sample := Sample{Format: Format, Model: p.Model, Experiment: p.Experiment, Jobs: s.Jobs}
	for _, load := range s.Loads {
		jobs, err := s.jobs(p, load)
		if err != nil {
			return sample, err
		}
		if len(sample.Runs) == 0 {
			sample.count(jobs)
		}
		starts := make(map[string][]int64)
		for _, name := range s.Schedulers {
			outcome, err := s.replay(ctx, name, jobs)
			if err != nil {
				return sample, err
			}
			starts[name] = outcome.Starts
			sample.Runs = append(sample.Runs, s.measure(name, load, outcome))
		}
		if err := sameSchedule(starts); err != nil {
			return sample, fmt.Errorf("model %s, experiment %d, load %g: %w", p.Model, p.Experiment, load, err)
		}
	}
	return sample, nil
}

// replay replays jobs under a scheduler, which knows their run times but for what the paper and the reading say.
func (s Study) replay(ctx context.Context, name string, jobs []optgap.TraceJob) (*replay.Outcome, error) {
	known, entry := jobs, s.Paper.scheduler(name)
	if limited := s.Reading.KnowsLimit && name == backfilling; limited || entry.Overestimate > 0 {
		known = slices.Clone(jobs)
		for i := range known {
			if known[i].Estimate *= entry.Overestimate; limited {
				known[i].Estimate = 12 * 60 * 60 * s.Paper.Models[0].Ticks
			}
		}
	}
	scheduler, err := schedulers.New(cmp.Or(entry.Of, name), Machine, known, schedulers.Options{})
	if err != nil {
		return nil, err
	}
	return replay.Run(ctx, jobs, scheduler)
}

// count counts the narrow jobs.
func (s *Sample) count(jobs []optgap.TraceJob) {
	for _, j := range jobs {
		if j.Width <= 2 {
			s.UpTo2++
		}
		if j.Width <= 16 {
			s.UpTo16++
		}
	}
}

// problem returns the problem without its seed.
func (s Sample) problem() Problem { return Problem{Model: s.Model, Experiment: s.Experiment} }

// sameSchedule checks a claim of section 4: smallest job first gives the same schedule with
// and without first fit.
func sameSchedule(starts map[string][]int64) error {
	strict, fit := starts[smallest], starts[fitSmallest]
	if strict == nil || fit == nil || slices.Equal(strict, fit) {
		return nil
	}
	return fmt.Errorf("%s and %s start jobs at different times", smallest, fitSmallest)
}

// measure returns the metrics of section 4. Where all jobs come at once, the utilisation is
// measured up to the last end in any reading.
func (s Study) measure(scheduler string, load float64, o *replay.Outcome) Run {
	begin, end := o.Jobs[0].Submit, o.Jobs[len(o.Jobs)-1].Submit
	if !s.Reading.ToLastArrival || begin == end {
		for i := range o.Jobs {
			end = max(end, o.End(i))
		}
	}
	var busy, response, running float64 // sums of integers, perhaps rounded
	for i, j := range o.Jobs {
		busy += float64(j.Width * max(0, min(o.End(i), end)-o.Starts[i]))
		response += float64(o.End(i) - j.Submit)
		running += float64(j.Duration())
	}
	return Run{
		Scheduler: scheduler, Load: load,
		Utilisation:   busy / (Machine * float64(end-begin)),
		SlowdownRatio: response / running,
		Packing:       packing(scheduler, o, end),
	}
}
