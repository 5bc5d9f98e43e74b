// Package diff compares two sets of results of the same problems, such as a study by two versions
// of a program:
//
//	path -> Open -> Input -> Read -> Set, old and new -> Compare -> Changes -> Report, Rows, Failures
//
// Results are paired by their keys. Results of studies have step, method and time scale as a key,
// replays trace and setting, moldable results instance and algorithm. Times are compared as
// shifted geometric means with a shift of 1 s. Each ratio has a bootstrap interval, see package
// paired.
//
// The package may change at any time.
package diff

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/internal/base/confidence"
	"github.com/optgap/optgap/bench/internal/base/paired"
)

// Options for [Compare].
type Options struct {
	Threshold        float64 // a time is a regression where it rises by more than this share
	FailAbove        bool    // what gets worse by more than Threshold fails the comparison
	FailOnLostProofs bool    // a lost proof fails the comparison
	Seed             uint64  // of the bootstrap
}

// Changes hold the changes from one set to another.
type Changes struct {
	Kind    Kind
	Pairs   []Pair // in the order of the old set; results of the new set alone come last
	All     Group
	Methods []Group // by method in the order of their appearance
	Options Options
}

// A Group holds the changes in some of the pairs.
type Group struct {
	Name                     string // of the method; "": all methods
	Paired, OnlyOld, OnlyNew int
	SolvedOld, SolvedNew     int // pairs with a schedule of the method's own
	ProvenOld, ProvenNew     int // pairs with a proven optimum
	SecondOld, SecondNew     int // those of them at one second
	Lost                     int // pairs with a schedule in the old set alone, of any origin
	LostProofs               int // pairs with a proof in the old set, and none or one of less in the new
	Changes                  []Change
	Times                    Times
}

// A Change holds the change in a measure. It covers the pairs that have the measure in both
// sets.
type Change struct {
	Measure
	Pairs         int
	Better, Worse int
	Old, New      float64 // means; NaN without pairs
	Ratio         Ratio   // of the means
}

// Times holds the change in the times. It covers the pairs that have a time in both sets.
type Times struct {
	Pairs    int
	Old, New float64 // shifted geometric means, seconds; NaN without pairs
	Ratio    Ratio   // of the means
	P        float64 // of the signed-rank test; 1 without pairs
}

// A Ratio is a new value over an old one with its 95 % interval. All are NaN without pairs.
// With one pair Low and High are NaN.
type Ratio struct{ Value, Low, High float64 }

// Compare compares two sets of one kind. It is an error if the traces differ, if one index
// stands for different steps, or if the sets have no result in common.
func Compare(old, new *Set, o Options) (*Changes, error) {
	pairs, err := pair(old, new)
	if err != nil {
		return nil, err
	}
	c := &Changes{Kind: old.Input.Kind, Pairs: pairs, Options: o}
	c.All = c.group("", pairs)
	for _, own := range table.GroupBy(pairs, func(p Pair) string { return p.Key().Name() }) {
		if name := own[0].Key().Name(); len(own) == len(pairs) {
			c.Methods = []Group{c.All}
			c.Methods[0].Name = name
		} else {
			c.Methods = append(c.Methods, c.group(name, own))
		}
	}
	return c, nil
}

func (c *Changes) group(name string, pairs []Pair) Group {
	g := Group{Name: name}
	for _, p := range pairs {
		g.count(p)
	}
	for i, m := range c.Kind.Measures() {
		g.Changes = append(g.Changes, c.change(m, i, pairs))
	}
	g.Times = c.times(pairs)
	return g
}

func (g *Group) count(p Pair) {
	switch {
	case p.New == nil:
		g.OnlyOld++
		return
	case p.Old == nil:
		g.OnlyNew++
		return
	}
	g.Paired++
	g.SolvedOld += count(p.Old.Solved())
	g.SolvedNew += count(p.New.Solved())
	g.ProvenOld += count(p.Old.Proven())
	g.ProvenNew += count(p.New.Proven())
	g.SecondOld += count(p.Old.AtSecond())
	g.SecondNew += count(p.New.AtSecond())
	g.Lost += count(p.Old.Values[0].Exists() && !p.New.Values[0].Exists())
	g.LostProofs += count(p.lostProof())
}

func count(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// change returns the change in a measure. place is the index of the measure.
func (c *Changes) change(m Measure, place int, pairs []Pair) Change {
	d := Change{Measure: m}
	var old, new []float64
	for _, p := range pairs {
		a, b, ok := p.values(place)
		if !ok {
			continue
		}
		old, new = append(old, a.Float()), append(new, b.Float())
		d.Better += count(m.worsened(b, a))
		d.Worse += count(m.worsened(a, b))
	}
	d.Pairs, d.Old, d.New = len(old), stat.Mean(old, nil), stat.Mean(new, nil)
	if d.Better+d.Worse == 0 && len(old) > 1 { // any sample gives that ratio
		d.Ratio = Ratio{1, 1, 1}
		return d
	}
	d.Ratio = c.ratio(len(old), func(places []int32) float64 { return quotient(sumAt(new, places), sumAt(old, places)) })
	return d
}

// worsened reports whether after is worse than before.
func (m Measure) worsened(before, after Number) bool {
	if m.Larger {
		return after.compare(before) < 0
	}
	return after.compare(before) > 0
}

// times returns the change in the times.
func (c *Changes) times(pairs []Pair) Times {
	var old, new, differences confidence.Values
	for _, p := range pairs {
		if a, b, ok := p.seconds(); ok {
			old, new, differences = append(old, a), append(new, b), append(differences, b-a)
		}
	}
	t := Times{
		Pairs: len(old), Old: old.Geometric(confidence.SecondsShift), New: new.Geometric(confidence.SecondsShift),
	}
	oldLogs, newLogs := logs(old), logs(new)
	mean := func(logs []float64, places []int32) float64 {
		return math.Expm1(sumAt(logs, places) / float64(len(places)))
	}
	t.Ratio = c.ratio(len(old),
		func(places []int32) float64 { return quotient(mean(newLogs, places), mean(oldLogs, places)) })
	t.P, _ = paired.SignedRank(differences)
	return t
}

// logs returns the logarithms of shifted times. exp of their mean, less the shift, is the
// shifted geometric mean.
func logs(seconds []float64) []float64 {
	l := make([]float64, len(seconds))
	for i, s := range seconds {
		l[i] = math.Log1p(s / confidence.SecondsShift)
	}
	return l
}

func sumAt(values []float64, places []int32) (sum float64) {
	for _, p := range places {
		sum += values[p]
	}
	return sum
}

// quotient returns a / b, or 1 for two zeros, such as losses of capacity where no job waits.
func quotient(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}

// ratio returns the ratio of n pairs with its interval.
func (c *Changes) ratio(n int, of func(places []int32) float64) Ratio {
	r := Ratio{math.NaN(), math.NaN(), math.NaN()}
	if n == 0 {
		return r
	}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	r.Value = of(all)
	if i, ok := paired.Bootstrap(n, c.Options.Seed, of); ok {
		r.Low, r.High = i.Low, i.High
	}
	return r
}
