package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// A part takes its own fields alone. What is no JSON, or of another type in one of its
// fields, is bad with its line; what is wrong elsewhere is not looked at.
func TestReadInto(t *testing.T) {
	type part struct {
		Index  int    `json:"index"`
		Method string `json:"method"`
	}
	for text, want := range map[string]string{
		`{"index":1,"method":"ilp","starts":[{"id":"?"}],"unknown":1}` + "\n": "<nil>",
		`{"index":"2","method":"ilp"}`: "r.jsonl:2: index: found a JSON string, " +
			"expected an integer within 64 bits",
		`{"index":3,"method":"ilp"} more`: "r.jsonl:2: found more text after the JSON object, " +
			"expected the end of the line",
		`{"index":4,"meth` + "\n{}": "r.jsonl:2: byte 17: invalid character",
		`{"index":5}`:               "r.jsonl:2: method: found no value, expected a string",
		`{"index":6`:                "r.jsonl:2: the JSON object is cut off, expected a whole one on the line",
	} {
		var p part
		err := record.ReadInto(strings.NewReader(`{"index":1,"method":"ilp"}`+"\n"+text), "r.jsonl", &p, func() error {
			if p.Method == "" {
				return errors.New("no method")
			}
			if p != (part{1, "ilp"}) {
				t.Errorf("found %+v", p)
			}
			return nil
		})
		if found := fmt.Sprint(err); !strings.HasPrefix(found, want) {
			t.Errorf("%s: found %q, expected %q", text, found, want)
		}
	}
}
