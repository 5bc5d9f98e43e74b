package bymethod

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// An Average is an average over steps with its 95 % interval, see package confidence.
type Average struct {
	Method   string
	Of       string // the value in words, such as "gap"
	Steps    int
	Value    float64
	Interval paired.Interval
	Seconds  bool // true: shifted geometric mean of seconds, shift 1 s; false: mean in percent
}

// Averages returns the averages of each method: the distance from the best of several methods, gaps and times. An
// average needs [confidence.Least] steps. Losses are those of package loss.
func (c *Comparison) Averages() (all []Average) {
	for k := range c.Methods {
		for _, s := range c.seriesOf(k) {
			if a, ok := s.average(); ok {
				a.Method = c.Methods[k]
				all = append(all, a)
			}
		}
	}
	return all
}

// A series holds the values of consecutive steps.
type series struct {
	of      string
	values  []float64
	seconds bool
}

func (s series) average() (a Average, ok bool) {
	if s.seconds {
		i, ok := confidence.ShiftedGeoMean(s.values, summary.SecondsShift)
		mean := summary.ShiftedGeoMean(s.values, summary.SecondsShift)
		return Average{Of: s.of, Steps: len(s.values), Value: mean, Interval: i, Seconds: true}, ok
	}
	i, ok := confidence.Mean(s.values)
	return Average{Of: s.of, Steps: len(s.values), Value: stat.Mean(s.values, nil), Interval: i}, ok
}

func (c *Comparison) seriesOf(method int) []series {
	above, gap, time := series{of: "above the best method"}, series{of: "gap"}, series{of: "time", seconds: true}
	for _, s := range c.Steps {
		r := s.Results[method]
		if r == nil {
			continue
		}
		if r.SolveSeconds > 0 {
			time.values = append(time.values, r.SolveSeconds)
		}
		if !summary.Solved(r) {
			continue
		}
		if least := s.Best(); len(c.Methods) > 1 {
			above.values = append(above.values, float64(r.Objective-least)/float64(least)*100)
		}
		if r.Gap != nil {
			gap.values = append(gap.values, *r.Gap*100)
		}
	}
	return []series{above, gap, time}
}

// A Cost is the cost of the results of a method, see [record.Cost].
type Cost struct {
	Method  string
	Results int      // those with a measured cost
	CPU     Measured // seconds
	Wall    Measured // seconds
	Memory  Measured // bytes
}

// Measured is one cost over the results that have it. It is zero without such results.
type Measured struct {
	Results            int
	Sum, Mean, Largest float64
	Interval           *paired.Interval // 95 % of Mean; nil: less than confidence.Least results
}

// Costs returns the costs of each method that has measured ones.
func (c *Comparison) Costs() (all []Cost) {
	for k, method := range c.Methods {
		results := 0
		var cpu, wall, memory []float64
		for _, s := range c.Steps {
			r := s.Results[k]
			if r == nil || r.Cost == (record.Cost{}) {
				continue
			}
			results++
			cpu = measured(cpu, r.CPUSeconds)
			wall = measured(wall, r.WallSeconds)
			memory = measured(memory, float64(r.PeakMemoryBytes))
		}
		if results > 0 {
			all = append(all, Cost{method, results, measure(cpu), measure(wall), measure(memory)})
		}
	}
	return all
}

// measured appends a value unless it is 0, which stands for not measured.
func measured(values []float64, v float64) []float64 {
	if v == 0 {
		return values
	}
	return append(values, v)
}

func measure(values []float64) (m Measured) {
	if len(values) == 0 {
		return m
	}
	m = Measured{Results: len(values), Sum: floats.Sum(values), Mean: stat.Mean(values, nil), Largest: slices.Max(values)}
	if i, ok := confidence.Mean(values); ok {
		m.Interval = &i
	}
	return m
}
