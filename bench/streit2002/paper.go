package streit2002

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Paper regenerates the evaluation of Streit (2002), section 5.2.
type Paper struct {
	Options schedulers.Options // of the dynP schedulers; their quality is set as the tables ask for
	Factors []float64          // of Figures 2 to 8; nil: no figures
}

// Names of lines in the figures, as in the paper's legends.
var (
	paperDeciders = []string{"dynp-simple", "dynp-advanced"}
	paperMetrics  = []dynp.Metric{dynp.ARTwW, dynp.ART, dynp.MS}
	paperPolicies = []string{"fcfs", "sjf", "ljf"}
)

const (
	paperBasic    = "basic-dynp"
	perfectSuffix = ", perfect estimates"
	advancedARTwW = "advanced, ARTwW"
	tableFactor   = 1 // of Tables 4 to 6
)

// dynP returns the six combinations in the order of Table 4's columns.
func (p Paper) dynP(factor float64) []Setting {
	var all []Setting
	for _, m := range paperMetrics {
		for _, d := range paperDeciders {
			o := p.Options
			o.DynP.Quality = dynp.QualityOf(m)
			all = append(all, Setting{Name: fmt.Sprintf("%s, %s", d[len("dynp-"):], m), Scheduler: d, Options: o, Factor: factor})
		}
	}
	return all
}

// Settings returns the replays that tables and figures need.
func (p Paper) Settings() []Setting {
	all := p.dynP(tableFactor)
	for _, f := range p.Factors {
		if f != tableFactor {
			all = append(all, p.dynP(f)...)
		}
		for _, policy := range paperPolicies {
			all = append(all, Setting{Name: paperName(policy), Scheduler: policy, Factor: f})
		}
		all = append(all, Setting{Name: paperName(paperBasic), Scheduler: paperBasic, Factor: f})
		for _, s := range append([]string{"dynp-advanced"}, paperPolicies...) {
			set := Setting{Name: paperName(s) + perfectSuffix, Scheduler: s, Factor: f, Estimates: Perfect}
			if s == "dynp-advanced" {
				set.Options = p.Options
				set.Options.DynP.Quality = dynp.QualityOf(dynp.ARTwW)
			}
			all = append(all, set)
		}
	}
	return all
}

func paperName(scheduler string) string {
	switch scheduler {
	case "dynp-advanced":
		return advancedARTwW
	case paperBasic:
		return "basic dynP"
	}
	return map[string]string{"fcfs": "FCFS", "sjf": "SJF", "ljf": "LJF"}[scheduler]
}

// pick returns the runs with one of the names, in the order of the names and
// falling factors.
func pick(runs []Run, names ...string) []Run {
	var picked []Run
	for _, r := range runs {
		if slices.Contains(names, r.Name) {
			picked = append(picked, r)
		}
	}
	slices.SortStableFunc(picked, func(a, b Run) int {
		return cmp.Or(slices.Index(names, a.Name)-slices.Index(names, b.Name), cmp.Compare(b.factor(), a.factor()))
	})
	return picked
}

// Figures returns Figures 2 to 8, by name, from the runs of Settings.
func (p Paper) Figures(subtitle string, runs []Run) map[string]report.Figure {
	var inFigures []Run
	for _, r := range runs {
		if slices.Contains(p.Factors, r.factor()) {
			inFigures = append(inFigures, r)
		}
	}
	var deciders []string
	for _, s := range p.dynP(tableFactor) {
		deciders = append(deciders, s.Name)
	}
	schedulers := []string{advancedARTwW, "FCFS", "SJF", "LJF", paperName(paperBasic)}
	var perfect []string
	for _, s := range schedulers[:4] {
		perfect = append(perfect, s+perfectSuffix)
	}
	figures := map[string]report.Figure{}
	for _, f := range []struct {
		name, title, key string
		lines            []string
	}{
		{"figure-2", "Figure 2. Deciders and quality metrics: ARTwW", "artww", deciders},
		{"figure-3", "Figure 3. Deciders and quality metrics: SLDwW_60", "sldww_60", deciders},
		{"figure-4", "Figure 4. Self-tuning dynP, single policies, basic dynP: ARTwW", "artww", schedulers},
		{"figure-5", "Figure 5. Self-tuning dynP, single policies, basic dynP: SLDwW_60", "sldww_60", schedulers},
		{"figure-6", "Figure 6. With perfect estimates: ARTwW", "artww", perfect},
		{"figure-7", "Figure 7. Self-tuning dynP, single policies, basic dynP: SLDwW_300", "sldww_300", schedulers},
		{"figure-8", "Figure 8. Self-tuning dynP, single policies, basic dynP: utilization", "util", schedulers},
	} {
		a := axes[slices.IndexFunc(axes, func(a axis) bool { return a.key == f.key })]
		figures[f.name] = report.Figure{Title: f.title, Subtitle: subtitle, Plots: []report.Plot{a.plot("", pick(inFigures, f.lines...))}}
	}
	return figures
}
