package library

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

// TestHide: what is hidden has no size of a job, and what is revealed again verifies with equal bounds.
func TestHide(t *testing.T) {
	hidden := 0
	for seed := range uint64(300) {
		step := randomStep(seed, 12)
		if len(step.Jobs) <= EnumeratedJobs {
			continue
		}
		c := &optgap.Certificate{Bits: 1, Bucket: 20}
		for n, g := range groupsOf(step) {
			if g.Price = []int64{g.Width, int64(n % 3)}; n%4 > 0 { // what is left out pays nothing
				c.Groups = append(c.Groups, g)
			}
		}
		k := must.Get(Begin(step))
		k.Bounds = append(k.Bounds, Bound{Name: "lagrange", Value: 0, Proof: record.ProofCertificate, Certificate: c})
		text := must.Get(json.Marshal(k.Hide(step)))
		if found := string(text); strings.Contains(strings.ReplaceAll(found, `"width":0,"estimate":0`, ""), "width") {
			t.Fatalf("step %d: found sizes in %s", seed, found)
		}
		for again, err := range readKnown(strings.NewReader(string(text)), "best") {
			if err == nil {
				err = again.Reveal(step)
			}
			if err != nil {
				t.Fatal(err)
			}
			before, _ := k.Check(context.Background(), step, 0)
			after, err := again.Check(context.Background(), step, 0)
			if err != nil || len(before.Wrong) != len(after.Wrong) || !maps.Equal(before.Bounds, after.Bounds) {
				t.Errorf("step %d: %+v, %v; before %+v", seed, after, err, before)
			}
			again.Bounds[len(again.Bounds)-1].Certificate.Groups = c.Groups[:1]
			if err := again.Reveal(step); len(groupsOf(step)) > 1 && err == nil {
				t.Error("revealed a certificate of another number of groups")
			}
		}
		hidden++
	}
	if hidden < 50 {
		t.Errorf("found %d steps, expected at least 50", hidden)
	}
}
