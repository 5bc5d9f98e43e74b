package command_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/cmd/optgap/command"
)

// A main package of this kind is the command line of optgap.
func Example() {
	os.Args = []string{"optgap", "completion", "tcsh"}
	fmt.Println("exit code", command.Main())
	// Output:
	// exit code 2
}
