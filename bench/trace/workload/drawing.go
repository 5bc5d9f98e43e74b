package workload

import (
	"context"
	"errors"
	"io"
	"iter"
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

// MostJobs is the largest number of jobs of those who hold all jobs in memory. They take about 1 GB.
// Drawing jobs one by one has no limit.
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
func Write(ctx context.Context, w io.Writer, g Generator, jobs int64, seed uint64, command string) error {
	var failed error
	header := swf.NewHeader(g.Machine(), append(g.Notes(), "command: "+command)...)
	if err := swf.Write(w, header, records(ctx, g, jobs, seed, &failed)); err != nil {
		return err
	}
	return failed
}

// records yields the first n jobs. An error that ends them early is stored in failed.
func records(ctx context.Context, g Generator, n int64, seed uint64, failed *error) iter.Seq[swf.Record] {
	return func(yield func(swf.Record) bool) {
		for j, err := range g.Jobs(seed) {
			if err == nil && j.ID%1024 == 0 {
				err = ctx.Err()
			}
			if *failed = err; err != nil || !yield(swf.FromJob(j)) || j.ID == n {
				return
			}
		}
	}
}

// Command returns the command that draws the same jobs. given holds the names of the fields
// for flags. Model, jobs and seed are always there, as their defaults may change.
func (d Drawing) Command(given []string) string {
	text := "optgap workload generate"
	for _, name := range field.Names(d) {
		if slices.Contains([]string{"model", "jobs", "seed"}, name) || slices.Contains(given, name) {
			text += " --" + name + " " + format.Shell(field.Text(d, name))
		}
	}
	return text
}
