package library

import (
	"github.com/optgap/optgap/bench/base/column"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/forward"
)

// Line is an entry as a flat row. Objectives and bounds are sums of weight times response time.
type Line struct {
	Index         int          `json:"index"`
	Set           string       `json:"set"`
	Class         string       `json:"class"`
	Trace         string       `json:"trace"`
	Machine       int64        `json:"machine"` // processors
	Jobs          int          `json:"jobs"`
	ObjectiveName string       `json:"objective_name"`
	Objective     int64        `json:"objective"`
	Bound         int64        `json:"bound"`
	Status        string       `json:"status"`
	Gap           *float64     `json:"gap"`
	Proof         record.Proof `json:"proof"`
	LossPercent   *float64     `json:"loss_percent"` // of the best usual scheduler
	FCFS          int64        `json:"fcfs,omitempty"`
	SJF           int64        `json:"sjf,omitempty"`
	LJF           int64        `json:"ljf,omitempty"`
	EASY          int64        `json:"easy,omitempty"`
	ScheduleBy    string       `json:"schedule_by,omitempty"`
	BoundBy       string       `json:"bound_by,omitempty"`
	BoundMethod   string       `json:"bound_method,omitempty"`
	SolveSeconds  float64      `json:"solve_seconds,omitempty"`
	Nodes         int64        `json:"nodes,omitempty"`
}

// Line returns the entry as a row.
func (e *Entry) Line() Line {
	k := e.Known
	l := Line{
		Index: e.Index, Set: e.Set.Recipe.Set, Class: e.Class.String(), Trace: e.Identity.Trace,
		Machine: e.Identity.Machine, Jobs: e.Identity.Jobs, ObjectiveName: string(e.Objective),
		Objective: k.Objective, Bound: k.Bound().Value, Status: e.Status(), Gap: new(k.Gap()), Proof: k.How(),
		LossPercent: new(100 * k.Loss()), ScheduleBy: k.ScheduleFrom.By, BoundBy: k.BoundFrom.By,
		BoundMethod: k.BoundFrom.Method, SolveSeconds: k.BoundFrom.Seconds,
	}
	for name, to := range map[string]*int64{"fcfs": &l.FCFS, "sjf": &l.SJF, "ljf": &l.LJF, "easy": &l.EASY} {
		*to = k.Policies[forward.Key(name)]
	}
	if k.BoundFrom.Nodes != nil {
		l.Nodes = *k.BoundFrom.Nodes
	}
	return l
}

// Rows returns the table of all columns of lines, for CSV.
func Rows(lines []Line) table.Table { return column.Rows(column.Fields[Line](), lines) }

// Schedule returns the best known schedule of an entry with a step.
func (e *Entry) Schedule() record.Schedule {
	return record.Schedule{
		Format: record.ScheduleFormat, Trace: e.Step.Trace, Index: &e.Step.Index,
		Starts: record.Starts(e.Step, e.Known.Starts),
	}
}
