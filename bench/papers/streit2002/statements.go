package streit2002

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/heuristics/dynp"
)

// A judged holds the printed and the measured numbers that statements are about.
type judged struct {
	set  *Published
	m    *Measured
	runs []sweep.Run // by column of Table 4
}

// statements returns the claims of the text beside the measurements on a trace. The runs for
// the tables exist.
func statements(m *Measured) []statement.Statement {
	runs, _ := m.TableRuns()
	j := judged{m.Published, m, runs}
	return slices.Concat(j.jobSet(), j.deciders(), j.decisions(), m.Basis().Settle(j.loads()))
}

// ofPaper returns the printed number that a statement is about.
type ofPaper func(p *Published) string

// state returns a statement. printed is called only where the trace has a set.
func (j judged) state(where, text string, printed ofPaper, holds bool, measured string) statement.Statement {
	s := statement.Statement{Where: where, Text: text, Measured: measured, Verdict: statement.Judge(holds)}
	if j.set != nil {
		s.Printed = printed(j.set)
	}
	return s
}

// noted returns a statement that is about the sets of the paper alone. It is not judged.
func noted(s statement.Statement) statement.Statement {
	s.Verdict = statement.Open
	return s
}

// three writes three shares, from 0 to 1, in percent.
func three(values [3]float64) string {
	return shares(func(k int) float64 { return values[k] }, 0, 1, 2)
}

// The first columns of Table 4 for each quality metric: ARTwW, ART, MS. The advanced
// decider follows the simple one.
var simpleColumns = [3]int{0, 2, 4}

// gains returns, for each quality metric, the share by which the ARTwW of the advanced
// decider is below that of the simple one.
func gains(artww func(column int) float64) (g [3]float64) {
	for i, k := range simpleColumns {
		g[i] = 1 - artww(k+1)/artww(k)
	}
	return g
}

// share returns the share of the jobs of a measured column that started with a policy.
func (j judged) share(column int, policy string) float64 {
	r := j.runs[column]
	return float64(r.Stats.StartedWith[policy]) / float64(r.Jobs)
}

// printedShare returns the same share of the printed column.
func printedShare(p *Published, column int, policy string) float64 {
	for _, s := range started {
		if s.name == policy {
			return float64(s.paper(p.Table4[column])) / SetJobs
		}
	}
	return 0
}

// deciders returns the statements about Table 4.
func (j judged) deciders() []statement.Statement {
	const where = "section 5.2, Table 4"
	here := gains(func(k int) float64 { return j.runs[k].ARTwW })
	better := j.state(where, "ARTwW: the advanced decider is better than the simple one with the qualities ARTwW, ART, MS",
		func(p *Published) string { return three(gains(func(k int) float64 { return p.Table4[k].ARTwW })) },
		slices.Min(here[:]) >= 0, three(here))
	qualities := func(artww func(int) float64) string {
		return fmt.Sprintf("%s, %s, %s s",
			format.Decimal(artww(1), 0), format.Decimal(artww(3), 0), format.Decimal(artww(5), 0))
	}
	measured := func(k int) float64 { return j.runs[k].ARTwW }
	best := j.state(where, "the quality ARTwW gives the least response time of the advanced decider, before ART and MS",
		func(p *Published) string { return qualities(func(k int) float64 { return p.Table4[k].ARTwW }) },
		measured(1) <= min(measured(3), measured(5)), qualities(measured))
	return []statement.Statement{better, best, j.simpleFCFS(), j.makespanLJF(), j.rarelyFCFS(), j.mostlySJF()}
}

// shares writes the shares of the jobs of some columns in percent.
func shares(of func(column int) float64, columns ...int) string {
	var percents []float64
	for _, k := range columns {
		percents = append(percents, 100*of(k))
	}
	return format.Decimals(percents, 1) + " %"
}

func (j judged) simpleFCFS() statement.Statement {
	holds := true
	for _, k := range simpleColumns {
		holds = holds && j.share(k, "FCFS") >= max(j.share(k, "SJF"), j.share(k, "LJF"))
	}
	return j.state("section 5.2, Table 4", "the simple decider favours FCFS, whatever the quality",
		func(p *Published) string {
			return shares(func(k int) float64 { return printedShare(p, k, "FCFS") }, simpleColumns[:]...)
		},
		holds, shares(func(k int) float64 { return j.share(k, "FCFS") }, simpleColumns[:]...))
}

func (j judged) makespanLJF() statement.Statement {
	const most = 0.7 // "over about 7000 jobs"
	return j.state("section 5.2, Table 4",
		"with the quality MS the advanced decider starts about 70 % of the jobs or more with LJF",
		func(p *Published) string { return shares(func(k int) float64 { return printedShare(p, k, "LJF") }, 5) },
		j.share(5, "LJF") >= most-0.02, shares(func(k int) float64 { return j.share(k, "LJF") }, 5))
}

func (j judged) rarelyFCFS() statement.Statement {
	within := func(k int) bool { return j.share(k, "FCFS") >= 0.075 && j.share(k, "FCFS") <= 0.135 }
	return j.state("section 5.2, Table 4",
		"with ARTwW and ART the advanced decider starts 7.5 to 13.5 % of the jobs with FCFS (but for SDSC)",
		func(p *Published) string {
			return shares(func(k int) float64 { return printedShare(p, k, "FCFS") }, 1, 3)
		},
		within(1) && within(3), shares(func(k int) float64 { return j.share(k, "FCFS") }, 1, 3))
}

func (j judged) mostlySJF() statement.Statement {
	about := func(k int) bool { return j.share(k, "SJF") >= 0.55 && j.share(k, "SJF") <= 0.80 }
	return j.state("section 5.2, Table 4",
		"with ARTwW and ART it starts about two thirds of the jobs with SJF (but for SDSC)",
		func(p *Published) string {
			return shares(func(k int) float64 { return printedShare(p, k, "SJF") }, 1, 3)
		},
		about(1) && about(3), shares(func(k int) float64 { return j.share(k, "SJF") }, 1, 3))
}

// decisions returns the statements about Tables 5 and 6.
func (j judged) decisions() []statement.Statement {
	r := j.runs[detailed]
	s := r.Stats
	percent := format.Percent
	toLJF, toOthers := s.SwitchesTo["LJF"], s.SwitchesTo["SJF"]+s.SwitchesTo["FCFS"]
	switches := func(sjf, fcfs, ljf float64) string {
		return fmt.Sprintf("%s, %s, %s", format.Decimal(sjf, 2), format.Decimal(fcfs, 2), percent(ljf))
	}
	of := func(n int) float64 { return percentOf(n, s.Tries) }
	count := func(cases ...dynp.Case) float64 { return of(countCases(r, cases...)) }
	const fifth, sixth = "section 5.2, Table 5", "section 5.2, Table 6"
	rare := countCases(r, "8b", "10a")
	return []statement.Statement{
		j.state(fifth, "more than 90 % of the decisions keep the policy",
			func(p *Published) string { return percent(p.Table5.Same) }, of(s.Same) > 90, percent(of(s.Same))),
		j.state(fifth, "most switches are between SJF and FCFS, few to LJF: share of the decisions",
			func(p *Published) string { return switches(p.Table5.ToSJF, p.Table5.ToFCFS, p.Table5.ToLJF) },
			2*toLJF < toOthers, switches(of(s.SwitchesTo["SJF"]), of(s.SwitchesTo["FCFS"]), of(toLJF))),
		j.waits(r),
		j.state(sixth, "more than two thirds of the decisions are case 6b",
			func(p *Published) string { return percent(percentOf(p.Table6.Counts[7], p.Table6.Total)) },
			count("6b") > 200.0/3, percent(count("6b"))),
		j.state(sixth,
			"more than 78 % of the decisions differ from those of the simple decider, "+
				"and more than 78 % take the current policy",
			func(p *Published) string {
				differ := percentOf(p.Table6.Differences, p.Table6.Total)
				keep := percentOf(p.Table6.CurrentPolicy, p.Table6.Total)
				return fmt.Sprintf("%s, %s", percent(differ), percent(keep))
			},
			count(differing...) >= 78 && count(keeping...) >= 78,
			fmt.Sprintf("%s, %s", percent(count(differing...)), percent(count(keeping...)))),
		j.state(sixth, "case 6c is seldom, below 1 %, and the cases 8b and 10a do not occur",
			func(p *Published) string {
				seldom := percentOf(p.Table6.Counts[8], p.Table6.Total)
				return fmt.Sprintf("%s, %d times", percent(seldom), p.Table6.Counts[10]+p.Table6.Counts[12])
			},
			count("6c") < 1 && rare == 0, fmt.Sprintf("%s, %d times", percent(count("6c")), rare)),
	}
}

// textWaits holds the waits in the text below Table 5, in percent of the run times. They do
// not follow from the table.
var textWaits = map[string]float64{"ctc": 35, "kth": 84, "pc2": 91, "sdsc": 0.7}

func (j judged) waits(r sweep.Run) statement.Statement {
	return noted(j.state("section 5.2, Table 5", "the average wait is so many percent of the average run time",
		func(p *Published) string {
			return fmt.Sprintf("%g %%, by Table 5 %s", textWaits[p.Key], format.Percent(100*p.Table5.Wait/p.Table5.RunTime))
		}, true, format.Percent(100*r.Wait/r.RunTime)))
}
