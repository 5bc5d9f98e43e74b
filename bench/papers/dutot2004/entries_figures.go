package dutot2004

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/papers/statement"
)

// weak are the statements about Figure 3.
func weak() []entry {
	const where = "section 4.2, Figure 3"
	return []entry{
		worst("4.2-1", where, "weakly parallel: the makespan is worse than all but Gang's", byMakespan),
		worst("4.2-2", where, "weakly parallel: the minsum is worse than all but Gang's", byMinsum),
		never("4.2-3", where, "weakly parallel: the makespan ratio is no more than 2", mostMakespan, []string{"weak"},
			byMakespan, algorithm.BiCriteria),
		{
			ID: "4.2-4", Where: where, Text: "weakly parallel: all but Gang have an average makespan ratio around 1.5",
			Rule:      "the average over the numbers of jobs of each of the four others",
			Tolerance: fmt.Sprintf("around: %g", around),
			Judge: func(d Data) statement.Finding {
				if d.measured == nil {
					return aroundPrinted(d, "4.2-4", othersWeak, around)
				}
				var verdicts []statement.Verdict
				all := others(algorithm.BiCriteria, algorithm.Gang)
				for _, a := range all {
					verdicts = append(verdicts, d.mean("weak", a, byMakespan).About(othersWeak, around))
				}
				return statement.Found(statement.All(verdicts...), d.averages("weak", byMakespan, all...))
			},
		},
		{
			ID: "4.2-5", Where: where, Text: "weakly parallel: Gang always has a very big makespan ratio",
			Rule:      "it is larger than that of any other algorithm at each number of jobs by this factor",
			Tolerance: fmt.Sprintf("factor %g", veryBig), Judge: gangIsBig,
		},
		{
			ID: "4.2-6", Where: where, Text: "for most cases both ratios are not much worse than 2",
			Rule:      "share of the runs of all workloads with both ratios so",
			Tolerance: fmt.Sprintf("%g or less, in %g %% or more", mostMinsum, 100*mostly), Judge: mostCases,
		},
	}
}

// worst judges that the bi-criteria algorithm is worse than all but Gang on weakly parallel jobs.
func worst(id, where, text string, c criterion) entry {
	return entry{
		ID: id, Where: where, Text: text,
		Rule: "its ratio is below Gang's and above those of the others at each number of jobs, paired by the instances",
		Judge: func(d Data) statement.Finding {
			ours := algorithm.BiCriteria
			verdicts := []statement.Verdict{below(d.leads("weak", ours, []algorithm.Algorithm{algorithm.Gang}, c))}
			for _, a := range others(ours, algorithm.Gang) {
				verdicts = append(verdicts, below(d.leads("weak", a, []algorithm.Algorithm{ours}, c)))
			}
			var rest []statement.Estimate
			for _, a := range others(ours, algorithm.Gang) {
				rest = append(rest, d.mean("weak", a, c))
			}
			return statement.Foundf(statement.All(verdicts...), "%s, %s, others %s",
				d.averages("weak", c, ours), d.averages("weak", c, algorithm.Gang), written(rest))
		},
	}
}

// aroundPrinted judges an average that the paper prints by its own word for it.
func aroundPrinted(d Data, id string, value, tolerance float64) statement.Finding {
	e := statement.Exact(d.printed[id])
	return statement.Found(e.About(value, tolerance), e.Text(1, ""))
}

func gangIsBig(d Data) statement.Finding {
	var verdicts []statement.Verdict
	for _, n := range d.sizes() {
		gang := d.ratio("weak", algorithm.Gang, byMakespan, n)
		for _, a := range others(algorithm.Gang) {
			verdicts = append(verdicts, quotient(gang, d.ratio("weak", a, byMakespan, n)).AtLeast(veryBig))
		}
	}
	return statement.Found(statement.All(verdicts...), written(d.ratios("weak", algorithm.Gang, byMakespan)))
}

// mostCases judges the share of the runs with both ratios of at most 2.5.
func mostCases(d Data) statement.Finding {
	good, all := 0, 0
	for _, model := range Models() {
		for _, n := range d.sizes() {
			for _, r := range d.of(model, algorithm.BiCriteria, n) {
				if all++; byMinsum.bound(r) > 0 && byMinsum.value(r) <= mostMinsum*byMinsum.bound(r) &&
					byMakespan.value(r) <= mostMinsum*byMakespan.bound(r) {
					good++
				}
			}
		}
	}
	e := statement.Share(good, all).Scaled(100)
	return statement.Found(e.AtLeast(100*mostly), e.Text(1, "%"))
}

// high are the statements about Figure 4.
func high() []entry {
	const where = "section 4.2, Figure 4"
	return []entry{
		leads("4.2-7", where, "highly parallel: clearly the best minsum", "high", algorithm.BiCriteria,
			byMinsum, others(algorithm.BiCriteria)...),
		{
			ID: "4.2-8", Where: where, Text: "highly parallel: Gang is good with few jobs only, Sequential with many only",
			Rule:  "on both criteria Gang has the smaller ratio with 25 jobs and Sequential with 400, paired by the instances",
			Judge: opposite,
		},
		{
			ID: "4.2-9", Where: where, Text: "highly parallel: the lists are stable with a larger minsum ratio",
			Rule: "above the bi-criteria algorithm's at each number of jobs, paired; largest over least ratio of each",
			Judge: func(d Data) statement.Finding {
				verdicts := []statement.Verdict{below(d.leads("high", algorithm.BiCriteria, lists, byMinsum))}
				for _, a := range lists {
					verdicts = append(verdicts, spread(d.ratios("high", a, byMinsum)).AtMost(stable))
				}
				return statement.Found(statement.All(verdicts...),
					d.averages("high", byMinsum, algorithm.BiCriteria)+d.least("high", byMinsum, lists)+d.spreads("high", lists))
			},
			Tolerance: fmt.Sprintf("stable: factor %g", stable),
		},
		never("4.2-10", where, "highly parallel: the lists' makespan ratio is always below 2", mostMakespan, []string{"high"},
			byMakespan, lists...),
	}
}

// spreads writes the largest over the least ratio of some algorithms.
func (d Data) spreads(model string, algorithms []algorithm.Algorithm) string {
	var all []statement.Estimate
	for _, a := range algorithms {
		all = append(all, spread(d.ratios(model, a, byMinsum)))
	}
	return "; factors " + written(all)
}

// ends returns the least and the largest number of jobs; false: there is only one.
func (d Data) ends() (few, many int, ok bool) {
	sizes := d.sizes()
	if len(sizes) < 2 {
		return 0, 0, false
	}
	return sizes[0], sizes[len(sizes)-1], true
}

func opposite(d Data) statement.Finding {
	few, many, ok := d.ends()
	if !ok {
		return statement.Missing("a single number of jobs")
	}
	var verdicts []statement.Verdict
	var with [2][]statement.Estimate
	for _, c := range []criterion{byMinsum, byMakespan} {
		first := d.lead("high", algorithm.Gang, algorithm.Sequential, c, few)
		last := d.lead("high", algorithm.Gang, algorithm.Sequential, c, many)
		verdicts = append(verdicts, first.Below(0), last.Above(0))
		with[0], with[1] = append(with[0], first), append(with[1], last)
	}
	return statement.Foundf(statement.All(verdicts...), "difference %s with %d, %s with %d",
		written(with[0]), few, written(with[1]), many)
}

// mixed are the statements about Figure 5.
func mixed() []entry {
	const where = "section 4.2, Figure 5"
	return []entry{
		{
			ID: "4.2-11", Where: where, Text: "mixed: stable, with a ratio around 2 for both criteria", Printed: "2",
			Rule:      "the averages over the numbers of jobs, and the largest over the least ratio",
			Tolerance: fmt.Sprintf("around: %g; stable: %g", around, stable),
			Judge: func(d Data) statement.Finding {
				var verdicts []statement.Verdict
				var all []statement.Estimate
				for _, c := range []criterion{byMinsum, byMakespan} {
					e, s := d.mean("mixed", algorithm.BiCriteria, c), spread(d.ratios("mixed", algorithm.BiCriteria, c))
					verdicts, all = append(verdicts, e.About(2, around), s.AtMost(stable)), append(all, e, s)
				}
				if d.measured == nil || !all[0].Known() {
					return statement.Missing("")
				}
				return statement.Foundf(statement.All(verdicts...), "minsum %s, by %s; makespan %s, by %s",
					format.Decimal(all[0].Value, 2), format.Decimal(all[1].Value, 2),
					format.Decimal(all[2].Value, 2), format.Decimal(all[3].Value, 2))
			},
		},
		leads("4.2-12", where, "mixed: SAF is better on minsum", "mixed", algorithm.ListSAF, byMinsum,
			algorithm.BiCriteria),
		{
			ID: "4.2-13", Where: where, Text: "mixed: the minsum ratio of the two other lists greatly increases",
			Rule:      "the ratio with 400 jobs over that with 25",
			Tolerance: fmt.Sprintf("greatly: factor %g", greatly),
			Judge: func(d Data) statement.Finding {
				few, many, ok := d.ends()
				if !ok {
					return statement.Missing("a single number of jobs")
				}
				var verdicts []statement.Verdict
				var all []statement.Estimate
				for _, a := range []algorithm.Algorithm{algorithm.ListShelf, algorithm.ListLPTF} {
					q := quotient(d.ratio("mixed", a, byMinsum, many), d.ratio("mixed", a, byMinsum, few))
					verdicts, all = append(verdicts, q.AtLeast(greatly)), append(all, q)
				}
				return statement.Found(statement.All(verdicts...), "factors "+written(all))
			},
		},
	}
}

// cirne are the statements about Figure 6.
func cirne() []entry {
	const where = "section 4.2, Figure 6"
	return []entry{
		leads("4.2-14", where, "Cirne: clearly outperforms the others on minsum", "cirne", algorithm.BiCriteria,
			byMinsum, others(algorithm.BiCriteria)...),
		{
			ID: "4.2-15", Where: where, Text: "Cirne: the only one with a stable minsum ratio",
			Rule:      "largest over least ratio of the numbers of jobs: small for it, and larger for each other",
			Tolerance: fmt.Sprintf("stable: factor %g", stable),
			Judge: func(d Data) statement.Finding {
				own := spread(d.ratios("cirne", algorithm.BiCriteria, byMinsum))
				verdicts := []statement.Verdict{own.AtMost(stable)}
				all := []statement.Estimate{own}
				for _, a := range others(algorithm.BiCriteria) {
					s := spread(d.ratios("cirne", a, byMinsum))
					verdicts, all = append(verdicts, s.Above(stable)), append(all, s)
				}
				return statement.Found(statement.All(verdicts...), "factors "+written(all))
			},
		},
	}
}
