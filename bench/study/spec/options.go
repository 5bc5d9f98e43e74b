package spec

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/ilp"
)

// Fields are those of a study as options of its user, but for the trace.
func (s *Spec) Fields() []field.Option {
	drives := func() []string { return append(schedulers.Names(), schedulers.Recorded, Optimum) }
	trace := append(TraceOptions(&s.Machine, &s.Jobs, &s.Strict), ReservationsOption(&s.Reservations))
	return slices.Concat(trace, field.Grouped("Which steps", []field.Option{
		{Name: "from-step", Variable: &s.FromStep, Usage: "`INDEX` of the first step to look at"},
		{Name: "min-waiting", Variable: &s.MinWaiting, Usage: "only steps with at least `N` waiting jobs"},
		{Name: "max-waiting", Variable: &s.MaxWaiting, Usage: "only steps with at most `N` waiting jobs; 0: any number"},
		{Name: "every", Variable: &s.Every, Usage: "of those, each `N`th"},
		{Name: "max-steps", Variable: &s.MaxSteps, Usage: "of those, at most `N`, evenly spread; 0: all"},
		{Name: "sample", Variable: &s.Sample, Usage: "of those, the first `N` of an order whose every beginning is spread " +
			"over the trace, as --budget takes them; --seed gives another order; 0: all"},
		{Name: "shard", Variable: &s.Shard, Usage: "`I/N`: of those, the I-th of N shares that cost about the same. " +
			"optgap merge joins the folders of all shares"},
		{Name: "drive", Variable: &s.Drive, Names: drives, Usage: "`NAME` of who schedules meanwhile: " +
			strings.Join(Drives(), ", ") + " or any other scheduler that simulate knows; optimum follows the schedules " +
			"found, and " + schedulers.Recorded + " takes the steps from the log: who ran and who waited at each submission"},
		{Name: "hindsight", Variable: &s.Hindsight, Usage: "with --drive " + schedulers.Recorded + ": steps have run " +
			"times in the place of estimates, so that --policies may have " + schedulers.Recorded + ", what the machine did"},
	}), s.Solving.Fields())
}

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
	return field.Option{Name: "reservations", Variable: path, Group: traceGroup, Reads: true,
		Usage: "requests for advance reservations in `FILE`, JSON lines such as " +
			`{"format":"optgap-reservation/1", "id":1, "width":8, "duration":3600, "submit":0, "start":"asap"}; ` +
			"start: now, asap or a second of the trace"}
}

// CommandsOption is the option of whoever knows schedulers by name.
func CommandsOption(commands *field.Lines) field.Option {
	return field.Option{Name: "scheduler-command", Variable: commands, Usage: "`NAME=COMMAND` of a scheduler NAME that " +
		"is another program: sh runs COMMAND, which reads and writes Batsim's messages (JSON), one a line; or " +
		"NAME='zmq:tcp://127.0.0.1:{port} COMMAND {port}', over ZeroMQ. May be given several times"}
}

// DecisionLimitOption is the option of whoever has a CommandsOption.
func DecisionLimitOption(limit *time.Duration, commands *field.Lines) field.Option {
	return field.Option{
		Name: "decision-limit", Variable: limit, Usage: "`TIME` for each decision of a --scheduler-command",
		Need: field.Need{Only: "with --scheduler-command", Met: func() bool { return len(*commands) > 0 }},
	}
}

// Fields are those about how steps are solved.
func (s *Solving) Fields() []field.Option {
	ilpOrExact := s.Searching()
	program := field.Need{Only: onlyWith(method.ILP), Met: func() bool { return s.with(method.ILP) }}
	batches := field.Need{Only: onlyWith(method.BiCriteria), Met: func() bool { return s.with(method.BiCriteria) }}
	bounds := field.Need{Only: "with lower bounds (--no-bounds=false)", Met: func() bool { return !s.NoBounds }}
	ofScale := field.Need{
		Only: "with --time-scale auto, or without --time-scale and " + program.Only,
		Met:  func() bool { return s.TimeScale == Auto || s.TimeScale == "" && program.Met() },
	}
	auto := field.Fixed(Auto)
	return field.Grouped("How steps are solved", []field.Option{
		{Name: "method", Variable: &s.Method, Names: method.Names, Usage: "`NAME,NAME...`: " + aboutMethods() +
			"; several are compared"},
		{Name: "policies", Variable: &s.Policies, Names: func() []string { return append(schedulers.Names(), stepplan.All) },
			Usage: "`NAME,NAME...` of schedulers whose schedules the methods are compared with: any that simulate knows, " +
				"or all. One that makes no plan is run forward from the step"},
		CommandsOption(&s.SchedulerCommand), DecisionLimitOption(&s.DecisionLimit, &s.SchedulerCommand),
		{Name: "plans", Variable: &s.Plans, Usage: "`NAME=FILE` of a policy NAME whose schedules of the steps are in FILE, " +
			"by any program, JSON lines as those of solve --read-schedules. May be given several times"},
		{Name: "policy-starts", Variable: &s.PolicyStarts,
			Usage: "results hold the starts that each policy gives the jobs, too"},
		{Name: "objective", Variable: &s.Objective, Names: field.Fixed(optgap.Objectives()...),
			Default: "as the step says, or artww",
			Usage: "`NAME` of the average that schedules minimise: artww (response time weighted by width), art (response " +
				"time) or sld (slowdown)"},
		{Name: "formulation", Variable: &s.Formulation, Need: program,
			Names: field.Fixed(Auto, ilp.FormulationStep, ilp.FormulationPulse),
			Usage: "`NAME` of the variables of the program: step, pulse (the paper's), or auto: pulse for " +
				"--statement literal, else step"},
		{Name: "time-scale", Variable: &s.TimeScale, Need: ilpOrExact, Names: auto, Default: Auto,
			Usage: "`LENGTH` of a slot: auto (Eq. 6), or a time such as 60s or 1s. " +
				"Where it is given, exact searches on this grid too, else at one second"},
		{Name: "scale-memory", Variable: &s.ScaleMemory, Need: ofScale, Usage: "`SIZE` that Eq. 6 fits the program into"},
		{Name: "scale-entry", Variable: &s.ScaleEntry, Need: ofScale,
			Usage: "`SIZE` of a matrix entry in Eq. 6; the paper's Table 1 follows from 1kB"},
		{Name: "horizon", Variable: &s.Horizon, Names: field.Fixed(ilp.HorizonSafe, ilp.HorizonPolicies), Usage: AboutHorizon,
			Need: field.Need{Only: program.Only + ", or exact and --time-scale", Met: func() bool {
				return program.Met() || s.uses(method.Exact) && s.TimeScale != ""
			}}},
		{Name: "statement", Variable: &s.Statement, Need: program, Names: field.Fixed(ilp.Statements()...),
			Usage: "`NAME` of what HiGHS gets: literal (as the paper prints it), classes (equal jobs counted together), " +
				"listed (the starts that prices leave), or engine (those, with searches and parts beside it)"},
		{Name: "time-limit", Variable: &s.TimeLimit, Usage: "`TIME` for each step; 0: none",
			Need: field.Need{Only: ilpOrExact.Only + ", or lower bounds (--no-bounds=false)", Met: func() bool {
				return ilpOrExact.Met() || bounds.Met()
			}}},
		{Name: "memory", Variable: &s.Memory, Need: ilpOrExact, Names: auto, Usage: AboutMemory},
		{Name: "gap", Variable: &s.Gap, Need: program,
			Usage: "relative gap, a `SHARE` such as 1% or 0.01, at which HiGHS may call a solution optimal"},
		{Name: "node-limit", Variable: &s.NodeLimit, Need: ilpOrExact, Usage: "`N` nodes of the search tree; 0: no limit"},
		{Name: "seed", Variable: &s.Seed, Usage: "`N`, the seed of every random choice",
			Need: field.Need{
				Only: onlyWith(method.BiCriteria, method.ILP, method.Exact), Met: func() bool { return s.Seeded() },
			}},
		{Name: "shuffles", Variable: &s.Shuffles, Need: batches, Usage: AboutShuffles},
		{Name: "capacity", Variable: &s.Capacity, Need: batches, Names: field.Fixed(bicriteria.Whole, bicriteria.Least),
			Usage: "`NAME` of the processors of a batch: whole, those free after the history; least, those free all the time"},
		{Name: "no-bounds", Variable: &s.NoBounds,
			Usage: "leave out the lower bounds on the one-second problem, " + format.Enumeration("and", method.BesideNames())},
		{Name: "no-certificates", Variable: &s.NoCertificates,
			Usage: "leave out of the results what their bounds can be checked again with, some kilobytes each",
			Need: field.Need{
				Only: onlyWith(method.Exact) + " at one second or lower bounds (--no-bounds=false)",
				Met:  func() bool { return s.ExactAtSecond() || s.uses(method.Own()...) || bounds.Met() },
			}},
		{Name: "minsum-ratio", Variable: &s.MinsumRatio, Need: bounds,
			Usage: "`RATIO` of consecutive interval ends of the minsum bound; finer is tighter"},
		{Name: "lp-scale", Variable: &s.LPScale, Need: bounds, Names: auto,
			Usage: "`LENGTH` of a slot of the linear program's grid, such as 60s"},
	})
}

// The usage of options that other commands have too.
const (
	AboutHorizon = "`NAME`: safe keeps an optimal schedule; policies is the paper's, which can cut it off"
	AboutMemory  = "`SIZE` that solving a step may take; auto: 0.8 of the memory of the machine, " +
		"or of the control group if that is less, divided by the workers"
	AboutShuffles = "`N` shuffled orders of the batches are tried, and the best is kept"
)

// aboutMethods describes all methods.
func aboutMethods() string {
	about := func(m method.Method) string { return m.Name + ": " + m.About }
	return strings.Join(frame.Each(method.All(), about), "; ")
}

// Searching is the need of a method that searches for long: ilp, exact or a registered one.
func (s *Solving) Searching() field.Need {
	return field.Need{
		Only: onlyWith(method.ILP, method.Exact), Met: func() bool { return s.with(method.ILP, method.Exact) },
	}
}

// Seeded tells whether one of the methods makes random choices.
func (s Solving) Seeded() bool { return s.with(method.BiCriteria, method.ILP, method.Exact) }

// Searches tells whether the time to solve a step is worth a limit.
func (s Solving) Searches() bool { return s.Seeded() || !s.NoBounds }

// with tells whether one of the methods is chosen. A registered method counts too, as it gets all options.
func (s Solving) with(methods ...method.Method) bool {
	return s.uses(append(methods, method.Own()...)...)
}

// onlyWith is such as "with --method ilp or exact", and names registered methods too.
func onlyWith(methods ...method.Method) string {
	return "with --method " + format.Enumeration("or", methodNames(append(methods, method.Own()...)))
}

// Unused is the error about a field that is given and has no effect.
type Unused struct{ Field, Only string }

func (u *Unused) Error() string {
	return fmt.Sprintf("found --%s, which has an effect only %s", u.Field, u.Only)
}

// CheckEffects returns an *Unused error for the first of the given fields that has no effect.
func (s *Solving) CheckEffects(given []string) error {
	for _, o := range s.Fields() {
		if slices.Contains(given, o.Name) && o.Met != nil && !o.Met() {
			return &Unused{o.Name, o.Only}
		}
	}
	return nil
}
