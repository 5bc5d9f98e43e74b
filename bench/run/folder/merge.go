package folder

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/optgap/optgap"
)

// Merge joins the folders of all shards of a run, each complete, into the folder out. out is the
// folder that a run without shards would have left, but for times. Merge returns its content.
//
// An error that wraps an *optgap.FieldError names the folder and the field that does not fit:
// another run, version or argument; a shard that is missing, there twice, unfinished or changed since
// its end; problems that two shards have. out must not exist, or must be empty or hold the same. It
// appears once all is done. Where the context is cancelled, nothing is left of out.
func Merge[P, R any, K comparable](
	ctx context.Context, out string, dirs []string, layout Layout[P, R, K],
) (c Content[P, R], err error) {
	if len(dirs) == 0 {
		return c, optgap.BadField("shards", "no folder", "the folders of all shards")
	}
	if err := CheckApart(out, dirs); err != nil {
		return c, err
	}
	all, err := parts(dirs, layout.Info, layout.Format)
	if err != nil {
		return c, err
	}
	if c, err = joined(ctx, all, layout); err != nil {
		return c, err
	}
	return c, Create(out, func(dir string) error { return layout.write(ctx, dir, &c) })
}

// joined returns the content of all shards together, with the problems in order.
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
		text, err := os.ReadFile(layout.In(p.dir).Results)
		if err != nil {
			return c, err
		}
		c.texts = slices.AppendSeq(c.texts, bytes.Lines(text))
	}
	if len(c.texts) != len(c.Results) {
		return c, fmt.Errorf("found %d lines of %d results, expected one of each", len(c.texts), len(c.Results))
	}
	slices.SortFunc(c.Problems, func(a, b P) int { return layout.Compare(layout.ProblemKey(a), layout.ProblemKey(b)) })
	return c, nil
}
