package library

import (
	"fmt"
	"maps"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// hidden returns a result whose certificates have no sizes of jobs: these are not ours to give
// away. Their groups get the order in which jobs of each first appear in the step, and all groups
// are there.
func hidden(r *record.Result, step *optgap.Step) *record.Result {
	copied := *r
	copied.Certificates = maps.Clone(r.Certificates)
	for name, c := range r.Certificates {
		if len(c.Groups) == 0 {
			continue
		}
		groups := groupsOf(step)
		for i, g := range groups {
			groups[i] = optgap.GroupPrices{Price: pricesOf(&c, g)}
		}
		c.Groups = groups
		copied.Certificates[name] = c
	}
	return &copied
}

// reveal puts the sizes back that hidden has left out. It refuses a certificate with another number
// of groups than the step has.
func reveal(r *record.Result, step *optgap.Step) error {
	for name, c := range r.Certificates {
		if len(c.Groups) == 0 {
			continue
		}
		groups := groupsOf(step)
		if len(c.Groups) != len(groups) {
			field := fmt.Sprintf("certificates.%s.groups", name)
			return optgap.BadField(
				field,
				len(c.Groups),
				fmt.Sprintf("%d, one for all jobs of a size", len(groups)),
			)
		}
		for i := range groups {
			groups[i].Price = c.Groups[i].Price
		}
		c.Groups = groups
		r.Certificates[name] = c
	}
	return nil
}

// groupsOf returns the groups of jobs of equal width, estimate and weight, without prices, in the
// order of their first jobs.
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

// pricesOf returns the prices of a group, or nil if it pays nothing.
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
