package verify_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// randomCertificate returns prices of no merit, of processors or by group, on
// buckets or on pieces of any length.
func randomCertificate(r *rand.Rand, s *optgap.Step) optgap.Certificate {
	c := optgap.Certificate{Bits: uint(r.IntN(5))}
	n := 1 + r.IntN(12)
	if r.IntN(2) == 0 {
		c.Bucket = 1 + r.Int64N(9)
	} else {
		for end := int64(0); len(c.Ends) < n; {
			end += 1 + r.Int64N(15)
			c.Ends = append(c.Ends, end)
		}
	}
	price := func(most int64) []int64 {
		p := make([]int64, n)
		for i := range p {
			p[i] = max(0, r.Int64N(2*most)-most/2)
		}
		return p
	}
	if r.IntN(2) == 0 {
		c.Price = price(4 << c.Bits)
		return c
	}
	seen := map[[2]int64]bool{}
	for _, j := range s.Jobs {
		kind := [2]int64{j.Width, j.Estimate}
		if !seen[kind] && r.IntN(5) > 0 { // what is left out pays nothing
			seen[kind] = true
			g := optgap.GroupPrices{Width: j.Width, Estimate: j.Estimate, Price: price(3 * j.Width << c.Bits)}
			c.Groups = append(c.Groups, g)
		}
	}
	return c
}

// bruteForce returns what prices prove, in units, second by second, start by
// start, and over all sets of jobs in each second.
func bruteForce(s *optgap.Step, c *optgap.Certificate) (units int64, ok bool) {
	at := func(j optgap.Job, u int64) int64 {
		price, times := c.Price, j.Width
		if len(c.Groups) > 0 {
			price, times = nil, 1
		}
		for _, g := range c.Groups {
			if g.Width == j.Width && g.Estimate == j.Estimate {
				price = g.Price
			}
		}
		return priceAt(c, price, u) * times
	}
	fits := func(j optgap.Job, start int64) bool {
		for u := start; u < start+j.Estimate; u++ {
			if s.History.At(u) < j.Width {
				return false
			}
		}
		return true
	}
	first, slack := make([]int64, len(s.Jobs)), c.Cutoff
	for i, j := range s.Jobs {
		for !fits(j, first[i]) {
			first[i]++
		}
		slack -= j.Width * (first[i] + j.Estimate - j.Submit)
	}
	if c.Cutoff > 0 && slack < 0 {
		return 0, false
	}
	pieces := len(c.Price)
	for _, g := range c.Groups {
		pieces = max(pieces, len(g.Price))
	}
	end := s.SafeEnd() + c.Bucket*int64(pieces) // all jobs have a start behind all prices
	if len(c.Ends) > 0 {
		end += c.Ends[len(c.Ends)-1]
	}
	last := func(i int) int64 {
		if c.Cutoff == 0 {
			return end
		}
		return min(end, first[i]+slack/s.Jobs[i].Width)
	}
	for u := range end {
		most := int64(0)
		for set := range 1 << len(s.Jobs) {
			width, pays := int64(0), int64(0)
			for i, j := range s.Jobs {
				if set>>i&1 == 1 {
					width, pays = width+j.Width, pays+at(j, u)
					if u < first[i] || u >= last(i)+j.Estimate {
						width = math.MaxInt32
					}
				}
			}
			if width <= s.History.At(u) {
				most = max(most, pays)
			}
		}
		units -= most
	}
	cost := func(i int, start int64) int64 {
		j := s.Jobs[i]
		cost := (j.Width * (start + j.Estimate - j.Submit)) << c.Bits
		for u := start; u < start+j.Estimate; u++ {
			cost += at(j, u)
		}
		return cost
	}
	for i, j := range s.Jobs {
		least := int64(math.MaxInt64)
		for start := first[i]; start <= last(i); start++ {
			if fits(j, start) {
				least = min(least, cost(i, start))
			}
		}
		if !slices.ContainsFunc(c.Forest, func(f optgap.ForestJob) bool { return f.Job == i }) {
			units += least
		}
	}
	return units + together(s, c, first, end, cost), true
}

// priceAt returns the price of a second.
func priceAt(c *optgap.Certificate, price []int64, u int64) int64 {
	k := slices.IndexFunc(c.Ends, func(end int64) bool { return end > u })
	if c.Bucket > 0 {
		k = int(u / c.Bucket)
	}
	if k < 0 || k >= len(price) {
		return 0
	}
	return price[k]
}

// unitOf returns the greatest common divisor of the widths.
func unitOf(s *optgap.Step) (unit int64) {
	for _, j := range s.Jobs {
		for a, b := unit, j.Width; ; a, b = b, a%b {
			if b == 0 {
				unit = a
				break
			}
		}
	}
	return unit
}

// apart returns a random time in which less than a width is free; false: there is none.
func apart(r *rand.Rand, s *optgap.Step, width int64) (from, until int64, found bool) {
	from = r.Int64N(s.History.End() + 5)
	until = from
	for s.History.At(until) < width && until < s.History.End()+5 {
		until++
	}
	found = until > from
	if until > s.History.End() {
		until = 0
	}
	return from, until, found
}

// randomForest returns some of the jobs, each with a parent that it cannot run together with for some time, and a chain
// now and then.
func randomForest(r *rand.Rand, s *optgap.Step) (forest []optgap.ForestJob, chain *optgap.Chain) {
	for _, job := range r.Perm(len(s.Jobs)) {
		f := optgap.ForestJob{Job: job}
		if parent := r.IntN(len(forest) + 1); parent > 0 {
			if from, until, ok := apart(r, s, s.Jobs[job].Width+s.Jobs[forest[parent-1].Job].Width); ok {
				f = optgap.ForestJob{Job: job, Parent: parent, From: from, Until: until}
			}
		}
		if r.IntN(4) > 0 {
			forest = append(forest, f)
		}
	}
	roots := slices.IndexFunc(forest, func(f optgap.ForestJob) bool { return f.Parent > 0 })
	if roots < 0 {
		roots = min(len(forest), 3)
	}
	if roots < 2 {
		return forest, nil
	}
	var widths []int64
	for _, f := range forest[:roots] {
		widths = append(widths, s.Jobs[f.Job].Width)
	}
	slices.Sort(widths)
	if from, until, ok := apart(r, s, widths[0]+widths[1]); ok {
		chain = &optgap.Chain{Jobs: roots, From: from, Until: until}
	}
	return forest, chain
}

// together returns the least cost of the jobs of a forest with prices of each second, in units, by looking at each
// pair of starts of a job and its parent, and at all starts of a chain.
func together(
	s *optgap.Step, c *optgap.Certificate, first []int64, end int64, cost func(job int, start int64) int64,
) (sum int64) {
	var with func(member int, start int64) int64
	least := func(member int, allowed func(start int64) bool) int64 {
		found := int64(math.MaxInt64)
		for t := first[c.Forest[member].Job]; t <= end; t++ {
			if allowed(t) {
				found = min(found, with(member, t))
			}
		}
		return found
	}
	known := make([]map[int64]int64, len(c.Forest)) // by member and start
	for i := range known {
		known[i] = make(map[int64]int64)
	}
	with = func(member int, start int64) int64 {
		if total, ok := known[member][start]; ok {
			return total
		}
		parent := s.Jobs[c.Forest[member].Job]
		total := cost(c.Forest[member].Job, start)
		for i, f := range c.Forest {
			if f.Parent != member+1 {
				continue
			}
			until, child := cmp.Or(f.Until, math.MaxInt64), s.Jobs[f.Job]
			total += least(i, func(t int64) bool {
				return max(t, start, f.From) >= min(t+child.Estimate, start+parent.Estimate, until)
			})
		}
		known[member][start] = total
		return total
	}
	chain := c.Chain
	if chain == nil {
		chain = &optgap.Chain{}
	}
	var inTurn func(at []int64, found int64) int64 // the least cost below found of the jobs that have no start yet
	inTurn = func(at []int64, found int64) int64 {
		if len(at) == chain.Jobs {
			return 0
		}
		job := s.Jobs[c.Forest[len(at)].Job]
		for t := first[c.Forest[len(at)].Job]; t <= end; t++ {
			cost := with(len(at), t)
			skip := cost >= found
			for k, start := range at {
				until := min(t+job.Estimate, start+s.Jobs[c.Forest[k].Job].Estimate, cmp.Or(chain.Until, math.MaxInt64))
				skip = skip || max(t, start, chain.From) < until
			}
			if !skip {
				found = min(found, cost+inTurn(append(at, t), found-cost))
			}
		}
		return found
	}
	sum = inTurn(make([]int64, 0, chain.Jobs), math.MaxInt64)
	for i, f := range c.Forest {
		if f.Parent == 0 && i >= chain.Jobs {
			sum += least(i, func(int64) bool { return true })
		}
	}
	return sum
}

// TestForestProves: with a forest a certificate proves no more than the pairs of starts say, and just that where the
// pieces are seconds. It proves no more than the optimum, and no less than without the forest where the free processors
// never fall: a forest has the starts at which its jobs do not fit by themselves, too.
//
//	go test -run ForestProves -v -timeout 0 ./bench/verify -effort 140 // 100 000 forests
func TestForestProves(t *testing.T) {
	forests, more, chains := 0, 0, 0
	for seed, r := range steptest.Sources(1500, 17) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, MaxMachine: 8, MaxEstimate: 12, Dips: seed%2 == 0})
		_, best := steptest.Optimum(&s)
		c := randomCertificate(r, &s)
		if len(c.Groups) == 0 {
			continue
		}
		without := must.Get(verify.Proven(&s, "lp", &c))
		seconds := r.IntN(2) == 0
		if seconds {
			c = bySecond(&s, &c)
		}
		forests++
		if c.Forest, c.Chain = randomForest(r, &s); c.Chain != nil {
			chains++
		}
		units, _ := bruteForce(&s, &c)
		proven, err := verify.Proven(&s, "lp", &c)
		if err != nil || proven < without && seed%2 == 1 || proven > best {
			t.Fatalf("seed %d: %v, %d is proven, %d without the forest, the optimum is %d of %+v\n%+v",
				seed, err, proven, without, best, s, c)
		}
		if proven > without {
			more++
		}
		if found := faultsOf(&s, certified(&s, "lp", c, proven)); proven > 0 && len(found) > 0 {
			t.Fatalf("seed %d: found %q, expected that %d is proven of %+v\n%+v", seed, found, proven, s, c)
		}
		if over, unit := proven<<c.Bits-units, unitOf(&s)<<c.Bits; over >= unit || seconds && over < 0 {
			t.Fatalf("seed %d: %d is proven, %d / 2^%d by pairs, in multiples of %d / 2^%d, of %+v\n%+v",
				seed, proven, units, c.Bits, unit, c.Bits, s, c)
		}
	}
	must.Hold(t, more >= forests/10 && chains >= forests/10,
		"of", forests, "forests", more, "prove more", chains, "have chains")
	t.Logf("%d forests, %d prove more, %d have chains", forests, more, chains)
}

// forested is a certificate of the sample with a forest and a chain.
func forested() optgap.Certificate {
	return optgap.Certificate{
		Bits: 1, Ends: []int64{10, 20, 60}, Groups: []optgap.GroupPrices{{Width: 5, Estimate: 7, Price: []int64{4, 2}}},
		Forest: []optgap.ForestJob{{Job: 1}, {Job: 0}, {Job: 3, Parent: 1, Until: 35}, {Job: 2, Parent: 2}},
		Chain:  &optgap.Chain{Jobs: 2},
	}
}

// TestTooLong: certificates of few bytes that ask for much memory or hours of sums are not checked, before they take
// them. A forest of jobs that may run together is refused.
func TestTooLong(t *testing.T) {
	s := optgap.Step{Machine: 1_000_003, History: optgap.History{{Time: 0, Free: 1_000_003}}}
	many := optgap.Certificate{Bucket: 1}
	for i := range int64(40) { // each piece needs a knapsack of a million rooms
		s.Jobs = append(s.Jobs, optgap.Job{ID: i, Width: 300_007 + i, Estimate: 1000 + i})
		many.Groups = append(many.Groups, optgap.GroupPrices{Width: 300_007 + i, Estimate: 1000 + i})
		for k := range int64(300) {
			many.Groups[i].Price = append(many.Groups[i].Price, 1+(i+k)%7)
		}
	}
	long := s // whose prices meet all changes of the free processors
	for i := range int64(10_000) {
		long.History = append(long.History, optgap.Change{Time: i + 1, Free: 1_000_003 - 1 - i%2})
	}
	long.History = append(long.History, optgap.Change{Time: 20_000, Free: long.Machine})
	ends := lists.Each(lists.Places[int](10_000), func(k int) int64 { return int64(k + 1) })
	wide := optgap.Step{Machine: 100, History: optgap.History{{Time: 0, Free: 100}}}
	const pieces = 3000
	chain := optgap.Certificate{Bucket: 997, Chain: &optgap.Chain{Jobs: 10}, Groups: []optgap.GroupPrices{
		{Width: 51, Estimate: 1000 * pieces, Price: make([]int64, pieces)},
	}}
	for i := range 10 {
		wide.Jobs = append(wide.Jobs, optgap.Job{ID: int64(i), Width: 51, Estimate: 1000*pieces + int64(i)})
		chain.Forest = append(chain.Forest, optgap.ForestJob{Job: i})
	}
	forest := forested()
	forest.Ends, forest.Bucket, forest.Groups[0].Price = nil, 1, make([]int64, 2_000_000)
	beside, together := *sample(), forested()
	beside.Jobs[0].Width, together.Groups[0].Width = 3, 3 // where the first two jobs may run together
	const work = "not checked: more than 8589934592 steps"
	for _, c := range []struct {
		step        optgap.Step
		bound       optgap.BoundName
		certificate optgap.Certificate
		want        string
	}{
		{s, optgap.BoundLP, many, work},
		{long, optgap.BoundLP, optgap.Certificate{Bucket: 1, Price: slices.Repeat([]int64{1}, 1_000_000)}, work},
		{long, optgap.BoundMinsum, optgap.Certificate{Ends: ends}, work},
		{wide, optgap.BoundLagrange, chain, "not checked: 10 jobs"},
		{*sample(), optgap.BoundLagrange, forest, "at most 1500000 jobs"},
		{beside, optgap.BoundLagrange, together, "less than 8 is free"},
	} {
		_, err := verify.Proven(&c.step, c.bound, &c.certificate)
		must.Refuse(t, err, c.want, c.bound)
	}
}

// bySecond returns a certificate with a piece for each second up to the end of all jobs.
func bySecond(s *optgap.Step, c *optgap.Certificate) optgap.Certificate {
	fine := optgap.Certificate{Bits: c.Bits}
	end := s.SafeEnd() + 50
	for u := range end {
		fine.Ends = append(fine.Ends, u+1)
	}
	for _, g := range c.Groups {
		price := g.Price
		g.Price = nil
		for u := range end {
			g.Price = append(g.Price, priceAt(c, price, u))
		}
		fine.Groups = append(fine.Groups, g)
	}
	return fine
}

// certified returns a result without a method's schedule to speak of that has one
// bound and its certificate.
func certified(s *optgap.Step, name optgap.BoundName, c optgap.Certificate, bound int64) record.Result {
	c.Bound = bound
	order := lists.Places[int](len(s.Jobs))
	r := result(s, optgap.StatusFeasible, trivial(s, order, 1), map[optgap.BoundName]int64{name: bound})
	r.Certificates = map[optgap.BoundName]optgap.Certificate{name: c}
	r.Proofs = map[optgap.BoundName]record.Proof{name: record.ProofCertificate}
	return r
}

func faultsOf(s *optgap.Step, r record.Result) []string {
	var found []string
	for _, f := range check(s, &r, verify.Options{OptimumJobs: -1}) {
		found = append(found, f.Field+": found "+f.Found+", expected "+f.Expected)
	}
	return found
}

// TestCertificateProves: any prices prove exactly what the sums over all seconds,
// starts and sets of jobs say, rounded up to an objective that schedules can have,
// and no more than the optimum.
func TestCertificateProves(t *testing.T) {
	for seed, r := range steptest.Sources(300, 11) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, MaxMachine: 8, MaxEstimate: 12, Dips: seed%2 == 0})
		_, best := steptest.Optimum(&s)
		c := randomCertificate(r, &s)
		if r.IntN(2) == 0 {
			c.Cutoff = best + r.Int64N(60)
		}
		units, ok := bruteForce(&s, &c)
		must.Need(t, ok, "seed", seed, "a cutoff of at least the optimum leaves no start")
		want := least(&s)
		unit := unitOf(&s)
		for want<<c.Bits < units {
			want += unit
		}
		for (want-unit)<<c.Bits >= units {
			want -= unit
		}
		if c.Cutoff > 0 {
			want = min(want, c.Cutoff)
		}
		must.Need(t, want <= best, "seed", seed, want, "is proven, the optimum is", best, "step", s, c)
		if proven, err := verify.Proven(&s, "lp", &c); err != nil || proven != want {
			t.Fatalf("seed %d: found %d, %v, expected that %d is proven", seed, proven, err, want)
		}
		if want < 1 {
			continue // no bound
		}
		if found := faultsOf(&s, certified(&s, "lp", c, want)); len(found) > 0 {
			t.Fatalf("seed %d: %q, expected that %d is proven\nstep %+v\n%+v", seed, found, want, s, c)
		}
		raised := faultsOf(&s, certified(&s, "lp", c, want+1))
		text := fmt.Sprintf("certificates.lp.bound: found %d, expected at most %d, which the prices prove", want+1, want)
		must.Need(t, slices.Contains(raised, text), "seed", seed, "found", raised, "expected", text)
	}
}

// TestRoundedPacking: where sets of jobs are packed with rounded widths, no more than the optimum is proven, and
// no less than where nothing is packed.
func TestRoundedPacking(t *testing.T) {
	const unit = 1_000_000_000_000
	stronger := 0
	for seed, r := range steptest.Sources(400, 13) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 4, MaxMachine: 8, MaxEstimate: 12, Dips: seed%2 == 0})
		c := randomCertificate(r, &s)
		for i := range c.Groups {
			c.Groups[i].Weight = c.Groups[i].Width
		}
		s.Machine *= unit
		for i := range s.History {
			s.History[i].Free *= unit
		}
		for i, j := range s.Jobs {
			s.Jobs[i].Width, s.Jobs[i].Weight = j.Width*unit-int64(i%2), j.Width
		}
		for i, g := range c.Groups { // only one job of a width has this width yet
			k := slices.IndexFunc(s.Jobs, func(j optgap.Job) bool { return j.Weight == g.Weight && j.Estimate == g.Estimate })
			c.Groups[i].Width = s.Jobs[k].Width
		}
		_, best := steptest.Optimum(&s)
		without, err := verify.Proven(&s, "lp", &c)
		must.Need(t, err == nil, seed, err)
		c.Divisor = unit / 2
		with, err := verify.Proven(&s, "lp", &c)
		must.Need(t, err == nil && with <= best && with >= without,
			"seed", seed, err, with, "is proven", without, "without packing, the optimum is", best, "step",
			s, c)
		if with > without {
			stronger++
		}
	}
	must.Hold(t, stronger != 0, "packing never proves more")
}

// TestMinsumProves: any prices that do not rise prove a bound.
func TestMinsumProves(t *testing.T) {
	for seed, r := range steptest.Sources(300, 12) {
		s := steptest.Random(r, steptest.Options{MaxJobs: 5, Dips: seed%2 == 0})
		_, best := steptest.Optimum(&s)
		c := optgap.Certificate{Bits: uint(r.IntN(6)), Tight: r.IntN(2) == 0}
		for end := int64(0); len(c.Ends) < 1+int(seed%7); {
			end += 1 + r.Int64N(30)
			c.Ends = append(c.Ends, end)
			c.Price = append(c.Price, r.Int64N(4<<c.Bits))
		}
		slices.SortFunc(c.Price, func(a, b int64) int { return int(b - a) })
		found := faultsOf(&s, certified(&s, "minsum", c, best+1))
		refused := func(f string) bool { return strings.HasPrefix(f, "certificates.minsum.bound") }
		must.Need(t, slices.ContainsFunc(found, refused),
			"seed", seed, "found", found, "more than the optimum", best, "is proven step", s, c)
	}
}

// Bounds that hold and are weaker than those that are computed here are counted, and are no faults.
func TestWeakerBounds(t *testing.T) {
	s := sample()
	starts := best(s, 1)
	strong := result(s, optgap.StatusFeasible, starts, map[optgap.BoundName]int64{"lp": 300})
	certificate := optgap.Certificate{Bound: 300, Bits: 1, Bucket: 5, Price: []int64{2, 2}}
	strong.Certificates = map[optgap.BoundName]optgap.Certificate{"lp": certificate}
	weak := result(s, optgap.StatusFeasible, starts, map[optgap.BoundName]int64{"lp": 1, "fluid": 1})
	weak.Certificates = strong.Certificates
	for _, c := range []struct {
		result          record.Result
		bounds, largest int
	}{{strong, 0, 1}, {weak, 2, 1}} { // fluid is above 300
		c.result.Method = "exact"
		report, err := verify.Results(one(c.result), one(*s), verify.Options{})
		must.Need(t, err == nil && len(report.Faults) == 0, "found", report.Faults, "and", err)
		if found := report.Bounds[verify.Weaker]; found != c.bounds || report.Largest[verify.Weaker] != c.largest {
			t.Errorf("found %d weaker bounds and %d weaker largest ones, expected %d and %d",
				found, report.Largest[verify.Weaker], c.bounds, c.largest)
		}
	}
}

// FuzzCertificate: whatever the certificate, what passes is at most the optimum.
func FuzzCertificate(f *testing.F) {
	f.Add(int64(300), uint(1), int64(5), int64(0), int64(2), int64(2), int64(0), false, false)
	f.Add(int64(745), uint(20), int64(0), int64(900), int64(1<<20), int64(1<<19), int64(30), true, false)
	f.Add(int64(745), uint(62), int64(math.MaxInt64), int64(745), int64(math.MaxInt64), int64(1), int64(9), false, true)
	s := sample()
	f.Fuzz(func(t *testing.T, bound int64, bits uint, bucket, cutoff, a, b, end int64, grouped, minsum bool) {
		c := optgap.Certificate{Bits: bits, Bucket: bucket, Cutoff: cutoff, Price: []int64{a, b}, Tight: minsum}
		if end != 0 {
			c.Ends = []int64{end, end * 2}
		}
		if grouped {
			c.Price = nil
			c.Groups = []optgap.GroupPrices{
				{Width: 5, Estimate: 7, Price: []int64{a}},
				{Width: 4, Estimate: 18, Price: []int64{b, a}},
			}
		}
		name := "lp"
		if minsum {
			name = "minsum"
		}
		r := certified(s, optgap.BoundName(name), c, bound)
		found := faultsOf(s, r)
		must.Need(t, len(found) != 0 || bound <= 745, bound, "passes, the optimum is 745", c)
	})
}
