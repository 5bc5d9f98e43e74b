package statement

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
)

// A function returns the value of a call.
type function func(c call) value

// A call of a function has its place and its arguments.
type call struct {
	evaluation
	args []ast.Expr
}

// arg returns the value of an argument.
func (c call) arg(i int) value { return c.value(c.args[i]) }

// all returns the values of all arguments, see each.
func (c call) all() []value { return c.each(c.args) }

// functions are those of [Measure] by their names.
var functions map[string]function

func init() { // as they refer to each other
	functions = map[string]function{
		// of the numbers of a run
		"max":   ofRun(most),
		"min":   ofRun(slices.Min[[]float64]),
		"sum":   ofRun(floats.Sum),
		"log":   ofRun(alone(math.Log)),
		"gamma": ofRun(alone(math.Gamma)),
		"sqrt":  ofRun(alone(math.Sqrt)),
		"ceil":  ofRun(alone(math.Ceil)),
		// where(when, x): the runs of which when is not 0 have a number
		"where": ofRun(func(v []float64) float64 {
			if v[0] == 0 {
				return math.NaN()
			}
			return v[1]
		}),
		// of a list and two values: 1 where both have the same ranks over the list
		"alike": ofRun(alike),
		// mean, of estimates too; the first and the last one of at least two
		"mean":  func(c call) value { return mean(c.all()) },
		"first": func(c call) value { return ends(c.all())[0] },
		"last":  func(c call) value { return ends(c.all())[1] },
		// at(word, x) is the value at a place
		"at": func(c call) value {
			place := words(c.args[0])
			*c.doubt = cmp.Or(c.Doubt[c.dimensions[place[0]]], *c.doubt)
			return c.bind(place).value(c.args[1])
		},
		// of sums over the runs
		"ratio": func(c call) value { return ratio(c.arg(0), c.arg(1)) },

		// estimates: the mean over the runs; of rare events; half its 95 % interval in percent of
		// it; e to it; its absolute value
		"est":   ofLast(func(_ call, v value) Estimate { return v.estimate() }),
		"rare":  ofLast(rare),
		"width": ofLast(width),
		"exp":   ofEstimates(alone(math.Exp)),
		"abs": ofLast(func(_ call, v value) Estimate {
			m := v.estimate()
			m.Value, m.Low, m.High = math.Abs(m.Value), max(0, m.Low, -m.High), max(math.Abs(m.Low), math.Abs(m.High))
			return m
		}),
		// the largest and the least of estimates, as of Extreme; the one with the least value
		"largest": ofEstimates(most),
		"least":   ofEstimates(slices.Min[[]float64]),
		"best": func(c call) value {
			all := lists.Each(c.all(), value.estimate)
			return value{
				Estimate: slices.MinFunc(
					all,
					func(a, b Estimate) int { return cmp.Compare(a.Value, b.Value) },
				),
			}
		},
		// the largest difference, paired, of two values at words of a list
		"gap": gap,
		// the largest at a word of a list, which is noted; by how much one is above another, paired
		// at the same word
		"peak":  peak,
		"ahead": ahead,

		// of the numbers of all runs: the largest, the least, their median and sum and how many
		// there are; the share that is not 0, in percent
		"top":    ofNumbers(floats.Max),
		"bottom": ofNumbers(floats.Min),
		"summed": ofNumbers(floats.Sum),
		"median": ofNumbers(func(all []float64) float64 {
			return stat.Quantile(0.5, stat.Empirical, slices.Sorted(slices.Values(all)), nil)
		}),
		"count": ofNumbers(func(all []float64) float64 { return float64(len(all)) }),
		"share": func(c call) value {
			return ofAll(c.all(), func(all []float64) Estimate {
				return Share(
					Number(all, func(v float64) bool { return v != 0 }),
					len(all),
				).Scaled(100)
			})
		},

		// between(x, low, high) has the value of x, the lower end of low, by default of x, and the
		// upper one of high
		"between": func(c call) value {
			of := c.arg(0)
			m := of.estimate()
			low := c.arg(len(c.args) - 2).estimate()
			high := c.arg(len(c.args) - 1).estimate()
			m.Low = low.Low
			m.High = high.High
			m.known = m.known && low.known && high.known
			m.reason = cmp.Or(m.reason, low.reason, high.reason)
			return value{Estimate: m, of: of.n()}
		},
		// exact(when, x) has no interval where a number of when is not 0; doubted("reason", when,
		// x) has one without ends then, or_more one without an upper end, or_less one without a
		// lower end
		"exact": ofLast(func(c call, v value) Estimate {
			m := v.estimate()
			if c.any(0) {
				m.Low = m.Value
				m.High = m.Value
			}
			return m
		}),
		"doubted": open(math.Inf(-1), math.Inf(1)),
		"or_more": open(0, math.Inf(1)),
		"or_less": open(math.Inf(-1), 0),
		// needs(40, "run", x) has no interval where x is of fewer
		"needs": ofLast(func(c call, v value) Estimate {
			m := v.estimate()
			least := int(c.arg(0).Value)
			seen := v.n()
			if m.known && seen < least {
				return m.Doubted(
					fmt.Sprintf(
						"%s, the rule needs %d",
						format.Count(seen, words(c.args[1])[0]),
						least,
					),
				)
			}
			return m
		}),
		// lacking("reason", x) says why x is not known
		"lacking": func(c call) value {
			v := c.arg(1)
			if !v.estimate().known {
				v = value{Estimate: Unknown(quoted(c.args[0]))}
			}
			return v
		},
		"noted": ofLast(noted),
	}
}

// most returns the largest number.
var most = slices.Max[[]float64]

// alone returns a function of the only one of some numbers.
func alone(f func(float64) float64) func([]float64) float64 {
	return func(v []float64) float64 { return f(v[0]) }
}

// ofRun is a function of the numbers of each run.
func ofRun(f func([]float64) float64) function {
	return func(c call) value { return each(c.all(), f) }
}

// ofLast is an estimate of the last argument.
func ofLast(f func(call, value) Estimate) function {
	return func(c call) value {
		v := c.arg(len(c.args) - 1)
		return value{Estimate: f(c, v), of: v.n()}
	}
}

// ofEstimates is a function of estimates: of their values, and of their ends.
func ofEstimates(f func([]float64) float64) function {
	return func(c call) value {
		all := c.all()
		return value{
			Estimate: Extreme(lists.Each(all, value.estimate), f),
			of:       slices.Max(lists.Each(all, value.n)),
		}
	}
}

// alike has the numbers of both values by turns.
func alike(v []float64) float64 {
	var both [2][]float64
	for i, one := range v {
		both[i%2] = append(both[i%2], one)
	}
	return Truth(slices.Equal(ranks(both[0]), ranks(both[1])))
}

// ranks returns the number of smaller values of each value.
func ranks(values []float64) []int {
	return lists.Each(values, func(v float64) int {
		return Number(values, func(w float64) bool { return w < v })
	})
}

func mean(all []value) value {
	of := func(v []float64) float64 { return stat.Mean(v, nil) }
	if slices.ContainsFunc(all, func(v value) bool { return v.known && !v.single() }) {
		return value{Estimate: Extreme(lists.Each(all, value.estimate), of)}
	}
	return each(all, of)
}

func ends(all []value) [2]value {
	if len(all) < 2 &&
		// A list without words has one, which says why.
		!slices.ContainsFunc(all, value.missing) {
		return [2]value{}
	}
	return [2]value{all[0], all[len(all)-1]}
}

// ratio returns the sum of values over the sum of weights, over the runs that have both. Weights
// are above 0. The number of a run is that whose mean has the value and the interval of the ratio:
// its residuals are value - ratio * weight (Cochran 1977, section 2.11), over the mean weight. So
// means of ratios are paired by the runs.
func ratio(a, b value) value {
	if a.runs == nil || b.runs == nil {
		return join(token.QUO, a, b)
	}
	both := each([]value{a, b}, func([]float64) float64 { return 1 })
	weight := Mean(join(token.MUL, b, both).numbers()).Value
	of := Mean(join(token.MUL, a, both).numbers()).Value / weight
	return each([]value{a, b}, func(v []float64) float64 { return of + (v[0]-of*v[1])/weight })
}

// rare returns the mean of counts of rare events. The interval is that of Garwood (1936) for the
// mean of a Poisson distribution: it tells how many there may be where none was seen.
func rare(_ call, v value) Estimate {
	counts := v.numbers()
	if len(counts) == 0 {
		return v.Estimate
	}
	sum := floats.Sum(counts)
	n := float64(len(counts))
	const tail = (1 - Confidence) / 2
	low := 0.0
	if sum > 0 {
		low = distuv.Gamma{Alpha: sum, Beta: 1}.Quantile(tail)
	}
	return Between(sum/n, low/n, distuv.Gamma{Alpha: sum + 1, Beta: 1}.Quantile(1-tail)/n)
}

func width(_ call, v value) Estimate {
	mean, half := Interval(v.numbers(), 0.95)
	if math.IsNaN(half) {
		return Unknown("there is no interval of one experiment")
	}
	return Exact(100 * half / mean)
}

func gap(c call) value {
	var estimates []Estimate
	all := c.all()
	for _, a := range all {
		for _, b := range all {
			estimates = append(estimates, join(token.SUB, a, b).estimate())
		}
	}
	return value{Estimate: Extreme(estimates, most)}
}

func peak(c call) value {
	among, _ := c.list(c.args[0])
	all := c.all()
	estimates := lists.Each(all, value.estimate)
	v := value{Estimate: Extreme(estimates, most)}
	if v.known {
		i := slices.IndexFunc(estimates, func(one Estimate) bool { return one.Value == v.Value })
		v.peak = all[i].runs
		v.place = among[i]
		if v.place != "1" {
			v.note = fmt.Sprintf(" at %s %s", c.dimensions[v.place], v.place)
		}
	}
	return v
}

func ahead(c call) value {
	a := c.arg(0)
	b := c.arg(1)
	if a.known && b.known && a.place == b.place && a.peak != nil {
		return join(token.SUB, value{runs: a.peak}, value{runs: b.peak})
	}
	return value{Estimate: a.Minus(b.Estimate)}
}

// ofAll returns an estimate of the numbers of all runs of some values; without any it is not known.
func ofAll(values []value, f func([]float64) Estimate) value {
	var all []float64
	for _, v := range values {
		all = append(all, v.all()...)
	}
	if len(all) == 0 {
		return value{
			Estimate: Extreme(lists.Each(values, value.estimate), most),
		} // not known, for a reason
	}
	return value{Estimate: f(all), of: len(all)}
}

func ofNumbers(f func([]float64) float64) function {
	return func(c call) value {
		return ofAll(c.all(), func(all []float64) Estimate { return Exact(f(all)) })
	}
}

// any reports whether a number of an argument is not 0.
func (c call) any(i int) bool {
	v := c.arg(i)
	return v.Value != 0 ||
		slices.ContainsFunc(v.numbers(), func(n float64) bool { return n != 0 })
}

// open replaces the ends of an interval by those that are not 0, for a reason.
func open(low, high float64) function {
	return ofLast(func(c call, v value) Estimate {
		m := v.estimate()
		if m.known && c.any(1) {
			m.Low, m.High, m.reason = cmp.Or(low, m.Low), cmp.Or(high, m.High), quoted(c.args[0])
		}
		return m
	})
}

// noted("text", n, x) writes a text behind x, unless n is 0. In the text n stands in the place of
// "$", or with its unit in that of "$step". More numbers may follow n.
func noted(c call, v value) Estimate {
	m := v.estimate()
	note := quoted(c.args[0])
	for i := 1; i < len(c.args)-1; i++ {
		n := c.arg(i).estimate().Value
		if i == 1 && n == 0 {
			return m
		}
		before, after, named := strings.Cut(note, "$")
		if !named {
			break
		}
		rest := strings.TrimLeftFunc(after, unicode.IsLetter)
		if unit := strings.TrimSuffix(after, rest); unit != "" {
			note = before + format.Count(int64(n), unit) + rest
		} else {
			note = before + format.Whole(n) + rest
		}
	}
	m.note = note
	return m
}
