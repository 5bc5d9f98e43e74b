package gather

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/run/harness"
)

// bestKnown is the method of the results of a library.
const bestKnown = "best-known"

// addLibrary adds a library, which has a page of its own.
func (s source) addLibrary(content *page.Content) error {
	if !s.alone {
		return optgap.BadField(s.path, "a library of steps beside others", "a library alone")
	}
	l, err := library.Open(s.path)
	if err != nil {
		return err
	}
	entries, err := library.Filter{}.Choose(l)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return optgap.BadField(s.path, "no step", "steps, which optgap library make makes")
	}
	content.Library = &page.Library{Name: s.name, Lines: library.Lines(entries)}
	made := slices.DeleteFunc(entries, func(e *library.Entry) bool { return e.Step == nil })
	if content.Studies, err = libraryStudies(made); err != nil {
		return err
	}
	if filepath.Clean(s.path) != filepath.FromSlash(library.Dir) {
		content.Library.Flags = "--dir " + format.Shell(s.path)
	}
	licence, err := os.ReadFile(filepath.Join(s.path, "LICENSE"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	content.Library.Licence = string(licence)
	for _, set := range l.Sets {
		shown, err := librarySet(set)
		if err != nil {
			return err
		}
		content.Library.Sets = append(content.Library.Sets, shown)
	}
	return nil
}

// librarySet returns what a page says of a set: its recipe, and the checksums of its files.
func librarySet(set *library.Set) (page.LibrarySet, error) {
	shown := page.LibrarySet{Name: set.Recipe.Set, About: set.Recipe.About}
	for i, path := range set.Files() {
		text, sum, err := readAll(path)
		if errors.Is(err, fs.ErrNotExist) { // the steps are not made here
			shown.Unmade = true
			continue
		}
		if err != nil {
			return shown, err
		}
		if i == 0 {
			shown.Recipe = string(text)
		}
		shown.Sums = append(shown.Sums, page.Setting{Name: filepath.Base(path), Value: sum})
	}
	return shown, nil
}

// readAll returns the content of a file, uncompressed, and the SHA-256 of the file.
func readAll(path string) (text []byte, sum string, err error) {
	in, err := stream.Open(path, nil)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	text, err = io.ReadAll(in)
	return text, in.SHA256(), err
}

// libraryStudies returns a study for each set and objective.
func libraryStudies(entries []*library.Entry) (studies []page.Study, err error) {
	results, err := knownResults(entries)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, r := range results {
		step := entries[i].Step
		set, average := entries[i].Set.Recipe.Set, r.Average().Name
		name := set + ", " + average
		k, known := at[name]
		if !known {
			k, at[name] = len(studies), len(studies)
			studies = append(studies, page.Study{
				Name: name, Settings: []page.Setting{{Name: "set", Value: set}, {Name: "minimised", Value: average}},
			})
		}
		studies[k].Steps = append(studies[k].Steps, *step)
		studies[k].Results = append(studies[k].Results, r)
	}
	return studies, nil
}

// knownResults returns what is known of entries, worked out on all cores.
func knownResults(entries []*library.Entry) ([]record.Result, error) {
	results := make([]record.Result, len(entries))
	err := harness.All(context.Background(), runtime.GOMAXPROCS(0), len(entries), func(i int) error {
		r := entries[i].Known.Result(context.Background(), entries[i].Step)
		r.Method, r.Certificates = bestKnown, nil
		if quality := 1 - entries[i].Known.Loss(); r.LossPercent != nil { // of the best usual scheduler, by any method
			r.Quality, r.LossPercent = &record.Quality{ARTwW: quality, SLDwA: quality}, new(100*(1-quality))
		}
		results[i] = r
		return nil
	})
	return results, err
}
