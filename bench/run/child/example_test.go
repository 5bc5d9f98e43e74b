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
	input := strings.NewReader("{\"service\":\"square\"}\n3\n4\n")
	if err := child.Serve(context.Background(), input, os.Stdout, child.Services{"square": square}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"report":"multiplying"}
	// {"result":9}
	// {"report":"multiplying"}
	// {"result":16}
}

// The program false ends at once: its problem has no answer, and the run goes on.
func Example() {
	pool := &child.Pool[int, string, string]{
		Command: []string{"false"},
		Unanswered: func(n int, _ *string, f child.Failure) (string, *int) {
			return fmt.Sprintf("%d: %s", n, f.Status), nil
		},
	}
	defer pool.Close()
	fmt.Println(pool.Solve(context.Background(), 3))
	// Output: 3: crashed
}
