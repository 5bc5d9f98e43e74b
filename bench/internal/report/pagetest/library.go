package pagetest

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/results/summary"
)

// Library returns the content of a made-up library: two sets of up to so many steps each, under all objectives.
// Of three lines the first is proven by a certificate, the second by a search, and the third is open.
func Library(steps int) page.Content {
	c := page.Content{Library: &page.Library{
		Name: "made-up", Flags: "--dir made-up", Licence: "CC0 1.0", Version: "v1", Written: "2026-01-02",
	}}
	for s, set := range []string{"even", "hard"} {
		c.Library.Sets = append(c.Library.Sets, page.LibrarySet{
			Name: set, About: "steps for tests", Recipe: "set: " + set + "\n",
			Sums: []page.Setting{{Name: "best.jsonl.gz", Value: "00"}},
		})
		for o, objective := range []optgap.Objective{optgap.ObjectiveARTwW, optgap.ObjectiveART, optgap.ObjectiveSLD} {
			made := Minimising(objective, set, steps+s, 6)
			study := page.Study{Name: fmt.Sprint(set, ", ", objective), Settings: []page.Setting{
				{Name: "set", Value: set}, {Name: "minimised", Value: objective.Average().Name},
			}}
			for k, r := range made.Results {
				if r.Method != "exact" || r.Status != optgap.StatusFeasible {
					continue
				}
				step := made.Steps[k/2]
				step.Index = 100_000*s + 3*len(study.Steps) + o
				study.Steps = append(study.Steps, step)
				study.Results = append(study.Results, known(r, step.Index))
				c.Library.Lines = append(c.Library.Lines, lineOf(set, &study.Results[len(study.Results)-1]))
			}
			c.Studies = append(c.Studies, study)
		}
	}
	return c
}

// known makes a result that of a library. Two of three are proven.
func known(r record.Result, index int) record.Result {
	r.Index, r.Method = index, "best-known"
	if best := r.Policies[r.BestPolicy]; best.Objective < r.Objective {
		r.Objective = best.Objective
	}
	r.LossPercent = new(100 * (1 - float64(r.Objective)/float64(r.Policies[r.BestPolicy].Objective)))
	if index/3%3 < 2 {
		r.Status, r.Bound, r.Gap = optgap.StatusOptimal, r.Objective, new(0.0)
	}
	return r
}

// lineOf returns the line of a result.
func lineOf(set string, r *record.Result) summary.LibraryLine {
	l := summary.LibraryLine{
		Index: r.Index, Set: set, Class: "2-5", Trace: r.Trace, Machine: 100, Jobs: r.Jobs, ObjectiveName: r.Minimises(),
		Objective: r.Objective, Bound: r.Bound, Status: summary.LineOptimal, Gap: r.Gap, LossPercent: r.LossPercent,
		Proof: record.ProofCertificate, BoundBy: "me", BoundOn: "a laptop", SolveSeconds: r.SolveSeconds, Nodes: 7,
	}
	if r.Jobs > 5 {
		l.Class = "6-20"
	}
	switch r.Index / 3 % 3 {
	case 1:
		l.Proof = record.ProofSearch
	case 2:
		l.Status = summary.LineOpen
	}
	for name, to := range map[string]*int64{"FCFS": &l.FCFS, "SJF": &l.SJF, "LJF": &l.LJF} {
		*to = r.Policies[name].Objective
	}
	return l
}
