package schedulers_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/heuristics/must"
)

// The fields have the names of flags.
func ExampleDeciding() {
	d := schedulers.Deciding{Replan: "queue"}
	if err := field.Set(&d, "future-time", "6h"); err != nil {
		fmt.Println(err)
	}
	o, err := d.Options()
	fmt.Println(o.Replan, o.FutureSeconds, err)
	// Output:
	// queue 21600 <nil>
}

func TestDecidingRefusesParts(t *testing.T) {
	for _, ahead := range []time.Duration{-time.Second, 500 * time.Millisecond} {
		_, err := schedulers.Deciding{FutureTime: ahead}.Options()
		if must.Field(err) != "future-time" {
			t.Errorf("%v: found %v, expected an error about future-time", ahead, err)
		}
	}
}
