package simulated

import (
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
)

// A Point is a mean over the experiments.
type Point struct {
	Model     string `json:"model"`     // of the jobs
	Scheduler string `json:"scheduler"` // as of `--schedulers`
	// mean width times run time, per mean interarrival time and processor
	Load        float64 `json:"load"`
	Experiments int     `json:"experiments"` // that the means are over
	Utilisation float64 `json:"utilisation"` // busy share of the processors
	// half the width of the 95 % interval (Student's t over the experiments); absent for one
	// experiment
	UtilisationCI *float64 `json:"utilisation_ci95,omitempty"`
	SlowdownRatio float64  `json:"slowdown_ratio"` // mean response time over mean run time, Eq. 1
	// half the width of the 95 % interval (Student's t over the experiments); absent for one
	// experiment
	SlowdownRatioCI *float64 `json:"slowdown_ratio_ci95,omitempty"`
}

// Points returns the means of the samples by model, scheduler and load, in the order of
// the study.
func (s Study) Points(samples []Sample) (points []Point) {
	d := s.data(samples, nil)
	for _, model := range s.Models {
		for _, scheduler := range s.Schedulers {
			for _, load := range s.Loads {
				place := []string{model, s.Paper.scheduler(scheduler).Title, format.Exact(load)}
				used := d.Numbers("utilisation", place...)
				if len(used) == 0 {
					continue
				}
				utilisation, within := statement.Interval(used, 0.95)
				slowdown, around := statement.Interval(d.Numbers("slowdown", place...), 0.95)
				points = append(
					points,
					Point{
						model,
						scheduler,
						load,
						len(used),
						utilisation,
						confidence.Existing(within),
						slowdown,
						confidence.Existing(around),
					},
				)
			}
		}
	}
	return points
}

// called returns the paper's names of the schedulers of the study.
func (s Study) called() []string {
	return lists.Each(
		s.Schedulers,
		func(name string) string { return s.Paper.scheduler(name).Title },
	)
}

// Title describes the study in a line.
func (s Study) Title() string {
	author, _, _ := strings.Cut(s.Paper.Title, ": ")
	return fmt.Sprintf(
		"%s: %s of %s on %d processors",
		author,
		format.Count(s.Experiments, "experiment"),
		format.Count(s.Jobs, "job"),
		Machine,
	)
}

// Basis says how many of the experiments the samples are of.
func (s Study) Basis(samples []Sample) statement.Basis {
	return statement.Basis{
		Done:    len(samples),
		Planned: s.Experiments * len(s.Models),
		Thing:   "experiment",
	}
}

// Tables returns a table of the utilisation and one of the slowdown ratio for each model. A
// row is a load.
func (s Study) Tables(samples []Sample) (tables []table.Table) {
	d := s.data(samples, nil)
	called := s.called()
	loads := lists.Each(s.Loads, func(load float64) string { return format.Decimal(load, 2) })
	for _, model := range s.Models {
		grid := func(metric, number string, write func(float64) string) {
			title := fmt.Sprintf("%s (%s)", metric, s.Paper.model(model).Title)
			first := table.Numbers("load")
			tables = append(tables, statement.Grid(title, first, loads, called, func(row, column int) string {
				if e := statement.Mean(d.Numbers(number, model, called[column], format.Exact(s.Loads[row]))); e.Known() {
					return write(e.Value)
				}
				return ""
			}))
		}
		grid(
			"Processor utilisation [%]",
			"utilisation",
			func(v float64) string { return format.Decimal(100*v, 1) },
		)
		grid("Slowdown ratio", "slowdown", func(v float64) string { return format.Decimal(v, 2) })
	}
	return tables
}

// Figures returns the paper's by name, such as "figure-2". A figure is missing where its model was
// not simulated. Those of utilisation have one scale, and so have those of slowdown ratios.
func (s Study) Figures(samples []Sample) figure.Set {
	figures := figure.Set{}
	d := s.data(samples, nil)
	for _, f := range s.Paper.Figures {
		name := "Processor utilization"
		number := "utilisation"
		if f.Slowdown {
			name = "Slowdown ratio"
			number = "slowdown"
		}
		plot := figure.Plot{X: "load", Y: strings.ToLower(name), Percent: !f.Slowdown}
		plot.Lines = s.lines(d, f.Model, number)
		if len(plot.Lines) == 0 {
			continue
		}
		figures[fmt.Sprintf("figure-%d", f.Number)] = figure.Figure{
			Title:    fmt.Sprintf("Figure %d: %s (%s)", f.Number, name, s.Paper.model(f.Model).Title),
			Subtitle: s.Title(),
			Plots:    []figure.Plot{plot},
		}
	}
	figure.ShareScale(figures)
	return figures
}

// lines returns a line for each scheduler. As in the paper, SJF/First-Fit is missing where
// SJF is there.
func (s Study) lines(d *statement.Data, model, number string) (lines []figure.Line) {
	for i, title := range s.called() {
		line := statement.Line(
			title,
			s.Schedulers[i],
			s.Loads,
			false,
			func(load int) statement.Estimate {
				return statement.Mean(d.Numbers(number, model, title, format.Exact(s.Loads[load])))
			},
		)
		if len(line.Points) > 0 &&
			!(line.Of == fitSmallest && slices.Contains(s.Schedulers, smallest)) {
			lines = append(lines, line)
		}
	}
	return lines
}
