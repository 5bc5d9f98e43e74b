package simulated

import (
	"math"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// Three jobs by hand. At 0 the jobs 1 and 2 start on 64 and 32 of 128 processors, and job 3, on 128, waits. 32
// processors are idle until 10 and 96 from then to 20. Then job 3 starts and runs to 30. So 32 * 10 + 96 * 10 of
// 128 * 30 are lost while it waits. The moment 0 leaves a job and idle processors. Each dispatch finds a
// multiple of its size: 128 of 64, 64 of 32, and 128 of 128.
func TestPacking(t *testing.T) {
	o := &replay.Outcome{Starts: []int64{0, 0, 20}, Jobs: []optgap.TraceJob{
		{Job: optgap.Job{ID: 1, Width: 64, Estimate: 10}, RunTime: 10},
		{Job: optgap.Job{ID: 2, Width: 32, Estimate: 20}, RunTime: 20},
		{Job: optgap.Job{ID: 3, Width: 128, Estimate: 10}, RunTime: 10},
	}}
	p := packing(largest, o, 30)
	if want := (32*10 + 96*10) / (128 * 30.0); math.Abs(p.Lost-want) > 1e-12 {
		t.Errorf("lost %g, expected %g", p.Lost, want)
	}
	if p.Filled == nil || *p.Filled != 0 || p.Multiple == nil || *p.Multiple != 1 {
		t.Errorf("found %v and %v, expected 0 of the moments and 1 of the dispatches", p.Filled, p.Multiple)
	}
	o.Jobs[1].Width = 64 // the machine is full, and 64 of it idle from 10
	p = packing("strict-fcfs", o, 30)
	if *p.Filled != 1 || p.Multiple != nil || math.Abs(p.Lost-64*10/(128*30.0)) > 1e-12 {
		t.Errorf("found %+v, expected all moments and a sixth lost", p)
	}
	o.Jobs[0].Width, o.Jobs[1].Width = 48, 32 // 128 is no multiple of 48, and 80 none of 32
	if p := packing(largest, o, 30); math.Abs(*p.Multiple-1.0/3) > 1e-12 {
		t.Errorf("found %v, expected one of three dispatches", *p.Multiple)
	}
}

// Where all jobs come at once, LJF fills the machine under Power2 until no job waits, as Eq. 5 says, and not under
// Uniform.
func TestOffline(t *testing.T) {
	for _, row := range Aida2000().allAtOnce() {
		if v := row.Values["at_once"]; v != 100 {
			t.Errorf("%v: found %v, expected all", row.At, v)
		}
	}
}
