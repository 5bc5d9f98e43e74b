package folder

import (
	"fmt"
	"hash/fnv"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/optgap/optgap"
)

// Identity holds all that the results of a run depend on. Two runs with equal identities find the
// same results, times apart.
type Identity struct {
	Format    string            `json:"format"`
	Trace     string            `json:"trace"`
	SHA256    string            `json:"sha256"`    // of the bytes of the trace file
	Arguments map[string]string `json:"arguments"` // flags on which the results depend
	Versions  map[string]string `json:"versions"`  // of the programs: optgap, go, highs
}

// Versions returns the versions of optgap and of Go, by name. The version of optgap is given.
func Versions(optgap string) map[string]string {
	return map[string]string{"optgap": optgap, "go": runtime.Version()}
}

// Info is the content of the info file of a run.
type Info struct {
	Identity
	CPUs     int            `json:"cpus"`
	System   string         `json:"system"`
	Started  time.Time      `json:"started"`
	Ended    time.Time      `json:"ended,omitzero"`
	Complete bool           `json:"complete"`
	Asked    int            `json:"asked,omitempty"`   // results of the complete run; 0: not known before its end
	Skipped  map[string]int `json:"skipped,omitempty"` // jobs of the trace by reason
	// Earlier holds one entry for each run that has changed arguments, the first such run first: the
	// values of these arguments before. Results that the run did not replace were found with them.
	Earlier []map[string]string `json:"earlier,omitempty"`
	// MeasuredBy says how fields of the results are measured on this computer.
	MeasuredBy map[string]string `json:"measured_by,omitempty"`
	// LimitedBy says how the work of the last run was limited.
	LimitedBy map[string]string `json:"limited_by,omitempty"`
	Digest
	// Files says by name what the other files held when the run ended; none: it has not.
	Files map[string]Kept `json:"files,omitempty"`
	Seal  string          `json:"seal"` // see write
}

// Digest holds what the info file says of all results together; see Layout.Digest.
type Digest struct {
	Summary any `json:"summary,omitempty"` // of a single method
	Methods any `json:"methods,omitempty"` // by method, where there are several
}

// newInfo returns the info of a run that begins now on this machine.
func newInfo(s Start) Info {
	return Info{
		Identity: s.Identity, CPUs: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Started: time.Now().UTC().Truncate(time.Second), Skipped: s.Skipped,
	}
}

// end notes that the run has ended now.
func (i *Info) end(complete bool) {
	i.Ended, i.Complete = time.Now().UTC().Truncate(time.Second), complete
}

// with returns the identity with the values that another identity has for the named arguments.
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

// Turn returns the turn of the deal of a run's problems to shards; see harness.Shard. The turn
// depends on the trace and the arguments. The arguments named by free do not count, as they may
// change while the run goes on.
func (id Identity) Turn(free []string) int {
	h := fnv.New32a()
	fmt.Fprintf(h, "%q %q", id.Trace, id.SHA256)
	for _, name := range slices.Sorted(maps.Keys(id.Arguments)) {
		if name != ShardArgument && !slices.Contains(free, name) {
			fmt.Fprintf(h, " %q %q", name, id.Arguments[name])
		}
	}
	return int(h.Sum32() >> 1) // fits an int of 32 bits
}

// differing returns an error about the first field in which two identities differ; nil: they are
// equal.
func differing(found, expected Identity) error {
	for _, f := range []struct{ name, found, expected string }{
		{"format", found.Format, expected.Format},
		{"trace", found.Trace, expected.Trace},
		{"sha256", found.SHA256, expected.SHA256},
	} {
		if f.found != f.expected {
			return optgap.BadField(f.name, strconv.Quote(f.found), strconv.Quote(f.expected))
		}
	}
	if err := differingEntry("arguments", found.Arguments, expected.Arguments); err != nil {
		return err
	}
	return differingEntry("versions", found.Versions, expected.Versions)
}

// differingEntry returns an error about the first entry, by key, in which two maps differ; nil:
// they are equal. name is the name of the maps' field.
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
			return optgap.BadField(name+"."+key, a, b)
		}
	}
	return nil
}
