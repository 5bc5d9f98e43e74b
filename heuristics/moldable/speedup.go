package moldable

import (
	"math"

	"github.com/optgap/optgap"
)

// Amdahl is Amdahl's law: a share of the work runs on one processor only.
type Amdahl struct {
	// [share] Amdahl's law: work that runs on one processor only
	Serial float64 `json:"serial"`
}

// Downey is the speed-up model of Downey, "A model for speedup of parallel programs",
// report CSD-97-933, University of California, Berkeley (1997).
type Downey struct {
	// Downey's model (1997): average parallelism A, at least 1, and its variance, at least 0
	Parallelism float64 `json:"parallelism"`
	Sigma       float64 `json:"sigma"`
}

// Validate reports a field that is out of its range, as a *optgap.FieldError.
func (a Amdahl) Validate() error {
	if !(a.Serial >= 0 && a.Serial <= 1) {
		return optgap.BadField("serial", a.Serial, "a share from 0 to 1")
	}
	return nil
}

// Validate reports a field that is out of its range, as a *optgap.FieldError.
func (d Downey) Validate() error {
	const most = 1e9 // far beyond every machine, and products stay far below infinity
	if !(d.Parallelism >= 1 && d.Parallelism <= most) {
		return optgap.BadField("parallelism", d.Parallelism, "1 to 10^9")
	}
	if !(d.Sigma >= 0 && d.Sigma <= most) {
		return optgap.BadField("sigma", d.Sigma, "0 to 10^9")
	}
	return nil
}

// Speedup returns the speed-up on n >= 1 processors.
func (a Amdahl) Speedup(n int64) float64 { return 1 / (a.Serial + (1-a.Serial)/float64(n)) }

// Speedup returns the speed-up on n >= 1 processors. Sigma up to 1 is Downey's model of
// low variance, above 1 that of high variance.
func (d Downey) Speedup(n int64) float64 {
	a := d.Parallelism
	s := d.Sigma
	k := float64(n)
	switch {
	case s <= 1 && k <= a:
		return a * k / (a + s/2*(k-1))
	case s <= 1 && k <= 2*a-1:
		return a * k / (s*(a-0.5) + k*(1-s/2))
	case s > 1 && k <= a+a*s-s:
		return k * a * (s + 1) / (s*(k+a-1) + a)
	}
	return a
}

// Times returns the vector of times of a job on 1 to machine processors, in ticks, rounded
// by [Round]. sequential is the time on one processor.
func Times(sequential int64, speedup func(n int64) float64, machine int64) []int64 {
	exact := make([]float64, machine)
	for k := range exact {
		exact[k] = float64(sequential) / speedup(int64(k+1))
	}
	return Round(exact)
}

// Round returns a vector in whole ticks, at least 1. Each time is rounded to the nearest
// tick. Where this would make the work fall or the time rise, the nearest time that does
// neither is taken instead. So a monotone vector stays monotone.
func Round(exact []float64) []int64 {
	times := make([]int64, len(exact))
	for k, v := range exact {
		times[k] = max(1, int64(math.Round(v)))
		if k > 0 {
			width := int64(k + 1)
			before := times[k-1]
			least := (before*(width-1) + width - 1) / width // at which the work does not fall
			times[k] = min(max(times[k], least), before)
		}
	}
	return times
}
