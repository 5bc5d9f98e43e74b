package library

import (
	"math"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/library/internal/recipe"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/simulate/stepplan"
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

// Validate refuses values out of their range, with an *optgap.FieldError.
func (f Filter) Validate() error {
	if f.Status != "" && f.Status != summary.LineOptimal && f.Status != summary.LineOpen {
		return optgap.BadField("status", strconv.Quote(f.Status), summary.LineOptimal+" or "+summary.LineOpen)
	}
	if f.Every < 0 {
		return optgap.BadField("every", f.Every, "at least 1")
	}
	_, err := f.class()
	return err
}

// class returns the numbers of waiting jobs.
func (f Filter) class() (recipe.Class, error) {
	if f.Class == "" {
		return recipe.Class{To: math.MaxInt}, nil
	}
	return recipe.ParseClass(f.Class)
}

// Choose returns the entries that the filter takes, in the order of the library. An unknown set and an
// unknown index are *optgap.FieldError values.
func (f Filter) Choose(l *Library) (chosen []*Entry, err error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	class, _ := f.class() // valid
	for _, name := range f.Sets {
		if _, err := l.Set(name); err != nil {
			return nil, err
		}
	}
	for _, index := range f.Indices {
		if l.Find(index) == nil {
			return nil, unknown(index)
		}
	}
	fitting := 0
	for e := range l.Entries {
		if !f.fits(e) || !class.Has(e.Identity.Jobs) {
			continue
		}
		if f.Every < 2 || fitting%f.Every == 0 {
			chosen = append(chosen, e)
		}
		fitting++
	}
	return chosen, nil
}

// fits reports whether the filter considers an entry.
func (f Filter) fits(e *Entry) bool {
	return (len(f.Sets) == 0 || slices.Contains(f.Sets, e.Set.Recipe.Set)) &&
		(f.Objective == "" || f.Objective == e.Objective) &&
		(f.Status == "" || f.Status == e.Status()) &&
		(len(f.Indices) == 0 || slices.Contains(f.Indices, e.Index))
}

// Status is summary.LineOptimal or summary.LineOpen.
func (e *Entry) Status() string {
	if e.Known.Proven() {
		return summary.LineOptimal
	}
	return summary.LineOpen
}

// unknown refuses an index that the library does not have.
func unknown(index int) error {
	return optgap.BadField("index", index, "the index of a step of the library")
}

// Line returns the entry as a row.
func (e *Entry) Line() summary.LibraryLine {
	k := e.Known
	l := summary.LibraryLine{
		Index: e.Index, Set: e.Set.Recipe.Set, Class: e.Class.String(), Trace: e.Identity.Trace,
		Machine: e.Identity.Machine, Jobs: e.Identity.Jobs, ObjectiveName: string(e.Objective),
		Objective: k.Objective, Bound: k.Bound().Value, Status: e.Status(), Gap: new(k.Gap()), Proof: k.How(),
		LossPercent: new(100 * k.Loss()), ScheduleBy: k.ScheduleFrom.By, BoundBy: k.BoundFrom.By,
		ScheduleDate: k.ScheduleFrom.Date, BoundDate: k.BoundFrom.Date,
		BoundMethod: k.BoundFrom.Method, BoundOn: k.BoundFrom.Machine, SolveSeconds: k.BoundFrom.Seconds,
	}
	for name, to := range map[string]*int64{"fcfs": &l.FCFS, "sjf": &l.SJF, "ljf": &l.LJF, "easy": &l.EASY} {
		*to = k.Policies[stepplan.Key(name)]
	}
	if k.Claim != nil {
		l.Claim, l.ClaimBy = k.Claim.Value, k.Claim.From.By
	}
	if k.BoundFrom.Nodes != nil {
		l.Nodes = *k.BoundFrom.Nodes
	}
	return l
}

// Lines returns entries as rows.
func Lines(entries []*Entry) []summary.LibraryLine { return lists.Each(entries, (*Entry).Line) }

// Schedule returns the best known schedule of an entry with a step.
func (e *Entry) Schedule() record.Schedule {
	return record.Schedule{
		Format: record.ScheduleFormat, Trace: e.Step.Trace, Index: &e.Step.Index,
		Starts: record.Starts(e.Step, e.Known.Starts),
	}
}
