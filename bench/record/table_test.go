package record

import (
	"reflect"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// A table and JSON lines give equal steps, by index. The running jobs hold 3 + 2 processors until second 20, and 1
// until second 9: 2 of 8 are free at first, then 3, then 8.
func TestTable(t *testing.T) {
	table := byteOrderMark + `"index", now,machine,id,width,estimate,submit,weight,end` + "\r\n" +
		"7,500,8,1,5,60,-9,,\r\n4,100,8,,3,,,,20\n4,100,8,1,5,60,0,3,\n\n4,100,8,,1,,,,9\n" +
		"7,500,8,2,4,30,0,,\n4,100,8,,2,,,,20"
	want, _ := collect(ReadSteps(strings.NewReader(
		`{"format":"optgap-step/1","index":4,"now":100,"machine":8,"history":[{"time":0,"free":2},{"time":9,"free":3},`+
			`{"time":20,"free":8}],"jobs":[{"id":1,"width":5,"estimate":60,"submit":0,"weight":3}]}`+"\n"+
			`{"format":"optgap-step/1","index":7,"now":500,"machine":8,"history":[{"time":0,"free":8}],`+
			`"jobs":[{"id":1,"width":5,"estimate":60,"submit":-9},{"id":2,"width":4,"estimate":30,"submit":0}]}`), "s.jsonl"))
	floats := strings.NewReplacer(",8,", ",8.0,", ",20", ",20.0", "7,500", "7.0,500.0").Replace(table)
	for file, text := range map[string]string{"s.csv": table, "s.csv.gz": table, "floats.csv": floats} {
		steps, bad := collect(ReadSteps(strings.NewReader(text), file))
		if len(want) != 2 || len(bad) > 0 || !reflect.DeepEqual(steps, want) {
			t.Errorf("%s: found %+v and %q, expected %+v", file, steps, bad, want)
		}
	}
}

// Nothing but steps is read from a table.
func TestOtherTables(t *testing.T) {
	_, schedules := collect(ReadSchedules(strings.NewReader("id,start\n1,0\n"), "s.csv.gz"))
	_, results := collect(ReadResults(strings.NewReader("x"), "s.csv"))
	for _, bad := range [][]string{schedules, results} {
		if len(bad) != 1 || !strings.Contains(bad[0], ":1: found a CSV table, expected JSON lines: a table can hold steps") {
			t.Errorf("found %q, expected one error about a table", bad)
		}
	}
}

// Each way in which a row can be wrong names line and column.
func TestBadTables(t *testing.T) {
	const names = "machine,id,width,estimate,submit,end\n"
	for text, want := range map[string]string{
		"machine;id;width\n8;1;1\n":                        "1: columns: found machine;id;width, expected machine,id,width",
		names + "8,1,3,60,0\n":                             "2: found 5 cells, expected 6",
		names + "8,1,2.5,60,0,\n":                          `2: width: found "2.5", expected an integer`,
		names + "8,,3,,,20\n":                              "2: jobs: found none",
		names + "\n8,1,3,60,,\n":                           "3: jobs[0].submit: found no value",
		names + "8,1,3,60,5,\n":                            "2: jobs[0].submit: found 5, expected at most 0",
		names + "8,,3,,,0\n":                               "2: end: found 0, expected at least 1",
		names + "8,1,3,60,0,9\n":                           "2: end: found 9, expected a blank cell",
		names + "8,,3,,,9\n8,,6,,,5\n":                     "3: width: found 6, expected 1 to 5,",
		names + "8,,3,,,9\n8,2,9,6,0,\n8,2,9,6,0,\n":       "3: jobs[0].width: found 9, expected 1 to 8",
		names + "8,1,3,60,0,\n8,,1,,,9\n8,1,2,60,0,\n":     "4: jobs[1].id: found 1, expected an id other",
		names + "8,1,3,60,0,\n9,2,3,60,0,\n":               "3: index: found 0 with another now or machine than in line 2",
		"machine,id,widht,estimate,submit\n8,1,2,3,0\n":    "2: jobs[0].widht: found a field of this name, expected width",
		"machine,id,id,width,estimate,submit\n8,1,1,2,3,0": "2: jobs[0].id: found a second value",
	} {
		steps, bad := collect(ReadSteps(strings.NewReader(text), "s.csv"))
		if len(steps) > 0 || len(bad) != 1 || !strings.HasPrefix(bad[0], "s.csv:"+want) {
			t.Errorf("%q: found %d steps and %q, expected %q", text, len(steps), bad, want)
		}
	}
}

// Whatever a table holds, its steps are valid.
func FuzzTable(f *testing.F) {
	f.Add("machine,id,width,estimate,submit,end\n8,1,3,60,0,\n8,,3,,,9\n")
	f.Fuzz(func(t *testing.T, text string) {
		steps, _ := collect(ReadSteps(strings.NewReader(text), "s.csv"))
		for _, s := range steps {
			must.Do(s.Validate())
		}
	})
}
