package frame

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// Format is the format of a [Report].
const Format = "optgap-comparison/1"

// A Report is the JSON form of a comparison. All counts but OnlyOld and OnlyNew are numbers
// of paired results.
type Report struct {
	Format  string   `json:"format"`
	Verdict string   `json:"verdict,omitempty"` // with a `--fail-` flag: `passed`, `failed`
	Reasons []string `json:"reasons,omitempty"` // why it failed, in words
	// results with a partner; without one
	Paired  int `json:"paired"`
	OnlyOld int `json:"only_old"`
	OnlyNew int `json:"only_new"`
	// pairs `optimal` in the old set, in the new
	ProvenOld int `json:"proven_old"`
	ProvenNew int `json:"proven_new"`
	// pairs by `objective`, of replays `artww`, of moldable results `minsum`
	ObjectiveBetter int `json:"objective_better"`
	ObjectiveWorse  int `json:"objective_worse"`
	// pairs by lower bound: the largest
	BoundBetter int               `json:"bound_better"`
	BoundWorse  int               `json:"bound_worse"`
	Ratios      map[string]*Ratio `json:"ratios"`               // of the measures, by name
	TimeRatio   *Ratio            `json:"time_ratio,omitempty"` // absent without times
	PValue      *float64          `json:"p_value,omitempty"`    // Wilcoxon signed-rank test on the times
	Regressions []Regression      `json:"regressions"`          // empty rather than nil
}

// A Regression is a value that got worse.
type Regression struct {
	// of the step; of other inputs the place in the old set, from 0
	Index int `json:"index"`
	// method, scheduler or algorithm, behind the folder of its cell
	Method string `json:"method"`
	// the field that got worse, such as `bound`; `scope`: a proof at one second that is one on a
	// grid now
	What string `json:"what"`
	// the values
	Old any `json:"old"`
	New any `json:"new"`
}

// Report returns the JSON form of the comparison.
func (c *Comparison) Report() Report {
	g := &c.All
	r := Report{
		Format:          Format,
		Reasons:         c.Failures(),
		Ratios:          map[string]*Ratio{},
		Paired:          g.Count(Pair.Both),
		OnlyOld:         g.Count(Pair.OnlyOld),
		OnlyNew:         g.Count(Pair.OnlyNew),
		ProvenOld:       g.Count(InOld((*Row).Proven)),
		ProvenNew:       g.Count(InNew((*Row).Proven)),
		ObjectiveBetter: g.Changes[0].Better,
		ObjectiveWorse:  g.Changes[0].Worse,
		Regressions:     c.Regressions(),
	}
	if c.Options.FailAbove || c.Options.FailOnLostProofs {
		r.Verdict = map[bool]string{true: "passed", false: "failed"}[r.Reasons == nil]
	}
	for _, d := range slices.Backward(g.Changes) { // the first bound counts
		if d.bound {
			r.BoundBetter = d.Better
			r.BoundWorse = d.Worse
		}
		if d.Pairs > 0 {
			r.Ratios[d.Name()] = &d.Ratio
		}
	}
	if g.Times.Pairs > 0 {
		r.TimeRatio = &g.Times.Ratio
		r.PValue = &g.Times.P
	}
	return r
}

// Regressions returns the values that got worse, in the order of the pairs. They are lost
// schedules, lost proofs, worse measures, and longer times. A time t is longer where t + 1 s
// rose by more than the threshold.
func (c *Comparison) Regressions() []Regression {
	found := []Regression{}
	for place, p := range c.Pairs {
		if !p.Both() {
			continue
		}
		add := func(what string, old, new any) {
			index := place
			if c.Kind == Studies {
				index = int(p.Old.Float("index"))
			}
			found = append(found, Regression{index, p.Method(), what, old, new})
		}
		if p.Old.Solved() && !p.New.Solved() || p.Old.Proven() && !p.New.Proven() {
			add(Status, p.Old.Text(Status), p.New.Text(Status))
		} else if p.LostProof() {
			add(Scope, p.Old.Text(Scope), p.New.Text(Scope))
		}
		for _, m := range c.Kind.Measures {
			if p.Have(m.Path) && m.Worsened(p.Old, p.New) {
				add(m.Name(), p.Old.Value(m.Path), p.New.Value(m.Path))
			}
		}
		const shift = confidence.SecondsShift
		if old, new, ok := p.Times(); ok && (new+shift)/(old+shift) > 1+c.Options.Threshold {
			add(Seconds, old, new)
		}
	}
	return found
}

// Failures says in words why the comparison fails by its options, or nil if it does not.
func (c *Comparison) Failures() (why []string) {
	if c.Options.FailAbove {
		why = c.worse(c.Options.Threshold)
	}
	if n := c.All.Count(Pair.LostProof); n > 0 && c.Options.FailOnLostProofs {
		proven := c.All.Count(InOld((*Row).Proven))
		why = append(why, fmt.Sprintf("%d of %d proofs of the old set are lost", n, proven))
	}
	return why
}

// worse says what got worse by more than a share, such as 0.05. It looks at the times, see rose, at
// the mean of each measure, and at the number of results with a schedule.
func (c *Comparison) worse(share float64) (why []string) {
	g := &c.All
	if r := g.Times.Ratio; rose(g.Times, share) {
		why = append(
			why,
			fmt.Sprintf("the times rose to %s of the old (95 %% interval from %s), more than %s",
				format.Ratio(r.Value), format.Ratio(*r.Low), format.Ratio(1+share)),
		)
	}
	for _, d := range g.Changes {
		if d.Larger && d.Ratio.Value < 1-share {
			why = append(why, fmt.Sprintf("the mean of %s fell to %s of the old, less than %s",
				d.Name(), format.Ratio(d.Ratio.Value), format.Ratio(1-share)))
		}
		if !d.Larger && d.Ratio.Value > 1+share {
			why = append(why, fmt.Sprintf("the mean of %s rose to %s of the old, more than %s",
				d.Name(), format.Ratio(d.Ratio.Value), format.Ratio(1+share)))
		}
	}
	if lost, all := g.Count(Pair.Lost), g.Count(Pair.Both); float64(lost) > share*float64(all) {
		why = append(
			why,
			fmt.Sprintf("%d of %d results have a schedule in the old set alone", lost, all),
		)
	}
	return why
}

// A rise of times is one that a machine does not make by itself: over enough pairs, by more
// than chance, and by more than a scheduler of the operating system is late.
const (
	minTimePairs = 10
	timeLevel    = 0.05
	minTimeRise  = 0.010 // s
)

// rose reports whether the times rose by more than a share: there are at least ten pairs, the
// lower end of the ratio's interval exceeds 1 + share, p is below 0.05, and the means differ
// by more than 10 ms.
func rose(t Times, share float64) bool {
	return t.Pairs >= minTimePairs && *t.Ratio.Low > 1+share && t.P < timeLevel &&
		t.New-t.Old > minTimeRise
}

// Size returns how many times worse the value is. It is infinite for a lost schedule or
// proof.
func (r Regression) Size() float64 {
	old := size(r.Old)
	new := size(r.New)
	if math.IsNaN(old) || math.IsNaN(new) {
		return math.Inf(1)
	}
	return max(old/new, new/old)
}

func size(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}

// Rows returns a row for each pair and for each result without a partner, for CSV. Nothing
// is rounded. A value that does not exist is blank.
func (c *Comparison) Rows() table.Table {
	t := table.Table{
		Columns: table.Words("folder", "trace", "index", "problem", "method", "time_scale"),
	}
	paths := []string{Status}
	for _, m := range c.Kind.Measures {
		paths = append(paths, m.Path)
	}
	paths = append(paths, Seconds)
	for _, path := range paths {
		name := nameOf(path)
		t.Columns = append(t.Columns, table.Words(name+"_old", name+"_new")...)
	}
	for _, p := range c.Pairs {
		r := p.Any()
		index := ""
		if c.Kind == Studies {
			index = format.Digits(int64(r.Float("index"))) // from 0
		}
		method := r.Text(c.Kind.Method)
		row := []string{r.folder, r.Text("trace"), index, r.problem(), method, r.Text("time_scale")}
		for _, path := range paths {
			row = append(row, p.Old.Text(path), p.New.Text(path))
		}
		t.Row(row...)
	}
	return t
}
