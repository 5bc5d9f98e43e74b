package simulated

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
)

// Statements returns the ledger as judged by samples.
func (s Study) Statements(samples []Sample) []statement.Statement {
	return s.Paper.Ledger().Judge(statement.Case{
		Basis: s.Basis(samples), Doubt: s.doubt(), Printed: s.Paper.printed(),
		Measured: s.data(samples, s.Paper.allAtOnce()),
	})
}

// data returns rows and the numbers of samples: a run is an experiment, and a place a model, a
// scheduler by its name in the paper, and a load.
func (s Study) data(samples []Sample, rows statement.Rows) *statement.Data {
	percent := func(p *float64) float64 { return 100 * *p }
	for _, sample := range samples {
		of := 100 / float64(sample.Jobs)
		run := sample.Experiment - 1
		rows.Add(run, statement.At{"model": sample.Model}, statement.Numbers{
			"up_to_2":  of * float64(sample.UpTo2),
			"up_to_16": of * float64(sample.UpTo16),
		})
		for _, r := range sample.Runs {
			values := statement.Numbers{
				"utilisation": r.Utilisation,
				"slowdown":    r.SlowdownRatio,
				"lost":        100 * r.Lost,
			}
			if r.Filled != nil {
				values["filled"] = percent(r.Filled)
			}
			if r.Multiple != nil {
				values["multiple"] = percent(r.Multiple)
			}
			at := statement.At{
				"model":     sample.Model,
				"scheduler": s.Paper.scheduler(r.Scheduler).Title,
				"load":      format.Exact(r.Load),
			}
			rows.Add(run, at, values)
		}
	}
	d := statement.NewData(rows)
	judged := lists.Where(s.Paper.Loads, func(load float64) bool {
		return slices.Contains(s.Loads, load)
	})
	d.Lists = map[string][]string{
		"model": s.Models, "scheduler": s.called(), "load": lists.Each(judged, format.Exact),
		"loads": lists.Each(s.Loads, format.Exact),
	}
	return d
}

// allAtOnce returns the numbers of AtOnce in percent.
func (p *Paper) allAtOnce() (rows statement.Rows) {
	of := p.AtOnce
	if of.Model == "" {
		return nil
	}
	s := p.Study()
	jobs, err := s.jobs(Problem{Model: of.Model, Experiment: 1, Seed: 1}, 1)
	for i := range jobs {
		jobs[i].Submit = 0
	}
	o, failed := s.replay(context.Background(), of.Scheduler, jobs)
	if err := cmp.Or(err, failed); err != nil {
		panic(err) // the paper's own study
	}
	r := measure(of.Scheduler, 1, o)
	for word, share := range map[string]*float64{"multiple": r.Multiple, "filled": r.Filled} {
		at := statement.At{"of": word}
		rows.Exact(at, statement.Numbers{"at_once": 100 * *share})
	}
	return rows
}

// printed returns the numbers that the paper prints. The shares of narrow jobs are those of the
// distribution in section 2.3.1 of Aida (2000).
func (p *Paper) printed() *statement.Data {
	var rows statement.Rows
	rows.Exact(statement.At{"model": "harmonic"},
		statement.Numbers{"up_to_2": harmonicShare(2), "up_to_16": harmonicShare(16)})
	for _, g := range p.Gains {
		at := statement.At{"model": g.Model, "scheduler": g.Scheduler}
		rows.Exact(at, statement.Numbers{"gain": g.Percent})
	}
	d := statement.NewData(rows)
	d.Lists = map[string][]string{"model": {}, "scheduler": {}, "load": {}, "loads": {}}
	return d
}

// doubt says in which point the study is less than the paper's; "": in none.
func (s Study) doubt() string {
	whole := s.Paper
	if s.Jobs < whole.Jobs {
		return fmt.Sprintf(
			"%s in an experiment, the whole evaluation has %s",
			format.Count(s.Jobs, "job"),
			format.Integer(whole.Jobs),
		)
	}
	for _, load := range whole.Loads {
		if !slices.Contains(s.Loads, load) {
			return fmt.Sprintf("no load %g", load)
		}
	}
	return ""
}
