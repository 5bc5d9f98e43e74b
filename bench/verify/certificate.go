package verify

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// maxBits is the largest number of binary digits behind the point of a price.
const maxBits = 62

// room is the largest number of binary digits of a sum over one job or one second.
const room = 62

// certificates computes every bound again for which that takes no solver. It returns
// the proofs of the bounds that hold. Other bounds are not in the map.
func (j *judge) certificates() map[optgap.BoundName]record.Proof {
	proven := make(map[optgap.BoundName]record.Proof)
	for name, c := range sorted(j.Certificates) {
		field := "certificates." + string(name)
		bound, ok := j.Bounds[name]
		if !j.hold(ok, field, "a certificate", "none, as bounds has none of this name") {
			continue
		}
		v := j.prove(name, field, &c)
		if v == nil {
			continue
		}
		if j.certified(field, &c, v) && c.Bound >= bound {
			proven[name] = record.ProofCertificate
			j.weaker(bound, c.Bound)
		}
	}
	if bound, ok := j.Bounds[optgap.BoundFluid]; ok {
		v := j.facts.fluidBound()
		if v.IsInt64() {
			j.weaker(bound, v.Int64())
		}
		if j.hold(integer(bound).Cmp(v) <= 0, "bounds.fluid", bound, "at most %d, as computed again", v) {
			proven[optgap.BoundFluid] = record.ProofRecomputed
		}
	}
	for name, bound := range j.Bounds {
		if best := j.facts.optimum; proven[name] == "" && best != nil && bound <= *best {
			proven[name] = record.ProofRecomputed
		}
	}
	return proven
}

// weaker counts a bound that is below the one of the same name that is computed here.
func (l *ledger) weaker(bound, computed int64) {
	if bound < computed {
		l.report.Bounds.Weaker++
	}
}

// certified counts the prices of a certificate, and checks that its bound is at most the
// one that the prices prove.
func (l *ledger) certified(field string, c *optgap.Certificate, proven *big.Int) bool {
	l.report.Prices += len(c.Price)
	for _, g := range c.Groups {
		l.report.Prices += len(g.Price)
	}
	return l.hold(integer(c.Bound).Cmp(proven) <= 0, field+".bound", c.Bound,
		"at most %d, which the prices prove", proven)
}

// covered checks that a bound is at most that of its certificate.
func (l *ledger) covered(field string, bound int64, c *optgap.Certificate) bool {
	return l.hold(bound <= c.Bound, field, bound, "at most %d, the bound of its certificate", c.Bound)
}

// prove returns the bound that a certificate proves; nil: the certificate is malformed.
func (j *judge) prove(name optgap.BoundName, field string, c *optgap.Certificate) *big.Int {
	if !j.form(field, c) {
		return nil
	}
	if name == optgap.BoundMinsum {
		if !j.minsumForm(field, c) {
			return nil
		}
		return j.facts.minsum(c)
	}
	d := j.dual(field, c)
	if d == nil {
		return nil
	}
	v := d.proven()
	if c.Cutoff > 0 && v.Cmp(integer(c.Cutoff)) > 0 {
		return integer(c.Cutoff)
	}
	return v
}

// form checks the form of a certificate of any kind.
func (l *ledger) form(field string, c *optgap.Certificate) bool {
	ok := l.hold(c.Bits <= maxBits, field+".bits", c.Bits, "0 to %d", maxBits)
	ok = l.hold(c.Bucket >= 0, field+".bucket", c.Bucket, "at least 1") && ok
	ok = l.hold(c.Bound >= 0, field+".bound", c.Bound, "at least 0") && ok
	ok = l.hold(c.Cutoff >= 0, field+".cutoff", c.Cutoff, "at least 0") && ok
	ok = l.hold(c.Divisor >= 0, field+".divisor", c.Divisor, "at least 1") && ok
	ok = l.hold(c.Bucket == 0 || len(c.Ends) == 0, field+".ends", len(c.Ends), "none beside bucket") && ok
	ok = l.hold(len(c.Price) == 0 || len(c.Groups) == 0, field+".groups", len(c.Groups), "none beside price") && ok
	before := int64(0)
	for i, e := range c.Ends {
		ok = l.hold(e > before, indexed(field+".ends", i), e, "more than %d", before) && ok
		before = e
	}
	ok = l.notNegative(field+".price", c, c.Price) && ok
	for i, g := range c.Groups {
		ok = l.notNegative(indexed(field+".groups", i)+".price", c, g.Price) && ok
	}
	return ok
}

// notNegative checks the prices of a list, and that each price has a piece of time.
func (l *ledger) notNegative(field string, c *optgap.Certificate, price []int64) bool {
	ok := true
	if i := slices.IndexFunc(price, func(v int64) bool { return v < 0 }); i >= 0 {
		ok = l.hold(false, indexed(field, i), price[i], "at least 0")
	}
	if len(price) > 0 && c.Bucket == 0 {
		if len(c.Ends) == 0 {
			return l.hold(false, field, len(price), "a bucket of at least 1, or ends, as there are prices")
		}
		ok = l.hold(len(price) <= len(c.Ends), field, len(price), "at most %d prices, one for each end", len(c.Ends)) && ok
	}
	return ok
}

// indexed returns the name of an element of a list.
func indexed(field string, i int) string { return fmt.Sprintf("%s[%d]", field, i) }

// dual returns the prices of a certificate by group; nil: they make no sense for the
// step.
func (j *judge) dual(field string, c *optgap.Certificate) *dual {
	d := &dual{step: &j.facts.step, groups: j.facts.grouped(), bits: c.Bits, price: c.Price,
		grouped: len(c.Groups) > 0, divisor: c.Divisor}
	if !j.hold(!c.Tight, field+".tight", c.Tight, "none, as it is for minsum") {
		return nil
	}
	pieces := len(c.Price)
	prices := make([][]int64, len(d.groups))
	for i := range prices {
		prices[i] = c.Price
	}
	for i, g := range c.Groups {
		weight := cmp.Or(g.Weight, g.Width)
		k := slices.IndexFunc(d.groups, func(o group) bool {
			return o.width == g.Width && o.estimate == g.Estimate && o.weight == weight
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
	if !j.hold(c.Bucket == 0 || int64(pieces) <= 1<<(room-1)/max(1, c.Bucket), field+".bucket", c.Bucket,
		"a number of seconds whose sum over %d prices is within range", pieces) {
		return nil
	}
	d.ends = endsOf(c, pieces)
	if !j.within(field, d, prices) || !j.windows(field, d, c.Cutoff) {
		return nil
	}
	for _, p := range prices {
		d.tariffs = append(d.tariffs, newTariff(d.bits, d.ends, p))
	}
	return d
}

// endsOf returns the ends of the pieces that prices are for.
func endsOf(c *optgap.Certificate, pieces int) []int64 {
	if c.Bucket == 0 {
		return c.Ends[:pieces]
	}
	ends := make([]int64, pieces)
	for k := range ends {
		ends[k] = int64(k+1) * c.Bucket
	}
	return ends
}

// within refuses prices whose sums over all seconds and the wait to a job's first start, or over the jobs at
// one second, might leave the range of int64.
func (j *judge) within(field string, d *dual, prices [][]int64) bool {
	most, second := new(big.Int), new(big.Int)
	for i, g := range d.groups {
		sum, begin, highest := new(big.Int), int64(0), int64(0)
		for k, v := range prices[i] {
			sum.Add(sum, product(v, d.ends[k]-begin))
			begin, highest = d.ends[k], max(highest, v)
		}
		start, weight, processors := new(big.Int).Lsh(integer(g.first()), d.bits), g.weight, int64(1)
		if !d.grouped {
			weight, processors = g.rate()
		}
		start.Mul(start, integer(weight))
		sum.Mul(sum, integer(processors))
		most = larger(most, sum.Add(sum, start))
		second.Add(second, product(highest, g.count))
	}
	digits := max(most.BitLen(), second.BitLen())
	return j.hold(digits <= room, field, fmt.Sprintf("prices whose sums take %d binary digits", digits),
		"at most %d, fewer bits or smaller prices", room)
}

// always is a last start that excludes none. All times of a sane step are earlier.
const always = 1 << 61

// windows fills in the last start of each group that a schedule within the cutoff
// can have. Each second that a job waits beyond its earliest start costs its weight, and
// the other jobs cost no less than if nothing collided.
func (j *judge) windows(field string, d *dual, cutoff int64) bool {
	d.last = make([]int64, len(d.groups))
	if cutoff == 0 {
		for i := range d.last {
			d.last[i] = always
		}
		return true
	}
	slack := uncollided(d.step, d.groups)
	if !j.hold(slack.Cmp(integer(cutoff)) <= 0, field+".cutoff", cutoff,
		"at least %d, the objective if nothing collided", slack) {
		return false
	}
	slack.Sub(integer(cutoff), slack)
	for i := range d.groups {
		last := new(big.Int).Quo(slack, integer(d.groups[i].weight))
		d.last[i] = min(always, d.groups[i].first()+min(last.Int64(), always))
	}
	return true
}

// proofs notes the proof that each bound rests on.
func (j *judge) proofs() {
	proven := j.certificates()
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
