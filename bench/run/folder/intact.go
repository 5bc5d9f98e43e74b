package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
)

// CheckLines checks the lines of a run that no seal covers, as it was killed or is under way.
// Package verifyfolder sets it, and a program that does not import that package refuses such a
// folder.
var CheckLines func(dir string) error

// Intact refuses, by an error that wraps an *optgap.FieldError, a folder whose run is not as the
// program left it, and a file in such a folder. A folder of no run is intact.
func Intact(path string) error {
	dir := path
	stat, err := os.Stat(path)
	if err == nil && !stat.IsDir() {
		dir = filepath.Dir(path)
	}
	infos, err := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, info := range infos {
		text, failed := os.ReadFile(info)
		if err = errors.Join(err, failed); bytes.Contains(text, []byte(blankSeal[:len(blankSeal)-1])) {
			err = errors.Join(err, intact(dir, filepath.Base(info)))
		}
	}
	return err
}

// OpenIntact opens a file, or the standard input for "-". It refuses one that is not Intact.
func OpenIntact(path string, stdin io.Reader) (*stream.Reader, error) {
	if err := Intact(path); err != nil {
		return nil, err
	}
	return stream.Open(path, stdin)
}

// intact is Intact for the run whose info file has the name. Another run may go on, or end,
// meanwhile: then it looks again.
func intact(dir, infoName string) error {
	path := filepath.Join(dir, infoName)
	for {
		before, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found := sealed(dir, infoName)
		after, err := os.ReadFile(path)
		if err != nil || bytes.Equal(before, after) {
			return errors.Join(err, found)
		}
	}
}

// sealed holds a folder against its seals, and what no seal covers against what follows from it.
func sealed(dir, infoName string) error {
	changes, err := Changes(dir, infoName)
	if err != nil {
		return err
	}
	if len(changes) > 0 {
		return Tampered(dir, changes[0])
	}
	info, err := ReadInfo(filepath.Join(dir, infoName))
	if err != nil || !info.underWay() {
		return err
	}
	if CheckLines == nil {
		return optgap.BadField(
			filepath.Join(dir, infoName)+": ended",
			"none: the run was killed, or is under way",
			"an import of bench/verifyfolder, which checks the lines of such a run",
		)
	}
	return CheckLines(dir)
}

// Tampered is the error about a folder with a change.
func Tampered(dir string, c Change) error {
	return fmt.Errorf(
		"%w: changed since the run wrote it: optgap verify %s tells all; a new folder starts anew",
		optgap.BadField(filepath.Join(dir, c.File)+": "+c.Field, c.Found, c.Expected),
		dir,
	)
}
