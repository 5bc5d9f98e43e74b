package verify

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

// moldableInstance returns a small instance of a model.
func moldableInstance(model string, jobs int, machine int64, seed uint64) *moldable.Instance {
	return must.Get(must.Get(experiment.ModelByName(model)).Generate(jobs, machine, seed))
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
	must.Do(record.WriteLine(&instance, record.MoldableOf(in)))
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
		must.Hold(t, len(rep.Faults) == 0 && rep.Results == n && maps.Equal(rep.Bounds, bounds) &&
			rep.Largest[record.ProofCertificate] == n,
			in.Name, rep)
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

// Enumeration finds the optima of small instances, and none where there are too many schedules.
func TestEnumerate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{MaxJobs: 3, Any: rapid.Bool().Draw(t, "any")})
		minsum, makespan := enumerate(in)
		least, shortest := moldabletest.Optimum(in)
		must.Need(t, *minsum == least && *makespan == shortest,
			"found", *minsum, "and", *makespan, "expected", least, "and", shortest, in.Jobs)
	})
	found, _ := enumerate(moldableInstance("weak", 9, 8, 1))
	must.Hold(t, found == nil, "found an optimum of too many schedules")
}
