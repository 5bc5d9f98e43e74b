package folder

import (
	"io"
	"os"
	"path/filepath"
)

// OpenLines opens a file of JSON lines in the folder of a run, up to its last line end. A run that
// was killed, or one that is writing, may have left a part of a line after that.
func OpenLines(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	size, err := wholeLines(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(f, 0, size), f}, nil
}

// FindInfo returns the name and the content of the info file of a run in a folder, of whatever kind
// the run is. The name is "" where there is no such file.
func FindInfo(dir string) (name string, info Info) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		if info, err := ReadInfo(filepath.Join(dir, e.Name())); err == nil && info.Format != "" && !info.Started.IsZero() {
			return e.Name(), info
		}
	}
	return "", Info{}
}
