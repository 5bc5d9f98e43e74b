package exact

import (
	"sync"
	"sync/atomic"
)

// fan calls task with each number from 0 to before n, on at most so many goroutines. It returns
// when all calls have. Calls begin in the order of their numbers.
func fan(workers, n int, task func(i int)) {
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			task(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				task(i)
			}
		})
	}
	all.Wait()
}
