package verify_test

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"math/rand/v2"
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
	of := record.OfflineTrace{Trace: "t", Machine: (1 + r.Int64N(8)) * (1 + 149*r.Int64N(2)), Jobs: 3 + r.IntN(8)}
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
	rep := must.Get(verify.OfflineFiles(input(r), input(r.OfflineTrace), verify.Options{}))
	verify.OnTrace(r, 1, jobs, &rep)
	if len(rep.Faults) == 0 && rep.Bounds[record.ProofCertificate]+rep.Bounds[record.ProofSearch] != 1 {
		t.Errorf("no fault, and %+v", rep.Bounds)
	}
	return rep.Faults
}

// TestOffline: plans have no fault.
func TestOffline(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(30, 1) {
		plan, jobs := planned(r, seed)
		faults := offlineFaults(t, plan, jobs)
		must.Need(t, len(faults) == 0, "seed", seed, faults)
	}
}

// someExtra draws what jobs pay above so many prices, as docs/formats.md says.
func someExtra(r *rand.Rand, jobs, prices int) []byte {
	raw, before := binary.AppendUvarint(nil, 1+r.Uint64N(3)), 0
	for range jobs {
		first := r.IntN(prices + 1)
		n := r.IntN(prices - first + 1)
		if raw = binary.AppendUvarint(raw, uint64(n)); n > 0 {
			raw, before = binary.AppendVarint(raw, int64(first-before)), first
		}
		for last := int64(0); n > 0; n-- {
			v := r.Int64N(2) * r.Int64N(40)
			raw, last = binary.AppendVarint(raw, v-last), v
		}
	}
	var out bytes.Buffer
	w := must.Get(flate.NewWriter(&out, flate.BestSpeed))
	must.Get(w.Write(raw))
	w.Close()
	return out.Bytes()
}

// TestOfflinePrices: what any prices prove is what package ilp/offline says.
func TestOfflinePrices(t *testing.T) {
	t.Parallel()
	for seed, r := range steptest.Sources(30, 2) {
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
			if r.IntN(3) > 0 {
				p.Extra = someExtra(r, len(jobs), len(p.Price))
			}
			plan.Prices, plan.SearchBound, plan.Bound = p, 0, must.Get(in.Bound((*offline.Prices)(p)))
			for _, f := range offlineFaults(t, plan, jobs) {
				must.Need(t, f.Field != "bound", "seed", seed, f)
			}
		}
	}
}
