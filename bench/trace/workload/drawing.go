package workload

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// A Drawing states as plain data which jobs are drawn from a model. The names of its fields
// in YAML are those of the flags of "optgap workload generate".
type Drawing struct {
	Model     string  `yaml:"model"`
	Set       string  `yaml:"set,omitempty"`       // parameters, such as "max=3600,mean1=60"; "": the defaults
	Machine   int64   `yaml:"machine,omitempty"`   // processors; 0: the model's
	Load      float64 `yaml:"load,omitempty"`      // 0: as the model has it
	Estimates string  `yaml:"estimates,omitempty"` // see WithEstimates; "": the model's
	Jobs      int64   `yaml:"jobs"`
	Seed      uint64  `yaml:"seed"`
}

// DefaultDrawing returns the drawing of "optgap workload generate" without flags.
func DefaultDrawing() Drawing { return Drawing{Model: "lublin2003", Jobs: 10_000} }

// MostJobs is the largest number of jobs of those who hold all jobs in memory. They take about 1
// GB. Drawing jobs one by one has no limit.
const MostJobs = 10_000_000

// CheckJobs returns an error for a number of jobs below 1.
func (d Drawing) CheckJobs() error {
	if d.Jobs < 1 {
		return invalid("jobs", strconv.FormatInt(d.Jobs, 10), "at least 1")
	}
	return nil
}

// Generator returns the generator that draws the jobs. An error about a field is an
// *optgap.FieldError with its name. The field of an error about a parameter begins with
// "set".
func (d Drawing) Generator() (Generator, error) {
	m, err := ByName(d.Model)
	if err != nil {
		return nil, err
	}
	values, err := parameters(d.Set)
	if err != nil {
		return nil, err
	}
	g, err := m.New(Options{Machine: d.Machine, Load: d.Load, Values: values})
	var wrong *optgap.FieldError
	if errors.As(err, &wrong) && !slices.Contains(field.Names(d), wrong.Field) {
		return nil, invalid("set "+wrong.Field, wrong.Found, wrong.Expected)
	}
	if err != nil || d.Estimates == "" {
		return g, err
	}
	return WithEstimates(g, d.Estimates, d.Jobs)
}

// parameters reads the parameters of a model, such as "max=3600,mean1=60".
func parameters(text string) (map[string]float64, error) {
	values := make(map[string]float64)
	if text == "" {
		return values, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		name = strings.TrimSpace(name)
		v, err := field.ParseNumber(strings.TrimSpace(value))
		if _, twice := values[name]; err != nil || !ok || twice {
			expected := "NAME=VALUE with a number, such as max=3600"
			return nil, invalid("set", strconv.Quote(part), expected)
		}
		values[name] = v
	}
	return values, nil
}

// Write writes the first jobs of a generator as a trace. The header has the notes of the
// generator and the command that draws the same jobs. Writing ends with the error of the
// context.
func Write(
	ctx context.Context,
	w io.Writer,
	g Generator,
	jobs int64,
	seed uint64,
	command string,
) error {
	header := swf.NewHeader(g.Machine(), append(g.Notes(), "command: "+command)...)
	out, err := swf.NewWriter(w, header)
	if err != nil {
		return err
	}
	for j, drawn := range g.Jobs(seed) {
		err = drawn
		if err == nil && j.ID%1024 == 0 {
			err = ctx.Err()
		}
		if err == nil {
			rec := swf.FromJob(j)
			err = out.Write(&rec)
		}
		if err != nil || j.ID == jobs {
			break
		}
	}
	return cmp.Or(out.Flush(), err)
}

// Command returns the command that draws the same jobs. given holds the names of the fields
// for flags. Model, jobs and seed are always there, as their defaults may change.
func (d Drawing) Command(given []string) string {
	text := "optgap workload generate"
	for _, name := range field.Names(d) {
		if slices.Contains([]string{"model", "jobs", "seed"}, name) ||
			slices.Contains(given, name) {
			text += " --" + name + " " + format.Shell(field.Text(d, name))
		}
	}
	return text
}

// A Generator draws the jobs of a workload. Several sequences may be drawn at once.
type Generator interface {
	// Machine returns the number of processors of the machine.
	Machine() int64
	// Jobs yields jobs without end, in the order of submission. Ids start with 1. The first
	// submission is at second 0 unless the model says otherwise. The same seed gives the same
	// jobs. An error, such as a submission beyond second 2^53, is yielded last.
	Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error]
	// Notes returns a line each on the model, its source and its parameters.
	Notes() []string
}

// Take returns the first n jobs of a generator. With one seed, fewer jobs are the first of
// more. A negative n is a *optgap.FieldError.
func Take(g Generator, n int, seed uint64) ([]optgap.TraceJob, error) {
	if n < 0 {
		return nil, invalid("jobs", n, "at least 0")
	}
	jobs := make([]optgap.TraceJob, 0, n)
	if n == 0 {
		return jobs, nil
	}
	for j, err := range g.Jobs(seed) {
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, j)
		if len(jobs) == n {
			break
		}
	}
	return jobs, nil
}

// latest is the last second that a float64 counts exactly. No job is submitted later.
const latest = 1 << 53

func tooLate(id int64) error {
	return invalid(
		fmt.Sprintf("submission of job %d", id),
		"a second beyond 2^53",
		"fewer jobs or a higher load",
	)
}

// A draft is a job as a model draws it. Times are real numbers of seconds.
type draft struct {
	submit  float64
	width   int64
	runTime float64
}

// A sequence draws the next job: its submission, and the job without number and submission.
// Submissions do not decrease.
type sequence func() (submit float64, j optgap.TraceJob)

// A source is a generator made of a function that begins sequences.
type source struct {
	machine int64
	notes   []string
	begin   func(seed uint64) sequence
}

func (s source) Machine() int64  { return s.machine }
func (s source) Notes() []string { return s.notes }

// Jobs numbers the jobs and rounds submissions down. Each is rounded by itself, so that no error
// adds up.
func (s source) Jobs(seed uint64) iter.Seq2[optgap.TraceJob, error] {
	return func(yield func(optgap.TraceJob, error) bool) {
		next := s.begin(seed)
		for id := int64(1); ; id++ {
			submit, j := next()
			if !(submit+float64(max(j.RunTime, j.Estimate)) <= latest) {
				yield(optgap.TraceJob{}, tooLate(id))
				return
			}
			j.ID = id
			j.Submit = int64(submit)
			if !yield(j, nil) {
				return
			}
		}
	}
}

// drafts returns a generator of the jobs that begin drafts. Submissions are rounded to the nearest
// tick, run times by round, to at least one tick. Estimates are the run times.
func (s settings) drafts(
	round func(float64) float64, begin func(seed uint64) func() draft,
) Generator {
	return source{s.machine, s.notes(), func(seed uint64) sequence {
		next := begin(seed)
		return func() (float64, optgap.TraceJob) {
			d := next()
			// Beyond latest it is refused.
			runTime := int64(min(max(round(d.runTime*s.ticks), 1), 2*latest))
			return math.Round(d.submit * s.ticks), optgap.TraceJob{
				Job: optgap.Job{Width: d.width, Estimate: runTime}, RunTime: runTime,
			}
		}
	}}
}

// The streams of random numbers of a seed. Arrivals, sizes and estimates have their own, so
// that another load does not change the jobs.
const (
	arrivalStream  = 0x6f70746761700002 // any fixed numbers
	jobStream      = 0x6f70746761700003
	estimateStream = 0x6f70746761700004
)

func random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// Shrink returns the jobs with their interarrival times multiplied by the shrinking factor
// (Streit 2002, section 5). A factor below 1 raises the load. The first submission does not
// change. Every other submission is rounded down to a second by itself, so that no error
// adds up and the order stays. A factor that is not above 0, or that moves a job beyond
// second 2^53, is a *optgap.FieldError.
func Shrink(jobs []optgap.TraceJob, factor float64) ([]optgap.TraceJob, error) {
	if !(factor > 0) || math.IsInf(factor, 1) {
		return nil, invalid("shrink", factor, "a number above 0")
	}
	shrunk := slices.Clone(jobs)
	if len(jobs) == 0 {
		return shrunk, nil
	}
	first := jobs[0].Submit
	for _, j := range jobs {
		first = min(first, j.Submit)
	}
	for i, j := range jobs {
		after := math.Floor(float64(j.Submit-first) * factor)
		if !(float64(first)+after < latest) {
			return nil, invalid(
				"shrink",
				factor,
				fmt.Sprintf("one that keeps job %d below second 2^53", j.ID),
			)
		}
		shrunk[i].Submit = first + int64(after)
	}
	return shrunk, nil
}
