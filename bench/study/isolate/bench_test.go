package isolate

import "github.com/optgap/optgap/bench/run/child"

import "testing"

// BenchmarkHandOver measures the time that a child process adds to a step: to pass the step and its
// result as JSON lines through two pipes, to watch the child, and to measure its cost. The child's
// own work, the policies' plan, takes microseconds. A step should take less than 2 ms.
//
//	go test -run '^$' -bench HandOver -count 10 ./bench/study/isolate
func BenchmarkHandOver(b *testing.B) { handOver(b, child.Fence{}) }

func handOver(b *testing.B, f child.Fence) {
	b.Helper()
	p, s := pool(b, "answers"), step(0)
	p.Fence, p.Memory = f, 1<<30
	for b.Loop() {
		if r := p.Solve(b.Context(), s); r.Error != "" {
			b.Fatal(r.Error)
		}
	}
}

// BenchmarkFence is BenchmarkHandOver where each child has a control group, or cores of
// its own, as far as this machine allows that.
//
//	go test -run '^$' -bench 'HandOver|Fence' -count 10 ./bench/study/isolate
func BenchmarkFence(b *testing.B) {
	if testing.Short() {
		b.Skip("not every machine can measure the same")
	}
	b.Run("by=cgroup", func(b *testing.B) { handOver(b, grouped(b)) })
	b.Run("by=pin", func(b *testing.B) {
		cores, err := child.NewCores(1)
		if err != nil {
			b.Skip(err)
		}
		handOver(b, child.Fence{Cores: cores})
	})
}

// BenchmarkStart measures the first step of a child, with the child's start and end.
//
//	go test -run '^$' -bench Start -count 10 ./bench/study/isolate
func BenchmarkStart(b *testing.B) {
	if testing.Short() {
		b.Skip("not every machine can measure the same")
	}
	start := func(b *testing.B, f child.Fence) {
		s := step(0)
		for b.Loop() {
			p := pool(b, "answers")
			p.Fence, p.Memory = f, 1<<30
			if r := p.Solve(b.Context(), s); r.Error != "" {
				b.Fatal(r.Error)
			}
			p.Close()
		}
	}
	b.Run("by=poll", func(b *testing.B) { start(b, child.Fence{}) })
	b.Run("by=cgroup", func(b *testing.B) { start(b, grouped(b)) })
}
