package offline

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// someInstance draws an instance. Durations may be 0, and many releases are equal.
func someInstance(r *rand.Rand, jobs int) *Instance {
	in := &Instance{Machine: 1 + r.Int64N(6)}
	longest, apart := 1+r.Int64N(12), 1+r.Int64N(6)
	now := r.Int64N(100) - 50
	for range jobs {
		now += r.Int64N(apart)
		in.Jobs = append(in.Jobs, Job{now, 1 + r.Int64N(in.Machine), r.Int64N(longest + 1), 1 + r.Int64N(5)})
	}
	return in
}

// bruteForce returns the least sum over all orders of the jobs, if it is below best, else best: some order gives an
// optimal schedule where each job starts as early as those before it allow.
func bruteForce(in *Instance, best int64) int64 {
	starts, placed := make([]int64, len(in.Jobs)), make([]int, 0, len(in.Jobs))
	var search func(sum int64)
	search = func(sum int64) {
		if sum >= best {
			return
		}
		if len(placed) == len(in.Jobs) {
			best = sum
			return
		}
		soonest, next := sum, make([]int64, len(in.Jobs))
		for i, j := range in.Jobs {
			if slices.Contains(placed, i) {
				continue
			}
			starts[i] = j.Release
			for !fits(in, starts, placed, i) {
				starts[i]++
			}
			next[i] = starts[i]
			soonest += j.Weight * (next[i] + j.Duration - j.Release)
		}
		for i, j := range in.Jobs {
			if soonest < best && !slices.Contains(placed, i) {
				starts[i], placed = next[i], append(placed, i)
				search(sum + j.Weight*(next[i]+j.Duration-j.Release))
				placed = placed[:len(placed)-1]
			}
		}
	}
	search(0)
	return best
}

// fits reports whether a job has room beside those that are placed, second by second.
func fits(in *Instance, starts []int64, placed []int, job int) bool {
	j := in.Jobs[job]
	for t := starts[job]; t < starts[job]+j.Duration; t++ {
		busy := j.Width
		for _, i := range placed {
			if starts[i] <= t && t < starts[i]+in.Jobs[i].Duration {
				busy += in.Jobs[i].Width
			}
		}
		if busy > in.Machine {
			return false
		}
	}
	return true
}

// check fails where a plan is not a schedule, or its sums are wrong or in the wrong order.
func check(t *testing.T, in *Instance, p *Plan) {
	t.Helper()
	sum, placed := int64(0), []int{}
	for i, j := range in.Jobs {
		must.Need(t, p.Starts[i] >= j.Release && fits(in, p.Starts, placed, i),
			in, "starts", p.Starts, "are no schedule: job", i)
		placed = append(placed, i)
		sum += j.Weight * (p.Starts[i] + j.Duration - j.Release)
	}
	priced := must.Get(in.Bound(p.Prices))
	if sum != p.Sum || p.Bound > sum || p.Bound < in.Alone() || p.Bound != max(priced, p.Searched) {
		t.Fatalf("%+v: bound %d, %d by prices, %d by a search, sum %d of starts with %d, alone %d",
			in, p.Bound, priced, p.Searched, p.Sum, sum, in.Alone())
	}
}

// TestBruteForce: what prices prove is at most the optimum of few jobs, and bound and schedule meet it. From seed 1000
// on there are up to ten jobs:
//
//	go test -run BruteForce -timeout 0 ./ilp/offline -effort 11
func TestBruteForce(t *testing.T) {
	t.Parallel()
	tight, instances := 0, 0
	for seed, r := range steptest.Sources(1000, 1) {
		most := 6
		if seed >= 1000 {
			most = 10
		}
		in := someInstance(r, 1+r.IntN(most))
		p := must.Get(Solve(in, Options{Seed: seed}))
		check(t, in, p)
		best := bruteForce(in, p.Sum)
		instances++
		must.Need(t, p.Bound == best && p.Sum == best,
			"seed", seed, in, "bound", p.Bound, "best", best, "schedule", p.Sum)
		if priced := must.Get(in.Bound(p.Prices)); priced > best {
			t.Fatalf("seed %d, %+v: prices prove %d, best %d", seed, in, priced, best)
		} else if priced == best {
			tight++
		}
	}
	if t.Logf("prices prove %d of %d optima", tight, instances); tight < instances/3 {
		t.Error("expected at least a third of them")
	}
}

// TestCloses: many traces of twenty to forty jobs on 16 processors are proven optimal:
//
//	go test -run Closes -v -timeout 0 ./ilp/offline -effort 32
func TestCloses(t *testing.T) {
	t.Parallel()
	closed, instances := 0, 0
	for _, jobs := range []int{20, 30, 40} {
		for seed, r := range steptest.Sources(1, uint64(jobs)) {
			in := loaded(r, 16, 2400, jobs)
			p := must.Get(Solve(in, Options{Seed: seed}))
			instances++
			if check(t, in, p); p.Sum == p.Bound {
				closed++
			}
		}
	}
	if t.Logf("%d of %d traces are closed", closed, instances); closed < instances/3 {
		t.Error("expected at least a third of them")
	}
}

// TestBound: any prices prove a bound that is at most the optimum, and it is what a scan of all starts gives.
func TestBound(t *testing.T) {
	t.Parallel()
	for _, r := range steptest.Sources(3000, 2) {
		in := someInstance(r, 1+r.IntN(5))
		p := &Prices{Denominator: 1 + r.Int64N(4), Times: []int64{in.Jobs[0].Release - r.Int64N(2)}}
		for range r.IntN(12) {
			p.Price = append(p.Price, r.Int64N(2)*r.Int64N(9))
			p.Times = append(p.Times, p.Times[len(p.Times)-1]+1+r.Int64N(6))
		}
		if r.IntN(4) > 0 {
			p.Extra = someExtra(r, in, p)
		}
		bound := must.Get(in.Bound(p))
		want := scanned(in, p)
		must.Need(t, bound == want, in, p, "bound", bound, "want", want)
		best := bruteForce(in, math.MaxInt64)
		must.Need(t, bound <= best, in, p, "bound", bound, "best", best)
	}
}

// someExtra draws what jobs pay above prices.
func someExtra(r *rand.Rand, in *Instance, p *Prices) []byte {
	all := make([]extra[int64], len(in.Jobs))
	for i := range all {
		x := &all[i]
		for x.first = r.IntN(len(p.Price) + 1); x.first+len(x.price) < len(p.Price) && r.IntN(8) > 0; {
			x.price = append(x.price, r.Int64N(3)*r.Int64N(9))
		}
	}
	return packed(1+r.Int64N(3), all)
}

// mostPaid returns the most that a set of jobs which the machine holds pays, by trying all.
func mostPaid(in *Instance, pays []int64) (most int64) {
	for set := range 1 << len(pays) {
		width, paid := int64(0), int64(0)
		for i, v := range pays {
			if set>>i&1 != 0 {
				width, paid = width+in.Jobs[i].Width, paid+v
			}
		}
		if width <= in.Machine {
			most = max(most, paid)
		}
	}
	return most
}

// scanned computes the bound of prices second by second.
func scanned(in *Instance, p *Prices) int64 {
	paid, at := int64(0), make([]map[int64]int64, len(in.Jobs)) // at: by job, what it pays in a second
	extras := must.Get(p.extras(len(in.Jobs)))
	for i := range at {
		at[i] = map[int64]int64{}
	}
	for b, v := range p.Price {
		above := make([]int64, len(in.Jobs))
		for i, j := range in.Jobs {
			if extras != nil {
				above[i] = j.Width * extras[i].at(b)
			}
			for t := p.Times[b]; t < p.Times[b+1]; t++ {
				at[i][t] = j.Width*v + above[i]
			}
		}
		paid += (p.Times[b+1] - p.Times[b]) * (in.Machine*v + mostPaid(in, above))
	}
	sum, last := -paid, p.Times[len(p.Times)-1]
	for i, j := range in.Jobs {
		least := int64(1) << 60
		for s := j.Release; s <= max(last, j.Release); s++ {
			cost := p.Denominator * j.Weight * (s + j.Duration - j.Release)
			for t := s; t < s+j.Duration; t++ {
				cost += at[i][t]
			}
			least = min(least, cost)
		}
		sum += least
	}
	bound := sum / p.Denominator
	if sum > 0 && sum%p.Denominator > 0 {
		bound++
	}
	return bound
}

// TestRaiseOwn: own prices of few jobs prove no more than the optimum, and mostly more than shared ones where these
// prove less. They are the same for any number of workers.
//
//	go test -run RaiseOwn -timeout 0 ./ilp/offline -effort 50
func TestRaiseOwn(t *testing.T) {
	t.Parallel()
	never := func() bool { return false }
	loose, raised := 0, 0
	for seed, r := range steptest.Sources(200, 8) {
		in := someInstance(r, 2+r.IntN(6))
		starts := in.listed(func(i int) float64 { return float64(i) })
		sum := must.Get(in.Sum(starts))
		shared, key := in.raise(nil, sum, in.end(starts), never)
		before, best := must.Get(in.Bound(shared)), bruteForce(in, sum)
		raise := func(from *Prices, workers int) (p *Prices, bound int64, average []float64) {
			average = slices.Clone(key)
			s := must.Get(in.newOwn(from, starts, average, float64(sum-before), workers))
			s.raise(func(_, _ float64) bool { return true }, never)
			p = s.rounded()
			return p, must.Get(in.Bound(p)), average
		}
		one, bound, learned := raise(shared, 1)
		three, _, same := raise(shared, 3)
		_, further, _ := raise(one, 1)
		if bound > best || further > best || !reflect.DeepEqual(one, three) || !slices.Equal(learned, same) {
			t.Fatalf("seed %d, %+v: bound %d, then %d, best %d, by three workers %+v and not %+v, %v and not %v",
				seed, in, bound, further, best, three, one, same, learned)
		}
		if before < best {
			loose++
		}
		if bound > before {
			raised++
		}
	}
	if t.Logf("%d of %d bounds are raised", raised, loose); raised < loose/2 {
		t.Error("expected at least half of them")
	}
}

// TestGain: what the blocks of a longer trace gain one after another is what the prices of all prove more, also where
// half of the jobs pay the shared prices alone.
func TestGain(t *testing.T) {
	t.Parallel()
	in := loaded(rand.New(rand.NewPCG(2, 5)), 128, 7200, 1000)
	starts := in.listed(func(i int) float64 { return float64(i) })
	sum := must.Get(in.Sum(starts))
	steps := 0
	p, key := in.raise(nil, sum, in.end(starts), func() bool { steps++; return steps > 200 })
	extras := make([]extra[int64], len(in.Jobs))
	for i, r := range in.within(newCurve(p.Times, p.floats())) {
		if extras[i].first = r.first; i%2 == 0 {
			extras[i].price = make([]int64, r.to)
		}
	}
	p.Extra = packed(1, extras)
	s := must.Get(in.newOwn(p, starts, key, float64(sum-must.Get(in.Bound(p))), 1))
	steps = 0
	all := &block{to: len(s.length)}
	for i := range s.rows {
		all.jobs = append(all.jobs, i)
	}
	value := func() float64 {
		s.move(all, 0)
		return s.value(all)
	}
	before := value()
	gain := s.raise(func(_, _ float64) bool { return true }, func() bool { steps++; return steps > 400 })
	if after := value(); len(s.blocks) < 2 || gain <= 0 || math.Abs(after-before-gain) > 1e-6*gain {
		t.Errorf("%d blocks gain %g, all of them %g", len(s.blocks), gain, after-before)
	}
}

// TestDamaged: no damage to extras lets prices prove more than the optimum.
//
//	go test -run Damaged -timeout 0 ./ilp/offline -effort 50
func TestDamaged(t *testing.T) {
	t.Parallel()
	refused, instances := 0, 0
	for seed, r := range steptest.Sources(1000, 9) {
		in := someInstance(r, 2+r.IntN(4))
		p := &Prices{Denominator: 1, Times: []int64{in.Jobs[0].Release}}
		for range 1 + r.IntN(8) {
			p.Price = append(p.Price, r.Int64N(4))
			p.Times = append(p.Times, p.Times[len(p.Times)-1]+1+r.Int64N(6))
		}
		p.Extra = someExtra(r, in, p)
		raw := must.Get(io.ReadAll(flate.NewReader(bytes.NewReader(p.Extra))))
		if r.IntN(4) == 0 {
			raw = raw[:r.IntN(len(raw))]
		} else {
			raw[r.IntN(len(raw))] ^= 1 << r.IntN(8)
		}
		var out bytes.Buffer
		w := must.Get(flate.NewWriter(&out, flate.BestSpeed))
		must.Get(w.Write(raw))
		if w.Close(); r.IntN(8) == 0 {
			out.Bytes()[r.IntN(out.Len())] ^= 1 << r.IntN(8)
		}
		p.Extra = out.Bytes()
		bound, err := in.Bound(p)
		if instances++; err != nil {
			refused++
		} else if best := bruteForce(in, math.MaxInt64); bound > best {
			t.Fatalf("seed %d, %+v, %+v: bound %d, best %d", seed, in, p, bound, best)
		}
	}
	if t.Logf("%d of %d are refused", refused, instances); refused == 0 || refused == instances {
		t.Error("expected some of them")
	}
}

// TestWindows: an instance of several windows has the same plan with any number of workers, keeps the machine, and
// is planned better than by a list.
func TestWindows(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(1, 3) {
		in := someInstance(r, mostWindow/2+r.IntN(mostWindow/8))
		plan := func(workers int) *Plan {
			noPrices := func() float64 { return 0.5 }
			return must.Get(Solve(in, Options{Seed: seed, Rounds: 2, Workers: workers, Used: noPrices}))
		}
		one, three := plan(1), plan(3)
		check(t, in, one)
		must.Need(t, slices.Equal(one.Starts, three.Starts),
			"seed", seed, "another plan with three workers")
		sum := must.Get(in.Sum(in.listed(func(i int) float64 { return float64(i) })))
		must.Hold(t, one.Sum < sum, "seed", seed, one.Sum, "listed", sum)
	}
}

// TestExpected: the next forward plan is expected to gain less the more windows have gained since the
// last one, and nothing once that is more than it will find. It has fewer moves where time would end it.
func TestExpected(t *testing.T) {
	t.Parallel()
	p := plans{least: 1000, fold: 0.02, moves: firstMoves, passed: firstMoves}
	all, less, none := p.expected(0, 1000), p.expected(0, 990), p.expected(0, 900)
	must.Hold(t, 0 < less && less < all && none < 0, "expects", all, less, none)
	if moves, last := p.next(0); moves != firstMoves*grow || last {
		t.Errorf("%d moves, last: %t", moves, last)
	}
	p.took = 0.1
	if moves, last := p.next(0.5); float64(moves)*p.took/firstMoves > lastShare*0.5 || !last {
		t.Errorf("%d moves, last: %t, in half of the time", moves, last)
	}
}

// TestKind: of the kinds of forward plans that are tried, the one is kept whose plan is the best, of another heat
// only where it is clearly better.
func TestKind(t *testing.T) {
	t.Parallel()
	kept := map[kind]int{}
	for seed, r := range steptest.Sources(20, 1) {
		in := loaded(r, 16, 6000, 150)
		starts := in.listed(func(i int) float64 { return float64(i) })
		m := &improver{in: in, starts: starts, workers: 1, key: make([]float64, len(in.Jobs))}
		m.sum = must.Get(in.Sum(starts))
		m.plans.least = m.sum
		m.used = func() float64 { return 0 }
		m.seeds = Options{Seed: seed}.seeds()
		m.plans.kinds = []kind{{20, 3}, {20, 0.1}, {60, 3}}
		tried := m.plans.kinds
		m.forward(1)
		best, least := 0, math.Inf(1)
		for k, of := range tried {
			e := effort{moves: 1, heat: of.heat, stopped: m.stopped}
			e.seed = Options{Seed: seed}.seeds().Uint64()
			sum := float64(must.Get(in.Sum(in.forward(m.key, starts, of.ahead, 1, 1, e))))
			must.Hold(t, float64(m.sum) <= sum, "seed", seed, "kept", m.sum, "found", sum)
			if sum < least && of.heat == tried[best].heat || sum < clearly*least {
				best, least = k, sum
			}
		}
		must.Need(t, slices.Equal(m.plans.kinds, tried[best:best+1]),
			"seed", seed, "kept", m.plans.kinds, "best", tried[best])
		kept[tried[best]]++
	}
	must.Hold(t, len(kept) == 3, "kept", kept)
}

// TestStop: where time is up at once there is a plan, which has not ended by itself.
func TestStop(t *testing.T) {
	t.Parallel()
	in := someInstance(rand.New(rand.NewPCG(1, 4)), 300)
	p := must.Get(Solve(in, Options{Used: func() float64 { return 1 }}))
	if check(t, in, p); p.Ended && p.Sum > p.Bound {
		t.Errorf("bound %d, sum %d: ended", p.Bound, p.Sum)
	}
}

// TestGoesOn: a search that goes on from another one's plan has no smaller bound and no larger sum, also where it is
// stopped at once, and ends where the sum is within the gap. What it tells gets better each time.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(30, 7) {
		in := someInstance(r, 2+r.IntN(60))
		gap := r.Float64()
		bound, sum := int64(0), int64(math.MaxInt64)
		moved := func(b, s int64) {
			must.Hold(t, b >= bound && s <= sum,
				"seed", seed, "bound", b, "and sum", s, "after", bound, "and", sum)
			bound, sum = b, s
		}
		p := must.Get(Solve(in, Options{Seed: seed, Gap: gap, Moved: moved}))
		check(t, in, p)
		within := float64(p.Sum) <= (1+gap)*float64(p.Bound)
		if p.Near && (!within || p.Sum == p.Bound) || p.Bound != bound || p.Sum != sum {
			t.Fatalf("seed %d: bound %d, sum %d, gap %g: near %t; told %d, %d", seed, p.Bound, p.Sum, gap, p.Near, bound, sum)
		}
		stop := r.IntN(200)
		used := func() float64 { stop--; return float64(min(1, -stop)) }
		on := must.Get(Solve(in, Options{Seed: seed, Known: p, Used: used}))
		if check(t, in, on); on.Bound < p.Bound || on.Sum > p.Sum {
			t.Fatalf("seed %d: bound %d, sum %d, before %d, %d", seed, on.Bound, on.Sum, p.Bound, p.Sum)
		}
	}
}

// TestWhileNot: who waits for the end of the context learns of the stop, though nobody asks for its error.
func TestWhileNot(t *testing.T) {
	t.Parallel()
	var stop atomic.Bool
	ctx, release := whileNot(stop.Load)
	defer release()
	must.Need(t, ctx.Err() == nil, ctx.Err())
	stop.Store(true)
	<-ctx.Done()
	must.Hold(t, ctx.Err() == context.Canceled, "found", ctx.Err(), "expected", context.Canceled)
}

// TestRefused: bad instances, prices and sums beyond int64 are errors that name what is wrong.
func TestRefused(t *testing.T) {
	t.Parallel()
	job := Job{0, 1, 10, 1}
	const huge = int64(1) << 61
	for want, in := range map[string]Instance{
		"jobs: found none":  {Machine: 1},
		"order of release":  {Machine: 1, Jobs: []Job{{5, 1, 1, 1}, job}},
		"jobs[0].width":     {Machine: 1, Jobs: []Job{{0, 2, 1, 1}}},
		"jobs[0].weight":    {Machine: 1, Jobs: []Job{{0, 1, 1, 0}}},
		"jobs[0].release":   {Machine: 1, Jobs: []Job{{huge, 1, 1, 1}}},
		"jobs[1].duration":  {Machine: 1, Jobs: []Job{job, {0, 1, huge, 1}}},
		"above 11529215046": {Machine: 1, Jobs: []Job{{0, 1, huge / 4, 1}, {0, 1, huge / 8, huge}}},
	} {
		if _, err := Solve(&in, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", in, err, want)
		}
	}
	in := Instance{Machine: 4, Jobs: []Job{job}}
	for _, p := range []Prices{
		{1, []int64{1}, nil, nil}, {1, []int64{0, 0}, []int64{1}, nil}, {0, []int64{0, 1}, []int64{1}, nil},
		{1, []int64{0, 1}, []int64{-1}, nil}, {1, nil, nil, nil}, {1, []int64{0, huge}, []int64{huge}, nil},
		{huge, []int64{0}, nil, nil}, {1, []int64{0, 9}, []int64{1}, []byte("no stream")},
	} {
		if bound, err := in.Bound(&p); err == nil {
			t.Errorf("%+v: bound %d, want an error", p, bound)
		}
	}
}

// BenchmarkPriceStep measures how a price step grows with the jobs:
//
//	go test -run '^$' -bench PriceStep -benchtime 5x ./ilp/offline
func BenchmarkPriceStep(b *testing.B) {
	for _, jobs := range []int{1000, 10000, 100000, 1000000} {
		if jobs > 10000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			in := loaded(rand.New(rand.NewPCG(1, 5)), 128, 3600, jobs)
			starts := in.listed(func(i int) float64 { return float64(i) })
			sum := must.Get(in.Sum(starts))
			s, steps := newSearch(in, in.end(starts)), 0
			for b.Loop() {
				steps = 0
				s.level(float64(sum), func() bool { steps++; return steps > 10 })
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*10), "µs/step")
			if s.reached > float64(sum) {
				b.Fatalf("value %g above the sum of a schedule, %d", s.reached, sum)
			}
		})
	}
}

// BenchmarkOwnPrices measures what 500 steps of prices of each job gain:
//
//	go test -run '^$' -bench OwnPrices -benchtime 5x ./ilp/offline
func BenchmarkOwnPrices(b *testing.B) {
	in := loaded(rand.New(rand.NewPCG(1, 5)), 128, 3600, 1000)
	starts := in.listed(func(i int) float64 { return float64(i) })
	sum := must.Get(in.Sum(starts))
	p, key := in.raise(nil, sum, in.end(starts), func() bool { return false })
	before := must.Get(in.Bound(p))
	after, steps := before, 0
	for b.Loop() {
		s := must.Get(in.newOwn(p, starts, key, float64(sum-before), 1))
		steps = 0
		s.raise(func(_, _ float64) bool { return true }, func() bool { steps++; return steps > 500 })
		after = must.Get(in.Bound(s.rounded()))
	}
	b.ReportMetric(100*float64(after-before)/float64(before), "gain-%")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*steps), "µs/step")
	if after < before || after > sum {
		b.Fatalf("bound %d, expected %d to %d", after, before, sum)
	}
}

// loaded draws jobs that keep a machine nearly busy, with a mean duration.
func loaded(r *rand.Rand, machine int64, mean float64, jobs int) *Instance {
	now, in := int64(0), &Instance{Machine: machine}
	for range jobs {
		now += int64(r.ExpFloat64() * 600)
		width := int64(1) << r.IntN(bits.Len64(uint64(machine))-1)
		in.Jobs = append(in.Jobs, Job{now, width, int64(r.ExpFloat64() * mean), width})
	}
	return in
}

// TestRefine: what replays add to a plan is a schedule that is no worse than any of them, for any number of workers.
// One that does not keep the machine, here that all jobs start when they are released, gives an order.
func TestRefine(t *testing.T) {
	t.Parallel()
	better := 0
	for seed, r := range steptest.Sources(30, 4) {
		in := someInstance(r, 2+r.IntN(30))
		p := must.Get(Solve(in, Options{Seed: seed, Rounds: 1}))
		p.Starts, p.Bound = in.listed(func(i int) float64 { return float64(i) }), 0
		others, least := [][]int64{make([]int64, len(in.Jobs))}, must.Get(in.Sum(p.Starts))
		for i, j := range in.Jobs {
			others[0][i] = j.Release
		}
		for range 3 {
			other := in.listed(func(int) float64 { return r.Float64() })
			others, least = append(others, other), min(least, must.Get(in.Sum(other)))
		}
		before := slices.Clone(p.Starts)
		starts, sum, err := Refine(in, p.Starts, others, Options{Seed: seed})
		again, _, _ := Refine(in, p.Starts, others, Options{Seed: seed, Workers: 4})
		if err != nil || sum > least || !slices.Equal(starts, again) || !slices.Equal(before, p.Starts) {
			t.Fatalf("seed %d, %+v: %v, %d, %v and %v, expected at most %d", seed, in, starts, sum, err, again, least)
		}
		if p.Starts, p.Sum = starts, sum; sum < least {
			better++
		}
		p.Bound, p.Searched = must.Get(in.Bound(p.Prices)), 0
		p.Bound = max(p.Bound, in.Alone())
		p.Searched = p.Bound
		check(t, in, p)
	}
	must.Hold(t, better >= 9, "only", better, "of 30 are better than all that were given")
}
