package folder

import (
	"io"
	"os"
	"path/filepath"
)

// OpenLines opens a file of JSON lines in the folder of a run, up to its last line end:
// a killed run has left what follows, or a run is writing it.
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

// FindInfo returns the name and the content of the info file of a run in a folder, of
// whatever kind the run is. The name is "" where there is none.
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
