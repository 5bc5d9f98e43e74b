package simulated

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/run/folder"
)

//go:embed aida2000.yaml
var aida2000 []byte

//go:embed mualem2001.yaml
var muAlem2001 []byte

// Aida2000 is Aida, "Effect of Job Size Characteristics on Job Scheduling Performance" (JSSPP
// 2000): six models of job sizes under seven schedulers.
var Aida2000 = sync.OnceValue(func() *Paper { return paperOf(aida2000) })

// MuAlem2001 is Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime
// Estimates in Scheduling the IBM SP2 with Backfilling" (IEEE Transactions on Parallel and
// Distributed Systems 12(6), 2001), by its abstract.
var MuAlem2001 = sync.OnceValue(func() *Paper { return paperOf(muAlem2001) })

func paperOf(file []byte) *Paper {
	p := statement.Read[Paper](file, 0)
	p.file = file
	return &p
}

// A Paper is an evaluation of schedulers on jobs that models draw, as its file has it.
type Paper struct {
	statement.Head    `            yaml:",inline"`
	Models            []Model
	Schedulers        []Scheduler
	Loads             []float64 // rising; the ledger needs them all
	Experiments, Jobs int
	Figures           []Drawing
	Gains             []Gain // that the text states
	// AtOnce is replayed with all jobs of an experiment at once, for the ledger; blank: nothing is.
	AtOnce struct{ Model, Scheduler string } `yaml:"at-once"`

	file []byte
}

// A Model is a model of package workload.
type Model struct {
	Name, Title string // in package workload, and in the paper
	Ticks       int64  // units of time per second
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

// ModelNames and SchedulerNames return the names in a paper's order.
func (p *Paper) ModelNames() []string {
	return lists.Each(p.Models, func(m Model) string { return m.Name })
}
func (p *Paper) SchedulerNames() []string {
	return lists.Each(p.Schedulers, func(s Scheduler) string { return s.Name })
}

// model and scheduler return those with a name, which there is.
func (p *Paper) model(name string) Model { return p.Models[slices.Index(p.ModelNames(), name)] }
func (p *Paper) scheduler(name string) Scheduler {
	return p.Schedulers[slices.Index(p.SchedulerNames(), name)]
}

// rest returns the second document of the paper's file.
func (p *Paper) rest() statement.File { return statement.Read[statement.File](p.file, 1) }

// Ledger returns every statement of the paper.
func (p *Paper) Ledger() statement.Ledger { return p.rest().Ledger(p.Name, nil) }

// harmonicShare returns the share of the jobs on at most most processors, in percent, where the
// probability of n processors is proportional to 1/n^1.5.
func harmonicShare(most int) float64 {
	part := 0.0
	whole := 0.0
	for n := 1; n <= Machine; n++ {
		p := math.Pow(float64(n), -1.5)
		whole += p
		if n <= most {
			part += p
		}
	}
	return 100 * part / whole
}

// Files are those in the folder of a study.
func (p *Paper) Files() folder.Files { return filesOf(p.Name) }

func filesOf(name string) folder.Files {
	return folder.Files{
		Format:   Format,
		Info:     name + ".json",
		Problems: "experiments.jsonl",
		Results:  "samples.jsonl",
		Summary:  "points.csv",
	}
}

// Study returns the whole evaluation.
func (p *Paper) Study() Study {
	return Study{
		Paper: p, Models: p.ModelNames(), Schedulers: p.SchedulerNames(), Loads: p.Loads,
		Experiments: p.Experiments, Jobs: p.Jobs, Seed: 1,
	}
}
