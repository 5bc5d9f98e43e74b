package dutot2004

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// paperName is the name of the paper in statements.
const paperName = "dutot2004"

// Tolerances of words that name no numbers, which stand in more than one place.
const (
	around       = 0.25 // "around" a ratio
	almostAlways = 0.95 // share of the runs
	stable       = 1.25 // largest over least average of all numbers of jobs
	greatly      = 1.5  // factor of a ratio that increases "greatly" with the number of jobs
)

// An entry is a statement of the paper with its rule.
type entry = statement.Entry[Data]

// Printed returns the numbers of the paper.
func Printed(x *Counterexample) Data {
	return Data{Measured: NewMeasured(Experiment{}), reading: instances.AsPrinted, example: x}
}

// Groups returns the ledger as judged under each reading. tried may be nil.
func (m *Measured) Groups(x *Counterexample, tried *Tried) (groups []statement.Group) {
	printed := Printed(x)
	for _, r := range m.Readings {
		groups = append(groups, statement.Group{Name: string(r), Statements: Ledger().Judge(statement.Case[Data]{
			Trace: "reading " + string(r), Basis: m.Basis(), Doubt: m.doubt(), Measured: Data{m, r, tried, x}, Printed: &printed,
		})})
	}
	return groups
}

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	const (
		three, four = "section 4.2, Figure 3", "section 4.2, Figure 4"
		five, six   = "section 4.2, Figure 5", "section 4.2, Figure 6"
		text        = "section 4.2"
	)
	return statement.Ledger[Data]{Paper: paperName, Entries: []entry{
		{
			ID: "1-1", Where: "sections 1.3 and 4.1",
			Text:   "guarantees 3/2, 3, 8, 8.53, 12; Gang is optimal for linear speed-ups",
			Reason: "theorems",
		},
		{
			ID: "2-1", Where: "section 2.2", Text: "batches of jobs over time end within twice the off-line guarantee",
			Printed: "3",
			Rule: "no replay by the dual approximation, within 3/2, ends later than 3 times the bound: the larger of " +
				"the off-line bound and every release with the job's least time",
			Judge: onlineWithin,
		},
		{
			ID: "3-1", Where: "sections 2, 3.1 and 4.1, Figures 1 and 2", Text: "criteria, algorithm and workloads",
			Reason: "definitions",
		},
		{
			ID: "3.2-1", Where: "section 3.2", Text: "the knapsack takes O(mn), the algorithm O(mnK)",
			Reason: "a limit",
		},
		{
			ID: "3.2-2", Where: "section 3.2", Text: "pulling forward improves the batches, a list algorithm improves that",
			Rule:  "both criteria fall at each step, as averages over all workloads and numbers of jobs, paired",
			Judge: stagesImprove,
		},
		{
			ID: "3.2-3", Where: "section 3.2", Text: "shuffling the batches leads to small improvements only",
			Rule:      "the average share of the minsum that it saves is above 0 and small, random or by neighbours",
			Tolerance: "small: 5 % or less", Judge: shufflesHelp,
		},
		{
			ID: "3.3-1", Where: "section 3.3", Text: "the relaxed program's value is never above the optimal minsum",
			Rule:  "at most 8 for two jobs of times 3 and 5 on two processors, and at most any schedule's here",
			Fixed: true, Judge: lowerBound,
		},
		{
			ID: "4.1-1", Where: "section 4.1", Text: "X of 0.9 makes jobs highly parallel, nearly linear; X of 0.1 weakly",
			Rule:  "by the formula the speed-up on 200 processors is larger for highly than for weakly parallel jobs",
			Fixed: true, Judge: speedsUp,
		},
		{
			ID: "4.1-2", Where: "section 4.1", Text: "more processors take less time and more work", Fixed: true,
			Rule: "all vectors of 100 jobs of each workload are monotone", Judge: monotone,
		},
		worst("4.2-1", "weakly parallel: the makespan is worse than all but Gang's", byMakespan),
		worst("4.2-2", "weakly parallel: the minsum is worse than all but Gang's", byMinsum),
		never("4.2-3", three, "weakly parallel: the makespan ratio is no more than 2", 2, byMakespan,
			[]string{"weak"}, ours),
		{
			ID: "4.2-4", Where: three, Text: "weakly parallel: all but Gang have an average makespan ratio around 1.5",
			Rule:    "the average over the numbers of jobs of each of the four others",
			Printed: "1.5", Tolerance: fmt.Sprintf("around: %g", around),
			Judge: func(d Data) statement.Finding {
				all := others(ours, gang)
				return statement.Found(statement.About(1.5, around).All(d.means(byMakespan, "weak", all...)),
					d.averages(byMakespan, "weak", all...))
			},
		},
		{
			ID: "4.2-5", Where: three, Text: "weakly parallel: Gang always has a very big makespan ratio",
			Rule:      "it is larger than that of any other algorithm at each number of jobs by this factor",
			Tolerance: "factor 2", Judge: gangIsBig,
		},
		{
			ID: "4.2-6", Where: three, Text: "for most cases both ratios are not much worse than 2",
			Rule:      "share of the runs of all workloads with both ratios so",
			Tolerance: "2.5 or less, in 50 % or more",
			Judge: shareOf(0.5, func(r run) bool {
				return r.ratio(byMinsum) <= 2.5 && r.ratio(byMakespan) <= 2.5
			}),
		},
		leads("4.2-7", four, "highly parallel: clearly the best minsum", "high", ours, others(ours)...),
		{
			ID: "4.2-8", Where: four, Text: "highly parallel: Gang is good with few jobs only, Sequential with many only",
			Rule:  "on both criteria Gang has the smaller ratio with 25 jobs and Sequential with 400, paired by the instances",
			Judge: bySize(opposite),
		},
		{
			ID: "4.2-9", Where: four, Text: "highly parallel: the lists are stable with a larger minsum ratio",
			Rule:      "above the bi-criteria algorithm's at each number of jobs, paired; largest over least ratio of each",
			Tolerance: fmt.Sprintf("stable: factor %g", stable),
			Judge: func(d Data) statement.Finding {
				spreads := d.spreads("high", lists...)
				larger := statement.Below(0).All(d.leads(byMinsum, "high", ours, lists...))
				return statement.Foundf(statement.All(larger, statement.AtMost(stable).All(spreads)), "%s; factors %s",
					d.beside("high", ours, lists), statement.Values(spreads, 2))
			},
		},
		never("4.2-10", four, "highly parallel: the lists' makespan ratio is always below 2", 2, byMakespan,
			[]string{"high"}, lists...),
		{
			ID: "4.2-11", Where: five, Text: "mixed: stable, with a ratio around 2 for both criteria", Printed: "2",
			Rule:      "the averages over the numbers of jobs, and the largest over the least ratio",
			Tolerance: fmt.Sprintf("around: %g; stable: %g", around, stable), Judge: aroundTwo,
		},
		leads("4.2-12", five, "mixed: SAF is better on minsum", "mixed", saf, ours),
		{
			ID: "4.2-13", Where: five, Text: "mixed: the minsum ratio of the two other lists greatly increases",
			Rule: "the ratio with 400 jobs over that with 25", Tolerance: fmt.Sprintf("greatly: factor %g", greatly),
			Judge: bySize(func(d Data, few, many int) statement.Finding {
				all := frame.Each(others(ours, gang, sequential, saf), func(a string) statement.Estimate {
					ratios := d.each(byMinsum, "mixed", a, "")
					return quotient(ratios[many], ratios[few])
				})
				return statement.Found(statement.AtLeast(greatly).All(all), "factors "+statement.Values(all, 2))
			}),
		},
		leads("4.2-14", six, "Cirne: clearly outperforms the others on minsum", "cirne", ours, others(ours)...),
		{
			ID: "4.2-15", Where: six, Text: "Cirne: the only one with a stable minsum ratio",
			Rule:      "largest over least ratio of the numbers of jobs: small for it, and larger for each other",
			Tolerance: fmt.Sprintf("stable: factor %g", stable),
			Judge: func(d Data) statement.Finding {
				all := d.spreads("cirne", others()...)
				v := statement.All(all[0].AtMost(stable), statement.Above(stable).All(all[1:]))
				return statement.Found(v, "factors "+statement.Values(all, 2))
			},
		},
		never("4.2-16", text, "the minsum ratio is never more than 2.5", 2.5, byMinsum, Models(), ours),
		averaged("4.2-17", "the minsum ratio is around 2 on average", byMinsum, 2, "around", around),
		{
			ID: "4.2-18", Where: text, Text: "the makespan ratio is almost always below 2", Printed: "below 2",
			Rule: "share of the runs of all workloads", Tolerance: fmt.Sprintf("%g %% or more", 100*almostAlways),
			Judge: shareOf(almostAlways, func(r run) bool { return r.ratio(byMakespan) < 2 }),
		},
		averaged("4.2-19", "the makespan ratio is 1.9 on average", byMakespan, 1.9, "rounded", 0.05),
		{
			ID: "4.2-20", Where: text, Text: "it performs better when jobs are more parallel",
			Rule: "the average minsum ratio is smaller for highly than for weakly parallel jobs",
			Judge: func(d Data) statement.Finding {
				high, weak := d.mean(byMinsum, "high", ours), d.mean(byMinsum, "weak", ours)
				return statement.Found(high.Minus(weak).Below(0), high.Text(2, "")+", "+weak.Text(2, ""))
			},
		},
		{
			ID: "4.2-21", Where: text, Text: "the minsum ratio is insensitive to the jobs' behaviour",
			Rule: "largest over least average of the four workloads", Tolerance: fmt.Sprintf("factor %g", stable),
			Judge: func(d Data) statement.Finding {
				all := frame.Each(Models(), func(model string) statement.Estimate { return d.mean(byMinsum, model, ours) })
				return statement.Found(spread(all).AtMost(stable), statement.Values(all, 2))
			},
		},
		{
			ID: "4.2-22", Where: text, Text: "the makespan ratio is not far from the alternatives'",
			Rule:      "average over the least average of the others, in each workload",
			Tolerance: "factor 1.5", Judge: notFarFromBest,
		},
		{
			ID: "4.2-23", Where: text, Text: "SAF does well on simple cases; complex ones need the algorithm",
			Rule: "SAF has the smaller average minsum ratio on mixed jobs, and the larger one on Cirne's",
			Judge: func(d Data) statement.Finding {
				mixed := d.average(byMinsum, []string{"mixed"}, d.Jobs, saf, ours)
				cirne := d.average(byMinsum, []string{"cirne"}, d.Jobs, saf, ours)
				return statement.Found(statement.All(mixed.Below(0), cirne.Above(0)),
					"SAF less it: "+statement.Values([]statement.Estimate{mixed, cirne}, 2))
			},
		},
		{
			ID: "4.2-24", Where: "section 4.2, Figure 7", Text: "it takes less than 2 s for the largest instances",
			Printed: "2 s", Rule: "no run with 400 jobs takes longer", Judge: quick,
		},
		{
			ID: "5-1", Where: "section 5", Text: "performance is very good on average, and fast enough for practice",
			Reason: "no measure",
		},
	}}
}

// leads judges that an algorithm has a smaller ratio of the minsum than others at each number of jobs.
func leads(id, where, text, model, of string, over ...string) entry {
	return entry{
		ID: id, Where: where, Text: text,
		Rule: "the ratio of the minsum is below theirs at each number of jobs, paired by the instances",
		Judge: func(d Data) statement.Finding {
			return statement.Found(statement.Below(0).All(d.leads(byMinsum, model, of, over...)), d.beside(model, of, over))
		},
	}
}

// never judges that no run exceeds a limit. One run is enough for it to differ; the paper's number of runs is
// needed for it to hold.
func never(id, where, text string, limit float64, c criterion, models []string, algorithms ...string) entry {
	name := map[criterion]string{byMinsum: "minsum", byMakespan: "makespan"}[c]
	return entry{
		ID: id, Where: where, Text: text, Printed: format.Decimal(limit, 1), Rule: fmt.Sprintf(
			"no run of at least %d at each number of jobs has a larger ratio of the %s", Paper().Runs, name),
		Judge: func(d Data) statement.Finding {
			largest, runs := ratio(d.all(models, d.Jobs, algorithms...), c)
			if largest == nil {
				return statement.Missing("")
			}
			f := statement.Found(statement.If(largest.Most <= limit), format.Decimal(largest.Most, 2)+" at most")
			if f.Verdict == statement.Differs {
				return f
			}
			return f.Needing(Paper().Runs, runs/max(1, len(models)*len(algorithms)*len(d.Jobs)), "run")
		},
	}
}

// worst judges that the bi-criteria algorithm is worse than all but Gang on weakly parallel jobs.
func worst(id, text string, c criterion) entry {
	return entry{
		ID: id, Where: "section 4.2, Figure 3", Text: text,
		Rule: "its ratio is below Gang's and above those of the others at each number of jobs, paired by the instances",
		Judge: func(d Data) statement.Finding {
			rest, lead := others(ours, gang), d.leads(c, "weak", ours, gang)
			for _, a := range rest {
				lead = append(lead, d.leads(c, "weak", a, ours)...)
			}
			return statement.Foundf(statement.Below(0).All(lead), "%s, others %s", d.averages(c, "weak", ours, gang),
				statement.Values(d.means(c, "weak", rest...), 2))
		},
	}
}

// averaged judges the average of the bi-criteria algorithm over workloads and numbers of jobs.
func averaged(id, text string, c criterion, value float64, word string, tolerance float64) entry {
	return entry{
		ID: id, Where: "section 4.2", Text: text, Printed: format.Decimal(value, 1),
		Rule:      "mean over the workloads and the numbers of jobs of the ratio of sums",
		Tolerance: fmt.Sprintf("%s: %g", word, tolerance),
		Judge: statement.Each(statement.About(value, tolerance), 2, "", func(d Data) statement.Estimate {
			return d.average(c, Models(), d.Jobs, ours, "")
		}),
	}
}

// shareOf returns a rule that a share of the runs of the bi-criteria algorithm has a property.
func shareOf(least float64, property func(run) bool) func(Data) statement.Finding {
	return statement.Each(statement.AtLeast(100*least), 1, "%", func(d Data) statement.Estimate {
		all := d.all(Models(), d.Jobs, ours)
		return statement.Share(statement.Number(all, property), len(all)).Scaled(100)
	})
}

// bySize returns a rule about the least and the largest number of jobs, by their places in the numbers of jobs.
func bySize(judge func(d Data, few, many int) statement.Finding) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		if len(d.Jobs) < 2 {
			return statement.Missing("a single number of jobs")
		}
		return judge(d, 0, len(d.Jobs)-1)
	}
}
