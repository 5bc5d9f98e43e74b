package folder

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/optgap/optgap"
)

// Identity is what the results of a run depend on. Two runs with equal identities
// find the same, times apart.
type Identity struct {
	Format    string            `json:"format"`
	Trace     string            `json:"trace"`
	SHA256    string            `json:"sha256"`    // of the trace file as read
	Arguments map[string]string `json:"arguments"` // flags that the results depend on
	Versions  map[string]string `json:"versions"`  // of the programs: optgap, go, highs
}

// Versions returns the versions of the programs of every run: that of optgap, and of go.
func Versions(optgap string) map[string]string {
	return map[string]string{"optgap": optgap, "go": runtime.Version()}
}

// Info is what the info file says of a run.
type Info struct {
	Identity
	CPUs     int            `json:"cpus"`
	System   string         `json:"system"`
	Started  time.Time      `json:"started"`
	Ended    time.Time      `json:"ended,omitzero"`
	Complete bool           `json:"complete"`
	Skipped  map[string]int `json:"skipped,omitempty"` // jobs of the trace by reason
	// Earlier holds, for each run that has changed arguments, what they were before it, from
	// the first such run on. Results that it did not replace are of then.
	Earlier []map[string]string `json:"earlier,omitempty"`
	// MeasuredBy says how fields of the results are measured on this computer.
	MeasuredBy map[string]string `json:"measured_by,omitempty"`
	// LimitedBy says how the work of the last run was limited.
	LimitedBy map[string]string `json:"limited_by,omitempty"`
	Digest
}

// Digest is what the results of a run say as a whole; see Layout.Digest.
type Digest struct {
	Summary any `json:"summary,omitempty"` // of a single method
	Methods any `json:"methods,omitempty"` // by method, where there are several
}

func newInfo(id Identity, skipped map[string]int) Info {
	return Info{
		Identity: id, CPUs: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Started: time.Now().UTC().Truncate(time.Second), Skipped: skipped,
	}
}

func (i *Info) end(complete bool, d Digest) {
	i.Ended, i.Complete, i.Digest = time.Now().UTC().Truncate(time.Second), complete, d
}

func (i *Info) write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(i)
}

// with returns the identity with those arguments of another.
func (id Identity) with(other Identity, names []string) Identity {
	id.Arguments = maps.Clone(id.Arguments)
	if id.Arguments == nil {
		id.Arguments = map[string]string{}
	}
	for _, name := range names {
		if v, ok := other.Arguments[name]; ok {
			id.Arguments[name] = v
		}
	}
	return id
}

// Turn returns where the deal of a run's problems to shards begins; see shard.Shard. It depends on
// what the run is, but not on the arguments with the names, which may change as it goes on.
func (id Identity) Turn(free []string) int {
	h := fnv.New32a()
	fmt.Fprintf(h, "%q %q", id.Trace, id.SHA256)
	for _, name := range slices.Sorted(maps.Keys(id.Arguments)) {
		if name != ShardArgument && !slices.Contains(free, name) {
			fmt.Fprintf(h, " %q %q", name, id.Arguments[name])
		}
	}
	return int(h.Sum32() >> 1) // an int of 32 bits holds it
}

// differing returns the first field in which two identities differ.
func differing(found, expected Identity) error {
	for _, f := range []struct{ name, found, expected string }{
		{"format", found.Format, expected.Format},
		{"trace", found.Trace, expected.Trace},
		{"sha256", found.SHA256, expected.SHA256},
	} {
		if f.found != f.expected {
			return &optgap.FieldError{Field: f.name, Found: strconv.Quote(f.found), Expected: strconv.Quote(f.expected)}
		}
	}
	if err := differingEntry("arguments", found.Arguments, expected.Arguments); err != nil {
		return err
	}
	return differingEntry("versions", found.Versions, expected.Versions)
}

func differingEntry(name string, found, expected map[string]string) error {
	word := func(m map[string]string, key string) string {
		if v, ok := m[key]; ok {
			return strconv.Quote(v)
		}
		return "none"
	}
	keys := maps.Clone(expected)
	maps.Copy(keys, found)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a, b := word(found, key), word(expected, key); a != b {
			return &optgap.FieldError{Field: name + "." + key, Found: a, Expected: b}
		}
	}
	return nil
}
