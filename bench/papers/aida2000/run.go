package aida2000

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
)

// Files are those in the folder of a study.
var Files = folder.Files{
	Format: SampleFormat,
	Info:   "aida2000.json", Problems: "experiments.jsonl", Results: "samples.jsonl", Summary: "points.csv",
}

// Folder is the folder of a study.
type Folder = folder.Folder[Problem, Sample, Problem]

// layout is that of the folder of the study.
func (s Study) layout() folder.Layout[Problem, Sample, Problem] {
	return folder.Layout[Problem, Sample, Problem]{
		Files: Files,
		ReadProblems: func(r io.Reader, file string) iter.Seq2[Problem, error] {
			return record.ReadLines(r, file, func(*Problem) error { return nil })
		},
		ReadResults: s.readSamples,
		ProblemKey:  Problem.unseeded, ResultKey: Sample.problem, Compare: Problem.compare,
		Digest: s.digest,
	}
}

// unseeded returns the key of the problem: the problem without its seed.
func (p Problem) unseeded() Problem {
	p.Seed = 0
	return p
}

// OpenFolder creates the folder of a study, or opens it to continue the study, see
// [folder.Open]. version is the version of optgap.
func (s Study) OpenFolder(dir, version string) (*Folder, error) {
	return folder.Open(dir, s.layout(), folder.Start{Identity: s.identity(version)})
}

// digest writes the points of the samples. The info file says nothing of them.
func (s Study) digest(samples []Sample, csv io.Writer) (folder.Digest, error) {
	return folder.Digest{}, PointRows(s.Points(samples)).Write(csv, table.CSV)
}

// identity returns everything that the samples depend on.
func (s Study) identity(version string) folder.Identity {
	var loads []string
	for _, l := range s.Loads {
		loads = append(loads, fmt.Sprint(l))
	}
	return folder.Identity{
		Trace: "aida2000",
		Arguments: map[string]string{
			"models":      strings.Join(s.Models, ","),
			"schedulers":  strings.Join(s.Schedulers, ","),
			"loads":       strings.Join(loads, ","),
			"experiments": fmt.Sprint(s.Experiments),
			"jobs":        fmt.Sprint(s.Jobs),
			"seed":        fmt.Sprint(s.Seed),
			"reading":     s.Reading.Name,
		},
		Versions: folder.Versions(version),
	}
}

// readSamples yields the samples of a file of JSON lines. It is an error if a sample has
// another format, or lacks a run for a load and scheduler.
func (s Study) readSamples(r io.Reader, file string) iter.Seq2[Sample, error] {
	return record.ReadLines(r, file, func(sample *Sample) error {
		if err := field.CheckFormat(sample.Format, SampleFormat); err != nil {
			return err
		}
		if want := len(s.Loads) * len(s.Schedulers); len(sample.Runs) != want {
			return &optgap.FieldError{
				Field: "runs", Found: fmt.Sprint(len(sample.Runs)),
				Expected: fmt.Sprintf("%d, one for each load and scheduler", want),
			}
		}
		return nil
	})
}

// A Watch states how a study runs. The zero value runs one experiment after the other.
type Watch struct {
	Workers int         // number of experiments side by side; 0: 1
	Folder  *Folder     // stores new samples and has those of earlier runs; nil: none
	Known   func(n int) // called at first with the number of samples in the folder; nil: not called
	Done    func()      // called after each new sample, maybe side by side; nil: not called
}

// Run does the experiments and returns their samples. Their order does not depend on the
// number of workers. With an error, such as that of a cancelled context, it returns the
// finished samples. It closes the folder.
func (s Study) Run(ctx context.Context, w Watch) (samples []Sample, err error) {
	problems := s.problems()
	work := harness.Run[Problem, Sample]{
		Workers: w.Workers,
		Work: func(ctx context.Context, p Problem) (Sample, error) {
			simulate := func() (Sample, error) { return s.simulate(ctx, p) }
			return w.Folder.Once(ctx, p.unseeded(), simulate, func(Sample) {
				if w.Done != nil {
					w.Done()
				}
			})
		},
		Result: func(_ Problem, sample Sample) error {
			samples = append(samples, sample)
			return nil
		},
	}
	defer func() {
		if closed := w.Folder.Close(err == nil && len(samples) == len(problems)); err == nil {
			err = closed
		}
	}()
	known := 0
	for _, p := range problems {
		if err := w.Folder.Problem(p); err != nil {
			return nil, err
		}
		if _, ok := w.Folder.Known(p.unseeded()); ok {
			known++
		}
	}
	if w.Known != nil {
		w.Known(known)
	}
	err = work.Do(ctx, harness.Each(problems))
	return samples, err
}
