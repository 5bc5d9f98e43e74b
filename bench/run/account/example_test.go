package account_test

import (
	"fmt"
	"os"

	"github.com/optgap/optgap/bench/run/account"
)

func Example() {
	m := account.Start(os.Getpid())
	sum := 0
	for i := range 1_000_000 {
		sum += i
	}
	cost := m.Look()
	fmt.Println(sum, cost.WallSeconds > 0, cost.CPUSeconds >= 0)
	// Output: 499999500000 true true
}
