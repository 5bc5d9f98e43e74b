package folder

import (
	"fmt"
	"maps"
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
		if err != nil {
			return nil, err
		}
		p := part{dir: dir, info: info}
		if info.Format != format {
			return nil, p.wrong("format", strconv.Quote(info.Format), strconv.Quote(format))
		}
		if p.shard, err = harness.ParseShard(info.Arguments[ShardArgument]); err != nil {
			return nil, p.wrong("arguments."+ShardArgument, argument(info), "a shard, such as 2/8: a whole run needs no merging")
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
			return nil, p.wrong("complete", "false", "true: the command that began this shard goes on with it")
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
		found := fmt.Sprintf("%d of %d shards, without %s", len(holder), of, strings.Join(missing, ", "))
		return optgap.BadField("arguments."+ShardArgument, found, "all")
	}
	return nil
}

// merged is the info of the run as a whole.
func merged(all []part) Info {
	info := all[0].info
	info.Identity, info.Digest = all[0].whole(), Digest{}
	for _, p := range all[1:] {
		if p.info.Started.Before(info.Started) {
			info.Started = p.info.Started
		}
		if p.info.Ended.After(info.Ended) {
			info.Ended = p.info.Ended
		}
		info.Asked += p.info.Asked
		info.MeasuredBy = either(info.MeasuredBy, p.info.MeasuredBy)
		info.LimitedBy = either(info.LimitedBy, p.info.LimitedBy)
	}
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
