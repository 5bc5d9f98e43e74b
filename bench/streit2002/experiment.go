package streit2002

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/bench/view"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Experiment is the evaluation of section 5.2 on any trace.
type Experiment struct {
	Options   schedulers.Options // of the dynP schedulers; their quality metric is set as the tables ask for
	Factors   []float64          // shrinking factors of Figures 2 to 8; nil: no figures
	Published *Published         // the numbers that stand beside the measured ones; nil: none
}

// Report is what an experiment shows.
type Report struct {
	Tables  []table.Table            // Tables 4, 5 and 6
	Figures map[string]figure.Figure // Figures 2 to 8 by name, such as "figure-2"; nil without factors
}

const (
	advanced    = "dynp-advanced"
	tableFactor = 1 // the shrinking factor of Tables 4 to 6
	// perfect follows the names of the runs with perfect estimates.
	perfect = ", perfect estimates"
)

// named is a scheduler with its name in the paper's legends.
type named struct{ scheduler, name string }

// The schedulers beside dynP in the figures: those of a single policy, which also
// run with perfect estimates, and all.
var (
	single = []named{{"fcfs", "FCFS"}, {"sjf", "SJF"}, {"ljf", "LJF"}}
	others = append(slices.Clone(single), named{sweep.Basic, "basic dynP"})
)

// Validate reports the first field that is out of its range.
func (e Experiment) Validate() error {
	for _, f := range e.Factors {
		if !(f > 0) || math.IsInf(f, 1) {
			return &optgap.FieldError{Field: "factor", Found: fmt.Sprint(f), Expected: "a number above 0"}
		}
	}
	return e.Options.DynP.Validate()
}

// dynP returns a decider with a quality metric.
func (e Experiment) dynP(scheduler string, metric dynp.Metric, factor float64) sweep.Setting {
	o := e.Options
	o.DynP.Quality = dynp.QualityOf(metric)
	return sweep.Setting{Name: dynPName(scheduler, metric), Scheduler: scheduler, Options: o, Factor: factor}
}

// dynPName is such as "advanced, ARTwW".
func dynPName(scheduler string, metric dynp.Metric) string {
	return fmt.Sprintf("%s, %s", scheduler[len("dynp-"):], metric)
}

// combinations returns the columns of Table 4.
func (e Experiment) combinations(factor float64) []sweep.Setting {
	var all []sweep.Setting
	for _, m := range []dynp.Metric{dynp.ARTwW, dynp.ART, dynp.MS} {
		for _, scheduler := range []string{"dynp-simple", advanced} {
			all = append(all, e.dynP(scheduler, m, factor))
		}
	}
	return all
}

// Settings returns the replays that tables and figures need. Those of the tables
// come first, so that a sweep that is interrupted has them early.
func (e Experiment) Settings() []sweep.Setting {
	all := e.combinations(tableFactor)
	for _, f := range e.Factors {
		if f != tableFactor {
			all = append(all, e.combinations(f)...)
		}
		for _, s := range others {
			all = append(all, sweep.Setting{Name: s.name, Scheduler: s.scheduler, Factor: f})
		}
		best := e.dynP(advanced, dynp.ARTwW, f)
		best.Name, best.Estimates = best.Name+perfect, sweep.Perfect
		all = append(all, best)
		for _, s := range single {
			all = append(all, sweep.Setting{Name: s.name + perfect, Scheduler: s.scheduler, Factor: f, Estimates: sweep.Perfect})
		}
	}
	return all
}

// Report returns tables and figures from the runs of Settings. It is an error if a
// run of the tables is missing. The figures show what there is. title stands below
// that of each figure.
func (e Experiment) Report(title string, runs []sweep.Run) (*Report, error) {
	tables, err := e.tables(runs)
	if err != nil {
		return nil, err
	}
	return &Report{Tables: tables, Figures: e.figures(title, runs)}, nil
}

// figures returns Figures 2 to 8.
func (e Experiment) figures(title string, runs []sweep.Run) map[string]figure.Figure {
	if len(e.Factors) == 0 {
		return nil
	}
	runs = slices.DeleteFunc(slices.Clone(runs), func(r sweep.Run) bool { return !slices.Contains(e.Factors, r.ShrinkingFactor()) })
	var deciders []string
	for _, s := range e.combinations(tableFactor) {
		deciders = append(deciders, s.Name)
	}
	best := dynPName(advanced, dynp.ARTwW)
	schedulers, foreknown := []string{best}, []string{best + perfect}
	for _, s := range others {
		schedulers = append(schedulers, s.name)
	}
	for _, s := range single {
		foreknown = append(foreknown, s.name+perfect)
	}
	figures := map[string]figure.Figure{}
	for _, f := range []struct {
		name, title, key string
		lines            []string
	}{
		{"figure-2", "Figure 2. Deciders and quality metrics: ARTwW", "artww", deciders},
		{"figure-3", "Figure 3. Deciders and quality metrics: SLDwW_60", "sldww_60", deciders},
		{"figure-4", "Figure 4. Self-tuning dynP, single policies, basic dynP: ARTwW", "artww", schedulers},
		{"figure-5", "Figure 5. Self-tuning dynP, single policies, basic dynP: SLDwW_60", "sldww_60", schedulers},
		{"figure-6", "Figure 6. With perfect estimates: ARTwW", "artww", foreknown},
		{"figure-7", "Figure 7. Self-tuning dynP, single policies, basic dynP: SLDwW_300", "sldww_300", schedulers},
		{"figure-8", "Figure 8. Self-tuning dynP, single policies, basic dynP: utilization", "util", schedulers},
	} {
		m, _ := performance.ByKey(f.key)
		figures[f.name] = figure.Figure{Title: f.title, Subtitle: title, Plots: []figure.Plot{view.MetricPlot(m, pick(runs, f.lines))}}
	}
	return figures
}

// pick returns the runs with one of the names, in the order of the names and
// falling factors.
func pick(runs []sweep.Run, names []string) []sweep.Run {
	var picked []sweep.Run
	for _, r := range runs {
		if slices.Contains(names, r.Name) {
			picked = append(picked, r)
		}
	}
	slices.SortStableFunc(picked, func(a, b sweep.Run) int {
		return cmp.Or(slices.Index(names, a.Name)-slices.Index(names, b.Name), cmp.Compare(b.ShrinkingFactor(), a.ShrinkingFactor()))
	})
	return picked
}
