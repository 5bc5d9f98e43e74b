// Package golden compares the output of tests with stored files. The test flag -update
// rewrites the files. Read the files, or look at them, after an update.
package golden

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/heuristics/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Tables compares tables with testdata/NAME. A blank line stands between two tables. The
// tables are CSV where the name ends in .csv, else text.
func Tables(t *testing.T, name string, tables ...table.Table) {
	t.Helper()
	format := table.Text
	if strings.HasSuffix(name, ".csv") {
		format = table.CSV
	}
	var got bytes.Buffer
	for i, one := range tables {
		if i > 0 {
			got.WriteByte('\n')
		}
		must.Do(one.Write(&got, format))
	}
	Text(t, name, got.Bytes())
}

// Text compares a text with testdata/NAME.
func Text(t *testing.T, name string, got []byte) {
	t.Helper()
	if want := stored(t, name, got); !bytes.Equal(got, want) {
		t.Errorf("%s: found\n%sexpected\n%s", name, got, want)
	}
}

// Picture compares the SVG of write with testdata/NAME.svg. It also checks that write gives
// the same bytes twice. Numbers are compared to 0.01 points, as processors with fused
// multiplication round differently.
func Picture(t *testing.T, name string, write func(w io.Writer, format string) error) {
	t.Helper()
	var got, again bytes.Buffer
	for _, b := range []*bytes.Buffer{&got, &again} {
		must.Do(write(b, figure.SVG))
	}
	if !bytes.Equal(got.Bytes(), again.Bytes()) {
		t.Errorf("%s: the same picture gave other bytes", name)
	}
	SVG(t, name, got.Bytes())
	name += ".svg"
	if want := stored(t, name, got.Bytes()); !alike(got.String(), string(want)) {
		t.Errorf("the picture differs from testdata/%s", name)
	}
}

// noNumber matches what no colour and no place is in an SVG.
var noNumber = regexp.MustCompile(`[:"]#[^0-9A-F][^;"]*|NaN|Inf\b`)

// SVG fails the test where an SVG has a colour or a number that is none.
func SVG(t *testing.T, name string, svg []byte) {
	t.Helper()
	if wrong := noNumber.Find(svg); wrong != nil {
		t.Errorf("%s: found %s in the SVG", name, wrong)
	}
}

// stored returns the content of testdata/NAME. With -update the content becomes got first.
func stored(t *testing.T, name string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must.Do(os.MkdirAll("testdata", 0o777))
		must.Do(os.WriteFile(path, got, 0o666))
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	return want
}

var number = regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]\d+)?`)

// alike reports whether two texts differ in nothing but numbers, and these by less than 0.01.
func alike(a, b string) bool {
	if !slices.Equal(number.Split(a, -1), number.Split(b, -1)) {
		return false
	}
	return slices.EqualFunc(number.FindAllString(a, -1), number.FindAllString(b, -1), func(x, y string) bool {
		v, _ := strconv.ParseFloat(x, 64) // infinite if out of range
		w, _ := strconv.ParseFloat(y, 64)
		return v == w || math.Abs(v-w) < 0.01
	})
}
