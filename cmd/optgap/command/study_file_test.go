package command

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// TestStudyFileExamples runs the study files that people copy, with little to do in each.
func TestStudyFileExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "examples", "*.yaml"))
	if err != nil || len(files) != 3 {
		t.Fatalf("found %q, error %v, expected three study files", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			listed, stderr, code := commandLine("study", "-f", file, "--dry-run", "--format", "csv")
			studies := strings.Count(listed, "\n") - 1
			if code != console.ExitDone || studies < 2 {
				t.Fatalf("exit code %d, %d studies, %s", code, studies, stderr)
			}
			out := t.TempDir()
			args := append([]string{"study", "-f", file, "--out", out}, strings.Fields(
				"--in-process --min-waiting 2 --max-waiting 4 --max-steps 1 --time-limit 2s --format csv")...)
			ran, stderr, code := commandLine(args...)
			if code != console.ExitDone {
				t.Fatalf("exit code %d, %s", code, stderr)
			}
			for _, line := range strings.Split(strings.TrimSpace(ran), "\n")[1:] {
				name, _, _ := strings.Cut(line, ",")
				content, err := folder.Read(filepath.Join(out, name), study.Layout)
				if err != nil || !content.Info.Complete || len(content.Problems) != 1 {
					t.Errorf("%s: %d steps, complete %v, error %v", name, len(content.Problems), content.Info.Complete, err)
				}
			}
			if again, stderr, code := commandLine(args...); code != console.ExitDone || again != ran {
				t.Errorf("found %q and exit code %d the second time, expected %q: %s", again, code, ran, stderr)
			}
		})
	}
}

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
