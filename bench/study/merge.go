package study

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/matrix"
)

// HoldsBatch tells whether a folder holds the studies of a study file.
func HoldsBatch(dir string) bool { return folder.Files{Info: EffectiveFile}.HeldIn(dir) }

// Folders returns the folders of the studies of a study file. Where the folder holds a single
// study, it is the only one.
func Folders(dir string) (dirs []string, err error) {
	if !HoldsBatch(dir) {
		return []string{dir}, nil
	}
	file, err := ReadEffective(dir)
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

// Merged is a study of a study file whose shards are joined.
type Merged struct {
	Name    string
	Results []record.Result
}

// MergeBatch joins the shards of the studies of a study file into the new folder out.
func MergeBatch(ctx context.Context, out string, shards []string) (all []Merged, err error) {
	if err := folder.CheckApart(out, shards); err != nil {
		return nil, err
	}
	file, err := commonFile(shards)
	if err != nil {
		return nil, err
	}
	cells, err := file.Cells()
	if err != nil {
		return nil, err
	}
	err = folder.Create(out, func(unready string) error {
		for _, cell := range cells {
			c, err := folder.Merge(ctx, filepath.Join(unready, cell.Name), below(shards, cell.Name), Layout)
			if err != nil {
				return err
			}
			all = append(all, Merged{cell.Name, c.Results})
		}
		if err := copyFolder(filepath.Join(unready, workloadsName), filepath.Join(shards[0], workloadsName)); err != nil {
			return err
		}
		path := filepath.Join(unready, EffectiveFile)
		return stream.WriteFile(path, func(w io.Writer) error { return file.Write(w, out) })
	})
	return all, err
}

// commonFile returns the study file of the shards. It refuses shards whose files list different
// studies, and a shard that lacks a study. Other differences stand in study.json.
func commonFile(shards []string) (*matrix.File, error) {
	var first *matrix.File
	var names []string
	for _, dir := range shards {
		file, own, err := namedCells(dir)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first, names = file, own
		}
		path, firstPath := filepath.Join(dir, EffectiveFile), filepath.Join(shards[0], EffectiveFile)
		if name := lacking(own, names); name != "" {
			return nil, optgap.BadField(path, "no study "+name, "the studies of "+firstPath)
		}
		if name := lacking(names, own); name != "" {
			return nil, optgap.BadField(path, "the study "+name, "only the studies of "+firstPath)
		}
		for _, name := range own {
			if !Layout.HeldIn(filepath.Join(dir, name)) {
				expected := "all studies of its file: the command that began this shard goes on with it"
				return nil, optgap.BadField(dir, "no study "+name, expected)
			}
		}
	}
	return first, nil
}

// namedCells returns the study file of a shard's folder, and the names of its studies.
func namedCells(dir string) (file *matrix.File, names []string, err error) {
	if !HoldsBatch(dir) {
		return nil, nil, optgap.BadField(dir, "no "+EffectiveFile, "a shard of the studies of a study file, as others are")
	}
	if file, err = ReadEffective(dir); err != nil {
		return nil, nil, err
	}
	cells, err := file.Cells()
	for _, cell := range cells {
		names = append(names, cell.Name)
	}
	return file, names, err
}

// lacking returns the first of the wanted names that is not among the names; "": all are.
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

// copyFolder copies a folder, if it exists.
func copyFolder(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
