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

// FindInfo returns what the info file of a run says, of whatever kind the run is. found is
// false where the folder holds none.
func FindInfo(dir string) (info Info, found bool) {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, path := range paths {
		if info, err := readInfo(path); err == nil && info.Format != "" && !info.Started.IsZero() {
			return info, true
		}
	}
	return Info{}, false
}
