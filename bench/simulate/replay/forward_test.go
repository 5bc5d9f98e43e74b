package replay_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/queueing"
	"github.com/optgap/optgap/heuristics/slowreplay"
)

// Job 1 runs on two of four processors until 10. Jobs 2 and 3 wait, of which the shorter one, submitted
// last, starts first. Were the scheduler asked after each submission, job 2 would start at 0.
func TestRunForward(t *testing.T) {
	job := func(id, estimate, submit int64) optgap.TraceJob {
		return optgap.TraceJob{Job: optgap.Job{ID: id, Width: 2, Estimate: estimate, Submit: submit}, RunTime: estimate}
	}
	jobs := []optgap.TraceJob{job(1, 10, 0), job(2, 7, -5), job(3, 4, -3)}
	s := must.Get(queueing.NewStrict(4, jobs, heuristics.SJF))
	out, err := replay.RunForward(context.Background(), jobs, 1, s)
	if err != nil || !slices.Equal(out.Starts, []int64{0, 4, 0}) {
		t.Errorf("found %v, error %v, expected starts at 0, 4 and 0", out, err)
	}
	s = must.Get(queueing.NewStrict(4, jobs, heuristics.SJF))
	if _, err := replay.RunForward(context.Background(), jobs, 3, s); err == nil ||
		!strings.Contains(err.Error(), "no start of 1 of 3 running jobs") {
		t.Errorf("found error %v, expected one about three jobs that cannot run together", err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	s = must.Get(queueing.NewStrict(4, jobs, heuristics.SJF))
	if _, err := replay.RunForward(canceled, jobs, 1, s); !errors.Is(err, context.Canceled) {
		t.Errorf("found error %v, expected that of the context", err)
	}
}

// A watcher shows the steps that a planning scheduler shows of itself, but for the active policy, and
// changes no start. Reservations are refused, as the watched scheduler may know none.
func TestWatcher(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 29))
	for range 20 {
		jobs := slowreplay.Trace(r, 80, 6)
		steps := func(into *[]*optgap.Step) func(int, int, func() *optgap.Step) error {
			return func(index, waiting int, step func() *optgap.Step) error {
				st := step()
				if st.Index != index || len(st.Jobs) != waiting {
					t.Fatalf("step %d of %d jobs is %+v", index, waiting, st)
				}
				st.Policy = ""
				*into = append(*into, st)
				return st.Validate()
			}
		}
		var own, watched []*optgap.Step
		s := dynp.NewSinglePolicy(6, jobs, heuristics.SJF)
		s.OnStep = steps(&own)
		w := dynp.NewWatcher(6, jobs, dynp.NewSinglePolicy(6, jobs, heuristics.SJF))
		w.OnStep = steps(&watched)
		want := must.Get(replay.Run(context.Background(), jobs, s))
		got := must.Get(replay.Run(context.Background(), jobs, w))
		if !slices.Equal(got.Starts, want.Starts) || !reflect.DeepEqual(watched, own) || len(own) == 0 {
			t.Fatalf("found %d steps and starts %v, expected %d and %v", len(watched), got.Starts, len(own), want.Starts)
		}
		requests := slowreplay.Requests(r, 1, jobs, 6)
		if _, err := replay.RunReserved(context.Background(), jobs, requests, w); err == nil {
			t.Fatal("found no error about a reservation")
		}
	}
}

// stuck is a scheduler that wants to be called so many seconds after it is called, until second 9, and starts no job.
type stuck struct{ after int64 }

func (s stuck) Decide(int64, []heuristics.Event) ([]int64, error) { return nil, nil }

func (s stuck) NextEvent(now int64) (int64, bool) { return now + s.after, now < 9 }

// TestTimersGoOn: a timer at or before now is a fault of the scheduler, by its name. One a second later is none.
func TestTimersGoOn(t *testing.T) {
	jobs := []optgap.TraceJob{{Job: optgap.Job{ID: 1, Width: 1, Estimate: 5, Submit: 7}}}
	for after, want := range map[int64]string{
		0:  "scheduler mine at second 7: found 7 as NextEvent, expected a later second",
		-3: "scheduler mine at second 7: found 4 as NextEvent, expected a later second",
		1:  "scheduler mine at second 9: found no start of a job, expected one, as 1 wait and none runs",
	} {
		_, err := replay.Run(t.Context(), jobs, heuristics.NewOnline("mine", 1, jobs, stuck{after}))
		if fault := (*heuristics.Fault)(nil); !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}
