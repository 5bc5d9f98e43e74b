package verify

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
)

// bounds checks all bounds, and notes the proof that each rests on.
func (j *moldableJudge) bounds() {
	f := j.facts
	proven := certified(
		&j.ledger,
		"minsum_bounds",
		j.MinsumBounds,
		j.Certificates,
		f.optimum,
		j.prove,
	)
	for name, bound := range sorted(j.MinsumBounds) {
		if !j.hold(name == moldable.BoundRelaxed, "minsum_bounds."+string(name), bound,
			"none, as this is no bound on the minsum") {
			continue
		}
		j.rest(
			cmp.Or(proven[name], record.ProofSolver),
			bound == slices.Max(slices.Collect(maps.Values(j.MinsumBounds))),
		)
	}
	for name, bound := range sorted(j.MakespanBounds) {
		field := "makespan_bounds." + string(name)
		if j.hold(
			name == moldable.BoundDual,
			field,
			bound,
			"none, as this is no bound on the makespan",
		) &&
			j.hold(f.refutes(bound-1), field, bound, "a bound that the works and widths of the jobs prove: "+
				"they do not rule out a makespan of %d", bound-1) {
			j.report.Bounds.add(record.ProofRecomputed)
			if f.refutes(bound + bound/slack) {
				j.report.Bounds.add(Weaker)
			}
		}
	}
}

// slack is the part of the bound dual by which it may be below the largest that works and widths
// prove: the search for it ends before.
const slack = 50

// prove returns the bound that a certificate proves, or nil if the certificate is malformed.
func (j *moldableJudge) prove(
	name moldable.BoundName,
	field string,
	c *optgap.Certificate,
) *big.Int {
	j.hold(j.MinsumBounds[name] <= c.Bound, "minsum_bounds."+string(name), j.MinsumBounds[name],
		"at most %d, the bound of its certificate", c.Bound)
	if !j.form(field, c, true, true) {
		return nil
	}
	options := 0
	for _, job := range j.facts.in.Jobs {
		options += len(job.Times)
	}
	j.spent.spend(len(c.Ends)+1, eachBig*options)
	if !j.afford(field) {
		return nil
	}
	return once(
		j.facts.proven,
		fmt.Sprint(*c),
		func() *big.Int { return relaxedMinsum(j.facts.in, c) },
	)
}

// relaxedMinsum returns the bound on the minsum of an instance that a certificate's prices of works
// prove. The area of an interval is that of the whole machine. Behind the last end there is an open
// interval without a price.
func relaxedMinsum(in *moldable.Instance, c *optgap.Certificate) *big.Int {
	var demands []demand
	for _, job := range in.Jobs {
		work := func(by int64) (int64, bool) { return leastWork(job, by) }
		demands = append(demands, demand{1, job.Weight, slices.Min(job.Times), work})
	}
	area := func(j int) *big.Int { return product(in.Machine, c.Ends[j]) }
	return ceiling(relaxed(c, len(c.Ends)+1, demands, area), c.Bits)
}

// leastWork returns the least work of a job among its allotments of at most longest ticks;
// false: all take longer.
func leastWork(job moldable.Job, longest int64) (work int64, ok bool) {
	for _, a := range job.Allotments() {
		if w := a.Work(); a.Time <= longest && (!ok || w < work) {
			work = w
			ok = true
		}
	}
	return work, ok
}

// refutes reports whether no schedule has a makespan of d ticks or less. In such a schedule
// all jobs that take more than d/2 run at tick d/2, so they have m processors at most. The
// work of such a job is at least the least of its allotments of at most d ticks. The work
// of another job is at least the least of its allotments of at most d/2 ticks. Where even
// the least sum of works exceeds m d, there is no such schedule.
func (f *moldableFacts) refutes(d int64) bool {
	return once(f.refuted, d, func() bool { return refutes(f.in, d) })
}

// refutes is the same for an instance, whose answers are not kept.
func refutes(in *moldable.Instance, d int64) bool {
	const never = math.MaxInt64 / 2
	works := make([]int64, in.Machine+1) // least work by the processors of the long jobs
	for _, job := range in.Jobs {
		long, ok := leastWork(job, d)
		if !ok {
			return true
		}
		short, shorter := leastWork(job, d/2)
		all := job.Allotments() // whose times fall
		narrowest := all[slices.IndexFunc(all, func(a moldable.Allotment) bool { return a.Time <= d })].Width
		for at := in.Machine; at >= 0; at-- {
			best := int64(never)
			if shorter {
				best = min(never, works[at]+short)
			}
			if at >= narrowest {
				best = min(best, works[at-narrowest]+long)
			}
			works[at] = best
		}
	}
	return integer(works[in.Machine]).Cmp(product(in.Machine, d)) > 0
}
