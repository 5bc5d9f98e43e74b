package algorithm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Algorithm schedules moldable jobs.
type Algorithm struct {
	Name  string
	About string // in a line
	find  func(context.Context, *problem) (*answer, error)
}

// answer is what an algorithm finds.
type answer struct {
	schedule moldable.Schedule
	status   optgap.Status      // "": feasible
	endedBy  optgap.EndedBy     // "": finished
	bound    moldable.BoundName // that the algorithm proves itself; "": none
	minsum   int64              // value of that bound
}

// The algorithms of Dutot et al. (2004).
var (
	BiCriteria = Algorithm{"bicriteria", "batches of doubling length, compacted in the best order of some shuffled ones", func(_ context.Context, p *problem) (*answer, error) {
		r, err := moldable.BiCriteria(p.in, p.o.BiCriteria)
		if err != nil {
			return nil, err
		}
		return &answer{schedule: r.Schedule}, nil
	}}
	Gang = Algorithm{"gang", "one job after the other on all processors, by falling weight over time", func(_ context.Context, p *problem) (*answer, error) {
		return &answer{schedule: moldable.Gang(p.in)}, nil
	}}
	Sequential = Algorithm{"sequential", "each job on one processor, the longest first", func(_ context.Context, p *problem) (*answer, error) {
		return &answer{schedule: moldable.Sequential(p.in)}, nil
	}}
	ListShelf = list("list-shelf", "list algorithm, in the order of the shelves of the dual approximation", moldable.ByShelf)
	ListLPTF  = list("list-lptf", "list algorithm, the largest time over weight first", moldable.ByTime)
	ListSAF   = list("list-saf", "list algorithm, the smallest area first", moldable.ByArea)
)

// Further algorithms.
var (
	// ListWSPT is the other direction of ListLPTF. The paper leaves open which it means.
	ListWSPT = list("list-wspt", "list algorithm, the largest weight over time first", moldable.ByWeight)
	// Prices is a good schedule where all that matters is the minsum.
	Prices = Algorithm{"prices", "the best schedule that the prices of the bound lagrange suggest", func(_ context.Context, p *problem) (*answer, error) {
		l, err := p.lagrange()
		if err != nil {
			return nil, err
		}
		return &answer{schedule: l.Schedule}, nil
	}}
)

// list makes an algorithm of an order of the list.
func list(name, about string, by moldable.Order) Algorithm {
	return Algorithm{name, about, func(_ context.Context, p *problem) (*answer, error) {
		d, err := p.dual()
		if err != nil {
			return nil, err
		}
		s, err := moldable.List(p.in, d, by)
		return &answer{schedule: s}, err
	}}
}

// All returns all algorithms, in the order in which the results of an instance stand.
func All() []Algorithm {
	return append(OfPaper(), ListWSPT, Prices)
}

// OfPaper returns the six algorithms of Dutot et al. (2004).
func OfPaper() []Algorithm {
	return []Algorithm{BiCriteria, Gang, Sequential, ListShelf, ListLPTF, ListSAF}
}

// Names returns the names of algorithms.
func Names(algorithms []Algorithm) []string {
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = a.Name
	}
	return names
}

// ByNames returns the algorithms with the names, in the order of All. A name that does
// not exist, or none at all, is an *optgap.FieldError.
func ByNames(names []string) ([]Algorithm, error) {
	all := All()
	for _, name := range names {
		if !slices.Contains(Names(all), name) {
			return nil, &optgap.FieldError{Field: "algorithm", Found: fmt.Sprintf("%q", name), Expected: strings.Join(Names(all), ", ")}
		}
	}
	chosen := slices.DeleteFunc(all, func(a Algorithm) bool { return !slices.Contains(names, a.Name) })
	if len(chosen) == 0 {
		return nil, &optgap.FieldError{Field: "algorithm", Found: "none", Expected: strings.Join(Names(All()), ", ")}
	}
	return chosen, nil
}
