package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
)

// Kept says what a file held when the run ended.
type Kept struct {
	// line ends and SHA-256 of each other file; absent until the end or Ctrl-C
	Lines  int    `json:"lines"`
	SHA256 string `json:"sha256"`
}

// write writes the info with its seal: the SHA-256 of all its text, in which the seal is blank.
func (i Info) write(w io.Writer) error {
	i.Seal = ""
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(i); err != nil {
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
		k, err := keptIn(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		i.Files[name] = k
	}
	return nil
}

// keptIn reads a file, and says what it holds.
func keptIn(path string) (k Kept, err error) {
	f, err := os.Open(path)
	if err != nil {
		return k, err
	}
	defer f.Close()
	sum, lines := sha256.New(), new(lineCounter)
	if _, err := io.Copy(io.MultiWriter(sum, lines), f); err != nil {
		return k, err
	}
	return Kept{int(*lines), hex.EncodeToString(sum.Sum(nil))}, nil
}

// lineCounter counts the line ends of what is written to it.
type lineCounter int

func (c *lineCounter) Write(p []byte) (int, error) {
	*c += lineCounter(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}

// Change is a difference of a file in the folder of a run from what the info file says of it.
type Change struct{ File, Field, Found, Expected string }

// Changes compares the files in the folder of a run with their checksums in the info file, whose
// name is given. It compares the info file with its own. A run that is under way has only that of the
// info file.
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
		c, err := changed(dir, name, info.Files[name], infoName)
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
func changed(dir, name string, kept Kept, infoName string) ([]Change, error) {
	now, err := keptIn(filepath.Join(dir, name))
	as := ", as " + infoName + " says"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Change{{name, "file", "none", "one with " + format.Count(int64(kept.Lines), "line") + as}}, nil
	case err != nil:
		return nil, err
	case now.Lines != kept.Lines:
		return []Change{{name, "lines", fmt.Sprint(now.Lines), fmt.Sprint(kept.Lines) + as}}, nil
	case now.SHA256 != kept.SHA256:
		return []Change{{name, "sha256", short(now.SHA256), short(kept.SHA256) + as}}, nil
	}
	return nil, nil
}
