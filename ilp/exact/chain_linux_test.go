package exact

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/engine"
)

var (
	given      = flag.String("steps", "", "file of the steps of BenchmarkChain, JSON lines; none: generated ones")
	givenLimit = flag.Duration("steps-limit", 2*time.Second, "time limit of each of these steps")
)

// read reads steps.
func read(path string) (steps []*optgap.Step) {
	f := must.Get(os.Open(path))
	defer f.Close()
	for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
		s := new(optgap.Step)
		must.Do(lines.Decode(s))
		steps = append(steps, s)
	}
	return steps
}

// meter measures the tasks of fans by the time that this thread is on a processor. So the load of
// the machine does not count. Each fan is put on its cores greedily, its tasks in their order. What
// lies between two fans is serial.
type meter struct {
	cores int
	saved time.Duration // by the fans so far that are not within the present task
	own   time.Duration // of the meter
}

// used returns the time that this thread was on a processor.
func used() time.Duration {
	var t unix.Timespec
	must.Do(unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t))
	return time.Duration(t.Nano())
}

// fan calls all tasks of a fan.
func (m *meter) fan(workers, n int, task func(i int)) {
	entered := used()
	ends := make([]time.Duration, max(1, min(workers, n)))
	saved := m.saved
	all := time.Duration(0)
	for i := range n {
		m.saved = 0
		begin := used()
		task(i)
		took := used() - begin
		all += took
		free := slices.Index(ends, slices.Min(ends))
		ends[free] += took - m.saved
	}
	whole := used() - entered
	m.own += whole - all
	m.saved = saved + whole - slices.Max(ends)
}

// BenchmarkChain counts how many of 16 cores the work on a step would use: all work over its longest
// chain. The steps are generated ones, or those of a file such as optgap library
// show writes.
//
//	go test -run '^$' -bench Chain -benchtime 1x ./ilp/exact -steps $PWD/steps.jsonl -steps-limit 20s
func BenchmarkChain(b *testing.B) {
	if testing.Short() {
		b.Skip("takes whole time limits")
	}
	steps := append(sample(25, 1), sample(35, 2)...)
	if *given != "" {
		steps = read(*given)
	}
	defer func() { engine.Meter = nil }()
	for i, s := range steps {
		b.Run(fmt.Sprintf("jobs=%d/step=%d", len(s.Jobs), i), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			m := &meter{cores: 16}
			engine.Meter = m.fan
			o := Options{
				Limits:  Limits{TimeLimit: *givenLimit, Workers: m.cores},
				without: map[component]bool{programs: true},
			}
			work := time.Duration(0)
			for b.Loop() {
				begin := used()
				clock := func() time.Time { return time.Time{}.Add(used()) }
				must.Get(solve(b.Context(), must.Get(grid.Open(s)), o, clock))
				work += used() - begin
			}
			b.ReportMetric(work.Seconds()/float64(b.N), "work-s")
			b.ReportMetric(float64(work-m.own)/float64(work-m.saved), "cores")
		})
	}
}
