package verify_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
)

// BenchmarkCheck re-plans and sweeps one step of random jobs.
//
//	go test -run '^$' -bench Check -count 10 ./bench/verify
func BenchmarkCheck(b *testing.B) {
	sizes := []int{1000, 25, 10000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			s := optgap.Step{Format: optgap.StepFormat, Machine: 100}
			s.History = optgap.History{{Time: 0, Free: 20}, {Time: 600, Free: 100}}
			r := record.Result{Status: optgap.StatusFeasible}
			for i := range int64(n) {
				width, estimate, submit := 1+random.Int64N(50), 1+random.Int64N(90000), -random.Int64N(90000)
				s.Jobs = append(s.Jobs, optgap.Job{ID: i, Width: width, Estimate: estimate, Submit: submit})
				r.Starts = append(r.Starts, record.Start{ID: i, Start: i * 90000})
			}
			for b.Loop() {
				must.Get(verify.Results(one(r), one(s), verify.Options{}))
			}
		})
	}
}

// BenchmarkCertificate evaluates prices of a processor, and of each group of jobs,
// in pieces of 600 s.
//
//	go test -run '^$' -bench Certificate -count 10 ./bench/verify
func BenchmarkCertificate(b *testing.B) {
	sizes := []int{50, 10, 200}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		s := optgap.Step{Format: optgap.StepFormat, Machine: 128}
		s.History = optgap.History{{Time: 0, Free: 20}, {Time: 600, Free: 128}}
		random := rand.New(rand.NewPCG(1, uint64(n)))
		c := optgap.Certificate{Bits: 8, Bucket: 600}
		by := optgap.Certificate{Bits: 8, Bucket: 600}
		for k := range int64(500) {
			c.Price = append(c.Price, (500-k)<<c.Bits/100)
		}
		for i := range int64(n) {
			j := optgap.Job{ID: i, Width: 1 + random.Int64N(60), Estimate: 60 * (1 + random.Int64N(1440)),
				Submit: -random.Int64N(90000)}
			s.Jobs = append(s.Jobs, j)
			g := optgap.GroupPrices{Width: j.Width, Estimate: j.Estimate}
			for _, p := range c.Price {
				g.Price = append(g.Price, p*j.Width+random.Int64N(9))
			}
			by.Groups = append(by.Groups, g)
		}
		for _, kind := range []struct {
			name string
			c    optgap.Certificate
		}{{"processor", c}, {"group", by}} {
			b.Run(fmt.Sprintf("jobs=%d/prices=%s", n, kind.name), func(b *testing.B) {
				r := record.Result{Status: optgap.StatusError, Error: "none", Bounds: map[optgap.BoundName]int64{"lp": 0},
					Certificates: map[optgap.BoundName]optgap.Certificate{"lp": kind.c}}
				prices := len(kind.c.Price)
				for _, g := range kind.c.Groups {
					prices += len(g.Price)
				}
				for b.Loop() {
					must.Get(verify.Results(one(r), one(s), verify.Options{}))
				}
				b.ReportMetric(float64(b.N*prices)/b.Elapsed().Seconds(), "prices/s")
			})
		}
	}
}
