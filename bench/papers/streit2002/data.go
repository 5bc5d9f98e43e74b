package streit2002

import (
	"fmt"
	"math"
	"strings"

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
// set, such as the ratio of two replays, is paired by this.
func (d Data) estimate(c check) statement.Estimate {
	values := frame.Each(d.Numbers, func(n Numbers) float64 { return c.of(&n, tableFactor) })
	e := statement.Mean(values)
	switch {
	case math.IsNaN(e.Value): // a set lacks it
		return statement.Estimate{}
	case !e.Known():
	case d.Printed:
		return statement.Exact(e.Value)
	case d.lacking() != "":
		return statement.Between(e.Value, math.Inf(-1), math.Inf(1))
	case c.rare:
		return poisson(values)
	}
	return e
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

// A check is a number of a set and where a claim has it.
type check struct {
	name   string // in the text of what was found; "": none
	of     number
	limit  statement.Limit
	digits int
	unit   string
	rare   bool // the number counts rare events
}

// judge judges a claim that holds where each number is in its range. Of several numbers, those that
// surely are have no interval in the text. Many are only counted.
func (d Data) judge(checks []check) statement.Finding {
	const several, many = 2, 3
	var verdicts []statement.Verdict
	var texts []string
	count := map[statement.Verdict]int{}
	for _, c := range checks {
		e := d.estimate(c)
		v := c.limit(e)
		if v == statement.Holds && len(checks) > several {
			e = statement.Exact(e.Value)
		}
		count[v]++
		verdicts, texts = append(verdicts, v), append(texts, strings.TrimSpace(c.name+" "+e.Text(c.digits, c.unit)))
	}
	text := strings.Join(texts, ", ")
	if len(checks) > many {
		text = counts(count, len(checks))
	}
	f := statement.Found(statement.All(verdicts...), text)
	switch f.Verdict {
	case statement.NotJudged:
		return statement.Missing("")
	case statement.Undecided:
		return f.Because(d.lacking())
	}
	return f
}

// counts writes how many numbers are in their range, such as "5 of 18 do, 3 not, 10 undecided".
func counts(count map[statement.Verdict]int, of int) string {
	text := fmt.Sprintf("%d of %d do", count[statement.Holds], of)
	if n := count[statement.Differs]; n > 0 {
		text += fmt.Sprintf(", %d not", n)
	}
	if n := count[statement.Undecided]; n > 0 {
		text += fmt.Sprintf(", %d undecided", n)
	}
	return text
}
