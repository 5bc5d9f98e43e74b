package dutot2004

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/papers/statement"
)

// paperName is the name of the paper in statements.
const paperName = "dutot2004"

// The numbers of section 4.2.
const (
	mostMinsum      = 2.5 // "never more than 2.5"
	averageMinsum   = 2.0 // "on average around 2"
	mostMakespan    = 2.0 // "almost always below 2"
	averageMakespan = 1.9 // "1.9 on average"
	othersWeak      = 1.5 // "around 1.5"
	mostSeconds     = 2.0 // "less than 2 seconds for the largest instances"
)

// Tolerances of words that name no numbers.
const (
	around       = 0.25 // "around" a ratio
	rounding     = 0.05 // of a printed 1.9
	almostAlways = 0.95 // share of the runs
	mostly       = 0.5  // share of "most cases"
	stable       = 1.25 // largest over least average of all numbers of jobs
	greatly      = 1.5  // factor of a ratio that increases "greatly" with the number of jobs
	veryBig      = 2.0  // times the ratio of every other algorithm
	notFar       = 1.5  // times the least makespan of the alternatives
	slight       = 0.05 // share of the minsum that is a "small" improvement
)

// An entry is a statement of the paper with its rule.
type entry = statement.Entry[Data]

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	all := slices.Concat(method(), weak(), high(), mixed(), cirne(), summary())
	for i := range all {
		if judge := all[i].Judge; judge != nil && !all[i].Fixed {
			all[i].Judge = func(d Data) statement.Finding { return d.doubted(judge(d)) }
		}
	}
	return statement.Ledger[Data]{Paper: paperName, Entries: all}
}

// doubted returns a finding as undecided where the experiment is less than the paper's, and none where a
// part of it is not measured.
func (d Data) doubted(f statement.Finding) statement.Finding {
	if f.Verdict == statement.NotJudged {
		return statement.Missing(f.Reason)
	}
	if d.doubt == "" || f.Verdict != statement.Holds && f.Verdict != statement.Differs {
		return f
	}
	return statement.Finding{Verdict: statement.Undecided, Measured: f.Measured, Reason: d.doubt}
}

// Printed returns the numbers of the paper. Its figures print no values.
func Printed(x *Counterexample) Data {
	return Data{
		example: x, speedups: printedSpeedups(), printed: map[string]float64{
			"4.2-4": othersWeak, "4.2-17": averageMinsum, "4.2-19": averageMakespan,
		},
	}
}

// Groups returns the ledger as judged under each reading. tried may be nil.
func (m *Measured) Groups(x *Counterexample, tried *Tried) (groups []statement.Group) {
	printed := Printed(x)
	for _, r := range m.Readings {
		d := Data{measured: m, reading: r, doubt: doubtOf(m.Experiment), tried: tried, example: x}
		d.speedups = readSpeedups(r)
		groups = append(groups, statement.Group{Name: string(r), Statements: Ledger().Judge(statement.Case[Data]{
			Trace: "reading " + string(r), Basis: m.Basis(), Measured: d, Printed: &printed,
		})})
	}
	return groups
}

// labels are short names of the algorithms.
var labels = map[string]string{
	algorithm.BiCriteria.Name: "bi-criteria", algorithm.Gang.Name: "Gang", algorithm.Sequential.Name: "Sequential",
	algorithm.ListShelf.Name: "List", algorithm.ListLPTF.Name: "LPTF", algorithm.ListSAF.Name: "SAF",
	algorithm.ListWSPT.Name: "WSPT",
}

// others returns the algorithms of the paper except some.
func others(without ...algorithm.Algorithm) []algorithm.Algorithm {
	return slices.DeleteFunc(algorithm.OfPaper(), func(a algorithm.Algorithm) bool {
		return slices.ContainsFunc(without, func(w algorithm.Algorithm) bool { return w.Name == a.Name })
	})
}

// lists holds the list algorithms of the paper.
var lists = []algorithm.Algorithm{algorithm.ListShelf, algorithm.ListLPTF, algorithm.ListSAF}

// below judges that each of some differences is below 0.
func below(all []statement.Estimate) statement.Verdict {
	var verdicts []statement.Verdict
	for _, e := range all {
		verdicts = append(verdicts, e.Below(0))
	}
	return statement.All(verdicts...)
}

// averages writes the average ratios of some algorithms, over the numbers of jobs.
func (d Data) averages(model string, c criterion, algorithms ...algorithm.Algorithm) string {
	var parts []string
	for _, a := range algorithms {
		e := d.mean(model, a, c)
		if !e.Known() {
			return ""
		}
		parts = append(parts, labels[a.Name]+" "+format.Decimal(e.Value, 2))
	}
	return strings.Join(parts, ", ")
}

// least writes the least average of some algorithms, and whose it is.
func (d Data) least(model string, c criterion, algorithms []algorithm.Algorithm) string {
	best := slices.MinFunc(algorithms, func(a, b algorithm.Algorithm) int {
		return cmp.Compare(d.mean(model, a, c).Value, d.mean(model, b, c).Value)
	})
	return ", least other: " + d.averages(model, c, best)
}

// written writes the values of estimates.
func written(all []statement.Estimate) string {
	var values []float64
	for _, e := range all {
		if !e.Known() {
			return ""
		}
		values = append(values, e.Value)
	}
	return format.Decimals(values, 2)
}

// leads judges that an algorithm has a smaller ratio than others at each number of jobs.
func leads(id, where, text, model string, a algorithm.Algorithm, c criterion, over ...algorithm.Algorithm) entry {
	return entry{
		ID: id, Where: where, Text: text, Rule: fmt.Sprintf(
			"the ratio of the %s is below theirs at each number of jobs, paired by the instances", c.name),
		Judge: func(d Data) statement.Finding {
			return statement.Found(below(d.leads(model, a, over, c)), d.averages(model, c, a)+d.least(model, c, over))
		},
	}
}

// never judges that no run exceeds a limit. One run is enough for it to differ; the paper's number of runs is
// needed for it to hold.
func never(
	id, where, text string, limit float64, models []string, c criterion, algorithms ...algorithm.Algorithm,
) entry {
	return entry{
		ID: id, Where: where, Text: text, Printed: format.Decimal(limit, 1), Rule: fmt.Sprintf(
			"no run of at least %d at each number of jobs has a larger ratio of the %s", Paper().Runs, c.name),
		Judge: func(d Data) statement.Finding {
			largest, runs := d.largest(models, algorithms, c)
			each := runs / max(1, len(models)*len(algorithms)*len(d.sizes()))
			switch {
			case runs == 0:
				return statement.Missing("")
			case largest > limit:
				return statement.Foundf(statement.Differs, "%s at most", format.Decimal(largest, 2))
			}
			return statement.Foundf(statement.Holds, "%s at most", format.Decimal(largest, 2)).
				Needing(Paper().Runs, each, "runs at each number of jobs")
		},
	}
}

// readSpeedups returns the speed-ups of jobs with the mean X, as a reading names them.
func readSpeedups(r instances.Reading) map[string]float64 {
	s := printedSpeedups()
	if r == instances.ByFormula {
		s["weak"], s["high"] = s["high"], s["weak"]
	}
	return s
}

// printedSpeedups returns the speed-ups on 200 processors by the formula of section 4.1, with the printed
// means of X: 0.1 for weakly and 0.9 for highly parallel jobs.
func printedSpeedups() map[string]float64 {
	of := func(x float64) float64 {
		speedup := 1.0
		for j := 2.0; j <= float64(Paper().Machine); j++ {
			speedup *= (1 + j) / (x + j)
		}
		return speedup
	}
	return map[string]float64{"weak": of(0.1), "high": of(0.9)}
}
