package format_test

import (
	"fmt"

	"github.com/optgap/optgap/bench/base/format"
)

func Example() {
	fmt.Println(format.Integer(1798837))
	fmt.Println(format.Decimal(1234.56, 1))
	fmt.Println(format.Percent(0.8))
	fmt.Println(format.Count(12, "step"))
	fmt.Println(format.Interrupted(3, 12, "step"))
	fmt.Println(format.Duration(90061))
	fmt.Println(format.Time(0.044), format.Time(61.5))
	// Output:
	// 1,798,837
	// 1,234.6
	// 0.80 %
	// 12 steps
	// interrupted after 3 of 12 steps
	// 1 d 1 h 1 min 1 s
	// 44 ms 61.5 s
}
