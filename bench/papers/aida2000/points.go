package aida2000

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
)

// A Point is a mean over the experiments.
type Point struct {
	Reading         string   `json:"reading,omitempty"` // where it is not DefaultReading
	Model           string   `json:"model"`
	Scheduler       string   `json:"scheduler"`
	Load            float64  `json:"load"`
	Experiments     int      `json:"experiments"`
	Utilisation     float64  `json:"utilisation"`
	UtilisationCI   *float64 `json:"utilisation_ci95,omitempty"` // half the width of the interval; nil for one experiment
	SlowdownRatio   float64  `json:"slowdown_ratio"`
	SlowdownRatioCI *float64 `json:"slowdown_ratio_ci95,omitempty"`
}

// Points returns the means of the samples by model, scheduler and load, in the order of
// the study.
func (s Study) Points(samples []Sample) (points []Point) {
	d := s.Data(samples)
	for _, model := range s.Models {
		for _, scheduler := range s.Schedulers {
			for _, load := range s.Loads {
				runs := d.runs[key{model, scheduler, load}]
				if len(runs) == 0 {
					continue
				}
				p := Point{Model: model, Scheduler: scheduler, Load: load, Experiments: len(runs)}
				p.Utilisation, p.UtilisationCI = interval(runs, utilisation)
				p.SlowdownRatio, p.SlowdownRatioCI = interval(runs, slowdown)
				if s.Reading.Name != DefaultReading {
					p.Reading = s.Reading.Name
				}
				points = append(points, p)
			}
		}
	}
	return points
}

// interval returns the mean of a value of the runs and half the width of its 95 % confidence
// interval; nil: there is only one run. Half the width is t s/sqrt(n), with t the quantile
// 0.975 of Student's distribution with n-1 degrees of freedom.
func interval(runs []Run, of func(Run) float64) (mean float64, half *float64) {
	var values []float64
	for _, r := range runs {
		values = append(values, of(r))
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	if n < 2 {
		return mean, nil
	}
	h := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * deviation / math.Sqrt(n)
	return mean, &h
}

// A results finds the points of a study.
type results struct {
	study  Study
	points map[key]Point
}

func (s Study) results(samples []Sample) results {
	r := results{s, make(map[key]Point)}
	for _, p := range s.Points(samples) {
		r.points[key{p.Model, p.Scheduler, p.Load}] = p
	}
	return r
}

// PointRows returns a row for each point, for programs.
func PointRows(points []Point) table.Table { return frame.Rows(frame.Fields[Point](), points) }
