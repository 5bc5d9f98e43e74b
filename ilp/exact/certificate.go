package exact

import (
	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/engine"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// certifyWork is the most work that certify takes, about a tenth of a second.
const certifyWork = 100_000_000

// certifySteps is the number of price steps of certify, without and with a forest each.
const certifySteps = 600

// certify raises the root bound towards the optimum, where this is proven: a search often ends
// before the prices are good.
func (s *solver) certify() {
	t := s.tree
	if s.bound < t.incumbent.upper || s.limits.over() {
		return
	}
	w := *t.watch
	w.Every = certifyWork
	w.Left = certifyWork
	w.Over = func() bool { return true }
	t.watch = &w
	t.stop = w.Up // a limit of nodes is none of price steps
	for _, joined := range []bool{false, true} {
		t.joined = joined && !s.o.without[joining]
		if s.root.bound < t.incumbent.upper {
			t.refine(s.whole)
			t.price(s.whole, certifySteps)
			s.keepRoot()
		}
	}
}

// certificate returns the prices that prove the root bound, an objective. Where all groups pay the
// same for each processor, that price is stored once. groups are the indices of the step's jobs by
// group.
func certificate(p *engine.Problem, groups [][]int, by *root, proven int64) *optgap.Certificate {
	c := &optgap.Certificate{
		Bound:   proven,
		Bits:    p.Unit,
		Divisor: p.Rounding(),
		Forest:  forest(groups, by.forest),
	}
	ends := by.timeline.Borders[1:]
	if price := sharedPrice(p, by.prices); price != nil && c.Forest == nil {
		c.Price = price
		c.Ends = ends[:len(price)]
		return c
	}
	if c.Forest != nil {
		c.Ends = ends // they make the spans of starts
	}
	for i, k := range p.Kinds {
		if price := ledger.Trim(by.prices[i]); len(price) > 0 || c.Forest != nil {
			g := optgap.GroupPrices{Width: k.Width, Estimate: k.Duration, Price: price}
			if k.Weight != k.Width {
				g.Weight = k.Weight
			}
			c.Groups = append(c.Groups, g)
			c.Ends = ends[:max(len(c.Ends), len(price))]
		}
	}
	return c
}

// forest returns the jobs of a forest.
func forest(groups [][]int, members []engine.Member) (jobs []optgap.ForestJob) {
	next := make([]int, len(groups)) // by group
	for _, m := range members {
		j := optgap.ForestJob{
			Job:    groups[m.Kind][next[m.Kind]],
			Parent: m.Parent + 1,
			From:   m.From,
		}
		next[m.Kind]++
		j.Until = until(m.Until)
		jobs = append(jobs, j)
	}
	return jobs
}

// until returns the second until which jobs cannot run together; 0: for good.
func until(second int64) int64 {
	if second == engine.Never {
		return 0
	}
	return second
}

// sharedPrice returns the price of a processor, or nil if it is 0, or not the same for all jobs.
func sharedPrice(p *engine.Problem, prices [][]int64) (shared []int64) {
	for i, k := range p.Kinds {
		price := ledger.Trim(prices[i])
		if i == 0 {
			for _, v := range price {
				shared = append(shared, v/k.Width)
			}
		}
		if len(price) != len(shared) {
			return nil
		}
		for b, v := range price {
			if v != k.Width*shared[b] {
				return nil
			}
		}
	}
	return shared
}
