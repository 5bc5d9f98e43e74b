package simulated

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/workload"
)

// Schedulers that checks are about.
const (
	largest     = "strict-wjf"
	smallest    = "strict-njf"
	fitSmallest = "first-fit-njf"
)

// Machine is the number of processors of all papers.
const Machine = 128

// A Study states what is simulated. The names of the fields in YAML are those of the flags of
// "optgap reproduce aida2000".
type Study struct {
	Paper       *Paper
	Models      []string `yaml:"models"`     // of the paper, each once
	Schedulers  []string `yaml:"schedulers"` // of the paper, each once
	Loads       []float64
	Experiments int    `yaml:"experiments"`
	Jobs        int    `yaml:"jobs"` // per experiment
	Seed        uint64 `yaml:"seed"`
}

// Validate returns a *optgap.FieldError about the first field that is out of its range.
func (s Study) Validate() error {
	for _, list := range []struct {
		field        string
		names, known []string
	}{{"models", s.Models, s.Paper.ModelNames()}, {"schedulers", s.Schedulers, s.Paper.SchedulerNames()}} {
		for _, name := range list.names {
			if !slices.Contains(list.known, name) {
				return optgap.BadText(list.field, name, "some of "+strings.Join(list.known, ", "))
			}
		}
	}
	for _, name := range s.Models {
		if _, err := s.generator(name, 1); err != nil {
			return err
		}
	}
	for _, load := range s.Loads {
		if !(load >= 0.01 && load <= 100) {
			return optgap.BadField("loads", load, "numbers from 0.01 to 100")
		}
	}
	switch {
	case min(len(s.Models), len(s.Schedulers), len(s.Loads)) == 0:
		return optgap.BadField("models, schedulers and loads", "none", "at least one of each")
	case s.Experiments < 1 || s.Experiments > 1_000_000:
		return optgap.BadField("experiments", s.Experiments, "1 to 1000000")
	case s.Jobs < 1 || s.Jobs > 10_000_000:
		return optgap.BadField("jobs", s.Jobs, "1 to 10000000")
	}
	return nil
}

// Simulations returns the number of simulated jobs.
func (s Study) Simulations() int64 {
	replays := len(s.Models) * len(s.Schedulers) * len(s.Loads) * s.Experiments
	return int64(replays) * int64(s.Jobs)
}

// generator returns the generator of a model at a load.
func (s Study) generator(model string, load float64) (workload.Generator, error) {
	m, err := workload.ByName(model)
	if err != nil {
		return nil, err
	}
	return m.New(workload.Options{Machine: Machine, Load: load, Ticks: s.Paper.model(model).Ticks})
}

// A Problem is one experiment of a model.
type Problem struct {
	Model      string `json:"model"`
	Experiment int    `json:"experiment"` // from 1
	Seed       uint64 `json:"seed"`       // of the generator of its jobs
}

// compare orders problems: all models of an experiment, then the next experiment.
func (s Study) compare(p, q Problem) int {
	models := s.Paper.ModelNames()
	return cmp.Or(
		cmp.Compare(p.Experiment, q.Experiment),
		slices.Index(models, p.Model)-slices.Index(models, q.Model),
	)
}

// problems returns all problems in order. Experiments have different seeds, and so are independent.
func (s Study) problems() []Problem {
	var all []Problem
	for e := range s.Experiments {
		seed := rand.New(rand.NewPCG(s.Seed, uint64(e+1))).Uint64()
		for _, model := range s.Models {
			all = append(all, Problem{model, e + 1, seed})
		}
	}
	return all
}

// jobs draws the jobs of a problem at a load. Their estimates are their run times.
func (s Study) jobs(p Problem, load float64) ([]optgap.TraceJob, error) {
	g, err := s.generator(p.Model, load)
	if err != nil {
		return nil, err
	}
	jobs, err := workload.Take(g, s.Jobs, p.Seed)
	if err != nil {
		return nil, fmt.Errorf("model %s at load %g: %w", p.Model, load, err)
	}
	for i := range jobs {
		jobs[i].Estimate = jobs[i].Duration()
	}
	return jobs, nil
}
