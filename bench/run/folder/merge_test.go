package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/must"
)

// shardOf makes the folder of a complete shard in a new folder. Each problem has
// results of solvers a and b.
func shardOf(t *testing.T, name string, change func(*Identity), problems ...int) (dir string) {
	dir = filepath.Join(t.TempDir(), strings.ReplaceAll(name, "/", "of"))
	id := identity()
	if name != "" {
		id.Arguments[ShardArgument] = name
	}
	if change != nil {
		change(&id)
	}
	f := must.Get(Open(dir, layout(), Start{Identity: id, Skipped: map[string]int{"estimate 0": 3}}))
	for _, i := range problems {
		must.Do(errors.Join(
			f.Problem(problem{i}), f.Result(result{resultFormat, i, "b"}), f.Result(result{resultFormat, i, "a"}),
		))
	}
	must.Do(f.Close(true))
	return dir
}

// content returns the files of a folder, without the lines of the info file that tell of
// times.
func content(dir string) map[string]string {
	entries := must.Get(os.ReadDir(dir))
	all := make(map[string]string)
	for _, e := range entries {
		text := must.Get(os.ReadFile(filepath.Join(dir, e.Name())))
		var kept []byte
		for line := range bytes.Lines(text) {
			if !timely.Match(line) {
				kept = append(kept, line...)
			}
		}
		all[e.Name()] = string(kept)
	}
	return all
}

// timely matches lines of info files that depend on the clock.
var timely = regexp.MustCompile(`"(started|ended|seal)":`)

// The merged run began with the first shard and ended with the last.
func TestMergeTimes(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 1, 12, minute, 0, 0, time.UTC) }
	info := merged([]part{
		{info: Info{Started: at(3), Ended: at(9)}},
		{info: Info{Started: at(1), Ended: at(4)}},
		{info: Info{Started: at(5), Ended: at(12)}},
	})
	must.Equal(t, info.Started, at(1))
	must.Equal(t, info.Ended, at(12))
}

// damage changes a file of a folder.
func damage(dir, name string, change func(string) string) {
	path := filepath.Join(dir, name)
	text := must.Get(os.ReadFile(path))
	must.Do(os.WriteFile(path, []byte(change(string(text))), 0o666))
}

// Each value that machines state of themselves stands there once, in one order.
func TestMergeMachines(t *testing.T) {
	kernel := map[string]string{"memory": "the kernel", "start": "late"}
	polled := map[string]string{"memory": "polled"}
	for _, limits := range [][]map[string]string{{kernel, polled, kernel, nil}, {nil, polled, polled, kernel}} {
		var parts []part
		for _, by := range limits {
			parts = append(parts, part{info: Info{LimitedBy: by}})
		}
		by := merged(parts).LimitedBy
		must.Hold(t, len(by) == 2 && by["memory"] == "polled; or the kernel" && by["start"] == "late",
			"found", by)
	}
}

// refuses checks the error of a merge of two shards. dirs gets the folder of the first shard. In want, %s
// is the last folder and %f the first one.
func refuses(t *testing.T, dirs func(first string) []string, want string) {
	t.Helper()
	first := shardOf(t, "1/2", nil, 0, 9)
	all := dirs(first)
	parent := t.TempDir()
	_, err := Merge(t.Context(), filepath.Join(parent, "out"), all, layout())
	want = strings.NewReplacer("%s", all[len(all)-1], "%f", first).Replace(want)
	must.Equal(t, fmt.Sprint(err), want)
	left, _ := os.ReadDir(parent)
	must.Hold(t, len(left) == 0, "found", left, "expected nothing to be left")
}

// replacing returns a function that replaces the first occurrence of a text.
func replacing(old, new string) func(string) string {
	return func(text string) string { return strings.Replace(text, old, new, 1) }
}

// damaged returns a function that adds the second of two shards to the first. A file of it is changed.
func damaged(t *testing.T, file string, change func(string) string, problems ...int) func(string) []string {
	return func(first string) []string {
		dir := shardOf(t, "2/2", nil, problems...)
		damage(dir, file, change)
		return []string{first, dir}
	}
}

// Folders that are not those of all shards of one run are refused.
func TestMergeRefusesShards(t *testing.T) {
	with := func(number string, change func(*Identity)) func(string) []string {
		return func(first string) []string { return []string{first, shardOf(t, number, change, 5)} }
	}
	for name, c := range map[string]struct {
		dirs func(first string) []string
		want string
	}{
		"a shard twice": {with("1/2", nil),
			`%s: arguments.shard: found "1/2", which is in %f too, expected each shard once`},
		"another number of shards": {with("2/3", nil),
			`%s: arguments.shard: found "2/3", expected a shard of 2, as in %f`},
		"a whole run": {with("", nil),
			`%s: arguments.shard: found none, expected a shard, such as 2/8: a whole run needs no merging`},
		"another trace": {with("2/2", func(id *Identity) { id.Trace = "b.swf" }),
			`%s: trace: found "b.swf", expected "a.swf" as in %f`},
		"another version": {with("2/2", func(id *Identity) { id.Versions["highs"] = "1.11.0" }),
			`%s: versions.highs: found "1.11.0", expected "1.10.0" as in %f`},
		"another kind of run": {damaged(t, infoFile, replacing("test/1", "test/2"), 5),
			`%s: format: found "test/2", expected "test/1"`},
		"no run": {func(first string) []string { return []string{first, t.TempDir()} },
			`%s: found no info.json, expected a shard, or each study within by itself`},
	} {
		t.Run(name, func(t *testing.T) { refuses(t, c.dirs, c.want) })
	}
	_, err := Merge(t.Context(), filepath.Join(t.TempDir(), "out"), nil, layout())
	must.Equal(t, fmt.Sprint(err), "shards: found no folder, expected the folders of all shards")
}

// A shard that changed since its end is refused, and so is a problem that two shards have.
const aboutChange = `: changed since the run wrote it: optgap verify %s tells all; a new folder starts anew`

func TestMergeRefusesLines(t *testing.T) {
	for name, c := range map[string]struct {
		dirs func(first string) []string
		want string
	}{
		"a problem in two shards": {damaged(t, infoFile, replacing("", ""), 9),
			`%s: problems.jsonl: found {9 }, which is in %f too, expected each problem once`},
		"another result": {damaged(t, resultsFile, replacing("result/1", "result/9"), 2, 5),
			`%s/results.jsonl: sha256: found f14239cc3087, expected 19b5d39ce9df, as info.json says` + aboutChange},
	} {
		t.Run(name, func(t *testing.T) { refuses(t, c.dirs, c.want) })
	}
	refuses(t, func(first string) []string {
		dir := shardOf(t, "2/2", nil, 2, 5)
		os.Remove(filepath.Join(dir, resultsFile))
		return []string{first, dir}
	}, `%s/results.jsonl: file: found none, expected one with 4 lines, as info.json says`+aboutChange)
}

// Merge overwrites no folder, but for the remains of a merge that was killed.
func TestMergeInto(t *testing.T) {
	dirs := []string{shardOf(t, "1/2", nil, 0, 9), shardOf(t, "2/2", nil, 5)}
	parent := t.TempDir()
	out := filepath.Join(parent, "out")
	left := filepath.Join(parent, unfinished+"out")
	for _, dir := range []string{out, filepath.Join(left, "one", unfinished+"two")} {
		must.Do(os.MkdirAll(dir, 0o777))
	}
	long := []byte("half a line, longer than what it is replaced by" + strings.Repeat(".", 1000))
	os.WriteFile(filepath.Join(left, resultsFile), long, 0o666)
	os.WriteFile(filepath.Join(left, "one", "three"), long, 0o666)
	must.Get(Merge(t.Context(), out+"/", dirs, layout())) // it is empty
	want := content(shardOf(t, "", nil, 0, 5, 9))
	got := content(out)
	must.Hold(t, maps.Equal(got, want), "found", got, "expected", want)
	must.Get(Merge(t.Context(), out, dirs, layout())) // it is there already
	_, err := Merge(t.Context(), out, []string{shardOf(t, "1/1", nil, 7)}, layout())
	wanted := out + ": found info.json in it, expected a folder that does not exist, or an empty one"
	must.Equal(t, fmt.Sprint(err), wanted)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	must.Is(t, must.Err(Merge(cancelled, out+"2", dirs, layout())), context.Canceled)
	entries, _ := os.ReadDir(parent)
	must.EqualSlices(t, lists.Each(entries, os.DirEntry.Name), []string{"out"},
		"the merged folder alone")
	f, err := Open(out, layout(), Start{Identity: identity()}) // it is a run to go on with
	must.Do(err)
	_, known := f.Known(key{9, "a"})
	must.Hold(t, known, "the merged run does not know its results")
	f.Close(true)
}

// Two merges into one folder do not mix.
func TestMergesOneAtATime(t *testing.T) {
	parent := t.TempDir()
	out := filepath.Join(parent, "out")
	must.Do(Create(out, func(string) error {
		_, err := Merge(t.Context(), out, []string{shardOf(t, "1/1", nil, 5)}, layout())
		var field *optgap.FieldError
		must.Hold(t, errors.As(err, &field) && field.Found == "another run at work on it", "found", err)
		return nil
	}))
	for round := range 20 { // of several at once, one makes the folder
		out := filepath.Join(parent, fmt.Sprint(round))
		made := make(chan error)
		for number := range 4 {
			go func() {
				made <- Create(out, func(dir string) error {
					return os.WriteFile(filepath.Join(dir, "file"), []byte{byte(number)}, 0o666)
				})
			}()
		}
		done := 0
		for range 4 {
			var field *optgap.FieldError
			if err := <-made; err == nil {
				done++
			} else if !errors.As(err, &field) || field.Found != "file in it" {
				t.Errorf("found %v", err)
			}
		}
		if _, err := os.Stat(filepath.Join(out, "file")); done != 1 || err != nil {
			t.Fatalf("%d of 4 have made the folder, %v", done, err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(parent, unfinished+"*"))
	must.Hold(t, left == nil, "left behind", left)
}
