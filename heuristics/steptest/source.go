package steptest

import (
	"flag"
	"iter"
	"math/rand/v2"
)

// The number of random steps of the tests that draw from Sources, and which:
//
//	go test ./ilp/exact -effort 5 -first-seed 10000
var (
	effort    = flag.Int("effort", 1, "times the usual number of random steps")
	firstSeed = flag.Uint64("first-seed", 0, "seed of the first random step")
)

// Times returns n times the effort.
func Times(n int) int { return n * *effort }

// Sources yields n random sources, times the effort, each with its seed. A test whose failures
// name the seed can be reproduced by it. Different streams give a seed different sources.
func Sources(n int, stream uint64) iter.Seq2[uint64, *rand.Rand] {
	return func(yield func(uint64, *rand.Rand) bool) {
		for i := range uint64(Times(n)) {
			if seed := *firstSeed + i; !yield(seed, rand.New(rand.NewPCG(seed, stream))) {
				return
			}
		}
	}
}
