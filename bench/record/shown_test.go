package record_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/heuristics/must"
)

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
	}
	line := must.Get(json.Marshal(full))
	want := full
	want.Proofs, want.Certificates, want.Derivation = nil, nil, nil
	if got, err := record.ParseShownResult(line); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("found %+v, error %v\nexpected %+v", got, err, want)
	}
	left, right := reflect.ValueOf(full), reflect.TypeFor[record.Result]()
	for i := range right.NumField() {
		switch name := right.Field(i).Name; name {
		case "Horizon", "EndedBy", "Error", "ARTwW", "SLDwA", "GridObjective", "GridBound", "Bound", "BestPolicy",
			"LossPercent", "Power", "RatioToBound", "Seed", "Columns", "Rows", "Nonzeros", "MIPRelGap", "MIPAbsGap":
		default:
			if left.Field(i).IsZero() {
				t.Errorf("%s has no value here: give it one, so that it is tested", name)
			}
		}
	}
}

func TestParseShownRefuses(t *testing.T) {
	for line, want := range map[string]string{
		`{"format":"optgap-result/9","index":3}`:     `format: found "optgap-result/9", expected "optgap-result/1"`,
		`{"format":"optgap-result/1","index":"3"}`:   "index: found a JSON string, expected an integer within 64 bits",
		`{"format":"optgap-result/1","index":3`:      "the JSON object is cut off, expected a whole one on the line",
		`{"format":"optgap-result/1","index":3} {}`:  "found more text after the JSON object, expected the end of the line",
		`{"format":"optgap-result/1","starts":[1,,]`: "starts[0]: found a JSON number, expected an object",
	} {
		if _, err := record.ParseShownResult([]byte(line)); err == nil || err.Error() != want {
			t.Errorf("%s: found %v, expected %s", line, err, want)
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
