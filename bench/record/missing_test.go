package record

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

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
				if !strings.Contains(fmt.Sprint(bad), `format: found ""`) {
					t.Errorf("%s: found %q, expected a missing value", text, bad)
				}
			}
		}
		without(whole, refused)
		if values < 6 {
			t.Errorf("%s: found %d values", b.text, values)
		}
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
		if len(bad) > 0 || text == b.text || !reflect.DeepEqual(found, want) {
			t.Errorf("%s: found %+v and %q, expected %+v", text, found, bad, want)
		}
		if _, bad = b.read(strings.Replace(text, ".0", ".5", 1)); len(bad) != 1 {
			t.Errorf("%s: found %q, expected a fraction to be refused", text, bad)
		}
	}
}
