package harness_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/run/harness"
)

// Numbers are squared by two workers; the results come in the order of the numbers.
func Example() {
	squares := harness.Run[int, int]{
		Workers: 2,
		Work:    func(_ context.Context, n int) (int, error) { return n * n, nil },
		Result: func(n, square int) error {
			fmt.Println(n, square)
			return nil
		},
	}
	if err := squares.Do(context.Background(), harness.Each([]int{3, 1, 2})); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3 9
	// 1 1
	// 2 4
}
