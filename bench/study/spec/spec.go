package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/simulate/stepplan"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/bicriteria"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
)

// Spec holds everything on which the results of a study depend, but for the bytes of its files. The
// zero value is no valid study: begin with Default.
type Spec struct {
	Trace        string `yaml:"trace,omitempty"`        // the file in SWF; "": the embedded sample
	Machine      int64  `yaml:"machine,omitempty"`      // processors; 0: those that the trace names
	Jobs         int    `yaml:"jobs,omitempty"`         // only the first so many usable jobs; 0: all
	Strict       bool   `yaml:"strict,omitempty"`       // a job that cannot be used is an error
	Reservations string `yaml:"reservations,omitempty"` // a file of requests; "": none

	FromStep   int    `yaml:"from-step,omitempty"`   // index of the first step to look at
	MinWaiting int    `yaml:"min-waiting,omitempty"` // jobs; 0: any number
	MaxWaiting int    `yaml:"max-waiting,omitempty"` // jobs; 0: any number
	Every      int    `yaml:"every,omitempty"`       // of the steps that fit, each Every-th is taken; 0 or 1: all
	MaxSteps   int    `yaml:"max-steps,omitempty"`   // of those, at most so many are taken, evenly spread; 0: all
	Sample     int    `yaml:"sample,omitempty"`      // of those, the first so many in an order spread by the seed; 0: all
	Shard      string `yaml:"shard,omitempty"`       // such as "2/8"; "": the whole study
	Drive      string `yaml:"drive"`                 // scheduler of the replay
	// Hindsight takes the run times of the jobs for their estimates, a second where they are 0. Drive is then
	// schedulers.Recorded, and Policies may name it too.
	Hindsight bool `yaml:"hindsight,omitempty"`

	Solving `yaml:",inline"`
}

// Solving says how steps are solved, and by which methods.
type Solving struct {
	Method []string `yaml:"method,flow"`
	// Policies are the schedulers that the methods are compared with, by the names of schedulers.Names;
	// nil: stepplan.Default.
	Policies     []string `yaml:"policies,flow"`
	PolicyStarts bool     `yaml:"policy-starts,omitempty"` // results hold the schedules of the policies
	// SchedulerCommand lists schedulers that are other programs, such as "mine=python3 mine.py"; see package batsim.
	// Drive and Policies may name them. DecisionLimit is the time for each of their decisions.
	SchedulerCommand field.Lines   `yaml:"scheduler-command,omitempty"`
	DecisionLimit    time.Duration `yaml:"decision-limit,omitempty"`
	// Plans lists files of schedules of the same steps, such as "mine=mine.jsonl". Each is a policy, listed or not.
	Plans field.Lines `yaml:"plans,omitempty"`
	// Objective is what schedules minimise, one of optgap.Objectives; "": what a step says, which is artww
	// for steps of a trace.
	Objective   string `yaml:"objective,omitempty"`
	Formulation string `yaml:"formulation,omitempty"`
	// TimeScale is "auto" or such as "60s". "": method exact searches at one second, and all other
	// methods take auto.
	TimeScale      string        `yaml:"time-scale,omitempty"`
	ScaleMemory    string        `yaml:"scale-memory,omitempty"`
	ScaleEntry     string        `yaml:"scale-entry,omitempty"`
	Horizon        string        `yaml:"horizon,omitempty"`
	Statement      string        `yaml:"statement,omitempty"` // of the program; "": engine
	TimeLimit      time.Duration `yaml:"time-limit"`          // of a method, and of all bounds beside it; 0: none
	Memory         string        `yaml:"memory"`              // for solving a step: "auto", or such as "2GB"
	Gap            float64       `yaml:"gap,omitempty"`
	NodeLimit      int64         `yaml:"node-limit,omitempty"` // 0: none
	Seed           uint64        `yaml:"seed,omitempty"`
	Shuffles       int           `yaml:"shuffles"`
	Capacity       string        `yaml:"capacity,omitempty"`
	NoBounds       bool          `yaml:"no-bounds,omitempty"`
	NoCertificates bool          `yaml:"no-certificates,omitempty"`
	MinsumRatio    float64       `yaml:"minsum-ratio,omitempty"`
	LPScale        string        `yaml:"lp-scale,omitempty"` // "auto" or such as "60s"
}

// Default returns the study with the default of each flag of "optgap study". Its trace is still to
// be named.
func Default() Spec {
	return Spec{
		Every: 1, Drive: schedulers.Default,
		Solving: Solving{
			Method: []string{method.ILP.Name}, Policies: stepplan.Default(), DecisionLimit: batsim.DefaultLimit,
			Formulation: Auto,
			ScaleMemory: "2GB", ScaleEntry: "100B", Horizon: string(ilp.HorizonSafe), Statement: string(ilp.StatementEngine),
			TimeLimit: time.Minute, Memory: Auto, Shuffles: moldable.DefaultShuffles,
			Capacity: string(bicriteria.Whole), MinsumRatio: bound.DefaultRatio, LPScale: Auto,
		},
	}
}

// Auto is the value of a size or a scale that the program chooses.
const Auto = "auto"

// The limits of a study of the embedded sample. Together they make it take about a minute.
const (
	sampleSteps     = 40
	sampleTimeLimit = 5 * time.Second
)

// LimitSample sets the limits of a study of the embedded sample. It leaves fields alone that are
// given. A trace that the optimum drives keeps all its steps.
func (s *Spec) LimitSample(given func(name string) bool) {
	if !given("max-steps") && s.Drive != Optimum {
		s.MaxSteps = sampleSteps
	}
	if !given("time-limit") {
		s.TimeLimit = sampleTimeLimit
	}
}

// Unbounded tells whether nobody has chosen steps of a study that takes its time, so that a budget may choose them.
// A study that the optimum drives needs all steps.
func (s *Spec) Unbounded(given func(name string) bool) bool {
	choosing := []string{"from-step", "min-waiting", "max-waiting", "every", "max-steps", "sample", "shard"}
	return s.Drive != Optimum && s.Searches() && !slices.ContainsFunc(choosing, given)
}

// budgetedLimit is the time limit of a step under a budget: no step is left out for being hard, and none takes the
// time of many.
const budgetedLimit = time.Second

// LimitBudgeted sets what a study under a budget takes unless it is given: the paper's program beside the proven
// optimum, with a second for each.
func (s *Spec) LimitBudgeted(given func(name string) bool) {
	if !given("time-limit") {
		s.TimeLimit = budgetedLimit
	}
	if given("method") {
		return
	}
	s.Method = []string{method.ILP.Name, method.Exact.Name}
	if !given("no-bounds") { // those of method exact are enough
		s.NoBounds = true
	}
}

// Optimum is the drive that follows the schedules of the study's method. Every other drive is the
// name of a scheduler, schedulers.Recorded included.
const Optimum = "optimum"

// Drives returns the drives that a study compares: the dynP schedulers of the papers, their
// policies, registered schedulers, and Optimum.
func Drives() []string {
	names := []string{schedulers.Default, "dynp-simple"}
	for _, p := range heuristics.DynP() {
		names = append(names, strings.ToLower(p.Name))
	}
	return append(append(names, schedulers.OwnNames()...), Optimum)
}

// CheckDrive returns an *optgap.FieldError unless the name is Optimum, schedulers.Recorded, another
// scheduler, that of a command, or blank for the default.
func CheckDrive(name string, commands ...batsim.Command) error {
	known := slices.Concat(schedulers.Names(), []string{schedulers.Recorded, Optimum}, batsim.Names(commands))
	if name == "" || slices.Contains(known, strings.ToLower(name)) {
		return nil
	}
	expected := "one of " + strings.Join(known, ", ")
	return optgap.BadField("drive", fmt.Sprintf("%q", name), expected)
}

// Canonical puts the names of methods, policies, of the drive and of choices into lower case, as
// results have them. Where the policies are stepplan.All, it lists them.
func (s *Spec) Canonical() {
	s.Method = slices.Clone(s.Method)
	for i := range s.Method {
		s.Method[i] = strings.ToLower(s.Method[i])
	}
	if chosen, err := s.policies(); err == nil {
		s.Policies = chosen
	}
	for _, name := range []*string{&s.Drive, &s.Formulation, &s.Horizon, &s.Statement, &s.Capacity, &s.Objective} {
		*name = strings.ToLower(*name)
	}
	for _, value := range []*string{&s.TimeScale, &s.LPScale, &s.Memory} {
		if strings.EqualFold(*value, Auto) {
			*value = Auto
		}
	}
}

// Validate refuses values out of their range, with an *optgap.FieldError. Its field is the name in
// YAML.
func (s Spec) Validate() error {
	if err := (swf.Options{Machine: s.Machine, MaxJobs: s.Jobs}).Validate(); err != nil {
		return err
	}
	if s.Reservations != "" && s.Reservations == s.Trace {
		found := s.Reservations + ", the trace itself"
		return optgap.BadField("reservations", found, "another file")
	}
	selection, err := s.Selection()
	if err != nil {
		return err
	}
	commands, err := s.Commands()
	if err != nil {
		return err
	}
	if err := CheckDrive(s.Drive, commands...); err != nil {
		return err
	}
	if err := s.checkRecorded(); err != nil {
		return err
	}
	if err := s.Solving.Validate(); err != nil {
		return err
	}
	if s.Drive == Optimum {
		return selection.CheckOptimum(len(s.Method))
	}
	return nil
}

// checkRecorded refuses what does not go with the log of the trace.
func (s Spec) checkRecorded() error {
	recorded := schedulers.IsRecorded(s.Drive)
	switch {
	case s.Hindsight && !recorded:
		return optgap.BadField("hindsight", "true with drive "+s.Drive, "drive "+schedulers.Recorded)
	case s.HasRecorded() && !s.Hindsight && s.Drive != Optimum:
		return optgap.BadField("policies", schedulers.Recorded+" with drive "+s.Drive+" and without hindsight",
			"drive "+schedulers.Recorded+" with hindsight, as what the machine did follows from run times")
	case (recorded || s.HasRecorded()) && s.Reservations != "":
		return optgap.BadField("reservations", s.Reservations+" with "+schedulers.Recorded, "none, as a log tells of none")
	}
	return nil
}

// Arguments returns the values on which results depend, by the names of the fields, as study.json
// stores them. In the places of the file of reservations and of those of Plans stand their checksums, as the
// content of the files counts. With methods that always have a grid, no time scale is the same as auto.
func (s Spec) Arguments(reservationsSHA256 string, plansSHA256 ...string) (map[string]string, error) {
	methods, err := s.Methods()
	if err != nil {
		return nil, err
	}
	s.Method = methodNames(methods) // in one order, however they were given
	if !s.uses(method.Exact) {
		s.TimeScale = cmp.Or(s.TimeScale, Auto)
	}
	s.Statement = cmp.Or(s.Statement, string(ilp.StatementEngine))
	s.Objective = cmp.Or(s.Objective, string(optgap.ObjectiveARTwW))
	if s.Policies, err = s.policies(); err != nil {
		return nil, err
	}
	s.Reservations = reservationsSHA256
	files, err := s.PlanFiles()
	if err != nil {
		return nil, err
	}
	s.Plans = nil
	for i, sum := range plansSHA256 {
		s.Plans = append(s.Plans, files[i].Name+"="+sum)
	}
	values := field.Values(s)
	delete(values, "trace")          // whose name and checksum are fields of their own
	delete(values, "decision-limit") // on which no result depends that is not an error
	for _, name := range []string{"reservations", "sample", "shard", "scheduler-command", "plans", "hindsight"} {
		if slices.Contains([]string{"", "0", "false"}, values[name]) {
			delete(values, name)
		}
	}
	if own := method.OwnBounds(); len(own) > 0 && !s.NoBounds {
		values["own-bounds"] = fmt.Sprint(own)
	}
	return values, nil
}

func methodNames(methods []method.Method) []string {
	return frame.Each(methods, func(m method.Method) string { return m.Name })
}
