package folder

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A result replaces another at once, and the rest of the file stays as it is.
func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name string
		new  result
		want []string // in the end
	}{
		{"one-key", result{resultFormat, 2, "a"}, []string{
			`{"format":"result/1","index":1,"solver":"a"}`,
			`{"format":"result/1","index":2,"solver":"a"}`,
			`{"format":"result/1","index":3,"solver":"a"}`,
		}},
		{"another-key", result{resultFormat, 2, "b"}, []string{
			`{"format":"result/1","index":1,"solver":"a"}`,
			`{"format":"result/1","index":2,"solver":"b"}`,
			`{"format":"result/1","index":3,"solver":"a"}`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			f := open(t, dir)
			fill(t, f, []int{1, 2, 3}, []int{1, 2})
			if err := f.Close(false); err != nil {
				t.Fatal(err)
			}
			f = open(t, dir)
			if err := f.Replace(key{2, "a"}, c.new); err != nil {
				t.Fatal(err)
			}
			fill(t, f, nil, []int{3}) // lines are still appended
			content, err := Read(dir, layout())
			if err != nil || len(content.Results) != 3 || !slices.Contains(content.Results, c.new) {
				t.Errorf("under way: found %v, error %v", content.Results, err)
			}
			if err := f.Close(true); err != nil {
				t.Fatal(err)
			}
			if found := lines(t, dir, resultsFile); !slices.Equal(found, c.want) {
				t.Errorf("found %q, expected %q", found, c.want)
			}
		})
	}
}

// Free arguments may change. The folder tells what they were, and goes on with the new.
func TestFreeArguments(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Close(true); err != nil {
		t.Fatal(err)
	}
	l, changed := layout(), identity()
	l.Free = []string{"gap"}
	reopen := func(l Layout[problem, result, key], id Identity) error {
		f, err := Open(dir, l, id, nil)
		if err != nil {
			return err
		}
		return f.Close(true)
	}
	changed.Arguments["gap"] = "0.5"
	if err := reopen(layout(), changed); err == nil {
		t.Error("another argument was taken, though none is free")
	}
	for range 2 { // the second time nothing changes
		if err := errors.Join(reopen(l, changed), reopen(layout(), changed)); err != nil {
			t.Fatal(err)
		}
	}
	content, err := Read(dir, layout())
	if err != nil {
		t.Fatal(err)
	}
	earlier := content.Info.Earlier
	if content.Info.Arguments["gap"] != "0.5" ||
		len(earlier) != 1 || earlier[0]["gap"] != "0" || len(earlier[0]) != 1 {
		t.Errorf("found arguments %v, earlier ones %v", content.Info.Arguments, earlier)
	}
	if err := os.WriteFile(filepath.Join(dir, infoFile), []byte(`{"format":"test/1"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := reopen(l, changed); err == nil {
		t.Error("a damaged info file was taken")
	}
}

// Another argument is still refused where some are free.
func TestOtherArguments(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Close(true); err != nil {
		t.Fatal(err)
	}
	l, changed := layout(), identity()
	l.Free = []string{"gap"}
	changed.Arguments["seed"] = "2"
	if _, err := Open(dir, l, changed, nil); err == nil {
		t.Error("an argument that is not free was taken")
	}
}
