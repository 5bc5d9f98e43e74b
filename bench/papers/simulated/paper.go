package simulated

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/folder"
)

// A Paper is an evaluation of schedulers on jobs that models draw.
type Paper struct {
	Name, Title       string // such as aida2000, and "Aida (2000)"
	Subject, About    string // in a few words, and in paragraphs
	Models            []Model
	Schedulers        []Scheduler
	Loads             []float64 // rising; the ledger needs them all
	Experiments, Jobs int
	Readings          []Reading // the default one first
	Figures           []Drawing
	Gains             []Gain // that the text states

	ledger  []byte // see statement.Read
	rules   statement.Rules[Data]
	printed *Data // the paper's own numbers; nil: none that its ledger needs
}

// A Model is a model of package workload.
type Model struct {
	Name, Title string   // in package workload, and in the paper
	Only        []string // parameters of a reading that it takes; nil: those that it has
	Ticks       int64    // units of time per second
}

// A Scheduler is one of package schedulers.
type Scheduler struct {
	Name, Title string // in results, and in the paper
	Of          string // in package schedulers; "": the name
	// Overestimate is the factor by which it takes the jobs to run longer than they do; 0: 1.
	Overestimate int64
}

// A Drawing is a figure: of the utilisation under a model by load, or of the slowdown ratio.
type Drawing struct {
	Number   int
	Model    string
	Slowdown bool
}

// A Gain is a largest gain of utilisation over FCFS that a text states.
type Gain struct {
	Model, Scheduler string // by its title
	Percent          float64
}

// Papers returns all papers.
func Papers() []*Paper { return []*Paper{Aida2000(), MuAlem2001()} }

// ModelNames, SchedulerNames and ReadingNames return the names in a paper's order.
func (p *Paper) ModelNames() []string {
	return frame.Each(p.Models, func(m Model) string { return m.Name })
}
func (p *Paper) SchedulerNames() []string {
	return frame.Each(p.Schedulers, func(s Scheduler) string { return s.Name })
}
func (p *Paper) ReadingNames() []string {
	return frame.Each(p.Readings, func(r Reading) string { return r.Name })
}

// model and scheduler return those with a name, which there is.
func (p *Paper) model(name string) Model { return p.Models[slices.Index(p.ModelNames(), name)] }
func (p *Paper) scheduler(name string) Scheduler {
	return p.Schedulers[slices.Index(p.SchedulerNames(), name)]
}

// Reading returns the reading of a name. An unknown name is a *optgap.FieldError.
func (p *Paper) Reading(name string) (Reading, error) {
	i := slices.Index(p.ReadingNames(), name)
	if i < 0 {
		return Reading{}, optgap.BadField("reading", strconv.Quote(name), "one of "+strings.Join(p.ReadingNames(), ", "))
	}
	return p.Readings[i], nil
}

// Ledger returns every statement of the paper.
func (p *Paper) Ledger() statement.Ledger[Data] {
	return statement.NewLedger(p.Name, statement.Read(p.ledger).Claims, p.rules, words.Rule)
}

// Files are those in the folder of a study.
func (p *Paper) Files() folder.Files {
	return folder.Files{
		Format: Format,
		Info:   p.Name + ".json", Problems: "experiments.jsonl", Results: "samples.jsonl", Summary: "points.csv",
	}
}

// Study returns the whole evaluation, under the default reading.
func (p *Paper) Study() Study {
	return Study{
		Paper: p, Models: p.ModelNames(), Schedulers: p.SchedulerNames(), Loads: p.Loads,
		Experiments: p.Experiments, Jobs: p.Jobs, Seed: 1, Reading: p.Readings[0],
	}
}
