// Package stream opens the files that optgap reads and writes, compressed or not.
//
//	path or "-" -> Open -> SHA-256 of the raw bytes -> gunzip, where needed -> the caller
//	the caller -> gzip, where the path ends in .gz -> Create -> a file beside path -> Close -> path
//
// An output takes the place of its path only once it is complete.
//
// The first bytes of an input tell whether it is compressed. Its name does not matter, so
// that a pipe may carry either. The first bytes also tell archives and other files without
// text. Such files are refused.
//
// The package may change at any time.
package stream

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Stdin is the path that stands for the standard input. StdinName is the name of the
// standard input in errors.
const (
	Stdin     = "-"
	StdinName = "standard input"
)

const bufferSize = 1 << 16

// A Reader reads a file or the standard input. Compressed input is gunzipped. The errors are
// *fs.PathError values with the name of the file.
type Reader struct {
	name   string
	raw    *hashingReader
	data   io.Reader // raw, gunzipped and buffered
	zipped bool
	file   io.Closer // nil where another one closes it
}

// Open opens the file at path, or takes stdin where path is "-". The input is gunzipped if
// it starts with the magic bytes of gzip. Several gzip members in a row are one input. An
// archive, a file of another compressor or text in UTF-16 is an error that names the kind.
// The caller closes the Reader. stdin itself stays open.
func Open(path string, stdin io.Reader) (*Reader, error) {
	if path == Stdin {
		return NewReader(StdinName, stdin)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(path, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.file = f
	return r, nil
}

// NewReader returns a Reader of data under a name, as Open does for a file of that name.
func NewReader(name string, data io.Reader) (*Reader, error) {
	raw := &hashingReader{in: data, sum: sha256.New()}
	r := &Reader{name: name, raw: raw}
	buffered := bufio.NewReaderSize(raw, bufferSize)
	r.data = buffered
	magic, err := buffered.Peek(2)
	if err != nil && err != io.EOF {
		return nil, r.wrap("read", err)
	}
	if len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, r.wrap("gunzip", err)
		}
		r.zipped = true
		buffered = bufio.NewReaderSize(z, bufferSize)
		r.data = buffered
		_, _ = buffered.Peek(2) // a later read returns the error again
	}
	if err := r.refuse(buffered); err != nil {
		return nil, err
	}
	return r, nil
}

// Read reads the next uncompressed bytes.
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.data.Read(p)
	if err != nil && err != io.EOF {
		op := "read"
		if r.zipped {
			op = "gunzip"
		}
		err = r.wrap(op, err)
	}
	return n, err
}

// Close closes the file; it leaves the standard input open.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Name returns the path, or StdinName.
func (r *Reader) Name() string { return r.name }

// SHA256 returns the SHA-256 of the raw, perhaps compressed bytes in hexadecimal. It is ""
// until Read has returned io.EOF.
func (r *Reader) SHA256() string {
	if !r.raw.ended {
		return ""
	}
	return hex.EncodeToString(r.raw.sum.Sum(nil))
}

// wrap returns the error with the name of the file. Errors of gzip are said in words.
func (r *Reader) wrap(op string, err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		return err
	}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), op == "gunzip" && err == io.EOF:
		err = fmt.Errorf("the compressed data are cut off: %w", io.ErrUnexpectedEOF)
	case errors.Is(err, gzip.ErrChecksum):
		err = fmt.Errorf("the compressed data are damaged, their checksum is wrong: %w", err)
	case errors.Is(err, gzip.ErrHeader):
		err = fmt.Errorf(
			"the compressed data are damaged, or something else follows them: %w",
			err,
		)
	case errors.As(err, &corrupt):
		err = fmt.Errorf("the compressed data are damaged: %w", err)
	}
	return &fs.PathError{Op: op, Path: r.name, Err: err}
}

// A hashingReader hashes the bytes that are read through it.
type hashingReader struct {
	in    io.Reader
	sum   hash.Hash
	ended bool
}

func (h *hashingReader) Read(p []byte) (int, error) {
	n, err := h.in.Read(p)
	h.sum.Write(p[:n])
	h.ended = h.ended || err == io.EOF
	return n, err
}

// SplitSuffix cuts a path before its suffix. A ".gz" and the suffix before it are one
// suffix: "out.swf.gz" gives "out" and ".swf.gz".
func SplitSuffix(path string) (stem, suffix string) {
	suffix = filepath.Ext(path)
	if suffix == ".gz" {
		suffix = filepath.Ext(strings.TrimSuffix(path, suffix)) + suffix
	}
	return strings.TrimSuffix(path, suffix), suffix
}

// foreign holds the first bytes of files without text, and the names of their kinds.
var foreign = []struct{ magic, kind string }{
	{"\xfd7zXZ\x00", "data compressed by xz"},
	{"BZh", "data compressed by bzip2"},
	{"\x28\xb5\x2f\xfd", "data compressed by zstd"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
	{"PK\x03\x04", "a zip archive"},
	{"\x1f\x8b", "data compressed by gzip twice"},
	{"\x1f\x9d", "data compressed by compress"},
	{"\xff\xfe", "text in UTF-16"},
	{"\xfe\xff", "text in UTF-16"},
	{"\x00\x00\x00\x00", "bytes of 0"}, // such as /dev/zero, which has no end
}

// refuse returns an error where the buffered bytes begin a file without text. It waits for
// no further input.
func (r *Reader) refuse(buffered *bufio.Reader) error {
	head, err := buffered.Peek(buffered.Buffered())
	if err != nil {
		return r.wrap("read", err)
	}
	kind := kindOf(head)
	if kind == "" {
		return nil
	}
	return &fs.PathError{
		Op:   "read",
		Path: r.name,
		Err:  fmt.Errorf("found %s, expected text in UTF-8, plain or compressed by gzip", kind),
	}
}

// kindOf names the kind of a file that begins with head; "" where the file may be text.
func kindOf(head []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f.kind
		}
	}
	const tar, tarAt = "ustar", 257
	if len(head) > tarAt && bytes.HasPrefix(head[tarAt:], []byte(tar)) {
		return "a tar archive"
	}
	if len(head) >= 4 { // without a byte order mark, every other byte of common characters is 0
		zero := [4]bool{head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0}
		if zero == [4]bool{false, true, false, true} ||
			zero == [4]bool{true, false, true, false} {
			return "text in UTF-16"
		}
	}
	return ""
}
