package record_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap/bench/record"
)

// What is read in parallel is what is read line by line: values, errors, their lines and
// their order, however early the caller stops.
func TestInParallel(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		switch {
		case i%97 == 5:
			text.WriteString("\n{\"format\":\"else\"}\n")
		case i%89 == 7:
			fmt.Fprintf(&text, "{\"format\":%q,\"index\":\n", record.ResultFormat)
		default:
			fmt.Fprintf(&text, "{\"format\":%q,\"index\":%d}\n", record.ResultFormat, i)
		}
	}
	file := func() io.Reader {
		return io.MultiReader(strings.NewReader(text.String()), iotest.ErrReader(errors.New("the disk is gone")))
	}
	read := record.InParallel(record.ParseResult)
	for _, most := range []int{0, 1, 70, 1 << 30} {
		var want, got []string
		for r, err := range record.ReadResults(file(), "r.jsonl") {
			if want = append(want, fmt.Sprint(r, err)); len(want) >= most {
				break
			}
		}
		for r, err := range read(file(), "r.jsonl") {
			if got = append(got, fmt.Sprint(r, err)); len(got) >= most {
				break
			}
		}
		if len(got) != len(want) || !strings.Contains(want[len(want)-1], "disk") != (most < 1<<30) {
			t.Fatalf("stopped after %d: found %d values, expected %d", most, len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("value %d: found %s, expected %s", i, got[i], want[i])
			}
		}
	}
}
