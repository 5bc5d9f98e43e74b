package verify

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify/derivation"
)

// maxBits is the largest number of binary digits behind the point of a price.
const maxBits = 62

// certificates computes every bound again for which that takes no solver. It returns
// the proofs of the bounds that hold. Other bounds are not in the map.
func (j *judge) certificates() map[optgap.BoundName]record.Proof {
	proven := certified(&j.ledger, "bounds", j.Bounds, j.Certificates, j.facts.optimum(0), j.prove)
	if bound, ok := j.Bounds[optgap.BoundFluid]; ok {
		v := j.facts.fluidBound()
		if v.IsInt64() {
			j.weaker(bound, v.Int64())
		}
		if j.hold(integer(bound).Cmp(v) <= 0, "bounds.fluid", bound, "at most %d, as computed again", v) {
			proven[optgap.BoundFluid] = record.ProofRecomputed
		}
	}
	return proven
}

// certified evaluates the certificates of bounds, and holds the others against the optimum by enumeration, nil if not
// known. It returns the proofs of those that are proven. prove returns the bound that a certificate proves, or nil if
// the certificate is malformed.
func certified[K ~string](
	l *ledger, boundsField string, bounds map[K]int64, certificates map[K]optgap.Certificate,
	optimum *int64, prove func(name K, field string, c *optgap.Certificate) *big.Int,
) map[K]record.Proof {
	proven := make(map[K]record.Proof)
	for name, c := range sorted(certificates) {
		field := "certificates." + string(name)
		bound, ok := bounds[name]
		if !l.hold(ok, field, "a certificate", "none, as %s has none of this name", boundsField) {
			continue
		}
		v := prove(name, field, &c)
		if v == nil {
			continue
		}
		holds := l.hold(integer(c.Bound).Cmp(v) <= 0, field+".bound", c.Bound, "at most %d, which the prices prove", v)
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
	if relaxed := name == optgap.BoundMinsum; !j.form(field, c, relaxed, relaxed) {
		return nil
	} else if relaxed {
		if !j.hold(len(c.Ends) > 0, field+".ends", "none", "the end of each interval") {
			return nil
		}
		return j.facts.minsum(c)
	}
	d := j.dual(field, c)
	if d == nil {
		return nil
	}
	v := d.proven()
	if !j.hold(!d.over, field, "prices whose sums exceed int64", "fewer bits or smaller prices") {
		return nil
	}
	if c.Cutoff > 0 && v.Cmp(integer(c.Cutoff)) > 0 {
		return integer(c.Cutoff)
	}
	return v
}

// form holds a certificate against the nearest one that has a meaning. alike tells that its prices are those of all
// jobs, at all times and for all schedules: there are no buckets, groups and cutoff. relaxed tells that it is for a
// relaxed program, whose prices do not rise.
func (l *ledger) form(field string, c *optgap.Certificate, alike, relaxed bool) bool {
	want := *c
	want.Bits, want.Bound = min(c.Bits, maxBits), max(0, c.Bound)
	want.Bucket, want.Cutoff, want.Divisor = max(0, c.Bucket), max(0, c.Cutoff), max(0, c.Divisor)
	if alike {
		want.Bucket, want.Cutoff, want.Groups = 0, 0, nil
	}
	if len(want.Groups) == 0 {
		want.Forest = nil
	}
	if len(want.Forest) == 0 {
		want.Chain = nil
	}
	want.Tight = c.Tight && relaxed
	want.Ends = nearest(c.Ends, 0, func(before, end int64) int64 { return max(end, before+1) })
	if c.Bucket != 0 {
		want.Ends = nil
	}
	price := func(price []int64) []int64 {
		price = nearest(price, 0, func(_, p int64) int64 { return max(p, 0) })
		if relaxed {
			price = nearest(price, math.MaxInt64, func(before, p int64) int64 { return min(p, before) })
		}
		if c.Bucket == 0 {
			price = price[:min(len(price), len(c.Ends))]
		}
		return price
	}
	if want.Price = price(c.Price); len(c.Price) > 0 {
		want.Groups = nil
	}
	want.Groups = slices.Clone(want.Groups)
	for i, g := range want.Groups {
		want.Groups[i].Price = price(g.Price)
	}
	if l.report.Checks++; reflect.DeepEqual(*c, want) {
		return true
	}
	about := l.about
	about.Field += field + "."
	l.report.compare(about, Parts(c), Parts(want), 0, "the nearest that has a meaning")
	return false
}

// nearest returns values, each in the place of one that is not as it has to be behind the one before it.
func nearest(values []int64, before int64, allowed func(before, value int64) int64) []int64 {
	for i, v := range values {
		if before = allowed(before, v); before != v {
			values = slices.Clone(values)
			values[i] = before
		}
	}
	return values
}

// dual returns the prices of a certificate by group, or nil if they make no sense for the
// step.
func (j *judge) dual(field string, c *optgap.Certificate) *dual {
	d := &dual{step: &j.facts.step, bits: c.Bits, grouped: len(c.Groups) > 0, divisor: c.Divisor}
	prices := make([][]int64, len(j.facts.grouped())) // of a group; nil: those of all jobs
	pieces := len(c.Price)
	for i, g := range c.Groups {
		k := slices.IndexFunc(j.facts.grouped(), func(o group) bool {
			return o.width == g.Width && o.estimate == g.Estimate && o.weight == cmp.Or(g.Weight, g.Width)
		})
		at, kind := indexed(field+".groups", i), fmt.Sprintf("width %d, estimate %d", g.Width, g.Estimate)
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
	if d.ends = ends[:pieces]; len(c.Forest) > 0 {
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

// lastWithin returns the last start of a job of the group in a schedule that costs so much more than if nothing
// collided; below 0: any. Each second that the job waits beyond its earliest start costs its weight, and the other jobs
// cost no less than if nothing collided.
func (g *group) lastWithin(slack *big.Int) int64 {
	last := new(big.Int).Quo(slack, integer(g.weight))
	if slack.Sign() < 0 || !last.IsInt64() {
		return always
	}
	return min(always, g.first()+min(last.Int64(), always))
}

// proofs notes the proof that each bound rests on.
func (j *judge) proofs() {
	proven := j.certificates()
	if d := j.Derivation; d != nil {
		err := derivation.Check(&j.facts.step, d)
		if j.hold(err == nil, "derivation", fmt.Sprintf("a proof that fails (%v)", err), "one of its bound") {
			j.report.derived(d.Bound, j.objective)
			for name, bound := range j.Bounds {
				if bound <= d.Bound && proven[name] != record.ProofCertificate && trustedLabels[name] != record.ProofRecomputed {
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
// them.
var trustedLabels = map[optgap.BoundName]record.Proof{
	optgap.BoundFluid: record.ProofRecomputed, optgap.BoundLP: record.ProofSolver, optgap.BoundMinsum: record.ProofSolver,
	optgap.BoundILP: record.ProofSolver, optgap.BoundLagrange: record.ProofSearch, optgap.BoundExact: record.ProofSearch,
}

// trusted returns a label that can only be taken on trust; "" for another label.
func trusted(p record.Proof) record.Proof {
	if p == record.ProofSearch || p == record.ProofSolver {
		return p
	}
	return ""
}
