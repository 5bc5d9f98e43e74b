package moldable

import "math/rand/v2"

// Capacity returns the number of processors for a batch that runs from begin to end, in
// ticks. From some moment on it is at least the width of every job.
type Capacity func(begin, end int64) int64

// Batches sorts the jobs into the batches of BiCriteria. cmax is C*max, at least 1 tick.
// The instance is valid. capacity gives the processors of each batch; nil: the whole
// machine. The first batch begins at 0. Each other batch begins where the one before it
// ends, be it empty or not. Empty batches are left out of the result.
func Batches(in *Instance, cmax int64, capacity Capacity) []Batch {
	if capacity == nil {
		capacity = func(int64, int64) int64 { return in.Machine }
	}
	return newBatching(prepare(in)).all(cmax, capacity)
}

// shuffleAll is [Shuffle] where a trial is drawn from all orders.
func shuffleAll(batches []Batch, shuffles int, seed uint64, better func(order []Batch) bool) {
	if len(batches) < 2 {
		return
	}
	r := rand.New(rand.NewPCG(seed, 0xba7c5))
	order := append([]Batch(nil), batches...)
	for range shuffles {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		better(order)
	}
}

// Shuffle looks for a better order of batches. A trial is the best order so far with two
// neighbours exchanged. better tells whether a trial is the new best. The order that it is
// given is valid until the next call. Fewer than two batches are not shuffled.
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
