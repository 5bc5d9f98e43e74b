package instances

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
)

// Sequential is a distribution of times on one processor.
type Sequential string

const (
	Uniform Sequential = "uniform"
	Mixed   Sequential = "mixed" // small and large jobs
)

// Parallelism says how the times on more processors follow from the time on one processor.
type Parallelism string

const (
	Weak  Parallelism = "weak"  // the recurrence, for weakly parallel jobs
	High  Parallelism = "high"  // the recurrence, for highly parallel jobs
	Both  Parallelism = "both"  // small jobs are weakly parallel, large ones highly
	Cirne Parallelism = "cirne" // Downey's speed-ups with random parameters
)

// Reading says which mean of X highly parallel jobs have in the recurrence.
type Reading string

const (
	ByFormula Reading = "formula" // 0.1, which makes them highly parallel
	AsPrinted Reading = "printed" // 0.9, as the text says
)

// Readings returns both readings.
func Readings() []Reading { return []Reading{ByFormula, AsPrinted} }

// Model is a kind of workload.
type Model struct {
	Name        string
	Sequential  Sequential
	Parallelism Parallelism
	Reading     Reading // of the recurrence
	PerStep     bool    // X of the recurrence is drawn for each step, not for each job
	Speedups    Range   // of Cirne jobs
}

// A Range says which of Downey's speed-ups Cirne jobs have. The average parallelism is log-uniform. The zero
// value goes from 1 to the number of processors, with sigma uniform from 0 to 2.
type Range struct {
	Least float64  // average parallelism; 0: 1
	Share float64  // largest average parallelism over the number of processors; 0: 1
	Sigma *float64 // of all jobs; nil: uniform
}

// String names the range; "": the zero value.
func (r Range) String() string {
	text := ""
	if r.Least > 0 {
		text += fmt.Sprintf("-from%g", r.Least)
	}
	if r.Share > 0 {
		text += fmt.Sprintf("-share%g", r.Share)
	}
	if r.Sigma != nil {
		text += fmt.Sprintf("-sigma%g", *r.Sigma)
	}
	return text
}

// downey draws the speed-up of a job.
func (r Range) downey(random *rand.Rand, machine int64) moldable.Downey {
	least, most := max(r.Least, 1), float64(machine)
	if r.Share > 0 {
		most = max(least, most*r.Share)
	}
	d := moldable.Downey{
		Parallelism: least * math.Exp(random.Float64()*math.Log(most/least)), Sigma: mostSigma * random.Float64(),
	}
	if r.Sigma != nil {
		d.Sigma = *r.Sigma
	}
	return d
}

// Models returns the four workloads of the paper under a reading: weak, high, mixed and cirne
// (Figures 3, 4, 5 and 6). The names are the paper's.
func Models(r Reading) []Model {
	return []Model{
		{Name: "weak", Sequential: Uniform, Parallelism: Weak, Reading: r},
		{Name: "high", Sequential: Uniform, Parallelism: High, Reading: r},
		{Name: "mixed", Sequential: Mixed, Parallelism: Both, Reading: r},
		{Name: "cirne", Sequential: Uniform, Parallelism: Cirne, Reading: r},
	}
}

// ByName returns the one of Models with the name. An *optgap.FieldError refuses an unknown name or
// reading.
func ByName(name string, r Reading) (Model, error) {
	if !slices.Contains(Readings(), r) {
		return Model{}, optgap.BadField("reading", fmt.Sprintf("%q", r), "formula or printed")
	}
	models := Models(r)
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == name })
	if i < 0 {
		return Model{}, optgap.BadField("model", fmt.Sprintf("%q", name), "weak, high, mixed or cirne")
	}
	return models[i], nil
}

// Validate refuses the first field that is unknown, or that does not fit the others, with an
// optgap.FieldError.
func (m Model) Validate() error {
	wrong := func(field, found, expected string) error {
		return optgap.BadField(field, strconv.Quote(found), expected)
	}
	switch {
	case !slices.Contains([]Sequential{Uniform, Mixed}, m.Sequential):
		return wrong("sequential", string(m.Sequential), "uniform or mixed")
	case !slices.Contains([]Parallelism{Weak, High, Both, Cirne}, m.Parallelism):
		return wrong("parallelism", string(m.Parallelism), "weak, high, both or cirne")
	case m.Parallelism == Both && m.Sequential != Mixed:
		return wrong("parallelism", string(Both), "mixed sequential times with it, as small jobs are weakly parallel")
	case !slices.Contains(Readings(), m.Reading):
		return wrong("reading", string(m.Reading), "formula or printed")
	case m.Speedups.Least < 0 || m.Speedups.Share < 0 || m.Speedups.Share > 1:
		return wrong("speedups", m.Speedups.String(), "a parallelism of at least 0 and a share from 0 to 1")
	case m.Speedups.Sigma != nil && !(*m.Speedups.Sigma >= 0 && *m.Speedups.Sigma <= mostSigma):
		return wrong("speedups", m.Speedups.String(), fmt.Sprintf("sigma from 0 to %g", mostSigma))
	}
	return nil
}
