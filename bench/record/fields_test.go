package record_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// TestFields: members are read in any order, and what is wrong is told by its field.
func TestFields(t *testing.T) {
	type head struct {
		Name  string `json:"name"`
		Count int    `json:"count"`
	}
	for _, c := range []struct{ text, want string }{
		{`{"count":3,"art":1.5,"\u006eame":"x"}`, ""},
		{`{"name":"x","art":null,"count":3}`, ""},
		{`{"name":"x","art":1}`, "count: found no value, expected an integer"},
		{`{"name":null,"art":1,"count":3}`, "name: found no value, expected a string"},
		{`{"name":"x","count":3,"Count":3}`, "Count: found a field of this name"},
		{`{"name":"x","count":3,"count":3}`, "count: found a second value, expected one"},
		{`{"name":"x","count":"3"}`, "count: found a JSON string, expected an integer"},
		{`{"name":"x","count":3,"art":1,"art":1}`, "art: found a second value"},
		{`{"name":"x","count":3,"art":[1]}`, "art: found a JSON array, expected a number"},
		{`{"name":"x","count":3,"rank":2}`, "rank: found a field of this name, expected only fields that the format has"},
		{`[1]`, `line: found a JSON array, expected an object`},
		{`null`, `line: found null, expected an object`},
		{`{"name":`, "cut off"},
	} {
		var h head
		others, err := record.Split([]byte(c.text), &h)
		if err == nil {
			_, err = others.Numbers(func(key string) bool { return key == "art" })
		}
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		case c.want == "" && (err != nil || h != head{"x", 3}):
			t.Errorf("%s: %+v, error %v", c.text, h, err)
		}
	}
}

func ExampleSplit() {
	var head struct {
		Scheduler string `json:"scheduler"`
	}
	others, err := record.Split([]byte(`{"scheduler":"fcfs","artww":19.5}`), &head)
	fmt.Println(head.Scheduler, len(others), err)
	fmt.Println(others.Numbers(func(key string) bool { return key == "artww" }))
	// Output:
	// fcfs 1 <nil>
	// map[artww:19.5] <nil>
}

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
