package harness

import (
	"bytes"
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

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/must"
)

// problem and result are as simple as can be: a number.
type problem struct{ index int }

type result struct{ index int }

type numbers = Run[problem, result]

// numbered yields n problems with the indices 0, 1, ...
func numbered(n int) iter.Seq2[problem, error] {
	return func(yield func(problem, error) bool) {
		for i := range n {
			if !yield(problem{index: i}, nil) {
				return
			}
		}
	}
}

// followed yields an error after the problems.
func followed(problems iter.Seq2[problem, error], err error) iter.Seq2[problem, error] {
	return func(yield func(problem, error) bool) {
		for s := range problems {
			if !yield(s, nil) {
				return
			}
		}
		yield(problem{}, err)
	}
}

// runOf has work that never fails.
func runOf(workers int, work func(context.Context, problem) result) numbers {
	return numbers{Workers: workers, Work: func(ctx context.Context, p problem) (result, error) {
		return work(ctx, p), nil
	}}
}

func answerOf(p problem) result { return result(p) }

// gather makes the run note what it hands on.
func gather(f *numbers) (handed *[]int) {
	handed = new([]int)
	f.Result = func(s problem, r result) error {
		if s.index != r.index {
			return fmt.Errorf("result %d comes with problem %d", r.index, s.index)
		}
		*handed = append(*handed, r.index)
		return nil
	}
	return handed
}

// Results come in the order of the problems on any number of workers, although
// even problems take longer.
func TestOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7, 50} {
		var running, most atomic.Int32
		f := runOf(workers, func(_ context.Context, s problem) result {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer running.Add(-1)
			if s.index%2 == 0 {
				time.Sleep(time.Millisecond)
			}
			return answerOf(s)
		})
		handed := gather(&f)
		must.Do(f.Do(t.Context(), numbered(40)))
		must.EqualSlices(t, *handed, lists.Places[int](40), workers, "workers")
		must.Hold(t, int(most.Load()) <= max(1, workers),
			workers, "workers", most.Load(), "problems side by side")
	}
}

// Each problem has a task for each solver, in their order. It begins before its first task, and an
// error of the beginning is one among the tasks.
func TestTasks(t *testing.T) {
	full := errors.New("full")
	times := func(n int) Solver[problem, result] {
		return Solver[problem, result]{"times", func(_ context.Context, p problem) (result, error) {
			return result{n * p.index}, nil
		}}
	}
	begun := 0
	tasks := Tasks(numbered(4), []Solver[problem, result]{times(10), times(100)}, func(p problem) error {
		if p.index == 3 {
			return full
		}
		begun++
		return nil
	})
	var handed []int
	r := Run[Task[problem, result], result]{
		Workers: 2,
		Work:    func(ctx context.Context, task Task[problem, result]) (result, error) { return task.Work(ctx) },
		Result:  func(_ Task[problem, result], r result) error { handed = append(handed, r.index); return nil },
	}
	if err := r.Do(t.Context(), tasks); err != full || begun != 3 || !slices.Equal(handed, []int{0, 0, 10, 100, 20, 200}) {
		t.Errorf("found %v, %d begun and results %v", err, begun, handed)
	}
}

// On a cancelled context Run returns at once, although a solver ignores it, hands
// on what waited for that solver, and drops its late result.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release, late := make(chan bool), make(chan bool)
	var solved sync.WaitGroup
	solved.Add(4) // 0, 2 and 3, and 1 has begun
	f := runOf(2, func(_ context.Context, s problem) result {
		switch {
		case s.index == 1:
			solved.Done()
			<-release
			defer close(late)
		case s.index < 4:
			solved.Done()
		case s.index == 4:
			solved.Wait()
			cancel()
			<-ctx.Done()
		default:
			t.Errorf("problem %d is started after the end", s.index)
		}
		return answerOf(s)
	})
	handed := gather(&f)
	err := f.Do(ctx, numbered(100))
	must.Need(t, err == context.Canceled, "found", err, "expected the context's error")
	want := []int{0, 2, 3} // 1 never came, 4 was solved while interrupted
	must.EqualSlices(t, *handed, want)
	close(release)
	<-late
	time.Sleep(10 * time.Millisecond)
	must.Equal(t, len(*handed), 3, "a late result was not dropped", *handed)
}

// An error of a solver or of Result ends the run with that error. Result is not called after it, and no further
// problem is solved: those from 20 on wait for the end.
func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	failing := func(fails bool) error {
		if fails {
			return broken
		}
		return nil
	}
	for _, ofResult := range []bool{false, true} {
		var solved atomic.Int32
		f := numbers{Workers: 3, Work: func(ctx context.Context, p problem) (result, error) {
			if p.index >= 20 {
				<-ctx.Done()
			}
			solved.Add(1)
			return answerOf(p), failing(p.index == 5 && !ofResult)
		}}
		handed := gather(&f)
		hand := f.Result
		f.Result = func(p problem, r result) error { return errors.Join(hand(p, r), failing(p.index == 5)) }
		err := f.Do(t.Context(), numbered(1000))
		must.Hold(t, errors.Is(err, broken) && slices.Contains(*handed, 5) == ofResult && solved.Load() <= 23,
			"of Result", ofResult, "found", err, *handed, "handed on and", solved.Load(), "solved")
		must.Hold(t, !ofResult || slices.Equal(*handed, lists.Places[int](6)),
			"found", *handed, "handed on, expected none after the error")
	}
}

// A panic of a solver or a callback ends the run as an error that has its stack.
func TestPanics(t *testing.T) {
	lost := func() { panic("lost") }
	for name, set := range map[string]func(*numbers){
		"solver": func(f *numbers) {
			f.Work = func(context.Context, problem) (result, error) { lost(); return result{}, nil }
		},
		"Result": func(f *numbers) { f.Result = func(problem, result) error { lost(); return nil } },
	} {
		f := runOf(3, func(_ context.Context, p problem) result { return answerOf(p) })
		set(&f)
		var found *field.Panic
		err := f.Do(t.Context(), numbered(1))
		must.Hold(t, errors.As(err, &found) && bytes.Contains(found.Stack, []byte("TestPanics")),
			name, "found", err, "expected the panic with its stack")
	}
}

// No goroutine outlives its run, however it ends.
func TestLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for i := range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		f := runOf(8, func(ctx context.Context, s problem) result {
			if s.index == i {
				cancel()
			}
			return answerOf(s)
		})
		f.Do(ctx, followed(numbered(i+5), errors.New("end")))
		cancel()
	}
	for range 6000 { // which is as good as never
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("found %d goroutines, expected %d as before", runtime.NumGoroutine(), before)
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{
		"1/1": {1, 1, 0}, "2/8": {2, 8, 0}, "8/8": {8, 8, 0}, "100000/100000": {MostShards, MostShards, 0},
	} {
		s := must.Get(ParseShard(text))
		must.Equal(t, s, want, text)
		must.Equal(t, s.String(), text)
	}
	for _, text := range []string{
		"", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/-2", "1/0", "0/0", "1/2/3", "+1/2", "01/2", "1 / 2",
		"1/100001", "a/b", "1.0/2", "1/99999999999999999999",
	} {
		s, err := ParseShard(text)
		must.Hold(t, must.Field(err) != "" && s == (Shard{}),
			text, "found", s, "error", err, "expected a FieldError")
	}
	if s := (Shard{}); !s.IsWhole() || s.String() != "" {
		t.Errorf("the zero value: found %q, expected the whole run", s)
	}
}

// The deal of seven problems to three shards, by hand: sorted by cost they are
// 9 (at 3), 7 (at 0), 7 (at 5), 4 (at 1), 2 (at 6), 1 (at 2), 0 (at 4). Shards 1, 2, 3 get
// the first three, shards 3, 2, 1 the next three, and shard 1 the last. With a turn of 1,
// shards 2, 3, 1 stand for these.
func TestTake(t *testing.T) {
	costs := []int{7, 4, 1, 9, 0, 7, 2}
	for s, want := range map[Shard][]int{
		{}: {0, 1, 2, 3, 4, 5, 6}, {1, 1, 5}: {0, 1, 2, 3, 4, 5, 6},
		{1, 3, 0}: {2, 3, 4}, {2, 3, 0}: {0, 6}, {3, 3, 0}: {1, 5},
		{2, 3, 1}: {2, 3, 4}, {3, 3, 4}: {0, 6}, {1, 3, 7}: {1, 5},
		{7, 7, 0}: {4}, {8, 9, 0}: nil, {8, 9, 1}: {4},
	} {
		must.EqualSlices(t, s.Take(costs), want, s)
	}
}
