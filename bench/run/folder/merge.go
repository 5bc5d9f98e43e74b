package folder

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/optgap/optgap"
)

// Merge joins the folders of all shards of a run, each complete, into the folder out. out is the
// folder that a run without shards would have left, but for times. Merge returns the results and the
// content of the info file.
//
// An error that wraps an *optgap.FieldError names the folder and the field that does not fit:
// another run, version or argument; a shard that is missing, there twice, unfinished or changed since
// its end; problems that two shards have. out must not exist, or must be empty or hold the same. It
// appears once all is done. Where the context is cancelled, nothing is left of out.
func Merge[P, R any, K comparable](
	ctx context.Context, out string, dirs []string, layout Layout[P, R, K],
) (results []R, info Info, err error) {
	if len(dirs) == 0 {
		return nil, info, &optgap.FieldError{Field: "shards", Found: "no folder", Expected: "the folders of all shards"}
	}
	if err := CheckApart(out, dirs); err != nil {
		return nil, info, err
	}
	all, err := parts(dirs, layout.Info, layout.Format)
	if err != nil {
		return nil, info, err
	}
	c, err := joined(ctx, all, layout)
	if err != nil {
		return nil, info, err
	}
	err = Create(out, func(dir string) error { return layout.write(ctx, dir, &c) })
	return c.Results, c.Info, err
}

// joined returns the content of all shards together, in order.
func joined[P, R any, K comparable](
	ctx context.Context, all []part, layout Layout[P, R, K],
) (c Content[P, R], err error) {
	c.Info = merged(all)
	holder := make(map[K]part)
	for _, p := range all {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		changes, err := Changes(p.dir, layout.Info)
		if err != nil {
			return c, err
		}
		for _, ch := range changes {
			return c, p.wrong(ch.File+": "+ch.Field, ch.Found, ch.Expected)
		}
		own, err := Read(p.dir, layout)
		if err != nil {
			return c, err
		}
		for _, problem := range own.Problems {
			key := layout.ProblemKey(problem)
			if other, twice := holder[key]; twice {
				return c, p.wrong(layout.Problems, fmt.Sprintf("%v, which is in %s too", key, other.dir), "each problem once")
			}
			holder[key] = p
		}
		c.Problems, c.Results = append(c.Problems, own.Problems...), append(c.Results, own.Results...)
	}
	slices.SortFunc(c.Problems, func(a, b P) int { return layout.Compare(layout.ProblemKey(a), layout.ProblemKey(b)) })
	slices.SortFunc(c.Results, func(a, b R) int { return layout.Compare(layout.ResultKey(a), layout.ResultKey(b)) })
	return c, nil
}

// write writes the files of a complete run into a new folder.
func (l Layout[P, R, K]) write(ctx context.Context, dir string, c *Content[P, R]) error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{l.Problems, linesOf(c.Problems)},
		{l.Results, linesOf(c.Results)},
		{l.Summary, func(w io.Writer) (err error) {
			c.Info.Digest, err = l.Digest(c.Results, w)
			return err
		}},
	} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, f.name), f.write); err != nil {
			return err
		}
	}
	if err := c.Info.keep(dir, l.kept()...); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, l.Info), c.Info.write)
}

// writeFile writes a new file through a buffer, and puts it on the disk.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if err := write(w); err != nil {
		return errors.Join(err, file.Close())
	}
	return errors.Join(w.Flush(), file.Sync(), file.Close())
}
