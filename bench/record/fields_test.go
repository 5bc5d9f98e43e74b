package record_test

import (
	"fmt"
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
