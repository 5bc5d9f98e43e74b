package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/internal/base/paired"
	"github.com/optgap/optgap/bench/internal/results/loss"
	"github.com/optgap/optgap/bench/internal/results/methodstats"
	"github.com/optgap/optgap/bench/run/folder"
)

// Asked is what a study was to solve.
type Asked struct {
	Steps     int    // 0: those with results
	Shard     string // such as "2/8"; "": the whole study
	Hindsight bool   // steps have run times in the place of estimates
	// Whole is the 95 % interval of the least average loss over all Steps, of which some were taken, nil if unknown.
	Whole *paired.Interval
}

// InHindsight is said of steps that have run times in the place of estimates.
const InHindsight = ", in hindsight"

// AskedOf returns what a study was to solve, as its folder says.
func AskedOf(info folder.Info) Asked {
	methods := 1 + strings.Count(info.Arguments["method"], ",")
	return Asked{
		Steps: info.Asked / methods, Shard: info.Arguments["shard"], Hindsight: info.Arguments["hindsight"] == "true",
	}
}

// Answer is the first thing to say of a study: what the policies lose on average against the optimum, the best of them
// first, and how far above it the integer program stays.
func (r *StudyReport) Answer() string {
	losses, asked := r.Losses, r.options.Asked
	all := losses.All
	if all.Steps == 0 {
		return NoAnswer(losses)
	}
	steps := max(asked.Steps, all.Steps+losses.Left.Steps())
	text := "On " + format.Count(int64(steps), "step")
	if steps > all.Steps {
		text = "On " + count(all.Steps) + " of " + format.Count(int64(steps), "step")
	}
	if asked.Shard != "" {
		text += " of shard " + asked.Shard
	}
	if asked.Hindsight {
		text += InHindsight
	}
	order := losses.Ranking()
	best := all.Losses[order[0]]
	text += fmt.Sprintf(", %s loses %s of %s against the optimum on average", leading(losses.Schedulers, order[0]),
		Within(best.Average), losses.Objective.Average().Name)
	if best.Confidence != nil {
		text += " (95 %: " + Confident(best.Confidence, format.Percent)
		if asked.Whole != nil {
			text += "; of all steps " + Confident(asked.Whole, format.Percent)
		}
		text += ")"
	}
	for i, k := range order[1:] {
		text += []string{"; ", ", "}[min(i, 1)] + losses.Schedulers[k] + " " + Within(all.Losses[k].Average)
	}
	return text + aboveOptimum(r.Totals) + ". " + ProvenOn(losses)
}

// NoAnswer says that no losses of the studies are known, and why.
func NoAnswer(studies ...loss.Table) string {
	return "How much the policies lose against the optimum is not known. " + ProvenOn(studies...) +
		" A study with the method exact has lower bounds."
}

// leading names the scheduler of which a sentence is. The best of several is named by these.
func leading(schedulers []string, k int) string {
	const most = 6 // names that a sentence lists
	switch name := schedulers[k]; name {
	case loss.DynP:
		return "the best of FCFS, SJF and LJF (dynP)"
	case loss.Best:
		several := []string{loss.DynP, loss.Best}
		names := slices.DeleteFunc(slices.Clone(schedulers), func(s string) bool { return slices.Contains(several, s) })
		if len(names) > most {
			return "the best of " + count(len(names)) + " policies"
		}
		return "the best of " + format.Enumeration("and", names)
	default:
		return name
	}
}

// aboveOptimum says how far the schedules of the integer program are above the best ones, where the search at one
// second has proven optima; "": it has not.
func aboveOptimum(totals []methodstats.Total) string {
	var program, search methodstats.Total
	for _, m := range totals {
		switch m.Method {
		case "ilp":
			program = m
		case "exact":
			search = m
		}
	}
	if search.Proven[methodstats.AtSecond] == 0 || len(program.Above) == 0 {
		return ""
	}
	above := format.Percent(program.Above.Mean())
	return "; the integer program at its time scale is " + above + " above the best schedule"
}
