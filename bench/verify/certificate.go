package verify

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// maxBits is the largest number of binary digits behind the point of a price.
const maxBits = 62

// certificates computes every bound again for which that takes no solver. It returns
// the proofs of the bounds that hold. Other bounds are not in the map.
func (j *judge) certificates() record.Proofs {
	proven := certified(
		&j.ledger,
		"bounds",
		j.Bounds,
		j.Certificates,
		j.facts.optimum(),
		j.prove,
	)
	if bound, ok := j.Bounds[optgap.BoundFluid]; ok {
		v := j.facts.fluidBound()
		if v.IsInt64() {
			j.weaker(bound, v.Int64())
		}
		if j.hold(
			integer(bound).Cmp(v) <= 0,
			"bounds.fluid",
			bound,
			"at most %d, as computed again",
			v,
		) {
			proven[optgap.BoundFluid] = record.ProofRecomputed
		}
	}
	return proven
}

// certified evaluates the certificates of bounds, and holds the others against the optimum by
// enumeration, nil if not known. It returns the proofs of those that are proven. prove returns the
// bound that a certificate proves, or nil if the certificate is malformed.
func certified[K ~string](
	l *ledger, boundsField string, bounds map[K]int64, certificates map[K]optgap.Certificate,
	optimum *int64, prove func(name K, field string, c *optgap.Certificate) *big.Int,
) map[K]record.Proof {
	proven := make(map[K]record.Proof)
	for name, c := range sorted(certificates) {
		field := "certificates." + string(name)
		bound, ok := bounds[name]
		if !l.hold(
			ok,
			field,
			"a certificate",
			"none, as %s has none of this name",
			boundsField,
		) {
			continue
		}
		v := prove(name, field, &c)
		if v == nil {
			continue
		}
		holds := l.hold(
			integer(c.Bound).Cmp(v) <= 0,
			field+".bound",
			c.Bound,
			"at most %d, which the prices prove",
			v,
		)
		if holds && c.Bound >= bound {
			proven[name] = record.ProofCertificate
			l.weaker(bound, c.Bound)
		}
	}
	for name, bound := range bounds {
		if proven[name] == "" && optimum != nil && bound <= *optimum {
			proven[name] = record.ProofRecomputed
		}
	}
	return proven
}

// weaker counts a bound that is below the one of the same name that is computed here.
func (l *ledger) weaker(bound, computed int64) {
	if bound < computed {
		l.report.Bounds.add(Weaker)
	}
}

// prove returns the bound that a certificate proves, or nil if the certificate is malformed.
func (j *judge) prove(name optgap.BoundName, field string, c *optgap.Certificate) *big.Int {
	if relaxed := name == optgap.BoundMinsum; !j.form(field, c, relaxed) {
		return nil
	} else if relaxed {
		if !j.hold(len(c.Ends) > 0, field+".ends", "none", "the end of each interval") {
			return nil
		}
		j.spent.spend(len(c.Ends), eachBig*(len(j.facts.step.History)+len(j.facts.grouped())))
		if !j.afford(field) {
			return nil
		}
		return j.facts.minsum(c)
	}
	d := j.dual(field, c)
	if d == nil {
		return nil
	}
	v := d.proven()
	if !j.afford(field) {
		return nil
	}
	if !j.hold(
		!d.over,
		field,
		"prices whose sums exceed int64",
		"fewer bits or smaller prices",
	) {
		return nil
	}
	if c.Cutoff > 0 && v.Cmp(integer(c.Cutoff)) > 0 {
		return integer(c.Cutoff)
	}
	return v
}

// form reports whether a certificate has a meaning. relaxed tells that it is for a relaxed program:
// its prices are those of all jobs, at all times and for all schedules, and do not rise. There are
// no buckets, groups and cutoff.
func (l *ledger) form(field string, c *optgap.Certificate, relaxed bool) bool {
	before := len(l.report.Faults)
	l.report.Checks++
	need := func(ok bool, name string, found any, expected string) {
		if !ok {
			l.hold(false, field+"."+name, found, "%s", expected)
		}
	}
	need(c.Bits <= maxBits, "bits", c.Bits, fmt.Sprint("at most ", maxBits))
	need(c.Bound >= 0, "bound", c.Bound, "at least 0")
	need(c.Divisor >= 0, "divisor", c.Divisor, "at least 0")
	need(
		c.Bucket == 0 || c.Bucket > 0 && !relaxed,
		"bucket",
		c.Bucket,
		"none, or seconds where prices have them",
	)
	need(
		c.Cutoff == 0 || c.Cutoff > 0 && !relaxed,
		"cutoff",
		c.Cutoff,
		"none, or an objective where prices have it",
	)
	need(len(c.Ends) == 0 || c.Bucket == 0, "ends", len(c.Ends), "none beside a bucket")
	need(
		len(c.Groups) == 0 || len(c.Price) == 0 && !relaxed,
		"groups",
		len(c.Groups),
		"none beside prices of all jobs",
	)
	need(
		len(c.Forest) == 0 || len(c.Groups) > 0,
		"forest",
		len(c.Forest),
		"none without prices by group",
	)
	need(c.Chain == nil || len(c.Forest) > 0, "chain", c.Chain, "none without a forest")
	need(!c.Tight || relaxed, "tight", c.Tight, "false, as the program is not a relaxed one")
	for i, end := range c.Ends {
		if end <= 0 || i > 0 && end <= c.Ends[i-1] {
			need(false, indexed("ends", i), end, "more than 0 and than the one before")
		}
	}
	prices := func(name string, price []int64) {
		need(
			c.Bucket != 0 || len(price) <= len(c.Ends),
			name,
			len(price),
			"at most as many as ends, without a bucket",
		)
		for i, p := range price {
			if p < 0 || relaxed && i > 0 && p > price[i-1] {
				need(false, indexed(name, i), p, "at least 0, not rising in a relaxed program")
			}
		}
	}
	prices("price", c.Price)
	for i, g := range c.Groups {
		prices(indexed("groups", i)+".price", g.Price)
	}
	return len(l.report.Faults) == before
}

// dual returns the prices of a certificate by group, or nil if they make no sense for the
// step.
func (j *judge) dual(field string, c *optgap.Certificate) *dual {
	d := &dual{step: &j.facts.step, bits: c.Bits, grouped: len(c.Groups) > 0, divisor: c.Divisor}
	d.work = &j.spent
	prices := make([][]int64, len(j.facts.grouped())) // of a group; nil: those of all jobs
	pieces := len(c.Price)
	for i, g := range c.Groups {
		k := slices.IndexFunc(j.facts.grouped(), func(o group) bool {
			return o.width == g.Width && o.estimate == g.Estimate &&
				o.weight == cmp.Or(g.Weight, g.Width)
		})
		at := indexed(field+".groups", i)
		kind := fmt.Sprintf("width %d, estimate %d", g.Width, g.Estimate)
		if g.Weight != 0 {
			kind += fmt.Sprintf(", weight %d", g.Weight)
		}
		if !j.hold(k >= 0, at, kind, "those of a job of the step") ||
			!j.hold(prices[k] == nil, at, kind+" again", "each group once") {
			return nil
		}
		prices[k] = slices.Clip(append([]int64{}, g.Price...))
		pieces = max(pieces, len(g.Price))
	}
	ends := c.Ends // none where there is a bucket
	for k := len(ends); k < pieces; k++ {
		ends = append(ends, d.times(int64(k+1), c.Bucket))
	}
	d.ends = ends[:pieces]
	if len(c.Forest) > 0 {
		d.ends = ends
	}
	slack := integer(alone(d.step))
	if c.Cutoff > 0 && !j.hold(slack.Cmp(integer(c.Cutoff)) <= 0, field+".cutoff", c.Cutoff,
		"at least %d, the objective if nothing collided", slack) {
		return nil
	}
	slack.Sub(integer(c.Cutoff), slack)
	shared := newTariff(&d.exact, d.bits, d.ends, c.Price)
	for i, g := range j.facts.grouped() {
		tariff := shared
		if prices[i] != nil {
			tariff = newTariff(&d.exact, d.bits, d.ends, prices[i])
		}
		d.jobs = append(d.jobs, &priced{g, g.lastWithin(slack), 0, tariff})
	}
	if !j.plant(d, field+".forest", c.Forest) || !j.link(d, field+".chain", c.Chain) {
		return nil
	}
	return d
}

// always is a last start that excludes none. All times of a sane step are earlier.
const always = 1 << 61

// lastWithin returns the last start of a job of the group in a schedule that costs so much more
// than if nothing collided; below 0: any. Each second that the job waits beyond its earliest start
// costs its weight, and the other jobs cost no less than if nothing collided.
func (g *group) lastWithin(slack *big.Int) int64 {
	last := new(big.Int).Quo(slack, integer(g.weight))
	if slack.Sign() < 0 || !last.IsInt64() {
		return always
	}
	return min(always, g.first+min(last.Int64(), always))
}

// proofs notes the proof that each bound rests on.
func (j *judge) proofs() {
	proven := j.certificates()
	if d := j.Derivation; d != nil {
		err := CheckDerivation(&j.facts.step, d)
		found := fmt.Sprintf("a proof that fails (%v)", err)
		if errors.Is(err, ErrTooLarge) {
			found = fmt.Sprintf("a proof that is not checked (%v)", err)
		}
		if j.hold(err == nil, "derivation", found, "one of its bound") {
			j.report.derived(d.Bound, j.objective)
			for name, bound := range j.Bounds {
				if bound <= d.Bound && proven[name] != record.ProofCertificate &&
					trustedLabels[name] != record.ProofRecomputed {
					proven[name] = record.ProofCertified
				}
			}
		}
	}
	for name, bound := range j.Bounds {
		j.rest(cmp.Or(proven[name], trusted(j.Proofs[name])), bound == j.Bound)
	}
	j.weak = len(j.Bounds) > 0 && integer(j.Bound).Cmp(j.facts.fluidBound()) < 0
}

// trustedLabels are the proofs that the program's own bounds rest on where no certificate proves
// them. lp has what its results say: HiGHS has proven it, or a search for prices.
var trustedLabels = record.Proofs{
	optgap.BoundFluid:    record.ProofRecomputed,
	optgap.BoundMinsum:   record.ProofSolver,
	optgap.BoundILP:      record.ProofSolver,
	optgap.BoundLagrange: record.ProofSearch,
	optgap.BoundExact:    record.ProofSearch,
}

// trusted returns a label that can only be taken on trust; "" for another label.
func trusted(p record.Proof) record.Proof {
	if p == record.ProofSearch || p == record.ProofSolver {
		return p
	}
	return ""
}
