// Command optgap measures how far job-scheduling policies are from the optimum.
// See `optgap help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(execute())
}

// execute runs the command line of this process and returns the exit code.
func execute() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return run(ctx, streams{newInterruptible(ctx, os.Stdin), os.Stdout, os.Stderr}, os.Args)
}
