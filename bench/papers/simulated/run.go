package simulated

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
)

// layout is that of the folder of the study.
func (s Study) layout() folder.Layout[Problem, Sample, Problem] {
	return folder.Layout[Problem, Sample, Problem]{
		Files: s.Paper.Files(),
		ReadProblems: func(r io.Reader, file string) iter.Seq2[Problem, error] {
			return record.ReadLines(r, file, func(*Problem) error { return nil })
		},
		ReadResults: s.readSamples,
		ProblemKey:  Problem.unseeded, ResultKey: Sample.problem, Compare: s.compare,
		Digest: s.digest,
	}
}

// unseeded returns the key of the problem: the problem without its seed.
func (p Problem) unseeded() Problem {
	p.Seed = 0
	return p
}

// digest writes the points of the samples. The info file says nothing of them.
func (s Study) digest(samples []Sample, csv io.Writer) (folder.Digest, error) {
	return folder.Digest{}, PointRows(s.Points(samples)).Write(csv, table.CSV)
}

// identity returns everything that the samples depend on.
func (s Study) identity(version string) folder.Identity {
	arguments := field.Values(s)
	arguments["loads"], arguments["reading"] = format.List(s.Loads), s.Reading.Name
	return folder.Identity{Trace: s.Paper.Name, Arguments: arguments, Versions: folder.Versions(version)}
}

// readSamples yields the samples of a file of JSON lines. It is an error if a sample has
// another format, or lacks a run for a load and scheduler.
func (s Study) readSamples(r io.Reader, file string) iter.Seq2[Sample, error] {
	return record.ReadLines(r, file, func(sample *Sample) error {
		if err := field.CheckFormat(sample.Format, Format); err != nil {
			return err
		}
		if want := len(s.Loads) * len(s.Schedulers); len(sample.Runs) != want {
			return optgap.BadField("runs", len(sample.Runs), fmt.Sprintf("%d, one for each load and scheduler", want))
		}
		return nil
	})
}

// Run does the experiments and returns their samples. Their order does not depend on the
// number of workers. With an error, such as that of a cancelled context, it returns the
// finished samples.
func (s Study) Run(ctx context.Context, r statement.Run) (samples []Sample, err error) {
	var kept *folder.Folder[Problem, Sample, Problem]
	if r.Folder != "" {
		if kept, err = folder.Open(r.Folder, s.layout(), folder.Start{Identity: s.identity(r.Version)}); err != nil {
			return nil, err
		}
	}
	problems := s.problems()
	work := harness.Run[Problem, Sample]{
		Workers: r.Workers,
		Work: func(ctx context.Context, p Problem) (Sample, error) {
			simulate := func() (Sample, error) { return s.simulate(ctx, p) }
			return kept.Once(ctx, p.unseeded(), simulate, func(Sample) { r.Step() })
		},
		Result: func(_ Problem, sample Sample) error {
			samples = append(samples, sample)
			return nil
		},
	}
	defer func() {
		if closed := kept.Close(err == nil && len(samples) == len(problems)); err == nil {
			err = closed
		}
		r.Stop(err)
	}()
	r.Tell("%s: %s simulated", s.Title(), format.Count(s.Simulations(), "job"))
	known := 0
	for _, p := range problems {
		if err := kept.Problem(p); err != nil {
			return nil, err
		}
		if _, ok := kept.Known(p.unseeded()); ok {
			known++
		}
	}
	r.Start(known, len(problems), "experiment")
	err = work.Do(ctx, harness.Each(problems))
	return samples, err
}
