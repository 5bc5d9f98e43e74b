package spec

import (
	"time"

	"github.com/optgap/optgap/bench/base/field"
)

// The usage of options that other commands have too.
const (
	AboutHorizon = "`NAME`: safe keeps an optimal schedule; policies is the paper's, which can cut it off"
	AboutMemory  = "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, " +
		"or of the control group if that is less, divided by the workers"
	AboutShuffles = "`N` shuffled orders of the batches are tried, and the best is kept"
)

// TraceOptions are the options of whoever reads a trace.
func TraceOptions(machine *int64, jobs *int, strict *bool) []field.Option {
	return field.Grouped(traceGroup, []field.Option{
		{Name: "machine", Variable: machine, Usage: "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes"},
		{Name: "jobs", Variable: jobs, Usage: "read only the first `N` usable jobs; 0: all"},
		{Name: "strict", Variable: strict, Usage: "a job that cannot be used is an error"},
	})
}

const traceGroup = "Trace"

// ReservationsOption is the option of whoever replays a trace.
func ReservationsOption(path *string) field.Option {
	return field.Option{Name: "reservations", Variable: path, Group: traceGroup, Reads: true, Stored: field.WhereSet,
		Usage: "requests for advance reservations in `FILE`, JSON lines such as " +
			`{"format":"optgap-reservation/1", "id":1, "width":8, "duration":3600, "submit":0, "start":"asap"}; ` +
			"start: now, asap or a second of the trace"}
}

// CommandsOption is the option of whoever knows schedulers by name.
func CommandsOption(commands *field.Lines) field.Option {
	return field.Option{Name: "scheduler-command", Variable: commands, Stored: field.WhereSet,
		Usage: "`NAME=COMMAND` of a scheduler NAME that " +
			"is another program: sh runs COMMAND, which reads and writes Batsim's messages (JSON), one a line; or " +
			"NAME='zmq:tcp://127.0.0.1:{port} COMMAND {port}', over ZeroMQ. May be given several times"}
}

// DecisionLimitOption is the option of whoever has a CommandsOption.
func DecisionLimitOption(limit *time.Duration, commands *field.Lines) field.Option {
	return field.Option{
		Name: "decision-limit", Variable: limit, Least: "0s", Stored: field.Never, // but for errors
		Usage: "`TIME` for each decision of a --scheduler-command",
		Need:  field.Need{Only: "with --scheduler-command", Met: func() bool { return len(*commands) > 0 }},
	}
}
