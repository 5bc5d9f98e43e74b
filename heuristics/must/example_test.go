package must_test

import (
	"fmt"
	"strconv"

	"github.com/optgap/optgap/heuristics/must"
)

func Example() {
	defer func() { fmt.Println(recover()) }()
	fmt.Println(must.Get(strconv.Atoi("7")))
	must.Get(strconv.Atoi("seven"))
	// Output:
	// 7
	// strconv.Atoi: parsing "seven": invalid syntax
}
