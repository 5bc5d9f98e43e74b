// Command optgap measures how far job-scheduling policies are from the optimum.
// See `optgap help`.
package main

import (
	"os"

	"github.com/optgap/optgap/cmd/optgap/command"
)

func main() { os.Exit(command.Main()) }
