package folder

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
)

// Identity holds all that the results of a run depend on. Two runs with equal identities find the
// same results, times apart.
type Identity struct {
	Format string `json:"format"`
	Trace  string `json:"trace"`
	SHA256 string `json:"sha256"` // of the trace file as read
	// flags that the results depend on, of the last run. `time-scale` is blank where `exact` has no
	// grid. `shard`, `hindsight`, `policies`, `policy-starts`, `objective` and `own-bounds` are
	// there only if not the default. A file is there by its SHA-256
	Arguments map[string]string `json:"arguments"`
	Versions  map[string]string `json:"versions"` // of optgap (with its commit), go and highs
}

// Versions returns the versions of optgap and of Go, by name. The version of optgap is given.
func Versions(optgap string) map[string]string {
	return map[string]string{"optgap": optgap, "go": runtime.Version()}
}

// Identify returns the identity of a run: the name of its trace, the SHA-256 of that file, the
// version of optgap, and the arguments.
func Identify(trace, sha256, version string, arguments map[string]string) Identity {
	return Identity{
		Trace:     trace,
		SHA256:    sha256,
		Arguments: arguments,
		Versions:  Versions(version),
	}
}

// Info is the content of the info file of a run.
type Info struct {
	Identity
	Command string `json:"command,omitempty"` // command line of the last run; of shards a line each
	// processors of the computer; operating system and architecture
	CPUs   int    `json:"cpus"`
	System string `json:"system"`
	// first start, and end; the latter is absent while it runs
	Started  time.Time `json:"started"`
	Ended    time.Time `json:"ended,omitzero"`
	Complete bool      `json:"complete"` // whether all planned steps are done
	// results of the complete study; absent if not known before, as with `--drive optimum`
	Asked   int            `json:"asked,omitempty"`
	Of      int            `json:"chosen_from,omitempty"` // of a study: steps from which these are chosen, of all shards
	Skipped map[string]int `json:"skipped,omitempty"`     // [jobs] left out of the trace, by reason
	// values before of the limits that runs with `--retry-failed` have changed, an entry for each
	// such run
	Earlier []map[string]string `json:"earlier,omitempty"`
	// how `memory` was limited; absent with `--in-process`
	LimitedBy map[string]string `json:"limited_by,omitempty"`
	Digest
	// Files says by name what the other files held when the run ended. Of a run that goes on it has
	// the lines that the run before left; none: there was none.
	Files map[string]Kept `json:"files,omitempty"`
	// SHA-256 of this text with a blank seal (`"seal": ""`)
	Seal string `json:"seal"`
}

// PaperFile is the file with the report of a paper's experiment, in the folder of its results. It
// is sealed too.
const PaperFile = "paper.json"

// Digest holds what the info file says of all results together; see Layout.Digest.
type Digest struct {
	// averages; by method where there are several
	Summary any `json:"summary,omitempty"`
	Methods any `json:"methods,omitempty"`
}

// commandLine returns the command line of this process, as a shell reads it.
func commandLine() string {
	return format.Shell(append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)...)
}

// newInfo returns the info of a run that begins now on this machine.
func newInfo(s Start) Info {
	return Info{
		Identity: s.Identity,
		Command:  commandLine(),
		CPUs:     runtime.NumCPU(),
		System:   runtime.GOOS + "/" + runtime.GOARCH,
		Started:  time.Now().UTC().Truncate(time.Second),
		Skipped:  s.Skipped,
	}
}

// underWay reports whether the run has begun and not ended, or was killed.
func (i *Info) underWay() bool { return !i.Started.IsZero() && i.Ended.IsZero() }

// end notes that the run has ended now.
func (i *Info) end(complete bool) {
	i.Ended = time.Now().UTC().Truncate(time.Second)
	i.Complete = complete
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

// differing returns an error about the first field in which two identities differ, or nil if they
// are equal.
func differing(found, expected Identity) error {
	for _, f := range []struct{ name, found, expected string }{
		{"format", found.Format, expected.Format},
		{"trace", found.Trace, expected.Trace},
		{"sha256", found.SHA256, expected.SHA256},
	} {
		if f.found != f.expected {
			return optgap.BadText(f.name, f.found, strconv.Quote(f.expected))
		}
	}
	if err := differingEntry("versions", found.Versions, expected.Versions); err != nil {
		return err // other arguments may be those of another version
	}
	return differingEntry("arguments", found.Arguments, expected.Arguments)
}

// differingEntry returns an error about the first entry, by key, in which two maps differ, or nil
// if they are equal. name is the name of the maps' field.
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

// Kept says what a file held when the run ended, or went on.
type Kept struct {
	// line ends and SHA-256 of each other file; of a run that goes on, of the lines before; absent
	// in a first run until the end or Ctrl-C
	Lines  int    `json:"lines"`
	SHA256 string `json:"sha256"`
}

// write writes the info with its seal.
func (i Info) write(w io.Writer) error {
	i.Seal = ""
	return WriteSealed(w, i)
}

// WriteSealed writes a value as JSON. Its last field, seal, is blank. The seal that is written is
// the SHA-256 of the text with the blank one.
func WriteSealed(w io.Writer, v any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	sum := sha256.Sum256(text.Bytes())
	at := bytes.LastIndex(text.Bytes(), []byte(blankSeal)) + len(blankSeal) - 1
	sealed := slices.Insert(text.Bytes(), at, []byte(hex.EncodeToString(sum[:]))...)
	_, err := w.Write(sealed)
	return err
}

const blankSeal = `"seal": ""`

// seal is the field with a checksum. It is the last one.
var seal = regexp.MustCompile(`"seal": "([0-9a-f]*)"\n}\n$`)

// keep notes what the files in a folder hold.
func (i *Info) keep(dir string, names ...string) error {
	i.Files = make(map[string]Kept)
	for _, name := range names {
		k, err := keptIn(filepath.Join(dir, name), math.MaxInt)
		if err != nil {
			return err
		}
		i.Files[name] = k
	}
	return nil
}

// keptIn reads the first lines of a file, and says what they hold.
func keptIn(path string, lines int) (k Kept, err error) {
	f, err := os.Open(path)
	if err != nil {
		return k, err
	}
	defer f.Close()
	sum := sha256.New()
	for r := bufio.NewReader(f); k.Lines < lines; {
		part, err := r.ReadSlice('\n')
		sum.Write(part)
		if err == io.EOF {
			break
		}
		if err == nil {
			k.Lines++
		} else if err != bufio.ErrBufferFull {
			return k, err
		}
	}
	k.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return k, nil
}

// Change is a difference of a file in the folder of a run from what the info file says of it.
type Change struct{ File, Field, Found, Expected string }

// Changes compares the files in the folder of a run with their checksums in the info file, whose
// name is given. It compares the info file with its own. Of a run that is under way it compares the
// lines that the run before left.
func Changes(dir, infoName string) (changes []Change, err error) {
	path := filepath.Join(dir, infoName)
	info, err := ReadInfo(path)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if found, expected := resealed(text); found != expected {
		const of = ", the SHA-256 of the other fields"
		changes = append(changes, Change{infoName, "seal", short(found), short(expected) + of})
	}
	for _, name := range slices.Sorted(maps.Keys(info.Files)) {
		c, err := changed(dir, name, info, infoName)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c...)
	}
	return changes, nil
}

// resealed returns the seal in the text of an info file, and the one that fits the text.
func resealed(text []byte) (found, expected string) {
	if at := seal.FindSubmatchIndex(text); at != nil {
		found = string(text[at[2]:at[3]])
		text = slices.Delete(slices.Clone(text), at[2], at[3])
	}
	sum := sha256.Sum256(text)
	return found, hex.EncodeToString(sum[:])
}

// short is the beginning of a checksum, for people.
func short(sum string) string {
	if sum == "" {
		return "none"
	}
	return sum[:min(12, len(sum))]
}

// changed compares a file with what was kept of it.
func changed(dir, name string, info Info, infoName string) ([]Change, error) {
	kept := info.Files[name]
	lines := math.MaxInt
	if info.underWay() {
		lines = kept.Lines
	}
	now, err := keptIn(filepath.Join(dir, name), lines)
	as := ", as " + infoName + " says"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Change{
			{name, "file", "none", "one with " + format.Count(kept.Lines, "line") + as},
		}, nil
	case err != nil:
		return nil, err
	case now.Lines != kept.Lines:
		return []Change{{name, "lines", fmt.Sprint(now.Lines), fmt.Sprint(kept.Lines) + as}}, nil
	case now.SHA256 != kept.SHA256:
		return []Change{{name, "sha256", short(now.SHA256), short(kept.SHA256) + as}}, nil
	}
	return nil, nil
}
