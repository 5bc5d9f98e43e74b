package ledger_test

import (
	"fmt"
	"math"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/ledger"
)

// A processor costs 3 a second up to second 10, and 1 up to second 14. A job of 2 seconds on 5
// processors, whose waiting costs 4 a second, starts at 8 s for 4*8 + 5*2*3 = 62, at 10 s for
// 4*10 + 5*2*1 = 50, and at 14 s for 4*14 = 56.
func Example() {
	l := ledger.New(&optgap.Certificate{Ends: []int64{10, 14}, Price: []int64{3, 1}})
	fmt.Println(l.Until(12), l.Until(100))
	fmt.Println(l.Cheapest(8, math.MaxInt64, 2, 4, 5, math.MaxInt64), l.Cheapest(8, 9, 2, 4, 5, math.MaxInt64))
	// Output:
	// 32 34
	// 50 56
}
