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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, streams{os.Stdin, os.Stdout, os.Stderr}, os.Args)
	stop()
	os.Exit(code)
}
