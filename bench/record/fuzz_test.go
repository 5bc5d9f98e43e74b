package record

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/optgap/optgap"
)

// reread writes values and reads them again.
func reread[T any](t *testing.T, values []T, read func(string) ([]T, []string)) {
	t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		if err := NewWriter(&b).Write(v); err != nil {
			t.Fatalf("%+v cannot be written: %v", v, err)
		}
	}
	again, bad := read(b.String())
	if len(bad) > 0 {
		t.Fatalf("written and refused: %q\n%s", bad, b.String())
	}
	if len(values)+len(again) > 0 && !reflect.DeepEqual(values, again) {
		t.Fatalf("found %+v, expected %+v", again, values)
	}
}

// Whatever is read as a step is valid and comes back equal from its JSON form.
func FuzzReadSteps(f *testing.F) {
	f.Add(goodStep)
	f.Add(goodStep + "\n\n" + goodStep)
	f.Add(goodStep[:50])
	f.Add("\ufeff" + goodStep)
	f.Add(`{"format":"optgap-step/1","index":0,"now":0,"machine":1,"history":[{"time":0,"free":1}],"jobs":[]}`)
	f.Add(`{"format":"optgap-step/1","colour":{"a":[1,"]\""]},"jobs":5}`)
	f.Add(`{"format":"optgap-step/1","index":0,"now":0,"machine":9000000000000000000,` +
		`"history":[{"time":0,"free":9000000000000000000}],` +
		`"jobs":[{"id":-1,"width":1,"estimate":1,"submit":-2000000000000000000}]}`)
	read := func(text string) (steps []optgap.Step, bad []string) {
		return collect(ReadSteps(bytes.NewReader([]byte(text)), "f"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		steps, _ := read(text)
		for i := range steps {
			s := &steps[i]
			if err := s.Validate(); err != nil {
				t.Fatalf("accepted, but %v", err)
			}
			if s.SafeEnd() < s.History.End() || s.TotalWidth() < int64(len(s.Jobs)) || s.TotalArea() < int64(len(s.Jobs)) {
				t.Fatalf("a sum overflows: %+v", s)
			}
		}
		reread(t, steps, read)
	})
}

func orNil[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return s
}

// Whatever is read as a result comes back equal from its JSON form.
func FuzzReadResults(f *testing.F) {
	f.Add(`{"format":"optgap-result/1","trace":"a","index":123,"now":5021443,"jobs":22,"makespan":189559,` +
		`"accumulated_run_time":1798837,"method":"ilp","formulation":"step","time_scale":420,` +
		`"status":"optimal","ended_by":"finished","scope":"grid","objective":123456789,"artww":1234.5,` +
		`"starts":[{"id":17,"start":0}],` +
		`"policies":{"FCFS":{"objective":1,"artww":1,"sldwa":1,"makespan":1}},"best_policy":"FCFS",` +
		`"quality":{"artww":0.9920,"sldwa":0.9920},"loss_percent":0.80,` +
		`"bounds":{"minsum":1},"gap":0,"nodes":0,"warnings":["w"]}`)
	f.Add(`{"format":"optgap-result/1","gap":-0.0,"index":-1}`)
	f.Add(`{"format":"optgap-result/1","bounds":{},"starts":[],"warnings":[]}`)
	f.Add(`{"format":"optgap-result/1","bounds":{"lp":9},"proofs":{"lp":"certificate"},"certificates":{` +
		`"lp":{"bound":9,"bits":2,"bucket":60,"cutoff":12,"price":[3,1]},` +
		`"lagrange":{"bound":8,"bits":0,"bucket":1,"groups":[{"width":2,"estimate":7,"price":[]}]},` +
		`"minsum":{"bound":7,"bits":1,"ends":[4,8],"tight":true}}}`)
	read := func(text string) (results []Result, bad []string) {
		return collect(ReadResults(bytes.NewReader([]byte(text)), "f"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		results, _ := read(text)
		for i := range results { // absent and empty are the same
			r := &results[i]
			if len(r.Starts) == 0 {
				r.Starts = nil
			}
			if len(r.Warnings) == 0 {
				r.Warnings = nil
			}
			if len(r.Policies) == 0 {
				r.Policies = nil
			}
			if len(r.Bounds) == 0 {
				r.Bounds = nil
			}
			if len(r.Proofs) == 0 {
				r.Proofs = nil
			}
			for name, c := range r.Certificates {
				c.Ends, c.Price, c.Groups = orNil(c.Ends), orNil(c.Price), orNil(c.Groups)
				r.Certificates[name] = c
			}
			if len(r.Certificates) == 0 {
				r.Certificates = nil
			}
		}
		reread(t, results, read)
	})
}
