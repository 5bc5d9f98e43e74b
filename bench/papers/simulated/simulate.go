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
			sample.Runs = append(sample.Runs, measure(name, load, outcome))
		}
		if err := sameSchedule(starts); err != nil {
			return sample, fmt.Errorf(
				"model %s, experiment %d, load %g: %w",
				p.Model,
				p.Experiment,
				load,
				err,
			)
		}
	}
	return sample, nil
}

// replay replays jobs under a scheduler, which knows their run times but for what the paper says.
func (s Study) replay(
	ctx context.Context,
	name string,
	jobs []optgap.TraceJob,
) (*replay.Outcome, error) {
	known := jobs
	entry := s.Paper.scheduler(name)
	if entry.Overestimate > 0 {
		known = slices.Clone(jobs)
		for i := range known {
			known[i].Estimate *= entry.Overestimate
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
	strict := starts[smallest]
	fit := starts[fitSmallest]
	if strict == nil || fit == nil || slices.Equal(strict, fit) {
		return nil
	}
	return fmt.Errorf("%s and %s start jobs at different times", smallest, fitSmallest)
}

// measure returns the metrics of section 4, from the first submission to the last end.
func measure(scheduler string, load float64, o *replay.Outcome) Run {
	begin := o.Jobs[0].Submit
	end := int64(0)
	var busy, response, running float64 // sums of integers, perhaps rounded
	for i, j := range o.Jobs {
		end = max(end, o.End(i))
		busy += float64(j.Width * j.Duration())
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

// A Packing tells how a scheduler packs jobs into the idle processors (section 4.3). Shares are
// from 0 to 1.
type Packing struct {
	Lost float64 `json:"lost"` // [share] of the capacity, idle while jobs wait
	// of the dispatches after which jobs still wait, the share that leaves no processor idle
	Filled *float64 `json:"filled,omitempty"`
	// of `strict-wjf`: share of the dispatches that find an integer multiple of the job's size idle
	// (Eq. 5)
	Multiple *float64 `json:"multiple,omitempty"`
}

// The kinds of events, in the order of those of one moment.
const (
	ended int64 = iota
	submitted
	started
	kinds = 4 // that a packed event can tell apart
)

// sizes is the number of widths that a packed event can tell apart.
const sizes = 2 * Machine

// pack returns an event of a job in a number. Packed events sort by time, then by kind, then by
// falling width, which is the order in which LJF dispatches.
func pack(time, kind, width int64) int64 { return (time*kinds+kind)*sizes + Machine - width }

func unpack(event int64) (time, kind, width int64) {
	return event / sizes / kinds, event / sizes % kinds, Machine - event%sizes
}

// packing measures a replay from its first submission to a given end. It takes O(n log n) time for
// n jobs.
func packing(scheduler string, o *replay.Outcome, end int64) Packing {
	events := make([]int64, 0, 3*len(o.Jobs))
	for i, j := range o.Jobs {
		events = append(
			events,
			pack(o.End(i), ended, j.Width),
			pack(j.Submit, submitted, j.Width),
			pack(o.Starts[i], started, j.Width),
		)
	}
	slices.Sort(events)
	free := int64(Machine)
	waiting := 0
	lost := int64(0)
	full := 0
	left := 0
	multiples := 0
	dispatched := 0
	for i, event := range events {
		now, kind, width := unpack(event)
		switch kind {
		case ended:
			free += width
		case submitted:
			waiting++
		case started:
			if free%width == 0 {
				multiples++
			}
			free -= width
			waiting--
			dispatched++
		}
		if i+1 == len(events) || events[i+1]/sizes/kinds == now {
			continue // the moment goes on, or no job waits
		}
		if waiting > 0 {
			lost += free * (events[i+1]/sizes/kinds - now)
			if dispatched > 0 {
				left++
			}
			if dispatched > 0 && free == 0 {
				full++
			}
		}
		dispatched = 0
	}
	p := Packing{Lost: float64(lost) / float64(Machine*max(1, end-o.Jobs[0].Submit))}
	if left > 0 {
		p.Filled = share(full, left)
	}
	if scheduler == largest {
		p.Multiple = share(multiples, len(o.Jobs))
	}
	return p
}

func share(part, whole int) *float64 { return new(float64(part) / float64(whole)) }
