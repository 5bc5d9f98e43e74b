package benchdiff

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/paired"
	"github.com/optgap/optgap/bench/results/diff"
)

// A Diff holds the changes from one output to another.
type Diff struct {
	Paired, OnlyOld, OnlyNew int        // benchmarks
	Lines                    []Line     // by unit, in the order of the old output
	Time                     diff.Ratio // geometric mean of the ratios of the times
	P                        float64    // of the signed-rank test on the logarithms of these ratios
}

// A Line holds the change in one value of a benchmark.
type Line struct {
	Index    int // place of the benchmark in the old output, from 0
	Name     string
	Unit     string
	Better   int // 1: larger values are better; -1: smaller ones are; 0: unknown
	Old, New benchmath.Summary
	Test     benchmath.Comparison
	old, new []float64
}

// seconds is the unit of times.
const seconds = "sec/op"

// Compare compares two outputs by the full names of the benchmarks. It is an error if they
// have none in common. seed is the seed of the bootstrap.
func Compare(old, new *Set, seed uint64) (*Diff, error) {
	c := &Diff{}
	for _, name := range old.names {
		if slices.Contains(new.names, name) {
			c.Paired++
		}
	}
	c.OnlyOld, c.OnlyNew = len(old.names)-c.Paired, len(new.names)-c.Paired
	if c.Paired == 0 {
		return nil, &optgap.FieldError{
			Field: new.Name, Found: "no benchmark in common with " + old.Name,
			Expected: "at least one of the same package and name",
		}
	}
	for _, unit := range old.units {
		for i, name := range old.names {
			a, b := old.values[value{name, unit}], new.values[value{name, unit}]
			if len(a) > 0 && len(b) > 0 {
				c.Lines = append(c.Lines, line(i, value{name, unit}, old, a, b))
			}
		}
	}
	c.compareTimes(seed)
	return c, nil
}

func line(index int, v value, units *Set, old, new []float64) Line {
	how := units.known.GetAssumption(v.unit)
	a, b := benchmath.NewSample(old, &benchmath.DefaultThresholds), benchmath.NewSample(new, &benchmath.DefaultThresholds)
	return Line{
		Index: index, Name: v.name, Unit: v.unit, Better: better(units, v.unit),
		Old: how.Summary(a, paired.Confidence), New: how.Summary(b, paired.Confidence), Test: how.Compare(a, b),
		old: a.Values, new: b.Values,
	}
}

// better returns 1, -1 or 0, as [Line.Better]. The direction is that of the output or of
// package benchfmt. Larger rates are better.
func better(units *Set, unit string) int {
	if b := units.known.GetBetter(unit); b != 0 || !strings.HasSuffix(unit, "/s") {
		return b
	}
	return 1
}

// Ratio returns the new value over the old one, or 1 for two zeros.
func (l *Line) Ratio() float64 {
	if l.Old.Center == l.New.Center {
		return 1
	}
	return l.New.Center / l.Old.Center
}

// Significant tells whether the values differ by more than chance.
func (l *Line) Significant() bool { return l.Test.P < l.Test.Alpha }

// worse tells whether the value got worse by more than a share.
func (l *Line) worse(share float64) bool {
	return l.Better < 0 && l.Ratio() > 1+share || l.Better > 0 && l.Ratio() < 1-share
}

// compareTimes sets the ratio of the times. Its interval comes from drawn benchmarks and
// drawn runs of each benchmark.
func (c *Diff) compareTimes(seed uint64) {
	c.Time, c.P = diff.Ratio{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}, 1
	var times []Line
	runs := 0
	for _, l := range c.Lines {
		if l.Unit == seconds && l.Old.Center > 0 && l.New.Center > 0 {
			times = append(times, l)
			runs = max(runs, min(len(l.old), len(l.new)))
		}
	}
	if len(times) == 0 {
		return
	}
	logs := make([]float64, len(times))
	for i := range times {
		logs[i] = math.Log(times[i].Ratio())
	}
	c.Time.Value = math.Exp(stat.Mean(logs, nil))
	c.P, _ = paired.SignedRank(logs)
	if len(times) == 1 && runs == 1 {
		return
	}
	interval := paired.Resample(seed, func(random *rand.Rand) float64 {
		sum := 0.0
		for range times {
			l := times[random.IntN(len(times))]
			sum += math.Log(drawnMedian(l.new, random) / drawnMedian(l.old, random))
		}
		return math.Exp(sum / float64(len(times)))
	})
	c.Time.Low, c.Time.High = interval.Low, interval.High
}

// drawnMedian draws as many values as there are, with replacement, and returns their median.
func drawnMedian(values []float64, random *rand.Rand) float64 {
	drawn := make([]float64, len(values))
	for i := range drawn {
		drawn[i] = values[random.IntN(len(values))]
	}
	slices.Sort(drawn)
	return (drawn[(len(drawn)-1)/2] + drawn[len(drawn)/2]) / 2
}
