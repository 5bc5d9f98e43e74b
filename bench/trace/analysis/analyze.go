package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// Options for [Analyze]. The zero value takes the machine from the header.
type Options struct {
	Machine int64 // processors; 0: as the header says, if it does
	Strict  bool  // true: the first malformed line is an error; false: malformed lines are counted
}

// Validate reports the first option that is out of its range.
func (o Options) Validate() error { return swf.CheckMachine(o.Machine) }

// Analyze returns the statistics of the records of a trace, in any order. name is the name
// of the trace. A malformed line, which [swf.Reader] yields as *swf.Error, is counted. Any
// other error of the records is returned. A trace without a job is [swf.ErrNoJobs]. Analyze
// takes O(n log n) time for n jobs. It needs 8 bytes for each job, and memory for the
// distinct values of each field.
func Analyze(
	name string,
	h swf.Header,
	records iter.Seq2[swf.Record, error],
	o Options,
) (*Analysis, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	c, err := newCollector(name, h, o)
	if err != nil {
		return nil, err
	}
	var first *swf.Error // malformed line
	for rec, err := range records {
		if err == nil {
			c.add(&rec)
			continue
		}
		var malformed *swf.Error
		if o.Strict || !errors.As(err, &malformed) {
			return nil, err
		}
		c.Malformed++
		first = cmp.Or(first, malformed)
	}
	switch {
	case c.Jobs > 0:
		return c.finish(), nil
	case first != nil:
		return nil, fmt.Errorf(
			"%s: %w among %s; the first: %w",
			name,
			swf.ErrNoJobs,
			format.Count(c.Malformed+c.PartialExecutions, "job line"),
			first,
		)
	}
	return nil, fmt.Errorf("%s: the trace is empty: %w", name, swf.ErrNoJobs)
}

// A collector gathers the values for an analysis.
type collector struct {
	*Analysis
	clock                                      clock
	requested, allocated, estimates, run, wait tally
	bothKnown, past                            int64 // jobs with both times; those past the estimate
	byRequested, byAllocated                   area
	users                                      tally     // jobs by user
	submitted                                  []float64 // submissions
	lastEnd                                    float64
}

// An area is the sum of width times run time over the jobs that have both.
type area struct {
	sum   float64
	known bool // false: no job has both
}

func (a *area) add(width int64, runTime float64) {
	if width >= 0 && runTime >= 0 {
		a.sum += float64(width) * runTime
		a.known = true
	}
}

func newCollector(name string, h swf.Header, o Options) (*collector, error) {
	machine := o.Machine
	if machine == 0 {
		var err error
		machine, err = h.Processors()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	c := &collector{
		Analysis:  &Analysis{Format: Format, Trace: name, Machine: machine},
		clock:     newClock(h),
		requested: tally{},
		allocated: tally{},
		estimates: tally{},
		run:       tally{},
		wait:      tally{},
		users:     tally{},
	}
	c.Cycle.Clock = c.clock.name
	return c, nil
}

func (c *collector) add(rec *swf.Record) {
	if rec.IsPartial() {
		c.PartialExecutions++
		return
	}
	switch rec.Status {
	case swf.StatusCompleted:
		c.Completed++
	case swf.StatusFailed:
		c.Failed++
	case swf.StatusCancelled:
		c.Cancelled++
	}
	c.Jobs++
	c.requested.add(float64(rec.RequestedProcs))
	c.allocated.add(float64(rec.Allocated))
	c.estimates.add(rec.RequestedTime)
	c.run.add(rec.RunTime)
	c.wait.add(rec.Wait)
	c.byRequested.add(rec.RequestedProcs, rec.RunTime)
	c.byAllocated.add(rec.Allocated, rec.RunTime)
	if rec.RequestedTime >= 0 && rec.RunTime >= 0 {
		c.bothKnown++
		if rec.RunTime > rec.RequestedTime {
			c.past++
		}
	}
	if rec.Submit >= 0 {
		c.submit(rec)
	}
}

// submit adds the times of a job with a known submission. For its end an unknown wait or run
// time counts as 0.
func (c *collector) submit(rec *swf.Record) {
	if n := len(c.submitted); n > 0 && rec.Submit < c.submitted[n-1] {
		c.Unsorted++
	}
	c.submitted = append(c.submitted, rec.Submit)
	c.users.add(float64(rec.User))
	c.lastEnd = max(c.lastEnd, rec.Submit+max(rec.Wait, 0)+max(rec.RunTime, 0))
	c.Cycle.count(c.clock.hourOfWeek(rec.Submit))
}

// finish returns the analysis. There is at least one job.
func (c *collector) finish() *Analysis {
	slices.Sort(c.submitted)
	a := c.Analysis
	a.Allocated = c.allocated.quantity()
	a.Estimate = c.estimates.quantity()
	a.RunTime = c.run.quantity()
	a.Wait = c.wait.quantity()
	if c.bothKnown > 0 {
		a.PastEstimate = &c.past
		a.PastEstimateShare = ratio(float64(c.past), float64(c.bothKnown))
	}
	work := c.byRequested
	a.Width = c.requested.quantity()
	a.WidthFrom = FromRequested
	if a.Width == nil {
		a.Width = a.Allocated
		a.WidthFrom = FromAllocated
		work = c.byAllocated
	}
	if a.Width != nil {
		a.shareWidths()
	} else {
		a.WidthFrom = ""
	}
	c.measureTime(work)
	if q := c.users.quantity(); q != nil {
		most := slices.Max(q.Distribution.Counts)
		a.Users = &Users{int64(len(c.users)), q.Count, most / float64(q.Count)}
	}
	return a
}

// shareWidths sets the shares of the jobs by width.
func (a *Analysis) shareWidths() {
	d := a.Width.Distribution
	share := func(holds func(w int64) bool) *float64 {
		return new(d.Share(func(v float64) bool { return v >= 1 && holds(int64(v)) }))
	}
	a.SerialShare = share(func(w int64) bool { return w == 1 })
	a.PowerOfTwoShare = share(func(w int64) bool { return w&(w-1) == 0 })
	a.SquareShare = share(
		func(w int64) bool { r := int64(math.Round(math.Sqrt(float64(w)))); return r*r == w },
	)
	a.MultipleOfTenShare = share(func(w int64) bool { return w%10 == 0 })
}

// measureTime sets the statistics of the submissions in their order, and of the use of the
// machine.
func (c *collector) measureTime(work area) {
	a := c.Analysis
	n := len(c.submitted)
	if n == 0 {
		return
	}
	first := c.submitted[0]
	last := c.submitted[n-1]
	a.Span = last - first
	if machine := float64(a.Machine); machine > 0 && work.known {
		if a.Wait != nil {
			a.Utilisation = ratio(work.sum, machine*(c.lastEnd-first))
		}
		a.Load = ratio(work.sum*float64(n-1)/float64(n), machine*a.Span)
	}
	if n < 2 {
		return
	}
	between := make(tally)
	for i := range n - 1 {
		between.add(c.submitted[i+1] - c.submitted[i])
	}
	a.Interarrival = &Interarrival{Quantity: *between.quantity()}
	a.Interarrival.fit()
	zeros := func(v float64) bool { return v == 0 }
	a.ZeroInterarrivalShare = new(a.Interarrival.Distribution.Share(zeros))
}

// ratio returns part / whole, or nil where whole is 0.
func ratio(part, whole float64) *float64 {
	if whole == 0 {
		return nil
	}
	return new(part / whole)
}
