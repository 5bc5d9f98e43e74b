package library

import (
	"fmt"

	"github.com/optgap/optgap"
)

// Hide returns what is known without the sizes of jobs that certificates have. Their groups get the order
// in which jobs of each first appear in the step, and all groups are there.
func (k *Known) Hide(step *optgap.Step) *Known {
	hidden := *k
	hidden.Bounds = nil
	for _, b := range k.Bounds {
		if b.Certificate != nil && len(b.Certificate.Groups) > 0 {
			c := *b.Certificate
			c.Groups = nil
			for _, g := range groupsOf(step) {
				c.Groups = append(c.Groups, optgap.GroupPrices{Price: pricesOf(b.Certificate, g)})
			}
			b.Certificate = &c
		}
		hidden.Bounds = append(hidden.Bounds, b)
	}
	return &hidden
}

// Reveal puts the sizes back that Hide has left out. It refuses a certificate with another number of
// groups than the step has.
func (k *Known) Reveal(step *optgap.Step) error {
	for i, b := range k.Bounds {
		if b.Certificate == nil || len(b.Certificate.Groups) == 0 {
			continue
		}
		groups := groupsOf(step)
		if found := len(b.Certificate.Groups); found != len(groups) {
			field := fmt.Sprintf("bounds[%d].certificate.groups", i)
			return optgap.BadField(field, found, fmt.Sprintf("%d, one for all jobs of a size", len(groups)))
		}
		for n := range groups {
			groups[n].Price = b.Certificate.Groups[n].Price
		}
		b.Certificate.Groups = groups
	}
	return nil
}

// groupsOf returns the groups of jobs of equal width, estimate and weight, without prices, in the order of
// their first jobs.
func groupsOf(step *optgap.Step) (all []optgap.GroupPrices) {
	known := map[[3]int64]bool{}
	for i, j := range step.Jobs {
		weight := step.Weight(i)
		key := [3]int64{j.Width, j.Estimate, weight}
		if known[key] {
			continue
		}
		known[key] = true
		g := optgap.GroupPrices{Width: j.Width, Estimate: j.Estimate}
		if weight != j.Width {
			g.Weight = weight
		}
		all = append(all, g)
	}
	return all
}

// pricesOf returns the prices of a group; nil: it pays nothing.
func pricesOf(c *optgap.Certificate, group optgap.GroupPrices) []int64 {
	for _, g := range c.Groups {
		weight := g.Weight
		if weight == g.Width {
			weight = 0
		}
		if g.Width == group.Width && g.Estimate == group.Estimate && weight == group.Weight {
			return g.Price
		}
	}
	return nil
}
