package streit2002

import (
	"math"

	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// qualities returns the claims about Figures 2 and 3.
func qualities(set string) []entry {
	const two, three = "section 5.2, Figure 2", "section 5.2, Figure 3"
	with := func(m dynp.Metric) string { return dynPName(advanced, m) }
	simple := dynPName("dynp-simple", dynp.ARTwW)
	return []entry{
		{
			ID: "5.2-50", Where: two, Text: "the qualities ART and ARTwW give better results than MS", Printed: "better",
			Rule: "response time of the advanced decider over that with MS, mean over the factors: below 1",
			Judge: fromFigures(set, ratio("ART", least, 1, onAverage(artww, over(with(dynp.ART), with(dynp.MS)))),
				ratio("ARTwW", least, 1, onAverage(artww, over(best, with(dynp.MS))))),
		},
		{
			ID: "5.2-51", Where: two, Text: "MS better improves the utilization", Printed: "better",
			Rule: "utilization with MS is above that with ARTwW (advanced), mean over the factors",
			Judge: fromFigures(set, percent("", 0, most, onAverage(utilization, func(v metricOf) float64 {
				return v(with(dynp.MS)) - v(best)
			}))),
		},
		{
			ID: "5.2-52", Where: two, Text: "with ARTwW the advanced decider is mostly superior to the simple one",
			Printed: "mostly",
			Rule:    "it has the lower response time at more than half of the factors",
			Judge:   fromFigures(set, percent("", 50, most, onAverage(artww, leastOf(best, []string{simple})))),
		},
		closeTo(set, simple),
		slowdownOrder(set, simple),
		about(set, []string{"pc2"}, false, entry{
			ID: "5.2-55", Where: three, Text: "for PC2_syn the difference by slowdown grows for small factors", Printed: "grows",
			Rule:  "simple over advanced, at the smallest factor over the same at the largest: above 1",
			Judge: fromFigures(set, growth("", slowdown60, over(simple, best))),
		}),
		about(set, []string{"pc2"}, false, entry{
			ID: "5.2-56", Where: three, Text: "for PC2_syn the slowdown is almost constant over a wide range of factors",
			Printed: "almost constant", Tolerance: "25 %",
			Rule:  "largest over least slowdown of the advanced decider, over the larger half of the factors",
			Judge: fromFigures(set, ratio("", least, 1.25, constancy)),
		}),
		about(set, []string{"pc2"}, false, entry{
			ID: "5.2-57", Where: three, Text: "PC2_syn has ten times the slowdowns of CTC_syn", Printed: "10 times",
			Tolerance: "factor 2",
			Rule:      "mean over factors and schedulers of Figure 3, PC2 over CTC; both traces are needed", Judge: tenTimes,
		}),
	}
}

// closeTo judges the gain of the advanced decider in Figure 2.
func closeTo(set, simple string) entry {
	const tolerance = 10
	printed := map[string]float64{"pc2": 30, "kth": 20, "ctc": 0}
	low, high := plus(tolerance)(printed[set])
	return about(set, []string{"ctc", "kth", "pc2"}, false, entry{
		ID: "5.2-53", Where: "section 5.2, Figure 2", Tolerance: "10 points",
		Text:    "it is 30 % better for PC2_syn, 20 % for KTH_syn, alike for CTC_syn",
		Printed: map[string]string{"pc2": "30 %", "kth": "20 %", "ctc": "not much different"}[set],
		Rule:    "mean gain of the response time over the factors",
		Judge: fromFigures(set, percent("", low, high, onAverage(artww, func(v metricOf) float64 {
			return 1 - v(best)/v(simple)
		}))),
	})
}

// slowdownOrder judges which decider has the lower slowdown.
func slowdownOrder(set, simple string) entry {
	c := ratio("", least, 1, onAverage(slowdown60, over(best, simple)))
	if set == "ctc" {
		c.low, c.high = 1, most
	}
	return entry{
		ID: "5.2-54", Where: "section 5.2, Figure 3", Judge: fromFigures(set, c),
		Text:    "only for CTC_syn the simple decider is better by slowdown",
		Printed: map[string]string{"ctc": "simple", "pc2": "advanced"}[set],
		Rule:    "SLDwW_60, advanced over simple, mean over the factors: below 1, but above 1 for CTC_syn",
	}
}

// constancy returns the largest over the least slowdown of the advanced decider, over the larger
// half of the factors.
func constancy(n *Numbers) float64 {
	f := n.factors()
	low, high := math.Inf(1), 0.0
	for _, factor := range f[:(len(f)+1)/2] {
		r := n.at(best, factor)
		if r == nil {
			return math.NaN()
		}
		low, high = min(low, slowdown60(r)), max(high, slowdown60(r))
	}
	return high / low
}

// tenTimes compares the slowdowns of two traces. The sets are paired by their seeds.
func tenTimes(d Data) statement.Finding {
	if len(d.CTC) == 0 || len(d.Numbers) == 0 {
		return statement.Missing("a trace of CTC is needed too")
	}
	mean := func(n *Numbers) float64 {
		return onAverage(slowdown60, func(v metricOf) float64 {
			sum := 0.0
			for _, name := range deciderNames() {
				sum += v(name)
			}
			return sum
		})(n)
	}
	return fromFigures("pc2", ratio("", 5, 20, func(n *Numbers) float64 {
		k := 0
		for n != &d.Numbers[k] {
			k++
		}
		return mean(n) / mean(&d.CTC[min(k, len(d.CTC)-1)])
	}))(d)
}

// comparisons returns the claims about Figure 4 and 5.
func comparisons(set string) []entry {
	const four, five = "section 5.2, Figure 4", "section 5.2, Figure 5"
	const wide = "over a wide range"
	return []entry{
		{
			ID: "5.2-60", Where: four, Text: "SJF has the lowest response time of all five schedulers", Printed: wide,
			Rule:  "at more than half of the factors",
			Judge: fromFigures(set, percent("", 50, most, onAverage(artww, leastOf(sjf, compared())))),
		},
		{
			ID: "5.2-61", Where: five, Text: "SJF has the lowest slowdown of all five schedulers", Printed: wide,
			Rule:  "SLDwW_60, at more than half of the factors",
			Judge: fromFigures(set, percent("", 50, most, onAverage(slowdown60, leastOf(sjf, compared())))),
		},
		{
			ID: "5.2-62", Where: four, Text: "basic dynP with the old bounds performs bad", Printed: "bad",
			Rule:  "its response time over that of the advanced decider, mean over the factors: above 1",
			Judge: fromFigures(set, ratio("", 1, most, onAverage(artww, over(basic, best)))),
		},
		follows(set, "5.2-63", four, "response time", artww),
		follows(set, "5.2-64", five, "slowdown", slowdown60),
		unjudged("5.2-65", four, "why the advanced decider cannot follow for CTC_syn is unexplainable", "no numbers"),
	}
}

// follows judges the words of the text about the curve of the advanced decider. They are about the
// response time as well as the slowdown.
func follows(set, id, where, what string, metric func(run) float64) entry {
	e := entry{ID: id, Where: where}
	switch set {
	case "pc2":
		e.Text = "the advanced decider has a similar " + what + " as SJF, but cannot outperform it"
		e.Rule, e.Tolerance, e.Printed = "over that of SJF, mean over the factors: 1 or more", "25 %", "similar to SJF"
		e.Judge = fromFigures(set, ratio("", 1, 1.25, onAverage(metric, over(best, sjf))))
	case "ctc":
		e.Text = "below factor 0.9 the advanced decider cannot compete with FCFS in " + what + ", and reaches LJF"
		e.Rule = "at the smallest factor it is above that of FCFS, and that of LJF or more"
		e.Tolerance, e.Printed = "10 % below LJF", "drops to LJF"
		e.Judge = fromFigures(set, ratio("over FCFS", 1, most, atSmallest(metric, over(best, fcfs))),
			ratio("over LJF", 0.9, most, atSmallest(metric, over(best, ljf))))
	default:
		e.Text = "the advanced decider generally follows FCFS in " + what
		e.Rule, e.Tolerance, e.Printed = "over that of FCFS, mean over the factors: 1", "25 %", "follows FCFS"
		e.Judge = fromFigures(set, ratio("", 0.75, 1.25, onAverage(metric, over(best, fcfs))))
	}
	return e
}

// foreknown returns the claims about Figure 6.
func foreknown(set string) []entry {
	const six = "section 5.2, Figure 6"
	worth := over(sjf, sjf+perfect)
	return []entry{
		{
			ID: "5.2-70", Where: six, Text: "perfect estimates gain the advanced decider a little", Printed: "small",
			Tolerance: "20 %", Rule: "its response time over that with the given estimates, mean over the factors: below 1",
			Judge: fromFigures(set, ratio("", 0.8, 1, onAverage(artww, over(best+perfect, best)))),
		},
		{
			ID: "5.2-71", Where: six, Text: "with perfect estimates SJF is still the best choice", Printed: "best",
			Rule:  "it has the lowest response time at more than half of the factors",
			Judge: fromFigures(set, percent("", 50, most, onAverage(artww, leastOf(sjf+perfect, known())))),
		},
		{
			ID: "5.2-72", Where: six, Text: "with perfect estimates self-tuning comes close to SJF", Printed: "close",
			Tolerance: "25 %", Rule: "its response time over that of SJF, mean over the factors",
			Judge: fromFigures(set, ratio("", least, 1.25, onAverage(artww, over(best+perfect, sjf+perfect)))),
		},
		{
			ID: "5.2-73", Where: six, Text: "good estimates become more important at a higher load", Printed: "more",
			Rule:  "SJF over SJF with perfect estimates, at the smallest factor over the same at the largest: above 1",
			Judge: fromFigures(set, growth("", artww, worth)),
		},
		about(set, []string{"ctc"}, false, entry{
			ID: "5.2-74", Where: six, Text: "SJF, CTC_syn, factor 0.7: 145,212 s, with perfect estimates 102,725 s",
			Printed: "145,212 s, 102,725 s", Tolerance: "10 %", Rule: "the response times are the printed ones",
			Judge: fromFigures(set, seconds("given", sjf, 0.7, 145_212), seconds("perfect", sjf+perfect, 0.7, 102_725),
				seconds("factor 1", sjf, 1, 20_000)),
		}),
		about(set, []string{"pc2"}, false, entry{
			ID: "5.2-75", Where: six, Text: "for PC2_syn the difference is even bigger than for CTC_syn", Printed: "bigger",
			Rule:  "SJF over SJF with perfect estimates at the smallest factor: above the 1.41 of CTC_syn",
			Judge: fromFigures(set, ratio("", 145_212.0/102_725, most, atSmallest(artww, worth))),
		}),
	}
}

// seconds returns a check of a response time that the text has.
func seconds(label, name string, factor, printed float64) check {
	low, high := by(0.1)(printed)
	return check{name: label, low: low, high: high, unit: "s", of: func(n *Numbers) float64 {
		if r := n.at(name, factor); r != nil {
			return r.ARTwW
		}
		return math.NaN()
	}}
}

// slowdowns returns the claims about Figure 7.
func slowdowns(set string) []entry {
	const seven = "section 5.2, Figure 7"
	return []entry{
		{
			ID: "5.2-80", Where: "section 5.2", Text: "almost half of the jobs run for 5 minutes or less",
			Printed:   "almost 50 %",
			Tolerance: "10 points", Rule: "their share is 50 %",
			Judge: judged(percent("", 40, 60, timed(func(t *Times) float64 { return t.Short }))),
		},
		{
			ID: "5.2-81", Where: seven, Text: "a bound of 300 s instead of 60 s does not change the ranking",
			Printed: "no influence", Rule: "SLDwW_300 ranks all five as SLDwW_60 at more than half of the factors",
			Judge: fromFigures(set, percent("", 50, most, rankedAlike(slowdown60, slowdown300))),
		},
		{
			ID: "5.2-82", Where: seven, Text: "the slowdowns are smaller with the bound of 300 s", Printed: "smaller",
			Rule: "SLDwW_300 over SLDwW_60 of the advanced decider, mean over the factors",
			Judge: fromFigures(set, ratio("", least, 1, per(onAverage(slowdown300, its(best)),
				onAverage(slowdown60, its(best))))),
		},
	}
}

// utilisation returns the claims about Figure 8.
func utilisation(set string) []entry {
	const eight = "section 5.2, Figure 8"
	spread := func(v metricOf) float64 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, name := range compared() {
			low, high = min(low, v(name)), max(high, v(name))
		}
		return high - low
	}
	first, then := atEnds(utilization, spread)
	return []entry{
		{
			ID: "5.2-90", Where: eight, Text: "below saturation utilizations are similar, then they differ",
			Printed: "similar", Tolerance: "3 points",
			Rule: "highest less lowest at the largest factor; at the smallest factor it is more",
			Judge: fromFigures(set, percent("first", least, 3, first),
				percent("then more by", 0, most, func(n *Numbers) float64 { return then(n) - first(n) })),
		},
		{
			ID: "5.2-91", Where: eight, Text: "LJF has the highest utilization in the saturated state", Printed: "highest",
			Tolerance: "0.5 points", Rule: "less the highest of the other four at the smallest factor: 0 or more",
			Judge: fromFigures(set, percent("", -0.5, most, atSmallest(utilization, func(v metricOf) float64 {
				return v(ljf) - max(v(best), v(fcfs), v(sjf), v(basic))
			}))),
		},
		{
			ID: "5.2-92", Where: eight, Text: "it reaches 95 % and more", Printed: "95 %", Rule: "at the smallest factor",
			Judge: fromFigures(set, percent("", 95, most, atSmallest(utilization, its(ljf)))),
		},
	}
}
