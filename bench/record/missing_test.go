package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
)

// reader reads one value of a format.
type reader func(text string) (value any, bad []string)

func readerOf[T any](read func(io.Reader, string) iter.Seq2[T, error]) reader {
	return func(text string) (any, []string) { return collect(read(strings.NewReader(text), "f")) }
}

func readerOfLine[T any](parse func([]byte) (T, error)) reader {
	return readerOf(InParallel(parse))
}

const (
	barePolicies = `"policies":{"FCFS":{"objective":1,"artww":2,"sldwa":3,"makespan":4}},"bounds":{"lp":3}`
	bareResult   = `{"format":"optgap-result/1","index":1,"jobs":3,"method":"m",` +
		`"status":"optimal","quality":{"artww":1,"sldwa":1},` + barePolicies
	bareOffline = `{"format":"optgap-offline/1","trace":"t","sha256":"1","machine":4,"jobs":2,"objective_name":"art",` +
		`"bound":1,"objective":2,"bound_value":3,"objective_value":4,"status":"feasible","ended_by":"finished",` +
		`"seed":0,"rounds":0,"prices":{"denominator":1,"times":[0,9],"price":[3]},"starts":[0,5]}`
)

// bare are values with no more than they need. A value of these that is absent or null is never taken as 0.
var bare = []struct {
	text string
	read reader
}{
	{`{"format":"optgap-step/1","index":1,"now":2,"machine":8,"history":[{"time":0,"free":8}],` +
		`"jobs":[{"id":0,"width":8,"estimate":10,"submit":-5}]}`, readerOf(ReadSteps)},
	{`{"format":"optgap-schedule/1","index":1,"starts":[{"id":1,"start":0},{"id":2,"start":40}]}`,
		readerOf(ReadSchedules)},
	{bareResult + `,"starts":[{"id":1,"start":0}],"certificates":{"lp":{"bound":3,"bits":1,"ends":[4],` +
		`"groups":[{"width":1,"estimate":2,"price":[1,2]}]}}}`, readerOf(ReadResults)},
	{bareResult + `,"starts":[{"id":1,"start":0}]}`, readerOfLine(ParseShownResult)},
	{`{"format":"optgap-moldable/1","machine":4,"tick":1,"jobs":[{"id":1,"weight":3,"times":[12,7,5,4]}]}`,
		readerOf(ReadMoldable)},
	{`{"format":"optgap-moldable-result/1","algorithm":"gang","status":"feasible",` +
		`"starts":[{"id":1,"start":0,"width":1}],"minsum_bounds":{"relaxed":3}}`, readerOf(ReadMoldableResults)},
	{`{"format":"optgap-reservation/1","id":7,"duration":3600,"submit":86400,"start":86400,` +
		`"sites":[{"site":0,"width":16}]}`, readerOf(ReadReservations)},
	{bareOffline, readerOf(ReadOffline)},
	{bareOffline, readerOfLine(ParseParts[Offline])},
}

// TestMissing leaves out one value after the other of each format, and makes it null.
func TestMissing(t *testing.T) {
	for _, b := range bare {
		if _, bad := b.read(b.text); len(bad) > 0 {
			t.Fatalf("%s: found %q", b.text, bad)
		}
		var whole any
		must.Do(json.Unmarshal([]byte(b.text), &whole))
		values := 0
		refused := func() {
			values++
			text := string(must.Get(json.Marshal(whole)))
			if _, bad := b.read(text); len(bad) != 1 || !strings.Contains(bad[0], "found no value") {
				must.Hold(t, strings.Contains(fmt.Sprint(bad), `format: found ""`),
					text, "found", bad, "expected a missing value")
			}
		}
		without(whole, refused)
		must.Hold(t, values >= 6, b.text, "found", values, "values")
	}
}

// optional values stand in the samples as they hold others.
var optional = []string{"quality", "policies", "bounds", "certificates", "groups", "price", "ends", "minsum_bounds",
	"sites", "times", "starts", "prices"}

// without calls do with each needed part of a value, made null and left out in turn.
func without(v any, do func()) {
	switch v := v.(type) {
	case map[string]any:
		for name, part := range v {
			without(part, do)
			if slices.Contains(optional, name) {
				continue
			}
			v[name] = nil
			do()
			if len(v) > 1 { // else it may be a map, which may be empty
				delete(v, name)
				do()
			}
			v[name] = part
		}
	case []any:
		for i, part := range v {
			without(part, do)
			v[i] = nil
			do()
			v[i] = part
		}
	}
}

// TestWhole: integers may be written as 40.0, but not as 40.5.
func TestWhole(t *testing.T) {
	for _, b := range bare {
		want, _ := b.read(b.text)
		text := regexp.MustCompile(`([0-9])([,}\]])`).ReplaceAllString(b.text, "${1}.0${2}")
		found, bad := b.read(text)
		must.Hold(t, len(bad) == 0 && text != b.text && reflect.DeepEqual(found, want),
			text, "found", found, "and", bad, "expected", want)
		if _, bad = b.read(strings.Replace(text, ".0", ".5", 1)); len(bad) != 1 {
			t.Errorf("%s: found %q, expected a fraction to be refused", text, bad)
		}
	}
}

// reread writes values and reads them again.
func reread[T any](t *testing.T, values []T, read func(string) ([]T, []string)) {
	t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		err := WriteLine(&b, v)
		must.Need(t, err == nil, v, "cannot be written", err)
	}
	again, bad := read(b.String())
	must.Need(t, len(bad) == 0, "written and refused", bad, b.String())
	must.Need(t, len(values)+len(again) <= 0 || reflect.DeepEqual(values, again),
		"found", again, "expected", values)
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
			err := s.Validate()
			must.Need(t, err == nil, "accepted, but", err)
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

func orNone[K comparable, V any](m map[K]V) map[K]V {
	if len(m) == 0 {
		return nil
	}
	return m
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
			r.Starts = orNil(r.Starts)
			r.Warnings = orNil(r.Warnings)
			for name, c := range r.Certificates {
				c.Ends, c.Price, c.Groups = orNil(c.Ends), orNil(c.Price), orNil(c.Groups)
				r.Certificates[name] = c
			}
			r.Policies = orNone(r.Policies)
			r.Bounds = orNone(r.Bounds)
			r.Proofs = orNone(r.Proofs)
			r.Certificates = orNone(r.Certificates)
		}
		reread(t, results, read)
	})
}
