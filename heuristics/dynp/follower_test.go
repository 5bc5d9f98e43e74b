package dynp_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

func tenSeconds(widths ...int64) []optgap.TraceJob {
	var jobs []optgap.TraceJob
	for i, w := range widths {
		jobs = append(jobs, optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: w, Estimate: 10}, RunTime: 10})
	}
	return jobs
}

// TestFollower: three jobs wait for the first one. The schedule starts the job submitted
// last first. The jobs start in this order, each when the one before it ends. Schedules are
// asked for at the submissions that leave two and three jobs waiting.
func TestFollower(t *testing.T) {
	jobs := tenSeconds(4, 4, 4, 4)
	var asked []int
	s := dynp.NewFollower(4, jobs, func(step *optgap.Step) (optgap.Schedule, error) {
		asked = append(asked, len(step.Jobs))
		plan := make(optgap.Schedule, len(step.Jobs))
		for i := range plan {
			plan[i] = 10 + 20*int64(len(plan)-i) // gaps of 10 s, which the follower closes
		}
		return plan, step.Validate()
	})
	var order []int32
	for i := range jobs {
		must.Do(s.Submit(0, int32(i)))
		order = s.Start(0, order)
	}
	for now := int64(10); now < 40; now += 10 {
		s.End(order[len(order)-1])
		order = s.Start(now, order)
	}
	if want := []int32{0, 3, 2, 1}; !slices.Equal(order, want) {
		t.Errorf("started in the order %v, want %v", order, want)
	}
	if want := []int{2, 3}; !slices.Equal(asked, want) {
		t.Errorf("asked with %v jobs waiting, want %v", asked, want)
	}
}

// TestFollowerErrors: errors of the making of a schedule and infeasible
// schedules come back from Submit.
func TestFollowerErrors(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		plan optgap.Schedule
		err  error
	}{
		"error":     {nil, broken},
		"short":     {optgap.Schedule{10}, nil},
		"too early": {optgap.Schedule{0, 10}, nil},
		"together":  {optgap.Schedule{10, 10}, nil},
	} {
		s := dynp.NewFollower(4, tenSeconds(4, 4, 4), func(*optgap.Step) (optgap.Schedule, error) { return c.plan, c.err })
		var err error
		for i := range int32(3) {
			if err = s.Submit(0, i); err != nil {
				break
			}
			s.Start(0, nil)
		}
		if err == nil || c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
