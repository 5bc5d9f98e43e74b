package streit2002

const atTable5, atTable6 = "section 5.2, Table 5", "section 5.2, Table 6"

// details returns the numbers of Table 5.
func details(set string) []entry {
	seconds := func(id, text string, row int) entry {
		return numbers(set, id, atTable5, text, "10 %", by(0.1), check{of: detail(row), unit: "s"})
	}
	share := func(name string, row int) check { return points(name, 0, 0, detail(row)) }
	return []entry{
		seconds("5.2-20", "average run time", RunTime),
		seconds("5.2-21", "average wait", Wait),
		seconds("5.2-22", "ART", ART),
		numbers(set, "5.2-23", atTable5, "tries of switches per job", "10 %", by(0.1),
			check{of: perJob(detail(Tries)), digits: 3}),
		numbers(set, "5.2-24", atTable5, "switches to SJF, FCFS and LJF, and the same policy", "1 point", plus(1),
			share("to SJF", ToSJF), share("to FCFS", ToFCFS), share("to LJF", ToLJF), share("same", Same)),
		numbers(set, "5.2-25", atTable5, "average backlog", "10 %", by(0.1), ratio("", least, 0, detail(Backlog))),
		waits(set),
		{
			ID: "5.2-27", Where: atTable5, Text: "the percentages of the tries add up", Rule: "their sum is 100 %",
			Tolerance: "0.1 points",
			Judge: judged(points("", 99.9, 100.1, func(n *Numbers) float64 {
				return n.Table5[ToSJF] + n.Table5[ToFCFS] + n.Table5[ToLJF] + n.Table5[Same]
			})),
		},
	}
}

// waits judges the percentages in the text below Table 5.
func waits(set string) entry {
	text, ok := textWaits[set]
	if !ok {
		return unjudged("5.2-26", atTable5, "the average wait in percent of the average run time",
			"the trace stands beside no set of the paper")
	}
	low, high := by(0.1)(text)
	return entry{
		ID: "5.2-26", Where: atTable5, Text: "the wait is 35, 84, 91, 0.7 % of the run time (CTC, KTH, PC2, SDSC)",
		Rule: "the average wait over the average run time is the percentage in the text", Tolerance: "a tenth",
		Judge: judged(percent("", low, high, per(detail(Wait), detail(RunTime)))),
	}
}

// switches returns the sentences about Table 5.
func switches(set string) []entry {
	perSwitch := func(policy string, to int) number { // jobs started for each switch
		return func(n *Numbers) float64 {
			return started(detailed, policy)(n) * float64(n.Jobs) / (n.Table5[to] / 100 * n.Table5[Tries])
		}
	}
	return []entry{
		{
			ID: "5.2-31", Where: atTable5, Text: "almost all decisions, more than 90 %, keep the policy",
			Rule:  "more than 90 % do",
			Judge: judged(points("", 90, most, detail(Same))),
		},
		{
			ID: "5.2-32", Where: atTable5, Text: "most switches are between SJF and FCFS, a minority to LJF",
			Rule: "less than half of the switches are to LJF",
			Judge: judged(percent("", least, 50, func(n *Numbers) float64 {
				t := n.Table5
				return t[ToLJF] / (t[ToSJF] + t[ToFCFS] + t[ToLJF])
			})),
		},
		{
			ID: "5.2-33", Where: atTable5, Text: "most of the jobs are started with SJF", Rule: "more than half are",
			Judge: judged(percent("", 50, most, started(detailed, sjf))),
		},
		{
			ID: "5.2-34", Where: atTable5, Text: "FCFS is used for only one or two job starts before the next switch",
			Rule:  "jobs started with FCFS for each switch to it: 2.5 or fewer",
			Judge: judged(ratio("", least, 2.5, perSwitch(fcfs, ToFCFS))),
		},
		{
			ID: "5.2-35", Where: atTable5, Text: "after a switch to LJF many jobs are started with LJF",
			Rule:  "jobs started with LJF for each switch to it: 5 or more",
			Judge: judged(ratio("", 5, most, perSwitch(ljf, ToLJF))),
		},
	}
}

// cases returns the claims about Table 6.
func cases(set string) []entry {
	var rows []check
	for i, row := range table6Rows {
		rows = append(rows, percent(row.name, 0, 0, share(i)))
	}
	count := func(row int) func(*Numbers) float64 {
		return func(n *Numbers) float64 { return float64(n.Table6.Counts[row]) }
	}
	never := func(name string, row int) check {
		return check{name: name, of: count(row), low: 0, high: 0.5, rare: true}
	}
	of := func(part func(Table6Column) int) func(*Numbers) float64 {
		return func(n *Numbers) float64 { return float64(part(n.Table6)) / float64(n.Table6.Total) }
	}
	return []entry{
		numbers(set, "5.2-40", atTable6, "the 15 shares of the cases", "2 points", plus(0.02), rows...),
		{
			ID: "5.2-41", Where: atTable6, Text: "over two thirds of all cases are 6b", Rule: "more than 66.7 % are",
			Judge: judged(percent("", 200.0/3, most, share(case6b))),
		},
		{
			ID: "5.2-42", Where: atTable6, Text: "differences to simple, and the current policy, are above 78 %",
			Rule: "both shares are above 78 %",
			Judge: judged(percent("differ", 78, most, of(func(c Table6Column) int { return c.Differences })),
				percent("current", 78, most, of(func(c Table6Column) int { return c.CurrentPolicy }))),
		},
		{
			ID: "5.2-43", Where: atTable6, Text: "case 6c is seldom used", Rule: "less than 1 % of the decisions",
			Judge: judged(percent("", least, 1, share(case6c))),
		},
		{
			ID: "5.2-44", Where: atTable6, Text: "the cases 8b and 10a never occur",
			Rule:  "fewer than one occurrence in two sets",
			Judge: judged(never("8b", case8b), never("10a", case10a)),
		},
		about(set, []string{"ctc", "kth", "pc2", "sdsc"}, true, entry{
			ID: "5.2-45", Where: atTable6, Text: "in the table 8c does not occur, 10b does",
			Rule: "8c occurs less than once in two sets, 10b once a set or more",
			Judge: judged(never("8c", case8c), check{
				name: "10b", of: count(case10b), low: 1, high: most, rare: true,
			}),
		}),
		{
			ID: "5.2-46", Where: atTable6, Text: "FCFS and SJF often generate equal schedules",
			Rule:  "in most decisions: cases 1, 4b, 5, 6",
			Judge: judged(percent("", 50, most, share(case1, cases4bAnd5, case6a, case6b, case6c))),
		},
		{
			ID: "5.2-47", Where: atTable6, Text: "the counts add up to the total", Rule: "their sum is the printed total",
			Judge: judged(check{unit: "more", of: func(n *Numbers) float64 {
				sum := 0
				for _, c := range n.Table6.Counts {
					sum += c
				}
				return float64(sum - n.Table6.Total)
			}}),
		},
		{
			ID: "5.2-48", Where: atTable6, Text: "the row \"current policy\" is the sum of its cases", Rule: "it is",
			Judge: judged(check{unit: "more", of: func(n *Numbers) float64 {
				current := []int{case1, cases4bAnd5, case6a, case6b, case8a, case8c, case10b, case10c}
				return float64(n.Table6.sum(current...) - n.Table6.CurrentPolicy)
			}}),
		},
	}
}
