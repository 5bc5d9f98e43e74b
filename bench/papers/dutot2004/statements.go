package dutot2004

import (
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
	almostAlways = 0.95 // share of the runs
	stable       = 1.25 // largest over least average of all numbers of jobs
	greatly      = 1.5  // factor of a ratio that increases "greatly" with the number of jobs
	veryBig      = 2.0  // times the ratio of every other algorithm
)

// A judged judges statements under one reading. Minsum is taken over the printed value, as
// in the paper.
type judged struct {
	*Measured
	reading instances.Reading
}

// Statements returns the statements of sections 3.3 and 4.2 under each reading.
func (m *Measured) Statements(x *Counterexample) []statement.Statement {
	all := []statement.Statement{m.lowerBound(x)}
	for _, r := range m.Readings {
		j := judged{m, r}
		own := slices.Concat(j.weak(), j.high(), j.mixed(), j.cirne(), j.all())
		all = append(all, statement.Named(paperName, "reading "+string(r), m.Basis().Settle(own))...)
	}
	return all
}

// A verdict tells whether a statement holds, and the text of what was found.
type verdict func() (holds bool, found string)

// state returns a statement about the workloads that are named in needs. Where one of
// them was not measured, the statement stays open.
func (j judged) state(where, text, printed string, needs []string, judge verdict) statement.Statement {
	s := statement.New(where, text, printed)
	for _, name := range needs {
		for _, n := range j.Jobs {
			if _, ok := j.Cell(name, j.reading, n, algorithm.BiCriteria.Name); !ok {
				return s
			}
		}
	}
	s.Found(judge())
	return s
}

// series returns the averages of an algorithm over the numbers of jobs. A missing value is
// 0.
func (j judged) series(name string, a algorithm.Algorithm, of func(Cell) *Ratio) []float64 {
	var values []float64
	for _, n := range j.Jobs {
		c, _ := j.Cell(name, j.reading, n, a.Name)
		v := 0.0
		if r := of(c); r != nil {
			v = r.Average
		}
		values = append(values, v)
	}
	return values
}

func minsum(c Cell) *Ratio   { return c.Printed }
func makespan(c Cell) *Ratio { return c.Makespan }

// others returns the algorithms of the paper except some.
func others(without ...algorithm.Algorithm) []algorithm.Algorithm {
	return slices.DeleteFunc(algorithm.OfPaper(), func(a algorithm.Algorithm) bool {
		return slices.ContainsFunc(without, func(w algorithm.Algorithm) bool { return w.Name == a.Name })
	})
}

// lists holds the list algorithms of the paper.
var lists = []algorithm.Algorithm{algorithm.ListShelf, algorithm.ListLPTF, algorithm.ListSAF}

// words writes ratios with commas in between.
func words(values []float64) string { return format.Decimals(values, 2) }

// above tells whether a is above b at all numbers of jobs.
func above(a, b []float64) bool {
	for i := range a {
		if a[i] <= b[i] {
			return false
		}
	}
	return true
}

// each writes the ratios of some algorithms, a line for each algorithm.
func (j judged) each(name string, of func(Cell) *Ratio, algorithms ...algorithm.Algorithm) string {
	var lines []string
	for _, a := range algorithms {
		lines = append(lines, a.Name+" "+words(j.series(name, a, of)))
	}
	return strings.Join(lines, "\n")
}

// below tells whether the ratios of the bi-criteria algorithm are below those of other
// algorithms at all numbers of jobs.
func (j judged) below(name string, of func(Cell) *Ratio, algorithms []algorithm.Algorithm) bool {
	own := j.series(name, algorithm.BiCriteria, of)
	return !slices.ContainsFunc(algorithms, func(a algorithm.Algorithm) bool { return !above(j.series(name, a, of), own) })
}

func (j judged) weak() []statement.Statement {
	const where = "section 4.2, Figure 3"
	needs := []string{"weak"}
	shown := []algorithm.Algorithm{
		algorithm.BiCriteria, algorithm.Sequential, algorithm.ListShelf, algorithm.ListLPTF, algorithm.ListSAF,
	}
	worse := func(of func(Cell) *Ratio) verdict {
		return func() (bool, string) {
			own := j.series("weak", algorithm.BiCriteria, of)
			holds := above(j.series("weak", algorithm.Gang, of), own)
			for _, a := range others(algorithm.BiCriteria, algorithm.Gang) {
				holds = holds && above(own, j.series("weak", a, of))
			}
			return holds, j.each("weak", of, shown...)
		}
	}
	return []statement.Statement{
		j.state(where, "weakly parallel jobs: the makespan of the bi-criteria algorithm is worse than all but Gang's", "",
			needs, worse(makespan)),
		j.state(where, "and so is its minsum", "", needs, worse(minsum)),
		j.state(where, "its makespan ratio is no more than 2", "2", needs, func() (bool, string) {
			most := j.most("weak", makespan)
			return most <= mostMakespan, format.Decimal(most, 2) + " at most"
		}),
		j.state(where, "all others but Gang have an average makespan ratio around 1.5", "1.5", needs, func() (bool, string) {
			all := others(algorithm.BiCriteria, algorithm.Gang)
			holds := true
			for _, a := range all {
				v := mean(j.series("weak", a, makespan))
				holds = holds && v >= othersWeak-around && v <= othersWeak+around
			}
			return holds, j.each("weak", makespan, all...)
		}),
		j.state(where, "Gang always has a very big makespan ratio", "beyond the figure", needs, func() (bool, string) {
			gang := j.series("weak", algorithm.Gang, makespan)
			holds := true
			for _, a := range others(algorithm.Gang) {
				for i, v := range j.series("weak", a, makespan) {
					holds = holds && gang[i] >= veryBig*v
				}
			}
			return holds, words(gang)
		}),
	}
}

func (j judged) high() []statement.Statement {
	const where = "section 4.2, Figure 4"
	needs := []string{"high"}
	return []statement.Statement{
		j.state(where, "highly parallel jobs: the bi-criteria algorithm is clearly the best on minsum", "", needs,
			func() (bool, string) {
				return j.below("high", minsum, others(algorithm.BiCriteria)), j.each("high", minsum, algorithm.OfPaper()...)
			}),
		j.state(where, "Gang is good with few jobs only and Sequential with many only, on both criteria", "", needs,
			func() (bool, string) {
				holds := true
				for _, of := range []func(Cell) *Ratio{minsum, makespan} {
					gang, sequential := j.series("high", algorithm.Gang, of), j.series("high", algorithm.Sequential, of)
					last := len(gang) - 1
					holds = holds && gang[0] < sequential[0] && gang[last] > sequential[last]
				}
				return holds, j.each("high", makespan, algorithm.Gang, algorithm.Sequential) + " (makespan)"
			}),
		j.state(where, "the list algorithms have a larger minsum ratio, which hardly depends on the number of jobs", "",
			needs, func() (bool, string) {
				holds := j.below("high", minsum, lists)
				for _, a := range lists {
					holds = holds && extremes(j.series("high", a, minsum)) <= stable
				}
				return holds, j.each("high", minsum, lists...)
			}),
		j.state(where, "the makespan ratio of the list algorithms is always below 2", "below 2", needs,
			func() (bool, string) {
				most := 0.0
				for _, a := range lists {
					most = max(most, j.mostOf("high", a, makespan))
				}
				return most < mostMakespan, format.Decimal(most, 2) + " at most"
			}),
	}
}

func (j judged) mixed() []statement.Statement {
	const where = "section 4.2, Figure 5"
	needs := []string{"mixed"}
	return []statement.Statement{
		j.state(where, "mixed jobs: the bi-criteria algorithm has a ratio around 2 for both criteria", "2", needs,
			func() (bool, string) {
				a, b := j.series("mixed", algorithm.BiCriteria, minsum), j.series("mixed", algorithm.BiCriteria, makespan)
				return isAround(mean(a), 2) && isAround(mean(b), 2), "minsum " + words(a) + "\nmakespan " + words(b)
			}),
		j.state(where, "SAF is better than it on minsum", "", needs, func() (bool, string) {
			return above(j.series("mixed", algorithm.BiCriteria, minsum), j.series("mixed", algorithm.ListSAF, minsum)),
				j.each("mixed", minsum, algorithm.BiCriteria, algorithm.ListSAF)
		}),
		j.state(where, "the minsum ratio of the two other list algorithms greatly increases with the number of jobs", "",
			needs, func() (bool, string) {
				holds := true
				for _, a := range []algorithm.Algorithm{algorithm.ListShelf, algorithm.ListLPTF} {
					v := j.series("mixed", a, minsum)
					holds = holds && v[len(v)-1] >= greatly*v[0]
				}
				return holds, j.each("mixed", minsum, algorithm.ListShelf, algorithm.ListLPTF, algorithm.ListWSPT)
			}),
	}
}

func (j judged) cirne() []statement.Statement {
	const where = "section 4.2, Figure 6"
	needs := []string{"cirne"}
	return []statement.Statement{
		j.state(where, "Cirne-Berman jobs: the bi-criteria algorithm clearly outperforms the others on minsum", "", needs,
			func() (bool, string) {
				return j.below("cirne", minsum, others(algorithm.BiCriteria)), j.each("cirne", minsum, algorithm.OfPaper()...)
			}),
		j.state(where, "it is the only one with a stable minsum ratio for any number of jobs", "", needs,
			func() (bool, string) {
				own := extremes(j.series("cirne", algorithm.BiCriteria, minsum))
				holds := own <= stable
				least := 0.0
				for _, a := range others(algorithm.BiCriteria) {
					s := extremes(j.series("cirne", a, minsum))
					holds = holds && s > stable
					if least == 0 || s < least {
						least = s
					}
				}
				return holds, fmt.Sprintf("largest over least average: %s, others %s or more",
					format.Decimal(own, 2), format.Decimal(least, 2))
			}),
	}
}

// all returns the statements about all workloads.
func (j judged) all() []statement.Statement {
	const where = "section 4.2"
	needs := Models()
	var a, b []float64
	most, below, runs, slowest := 0.0, 0, 0, 0.0
	for _, name := range needs {
		a = append(a, j.series(name, algorithm.BiCriteria, minsum)...)
		b = append(b, j.series(name, algorithm.BiCriteria, makespan)...)
		most = max(most, j.most(name, minsum))
		for _, n := range j.Jobs {
			c, _ := j.Cell(name, j.reading, n, algorithm.BiCriteria.Name)
			below, runs, slowest = below+c.Below, runs+c.Runs, max(slowest, c.MostSeconds)
		}
	}
	share := float64(below) / float64(max(1, runs))
	return []statement.Statement{
		j.state(where, "the minsum ratio is never more than 2.5", "2.5", needs,
			func() (bool, string) { return most <= mostMinsum, format.Decimal(most, 2) + " at most" }),
		j.state(where, "it is around 2 on average", "2", needs,
			func() (bool, string) { return isAround(mean(a), averageMinsum), format.Decimal(mean(a), 2) }),
		j.state(where, "the makespan ratio is almost always below 2", "below 2", needs, func() (bool, string) {
			found := fmt.Sprintf("in %s of %s runs", format.Integer(int64(below)), format.Integer(int64(runs)))
			return share >= almostAlways, found
		}),
		j.state(where, "it is 1.9 on average", "1.9", needs, func() (bool, string) {
			return mean(b) >= averageMakespan-0.05 && mean(b) < averageMakespan+0.05, format.Decimal(mean(b), 2)
		}),
		j.state(where,
			"the algorithm performs better when jobs are more parallel: "+
				"average minsum ratio of weakly and highly parallel jobs",
			"", []string{"weak", "high"}, func() (bool, string) {
				weak := mean(j.series("weak", algorithm.BiCriteria, minsum))
				high := mean(j.series("high", algorithm.BiCriteria, minsum))
				return high < weak, fmt.Sprintf("%s, %s", format.Decimal(weak, 2), format.Decimal(high, 2))
			}),
		j.state("section 4.2, Figure 7", "the algorithm takes less than 2 s for the largest instances", "2 s", needs,
			func() (bool, string) {
				return slowest < mostSeconds, format.Decimal(1000*slowest, 1) + " ms at most"
			}),
	}
}

// most returns the largest ratio of the bi-criteria algorithm in a run.
func (j judged) most(name string, of func(Cell) *Ratio) float64 {
	return j.mostOf(name, algorithm.BiCriteria, of)
}

func (j judged) mostOf(name string, a algorithm.Algorithm, of func(Cell) *Ratio) float64 {
	most := 0.0
	for _, n := range j.Jobs {
		c, _ := j.Cell(name, j.reading, n, a.Name)
		if r := of(c); r != nil {
			most = max(most, r.Most)
		}
	}
	return most
}

func isAround(v, ratio float64) bool { return v >= ratio-around && v <= ratio+around }

// spread returns the largest value over the least.
func extremes(values []float64) float64 { return slices.Max(values) / slices.Min(values) }

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
