package method

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

func checked(step *optgap.Step, r record.Result) verify.Report {
	results, steps := harness.Each([]record.Result{r}), harness.Each([]optgap.Step{*step})
	return must.Get(verify.Results(results, steps, verify.Options{OptimumJobs: -1}))
}

// TestCertificatesHold: package verify computes, from the prices that package bound stores, exactly
// the bounds that package bound states. The same holds for the fluid bound. A bound that is higher
// by 1 is a fault.
func TestCertificatesHold(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 21))
		step := steptest.Random(r, steptest.Options{
			MaxJobs: 9, MaxEstimate: 5 + 40*int64(seed%2), MaxMachine: 20, Dips: seed%3 == 0,
		})
		var o Options
		o.MinsumRatio = []float64{0, 1.3}[seed%2]
		res := Solve(t.Context(), Policies, &step, o)
		report := checked(&step, res)
		of := report.Bounds
		if len(report.Faults) > 0 || of[record.ProofRecomputed] != 1 || of[record.ProofCertificate] < 1 {
			t.Fatalf("seed %d: %+v\nstep %+v", seed, report, step)
		}
		for _, name := range slices.Sorted(maps.Keys(res.Bounds)) {
			if res.Proofs[name] != record.ProofCertificate && res.Proofs[name] != record.ProofRecomputed {
				continue
			}
			raised := res
			raised.Bounds, raised.Certificates = maps.Clone(res.Bounds), maps.Clone(res.Certificates)
			raised.Bounds[name]++
			want := "bounds." + string(name)
			if c, ok := raised.Certificates[name]; ok {
				c.Bound = raised.Bounds[name]
				raised.Certificates[name], want = c, "certificates."+string(name)+".bound"
			}
			if found := fmt.Sprint(checked(&step, raised).Faults); !strings.Contains(found, want) {
				t.Fatalf("seed %d: %s raised by 1 to %d is not found: %s\nstep %+v\n%+v",
					seed, name, raised.Bounds[name], found, step, res.Certificates[name])
			}
		}
	}
}

// largeMachine is a step on up to a billion processors, where sets of jobs are packed with rounded widths.
func largeMachine(seed uint64) optgap.Step {
	r := rand.New(rand.NewPCG(seed, 49))
	machine := int64(1e5 * math.Pow(10, 4*r.Float64()))
	step := optgap.Step{
		Machine: machine, History: optgap.History{{Time: 0, Free: 1 + r.Int64N(machine)}, {Time: 700, Free: machine}},
	}
	for i := range 8 + r.Int64N(15) {
		width := 1 + r.Int64N(machine/(1+r.Int64N(6)))
		step.Jobs = append(step.Jobs, optgap.Job{ID: i + 1, Width: width, Estimate: 1 + r.Int64N(9000)})
	}
	return step
}

// heavyJobs is a step whose weights come near the largest ones of a valid step.
func heavyJobs(seed uint64) optgap.Step {
	r := rand.New(rand.NewPCG(seed, 50))
	step := steptest.Random(r, steptest.Options{
		MaxJobs: 1 + int(seed%8), MaxMachine: 40, MaxEstimate: 2 + r.Int64N(1_000_000), Dips: seed%3 == 0,
	})
	most := math.MaxInt64 / 4 / (step.SafeEnd() + 40) / int64(len(step.Jobs)) >> r.IntN(4)
	for i := range step.Jobs {
		step.Jobs[i].Weight = 1 + r.Int64N([]int64{most, most, 1000}[r.IntN(3)])
	}
	return step
}

// TestExtremes: what the search proves of extreme steps holds again.
func TestExtremes(t *testing.T) {
	for seed := range uint64(100) {
		step := heavyJobs(seed)
		if seed < 4 {
			step = largeMachine(seed)
		}
		res := Solve(t.Context(), Exact, &step, Options{Limits: exact.Limits{NodeLimit: 200}, NoBounds: true})
		wrong := seed < 4 && res.Proofs["lagrange"] != record.ProofCertificate
		if found := checked(&step, res).Faults; len(found) > 0 || wrong {
			t.Errorf("seed %d, %d processors, %d jobs: %v, proofs %v", seed, step.Machine, len(step.Jobs), found, res.Proofs)
		}
	}
}

// TestProofs: a bound without a certificate has the proof on which it rests.
func TestProofs(t *testing.T) {
	step := steptest.Random(rand.New(rand.NewPCG(5, 5)), steptest.Options{MinJobs: 5, MaxJobs: 5})
	found := Solve(t.Context(), Exact, &step, Options{NoCertificates: true, Limits: exact.Limits{Seed: 4}})
	want := map[optgap.BoundName]record.Proof{
		"exact": record.ProofSearch, "lagrange": record.ProofSearch, "fluid": record.ProofRecomputed,
		"minsum": record.ProofSolver, "lp": record.ProofSearch,
	}
	if !maps.Equal(found.Proofs, want) || found.Certificates != nil || found.Seed != 4 {
		t.Errorf("found %v, %v, seed %d, expected %v and no certificates", found.Proofs, found.Certificates, found.Seed, want)
	}
	program := Solve(t.Context(), ILP, &step, Options{Grid: grid.Choice{Scale: 1}})
	must.Equal(t, program.Proofs["ilp"], record.ProofSolver)
	must.Equal(t, program.Proofs["minsum"], record.ProofCertificate)
}
