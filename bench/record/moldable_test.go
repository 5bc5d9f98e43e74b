package record

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/moldable/moldabletest"
	"github.com/optgap/optgap/heuristics/must"
)

const goodMoldable = `{"format":"optgap-moldable/1","name":"small","machine":4,"tick":1e-06,"jobs":[` +
	`{"id":1,"weight":3,"times":[12,7,5,4]},{"id":2,"weight":1,"sequential":20,"amdahl":{"serial":0.5}},` +
	`{"id":3,"weight":2,"min_width":2,"max_width":3,"sequential":12,"downey":{"parallelism":4,"sigma":0}},` +
	`{"id":4,"weight":1,"min_width":4,"times":[9]}]}`

// Amdahl with a serial share of 1/2 is 1, 4/3, 3/2 and 8/5 times as fast: 20, 15, 13.33 and
// 12.5. Downey with A = 4 and sigma = 0 is linear: 6 on 2 processors, 4 on 3.
func TestReadMoldable(t *testing.T) {
	values, bad := collect(ReadMoldable(strings.NewReader(goodMoldable), "i.jsonl"))
	must.Need(t, len(bad) == 0 && len(values) == 1, bad)
	want := &moldable.Instance{Name: "small", Machine: 4, Tick: 1e-6, Jobs: []moldable.Job{
		{ID: 1, Weight: 3, Times: []int64{12, 7, 5, 4}},
		{ID: 2, Weight: 1, Times: []int64{20, 15, 13, 13}},
		{ID: 3, Weight: 2, MinWidth: 2, Times: []int64{6, 4}},
		{ID: 4, Weight: 1, MinWidth: 4, Times: []int64{9}},
	}}
	must.DeepEqual(t, values[0], want)
}

// Each way in which a line can be wrong has an error that says where, what was found and
// what was expected.
func TestBadMoldableIsExplained(t *testing.T) {
	for _, c := range []struct{ change, to, want string }{
		{goodMoldable, `{}`, `format: found "", expected "optgap-moldable/1"`},
		{`moldable/1`, `moldable/2`, `format: found "optgap-moldable/2", expected "optgap-moldable/1"`},
		{`"machine":4`, `"machine":0`, `machine: found 0, expected 1 to 1048576`},
		{`"tick":1e-06`, `"tick":-1`, `tick: found -1, expected a number of seconds above 0`},
		{`"tick":1e-06`, `"tick":1e999`, `tick: found a JSON number 1e999, expected a number within the range of a double`},
		{`[12,7,5,4]`, `[]`, `jobs[0].times: found none, expected the time on one processor and more`},
		{`[12,7,5,4]`, `[12,7,0,4]`, `jobs[0].times[2]: found 0, expected at least 1 tick`},
		{`[12,7,5,4]`, `[12,7,5,4,4]`, `jobs[0].times: found times on up to 5 processors, expected at most 4, the machine`},
		{`[12,7,5,4]`, `[9223372036854775807]`,
			`jobs: found a sum of times above the range of int64, expected a smaller sum`},
		{`,"times":[12,7,5,4]`, ``, `jobs[0].times: found no value, expected an array, or sequential with amdahl or downey`},
		{`"times":[12,7,5,4]`, `"times":[12],"sequential":12`,
			`jobs[0].sequential: found 12, expected none beside times, which begin with it`},
		{`"times":[12,7,5,4]`, `"times":[12],"amdahl":{"serial":0}`,
			`jobs[0].amdahl: found a model, expected none beside times`},
		{`"times":[12,7,5,4]`, `"times":[12],"max_width":1`,
			`jobs[0].max_width: found 1, expected none without a model, as the vector ends there`},
		{`"id":2`, `"id":1`, `jobs[1].id: found 1, expected an id other than that of jobs[0]`},
		{`"weight":3`, `"weight":0`, `jobs[0].weight: found 0, expected at least 1`},
		{`"sequential":20`, `"sequential":0`,
			`jobs[1].sequential: found 0, expected 1 to 288230376151711743 ticks, so that works stay within int64`},
		{`"sequential":20`, `"sequential":9000000000000000000`,
			`jobs[1].sequential: found 9000000000000000000, ` +
				`expected 1 to 288230376151711743 ticks, so that works stay within int64`},
		{`"sequential":20,`, ``, `jobs[1].sequential: found no value, expected the time on one processor, beside amdahl`},
		{`,"amdahl":{"serial":0.5}`, ``, `jobs[1].sequential: found 20, expected amdahl or downey beside it`},
		{`{"serial":0.5}`, `{"serial":1.5}`, `jobs[1].amdahl.serial: found 1.5, expected a share from 0 to 1`},
		{`{"serial":0.5}`, `{}`, `jobs[1].amdahl.serial: found no value, expected a number within the range of a double`},
		{`{"serial":0.5}`, `{"seriel":0.5}`, `jobs[1].amdahl.seriel: found a field of this name, expected serial`},
		{`{"serial":0.5}`, `{"serial":0.5},"downey":{"parallelism":1,"sigma":0}`,
			`jobs[1].downey: found a second model, expected one, as amdahl is given`},
		{`"parallelism":4`, `"parallelism":0`, `jobs[2].downey.parallelism: found 0, expected 1 to 10^9`},
		{`"sigma":0`, `"sigma":-1`, `jobs[2].downey.sigma: found -1, expected 0 to 10^9`},
		{`"min_width":2`, `"min_width":0`, `jobs[2].min_width: found 0, expected 1 to 4, the machine`},
		{`"min_width":2`, `"min_width":5`, `jobs[2].min_width: found 5, expected 1 to 4, the machine`},
		{`"max_width":3`, `"max_width":9`, `jobs[2].max_width: found 9, expected 2 to 4, the machine`},
		{`"min_width":4`, `"min_width":5`, `jobs[3].min_width: found 5, expected 1 to 4, the machine`},
		{`"min_width":4`, `"minwidth":4`, `jobs[3].minwidth: found a field of this name, expected min_width`},
	} {
		line := strings.Replace(goodMoldable, c.change, c.to, 1)
		values, bad := collect(ReadMoldable(strings.NewReader("\n"+line+"\n"+goodMoldable), "i.jsonl"))
		if want := "i.jsonl:2: " + c.want; len(bad) != 1 || bad[0] != want {
			t.Errorf("%s:\nfound    %v\nexpected %s", c.to, bad, want)
		}
		must.Equal(t, len(values), 1, c.to, "good instances")
	}
}

// An instance comes back equal from its JSON form.
func TestMoldableComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := moldabletest.Random(t, moldabletest.Options{Any: true})
		var text strings.Builder
		must.Do(NewWriter(&text).Write(MoldableOf(in)))
		values, bad := collect(ReadMoldable(strings.NewReader(text.String()), "i.jsonl"))
		must.Need(t, len(bad) == 0 && len(values) == 1, bad)
		for i := range in.Jobs { // 0 and 1 mean the same
			in.Jobs[i].MinWidth, values[0].Jobs[i].MinWidth = in.Jobs[i].Least(), values[0].Jobs[i].Least()
		}
		must.Need(t, reflect.DeepEqual(values[0], in), in, "then", values[0])
	})
}

// Whatever is read as an instance is valid.
func FuzzReadMoldable(f *testing.F) {
	f.Add(goodMoldable)
	f.Add(goodMoldable[:80])
	f.Add(`{"format":"optgap-moldable/1","machine":1048576,"tick":1,"jobs":[` +
		`{"id":1,"weight":1,"sequential":9000000000000,"downey":{"parallelism":1e300,"sigma":1e300}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		values, _ := collect(ReadMoldable(strings.NewReader(text), "f"))
		for _, in := range values {
			if err := in.Validate(); err != nil {
				t.Fatalf("accepted, but %v", err)
			}
		}
	})
}

// A result comes back equal, and one of another format is bad.
func TestReadMoldableResults(t *testing.T) {
	in := &moldable.Instance{Jobs: []moldable.Job{{ID: 7}, {ID: 9}}}
	r := MoldableResult{
		Format: MoldableResultFormat, Name: "small", Algorithm: "bicriteria", Status: "feasible", EndedBy: "finished",
		Minsum: 78, Makespan: 20,
		Starts:         MoldableStartsOf(in, moldable.Schedule{{Start: 0, Width: 2}, {Start: 5, Width: 1}}),
		MinsumBounds:   map[moldable.BoundName]int64{moldable.BoundRelaxed: 70},
		MakespanBounds: map[moldable.BoundName]int64{moldable.BoundDual: 19},
		Certificates: map[moldable.BoundName]optgap.Certificate{
			moldable.BoundRelaxed: {Bound: 70, Bits: 3, Ends: []int64{4, 9}, Price: []int64{2, 1}},
		},
	}
	var text strings.Builder
	must.Do(NewWriter(&text).Write(r))
	const want = `"starts":[{"id":7,"start":0,"width":2},{"id":9,"start":5,"width":1}]`
	must.Contain(t, text.String(), want)
	text.WriteString("{}\n" + strings.Replace(text.String(), "relaxed", "lagrange", 1))
	values, bad := collect(ReadMoldableResults(strings.NewReader(text.String()), "r.jsonl"))
	must.Hold(t, len(values) == 1 && reflect.DeepEqual(values[0], r), "found", values)
	wrong := []string{
		`r.jsonl:2: format: found "", expected "optgap-moldable-result/1"`,
		`r.jsonl:3: minsum_bounds: found lagrange, expected relaxed alone, as other bounds on it are gone: ` +
			`run the command again`,
	}
	must.EqualSlices(t, bad, wrong)
}
