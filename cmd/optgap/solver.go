package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/process"
	"github.com/optgap/optgap/bench/record"
)

// solver returns the function that solves a step: children of this program, or
// this process.
func solver(c *cli.Context, o bench.Options) (bench.SolveFunc, func(), error) {
	if c.Bool("in-process") || o.Method == bench.Policies {
		return func(ctx context.Context, step *optgap.Step) record.Result { return bench.Measure(ctx, step, o) }, func() {}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	command := []string{self, "solve", "--format", "json", "--workers", "1"}
	for _, name := range solverFlagNames() {
		switch {
		case name == "workers":
		case name == "memory":
			if o.ILP.Memory > 0 {
				command = append(command, "--memory", strconv.FormatInt(o.ILP.Memory, 10)+"B")
			}
		case c.IsSet(name):
			command = append(command, "--"+name+"="+fmt.Sprint(c.Value(name)))
		}
	}
	p := &process.Pool{Command: append(command, "-"), Method: o.Method, TimeLimit: patience(o)}
	if o.ILP.Memory > 0 {
		p.Memory = o.ILP.Memory + o.ILP.Memory/4 // the child itself stops at its limit, if it can
	}
	return p.Solve, p.Close, nil
}

// patience returns how long a child may take over a step, limits of the method
// and of two linear programs for bounds included; 0: any time.
func patience(o bench.Options) time.Duration {
	limit := o.ILP.TimeLimit
	if !o.NoBounds {
		limit += 2 * min(o.Bounds.TimeLimit, maxPatience)
	}
	if o.ILP.TimeLimit == 0 || limit > maxPatience || limit < 0 {
		return 0
	}
	return limit*3/2 + grace
}

func solverFlagNames() []string {
	var names []string
	for _, f := range solverFlags() {
		names = append(names, f.Names()[0])
	}
	return names
}
