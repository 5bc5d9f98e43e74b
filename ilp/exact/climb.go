package exact

// dual is a Lagrangian with its prices.
type dual interface {
	value() int64 // at the prices, in units
	keep()        // remembers the prices as the best
	restore()     // goes back to the best
	// move steps so far along a subgradient that a linear value would rise by
	// rise; false where it is zero.
	move(rise float64) bool
}

// Subgradient steps follow Polyak's rule towards the upper bound. After some steps
// without a better value (patience) the next are cut and start from the best.
const (
	shrink   = 0.6
	smallest = 1e-3
	gain     = 1e-5 // of the upper bound: less is no better value
)

// climb takes at most so many steps and returns the best value, in units. It ends
// early once that proves that nothing is below upper, or when stop says so.
func climb(d dual, p *problem, step float64, patience int, upper int64, steps int, stop func() bool) int64 {
	best := d.value()
	d.keep()
	since, value := 0, best
	goal := float64(upper) * float64(int64(1)<<p.unit)
	for i := 0; i < steps && !p.reached(best, upper) && !stop(); i++ {
		if since++; since > patience {
			if step *= shrink; step < smallest {
				break
			}
			since = 0
			d.restore()
		} else if !d.move(step * (goal - float64(value))) {
			break
		}
		if value = d.value(); value > best {
			if float64(value-best) > gain*goal {
				since = 0
			}
			best = value
			d.keep()
		}
	}
	d.restore()
	return best
}
