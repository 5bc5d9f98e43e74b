package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/isolate"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func methodFlag() cli.Flag {
	var about []string
	for _, m := range method.All() {
		about = append(about, m.Name+": "+m.About)
	}
	return &cli.StringSliceFlag{Category: categorySolver, Name: "method", Value: cli.NewStringSlice(method.ILP.Name),
		Usage: "`NAME,NAME...`: " + strings.Join(about, "; ") + "; several are compared"}
}

// inProcessFlag is --in-process.
func inProcessFlag() cli.Flag {
	return &cli.BoolFlag{
		Category: console.CategoryRun, Name: "in-process",
		Usage: "solve within this process: without the child processes that keep a failing solver from ending " +
			"the run and end one that does not keep its limits",
	}
}

// memoryFlag is --memory.
func memoryFlag(category, usage string) cli.Flag {
	return &cli.StringFlag{Category: category, Name: "memory", Value: spec.Auto, Usage: usage}
}

// pinFlag is --pin.
func pinFlag() cli.Flag {
	return &cli.BoolFlag{
		Category: console.CategoryRun, Name: "pin",
		Usage: "each worker solves on processor cores of its own, as many as there are for each",
	}
}

// workOf reads how solvers work.
func workOf(c *cli.Context) (study.Work, error) {
	n, err := console.Workers(c)
	pin := c.Bool("pin") && !c.IsSet(slurmName) // the tasks of an array have other cores
	return study.Work{Workers: n, Children: !c.Bool("in-process"), Pin: pin}, err
}

// serveStepsCommand is the hidden command of child processes.
func serveStepsCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name: child.ServeCommand, Hidden: true, Usage: "work for another process, which says on what",
		Action: func(c *cli.Context) error {
			go child.EndWithParent()
			return child.Serve(
				c.Context,
				s.In,
				s.Out,
				child.Services{isolate.Service: isolate.ServeSteps, algorithm.Service: algorithm.Serve},
			)
		},
	}
}
