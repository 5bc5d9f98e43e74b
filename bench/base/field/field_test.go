package field_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics/must"
)

type inner struct {
	Names []string `yaml:"names"`
}

type data struct {
	Text  string        `yaml:"text"`
	Long  bool          `yaml:"long"`
	Count int           `yaml:"count,omitempty"`
	Large int64         `yaml:"large"`
	Seed  uint64        `yaml:"seed"`
	Share float64       `yaml:"share"`
	Limit time.Duration `yaml:"limit"`
	inner `yaml:",inline"`

	Hidden int
}

func Example() {
	d := data{Limit: time.Minute}
	fmt.Println(field.Set(&d, "limit", "90s"), field.Text(d, "limit"))
	fmt.Println(field.Set(&d, "count", "many"))
	// Output:
	// <nil> 1m30s
	// count: found "many", expected a whole number
}

func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":40.0,"b":[-7.000, 0.0]}`:           `{"a":40,"b":[-7, 0]}`,
		`{"1.0":"2.0","\"3.0":"\\","a":4.0}`:     `{"1.0":"2.0","\"3.0":"\\","a":4}`,
		`[40.5,40.50,1.0e3,1e3,-1.0E-2,5.,.0,6]`: `[40.5,40.50,1.0e3,1e3,-1.0E-2,5.,.0,6]`,
		`{"a":"1.0`:                              `{"a":"1`, // no JSON, before and after
	} {
		must.Equal(t, string(field.WholeNumbers([]byte(text))), want, text)
	}
}

// Values that are set are read back by Text. Names are in the order of the fields.
func TestSetText(t *testing.T) {
	var d data
	values := map[string]string{
		"text": "a b", "long": "true", "count": "-3", "large": "9000000000", "seed": "18446744073709551615",
		"share": "0.125", "limit": "1h0m0s", "names": "x,y",
	}
	for name, text := range values {
		if err := field.Set(&d, name, text); err != nil || field.Text(d, name) != text {
			t.Errorf("%s: found %q, error %v, expected %q", name, field.Text(d, name), err, text)
		}
	}
	if err := field.Set(&d, "large", "010"); err != nil || d.Large != 10 {
		t.Errorf("found %d, error %v, expected 10", d.Large, err)
	}
	want := []string{"text", "long", "count", "large", "seed", "share", "limit", "names"}
	must.EqualSlices(t, field.Names(&d), want)
}

// The text of Lines has all of its values, also those with line breaks.
func TestLines(t *testing.T) {
	for text, want := range map[string]field.Lines{
		"": nil, "a=1": {"a=1"}, "a=1\nb=2": {"a=1", "b=2"}, "\n\na=1\n": {"a=1"},
		"a=x\n \n   y\n z=1\nb=2": {"a=x\n\n  y\nz=1", "b=2"},
	} {
		got := field.ParseLines(text)
		must.EqualSlices(t, got, want, text)
		var o = field.Option{Variable: &got}
		must.EqualSlices(t, field.ParseLines(o.Text()), want, o.Text())
	}
	must.Equal(t, field.Line(" a=x\n  y\n"), "a=x\n   y")
}

// A percentage is a number, and has the same value as the number that a person takes it for.
func TestParseNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"5%": 0.05, "0.05": 0.05, "2.9%": 0.029, "0%": 0, "100%": 1, "250%": 2.5, "-1%": -0.01, "1e1%": 0.1, "7": 7,
	} {
		must.Equal(t, must.Get(field.ParseNumber(text)), want, text)
	}
	for _, text := range []string{"", "%", "5%%", "5 %", "five", "%5", "1_0", "inf", "NaN", "0x1p4", "1_0%"} {
		got, err := field.ParseNumber(text)
		must.Hold(t, err != nil, text, "found", got, "expected an error")
	}
	d := data{}
	if err := field.Set(&d, "share", "12.5%"); err != nil || d.Share != 0.125 {
		t.Errorf("found %v, error %v, expected 0.125", d.Share, err)
	}
}

// A wrong value is refused with the name of its field.
func TestSetRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"long": "perhaps", "count": "1.5", "large": "0x10", "seed": "-1", "share": "", "limit": "5",
	} {
		err := field.Set(&data{}, name, text)
		must.AboutField(t, err, name, text)
		must.Hold(t, !strings.HasSuffix(fmt.Sprint(err), "expected "), "found", err)
	}
}

// An option refuses values below its least one, writes names as the program does, and says whether a run stores it.
func TestOption(t *testing.T) {
	d := data{Limit: -time.Second}
	limit := field.Option{Name: "limit", Variable: &d.Limit, Least: "0"}
	count := field.Option{Name: "count", Variable: &d.Count, Stored: field.WhereSet}
	err := field.CheckAll([]field.Option{count, limit})
	must.Equal(t, fmt.Sprint(err), "limit: found -1s, expected at least 0")
	if d.Limit = 0; limit.Check() != nil {
		t.Errorf("found %v, expected no error", limit.Check())
	}
	names := field.Option{Variable: &d.Names, Names: field.Fixed("FCFS", "easy")}
	must.Equal(t, names.Canonical("fcfs, Easy,other"), "FCFS,easy,other")
	if _, stored := count.Argument(); stored {
		t.Error("found the argument count, which is not set")
	}
	d.Count = 3
	if text, stored := count.Argument(); text != "3" || !stored {
		t.Errorf("found %q, stored %v", text, stored)
	}
}
