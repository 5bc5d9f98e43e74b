package console

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/stream"
)

// Pictures are the suffixes of picture files.
var Pictures = []string{"." + figure.SVG, "." + figure.PNG, "." + figure.PDF}

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

// Writes says that the flag names a file to write. The file must have one of the suffixes; none: it
// may have any.
func (o *Option) Writes(suffixes ...string) *Option {
	o.File = &fileRole{Writes: true, Suffixes: suffixes}
	return o
}

// Each says that the flag stands for several files to read or to write, which paths returns for its
// value.
func (o *Option) Each(paths func(value string) ([]string, error)) *Option {
	o.File.paths = paths
	return o
}

// WritesInto says that the flag names a folder into which files are written whose names match the
// patterns.
func (o *Option) WritesInto(names ...string) *Option {
	o.File = &fileRole{Writes: true, Names: names}
	return o
}

// resolve returns the paths for which a flag's value stands. It refuses an empty value, another
// suffix, and an output into a folder that does not exist.
func (r *fileRole) resolve(flag, path string) ([]string, error) {
	bad := func(expected string) error {
		return optgap.BadText(flag, path, expected)
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
		info, err := os.Stat(path)
		if err == nil && info.IsDir() {
			return nil, bad("a file, not a folder")
		}
	}
	if r.paths != nil {
		return r.paths(path)
	}
	return []string{path}, nil
}

// file is a file or a folder that a command line names, or a standard stream.
type file struct {
	by, path string // what names it, such as --out, and its path; a stream has none
	writes   bool
	in, name string        // the folder that has it, without links, and its name
	names    []string      // patterns of the files that are written into the folder in; nil: it is a file
	infos    []fs.FileInfo // of what is there, links followed
}

// String is such as "--out results", or "the standard output".
func (f file) String() string { return strings.TrimSpace(f.by + " " + f.path) }

// checkFiles refuses an output that is an input or another output as well, and one that cannot be
// written. It runs before anything is read or written. It returns the files that arguments and
// flags name.
func checkFiles(c *cli.Context, s Streams) ([]file, error) {
	files, err := filesOf(c, s)
	for i, a := range files {
		for _, b := range files[:i] {
			if b.writes && (!a.writes || a.path == "" || b.names != nil) {
				a, b = b, a
			}
			// Both outputs may go to one file.
			if !a.writes || a.path == "" && b.path == "" && b.writes || !a.meets(b) {
				continue
			}
			if a.path == "" {
				a, b = b, a
			}
			relation := "which is the same file as"
			if a.names != nil && b.names == nil {
				relation = "where files are written that may be"
			}
			return nil, Usage(
				"%s: %s: found %s, %s %s, expected another one",
				FullName(c.Command),
				a.by,
				cmp.Or(a.path, stream.Stdin),
				relation,
				b,
			)
		}
	}
	return files, err
}

// filesOf returns the files that arguments, flags and standard streams name.
func filesOf(c *cli.Context, s Streams) (files []file, err error) {
	reads := 0 // of the standard input
	add := func(f file) {
		if f.path == stream.Stdin && f.writes {
			return // the standard output
		}
		if f.path == stream.Stdin {
			reads++
		} else if f.look() {
			files = append(files, f)
		}
	}
	for _, path := range c.Args().Slice() {
		if path == "" {
			return nil, Usage(
				"%s: found an empty argument, expected a file or -",
				FullName(c.Command),
			)
		}
		add(file{by: "the argument", path: path})
	}
	for _, o := range Options(c.Command) {
		if o.File == nil || !o.given {
			continue
		}
		paths, err := o.File.resolve("--"+o.Name, o.Text())
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			add(file{by: "--" + o.Name, path: path, writes: o.File.Writes, names: o.File.Names})
		}
	}
	if reads > 1 {
		const text = "%s: found - twice, expected the standard input to be one of the files at most"
		return nil, Usage(text, FullName(c.Command))
	}
	streams := map[string]any{"the standard output": s.Out, "the standard error": s.Err}
	if reads > 0 {
		streams["the standard input"] = s.In
	}
	for by, stream := range streams {
		if f, ok := stream.(interface{ Stat() (fs.FileInfo, error) }); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				files = append(
					files,
					file{
						by:     by,
						in:     by,
						writes: stream != any(s.In),
						infos:  []fs.FileInfo{info},
					},
				)
			}
		}
	}
	return files, nil
}

// look asks the file system about the file. false: nothing can overwrite it, as it is a device, a
// pipe or the like.
func (f *file) look() bool {
	f.in, f.name = filepath.Dir(f.path), filepath.Base(f.path)
	if f.names != nil {
		f.in = f.path
	}
	f.in, _ = filepath.Abs(f.in)
	if folder, err := filepath.EvalSymlinks(f.in); err == nil {
		f.in = folder
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return true
	}
	f.infos = append(f.infos, info)
	if f.names != nil {
		entries, _ := os.ReadDir(f.path)
		for _, e := range entries {
			if info, err := os.Stat(filepath.Join(f.path, e.Name())); err == nil && f.takes(e.Name()) {
				f.infos = append(f.infos, info)
			}
		}
	}
	return info.Mode().IsRegular() || info.IsDir()
}

// takes reports whether the file has the name, or one in the folder may have it.
func (f file) takes(name string) bool {
	if f.names == nil {
		return f.name == name
	}
	return slices.ContainsFunc(f.names, func(pattern string) bool {
		matched, _ := filepath.Match(pattern, name)
		return matched
	})
}

// meets reports whether what is written to f may change other.
func (f file) meets(other file) bool {
	switch {
	case f.names != nil && other.names != nil: // a folder may take files of other names too
		return f.in == other.in && slices.ContainsFunc(f.names, other.takes)
	case f.in == other.in && f.takes(other.name):
		return true
	}
	return slices.ContainsFunc(f.infos, func(info fs.FileInfo) bool {
		return slices.ContainsFunc(
			other.infos,
			func(b fs.FileInfo) bool { return os.SameFile(info, b) },
		)
	})
}
