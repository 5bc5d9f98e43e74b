package streit2002

import "slices"

// The first columns of Table 4 for each quality metric. The advanced decider follows the simple one.
const simpleARTwW, simpleART, simpleMS = 0, 2, 4

// perMetric returns a check for each quality metric.
func perMetric(of func(name string, column int) check) []check {
	return []check{of("ARTwW", simpleARTwW), of("ART", simpleART), of("MS", simpleMS)}
}

// perColumn returns a check of each column of Table 4.
func perColumn(c check, of func(column int) number) (checks []check) {
	for k := range (Numbers{}).Table4 {
		c.of = of(k)
		checks = append(checks, c)
	}
	return checks
}

// table4 has the claims about Table 4.
func (s set) table4() []entry {
	const where = "section 5.2, Table 4"
	return slices.Concat(at(where,
		s.numbers("5.2-1", "the six response times", tolerance{10, "%"}, perColumn(check{}, cell(ARTwW))...),
		s.numbers("5.2-2", "the six utilizations, in percent", tolerance{2, "points"}, perColumn(check{}, cell(Util))...),
		s.numbers("5.2-3", "the six losses of capacity, in percent", tolerance{2, "points"},
			perColumn(check{scale: 100}, cell(LOC))...),
		s.numbers("5.2-4", "the 18 shares of jobs started with a policy, in percent", tolerance{5, "points"}, slices.Concat(
			perColumn(check{scale: 100}, started(BySJF)), perColumn(check{scale: 100}, started(ByFCFS)),
			perColumn(check{scale: 100}, started(ByLJF)))...),
		s.only("sdsc", claim("5.2-5", "the response times of SDSC_syn are almost the same, and almost no job waits",
			"the largest is at most 5 % above the least, and no loss of capacity exceeds 1 %", "",
			ratio("largest over least", least, 1.05, per(among(ARTwW, slices.Max), among(ARTwW, slices.Min))),
			percent("loss", least, 1, among(LOC, slices.Max)))),
		s.better(),
	), at(where+", section 6",
		s.mostGain(),
	), at(where,
		printing("more", claim("5.2-8", "with ARTwW and ART response time gains more than utilization",
			"the relative gain of the response time is the larger one", "",
			perMetric(func(name string, column int) check {
				return percent(name, 0, most, func(n *Numbers) float64 {
					return gain(column)(n) - (n.Table4[column+1][Util]/n.Table4[column][Util] - 1)
				})
			})[:2]...)),
		claim("5.2-9", "with MS the advanced decider hardly improves the utilization",
			"it is at most 1 point above that of the simple one", "", points("", least, 1, moreUtil(simpleMS))),
		s.bestQuality(),
		claim("5.2-11", "the simple decider favours FCFS, whatever the quality",
			"it starts more jobs with FCFS than with each other policy: the difference in percent of the jobs", "",
			perMetric(func(name string, column int) check {
				return percent(name, 0, most, func(n *Numbers) float64 {
					return started(ByFCFS)(column)(n) - max(started(BySJF)(column)(n), started(ByLJF)(column)(n))
				})
			})...),
		claim("5.2-12", "with MS the advanced decider starts over about 7000 jobs with LJF", "70 % of the jobs or more",
			"2 points", percent("", 68, most, started(ByLJF)(simpleMS+1))),
		s.only("ctc kth pc2 none", claim("5.2-13", "with ARTwW and ART only 750 to 1350 jobs start with FCFS",
			"7.5 to 13.5 % of the jobs", "1 point", percent("ARTwW", 6.5, 14.5, started(ByFCFS)(simpleARTwW+1)),
			percent("ART", 6.5, 14.5, started(ByFCFS)(simpleART+1)))),
		s.only("ctc kth pc2 none", claim("5.2-14", "with ARTwW and ART about two thirds of the jobs start with SJF",
			"66.7 % of the jobs", "13 points", percent("ARTwW", 53.7, 79.7, started(BySJF)(simpleARTwW+1)),
			percent("ART", 53.7, 79.7, started(BySJF)(simpleART+1)))),
		unjudged("5.2-15", "the advanced decider favours no policy, and really reacts on job set characteristics",
			"no measure of it"),
		claim("5.2-16", "the numbers of started jobs add up to the jobs of the set",
			"their sum over the three policies is the number of jobs, in each column", "5 jobs",
			perColumn(check{low: -5, high: 5}, func(k int) number {
				return func(n *Numbers) float64 {
					c := n.Table4[k]
					return c[BySJF] + c[ByFCFS] + c[ByLJF] - float64(n.Jobs)
				}
			})...),
		s.owners(),
	))
}

// better judges that the advanced decider is better than the simple one. The text has an exception.
func (s set) better() entry {
	checks := perMetric(func(name string, column int) check { return percent(name, -0.5, most, gain(column)) })
	rule := "its response time is the lower one with each quality"
	if s == "sdsc" {
		checks, rule = checks[:2], rule+"; for SDSC_syn with ARTwW and ART"
	}
	return claim("5.2-6", "the advanced decider is almost always better than the simple one", rule, "0.5 %", checks...)
}

// mostGain judges the largest gain. It is of KTH_syn; that of another set is lower.
func (s set) mostGain() entry {
	c := percent("", least, 30.74+5, func(n *Numbers) float64 {
		return max(gain(simpleARTwW)(n), gain(simpleART)(n), gain(simpleMS)(n))
	})
	if s == "kth" {
		c.low = (30.74 - 5) / 100
	}
	return claim("5.2-7", "the largest benefit is 30.74 %, of KTH_syn with ARTwW",
		"the largest gain of the three qualities is at most 30.74 %; for KTH_syn it is 30.74 %", "5 points", c)
}

// bestQuality judges which quality gives the least response time of the advanced decider.
func (s set) bestQuality() entry {
	over := func(other int) number { return per(cell(ARTwW)(simpleARTwW+1), cell(ARTwW)(other+1)) }
	art := ratio("ART", least, 1, over(simpleART))
	if s == "ctc" {
		art.low, art.high = 1, 1.05
	}
	return s.only("ctc kth pc2 none", claim("5.2-10", "ARTwW is the best quality; for CTC_syn ART is slightly better",
		"the response time with ARTwW is below those with ART and MS; for CTC_syn up to 5 % above that with ART", "",
		art, ratio("MS", least, 1, over(simpleMS))))
}

// owners judges the utilization in Table 4.
func (s set) owners() entry {
	low, high := 0.0, most
	if s == "kth" {
		low, high = least, 0
	}
	return claim("5.2-17", "but for KTH_syn the advanced decider is better for owners too",
		"with each quality its utilization is not below that of the simple decider; for KTH_syn not above it", "",
		perMetric(func(name string, column int) check { return points(name, low, high, moreUtil(column)) })...)
}

// table5 has the claims about Table 5.
func (s set) table5() []entry {
	perSwitch := func(policy, to int) number { // jobs started for each switch
		return func(n *Numbers) float64 { return n.Table4[detailed][policy] / (n.Table5[to] / 100 * n.Table5[Tries]) }
	}
	ten := tolerance{10, "%"}
	return at("section 5.2, Table 5",
		s.numbers("5.2-20", "average run time", ten, check{of: detail(RunTime), unit: "s"}),
		s.numbers("5.2-21", "average wait", ten, check{of: detail(Wait), unit: "s"}),
		s.numbers("5.2-22", "ART", ten, check{of: detail(ART), unit: "s"}),
		s.numbers("5.2-23", "tries of switches per job", ten, check{of: perJob(detail(Tries)), digits: 3}),
		s.numbers("5.2-24", "switches to SJF, FCFS and LJF, and the same policy", tolerance{1, "point"},
			check{of: detail(ToSJF)}, check{of: detail(ToFCFS)}, check{of: detail(ToLJF)}, check{of: detail(Same)}),
		s.numbers("5.2-25", "average backlog", ten, check{of: detail(Backlog), digits: 2}),
		s.waits(),
		claim("5.2-27", "the percentages of the tries add up", "their sum is 100 %", "0.1 points",
			points("", 99.9, 100.1, sum(detail, ToSJF, ToFCFS, ToLJF, Same))),
		claim("5.2-31", "almost all decisions, more than 90 %, keep the policy", "more than 90 % do", "",
			points("", 90, most, detail(Same))),
		claim("5.2-32", "most switches are between SJF and FCFS, a minority to LJF",
			"less than half of the switches are to LJF", "",
			percent("", least, 50, per(detail(ToLJF), sum(detail, ToSJF, ToFCFS, ToLJF)))),
		claim("5.2-33", "most of the jobs are started with SJF", "more than half are", "",
			percent("", 50, most, started(BySJF)(detailed))),
		claim("5.2-34", "FCFS is used for only one or two job starts before the next switch",
			"jobs started with FCFS for each switch to it: 2.5 or fewer", "", ratio("", least, 2.5, perSwitch(ByFCFS, ToFCFS))),
		claim("5.2-35", "after a switch to LJF many jobs are started with LJF",
			"jobs started with LJF for each switch to it: 5 or more", "", ratio("", 5, most, perSwitch(ByLJF, ToLJF))),
	)
}

// waits judges the percentages in the text below Table 5.
func (s set) waits() entry {
	text, ok := map[set]float64{"ctc": 35, "kth": 84, "pc2": 91, "sdsc": 0.7}[s]
	if !ok {
		return unjudged("5.2-26", "the average wait in percent of the average run time", noSet)
	}
	return claim("5.2-26", "the wait is 35, 84, 91, 0.7 % of the run time (CTC, KTH, PC2, SDSC)",
		"the average wait over the average run time is the percentage in the text", "a tenth",
		percent("", 0.9*text, 1.1*text, per(detail(Wait), detail(RunTime))))
}

// table6 has the claims about Table 6.
func (s set) table6() []entry {
	var rows []check
	for i := range total {
		rows = append(rows, percent("", 0, 0, share(i)))
	}
	occurs := func(name string, row int, low, high float64) check {
		return check{name: name, of: count(row), low: low, high: high, rare: true}
	}
	return at("section 5.2, Table 6",
		s.numbers("5.2-40", "the 15 shares of the cases", tolerance{2, "points"}, rows...),
		claim("5.2-41", "over two thirds of all cases are 6b", "more than 66.7 % are", "",
			percent("", 200.0/3, most, share(case6b))),
		claim("5.2-42", "differences to simple, and the current policy, are above 78 %", "both shares are above 78 %", "",
			percent("differ", 78, most, share(differences)), percent("current", 78, most, share(currentPolicy))),
		claim("5.2-43", "case 6c is seldom used", "less than 1 % of the decisions", "", percent("", least, 1, share(case6c))),
		claim("5.2-44", "the cases 8b and 10a never occur", "fewer than one occurrence in two sets", "",
			occurs("8b", case8b, 0, 0.5), occurs("10a", case10a, 0, 0.5)),
		claim("5.2-45", "in the table 8c does not occur, 10b does",
			"8c occurs less than once in two sets, 10b once a set or more", "",
			occurs("8c", case8c, 0, 0.5), occurs("10b", case10b, 1, most)),
		claim("5.2-46", "FCFS and SJF often generate equal schedules", "in most decisions: cases 1, 4b, 5, 6", "",
			percent("", 50, most, share(case1, cases4bAnd5, case6a, case6b, case6c))),
		claim("5.2-47", "the counts add up to the total", "their sum is the printed total", "",
			check{unit: "more", of: func(n *Numbers) float64 {
				more := -n.Table6[total]
				for _, c := range n.Table6[:total] {
					more += c
				}
				return more
			}}),
		claim("5.2-48", "the row \"current policy\" is the sum of its cases", "it is", "",
			check{unit: "more", of: func(n *Numbers) float64 {
				cases := sum(count, case1, cases4bAnd5, case6a, case6b, case8a, case8c, case10b, case10c)
				return cases(n) - n.Table6[currentPolicy]
			}}),
	)
}
