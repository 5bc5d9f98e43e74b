// Package spec states a study as plain data:
//
//	flags -> Spec -> Validate  -> the first value that is out of its range
//	              -> Options   -> how steps are solved
//	              -> Methods   -> by which methods
//	              -> Arguments -> the values on which results depend, as stored
//	              -> Limit     -> how long the results of a step may take
//
// Fields lists the fields with the names of the flags of "optgap study". Flags, stored folders and
// users of the library all state a study in this form.
//
// The package may change at any time.
package spec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/ilp"
	"github.com/optgap/optgap/ilp/bound"
	"github.com/optgap/optgap/ilp/grid"
)

// Spec holds everything on which the results of a study depend, but for the bytes of its files. The
// zero value is no valid study: begin with Default.
type Spec struct {
	Trace        string // the file in SWF; "": the embedded sample
	Machine      int64  // processors; 0: those that the trace names
	Jobs         int    // only the first so many usable jobs; 0: all
	Strict       bool   // a job that cannot be used is an error
	Reservations string // a file of requests; "": none

	Steps
	Shard string // such as "2/8"; "": the whole study
	Drive string // scheduler of the replay
	// Hindsight takes the run times of the jobs for their estimates, a second where they are 0.
	// Drive is then schedulers.Recorded, and Policies may name it too.
	Hindsight bool

	Solving
}

// Fields are those of a study as options of its user, but for the trace.
func (s *Spec) Fields() []field.Option {
	drives := func() []string { return append(schedulers.Names(), schedulers.Recorded, Optimum) }
	return slices.Concat(
		TraceOptions(&s.Machine, &s.Jobs, &s.Strict),
		[]field.Option{
			ReservationsOption(&s.Reservations),
		},
		s.Steps.Fields(),
		field.Grouped("Which steps", []field.Option{
			{Name: "shard", Variable: &s.Shard, Stored: field.WhereSet,
				Usage: "`I/N`: of those, the I-th of N shares that cost about the same. " +
					"optgap merge joins the folders of all shares"},
			{Name: "drive", Variable: &s.Drive, Names: drives, Spelt: schedulers.Spelt,
				Usage: "`NAME` of who schedules meanwhile: " +
					schedulers.Default + " or any other scheduler that simulate knows; optimum follows the schedules " +
					"found, and " + schedulers.Recorded +
					" takes the steps from the log: who ran and who waited at each submission"},
			{
				Name:     "hindsight",
				Variable: &s.Hindsight,
				Stored:   field.WhereSet,
				Usage: "with --drive " + schedulers.Recorded + ": steps have run times in the place of estimates, so that " +
					"--policies may have " + schedulers.Recorded + ", what the machine did",
			},
		}),
		s.Solving.Fields(),
	)
}

// Default returns the study with the default of each flag of "optgap study". Its trace is still to
// be named.
func Default() Spec {
	return Spec{
		Steps: Steps{Every: 1}, Drive: schedulers.Default,
		Solving: Solving{
			Method: []string{
				method.ILP.Name,
			},
			Policies:      schedulers.PaperPlans(),
			DecisionLimit: batsim.DefaultLimit,
			Formulation:   Auto,
			ScaleEntry:    "100B",
			Horizon:       string(grid.HorizonSafe),
			Statement:     string(ilp.StatementEngine),
			TimeLimit:     time.Minute,
			Memory:        Auto,
			MinsumRatio:   bound.DefaultRatio,
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

// Unbounded reports whether nobody has chosen steps of a study that takes its time, so that a
// budget may choose them. A study that the optimum drives needs all steps.
func (s *Spec) Unbounded(given func(name string) bool) bool {
	choosing := []string{"shard"}
	for _, o := range s.Steps.Fields() {
		choosing = append(choosing, o.Name)
	}
	return s.Drive != Optimum && s.Searches() && !slices.ContainsFunc(choosing, given)
}

// budgetedLimit is the time limit of a step under a budget: no step is left out for being hard, and
// none takes the time of many.
const budgetedLimit = time.Second

// LimitBudgeted sets what a study under a budget takes unless it is given: the paper's program
// beside the proven optimum, with a second for each.
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

// CheckDrive returns an *optgap.FieldError unless the name is Optimum, schedulers.Recorded, another
// scheduler, that of a command, or blank for the default.
func CheckDrive(name string, commands ...batsim.Command) error {
	if name == "" {
		return nil
	}
	_, err := schedulers.Canonical(name, append(batsim.Names(commands), Optimum)...)
	if wrong, ok := errors.AsType[*optgap.FieldError](err); ok {
		return optgap.BadField("drive", wrong.Found, wrong.Expected)
	}
	return nil
}

// Validate refuses values out of their range, with an *optgap.FieldError. Its field is the name of
// a flag.
func (s Spec) Validate() error {
	selection, selected := s.Selection()
	commands, commanded := s.Commands()
	err := cmp.Or(
		(swf.Options{Machine: s.Machine, MaxJobs: s.Jobs}).Validate(),
		field.CheckAll(s.Fields()),
		s.checkReservations(),
		selected,
		commanded,
		CheckDrive(s.Drive, commands...),
		s.checkRecorded(),
		s.Solving.Validate(),
	)
	if err == nil && s.Drive == Optimum {
		err = selection.CheckOptimum(len(s.Method))
	}
	return err
}

func (s Spec) checkReservations() error {
	if s.Reservations == "" || s.Reservations != s.Trace {
		return nil
	}
	return optgap.BadField("reservations", s.Reservations+", the trace itself", "another file")
}

// checkRecorded refuses what does not go with the log of the trace.
func (s Spec) checkRecorded() error {
	recorded := schedulers.IsRecorded(s.Drive)
	switch {
	case s.Hindsight && !recorded:
		return optgap.BadField(
			"hindsight",
			"true with drive "+s.Drive,
			"drive "+schedulers.Recorded,
		)
	case s.HasRecorded() && !s.Hindsight && s.Drive != Optimum:
		return optgap.BadField(
			"policies",
			schedulers.Recorded+" with drive "+s.Drive+" and without hindsight",
			"drive "+schedulers.Recorded+" with hindsight, as what the machine did follows from run times",
		)
	case (recorded || s.HasRecorded()) && s.Reservations != "":
		return optgap.BadField(
			"reservations",
			s.Reservations+" with "+schedulers.Recorded,
			"none, as a log tells of none",
		)
	}
	return nil
}

// Arguments returns the values on which results depend, by the names of the fields, as study.json
// stores them. In the places of the file of reservations and of those of Plans stand their
// checksums, as the content of the files counts. With methods that always have a grid, no time
// scale is the same as auto.
func (s Spec) Arguments(
	reservationsSHA256 string,
	plansSHA256 ...string,
) (map[string]string, error) {
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
	s.Policies, err = s.policies()
	if err != nil {
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
	values := map[string]string{}
	for _, o := range s.Fields() {
		if text, stored := o.Argument(); stored {
			values[o.Name] = text
		}
	}
	if own := method.OwnBounds(); len(own) > 0 && !s.NoBounds {
		values["own-bounds"] = fmt.Sprint(own)
	}
	return values, nil
}

// OfArguments returns the study whose results depend on the arguments, as Arguments returns them.
// It has no trace and no files of reservations and plans. whole tells that the arguments say all
// about the selection of steps; other runs of methods keep fewer. An *optgap.FieldError names the
// argument that is none.
func OfArguments(values map[string]string) (s Spec, whole bool, err error) {
	s = Default()
	whole = true
	for _, o := range s.Fields() {
		text, ok := values[o.Name]
		switch {
		case o.Reads: // a checksum stands there
		case !ok:
			whole = whole && (o.Stored == field.WhereSet || o.Stored == field.Never)
		default:
			if expected, err := o.Read(text); err != nil {
				return s, false, optgap.BadText(o.Name, text, expected)
			}
		}
	}
	return s, whole, nil
}

// LimitNames returns the names of the arguments that limit a run. One that goes on may have others.
func LimitNames() (names []string) {
	s := Default()
	for _, o := range s.Fields() {
		if o.Stored == field.AsLimit {
			names = append(names, o.Name)
		}
	}
	return names
}

func methodNames(methods []method.Method) []string {
	return lists.Each(methods, func(m method.Method) string { return m.Name })
}
