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
	"github.com/optgap/optgap/bench/results/summary"
)

// A Filter chooses entries. The zero value takes all.
type Filter struct {
	Sets      []string         // names; none: all
	Class     string           // waiting jobs, such as "13-20"; "": any number
	Objective optgap.Objective // "": all
	Status    string           // summary.LineOptimal or summary.LineOpen; "": both
	Indices   []int            // none: all
	Every     int              // of the entries that fit, each Every-th is taken; 0 or 1: all
}

// jobs returns the least and the largest number of waiting jobs.
func (f Filter) jobs() (least, most int, err error) {
	if f.Class == "" {
		return 0, math.MaxInt, nil
	}
	first, last, several := strings.Cut(f.Class, "-")
	if !several {
		last = first
	}
	least, err = strconv.Atoi(strings.TrimSpace(first))
	most, second := strconv.Atoi(strings.TrimSpace(last))
	if err != nil || second != nil || least < 1 || most < least {
		const expected = "a range of waiting jobs, such as 13-20"
		err = optgap.BadField("class", strconv.Quote(f.Class), expected)
	}
	return least, most, err
}

// Choose returns the entries that the filter takes, in the order of the library. An unknown set, an
// unknown index and a class that is no range are *optgap.FieldError values.
func (f Filter) Choose(l *Library) (chosen []*Entry, err error) {
	least, most, err := f.jobs()
	if err != nil {
		return nil, err
	}
	names := lists.Each(l.Sets, func(s *Set) string { return s.Name })
	for _, name := range f.Sets {
		if !slices.Contains(names, name) {
			expected := "one of " + strings.Join(names, ", ")
			return nil, optgap.BadField("set", strconv.Quote(name), expected)
		}
	}
	for _, index := range f.Indices {
		if l.entries[index] == nil {
			return nil, unknown(index)
		}
	}
	fitting := 0
	for e := range l.Entries {
		if !f.fits(e) || e.Best.Jobs < least || e.Best.Jobs > most {
			continue
		}
		if fitting%max(1, f.Every) == 0 {
			chosen = append(chosen, e)
		}
		fitting++
	}
	return chosen, nil
}

// fits reports whether the filter considers an entry.
func (f Filter) fits(e *Entry) bool {
	return (len(f.Sets) == 0 || slices.Contains(f.Sets, e.Set.Name)) &&
		(f.Objective == "" || f.Objective == e.Objective) &&
		(f.Status == "" || f.Status == e.Status()) &&
		(len(f.Indices) == 0 || slices.Contains(f.Indices, e.Index))
}

// unknown refuses an index that the library does not have.
func unknown(index int) error {
	return optgap.BadField("index", index, "the index of a step of the library")
}

// Status is summary.LineOptimal or summary.LineOpen.
func (e *Entry) Status() string {
	if e.Best.Bound == e.Best.Objective {
		return summary.LineOptimal
	}
	return summary.LineOpen
}

// classes are the largest numbers of waiting jobs of the classes by which the library sums up.
var classes = []int{12, 20, 40, 64, 300, 2000}

// Class names the class of the entry by waiting jobs, such as "13-20".
func (e *Entry) Class() string {
	least := 2
	for _, most := range classes {
		if e.Best.Jobs <= most {
			return fmt.Sprintf("%d-%d", least, most)
		}
		least = most + 1
	}
	return fmt.Sprintf("%d-", least)
}

// Line returns the entry as a row.
func (e *Entry) Line() summary.LibraryLine {
	r := e.Best
	l := summary.LibraryLine{
		Index:         e.Index,
		Set:           e.Set.Name,
		Class:         e.Class(),
		Trace:         r.Trace,
		Jobs:          r.Jobs,
		ObjectiveName: string(e.Objective),
		Objective:     r.Objective,
		Bound:         r.Bound,
		Status:        e.Status(),
		Proof:         e.Proof(),
		Gap:           new(float64(r.Objective-r.Bound) / float64(r.Objective)),
		LossPercent:   new(e.loss()),
		FCFS:          r.Policies["FCFS"].Objective,
		SJF:           r.Policies["SJF"].Objective,
		LJF:           r.Policies["LJF"].Objective,
		EASY:          r.Policies["easy"].Objective,
		SolveSeconds:  r.SolveSeconds,
	}
	if e.Step != nil {
		l.Machine = e.Step.Machine
	}
	if from := r.ScheduleFrom; from != nil {
		l.ScheduleBy = from.By
		l.ScheduleDate = from.Date
	}
	if from := r.BoundFrom; from != nil {
		l.BoundBy = from.By
		l.BoundDate = from.Date
		l.BoundOn = from.Machine
	}
	if r.Method != record.Given {
		l.BoundMethod = r.Method
	}
	if r.Claim != nil {
		l.Claim = r.Claim.Value
		l.ClaimBy = r.Claim.From.By
	}
	if r.Nodes != nil {
		l.Nodes = *r.Nodes
	}
	return l
}

// Proof says what the largest bound rests on. It is summary.ProofEnumeration where the step is so
// small that Check enumerates it.
func (e *Entry) Proof() record.Proof {
	largest := largestOf(kept(boundsOf(e.Best)))
	if e.Best.Jobs <= EnumeratedJobs && !alone(largest) {
		return summary.ProofEnumeration
	}
	return largest.RestsOn
}

// loss is the share of the objective of the best usual scheduler that the best schedule saves [%].
// It is 0 where no scheduler has a plan.
func (e *Entry) loss() float64 {
	best, ok := e.Best.Policies[e.Best.BestPolicy]
	if !ok {
		return 0
	}
	return 100 * (1 - float64(e.Best.Objective)/float64(best.Objective))
}

// Schedule returns the best known schedule of an entry with a step.
func (e *Entry) Schedule() record.Schedule {
	return record.Schedule{
		Format: record.ScheduleFormat,
		Trace:  e.Step.Trace,
		Index:  &e.Index,
		Starts: e.Best.Starts,
	}
}

// Result returns what is known of an entry, with the index of the entry.
func (e *Entry) Result() *record.Result {
	r := *e.Best
	r.Index = e.Index
	return &r
}
