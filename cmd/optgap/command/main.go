// Package command is the command line of optgap: a main package that adds schedulers,
// methods or bounds of its own ends with a call of [Main].
package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Main runs the command line of this process and returns the exit code: 0, done; 1,
// failed; 2, bad input; 3, a check did not hold; 130, interrupted.
func Main() int { return execute(progressInterval) }

// execute runs the command line of this process. every is the time between lines of
// progress.
func execute(every time.Duration) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return run(ctx, streams{newInterruptible(ctx, os.Stdin), os.Stdout, os.Stderr, every}, os.Args)
}
