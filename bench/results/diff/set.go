package diff

import (
	"errors"
	"fmt"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// Key tells what a result is of. Results with equal keys are paired.
type Key struct {
	Folder    string // within the input
	Trace     string
	Index     int    // of the step; 0 for other kinds
	Problem   string // the setting of a replay, or the name of an instance; "" for steps
	Method    string // or scheduler, or algorithm
	TimeScale int64  // seconds per slot; 0: no grid
}

// Name is the method behind the folder of its cell.
func (k Key) Name() string {
	if k.Folder == "" {
		return k.Method
	}
	return k.Folder + "/" + k.Method
}

// Result is what is compared of a result.
type Result struct {
	Key
	Place   int // its place in the set, from 0
	Status  optgap.Status
	Values  []Number // by the measures of the kind, and in their order
	Seconds float64  // that solving took; 0: not measured
	problem problem
}

// problem has to be equal in both results of a pair.
type problem struct{ Now, Jobs, AccumulatedRunTime int64 }

// Solved tells whether there is a schedule of the method's own.
func (r *Result) Solved() bool {
	return r.Status == "" || r.Status == optgap.StatusOptimal || r.Status == optgap.StatusFeasible
}

// Proven tells whether the schedule is proven optimal.
func (r *Result) Proven() bool { return r.Status == optgap.StatusOptimal }

// Set is a set of results.
type Set struct {
	Input   *Input
	Results []Result
	places  map[Key]int
	texts   map[string]string // each text once
	unnamed map[Key]int       // instances without a name, by what else their keys hold
}

// Read reads all results of an input that holds no benchmarks. Of two with one key the
// last counts.
func Read(in *Input) (*Set, error) {
	s := &Set{Input: in, places: map[Key]int{}, texts: map[string]string{}, unnamed: map[Key]int{}}
	for _, f := range in.Files {
		var err error
		switch in.Kind {
		case Studies:
			err = collect(s, f, readStudy(f))
		case Replays:
			err = collect(s, f, readReplays(f))
		case Moldables:
			err = collect(s, f, readMoldables(f))
		default:
			err = fmt.Errorf("%s: found %s, expected results", in.Name, in.Kind)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(s.Results) == 0 {
		return nil, &optgap.FieldError{Field: in.Name, Found: "no result", Expected: "at least one"}
	}
	return s, nil
}

// line is a line of any kind.
type line interface{ result() Result }

func collect[T any, L interface {
	*T
	line
}](s *Set, f *File, lines iter.Seq2[T, error]) error {
	for l, err := range lines {
		if err != nil {
			return err
		}
		r := L(&l).result()
		r.Folder = f.Folder
		s.add(r)
	}
	return nil
}

// add adds a result. Instances without a name are told apart by their order.
func (s *Set) add(r Result) {
	for _, text := range []*string{&r.Trace, &r.Problem, &r.Method} {
		if known, ok := s.texts[*text]; ok {
			*text = known
		} else {
			s.texts[*text] = *text
		}
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
		return nil, nil, &optgap.FieldError{
			Field: new.Name, Found: string(new.Kind), Expected: string(old.Kind) + ", as in " + old.Name,
		}
	}
	failed := make(chan error)
	go func() {
		var err error
		b, err = Read(new)
		failed <- err
	}()
	a, err = Read(old)
	return a, b, errors.Join(err, <-failed)
}

func badFormat(found, expected string) error {
	if found == expected {
		return nil
	}
	return &optgap.FieldError{Field: "format", Found: fmt.Sprintf("%q", found), Expected: fmt.Sprintf("%q", expected)}
}

func readStudy(f *File) iter.Seq2[step, error] {
	return record.ReadParts(f, f.Name, func(s *step) error { return badFormat(s.Format, record.ResultFormat) })
}

func readMoldables(f *File) iter.Seq2[moldableRun, error] {
	return record.ReadParts(f, f.Name,
		func(m *moldableRun) error { return badFormat(m.Format, record.MoldableResultFormat) })
}

func readReplays(f *File) iter.Seq2[replayed, error] {
	return record.ReadParts(f, f.Name, (*replayed).check)
}
