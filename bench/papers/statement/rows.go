package statement

import (
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/lists"
)

// Numbers are some by their names.
type Numbers = map[string]float64

// At is a place: a word for each of some dimensions, such as {"model": "uniform", "load": "0.9"}.
type At = map[string]string

// A Row holds named numbers of a run at a place.
type Row struct {
	Run    int // independent of the others, such as a seed, from 0; [NoRun]: the numbers are exact
	At     At
	Values Numbers
}

// Rows are numbers of runs at places.
type Rows []Row

// Add adds the numbers of a run at a place.
func (r *Rows) Add(run int, at At, values Numbers) {
	*r = append(*r, Row{run, at, values})
}

// Exact adds numbers that are not of a run.
func (r *Rows) Exact(at At, values Numbers) { r.Add(NoRun, at, values) }

// NoRun is the run of numbers that are not of one: printed or computed ones.
const NoRun = -1

// Data are the rows by which a ledger is judged: measured ones, or those that a paper prints.
// NewData makes them.
type Data struct {
	// Lists are lists of words by their names. Measures go through them.
	Lists map[string][]string
	// Place holds words for the dimensions that a measure does not name.
	Place []string
	// Missing says why the words of a list do not exist, or a word; Doubt why a dimension says too
	// little for a verdict, or with the key "" all runs.
	Missing, Doubt map[string]string
	// Complete says that a number of which a run has none is not known; otherwise it is that of the
	// other runs.
	Complete bool

	runs       int
	dimensions map[string]string   // by word
	names      map[string][]string // dimensions of each number
	cells      map[string]value
}

// NewData returns the data of rows. A word is one of a single dimension.
func NewData(rows Rows) *Data {
	d := &Data{
		dimensions: map[string]string{},
		names:      map[string][]string{},
		cells:      map[string]value{},
	}
	for _, r := range rows {
		d.runs = max(d.runs, r.Run+1)
	}
	for _, r := range rows {
		var dimensions []string
		for dimension, word := range r.At {
			dimensions = append(dimensions, dimension)
			d.dimensions[word] = dimension
		}
		slices.Sort(dimensions)
		for name, v := range r.Values {
			d.names[name] = dimensions
			d.set(d.key(name, r.At), r.Run, v)
		}
	}
	return d
}

func (d *Data) key(name string, at At) string {
	words := []string{name}
	for _, dimension := range d.names[name] {
		words = append(words, at[dimension])
	}
	return strings.Join(words, "|")
}

func (d *Data) set(key string, run int, v float64) {
	if run == NoRun {
		d.cells[key] = exact(v)
		return
	}
	c, ok := d.cells[key]
	if !ok {
		c.runs = slices.Repeat([]float64{math.NaN()}, d.runs)
		d.cells[key] = c
	}
	c.runs[run] = v
}

// Numbers returns those of the runs at the place of some words, or the one without a run.
func (d *Data) Numbers(name string, words ...string) []float64 {
	return d.evaluation(nil).bind(words).cell(name).all()
}

// A value is a number of each run, or an estimate.
type value struct {
	Estimate
	runs []float64 // NaN: the run lacks it; nil: it is an estimate
	of   int       // number of runs behind an estimate; 0: unknown

	peak  []float64 // of a largest estimate: the numbers of each run behind it
	place string    // and where it is
}

func exact(v float64) value {
	if math.IsNaN(v) {
		return value{}
	}
	return value{Estimate: Exact(v)}
}

// numbers returns those of the runs that have one.
func (v value) numbers() []float64 {
	return lists.Where(v.runs, func(n float64) bool { return !math.IsNaN(n) })
}

// all returns the numbers, or the one of a value without runs.
func (v value) all() []float64 {
	if v.runs == nil && v.known {
		return []float64{v.Value}
	}
	return v.numbers()
}

// n returns the number of runs behind a value.
func (v value) n() int {
	if v.runs != nil {
		return len(v.numbers())
	}
	return v.of
}

// estimate returns the mean over the runs.
func (v value) estimate() Estimate {
	if v.runs != nil {
		return Mean(v.numbers())
	}
	return v.Estimate
}

// missing reports whether nothing is known.
func (v value) missing() bool { return v.runs == nil && !v.known }

// single reports whether each run has a number, or all have the same.
func (v value) single() bool { return v.runs != nil || v.known && v.Low == v.High }

// each returns f of the numbers of several values, run by run. It is NaN where a number is. A value
// that is not known makes the result unknown.
func each(all []value, f func([]float64) float64) value {
	runs := 0
	for _, v := range all {
		if v.missing() {
			return v
		}
		runs = max(runs, len(v.runs))
	}
	at := func(run int) float64 {
		numbers := make([]float64, len(all))
		for i, v := range all {
			numbers[i] = v.Value
			if v.runs != nil {
				numbers[i] = v.runs[run]
			}
		}
		if slices.ContainsFunc(numbers, math.IsNaN) {
			return math.NaN()
		}
		return f(numbers)
	}
	switch {
	case len(all) == 0:
		return value{}
	case runs == 0:
		return exact(at(0))
	}
	v := value{runs: make([]float64, runs)}
	for run := range v.runs {
		v.runs[run] = at(run)
	}
	return v
}
