package command

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/heuristics/must"
)

// TestStudyFileFields holds the table of docs/studies.md against the fields of study
// files, both ways.
func TestStudyFileFields(t *testing.T) {
	var want []string
	var list func(prefix string, of reflect.Type)
	list = func(prefix string, of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if name == "" {
				continue
			}
			want = append(want, prefix+name)
			if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
				list(prefix+name+"[].", f.Type.Elem())
			}
		}
	}
	list("", reflect.TypeFor[matrix.File]())
	text := must.Get(os.ReadFile(filepath.Join(root, "docs", "studies.md")))
	_, section, _ := strings.Cut(string(text), "## Fields")
	var found []string
	for line := range strings.Lines(section) {
		if rest, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ := strings.Cut(rest, "`")
			found = append(found, name)
		}
	}
	if !slices.Equal(found, want) {
		t.Errorf("docs/studies.md: found %q, expected %q", found, want)
	}
}
