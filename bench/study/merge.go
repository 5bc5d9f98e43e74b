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
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study/matrix"
)

// HoldsBatch tells whether a folder holds the studies of a study file.
func HoldsBatch(dir string) bool { return folder.Files{Info: EffectiveFile}.HeldIn(dir) }

// Folders returns the folders of the studies of a study file. Where the folder holds a single
// study, it is the only one.
func Folders(dir string) ([]string, error) {
	if !HoldsBatch(dir) {
		return []string{dir}, nil
	}
	_, names, err := namedCells(dir)
	return frame.Each(names, func(name string) string { return filepath.Join(dir, name) }), err
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
	file, names, err := commonFile(shards)
	if err != nil {
		return nil, err
	}
	err = folder.Create(out, func(unready string) error {
		for _, name := range names {
			parts := frame.Each(shards, func(dir string) string { return filepath.Join(dir, name) })
			c, err := folder.Merge(ctx, filepath.Join(unready, name), parts, Shown)
			if err != nil {
				return err
			}
			all = append(all, Merged{name, c.Results})
		}
		if err := copyFolder(filepath.Join(unready, workloadsName), filepath.Join(shards[0], workloadsName)); err != nil {
			return err
		}
		path := filepath.Join(unready, EffectiveFile)
		return stream.WriteFile(path, func(w io.Writer) error { return file.Write(w, out) })
	})
	return all, err
}

// commonFile returns the study file of the shards, and the names of its studies. It refuses shards whose files list
// different studies, and a shard that lacks a study. Other differences stand in study.json.
func commonFile(shards []string) (first *matrix.File, names []string, err error) {
	for _, dir := range shards {
		file, own, err := namedCells(dir)
		if err != nil {
			return nil, nil, err
		}
		if first == nil {
			first, names = file, own
		}
		path, firstPath := filepath.Join(dir, EffectiveFile), filepath.Join(shards[0], EffectiveFile)
		if name := lacking(own, names); name != "" {
			return nil, nil, optgap.BadField(path, "no study "+name, "the studies of "+firstPath)
		}
		if name := lacking(names, own); name != "" {
			return nil, nil, optgap.BadField(path, "the study "+name, "only the studies of "+firstPath)
		}
		for _, name := range own {
			if !Layout.HeldIn(filepath.Join(dir, name)) {
				expected := "all studies of its file: the command that began this shard goes on with it"
				return nil, nil, optgap.BadField(dir, "no study "+name, expected)
			}
		}
	}
	return first, names, nil
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
	return file, frame.Each(cells, func(c matrix.Cell) string { return c.Name }), err
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

// copyFolder copies a folder, if it exists.
func copyFolder(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
