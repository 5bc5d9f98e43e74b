package simulated

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/bench/verifyfolder"
)

// layout is that of the folder of the study.
func (s Study) layout() folder.Layout[Problem, Sample, Problem] {
	return folder.Layout[Problem, Sample, Problem]{
		Files:        s.Paper.Files(),
		ReadProblems: record.Reader[Problem](nil), ReadResults: s.reader(),
		ProblemKey: Problem.unseeded, ResultKey: Sample.problem, Compare: s.compare,
		Rows: func(samples []Sample) table.Table { return table.FieldRows(s.Points(samples)) },
	}
}

// unseeded returns the key of the problem: the problem without its seed.
func (p Problem) unseeded() Problem {
	p.Seed = 0
	return p
}

// identity returns everything that the samples depend on.
func (s Study) identity(version string) folder.Identity {
	arguments := field.Values(s)
	arguments["loads"] = format.List(s.Loads)
	return folder.Identify(s.Paper.Name, "", version, arguments)
}

// reader returns what yields the samples of a file of JSON lines. It is an error if a sample has
// another format or an unknown model, or if its runs are not one for each load and scheduler, in
// their order.
func (s Study) reader() record.Lines[Sample] {
	return record.Reader(func(sample *Sample) error {
		if err := field.CheckFormat(sample.Format, Format); err != nil {
			return err
		}
		if !slices.Contains(s.Models, sample.Model) {
			return optgap.BadField("model", sample.Model, "one of "+strings.Join(s.Models, ", "))
		}
		if want := len(s.Loads) * len(s.Schedulers); len(sample.Runs) != want {
			return optgap.BadField(
				"runs",
				len(sample.Runs),
				fmt.Sprintf("%d, one for each load and scheduler", want),
			)
		}
		for i, r := range sample.Runs {
			load := s.Loads[i/len(s.Schedulers)]
			scheduler := s.Schedulers[i%len(s.Schedulers)]
			if r.Load != load || r.Scheduler != scheduler {
				return optgap.BadField(
					fmt.Sprintf("runs[%d]", i),
					fmt.Sprintf("%s at load %v", r.Scheduler, r.Load),
					fmt.Sprintf("%s at load %v", scheduler, load),
				)
			}
		}
		return nil
	})
}

// Do runs the study and reports it. A field that is out of its range is an *optgap.FieldError.
func (s Study) Do(ctx context.Context, r statement.Run) (*statement.Report, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	samples, err := s.Run(ctx, r)
	return statement.Reported(ctx, len(samples), err, func() (*statement.Report, error) {
		return s.Report(samples, r.Wide), nil
	})
}

// Report returns the ledger, and what the text leaves open. A wide report has the figures as tables
// too.
func (s Study) Report(samples []Sample, wide bool) *statement.Report {
	all := s.Statements(samples)
	points := s.Points(samples)
	r := statement.NewReport(
		[]statement.Group{{Statements: all}},
		lists.Anys(points),
		table.FieldRows(points),
		s.Figures(samples),
	)
	r.Tables = []table.Table{
		statement.Table(s.Basis(samples).Under(s.Title()), all),
		statement.ReadingTable(s.Paper.rest().Open),
	}
	if wide {
		r.Tables = append(r.Tables, s.Tables(samples)...)
	}
	return r
}

// Run does the experiments and returns their samples. Their order does not depend on the
// number of workers. With an error, such as that of a cancelled context, it returns the
// finished samples.
func (s Study) Run(ctx context.Context, r statement.Run) (samples []Sample, err error) {
	kept, err := folder.Open(r.Folder, s.layout(), folder.Start{Identity: s.identity(r.Version)})
	if err != nil {
		return nil, err
	}
	problems := s.problems()
	work := harness.Run[Problem, Sample]{
		Workers: r.Workers,
		Work: func(ctx context.Context, p Problem) (Sample, error) {
			simulate := func(ctx context.Context) (Sample, error) { return s.simulate(ctx, p) }
			_, known := kept.Known(p.unseeded())
			sample, err := kept.Once(ctx, p.unseeded(), simulate)
			if err == nil && !known {
				r.Step()
			}
			return sample, err
		},
		Result: func(_ Problem, sample Sample) error {
			samples = append(samples, sample)
			return nil
		},
	}
	defer func() {
		err = cmp.Or(err, kept.Close(err == nil && len(samples) == len(problems)))
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

// studyOf returns the study with the arguments of an info file. An *optgap.FieldError names the
// argument that is none.
func (p *Paper) studyOf(arguments map[string]string) (s Study, err error) {
	s.Paper = p
	for _, name := range field.Names(s) {
		if err := field.Set(&s, name, arguments[name]); err != nil {
			return s, err
		}
	}
	for text := range strings.SplitSeq(arguments["loads"], ",") {
		load, err := field.ParseDecimal(text)
		if err != nil {
			return s, optgap.BadText("loads", text, "a number")
		}
		s.Loads = append(s.Loads, load)
	}
	return s, s.Validate()
}

// read returns the study in a folder.
func (p *Paper) read(dir string) (Study, error) {
	file := p.Files().In(dir).Info
	info, err := folder.ReadInfo(file)
	if err != nil {
		return Study{}, err
	}
	s, err := p.studyOf(info.Arguments)
	if err != nil {
		return s, fmt.Errorf("%s: arguments: %w", file, err)
	}
	return s, nil
}

// A kept is the folder of a study of a paper, whose file is read when it is needed.
type kept struct {
	folder.Files
	paper func() *Paper
}

func init() {
	for name, paper := range map[string]func() *Paper{"aida2000": Aida2000, "mualem2001": MuAlem2001} {
		k := kept{filesOf(name), paper}
		verifyfolder.Register(
			&verifyfolder.Kind{
				Problem: "experiment",
				Result:  "sample",
				Layout:  k,
				Check:   k.check,
			},
		)
	}
}

// Derive returns what follows from the samples in the folder of a study; see folder.Derive.
func (k kept) Derive(dir string) (d folder.Digest, summary []byte, err error) {
	s, err := k.paper().read(dir)
	if err != nil {
		return d, nil, err
	}
	return s.layout().Derive(dir)
}

// check checks the samples in the folder of a study: that each experiment has one, with the runs of
// the study, and that its values are possible. An error is about bad input.
func (k kept) check(
	samples, problems verify.Input,
	_ verify.Options,
) (rep verify.Report, err error) {
	s, err := k.paper().read(filepath.Dir(samples.Name))
	if err != nil {
		return rep, err
	}
	all := s.problems()
	left := map[Problem]int{} // the places of those without a sample, by the problem without its seed
	for i, problem := range all {
		left[problem.unseeded()] = i
	}
	for problem, err := range record.Reader[Problem](nil)(problems.Reader, problems.Name) {
		if err != nil {
			return rep, err
		}
		rep.Steps++
		known := rep.Steps <= len(all) && problem == all[rep.Steps-1]
		about := verify.Fault{File: k.Problems, Line: rep.Steps}
		rep.Hold(known, about, "seed", problem, "a problem of the study")
	}
	for sample, err := range s.reader()(samples.Reader, samples.Name) {
		if err != nil {
			return rep, err
		}
		rep.Results++
		i, ok := left[sample.problem()]
		about := verify.Fault{
			File:   k.Results,
			Line:   rep.Results,
			Trace:  sample.Model,
			Index:  i,
			Method: "simulate",
		}
		rep.Hold(ok, about, "experiment", sample.Experiment, "a problem without a sample before")
		delete(left, sample.problem())
		s.check(&rep, about, &sample)
	}
	for _, i := range slices.Sorted(maps.Values(left)) {
		rep.Missing = append(rep.Missing, verify.Fault{
			File:   k.Results,
			Trace:  all[i].Model,
			Index:  i,
			Method: "simulate",
			Field:  "sample",
			Found:  "none",
			Expected: fmt.Sprintf(
				"one of model %s, experiment %d",
				all[i].Model,
				all[i].Experiment,
			),
		})
	}
	rep.Unanswered = len(left)
	return rep, nil
}

// check checks a sample.
func (s Study) check(rep *verify.Report, about verify.Fault, sample *Sample) {
	rep.Hold(sample.Jobs == s.Jobs, about, "jobs", sample.Jobs, "%d", s.Jobs)
	rep.Hold(
		0 <= sample.UpTo2 && sample.UpTo2 <= sample.UpTo16,
		about,
		"up_to_2",
		sample.UpTo2,
		"0 to up_to_16",
	)
	rep.Hold(sample.UpTo16 <= sample.Jobs, about, "up_to_16", sample.UpTo16, "at most jobs")
	for i, r := range sample.Runs {
		field := fmt.Sprintf("runs[%d].", i)
		share := r.Utilisation > 0 && r.Utilisation <= 1
		rep.Hold(share, about, field+"utilisation", r.Utilisation, "above 0, at most 1")
		rep.Hold(r.SlowdownRatio >= 1, about, field+"slowdown_ratio", r.SlowdownRatio, "at least 1")
		lost := r.Lost >= 0 && r.Lost+r.Utilisation < 1+1e-9
		rep.Hold(lost, about, field+"lost", r.Lost, "at least 0, with the utilisation at most 1")
	}
}
