package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/results/loss"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
)

// Asked is what a study was to solve.
type Asked struct {
	Steps     int    // 0: those with results
	Shard     string // such as "2/8"; "": the whole study
	Drive     string // scheduler from whose replay the steps are; "": not known
	Hindsight bool   // steps have run times in the place of estimates
	// Whole is the 95 % interval of the least average loss over all Steps, of which some were taken, nil if unknown.
	Whole *paired.Interval
	Own   *OwnSteps // of the one policy that was asked for; nil: not measured
	OwnBy string    // how to measure that; "": not known
}

// InHindsight is said of steps that have run times in the place of estimates.
const InHindsight = ", in hindsight"

// AskedOf returns what a study was to solve, as its folder says.
func AskedOf(info folder.Info) Asked {
	methods := 1 + strings.Count(info.Arguments["method"], ",")
	return Asked{
		Steps: info.Asked / methods, Shard: info.Arguments["shard"], Drive: info.Arguments["drive"],
		Hindsight: info.Arguments["hindsight"] == "true",
	}
}

// Answer is the first thing to say of a study: what the policies that were asked for lose on average against the
// optimum, and how that stands to the best of the others. Where only policies of dynP were asked for, it is what the
// best of them loses, what the others do, and how far above the optimum the integer program stays.
func (r *StudyReport) Answer() string {
	losses, asked := Named(r.Losses), r.options.Asked
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
	confident := func(k int, more string) string {
		if i := all.Losses[k].Confidence; i != nil {
			return " (95 %: " + Confident(i, format.Percent) + more + ")"
		}
		return ""
	}
	of, own := losses.Answered()
	whole := ""
	if asked.Whole != nil {
		whole = "; of all steps " + Confident(asked.Whole, format.Percent)
	}
	first := losses.Schedulers[of[0]]
	text += fmt.Sprintf(", %s loses %s of %s against the optimum on average%s", leading(first),
		Within(all.Losses[of[0]].Average), losses.Objective.Average().Name, confident(of[0], whole))
	if !own {
		separator := "; "
		for _, k := range losses.Ranking() {
			if name := losses.Schedulers[k]; k != of[0] && name != loss.Best {
				text, separator = text+separator+name+" "+Within(all.Losses[k].Average), ", "
			}
		}
		return text + aboveOptimum(r.Totals) + ". " + ProvenOn(losses)
	}
	const most = 4 // policies that a sentence lists
	for _, k := range of[1:min(len(of), most)] {
		text += ", " + losses.Schedulers[k] + " " + Within(all.Losses[k].Average) + confident(k, "")
	}
	if more := len(of) - most; more > 0 {
		text += ", " + count(more) + " others more"
	}
	said := false
	for _, k := range of[:min(len(of), most)] {
		if more := standing(losses, k, said); more != "" {
			text, said = text+more, true
		}
	}
	return text + "." + r.aboutDrive() + " " + ProvenOn(losses)
}

// aboutDrive says by which scheduler the steps came about on which a single policy was asked for, and what that loses
// on its own steps.
func (r *StudyReport) aboutDrive() string {
	of, _ := r.Losses.Answered()
	asked, name := r.options.Asked, canvas.Name(r.Losses.Schedulers[of[0]])
	drive := canvas.Name(asked.Drive)
	own, i := asked.Own, r.Losses.All.Losses[of[0]].Confidence
	switch {
	case len(of) > 1 || drive == "":
		return ""
	case drive == name:
		return " The steps came about under " + name + " itself."
	case own == nil && asked.OwnBy == "":
		return " The steps came about under " + drive + "."
	case own == nil:
		return fmt.Sprintf(" The steps came about under %s; %s takes those of %s itself.", drive, asked.OwnBy, name)
	}
	average := Within(paired.Interval{Low: own.LossPercent, High: own.LossPercentMost})
	text := fmt.Sprintf(" The steps came about under %s; on %s of its own %s loses %s", drive,
		format.Count(int64(own.Steps), "step"), name, average)
	within := paired.Between(own.Low, own.High)
	if within == nil || i == nil {
		return text + "."
	}
	text += " (95 %: " + Confident(within, format.Percent) + ")"
	switch {
	case within.Low > i.High:
		return text + ", which is more."
	case within.High < i.Low:
		return text + ", which is less."
	}
	return text + ", which may be as much."
}

// standing says how the scheduler at index k stands to another, see loss.Table.Versus; "": there is no other, or the
// sentence says so of that one. next: such words stand before these.
func standing(losses loss.Table, k int, next bool) string {
	of, _ := losses.Answered()
	other, d := losses.Versus(k)
	if other < 0 || losses.Schedulers[k] == losses.Against && slices.Contains(of, other) {
		return ""
	}
	text := "; " + losses.Schedulers[k] + " loses "
	if next {
		text = ", " + losses.Schedulers[k] + " "
	}
	d, less := d.LessThan()
	switch points := Range(d.Average, format.Percentage) + " points "; {
	case d.Average == paired.Interval{}:
		text += "as much as "
	case less:
		text += points + "less than "
	default:
		text += points + "more than "
	}
	text += losses.Schedulers[other]
	all := losses.All.Losses
	if !next && all[other].Average.High == all[losses.BestOther(k)].Average.High {
		text += ", the best of the others"
	}
	if d.Confidence != nil {
		text += " (95 %: " + Confident(d.Confidence, format.Percentage) + ")"
	}
	return text
}

// NoAnswer says that no losses of the studies are known, and why.
func NoAnswer(studies ...loss.Table) string {
	return "How much the policies lose against the optimum is not known. " + ProvenOn(studies...) +
		" A study with the method exact has lower bounds."
}

// leading names the scheduler of which a sentence is.
func leading(name string) string {
	if name == loss.DynP {
		return "the best of FCFS, SJF and LJF (dynP)"
	}
	return name
}

// aboveOptimum says how far the schedules of the integer program are above the best ones, where the search at one
// second has proven optima; "": it has not.
func aboveOptimum(totals []summary.Total) string {
	var program, search summary.Total
	for _, m := range totals {
		switch m.Method {
		case "ilp":
			program = m
		case "exact":
			search = m
		}
	}
	if search.Proven[summary.AtSecond] == 0 || len(program.Above) == 0 {
		return ""
	}
	above := format.Percent(program.Above.Mean())
	return "; the integer program at its time scale is " + above + " above the best schedule"
}
