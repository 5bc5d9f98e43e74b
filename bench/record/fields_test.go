package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// TestFields: members are read in any order, and what is wrong is told by its field.
func TestFields(t *testing.T) {
	type part struct {
		Width int `json:"width"`
	}
	for _, c := range []struct{ text, want string }{
		{`{"count":3,"parts":[{"width":1}],"\u006eame":"x"}`, ""},
		{`{"name":"x","parts":[],"count":3}`, ""},
		{`{"name":"x","parts":null,"count":3}`, ""},
		{`{"name":"x","parts":[]}`, "count: found no value, expected an integer"},
		{`{"name":null,"parts":[],"count":3}`, "name: found no value, expected a string"},
		{`{"name":"x","count":3,"Count":3}`, "Count: found a field of this name"},
		{`{"name":"x","count":3,"count":3}`, "count: found a second value, expected one"},
		{`{"name":"x","count":"3"}`, "count: found a JSON string, expected an integer"},
		{`{"name":"x","count":3,"parts":[{"Width":1}]}`, "parts[0].Width: found a field of this name, expected width"},
		{`{"name":"x","count":3,"parts":[{"width":1,"width":1}]}`, "parts[0].width: found a second value"},
		{`{"name":"x","count":3,"parts":{"width":1}}`, "parts: found a JSON object, expected an array"},
		{`[1]`, `line: found "[1]", expected an object`},
		{`{"name":`, "EOF"},
		{``, "EOF"},
	} {
		var name string
		var count int
		var parts []part
		f := record.ReadFields([]byte(c.text))
		f.Need("name", &name)
		f.Need("count", &count)
		f.Take("parts", &parts)
		err := f.End()
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		case c.want == "" && (err != nil || name != "x" || count != 3):
			t.Errorf("%s: name %q, count %d, error %v", c.text, name, count, err)
		}
	}
}

func ExampleFields() {
	f := record.ReadFields([]byte(`{"scheduler":"fcfs","artww":19.5,"rank":2}`))
	var scheduler string
	f.Need("scheduler", &scheduler)
	var artww float64
	fmt.Println(scheduler, f.Take("artww", &artww), artww, slices.Collect(f.Keys()))
	fmt.Println(f.End())
	// Output:
	// fcfs true 19.5 [rank]
	// rank: found a field of this name, expected only fields that the format has
}
