package dutot2004

import (
	_ "embed"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
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

//go:embed ledger.yaml
var ledger []byte

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.NewLedger(paperName, statement.Read(ledger).Claims, rules, nil)
}

// rules are those of the statements. In Figures 3 to 6 jobs are weakly parallel, highly parallel, mixed, and of Cirne.
var rules = statement.Rules[Data]{
	"2-1": onlineWithin, "3.2-2": stagesImprove, "3.2-3": shufflesHelp, "3.3-1": lowerBound, "4.1-1": speedsUp,
	"4.1-2": monotone,

	"4.2-1": worst(byMakespan), "4.2-2": worst(byMinsum), "4.2-3": never(2, byMakespan, []string{"weak"}, ours),
	"4.2-4": func(d Data) statement.Finding {
		all := others(ours, gang)
		return statement.Found(statement.About(1.5, around).All(d.means(byMakespan, "weak", all...)),
			d.averages(byMakespan, "weak", all...))
	},
	"4.2-5": gangIsBig,
	"4.2-6": shareOf(0.5, func(r run) bool { return r.ratio(byMinsum) <= 2.5 && r.ratio(byMakespan) <= 2.5 }),

	"4.2-7": leads("high", ours, others(ours)...), "4.2-8": bySize(opposite), "4.2-9": stableLists,
	"4.2-10": never(2, byMakespan, []string{"high"}, lists...),

	"4.2-11": aroundTwo, "4.2-12": leads("mixed", saf, ours), "4.2-13": bySize(increase),

	"4.2-14": leads("cirne", ours, others(ours)...), "4.2-15": onlyStable,

	"4.2-16": never(2.5, byMinsum, Models(), ours), "4.2-17": averaged(byMinsum, 2, around),
	"4.2-18": shareOf(almostAlways, func(r run) bool { return r.ratio(byMakespan) < 2 }),
	"4.2-19": averaged(byMakespan, 1.9, 0.05), "4.2-20": parallelBetter,
	"4.2-21": func(d Data) statement.Finding {
		all := frame.Each(Models(), func(model string) statement.Estimate { return d.mean(byMinsum, model, ours) })
		return statement.Found(spread(all).AtMost(stable), statement.Values(all, 2))
	},
	"4.2-22": notFarFromBest, "4.2-23": simpleCases, "4.2-24": quick,
}

// stableLists judges that the lists vary little, with larger minsum ratios than the bi-criteria algorithm, on highly
// parallel jobs.
func stableLists(d Data) statement.Finding {
	spreads := d.spreads("high", lists...)
	larger := statement.Below(0).All(d.leads(byMinsum, "high", ours, lists...))
	return statement.Foundf(statement.All(larger, statement.AtMost(stable).All(spreads)), "%s; factors %s",
		d.beside("high", ours, lists), statement.Values(spreads, 2))
}

// increase judges the minsum ratios of the lists but SAF on mixed jobs.
func increase(d Data, few, many int) statement.Finding {
	all := frame.Each(others(ours, gang, sequential, saf), func(a string) statement.Estimate {
		ratios := d.each(byMinsum, "mixed", a, "")
		return quotient(ratios[many], ratios[few])
	})
	return statement.Found(statement.AtLeast(greatly).All(all), "factors "+statement.Values(all, 2))
}

// onlyStable judges that the minsum ratio of the bi-criteria algorithm alone varies little on jobs of Cirne.
func onlyStable(d Data) statement.Finding {
	all := d.spreads("cirne", others()...)
	v := statement.All(all[0].AtMost(stable), statement.Above(stable).All(all[1:]))
	return statement.Found(v, "factors "+statement.Values(all, 2))
}

// parallelBetter compares highly with weakly parallel jobs.
func parallelBetter(d Data) statement.Finding {
	high, weak := d.mean(byMinsum, "high", ours), d.mean(byMinsum, "weak", ours)
	return statement.Found(high.Minus(weak).Below(0), high.Text(2, "")+", "+weak.Text(2, ""))
}

// simpleCases compares SAF with the bi-criteria algorithm on mixed jobs and on those of Cirne.
func simpleCases(d Data) statement.Finding {
	mixed := d.average(byMinsum, []string{"mixed"}, d.Jobs, saf, ours)
	cirne := d.average(byMinsum, []string{"cirne"}, d.Jobs, saf, ours)
	return statement.Found(statement.All(mixed.Below(0), cirne.Above(0)),
		"SAF less it: "+statement.Values([]statement.Estimate{mixed, cirne}, 2))
}

// leads judges that an algorithm has a smaller ratio of the minsum than others at each number of jobs.
func leads(model, of string, over ...string) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		return statement.Found(statement.Below(0).All(d.leads(byMinsum, model, of, over...)), d.beside(model, of, over))
	}
}

// never judges that no run exceeds a limit. One run is enough for it to differ; the paper's number of runs is
// needed for it to hold.
func never(limit float64, c criterion, models []string, algorithms ...string) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		largest, runs := ratio(d.all(models, d.Jobs, algorithms...), c)
		if largest == nil {
			return statement.Missing("")
		}
		f := statement.Found(statement.If(largest.Most <= limit), format.Decimal(largest.Most, 2)+" at most")
		if f.Verdict == statement.Differs {
			return f
		}
		return f.Needing(Paper().Runs, runs/max(1, len(models)*len(algorithms)*len(d.Jobs)), "run")
	}
}

// worst judges that the bi-criteria algorithm is worse than all but Gang on weakly parallel jobs.
func worst(c criterion) func(Data) statement.Finding {
	return func(d Data) statement.Finding {
		rest, lead := others(ours, gang), d.leads(c, "weak", ours, gang)
		for _, a := range rest {
			lead = append(lead, d.leads(c, "weak", a, ours)...)
		}
		return statement.Foundf(statement.Below(0).All(lead), "%s, others %s", d.averages(c, "weak", ours, gang),
			statement.Values(d.means(c, "weak", rest...), 2))
	}
}

// averaged judges the average of the bi-criteria algorithm over workloads and numbers of jobs.
func averaged(c criterion, value, tolerance float64) func(Data) statement.Finding {
	return statement.Each(statement.About(value, tolerance), 2, "", func(d Data) statement.Estimate {
		return d.average(c, Models(), d.Jobs, ours, "")
	})
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
