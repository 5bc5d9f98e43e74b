package library

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/library/internal/recipe"
	"github.com/optgap/optgap/bench/record"
)

// IdentityFormat names the version of the JSON form of an Identity.
const IdentityFormat = "optgap-identity/1"

// identitiesName is the file of the identities of a set.
const identitiesName = "identities.jsonl.gz"

// Identity is what a set says of a step. A set of the traces of archives has no more of it than that.
type Identity struct {
	Format  string `json:"format"`
	Index   int    `json:"index"`
	Trace   string `json:"trace"`
	Machine int64  `json:"machine"`
	Jobs    int    `json:"jobs"`
	// of the step's line in `steps.jsonl`, with its end of line
	SHA256 string `json:"sha256"`
}

// identify returns the identity of a step.
func identify(step *optgap.Step) (Identity, error) {
	var line bytes.Buffer
	if err := record.NewWriter(&line).Write(step); err != nil {
		return Identity{}, err
	}
	sum := sha256.Sum256(line.Bytes())
	return Identity{
		Format: IdentityFormat, Index: step.Index, Trace: step.Trace, Machine: step.Machine, Jobs: len(step.Jobs),
		SHA256: hex.EncodeToString(sum[:]),
	}, nil
}

// identifyAll returns the identities of steps.
func identifyAll(steps []*optgap.Step) ([]Identity, error) { return lists.Try(steps, identify) }

// readIdentities reads the identities of the set.
func (s *Set) readIdentities() ([]Identity, error) {
	check := func(id *Identity) error { return field.CheckFormat(id.Format, IdentityFormat) }
	return readLines(s, identitiesName, record.Reader(check))
}

// readLines reads a file of a set.
func readLines[T any](s *Set, name string, read func(io.Reader, string) iter.Seq2[T, error]) ([]T, error) {
	path := filepath.Join(s.Dir, name)
	in, err := stream.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return record.Collect(read(in, path))
}

// firstOther returns the number of the first line, from 1, in which two lists differ; 0: in none.
func firstOther(a, b []Identity) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i + 1
		}
	}
	return 0
}

// Missing says which traces make the steps that the set does not hold.
func (s *Set) Missing() error {
	traces := lists.Each(s.Recipe.Archived(), (*recipe.Archived).String)
	return &optgap.FieldError{
		Field: "set " + s.Recipe.Set, Found: "no steps, as they are of a trace of an archive",
		Expected: fmt.Sprintf("optgap library make --traces DIR %s first, where DIR has %s",
			s.Recipe.Set, strings.Join(traces, ", and ")),
	}
}

// Hide returns what is known without the sizes of jobs that certificates have. Their groups get the order
// in which jobs of each first appear in the step, and all groups are there.
func (k *Known) Hide(step *optgap.Step) *Known {
	hidden := *k
	hidden.Bounds = nil
	for _, b := range k.Bounds {
		if b.Certificate != nil && len(b.Certificate.Groups) > 0 {
			c := *b.Certificate
			c.Groups = nil
			for _, g := range groupsOf(step) {
				c.Groups = append(c.Groups, optgap.GroupPrices{Price: pricesOf(b.Certificate, g)})
			}
			b.Certificate = &c
		}
		hidden.Bounds = append(hidden.Bounds, b)
	}
	return &hidden
}

// Reveal puts the sizes back that Hide has left out. It refuses a certificate with another number of
// groups than the step has.
func (k *Known) Reveal(step *optgap.Step) error {
	for i, b := range k.Bounds {
		if b.Certificate == nil || len(b.Certificate.Groups) == 0 {
			continue
		}
		groups := groupsOf(step)
		if found := len(b.Certificate.Groups); found != len(groups) {
			field := fmt.Sprintf("bounds[%d].certificate.groups", i)
			return optgap.BadField(field, found, fmt.Sprintf("%d, one for all jobs of a size", len(groups)))
		}
		for n := range groups {
			groups[n].Price = b.Certificate.Groups[n].Price
		}
		b.Certificate.Groups = groups
	}
	return nil
}

// groupsOf returns the groups of jobs of equal width, estimate and weight, without prices, in the order of
// their first jobs.
func groupsOf(step *optgap.Step) (all []optgap.GroupPrices) {
	known := map[[3]int64]bool{}
	for i, j := range step.Jobs {
		weight := step.Weight(i)
		key := [3]int64{j.Width, j.Estimate, weight}
		if known[key] {
			continue
		}
		known[key] = true
		g := optgap.GroupPrices{Width: j.Width, Estimate: j.Estimate}
		if weight != j.Width {
			g.Weight = weight
		}
		all = append(all, g)
	}
	return all
}

// pricesOf returns the prices of a group, or nil if it pays nothing.
func pricesOf(c *optgap.Certificate, group optgap.GroupPrices) []int64 {
	for _, g := range c.Groups {
		weight := g.Weight
		if weight == g.Width {
			weight = 0
		}
		if g.Width == group.Width && g.Estimate == group.Estimate && weight == group.Weight {
			return g.Price
		}
	}
	return nil
}
