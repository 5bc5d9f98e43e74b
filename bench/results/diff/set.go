package diff

import (
	"errors"
	"unique"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/panics"
	"github.com/optgap/optgap/bench/record"
)

// A Key identifies the problem and the method of a result. Results with equal keys are
// paired.
type Key struct {
	Folder    string // path within the input; "": the input itself
	Trace     string
	Index     int    // of the step; 0 for other kinds
	Problem   string // the setting of a replay, or the name of an instance; "" for steps
	Method    string // or the scheduler of a replay, or the algorithm
	TimeScale int64  // seconds per slot; 0: no grid
}

// Name returns the method. The folder of its cell stands before it, where there is one.
func (k Key) Name() string {
	if k.Folder == "" {
		return k.Method
	}
	return k.Folder + "/" + k.Method
}

// A Result is the part of a result that is compared.
type Result struct {
	Key
	Place   int // in the set, from 0
	Status  optgap.Status
	Scope   optgap.Scope // of a step: the problem that Status is about
	Values  []Number     // in the order of the measures of the kind
	Seconds float64      // solve time; 0: not measured
	problem problem

	objective string // that is minimised; "": the only one of its kind, or artww
}

// Solved reports whether there is a schedule of the method's own.
func (r *Result) Solved() bool {
	return r.Status == "" || r.Status == optgap.StatusOptimal || r.Status == optgap.StatusFeasible
}

// Proven reports whether the schedule is proven optimal, at one second or on its grid.
func (r *Result) Proven() bool { return r.Status == optgap.StatusOptimal }

// AtSecond reports whether the schedule of a step is proven optimal at one second.
func (r *Result) AtSecond() bool { return r.Proven() && r.Scope == optgap.ScopeSecond }

// A Set holds the results of an input.
type Set struct {
	Input   *Input
	Results []Result
	places  map[Key]int
	unnamed map[Key]int // number of instances without a name, by the rest of their keys
}

// Read reads all results of an input. Of two results with one key the last counts.
func Read(in *Input) (*Set, error) {
	s := &Set{Input: in, places: map[Key]int{}, unnamed: map[Key]int{}}
	for _, f := range in.Files {
		for l, err := range record.ReadParts(f, f.Name, in.Kind.check) {
			if err != nil {
				return nil, err
			}
			r := l.result(in.Kind)
			if len(s.Results) > 0 {
				if err := record.SameObjective(f.Name, s.Results[0].objective, r.objective); err != nil {
					return nil, err
				}
			}
			r.Folder = f.Folder
			s.add(r)
		}
	}
	if len(s.Results) == 0 {
		return nil, optgap.BadField(in.Name, "no result", "at least one")
	}
	return s, nil
}

// check refuses a line of another format, a replay without a scheduler, and a result of a study without an index.
func (k Kind) check(l *line) error {
	switch {
	case k == Replays && l.Scheduler == "":
		return optgap.BadField("scheduler", "none", expectedKinds)
	case k == Studies && l.Index == nil:
		return optgap.BadField("index", "no value", "the number of the step")
	}
	return field.CheckFormat(l.Format, kinds[k].format)
}

// add adds a result. The order of instances without a name tells them apart.
func (s *Set) add(r Result) {
	for _, text := range []*string{&r.Trace, &r.Problem, &r.Method} {
		*text = unique.Make(*text).Value() // equal texts share memory
	}
	if s.Input.Kind == Moldables && r.Problem == "" {
		r.Index = s.unnamed[r.Key]
		s.unnamed[Key{Folder: r.Folder, Method: r.Method}]++
	}
	place, twice := s.places[r.Key]
	if !twice {
		place = len(s.Results)
		s.places[r.Key] = place
		s.Results = append(s.Results, Result{})
	}
	r.Place = place
	s.Results[place] = r
}

// ReadBoth reads two inputs of one kind side by side.
func ReadBoth(old, new *Input) (a, b *Set, err error) {
	if old.Kind != new.Kind {
		return nil, nil, optgap.BadField(new.Name, string(new.Kind), string(old.Kind)+", as in "+old.Name)
	}
	failed := make(chan error)
	go func() {
		failed <- panics.Call(func() (err error) {
			b, err = Read(new)
			return err
		})
	}()
	a, err = Read(old)
	return a, b, errors.Join(err, <-failed)
}
