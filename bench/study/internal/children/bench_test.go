package children

import (
	"testing"
)

// BenchmarkHandOver measures the time that a child process adds to a step: to pass the step and its
// result as JSON lines through two pipes, to watch the child, and to measure its cost. The child's
// own work, the policies' plan, takes microseconds. A step should take less than 2 ms.
//
//	go test -run '^$' -bench HandOver -count 10 ./bench/study/internal/children
func BenchmarkHandOver(b *testing.B) {
	p, s := pool(b, "answers"), step(0)
	p.Memory = 1 << 30
	for b.Loop() {
		if r := p.Solve(b.Context(), s); r.Error != "" {
			b.Fatal(r.Error)
		}
	}
}
