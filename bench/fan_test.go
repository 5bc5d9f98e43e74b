package bench

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// numbered yields n empty steps with the indices 0, 1, ...
func numbered(n int) iter.Seq2[*optgap.Step, error] {
	return func(yield func(*optgap.Step, error) bool) {
		for i := range n {
			if !yield(&optgap.Step{Index: i}, nil) {
				return
			}
		}
	}
}

// followed yields an error after the steps.
func followed(steps iter.Seq2[*optgap.Step, error], err error) iter.Seq2[*optgap.Step, error] {
	return func(yield func(*optgap.Step, error) bool) {
		for s := range steps {
			if !yield(s, nil) {
				return
			}
		}
		yield(nil, err)
	}
}

// only is a single method.
func only(solve SolveFunc) []Method { return []Method{{Name: Exact, Solve: solve}} }

func fanOf(workers int, solve SolveFunc) Fan { return Fan{Workers: workers, Methods: only(solve)} }

func answerOf(s *optgap.Step) record.Result { return record.Result{Index: s.Index, Method: Exact} }

// gather makes the fan note what it hands on.
func gather(f *Fan) (found, handed *[]int) {
	found, handed = new([]int), new([]int)
	f.Found = func(r record.Result) error {
		*found = append(*found, r.Index)
		return nil
	}
	f.Result = func(s *optgap.Step, r record.Result) error {
		if s.Index != r.Index {
			return fmt.Errorf("result %d comes with step %d", r.Index, s.Index)
		}
		*handed = append(*handed, r.Index)
		return nil
	}
	return found, handed
}

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Results come in the order of the steps on any number of workers, although
// even steps take longer; Found sees each once.
func TestFanKeepsOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7, 50} {
		var running, most atomic.Int32
		f := fanOf(workers, func(_ context.Context, s *optgap.Step) record.Result {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer running.Add(-1)
			if s.Index%2 == 0 {
				time.Sleep(time.Millisecond)
			}
			return answerOf(s)
		})
		found, handed := gather(&f)
		if err := f.Run(t.Context(), numbered(40)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(*handed, upTo(40)) {
			t.Errorf("%d workers: found order %v", workers, *handed)
		}
		slices.Sort(*found)
		if !slices.Equal(*found, upTo(40)) {
			t.Errorf("%d workers: Found saw %v", workers, *found)
		}
		if int(most.Load()) > max(1, workers) {
			t.Errorf("%d workers: %d steps side by side", workers, most.Load())
		}
	}
}

// Known results are handed on in their place, are not solved and are no news.
func TestFanKnown(t *testing.T) {
	f := fanOf(3, func(_ context.Context, s *optgap.Step) record.Result {
		if s.Index%3 == 0 {
			t.Errorf("step %d is solved although it is known", s.Index)
		}
		return answerOf(s)
	})
	f.Known = func(s *optgap.Step, _ string) (record.Result, bool) { return answerOf(s), s.Index%3 == 0 }
	found, handed := gather(&f)
	if err := f.Run(t.Context(), numbered(10)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(*handed, upTo(10)) || len(*found) != 6 { // 1 2 4 5 7 8
		t.Errorf("found %v in order and %v as new, expected 0 to 9 and six of them", *handed, *found)
	}
}

// Each step is solved by every method, and its results come in the methods'
// order, although the first takes longer; what is known of one method is not
// taken for another.
func TestFanOfMethods(t *testing.T) {
	by := func(name string, takes time.Duration) Method {
		return Method{name, func(_ context.Context, s *optgap.Step) record.Result {
			time.Sleep(takes)
			return record.Result{Index: s.Index, Method: name}
		}}
	}
	f := Fan{Workers: 3, Methods: []Method{by("slow", time.Millisecond), by("fast", 0)}}
	f.Known = func(s *optgap.Step, method string) (record.Result, bool) {
		return record.Result{Index: s.Index, Method: method, Nodes: new(int64(1))}, s.Index == 2 && method == "fast"
	}
	var found, known int
	var handed []Key
	f.Found = func(record.Result) error { found++; return nil }
	f.Result = func(_ *optgap.Step, r record.Result) error {
		if handed = append(handed, KeyOf(r)); r.Nodes != nil {
			known++
		}
		return nil
	}
	if err := f.Run(t.Context(), numbered(4)); err != nil {
		t.Fatal(err)
	}
	want := []Key{{0, "slow"}, {0, "fast"}, {1, "slow"}, {1, "fast"}, {2, "slow"}, {2, "fast"}, {3, "slow"}, {3, "fast"}}
	if !slices.Equal(handed, want) || found != 7 || known != 1 {
		t.Errorf("found %v, %d new and %d known, expected %v, 7 and 1", handed, found, known, want)
	}
}

// An error among the steps ends the run after the steps before it.
func TestFanBadStep(t *testing.T) {
	bad := errors.New("bad step")
	for _, workers := range []int{1, 4} {
		f := fanOf(workers, func(_ context.Context, s *optgap.Step) record.Result {
			time.Sleep(time.Millisecond)
			return answerOf(s)
		})
		_, handed := gather(&f)
		if err := f.Run(t.Context(), followed(numbered(5), bad)); err != bad {
			t.Errorf("found %v, expected the error of the steps", err)
		}
		if !slices.Equal(*handed, upTo(5)) {
			t.Errorf("%d workers: found %v, expected all before the bad step", workers, *handed)
		}
	}
}

// An error of a callback ends the run with that error; no callback is called
// after it, and no further step is solved.
func TestFanFailedCallback(t *testing.T) {
	full := errors.New("disk full")
	for _, c := range []struct {
		name string
		set  func(f *Fan, fail func() error)
	}{
		{"Found", func(f *Fan, fail func() error) { f.Found = func(record.Result) error { return fail() } }},
		{"Result", func(f *Fan, fail func() error) { f.Result = func(*optgap.Step, record.Result) error { return fail() } }},
		{"Result of a known step", func(f *Fan, fail func() error) {
			f.Known = func(s *optgap.Step, _ string) (record.Result, bool) { return answerOf(s), true }
			f.Result = func(*optgap.Step, record.Result) error { return fail() }
		}},
	} {
		calls := 0
		f := fanOf(4, func(_ context.Context, s *optgap.Step) record.Result { return answerOf(s) })
		c.set(&f, func() error {
			if calls++; calls == 3 {
				return full
			}
			return nil
		})
		if err := f.Run(t.Context(), numbered(1000)); err != full {
			t.Errorf("%s: found %v, expected the callback's error", c.name, err)
		}
		if calls != 3 {
			t.Errorf("%s: called %d times, expected no call after the error of the third", c.name, calls)
		}
	}
}

// On a cancelled context Run returns at once, although a solver ignores it, hands
// on what waited for that solver, and drops its late result.
func TestFanCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release, late := make(chan bool), make(chan bool)
	var solved sync.WaitGroup
	solved.Add(4) // 0, 2 and 3, and 1 has begun
	f := fanOf(2, func(_ context.Context, s *optgap.Step) record.Result {
		switch {
		case s.Index == 1:
			solved.Done()
			<-release
			defer close(late)
		case s.Index < 4:
			solved.Done()
		case s.Index == 4:
			solved.Wait()
			cancel()
			<-ctx.Done()
		default:
			t.Errorf("step %d is started after the end", s.Index)
		}
		return answerOf(s)
	})
	found, handed := gather(&f)
	if err := f.Run(ctx, numbered(100)); err != context.Canceled {
		t.Fatalf("found %v, expected the context's error", err)
	}
	want := []int{0, 2, 3} // 1 never came, 4 was solved while interrupted
	if !slices.Equal(*handed, want) || !slices.Equal(*found, want) {
		t.Errorf("found %v in order and %v as they came, expected %v", *handed, *found, want)
	}
	close(release)
	<-late
	time.Sleep(10 * time.Millisecond)
	if len(*found) != 3 || len(*handed) != 3 {
		t.Errorf("a late result was not dropped: %v, %v", *found, *handed)
	}
}

func TestFanOfNothing(t *testing.T) {
	f := fanOf(0, func(context.Context, *optgap.Step) record.Result { panic("no step") })
	if err := f.Run(t.Context(), numbered(0)); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Run(ctx, numbered(3)); err != context.Canceled {
		t.Errorf("found %v, expected the context's error", err)
	}
}

// No goroutine outlives its run, however it ends.
func TestFanLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for i := range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		f := fanOf(8, func(ctx context.Context, s *optgap.Step) record.Result {
			if s.Index == i {
				cancel()
			}
			return answerOf(s)
		})
		f.Run(ctx, followed(numbered(i+5), errors.New("end")))
		cancel()
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("found %d goroutines, expected %d as before", runtime.NumGoroutine(), before)
}
