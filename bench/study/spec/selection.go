package spec

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/run/harness"
)

// Steps chooses steps of a replay, as a study states it. Fields says what each value means. The
// zero value chooses all.
type Steps struct {
	FromStep   int
	MinWaiting int
	MaxWaiting int
	Every      int
	MaxSteps   int
	Sample     int // in the order of [Spread]
}

// Fields are those of the choice as options.
func (s *Steps) Fields() []field.Option {
	return field.Grouped("Which steps", []field.Option{
		{
			Name:     "from-step",
			Variable: &s.FromStep,
			Least:    "0",
			Usage:    "`INDEX` of the first step to look at",
		},
		{
			Name:     "min-waiting",
			Variable: &s.MinWaiting,
			Least:    "0",
			Usage:    "only steps with at least `N` waiting jobs",
		},
		{Name: "max-waiting", Variable: &s.MaxWaiting, Least: "0",
			Usage: "only steps with at most `N` waiting jobs; 0: any number"},
		{Name: "every", Variable: &s.Every, Least: "0", Usage: "of those, each `N`th"},
		{
			Name:     "max-steps",
			Variable: &s.MaxSteps,
			Least:    "0",
			Usage:    "of those, at most `N`, evenly spread; 0: all",
		},
		{
			Name:     "sample",
			Variable: &s.Sample,
			Least:    "0",
			Stored:   field.WhereSet,
			Usage: "of those, the first `N` of an order whose every beginning is spread over the trace, as --budget takes " +
				"them; --seed gives another order; 0: all",
		},
	})
}

// Selection says which steps of a replay are studied. The zero value selects all.
type Selection struct {
	Steps
	Only []int  // indices of the steps to look at, ascending; nil means all
	Seed uint64 // of the order of Sample
	// Shard takes a share of the steps that remain. A step with more waiting jobs is predicted to
	// cost more.
	Shard harness.Shard
}

// Validate refuses values out of their range.
func (s Selection) Validate() error {
	if err := field.CheckAll(s.Fields()); err != nil {
		return err
	}
	if !slices.IsSorted(s.Only) {
		return optgap.BadField("only", s.Only, "ascending indices")
	}
	if s.MaxWaiting != 0 && s.MaxWaiting < s.MinWaiting {
		expected := fmt.Sprintf("at least min-waiting, %d", s.MinWaiting)
		return optgap.BadField("max-waiting", s.MaxWaiting, expected)
	}
	return nil
}

// Fits reports whether the selection considers the step with the index. waiting is the number of
// the step's jobs. Thin may still leave the step out.
func (s Selection) Fits(index, waiting int) bool {
	if s.Only != nil {
		if _, ok := slices.BinarySearch(s.Only, index); !ok {
			return false
		}
	}
	return index >= s.FromStep && waiting >= s.MinWaiting &&
		(s.MaxWaiting == 0 || waiting <= s.MaxWaiting)
}

// Thin returns each Every-th of the indices, of those MaxSteps evenly spread, and of those the
// first Sample.
func (s Selection) Thin(indices []int) []int {
	if s.Every > 1 {
		var some []int
		for part := range slices.Chunk(indices, s.Every) {
			some = append(some, part[0])
		}
		indices = some
	}
	if s.MaxSteps > 0 && len(indices) > s.MaxSteps {
		for k := range s.MaxSteps {
			indices[k] = indices[k*len(indices)/s.MaxSteps]
		}
		indices = indices[:s.MaxSteps]
	}
	if s.Sample > 0 && len(indices) > s.Sample {
		places := Spread(len(indices), s.Seed)[:s.Sample]
		slices.Sort(places)
		indices = lists.Each(places, func(place int) int { return indices[place] })
	}
	return indices
}

// Spread returns the numbers from 0 to before n in an order of which every beginning is evenly
// spread over them. Each number is the one before plus a Fibonacci number, modulo the next
// Fibonacci number, which is at least n; those from n on are left out. So neighbours are about the
// golden section apart, and gaps have at most three lengths (Knuth, The Art of Computer Programming
// 3, section 6.4). The seed chooses the first number.
func Spread(n int, seed uint64) (order []int) {
	stride := 1
	modulus := 1
	for modulus < n {
		stride, modulus = modulus, stride+modulus
	}
	at := rand.New(rand.NewPCG(seed, 0)).IntN(modulus)
	for range modulus {
		if at < n {
			order = append(order, at)
		}
		at = (at + stride) % modulus
	}
	return order
}

// Selection returns which steps are studied. The caller has yet to set the turn of the shard.
func (s Spec) Selection() (Selection, error) {
	own := Selection{Steps: s.Steps, Seed: s.Seed}
	if s.Shard != "" {
		var err error
		own.Shard, err = harness.ParseShard(s.Shard)
		if err != nil {
			return own, err
		}
	}
	return own, own.Validate()
}

// CheckOptimum refuses values that do not go with the drive optimum, under which each step follows
// from the schedules of all steps before it. methods is the number of methods.
func (s Selection) CheckOptimum(methods int) error {
	found := ""
	expected := ""
	switch {
	case s.Every > 1 || s.MaxSteps > 0 || s.Sample > 0:
		found = " with every, max-steps or sample"
		expected = "all steps, as each has to be solved: fewer jobs make fewer steps"
	case !s.Shard.IsWhole():
		found = " with a shard"
		expected = "a single run, as each step follows from the schedules of those before it"
	case methods != 1:
		found = fmt.Sprintf(" with %d methods", methods)
		expected = "one method, whose schedules are followed"
	default:
		return nil
	}
	return optgap.BadField("drive", Optimum+found, expected)
}

// The usage of options that other commands have too.
const (
	AboutHorizon = "`NAME`: safe keeps an optimal schedule; policies is the paper's, which can cut it off"
	AboutMemory  = "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, " +
		"or of the control group if that is less, divided by the workers"
)

// TraceOptions are the options of whoever reads a trace.
func TraceOptions(machine *int64, jobs *int, strict *bool) []field.Option {
	return field.Grouped(traceGroup, []field.Option{
		{
			Name:     "machine",
			Variable: machine,
			Usage:    "`PROCESSORS`; 0: the header's MaxProcs, else MaxNodes",
		},
		{Name: "jobs", Variable: jobs, Usage: "read only the first `N` usable jobs; 0: all"},
		{Name: "strict", Variable: strict, Usage: "a job that cannot be used is an error"},
	})
}

const traceGroup = "Trace"

// ReservationsOption is the option of whoever replays a trace.
func ReservationsOption(path *string) field.Option {
	return field.Option{
		Name:     "reservations",
		Variable: path,
		Group:    traceGroup,
		Reads:    true,
		Stored:   field.WhereSet,
		Usage: "requests for advance reservations in `FILE`, JSON lines such as " +
			`{"format":"optgap-reservation/1", "id":1, "width":8, "duration":3600, "submit":0, "start":"asap"}; ` +
			"start: now, asap or a second of the trace",
	}
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
		Name:     "decision-limit",
		Variable: limit,
		Least:    "0s",
		Stored:   field.Never, // but for errors
		Usage:    "`TIME` for each decision of a --scheduler-command",
		Need: field.Need{
			Only: "with --scheduler-command",
			Met:  func() bool { return len(*commands) > 0 },
		},
	}
}
