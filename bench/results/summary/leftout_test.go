package summary_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// Two of three steps have no schedule of easy. The results of two methods for one step count once.
func TestLeftOut(t *testing.T) {
	var left summary.LeftOut
	for i, reasons := range []map[string]string{
		nil, {"easy": "a dip"}, {"easy": "a dip"}, {"easy": "a dip", "ivs": "a dip"},
	} {
		r := record.Result{Index: min(i, 2), PolicyList: []string{"SJF", "easy", "ivs"}, PoliciesLeftOut: reasons}
		left.Count(&r)
	}
	if got, want := left.String(), "left out on 2 of 3 steps: easy, ivs (a dip)"; got != want {
		t.Errorf("found %q, expected %q", got, want)
	}
	// Six more reasons, of a step each: the first four in order are told.
	for i := range 6 {
		left.Count(&record.Result{
			Index: i, PolicyList: []string{"mine"}, PoliciesLeftOut: map[string]string{"mine": fmt.Sprint("message ", i)},
		})
	}
	want := "left out on 1 of 6 steps: mine (message 3); 2 more reasons"
	if got := left.String(); !strings.HasPrefix(got, "left out on 2 of 6 steps: easy, ivs (a dip); ") ||
		!strings.HasSuffix(got, want) {
		t.Errorf("found %q, expected the end %q", got, want)
	}
	if got := new(summary.LeftOut).String(); got != "" {
		t.Errorf("found %q of nothing", got)
	}
}
