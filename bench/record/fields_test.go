package record_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/record"
)

// TestFields: members are read in any order, and what is wrong is told by its field.
func TestFields(t *testing.T) {
	type part struct {
		Width int `json:"width"`
	}
	type head struct {
		Name  string `json:"name"`
		Count int    `json:"count"`
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
		{`[1]`, `line: found a JSON array, expected an object`},
		{`null`, `line: found null, expected an object`},
		{`{"name":`, "cut off"},
	} {
		var h head
		var parts []part
		others, err := record.Split([]byte(c.text), &h)
		if err == nil {
			_, err = others.Read(map[string]any{"parts": &parts})
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
	others, err := record.Split([]byte(`{"scheduler":"fcfs","artww":19.5,"rank":2}`), &head)
	var artww float64
	fmt.Println(head.Scheduler, len(others), err)
	_, err = others.Read(map[string]any{"artww": &artww})
	fmt.Println(artww, err)
	// Output:
	// fcfs 2 <nil>
	// 19.5 rank: found a field of this name, expected only fields that the format has
}
