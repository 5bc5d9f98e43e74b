package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// The names of the models, which are the paper's.
const (
	Weak  = "weak"  // the recurrence, for weakly parallel jobs
	High  = "high"  // the recurrence, for highly parallel jobs
	Mixed = "mixed" // small jobs are weakly parallel, large ones highly
	Cirne = "cirne" // Downey's speed-ups with random parameters
)

// Model is a kind of workload.
type Model struct {
	Name  string
	Long  string // the name in commands
	About string
}

// Models returns the four workloads of the paper (Figures 3, 4, 5 and 6).
func Models() []Model {
	return []Model{
		{Weak, "weakly-parallel", "uniform sequential times, hardly any speed-up"},
		{High, "highly-parallel", "uniform sequential times, nearly linear speed-up"},
		{
			Mixed,
			"mixed",
			"70 % small jobs that are weakly parallel, large ones that are highly parallel",
		},
		{Cirne, "cirne-berman", "uniform sequential times, Downey's speed-ups"},
	}
}

// ModelByName returns the one of Models with the name. An *optgap.FieldError refuses an unknown
// name.
func ModelByName(name string) (Model, error) {
	for _, m := range Models() {
		if m.Name == name {
			return m, nil
		}
	}
	return Model{}, optgap.BadText("model", name, "weak, high, mixed or cirne")
}

// Tick is the unit of time of generated instances, in seconds.
const Tick = 1e-6

const perSecond = 1 / Tick

// The numbers of section 4.1.
const (
	leastTime, mostTime       = 1.0, 10.0 // seconds
	smallShare                = 0.7
	smallMean, smallDeviation = 1.0, 0.5 // seconds
	largeMean, largeDeviation = 10.0, 5.0
	nearOne, nearZero         = 0.9, 0.1 // means of X
	deviation                 = 0.2      // of X
	mostWeight                = 10
	mostSigma                 = 2.0 // of Downey's speed-up: assumed
)

// Generate returns n jobs with the ids 1 to n for a machine. The same model, machine and seed give
// the same jobs, and fewer jobs are the first of more. The name of the instance is
// [Model.InstanceName]. Errors are those of [CheckSize] and [moldable.Instance.Validate].
func (m Model) Generate(n int, machine int64, seed uint64) (*moldable.Instance, error) {
	if err := CheckSize(n, machine); err != nil {
		return nil, err
	}
	const stream = 0x6f70746761700002 // of this generator; any fixed number would do
	r := rand.New(rand.NewPCG(seed, stream))
	in := &moldable.Instance{Name: m.InstanceName(n, seed), Machine: machine, Tick: Tick}
	for i := range n {
		weight := 1 + r.Int64N(mostWeight)
		in.Jobs = append(
			in.Jobs,
			moldable.Job{ID: int64(i + 1), Weight: weight, Times: m.times(r, machine)},
		)
	}
	return in, in.Validate()
}

// CheckSize refuses, with an *optgap.FieldError, a machine or a number of jobs that no instance
// has. An instance has a time for each job and number of processors.
func CheckSize(jobs int, machine int64) error {
	if machine < 1 || machine > moldable.MaxMachine {
		return optgap.BadField(
			"machine",
			machine,
			fmt.Sprintf("1 to %d processors", moldable.MaxMachine),
		)
	}
	if most := moldable.MaxTimes / machine; jobs < 1 || int64(jobs) > most {
		const expected = "1 to %d on %d processors, as an instance has at most %d times"
		return optgap.BadField(
			"jobs",
			jobs,
			fmt.Sprintf(expected, most, machine, moldable.MaxTimes),
		)
	}
	return nil
}

// InstanceName returns the name of an instance of n jobs: the model, the jobs and the seed, such as
// weak-25-1.
func (m Model) InstanceName(n int, seed uint64) string {
	return fmt.Sprintf("%s-%d-%d", m.Name, n, seed)
}

// times draws the times of a job, by the number of processors from 1.
func (m Model) times(r *rand.Rand, machine int64) []int64 {
	seconds := leastTime + (mostTime-leastTime)*r.Float64()
	parallel := m.Name == High
	if m.Name == Mixed {
		small := r.Float64() < smallShare
		parallel = !small
		seconds = within(r, largeMean, largeDeviation, Tick, math.Inf(1))
		if small {
			seconds = within(r, smallMean, smallDeviation, Tick, math.Inf(1))
		}
	}
	if m.Name == Cirne {
		d := moldable.Downey{
			Parallelism: math.Exp(r.Float64() * math.Log(float64(machine))),
			Sigma:       mostSigma * r.Float64(),
		}
		return moldable.Times(int64(math.Round(seconds*perSecond)), d.Speedup, machine)
	}
	mean := nearOne
	if parallel {
		mean = nearZero
	}
	x := within(r, mean, deviation, 0, 1)
	return recurrence(seconds, machine, x)
}

// recurrence returns p(1) to p(machine) in ticks. seconds is p(1) in seconds, and x the X of the
// job.
func recurrence(seconds float64, machine int64, x float64) []int64 {
	exact := []float64{seconds * perSecond}
	for j := 2.0; j <= float64(machine); j++ {
		exact = append(exact, exact[len(exact)-1]*(x+j)/(1+j))
	}
	return moldable.Round(exact)
}

// within draws a Gaussian value. It draws again until the value lies from least to most.
func within(r *rand.Rand, mean, deviation, least, most float64) float64 {
	for {
		if v := mean + deviation*r.NormFloat64(); v >= least && v <= most {
			return v
		}
	}
}
