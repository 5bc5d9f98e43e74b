package child_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
)

// What a child does with its input: a task, and two numbers to square.
func ExampleServe() {
	square := func(json.RawMessage) (child.Answer, error) {
		return func(_ context.Context, line []byte, out *record.Writer) error {
			var n int
			if json.Unmarshal(line, &n) != nil {
				return nil // the end of the input
			}
			return out.Write(n * n)
		}, nil
	}
	input := strings.NewReader("{\"service\":\"square\"}\n3\n4\n")
	if err := child.Serve(context.Background(), input, os.Stdout, child.Services{"square": square}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 9
	// 16
}

// The program false ends at once: its problem has no answer, and the run goes on.
func Example() {
	pool := &child.Pool[int, string]{
		Command:    []string{"false"},
		Unanswered: func(n int, f child.Failure) string { return fmt.Sprintf("%d: %s", n, f.Status) },
	}
	defer pool.Close()
	fmt.Println(pool.Solve(context.Background(), 3))
	// Output: 3: crashed
}
