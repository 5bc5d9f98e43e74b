package diff

import (
	"errors"
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/panics"
	"github.com/optgap/optgap/bench/record/frame"
)

// Options for [Compare].
type Options struct {
	Threshold        float64 // a time is a regression where it rises by more than this share
	FailAbove        bool    // what gets worse by more than Threshold fails the comparison
	FailOnLostProofs bool    // a lost proof fails the comparison
	Seed             uint64  // of the bootstrap
}

// Changes hold the changes from one input to another.
type Changes struct {
	*frame.Comparison
	Options Options
}

// Compare reads and compares two inputs of one kind. It is an error if the traces differ, if one index stands for
// different steps, or if the inputs have no result in common.
func Compare(old, new *Input, o Options) (*Changes, error) {
	a, b, err := readBoth(old, new)
	if err != nil {
		return nil, err
	}
	if err := sameTraces(old, new); err != nil {
		return nil, err
	}
	c, err := frame.Compare(a, b, o.Seed)
	return &Changes{c, o}, err
}

// readBoth reads two inputs side by side.
func readBoth(old, new *Input) (a, b *frame.Frame, err error) {
	if old.Kind != new.Kind {
		return nil, nil, optgap.BadField(new.Name, new.Kind.Name, old.Kind.Name+", as in "+old.Name)
	}
	failed := make(chan error)
	go func() {
		failed <- panics.Call(func() (err error) {
			b, err = new.read()
			return err
		})
	}()
	a, err = old.read()
	return a, b, errors.Join(err, <-failed)
}

// read reads all results of an input.
func (in *Input) read() (*frame.Frame, error) {
	rows := frame.New(in.Kind, in.Name)
	for _, f := range in.Files {
		if err := rows.Read(f, f.Name, f.Folder); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// sameTraces returns an error where folders of runs have traces of one name and different
// content.
func sameTraces(old, new *Input) error {
	for _, a := range old.Files {
		for _, b := range new.Files {
			if a.Folder == b.Folder && a.Info.Trace == b.Info.Trace && a.Info.SHA256 != "" && b.Info.SHA256 != "" &&
				a.Info.SHA256 != b.Info.SHA256 {
				return fmt.Errorf("%s and %s are of different traces: %w", a.Name, b.Name,
					optgap.BadField("sha256 of "+b.Info.Trace, b.Info.SHA256, a.Info.SHA256))
			}
		}
	}
	return nil
}
