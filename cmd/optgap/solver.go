package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/isolate"
	"github.com/optgap/optgap/bench/record"
)

func methodFlag() cli.Flag {
	return &cli.StringSliceFlag{Category: categorySolver, Name: "method", Value: cli.NewStringSlice(bench.ILP),
		Usage: "ilp: the integer program; exact: a search that proves the one-second optimum; policies: the best dynP policy's plan alone; several, with commas between, are compared"}
}

// methodNames reads --method, in the order of bench.Methods.
func methodNames(c *cli.Context) ([]string, error) { return bench.SortMethods(c.StringSlice("method")) }

// solvers returns the methods of --method, and what ends them.
func solvers(c *cli.Context, o bench.Options) (methods []bench.Method, end func(), err error) {
	names, err := methodNames(c)
	if err != nil {
		return nil, nil, err
	}
	if c.String("drive") == bench.DriveOptimum && len(names) > 1 {
		return nil, nil, usage("study: found --drive %s with the methods %s, expected a single one, whose schedules are followed", bench.DriveOptimum, strings.Join(names, ","))
	}
	var ends []func()
	for _, name := range names {
		o.Method = name
		solve, end, err := solver(c, o)
		if err != nil {
			return nil, nil, err
		}
		methods, ends = append(methods, bench.Method{Name: name, Solve: solve}), append(ends, end)
	}
	return methods, func() {
		for _, end := range ends {
			end()
		}
	}, nil
}

// solver returns the function that solves a step by the method: children of this
// program, or this process.
func solver(c *cli.Context, o bench.Options) (bench.SolveFunc, func(), error) {
	if c.Bool("in-process") || o.Method == bench.Policies {
		return func(ctx context.Context, step *optgap.Step) record.Result { return bench.Measure(ctx, step, o) }, func() {}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	command := []string{self, "solve", "--format", "json", "--workers", "1", "--method", o.Method}
	for _, name := range solverFlagNames() {
		switch {
		case name == "workers" || name == "method":
		case name == "memory":
			if o.ILP.Memory > 0 {
				command = append(command, "--memory", strconv.FormatInt(o.ILP.Memory, 10)+"B")
			}
		case c.IsSet(name):
			command = append(command, "--"+name+"="+fmt.Sprint(c.Value(name)))
		}
	}
	p := &isolate.Pool{Command: append(command, "-"), Method: o.Method, TimeLimit: patience(o)}
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
