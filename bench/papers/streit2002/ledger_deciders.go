package streit2002

import (
	"math"
)

// The first columns of Table 4 for each quality metric. The advanced decider follows the simple one.
const simpleARTwW, simpleART, simpleMS = 0, 2, 4

// metricColumns are they with the names of the metrics.
var metricColumns = []struct {
	name   string
	column int
}{{"ARTwW", simpleARTwW}, {"ART", simpleART}, {"MS", simpleMS}}

// perMetric returns a check for each quality metric.
func perMetric(make func(name string, column int) check) (checks []check) {
	for _, m := range metricColumns {
		checks = append(checks, make(m.name, m.column))
	}
	return checks
}

const atTable4 = "section 5.2, Table 4"

// responses returns the claims about the response times of Table 4.
func responses(set string) []entry {
	return []entry{
		numbers(set, "5.2-1", atTable4, "the six response times", "10 %", by(0.1), columns4(func(c Table4Column) float64 {
			return c.ARTwW
		}, 0, 1)...),
		numbers(set, "5.2-2", atTable4, "the six utilizations, in percent", "2 points", plus(2),
			columns4(func(c Table4Column) float64 { return c.Util }, 2, 1)...),
		numbers(set, "5.2-3", atTable4, "the six losses of capacity, in percent", "2 points", plus(0.02),
			columns4(func(c Table4Column) float64 { return c.LOC }, 2, 100)...),
		numbers(set, "5.2-4", atTable4, "the 18 shares of jobs started with a policy, in percent", "5 points", plus(0.05),
			shares4()...),
		about(set, []string{"sdsc"}, false, entry{
			ID: "5.2-5", Where: atTable4, Text: "the response times of SDSC_syn are almost the same, and almost no job waits",
			Rule: "the largest is at most 5 % above the least, and no loss of capacity exceeds 1 %",
			Judge: judged(
				ratio("largest over least", least, 1.05, spread4(func(c Table4Column) float64 { return c.ARTwW })),
				percent("loss", least, 1, largest4(func(c Table4Column) float64 { return c.LOC }))),
		}),
		better(set),
		mostGain(set),
		{
			ID: "5.2-8", Where: atTable4,
			Text: "with ARTwW and ART response time gains more than utilization",
			Rule: "the relative gain of the response time is the larger one", Printed: "more",
			Judge: judged(overUtilization("ARTwW", simpleARTwW), overUtilization("ART", simpleART)),
		},
		{
			ID: "5.2-9", Where: atTable4, Text: "with MS the advanced decider hardly improves the utilization",
			Rule:  "it is at most 1 point above that of the simple one",
			Judge: judged(points("", least, 1, moreUtil(simpleMS))),
		},
		bestQuality(set),
	}
}

// columns4 returns a check of each column of Table 4.
func columns4(of func(Table4Column) float64, digits int, scale float64) (checks []check) {
	for k, name := range []string{
		"simple ARTwW", "advanced ARTwW", "simple ART", "advanced ART", "simple MS", "advanced MS",
	} {
		checks = append(checks, check{
			name: name, of: func(n *Numbers) float64 { return of(n.Table4[k]) }, digits: digits, scale: scale,
		})
	}
	return checks
}

// shares4 returns a check of each share of Table 4.
func shares4() (checks []check) {
	for _, policy := range []string{"SJF", "FCFS", "LJF"} {
		for k, c := range columns4(nil, 1, 100) {
			c.name += " " + policy
			c.of = started(k, policy)
			checks = append(checks, c)
		}
	}
	return checks
}

func largest4(of func(Table4Column) float64) func(*Numbers) float64 {
	return func(n *Numbers) float64 {
		largest := math.Inf(-1)
		for _, c := range n.Table4 {
			largest = max(largest, of(c))
		}
		return largest
	}
}

func spread4(of func(Table4Column) float64) func(*Numbers) float64 {
	return func(n *Numbers) float64 {
		return -largest4(of)(n) / largest4(func(c Table4Column) float64 { return -of(c) })(n)
	}
}

// better judges that the advanced decider is better than the simple one. The text has an exception.
func better(set string) entry {
	const tolerance = 0.5 // percent
	checks := perMetric(func(name string, column int) check {
		return percent(name, -tolerance, most, gain(column))
	})
	rule := "its response time is the lower one with each quality"
	if set == "sdsc" {
		checks, rule = checks[:2], rule+"; for SDSC_syn with ARTwW and ART"
	}
	return entry{
		ID: "5.2-6", Where: atTable4, Text: "the advanced decider is almost always better than the simple one",
		Rule: rule, Tolerance: "0.5 %", Judge: judged(checks...),
	}
}

// mostGain judges the largest gain. It is of KTH_syn; that of another set is lower.
func mostGain(set string) entry {
	const printed, tolerance = 30.74, 5
	e := entry{
		ID: "5.2-7", Where: atTable4 + ", section 6", Text: "the largest benefit is 30.74 %, of KTH_syn with ARTwW",
		Rule: "the largest gain of the three qualities is at most 30.74 %; for KTH_syn it is 30.74 %", Tolerance: "5 points",
	}
	low := least
	if set == "kth" {
		low = printed - tolerance
	}
	e.Judge = judged(percent("", low, printed+tolerance, func(n *Numbers) float64 {
		return max(gain(simpleARTwW)(n), gain(simpleART)(n), gain(simpleMS)(n))
	}))
	return e
}

// overUtilization compares the relative gains of response time and utilization.
func overUtilization(name string, column int) check {
	return percent(name, 0, most, func(n *Numbers) float64 {
		return gain(column)(n) - (n.Table4[column+1].Util/n.Table4[column].Util - 1)
	})
}

// bestQuality judges which quality gives the least response time of the advanced decider.
func bestQuality(set string) entry {
	over := func(other int) func(*Numbers) float64 {
		return func(n *Numbers) float64 { return n.Table4[simpleARTwW+1].ARTwW / n.Table4[other+1].ARTwW }
	}
	e := entry{
		ID: "5.2-10", Where: atTable4, Text: "ARTwW is the best quality; for CTC_syn ART is slightly better",
		Rule:  "the response time with ARTwW is below those with ART and MS; for CTC_syn up to 5 % above that with ART",
		Judge: judged(ratio("ART", least, 1, over(simpleART)), ratio("MS", least, 1, over(simpleMS))),
	}
	if set == "ctc" {
		e.Judge = judged(ratio("ART", 1, 1.05, over(simpleART)), ratio("MS", least, 1, over(simpleMS)))
	}
	return about(set, []string{"ctc", "kth", "pc2"}, true, e)
}

// starts returns the claims about the policies that start jobs.
func starts(set string) []entry {
	three := []string{"ctc", "kth", "pc2"}
	advancedWith := func(low, high float64, policy string) []check {
		return []check{
			percent("ARTwW", low, high, started(simpleARTwW+1, policy)),
			percent("ART", low, high, started(simpleART+1, policy)),
		}
	}
	return []entry{
		{
			ID: "5.2-11", Where: atTable4, Text: "the simple decider favours FCFS, whatever the quality",
			Rule: "it starts more jobs with FCFS than with each other policy: the difference in percent of the jobs",
			Judge: judged(perMetric(func(name string, column int) check {
				return percent(name, 0, most, func(n *Numbers) float64 {
					return started(column, fcfs)(n) - max(started(column, sjf)(n), started(column, ljf)(n))
				})
			})...),
		},
		{
			ID: "5.2-12", Where: atTable4, Text: "with MS the advanced decider starts over about 7000 jobs with LJF",
			Rule: "70 % of the jobs or more", Tolerance: "2 points",
			Judge: judged(percent("", 68, most, started(simpleMS+1, ljf))),
		},
		about(set, three, true, entry{
			ID: "5.2-13", Where: atTable4, Text: "with ARTwW and ART only 750 to 1350 jobs start with FCFS",
			Rule: "7.5 to 13.5 % of the jobs", Tolerance: "1 point", Judge: judged(advancedWith(6.5, 14.5, "FCFS")...),
		}),
		about(set, three, true, entry{
			ID: "5.2-14", Where: atTable4, Text: "with ARTwW and ART about two thirds of the jobs start with SJF",
			Rule: "66.7 % of the jobs", Tolerance: "13 points", Judge: judged(advancedWith(53.7, 79.7, "SJF")...),
		}),
		unjudged("5.2-15", atTable4, "the advanced decider favours no policy, and really reacts on job set characteristics",
			"no measure of it"),
		{
			ID: "5.2-16", Where: atTable4, Text: "the numbers of started jobs add up to the jobs of the set",
			Rule: "their sum over the three policies is the number of jobs, in each column", Tolerance: "5 jobs",
			Judge: judged(jobsAddUp()...),
		},
	}
}

// jobsAddUp compares the started jobs of each column with the jobs of the set.
func jobsAddUp() []check {
	checks := columns4(func(c Table4Column) float64 { return 0 }, 0, 1)
	for k := range checks {
		checks[k].low, checks[k].high = -5, 5
		checks[k].of = func(n *Numbers) float64 {
			c := n.Table4[k]
			return float64(c.SJF + c.FCFS + c.LJF - n.Jobs)
		}
	}
	return checks
}

// owners returns the claims about utilization and loss of capacity in Table 4.
func owners(set string) []entry {
	low, high := 0.0, most
	if set == "kth" {
		low, high = least, 0
	}
	return []entry{{
		ID: "5.2-17", Where: atTable4, Text: "but for KTH_syn the advanced decider is better for owners too",
		Rule: "with each quality its utilization is not below that of the simple decider; for KTH_syn not above it",
		Judge: judged(perMetric(func(name string, column int) check {
			return points(name, low, high, moreUtil(column))
		})...),
	}}
}
