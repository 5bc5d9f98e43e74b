package diff

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
)

// A Pair holds the results of both sets for one key. One of them is nil where only the other
// set has a result.
type Pair struct{ Old, New *Result }

// Key returns the key of the pair.
func (p Pair) Key() Key { return p.any().Key }

func (p Pair) any() *Result {
	if p.Old != nil {
		return p.Old
	}
	return p.New
}

// Both reports whether both sets have a result.
func (p Pair) Both() bool { return p.Old != nil && p.New != nil }

// lostProof reports whether the optimum was proven before and is not now. A proof at one second that is one on a grid
// now counts as lost.
func (p Pair) lostProof() bool {
	return p.Old.Proven() && !p.New.Proven() || p.Old.AtSecond() && !p.New.AtSecond()
}

// values returns a measure of both results. ok is false where one of them does not have it.
func (p Pair) values(measure int) (old, new Number, ok bool) {
	if !p.Both() {
		return old, new, false
	}
	old, new = p.Old.Values[measure], p.New.Values[measure]
	return old, new, old.Exists() && new.Exists()
}

// seconds returns both times in seconds. ok is false where they cannot be compared. A result
// without a schedule has crashed or failed, and its time says nothing.
func (p Pair) seconds() (old, new float64, ok bool) {
	if _, _, ok := p.values(0); !ok || p.Old.Seconds <= 0 || p.New.Seconds <= 0 {
		return 0, 0, false
	}
	return p.Old.Seconds, p.New.Seconds, true
}

// pair pairs the results of two sets in the order of the old set. Results of the new set
// alone come last.
func pair(old, new *Set) (pairs []Pair, err error) {
	if err := sameTraces(old, new); err != nil {
		return nil, err
	}
	if err := record.SameObjective(new.Input.Name, old.Results[0].objective, new.Results[0].objective); err != nil {
		return nil, err
	}
	common := 0
	for i := range old.Results {
		p := Pair{Old: &old.Results[i]}
		if place, ok := new.places[p.Old.Key]; ok {
			p.New = &new.Results[place]
			if err := p.sameProblem(new); err != nil {
				return nil, err
			}
			common++
		}
		pairs = append(pairs, p)
	}
	if common == 0 {
		return nil, nothingCommon(old, new)
	}
	for i := range new.Results {
		if _, ok := old.places[new.Results[i].Key]; !ok {
			pairs = append(pairs, Pair{New: &new.Results[i]})
		}
	}
	return pairs, nil
}

// sameTraces returns an error where folders of runs have traces of one name and different
// content.
func sameTraces(old, new *Set) error {
	for _, a := range old.Input.Files {
		for _, b := range new.Input.Files {
			if a.Folder == b.Folder && a.Info.Trace == b.Info.Trace && a.Info.SHA256 != "" && b.Info.SHA256 != "" &&
				a.Info.SHA256 != b.Info.SHA256 {
				return fmt.Errorf("%s and %s are of different traces: %w", a.Name, b.Name,
					optgap.BadField("sha256 of "+b.Info.Trace, b.Info.SHA256, a.Info.SHA256))
			}
		}
	}
	return nil
}

// sameProblem returns an error for a pair of different steps or different numbers of
// measured jobs.
func (p Pair) sameProblem(new *Set) error {
	a, b := p.Old.problem, p.New.problem
	for _, f := range []struct {
		name string
		a, b int64
	}{
		{"now", a.Now, b.Now},
		{"jobs", a.Jobs, b.Jobs},
		{"accumulated_run_time", a.AccumulatedRunTime, b.AccumulatedRunTime},
	} {
		if f.a != f.b {
			return fmt.Errorf("%s: %s is another problem than before: %w", new.Input.Name, p.Old.problemName(),
				optgap.BadField(f.name, f.b, strconv.FormatInt(f.a, 10)))
		}
	}
	return nil
}

func (r *Result) problemName() string {
	if r.Problem != "" {
		return fmt.Sprintf("%s under %s", r.Problem, r.Method)
	}
	return fmt.Sprintf("step %d", r.Index)
}

// nothingCommon returns the error about two sets without a pair. It says why there is none.
func nothingCommon(old, new *Set) error {
	a, b := old.traces(), new.traces()
	if !slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) }) {
		return optgap.BadField(new.Input.Name, fmt.Sprintf("results of other traces, %q", b),
			fmt.Sprintf("%q, as in %s", a, old.Input.Name))
	}
	return optgap.BadField(new.Input.Name, "no result in common with "+old.Input.Name,
		"at least one with "+kinds[old.Input.Kind].key+" of the old")
}

// traces returns the names of the traces in the order of their appearance.
func (s *Set) traces() []string {
	return table.Distinct(s.Results, func(r Result) string { return r.Trace })
}
