package streit2002

import (
	"math"
	"slices"

	"github.com/optgap/optgap/bench/internal/papers/statement"
	"github.com/optgap/optgap/heuristics/dynp"
)

// figures2And3 has the claims about deciders and quality metrics.
func (s set) figures2And3() []entry {
	art, ms, simple := dynPName(advanced, dynp.ART), dynPName(advanced, dynp.MS), dynPName("dynp-simple", dynp.ARTwW)
	bySlowdown := ratio("", least, 1, onAverage(slowdown60, over(best, simple)))
	if s == "ctc" {
		bySlowdown.low, bySlowdown.high = 1, most
	}
	gains := map[set]float64{"pc2": 30, "kth": 20, "ctc": 0}[s]
	return slices.Concat(at("section 5.2, Figure 2",
		s.figure("5.2-50", "the qualities ART and ARTwW give better results than MS", "better",
			"response time of the advanced decider over that with MS, mean over the factors: below 1", "",
			ratio("ART", least, 1, onAverage(artww, over(art, ms))), ratio("ARTwW", least, 1, onAverage(artww, over(best, ms)))),
		s.figure("5.2-51", "MS better improves the utilization", "better",
			"utilization with MS is above that with ARTwW (advanced), mean over the factors", "",
			percent("", 0, most, onAverage(utilization, func(v metricOf) float64 { return v(ms) - v(best) }))),
		s.figure("5.2-52", "with ARTwW the advanced decider is mostly superior to the simple one", "mostly",
			"it has the lower response time at more than half of the factors", "",
			percent("", 50, most, onAverage(artww, leastOf(best, []string{simple})))),
		s.only("ctc kth pc2", s.figure("5.2-53", "it is 30 % better for PC2_syn, 20 % for KTH_syn, alike for CTC_syn",
			map[set]string{"pc2": "30 %", "kth": "20 %", "ctc": "not much different"}[s],
			"mean gain of the response time over the factors", "10 points",
			percent("", gains-10, gains+10, onAverage(artww, func(v metricOf) float64 { return 1 - v(best)/v(simple) })))),
	), at("section 5.2, Figure 3",
		s.figure("5.2-54", "only for CTC_syn the simple decider is better by slowdown",
			map[set]string{"ctc": "simple", "pc2": "advanced"}[s],
			"SLDwW_60, advanced over simple, mean over the factors: below 1, but above 1 for CTC_syn", "", bySlowdown),
		s.only("pc2", s.figure("5.2-55", "for PC2_syn the difference by slowdown grows for small factors", "grows",
			"simple over advanced, at the smallest factor over the same at the largest: above 1", "",
			growth("", slowdown60, over(simple, best)))),
		s.only("pc2", s.figure("5.2-56", "for PC2_syn the slowdown is almost constant over a wide range of factors",
			"almost constant", "largest over least slowdown of the advanced decider, over the larger half of the factors",
			"25 %", ratio("", least, 1.25, constancy))),
		s.only("pc2", s.tenTimes()),
	))
}

// constancy returns the largest over the least slowdown of the advanced decider, over the larger
// half of the factors.
func constancy(n *Numbers) float64 {
	f := n.factors()
	low, high := math.Inf(1), 0.0
	for _, factor := range f[:(len(f)+1)/2] {
		v := n.metric(slowdown60, factor)(best)
		low, high = min(low, v), max(high, v)
	}
	return high / low
}

// tenTimes compares the slowdowns of two traces. The sets are paired by their seeds.
func (s set) tenTimes() entry {
	mean := onAverage(slowdown60, func(v metricOf) (sum float64) {
		for _, name := range deciderNames() {
			sum += v(name)
		}
		return sum
	})
	e := s.figure("5.2-57", "PC2_syn has ten times the slowdowns of CTC_syn", "10 times",
		"mean over factors and schedulers of Figure 3, PC2 over CTC; both traces are needed", "factor 2",
		ratio("", 5, 20, func(n *Numbers) float64 { return mean(n) / mean(n.CTC) }))
	judge := e.Judge
	e.Judge = func(d Data) statement.Finding {
		if len(d.Numbers) == 0 || d.Numbers[0].CTC == nil {
			return statement.Missing("a trace of CTC is needed too")
		}
		return judge(d)
	}
	return e
}

// figures4And5 has the claims about self-tuning dynP, single policies and basic dynP.
func (s set) figures4And5() []entry {
	const four, five, wide = "section 5.2, Figure 4", "section 5.2, Figure 5", "over a wide range"
	return slices.Concat(at(four,
		s.figure("5.2-60", "SJF has the lowest response time of all five schedulers", wide,
			"at more than half of the factors", "", percent("", 50, most, onAverage(artww, leastOf(sjf, compared())))),
	), at(five,
		s.figure("5.2-61", "SJF has the lowest slowdown of all five schedulers", wide,
			"SLDwW_60, at more than half of the factors", "",
			percent("", 50, most, onAverage(slowdown60, leastOf(sjf, compared())))),
	), at(four,
		s.figure("5.2-62", "basic dynP with the old bounds performs bad", "bad",
			"its response time over that of the advanced decider, mean over the factors: above 1", "",
			ratio("", 1, most, onAverage(artww, over(basic, best)))),
		s.follows("5.2-63", "response time", artww),
	), at(five,
		s.follows("5.2-64", "slowdown", slowdown60),
	), at(four,
		unjudged("5.2-65", "why the advanced decider cannot follow for CTC_syn is unexplainable", "no numbers"),
	))
}

// follows judges the words of the text about the curve of the advanced decider. They are about the
// response time as well as the slowdown.
func (s set) follows(id, what string, metric func(run) float64) entry {
	switch s {
	case "pc2":
		return s.figure(id, "the advanced decider has a similar "+what+" as SJF, but cannot outperform it", "similar to SJF",
			"over that of SJF, mean over the factors: 1 or more", "25 %", ratio("", 1, 1.25, onAverage(metric, over(best, sjf))))
	case "ctc":
		return s.figure(id, "below factor 0.9 the advanced decider cannot compete with FCFS in "+what+", and reaches LJF",
			"drops to LJF", "at the smallest factor it is above that of FCFS, and that of LJF or more", "10 % below LJF",
			ratio("over FCFS", 1, most, atSmallest(metric, over(best, fcfs))),
			ratio("over LJF", 0.9, most, atSmallest(metric, over(best, ljf))))
	}
	return s.figure(id, "the advanced decider generally follows FCFS in "+what, "follows FCFS",
		"over that of FCFS, mean over the factors: 1", "25 %", ratio("", 0.75, 1.25, onAverage(metric, over(best, fcfs))))
}

// figures6To8 has the claims about perfect estimates, slowdowns and utilization.
func (s set) figures6To8() []entry {
	worth := over(sjf, sjf+perfect)
	seconds := func(label, name string, factor, printed float64) check {
		return check{name: label, low: 0.9 * printed, high: 1.1 * printed, unit: "s", of: func(n *Numbers) float64 {
			return n.metric(artww, factor)(name)
		}}
	}
	spread := func(v metricOf) float64 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, name := range compared() {
			low, high = min(low, v(name)), max(high, v(name))
		}
		return high - low
	}
	first, then := atEnds(utilization, spread)
	return slices.Concat(at("section 5.2, Figure 6",
		s.figure("5.2-70", "perfect estimates gain the advanced decider a little", "small",
			"its response time over that with the given estimates, mean over the factors: below 1", "20 %",
			ratio("", 0.8, 1, onAverage(artww, over(best+perfect, best)))),
		s.figure("5.2-71", "with perfect estimates SJF is still the best choice", "best",
			"it has the lowest response time at more than half of the factors", "",
			percent("", 50, most, onAverage(artww, leastOf(sjf+perfect, known())))),
		s.figure("5.2-72", "with perfect estimates self-tuning comes close to SJF", "close",
			"its response time over that of SJF, mean over the factors", "25 %",
			ratio("", least, 1.25, onAverage(artww, over(best+perfect, sjf+perfect)))),
		s.figure("5.2-73", "good estimates become more important at a higher load", "more",
			"SJF over SJF with perfect estimates, at the smallest factor over the same at the largest: above 1", "",
			growth("", artww, worth)),
		s.only("ctc", s.figure("5.2-74", "SJF, CTC_syn, factor 0.7: 145,212 s, with perfect estimates 102,725 s",
			"145,212 s, 102,725 s", "the response times are the printed ones", "10 %",
			seconds("given", sjf, 0.7, 145_212), seconds("perfect", sjf+perfect, 0.7, 102_725),
			seconds("factor 1", sjf, 1, 20_000))),
		s.only("pc2", s.figure("5.2-75", "for PC2_syn the difference is even bigger than for CTC_syn", "bigger",
			"SJF over SJF with perfect estimates at the smallest factor: above the 1.41 of CTC_syn", "",
			ratio("", 145_212.0/102_725, most, atSmallest(artww, worth)))),
	), at("section 5.2",
		printing("almost 50 %", claim("5.2-80", "almost half of the jobs run for 5 minutes or less", "their share is 50 %",
			"10 points", percent("", 40, 60, timed("run time up to 5 min")))),
	), at("section 5.2, Figure 7",
		s.figure("5.2-81", "a bound of 300 s instead of 60 s does not change the ranking", "no influence",
			"SLDwW_300 ranks all five as SLDwW_60 at more than half of the factors", "",
			percent("", 50, most, rankedAlike(slowdown60, slowdown300))),
		s.figure("5.2-82", "the slowdowns are smaller with the bound of 300 s", "smaller",
			"SLDwW_300 over SLDwW_60 of the advanced decider, mean over the factors", "",
			ratio("", least, 1, per(onAverage(slowdown300, its(best)), onAverage(slowdown60, its(best))))),
	), at("section 5.2, Figure 8",
		s.figure("5.2-90", "below saturation utilizations are similar, then they differ", "similar",
			"highest less lowest at the largest factor; at the smallest factor it is more", "3 points",
			percent("first", least, 3, first),
			percent("then more by", 0, most, func(n *Numbers) float64 { return then(n) - first(n) })),
		s.figure("5.2-91", "LJF has the highest utilization in the saturated state", "highest",
			"less the highest of the other four at the smallest factor: 0 or more", "0.5 points",
			percent("", -0.5, most, atSmallest(utilization, func(v metricOf) float64 {
				return v(ljf) - max(v(best), v(fcfs), v(sjf), v(basic))
			}))),
		s.figure("5.2-92", "it reaches 95 % and more", "95 %", "at the smallest factor", "",
			percent("", 95, most, atSmallest(utilization, its(ljf)))),
	))
}
