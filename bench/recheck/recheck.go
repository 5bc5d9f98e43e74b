// Package recheck checks bounds that nothing but a search or a solver stands for, by
// searching anew:
//
//	verify.Claim (no schedule below Bound, one with Objective) -> exact.Solve -> Verdict
//
// The search is that of method exact, whatever method made the claim: for its own
// results it is the same run again, with the recorded seed; for the others, such as
// a program at one second that HiGHS solved, it is an independent method.
//
// Let the search end with a schedule of objective V and a bound B. V below the
// claimed bound, or B above the claimed objective, contradicts the claim; else B no
// less than the claimed bound confirms it; else the limit came first. A finished
// search has B = V and leaves nothing open.
package recheck

import (
	"context"
	"sync"
	"time"

	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/ilp/exact"
)

// Verdict is what a search says of a claim.
type Verdict string

const (
	Confirmed    Verdict = "confirmed"
	Unfinished   Verdict = "unfinished" // at the limit nothing spoke against it
	Contradicted Verdict = "contradicted"
)

// Answer is a claim and what the search found.
type Answer struct {
	Claim     verify.Claim
	Verdict   Verdict
	Bound     int64 // of the search
	Objective int64
	Seconds   float64
}

// Options steer Check. The zero value is fit for use.
type Options struct {
	TimeLimit time.Duration // of each search; 0: none
	Workers   int           // searches side by side; 0: one
	// Done, where set, is called after each search, by one goroutine at a time.
	Done func()
}

// Check searches for each claim and returns the answers in their order. The error
// is the context's, or that of a search; the answers are then those before it.
func Check(ctx context.Context, claims []verify.Claim, o Options) ([]Answer, error) {
	answers, failed := make([]Answer, len(claims)), make([]error, len(claims))
	next := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	for range max(1, o.Workers) {
		workers.Go(func() {
			for i := range next {
				answers[i], failed[i] = one(ctx, claims[i], o.TimeLimit)
				if o.Done != nil {
					mu.Lock()
					o.Done()
					mu.Unlock()
				}
			}
		})
	}
	for i := range claims {
		next <- i
	}
	close(next)
	workers.Wait()
	for i, err := range failed {
		if err != nil {
			return answers[:i], err
		}
	}
	return answers, nil
}

func one(ctx context.Context, c verify.Claim, limit time.Duration) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	sol, err := exact.Solve(ctx, c.Step, exact.Options{TimeLimit: limit, Seed: c.Seed})
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Claim: c, Verdict: judge(c, sol.Objective, sol.Bound), Bound: sol.Bound, Objective: sol.Objective, Seconds: sol.Seconds}
	return a, ctx.Err()
}

// judge holds a search's objective and bound against a claim.
func judge(c verify.Claim, objective, bound int64) Verdict {
	switch {
	case objective < c.Bound || bound > c.Objective:
		return Contradicted
	case bound >= c.Bound:
		return Confirmed
	}
	return Unfinished
}
