package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	_ "time/tzdata" // the same zones on all machines

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/workload"
)

// A Distribution holds the distinct values of a quantity in increasing order and the number
// of their occurrences. The numbers are float64 for package stat of gonum.
type Distribution struct {
	Values, Counts []float64
}

// A tally counts how often each value occurs.
type tally map[float64]int64

// add counts a value. Negative values are unknown and do not count.
func (t tally) add(v float64) {
	if v >= 0 {
		t[v]++
	}
}

// quantity describes the counted values, nil if there are none.
func (t tally) quantity() *Quantity {
	if len(t) == 0 {
		return nil
	}
	d := Distribution{Values: slices.Sorted(maps.Keys(t)), Counts: make([]float64, len(t))}
	for i, v := range d.Values {
		d.Counts[i] = float64(t[v])
	}
	at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, d.Values, d.Counts) }
	mean, variance := stat.PopMeanVariance(d.Values, d.Counts)
	return &Quantity{
		Count:        int64(d.Total()),
		Mean:         mean,
		SD:           math.Sqrt(variance),
		Min:          d.Values[0],
		Max:          d.Values[len(d.Values)-1],
		P10:          at(0.10),
		P25:          at(0.25),
		P50:          at(0.50),
		P75:          at(0.75),
		P90:          at(0.90),
		P99:          at(0.99),
		Distribution: d,
	}
}

// Total returns the number of counted values.
func (d Distribution) Total() float64 { return floats.Sum(d.Counts) }

// Cumulative returns, for each of the Values, the share of values that do not exceed it.
func (d Distribution) Cumulative() []float64 {
	total := d.Total()
	shares := floats.CumSum(make([]float64, len(d.Counts)), d.Counts)
	for i := range shares {
		shares[i] /= total
	}
	return shares
}

// Share returns the share of the values that fulfil a condition.
func (d Distribution) Share(holds func(v float64) bool) float64 {
	n := 0.0
	for i, v := range d.Values {
		if holds(v) {
			n += d.Counts[i]
		}
	}
	return n / d.Total()
}

// positive returns the distribution of the values above 0.
func (d Distribution) positive() Distribution {
	i, _ := slices.BinarySearch(d.Values, math.SmallestNonzeroFloat64)
	return Distribution{d.Values[i:], d.Counts[i:]}
}

// fit sets the Weibull distributions.
func (a *Interarrival) fit() {
	above := a.Distribution.positive()
	if shape, scale, likelihood, err := workload.FitWeibull(above.Values, above.Counts); err == nil {
		a.WeibullShape = &shape
		a.WeibullScale = &scale
		a.LogLikelihood = &likelihood
	}
	if shape, scale, ok := momentsWeibull(a.Mean, a.SD); ok {
		likelihood := above.LogLikelihood(shape, scale)
		a.MomentsShape = &shape
		a.MomentsScale = &scale
		a.MomentsLogLikelihood = &likelihood
	}
}

// LogLikelihood returns the log-likelihood of a Weibull distribution for the values above 0:
// the sum of the logarithms of its density. It is 0 without such values.
func (d Distribution) LogLikelihood(shape, scale float64) float64 {
	w := distuv.Weibull{K: shape, Lambda: scale}
	sum := 0.0
	above := d.positive()
	for i, v := range above.Values {
		sum += above.Counts[i] * w.LogProb(v)
	}
	return sum
}

// momentsWeibull returns the Weibull distribution with a mean and a standard deviation. The
// square of the ratio of both is Gamma(1+2/k) / Gamma(1+1/k)^2 - 1. It falls as the shape k
// rises. ok is false unless both are above 0 and the shape is within 0.05 to 100.
func momentsWeibull(mean, sd float64) (shape, scale float64, ok bool) {
	const least, most = 0.05, 100
	target := 2 * math.Log(sd/mean)
	variation := func(k float64) float64 { // logarithm of the squared ratio
		two, _ := math.Lgamma(1 + 2/k)
		one, _ := math.Lgamma(1 + 1/k)
		return two - 2*one + math.Log(-math.Expm1(2*one-two))
	}
	if !(mean > 0 && sd > 0 && variation(most) <= target && target <= variation(least)) {
		return 0, 0, false
	}
	shape = workload.Bisect(least, most, func(k float64) bool { return variation(k) > target })
	return shape, mean / math.Gamma(1+1/shape), true
}

const (
	hour = 3600.0
	week = 7 * 24 * hour
)

// A clock turns seconds of a trace into hours of the week.
type clock struct {
	name  string
	begin float64 // Unix time of second 0
	zone  *time.Location
}

// newClock reads UnixStartTime, TimeZoneString and TimeZone of the header. The format calls
// TimeZone deprecated, so it counts only where TimeZoneString names no known zone. Without
// both the zone is UTC.
func newClock(h swf.Header) clock {
	begin, err := strconv.ParseInt(h.Get("UnixStartTime"), 10, 64)
	if err != nil || begin <= 0 {
		return clock{name: ClockTrace}
	}
	c := clock{begin: float64(begin)}
	if name := h.Get("TimeZoneString"); name != "" && name != "Local" { // which is another zone on each machine
		c.zone, err = time.LoadLocation(name)
		if err == nil {
			c.name = name
			return c
		}
	}
	const day = 24 * 3600
	shift, err := strconv.Atoi(h.Get("TimeZone"))
	if err != nil || shift < -day || shift > day {
		shift = 0
	}
	c.name = "UTC"
	if shift != 0 {
		c.name = fmt.Sprintf("UTC%+d s", shift)
	}
	c.zone = time.FixedZone(c.name, shift)
	return c
}

// hourOfWeek returns the hour of the week, 0 to 167, of a second of the trace.
func (c *clock) hourOfWeek(second float64) int {
	if c.zone == nil {
		return int(math.Mod(second, week) / hour)
	}
	t := time.Unix(int64(c.begin+math.Floor(second)), 0).In(c.zone)
	sinceMonday := (int(t.Weekday()) + 6) % 7
	return 24*sinceMonday + t.Hour()
}

// count counts a submission in an hour of the week.
func (c *Cycle) count(hourOfWeek int) {
	c.Hours[hourOfWeek%24]++
	c.Days[hourOfWeek/24]++
	c.Week[hourOfWeek]++
}
