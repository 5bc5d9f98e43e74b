// Command optgap measures how far job-scheduling policies are from the optimum.
// See `optgap help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	os.Exit(execute(progressInterval))
}

// execute runs the command line of this process and returns the exit code. every is
// the time between lines of progress.
func execute(every time.Duration) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return run(ctx, streams{newInterruptible(ctx, os.Stdin), os.Stdout, os.Stderr, every}, os.Args)
}
