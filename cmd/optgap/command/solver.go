package command

import (
	"context"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/isolate"
	"github.com/optgap/optgap/bench/study/method"
)

func methodFlag() cli.Flag {
	var about []string
	for _, m := range method.All() {
		about = append(about, m.Name+": "+m.About)
	}
	return &cli.StringSliceFlag{Category: categorySolver, Name: "method", Value: cli.NewStringSlice(method.ILP.Name),
		Usage: "`NAME,NAME...`: " + strings.Join(about, "; ") + "; several are compared"}
}

// methods reads --method.
func methods(c *cli.Context) ([]method.Method, error) {
	all, err := method.ByNames(c.StringSlice("method"))
	return all, named(c, err)
}

// inProcessFlag is --in-process.
func inProcessFlag() cli.Flag {
	return &cli.BoolFlag{Category: categoryRun, Name: "in-process", Usage: "solve within this process: without the child processes that keep a failing solver from ending the run and end one that does not keep its limits"}
}

// pinFlag is --pin.
func pinFlag() cli.Flag {
	return &cli.BoolFlag{Category: categoryRun, Name: "pin", Usage: "each worker solves on processor cores of its own, as many as there are for each"}
}

// solving is how a command solves steps.
type solving struct {
	solvers   []study.Solver
	limitedBy map[string]string // by whom and how; nil: nothing but the solvers themselves
	end       func()            // ends the children
}

// isolated returns the methods as solvers in child processes, unless --in-process
// is set. alone says that the solvers of this process solve one step at a time and that
// nothing else happens meanwhile, so that a step's memory can be told. What takes no time
// needs no child.
func isolated(c *cli.Context, methods []method.Method, o method.Options, alone bool) (s solving, err error) {
	s.end = func() {}
	if c.Bool("in-process") {
		s.solvers = inProcess(methods, o, c.Int("workers"), alone)
		return s, nil
	}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	var cores *isolate.Cores
	if c.Bool("pin") && !c.IsSet(slurmName) { // tasks have other cores than this process
		if cores, err = isolate.NewCores(c.Int("workers")); err != nil {
			return s, named(c, err)
		}
	}
	fence := isolate.NewFence()
	fence.Cores = cores
	s.limitedBy, s.end = fence.LimitedBy(o.Memory), func() { fence.Close() }
	for _, m := range methods {
		if m.Instant && o.NoBounds {
			s.solvers = append(s.solvers, inProcess([]method.Method{m}, o, c.Int("workers"), alone)...)
			continue
		}
		pool, after := isolate.Steps([]string{self, serveStepsName}, m, o), s.end
		pool.Fence = fence
		s.end = func() { pool.Close(); after() }
		s.solvers = append(s.solvers, study.SolverOf(m, pool.Solve))
	}
	return s, nil
}

const serveStepsName = "serve-steps"

// serveStepsCommand is what child processes run.
func serveStepsCommand(s streams) *cli.Command {
	return &cli.Command{
		Name: serveStepsName, Hidden: true, Usage: "solve steps for another process, which says how",
		Action: func(c *cli.Context) error {
			go endWithParent(os.Getppid())
			return isolate.ServeSteps(c.Context, s.in, s.out)
		},
	}
}

// endWithParent ends this process once its parent has ended, whatever it is at: nobody
// waits for the answer, and HiGHS may take hours before it looks whether it is to stop.
func endWithParent(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
}

// inProcess returns the methods as solvers of this process. alone is as isolated says.
// So many workers solve steps side by side.
func inProcess(methods []method.Method, o method.Options, workers int, alone bool) []study.Solver {
	solve := method.Solve
	switch {
	case alone:
		solve = method.SolveAlone
	case workers == 1:
		solve = method.SolveInTurn
	}
	var solvers []study.Solver
	for _, m := range methods {
		solvers = append(solvers, study.SolverOf(m, func(ctx context.Context, step *optgap.Step) record.Result {
			return solve(ctx, m, step, o)
		}))
	}
	return solvers
}
