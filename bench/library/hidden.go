package library

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// hidden returns certificates without sizes of jobs: these are not ours to give away. Their groups
// get the order in which jobs of each first appear in the step, and all groups are there.
func hidden(all record.Certificates, step *optgap.Step) record.Certificates {
	all = maps.Clone(all)
	for name, c := range all {
		if len(c.Groups) == 0 {
			continue
		}
		prices := map[size][]int64{}
		for _, g := range c.Groups {
			prices[size{g.Width, g.Estimate, cmp.Or(g.Weight, g.Width)}] = g.Price
		}
		c.Groups = lists.Each(sizesOf(step), func(s size) optgap.GroupPrices {
			return optgap.GroupPrices{Price: prices[s]}
		})
		all[name] = c
	}
	return all
}

// reveal puts the sizes back that hidden has left out. It refuses a certificate with another number
// of groups than the step has.
func reveal(all record.Certificates, step *optgap.Step) error {
	sizes := sizesOf(step)
	for name, c := range all {
		if len(c.Groups) == 0 {
			continue
		}
		if len(c.Groups) != len(sizes) {
			field := fmt.Sprintf("certificates.%s.groups", name)
			expected := fmt.Sprintf("%d, one for all jobs of a size", len(sizes))
			return optgap.BadField(field, len(c.Groups), expected)
		}
		for i, s := range sizes {
			g := &c.Groups[i]
			g.Width = s.width
			g.Estimate = s.estimate
			if s.weight != s.width {
				g.Weight = s.weight
			}
		}
	}
	return nil
}

// size is what jobs of a group have in common.
type size struct{ width, estimate, weight int64 }

// sizesOf returns the sizes of the jobs of a step, in the order of their first jobs.
func sizesOf(step *optgap.Step) []size {
	return lists.Distinct(lists.Places[int](len(step.Jobs)), func(i int) size {
		return size{step.Jobs[i].Width, step.Jobs[i].Estimate, step.Weight(i)}
	})
}
