package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/offline"
)

// planned plans a random trace.
func planned(r *rand.Rand, seed uint64) (*record.Offline, []optgap.TraceJob) {
	of := record.OfflineTrace{Trace: "t", Machine: 1 + r.Int64N(8), Jobs: 3 + r.IntN(8)}
	names := append(record.Bounded(), "sld_60") // the last as in older folders
	of.ObjectiveName = string(names[r.IntN(len(names))])
	var jobs []optgap.TraceJob
	now := int64(0)
	for i := range of.Jobs {
		now += r.Int64N(100)
		j := optgap.TraceJob{RunTime: r.Int64N(300)}
		if i == 0 {
			j.RunTime++
		}
		j.Job = optgap.Job{ID: int64(i), Submit: now, Width: 1 + r.Int64N(of.Machine), Estimate: 1 + r.Int64N(400)}
		jobs = append(jobs, j)
	}
	return must.Get(clairvoyant.Plan(context.Background(), of, jobs, clairvoyant.Options{Seed: seed, Rounds: 1})), jobs
}

// climbed is a rung of three jobs on two processors, which cost 110, 400 and 620: the last waits for both others.
func climbed() (record.Rung, []optgap.TraceJob) {
	jobs := []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 1, Estimate: 200}, RunTime: 110},
		{Job: optgap.Job{ID: 2, Submit: 10, Width: 2, Estimate: 100}, RunTime: 100},
		{Job: optgap.Job{ID: 3, Submit: 20, Width: 2, Estimate: 200}, RunTime: 120},
	}
	of := record.RungTrace{
		OfflineTrace: record.OfflineTrace{Trace: "t", Machine: 2, Jobs: 3, ObjectiveName: "artww"},
		Rung:         record.RungOptimum, StepWork: 1e6,
	}
	return *must.Get(clairvoyant.Climb(context.Background(), of, jobs, nil)), jobs
}

// offlineFaults returns the faults of a result, as its file and as the trace have it.
func offlineFaults(t *testing.T, r *record.Offline, jobs []optgap.TraceJob) (faults []verify.Fault) {
	t.Helper()
	input := func(v any) verify.Input {
		return verify.Input{Name: "file", Reader: bytes.NewReader(must.Get(json.Marshal(v)))}
	}
	rep := must.Get(verify.OfflineFiles(input(r), input(r.OfflineTrace), verify.Options{}))
	verify.OnTrace(r, 1, jobs, &rep)
	if len(rep.Faults) == 0 && rep.Bounds[record.ProofCertificate]+rep.Bounds[record.ProofSearch] != 1 {
		t.Errorf("no fault, and %+v", rep.Bounds)
	}
	return rep.Faults
}

// TestOffline: plans have no fault, and any change of a value that counts is a fault of its field.
func TestOffline(t *testing.T) {
	t.Parallel()
	changes := []struct {
		field  string
		change func(r *record.Offline)
	}{
		{"bound", func(r *record.Offline) { r.Bound++ }},
		{"search_bound", func(r *record.Offline) { r.SearchBound = 1 }},
		{"objective", func(r *record.Offline) { r.Objective++ }},
		{"objective", func(r *record.Offline) { r.Starts[len(r.Starts)-1] += 1 << 61 }},
		{"unit", func(r *record.Offline) { r.Unit++ }},
		{"bound_value", func(r *record.Offline) { r.BoundValue += 0.001 }},
		{"objective_value", func(r *record.Offline) { r.ObjectiveValue += 0.001 }},
		{"ratio", func(r *record.Offline) { r.Ratio += 0.001 }},
		{"status", func(r *record.Offline) { r.Status = optgap.StatusLimit }},
		{"ended_by", func(r *record.Offline) { r.EndedBy = "" }},
		{"jobs", func(r *record.Offline) { r.Jobs++ }},
		{"starts", func(r *record.Offline) { r.Machine = 0 }},
		{"starts[0]", func(r *record.Offline) { r.Starts[0] = -1 }},
		{"prices", func(r *record.Offline) { r.Prices.Denominator = 0 }},
		{"prices", func(r *record.Offline) { r.Prices.Denominator = 1 << 62 }},
		{"prices.price[0]", func(r *record.Offline) { r.Prices.Price, r.Prices.Times = []int64{-1}, []int64{0, 1} }},
		{"prices", func(r *record.Offline) { r.Prices.Price, r.Prices.Times = []int64{1 << 62}, []int64{0, 9} }},
	}
	for seed, r := range steptest.Sources(30, 1) {
		sound, jobs := planned(r, seed)
		if faults := offlineFaults(t, sound, jobs); len(faults) > 0 {
			t.Fatalf("seed %d: %v", seed, faults)
		}
		text := must.Get(json.Marshal(sound))
		for _, c := range changes {
			var changed record.Offline
			must.Do(json.Unmarshal(text, &changed))
			c.change(&changed)
			faults := offlineFaults(t, &changed, jobs)
			if !slices.ContainsFunc(faults, func(f verify.Fault) bool { return f.Field == c.field }) {
				t.Fatalf("seed %d, %s changed: %v", seed, c.field, faults)
			}
		}
	}
}

// TestOfflinePrices: what any prices prove is what package ilp/offline says.
func TestOfflinePrices(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(60, 2) {
		plan, jobs := planned(r, seed)
		in := &offline.Instance{Machine: plan.Machine}
		for _, j := range jobs {
			weight := int64(1)
			if plan.ObjectiveName == string(optgap.ObjectiveARTwW) {
				weight = j.Width
			}
			in.Jobs = append(in.Jobs, offline.Job{Release: j.Submit, Width: j.Width, Duration: j.Duration(), Weight: weight})
		}
		if plan.Unit > 0 {
			continue
		}
		for range 10 {
			p := &record.OfflinePrices{Denominator: 1 + r.Int64N(9), Times: []int64{0}, Price: []int64{}}
			for range r.IntN(30) {
				p.Times = append(p.Times, p.Times[len(p.Times)-1]+1+r.Int64N(60))
				p.Price = append(p.Price, r.Int64N(2)*r.Int64N(30))
			}
			plan.Prices, plan.SearchBound, plan.Bound = p, 0, must.Get(in.Bound((*offline.Prices)(p)))
			for _, f := range offlineFaults(t, plan, jobs) {
				if f.Field == "bound" {
					t.Fatalf("seed %d: %v", seed, f)
				}
			}
		}
	}
}
