package replay

import (
	"context"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics"
)

// RunForward replays jobs of which none arrives later than second 0, whatever their
// submissions are. The first of them, as many as running says, run already: they start at 0
// before any other is there. Then all others are submitted in their order, and the scheduler
// is asked once which of them start.
//
// The jobs that run are no wider than the machine together. A scheduler that does not start
// them at once is a *heuristics.Fault. A panic of the scheduler is an error too.
func RunForward(
	ctx context.Context,
	jobs []optgap.TraceJob,
	running int,
	s heuristics.Scheduler,
) (*Outcome, error) {
	r := newRun(jobs, s)
	return r.do(ctx, func(ctx context.Context) error { return r.forward(ctx, running) })
}

func (r *run) forward(ctx context.Context, running int) error {
	if err := r.submit(0, running); err != nil {
		return err
	}
	if err := r.start(0); err != nil {
		return err
	}
	if r.waiting > 0 {
		return r.fault(
			"found no start of %d of %d running jobs, expected all at once",
			r.waiting,
			running,
		)
	}
	if err := r.submit(running, len(r.out.Jobs)); err != nil {
		return err
	}
	if err := r.start(0); err != nil {
		return err
	}
	return r.drain(ctx)
}

// submit submits the jobs with the indices [from, to) at second 0.
func (r *run) submit(from, to int) error {
	for i := from; i < to; i++ {
		if err := r.scheduler.Submit(0, int32(i)); err != nil {
			return err
		}
		r.waiting++
	}
	return nil
}
