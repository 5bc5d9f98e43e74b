package record_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// A part takes its own fields alone. What is no JSON, or of another type in one of its
// fields, is bad with its line; what is wrong elsewhere is not looked at.
func TestReadParts(t *testing.T) {
	type part struct {
		Index  int    `json:"index"`
		Method string `json:"method"`
	}
	const text = `{"index":1,"method":"ilp","starts":[{"id":"?"}],"unknown":1}

{"index":"2","method":"ilp"}
{"index":3,"method":"ilp"} more
{"index":4,"meth
{"index":5}
{"index":6`
	var found []string
	for p, err := range record.ReadParts(strings.NewReader(text), "r.jsonl", func(p *part) error {
		if p.Method == "" {
			return errors.New("no method")
		}
		return nil
	}) {
		if err != nil {
			found = append(found, err.Error())
			continue
		}
		if p != (part{1, "ilp"}) {
			t.Errorf("found %+v", p)
		}
	}
	for i, want := range []string{
		"r.jsonl:3: index: found a JSON string, expected an integer within 64 bits",
		"r.jsonl:4: found more text after the JSON object, expected the end of the line",
		"r.jsonl:5: byte 17: invalid character",
		"r.jsonl:6: method: found no value, expected a string",
		"r.jsonl:7: the JSON object is cut off, expected a whole one on the line",
	} {
		if i >= len(found) || !strings.HasPrefix(found[i], want) {
			t.Errorf("error %d: found %q, expected %q", i, found, want)
		}
	}
}
