package child_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/optgap/optgap/bench/run/child"
)

// What a child does with its input: a task, and two numbers to square.
func ExampleServe() {
	square := func(json.RawMessage) (child.Answer, error) {
		return child.Answering(func(_ context.Context, n int, report func(string)) int {
			report("multiplying")
			return n * n
		}), nil
	}
	input := strings.NewReader("{}\n3\n4\n")
	if err := child.Serve(context.Background(), input, os.Stdout, square); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"report":"multiplying"}
	// {"result":9}
	// {"report":"multiplying"}
	// {"result":16}
}
