package engine

// deflection times the direction of a step is part of the direction of the next step. This
// damps the zigzag of plain subgradient steps (Camerini, Fratta and Maffioli 1975).
const deflection = 0.6

// Ascent raises the value of a concave function of prices by steps along deflected subgradients. It holds
// the prices and the direction of the last step. Each price holds over some
// length of time.
type Ascent struct {
	Price []float64 // 0 to highest
	// Excess is the subgradient at the prices, divided by the lengths. The caller
	// sets it before each call of Move.
	Excess []float64

	length, direction []float64
	highest           float64
}

// NewAscent returns an ascent from prices of 0, one for each length.
func NewAscent(length []float64, highest float64) *Ascent {
	n := len(length)
	return &Ascent{
		Price: make([]float64, n), Excess: make([]float64, n),
		length: length, direction: make([]float64, n), highest: highest,
	}
}

// Move goes so far along the deflected subgradient that a linear value would rise by
// rise. Prices are cut to their range. An excess below 0 of a price of 0 counts as 0,
// because cutting would undo that part of the step.
//
// Move returns false and leaves the prices where no step is possible: where rise is not
// above 0, the direction is 0, or the subgradient is 0 and so the prices are optimal.
func (a *Ascent) Move(rise float64) bool {
	norm := 0.0
	stationary := true
	for b, excess := range a.Excess {
		if a.Price[b] == 0 && excess < 0 {
			excess = 0
		}
		stationary = stationary && excess == 0
		a.direction[b] = excess + deflection*a.direction[b]
		norm += a.direction[b] * a.direction[b] * a.length[b]
	}
	if stationary || norm == 0 || rise <= 0 {
		return false
	}
	for b, d := range a.direction {
		a.Price[b] = min(max(0, a.Price[b]+rise/norm*d), a.highest)
	}
	return true
}

// Restart goes on from the given prices and forgets the direction.
func (a *Ascent) Restart(price []float64) {
	copy(a.Price, price)
	clear(a.direction)
}
