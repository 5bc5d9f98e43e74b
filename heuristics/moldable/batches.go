package moldable

import "math/rand/v2"

// Capacity returns the processors that a batch may use which runs from begin to end, in
// ticks. It is at least the width of every job from some moment on.
type Capacity func(begin, end int64) int64

// Batches sorts the jobs into the batches of BiCriteria, where cmax, at least 1, is
// C*max. The instance is valid. In place of the whole machine a batch has the processors
// that capacity leaves it; nil stands for the whole machine. The first batch begins at 0,
// each other one where the one before it ends, be it empty or not. Empty batches are left
// out of the result.
func Batches(in *Instance, cmax int64, capacity Capacity) []Batch {
	if capacity == nil {
		capacity = func(int64, int64) int64 { return in.Machine }
	}
	return newBatching(prepare(in)).all(cmax, capacity)
}

// Shuffle looks for a better order of batches. A trial is the best order so far with two
// neighbours exchanged. better tells whether a trial is the new best; it owns what it is
// given until it is called again. No shuffles are made of fewer than two batches.
func Shuffle(batches []Batch, shuffles int, seed uint64, better func(order []Batch) bool) {
	if len(batches) < 2 {
		return
	}
	r := rand.New(rand.NewPCG(seed, 0xba7c4))
	best := append([]Batch(nil), batches...)
	order := append([]Batch(nil), batches...)
	for range shuffles {
		copy(order, best)
		at := r.IntN(len(order) - 1)
		order[at], order[at+1] = order[at+1], order[at]
		if better(order) {
			copy(best, order)
		}
	}
}
