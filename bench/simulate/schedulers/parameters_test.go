package schedulers

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics/dynp"
)

// text returns a value of a parameter as somebody may type it.
func text(t *rapid.T, o field.Option) string {
	switch o.Variable.(type) {
	case *time.Duration:
		least, most := int64(1), int64(1<<20)
		switch o.Name { // neither beyond the default of the other
		case "lower":
			most = 9000
		case "upper":
			least = 9000
		}
		d := time.Duration(rapid.Int64Range(least, most).Draw(t, "seconds")) * time.Second
		return rapid.SampledFrom([]string{d.String(), fmt.Sprintf("%ds", d/time.Second)}).Draw(t, "time")
	case *share:
		form := rapid.SampledFrom([]string{"%d%%", "0.%02d"}).Draw(t, "form")
		return fmt.Sprintf(form, rapid.IntRange(0, 99).Draw(t, "share"))
	case *float64:
		return fmt.Sprint(rapid.Float64Range(1e-300, math.MaxFloat64).Draw(t, "factor"))
	case *int, *uint64:
		return fmt.Sprint(rapid.IntRange(0, maxDrawn).Draw(t, "number"))
	}
	if o.Name == "replan" {
		return string(rapid.SampledFrom(dynp.Replans()).Draw(t, "replan"))
	}
	metrics := rapid.Permutation(dynp.QualityMetrics()).Draw(t, "metrics")
	var parts []string
	for _, m := range metrics[:rapid.IntRange(1, len(metrics)).Draw(t, "terms")] {
		parts = append(parts, fmt.Sprintf("%d*%s", rapid.IntRange(1, 9).Draw(t, "weight"), m))
	}
	return strings.Join(parts, "+")
}

const maxDrawn = 100_000 // of shuffles

// The spelling of a name says what the name says, and is the spelling of itself. Neither the order nor the case of
// parameters changes it.
func TestOneSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(Names()).Draw(t, "name")
		var alone, named []string
		for _, o := range optionsOf(name) {
			switch value := text(t, o); {
			case rapid.Bool().Draw(t, "left out"):
			case o.Name == "":
				alone = append(alone, value)
			default:
				named = append(named, o.Name+"="+value)
			}
		}
		written := strings.Join(slices.Concat([]string{name}, alone, named), ":")
		slices.Reverse(named)
		again := strings.ToUpper(strings.Join(slices.Concat([]string{name}, alone, named), ":"))
		c, err := call(written, nil)
		if err != nil {
			t.Fatal(err)
		}
		spelt := c.String()
		for _, text := range []string{spelt, again, strings.ToUpper(spelt)} {
			d, err := call(text, nil)
			if err != nil || d.String() != spelt {
				t.Fatalf("%s, %s: found %s, %v, expected %s", written, text, d, err, spelt)
			}
			if d.settings != c.settings {
				t.Fatalf("%s: found %+v, expected %+v", text, d.settings, c.settings)
			}
		}
	})
}
