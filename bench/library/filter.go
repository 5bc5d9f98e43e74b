package library

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
)

// A Filter chooses entries. The zero value takes all.
type Filter struct {
	Sets      []string // names; none: all
	Class     string   // waiting jobs, such as "13-20"; "": any number
	Objective string   // "": all
	Status    string   // Optimal or StillOpen; "": both
	Indices   []string // as they are typed; none: all
	Every     int      // of the entries that fit, each Every-th is taken; 0 or 1: all
}

// Statuses of entries.
const (
	Optimal   = "optimal" // the schedule is proven optimal
	StillOpen = "open"    // the best schedule and the best bound differ
)

// anIndex is what an unknown index should be.
const anIndex = "the index of a step of the library"

// Choose returns the entries that the filter takes, in the order of the library. An unknown set, an
// unknown index, a class that is no range and no entry are *optgap.FieldError values.
func (f Filter) Choose(l *Library) (chosen []*Entry, err error) {
	least := 0
	most := math.MaxInt
	fmt.Sscanf(f.Class, "%d-%d", &least, &most)
	if f.Class != "" && f.Class != fmt.Sprintf("%d-%d", least, most) {
		const expected = "a range of waiting jobs, such as 13-20"
		return nil, optgap.BadText("class", f.Class, expected)
	}
	var indices []int
	names := lists.Distinct(l.Entries, func(e *Entry) string { return e.Set.Name })
	for _, name := range f.Sets {
		if !slices.Contains(names, name) {
			expected := "one of " + strings.Join(names, ", ")
			return nil, optgap.BadText("set", name, expected)
		}
	}
	for _, text := range f.Indices {
		index, err := strconv.Atoi(text)
		if err != nil || l.known[index] == nil {
			return nil, optgap.BadText("index", text, anIndex)
		}
		indices = append(indices, index)
	}
	fitting := 0
	for _, e := range l.Entries {
		fits := e.Jobs >= least && e.Jobs <= most &&
			(len(f.Sets) == 0 || slices.Contains(f.Sets, e.Set.Name)) &&
			(f.Objective == "" || f.Objective == e.Minimises()) &&
			(f.Status == "" || f.Status == e.Known()) &&
			(len(indices) == 0 || slices.Contains(indices, e.Index))
		if fits && fitting%max(1, f.Every) == 0 {
			chosen = append(chosen, e)
		}
		if fits {
			fitting++
		}
	}
	if chosen == nil {
		const expected = "at least one: see optgap library list"
		return nil, optgap.BadField(l.Dir, "no such step", expected)
	}
	return chosen, nil
}

// A Line is an entry as a flat row. Objectives and bounds are sums of weight times response time.
type Line struct {
	Index int `json:"index"`
	// its set; its class, such as 13-20 waiting jobs
	Set           string `json:"set"`
	Class         string `json:"class"`
	Jobs          int    `json:"jobs"`
	ObjectiveName string `json:"objective_name"`
	Objective     int64  `json:"objective"` // best known
	Bound         int64  `json:"bound"`     // largest known lower bound
	Status        string `json:"status"`    // `optimal` or `open`
	// [share] (objective - bound) / objective
	Gap float64 `json:"gap"`
	// `certificate`, `recomputed`, `enumeration`, `search`, `solver` or `claimed`
	Proof       record.Proof `json:"proof"`
	LossPercent float64      `json:"loss_percent"` // [%] of the best of the usual schedulers
}

// Line returns the entry as a row.
func (e *Entry) Line() Line {
	l := Line{
		Index:         e.Index,
		Set:           e.Set.Name,
		Class:         e.Class(),
		Jobs:          e.Jobs,
		ObjectiveName: e.Minimises(),
		Objective:     e.Objective,
		Bound:         e.Bound,
		Status:        e.Known(),
		Gap:           float64(e.Objective-e.Bound) / float64(e.Objective),
	}
	_, largest := kept(boundsOf(e.Result))
	l.Proof = largest.RestsOn
	if e.Jobs <= EnumeratedJobs && !Certain(l.Proof) {
		l.Proof = ProofEnumeration
	}
	if best, ok := e.Policies[e.BestPolicy]; ok {
		l.LossPercent = 100 * (1 - float64(e.Objective)/float64(best.Objective))
	}
	return l
}

// Known is Optimal or StillOpen.
func (e *Entry) Known() string {
	if e.Bound == e.Objective {
		return Optimal
	}
	return StillOpen
}

// Class names the class of the entry by waiting jobs, such as "13-20".
func (e *Entry) Class() string {
	least := 2
	for _, most := range []int{12, 20, 40, 64, 300, 2000} {
		if e.Jobs <= most {
			return fmt.Sprintf("%d-%d", least, most)
		}
		least = most + 1
	}
	return fmt.Sprintf("%d-", least)
}
