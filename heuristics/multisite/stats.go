package multisite

import "github.com/optgap/optgap/heuristics/dynp"

// Stats returns the counts of all sites' schedulers together.
func (g *Grid) Stats() dynp.Stats {
	total := dynp.Stats{StartedWith: map[string]int{}, SwitchesTo: map[string]int{}, Cases: map[dynp.Case]int{}}
	for _, site := range g.sites {
		s := site.Stats()
		total.Tries += s.Tries
		total.Same += s.Same
		total.BacklogSum += s.BacklogSum
		addTo(total.StartedWith, s.StartedWith)
		addTo(total.SwitchesTo, s.SwitchesTo)
		addTo(total.Cases, s.Cases)
	}
	return total
}

func addTo[K comparable](total, counts map[K]int) {
	for k, n := range counts {
		total[k] += n
	}
}
