// Package command is the command line of optgap: a main package that adds schedulers,
// methods or bounds of its own ends with a call of [Main].
package command

import "github.com/optgap/optgap/cmd/optgap/internal/console"

// Main runs the command line of this process and returns the exit code: 0, done; 1,
// failed; 2, bad input; 3, a check did not hold; 70, a panic, which is reported as a bug; 130,
// interrupted.
func Main() int { return console.Execute(console.ProgressInterval, optgapProgram) }
