package record

import (
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
)

const goodSchedule = `{"format":"optgap-schedule/1","index":3,"starts":[{"id":7,"start":60},{"id":9,"start":0}]}`

func TestReadSchedules(t *testing.T) {
	step := optgap.Step{Jobs: []optgap.Job{{ID: 9}, {ID: 7}}}
	for _, c := range []struct{ change, to, read, fit string }{
		{"", "", "", ""},
		{"schedule/1", "schedule/2", `format: found "optgap-schedule/2", expected "optgap-schedule/1"`, ""},
		{`"index":3,`, "", "index: found no value, expected an integer within 64 bits", ""},
		{`"index":3`, `"indx":3`, "indx: found a field of this name, expected index", ""},
		{`"index":3`, `"index":3,"solve_seconds":-1`, "solve_seconds: found -1, expected at least 0", ""},
		{`"id":9`, `"id":7`, "", "starts[1].id: found 7 a second time, expected each job of the step once"},
		{`"id":9`, `"id":8`, "", "starts: found no job 9, expected each job of the step once"},
		{`}]`, `},{"id":1,"start":0}]`, "", "starts: found 3 jobs, expected the 2 of the step"},
	} {
		values, bad := collect(ReadSchedules(strings.NewReader(strings.Replace(goodSchedule, c.change, c.to, 1)), "s.jsonl"))
		if c.read != "" {
			if want := "s.jsonl:1: " + c.read; len(bad) != 1 || bad[0] != want {
				t.Errorf("found %q, expected %q", bad, want)
			}
			continue
		}
		if len(bad) > 0 || len(values) != 1 {
			t.Fatalf("%s: found %d schedules and %q", c.to, len(values), bad)
		}
		starts, err := values[0].Of(&step)
		if c.fit == "" && !slices.Equal(starts, optgap.Schedule{0, 60}) {
			t.Errorf("starts %v, error %v", starts, err)
		}
		if c.fit != "" && (err == nil || err.Error() != c.fit) {
			t.Errorf("error %v, expected %q", err, c.fit)
		}
	}
}
