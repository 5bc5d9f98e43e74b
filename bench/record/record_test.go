package record

import (
	"bytes"
	"encoding/json"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
)

const goodStep = `{"format":"optgap-step/1","trace":"KTH-SP2-1996-2.swf","index":123,"now":5021443,"machine":100,` +
	`"policy":"SJF","history":[{"time":0,"free":20},{"time":1800,"free":56}],` +
	`"jobs":[{"id":17,"width":8,"estimate":3600,"submit":-120},{"id":18,"width":56,"estimate":1,"submit":0}]}`

// collect returns the values and the texts of the errors.
func collect[T any](seq iter.Seq2[T, error]) (values []T, bad []string) {
	for v, err := range seq {
		if err != nil {
			bad = append(bad, err.Error())
		} else {
			values = append(values, v)
		}
	}
	return values, bad
}

// Of work in two parts, times add up, and the memory is that of the larger part.
func TestCostAdds(t *testing.T) {
	c := Cost{CPUSeconds: 1, WallSeconds: 2, PeakMemoryBytes: 30}
	c.Add(Cost{CPUSeconds: 0.5, WallSeconds: 0.25, PeakMemoryBytes: 20})
	c.Add(Cost{})
	must.Equal(t, c, (Cost{CPUSeconds: 1.5, WallSeconds: 2.25, PeakMemoryBytes: 30}))
}

// Each way in which a line can be wrong has an error that says where, what was
// found and what was expected. A line of another kind is told as such, not by its first odd field.
func TestBadStepsAreExplained(t *testing.T) {
	for _, c := range []struct{ change, to, want string }{
		{goodStep, `{`, `the JSON object is cut off, expected a whole one on the line`},
		{goodStep, goodStep[:len(goodStep)-1], `the JSON object is cut off, expected a whole one on the line`},
		{goodStep, `x`, `byte 1: invalid character 'x' at start of value`},
		{goodStep, `[]`, `line: found a JSON array, expected an object`},
		{goodStep, `null`, `format: found "", expected "optgap-step/1"`},
		{`"format":"optgap-step/1",`, ``, `format: found "", expected "optgap-step/1"`},
		{goodStep, `{"name":"x"}`, `format: found "", expected "optgap-step/1"`},
		{goodStep, `{"jobs":4,"format":"optgap-result/1"}`, `format: found "optgap-result/1", expected "optgap-step/1"`},
		{goodStep, `{"format":7}`, `format: found a JSON number, expected a string`},
		{goodStep, `{"format":"optgap-step/1","a":[]}`,
			`a: found a field of this name, expected only fields that the format has`},
		{goodStep, goodStep + goodStep, `found more text after the JSON object, expected the end of the line`},
		{`"index":123`, `"index":123,"colour":1`,
			`colour: found a field of this name, expected only fields that the format has`},
		{`step/1`, `step/2`, `format: found "optgap-step/2", expected "optgap-step/1"`},
		{`"machine":100`, `"machine":0`, `machine: found 0, expected at least 1`},
		{`"machine":100`, `"machine":"many"`, `machine: found a JSON string, expected an integer within 64 bits`},
		{`"machine":100`, `"machine":1.5`, `machine: found a JSON number 1.5, expected an integer within 64 bits`},
		{`"machine":100`, `"machine":9223372036854775808`,
			`machine: found a JSON number 9223372036854775808, expected an integer within 64 bits`},
		{`"time":0`, `"time":5`, `history[0].time: found 5, expected 0, the step's moment`},
		{`"time":1800`, `"time":0`, `history[1].time: found 0, expected more than the preceding 0`},
		{`"time":1800`, `"time":-3`, `history[1].time: found -3, expected more than the preceding 0`},
		{`"free":20`, `"free":101`, `history[0].free: found 101, expected 0 to 100, the machine`},
		{`"free":20`, `"free":-1`, `history[0].free: found -1, expected 0 to 100, the machine`},
		{`[{"time":0,"free":20},{"time":1800,"free":56}]`, `[]`,
			`history: found no change, expected at least one, at time 0`},
		{`"width":8`, `"width":0`, `jobs[0].width: found 0, expected 1 to 100, the machine`},
		{`"width":8`, `"width":101`, `jobs[0].width: found 101, expected 1 to 100, the machine`},
		{`"width":8`, `"width":57`,
			`jobs[0].width: found 57, expected at most 56, the processors free after the last change of the history`},
		{`"estimate":3600`, `"estimate":0`, `jobs[0].estimate: found 0, expected at least 1`},
		{`"estimate":3600`, `"estimate":-7`, `jobs[0].estimate: found -7, expected at least 1`},
		{`"submit":-120`, `"submit":1`, `jobs[0].submit: found 1, expected at most 0, the step's moment`},
		{`"id":18`, `"id":17`, `jobs[1].id: found 17, expected an id other than that of jobs[0]`},
		{`"id":18`, `"id":"18"`, `jobs[1].id: found a JSON string, expected an integer within 64 bits`},
		{`"estimate":3600`, `"estimate":9223372036854775807`,
			`jobs: found a sum of estimates above the range of int64, expected a smaller sum`},
		{`"estimate":3600`, `"estimate":1000000000000000000`,
			`jobs: found a sum of width times response time above the range of int64, expected a smaller sum`},
		{`"submit":-120`, `"submit":-9223372036854775808`,
			`jobs[0].submit: found -9223372036854775808, expected a time within the range of the objective`},

		{`,"submit":-120`, ``, `jobs[0].submit: found no value, expected an integer within 64 bits`},
		{`,"jobs":[{"id":17,"width":8,"estimate":3600,"submit":-120},{"id":18,"width":56,"estimate":1,"submit":0}]`, ``,
			`jobs: found no value, expected an array`},
		{`[{"id":17,"width":8,"estimate":3600,"submit":-120},{"id":18,"width":56,"estimate":1,"submit":0}]`, `[]`,
			`jobs: found none, expected at least one waiting job`},

		{`"index":123`, `"index":123,"index":123`, `index: found a second value, expected one`},
		{`"submit":-120`, `"submit":-120, "submit" : -100`, `jobs[0].submit: found a second value, expected one`},
		{`"submit":-120`, `"submit":-120,"s\u0075bmit":-100`, `jobs[0].submit: found a second value, expected one`},
		{`"free":56`, `"free":56,"free":57`, `history[1].free: found a second value, expected one`},

		{`"estimate":3600`, `"estimat":3600`, `jobs[0].estimat: found a field of this name, expected estimate`},
		{`"estimate":1,`, `"Estimate":1,`, `jobs[1].Estimate: found a field of this name, expected estimate`},
		{`"estimate":3600`, `"estimate":3600,"runtime":60`,
			`jobs[0].runtime: found a field of this name, expected only fields that the format has`},
		{`"time":1800`, `"tiem":1800`, `history[1].tiem: found a field of this name, expected time`},
		{`"policy"`, `"polciy"`, `polciy: found a field of this name, expected policy`},
		{`"policy"`, `"po\"licy"`, `po"licy: found a field of this name, expected policy`},

		{`"SJF"`, `"SJV"`,
			`policy: found "SJV", expected one of FCFS, SJF, LJF, FFIA, LAF, NJF, WJF, WSPT, ` +
				`WFP3, UNICEF, SEXP, F1, F2, F3, F4`},
		{`"SJF"`, `"sjf"`, `policy: found "sjf", expected "SJF"`},
	} {
		line := strings.Replace(goodStep, c.change, c.to, 1)
		// A blank line before it counts, and the good one after it is read.
		values, bad := collect(ReadSteps(strings.NewReader("\n"+line+"\n"+goodStep), "steps.jsonl"))
		want := "steps.jsonl:2: " + c.want
		must.Hold(t, len(bad) == 1 && bad[0] == want, line, "found", bad, "expected", want)
		must.Equal(t, len(values), 1, line, "good steps")
	}
}

func TestBadResultsAreExplained(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"format":"optgap-result/0"}`, `format: found "optgap-result/0", expected "optgap-result/1"`},
		{`{"format":"optgap-result/1","gap":1e999}`,
			`gap: found a JSON number 1e999, expected a number within the range of a double`},
		{`{"format":"optgap-result/1","gap":NaN}`, `byte 35: invalid character 'N' at start of value`},
		{`{"format":"optgap-result/1","starts":{}}`, `starts: found a JSON object, expected an array`},
		{`{"format":"optgap-result/1","quality":0.9}`, `quality: found a JSON number, expected an object`},
		{`{"format":"optgap-result/1","status":3}`, `status: found a JSON number, expected a string`},
		{`{"format":"optgap-result/1","nodes":0.5}`, `nodes: found a JSON number 0.5, expected an integer within 64 bits`},
		{goodStep, `format: found "optgap-step/1", expected "optgap-result/1"`},
		{`{"format":"optgap-result/1","gap":0,"gap":0}`, `gap: found a second value, expected one`},
		{`{"format":"optgap-result/1","Gap":0}`, `Gap: found a field of this name, expected gap`},
		{`{"format":"optgap-result/1","policies":{"FCFS":{},"SJF":{},"FCFS":{}}}`,
			`policies.FCFS: found a second value, expected one`},
		{`{"format":"optgap-result/1","policies":{"FCFS":{},"SJF":{"objektive":3}}}`,
			`policies.SJF.objektive: found a field of this name, expected objective`},
		{`{"format":"optgap-result/1","bounds":{"lp":3,"fluid":2,"lp":4}}`, `bounds.lp: found a second value, expected one`},
		{`{"format":"optgap-result/1","certificates":{"lp":{"bound":3,"groups":[{"width":1},{"width":1,"prices":[1]}]}}}`,
			`certificates.lp.groups[1].prices: found a field of this name, expected price`},
	} {
		_, bad := collect(ReadResults(strings.NewReader(c.line), "results.jsonl"))
		want := "results.jsonl:1: " + c.want
		must.Hold(t, len(bad) == 1 && bad[0] == want, c.line, "found", bad, "expected", want)
	}
}

// A value that does not exist is absent, and one that is 0 is there.
func TestAbsentValuesAreAbsent(t *testing.T) {
	const first = `{"format":"optgap-result/1","index":0,"now":0,"jobs":0,"accumulated_run_time":0,`
	for _, c := range []struct {
		r    Result
		want string // after the first fields
	}{
		{Result{Format: ResultFormat, Method: "ilp", Status: optgap.StatusError, Error: "broken"},
			`"method":"ilp","status":"error","error":"broken"}`},
		{Result{Format: ResultFormat, Method: "ilp", Status: optgap.StatusOptimal, EndedBy: optgap.EndedFinished,
			Gap: new(0.0), LossPercent: new(0.0), Nodes: new(int64(0)), MIPRelGap: new(0.0)},
			`"method":"ilp","status":"optimal","ended_by":"finished","gap":0,"loss_percent":0,"nodes":0,"mip_rel_gap":0}`},
		{Result{Format: ResultFormat, Policies: map[string]Policy{"FCFS": {Objective: 4, ARTwW: 2, SLDwA: 1, Makespan: 2}}},
			`"method":"","status":"","policies":{"FCFS":{"objective":4,"artww":2,"sldwa":1,"makespan":2}}}`},
	} {
		text := must.Get(json.Marshal(c.r))
		must.Equal(t, string(text), first+c.want)
	}
}

func TestWriterWritesLinesAtOnce(t *testing.T) {
	var w counter
	for range 3 {
		must.Do(WriteLine(&w, Result{Format: ResultFormat}))
	}
	must.Equal(t, w.writes, 3)
	must.Equal(t, strings.Count(w.text.String(), "\n"), 3)
	if err := WriteLine(&w, Result{RatioToBound: math.Inf(1)}); err == nil || w.writes != 3 {
		t.Errorf("infinity: found error %v after %d writes, expected an error and nothing written", err, w.writes)
	}
}

type counter struct {
	text   bytes.Buffer
	writes int
}

func (c *counter) Write(p []byte) (int, error) {
	c.writes++
	return c.text.Write(p)
}

// TestSpreadObjects shows that an object may be spread over lines where people write it: it has the
// number of its first line. What does not end stays a mistake of its own line.
func TestSpreadObjects(t *testing.T) {
	var pretty bytes.Buffer
	must.Do(json.Indent(&pretty, []byte(goodStep), "", "  "))
	brackets := strings.Replace(pretty.String(), "SP2", `{[\"SP2`, 1)
	bad := strings.Replace(pretty.String(), `"width": 8`, `"width": 0`, 1)
	cut := goodStep[:strings.Index(goodStep, `"index"`)]
	for _, c := range []struct {
		text  string
		steps int
		wrong string // "": nothing
	}{
		{pretty.String(), 1, ""},
		{"\ufeff" + pretty.String(), 1, ""},
		{brackets, 1, ""},
		{pretty.String() + "\n" + goodStep + "\n\n" + pretty.String() + "\n", 3, ""},
		{goodStep + "\n" + bad, 1, "s.json:2: jobs[0].width: found 0, expected 1 to 100, the machine"},
		{cut + "\n" + goodStep, 1, "s.json:1: the JSON object is cut off, expected a whole one on the line"},
		{goodStep + "\n" + cut, 1, "s.json:2: the JSON object is cut off, expected a whole one on the line"},
		{"{", 0, "s.json:1: the JSON object is cut off, expected a whole one on the line"},
	} {
		steps, wrong := 0, ""
		for _, err := range ReadSteps(strings.NewReader(c.text), "s.json") {
			if err != nil {
				wrong += err.Error()
			} else {
				steps++
			}
		}
		must.Equal(t, steps, c.steps, c.text)
		must.Equal(t, wrong, c.wrong, c.text)
	}
}

// Work is unfinished where a limit or a failure ended it, and where the bounds beside it are missing.
func TestUnfinished(t *testing.T) {
	for _, c := range []struct {
		status  optgap.Status
		endedBy optgap.EndedBy
		want    bool
	}{
		{optgap.StatusOptimal, optgap.EndedFinished, false},
		{optgap.StatusFeasible, optgap.EndedFinished, false},
		{optgap.StatusFeasible, optgap.EndedNodeLimit, true},
		{optgap.StatusFeasible, optgap.EndedTimeLimit, true},
		{optgap.StatusFeasible, optgap.EndedMemoryLimit, true},
		{optgap.StatusLimit, optgap.EndedTimeLimit, true},
		{optgap.StatusMemory, optgap.EndedMemoryLimit, true},
		{optgap.StatusCrashed, optgap.EndedSignal, true},
		{optgap.StatusCrashed, "", true},
		{optgap.StatusError, "", true},
	} {
		must.Equal(t, (Result{Status: c.status, EndedBy: c.endedBy}).Unfinished(), c.want, c.status,
			c.endedBy)
		must.Hold(t, (Result{BoundsStatus: optgap.StatusCrashed}).Unfinished(),
			c.status, c.endedBy, "found nothing to run again, but bounds are missing")
	}
}
