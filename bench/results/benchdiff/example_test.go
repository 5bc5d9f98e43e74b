package benchdiff_test

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/results/benchdiff"
)

func Example() {
	before := "BenchmarkReplay-2 100 2000 ns/op\nBenchmarkReplay-2 100 2200 ns/op\n"
	after := "BenchmarkReplay-2 100 1000 ns/op\nBenchmarkReplay-2 100 1100 ns/op\n"
	old, err := benchdiff.Read(strings.NewReader(before), "old.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	new, err := benchdiff.Read(strings.NewReader(after), "new.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := benchdiff.Compare(old, new, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d benchmark, times %.2f of the old (%.2f to %.2f)\n", c.Paired, c.Time.Value, c.Time.Low, c.Time.High)
	// Output: 1 benchmark, times 0.50 of the old (0.45 to 0.55)
}
