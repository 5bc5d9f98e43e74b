package verifyfolder_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/internal/testing/recordtest"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/dutot2004"
	"github.com/optgap/optgap/bench/papers/simulated"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// goOn opens the folder of an earlier run to go on with it, and ends. It asks for what the info file says.
func goOn[P, R any, K comparable](layout folder.Layout[P, R, K]) func(dir string) error {
	return func(dir string) error {
		info, err := folder.ReadInfo(layout.In(dir).Info)
		if err != nil {
			return err
		}
		f, err := folder.Open(dir, layout, folder.Start{Identity: info.Identity, Skipped: info.Skipped})
		if err != nil {
			return err
		}
		return f.Close(info.Complete)
	}
}

// readAll is goOn for who only reads.
func readAll[P, R any, K comparable](layout folder.Layout[P, R, K]) func(dir string) error {
	return func(dir string) error {
		_, err := folder.Read(dir, layout)
		return err
	}
}

func report(dir string) error {
	_, err := sections.Read([]string{dir}, nil, nil)
	return err
}

// verified is a use of a folder that verify refuses.
func verified(t *testing.T) func(dir string) error {
	return func(dir string) error {
		found, err := noticed(t, dir)
		if found {
			err = optgap.BadField(dir, "a fault", "none")
		}
		return err
	}
}

// withDigit returns a text in which one digit, at or behind a random byte, is another one.
func withDigit(random *rand.Rand, text []byte) []byte {
	at := random.IntN(len(text))
	for text[at] < '0' || text[at] > '9' {
		at = (at + 1) % len(text)
	}
	changed := bytes.Clone(text)
	changed[at] = '0' + (changed[at]-'0'+1+byte(random.IntN(9)))%10
	return changed
}

// refused changes a file. It fails the test where a use of its folder does not refuse, or writes the file.
func refused(t *testing.T, path string, changed []byte, uses []func(dir string) error) {
	t.Helper()
	must.Do(os.WriteFile(path, changed, 0o666))
	for i, use := range uses {
		wrong := new(optgap.FieldError)
		if err := use(filepath.Dir(path)); !errors.As(err, &wrong) {
			t.Errorf("%s, use %d: found %v, expected to be refused: %s", path, i, err, changed)
		}
	}
	must.Hold(t, bytes.Equal(must.Get(os.ReadFile(path)), changed), path, "written anew")
}

// A run that goes on in a sealed folder, and is killed: the lines before are sealed, and others checked.
func TestChangedAfterKill(t *testing.T) {
	before, dir := filepath.Join(t.TempDir(), "study"), t.TempDir()
	must.Do(makeStudy(before, false, "policies"))
	info := must.Get(folder.ReadInfo(study.Layout.In(before).Info))
	f := must.Get(folder.Open(before, study.Layout, folder.Start{Identity: info.Identity, Skipped: info.Skipped}))
	must.Do(os.CopyFS(dir, os.DirFS(before)))
	must.Do(f.Close(true))
	read := []func(string) error{readAll(study.Shown), report}
	uses := append(read, goOn(study.Layout))
	files := study.Layout.In(dir)
	random := rand.New(rand.NewPCG(3, 4))
	for _, path := range []string{files.Info, files.Problems, files.Results} {
		text := must.Get(os.ReadFile(path))
		for range steptest.Times(4) {
			refused(t, path, withDigit(random, text), uses)
		}
		must.Do(os.WriteFile(path, text, 0o666))
	}
	text := must.Get(os.ReadFile(files.Results))
	again := text[bytes.LastIndexByte(text[:len(text)-1], '\n')+1:]
	better := bytes.Replace(again, []byte(`"objective":`), []byte(`"objective":1`), 1)
	refused(t, files.Results, slices.Concat(text, better), uses)
	must.Do(os.WriteFile(files.Results, slices.Concat(text, again), 0o666))
	for _, use := range uses {
		must.Do(use(dir))
	}
}

// Digits of any file of any folder are changed by hand. Whoever goes on, reads or reports refuses, and leaves the
// folder as it is. Without a change nobody refuses.
func TestChangedByHand(t *testing.T) {
	aida := func(dir string) error {
		if err := folder.Intact(dir); err != nil { // as the command does
			return err
		}
		s := simulated.Aida2000().Study()
		s.Models, s.Schedulers, s.Loads = s.Models[:1], s.Schedulers[:2], []float64{0.5, 1}
		s.Experiments, s.Jobs = 2, 50
		_, err := s.Run(t.Context(), statement.Run{Folder: dir, Version: "test", Watch: recordtest.Unwatched{}})
		return err
	}
	replays := sweep.Layout
	replays.Compare = func(a, b sweep.Key) int { return strings.Compare(a.Scheduler, b.Scheduler) }
	users := map[string][]func(dir string) error{
		"study":     {goOn(study.Layout), readAll(study.Shown), report},
		"sweep":     {goOn(replays), readAll(replays), report},
		"moldable":  {goOn(experiment.Layout), readAll(experiment.Layout), report},
		"dutot2004": {goOn(dutot2004.Layout), readAll(dutot2004.Layout), report},
		"offline":   {goOn(clairvoyant.Layout), readAll(clairvoyant.Layout), report},
		"rungs":     {goOn(clairvoyant.RungsLayout), readAll(clairvoyant.RungsLayout)},
		"aida2000":  {aida, report},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for name, make := range makers() {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			make(t, dir)
			uses := append(users[name], folder.Intact, verified(t)) // who compares or offers to a library
			for _, use := range uses {
				must.Do(use(dir))
			}
			files := lists.Each(must.Get(os.ReadDir(dir)), os.DirEntry.Name)
			for range steptest.Times(12) {
				path := filepath.Join(dir, files[random.IntN(len(files))])
				text := must.Get(os.ReadFile(path))
				refused(t, path, withDigit(random, text), uses)
				refused(t, path, append(bytes.Clone(text), '\n'), uses)
				must.Do(os.WriteFile(path, text, 0o666))
			}
		})
	}
}
