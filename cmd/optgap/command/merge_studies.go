package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
)

// holdsStudies tells whether a folder is that of a study file.
func holdsStudies(dir string) bool { return isFile(filepath.Join(dir, effectiveFile)) }

// readEffective reads the study file that the studies in a folder have come from.
func readEffective(dir string) (*matrix.File, error) {
	path := filepath.Join(dir, effectiveFile)
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return matrix.Read(in, path, knownTo(studyCommand(streams{}).Flags))
}

// studyFolders returns the folders of the studies of a study file, or the folder itself
// where it is that of a single study.
func studyFolders(dir string) (dirs []string, err error) {
	if !holdsStudies(dir) {
		return []string{dir}, nil
	}
	file, err := readEffective(dir)
	if err != nil {
		return nil, err
	}
	cells, err := file.Cells()
	if err != nil {
		return nil, err
	}
	for _, cell := range cells {
		dirs = append(dirs, filepath.Join(dir, cell.Name))
	}
	return dirs, nil
}

// mergeStudies joins the shards of the studies of a study file, and prints what the run
// of the file would.
func mergeStudies(c *cli.Context, s streams, out string, shards []string) error {
	for _, name := range []string{"rows", "wide"} {
		if c.IsSet(name) {
			return usage("merge: found --%s, which has an effect only on the shards of a single study", name)
		}
	}
	file, err := commonFile(shards)
	if err != nil {
		return err
	}
	cells, err := file.Cells()
	if err != nil {
		return err
	}
	t, all := runTable(), 0
	err = folder.Create(out, func(unready string) error {
		for _, cell := range cells {
			results, _, err := study.MergeFolders(filepath.Join(unready, cell.Name), below(shards, cell.Name))
			if err != nil {
				return err
			}
			all += len(results)
			t.Rows = append(t.Rows, runRow(cell.Name, stepsOf(results), results))
		}
		if err := copyFolder(filepath.Join(unready, workloadsName), filepath.Join(shards[0], workloadsName)); err != nil {
			return err
		}
		return stream.WriteFile(filepath.Join(unready, effectiveFile), func(w io.Writer) error { return file.Write(w, out) })
	})
	if err != nil {
		return err
	}
	newNotes(s, c.Bool("quiet")).say("%s in %s, each of %s, in %s", format.Count(int64(all), "result"), studiesCount(len(cells)), format.Count(int64(len(shards)), "shard"), out)
	if err := t.Write(s.out, table.Text); err != nil {
		return fmt.Errorf("%s is complete; its table: %w", out, err)
	}
	return nil
}

// commonFile returns the study file of the shards. It refuses shards whose files list
// different studies, and those that lack one. What else may differ stands in study.json.
func commonFile(shards []string) (*matrix.File, error) {
	var first *matrix.File
	var names []string
	for _, dir := range shards {
		if !holdsStudies(dir) {
			return nil, &optgap.FieldError{Field: dir, Found: "no " + effectiveFile, Expected: "a shard of the studies of a study file, as others are"}
		}
		file, err := readEffective(dir)
		if err != nil {
			return nil, err
		}
		cells, err := file.Cells()
		if err != nil {
			return nil, err
		}
		var own []string
		for _, cell := range cells {
			own = append(own, cell.Name)
		}
		if first == nil {
			first, names = file, own
		}
		if name := lacking(own, names); name != "" {
			return nil, &optgap.FieldError{Field: filepath.Join(dir, effectiveFile), Found: "no study " + name, Expected: "the studies of " + filepath.Join(shards[0], effectiveFile)}
		}
		if name := lacking(names, own); name != "" {
			return nil, &optgap.FieldError{Field: filepath.Join(dir, effectiveFile), Found: "the study " + name, Expected: "only the studies of " + filepath.Join(shards[0], effectiveFile)}
		}
		for _, name := range own {
			if !isFile(filepath.Join(dir, name, study.FileNames()[0])) {
				return nil, &optgap.FieldError{Field: dir, Found: "no study " + name, Expected: "all studies of its file: the command that began this shard goes on with it"}
			}
		}
	}
	return first, nil
}

// lacking returns the first of the wanted names that is not there; "": all are.
func lacking(names, wanted []string) string {
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return name
		}
	}
	return ""
}

// below returns the paths of a name in all folders.
func below(dirs []string, name string) []string {
	paths := make([]string, len(dirs))
	for i, dir := range dirs {
		paths[i] = filepath.Join(dir, name)
	}
	return paths
}

// stepsOf counts the steps of results, which are in order.
func stepsOf(results []record.Result) (n int) {
	for i, r := range results {
		if i == 0 || r.Index != results[i-1].Index {
			n++
		}
	}
	return n
}

// copyFolder copies a folder, if there is one.
func copyFolder(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
