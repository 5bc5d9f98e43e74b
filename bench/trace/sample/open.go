package sample

import (
	"bytes"
	"io"

	"github.com/optgap/optgap/bench/base/stream"
)

// Open opens the trace at the path, or KTHLike for "". stdin is the file "-"; nil: there is none.
func Open(path string, stdin io.Reader) (*stream.Reader, error) {
	if path == "" {
		return stream.NewReader(Name, bytes.NewReader(KTHLike()))
	}
	return stream.Open(path, stdin)
}
