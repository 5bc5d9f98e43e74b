package verify

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
)

// moldableInstance returns a small instance of a model.
func moldableInstance(model string, jobs int, machine int64, seed uint64) *moldable.Instance {
	m := must.Get(experiment.ModelByName(model))
	return must.Get(m.Generate(jobs, machine, seed))
}

// moldableResults returns the results of all algorithms.
func moldableResults(in *moldable.Instance) (all []record.MoldableResult) {
	p := experiment.NewProblem(in, experiment.Options{})
	for _, a := range experiment.All() {
		all = append(all, must.Get(p.Solve(context.Background(), a)))
	}
	return all
}

func checkMoldable(in *moldable.Instance, results ...record.MoldableResult) Report {
	var lines, instance bytes.Buffer
	must.Do(record.WriteLines(&lines, results))
	must.Do(record.NewWriter(&instance).Write(record.MoldableOf(in)))
	return must.Get(MoldableFiles(Input{Reader: &lines}, Input{Reader: &instance},
		Options{Methods: experiment.Names(experiment.All())}))
}

// What the algorithms find has no fault. All bounds are certified or computed again. A job may need two processors at
// least, and times may rise.
func TestMoldableHasNoFault(t *testing.T) {
	all := []*moldable.Instance{{Name: "odd", Machine: 4, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 2, MinWidth: 2, Times: []int64{7, 9, 5}}, {ID: 2, Weight: 1, Times: []int64{6, 6, 2, 3}},
		{ID: 3, Weight: 4, MinWidth: 4, Times: []int64{3}},
	}}}
	for _, model := range []string{"weak", "high", "mixed", "cirne"} {
		for _, jobs := range []int{2, 3, 20} {
			all = append(all, moldableInstance(model, jobs, 5, uint64(jobs)))
		}
	}
	for _, in := range all {
		rep := checkMoldable(in, moldableResults(in)...)
		n := len(experiment.All())
		bounds := Tally{record.ProofCertificate: n, record.ProofRecomputed: n}
		if len(rep.Faults) > 0 || rep.Results != n || !maps.Equal(rep.Bounds, bounds) ||
			rep.Largest[record.ProofCertificate] != n {
			t.Errorf("%s: %+v", in.Name, rep)
		}
	}
}

// A result is held against the others of its instance: no minsum below a bound elsewhere.
func TestMoldableHoldsResultsAgainstOthers(t *testing.T) {
	in := moldableInstance("high", 9, 8, 1)
	results := moldableResults(in)
	results[0].MinsumBounds = map[moldable.BoundName]int64{moldable.BoundRelaxed: results[0].Minsum}
	results[0].Certificates = nil
	best := slices.MinFunc(results[1:], func(a, b record.MoldableResult) int { return int(a.Minsum - b.Minsum) })
	must.Need(t, best.Minsum < results[0].Minsum, "no algorithm is better than the first one")
	rep := checkMoldable(in, results[0], best)
	must.Hold(t, len(rep.Faults) != 0 && rep.Faults[0].Field == "minsum" && rep.Faults[0].Line == 2,
		"found", rep.Faults)
	if rep = checkMoldable(in, best, results[0]); len(rep.Faults) == 0 || rep.Faults[0].Field != "minsum_bounds.relaxed" {
		t.Errorf("found %v", rep.Faults)
	}
}

// Enumeration finds the optimum of instances whose optimum is known. On jobs with linear
// speed-up Gang is optimal for minsum (Dutot et al. 2004, section 4.1), and so is what any
// order does for the makespan.
func TestEnumerate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		in := &moldable.Instance{Machine: 3, Tick: 1}
		work := int64(0)
		for id := range 3 {
			unit := 1 + r.Int64N(9)
			times := []int64{6 * unit, 3 * unit, 2 * unit}
			in.Jobs = append(in.Jobs, moldable.Job{ID: int64(id), Weight: 1 + r.Int64N(5), Times: times})
			work += 2 * unit
		}
		minsum, makespan := enumerate(in)
		if want := moldable.Gang(in).Minsum(in); *minsum != want || *makespan != work {
			t.Errorf("%+v: found %d and %d, expected %d and %d", in.Jobs, *minsum, *makespan, want, work)
		}
	}
	// Two jobs that one more processor does not speed up run side by side: 3 + 5, 5.
	two := &moldable.Instance{Machine: 2, Jobs: []moldable.Job{
		{ID: 1, Weight: 1, Times: []int64{3, 3}}, {ID: 2, Weight: 1, Times: []int64{5, 5}},
	}}
	if minsum, makespan := enumerate(two); *minsum != 8 || *makespan != 5 {
		t.Errorf("found %d and %d", *minsum, *makespan)
	}
	if found, _ := enumerate(moldableInstance("weak", 9, 8, 1)); found != nil {
		t.Errorf("found %d for too many schedules", *found)
	}
}
