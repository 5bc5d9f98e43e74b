package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/run/harness"
)

// ShardArgument is the argument of an Identity that names the shard of a run. A whole run does not
// have this argument.
const ShardArgument = "shard"

// part is the folder of one shard.
type part struct {
	dir   string
	info  Info
	shard harness.Shard
}

// parts reads the info files of the folders. An *optgap.FieldError refuses folders that are not
// those of all shards of one run, each complete.
func parts(dirs []string, infoName, format string) ([]part, error) {
	var all []part
	for _, dir := range dirs {
		info, err := ReadInfo(filepath.Join(dir, infoName))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, optgap.BadField(
				dir,
				"no "+infoName,
				"a shard, or each study within by itself",
			)
		}
		if err != nil {
			return nil, err
		}
		p := part{dir: dir, info: info}
		if info.Format != format {
			return nil, p.wrong("format", strconv.Quote(info.Format), strconv.Quote(format))
		}
		p.shard, err = harness.ParseShard(info.Arguments[ShardArgument])
		if err != nil {
			return nil, p.wrong(
				"arguments."+ShardArgument,
				argument(info),
				"a shard, such as 2/8: a whole run needs no merging",
			)
		}
		if len(all) > 0 {
			if err := p.mustMatch(all[0]); err != nil {
				return nil, err
			}
		}
		all = append(all, p)
	}
	if err := mustBeAll(all); err != nil {
		return nil, err
	}
	for _, p := range all {
		if !p.info.Complete {
			return nil, p.wrong(
				"complete",
				"false",
				"true: the command that began this shard goes on with it",
			)
		}
	}
	return all, nil
}

// argument is the shard in an info file, in words.
func argument(info Info) string {
	if text, ok := info.Arguments[ShardArgument]; ok {
		return strconv.Quote(text)
	}
	return "none"
}

// wrong is an error about a field of the shard's info file.
func (p part) wrong(field, found, expected string) error {
	return fmt.Errorf("%s: %w", p.dir, optgap.BadField(field, found, expected))
}

// mustMatch refuses a shard of another run than the first one, or of another number of shards.
func (p part) mustMatch(first part) error {
	if err := differing(p.whole(), first.whole()); err != nil {
		return fmt.Errorf("%s: %w as in %s", p.dir, err, first.dir)
	}
	if p.shard.Of != first.shard.Of {
		expected := fmt.Sprintf("a shard of %d, as in %s", first.shard.Of, first.dir)
		return p.wrong("arguments."+ShardArgument, argument(p.info), expected)
	}
	return nil
}

// whole is the identity of the run of which the shard is a part.
func (p part) whole() Identity {
	id := p.info.Identity
	id.Arguments = maps.Clone(id.Arguments)
	delete(id.Arguments, ShardArgument)
	return id
}

// mustBeAll refuses a shard that is there twice, and shards of which one is missing.
func mustBeAll(all []part) error {
	holder := make(map[int]part)
	for _, p := range all {
		if other, twice := holder[p.shard.Number]; twice {
			found := fmt.Sprintf("%s, which is in %s too", argument(p.info), other.dir)
			return p.wrong("arguments."+ShardArgument, found, "each shard once")
		}
		holder[p.shard.Number] = p
	}
	var missing []string
	of := all[0].shard.Of
	for number := 1; number <= of && len(missing) < 10; number++ {
		if _, ok := holder[number]; !ok {
			missing = append(missing, harness.Shard{Number: number, Of: of}.String())
		}
	}
	if missing != nil {
		found := fmt.Sprintf(
			"%d of %d shards, without %s",
			len(holder),
			of,
			strings.Join(missing, ", "),
		)
		return optgap.BadField("arguments."+ShardArgument, found, "all")
	}
	return nil
}

// merged is the info of the run as a whole.
func merged(all []part) Info {
	info := all[0].info
	info.Identity = all[0].whole()
	info.Digest = Digest{}
	commands := []string{info.Command}
	for _, p := range all[1:] {
		if p.info.Started.Before(info.Started) {
			info.Started = p.info.Started
		}
		if p.info.Ended.After(info.Ended) {
			info.Ended = p.info.Ended
		}
		info.Asked += p.info.Asked
		commands = append(commands, p.info.Command)
		info.LimitedBy = either(info.LimitedBy, p.info.LimitedBy)
	}
	slices.Sort(commands) // in whatever order the shards are given
	info.Command = strings.Join(slices.Compact(commands), "\n")
	return info
}

// either joins what two shards say of their machines. A value that differs is a list of
// alternatives.
func either(a, b map[string]string) map[string]string {
	if a == nil {
		return b
	}
	joined := maps.Clone(a)
	for name, how := range b {
		all := []string{how}
		if known, ok := a[name]; ok {
			all = append(strings.Split(known, or), how)
		}
		slices.Sort(all)
		joined[name] = strings.Join(slices.Compact(all), or)
	}
	return joined
}

const or = "; or "

// Merge joins the folders of all shards of a run, each complete, into the folder out. out is the
// folder that a run without shards would have left, but for times. Merge returns its content.
//
// An error that wraps an *optgap.FieldError names the folder and the field that does not fit:
// another run, version or argument; a shard that is missing, there twice, unfinished or changed
// since its end; problems that two shards have. out must not exist, or must be empty or hold the
// same. It appears once all is done. Where the context is cancelled, nothing is left of out.
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
	c, err = joined(ctx, all, layout)
	if err != nil {
		return c, err
	}
	return c, Create(out, func(dir string) error { return layout.write(ctx, dir, &c) })
}

// joined returns the content of all shards together, with the lines of their results.
func joined[P, R any, K comparable](
	ctx context.Context, all []part, layout Layout[P, R, K],
) (c Content[P, R], err error) {
	c.Info = merged(all)
	holder := make(map[K]part)
	for _, p := range all {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		own, err := Read(p.dir, layout)
		if err != nil {
			return c, err
		}
		for _, problem := range own.Problems {
			key := layout.ProblemKey(problem)
			if other, twice := holder[key]; twice {
				return c, p.wrong(
					layout.Problems,
					fmt.Sprintf("%v, which is in %s too", key, other.dir),
					"each problem once",
				)
			}
			holder[key] = p
		}
		c.Problems = append(c.Problems, own.Problems...)
		c.Results = append(c.Results, own.Results...)
		text, err := os.ReadFile(layout.In(p.dir).Results)
		if err != nil {
			return c, err
		}
		c.texts = slices.AppendSeq(c.texts, bytes.Lines(text))
	}
	if len(c.texts) != len(c.Results) {
		return c, fmt.Errorf(
			"found %d lines of %d results, expected one of each",
			len(c.texts),
			len(c.Results),
		)
	}
	return c, nil
}
