package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
)

// sample is a step with a reservation from 25 to 35. Its optimum is 745: job 19
// at 10, 17 at 16, 20 at 23 and 18 at 41. SJF gets 827, FCFS 862, LJF 1078; the
// optimum on a grid of 7 s is 927, compacted 817.
func sample() *optgap.Step {
	return &optgap.Step{Format: optgap.StepFormat, Trace: "t.swf", Index: 3, Now: 5000, Machine: 8,
		History: optgap.History{{Time: 0, Free: 3}, {Time: 10, Free: 8}, {Time: 25, Free: 4}, {Time: 35, Free: 8}},
		Jobs: []optgap.Job{{ID: 17, Width: 5, Estimate: 7, Submit: -1}, {ID: 18, Width: 5, Estimate: 16, Submit: -7},
			{ID: 19, Width: 5, Estimate: 6, Submit: -9}, {ID: 20, Width: 4, Estimate: 18, Submit: -4}}}
}

func check(s *optgap.Step, r *record.Result, o verify.Options) []verify.Fault {
	return must.Get(verify.Results(one(*r), one(*s), o)).Faults
}

func one[T any](values ...T) iter.Seq2[T, error] { return harness.Each(values) }

// worsened returns the JSON of a value with other values: path = value, path += number, and -path for what is taken
// out.
func worsened(text []byte, changes string) []byte {
	var root any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	must.Do(d.Decode(&root))
	for change := range strings.SplitSeq(changes, "; ") {
		path, value, set := strings.Cut(strings.TrimPrefix(change, "-"), "= ")
		path, adds := strings.CutSuffix(strings.TrimSpace(path), " +")
		names := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) })
		at := root
		for i, name := range names {
			object, isObject := at.(map[string]any)
			list, _ := at.([]any)
			switch k, _ := strconv.Atoi(name); {
			case i+1 < len(names) && isObject:
				at = object[name]
			case i+1 < len(names):
				at = list[k]
			case !set:
				delete(object, name)
			case isObject:
				object[name] = changed(object[name], value, adds)
			default:
				list[k] = changed(list[k], value, adds)
			}
		}
	}
	return must.Get(json.Marshal(root))
}

// changed returns the JSON of a value, which may be a number that is added to the one before.
func changed(before any, value string, adds bool) json.RawMessage {
	if adds {
		sum := must.Get(before.(json.Number).Int64()) + must.Get(strconv.ParseInt(value, 10, 64))
		value = fmt.Sprint(sum)
	}
	return json.RawMessage(value)
}

// faulty returns the result with the name that testdata/faults.txt has for it.
func faulty(name string, s *optgap.Step) any {
	switch name {
	case "second":
		return secondResult(s)
	case "limit":
		return limitResult(s)
	case "error":
		return errorResult(s)
	case "listed":
		return listedResult(s)
	case "grid7":
		return gridResult(s, 7)
	case "search7":
		return searched(s, 7)
	case "stopped":
		r := gridResult(s, 7)
		r.Status, r.EndedBy, r.GridBound = optgap.StatusFeasible, optgap.EndedTimeLimit, r.GridBound-1
		return r
	case "limited":
		r := limitResult(s)
		r.Formulation, r.Horizon, r.TimeScale = "step", "safe", 7
		return r
	case "certified":
		return certified(s, "lp", optgap.Certificate{Bits: 1, Bucket: 5, Price: []int64{2, 2}}, 300)
	case "forested":
		return certified(s, "lagrange", forested(), 300)
	case "weighted":
		return method.Solve(context.Background(), method.Exact, weightedStep(5), method.Options{})
	case "moldable":
		p := experiment.NewProblem(moldableInstance(), experiment.Options{})
		return must.Get(p.Solve(context.Background(), experiment.ListSAF))
	case "rung":
		r, _ := climbed()
		return r
	case "offline":
		r, _ := planned(rand.New(rand.NewPCG(1, 2)), 1)
		return r
	}
	panic("no result " + name)
}

// moldableInstance is one of 8 jobs on 8 processors.
func moldableInstance() *moldable.Instance {
	return must.Get(must.Get(experiment.ModelByName("mixed")).Generate(8, 8, 1))
}

// moldableFaults returns the faults of the JSON of a result for the moldable instance.
func moldableFaults(text []byte) []verify.Fault {
	o := verify.Options{Methods: experiment.Names(experiment.All())}
	rep, err := verify.MoldableFiles(input(json.RawMessage(text)), input(record.MoldableOf(moldableInstance())), o)
	if wrong := new(optgap.FieldError); errors.As(err, &wrong) {
		return []verify.Fault{{Field: wrong.Field}} // which no file has
	}
	must.Do(err)
	return rep.Faults
}

// section is a part of testdata/faults.txt: what its results are, and how they are checked.
type section struct {
	results   []string
	optima    []string // optimum-jobs
	arguments map[string]string
}

func newSection(head string) section {
	s := section{optima: []string{"0"}}
	for i, part := range strings.Split(head, "; ") {
		words := strings.Fields(part)
		switch {
		case i == 0:
			s.results = words
		case words[0] == "optimum-jobs":
			s.optima = words[1:]
		default:
			s.arguments = make(map[string]string)
			for _, word := range words[1:] {
				name, value, _ := strings.Cut(word, "=")
				s.arguments[name] = value
			}
		}
	}
	return s
}

// TestFaults plants the faults of testdata/faults.txt, each of which is found in exactly the fields that the file
// lists, or with the texts.
func TestFaults(t *testing.T) {
	var now section
	var lists []string // names and what they stand for
	tried := 0
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/faults.txt")))) {
		line = strings.TrimSuffix(line, "\n")
		head, isHead := strings.CutPrefix(line, "== ")
		name, list, isList := strings.Cut(line, " = ")
		cells := strings.Split(line+" ", " | ")
		switch {
		case isHead:
			now = newSection(head)
		case isList && strings.HasPrefix(name, "$"):
			lists = append(lists, name, list)
		case len(cells) == 3 && !strings.HasPrefix(line, "#"):
			want := strings.TrimSpace(cells[2])
			if !strings.Contains(want, ": found ") {
				fields := strings.FieldsSeq(strings.NewReplacer(lists...).Replace(want))
				want = strings.Join(slices.Sorted(fields), " ")
			}
			for _, result := range now.results {
				for _, n := range now.optima {
					tried++
					now.plant(t, result, must.Get(strconv.Atoi(n)), cells[0], cells[1], want)
				}
			}
		}
	}
	must.Hold(t, tried >= 150, "tried", tried, "faults")
}

// plant checks that changes of a result are found in the fields.
func (now section) plant(t *testing.T, result string, optima int, what, changes, want string) {
	t.Helper()
	s, o := sample(), verify.Options{OptimumJobs: optima, Arguments: now.arguments}
	if result == "weighted" {
		s = weightedStep(5)
	}
	text := must.Get(json.Marshal(faulty(result, s)))
	if changes = strings.TrimSpace(changes); changes != "" {
		text = worsened(text, changes)
	}
	var faults []verify.Fault
	if result == "moldable" {
		faults = moldableFaults(text)
	} else if result == "offline" {
		var r record.Offline
		must.Do(json.Unmarshal(text, &r))
		_, jobs := planned(rand.New(rand.NewPCG(1, 2)), 1)
		faults = offlineFaults(t, &r, jobs)
	} else if result == "rung" {
		var r record.Rung
		must.Do(json.Unmarshal(text, &r))
		asked, jobs := climbed()
		faults = must.Get(rungReport(r, asked, jobs)).Faults
	} else {
		var r record.Result
		must.Do(json.Unmarshal(text, &r))
		faults = check(s, &r, o)
	}
	var fields, texts []string
	for _, f := range faults {
		fields = append(fields, f.Field)
		texts = append(texts, f.Field+": found "+f.Found+", expected "+f.Expected)
	}
	slices.Sort(fields)
	got := strings.Join(slices.Compact(fields), " ")
	if strings.Contains(want, ": found ") {
		got = strings.Join(texts, "; ")
	}
	must.Equal(t, got, want, result, "optima of", optima, "jobs", what, "all", faults)
}

// TestFaultsNotInFiles plants numbers that no file has.
func TestFaultsNotInFiles(t *testing.T) {
	for _, change := range []func(r *record.Result){
		func(r *record.Result) { r.ARTwW = math.NaN() }, func(r *record.Result) { r.WallSeconds = math.Inf(1) },
	} {
		s := sample()
		r := secondResult(s)
		change(&r)
		faults := check(s, &r, verify.Options{})
		must.Hold(t, len(faults) != 0 && faults[0].Field == "result", faults)
	}
}

// TestOtherPlanStandsIn shows that a plan as good as the best policy's, but not
// that plan, is no stand-in: here two like jobs change places.
func TestOtherPlanStandsIn(t *testing.T) {
	s := sample()
	s.Jobs = s.Jobs[:2]
	s.Jobs[0].Estimate = s.Jobs[1].Estimate
	r := limitResult(s)
	r.Starts[0].Start, r.Starts[1].Start = r.Starts[1].Start, r.Starts[0].Start
	faults := check(s, &r, verify.Options{})
	must.Hold(t, len(faults) == 1 && faults[0].Field == "starts", faults)
}
