package frame

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// Options for [Compare].
type Options struct {
	Threshold        float64 // a time is a regression where it rises by more than this share
	FailAbove        bool    // what gets worse by more than Threshold fails the comparison
	FailOnLostProofs bool    // a lost proof fails the comparison
}

// A Comparison holds the changes from one input to another.
type Comparison struct {
	Kind    *Kind
	Options Options
	Pairs   []Pair // in the order of the old input; rows of the new one alone come last
	All     Group
	Methods []Group // by method in the order of their appearance
}

// A Group holds the changes in some of the pairs.
type Group struct {
	Name    string // of the method; "": all methods
	Pairs   []Pair
	Changes []Change
	Times   Times
}

// Count returns the number of pairs of which something holds.
func (g *Group) Count(holds func(Pair) bool) (n int) {
	for _, p := range g.Pairs {
		n += count(holds(p))
	}
	return n
}

// A Change holds the change in a measure. It covers the pairs that have the measure in both
// rows.
type Change struct {
	Measure
	Pairs         int
	Better, Worse int
	Old, New      float64 // means; NaN without pairs
	Ratio         Ratio   // of the means
}

// Times holds the change in the times. It covers the pairs that have a time in both rows.
type Times struct {
	Pairs    int
	Old, New float64 // shifted geometric means with a shift of 1 s, seconds; NaN without pairs
	Ratio    Ratio   // of the means
	P        float64 // of the signed-rank test; 1 without pairs
}

// A Ratio is the mean of the new values over that of the old ones. Value is NaN without pairs.
type Ratio struct {
	// mean of the new over that of the old values, by name of the value; of times the shifted
	// geometric mean (1 s)
	Value float64 `json:"value"`
	// of times: its 95 % interval, by Student's t over the pairs; absent for a single pair
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// of the others: its range over tenths of the pairs; absent below 40, and where a tenth has no
	// sum
	TenthsLow  *float64 `json:"tenths_low,omitempty"`
	TenthsHigh *float64 `json:"tenths_high,omitempty"`
}

// Compare reads and compares two inputs of one kind. It is an error if the traces differ, if rows
// with equal keys are about different problems, or if the inputs have no result in common.
func Compare(old, new *Input, o Options) (*Comparison, error) {
	if old.Kind != new.Kind {
		return nil, optgap.BadField(new.Name, new.Kind.Name, old.Kind.Name+", as in "+old.Name)
	}
	var b *frame
	failed := make(chan error)
	go func() { // both side by side
		failed <- field.Catch(func() (err error) {
			b, err = new.read()
			return err
		})
	}()
	a, err := old.read()
	if err := errors.Join(err, <-failed); err != nil {
		return nil, err
	}
	if err := sameTraces(old, new); err != nil {
		return nil, err
	}
	pairs, err := pair(a, b)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Kind: old.Kind, Options: o, Pairs: pairs}
	c.All = c.group("", pairs)
	for _, own := range lists.GroupBy(pairs, Pair.Method) {
		if name := own[0].Method(); len(own) == len(pairs) {
			c.Methods = []Group{c.All}
			c.Methods[0].Name = name
		} else {
			c.Methods = append(c.Methods, c.group(name, own))
		}
	}
	return c, nil
}

// A Pair holds the rows of both inputs with one key. One of them is nil where only the other one
// has a row.
type Pair struct{ Old, New *Row }

// Any returns the old row, or the new one where there is no other.
func (p Pair) Any() *Row {
	if p.Old != nil {
		return p.Old
	}
	return p.New
}

// Method returns the method of the pair.
func (p Pair) Method() string { return p.Any().Method() }

// Both reports whether both inputs have a row.
func (p Pair) Both() bool { return p.Old != nil && p.New != nil }

// OnlyOld reports whether the new input has no row.
func (p Pair) OnlyOld() bool { return p.New == nil }

// OnlyNew reports whether the old input has no row.
func (p Pair) OnlyNew() bool { return p.Old == nil }

// InOld returns a condition of pairs: both rows are there, and something holds of the old one.
func InOld(holds func(*Row) bool) func(Pair) bool {
	return func(p Pair) bool { return p.Both() && holds(p.Old) }
}

// InNew returns the same of the new row.
func InNew(holds func(*Row) bool) func(Pair) bool {
	return func(p Pair) bool { return p.Both() && holds(p.New) }
}

// Have reports whether both rows have a value at a path.
func (p Pair) Have(path string) bool { return p.Old.Has(path) && p.New.Has(path) }

// Times returns both times in seconds. ok is false where they cannot be compared. A result
// without a schedule has crashed or failed, and its time says nothing.
func (p Pair) Times() (old, new float64, ok bool) {
	old, new = p.Old.Float(Seconds), p.New.Float(Seconds)
	return old, new, old > 0 && new > 0 && p.Have(p.Old.in.Kind.Measures[0].Path)
}

// Solved reports whether there is a schedule of the method's own.
func (r *Row) Solved() bool {
	s := optgap.Status(r.Text(Status))
	return s == "" || s == optgap.StatusOptimal || s == optgap.StatusFeasible
}

// Proven reports whether the schedule is proven optimal, at one second or on its grid.
func (r *Row) Proven() bool { return r.Text(Status) == string(optgap.StatusOptimal) }

// AtSecond reports whether the schedule of a step is proven optimal at one second.
func (r *Row) AtSecond() bool { return r.Proven() && r.Text(Scope) == string(optgap.ScopeSecond) }

// LostProof reports whether the optimum was proven before and is not now. A proof at one second
// that is one on a grid now counts as lost.
func (p Pair) LostProof() bool {
	return p.Both() &&
		(p.Old.Proven() && !p.New.Proven() || p.Old.AtSecond() && !p.New.AtSecond())
}

// Lost reports whether there was a schedule before, of any origin, and is none now.
func (p Pair) Lost() bool {
	objective := p.Any().in.Kind.Measures[0].Path
	return p.Both() && p.Old.Has(objective) && !p.New.Has(objective)
}

// pair pairs the rows of two frames, each with a row at least.
func pair(old, new *frame) (pairs []Pair, err error) {
	a := old.rows[0].Text(objectiveName)
	b := new.rows[0].Text(objectiveName)
	if err := record.SameObjective(new.Name, a, b); err != nil {
		return nil, err
	}
	common := 0
	for _, row := range old.rows {
		p := Pair{Old: row}
		if place, ok := new.places[row.key]; ok {
			p.New = new.rows[place]
			if err := p.sameProblem(); err != nil {
				return nil, err
			}
			common++
		}
		pairs = append(pairs, p)
	}
	if common == 0 {
		return nil, nothingCommon(old, new)
	}
	for _, row := range new.rows {
		if _, ok := old.places[row.key]; !ok {
			pairs = append(pairs, Pair{New: row})
		}
	}
	return pairs, nil
}

// sameProblem returns an error for a pair of different problems.
func (p Pair) sameProblem() error {
	for _, path := range p.Old.in.Kind.same {
		if p.Old.Value(path) != p.New.Value(path) {
			name := fmt.Sprintf("step %d", int(p.Old.Float("index")))
			if problem := p.Old.problem(); problem != "" {
				name = problem + " under " + p.Old.Text(p.Old.in.Kind.Method)
			}
			return fmt.Errorf(
				"%s: %s is another problem than before: %w",
				p.New.in.Name,
				name,
				optgap.BadField(
					path,
					format.Plain(p.New.Float(path)),
					format.Plain(p.Old.Float(path)),
				),
			)
		}
	}
	return nil
}

// nothingCommon returns the error about two frames without a pair. It says why there is none.
func nothingCommon(old, new *frame) error {
	trace := func(r *Row) string { return r.Text("trace") }
	a := lists.Distinct(old.rows, trace)
	b := lists.Distinct(new.rows, trace)
	if !slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) }) {
		return optgap.BadField(new.Name, fmt.Sprintf("results of other traces, %q", b),
			fmt.Sprintf("%q, as in %s", a, old.Name))
	}
	return optgap.BadField(new.Name, "no result in common with "+old.Name,
		"at least one with "+old.Kind.known+" of the old")
}

func (c *Comparison) group(name string, pairs []Pair) Group {
	changes := lists.Each(c.Kind.Measures, func(m Measure) Change { return c.change(m, pairs) })
	return Group{name, pairs, changes, c.times(pairs)}
}

func count(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// change returns the change in a measure.
func (c *Comparison) change(m Measure, pairs []Pair) Change {
	d := Change{Measure: m}
	var old, new []float64
	for _, p := range pairs {
		if !p.Have(m.Path) {
			continue
		}
		old, new = append(old, p.Old.Float(m.Path)), append(new, p.New.Float(m.Path))
		d.Better += count(m.Worsened(p.New, p.Old))
		d.Worse += count(m.Worsened(p.Old, p.New))
	}
	d.Pairs, d.Old, d.New = len(old), stat.Mean(old, nil), stat.Mean(new, nil)
	d.Ratio = Ratio{Value: quotient(d.New, d.Old)}
	d.Ratio.TenthsLow, d.Ratio.TenthsHigh = confidence.Tenths(new, old).Ends()
	return d
}

// Worsened reports whether the measure is worse in the row after than in the row before. Both have
// it.
func (m Measure) Worsened(before, after *Row) bool {
	change := cmp.Compare(after.Float(m.Path), before.Float(m.Path))
	// A large one is no float64.
	if a, whole := after.Value(m.Path).(int64); change == 0 && whole {
		change = cmp.Compare(a, before.Value(m.Path).(int64))
	}
	return change != 0 && change > 0 != m.Larger
}

// times returns the change in the times.
func (c *Comparison) times(pairs []Pair) Times {
	var old, new, differences confidence.Values
	for _, p := range pairs {
		if a, b, ok := p.Times(); ok {
			old = append(old, a)
			new = append(new, b)
			differences = append(differences, b-a)
		}
	}
	t := Times{
		Pairs: len(old),
		Old:   old.Seconds(),
		New:   new.Seconds(),
	}
	t.Ratio = ratioOfTimes(old, new, t.Old, t.New)
	t.P = confidence.SignedRank(differences)
	return t
}

// ratioOfTimes returns the ratio of two shifted geometric means of times. Its logarithm varies as
// the mean of the pairs' terms: the derivative of log(exp(x) - 1) is exp(x) / (exp(x) - 1). The
// ends do not leave the range of the pairs' ratios, but for the ratio itself.
func ratioOfTimes(old, new []float64, oldMean, newMean float64) (r Ratio) {
	const shift = confidence.SecondsShift
	r.Value = newMean / oldMean
	terms := make([]float64, len(old))
	ratios := []float64{r.Value}
	for k := range terms {
		terms[k] = math.Log1p(new[k]/shift)*(newMean+shift)/newMean - math.Log1p(old[k]/shift)*(oldMean+shift)/oldMean
		ratios = append(ratios, new[k]/old[k])
	}
	if n := float64(len(terms)); n > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(1 - timeLevel/2)
		far := math.Exp(t * stat.StdErr(stat.StdDev(terms, nil), n))
		low := max(r.Value/far, floats.Min(ratios))
		high := min(r.Value*far, floats.Max(ratios))
		r.Low = &low
		r.High = &high
	}
	return r
}

// quotient returns a / b, or 1 for two zeros, such as losses of capacity where no job waits.
func quotient(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}
