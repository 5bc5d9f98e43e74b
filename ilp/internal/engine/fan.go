package engine

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Meter, unless nil, calls the tasks of each FanOut in its place. Benchmarks measure them by it.
var Meter func(workers, n int, task func(i int))

// FanOut calls task with each number from 0 to before n, on at most so many goroutines. It returns
// when all calls have. Calls begin in the order of their numbers. A panic of a call becomes one of
// the caller, which can be caught, with the stack of the call. No further call then begins.
func FanOut(workers, n int, task func(i int)) {
	if Meter != nil {
		Meter(workers, n, task)
		return
	}
	workers = min(workers, n)
	if workers <= 1 {
		for i := range n {
			task(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	var panicked atomic.Value
	for range workers {
		all.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					next.Store(int64(n))
					panicked.Store(fmt.Sprintf("%v\n%s", v, debug.Stack()))
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				task(i)
			}
		})
	}
	all.Wait()
	if v := panicked.Load(); v != nil {
		panic(v)
	}
}
