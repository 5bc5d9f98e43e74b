package record_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// TestObject: members keep their order, objects lie in objects, and a value that
// JSON cannot hold is an error that names its key.
func TestObject(t *testing.T) {
	for want, o := range map[string]record.Object{
		`{}`:                      nil,
		`{"b":1,"a":[2]}`:         {{Key: "b", Value: 1}, {Key: "a", Value: []int{2}}},
		`{"\"":{"c":null}}`:       {{Key: `"`, Value: record.Object{{Key: "c"}}}},
		`{"less":"\u003c","x":2}`: {{Key: "less", Value: "<"}, {Key: "x", Value: 2.0}},
	} {
		text, err := json.Marshal(o)
		if err != nil || string(text) != want {
			t.Errorf("%s, error %v, want %s", text, err, want)
		}
	}
	_, err := json.Marshal(record.Object{{Key: "mean", Value: math.NaN()}})
	if err == nil || !strings.Contains(err.Error(), "mean") {
		t.Errorf("error %v, want one about the mean", err)
	}
}
