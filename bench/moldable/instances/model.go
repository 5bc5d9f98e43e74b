package instances

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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

// Reading says which mean of X highly parallel jobs have in the recurrence.
type Reading string

const (
	ByFormula Reading = "formula" // 0.1, which makes them highly parallel
	AsPrinted Reading = "printed" // 0.9, as the text says
)

// Readings returns both readings.
func Readings() []Reading { return []Reading{ByFormula, AsPrinted} }

// Model is a kind of workload, as [ByName] returns it.
type Model struct {
	Name     string
	Reading  Reading // of the recurrence
	PerStep  bool    // X of the recurrence is drawn for each step, not for each job
	Speedups Range   // of Cirne jobs
}

// A Range says which of Downey's speed-ups Cirne jobs have. The average parallelism is log-uniform. The zero
// value goes from 1 to the number of processors, with sigma uniform from 0 to 2.
type Range struct {
	Least float64  // average parallelism; 0: 1
	Share float64  // largest average parallelism over the number of processors, at most 1; 0: 1
	Sigma *float64 // of all jobs, 0 to 2; nil: uniform
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
// (Figures 3, 4, 5 and 6).
func Models(r Reading) (all []Model) {
	for _, name := range []string{Weak, High, Mixed, Cirne} {
		all = append(all, Model{Name: name, Reading: r})
	}
	return all
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
