package study

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/exact"
	"github.com/optgap/optgap/ilp/grid"
)

// The test binary is its own child: with this variable set it behaves as the
// variable says.
const (
	behaviour = "OPTGAP_FAKE_CHILD"
	serves    = "serves" // as real children do
)

func TestMain(m *testing.M) {
	b := os.Getenv(behaviour)
	if b == "" {
		os.Exit(m.Run())
	}
	service := child.Service(Steps)
	if b != serves {
		service = func(json.RawMessage) (child.Answer, error) { return fake(b), nil }
	}
	if err := child.Serve(context.Background(), os.Stdin, os.Stdout, service); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fake answers steps, and misbehaves at every step with an odd index.
func fake(b string) child.Answer {
	return func(_ context.Context, line []byte, _ io.Writer) error {
		var q question
		must.Do(json.Unmarshal(line, &q))
		if q.Answer != nil {
			fakeRest(b, line)
			return nil
		}
		step := q.Step
		r := method.Solve(context.Background(), method.Policies, step, method.Options{NoBounds: true})
		r.Seed = uint64(os.Getpid()) // tells which child answered
		if step.Index%2 == 1 {
			misbehave(b, &r)
			misbehaveLater(b, step)
		}
		answer := must.Get(json.Marshal(map[string]any{"result": r}))
		if b == "talks on" {
			answer = append(answer, "\nand another thing"...)
		}
		os.Stdout.Write(append(answer, '\n'))
		if b == "dies after" {
			os.Exit(0)
		}
		return nil
	}
}

// endings are the signals that end a child, by behaviour.
var endings = map[string]syscall.Signal{
	"segfaults": syscall.SIGSEGV, "aborts": syscall.SIGABRT,
	"is terminated": syscall.SIGTERM, "is killed": syscall.SIGKILL,
}

// misbehave does as the behaviour says, and may change the result.
func misbehave(b string, r *record.Result) {
	if ending, ok := endings[b]; ok {
		syscall.Kill(os.Getpid(), ending)
		select {}
	}
	switch b {
	case "exits":
		fmt.Fprintln(os.Stderr, "no more of this")
		os.Exit(7)
	case "panics":
		panic("lost")
	case "garbage":
		fmt.Println("Running HiGHS 1.10.0")
	case "empty line":
		fmt.Println()
	case "other format":
		fmt.Println(`{"result":{"format":"optgap-result/9"}}`)
	case "other step":
		r.Index += 2
	case "no line end":
		for block := strings.Repeat("x", 1<<20); ; {
			if _, err := os.Stdout.WriteString(block); err != nil {
				os.Exit(1)
			}
		}
	case "cut off":
		fmt.Print(`{"result":{"format":"optgap-result/1","ind`)
		os.Exit(0)
	case "closes stdout":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "hangs":
		hang()
	case "eats memory":
		eatMemory()
	case "takes gigabytes at once":
		gigabytes = make([]byte, 4<<30)
	case "works and exits":
		work()
		os.Exit(7)
	case "works":
		work()
	}
}

// work takes three times the CPU time that the process has taken before, with its start, and as much as several looks
// at a child need.
func work() {
	used := func() int64 {
		var r syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &r)
		return r.Utime.Nano() + r.Stime.Nano()
	}
	enough := max(4*used(), int64(400*time.Millisecond))
	for used() < enough {
	}
}

// gigabytes is not on the stack.
var gigabytes []byte

func hang() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	time.Sleep(time.Hour)
}

func eatMemory() {
	var kept [][]byte
	for range 100 {
		block := make([]byte, 4<<20)
		for i := 0; i < len(block); i += 4096 { // each page
			block[i] = 1
		}
		kept = append(kept, block)
	}
	time.Sleep(time.Hour)
	fmt.Fprintln(os.Stderr, len(kept))
}

// pool returns a pool of children of the behaviour.
func pool(t testing.TB, b string) *stepPool {
	self := must.Get(os.Executable())
	t.Setenv(behaviour, b)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // children end at once under the race detector too
	p := newPool([]string{self}, method.ILP, method.Options{})
	t.Cleanup(p.Close)
	return p
}

// told returns a channel that is closed at the first report of the pool's children.
func told(p *stepPool) <-chan struct{} {
	done := make(chan struct{})
	phase, first := p.Phase, sync.OnceFunc(func() { close(done) })
	p.Phase = func(r report) int {
		first()
		return phase(r)
	}
	return done
}

func step(index int) *optgap.Step {
	s := steptest.Random(rand.New(rand.NewPCG(1, uint64(index))), steptest.Options{MinJobs: 2})
	s.Index = index
	return &s
}

// verified fails the test where the result does not agree with its step.
func verified(t *testing.T, s *optgap.Step, r record.Result) {
	t.Helper()
	results, steps := harness.Each([]record.Result{r}), harness.Each([]optgap.Step{*s})
	report := must.Get(verify.Results(results, steps, verify.Options{}))
	for _, f := range report.Faults {
		t.Error(f)
	}
}

// A child that runs ServeSteps finds the same as this process with the same options.
func TestServeSteps(t *testing.T) {
	for _, m := range method.All() {
		o := method.Options{NoCertificates: true}
		o.Grid.Scale, o.Seed = 3, 5
		p := pool(t, serves)
		real := newPool(p.Command, m, o)
		t.Cleanup(real.Close)
		for index := range 3 {
			s := step(index)
			got, want := real.Solve(t.Context(), s), method.Solve(t.Context(), m, s, o)
			if got.Error != "" || got.Method != m.Name || got.TimeScale != want.TimeScale || got.Seed != want.Seed ||
				!slices.Equal(got.Starts, want.Starts) || !maps.Equal(got.Bounds, want.Bounds) || got.Certificates != nil {
				t.Errorf("%s: found %+v, expected %+v", m.Name, got, want)
			}
			verified(t, s, got)
		}
	}
}

// A child may take the limit of each phase, and a moment more. In a phase without a limit it may
// take any time.
func TestPhaseLimits(t *testing.T) {
	options := func(limit time.Duration, none bool) method.Options {
		return method.Options{Limits: exact.Limits{TimeLimit: limit}, NoBounds: none}
	}
	const limit = 10 * time.Second
	late := child.WithGrace(limit)
	for _, c := range []struct {
		m    method.Method
		o    method.Options
		want []time.Duration
	}{
		{method.ILP, options(0, true), []time.Duration{0, 0, 0}},
		{method.ILP, options(limit, true), []time.Duration{child.StartLimit, late, 0}},
		{method.Exact, options(limit, false), []time.Duration{child.StartLimit, late, late}},
		{method.Policies, options(limit, false), []time.Duration{child.StartLimit, 0, late}},
		{method.ILP, options(2000*time.Hour, false), []time.Duration{0, 0, 0}},
	} {
		must.EqualSlices(t, limits(c.m, c.o), c.want, c.m.Name, c.o)
	}
	two := 2 * (child.WithGrace(limit) - limit)
	must.Hold(t, two < time.Second, "two phases may be late by", two, "expected less than a second")
}

// One child answers all steps as long as it keeps to the protocol.
func TestChildrenAreReused(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		reused    bool
	}{{"well", true}, {"dies after", false}, {"talks on", false}} {
		t.Run(strings.ReplaceAll(c.behaviour, " ", "-"), func(t *testing.T) {
			p := pool(t, c.behaviour)
			var pids []uint64
			for index := range 3 {
				r := p.Solve(t.Context(), step(2*index))
				must.Need(t, r.Status == optgap.StatusFeasible, "found status", r.Status, r.Error)
				pids = append(pids, r.Seed)
				for c.behaviour == "dies after" && alive(int(r.Seed)) {
					time.Sleep(time.Millisecond)
				}
			}
			reused := len(slices.Compact(pids)) == 1
			must.Hold(t, !c.reused || reused, "found children", pids, "expected one")
		})
	}
}

func TestCommandThatDoesNotStart(t *testing.T) {
	p := newPool([]string{filepath.Join(t.TempDir(), "nothing")}, method.ILP, method.Options{})
	s := step(0)
	r := p.Solve(t.Context(), s)
	if r.Status != optgap.StatusError || !strings.Contains(r.Error, "cannot be started") || r.Starts != nil {
		t.Errorf("found %s, %q, %d starts, expected an error without a schedule", r.Status, r.Error, len(r.Starts))
	}
	verified(t, s, r)
}

// alive reports whether a process exists, as a zombie too.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// A cancelled context kills the child at work at once; Close kills what is left
// and leaves no zombie.
func TestInterruptKills(t *testing.T) {
	p := pool(t, "nothing then hangs")
	pid := int(p.Solve(t.Context(), step(0)).Seed)
	ctx, cancel := context.WithCancel(t.Context())
	atWork := told(p)
	go func() {
		<-atWork
		cancel()
	}()
	r := p.Solve(ctx, step(1)) // the child would take an hour
	must.Equal(t, r.EndedBy, optgap.EndedInterrupt, "ended by")
	must.Hold(t, !alive(pid), "child", pid, "is still there")
}

// A child that ends by a signal of which this process hears a moment later has been interrupted.
func TestInterruptReachesChildFirst(t *testing.T) {
	p := pool(t, "is terminated")
	pid := int(p.Solve(t.Context(), step(0)).Seed)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for alive(pid) {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	must.Equal(t, p.Solve(ctx, step(1)).EndedBy, optgap.EndedInterrupt, "ended by")
}

func TestCloseKillsChildrenAtWork(t *testing.T) {
	p := pool(t, "nothing then hangs")
	pid := int(p.Solve(t.Context(), step(0)).Seed)
	done, atWork := make(chan record.Result), told(p)
	go func() { done <- p.Solve(context.Background(), step(1)) }()
	<-atWork
	p.Close()
	must.Hold(t, !alive(pid), "child", pid, "is still there")
	// the child would take an hour
	must.Equal(t, (<-done).Status, optgap.StatusCrashed, "status")
	must.Equal(t, p.Solve(context.Background(), step(0)).Status, optgap.StatusError,
		"after Close status")
}

// A result has the time scale that it is known by even where the child told nothing.
func TestTimeScaleOfNothing(t *testing.T) {
	for _, c := range []struct {
		method method.Method
		scaled bool
		want   bool
	}{
		{method.Exact, true, true}, {method.Exact, false, false}, {method.ILP, false, true}, {method.Policies, true, false},
	} {
		o := method.Options{Scaled: c.scaled}
		p := newPool(pool(t, "nothing then hangs").Command, c.method, o)
		t.Cleanup(p.Close)
		p.Memory = 1 // ended before it is asked
		s := crowded()
		r := p.Solve(t.Context(), s)
		want := int64(0)
		if c.want {
			want = c.method.TimeScale(must.Get(grid.Open(s)), o)
		}
		must.Hold(t, r.Status == optgap.StatusMemory && r.TimeScale == want &&
			c.want == (want >= 60) && r.GridObjective == 0 && r.Scope == "",
			c.method.Name, "found", r.Status, "slots of", r.TimeScale, "s, expected", want)
		verified(t, s, r)
	}
}

// A result has the cost of its step, however the child ends. The results before and after do not
// have it.
func TestCost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	const eaten = 200 << 20
	for _, behaviour := range []string{"works", "works and exits", "work then hangs", "eats memory"} {
		t.Run(strings.ReplaceAll(behaviour, " ", "-"), func(t *testing.T) {
			p := pool(t, behaviour)
			p.Memory = eaten
			var all [3]record.Cost // before, the misbehaviour, and after
			for index := range all {
				p.Limits = nil
				if index == 1 && behaviour == "work then hangs" {
					p.Limits = []time.Duration{time.Minute, 100 * time.Millisecond} // from the end of the work on
				}
				all[index] = p.Solve(t.Context(), step(index)).Cost
				if c := all[index]; c.WallSeconds <= 0 || c.CPUSeconds <= 0 || c.PeakMemoryBytes < 1<<20 {
					t.Errorf("step %d: found %+v, expected all of it", index, c)
				}
			}
			before, it, after := all[0], all[1], all[2]
			if behaviour == "eats memory" {
				if it.PeakMemoryBytes < eaten || max(before.PeakMemoryBytes, after.PeakMemoryBytes) > eaten/2 {
					t.Errorf("found %+v, expected much memory in the second alone", all)
				}
				return
			}
			// work takes thrice what a child takes to start. No other thread works.
			must.Hold(t, it.CPUSeconds >= 2*before.CPUSeconds && it.CPUSeconds > after.CPUSeconds &&
				it.WallSeconds >= it.CPUSeconds/2,
				"found", all, "expected much time in the second alone")
		})
	}
}

// BenchmarkHandOver measures the time that a child process adds to a step: to pass the step and its
// result as JSON lines through two pipes, to watch the child, and to measure its cost. The child's
// own work, the policies' plan, takes microseconds. A step should take less than 2 ms.
//
//	go test -run '^$' -bench HandOver -count 10 ./bench/study
func BenchmarkHandOver(b *testing.B) {
	p, s := pool(b, "answers"), step(0)
	p.Memory = 1 << 30
	for b.Loop() {
		if r := p.Solve(b.Context(), s); r.Error != "" {
			b.Fatal(r.Error)
		}
	}
}
