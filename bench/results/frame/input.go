package frame

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// An Input is a file, the folder of a run, or a folder of such folders.
type Input struct {
	Name  string // path of the file or folder
	Kind  *Kind
	Files []*File
}

// A File is one file of an input. Its reader is at the beginning of the file.
type File struct {
	io.Reader
	Name   string
	Folder string      // path of its folder within the input; "": the input itself
	Info   folder.Info // of its folder; zero value: there is none
	closer io.Closer
}

// Close closes all files.
func (in *Input) Close() error {
	return errors.Join(lists.Each(in.Files, func(f *File) error { return f.closer.Close() })...)
}

// Differences says in words which arguments and versions differ, such as "time-limit: 30s
// before, 1m0s now". It looks at the folders of runs that both inputs have.
func Differences(old, new *Input) (all []string) {
	for _, a := range old.Files {
		for _, b := range new.Files {
			if a.Folder != b.Folder || a.Info.Format == "" || b.Info.Format == "" {
				continue
			}
			all = append(all, differences(a.Folder, a.Info.Arguments, b.Info.Arguments)...)
			all = append(all, differences(a.Folder, a.Info.Versions, b.Info.Versions)...)
		}
	}
	return all
}

func differences(folder string, old, new map[string]string) (found []string) {
	keys := map[string]string{}
	maps.Copy(keys, old)
	maps.Copy(keys, new)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a, b := old[key], new[key]; a != b {
			text := fmt.Sprintf(
				"%s: %s: %s before, %s now",
				folder,
				key,
				cmp.Or(a, "none"),
				cmp.Or(b, "none"),
			)
			found = append(found, strings.TrimPrefix(text, ": "))
		}
	}
	return found
}

// sameTraces returns an error where folders of runs have traces of one name and different
// content.
func sameTraces(old, new *Input) error {
	for _, a := range old.Files {
		for _, b := range new.Files {
			if a.Folder == b.Folder && a.Info.Trace == b.Info.Trace && a.Info.SHA256 != "" &&
				b.Info.SHA256 != "" &&
				a.Info.SHA256 != b.Info.SHA256 {
				return fmt.Errorf("%s and %s are of different traces: %w", a.Name, b.Name,
					optgap.BadField("sha256 of "+b.Info.Trace, b.Info.SHA256, a.Info.SHA256))
			}
		}
	}
	return nil
}

// resultFiles holds the names of files with results in the folders of runs.
var resultFiles = []string{"results.jsonl", "runs.jsonl"}

// Open opens a file, or stdin where path is "-", or the results in the folder of a run. A
// folder without results of its own is searched for folders of runs, such as the cells of a
// matrix. In a folder anything after the last line end is ignored, as a run may be under
// way. The beginning of the first file tells the kind of the results.
func Open(path string, stdin io.Reader) (in *Input, err error) {
	in = &Input{Name: path}
	info, err := os.Stat(path)
	if path != stream.Stdin && err != nil {
		return nil, err
	}
	if path != stream.Stdin && info.IsDir() {
		err = in.openFolders(path)
	} else {
		err = in.openFile(path, stdin)
	}
	if err == nil {
		err = in.recognise()
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func (in *Input) openFile(path string, stdin io.Reader) error {
	f, err := folder.OpenIntact(path, stdin)
	if err != nil {
		return err
	}
	in.Name = f.Name()
	in.Files = []*File{{Reader: f, Name: f.Name(), closer: f}}
	return nil
}

func (in *Input) openFolders(root string) error {
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !slices.Contains(resultFiles, e.Name()) {
			return err
		}
		dir := filepath.Dir(path)
		if err := folder.Intact(dir); err != nil {
			return err
		}
		f, err := folder.OpenLines(path)
		if err != nil {
			return err
		}
		within, err := filepath.Rel(root, dir)
		if within == "." {
			within = ""
		}
		_, info := folder.FindInfo(dir)
		in.Files = append(
			in.Files,
			&File{
				Reader: f,
				Name:   path,
				Folder: filepath.ToSlash(within),
				Info:   info,
				closer: f,
			},
		)
		return err
	})
	if err == nil && len(in.Files) == 0 {
		found := "a folder without results"
		if name, _ := folder.FindInfo(root); name != "" {
			found = "the folder of a run of another kind, by its " + name
		}
		err = optgap.BadField(
			root,
			found,
			"the folder of a study, of replays or of moldable runs, or one that holds such folders",
		)
	}
	return err
}

// recognise sets the kind by the first line with text. Files without text have the kind of
// the others.
func (in *Input) recognise() error {
	for _, f := range slices.Clone(in.Files) {
		buffered := bufio.NewReaderSize(f.Reader, 1<<16)
		f.Reader = buffered
		begin, err := record.Peek(buffered)
		if err != nil {
			return err
		}
		kind, err := kindOf(begin)
		switch {
		case errors.Is(err, errTable) && f.Name != in.Name: // a report has left it in the folder
			in.Files = slices.DeleteFunc(in.Files, func(g *File) bool { return g == f })
			if err := f.closer.Close(); err != nil {
				return err
			}
		case err != nil:
			return &record.LineError{File: f.Name, Line: 1, Err: err}
		case kind == nil:
			continue
		case in.Kind == nil:
			in.Kind = kind
		case in.Kind != kind:
			return optgap.BadField(f.Name, kind.Name, in.Kind.Name+", as in "+in.Files[0].Name)
		}
	}
	if in.Kind == nil {
		return optgap.BadField(in.Name, "no result", "at least one")
	}
	return nil
}

// errTable refuses rows of a report's table, which say less than the results that they are about.
var errTable = optgap.BadField("format", "rows of a report's table", expected)

// kindOf returns the kind of a file by its beginning; nil: there is no text.
func kindOf(b record.Beginning) (*Kind, error) {
	switch b.First {
	case 0:
		return nil, nil
	case '{':
	default:
		return nil, errors.New(
			"found text, expected " + expected + "; benchstat compares outputs of go test -bench",
		)
	}
	for _, kind := range kinds {
		if kind.format == b.Format {
			return kind, nil
		}
	}
	switch {
	case b.Format == "" && b.Key == "study":
		return nil, errTable
	case b.Format == "":
		return nil, optgap.BadField("format", "none", expected)
	}
	return nil, optgap.BadText("format", b.Format, expected)
}
