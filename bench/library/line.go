package library

import (
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/bench/record"
)

// Line returns the entry as a row.
func (e *Entry) Line() listing.Line {
	k := e.Known
	l := listing.Line{
		Index: e.Index, Set: e.Set.Recipe.Set, Class: e.Class.String(), Trace: e.Identity.Trace,
		Machine: e.Identity.Machine, Jobs: e.Identity.Jobs, ObjectiveName: string(e.Objective),
		Objective: k.Objective, Bound: k.Bound().Value, Status: e.Status(), Gap: new(k.Gap()), Proof: k.How(),
		LossPercent: new(100 * k.Loss()), ScheduleBy: k.ScheduleFrom.By, BoundBy: k.BoundFrom.By,
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
func Lines(entries []*Entry) []listing.Line { return frame.Each(entries, (*Entry).Line) }

// Schedule returns the best known schedule of an entry with a step.
func (e *Entry) Schedule() record.Schedule {
	return record.Schedule{
		Format: record.ScheduleFormat, Trace: e.Step.Trace, Index: &e.Step.Index,
		Starts: record.Starts(e.Step, e.Known.Starts),
	}
}
