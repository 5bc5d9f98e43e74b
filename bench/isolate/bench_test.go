package isolate

import "testing"

// BenchmarkHandOver measures what a child process adds to a step: the step and
// its result as JSON lines through two pipes, the watch over the child, and the
// account of what it costs. The child's own answer, the policies' plan, takes
// microseconds. A step should take less than 2 ms.
//
//	go test -run '^$' -bench HandOver -count 10 ./bench/isolate
func BenchmarkHandOver(b *testing.B) {
	p, s := pool(b, "answers"), step(0)
	for b.Loop() {
		if r := p.Solve(b.Context(), s); r.Error != "" {
			b.Fatal(r.Error)
		}
	}
}
