package experiment

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Algorithm schedules moldable jobs.
type Algorithm struct {
	Name  string
	About string // in one line, for people
	find  func(*Problem) moldable.Schedule
}

// The algorithms of Dutot et al. (2004).
var (
	BiCriteria = Algorithm{
		"bicriteria",
		"batches of doubling length, in the best order of some shuffled ones",
		func(p *Problem) moldable.Schedule {
			return moldable.BiCriteria(p.in, p.o.BiCriteria).Schedule
		},
	}
	Gang = Algorithm{
		"gang",
		"one job after the other on all processors, by falling weight over time",
		func(p *Problem) moldable.Schedule { return moldable.Gang(p.in) },
	}
	Sequential = Algorithm{"sequential", "each job on one processor, the longest first",
		func(p *Problem) moldable.Schedule { return moldable.Sequential(p.in) }}
	ListShelf = list(
		"shelf",
		"in the order of the shelves of the dual approximation",
		moldable.ByShelf,
	)
	ListLPTF = list("lptf", "the largest time over weight first", moldable.ByTime)
	ListSAF  = list("saf", "the smallest area first", moldable.ByArea)
)

// ListWSPT is the other direction of ListLPTF. The paper leaves open which it means.
var ListWSPT = list("wspt", "the largest weight over time first", moldable.ByWeight)

// list returns the list algorithm with an order, which name and about tell.
func list(name, about string, by moldable.Order) Algorithm {
	return Algorithm{
		"list-" + name,
		"list algorithm, " + about,
		func(p *Problem) moldable.Schedule {
			return moldable.List(p.in, moldable.Dual(p.in), by)
		},
	}
}

// All returns all algorithms, in the order in which the results of an instance stand.
func All() []Algorithm {
	return append(OfPaper(), ListWSPT)
}

// OfPaper returns the six algorithms of Dutot et al. (2004).
func OfPaper() []Algorithm {
	return []Algorithm{BiCriteria, Gang, Sequential, ListShelf, ListLPTF, ListSAF}
}

// Names returns the names of algorithms.
func Names(algorithms []Algorithm) []string {
	return lists.Each(algorithms, func(a Algorithm) string { return a.Name })
}

// ByNames returns the algorithms with the names, in the order of All. An *optgap.FieldError refuses
// an unknown name, and an empty list.
func ByNames(names []string) ([]Algorithm, error) {
	all := All()
	for _, name := range names {
		if !slices.Contains(Names(all), name) {
			return nil, optgap.BadText("algorithm", name, strings.Join(Names(all), ", "))
		}
	}
	chosen := slices.DeleteFunc(
		all,
		func(a Algorithm) bool { return !slices.Contains(names, a.Name) },
	)
	if len(chosen) == 0 {
		return nil, optgap.BadField("algorithm", "none", strings.Join(Names(All()), ", "))
	}
	return chosen, nil
}
