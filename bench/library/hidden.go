package library

import (
	"cmp"
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
		prices := map[size][]int64{}
		for _, g := range c.Groups {
			prices[sizeOf(g)] = g.Price
		}
		groups := groupsOf(step)
		for i, g := range groups {
			groups[i] = optgap.GroupPrices{Price: prices[sizeOf(g)]}
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
			expected := fmt.Sprintf("%d, one for all jobs of a size", len(groups))
			return optgap.BadField(field, len(c.Groups), expected)
		}
		for i := range groups {
			groups[i].Price = c.Groups[i].Price
		}
		c.Groups = groups
		r.Certificates[name] = c
	}
	return nil
}

// size is what jobs of a group have in common.
type size struct{ width, estimate, weight int64 }

// sizeOf returns the size of a group. Where the weight is the width, it may be absent.
func sizeOf(g optgap.GroupPrices) size {
	return size{g.Width, g.Estimate, cmp.Or(g.Weight, g.Width)}
}

// groupsOf returns the groups of jobs of equal width, estimate and weight, without prices, in the
// order of their first jobs.
func groupsOf(step *optgap.Step) (all []optgap.GroupPrices) {
	known := map[size]bool{}
	for i, j := range step.Jobs {
		g := optgap.GroupPrices{Width: j.Width, Estimate: j.Estimate}
		if weight := step.Weight(i); weight != j.Width {
			g.Weight = weight
		}
		if !known[sizeOf(g)] {
			all = append(all, g)
		}
		known[sizeOf(g)] = true
	}
	return all
}
