package spec

import (
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/grid"
)

// Solving says how steps are solved, and by which methods.
type Solving struct {
	Method []string
	// Policies are the schedulers that the methods are compared with, by the names of
	// schedulers.Names; nil: schedulers.PaperPlans.
	Policies     []string
	PolicyStarts bool // results hold the schedules of the policies
	Progress     bool // results hold what was known as it changed
	// SchedulerCommand lists schedulers that are other programs, such as "mine=python3 mine.py";
	// see package batsim. Drive and Policies may name them. DecisionLimit is the time for each of
	// their decisions.
	SchedulerCommand field.Lines
	DecisionLimit    time.Duration
	// Plans lists files of schedules of the same steps, such as "mine=mine.jsonl". Each is a
	// policy, listed or not.
	Plans field.Lines
	// Objective is what schedules minimise, one of optgap.Objectives; "": what a step says, which
	// is artww for steps of a trace.
	Objective   string
	Formulation string
	// TimeScale is "auto" or such as "60s". "": method exact searches at one second, and all other
	// methods take auto.
	TimeScale  string
	ScaleEntry string
	Horizon    string
	Statement  string // of the program; "": engine
	// TimeLimit, NodeLimit, RelGap and Seed are those of exact.Limits for a method and a step; all
	// bounds beside it may take the time limit again. Memory is "auto", or such as "2GB".
	TimeLimit      time.Duration
	NodeLimit      int64
	RelGap         float64
	Seed           uint64
	Memory         string
	NoBounds       bool
	NoCertificates bool
	Proofs         bool
	MinsumRatio    float64
}

// Fields are those about how steps are solved.
func (s *Solving) Fields() []field.Option {
	ilpOrExact := field.Need{ // of a method that searches for long
		Only: onlyWith(method.ILP, method.Exact),
		Met:  func() bool { return s.with(method.ILP, method.Exact) },
	}
	program := field.Need{
		Only: onlyWith(method.ILP),
		Met:  func() bool { return s.with(method.ILP) },
	}
	bounds := field.Need{
		Only: "with lower bounds (--no-bounds=false)",
		Met:  func() bool { return !s.NoBounds },
	}
	ofScale := field.Need{
		Only: "with --time-scale auto, or without --time-scale and " + program.Only,
		Met:  func() bool { return s.TimeScale == Auto || s.TimeScale == "" && program.Met() },
	}
	auto := field.Fixed(Auto)
	return field.Grouped("How steps are solved", []field.Option{
		{
			Name:     "method",
			Variable: &s.Method,
			Names:    method.Names,
			Usage: "`NAME,NAME...`: " + aboutMethods() +
				"; several are compared",
		},
		{
			Name:     "policies",
			Variable: &s.Policies,
			Spelt:    schedulers.Spelt,
			Names:    func() []string { return append(schedulers.Names(), schedulers.DynP, schedulers.All) },
			Usage: "`NAME,NAME...` of schedulers whose schedules the methods are compared with: any that simulate knows, " +
				"dynp (the best of FCFS, SJF and LJF) or all. One that makes no plan is run forward from the step",
		},
		CommandsOption(
			&s.SchedulerCommand,
		),
		DecisionLimitOption(&s.DecisionLimit, &s.SchedulerCommand),
		{
			Name:     "plans",
			Variable: &s.Plans,
			Reads:    true,
			Paths:    planPaths,
			Stored:   field.WhereSet,
			Usage: "`NAME=FILE` of a policy NAME whose schedules of the steps are in FILE, by any program, JSON " +
				"lines as those of solve --read-schedules. May be given several times",
		},
		{Name: "policy-starts", Variable: &s.PolicyStarts,
			Usage: "results hold the starts that each policy gives the jobs, too"},
		{
			Name:     "progress",
			Variable: &s.Progress,
			Need:     ilpOrExact,
			Stored:   field.WhereSet,
			Usage:    "results hold objective and bound of the method as they changed, with the seconds",
		},
		{
			Name:     "objective",
			Variable: &s.Objective,
			Names:    field.Fixed(optgap.Objectives()...),
			Default:  "as the step says, or artww",
			Usage:    "`NAME` of the average that schedules minimise: " + record.AboutObjectives(),
		},
		{
			Name:     "formulation",
			Variable: &s.Formulation,
			Need:     program,
			Names:    field.Fixed(Auto, grid.FormulationStep, grid.FormulationPulse),
			Usage: "`NAME` of the variables of the program: step, pulse (the paper's), or auto: pulse for " +
				"--statement literal, else step",
		},
		{
			Name:     "time-scale",
			Variable: &s.TimeScale,
			Need:     ilpOrExact,
			Names:    auto,
			Default:  Auto,
			Usage: "`LENGTH` of a slot: auto (Eq. 6), or a time such as 60s or 1s. " +
				"Where it is given, exact searches on this grid too, else at one second",
		},
		{
			Name:     "scale-entry",
			Variable: &s.ScaleEntry,
			Need:     ofScale,
			Usage:    "`SIZE` of a matrix entry in Eq. 6, which fits the program into 2GB; the paper's Table 1 follows from 1kB",
		},
		{
			Name:     "horizon",
			Variable: &s.Horizon,
			Usage:    AboutHorizon,
			Names:    field.Fixed(grid.HorizonSafe, grid.HorizonPolicies),
			Need: field.Need{
				Only: program.Only + ", or exact and --time-scale",
				Met: func() bool {
					return program.Met() || s.uses(method.Exact) && s.TimeScale != ""
				},
			},
		},
		{
			Name:     "statement",
			Variable: &s.Statement,
			Need:     program,
			Names:    field.Fixed(ilp.Statements()...),
			Usage: "`NAME` of what HiGHS gets: literal (as the paper prints it), or engine (the starts that prices " +
				"leave, with searches and parts beside it)",
		},
		{
			Name:     "time-limit",
			Variable: &s.TimeLimit,
			Stored:   field.AsLimit,
			Usage:    "`TIME` for each step; 0: none",
			Need: field.Need{
				Only: ilpOrExact.Only + ", or lower bounds (--no-bounds=false)",
				Met: func() bool {
					return ilpOrExact.Met() || bounds.Met()
				},
			},
		},
		{
			Name:     "memory",
			Variable: &s.Memory,
			Stored:   field.AsLimit,
			Need:     ilpOrExact,
			Names:    auto,
			Usage:    AboutMemory,
		},
		{
			Name:     "gap",
			Variable: &s.RelGap,
			Need:     program,
			Usage:    "relative gap, a `SHARE` such as 1% or 0.01, at which HiGHS may call a solution optimal",
		},
		{Name: "node-limit", Variable: &s.NodeLimit, Need: ilpOrExact, Stored: field.AsLimit,
			Usage: "`N` nodes of the search tree; 0: no limit"},
		{Name: "seed", Variable: &s.Seed, Usage: "`N`, the seed of every random choice",
			Need: ilpOrExact},
		{
			Name:     "no-bounds",
			Variable: &s.NoBounds,
			Usage: "leave out the lower bounds on the one-second problem, " + format.Enumeration(
				"and",
				method.BesideNames(),
			),
		},
		{
			Name:     "no-certificates",
			Variable: &s.NoCertificates,
			Usage:    "leave out of the results what their bounds can be checked again with, some kilobytes each",
			Need: field.Need{
				Only: onlyWith(
					method.Exact,
				) + " at one second or lower bounds (--no-bounds=false)",
				Met: func() bool { return s.ExactAtSecond() || s.uses(method.Own()...) || bounds.Met() },
			},
		},
		{
			Name:     "proofs",
			Variable: &s.Proofs,
			Stored:   field.WhereSet,
			Usage: "add to the results proofs of their largest bounds, which verify checks without a search, " +
				"up to a megabyte each",
		},
		{Name: "minsum-ratio", Variable: &s.MinsumRatio, Need: bounds,
			Usage: "`RATIO` of consecutive interval ends of the minsum bound; finer is tighter"},
	})
}

// aboutMethods describes all methods.
func aboutMethods() string {
	about := func(m method.Method) string { return m.Name + ": " + m.About }
	return strings.Join(lists.Each(method.All(), about), "; ")
}

// Searches reports whether the time to solve a step is worth a limit.
func (s Solving) Searches() bool { return s.with(method.ILP, method.Exact) || !s.NoBounds }

// with reports whether one of the methods is chosen. A registered method counts too, as it gets all
// options.
func (s Solving) with(methods ...method.Method) bool {
	return s.uses(append(methods, method.Own()...)...)
}

// onlyWith is such as "with --method ilp or exact", and names registered methods too.
func onlyWith(methods ...method.Method) string {
	return "with --method " + format.Enumeration(
		"or",
		methodNames(append(methods, method.Own()...)),
	)
}

// PlanFile is a file of schedules that are those of a policy.
type PlanFile struct{ Name, Path string }

// PlanFiles returns the files of Plans. An *optgap.FieldError refuses any other text.
func (s Solving) PlanFiles() (all []PlanFile, err error) {
	for _, text := range s.Plans {
		name, path, _ := strings.Cut(text, "=")
		f := PlanFile{strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(path)}
		if f.Path == "" {
			return nil, optgap.BadText("plans", text, "NAME=FILE")
		}
		if err := optgap.CheckName("plans", f.Name); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// planPaths returns the paths of the files that a text of Plans names.
func planPaths(text string) (paths []string, err error) {
	files, err := Solving{Plans: field.ParseLines(text)}.PlanFiles()
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	return paths, err
}

// HasRecorded reports whether the policies have what the log of the trace says.
func (s Solving) HasRecorded() bool {
	is := func(name string) bool { return schedulers.IsRecorded(strings.TrimSpace(name)) }
	return slices.ContainsFunc(s.Policies, is)
}

// planned returns the policies of Plans and the log's, whose schedules are yet to be read.
func (s Solving) planned(commands []batsim.Command) (all []method.Planned, err error) {
	files, err := s.PlanFiles()
	taken := batsim.Names(commands)
	for _, f := range files {
		if err := schedulers.CheckNew("plans", f.Name, taken...); err != nil {
			return nil, err
		}
		taken = append(taken, f.Name)
		all = append(all, method.Planned{Name: f.Name})
	}
	if s.HasRecorded() {
		all = append(all, method.Planned{Name: schedulers.Recorded})
	}
	return all, err
}
