package console_test

import (
	"context"
	"fmt"
	"os"

	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// A program with one command, called twice: as it should be, and with a flag that it lacks.
func Example() {
	program := func([]string) console.Program {
		words := false
		count := &console.Command{
			Name: "count", Usage: "count the arguments", Most: -1,
			Flags: console.Flags{"Output", console.Flag(&words, "words", "say the unit")},
			Run: func(c *console.Call) error {
				_, err := fmt.Fprintln(c.Out, c.NArg())
				return err
			},
		}
		return console.Program{Commands: []*console.Command{count}, BadInput: func(error) bool { return false }}
	}
	for _, args := range [][]string{{"optgap", "count", "a", "b"}, {"optgap", "count", "--word"}} {
		code := console.Run(context.Background(), console.Streams{Out: os.Stdout, Err: os.Stdout}, program, args)
		fmt.Println("exit code", code)
	}
	// Output:
	// 2
	// exit code 0
	// optgap: count: found --word, which is no flag of optgap count (did you mean --words?)
	// exit code 2
}
