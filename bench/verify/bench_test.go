package verify_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
)

// BenchmarkCheck re-plans and sweeps one step of random jobs:
//
//	go test -run '^$' -bench Check -count 10 ./bench/verify | tee new.txt && benchstat new.txt
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{25, 1000, 10000} {
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			s := optgap.Step{Format: optgap.StepFormat, Machine: 100, History: optgap.History{{Time: 0, Free: 20}, {Time: 600, Free: 100}}}
			r := record.Result{Status: record.Feasible}
			for i := range int64(n) {
				s.Jobs = append(s.Jobs, optgap.Job{ID: i, Width: 1 + random.Int64N(50), Estimate: 1 + random.Int64N(90000), Submit: -random.Int64N(90000)})
				r.Starts = append(r.Starts, record.Start{ID: i, Start: i * 90000})
			}
			for b.Loop() {
				c, err := verify.New(one(s), verify.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := c.Check(1, &r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
