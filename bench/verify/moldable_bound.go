package verify

import (
	"cmp"
	"fmt"
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
	for name := range j.MinsumBounds { // which has one name alone
		j.rest(cmp.Or(proven[name], record.ProofSolver), true)
	}
	for name, bound := range sorted(j.MakespanBounds) {
		field := "makespan_bounds." + string(name)
		if j.hold(
			name == moldable.BoundDual,
			field,
			bound,
			"none, as this is no bound on the makespan",
		) &&
			j.hold(bound <= f.dual(), field, bound, "at most %d, as computed again", f.dual()) {
			j.report.Bounds.add(record.ProofRecomputed)
			j.weaker(bound, f.dual())
		}
	}
}

// prove returns the bound that a certificate proves, or nil if the certificate is malformed.
func (j *moldableJudge) prove(
	name moldable.BoundName,
	field string,
	c *optgap.Certificate,
) *big.Int {
	j.hold(j.MinsumBounds[name] <= c.Bound, "minsum_bounds."+string(name), j.MinsumBounds[name],
		"at most %d, the bound of its certificate", c.Bound)
	if !j.form(field, c, true) {
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
