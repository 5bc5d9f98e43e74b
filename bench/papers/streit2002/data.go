package streit2002

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
)

// Data are what the ledger judges: the printed numbers of a job set, or those of drawn sets.
type Data struct {
	Numbers []Numbers // of each drawn set, or the printed ones
	Printed bool      // there is a single set, whose numbers are exact
}

const (
	// LeastSets is the number of drawn sets that a verdict needs. With fewer the interval of a
	// mean is hardly known.
	LeastSets = 5
	// leastJobs is the number of jobs in a set that a verdict needs: half of the paper's. The
	// queue of a short set does not grow to its usual length.
	leastJobs = SetJobs / 2
)

// lacking says why the data are too few for a verdict; "": they are not.
func (d Data) lacking() string {
	switch n := len(d.Numbers); {
	case d.Printed || n == 0:
		return ""
	case math.IsNaN(d.Numbers[0].of("set jobs", "", 1)):
		return "the trace itself is a single set, which has no interval"
	case n < LeastSets:
		return format.Count(int64(n), "set") + " drawn, a verdict needs " + format.Integer(LeastSets)
	case d.Numbers[0].Values["jobs"] < leastJobs:
		jobs := format.Count(int64(d.Numbers[0].Values["jobs"]), "job")
		return "sets of " + jobs + ", a verdict needs " + format.Integer(leastJobs)
	}
	return ""
}

// estimate returns the mean of a number over the sets. What is computed from the numbers of one
// set, such as the ratio of two replays, is paired by this. rare says that the number counts rare events.
func (d Data) estimate(of number, rare bool) statement.Estimate {
	values := frame.Each(d.Numbers, func(n Numbers) float64 { return of(&n, tableFactor) })
	e := statement.Mean(values)
	switch {
	case math.IsNaN(e.Value): // a set lacks it
		return statement.Estimate{}
	case e.Known() && d.Printed:
		return statement.Exact(e.Value)
	case e.Known() && rare:
		e = poisson(values)
	}
	return e.Doubted(d.lacking())
}

// poisson returns the mean of counts of rare events. The interval is that of Garwood (1936) for the
// mean of a Poisson distribution: it tells how many there may be where none was seen.
func poisson(counts []float64) statement.Estimate {
	sum, n := floats.Sum(counts), float64(len(counts))
	const tail = (1 - statement.Confidence) / 2
	low := 0.0
	if sum > 0 {
		low = distuv.Gamma{Alpha: sum, Beta: 1}.Quantile(tail)
	}
	return statement.Between(sum/n, low/n, distuv.Gamma{Alpha: sum + 1, Beta: 1}.Quantile(1-tail)/n)
}
