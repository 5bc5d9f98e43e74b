package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
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

// TestObject: members keep their order, objects lie in objects, and a value that
// JSON cannot hold is an error that names its key.
func TestObject(t *testing.T) {
	for want, o := range map[string]record.Object{
		`{}`:                      nil,
		`{"b":1,"a":[2]}`:         {{Key: "b", Value: 1}, {Key: "a", Value: []int{2}}},
		`{"\"":{"c":null}}`:       {{Key: `"`, Value: record.Object{{Key: "c"}}}},
		`{"less":"\u003c","x":2}`: {{Key: "less", Value: "<"}, {Key: "x", Value: 2.0}},
	} {
		text := must.Get(json.Marshal(o))
		must.Equal(t, string(text), want)
	}
	_, err := json.Marshal(record.Object{{Key: "mean", Value: math.NaN()}})
	must.Refuse(t, err, "mean")
}

// What is read in parallel is what is read line by line: values, errors, their lines and
// their order, however early the caller stops. What a
// failing reader left of a line is not judged.
func TestInParallel(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		switch {
		case i%97 == 5:
			text.WriteString("\n{\"format\":\"else\"}\n")
		case i%89 == 7:
			fmt.Fprintf(&text, "{\"format\":%q,\"index\":\n", record.ResultFormat)
		default:
			fmt.Fprintf(&text, "{\"format\":%q,\"index\":%d}\n", record.ResultFormat, i)
		}
	}
	text.WriteString(`{"format":`)
	file := func() io.Reader {
		return io.MultiReader(strings.NewReader(text.String()), iotest.ErrReader(errors.New("the disk is gone")))
	}
	read := record.InParallel(record.ParseResult)
	for _, most := range []int{0, 1, 70, 1 << 30} {
		var want, got []string
		for r, err := range record.ReadResults(file(), "r.jsonl") {
			if want = append(want, fmt.Sprint(r, err)); len(want) >= most {
				break
			}
		}
		for r, err := range read(file(), "r.jsonl") {
			if got = append(got, fmt.Sprint(r, err)); len(got) >= most {
				break
			}
		}
		must.Need(t, len(got) == len(want) && !strings.Contains(want[len(want)-1], "disk") == (most < 1<<30),
			"stopped after", most, "found", len(got), "values, expected", len(want))
		for i := range want {
			must.Equal(t, got[i], want[i], "value", i)
		}
	}
}

// A result that is shown lacks what it says that it lacks, and nothing else.
func TestParseShownResult(t *testing.T) {
	gap, nodes := 0.5, int64(7)
	full := record.Result{
		Format: record.ResultFormat, Trace: "a.swf", Index: 4, Now: 9, Jobs: 2, Makespan: 60, AccumulatedRunTime: 90,
		Method: "ilp", Formulation: "step",
		TimeScale: 60, Status: optgap.StatusOptimal, Scope: optgap.ScopeGrid, Objective: 200,
		ObjectiveName: "sld", ObjectiveValue: 2.5, ObjectiveValueError: 1e-7, Gap: &gap, Nodes: &nodes,
		Starts:     []record.Start{{ID: 1, Start: 2}},
		PolicyList: []string{"SJF", "easy"}, PoliciesLeftOut: map[string]string{"easy": "a dip"},
		PoliciesFailed: map[string]optgap.Status{"easy": optgap.StatusError},
		Policies:       map[string]record.Policy{"SJF": {Objective: 250}}, Quality: &record.Quality{ARTwW: 0.8},
		Bounds:       map[optgap.BoundName]int64{"minsum": 100},
		Proofs:       map[optgap.BoundName]record.Proof{"minsum": "certificate"},
		Certificates: map[optgap.BoundName]optgap.Certificate{"minsum": {Bound: 100}},
		Derivation:   &optgap.Derivation{Bound: 100, Digest: "0f", Tree: "AwA="},
		BoundsStatus: optgap.StatusCrashed,
		Warnings:     []string{"look out"}, SolveSeconds: 1.5,
		PrimalIntegral: 0.5, Progress: []record.Progress{{Seconds: 1, Objective: 200, Bound: 100}},
		Effort: record.Effort{PossibleStarts: 9, ListedStarts: 4, Programs: 2, ProgramsEnded: 1, ProvenBy: "program"},
		Cost:   record.Cost{CPUSeconds: 1.25, WallSeconds: 2, PeakMemoryBytes: 3},

		ScheduleFrom: &record.Source{By: "me"}, BoundFrom: &record.Source{Date: "2026-11-29"},
		Claim: &record.Claim{Name: "mine", Value: 150},
	}
	line := must.Get(json.Marshal(full))
	want := full
	want.Proofs, want.Certificates, want.Derivation = nil, nil, nil
	must.DeepEqual(t, must.Get(record.ParseShownResult(line)), want)
	left, right := reflect.ValueOf(full), reflect.TypeFor[record.Result]()
	for i := range right.NumField() {
		switch name := right.Field(i).Name; name {
		case "Horizon", "EndedBy", "Error", "ARTwW", "SLDwA", "GridObjective", "GridBound", "Bound", "BestPolicy",
			"LossPercent", "Power", "RatioToBound", "Seed", "Columns", "Rows", "Nonzeros", "MIPRelGap", "MIPAbsGap":
		default:
			must.Hold(t, !left.Field(i).IsZero(),
				name, "has no value here: give it one, so that it is tested")
		}
	}
}

// BenchmarkParse compares the ways of reading results with a certificate.
//
//	go test ./bench/record -run '^$' -bench Parse
func BenchmarkParse(b *testing.B) {
	prices := strings.TrimSuffix(strings.Repeat("123456,", 100), ",")
	line := []byte(`{"format":"optgap-result/1","index":3,"now":1,"jobs":2,"accumulated_run_time":5,` +
		`"method":"exact","status":"optimal","objective":5,` +
		`"policies":{"SJF":{"objective":5,"artww":1.5,"sldwa":1.5,"makespan":7}},` +
		`"certificates":{"exact":{"bound":5,"bits":20,"bucket":60,"price":[` + prices + `]}}}`)
	for name, parse := range map[string]func([]byte) (record.Result, error){
		"way=whole": record.ParseResult, "way=shown": record.ParseShownResult,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				must.Get(parse(bytes.Clone(line)))
			}
		})
	}
}

// One processor and jobs of 10 and 2 seconds: SJF takes 2 + 12 = 14, FCFS and the schedule of the method 10 + 12 = 22.
// By Eq. 7 of Grothklags and Streit the quality is 22/14. The best policy loses (1 - 22/14) * 100 % against the
// schedule. A bound of 12 leaves a gap of (22 - 12) / 22. Power is quality over seconds.
func TestDerive(t *testing.T) {
	step := &optgap.Step{Machine: 1, History: optgap.History{{Free: 1}}, Jobs: []optgap.Job{
		{ID: 1, Width: 1, Estimate: 10}, {ID: 2, Width: 1, Estimate: 2},
	}}
	result := func(method string, status optgap.Status) record.Result {
		r := record.Result{
			Method: method, Status: status, EndedBy: optgap.EndedFinished, SolveSeconds: 0.5,
			Bounds: map[optgap.BoundName]int64{"exact": 12, "lp": 11},
			Policies: map[string]record.Policy{
				"SJF": {Objective: 14, PlanSeconds: 0.1}, "FCFS": {Objective: 22, PlanSeconds: 0.2},
			},
		}
		r.Derive(step, optgap.Schedule{0, 10})
		return r
	}
	same := func(what string, found, expected float64) {
		t.Helper()
		must.Hold(t, math.Abs(found-expected) <= 1e-12*math.Abs(expected),
			what, "found", found, "expected", expected)
	}
	own := result("exact", optgap.StatusFeasible)
	same("objective", float64(own.Objective), 22)
	same("artww", own.ARTwW, 22.0/2)
	same("sldwa", own.SLDwA, 22.0/12)
	same("quality", own.Quality.ARTwW, 22.0/14)
	same("loss_percent", *own.LossPercent, (1-22.0/14)*100)
	same("power", own.Power, 1/0.5)
	same("gap", *own.Gap, 10.0/22)
	same("ratio_to_bound", own.RatioToBound, 22.0/12)
	same("policies.SJF.power", own.Policies["SJF"].Power, 22.0/14/0.1)
	same("policies.FCFS.power", own.Policies["FCFS"].Power, 1/0.2)

	given := result(record.Given, optgap.StatusFeasible) // against the best known schedule, that of SJF
	same("quality of given", given.Quality.ARTwW, 14.0/22)
	same("loss of given", *given.LossPercent, (1-14.0/22)*100)
	same("loss of FCFS", *given.Policies["FCFS"].LossPercent, (1-14.0/22)*100)
	same("power of given", given.Power, 14.0/22/0.5)

	if r := result("exact", optgap.StatusLimit); r.Quality != nil || r.LossPercent != nil || r.Power != 0 || r.Gap == nil {
		t.Errorf("found %+v, expected no quality of a schedule that stands in", r)
	}
}

// The name of the average and its unit stand beside the value.
func TestMinimised(t *testing.T) {
	step := &optgap.Step{Machine: 4, History: optgap.History{{Free: 4}}, Jobs: []optgap.Job{{Width: 2, Estimate: 100}}}
	check := func(o optgap.Objective, objective int64, want string) {
		must.Equal(t, record.Minimised(must.Get(o.Of(step)), objective), want, o)
	}
	check(optgap.ObjectiveARTwW, 2469, "ARTwW 1,234.5 s")
	check(optgap.ObjectiveART, 1234, "ART 1,234.0 s")
	check(optgap.ObjectiveSLD, 250, "SLD 2.5000") // weight 1 for 100 s
}

// TestPrimalIntegral: nothing is known for 2 s, then 20 against a least of 10 for 3 s, and 10 for the rest:
// 2 * 1 + 3 * 1/2. What comes after the end counts for nothing.
func TestPrimalIntegral(t *testing.T) {
	known := []record.Progress{
		{Seconds: 1, Bound: 5}, {Seconds: 2, Objective: 20, Bound: 5}, {Seconds: 5, Objective: 10}, {Seconds: 6, Bound: 10},
	}
	known[3].Objective = 10
	for until, want := range map[float64]float64{0: 0, 1.5: 1.5, 2: 2, 4: 3, 5: 3.5, 100: 3.5} {
		must.Equal(t, record.PrimalIntegral(known, 10, until), want, "until", until, "s")
	}
}
