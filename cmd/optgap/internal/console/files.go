package console

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/base/stream"
)

// Pictures are the suffixes of picture files.
var Pictures = []string{"." + canvas.SVG, "." + canvas.PNG, "." + canvas.PDF}

// fileRole says how a command uses the file or the folder that a flag names.
type fileRole struct {
	Writes   bool     // the command writes the file; otherwise it reads it
	Suffixes []string // that the file may have; nil means any
	Names    []string // patterns of the files that are written into a folder, nil if the path is that of a file
	// paths returns the files for which the value stands, nil if it is the only one.
	paths func(path string) ([]string, error)
}

// Reads says that the flag names a file to read, or "-" for the standard input.
func (o *Option) Reads() *Option {
	o.File = &fileRole{}
	return o
}

// Writes says that the flag names a file to write. The file must have one of the suffixes; none: it may have any.
func (o *Option) Writes(suffixes ...string) *Option {
	o.File = &fileRole{Writes: true, Suffixes: suffixes}
	return o
}

// Each says that the flag stands for several files to read or to write, which paths returns for its value.
func (o *Option) Each(paths func(value string) ([]string, error)) *Option {
	o.File.paths = paths
	return o
}

// WritesInto says that the flag names a folder into which files are written whose names match the patterns.
func (o *Option) WritesInto(names ...string) *Option {
	o.File = &fileRole{Writes: true, Names: names}
	return o
}

// checkFiles refuses an output that is an input or another output as well, and one that cannot be
// written. It runs before anything is read or written.
func checkFiles(c *cli.Context, s Streams) error {
	claims, err := claimsOf(c, s)
	if err != nil {
		return err
	}
	for i, a := range claims {
		for _, b := range claims[:i] {
			if b.writes && !a.writes {
				a, b = b, a
			}
			if err := a.conflict(c, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// claim is a file or a folder that a command reads or writes.
type claim struct {
	by     string // the flag or the like that names the file, such as --out
	path   string
	writes bool
	stream bool        // the file is a standard stream
	names  []string    // patterns of the files that are written into the folder, nil if the claim is a file
	info   fs.FileInfo // of the file, links followed, nil if there is no such file
	folder fs.FileInfo // of the folder that holds the file, nil if there is no such folder
	full   string      // the absolute path
}

// claimsOf returns the files that arguments, flags and standard streams name.
func claimsOf(c *cli.Context, s Streams) ([]claim, error) {
	var claims []claim
	add := func(k claim) {
		if k.look() {
			claims = append(claims, k)
		}
	}
	for _, path := range c.Args().Slice() {
		if path == "" {
			return nil, Usage("%s: found an empty argument, expected a file or -", FullName(c.Command))
		}
		add(claim{by: "the argument", path: path})
	}
	for _, o := range Options(c.Command) {
		if o.File == nil || !o.given {
			continue
		}
		paths, err := o.File.resolve("--"+o.Name, o.Text())
		if err != nil {
			return nil, NameFlags(c.Command, err)
		}
		for _, path := range paths {
			add(claim{by: "--" + o.Name, path: path, writes: o.File.Writes, names: o.File.Names})
		}
	}
	named := len(claims)
	claims = slices.DeleteFunc(claims, func(k claim) bool { return k.path == stream.Stdin })
	if named > len(claims)+1 {
		const text = "%s: found - twice, expected the standard input to be one of the files at most"
		return nil, Usage(text, FullName(c.Command))
	}
	if k, ok := streamClaim("the standard input", s.In); ok && named > len(claims) {
		claims = append(claims, k)
	}
	for by, w := range map[string]any{"the standard output": s.Out, "the standard error": s.Err} {
		if k, ok := streamClaim(by, w); ok {
			k.writes = true
			claims = append(claims, k)
		}
	}
	return claims, nil
}

// resolve returns the paths for which a flag's value stands. It refuses an empty value, another
// suffix, and an output into a folder that does not exist.
func (r *fileRole) resolve(flag, path string) ([]string, error) {
	bad := func(expected string) error {
		return optgap.BadField(flag, fmt.Sprintf("%q", path), expected)
	}
	if path == "" {
		return nil, bad("a path")
	}
	if r.Writes && r.Names == nil {
		_, suffix := stream.SplitSuffix(path)
		if r.Suffixes != nil && !slices.Contains(r.Suffixes, strings.ToLower(suffix)) {
			return nil, bad("a file " + Alternatives("", r.Suffixes))
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return nil, bad("a file in a folder that exists")
		}
	}
	if r.paths != nil {
		return r.paths(path)
	}
	return []string{path}, nil
}

// streamClaim returns the file to which a standard stream is connected; false: it is not a file.
func streamClaim(by string, stream any) (claim, bool) {
	file, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return claim{}, false
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return claim{}, false
	}
	return claim{by: by, info: info, stream: true}, true
}

// look asks the file system about the file. false: nothing can overwrite it, as it is a device, a
// pipe or the like.
func (k *claim) look() bool {
	k.info, _ = os.Stat(k.path)
	k.folder, _ = os.Stat(filepath.Dir(k.path))
	k.full, _ = filepath.Abs(k.path)
	return k.info == nil || k.info.Mode().IsRegular() || k.info.IsDir()
}

// conflict returns an error if a command that writes a overwrites b, or nil if it does not.
func (a claim) conflict(c *cli.Context, b claim) error {
	name := FullName(c.Command)
	switch {
	case !a.writes, a.stream && b.stream && b.writes: // the two outputs may go to one file
		return nil
	case a.stream && b.stream && a.same(b):
		return Usage("%s: found %s and %s to be the same file, expected two", name, b.by, a.by)
	case a.same(b):
		if a.stream {
			a, b = b, a
		}
		const text = "%s: %s: found %s, which is the same file as %s, expected another one"
		return Usage(text, name, a.by, a.path, b)
	case b.within(a):
		const text = "%s: %s: found %s, expected a folder that does not hold %s: such a file may be overwritten"
		return Usage(text, name, a.by, a.path, b)
	case b.writes && a.within(b):
		return Usage("%s: %s: found %s, expected a file that is not one of those of %s", name, a.by, a.path, b)
	}
	return nil
}

// String is such as "--out results", or "the standard output".
func (k claim) String() string { return strings.TrimSpace(k.by + " " + k.path) }

// same reports whether two claims are of one file: by path or by link. Names that differ only in case
// are taken for one, as some file systems do not tell them apart.
func (a claim) same(b claim) bool {
	switch {
	case a.names != nil && b.names != nil: // a folder may take files of other names too
		shared := func(name string) bool { return slices.Contains(b.names, name) }
		return a.inside(b.full, b.info) && slices.ContainsFunc(a.names, shared)
	case a.info != nil && b.info != nil && os.SameFile(a.info, b.info):
		return true
	case a.stream || b.stream:
		return false
	case a.folder != nil && b.folder != nil:
		return os.SameFile(a.folder, b.folder) && strings.EqualFold(filepath.Base(a.full), filepath.Base(b.full))
	}
	return strings.EqualFold(a.full, b.full)
}

// inside reports whether a is the folder at the path, or the folder with the info.
func (a claim) inside(full string, info fs.FileInfo) bool {
	return strings.EqualFold(a.full, full) || a.info != nil && info != nil && os.SameFile(a.info, info)
}

// within reports whether files that are written into the folder may overwrite k: by their names, or
// as a link among them leads to k.
func (k claim) within(folder claim) bool {
	if folder.names == nil || k.names != nil {
		return false
	}
	if !k.stream && folder.inside(filepath.Dir(k.full), k.folder) && folder.takes(filepath.Base(k.full)) {
		return true
	}
	entries, _ := os.ReadDir(folder.path)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if k.info == nil || !folder.takes(e.Name()) {
			return false
		}
		info, err := os.Stat(filepath.Join(folder.path, e.Name()))
		return err == nil && os.SameFile(info, k.info)
	})
}

// takes reports whether a file that is written into the folder may have the name.
func (k claim) takes(name string) bool {
	return slices.ContainsFunc(k.names, func(pattern string) bool {
		matched, _ := filepath.Match(strings.ToLower(pattern), strings.ToLower(name))
		return matched
	})
}
